//! The parser of a production of any grammar.
//!
//! ```
//! let grammar = rfcbnf::Grammar::from_abnf("list = \"(\" *item \")\"\nitem = 1*DIGIT / list\n")?;
//! let parser = grammar.parser("list")?;
//! assert_eq!(parser.parse("(12())")?.to_string(), "\
//! list 0..6 \"(12())\"
//!   item 1..3 \"12\"
//!   item 3..5 \"()\"
//!     list 3..5 \"()\"
//! ");
//! let error = parser.parse("(1").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "not a valid list: expected DIGIT, \"(\" or \")\", found the end of the text at offset 2",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Parser`] runs a production by combinators if it can, and by the network of the grammar if the production refers to
//! itself, is too large for combinators, or leads to what the grammar does not decide: prose, a name without a definition, or
//! a length that another part of the text gives. The network can give up; then the answer is [`Undecided`], and neither yes
//! nor no.
//!
//! Invariant: the answers do not depend on the machine, except for being undecided.

mod completions;
mod error;
mod kind;
mod nearest;
mod rule;

pub use error::{ParseError, SyntaxError};
pub use nearest::{
    Edit, NEAREST_COUNTED, NEAREST_DISTANCE, NEAREST_STEPS, Nearest, NearestCount, NearestLimit,
    NearestQuestion, NoNearest, Repair, Repaired, Weights,
};
pub use rfcbnf_engine::recognizer::Undecided;
pub use rfcbnf_engine::{Next, NodeEvent};
pub use rule::Rule;

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rfcbnf_engine::recognizer::{self, Network};
use rfcbnf_engine::trace::Trace;
use rfcbnf_engine::{AsInput, Detail, Production, ProductionId, Tree};

use crate::by_address::ByAddress;
use crate::derivations::{Derivations, DerivationsError, derivations};
use crate::interpret::Interpreter;
pub use crate::recognizer::ParserError;
use crate::recognizer::Recognizer;
#[cfg(feature = "texts")]
use crate::sentences::{TextKind, TextsError, texts};
use crate::syntax::Grammar;
use error::Number;
use kind::Kinds;

/// A parser of one production, and of those that it uses. Clones share it, and threads can, too.
///
/// [`Grammar::parser`] makes it.
#[derive(Clone)]
pub struct Parser(Arc<Prepared>);

/// What a parser has prepared.
pub struct Prepared {
    /// The production and those that it uses.
    grammar: Grammar,
    machine: Machine,
    start: ProductionId,
    /// The network of the grammar, once combinators are asked what they do not answer.
    network: OnceLock<Network>,
    /// What texts count for, once that is asked.
    kinds: OnceLock<Kinds>,
}

/// The error of a machine.
type MachineError<'p> = recognizer::ParseError<rfcbnf_engine::SyntaxError<Rule<'p>>>;

enum Machine {
    Combinators(Interpreter),
    Network(Recognizer),
}

impl Grammar {
    /// Prepares the production of that name, and those that it uses. Trees leave out the productions for single
    /// characters ([`Grammar::character_productions`]).
    ///
    /// Prose and names without a definition derive what only people know: a text that could need them is undecided.
    ///
    /// # Errors
    ///
    /// Returns [`ParserError`] if there is no such production, or if a part of it cannot be read or recurses where a reading
    /// excludes prefixes.
    ///
    /// ```
    /// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
    /// let error = grammar.parser("prot").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no production `prot`; did you mean `port`?");
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    pub fn parser(&self, name: &str) -> Result<Parser, ParserError> {
        let characters = self.character_productions();
        Parser::with_characters(self, name, [], |name| characters.contains(name))
    }
}

impl Prepared {
    fn find(&self, name: &str) -> Option<ProductionId> {
        Some(match &self.machine {
            Machine::Combinators(interpreter) => interpreter.find(name)?.id(),
            Machine::Network(recognizer) => recognizer.find(name)?.id(),
        })
    }
}

impl Parser {
    /// Prepares a production of a grammar some of whose productions derive single characters, as `is_character` says:
    /// trees leave these out, and errors name characters by them. [`Parser::find`] finds `others`, too, which the production
    /// need not use.
    ///
    /// # Errors
    ///
    /// Those of [`Grammar::parser`]. Others that cannot be prepared with the production are not there.
    ///
    /// ```
    /// use rfcbnf::Parser;
    ///
    /// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\nsign = \"-\"\n")?;
    /// let parser = Parser::with_characters(&grammar, "port", ["sign"], |_| false)?;
    /// assert_eq!(parser.parse("1")?.iter().count(), 2);
    /// assert!(parser.find("sign").is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_characters<'n>(
        grammar: &Grammar,
        name: &str,
        others: impl IntoIterator<Item = &'n str>,
        is_character: impl Fn(&str) -> bool,
    ) -> Result<Self, ParserError> {
        let name = grammar.lookup(name)?.name.as_str();
        let obstacles = grammar.obstacles();
        let is_free = |name: &str| obstacles.is_free(name) && obstacles.length(name).is_none();
        if is_free(name) {
            let mut names = vec![name];
            for other in others {
                if is_free(other) {
                    names.push(other);
                }
            }
            let part = grammar.part(names);
            if let Ok(interpreter) = Interpreter::with_characters(&part, &is_character)
                && let Some(start) = interpreter.find(name).map(Production::id)
            {
                let machine = Machine::Combinators(interpreter);
                return Ok(Self::of(part, machine, start));
            }
        }
        let recognizer = Recognizer::with_unknown(grammar, name, is_character)?;
        let start = recognizer.rule().id();
        let machine = Machine::Network(recognizer);
        Ok(Self::of(grammar.part([name]), machine, start))
    }

    fn of(grammar: Grammar, machine: Machine, start: ProductionId) -> Self {
        Self(Arc::new(Prepared {
            grammar,
            machine,
            start,
            network: OnceLock::new(),
            kinds: OnceLock::new(),
        }))
    }

    /// Returns the production, as trees and errors name it.
    #[must_use]
    pub fn rule(&self) -> Rule<'_> {
        self.named(self.0.start)
    }

    /// Returns the production of that name, if the parser has it: it has those that its own uses.
    ///
    /// ```
    /// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
    /// let parser = grammar.parser("port")?;
    /// assert!(parser.find("digit").unwrap().is_valid(b"1")?);
    /// assert!(parser.find("host").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Rule<'_>> {
        self.0.find(name).map(|id| self.named(id))
    }

    /// Returns the productions that it was made of.
    #[must_use]
    pub fn grammar(&self) -> &Grammar {
        &self.0.grammar
    }

    fn named(&self, id: ProductionId) -> Rule<'_> {
        Rule::of(ByAddress(&self.0), id)
    }

    /// Returns whether the production derives the text.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if that is not known.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("pair = \"(\" [pair] \")\"\n")?;
    /// let parser = grammar.parser("pair")?;
    /// assert!(parser.is_valid("(())")?);
    /// assert!(!parser.is_valid(b"(()")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_valid(&self, text: impl AsRef<[u8]>) -> Result<bool, Undecided> {
        self.rule().is_valid(text.as_ref())
    }

    /// Decides about the text without its tree.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known.
    pub fn check(&self, text: impl AsRef<[u8]>) -> Result<(), ParseError> {
        let verdict = self.rule().check(text.as_ref());
        verdict.map_err(|error| self.owned(error))
    }

    /// Parses the text, without productions for single characters in the tree. The tree is the first in priority order
    /// if there are several: see [`Self::derivations`].
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("pair = key \"=\" key\nkey = 1*ALPHA\n")?;
    /// let parser = grammar.parser("pair")?;
    /// let tree = parser.parse("a=bc")?;
    /// let keys: Vec<&[u8]> = tree.root().children().map(|key| key.text()).collect();
    /// assert_eq!(keys, [&b"a"[..], b"bc"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse<'t, I: AsInput + ?Sized>(
        &'t self,
        text: &'t I,
    ) -> Result<Tree<'t, Rule<'t>>, ParseError> {
        self.parse_in_detail(text, Detail::Rules)
    }

    /// Parses the text, with or without productions for single characters in the tree.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known.
    pub fn parse_in_detail<'t, I: AsInput + ?Sized>(
        &'t self,
        text: &'t I,
        detail: Detail,
    ) -> Result<Tree<'t, Rule<'t>>, ParseError> {
        let tree = self.rule().parse_in_detail(text, detail);
        tree.map_err(|error| self.owned(error))
    }

    /// Parses the text, and calls `visitor` for the start and the end of each node that the tree of [`Self::parse`] has, in
    /// the order of the text: without a tree.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known. Only a text that is valid
    /// has events; the tree of a valid one can be undecided after some of them.
    ///
    /// ```
    /// use rfcbnf::NodeEvent;
    ///
    /// let grammar = rfcbnf::Grammar::from_abnf("list = \"(\" *( list / \"x\" ) \")\"\n")?;
    /// let (mut depth, mut deepest) = (0, 0);
    /// grammar.parser("list")?.visit("(x(xx(x))x)", |event| match event {
    ///     NodeEvent::Open { .. } => {
    ///         depth += 1;
    ///         deepest = deepest.max(depth);
    ///     }
    ///     NodeEvent::Close { .. } => depth -= 1,
    /// })?;
    /// assert_eq!(deepest, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit<'p, I: AsInput + ?Sized>(
        &'p self,
        text: &I,
        visitor: impl FnMut(NodeEvent<Rule<'p>>),
    ) -> Result<(), ParseError> {
        let visited = self.rule().visit(text, visitor);
        visited.map_err(|error| self.owned(error))
    }

    /// Returns what can follow a text, for completion: after a valid text, too. [`Self::completions`] has the texts to offer.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if no text of the production begins with this one, or if that is not known.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("time = 2DIGIT [ \":\" 2DIGIT ]\n")?;
    /// let parser = grammar.parser("time")?;
    /// let next = parser.next("12")?;
    /// assert_eq!((next.expected_list().as_str(), next.can_end()), ("\":\" or end of text", true));
    /// assert_eq!(parser.next("12:")?.octets().to_string(), "0123456789");
    /// assert!(parser.next("noon").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next(&self, text: impl AsRef<[u8]>) -> Result<Next<Rule<'_>>, ParseError> {
        let facts = self.rule().diagnose(text.as_ref())?;
        Next::of(facts).map_err(|error| ParseError::Syntax(self.owned_error(error)))
    }

    /// Returns the steps of a parser of the production over the text.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if they are not known.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("bit = \"0\" / \"1\"\n")?;
    /// assert!(grammar.parser("bit")?.steps("1")?.derives_all());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps<'t, I: AsRef<[u8]> + ?Sized>(
        &'t self,
        text: &'t I,
    ) -> Result<Trace<'t, Rule<'t>>, Undecided> {
        self.rule().trace(text.as_ref(), Detail::Rules)
    }

    /// Returns the spans of some productions in a valid text, as byte offsets, in the order in which they begin: those of the
    /// tree, which is not made. Productions for single characters have none.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("pair = key \"=\" key\nkey = 1*ALPHA\n")?;
    /// let parser = grammar.parser("pair")?;
    /// let key = parser.find("key").unwrap();
    /// assert_eq!(parser.spans("a=bc", &[key])?, [(key, 0..1), (key, 2..4)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spans<'p>(
        &'p self,
        text: impl AsRef<[u8]>,
        rules: &[Rule<'p>],
    ) -> Result<Vec<(Rule<'p>, Range<usize>)>, ParseError> {
        let is_chosen = |rule: Rule<'_>| rules.contains(&rule) && !rule.is_character();
        let mut spans: Vec<(Rule<'p>, Range<usize>)> = Vec::new();
        let mut open = Vec::new();
        self.visit(text.as_ref(), |event| match event {
            NodeEvent::Open { rule, start } if is_chosen(rule) => {
                open.push(spans.len());
                spans.push((rule, start..start));
            }
            NodeEvent::Close { rule, span } if is_chosen(rule) => {
                if let Some(index) = open.pop() {
                    spans[index].1 = span;
                }
            }
            NodeEvent::Open { .. } | NodeEvent::Close { .. } => {}
        })?;
        Ok(spans)
    }

    /// Returns every tree of the text, in priority order. There is none if the text is invalid. If the grammar has
    /// [conventions](crate::conventions), the trees are those of the text as it is read.
    ///
    /// # Errors
    ///
    /// Returns [`DerivationsError`] if the production leads to prose or to a name without a definition, or if the text
    /// takes too much.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("sum = sum \"+\" sum / DIGIT\n")?;
    /// let parser = grammar.parser("sum")?;
    /// assert_eq!(parser.derivations("1+2+3")?.count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn derivations(&self, text: impl AsRef<[u8]>) -> Result<Derivations, DerivationsError> {
        let read = self.0.grammar.conventions.read(text.as_ref());
        let text = read.as_ref().map_or(text.as_ref(), |(read, _)| read);
        derivations(&self.0.grammar, self.rule().name(), text)
    }

    /// Returns at most `count` texts of the production, or near misses. The same seed gives the same texts.
    ///
    /// # Errors
    ///
    /// Returns [`TextsError`] if none are made.
    ///
    /// ```
    /// use rfcbnf::sentences::TextKind;
    ///
    /// let grammar = rfcbnf::Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT\n")?;
    /// let parser = grammar.parser("time")?;
    /// let texts = parser.texts(TextKind::Valid, 1, 20)?;
    /// assert!(texts.iter().all(|text| parser.is_valid(text) == Ok(true)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "texts")]
    pub fn texts(
        &self,
        kind: TextKind,
        seed: u64,
        count: usize,
    ) -> Result<Vec<Vec<u8>>, TextsError> {
        texts(&self.0.grammar, self.rule().name(), kind, seed, count)
    }

    fn owned(&self, error: MachineError<'_>) -> ParseError {
        error.map(|error| self.owned_error(error))
    }

    fn owned_error(&self, error: rfcbnf_engine::SyntaxError<Rule<'_>>) -> SyntaxError {
        SyntaxError {
            parser: self.clone(),
            facts: error.map(|rule| Number(rule.id())),
        }
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Parser({})", self.rule())
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Prepared")
    }
}

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

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use rfcbnf_engine::dfa::List;
pub use rfcbnf_engine::recognizer::{Failure, Undecided};
use rfcbnf_engine::trace::Trace;
use rfcbnf_engine::{
    AsInput, CharacterProduction, CharacterSet, Collector, Detail, Document, DocumentError,
    ErrorOffset, Expected, Origin, Parse as _, Production, ProductionId, ProductionSet, TextError,
    Tree, TreeText,
};

use crate::by_address::{ByAddress, rule_by_address};
use crate::derivations::{Derivations, DerivationsError, derivations};
use crate::interpret::{self, Interpreter};
pub use crate::recognizer::ParserError;
use crate::recognizer::{self, Recognizer};
use crate::sentences::{TextKind, TextsError, texts};
use crate::syntax::Grammar;

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
}

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
    /// Returns [`ParserError`] if there is no such production, or if a part of it cannot be read or derives no text.
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
        let id = match &self.0.machine {
            Machine::Combinators(interpreter) => interpreter.find(name)?.id(),
            Machine::Network(recognizer) => recognizer.find(name)?.id(),
        };
        Some(self.named(id))
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
        verdict.map_err(|failure| self.owned(failure))
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
        tree.map_err(|failure| self.owned(failure))
    }

    /// Returns what can follow a text, for completion: after a valid text, too.
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
    pub fn next(&self, text: impl AsRef<[u8]>) -> Result<Next, ParseError> {
        let text = text.as_ref();
        let facts = self.rule().diagnose(text).map_err(ParseError::Undecided)?;
        let facts = self.owned_error(facts);
        if facts.offset() < text.len() {
            return Err(ParseError::Syntax(facts));
        }
        Ok(Next(facts))
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
    /// tree. Where combinators parse, no tree is made. Productions for single characters have none.
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
        let (text, rule) = (text.as_ref(), self.rule());
        let spans = match rule.asked() {
            Asked::Combinators(asked) => {
                let mut spans = ChosenSpans {
                    text,
                    chosen: rules.iter().map(|rule| rule.id).collect(),
                    spans: Vec::new(),
                };
                if asked.read(&mut spans, 0) != Some(text.len()) {
                    rule.check(text).map_err(|failure| self.owned(failure))?;
                }
                spans.spans
            }
            Asked::Network(_) => {
                let tree = self.parse(text)?;
                let is_chosen = |rule: Rule<'_>| rules.contains(&rule) && !rule.is_character();
                let nodes = tree.iter().filter(|node| is_chosen(node.rule()));
                nodes.map(|node| (node.rule().id, node.span())).collect()
            }
        };
        let spans = spans.into_iter();
        Ok(spans.map(|(id, span)| (self.named(id), span)).collect())
    }

    /// Returns every tree of the text, in priority order. There is none if the text is invalid.
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
    pub fn texts(
        &self,
        kind: TextKind,
        seed: u64,
        count: usize,
    ) -> Result<Vec<Vec<u8>>, TextsError> {
        texts(&self.0.grammar, self.rule().name(), kind, seed, count)
    }

    fn owned(&self, failure: Failure<Rule<'_>>) -> ParseError {
        match failure {
            Failure::Syntax(error) => ParseError::Syntax(self.owned_error(error)),
            Failure::Undecided(undecided) => ParseError::Undecided(undecided),
        }
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

/// A production of a [`Parser`]. Its functions return errors that borrow the parser, as the engine's do.
///
/// Nodes of its trees are octets; those of [`Rule::of_text`] are `&str`. Rules of one parser can be keys of a map.
pub struct Rule<'p, T: ?Sized = [u8]> {
    parser: ByAddress<'p, Prepared>,
    id: ProductionId,
    text: PhantomData<fn() -> &'p T>,
}

rule_by_address!(Rule, parser);

/// The production as its machine knows it.
enum Asked<'p, T: ?Sized> {
    Combinators(interpret::Rule<'p, T>),
    Network(recognizer::Rule<'p, T>),
}

impl<'p, T: ?Sized> Rule<'p, T> {
    fn of(parser: ByAddress<'p, Prepared>, id: ProductionId) -> Self {
        Self {
            parser,
            id,
            text: PhantomData,
        }
    }

    fn asked(self) -> Asked<'p, T> {
        match &self.parser.0.machine {
            Machine::Combinators(interpreter) => {
                Asked::Combinators(interpret::Rule::of(ByAddress(interpreter), self.id))
            }
            Machine::Network(recognizer) => {
                Asked::Network(recognizer::Rule::of(ByAddress(recognizer), self.id))
            }
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'p str {
        match self.asked() {
            Asked::Combinators(rule) => rule.name(),
            Asked::Network(rule) => rule.name(),
        }
    }
}

impl<'p> Rule<'p> {
    /// Returns the production with trees whose nodes are `&str`; `None` if some production of the grammar derives octets
    /// that are no text, or is not known.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("pair = key \"=\" key\nkey = 1*ALPHA\n")?;
    /// let parser = grammar.parser("pair")?;
    /// let pair = parser.rule().of_text().unwrap();
    /// let tree = pair.parse("a=bc").unwrap();
    /// let keys: Vec<&str> = tree.root().children().map(|key| key.text()).collect();
    /// assert_eq!(keys, ["a", "bc"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_text(self) -> Option<Rule<'p, str>> {
        let is_text = match self.asked() {
            Asked::Combinators(rule) => rule.of_text().is_some(),
            Asked::Network(rule) => rule.of_text().is_some(),
        };
        is_text.then(|| Rule::of(self.parser, self.id))
    }
}

impl<T: TreeText + ?Sized> Rule<'_, T> {
    /// Returns whether the production derives the text.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if that is not known.
    pub fn is_valid(self, text: &[u8]) -> Result<bool, Undecided> {
        match self.asked() {
            Asked::Combinators(rule) => Ok(rfcbnf_engine::is_valid(rule, text)),
            Asked::Network(rule) => rule.is_valid(text),
        }
    }

    /// Parses the text, without productions for single characters in the tree.
    ///
    /// # Errors
    ///
    /// Returns [`Failure`] if the production does not derive the text, or if that is not known.
    pub fn parse<I: AsInput + ?Sized>(self, text: &I) -> Result<Tree<'_, Self>, Failure<Self>> {
        self.parse_in_detail(text, Detail::Rules)
    }

    /// Parses the text, with or without productions for single characters in the tree.
    ///
    /// # Errors
    ///
    /// Returns [`Failure`] if the production does not derive the text, or if that is not known.
    pub fn parse_in_detail<I: AsInput + ?Sized>(
        self,
        text: &I,
        detail: Detail,
    ) -> Result<Tree<'_, Self>, Failure<Self>> {
        match self.asked() {
            Asked::Combinators(rule) => {
                let tree = rfcbnf_engine::parse_in_detail(rule, text, detail);
                tree.map(|tree| tree.with_grammar(self.parser))
                    .map_err(|error| Failure::Syntax(self.of_same(error)))
            }
            Asked::Network(rule) => match rule.check(text, detail)? {
                Ok(tree) => Ok(tree.with_grammar(self.parser)),
                Err(error) => Err(Failure::Syntax(self.of_same(error))),
            },
        }
    }

    /// Decides about the text without its tree.
    ///
    /// # Errors
    ///
    /// Returns [`Failure`] if the production does not derive the text, or if that is not known.
    pub fn check(self, text: &[u8]) -> Result<(), Failure<Self>> {
        match self.asked() {
            Asked::Combinators(rule) => {
                let error = rfcbnf_engine::diagnose(rule, text);
                if error.offset() == text.len() && error.can_end() {
                    return Ok(());
                }
                Err(Failure::Syntax(self.of_same(error)))
            }
            Asked::Network(rule) => {
                let verdict = rule.verdict(text)?;
                verdict.map_err(|error| Failure::Syntax(self.of_same(error)))
            }
        }
    }

    /// Returns the longest viable prefix of the text, and what can follow it: the error of an invalid text, and of a
    /// valid one what can follow it.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if that is not known.
    pub fn diagnose(self, text: &[u8]) -> Result<rfcbnf_engine::SyntaxError<Self>, Undecided> {
        match self.asked() {
            Asked::Combinators(rule) => Ok(self.of_same(rfcbnf_engine::diagnose(rule, text))),
            Asked::Network(rule) => Ok(self.of_same(rule.diagnose(text)?)),
        }
    }

    /// Returns the steps of a parser of the production over the text.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if they are not known.
    pub fn trace(self, text: &[u8], detail: Detail) -> Result<Trace<'_, Self>, Undecided> {
        let named = |id| Self::of(self.parser, id);
        match self.asked() {
            Asked::Combinators(rule) => {
                let trace = rfcbnf_engine::trace(rule, text, detail);
                Ok(trace.map(|rule| named(rule.id())))
            }
            Asked::Network(rule) => Ok(rule.trace(text, detail)?.map(|rule| named(rule.id()))),
        }
    }

    /// Returns the error with productions of this parser.
    fn of_same<P: Production>(
        self,
        error: rfcbnf_engine::SyntaxError<P>,
    ) -> rfcbnf_engine::SyntaxError<Self> {
        error.map(|rule| Self::of(self.parser, rule.id()))
    }
}

impl<'p, T: TreeText + ?Sized> Production for Rule<'p, T> {
    type Grammar = ByAddress<'p, Prepared>;
    type Text = T;

    fn from_id(parser: Self::Grammar, id: ProductionId) -> Self {
        Self::of(parser, id)
    }

    fn grammar(self) -> Self::Grammar {
        self.parser
    }

    fn id(self) -> ProductionId {
        self.id
    }

    fn is_character(self) -> bool {
        match self.asked() {
            Asked::Combinators(rule) => rule.is_character(),
            Asked::Network(rule) => rule.is_character(),
        }
    }

    fn character_productions(parser: &Self::Grammar) -> &[CharacterProduction] {
        match &parser.0.machine {
            Machine::Combinators(interpreter) => interpreter.character_productions(),
            Machine::Network(recognizer) => recognizer.character_productions(),
        }
    }

    fn is_of_characters(parser: &Self::Grammar) -> bool {
        match &parser.0.machine {
            Machine::Combinators(interpreter) => {
                interpret::Rule::<T>::is_of_characters(&ByAddress(interpreter))
            }
            Machine::Network(recognizer) => {
                recognizer::Rule::<T>::is_of_characters(&ByAddress(recognizer))
            }
        }
    }

    fn viable_prefix(self, text: &[u8]) -> Option<usize> {
        match self.asked() {
            Asked::Combinators(rule) => rule.viable_prefix(text),
            Asked::Network(rule) => rule.viable_prefix(text),
        }
    }

    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        match self.asked() {
            Asked::Combinators(rule) => rule.characters_after(prefix),
            Asked::Network(rule) => rule.characters_after(prefix),
        }
    }
}

/// Collects the spans of chosen productions.
struct ChosenSpans<'t> {
    text: &'t [u8],
    chosen: Vec<ProductionId>,
    spans: Vec<(ProductionId, Range<usize>)>,
}

impl Collector for ChosenSpans<'_> {
    const PRODUCTIONS: ProductionSet = ProductionSet::ALL;

    fn text(&self) -> &[u8] {
        self.text
    }

    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        let whole = self.text;
        self.text = whole.get(..end).unwrap_or(whole);
        let result = read(self);
        self.text = whole;
        result
    }

    fn count(&self) -> usize {
        self.spans.len()
    }

    fn truncate(&mut self, count: usize) {
        self.spans.truncate(count);
    }

    fn open(&mut self, production: ProductionId, start: usize) -> usize {
        if !self.chosen.contains(&production) {
            return usize::MAX;
        }
        self.spans.push((production, start..start));
        self.spans.len() - 1
    }

    fn close(&mut self, span: usize, end: usize) {
        if let Some((_, span)) = self.spans.get_mut(span) {
            span.end = end;
        }
    }

    fn list(&mut self, list: &List, range: Range<usize>) {
        let text = self.text.get(..range.end).unwrap_or(self.text);
        list.elements(text, range.start, |production, start, end| {
            let span = self.open(production, start);
            self.close(span, end);
        });
    }
}

/// A production of a parser that is not at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Number(ProductionId);

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "production {}", self.0.index())
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl Production for Number {
    type Grammar = ();
    type Text = [u8];

    fn from_id((): (), id: ProductionId) -> Self {
        Self(id)
    }

    fn grammar(self) {}

    fn id(self) -> ProductionId {
        self.0
    }

    fn is_character(self) -> bool {
        false
    }

    fn character_productions((): &()) -> &[CharacterProduction] {
        &[]
    }
}

/// Why a text has no tree: the production does not derive it, or that is undecided. It owns what it says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The production does not derive the text.
    #[error(transparent)]
    Syntax(SyntaxError),
    /// It takes too much to answer, or only people know.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

impl ParseError {
    /// Returns the error in the text; `None` if the question is undecided.
    #[must_use]
    pub fn syntax(&self) -> Option<&SyntaxError> {
        match self {
            Self::Syntax(error) => Some(error),
            Self::Undecided(_) => None,
        }
    }
}

/// The error if the production of a [`Parser`] does not derive a text. It keeps the parser and a copy of the text.
///
/// ```
/// let grammar = rfcbnf::Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT\n")?;
/// let error = grammar.parser("time")?.parse("12-30").unwrap_err();
/// let error = error.syntax().unwrap();
/// assert_eq!((error.offset(), error.span()), (2, 2..3));
/// assert_eq!((error.expected_list().as_str(), error.found_name().as_str()), ("\":\"", "\"-\""));
/// assert_eq!(error.context_list(), "time");
/// assert_eq!(format!("{error:#}"), "\
/// expected \":\", found \"-\" at offset 2
///   |
///   | 12-30
///   |   ^ in time");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SyntaxError {
    parser: Parser,
    facts: rfcbnf_engine::SyntaxError<Number>,
}

impl SyntaxError {
    /// Returns the error as the engine has it, with productions of the parser: it has all that is known.
    #[must_use]
    pub fn facts(&self) -> rfcbnf_engine::SyntaxError<Rule<'_>> {
        self.parser.rule().of_same(self.facts.clone())
    }

    /// Returns the production that the text was parsed as.
    #[must_use]
    pub fn rule(&self) -> Rule<'_> {
        self.parser.named(self.facts.rule().id())
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.facts.text()
    }

    /// Returns the byte offset of the first character that does not continue the longest viable prefix. It is the length
    /// of the text if the text ends too early.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.facts.offset()
    }

    /// Returns the span to underline, as byte offsets. It is empty at the end of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.facts.span()
    }

    /// Returns the name of what is at the offset: a character in quotation marks, an octet, or `the end of the text`.
    #[must_use]
    pub fn found_name(&self) -> String {
        self.facts().found_name()
    }

    /// Returns what could stand there, in few names.
    #[must_use]
    pub fn expected(&self) -> Vec<Expected<Rule<'_>>> {
        self.facts().expected().to_vec()
    }

    /// Returns the names of what could stand there as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        self.facts().expected_list()
    }

    /// Returns every octet that could stand there.
    #[must_use]
    pub fn next(&self) -> CharacterSet {
        self.facts.next()
    }

    /// Returns whether the text could end there.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.facts.can_end()
    }

    /// Returns the names of the productions that are open there as a list, the outermost first.
    #[must_use]
    pub fn context_list(&self) -> String {
        self.facts().context_list()
    }

    /// Returns what was expected, what was found, and the offset, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        self.facts().summary()
    }

    /// Returns the error with its position in the document that the text comes from: see
    /// [`rfcbnf_engine::SyntaxError::in_document`].
    ///
    /// ```
    /// use rfcbnf::engine::Document;
    ///
    /// let grammar = rfcbnf::Grammar::from_abnf("port = 1*DIGIT\n")?;
    /// let error = grammar.parser("port")?.parse("8o").unwrap_err();
    /// let document = Document::named("ports", "http = 8o\n");
    /// let error = error.syntax().unwrap().clone().in_document(&document, 7);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "ports:1:9: not a valid port: expected DIGIT or end of text, found \"o\"",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_document(self, document: &Document<'_>, origin: impl Origin) -> DocumentError<Self> {
        DocumentError::new(self, document, &origin)
    }
}

impl PartialEq for SyntaxError {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.parser.0, &other.parser.0) && self.facts == other.facts
    }
}

impl Eq for SyntaxError {}

/// Writes one line; the alternate form, `{:#}`, adds the line of the text with a mark, and what is open.
impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.facts(), formatter)
    }
}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.facts(), formatter)
    }
}

impl std::error::Error for SyntaxError {}

impl ErrorOffset for SyntaxError {
    fn error_offset(&self) -> usize {
        self.offset()
    }
}

impl TextError for SyntaxError {
    fn error_text(&self) -> &[u8] {
        self.text()
    }

    fn error_span(&self) -> Range<usize> {
        self.span()
    }

    fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts().write_line(out)
    }

    fn reason(&self) -> String {
        self.facts().reason()
    }

    fn context_names(&self) -> String {
        self.context_list()
    }

    fn secrets(&self) -> Vec<Range<usize>> {
        self.facts().secrets()
    }
}

/// What can follow a text that begins a text of the production. [`Parser::next`] returns it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next(SyntaxError);

impl Next {
    /// Returns whether the text is valid as it is.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.0.can_end()
    }

    /// Returns the octets that can follow.
    #[must_use]
    pub fn octets(&self) -> CharacterSet {
        self.0.next()
    }

    /// Returns the characters that can follow, in ascending order; `None` if some are above ASCII and the grammar is one
    /// of octets, or if finding them takes too much.
    #[must_use]
    pub fn characters(&self) -> Option<Vec<RangeInclusive<char>>> {
        self.0.facts().next_characters()
    }

    /// Returns what can follow, in few names.
    #[must_use]
    pub fn expected(&self) -> Vec<Expected<Rule<'_>>> {
        self.0.expected()
    }

    /// Returns the names of what can follow as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        self.0.expected_list()
    }

    /// Returns the names of the productions that are open as a list, the outermost first.
    #[must_use]
    pub fn context_list(&self) -> String {
        self.0.context_list()
    }
}

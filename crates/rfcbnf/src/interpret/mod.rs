//! Parsers for a grammar that is read at run time.
//!
//! ```
//! use rfcbnf::engine;
//! use rfcbnf::interpret::Interpreter;
//!
//! let grammar = rfcbnf::read("pair = key \"=\" key\nkey = 1*( \"a\" | \"b\" )\n")?;
//! let interpreter = Interpreter::new(&grammar)?;
//! let pair = interpreter.find("pair").unwrap();
//! assert!(engine::is_valid(pair, "a=bb"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Interpreter`] runs the plan of a grammar by the combinators of which generated bodies consist. So
//! an interpreted production gives the same verdicts, trees and traces as a generated one. Its errors come
//! from the same automaton, whose states are made when texts first reach them.
//!
//! Verdicts, and the matches of productions about whose inside nothing is asked, come from the automata
//! that the plan was made with, unless one is too large. Generated parsers have tables for that.
//!
//! Invariant: the program and the generated code follow the same decisions of the
//! [`Plan`].

mod run;

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use rfcbnf_engine::{
    CharacterProduction, CharacterTable, Collector, Parse, Production, ProductionId, SyntaxError,
    TreeText, spans,
};
use thiserror::Error;

use crate::automaton::AutomatonError;
use crate::by_address::{ByAddress, rule_by_address};
use crate::errors::{Facts, LazyErrors};
use crate::obstacles::Obstacle;
use crate::plan::Plan;
use crate::program::{Program, ProgramError};
use crate::syntax::Grammar;

/// The reason why a grammar cannot be interpreted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InterpretError {
    /// The grammar has no plan.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    /// Something keeps a program from deciding about the texts of a production.
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
    /// A production has no program.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

/// The parsers of a grammar.
///
/// ```
/// use rfcbnf::engine::parse;
/// use rfcbnf::interpret::Interpreter;
///
/// let grammar = rfcbnf::read("list = item *[ \",\" item ]\nitem = \"a\" | \"b\"\n")?;
/// let interpreter = Interpreter::new(&grammar)?;
/// let list = interpreter.find("list").unwrap();
/// let error = parse(list, "a,").unwrap_err();
/// assert_eq!(error.summary(), "expected \"a\" or \"b\", found the end of the text at offset 2");
/// assert_eq!(parse(list, "a,b").unwrap().to_string(), "\
/// list 0..3 \"a,b\"
///   item 0..1 \"a\"
///   item 2..3 \"b\"
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Productions, trees and errors borrow the interpreter. A program with one grammar keeps it in a static, so that `?`
/// can return its errors as `Box<dyn Error>`:
///
/// ```
/// use std::error::Error;
/// use std::sync::LazyLock;
///
/// use rfcbnf::engine::parse;
/// use rfcbnf::interpret::Interpreter;
///
/// static PORTS: LazyLock<Interpreter> = LazyLock::new(|| {
///     let grammar = rfcbnf::read("port = 1*( \"1\" | \"2\" )\n").expect("it can be read");
///     Interpreter::new(&grammar).expect("it can be interpreted")
/// });
///
/// fn digits(text: &str) -> Result<usize, Box<dyn Error>> {
///     let port = PORTS.find("port").ok_or("no such production")?;
///     Ok(parse(port, text)?.octets().len())
/// }
///
/// assert_eq!(digits("12")?, 2);
/// let message = "not a valid port: expected \"1\", \"2\" or end of text, found \"x\" at offset 1";
/// assert_eq!(digits("1x").unwrap_err().to_string(), message);
/// # Ok::<(), Box<dyn Error>>(())
/// ```
pub struct Interpreter {
    program: Program,
    by_name: HashMap<String, ProductionId>,
    /// Sorted for errors.
    characters: Vec<CharacterProduction>,
    errors: LazyErrors,
    derives_text: bool,
}

impl Interpreter {
    /// Plans and compiles the grammar. Its trees have a node for each production.
    ///
    /// # Errors
    ///
    /// Returns [`InterpretError`] if a production has an obstacle, or if the grammar is too large,
    /// or has no plan or no program.
    /// [`Grammar::without_obstacles`] and [`Grammar::part`] return the productions that have none.
    pub fn new(grammar: &Grammar) -> Result<Self, InterpretError> {
        Self::with_characters(grammar, |_| false)
    }

    /// Does the same for a grammar some of whose productions derive single characters, as
    /// `is_character` says. Trees leave these out, unless [`Detail::Characters`](rfcbnf_engine::Detail) is
    /// asked for, and errors name characters by them.
    ///
    /// ```
    /// use rfcbnf::interpret::Interpreter;
    ///
    /// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
    /// let interpreter = Interpreter::with_characters(&grammar, |name| name == "digit")?;
    /// let port = interpreter.find("port").unwrap();
    /// assert_eq!(rfcbnf_engine::parse(port, "10").unwrap().to_string(), "port 0..2 \"10\"\n");
    /// let error = rfcbnf_engine::parse(port, "x").unwrap_err();
    /// assert_eq!(error.summary(), "expected digit, found \"x\" at offset 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`Grammar::character_productions`] finds them in a grammar, as the command does.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub fn with_characters(
        grammar: &Grammar,
        is_character: impl Fn(&str) -> bool,
    ) -> Result<Self, InterpretError> {
        let obstacles = grammar.obstacles();
        let length = || {
            let mut productions = grammar.productions.iter();
            productions.find_map(|one| obstacles.length(&one.name))
        };
        if let Some(obstacle) = obstacles.causes().next().or_else(length) {
            return Err(obstacle.into());
        }
        let plan = Plan::new(grammar)?;
        let any_case = grammar.used_in_any_case();
        let program = Program::new(&plan, &Plan::new(&any_case)?, &is_character)?;
        let names = (0..).zip(&grammar.productions);
        let by_name =
            names.map(|(number, production)| (production.name.clone(), ProductionId::new(number)));
        let characters = program.character_productions();
        Ok(Self {
            by_name: by_name.collect(),
            errors: LazyErrors::new(grammar, Facts::of(&program)),
            characters,
            program,
            derives_text: grammar.derives_text(),
        })
    }

    /// Returns the production of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Rule<'_>> {
        let id = self.by_name.get(name).copied()?;
        Some(Rule::of(ByAddress(self), id))
    }

    /// Returns the productions that derive single characters. Errors name characters by them.
    #[must_use]
    pub fn character_productions(&self) -> &[CharacterProduction] {
        &self.characters
    }

    /// Returns the productions, in the order of the file.
    #[must_use]
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'_>> {
        let productions = self.program.productions();
        productions.map(|production| Rule::of(ByAddress(self), production.id))
    }
}

impl fmt::Debug for Interpreter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.program.productions().map(|one| &one.name);
        formatter.write_str("Interpreter ")?;
        formatter.debug_list().entries(names).finish()
    }
}

/// A production of an [`Interpreter`]. Those of one interpreter can be keys of a map:
///
/// ```
/// use std::collections::HashMap;
///
/// use rfcbnf::interpret::Interpreter;
/// use rfcbnf_engine::parse;
///
/// let grammar = rfcbnf::read("list = item *[ \",\" item ]\nitem = \"a\" | \"b\"\n")?;
/// let interpreter = Interpreter::new(&grammar)?;
/// let mut counts = HashMap::new();
/// for node in parse(interpreter.find("list").unwrap(), "a,b").unwrap().iter() {
///     *counts.entry(node.rule()).or_insert(0) += 1;
/// }
/// assert_eq!(counts[&interpreter.find("item").unwrap()], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Nodes of its trees are octets; those of [`Rule::of_text`] are `&str`.
pub struct Rule<'i, T: ?Sized = [u8]> {
    interpreter: ByAddress<'i, Interpreter>,
    id: ProductionId,
    text: PhantomData<fn() -> &'i T>,
}

rule_by_address!(Rule, interpreter);

impl<'i, T: ?Sized> Rule<'i, T> {
    pub(crate) fn of(interpreter: ByAddress<'i, Interpreter>, id: ProductionId) -> Self {
        Self {
            interpreter,
            id,
            text: PhantomData,
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'i str {
        &self.interpreter.0.program.exact(self.id).name
    }
}

impl<'i> Rule<'i> {
    /// Returns the production with trees whose nodes are `&str`; `None` if some production of the grammar
    /// derives octets that are no text.
    ///
    /// ```
    /// use rfcbnf::engine::parse;
    /// use rfcbnf::interpret::Interpreter;
    ///
    /// let grammar = rfcbnf::read("pair = key \"=\" key\nkey = 1*( \"a\" | \"b\" )\n")?;
    /// let interpreter = Interpreter::new(&grammar)?;
    /// let pair = interpreter.find("pair").and_then(|rule| rule.of_text()).unwrap();
    /// let tree = parse(pair, "a=bb").unwrap();
    /// let keys: Vec<&str> = tree.root().children().map(|key| key.text()).collect();
    /// assert_eq!(keys, ["a", "bb"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_text(self) -> Option<Rule<'i, str>> {
        let derives_text = self.interpreter.0.derives_text;
        derives_text.then(|| Rule::of(self.interpreter, self.id))
    }
}

impl<'i, T: TreeText + ?Sized> Production for Rule<'i, T> {
    type Grammar = ByAddress<'i, Interpreter>;
    type Text = T;

    fn from_id(interpreter: ByAddress<'i, Interpreter>, id: ProductionId) -> Self {
        Self::of(interpreter, id)
    }

    fn grammar(self) -> ByAddress<'i, Interpreter> {
        self.interpreter
    }

    fn id(self) -> ProductionId {
        self.id
    }

    fn is_character(self) -> bool {
        self.interpreter
            .0
            .program
            .exact(self.id)
            .character
            .is_some()
    }

    fn character_productions<'g>(
        interpreter: &'g ByAddress<'i, Interpreter>,
    ) -> &'g [CharacterProduction] {
        &interpreter.0.characters
    }

    fn is_of_characters(interpreter: &ByAddress<'i, Interpreter>) -> bool {
        interpreter.0.errors.is_of_characters()
    }

    fn viable_prefix(self, text: &[u8]) -> Option<usize> {
        Some(self.error(text).offset())
    }

    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        self.interpreter.0.errors.characters_after(self.id, prefix)
    }
}

impl<'i, T: TreeText + ?Sized> Parse for Rule<'i, T> {
    fn read<C: Collector>(self, collector: &mut C, at: usize) -> Option<usize> {
        let program = &self.interpreter.0.program;
        run::definition(program, program.exact(self.id), collector, at)
    }

    fn error(self, text: &[u8]) -> SyntaxError<Self> {
        let error = self.interpreter.0.errors.error(self, text);
        error.unwrap_or_else(|| self.body_error(text))
    }

    fn character_table<'g>(
        interpreter: &'g ByAddress<'i, Interpreter>,
        production: ProductionId,
    ) -> Option<&'g CharacterTable> {
        interpreter.0.program.character_tables().get(production)
    }

    fn derives(self, text: &[u8]) -> bool {
        let program = &self.interpreter.0.program;
        match &program.exact(self.id).dfa {
            Some(dfa) => dfa.derives(text),
            None => spans::derives(text, |verdict, at| self.read(verdict, at)),
        }
    }
}

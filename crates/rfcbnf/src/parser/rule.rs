//! A production of a parser, as results of the engine name it.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use rfcbnf_engine::recognizer::{ParseError, Undecided};
use rfcbnf_engine::trace::Trace;
use rfcbnf_engine::{
    AsInput, CharacterProduction, Detail, NodeEvent, Origin as _, Production, ProductionId, Runs,
    SyntaxError, Tree, TreeText,
};

use super::{Machine, Prepared};
use crate::by_address::{ByAddress, rule_by_address};
use crate::{interpret, recognizer};

/// A production of a [`Parser`](super::Parser). Its functions return errors that borrow the parser, as the engine's do.
///
/// Nodes of its trees are octets; those of [`Rule::of_text`] are `&str`. Rules of one parser can be keys of a map.
pub struct Rule<'p, T: ?Sized = [u8]> {
    pub(super) parser: ByAddress<'p, Prepared>,
    pub(super) id: ProductionId,
    text: PhantomData<fn() -> &'p T>,
}

rule_by_address!(Rule, parser);

/// The production as its machine knows it.
pub(super) enum Asked<'p, T: ?Sized> {
    Combinators(interpret::Rule<'p, T>),
    Network(recognizer::Rule<'p, T>),
}

impl<'p, T: ?Sized> Rule<'p, T> {
    pub(super) fn of(parser: ByAddress<'p, Prepared>, id: ProductionId) -> Self {
        Self {
            parser,
            id,
            text: PhantomData,
        }
    }

    pub(super) fn asked(self) -> Asked<'p, T> {
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
        // A line can be folded within a character, so that the text as it was is no `str`.
        let conventions = self.parser.0.grammar.conventions;
        let is_text = !conventions.change_texts()
            && match self.asked() {
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
        let read = self.read(text);
        let text = read.as_ref().map_or(text, |(text, _)| text);
        match self.asked() {
            Asked::Combinators(rule) => Ok(rfcbnf_engine::is_valid(rule, text)),
            Asked::Network(rule) => rule.is_valid(text),
        }
    }

    /// Parses the text, without productions for single characters in the tree.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known.
    pub fn parse<I: AsInput + ?Sized>(
        self,
        text: &I,
    ) -> Result<Tree<'_, Self>, ParseError<SyntaxError<Self>>> {
        self.parse_in_detail(text, Detail::Rules)
    }

    /// Parses the text, with or without productions for single characters in the tree.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known.
    pub fn parse_in_detail<I: AsInput + ?Sized>(
        self,
        text: &I,
        detail: Detail,
    ) -> Result<Tree<'_, Self>, ParseError<SyntaxError<Self>>> {
        let (Some((read, origin)), Some(whole)) = (self.read(text.as_input()), T::of(text)) else {
            return self.parse_as_it_is(text, detail);
        };
        match self.parse_as_it_is(&*read, detail) {
            Ok(tree) => Ok(tree.within(whole, &origin)),
            Err(error) => Err(error.map(|error| error.within(text.as_input(), &origin))),
        }
    }

    /// Parses a text that is what the grammar is about.
    fn parse_as_it_is<I: AsInput + ?Sized>(
        self,
        text: &I,
        detail: Detail,
    ) -> Result<Tree<'_, Self>, ParseError<SyntaxError<Self>>> {
        match self.asked() {
            Asked::Combinators(rule) => {
                let tree = rfcbnf_engine::parse_in_detail(rule, text, detail);
                tree.map(|tree| tree.with_grammar(self.parser))
                    .map_err(|error| ParseError::Syntax(self.of_same(error)))
            }
            Asked::Network(rule) => match rule.check(text, detail)? {
                Ok(tree) => Ok(tree.with_grammar(self.parser)),
                Err(error) => Err(ParseError::Syntax(self.of_same(error))),
            },
        }
    }

    /// Parses the text, and calls `visitor` for the start and the end of each node that the tree of [`Self::parse`] has:
    /// without a tree. [`Parser::visit`](super::Parser::visit) has an example.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known.
    pub fn visit<I: AsInput + ?Sized>(
        self,
        text: &I,
        mut visitor: impl FnMut(NodeEvent<Self>),
    ) -> Result<(), ParseError<SyntaxError<Self>>> {
        if self.parser.0.grammar.conventions.change_texts() {
            self.parse(text)?.visit(visitor);
            return Ok(());
        }
        let named = |id| Self::of(self.parser, id);
        match self.asked() {
            Asked::Combinators(rule) => {
                let visited = rfcbnf_engine::visit(rule, text, |event| {
                    visitor(event.map(|rule| named(rule.id())));
                });
                visited.map_err(|error| ParseError::Syntax(self.of_same(error)))
            }
            Asked::Network(rule) => {
                let visited = rule.visit(text, |event| {
                    visitor(event.map(|rule| named(rule.id())));
                })?;
                visited.map_err(|error| ParseError::Syntax(self.of_same(error)))
            }
        }
    }

    /// Decides about the text without its tree.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the production does not derive the text, or if that is not known.
    pub fn check(self, text: &[u8]) -> Result<(), ParseError<SyntaxError<Self>>> {
        if let Some((read, origin)) = self.read(text) {
            let checked = self.check_as_it_is(&read);
            return checked.map_err(|error| error.map(|error| error.within(text, &origin)));
        }
        self.check_as_it_is(text)
    }

    /// Decides about a text that is what the grammar is about.
    fn check_as_it_is(self, text: &[u8]) -> Result<(), ParseError<SyntaxError<Self>>> {
        match self.asked() {
            Asked::Combinators(rule) => {
                let error = rfcbnf_engine::diagnose(rule, text);
                if error.offset() == text.len() && error.can_end() {
                    return Ok(());
                }
                Err(ParseError::Syntax(self.of_same(error)))
            }
            Asked::Network(rule) => {
                let verdict = rule.verdict(text)?;
                verdict.map_err(|error| ParseError::Syntax(self.of_same(error)))
            }
        }
    }

    /// Returns the longest viable prefix of the text, and what can follow it: the error of an invalid text, and of a
    /// valid one what can follow it.
    ///
    /// # Errors
    ///
    /// Returns [`Undecided`] if that is not known.
    pub fn diagnose(self, text: &[u8]) -> Result<SyntaxError<Self>, Undecided> {
        let read = self.read(text);
        let as_read = read.as_ref().map_or(text, |(read, _)| read);
        let error = match self.asked() {
            Asked::Combinators(rule) => self.of_same(rfcbnf_engine::diagnose(rule, as_read)),
            Asked::Network(rule) => self.of_same(rule.diagnose(as_read)?),
        };
        Ok(match &read {
            Some((_, origin)) => error.within(text, origin),
            None => error,
        })
    }

    /// Returns the text that the grammar is about, if it is another one.
    fn read(self, text: &[u8]) -> Option<(Vec<u8>, Runs)> {
        self.parser.0.grammar.conventions.read(text)
    }

    /// Returns the steps of a parser of the production over the text as it is, whatever the conventions of the grammar say.
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
    pub(super) fn of_same<P: Production>(self, error: SyntaxError<P>) -> SyntaxError<Self> {
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
        let read = self.read(text);
        let as_read = read.as_ref().map_or(text, |(read, _)| read);
        let length = match self.asked() {
            Asked::Combinators(rule) => rule.viable_prefix(as_read),
            Asked::Network(rule) => rule.viable_prefix(as_read),
        }?;
        Some(match &read {
            Some((_, origin)) => origin.document_span(length..length).start,
            None => length,
        })
    }

    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        let read = self.read(prefix);
        let prefix = read.as_ref().map_or(prefix, |(read, _)| read);
        match self.asked() {
            Asked::Combinators(rule) => rule.characters_after(prefix),
            Asked::Network(rule) => rule.characters_after(prefix),
        }
    }
}

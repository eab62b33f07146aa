//! A production as results of the engine name it.

use std::marker::PhantomData;
use std::ops::RangeInclusive;

use rfcbnf_engine::recognizer::DefinitionId;
use rfcbnf_engine::{CharacterProduction, CharacterSet, Production, ProductionId, TreeText};

use super::Recognizer;
use crate::by_address::{ByAddress, rule_by_address};
use crate::resolved::ResolvedGrammar;
use crate::syntax::{GivenLength, Grammar};

/// What a [`Rule`] knows besides the network.
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) grammar: Grammar,
    start: ProductionId,
    is_character: Vec<bool>,
    derives_text: bool,
    /// Sorted for errors.
    characters: Vec<CharacterProduction>,
}

impl Facts {
    pub(super) fn new(
        grammar: Grammar,
        production: &str,
        of_unknown: usize,
        is_character: impl Fn(&str) -> bool,
    ) -> Self {
        let productions = grammar.productions.iter().enumerate();
        // Trees show a production with a length, because it says why a text is undecided.
        let is_character = productions.map(|(index, one)| {
            index >= of_unknown || is_character(&one.name) && one.length.is_none()
        });
        let is_character: Vec<bool> = is_character.collect();
        let resolved = ResolvedGrammar::new(&grammar);
        let numbered = (0..).zip(resolved.productions()).zip(&is_character);
        let characters = numbered
            .filter(|(_, is_character)| **is_character)
            .map(|((number, one), _)| {
                let first = resolved.properties(one.body()).first().exact();
                let first: CharacterSet = first.iter().map(char::from).collect();
                CharacterProduction::new(ProductionId::new(number), first)
            })
            .collect();
        let mut numbers = (0..).zip(&grammar.productions);
        let start = numbers.find(|(_, one)| one.name == production);
        let start = ProductionId::new(start.map_or(0, |(number, _)| number));
        Self {
            derives_text: grammar.derives_text(),
            grammar,
            start,
            is_character,
            characters,
        }
    }
}

impl Recognizer {
    /// Returns the production that was prepared.
    #[must_use]
    pub fn rule(&self) -> Rule<'_> {
        Rule::of(ByAddress(self), self.facts.start)
    }

    /// Returns the production of that name as trees name it.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Rule<'_>> {
        let mut numbers = (0..).zip(&self.facts.grammar.productions);
        let (number, _) = numbers.find(|(_, one)| one.name == name)?;
        Some(Rule::of(ByAddress(self), ProductionId::new(number)))
    }
}

/// A production of a [`Recognizer`].
///
/// It is no parser, because a recognizer can give up: its own functions return a value for that.
///
/// ```
/// use rfcbnf::recognizer::Recognizer;
///
/// let grammar = rfcbnf::read("s = s s | \"a\"\n")?;
/// let recognizer = Recognizer::new(&grammar, "s")?;
/// assert!(recognizer.rule().verdict(b"aaa")?.is_ok());
/// assert!(recognizer.rule().verdict(&[b'a'; 1_000]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Nodes of its trees are octets; those of [`Rule::of_text`] are `&str`.
pub struct Rule<'r, T: ?Sized = [u8]> {
    recognizer: ByAddress<'r, Recognizer>,
    id: ProductionId,
    text: PhantomData<fn() -> &'r T>,
}

rule_by_address!(Rule, recognizer);

impl<'r, T: ?Sized> Rule<'r, T> {
    pub(super) fn of(recognizer: ByAddress<'r, Recognizer>, id: ProductionId) -> Self {
        Self {
            recognizer,
            id,
            text: PhantomData,
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'r str {
        &self.recognizer().facts.grammar.productions[self.id.index()].name
    }

    /// Returns what another part of the text says about its length.
    pub(super) fn length(self) -> Option<&'r GivenLength> {
        let productions = &self.recognizer().facts.grammar.productions;
        productions[self.id.index()].length.as_ref()
    }

    /// Returns the unknown production whose characters this one derives.
    pub(super) fn of_unknown(self) -> Option<Self> {
        let Recognizer {
            known, characters, ..
        } = self.recognizer();
        let index = self.id.index().checked_sub(*characters)?;
        let id = ProductionId::new(u16::try_from(known + index).ok()?);
        Some(Self::of(self.recognizer, id))
    }

    /// Returns its definition in the networks.
    pub(super) fn definition(self) -> DefinitionId {
        DefinitionId::try_from(self.id.index()).unwrap_or(DefinitionId::MAX)
    }

    pub(super) fn recognizer(self) -> &'r Recognizer {
        self.recognizer.0
    }
}

impl<'r> Rule<'r> {
    /// Returns the production with trees whose nodes are `&str`; `None` if some production of the grammar
    /// derives octets that are no text, or is not known.
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    /// use rfcbnf_engine::Detail;
    ///
    /// let grammar = rfcbnf::read("list = \"(\" *item \")\"\nitem = \"a\" | list\n")?;
    /// let recognizer = Recognizer::new(&grammar, "list")?;
    /// let tree = recognizer.rule().of_text().unwrap().check("(a(a))", Detail::Rules)?.unwrap();
    /// let items: Vec<&str> = tree.root().children().map(|item| item.text()).collect();
    /// assert_eq!(items, ["a", "(a)"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_text(self) -> Option<Rule<'r, str>> {
        let recognizer = self.recognizer();
        let derives_text = recognizer.facts.derives_text && recognizer.certain.is_none();
        derives_text.then(|| Rule::of(self.recognizer, self.id))
    }
}

impl<'r, T: TreeText + ?Sized> Production for Rule<'r, T> {
    type Grammar = ByAddress<'r, Recognizer>;
    type Text = T;

    fn from_id(recognizer: ByAddress<'r, Recognizer>, id: ProductionId) -> Self {
        Self::of(recognizer, id)
    }

    fn grammar(self) -> ByAddress<'r, Recognizer> {
        self.recognizer
    }

    fn id(self) -> ProductionId {
        self.id
    }

    fn is_character(self) -> bool {
        self.recognizer.0.facts.is_character[self.id.index()]
    }

    fn character_productions<'g>(
        recognizer: &'g ByAddress<'r, Recognizer>,
    ) -> &'g [CharacterProduction] {
        &recognizer.0.facts.characters
    }

    fn is_of_characters(recognizer: &ByAddress<'r, Recognizer>) -> bool {
        recognizer.0.possible.network.is_of_characters()
    }

    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        let definition = self.definition();
        let Recognizer {
            shortest, possible, ..
        } = self.recognizer.0;
        let reading = shortest.as_ref().unwrap_or(possible);
        reading.with(|network, cache| network.characters_after(cache, definition, prefix))
    }
}

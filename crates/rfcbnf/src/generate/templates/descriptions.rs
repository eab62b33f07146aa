//! The description of each production, and what [`Rule`] tells of it.

use %alloc%::borrow::ToOwned as _;
use %alloc%::string::String;
%if recursive%
use %alloc%::sync::Arc;
%end%
%if utf8%
use %alloc%::vec::Vec;
%end%
use core::error::Error;
use core::fmt;
%if utf8%
use core::ops::RangeInclusive;
%end%
use core::str::FromStr;

%if recursive%
use rfcbnf_engine::recognizer::{Cache, Network, Recognize};
%end%
use rfcbnf_engine::spelling::nearest;
use rfcbnf_engine::{
    CharacterProduction, CharacterSet, Description, Production, ProductionId, Reading,
};

%if recursive%
use super::network;
%else%
use super::errors;
%end%
use super::rule::Rule;

impl Rule {
    /// Returns the name that the grammar gives the production.
    ///
    /// ```
    /// assert_eq!(%crate%::Rule::%named-variant%.name(), %named-name%);
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.get(self as usize)
    }

    /// Returns the production as the grammar prints it.
    ///
    /// ```
    /// assert_eq!(%crate%::Rule::%short-variant%.production(), %short-production%);
    /// ```
    #[must_use]
    pub fn production(self) -> &'static str {
        PRODUCTIONS.get(self as usize)
    }

    /// Returns the heading of the grammar above the production.
    #[must_use]
    pub fn heading(self) -> &'static str {
        self.description().heading
    }

    /// Returns the section of the document whose prose explains the production.
    #[must_use]
    pub fn section(self) -> &'static str {
        SECTIONS.get(self as usize)
    }

    /// Returns the comments of the grammar on the production.
    #[must_use]
    pub fn comments(self) -> &'static [&'static str] {
        self.description().comments
    }

    /// Returns the readings that apply to the production: decisions by the prose of the document.
    #[must_use]
    pub fn readings(self) -> &'static [&'static Reading] {
        self.description().readings
    }

    /// Returns the productions that its body names, in the order of their first mention.
    #[must_use]
    pub fn uses(self) -> &'static [Self] {
        USES[self as usize]
    }

    /// Returns an iterator over the productions whose bodies name this one, in the order of the
    /// grammar.
    ///
    /// ```
    /// use %crate%::Rule;
    ///
    /// let users: Vec<Rule> = Rule::%used-variant%.users().collect();
    /// assert_eq!(users, [%users%]);
    /// ```
    pub fn users(self) -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(move |rule| rule.uses().contains(&self))
    }

    /// Returns whether it is a production for a single character, encoded or not. The default tree
    /// leaves these out.
    #[must_use]
    pub fn is_character(self) -> bool {
        IS_CHARACTER[self as usize]
    }

    /// Returns the characters that its matches can begin with: its FIRST set.
    ///
    /// ```
    /// assert_eq!(%crate%::Rule::%first-variant%.first().to_string(), %first%);
    /// ```
    #[must_use]
    pub fn first(self) -> CharacterSet {
        FIRST[self as usize]
    }

    /// Returns a text that it derives.
    #[must_use]
    pub fn example(self) -> &'static %text% {
%if octets%
        EXAMPLES[self as usize]
%else%
        EXAMPLES.get(self as usize)
%end%
    }

    fn description(self) -> &'static Description<Self> {
        &DESCRIPTIONS[self as usize]
    }
}

// Tables of one field each: a program that asks for one need not hold the others.
rfcbnf_engine::texts!(NAMES, DESCRIPTIONS, name);
rfcbnf_engine::texts!(PRODUCTIONS, DESCRIPTIONS, production);
rfcbnf_engine::texts!(SECTIONS, DESCRIPTIONS, section);
%if octets%
static EXAMPLES: [&[u8]; Rule::ALL.len()] = Description::examples(&DESCRIPTIONS);
%else%
rfcbnf_engine::texts!(EXAMPLES, DESCRIPTIONS, example);
%end%
static USES: [&[Rule]; Rule::ALL.len()] = Description::uses(&DESCRIPTIONS);
static FIRST: [CharacterSet; Rule::ALL.len()] = Description::first_sets(&DESCRIPTIONS);
static IS_CHARACTER: [bool; Rule::ALL.len()] = Description::characters(&DESCRIPTIONS);

/// The character productions, as errors need them.
static CHARACTERS: [CharacterProduction; CharacterProduction::count(&DESCRIPTIONS)] =
    CharacterProduction::all(&DESCRIPTIONS);

/// How the engine names a production.
impl Production for Rule {
    type Grammar = ();
    type Text = %text%;

    #[inline]
    fn from_id((): (), id: ProductionId) -> Self {
        Self::from(id)
    }

    #[inline]
    fn grammar(self) {}

    #[inline]
    fn id(self) -> ProductionId {
        Self::id(self)
    }

    fn is_character(self) -> bool {
        Self::is_character(self)
    }

    fn definition(self) -> Option<String> {
        Some(self.production().to_owned())
    }

    fn character_productions((): &()) -> &[CharacterProduction] {
        &CHARACTERS
    }

    fn viable_prefix(self, text: &[u8]) -> Option<usize> {
%if recursive%
        rfcbnf_engine::recognizer::viable_prefix(self, text)
%else%
        Some(errors::viable_prefix(self, text))
%end%
    }
%if notes%

    fn notes() -> &'static [rfcbnf_engine::Note] {
        &super::notes::NOTES
    }
%end%
%if utf8%

    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
%if recursive%
        rfcbnf_engine::recognizer::characters_after(self, prefix)
%else%
        errors::characters_after(self, prefix)
%end%
    }
%end%
}

%if recursive%
/// How the engine reads a text.
impl Recognize for Rule {
    fn with_network<T>(self, run: impl FnOnce(&Arc<Network>, &mut Cache) -> T) -> T {
        network::with_network(run)
    }
}

%end%
/// Writes the name that the grammar gives the production.
impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Parses the name that the grammar gives the production, in its exact case.
impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        let found = Self::ALL.into_iter().find(|rule| rule.name() == name);
        found.ok_or_else(|| UnknownRule {
            name: name.to_owned(),
        })
    }
}

/// The error for a name that no production has.
///
/// ```
/// let error = %unknown%.parse::<%crate%::Rule>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"%title% has no production %unknown%; did you mean %meant%?"#
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRule {
    name: String,
}

impl UnknownRule {
    /// Returns the name that was looked up.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the production that the caller may have meant: the one whose name differs only in
    /// case, or else the first whose name differs by one character (inserted, deleted or replaced)
    /// or by two swapped neighbours.
    ///
    /// ```
    /// use %crate%::Rule;
    ///
    /// let error = %unknown%.parse::<Rule>().unwrap_err();
    /// assert_eq!(error.nearest(), Some(Rule::%meant-variant%));
    /// ```
    #[must_use]
    pub fn nearest(&self) -> Option<Rule> {
        let names = Rule::ALL.iter().map(|rule| rule.name());
        nearest(&self.name, names).map(|index| Rule::ALL[index])
    }
}

/// Writes the name that was looked up, and the nearest one.
impl fmt::Display for UnknownRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "%title% has no production {:?}", self.name)?;
        match self.nearest() {
            Some(rule) => write!(formatter, "; did you mean {rule}?"),
            None => Ok(()),
        }
    }
}

impl Error for UnknownRule {}

%descriptions%
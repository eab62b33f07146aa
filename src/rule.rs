//! The methods of [`Rule`], which look up the generated table.

use std::fmt;
use std::str::FromStr;

use nom::IResult;
use nom::error::ParseError;
use rfcbnf_engine::CharacterSet;
use rfcbnf_engine::{Production, ProductionId, Text};
use thiserror::Error;

use crate::description::{Description, Reading};
use crate::rules::descriptions::DESCRIPTIONS;
use crate::rules::{Rule, parse_prefix};
use crate::spelling::is_near;

impl Rule {
    /// Returns the name that the RFC gives the production.
    ///
    /// ```
    /// assert_eq!(rfc1738::Rule::GopherString.name(), "gopher+_string");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// Returns the production as the RFC prints it.
    ///
    /// ```
    /// assert_eq!(rfc1738::Rule::Port.production(), "port           = digits");
    /// ```
    #[must_use]
    pub fn production(self) -> &'static str {
        self.description().production
    }

    /// Returns the heading of Section 5 above the production.
    #[must_use]
    pub fn heading(self) -> &'static str {
        self.description().heading
    }

    /// Returns the section of the RFC whose prose explains the production.
    #[must_use]
    pub fn section(self) -> &'static str {
        self.description().section
    }

    /// Returns the comments of the grammar on the production.
    #[must_use]
    pub fn comments(self) -> &'static [&'static str] {
        self.description().comments
    }

    /// Returns the readings that apply to the production.
    ///
    /// ```
    /// let readings = rfc1738::Rule::Otherurl.readings();
    /// assert_eq!(readings[0].id(), "new-schemes");
    /// ```
    #[must_use]
    pub fn readings(self) -> &'static [&'static Reading] {
        self.description().readings
    }

    /// Returns the productions that its body names, in the order of their first mention.
    #[must_use]
    pub fn uses(self) -> &'static [Self] {
        self.description().uses
    }

    /// Returns an iterator over the productions whose bodies name this one, in the order of the
    /// grammar.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// assert_eq!(Rule::Group.users().collect::<Vec<_>>(), [Rule::Grouppart, Rule::Nntpurl]);
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
        self.description().is_character
    }

    /// Returns the characters that its matches can begin with: its FIRST set.
    ///
    /// ```
    /// assert_eq!(rfc1738::Rule::Escape.first().to_string(), "%");
    /// ```
    #[must_use]
    pub fn first(self) -> CharacterSet {
        self.description().first
    }

    /// Returns a text that it derives.
    #[must_use]
    pub fn example(self) -> &'static str {
        self.description().example
    }

    fn description(self) -> &'static Description<Self> {
        &DESCRIPTIONS[self as usize]
    }
}

/// How the engine runs a production and names it.
impl Production for Rule {
    type Grammar = ();

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

    #[inline]
    fn parse_prefix<I: Text, E: ParseError<I>>(self, input: I) -> IResult<I, I, E> {
        parse_prefix(self, input)
    }
}

/// Writes the RFC's name.
impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// Parses the RFC's name, in its exact case.
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
/// let error = "httpURL".parse::<rfc1738::Rule>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"RFC 1738 has no production "httpURL"; did you mean httpurl?"#
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("RFC 1738 has no production {name:?}{}", self.suggestion())]
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
    /// use rfc1738::Rule;
    ///
    /// let nearest = |name: &str| name.parse::<Rule>().unwrap_err().nearest();
    /// assert_eq!(nearest("HostPort"), Some(Rule::Hostport));
    /// assert_eq!(nearest("hots"), Some(Rule::Host));
    /// assert_eq!(nearest("address"), None);
    /// ```
    #[must_use]
    pub fn nearest(&self) -> Option<Rule> {
        let same = |rule: &Rule| rule.name().eq_ignore_ascii_case(&self.name);
        let name = self.name.to_ascii_lowercase();
        let near = |rule: &Rule| is_near(&name, &rule.name().to_ascii_lowercase());
        let mut rules = Rule::ALL.into_iter();
        rules.clone().find(same).or_else(|| rules.find(near))
    }

    fn suggestion(&self) -> String {
        self.nearest()
            .map_or_else(String::new, |rule| format!("; did you mean {rule}?"))
    }
}

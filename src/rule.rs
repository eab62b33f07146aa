//! What is known of each production.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::description::{Description, Reading};
use crate::engine::CharacterSet;
use crate::rules::Rule;
use crate::rules::descriptions::DESCRIPTIONS;
use crate::spelling::is_near;

impl Rule {
    /// The name that the RFC gives the production.
    ///
    /// ```
    /// assert_eq!(rfc1738::Rule::GopherString.name(), "gopher+_string");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// The production as the RFC prints it.
    ///
    /// ```
    /// assert_eq!(rfc1738::Rule::Port.production(), "port           = digits");
    /// ```
    #[must_use]
    pub fn production(self) -> &'static str {
        self.description().production
    }

    /// The heading in Section 5 under which it stands.
    #[must_use]
    pub fn heading(self) -> &'static str {
        self.description().heading
    }

    /// The section of the RFC whose prose explains it.
    #[must_use]
    pub fn section(self) -> &'static str {
        self.description().section
    }

    /// The remarks that the grammar file makes on it.
    #[must_use]
    pub fn comments(self) -> &'static [&'static str] {
        self.description().comments
    }

    /// The readings that were applied to it.
    ///
    /// ```
    /// let readings = rfc1738::Rule::Otherurl.readings();
    /// assert_eq!(readings[0].id(), "new-schemes");
    /// ```
    #[must_use]
    pub fn readings(self) -> &'static [&'static Reading] {
        self.description().readings
    }

    /// The productions that its body names, in the order of their first mention.
    #[must_use]
    pub fn uses(self) -> &'static [Self] {
        self.description().uses
    }

    /// The productions whose bodies name it, in the order of the grammar file.
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

    /// Whether it is one of the productions for single characters, encoded ones included,
    /// which the default tree leaves out.
    #[must_use]
    pub fn is_character(self) -> bool {
        self.description().is_character
    }

    /// The characters that its texts begin with: its FIRST set.
    ///
    /// ```
    /// assert_eq!(rfc1738::Rule::Escape.first().to_string(), "%");
    /// ```
    #[must_use]
    pub fn first(self) -> CharacterSet {
        self.description().first
    }

    /// A text that it derives.
    #[must_use]
    pub fn example(self) -> &'static str {
        self.description().example
    }

    fn description(self) -> &'static Description<Self> {
        &DESCRIPTIONS[self as usize]
    }
}

/// The RFC's name.
impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The RFC's name, letter by letter.
impl FromStr for Rule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        let found = Self::ALL.into_iter().find(|rule| rule.name() == name);
        found.ok_or_else(|| UnknownRule {
            name: name.to_owned(),
        })
    }
}

/// No production has this name.
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
    /// The name that was asked for.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The production that was perhaps meant: one whose name is the same but for the case of
    /// letters, or else the first whose name differs by one character too many, too few or
    /// wrong, or by two that changed places.
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

//! The types of the generated table of productions.

use rfcbnf_engine::CharacterSet;

/// The entry of one production in the table.
///
/// The type of the production is a parameter, so that the table depends on these types and not the
/// other way round.
#[derive(Debug)]
pub(crate) struct Description<R: 'static> {
    pub(crate) name: &'static str,
    pub(crate) production: &'static str,
    pub(crate) heading: &'static str,
    pub(crate) section: &'static str,
    pub(crate) comments: &'static [&'static str],
    pub(crate) readings: &'static [&'static Reading],
    pub(crate) uses: &'static [R],
    pub(crate) is_character: bool,
    pub(crate) first: CharacterSet,
    pub(crate) example: &'static str,
}

/// A decision by the prose of the RFC, on a question that its grammar leaves open.
///
/// ```
/// let reading = rfc1738::Rule::Otherurl.readings()[0];
/// assert_eq!((reading.id(), reading.section()), ("new-schemes", "5"));
/// assert_eq!(reading.decision(), "Derives no URL whose scheme is one of the predefined ones.");
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Reading {
    pub(crate) id: &'static str,
    pub(crate) section: &'static str,
    pub(crate) decision: &'static str,
    pub(crate) why: &'static str,
}

impl Reading {
    /// Returns the name of the reading, such as `scheme-case`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the section of RFC 1738 that decides.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.section
    }

    /// Returns the decision of the section.
    #[must_use]
    pub fn decision(&self) -> &'static str {
        self.decision
    }

    /// Returns the reason for the decision.
    #[must_use]
    pub fn why(&self) -> &'static str {
        self.why
    }
}

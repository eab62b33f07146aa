//! How to read a file.

use super::transcription;
use crate::notation::ebnf;
use crate::syntax::Notation;

/// A literal of one production that has no quotation marks. RFC 1738 lost those of the slash in
/// `gopherurl`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BareLiteral {
    /// The name of the production.
    pub production: String,
    /// The text, which is a literal wherever a lexeme can begin. The reader ignores a text that is
    /// empty, begins with a space or is not printable ASCII.
    pub text: String,
}

/// Reads grammar files in a notation, and with readings.
///
/// ```
/// use rfcbnf::Reader;
/// use rfcbnf::syntax::Notation;
///
/// let document = Reader::default().read("digits = 1*digit\nsign = \"-\"\n");
/// assert_eq!(document.grammar.productions.len(), 2);
/// assert_eq!(document.errors.unwrap().errors().len(), 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Reader {
    /// The notation; `None` to find it out from the file.
    pub notation: Option<Notation>,
    /// The notation of files that show none, for example because of the name of the file; `None` to
    /// guess it. `/` is the sign of ABNF then, and a file without any sign is in RFC 822 style.
    pub expected: Option<Notation>,
    /// Texts without quotation marks that are literals. One that does not occur is not an error.
    pub bare_literals: Vec<BareLiteral>,
}

impl Reader {
    /// Returns which damage a file can have.
    pub(crate) fn damage_of(&self, source: &str) -> transcription::Kind {
        match self.other_kind(source) {
            Some(ebnf::Kind::Read(_)) => transcription::Kind::Ebnf,
            _ => transcription::Kind::OfRfcs,
        }
    }

    /// Returns the notation of a file that is of another kind than those of RFCs.
    pub(super) fn other_kind(&self, source: &str) -> Option<ebnf::Kind> {
        match self.notation {
            Some(notation) if notation.is_of_rfcs() => None,
            Some(notation) => Some(ebnf::Kind::Read(notation)),
            None => ebnf::kind(source),
        }
    }
}

/// Returns the texts that are literals in a production.
pub(crate) fn bare_in<'a>(name: &str, bare_literals: &'a [BareLiteral]) -> Vec<&'a str> {
    bare_literals
        .iter()
        .filter(|bare| bare.production == name)
        .map(|bare| bare.text.as_str())
        .filter(|text| text.starts_with(|first: char| first.is_ascii_graphic()))
        .filter(|text| text.chars().all(|character| matches!(character, ' '..='~')))
        .collect()
}

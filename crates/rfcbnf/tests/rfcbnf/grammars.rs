//! The grammar of RFC 1738, and grammars in files.

use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::{Grammar, Notation};
use rfcbnf::{GrammarDocument, Reader};

/// Returns the grammar of RFC 1738 with its readings.
pub(crate) fn rfc1738() -> Grammar {
    load(BNF, READINGS)
        .expect("the grammar of RFC 1738 has no errors")
        .0
}

/// Reads a grammar without errors.
pub(crate) fn read(bnf: &str) -> Grammar {
    rfcbnf::read(bnf).expect("the grammar has no errors")
}

/// Reads a text as ABNF.
pub(crate) fn read_abnf(source: &str) -> GrammarDocument {
    let reader = Reader {
        notation: Some(Notation::Abnf),
        ..Reader::default()
    };
    reader.read(source)
}

/// Returns two grammars that are not about URLs.
pub(crate) fn foreign() -> [Grammar; 2] {
    [
        read(include_str!("../grammars/dates.bnf")),
        read(include_str!("../grammars/phone.bnf")),
    ]
}

/// Returns the grammar of RFC 1738 and the foreign ones.
pub(crate) fn all() -> [Grammar; 3] {
    let [dates, phone] = foreign();
    [rfc1738(), dates, phone]
}

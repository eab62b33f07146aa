//! The files of the library.

use super::LibraryGrammar;
use crate::syntax::Notation;

/// The core rules, which RFC 5234, Appendix B.1, has from RFC 2234 and RFC 4234.
const CORE: &str = include_str!("../notation/core_rules.abnf");

/// Returns the grammar of a file of ABNF that needs no other one.
macro_rules! complete {
    ($name:literal) => {
        abnf(
            $name,
            include_str!(concat!("../../library/", $name, ".abnf")),
            None,
        )
    };
}

/// Returns the grammar of a file of ABNF with a file of imports.
macro_rules! importing {
    ($name:literal) => {
        abnf(
            $name,
            include_str!(concat!("../../library/", $name, ".abnf")),
            Some(include_str!(concat!(
                "../../library/",
                $name,
                ".imports.toml"
            ))),
        )
    };
}

/// Returns the grammar of a file with one of conventions beside it.
macro_rules! read_by {
    ($grammar:expr, $name:literal) => {
        LibraryGrammar {
            conventions: Some(include_str!(concat!(
                "../../library/",
                $name,
                ".conventions.toml"
            ))),
            ..$grammar
        }
    };
}

/// Returns the suspects of a grammar. A program that asks for none contains none.
pub(super) fn suspects(name: &str) -> Option<&'static str> {
    match name {
        "rfc3986" => Some(include_str!("../../library/rfc3986.suspects.toml")),
        "rfc5322" => Some(include_str!("../../library/rfc5322.suspects.toml")),
        "rfc8259" => Some(include_str!("../../library/rfc8259.suspects.toml")),
        "rfc9112" => Some(include_str!("../../library/rfc9112.suspects.toml")),
        _ => None,
    }
}

/// The grammar of URIs. A program that asks for it alone does not contain the others.
pub(super) const RFC3986: LibraryGrammar = complete!("rfc3986");

/// The grammars, in the order of their RFCs.
pub(super) const FILES: &[LibraryGrammar] = &[
    LibraryGrammar {
        name: "rfc1034",
        notation: Notation::Bnf,
        text: include_str!("../../library/rfc1034.bnf"),
        imports: None,
        conventions: None,
    },
    importing!("rfc2045"),
    abnf("rfc2234", CORE, None),
    complete!("rfc2822"),
    importing!("rfc3261"),
    complete!("rfc3339"),
    importing!("rfc3501"),
    complete!("rfc3629"),
    complete!("rfc3966"),
    RFC3986,
    importing!("rfc3987"),
    abnf("rfc4234", CORE, None),
    complete!("rfc4288"),
    complete!("rfc4512"),
    importing!("rfc4514"),
    importing!("rfc4515"),
    complete!("rfc4647"),
    read_by!(importing!("rfc5228"), "rfc5228"),
    abnf("rfc5234", CORE, None),
    importing!("rfc5321"),
    complete!("rfc5322"),
    complete!("rfc5424"),
    read_by!(importing!("rfc5545"), "rfc5545"),
    complete!("rfc5646"),
    importing!("rfc6265"),
    read_by!(importing!("rfc6350"), "rfc6350"),
    importing!("rfc6531"),
    complete!("rfc6570"),
    importing!("rfc7208"),
    importing!("rfc7230"),
    complete!("rfc8259"),
    importing!("rfc8288"),
    importing!("rfc9051"),
    importing!("rfc9110"),
    importing!("rfc9111"),
    importing!("rfc9112"),
    complete!("rfc9535"),
    importing!("rfc9651"),
];

const fn abnf(
    name: &'static str,
    text: &'static str,
    imports: Option<&'static str>,
) -> LibraryGrammar {
    LibraryGrammar {
        name,
        notation: Notation::Abnf,
        text,
        imports,
        conventions: None,
    }
}

//! What was meant by a file name where a text, a list of texts or a command was expected.

use std::ffi::OsStr;
use std::path::Path;

use rfcbnf_engine::escape::Printable;

/// The extensions of files that hold a grammar.
const GRAMMARS: [&str; 6] = ["abnf", "bnf", "ebnf", "g4", "peg", "pest"];

/// Returns whether the name ends as those of grammars do.
pub(crate) fn is_grammar(name: &OsStr) -> bool {
    let extension = Path::new(name).extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| GRAMMARS.contains(&extension))
}

/// Returns what to type for a file; `None` if there is none of that name.
pub(crate) fn meant(name: &OsStr) -> Option<String> {
    if !Path::new(name).is_file() {
        return None;
    }
    let file = Printable(name.as_encoded_bytes());
    Some(if is_grammar(name) {
        format!(
            "{file} is a file: `rfc1738 parse --grammar {file} TEXT` parses a text by it, `rfc1738 grammar check {file}` checks the grammar"
        )
    } else {
        format!(
            "{file} is a file: `rfc1738 parse --file {file}` parses what it holds, `rfc1738 check {file}` each of its lines"
        )
    })
}

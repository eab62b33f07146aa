//! `conformance run` with a grammar of characters.

use std::fs;

use super::{record, run_and_search};
use crate::command::file;

/// Names with the letters of Latin-1 and Latin Extended-A, without `×` and `÷`.
const GRAMMAR: &str = "name = 1*letter\nletter = %x61-7A / %xC0-D6 / %xD8-F6 / %xF8-17F\n";

/// A parser that also accepts `×` and `÷`.
const SIGNS: &str = r"LC_ALL=C sed -u -E -e 's/^([a-z]|\xc3[\x80-\xbf]|[\xc4\xc5][\x80-\xbf])+$/accept/' \
    -e t -e 's/.*/reject/'";

#[test]
fn causes_and_baselines_of_a_grammar_of_characters_have_characters() {
    let grammar = "conformance-characters.abnf";
    file(grammar, GRAMMAR.as_bytes());
    let json = record(&run_and_search(
        &format!("--grammar {grammar} --report json"),
        SIGNS,
        1,
    ));
    let causes = json["causes"].as_array().expect("a list");
    assert_eq!(causes.len(), 1, "{json}");
    assert_eq!(causes[0]["sentence"], "letter: accepts any of %xD7 %xF7");
    assert_eq!(causes[0]["learnt"]["regex"], r"^[a-z\u00c0-\u017f]$");
    assert_eq!(json["parser_alphabet"], "characters");

    let baseline = "conformance-characters.toml";
    let path = file(baseline, b"");
    let again = format!("--grammar {grammar} --baseline {baseline}");
    run_and_search(&format!("{again} --accept signs"), SIGNS, 0);
    let text = fs::read_to_string(path).expect("it is there");
    assert!(text.contains(r"'^[\u00d7\u00f7]$'"), "{text}");
    run_and_search(&again, SIGNS, 0);
}

//! Conventions of texts, compared with a reading of the texts by regular means.

use rfcbnf::conventions::Conventions;
use rfcbnf::{Grammar, library};

/// Returns the text without folds and with CRLF, by replacements one after the other.
fn unfolded(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    text.replace("\r\n ", "").replace("\r\n\t", "")
}

/// Whatever is read from the texts over a few octets, verdicts are those of the text as it is read, and each node has the octets
/// of its own part.
#[test]
fn short_texts_are_read_as_replacements_read_them() {
    let mut grammar =
        Grammar::from_abnf("s = *line\nline = *word CRLF\nword = 1*%x61\n").expect("ABNF");
    let plain = grammar.clone();
    let conventions = "line-ends = \"crlf\"\nunfold = \"calendar\"\n";
    let conventions = Conventions::from_toml(conventions).expect("it can be read");
    conventions
        .apply(&mut grammar)
        .expect("it names no production");
    let (as_it_was, as_read) = (
        grammar.parser("s").expect("it can be prepared"),
        plain.parser("s").expect("it can be prepared"),
    );
    let octets = ["a", "\r", "\n", " "];
    let mut checked = 0;
    for length in 0..=6 {
        for number in 0..octets.len().pow(length) {
            let digits = (0..length).map(|at| octets[number / octets.len().pow(at) % octets.len()]);
            let text: String = digits.collect();
            let read = unfolded(&text);
            let is_valid = as_it_was.is_valid(&text).expect("it is decided");
            assert_eq!(
                is_valid,
                as_read.is_valid(&read).expect("it is decided"),
                "{text:?}"
            );
            match as_it_was.parse(&text) {
                Ok(tree) => {
                    let other = as_read.parse(&read).expect("the same verdict");
                    let parts = tree.iter().zip(other.iter());
                    for (node, other) in parts {
                        let own = unfolded(std::str::from_utf8(node.text()).expect("ASCII"));
                        let same = std::str::from_utf8(other.text()).expect("ASCII");
                        // A fold before a node is not in it.
                        assert_eq!(own, same, "{text:?}");
                    }
                    assert_eq!(tree.iter().count(), other.iter().count());
                    assert_eq!(tree.root().span(), 0..text.len());
                }
                Err(error) => {
                    let offset = error.syntax().expect("it is decided").offset();
                    let other = as_read.parse(&read).expect_err("the same verdict");
                    let other = other.syntax().expect("it is decided").offset();
                    // What is read of the text before the error is what is right.
                    let before = unfolded(&text[..offset]);
                    assert!(
                        read[..other].starts_with(before.trim_end_matches("\r\n")),
                        "{text:?}"
                    );
                }
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 5461);
}

#[test]
fn a_script_is_valid_with_white_space_between_its_tokens() {
    let sieve = library::find("rfc5228").expect("the library has it");
    let grammar = sieve.with_imports().expect("they fit together").grammar;
    let parser = grammar.parser("start").expect("it can be prepared");
    let tokens = [
        "if", "anyof", "(", "not", "true", ",", "size", ":over", "1K", ")", "{", "stop", ";", "}",
    ];
    for gap in [" ", "\n", "\t \r\n", " /* a */ ", "# b\n", "/***/"] {
        let script = tokens.join(gap);
        assert_eq!(parser.is_valid(&script), Ok(true), "{script:?}");
        let script = format!("{gap}{script}{gap}");
        assert_eq!(parser.is_valid(&script), Ok(true), "{script:?}");
    }
    assert_eq!(parser.is_valid("if true { stop; } /* no end"), Ok(false));
}

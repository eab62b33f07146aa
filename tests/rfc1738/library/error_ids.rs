//! The stable ids of errors.

use std::collections::BTreeSet;

use rfc1738::{ErrorId, NoteId, Rule, parse};

use super::note_cases::CASES;

fn id(rule: Rule, text: &str) -> String {
    parse(rule, text).expect_err(text).id().to_string()
}

#[test]
fn the_id_names_the_explanation_or_the_production() {
    for (text, wanted) in [
        ("http://me@h/", "http-user"),
        ("http://h:/", "empty-port"),
        ("http://h:8o/", "port-digits"),
        ("http://h/~", "unsafe-character"),
        ("http://h/%zz", "unfinished-escape"),
        ("http:/h/", "double-slash"),
        ("http://a_b/", "host-label"),
        ("ftp://h/a;type=x", "ftp-typecode"),
        ("http://h/a b", "space"),
        ("", "scheme-missing"),
        ("telnet://h/x", "telneturl-syntax"),
        ("wais://h/a/b", "wtype-syntax"),
    ] {
        assert_eq!(id(Rule::Url, text), wanted, "{text}");
    }
    assert_eq!(id(Rule::Port, "8o"), "port-digits");
    assert_eq!(id(Rule::Digits, "x"), "digits-syntax");
    assert_eq!(id(Rule::Lowalpha, "A"), "lowalpha-syntax");
}

#[test]
fn each_id_is_listed_once_and_parses_back() {
    let names: Vec<String> = ErrorId::all().map(|id| id.to_string()).collect();
    let unique: BTreeSet<&String> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
    for (name, id) in names.iter().zip(ErrorId::all()) {
        assert_eq!(name.parse(), Ok(id));
    }
    let forms = NoteId::ALL.iter().filter(|note| note.is_form()).count();
    assert_eq!(names.len(), NoteId::ALL.len() - forms + Rule::ALL.len());
}

#[test]
fn an_id_that_no_error_has_is_refused() {
    for unknown in [
        "",
        "http",
        "-syntax",
        "httpurl",
        "HTTP-USER",
        "http-form",
        "http-user-syntax",
    ] {
        let error = unknown.parse::<ErrorId>().unwrap_err();
        assert_eq!(error.id(), unknown);
        assert_eq!(error.to_string(), format!("there is no error {unknown:?}"));
    }
}

#[test]
fn the_id_of_an_explained_error_is_its_first_note() {
    let listed: Vec<ErrorId> = ErrorId::all().collect();
    for (rule, text, notes) in CASES.iter() {
        let error = parse(*rule, text).expect_err(text);
        assert!(listed.contains(&error.id()), "{text}");
        let first: NoteId = notes[0].0.parse().expect("a note");
        match error.id() {
            ErrorId::Note(note) => {
                assert_eq!(note, first, "{text}");
                assert_eq!(error.id().section(), note.section());
            }
            ErrorId::Syntax(rule) => {
                assert!(first.is_form(), "{text}");
                assert_eq!(rule, error.help_rule());
                assert_eq!(error.id().section(), rule.section());
            }
        }
    }
}

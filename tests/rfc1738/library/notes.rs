//! The notes from the prose of the RFC on rejected texts: their ids, their texts and fixes, and the list of all in the manual.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use rfc1738::{ErrorId, Fix, Note, NoteId, Rule, SyntaxError, parse};

use crate::productions::assert_is_snapshot;

/// A production, a text that it does not derive, and its notes with their fixes.
pub(crate) type Case = (Rule, &'static str, Vec<(&'static str, Vec<&'static str>)>);

pub(crate) static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let case = |line: &'static str| {
        let (rule, rest) = line.split_once(' ').expect("a production and a text");
        let mut parts = rest.split(" → ");
        let text: &str = parts
            .next()
            .expect("a text")
            .replace('␉', "\t")
            .replace('␡', "\u{7f}")
            .leak();
        let notes = parts.map(|note| {
            let mut words = note.split(' ');
            (words.next().expect("an id"), words.collect())
        });
        (rule.parse().expect("a production"), text, notes.collect())
    };
    let lines = include_str!("../../notes.txt").lines();
    let cases: Vec<Case> = lines
        .filter(|line| !line.starts_with('#'))
        .map(case)
        .collect();
    assert!(cases.len() > 150, "{} cases", cases.len());
    cases
});

pub(crate) fn error(rule: Rule, text: impl AsRef<[u8]>) -> SyntaxError {
    match parse(rule, text.as_ref()) {
        Ok(tree) => panic!("accepted as\n{tree}"),
        Err(error) => error,
    }
}

pub(crate) fn fixed(note: &Note) -> Vec<&str> {
    note.fixes().iter().map(Fix::text).collect()
}

/// The snapshot has the whole sentence of each note, with its section.
#[test]
fn wrong_texts_get_the_notes_that_a_person_needs() {
    let (mut sentences, mut ids) = (String::new(), BTreeSet::new());
    for (rule, text, notes) in CASES.iter() {
        let error = error(*rule, text);
        let found = error.notes();
        let shown: Vec<(&str, Vec<&str>)> = found
            .iter()
            .map(|note| (note.id().as_str(), fixed(note)))
            .collect();
        assert_eq!(shown, *notes, "{rule} on {text}");
        writeln!(sentences, "{rule} {}", text.escape_debug()).expect("a string");
        for note in found {
            writeln!(sentences, "  {note}").expect("a string");
            ids.insert(note.id().as_str());
        }
    }
    assert_eq!(ids, BTreeSet::from(NoteId::ALL.map(NoteId::as_str)));
    assert_is_snapshot("notes", &sentences);
}

#[test]
fn every_production_gets_a_note_where_it_is_parsed_alone() {
    for rule in Rule::ALL {
        for text in ["", "\0", "~", "a~", "%", "%4", "1.", "//", ":", "a b", "é"] {
            if let Err(error) = parse(rule, text) {
                assert!(!error.notes().is_empty(), "{rule} on {text:?}");
            }
        }
    }
}

#[test]
fn a_headline_has_the_first_note_and_fix() {
    let mut later_fixes = 0;
    let examples = Rule::ALL.map(|rule| (rule, format!("{}~é", rule.example())));
    let cases = CASES
        .iter()
        .map(|(rule, text, _)| (*rule, (*text).to_owned()));
    for (rule, text) in cases.chain(examples) {
        let Err(error) = parse(rule, text.as_str()) else {
            continue;
        };
        let (headline, notes) = (error.headline(), error.notes());
        let fix = notes.iter().flat_map(Note::fixes).next();
        later_fixes += usize::from(fix.is_some() && notes[0].fixes().is_empty());
        assert_eq!(headline.fix.as_ref(), fix, "{rule} on {text}");
        assert_eq!(
            headline.note.message(),
            notes[0].message(),
            "{rule} on {text}"
        );
        assert_eq!(
            (headline.note.id(), headline.id),
            (notes[0].id(), error.id())
        );
        assert!(headline.note.fixes().is_empty(), "{rule} on {text}");
    }
    assert!(later_fixes > 1, "{later_fixes}");
}

#[test]
fn every_id_parses_from_its_name_and_from_nothing_else() {
    let ids = NoteId::ALL.map(NoteId::as_str);
    assert_eq!(HashSet::from(ids).len(), ids.len());
    for id in NoteId::ALL {
        assert_eq!(id.as_str().parse(), Ok(id));
        assert_eq!(format!("{id:>30}"), format!("{:>30}", id.as_str()));
    }
    for unknown in ["", "Space", "space ", "spac"] {
        let error = unknown.parse::<NoteId>().unwrap_err();
        assert_eq!(error.id(), unknown);
        assert_eq!(error.to_string(), format!("there is no note {unknown:?}"));
    }
}

#[test]
fn a_user_name_where_the_scheme_has_none_is_explained() {
    for scheme in ["http", "prospero", "gopher", "nntp", "wais", "file"] {
        let id = format!("{scheme}-user");
        for user in ["me", "me:secret", "", "a_b", "me%40x"] {
            let error = error(Rule::Url, format!("{scheme}://{user}@h/a"));
            let [note] = &error.notes()[..] else {
                panic!("one note is enough: {error}");
            };
            assert_eq!(note.id().as_str(), id);
            assert_eq!(fixed(note), [format!("{scheme}://h/a")]);
        }
    }
}

#[test]
fn characters_that_need_encoding_are_shown_encoded() {
    for (character, encoded) in [
        (" ", "%20"),
        ("~", "%7E"),
        ("[", "%5B"),
        ("`", "%60"),
        ("<", "%3C"),
        ("\u{7f}", "%7F"),
        ("é", "%C3%A9"),
        ("\u{1f600}", "%F0%9F%98%80"),
    ] {
        for before in [
            "http://h/a",
            "ftp://h/",
            "gopher://h/1",
            "mailto:a",
            "x-new:a",
        ] {
            let error = error(Rule::Url, format!("{before}{character}b"));
            let [note] = &error.notes()[..] else {
                panic!("one note is enough: {error}");
            };
            let end = format!(" and has to be encoded: {encoded}");
            assert!(note.message().ends_with(&end), "{note}");
            assert_eq!(note.section(), "2.2");
            assert_eq!(fixed(note), [format!("{before}{encoded}b")]);
        }
    }
    let error = error(Rule::Url, b"mailto:a\xffb");
    let message = "octet FF is not a US-ASCII character and has to be encoded: %FF";
    assert_eq!(error.notes()[0].message(), message);
    assert_eq!(fixed(&error.notes()[0]), ["mailto:a%FFb"]);
}

#[test]
fn no_note_suggests_encoding_that_leads_to_another_error() {
    for text in [
        "http://h#a",
        "http://h /",
        "telnet://h/~",
        "news:a b",
        "ftp://h>",
    ] {
        for note in error(Rule::Url, text).notes() {
            assert!(!note.message().contains("encoded: "), "{text}: {note}");
        }
    }
}

#[test]
fn notes_are_equal_and_in_order_every_time() {
    let error = error(Rule::Url, "htp://h/a b");
    let copy = error.clone();
    assert_eq!(error.notes(), error.notes());
    assert_eq!((copy.notes(), &copy), (error.notes(), &error));
    let notes = copy.notes();
    let ids: Vec<&str> = notes.iter().map(|note| note.id().as_str()).collect();
    assert_eq!(ids, ["space", "near-scheme"]);
}

#[test]
fn the_fix_lines_of_a_long_text_are_short() {
    let long = "a".repeat(100_000);
    for text in [
        format!("http://h/{long}~{long}"),
        format!("http://h/~{long}"),
        format!("www.h.org/{long}"),
    ] {
        let error = error(Rule::Url, &text);
        let lines: Vec<String> = error.notes()[0].fix_lines().collect();
        assert_eq!(lines.len(), 1);
        assert!(
            lines[0].starts_with("write ") && lines[0].len() < 120,
            "{}",
            lines[0]
        );
        assert!(lines[0].contains('…'));
    }
    let two = error(Rule::Url, "http://h/a>");
    let lines: Vec<String> = two.notes()[0].fix_lines().collect();
    assert_eq!(lines, ["write http://h/a", "or write http://h/a%3E"]);
}

#[test]
fn the_manual_lists_all_notes() {
    let manual = include_str!("../../../docs/notes.md");
    let rows =
        NoteId::ALL.map(|id| format!("| `{id}` | {} | `{}` |\n", id.section(), id.sentence()));
    assert!(
        manual.contains(&rows.concat()),
        "the table should be:\n{}",
        rows.concat()
    );
}

fn id_of(rule: Rule, text: &str) -> String {
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
        assert_eq!(id_of(Rule::Url, text), wanted, "{text}");
    }
    assert_eq!(id_of(Rule::Port, "8o"), "port-digits");
    assert_eq!(id_of(Rule::Digits, "x"), "digits-syntax");
    assert_eq!(id_of(Rule::Lowalpha, "A"), "lowalpha-syntax");
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

//! Fixes: the automaton of the production judges the text of each; certain ones keep the octets that the author wrote; and those of
//! wrong URLs that people write are judged one by one in `fixes.tsv`.

use std::collections::HashSet;

use rfc1738::{Fix, Note, NoteId, Rule, SyntaxError, Url, decode, is_valid, parse};
use rfcbnf::conformance::Suite;
use rfcbnf::sentences::Sentences;

use super::notes::{CASES, error};
use crate::exactness::reference::Reference;
use crate::extent::few_or_many;
use crate::texts::every_text;

/// Asserts that the error has a note, and that each fix of each note makes the text valid, by the
/// automaton and by the library. Returns the number of fixes.
pub(crate) fn judge(text: &[u8], error: &SyntaxError) -> usize {
    let rule = error.rule();
    let shown = text.escape_ascii();
    let notes = error.notes();
    assert!(!notes.is_empty(), "{rule} on {shown}");
    let automaton = Reference::get().automaton(rule);
    let fixes = notes.iter().flat_map(Note::fixes);
    let judged = fixes.map(|fix| {
        let span = fix.span();
        let (before, after) = (&text[..span.start], &text[span.end..]);
        let applied = [before, fix.replacement().as_bytes(), after].concat();
        assert_eq!(applied, fix.text().as_bytes(), "{rule} on {shown}");
        assert_ne!(applied, text);
        if fix.is_certain() {
            judge_certain(text, fix);
        }
        assert!(
            automaton.accepts(&applied),
            "{rule} on {shown}: {}",
            fix.text()
        );
        assert!(
            is_valid(rule, &applied),
            "{rule} on {shown}: {}",
            fix.text()
        );
    });
    judged.count()
}

/// Judges the fixes of the text, if the production rejects it.
fn judge_as(rule: Rule, text: impl AsRef<[u8]>) -> usize {
    let text = text.as_ref();
    let error = parse(rule, text).err();
    error.map_or(0, |error| judge(text, &error))
}

#[test]
fn every_fix_of_the_cases_is_valid() {
    let fixes: usize = CASES
        .iter()
        .map(|(rule, text, _)| judge_as(*rule, text))
        .sum();
    assert!(fixes > 100, "{fixes}");
}

#[test]
fn every_fix_of_every_case_is_valid_as_every_production() {
    for (_, text, _) in CASES.iter() {
        for rule in Rule::ALL {
            judge_as(rule, text);
        }
    }
}

#[test]
fn every_fix_of_a_near_miss_is_valid() {
    let grammar = &Reference::get().grammar;
    for rule in Rule::ALL {
        let sentences = Sentences::new(grammar, rule.name()).expect("the automaton is small");
        for miss in sentences.near_misses(1738).take(few_or_many(100, 400)) {
            judge_as(rule, &miss.text);
        }
    }
}

#[test]
fn every_fix_of_the_conformance_suites_is_valid() {
    for rule in Rule::ALL {
        let suite = Suite::new(Reference::get().automaton(rule), 0).expect("the suite is small");
        for text in suite.texts().step_by(few_or_many(29, 7)) {
            judge_as(rule, &text);
        }
    }
}

#[test]
fn every_fix_of_short_texts_after_each_scheme_is_valid() {
    let pieces = [
        "a", "1", ".", "-", "_", "/", ":", ";", "@", "?", "#", "=", "%", "%4", "%41", " ", "<",
        ">", "\"", "\\", "~", "é", "URL:", "http://", ";type=",
    ];
    let schemes = Rule::Url.uses().iter().map(|rule| rule.example());
    let schemes = schemes.filter_map(|example| Some(example.split_once(':')?.0));
    for scheme in schemes.chain(["x-new", ""]) {
        for after in [":", "://", "://h/", "://h/a", ""] {
            let prefix = format!("{scheme}{after}");
            every_text(&prefix, &pieces, 2, &mut |text| {
                judge_as(Rule::Url, text);
            });
        }
    }
}

/// What may surround a URL in a text.
const WRAPPERS: [char; 18] = [
    ' ', '\t', '\n', '\r', '\u{c}', '<', '>', '(', ')', '[', ']', '{', '}', '"', '\'', '`', '«',
    '»',
];

/// The quotation marks of books.
const BOOK_MARKS: [char; 4] = ['“', '”', '„', '‘'];

/// Returns the first fix of the error of the text as a URL.
fn first_fix(text: &str) -> Option<Fix> {
    let notes = parse(Rule::Url, text).expect_err(text).notes();
    notes.iter().flat_map(Note::fixes).next().cloned()
}

/// Asserts that a certain fix changes nothing but encodings and what surrounds the text. This shares
/// no code with the library's decision: it compares what both texts decode to.
pub(crate) fn judge_certain(text: &[u8], fix: &Fix) {
    let (shown, right) = (text.escape_ascii(), fix.text());
    let wrong = decode(text).expect("an unfinished escape is not certain");
    let kept = decode(right).expect("the text of a fix is valid");
    let starts = (0..=wrong.len() - kept.len()).filter(|&start| wrong[start..].starts_with(&kept));
    let mut around = starts.map(|start| (&wrong[..start], &wrong[start + kept.len()..]));
    assert!(
        around.any(|(before, after)| is_wrapper(before) && is_wrapper(after)),
        "{shown}: {right}"
    );
    // A reserved character has another meaning if it is encoded, and so has anything in the host.
    for reserved in *b"#;/?@=&\\" {
        let count = |octets: &[u8]| octets.split(|octet| *octet == reserved).count();
        assert_eq!(count(text), count(right.as_bytes()), "{shown}: {right}");
    }
    // The scheme and what it connects to are as they were.
    if let Some((scheme, rest)) = right.split_once("://")
        && scheme
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || "+-.".contains(one))
    {
        let path = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let head = &right.as_bytes()[..scheme.len() + 3 + path];
        assert!(
            text.windows(head.len()).any(|part| part == head),
            "{shown}: {right}"
        );
    }
}

/// Returns whether nothing but blanks, brackets, quotation marks and `URL:` is there.
fn is_wrapper(octets: &[u8]) -> bool {
    let text = str::from_utf8(octets).unwrap_or("?").to_ascii_lowercase();
    let text = text.replace("url:", "");
    let is_mark = |character| WRAPPERS.contains(&character) || BOOK_MARKS.contains(&character);
    text.chars()
        .all(|character| is_mark(character) || character == '’')
}

#[test]
fn a_fix_that_encodes_or_unwraps_is_certain() {
    let cases = [
        ("http://h/~a", "http://h/%7Ea"),
        ("http://h/a b", "http://h/a%20b"),
        ("http://h/a%20b c", "http://h/a%20b%20c"),
        ("http://h/?q={a}|b^c`", "http://h/?q=%7Ba%7D%7Cb%5Ec%60"),
        ("http://h/[a]", "http://h/%5Ba%5D"),
        ("http://h/é", "http://h/%C3%A9"),
        ("ftp://me@h.x/~me", "ftp://me@h.x/%7Eme"),
        ("x-new://h/a b", "x-new://h/a%20b"),
        (" http://h/a\t", "http://h/a"),
        ("<http://h/a>", "http://h/a"),
        ("<URL:http://h/a>", "http://h/a"),
        ("< url:http://h/~a >", "http://h/%7Ea"),
        ("\"http://h/a\"", "http://h/a"),
        ("“http://h/~a”", "http://h/%7Ea"),
        ("(http://h/a)", "http://h/a"),
        ("<mailto:a@b.c>", "mailto:a@b.c"),
    ];
    for (text, right) in cases {
        let fix = first_fix(text).expect(text);
        assert_eq!((fix.text(), fix.is_certain()), (right, true), "{text}");
        judge_certain(text.as_bytes(), &fix);
    }
}

#[test]
fn a_fix_that_may_change_the_meaning_is_not_certain() {
    let cases = [
        // A fragment identifier, and a reserved character.
        "http://h/a#b",
        "http://h/~a#b",
        "http://h/a?b?c",
        "ftp://h/a;b",
        // A percent sign, which can begin a damaged escape.
        "http://h/100%",
        "http://h/%zz",
        "http://h/~%4",
        // The separator of another system, and what an editor or a terminal leaves.
        "http://h/a\\b",
        "http://h/a\tb",
        "http://h/a\u{1b}b",
        // Another scheme, host, user or port.
        "http//h/",
        "www.x.org/~a",
        "http://u@h/",
        "http://h:/",
        "ftp://~me@h/",
        "x-new://[::1]/",
        "http://h_/",
        // Several addresses, and several URLs.
        "mailto:a@b, c@d",
        "mailto:Joe <joe@h.x>",
        "news:<a@b>",
        "http://h/a http://h/b",
        // A break in a wrapper, and half a wrapper.
        "<URL:http://h/a b>",
        "http://h/a>",
    ];
    let mut fixed = 0;
    for text in cases {
        if let Some(fix) = first_fix(text) {
            fixed += 1;
            assert!(!fix.is_certain(), "{text}: {}", fix.text());
        }
    }
    // For the others, nobody can know what was meant.
    assert!(fixed > 12, "{fixed}");
}

#[test]
fn only_the_first_fix_of_a_note_is_certain() {
    let mut certain = 0;
    for (rule, text, _) in CASES.iter() {
        let error = parse(*rule, text).expect_err(text);
        for note in error.notes() {
            let is_certain = |fix: &Fix| fix.is_certain();
            certain += usize::from(note.fixes().first().is_some_and(is_certain));
            assert!(!note.fixes().iter().skip(1).any(is_certain), "{text}");
        }
    }
    assert!(certain > 5, "{certain}");
}

#[test]
fn certain_fixes_of_short_texts_keep_the_octets() {
    let pieces = [
        "a", "/", "~", " ", "%41", "%", "#", "é", "<", ">", "\"", "(", ")", "URL:", "http://h",
        "\\", "{", "?", "@",
    ];
    let mut certain = 0;
    for prefix in [
        "http://h/",
        "<",
        " ",
        "\"",
        "",
        "mailto:a@b",
        "ftp://",
        "(http://h/a",
    ] {
        every_text(prefix, &pieces, 3, &mut |text| {
            let Err(error) = parse(Rule::Url, text) else {
                return;
            };
            let notes = error.notes();
            for fix in notes.iter().flat_map(Note::fixes) {
                if fix.is_certain() {
                    certain += 1;
                    judge_certain(text.as_bytes(), fix);
                }
            }
        });
    }
    assert!(certain > 500, "{certain}");
}

#[test]
fn any_number_of_layers_takes_linear_time() {
    let layers = 200_000;
    let text = format!("{}http://h/a{}", "(".repeat(layers), ")".repeat(layers));
    let fix = first_fix(&text).expect("the URL is between the brackets");
    assert!(!fix.is_certain());
}

/// A line of the table.
struct Row {
    wrong: String,
    id: &'static str,
    fixes: Vec<String>,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("fixes.tsv").lines();
    let lines = lines.filter(|line| !line.starts_with("# "));
    let rows = lines.map(|line| {
        let mut fields = line.split('\t');
        let (_source, wrong) = (fields.next(), fields.next());
        Row {
            wrong: unescaped(wrong.expect("a text")),
            id: fields.next().expect("an id"),
            fixes: fields.map(unescaped).collect(),
        }
    });
    rows.collect()
}

/// Returns the text with line ends and backslashes for their escapes.
fn unescaped(field: &str) -> String {
    let parts = field.split("\\\\");
    let parts: Vec<String> = parts.map(|part| part.replace("\\n", "\n")).collect();
    parts.join("\\")
}

/// Calls the function with each fix of each row, and the note that has it.
fn each_fix(mut judge: impl FnMut(&Row, &Note, &Fix)) {
    for row in rows() {
        for note in error(Rule::Url, &row.wrong).notes() {
            note.fixes().iter().for_each(|fix| judge(&row, &note, fix));
        }
    }
}

/// Returns the scheme in lower case, if the text begins with one.
fn scheme(text: &str) -> Option<String> {
    let (scheme, _) = text.split_once(':')?;
    is_valid(Rule::Scheme, scheme).then(|| scheme.to_ascii_lowercase())
}

#[test]
fn every_row_has_the_judged_id_and_fixes() {
    let rows = rows();
    assert!(rows.len() >= 300, "{}", rows.len());
    let texts: HashSet<&str> = rows.iter().map(|row| &*row.wrong).collect();
    assert_eq!(texts.len(), rows.len(), "a text is in the table twice");
    for row in rows {
        let error = error(Rule::Url, &row.wrong);
        let notes = error.notes();
        let fixes = notes.iter().flat_map(Note::fixes).map(Fix::text);
        let fixes: Vec<&str> = fixes.collect();
        let found = (error.id().to_string(), fixes);
        let wanted = row.fixes.iter().map(String::as_str).collect();
        assert_eq!(found, (row.id.to_owned(), wanted), "{}", row.wrong);
    }
}

#[test]
fn every_fix_of_a_row_is_valid_as_an_edit() {
    each_fix(|row, _, fix| {
        let mut applied = row.wrong.clone();
        applied.replace_range(fix.span(), fix.replacement());
        assert_eq!(applied, fix.text(), "{}", row.wrong);
        assert!(is_valid(Rule::Url, fix.text()), "{}", row.wrong);
    });
}

#[test]
fn no_fix_of_a_row_changes_the_protocol() {
    // The first scheme of two is one too many, and a news article is read from any server.
    let others = ["doubled-scheme", "news-host", "nntp-number", "file-path"];
    each_fix(|row, note, fix| {
        let (old, new) = (scheme(&row.wrong), scheme(fix.text()));
        if old.as_deref() == Some("https") || old.as_deref() == Some("sftp") {
            assert_eq!(new, old, "{}", row.wrong);
        }
        let is_other = others.contains(&note.id().as_str()) || note.id() == NoteId::NearScheme;
        let is_missing = note.id() == NoteId::SchemeMissing;
        assert!(
            is_other || is_missing || old.is_none() || old == new,
            "{}: {}",
            row.wrong,
            fix.text()
        );
    });
}

#[test]
fn no_fix_of_a_row_changes_the_host() {
    each_fix(|row, _, fix| {
        let url = Url::parse(fix.text()).expect("the fix is valid");
        let Some(host) = url.host().map(|host| host.to_string().to_ascii_lowercase()) else {
            return;
        };
        let mut written = row.wrong.to_lowercase().replace("%2e", ".");
        written.retain(|character| !character.is_ascii_whitespace());
        while written.contains("..") {
            written = written.replace("..", ".");
        }
        let is_ascii_form = host.contains("xn--") && !row.wrong.is_ascii();
        assert!(
            written.contains(&host) || is_ascii_form,
            "{}: {}",
            row.wrong,
            fix.text()
        );
    });
}

#[test]
fn no_fix_of_a_row_encodes_a_fragment_identifier() {
    let mut fragments = 0;
    each_fix(|row, _, fix| {
        let Some((_, fragment)) = row.wrong.split_once('#') else {
            return;
        };
        // In front of an `@`, a number sign belongs to a password or an address.
        if !fragment.contains('@') {
            fragments += 1;
            assert!(!fix.text().contains("%23"), "{}: {}", row.wrong, fix.text());
        }
    });
    assert!(fragments > 80, "{fragments}");
}

#[test]
fn no_fix_of_a_row_has_an_address_mailers_reject() {
    each_fix(|_, _, fix| {
        let Some(address) = fix.text().strip_prefix("mailto:") else {
            return;
        };
        let address = address.split('?').next().unwrap_or_default();
        assert_eq!(address.matches('@').count(), 1, "{}", fix.text());
        assert!(!address.contains(','), "{}", fix.text());
        assert!(!address.contains("%20"), "{}", fix.text());
    });
}

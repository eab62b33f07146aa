//! Certain fixes: they keep the octets that the author wrote.

use rfc1738::{Fix, Note, Rule, decode, parse};

use super::note_cases::CASES;
use crate::texts::every_text;

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
pub(crate) fn judge(text: &[u8], fix: &Fix) {
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
        judge(text.as_bytes(), &fix);
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
                    judge(text.as_bytes(), fix);
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

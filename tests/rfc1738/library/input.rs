//! Input of every kind: text or octets, empty, outside ASCII, with control characters, and long: it overflows no stack, and the time
//! is linear in its length.
//!
//! The tests measure no time. At these lengths, linear work takes seconds, and quadratic work would
//! take minutes to hours.

use std::borrow::Cow;
use std::sync::LazyLock;

use nom::error::{Error, ErrorKind};
use rfc1738::engine::Parse as _;
use rfc1738::url::{Component, Url};
use rfc1738::{
    Detail, Found, Node, Rule, Tree, is_valid, match_prefix, parse, parse_in_detail, rules,
    streaming, trace,
};

/// Returns the octets that no production matches: control characters, DEL and all above.
fn foreign_octets() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(|octet| !(b' '..=b'~').contains(octet) || *octet == b' ')
}

#[test]
fn text_and_its_octets_are_the_same_input() {
    for rule in Rule::ALL {
        for text in [rule.example(), "", "%", "a b", "é", "\u{1f600}"] {
            let octets = text.as_bytes();
            assert_eq!(is_valid(rule, text), is_valid(rule, octets));
            assert_eq!(parse(rule, text), parse(rule, octets));
            for detail in [Detail::Rules, Detail::Characters] {
                let one = parse_in_detail(rule, text, detail);
                assert_eq!(one, parse_in_detail(rule, octets, detail));
            }
        }
    }
}

#[test]
fn owned_and_borrowed_texts_are_taken() {
    let text = String::from("news:*");
    assert!(is_valid(Rule::Url, &text));
    assert!(is_valid(Rule::Url, text.clone().into_bytes()));
    assert!(parse(Rule::Url, &text).is_ok());
    assert!(parse(Rule::Url, &text.clone().into_bytes()).is_ok());
    assert!(parse(Rule::Url, b"news:*").is_ok());
    assert!(is_valid(Rule::Url, text));
}

#[test]
fn only_productions_without_a_required_part_derive_the_empty_text() {
    let nullable: Vec<&str> = Rule::ALL
        .into_iter()
        .filter(|&rule| is_valid(rule, ""))
        .map(Rule::name)
        .collect();
    let listed = "schemepart user password urlpath fpath fsegment hpath hsegment search selector \
                  gopher+_string database wtype wpath ppath psegment fieldname fieldvalue";
    assert_eq!(nullable, listed.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn the_empty_text_is_an_empty_node_or_an_error() {
    for rule in Rule::ALL {
        match parse(rule, "") {
            Ok(tree) => assert!(tree.iter().all(|node| node.span() == (0..0)), "{rule}"),
            Err(error) => {
                assert_eq!(
                    (error.offset(), error.span(), error.found()),
                    (0, 0..0, None)
                );
                assert!(!error.can_end(), "{rule}");
            }
        }
    }
}

/// Inserts the octet into the production's example, and asserts that the error is at its offset.
fn check_foreign(rule: Rule, octet: u8, offset: usize) {
    let (before, after) = rule.example().as_bytes().split_at(offset);
    let text = [before, &[octet], after].concat();
    assert!(!is_valid(rule, &text));
    let error = parse(rule, &text).unwrap_err();
    assert_eq!(error.offset(), offset, "{rule} with octet {octet:02X}");
    assert_eq!(error.span().end, offset + 1);
    let found = if octet.is_ascii() {
        Found::Character(char::from(octet))
    } else {
        Found::Octet(octet)
    };
    assert_eq!(error.found(), Some(found), "{rule} with octet {octet:02X}");
}

#[test]
fn every_foreign_octet_is_an_error_at_its_own_offset() {
    for rule in Rule::ALL {
        for octet in foreign_octets() {
            check_foreign(rule, octet, rule.example().len() / 2);
        }
    }
}

#[test]
fn a_foreign_octet_is_an_error_wherever_it_stands() {
    for rule in Rule::ALL {
        for octet in *b"\0\t\n\r\x1b \x7f\x80\xc3\xff" {
            for offset in 0..=rule.example().len() {
                check_foreign(rule, octet, offset);
            }
        }
    }
}

#[test]
fn a_character_outside_ascii_is_found_whole() {
    for character in [
        'é',
        '\u{202e}',
        '\u{80}',
        '\u{ffff}',
        '\u{1f600}',
        '\u{10ffff}',
    ] {
        let text = format!("http://h/a{character}b");
        let error = parse(Rule::Url, &text).unwrap_err();
        assert_eq!(error.offset(), 10);
        assert_eq!(error.found(), Some(Found::Character(character)));
        assert_eq!(error.span(), 10..10 + character.len_utf8());
    }
}

#[test]
fn octets_that_are_not_utf_8_are_found_individually() {
    let cases: [&[u8]; 7] = [
        b"a\xff",             // never in UTF-8
        b"a\x80",             // a continuation without a start
        b"a\xc3",             // a start without a continuation
        b"a\xc3b",            // the same before a letter
        b"a\xed\xa0\x80",     // half of a surrogate pair
        b"a\xf4\x90\x80\x80", // beyond the last character
        b"a\xc0\xaf",         // a slash in two octets
    ];
    for text in cases {
        let error = parse(Rule::Urlpath, text).unwrap_err();
        assert_eq!(error.offset(), 1);
        assert_eq!(error.found(), Some(Found::Octet(text[1])));
        assert_eq!(error.span(), 1..2);
    }
}

#[test]
fn the_text_after_the_error_changes_only_the_excerpt() {
    for rest in [&b""[..], b"\xff\xfe", b"\n\n\n", b"\0", "é".as_bytes()] {
        let text = [b"news:a b", rest].concat();
        let error = parse(Rule::Url, &text).unwrap_err();
        let plain = parse(Rule::Url, "news:a b").unwrap_err();
        assert_eq!((error.offset(), error.span()), (6, 6..7));
        assert_eq!(error.summary(), plain.summary());
        assert_eq!(
            (error.next(), error.context()),
            (plain.next(), plain.context())
        );
    }
}

#[test]
fn any_container_of_octets_is_an_input() {
    let (text, string) = ("news:*", String::from("news:*"));
    let (octets, vector): (&[u8], Vec<u8>) = (text.as_bytes(), text.into());
    let (boxed, borrowed): (Box<str>, Cow<[u8]>) = (text.into(), octets.into());
    assert!(is_valid(Rule::Url, text) && is_valid(Rule::Url, &string));
    assert!(is_valid(Rule::Url, octets) && is_valid(Rule::Url, &vector));
    assert!(is_valid(Rule::Url, &*boxed) && is_valid(Rule::Url, &borrowed));
    assert!(is_valid(Rule::Url, b"news:*") && parse(Rule::Url, &&string).is_ok());
    assert_eq!(parse(Rule::Url, text), parse(Rule::Url, &string));
    assert_eq!(parse(Rule::Url, octets), parse(Rule::Url, &vector));
    assert_eq!(parse(Rule::Url, b"news:*"), parse(Rule::Url, &borrowed));
}

const MEGABYTE: usize = 1 << 20;

/// Returns `prefix`, then as many units as the length allows, then `suffix`.
fn long(length: usize, prefix: &str, unit: &str, suffix: &str) -> String {
    [prefix, &unit.repeat(length / unit.len()), suffix].concat()
}

/// Asserts that the text is valid with one node of the production over its long part, and that an
/// appended character is the error.
fn check_megabytes(count: usize, prefix: &str, unit: &str, suffix: &str, rule: Rule) {
    let mut text = long(count * MEGABYTE, prefix, unit, suffix);
    assert!(is_valid(Rule::Url, &text));
    let length = text.len() - prefix.len() - suffix.len();
    let tree = parse(Rule::Url, &text).expect(prefix);
    let longest = tree.find_all(rule).map(|node| node.span().len()).max();
    assert_eq!(longest, Some(length), "{prefix}");
    text.push('\0');
    let error = parse(Rule::Url, &text).unwrap_err();
    assert_eq!(error.offset(), text.len() - 1, "{prefix}");
}

#[test]
fn ten_megabytes_of_a_path_are_taken() {
    check_megabytes(10, "http://h/", "a", "", Rule::Hsegment);
    check_megabytes(10, "ftp://h/", "a", ";type=a", Rule::Fsegment);
    check_megabytes(10, "prospero://h/", "a", ";b=c", Rule::Psegment);
}

#[test]
fn ten_megabytes_of_a_new_scheme_are_taken() {
    check_megabytes(10, "x:", "/", "", Rule::Schemepart);
    check_megabytes(10, "", "x", ":", Rule::Scheme);
}

#[test]
fn ten_megabytes_of_a_login_are_taken() {
    check_megabytes(10, "telnet://u:", "p", "@h", Rule::Password);
    check_megabytes(10, "telnet://h:", "1", "/", Rule::Port);
}

#[test]
fn two_megabytes_of_a_selector_are_taken() {
    // A selector may end at each position and the parser tries each, which takes longer than a path.
    check_megabytes(2, "gopher://h/1", "a", "", Rule::Selector);
}

#[test]
fn ten_megabytes_of_a_message_identifier_are_taken() {
    check_megabytes(10, "mailto:", "@", "", Rule::Encoded822addr);
    check_megabytes(10, "news:", "a", "", Rule::Group);
}

/// Texts that tempt a parser to start again at every position.
const TEMPTING: [(Rule, &str, &str, &str, bool); 38] = [
    (Rule::Hostname, "", "a.", "a", true),
    (Rule::Hostname, "", "a.", "", false),
    (Rule::Hostname, "", "a.", "1", false),
    (Rule::Hostname, "a", "-", "", false),
    (Rule::Hostname, "a", "-", "b", true),
    (Rule::Hostname, "", "a-", "", false),
    (Rule::Hostname, "", "a-", "b.c", true),
    (Rule::Host, "", "1.", "", false),
    (Rule::Host, "", "1.", "1", false),
    (Rule::Host, "", "1.", "a", true),
    (Rule::Host, "", "1", "", false),
    (Rule::Url, "http://", "a.", "/", false),
    (Rule::Url, "http://h/", "/", "", true),
    (Rule::Url, "http://h/", "%41", "%4", false),
    (Rule::Url, "gopher://h/1", "%09", "", true),
    (Rule::Url, "gopher://h/1", "%09", "~", false),
    (Rule::Url, "gopher://h/1", "%09", "\u{ff}", false),
    (Rule::Url, "gopher://h/1", "%09/", "", true),
    (Rule::Url, "gopher://h/1", "%09/", "~", false),
    (Rule::Url, "gopher://h/1%09", "a", "/", true),
    (Rule::Url, "gopher://h/1", "/%09aaaa", "?", true),
    (Rule::Url, "prospero://h/", ";a=b", "", true),
    (Rule::Url, "prospero://h/", ";a=b", ";", false),
    (Rule::Url, "ftp://h/", "/", ";", false),
    (Rule::Url, "ftp://u:", "p", "@", false),
    (Rule::Url, "ftp://", "u", "", true),
    (Rule::Url, "ftp://", "u", "@", false),
    (Rule::Url, "ftp://", "a.", "@h", true),
    (Rule::Url, "ftp://", "a-", "@h", true),
    (Rule::Url, "ftp://h:", "1", "@", false),
    (Rule::Url, "x://u:", "p", "@", true),
    (Rule::Url, "x://", "a.", "/~", false),
    (Rule::Url, "x:", "/", "~", false),
    (Rule::Url, "", "x", "", false),
    (Rule::Url, "news:", "a", "@", false),
    (Rule::Url, "news:a@", "b.", "", false),
    (Rule::Url, "wais://h/", "a", "/a", false),
    (Rule::Url, "wais://", "a.", "a/d/", false),
];

#[test]
fn tempting_texts_are_judged_in_linear_time() {
    for (rule, prefix, unit, suffix, verdict) in TEMPTING {
        let text = long(MEGABYTE / 8, prefix, unit, suffix);
        assert_eq!(
            is_valid(rule, &text),
            verdict,
            "{rule} {prefix}({unit})*{suffix}"
        );
    }
}

#[test]
fn tempting_texts_are_parsed_in_linear_time() {
    for (rule, prefix, unit, suffix, verdict) in TEMPTING {
        let text = long(MEGABYTE / 32, prefix, unit, suffix);
        match parse(rule, &text) {
            Ok(tree) => assert!(verdict && covers(&tree, &text), "{prefix}({unit})*{suffix}"),
            Err(error) => {
                assert!(!verdict, "{prefix}({unit})*{suffix}");
                // The first error is at the end, so the parser has to read that far.
                assert!(text.len() - error.offset() <= 2, "{error}");
            }
        }
    }
}

fn covers(tree: &Tree<'_>, text: &str) -> bool {
    tree.root().span() == (0..text.len()) && tree.iter().all(|node| node.span().end <= text.len())
}

/// A URL that is longer than 4 GiB, and what follows it.
static BEYOND_4_GIB: LazyLock<String> =
    LazyLock::new(|| long(1 << 32, "ftp://u:p@h:2/", "a", "/b;type=i rest"));

/// Returns the URL.
fn beyond_4_gib() -> &'static str {
    let text = BEYOND_4_GIB.strip_suffix(" rest");
    text.expect("it ends so")
}

#[test]
#[ignore = "needs 9 GB of memory"]
fn a_url_beyond_4_gib_has_its_components() {
    let url = Url::parse(beyond_4_gib()).unwrap();
    let Url::Ftp(ftp) = url else {
        panic!("{}", url.scheme())
    };
    assert_eq!(ftp.host().raw(), "h");
    assert_eq!(ftp.segments().nth(1).map(Component::raw), Some("b"));
    assert_eq!(ftp.ftptype().map(Component::raw), Some("i"));
}

#[test]
#[ignore = "needs 9 GB of memory"]
fn a_text_beyond_4_gib_is_judged_to_its_end() {
    assert!(is_valid(Rule::Url, beyond_4_gib()));
    assert!(!is_valid(Rule::Url, BEYOND_4_GIB.as_str()));
    assert!(trace(Rule::Url, beyond_4_gib(), Detail::Rules).derives_all());
}

#[test]
#[ignore = "needs 9 GB of memory"]
fn a_prefix_beyond_4_gib_leaves_the_rest() {
    let (text, length) = (BEYOND_4_GIB.as_str(), beyond_4_gib().len());
    let (rest, url) = rules::parse_prefix::<_, Error<&str>>(Rule::Url, text).unwrap();
    assert_eq!((rest, url.len()), (" rest", length));
    let (url, rest) = match_prefix(Rule::Url, text.as_bytes()).unwrap();
    assert_eq!((url.len(), rest), (length, &b" rest"[..]));
    let (rest, url) = streaming::<_, Error<&str>>(Rule::Url)(text).unwrap();
    assert_eq!((rest, url.len()), (" rest", length));
}

#[test]
#[ignore = "needs 13 GB of memory"]
fn an_error_beyond_4_gib_has_its_offset() {
    let (text, length) = (BEYOND_4_GIB.as_str(), beyond_4_gib().len());
    let error = parse(Rule::Url, text).unwrap_err();
    assert_eq!((error.offset(), error.span()), (length, length..length + 1));
    let error = Rule::Url.body_error(text.as_bytes());
    assert_eq!((error.offset(), error.span()), (length, length..length + 1));
    // No prefix of a path without a colon is a URL.
    let error = rules::generic::genericurl(&text["ftp://u:p@h:2/".len()..]).unwrap_err();
    let expected = Error::new("/b;type=i rest", ErrorKind::OneOf);
    assert_eq!(error, nom::Err::Error(expected));
}

#[test]
#[ignore = "needs 9 GB of memory"]
fn a_tree_beyond_4_gib_has_its_spans() {
    let text = beyond_4_gib();
    let tree = parse(Rule::Url, text).unwrap();
    assert!(covers(&tree, text));
    let length = text.len();
    let segments = tree.find_all(Rule::Fsegment).map(Node::span);
    let (path, name) = (14, length - "b;type=i".len());
    assert_eq!(
        segments.collect::<Vec<_>>(),
        [path..name - 1, name..name + 1]
    );
    let ftptype = tree.find(Rule::Ftptype).unwrap();
    assert_eq!(ftptype.span(), length - 1..length);
}

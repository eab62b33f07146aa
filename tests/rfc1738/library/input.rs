//! Input of every kind: text or octets, empty, outside ASCII, with control characters.

use std::borrow::Cow;

use rfc1738::{Detail, Found, Rule, is_valid, parse, parse_in_detail};

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

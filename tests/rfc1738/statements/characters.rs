//! Sections 2.1 to 2.3: the parts of a URL, its characters, and hierarchies.

use rfc1738::{Node, Rule, decode, is_valid, parse};

use super::{PLACES, components, is_url, url};

/// The characters that are unsafe because transport agents change them, and those that are around
/// or after URLs.
const UNSAFE: &str = " <>\"#{}|\\^~[]`";

#[test]
fn the_first_colon_ends_the_scheme() {
    let tree = parse(Rule::Genericurl, "z39.50:a:b").unwrap();
    assert_eq!(tree.find(Rule::Scheme).map(Node::text), Some("z39.50"));
    assert_eq!(tree.find(Rule::Schemepart).map(Node::text), Some("a:b"));
    assert!(!is_valid(Rule::Genericurl, "z39.50"));
    assert!(!is_valid(Rule::Genericurl, ":a"));
}

#[test]
fn a_scheme_name_has_letters_digits_plus_period_and_hyphen() {
    for octet in 0..=u8::MAX {
        let allowed = octet.is_ascii_alphanumeric() || b"+.-".contains(&octet);
        assert_eq!(is_valid(Rule::Scheme, [octet]), allowed, "{octet:02X}");
    }
    assert!(!is_valid(Rule::Scheme, ""));
}

#[test]
fn every_escape_stands_for_the_octet_of_its_two_digits() {
    for octet in 0..=u8::MAX {
        for escape in [format!("%{octet:02X}"), format!("%{octet:02x}")] {
            assert!(is_valid(Rule::Escape, &escape), "{escape}");
            assert_eq!(decode(&escape).unwrap(), [octet].as_slice());
            let text = format!("mailto:{escape}");
            assert_eq!(*url(&text).components()[1].decoded(), [octet]);
        }
    }
    for digits in ["", "4", "4G", "G4", " 4", "+4", "4%"] {
        assert!(!is_valid(Rule::Escape, format!("%{digits}")), "{digits}");
    }
}

#[test]
fn a_character_represents_its_us_ascii_octet() {
    for octet in 0..128_u8 {
        if is_valid(Rule::Unreserved, [octet]) {
            let text = format!("ftp://h/{}", char::from(octet));
            assert_eq!(*url(&text).components()[2].decoded(), [octet]);
        }
    }
}

#[test]
fn octets_without_a_graphic_character_stand_only_encoded() {
    for octet in (0..=0x1f).chain(0x7f..=0xff) {
        for (before, after) in PLACES {
            let literal = [before.as_bytes(), &[octet], after.as_bytes()].concat();
            assert!(!is_url(literal), "{before}, octet {octet:02X}");
            let encoded = format!("{before}%{octet:02X}{after}");
            assert!(is_url(&encoded), "{encoded}");
        }
    }
}

#[test]
fn unsafe_characters_stand_only_encoded() {
    for character in UNSAFE.chars() {
        for (before, after) in PLACES {
            assert!(!is_url(format!("{before}{character}{after}")));
            let encoded = format!("{before}%{:02X}{after}", u32::from(character));
            assert!(is_url(&encoded), "{encoded}");
        }
    }
}

#[test]
fn a_percent_sign_only_begins_an_escape() {
    for (before, after) in PLACES {
        for wrong in ["%", "%4", "%zz"] {
            assert!(!is_url(format!("{before}{wrong}{after}")));
        }
        assert!(is_url(format!("{before}%25{after}")));
    }
}

#[test]
fn seven_characters_can_be_reserved_and_no_others() {
    for octet in 0..=u8::MAX {
        let is_listed = b";/?:@=&".contains(&octet);
        assert_eq!(is_valid(Rule::Reserved, [octet]), is_listed, "{octet:02X}");
    }
}

#[test]
fn alphanumerics_and_eleven_special_characters_stand_unencoded_everywhere() {
    for octet in 0..=u8::MAX {
        let is_listed = octet.is_ascii_alphanumeric() || b"$-_.+!*'(),".contains(&octet);
        assert_eq!(
            is_valid(Rule::Unreserved, [octet]),
            is_listed,
            "{octet:02X}"
        );
        if is_listed {
            for (before, after) in PLACES {
                let text = format!("{before}{}{after}", char::from(octet));
                assert!(is_url(&text), "{text}");
            }
        }
    }
}

#[test]
fn characters_that_need_no_escape_may_be_encoded() {
    for octet in 0x21..0x7f_u8 {
        for (before, after) in PLACES {
            let text = format!("{before}%{octet:02x}{after}");
            assert!(is_url(&text), "{text}");
        }
    }
}

#[test]
fn no_escape_is_allowed_in_a_scheme_host_or_port() {
    for text in [
        "%68ttp://h/",
        "http://%68/",
        "http://1%2E2.3.4/",
        "http://h:%38/",
        "nntp://h/%61/1",
        "nntp://h/a/%31",
        "news:%61",
        "news:1@%68",
        "ftp://h/a;type=%61",
    ] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn a_relative_link_is_no_url() {
    for text in ["a", "a/b.html", "../a", "./a:b", "/a", "//h/a", "?a", ""] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn slashes_separate_the_levels_of_ftp_http_and_file_urls() {
    for (text, level) in [
        ("ftp://h/a/b%2Fc/d", Rule::Fsegment),
        ("http://h/a/b%2Fc/d", Rule::Hsegment),
        ("file:///a/b%2Fc/d", Rule::Fsegment),
    ] {
        let tree = parse(Rule::Url, text).unwrap();
        let levels: Vec<&str> = tree.find_all(level).map(Node::text).collect();
        assert_eq!(levels, ["a", "b%2Fc", "d"], "{text}");
    }
    assert_eq!(components("mailto:a/b"), [("encoded822addr", "a/b")]);
}

//! The literal characters of each component, derived by hand from Section 3.

use rfc1738::url::{ComponentName as Name, Url};
use rfc1738::{CharacterSet, Rule, is_valid, literal_characters};

/// The characters that need no encoding in any component with escapes (Section 2.2).
const ALWAYS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789$-_.+!*'(),";

/// The characters of `reserved` that need no encoding, for each component.
const TABLE: [(Rule, Name, &str); 29] = [
    (Rule::Ftpurl, Name::User, ";?&="),
    (Rule::Ftpurl, Name::Password, ";?&="),
    (Rule::Ftpurl, Name::Fsegment, "?:@&="),
    (Rule::Ftpurl, Name::Fpath, "?:@&="),
    (Rule::Httpurl, Name::Hpath, ":@&="),
    (Rule::Httpurl, Name::Hsegment, ":@&="),
    (Rule::Httpurl, Name::Search, ":@&="),
    (Rule::Gopherurl, Name::Gtype, ";/?:@&="),
    (Rule::Gopherurl, Name::Selector, ";/?:@&="),
    (Rule::Gopherurl, Name::Search, ";:@&="),
    (Rule::Gopherurl, Name::GopherString, ";/?:@&="),
    (Rule::Mailtourl, Name::Encoded822addr, ";/?:@&="),
    (Rule::Newsurl, Name::Article, ";/?:&="),
    (Rule::Telneturl, Name::User, ";?&="),
    (Rule::Telneturl, Name::Password, ";?&="),
    (Rule::Waisurl, Name::Database, ""),
    (Rule::Waisurl, Name::Search, ";:@&="),
    (Rule::Waisurl, Name::Wtype, ""),
    (Rule::Waisurl, Name::Wpath, ""),
    (Rule::Fileurl, Name::Fpath, "?:@&="),
    (Rule::Fileurl, Name::Fsegment, "?:@&="),
    (Rule::Prosperourl, Name::Hsoname, "/?:@&="),
    (Rule::Prosperourl, Name::Fieldname, "?:@&"),
    (Rule::Prosperourl, Name::Fieldvalue, "?:@&"),
    (Rule::Otherurl, Name::User, ""),
    (Rule::Otherurl, Name::Password, ""),
    (Rule::Otherurl, Name::UrlPath, ""),
    (Rule::Otherurl, Name::Search, ":@&="),
    (Rule::Otherurl, Name::Schemepart, ""),
];

#[test]
fn each_component_has_the_characters_that_its_section_leaves_it() {
    for (url, component, reserved) in TABLE {
        let expected = CharacterSet::of(ALWAYS).with(reserved);
        assert_eq!(
            literal_characters(url, component),
            Some(expected),
            "{component} of {url}"
        );
    }
}

#[test]
fn components_without_encoding_have_no_literal_characters() {
    for (url, component) in [
        (Rule::Httpurl, Name::Scheme),
        (Rule::Httpurl, Name::Hostport),
        (Rule::Ftpurl, Name::Login),
        (Rule::Httpurl, Name::Host),
        (Rule::Httpurl, Name::Port),
        (Rule::Ftpurl, Name::Ftptype),
        (Rule::Newsurl, Name::Grouppart),
        (Rule::Newsurl, Name::Group),
        (Rule::Nntpurl, Name::Digits),
    ] {
        assert_eq!(literal_characters(url, component), None);
    }
}

/// Tries each literal character in each component: the URL must stay valid.
#[test]
fn every_literal_character_is_valid_in_its_component() {
    let mut tried = 0;
    for text in [
        "ftp://x:x@h/x;type=a",
        "http://h/x?x",
        "gopher://h/xx%09x%09x",
        "mailto:x",
        "news:x@h",
        "wais://h/x?x",
        "wais://h/x/x/x",
        "file://h/x",
        "prospero://h/x;x=x",
        "x-new://x:x@h/x",
        "x-new:x",
    ] {
        let url = Url::parse(text).unwrap();
        for component in url.components() {
            for character in literal_characters(url.rule(), component.name()).unwrap_or_default() {
                let place = component.span().start;
                let changed = [&text[..place], &character.to_string(), &text[place + 1..]].concat();
                assert!(is_valid(url.rule(), &changed), "{changed}");
                let changed = Url::parse(&changed).unwrap();
                let names = |url: &Url<'_>| -> Vec<Name> {
                    url.components().iter().map(|part| part.name()).collect()
                };
                assert_eq!(names(&changed), names(&url), "{changed}");
                tried += 1;
            }
        }
    }
    // Each literal character of each component of the URLs above.
    assert_eq!(tried, 1836);
}

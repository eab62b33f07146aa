//! The examples of Sections 5 and 6 of RFC 3986, and properties of every reference.

use rfc3986::reference::Reference;
use rfc3986::{Rule, is_valid, next, parse};

const BASE: &str = "http://a/b/c/d;p?q";

/// Section 5.4.1.
const NORMAL: [[&str; 2]; 23] = [
    ["g:h", "g:h"],
    ["g", "http://a/b/c/g"],
    ["./g", "http://a/b/c/g"],
    ["g/", "http://a/b/c/g/"],
    ["/g", "http://a/g"],
    ["//g", "http://g"],
    ["?y", "http://a/b/c/d;p?y"],
    ["g?y", "http://a/b/c/g?y"],
    ["#s", "http://a/b/c/d;p?q#s"],
    ["g#s", "http://a/b/c/g#s"],
    ["g?y#s", "http://a/b/c/g?y#s"],
    [";x", "http://a/b/c/;x"],
    ["g;x", "http://a/b/c/g;x"],
    ["g;x?y#s", "http://a/b/c/g;x?y#s"],
    ["", "http://a/b/c/d;p?q"],
    [".", "http://a/b/c/"],
    ["./", "http://a/b/c/"],
    ["..", "http://a/b/"],
    ["../", "http://a/b/"],
    ["../g", "http://a/b/g"],
    ["../..", "http://a/"],
    ["../../", "http://a/"],
    ["../../g", "http://a/g"],
];

/// Section 5.4.2. The last is that of strict parsers.
const ABNORMAL: [[&str; 2]; 19] = [
    ["../../../g", "http://a/g"],
    ["../../../../g", "http://a/g"],
    ["/./g", "http://a/g"],
    ["/../g", "http://a/g"],
    ["g.", "http://a/b/c/g."],
    [".g", "http://a/b/c/.g"],
    ["g..", "http://a/b/c/g.."],
    ["..g", "http://a/b/c/..g"],
    ["./../g", "http://a/b/g"],
    ["./g/.", "http://a/b/c/g/"],
    ["g/./h", "http://a/b/c/g/h"],
    ["g/../h", "http://a/b/c/h"],
    ["g;x=1/./y", "http://a/b/c/g;x=1/y"],
    ["g;x=1/../y", "http://a/b/c/y"],
    ["g?y/./x", "http://a/b/c/g?y/./x"],
    ["g?y/../x", "http://a/b/c/g?y/../x"],
    ["g#s/./x", "http://a/b/c/g#s/./x"],
    ["g#s/../x", "http://a/b/c/g#s/../x"],
    ["http:g", "http:g"],
];

/// Texts, each with its normal form: the first of Section 6.2.2, then others of Sections 6.2.2 and 6.2.3.
const NORMALIZED: [[&str; 2]; 15] = [
    [
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
        "example://a/b/c/%7Bfoo%7D",
    ],
    ["HTTP://www.EXAMPLE.com/", "http://www.example.com/"],
    ["http://example.com", "http://example.com/"],
    ["http://example.com:/", "http://example.com/"],
    [
        "http://Me@H%c3%a9:80/?%61#%2f",
        "http://Me@h%C3%A9:80/?a#%2F",
    ],
    ["http://[FE80::A]/", "http://[fe80::a]/"],
    ["a:b/%2e%2E/c", "a:/c"],
    ["a:b/../..", "a:/"],
    ["%2e/a%3ab%7e", "%2E/a%3Ab~"],
    ["../A/./b", "../A/./b"],
    ["//H/a", "//h/a"],
    ["", ""],
    ["a:/.//b", "a:/.//b"],
    ["a:/b/..//c", "a:/.//c"],
    ["mailto:A@B.c", "mailto:A@B.c"],
];

fn resolved(base: &str, text: &str) -> String {
    let [base, reference] = [base, text].map(|text| Reference::parse(text).expect("it is valid"));
    reference.resolve(&base).expect("the base has a scheme")
}

#[test]
fn references_resolve_as_the_tables_of_section_5_4_say() {
    for [text, target] in NORMAL.into_iter().chain(ABNORMAL) {
        assert_eq!(resolved(BASE, text), target, "{text}");
    }
}

#[test]
fn normal_forms_are_those_of_section_6_2() {
    for [text, normal] in NORMALIZED {
        let reference = Reference::parse(text).expect("it is valid");
        assert_eq!(reference.normalized(), normal, "{text}");
        let again = Reference::parse(normal).expect("it is valid");
        assert_eq!(again.normalized(), normal, "the normal form of {text}");
    }
}

#[test]
fn the_four_urls_of_section_6_2_3_are_equivalent() {
    let web = |scheme: &str| (scheme == "http").then_some(80);
    for text in [
        "http://example.com",
        "http://example.com/",
        "http://example.com:/",
        "HTTP://example.com:80/",
        "http://example.com:080/",
    ] {
        let reference = Reference::parse(text).expect("it is valid");
        assert_eq!(
            reference.normalized_with(web),
            "http://example.com/",
            "{text}"
        );
    }
    for text in [
        "http://h:8080/",
        "http://h:99999/",
        "https://h:80/",
        "//h:80/",
    ] {
        let reference = Reference::parse(text).expect("it is valid");
        assert_eq!(reference.normalized_with(web), text);
    }
}

#[test]
fn equivalent_references_can_differ_in_their_texts() {
    let [one, other, port] = ["http://h/%7e", "HTTP://H/~", "http://h:80/~"]
        .map(|text| Reference::parse(text).expect("it is valid"));
    assert!(one.is_equivalent(&other) && one != other);
    assert!(!one.is_equivalent(&port));
}

/// Returns all texts of at most five of these characters.
fn texts() -> impl Iterator<Item = String> {
    let characters = ["a", "/", ".", ":", "?", "#", "%2e", "@"];
    let counts = (0..=5_u32).flat_map(move |length| {
        let count = characters.len().pow(length);
        (0..count).map(move |number| (length, number))
    });
    counts.map(move |(length, number)| {
        let digits = (0..length).map(|digit| number / characters.len().pow(digit));
        let text = digits.map(|digit| characters[digit % characters.len()]);
        text.collect()
    })
}

#[test]
fn parts_of_every_short_text_are_those_of_its_tree() {
    let mut valid = 0;
    for text in texts() {
        let reference = Reference::parse(&text);
        let tree = parse(Rule::UriReference, &text);
        let (Ok(reference), Ok(tree)) = (&reference, &tree) else {
            assert_eq!(reference.err(), tree.err(), "{text}");
            continue;
        };
        valid += 1;
        let part = |rule: Rule| tree.find(rule).map(rfc3986::Node::text);
        let path = tree
            .iter()
            .find(|node| node.rule().name().starts_with("path-"));
        assert_eq!(reference.scheme(), part(Rule::Scheme), "{text}");
        assert_eq!(reference.authority(), part(Rule::Authority), "{text}");
        assert_eq!(reference.userinfo(), part(Rule::Userinfo), "{text}");
        assert_eq!(reference.host(), part(Rule::Host), "{text}");
        assert_eq!(reference.port(), part(Rule::Port), "{text}");
        assert_eq!(
            Some(reference.path()),
            path.map(rfc3986::Node::text),
            "{text}"
        );
        assert_eq!(reference.query(), part(Rule::Query), "{text}");
        assert_eq!(reference.fragment(), part(Rule::Fragment), "{text}");
    }
    assert!(valid > 1000, "{valid}");
}

#[test]
fn what_resolves_and_normalizes_is_a_uri_again() {
    for text in texts() {
        let Ok(reference) = Reference::parse(&text) else {
            continue;
        };
        let normal = reference.normalized();
        assert!(is_valid(Rule::UriReference, &normal), "{text}: {normal}");
        for base in [BASE, "a:", "a:b/c", "a://h", "a:/b"] {
            let target = resolved(base, &text);
            assert!(is_valid(Rule::Uri, &target), "{text}: {target}");
            // Section 6.1: equivalent references lead to equivalent targets.
            let of_normal = resolved(base, &normal);
            let normalized = |text: &str| Reference::parse(text).map(|it| it.normalized());
            assert_eq!(
                normalized(&target),
                normalized(&of_normal),
                "{base} {text}: {normal}"
            );
        }
    }
}

#[test]
fn a_note_is_given_for_each_kind_of_error() {
    let cases = [
        ("http://h/%zz", "percent"),
        ("http://a b/", "space"),
        ("http://h/\n", "line-break"),
        ("http://h/<x>", "delimiter"),
        ("http://h/a|b", "excluded"),
        ("http://é/", "above-ascii"),
        ("a:b#c#d", "second-fragment"),
        ("http://[1::2::3]/", "ip-literal"),
        ("http://h/a[1]", "bracket"),
        ("http://u@v@h/", "at-sign"),
        ("1a:b", "colon-in-first-segment"),
    ];
    for (text, id) in cases {
        let error = Reference::parse(text).unwrap_err();
        let note = error.notes().next();
        assert_eq!(note.map(rfc3986::Note::id), Some(id), "{text}: {error}");
    }
    let error = parse(Rule::Port, "8o").unwrap_err();
    assert_eq!(error.notes().next().map(rfc3986::Note::id), Some("port"));
}

#[test]
fn a_text_can_be_completed() {
    let completed = next(Rule::Uri, "http").expect("a URI begins with it");
    assert!(!completed.can_end());
    assert!(completed.octets().contains(b':'));
    let completed = next(Rule::Uri, "http://h:8").expect("it is one");
    assert!(completed.can_end());
    assert!(completed.octets().contains(b'9'));
    assert!(completed.expected_list().ends_with(" or end of text"));
    assert!(next(Rule::Uri, "http://h/ ").is_err());
}

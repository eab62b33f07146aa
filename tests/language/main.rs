//! The generated parsers against the automaton that is computed from the grammar file: two
//! ways from one source, held against each other over every short text and many long ones.

mod gopher_tab;
mod reference;
mod walks;

use rfc1738::Rule;

use reference::Reference;

/// A character of each class that some production tells from the others.
const CLASSES: [&str; 23] = [
    "a", "g", "A", "Z", "0", "9", "%", "-", ".", "+", "_", "*", "/", ":", "@", ";", "?", "=", "&",
    "~", "#", " ", "é",
];

/// Those of them that delimit something, and one of each other kind.
const DELIMITERS: [&str; 12] = ["a", "1", "%", "-", ".", "*", "/", ":", "@", ";", "?", "="];

/// Calls with the prefix followed by every sequence of at most so many of the pieces.
fn every_text(prefix: &str, pieces: &[&str], most: usize, check: &mut impl FnMut(&str)) {
    check(prefix);
    if most > 0 {
        for piece in pieces {
            every_text(&[prefix, piece].concat(), pieces, most - 1, check);
        }
    }
}

fn compare(rule: Rule, prefix: &str, pieces: &[&str], most: usize) {
    let reference = Reference::get();
    every_text(prefix, pieces, most, &mut |text| {
        reference.compare(rule, text);
    });
}

#[test]
fn every_text_of_two_characters_is_judged_alike() {
    let reference = Reference::get();
    for rule in Rule::ALL {
        every_text("", &CLASSES, 2, &mut |text| reference.compare(rule, text));
    }
}

#[test]
fn every_text_of_three_characters_is_judged_alike() {
    let reference = Reference::get();
    for rule in Rule::ALL {
        every_text("", &DELIMITERS, 3, &mut |text| {
            reference.compare(rule, text);
        });
    }
}

#[test]
fn every_short_host_is_judged_alike() {
    for rule in [
        Rule::Host,
        Rule::Hostname,
        Rule::Domainlabel,
        Rule::Toplabel,
    ] {
        compare(rule, "", &["a", "1", ".", "-"], 6);
    }
    compare(Rule::Hostnumber, "", &["1", ".", "12"], 8);
    compare(Rule::Host, "", &["1", "1.", "a"], 7);
}

#[test]
fn every_short_login_is_judged_alike() {
    for rule in [Rule::Login, Rule::Hostport] {
        compare(rule, "", &["a", "1", ".", ":", "@", "%41"], 4);
    }
    compare(Rule::IpSchemepart, "//", &["a", "1", ":", "@", "/", "."], 4);
    compare(Rule::Telneturl, "telnet://", &["a", "1", ":", "@", "/"], 4);
}

#[test]
fn every_short_url_of_each_scheme_is_judged_alike() {
    compare(
        Rule::Url,
        "http://",
        &["a", "1", ".", ":", "/", "?", "@"],
        4,
    );
    compare(
        Rule::Url,
        "ftp://",
        &["a", ":", "@", "/", ";type=", "d", "~"],
        4,
    );
    compare(Rule::Url, "news:", &["a", "1", "*", "@", ".", "%", "/"], 4);
    compare(Rule::Url, "nntp://h", &["a", "1", ":", "/", "-"], 4);
    compare(Rule::Url, "wais://h", &["a", "/", "?", "%4", "1"], 5);
    compare(Rule::Url, "mailto:", &["a", "@", "%", "4", "~"], 4);
    compare(Rule::Url, "file://", &["a", "1.", "/", ":", "localhost"], 4);
    compare(Rule::Url, "prospero://h/", &["a", "/", ";", "=", "~"], 5);
    compare(Rule::Url, "gopher://h", &["a", "1", "/", "%09", ":"], 5);
    compare(Rule::Url, "x-new:", &["/", "a", ":", "@", "1", "~"], 5);
}

#[test]
fn every_short_gopher_path_is_judged_alike() {
    compare(
        Rule::Gopherurl,
        "gopher://h/",
        &["a", "/", "%09", "%", "0", "~"],
        5,
    );
}

#[test]
fn every_beginning_of_a_scheme_is_judged_alike() {
    let schemes = [
        "http", "ftp", "news", "nntp", "telnet", "gopher", "wais", "mailto", "file", "prospero",
    ];
    let pieces = schemes.map(str::to_uppercase);
    let pieces = schemes.into_iter().chain(pieces.iter().map(String::as_str));
    let pieces: Vec<&str> = pieces.chain(["s", ":", "/"]).collect();
    for rule in [Rule::Url, Rule::Otherurl, Rule::Genericurl] {
        compare(rule, "", &pieces, 2);
        for scheme in schemes {
            for length in 0..=scheme.len() {
                compare(rule, &scheme[..length], &[":", "/", "a", "@"], 3);
            }
        }
    }
}

#[test]
fn long_texts_at_random_are_judged_alike() {
    let reference = Reference::get();
    for rule in Rule::ALL {
        let mut walk = walks::Walk::of(rule);
        for _ in 0..40 {
            let text = walk.word(reference, 40);
            reference.compare(rule, &text);
            for _ in 0..3 {
                reference.compare(rule, &walk.spoilt(&text));
            }
        }
    }
}

#[test]
fn gopher_parts_end_at_the_first_tab_that_works() {
    let reference = Reference::get();
    let mut count = 0;
    every_text("", &["a", "/", "%09", "+", "%0A"], 6, &mut |path| {
        gopher_tab::check(reference, path);
        count += 1;
    });
    assert_eq!(count, (5_usize.pow(7) - 1) / 4);
}

//! Run in the copy, whose grammar is another: its parsers against the automaton that is
//! computed from its grammar file.

#[path = "../language/reference.rs"]
mod reference;

use rfc1738::Rule;

use reference::Reference;

/// Characters and parts of texts that the changed productions tell apart.
const PIECES: [&str; 14] = [
    "a", "b", "1", "12", "%", "%41", "-", ".", "/", ":", "@", ",", "~", ";",
];

/// Calls with the prefix followed by every sequence of at most so many of the pieces.
fn every_text(prefix: &str, most: usize, check: &mut impl FnMut(&str)) {
    check(prefix);
    if most > 0 {
        for piece in PIECES {
            every_text(&[prefix, piece].concat(), most - 1, check);
        }
    }
}

#[test]
fn every_short_text_is_judged_alike_by_every_production() {
    let reference = Reference::get();
    for rule in Rule::ALL {
        every_text("", 2, &mut |text| reference.compare(rule, text));
    }
}

#[test]
fn every_short_url_of_a_changed_scheme_is_judged_alike() {
    let reference = Reference::get();
    for prefix in [
        "http://h",
        "ftp://",
        "ldap://h/",
        "https:",
        "http",
        "gopher://h/",
        "x://",
    ] {
        every_text(prefix, 3, &mut |text| reference.compare(Rule::Url, text));
    }
}

//! Run in the copy, whose grammar is another: its parsers against the automata and the
//! derivations that are worked out from its grammar file.

#[path = "../exactness/reference.rs"]
mod reference;
#[path = "../exactness/texts.rs"]
mod texts;

use rfc1738::Rule;

use reference::Reference;
use texts::every_text;

/// Characters and parts of texts that the changed productions tell apart.
const PIECES: [&str; 14] = [
    "a", "b", "1", "12", "%", "%41", "-", ".", "/", ":", "@", ",", "~", ";",
];

#[test]
fn every_short_text_is_judged_alike_by_every_production() {
    let reference = Reference::get();
    for rule in Rule::ALL {
        every_text("", &PIECES, 2, &mut |text| {
            let is_valid = reference.compare(rule, text);
            assert_eq!(reference.compare_tree(rule, text), is_valid);
        });
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
        every_text(prefix, &PIECES, 3, &mut |text| {
            let is_valid = reference.compare(Rule::Url, text);
            assert_eq!(reference.compare_tree(Rule::Url, text), is_valid);
        });
    }
}

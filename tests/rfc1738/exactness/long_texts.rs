//! Texts above 1 GiB have the verdicts and trees of shorter ones.

use rfc1738::{Rule, is_valid, parse};
use rfcbnf::conformance::Suite;
use rfcbnf_engine::wide;

use super::reference::Reference;

#[test]
fn the_parsers_for_long_texts_derive_the_same_trees_over_complete_suites() {
    let mut valid = 0;
    for rule in Rule::ALL {
        let suite = Suite::new(Reference::get().automaton(rule), 0).expect("the suite is small");
        for text in suite.texts() {
            let shown = text.escape_ascii();
            assert_eq!(
                wide::is_valid_long(rule, &text),
                is_valid(rule, &text),
                "{rule} on \"{shown}\""
            );
            let Ok(text) = str::from_utf8(&text) else {
                continue;
            };
            let tree = parse(rule, text).ok();
            valid += usize::from(tree.is_some());
            assert_eq!(wide::parse_long(rule, text), tree, "{rule} on \"{shown}\"");
        }
    }
    assert!(valid > 10_000, "{valid}");
}

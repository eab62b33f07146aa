//! The pest grammar is the export of `rfcbnf`, except for the rules marked as changed.

use std::collections::BTreeMap;

use rfc1738_benchmarks::grammars::grammar;

/// The comment before a rule that was changed by hand.
const BY_HAND: &str = "// By hand: ";

/// Returns the rules by name, each on one line, and whether it was changed by hand.
fn rules(text: &str) -> BTreeMap<String, (bool, String)> {
    let paragraphs = text.split("\n\n");
    let rules = paragraphs.filter_map(|paragraph| {
        let by_hand = paragraph.lines().any(|line| line.starts_with(BY_HAND));
        let lines = paragraph.lines().filter(|line| !line.starts_with("//"));
        let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
        let name = words.first()?.to_string();
        Some((name, (by_hand, words.join(" "))))
    });
    rules.collect()
}

#[test]
fn the_grammar_is_the_export_except_for_manual_changes() {
    let exported = rfcbnf::export::pest(&grammar(), Some("url")).unwrap();
    let (exported, written) = (rules(&exported), rules(include_str!("../url.pest")));
    for (name, (_, rule)) in &exported {
        let (by_hand, now) = &written[name];
        assert_eq!(*by_hand, now != rule, "{name}: exported as {rule}");
    }
    let others = written.keys().filter(|name| !exported.contains_key(*name));
    assert_eq!(others.collect::<Vec<_>>(), ["text"]);
}

#[test]
fn only_the_listed_losses_are_repaired_by_hand() {
    let written = rules(include_str!("../url.pest"));
    let changed = written.iter().filter(|(_, (by_hand, _))| *by_hand);
    let names: Vec<&String> = changed.map(|(name, _)| name).collect();
    assert_eq!(
        names,
        [
            "domainlabel",
            "grouppart",
            "schemepart",
            "text",
            "toplabel",
            "waisurl"
        ]
    );
}

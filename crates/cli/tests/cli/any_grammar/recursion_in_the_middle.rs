//! Productions that recurse in the middle: commands that ask automata take their texts to a depth, and
//! others any text.

use crate::command::{exits, file, objects};

const PAIR: &str = "pair = \"(\" [ pair ] \")\"\n";

/// Decides about a text of pairs by counting.
fn is_pair(text: &str) -> bool {
    let half = text.len() / 2;
    half > 0 && text == [&*"(".repeat(half), &*")".repeat(half)].concat()
}

#[test]
fn a_suite_to_a_depth_holds_the_right_verdicts() {
    file("pair-suite.abnf", PAIR);
    let start = "conformance export --grammar pair-suite.abnf";
    let run = exits(&format!("{start} --depth 2"), 0);
    let suite = objects(&run);
    let mut deepest = 0;
    for case in &suite {
        let text = case["input"].as_str().expect("the text is UTF-8");
        assert_eq!(case["ok"], is_pair(text), "{case}");
        deepest = deepest.max(if is_pair(text) { text.len() / 2 } else { 0 });
    }
    assert_eq!(deepest, 3);
    run.stderr(format!(
        "note: production `pair` is recursive: pair → pair; these are its texts to depth 2, and \
         --depth N takes others\nnote: the suite of pair has {} texts\n",
        suite.len()
    ));
    assert!(objects(&exits(start, 0)).len() < suite.len());
}

//! Trees and traces as deep as their texts are long: the output grows with the text, not with its
//! square, and no view recurses.
//!
//! Tests run on threads with 2 MiB of stack. That is too little for a call for each level.

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::derivations::record::DerivationsRecord;
use rfc1738_views::derivations::text::DerivationsWriter;
use rfc1738_views::derivations::{Count, Total};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::trace::{StepSelection, page};
use rfc1738_views::tree::json::FlatTree;
use rfc1738_views::tree::{sexp, text};
use rfcbnf::Parser;
use rfcbnf::derivations::{DerivationTree, derivations};
use rfcbnf_engine::Detail;
use rfcbnf_engine::outline::LEVELS;

use crate::{grammar, lines};

const NESTED: &str = "s = \"(\" [ s ] \")\" | \"a\" s\n";

/// The levels of the deepest tree.
const DEEP: usize = 12_000;

/// The most bytes that an outline has for each octet of the text.
const BYTES: usize = 400;

/// Returns a text whose tree has that many levels.
fn nested(levels: usize) -> String {
    "(".repeat(levels) + &")".repeat(levels)
}

fn tree(text: &str) -> DerivationTree {
    let grammar = grammar(NESTED);
    let mut trees = derivations(&grammar.grammar, "s", text).expect("it is small enough");
    trees.next().expect("it is derived")
}

/// Asserts that the view of a deep tree is long enough to show each level, and bounded by the length
/// of the text.
#[track_caller]
fn assert_linear(levels: usize, shown: &str) {
    let (least, most) = (levels * 10, nested(levels).len() * BYTES);
    assert!((least..most).contains(&shown.len()), "{}", shown.len());
}

#[test]
fn every_view_of_a_deep_tree_grows_with_the_text() {
    for levels in [LEVELS, 1_000, DEEP] {
        let text = nested(levels);
        let tree = tree(&text);
        let plain = Palette::PLAIN;
        assert_linear(levels, &lines(|out| text::write(out, plain, tree.root())));
        assert_linear(levels, &lines(|out| sexp::write(out, tree.root())));
        assert_linear(levels, &tree.to_string());
        let flat = FlatTree::new(tree.root(), usize::MAX);
        assert_linear(levels, &lines(|out| json::write(out, &flat)));
        let trees = [tree];
        let count = Count {
            shown: 1,
            total: Total::Exactly(1),
            is_infinite: false,
        };
        let record = DerivationsRecord::new(text.as_bytes(), "s", &trees, count);
        assert_linear(levels, &lines(|out| json::write(out, &record)));
        let [tree] = trees;
        let mut writer = DerivationsWriter::default();
        assert_linear(levels, &lines(|out| writer.write(out, plain, tree)));
    }
}

#[test]
fn the_views_of_deep_engine_trees_grow_with_the_text() {
    let grammar = grammar(NESTED);
    let parser =
        Parser::with_characters(&grammar.grammar, "s", [], |_| false).expect("it is small");
    let rule = parser.rule();
    for levels in [LEVELS, 1_000, 3_000] {
        let text = nested(levels);
        let tree = rule.parse(&text).expect("it is derived");
        assert_linear(levels, &tree.to_string());
        assert_linear(levels, &format!("{tree:#?}"));
        let record = CheckRecord::new(text.as_bytes(), rule, Ok(Some(tree.root())));
        assert_linear(levels, &lines(|out| json::write(out, &record)));
        let trace = rule.trace(text.as_bytes(), Detail::Rules);
        let trace = trace.expect("it is decided");
        let all = StepSelection::default();
        assert_linear(
            levels,
            &lines(|out| page::write(out, Palette::PLAIN, &trace, &all)),
        );
    }
}

#[test]
fn a_node_below_drawn_levels_has_a_numeric_depth() {
    let text = nested(LEVELS + 3);
    let tree = tree(&text);
    let shown = lines(|out| text::write(out, Palette::PLAIN, tree.root()));
    let blanks = "   ".repeat(LEVELS);
    let last: Vec<&str> = shown.lines().skip(LEVELS).collect();
    assert_eq!(
        last,
        [
            format!("{}└─ s 32..38 \"((()))\"", "   ".repeat(LEVELS - 1)),
            format!("{blanks}[33] s 33..37 \"(())\""),
            format!("{blanks}[34] s 34..36 \"()\""),
        ]
    );
    let displayed = tree.to_string();
    let blanks = "  ".repeat(LEVELS);
    let last: Vec<&str> = displayed.lines().skip(LEVELS).collect();
    assert_eq!(
        last,
        [
            format!("{blanks}s 32..38 \"((()))\""),
            format!("{blanks}[33] s 33..37 \"(())\""),
            format!("{blanks}[34] s 34..36 \"()\""),
        ]
    );
}

#[test]
fn bars_of_open_nodes_continue_beside_levels_not_drawn() {
    let grammar = grammar("s = \"(\" s \")\" t | \"a\"\nt = \"b\"\n");
    let levels = LEVELS + 1;
    let text = format!("{}a{}", "(".repeat(levels), ")b".repeat(levels));
    let mut trees = derivations(&grammar.grammar, "s", &text).expect("it is small");
    let tree = trees.next().expect("it is derived");
    let shown = lines(|out| text::write(out, Palette::PLAIN, tree.root()));
    let bars = "│  ".repeat(LEVELS);
    let around: Vec<&str> = shown.lines().skip(LEVELS + 1).take(3).collect();
    assert_eq!(
        around,
        [
            format!("{bars}[33] s 33..34 \"a\""),
            format!("{bars}[33] t 35..36 \"b\""),
            format!("{}└─ t 37..38 \"b\"", "│  ".repeat(LEVELS - 1)),
        ]
    );
}

#[test]
fn a_deep_s_expression_closes_every_list() {
    let tree = tree(&nested(DEEP));
    let shown = lines(|out| sexp::write(out, tree.root()));
    // The text of the leaf is the only one.
    let lists = shown.replace("\"()\"", "");
    assert_eq!(lists.matches('(').count(), DEEP);
    assert_eq!(lists.matches(')').count(), DEEP);
    assert!(lists.trim_end().ends_with(&")".repeat(DEEP)));
}

#[test]
fn only_inner_texts_are_cut_below_the_drawn_levels() {
    let text = nested(2 * LEVELS + 100);
    let displayed = tree(&text).to_string();
    let lines: Vec<&str> = displayed.lines().map(str::trim_start).collect();
    assert!(!lines[LEVELS].contains('…'), "{}", lines[LEVELS]);
    let cut = format!("[33] s 33..295 \"{}\"…", "(".repeat(60));
    assert_eq!(lines[LEVELS + 1], cut);
    assert!(lines.last().is_some_and(|leaf| leaf.ends_with("\"()\"")));
}

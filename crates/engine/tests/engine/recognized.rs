//! Trees and steps of recognizers, which are those of parsers.

use rfcbnf_engine::recognized::{DerivedNode, Reach, trace, tree};
use rfcbnf_engine::trace::{Trace, trace as parsers_trace};
use rfcbnf_engine::{CharacterSet, Detail, Production, parse_in_detail};

use super::sample::Sample::{self, Char, Letter, Line, Lines, Word};

/// Returns the nodes below the root of a tree that a parser makes.
fn nodes(text: &str) -> Vec<DerivedNode> {
    let tree = parse_in_detail(Lines, text, Detail::Characters).expect("it is valid");
    let below = tree.iter().skip(1);
    let nodes = below.map(|node| DerivedNode {
        production: node.rule().id(),
        span: node.span(),
        depth: node.ancestors().count(),
    });
    nodes.collect()
}

#[test]
fn a_recognizer_gives_the_same_tree_as_a_parser() {
    let text = "ab\tc%12\na";
    for detail in [Detail::Rules, Detail::Characters] {
        let parsed = parse_in_detail(Lines, text, detail).expect("it is valid");
        assert_eq!(tree(Lines, text, detail, nodes(text)), parsed);
    }
}

#[test]
fn a_recognizer_keeps_the_same_steps_as_a_parser() {
    let text = "ab\tc";
    let reach = Reach {
        viable: 4,
        next: CharacterSet::of("abc%\t\n"),
        longest: Some(4),
    };
    let own = trace(Lines, text.as_bytes(), Detail::Rules, &reach, nodes(text));
    let parsed = parsers_trace(Lines, text.as_bytes(), Detail::Rules);
    let kept = |trace: &Trace<'_, Sample>| -> Vec<_> {
        let kept = trace.steps().filter(|step| step.is_kept());
        kept.map(|step| (step.depth(), step.event().clone()))
            .collect()
    };
    assert_eq!(kept(&own), kept(&parsed));
}

#[test]
fn a_node_outside_its_parent_does_no_harm() {
    let node = |production: Sample, span, depth| DerivedNode {
        production: production.id(),
        span,
        depth,
    };
    let nodes = [
        node(Line, 0..9, 1),
        node(Line, 0..2, 0),
        node(Word, 1..3, 2),
        node(Word, 1..2, 7),
        node(Char, 0..1, 8),
        node(Letter, 0..1, 1),
    ];
    let tree = tree(Lines, "ab", Detail::Characters, nodes);
    assert_eq!(
        tree.to_string(),
        "lines 0..2 \"ab\"\n  line 0..2 \"ab\"\n    word 1..2 \"b\"\n"
    );
}

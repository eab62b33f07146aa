//! Compares a case with the library: first what is expected, then the invariants of trees and errors.

use rfc1738::{
    CharacterSet, Detail, Expected, Found, Node, NodeEvent, Rule, SyntaxError, Tree, is_valid,
    parse, parse_in_detail, visit,
};
use rfcbnf::cases::{self, Answer, Expectation, Outcome};

use crate::cases::{Case, fields};
use crate::library::fixes;

/// Asserts that the library does what the case says. Returns the tree or the error for the snapshot.
pub(crate) fn check(rule: Rule, case: &Case) -> String {
    let expected = Expectation::read(&case.expected, case.has("escapes"));
    let mut expected = expected.unwrap_or_else(|what| panic!("{what}"));
    let rejected = |one: &Expectation| matches!(one, Expectation::ErrorAt(_));
    let is_rejected = expected.iter().any(rejected);
    // Here, what is before an error is valid unless a case says something else.
    let says_end = |one: &Expectation| matches!(one, Expectation::CanEnd(_));
    if is_rejected && !expected.iter().any(says_end) {
        expected.push(Expectation::CanEnd(true));
    }
    let written = cases::Case::new(case.title.clone(), case.text.clone(), expected);
    let compare = |answer: &Answer<'_, '_, Rule>| {
        let outcome = cases::compare(&written, answer, || Err("nobody counts".to_owned()));
        assert_eq!(outcome, Outcome::Passed);
    };
    if is_rejected {
        check_rejected(rule, &case.text, compare)
    } else {
        check_accepted(rule, case, compare)
    }
}

/// The tree has the nodes that the case lists.
fn check_accepted(rule: Rule, case: &Case, compare: impl FnOnce(&Answer<'_, '_, Rule>)) -> String {
    let text = std::str::from_utf8(&case.text).expect("accepted texts are ASCII");
    assert!(is_valid(rule, text));
    let brief = parse(rule, text).unwrap_or_else(|error| panic!("{error}"));
    let full = parse_in_detail(rule, text, Detail::Characters).expect("accepted in brief");
    compare(&Answer::Valid(&full));
    for tree in [&brief, &full] {
        assert_eq!(tree.text(), text);
        check_spans(tree, rule);
        check_grammar(tree);
    }
    assert_eq!(
        lines(&brief, |_| true),
        lines(&full, |rule| !rule.is_character())
    );
    check_events(rule, &brief);
    let shown = if case.has("characters") {
        &full
    } else {
        &brief
    };
    shown.to_string()
}

/// The events are those of the tree.
fn check_events(rule: Rule, tree: &Tree<'_>) {
    let (mut nodes, mut open) = (Vec::new(), Vec::new());
    let visited = visit(rule, tree.text(), |event| match event {
        NodeEvent::Open { rule, start } => {
            nodes.push((open.len(), rule, start, start));
            open.push(nodes.len() - 1);
        }
        NodeEvent::Close { rule, span } => {
            let node = &mut nodes[open.pop().expect("a node is open")];
            assert_eq!((node.1, node.2), (rule, span.start));
            node.3 = span.end;
        }
    });
    assert_eq!(visited, Ok(()));
    assert_eq!(nodes, lines(tree, |_| true));
}

/// Returns the nodes of a tree with their depths; below the root, only those of certain productions.
fn lines(tree: &Tree<'_>, keep: impl Fn(Rule) -> bool) -> Vec<(usize, Rule, usize, usize)> {
    let nodes = tree.root().descendants_with_depth();
    let kept = nodes.filter(|(depth, node)| *depth == 0 || keep(node.rule()));
    kept.map(|(depth, node)| (depth, node.rule(), node.span().start, node.span().end))
        .collect()
}

/// The error is where the case says.
fn check_rejected(rule: Rule, text: &[u8], compare: impl FnOnce(&Answer<'_, '_, Rule>)) -> String {
    assert!(!is_valid(rule, text));
    let error = match parse(rule, text) {
        Ok(tree) => panic!("accepted as\n{tree}"),
        Err(error) => error,
    };
    compare(&Answer::Invalid(error.as_ref()));
    let visited = visit(rule, text, |event| panic!("{event:?} of an invalid text"));
    assert_eq!(visited.as_ref(), Err(&error));
    let in_full = parse_in_detail(rule, text, Detail::Characters);
    assert_eq!(in_full.as_ref(), Err(&error));
    assert_eq!(error.rule(), rule);
    check_prefix(rule, &text[..error.offset()], &error);
    check_place(text, &error);
    check_expected(&error);
    check_context(&error);
    fixes::judge(text, &error);
    format!("{error:#}\n\n{}", fields(error.as_ref()).join("\n"))
}

/// Asserts that the text up to the offset is viable, and that exactly `next` can follow it.
fn check_prefix(rule: Rule, prefix: &[u8], error: &SyntaxError) {
    assert_eq!(viable_length(rule, prefix), prefix.len());
    assert_eq!(is_valid(rule, prefix), error.can_end());
    for octet in 0..=u8::MAX {
        let longer = [prefix, &[octet]].concat();
        let goes_on = viable_length(rule, &longer) == longer.len();
        assert_eq!(
            goes_on,
            error.next().contains(octet),
            "octet {octet:02X}: {error}"
        );
    }
}

fn viable_length(rule: Rule, text: &[u8]) -> usize {
    parse(rule, text).map_or_else(|error| error.offset(), |tree| tree.text().len())
}

/// Asserts that `found` is the character at the offset, and that the span is that character with an
/// unfinished escape before it.
fn check_place(text: &[u8], error: &SyntaxError) {
    let (offset, span) = (error.offset(), error.span());
    let length = match error.found() {
        None => 0,
        Some(Found::Octet(octet)) => {
            assert_eq!(text[offset], octet);
            1
        }
        Some(Found::Character(character)) => {
            let mut buffer = [0; 4];
            let octets = character.encode_utf8(&mut buffer).as_bytes();
            assert!(text[offset..].starts_with(octets));
            octets.len()
        }
    };
    assert_eq!(length == 0, offset == text.len());
    assert_eq!(span.end, offset + length);
    let percent = text[..offset].iter().rposition(|&octet| octet == b'%');
    let unfinished =
        percent.filter(|start| start + 3 > offset && error.rule() != Rule::Punctuation);
    assert_eq!(span.start, unfinished.unwrap_or(offset));
    assert_eq!(
        (error.position().line, error.position().column),
        (1, offset + 1)
    );
}

/// Asserts that the expected items, for people, are the expected characters, for programs.
fn check_expected(error: &SyntaxError) {
    let mut unfolded = CharacterSet::EMPTY;
    let mut end = false;
    for expected in error.expected() {
        match expected {
            Expected::Production(rule) => unfolded = unfolded.union(rule.first()),
            Expected::Character(character) => {
                assert!(
                    !unfolded.to_string().contains(*character),
                    "{expected} is there twice"
                );
                unfolded = unfolded.with(&character.to_string());
            }
            Expected::Characters { first, last } => panic!("characters {first} to {last}"),
            Expected::Octets { first, last } => panic!("octets {first:02X} to {last:02X}"),
            Expected::MoreOf(rule) => panic!("{rule} has an automaton"),
            Expected::EndOfText => end = true,
        }
    }
    assert_eq!(unfolded, error.next(), "{error}");
    assert_eq!(end, error.can_end(), "{error}");
}

/// Asserts that the open productions lead from the requested one to deeper ones.
fn check_context(error: &SyntaxError) {
    assert_eq!(error.context().first(), Some(&error.rule()));
    for pair in error.context().windows(2) {
        assert!(
            pair[0].uses().contains(&pair[1]),
            "{} does not use {}",
            pair[0],
            pair[1]
        );
    }
}

/// Asserts that the root spans the text, that children lie in order inside their parents, and that
/// each node has the text of its span.
pub(crate) fn check_spans(tree: &Tree<'_>, rule: Rule) {
    assert_eq!(tree.root().rule(), rule);
    assert_eq!(tree.root().span(), 0..tree.text().len());
    for node in tree {
        assert_eq!(node.text(), &tree.text()[node.span()]);
        let mut reached = node.span().start;
        for child in node.children() {
            assert!(
                reached <= child.span().start,
                "{child:?} overlaps what is before it"
            );
            assert!(child.span().start <= child.span().end);
            reached = child.span().end;
        }
        assert!(
            reached <= node.span().end,
            "the children of {node:?} reach to {reached}"
        );
    }
    let mut preorder = Vec::new();
    walk(tree.root(), &mut |node| preorder.push(node));
    assert!(
        tree.iter().eq(preorder),
        "children and descendants disagree"
    );
}

fn walk<'a, 't>(node: Node<'a, 't>, seen: &mut impl FnMut(Node<'a, 't>)) {
    seen(node);
    node.children().for_each(|child| walk(child, seen));
}

/// Asserts that the production of a parent names each child, and that each production derives the
/// text of its node.
pub(crate) fn check_grammar(tree: &Tree<'_>) {
    for node in tree {
        // A scheme name may contain capitals where the production has lowalpha.
        let any_case = node.rule() == Rule::Lowalpha;
        let text = if any_case {
            node.text().to_lowercase()
        } else {
            node.text().to_owned()
        };
        assert!(rfc1738::is_valid(node.rule(), text), "{node:?}");
        for child in node.children() {
            assert!(
                node.rule().uses().contains(&child.rule()),
                "{child:?} below {node:?}"
            );
        }
    }
}

//! Invariants of every tree.

use rfc1738::{Node, Rule, Tree};

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
    visit(tree.root(), &mut |node| preorder.push(node));
    assert!(
        tree.iter().eq(preorder),
        "children and descendants disagree"
    );
}

fn visit<'a, 't>(node: Node<'a, 't>, seen: &mut impl FnMut(Node<'a, 't>)) {
    seen(node);
    node.children().for_each(|child| visit(child, seen));
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

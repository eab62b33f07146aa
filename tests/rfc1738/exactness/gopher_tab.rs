//! The reading `gopher-tab`, by its definition: among all divisions of a gopher path, the one with
//! the shortest selector, and among these the one with the shortest search.

use rfc1738::{Node, Rule, parse};

use super::reference::Reference;

const PREFIX: &str = "gopher://h/1";

/// Selector, search and Gopher+ string.
type Parts<'t> = (&'t str, Option<&'t str>, Option<&'t str>);

/// Asserts that the tree divides the path as the definition does.
pub(crate) fn check(reference: &Reference, path: &str) {
    let text = [PREFIX, path].concat();
    let tree = parse(Rule::Gopherurl, &text).unwrap_or_else(|error| panic!("{error}"));
    let part = |rule| tree.find(rule).map(Node::text);
    let selector = part(Rule::Selector).expect("there is a selector after a type");
    let found = (selector, part(Rule::Search), part(Rule::GopherString));
    assert_eq!(found, divided(reference, path), "{text}");
}

fn divided<'t>(reference: &Reference, path: &'t str) -> Parts<'t> {
    for (selector, rest) in splits(path) {
        if !reference
            .automaton(Rule::Selector)
            .accepts(selector.as_bytes())
        {
            continue;
        }
        if rest.is_empty() {
            return (selector, None, None);
        }
        let Some(rest) = rest.strip_prefix("%09") else {
            continue;
        };
        for (search, rest) in splits(rest) {
            let plus = rest.strip_prefix("%09");
            let ends = plus.is_some() || rest.is_empty();
            if ends && reference.automaton(Rule::Search).accepts(search.as_bytes()) {
                return (selector, Some(search), plus);
            }
        }
    }
    panic!("no way to divide {path}");
}

fn splits(text: &str) -> impl Iterator<Item = (&str, &str)> {
    (0..=text.len()).map(|at| text.split_at(at))
}

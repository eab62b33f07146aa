//! The two derivations of a text that shows an ambiguity.

use rfcbnf_engine::escape::Quoted;

use crate::depth::original;
use crate::derivations::{Node, Tree, derivations};
use crate::syntax::{Expression, Grammar, Production, Span};

/// The name of the production whose body is the ambiguous part. No file can have it.
const PART: &str = "?";

/// The greatest depth down to which derivations are shown.
const DEPTH: usize = 8;

/// The most octets of a derivation that is shown.
const LENGTH: usize = 200;

/// Returns the first two derivations of the text by the part, each on one line, down to the depth at which
/// they differ; `None` if their nodes are the same or too many.
pub(super) fn of(grammar: &Grammar, part: Expression, text: &[u8]) -> Option<[String; 2]> {
    let used = grammar.reachable_from(part.references());
    let productions = grammar.productions.iter();
    let productions = productions.filter(|one| used.contains(one.name.as_str()));
    let mut productions: Vec<Production> = productions.cloned().collect();
    productions.push(production(part));
    let grammar = Grammar {
        source: String::new(),
        imported: Vec::new(),
        headings: Vec::new(),
        notation: grammar.notation,
        encoding: grammar.encoding,
        productions,
    };
    let mut trees = derivations(&grammar, PART, text).ok()?;
    let (one, other) = (trees.next()?, trees.next()?);
    let shown = (1..=DEPTH).map(|depth| [&one, &other].map(|tree| written(tree, depth)));
    let mut different = shown.filter(|[one, other]| one != other);
    different
        .next()
        .filter(|both| both.iter().all(|one| one.len() <= LENGTH))
}

fn production(body: Expression) -> Production {
    let nowhere: Span = 0..0;
    Production {
        name: PART.to_owned(),
        name_span: nowhere.clone(),
        span: nowhere,
        additions: Vec::new(),
        heading: None,
        comments: Vec::new(),
        body,
        excluded: Vec::new(),
        named_under: Vec::new(),
        readings: Vec::new(),
    }
}

fn written(tree: &Tree, depth: usize) -> String {
    inside(tree.root(), tree.text(), depth)
}

/// Returns what is inside of a node: productions with their texts or what is inside of them, and the texts between
/// them.
fn inside(node: Node<'_>, text: &[u8], depth: usize) -> String {
    let mut words = Vec::new();
    let mut behind = node.span().start;
    for child in node.children() {
        if behind < child.span().start {
            words.push(Quoted(&text[behind..child.span().start]).to_string());
        }
        behind = child.span().end;
        let name = original(child.production());
        let is_shown = depth > 1 && child.children().next().is_some();
        words.push(if is_shown {
            format!("{name}({})", inside(child, text, depth - 1))
        } else {
            format!("{name} {}", Quoted(child.text()))
        });
    }
    if behind < node.span().end {
        words.push(Quoted(&text[behind..node.span().end]).to_string());
    }
    words.join(" ")
}

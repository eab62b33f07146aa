//! All parse trees of a text, in priority order.

mod divergence;
mod errors;
mod naive;
mod order;
mod readings;
mod size;

use rfcbnf::derivations::{Derivations, Tree, derivations};
use rfcbnf::syntax::{Expression, Grammar, Kind};

use crate::texts::utf8;

fn grammar(source: &str) -> Grammar {
    rfcbnf::read(source).unwrap_or_else(|errors| panic!("{errors}"))
}

fn all_of(grammar: &Grammar, production: &str, text: &str) -> Derivations {
    derivations(grammar, production, text).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the trees of the first production of the grammar, each on a line. A node is written
/// `name(child child)`, and a leaf `name:text`.
fn lines(source: &str, text: &str) -> Vec<String> {
    let grammar = grammar(source);
    let trees = all_of(&grammar, &grammar.productions[0].name, text);
    trees.map(|tree| line(&tree)).collect()
}

fn line(tree: &Tree) -> String {
    fn write(node: rfcbnf::derivations::Node<'_>, out: &mut String) {
        out.push_str(node.production());
        let children: Vec<_> = node.children().collect();
        if children.is_empty() {
            out.push(':');
            out.push_str(&utf8(node.text()));
            return;
        }
        out.push('(');
        for (index, child) in children.into_iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            write(child, out);
        }
        out.push(')');
    }
    let mut out = String::new();
    write(tree.root(), &mut out);
    out
}

/// Changes every expression of the production.
fn change(grammar: &mut Grammar, production: &str, change: &mut impl FnMut(&mut Kind)) {
    fn below(expression: &mut Expression, change: &mut impl FnMut(&mut Kind)) {
        change(&mut expression.kind);
        for child in expression.children_mut() {
            below(child, change);
        }
    }
    let mut productions = grammar.productions.iter_mut();
    let production = productions
        .find(|candidate| candidate.name == production)
        .expect("the production is defined");
    below(&mut production.body, change);
}

//! Trees and traces of texts that a recognizer has read.
//!
//! A recognizer is a program that finds out about a text without the combinators of this package,
//! such as that of `rfcbnf` for recursive productions. It may give up on a text. So its productions
//! implement [`Production`] and not [`Parse`](crate::Parse): it says first whether it has decided,
//! and then makes the same results as parsers do, by the functions here.
//!
//! Invariant: the results are well formed, whatever the recognizer says. An offset beyond the text is
//! its end, and a node that lies outside its parent is left out.

pub use crate::reach::Reach;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::production::{Production, ProductionId};
use crate::text::TreeText as _;
use crate::trace::{Recording, Trace, retrace};
use crate::tree::{Detail, Tree, TreeRecord};

/// A node below the root of a tree.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::Production;
/// use rfcbnf_engine::recognized::DerivedNode;
///
/// let node = DerivedNode { production: Production::id(Rule::Digits), span: 0..2, depth: 1 };
/// assert_eq!(node.span.len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedNode {
    /// The production.
    pub production: ProductionId,
    /// The part of the text that it derives, in bytes.
    pub span: Range<usize>,
    /// The number of nodes above it, at least 1.
    pub depth: usize,
}

/// Returns the tree of a text that the production derives. `nodes` are those below the root, in
/// preorder, with the character productions; the tree shows those that the detail asks for.
///
/// ```
/// use rfc1738::{Detail, Rule, parse};
/// use rfcbnf_engine::Production;
/// use rfcbnf_engine::recognized::{DerivedNode, tree};
///
/// let node = |rule, span, depth| DerivedNode { production: Production::id(rule), span, depth };
/// let nodes = [
///     node(Rule::Digits, 0..2, 1),
///     node(Rule::Digit, 0..1, 2),
///     node(Rule::Digit, 1..2, 2),
/// ];
/// let tree = tree(Rule::Port, "80", Detail::Rules, nodes);
/// assert_eq!(tree, parse(Rule::Port, "80").unwrap());
/// ```
pub fn tree<P: Production>(
    production: P,
    text: &P::Text,
    detail: Detail,
    nodes: impl IntoIterator<Item = DerivedNode>,
) -> Tree<'_, P> {
    let length = text.as_octets().len();
    let records = records(production, length, detail, nodes);
    Tree::new(text, production.grammar(), records)
}

/// Returns the trace of a text. `nodes` are those of the longest prefix that the production derives,
/// as for [`tree`].
///
/// A recognizer follows all derivations at the same time and does not backtrack. So the steps are
/// those of a parser that takes the right choice every time. If the production does not derive the
/// whole text, the first steps show how far the text is viable.
///
/// ```
/// use rfc1738::{Detail, Rule};
/// use rfcbnf_engine::Production;
/// use rfcbnf_engine::recognized::{DerivedNode, Reach, trace};
///
/// let reach = Reach { viable: 2, next: Rule::Digit.first(), longest: Some(2) };
/// let digits = DerivedNode { production: Production::id(Rule::Digits), span: 0..2, depth: 1 };
/// let trace = trace(Rule::Port, b"80", Detail::Rules, &reach, [digits]);
/// assert!(trace.derives_all());
/// assert_eq!(trace.steps().filter(|step| step.is_kept()).count(), 4);
/// ```
pub fn trace<'t, P: Production>(
    production: P,
    text: &'t [u8],
    detail: Detail,
    reach: &Reach,
    nodes: impl IntoIterator<Item = DerivedNode>,
) -> Trace<'t, P> {
    let reach = reach.within(text.len());
    let derived = reach.longest.unwrap_or(0);
    let records = records(production, derived, detail, nodes);
    retrace(
        Recording::new(production, text),
        production,
        text,
        &reach,
        &records,
    )
}

/// Returns the records of a tree whose root has this length.
fn records<P: Production>(
    production: P,
    length: usize,
    detail: Detail,
    nodes: impl IntoIterator<Item = DerivedNode>,
) -> Vec<TreeRecord> {
    let grammar = production.grammar();
    // A record gets its last field when its node ends.
    let mut records = vec![TreeRecord::new(production.id(), 0..length, 0)];
    // The records of the open nodes, with their depths. The root stays open.
    let mut open = vec![(0, 0)];
    // The end of the last node that is closed, or the start of the innermost open one.
    let mut offset = 0;
    for node in nodes {
        if detail == Detail::Rules && P::from_id(grammar, node.production).is_character() {
            continue;
        }
        let depth = node.depth.max(1);
        while let Some((_, index)) = open.pop_if(|(other, _)| *other >= depth) {
            offset = records[index].end();
            let after = records.len();
            records[index].set_after(after);
        }
        let parent = open.last().map_or(0, |(_, index)| *index);
        let Range { start, end } = node.span;
        if start < offset || end < start || end > records[parent].end() {
            continue;
        }
        offset = start;
        open.push((depth, records.len()));
        records.push(TreeRecord::new(node.production, start..end, 0));
    }
    while let Some((_, index)) = open.pop() {
        let after = records.len();
        records[index].set_after(after);
    }
    records
}

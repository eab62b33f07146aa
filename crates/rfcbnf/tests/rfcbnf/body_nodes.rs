//! The nodes of a tree as the bodies of productions derive them, without DFAs and without tables.

use std::ops::Range;

use rfcbnf_engine::dfa::List;
use rfcbnf_engine::{Characters, Collector, Parse, ProductionId, ProductionSet};

/// A text and the nodes so far, in preorder.
struct BodyNodes<'t> {
    text: &'t [u8],
    nodes: Vec<(ProductionId, Range<usize>)>,
}

/// Returns the productions of the tree of a text with their spans, in preorder and with the character
/// productions; `None` if the production does not derive the text.
pub(crate) fn nodes_by_body<P: Parse>(
    production: P,
    text: &[u8],
) -> Option<Vec<(P, Range<usize>)>> {
    let mut collector = BodyNodes {
        text,
        nodes: Vec::new(),
    };
    let end = production.read(&mut collector, 0);
    let rule = |id| P::from_id(production.grammar(), id);
    let nodes = collector.nodes.into_iter();
    (end == Some(text.len())).then(|| nodes.map(|(id, span)| (rule(id), span)).collect())
}

impl Collector for BodyNodes<'_> {
    const PRODUCTIONS: ProductionSet = ProductionSet::ALL;

    const OBSERVES: bool = true;

    fn text(&self) -> &[u8] {
        self.text
    }

    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        let text = self.text;
        self.text = &text[..end];
        let result = read(self);
        self.text = text;
        result
    }

    fn count(&self) -> usize {
        self.nodes.len()
    }

    fn truncate(&mut self, count: usize) {
        self.nodes.truncate(count);
    }

    fn open(&mut self, production: ProductionId, start: usize) -> usize {
        self.nodes.push((production, start..start));
        self.nodes.len() - 1
    }

    fn close(&mut self, span: usize, end: usize) {
        self.nodes[span].1.end = end;
    }

    fn list(&mut self, _: &List, _: Range<usize>) {
        unreachable!("no DFA runs");
    }

    fn observes(&self) -> bool {
        true
    }

    fn characters(&self) -> Characters {
        Characters::All
    }
}

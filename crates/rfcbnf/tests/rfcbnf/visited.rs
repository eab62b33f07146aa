//! The nodes that events say there are.

use std::ops::Range;

use rfcbnf_engine::{NodeEvent, Production, Tree};

/// A node with its depth.
pub(crate) type DeepNode<P> = (usize, P, Range<usize>);

/// Collects the nodes of events, in the order in which they begin.
pub(crate) struct Visited<P> {
    nodes: Vec<DeepNode<P>>,
    open: Vec<usize>,
}

impl<P: Production> Visited<P> {
    pub(crate) fn new() -> Self {
        let (nodes, open) = (Vec::new(), Vec::new());
        Self { nodes, open }
    }

    pub(crate) fn add(&mut self, event: NodeEvent<P>) {
        match event {
            NodeEvent::Open { rule, start } => {
                let depth = self.open.len();
                self.open.push(self.nodes.len());
                self.nodes.push((depth, rule, start..start));
            }
            NodeEvent::Close { rule, span } => {
                let opened = self.open.pop().expect("a node is open");
                let node = &mut self.nodes[opened];
                assert!(node.1 == rule && node.2.start == span.start, "{rule}");
                node.2 = span;
            }
        }
    }

    /// Returns the nodes, all of which have ended.
    pub(crate) fn nodes(self) -> Vec<DeepNode<P>> {
        assert!(self.open.is_empty(), "a node has no end");
        self.nodes
    }
}

/// Returns the nodes of a tree.
pub(crate) fn nodes_of<P: Production>(tree: &Tree<'_, P>) -> Vec<DeepNode<P>> {
    let nodes = tree.root().descendants_with_depth();
    nodes
        .map(|(depth, node)| (depth, node.rule(), node.span()))
        .collect()
}

//! Discrimination trees.
//!
//! An inner node has a suffix. A text goes on to one child if the parser accepts the text with the
//! suffix, and to the other if not. Texts that reach one leaf lead to one state, as far as it is known.

/// The number of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeId(usize);

impl NodeId {
    /// The node that every text begins at.
    pub(super) const ROOT: Self = Self(0);
}

enum Node {
    Inner {
        suffix: Vec<u8>,
        /// The child of rejected texts, then that of accepted ones.
        children: [NodeId; 2],
    },
    /// The state, once a text has reached the leaf.
    Leaf(Option<usize>),
}

/// A discrimination tree.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    /// Returns a tree that tells accepted texts from rejected ones.
    fn default() -> Self {
        let root = Node::Inner {
            suffix: Vec::new(),
            children: [NodeId(1), NodeId(2)],
        };
        Self {
            nodes: vec![root, Node::Leaf(None), Node::Leaf(None)],
        }
    }
}

impl Tree {
    /// Returns whether the node has no children.
    pub(super) fn is_leaf(&self, node: NodeId) -> bool {
        matches!(self.nodes[node.0], Node::Leaf(_))
    }

    /// Returns the suffix of the node; `None` for a leaf.
    pub(super) fn suffix(&self, node: NodeId) -> Option<&[u8]> {
        match &self.nodes[node.0] {
            Node::Inner { suffix, .. } => Some(suffix),
            Node::Leaf(_) => None,
        }
    }

    /// Returns where a text goes on whose verdict with the suffix is known.
    pub(super) fn child(&self, node: NodeId, is_accepted: bool) -> NodeId {
        match &self.nodes[node.0] {
            Node::Inner { children, .. } => children[usize::from(is_accepted)],
            Node::Leaf(_) => node,
        }
    }

    pub(super) fn state(&self, leaf: NodeId) -> Option<usize> {
        match self.nodes[leaf.0] {
            Node::Leaf(state) => state,
            Node::Inner { .. } => None,
        }
    }

    /// Gives a leaf its state.
    pub(super) fn name(&mut self, leaf: NodeId, state: usize) {
        self.nodes[leaf.0] = Node::Leaf(Some(state));
    }

    /// Splits a leaf by a suffix, for which the verdict of its state is known. Returns the leaf of
    /// that state; the other one has none yet.
    pub(super) fn split(&mut self, leaf: NodeId, suffix: Vec<u8>, is_accepted: bool) -> NodeId {
        let state = self.state(leaf);
        let children = [NodeId(self.nodes.len()), NodeId(self.nodes.len() + 1)];
        self.nodes.extend([Node::Leaf(None), Node::Leaf(None)]);
        self.nodes[leaf.0] = Node::Inner { suffix, children };
        let own = children[usize::from(is_accepted)];
        self.nodes[own.0] = Node::Leaf(state);
        own
    }
}

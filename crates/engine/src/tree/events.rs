//! The nodes of a derivation, one after the other: from a tree, or from what would make one.

use alloc::vec::Vec;
use core::ops::Range;

use super::record::TreeRecord;
use crate::production::{Production, ProductionId};

/// The start or the end of a node. [`visit`](crate::visit()) passes them on in the order of the text; spans are byte offsets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeEvent<P> {
    /// A node begins. The events up to its [`NodeEvent::Close`] are those of the nodes inside.
    Open {
        /// The production.
        rule: P,
        /// The offset.
        start: usize,
    },
    /// The node ends that began last and has not ended.
    Close {
        /// The production.
        rule: P,
        /// What it derives.
        span: Range<usize>,
    },
}

impl<P> NodeEvent<P> {
    /// Returns the event of the same node, with another production in the place of its own.
    #[must_use]
    pub fn map<Q>(self, name: impl FnOnce(P) -> Q) -> NodeEvent<Q> {
        match self {
            Self::Open { rule, start } => NodeEvent::Open {
                rule: name(rule),
                start,
            },
            Self::Close { rule, span } => NodeEvent::Close {
                rule: name(rule),
                span,
            },
        }
    }
}

/// Receives the nodes of a derivation, in the order of the text.
pub(crate) trait NodeSink {
    fn open(&mut self, production: ProductionId, start: usize);

    /// Ends the node that was opened last.
    fn close(&mut self, end: usize);

    /// Returns the octets that it takes.
    #[cfg(feature = "recognizer")]
    fn size(&self) -> usize;
}

/// Passes on the nodes of a tree.
pub(crate) fn pass_on(records: &[TreeRecord], nodes: &mut (impl NodeSink + ?Sized)) {
    // For each open node, where those below it end, and its own end.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, record) in records.iter().enumerate() {
        while let Some((_, end)) = open.pop_if(|(after, _)| *after <= index) {
            nodes.close(end);
        }
        nodes.open(record.production(), record.start());
        open.push((record.after(), record.end()));
    }
    while let Some((_, end)) = open.pop() {
        nodes.close(end);
    }
}

/// Makes events of nodes: the nodes that are open, from the outermost on.
pub(crate) struct OpenNodes<'v, P: Production> {
    grammar: P::Grammar,
    open: Vec<(P, usize)>,
    visitor: &'v mut dyn FnMut(NodeEvent<P>),
}

impl<'v, P: Production> OpenNodes<'v, P> {
    pub(crate) fn new(grammar: P::Grammar, visitor: &'v mut dyn FnMut(NodeEvent<P>)) -> Self {
        Self {
            grammar,
            open: Vec::new(),
            visitor,
        }
    }
}

impl<P: Production> NodeSink for OpenNodes<'_, P> {
    fn open(&mut self, production: ProductionId, start: usize) {
        let rule = P::from_id(self.grammar, production);
        self.open.push((rule, start));
        (self.visitor)(NodeEvent::Open { rule, start });
    }

    fn close(&mut self, end: usize) {
        if let Some((rule, start)) = self.open.pop() {
            let span = start..end;
            (self.visitor)(NodeEvent::Close { rule, span });
        }
    }

    #[cfg(feature = "recognizer")]
    fn size(&self) -> usize {
        size_of_val(&*self.open)
    }
}

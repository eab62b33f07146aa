//! The nodes of a derivation as events, without a tree.
//!
//! Combinators that have not decided yet may drop what they found. [`Visit`] holds events back as long as an
//! attempt of a combinator is under way, and passes them on when it is over: after each round of a
//! repetition, and after an alternative that another could replace. The recognizer walks along a derivation that is
//! decided, and passes on each event at once.
//!
//! Invariant: only a text that is valid has events, and they are those of its tree.

use alloc::vec::Vec;
use core::ops::Range;

use crate::collector::{Collector, within};
use crate::dfa::List;
use crate::error::SyntaxError;
use crate::parse::{Parse, diagnose};
use crate::production::{ProductionId, ProductionSet};
use crate::text::AsInput;
use crate::tree::{NodeEvent, NodeSink, OpenNodes};

/// Parses the text as the production, and calls `visitor` for the start and the end of each node that
/// [`parse`](crate::parse()) has in its tree. Needs memory for the nodes that are open, and for those of an alternative that
/// is not decided; never for a tree.
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the production does not derive the text. Then there is no event.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{NodeEvent, visit};
///
/// let mut labels = 0;
/// visit(Rule::Hostport, "ds.internic.net:80", |event| {
///     if let NodeEvent::Close { rule: Rule::Domainlabel | Rule::Toplabel, .. } = event {
///         labels += 1;
///     }
/// })?;
/// assert_eq!(labels, 3);
/// # Ok::<(), rfcbnf_engine::SyntaxError<Rule>>(())
/// ```
pub fn visit<P: Parse, T: AsInput + ?Sized>(
    production: P,
    text: &T,
    mut visitor: impl FnMut(NodeEvent<P>),
) -> Result<(), SyntaxError<P>> {
    let octets = text.as_input();
    if !production.derives(octets) {
        return Err(diagnose(production, octets));
    }
    let mut nodes = OpenNodes::new(production.grammar(), &mut visitor);
    let mut visit = Visit {
        text: octets,
        held: Vec::new(),
        is_holding: false,
        nodes: &mut nodes,
    };
    let is_left_out = production.is_character();
    if is_left_out {
        visit.open(production.id(), 0);
    }
    let end = production.read(&mut visit, 0);
    debug_assert_eq!(end, Some(octets.len()), "the body derives what is valid");
    if is_left_out {
        visit.close(0, octets.len());
    }
    Ok(())
}

/// An event that is held back.
enum Held {
    Open(ProductionId, usize),
    Close(usize),
}

/// The collector that passes on the nodes of a text that is valid.
struct Visit<'t, 's> {
    text: &'t [u8],
    /// The events since the start of the outermost attempt.
    held: Vec<Held>,
    is_holding: bool,
    nodes: &'s mut dyn NodeSink,
}

impl Collector for Visit<'_, '_> {
    const PRODUCTIONS: ProductionSet = ProductionSet::ALL;

    fn text(&self) -> &[u8] {
        self.text
    }

    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        within(self, |own| &mut own.text, end, read)
    }

    fn count(&self) -> usize {
        self.held.len()
    }

    fn truncate(&mut self, count: usize) {
        self.held.truncate(count);
    }

    fn hold(&mut self) -> bool {
        !core::mem::replace(&mut self.is_holding, true)
    }

    fn release(&mut self) {
        self.is_holding = false;
        for event in self.held.drain(..) {
            match event {
                Held::Open(production, start) => self.nodes.open(production, start),
                Held::Close(end) => self.nodes.close(end),
            }
        }
    }

    fn open(&mut self, production: ProductionId, start: usize) -> usize {
        #[cfg(feature = "steps")]
        crate::steps::count(1);
        if self.is_holding {
            self.held.push(Held::Open(production, start));
        } else {
            self.nodes.open(production, start);
        }
        0
    }

    /// The node is the one that was opened last, because those inside have ended.
    fn close(&mut self, _: usize, end: usize) {
        if self.is_holding {
            self.held.push(Held::Close(end));
        } else {
            self.nodes.close(end);
        }
    }

    fn list(&mut self, list: &List, range: Range<usize>) {
        let text = self.text.get(..range.end).unwrap_or(self.text);
        list.elements(text, range.start, |production, start, end| {
            let node = self.open(production, start);
            self.close(node, end);
        });
    }
}

//! The two derivations of a text that shows an ambiguity, and where they diverge.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use rfcbnf_engine::escape::Quoted;
use rfcbnf_engine::recognizer::{Cache, Network};

use super::divergence::{Divergence, diverge};
use super::parted::{added, is_added, with_parts};
use crate::automaton::Witness;
use crate::depth::original;
use crate::derivations::{Node, Tree, derivations_in_cache};
use crate::network::network;
use crate::resolved::ResolvedGrammar;
use crate::syntax::{Expression, Grammar};

/// The greatest depth down to which derivations are shown.
const DEPTH: usize = 8;

/// The most octets of a derivation that is shown.
const LENGTH: usize = 200;

/// The greatest length, in octets, of a text whose derivations are looked for.
const TEXT: usize = 2_000;

/// The greatest number of steps to find derivations of the texts of one grammar, or of one to a depth.
const STEPS: usize = 20_000_000;

/// Two derivations of one text.
pub(super) struct Ways {
    /// Each of them on one line, down to the depth at which they differ; `None` if their nodes are the same or
    /// too many.
    pub(super) written: Option<[String; 2]>,
    /// Where they diverge; `None` if they have the same parts.
    pub(super) divergence: Option<Divergence>,
}

/// Returns the first derivations of the text by two alternatives.
pub(super) fn of_alternatives(
    grammar: &Grammar,
    alternatives: [&Expression; 2],
    text: &[u8],
    steps: &mut usize,
) -> Option<Ways> {
    ways(grammar, alternatives.map(Clone::clone), steps, |ready| {
        Some([vec![ready.derive(0, text)?], vec![ready.derive(1, text)?]])
    })
}

/// Returns the first derivations of the text by a part and its rest: one in which the part goes on behind the
/// split, and one in which it ends there.
pub(super) fn of_ends(
    grammar: &Grammar,
    parts: [Expression; 2],
    Witness { text, split }: &Witness,
    steps: &mut usize,
) -> Option<Ways> {
    if text.len() > TEXT {
        return None;
    }
    let ending_at = |ready: &Ready<'_>, end: usize| {
        let (part, rest) = text.split_at(end);
        Some(vec![ready.derive(0, part)?, ready.derive(1, rest)?])
    };
    ways(grammar, parts, steps, |ready| {
        let mut ends = split + 1..=text.len();
        let longer = ends.find_map(|end| ending_at(ready, end))?;
        Some([longer, ending_at(ready, *split)?])
    })
}

/// Returns the ways that `derive` finds with the parts. Adds the steps; finds nothing if they are too many.
fn ways(
    grammar: &Grammar,
    parts: [Expression; 2],
    steps: &mut usize,
    derive: impl FnOnce(&Ready<'_>) -> Option<[Vec<Tree>; 2]>,
) -> Option<Ways> {
    if *steps > STEPS {
        return None;
    }
    let parted = with_parts(grammar, parts);
    let resolved = ResolvedGrammar::new(&parted);
    let network = Arc::new(network(&resolved));
    let ready = Ready {
        resolved,
        network,
        cache: RefCell::default(),
        steps: Cell::new(*steps),
    };
    let both = derive(&ready);
    *steps = ready.steps.get();
    let both = both?;
    let shown = both.each_ref().map(|trees| {
        let trees = trees.iter().map(|tree| tree.without(is_added));
        trees.collect::<Vec<Tree>>()
    });
    let lines = (1..=DEPTH).map(|depth| shown.each_ref().map(|trees| written(trees, depth)));
    let written = { lines }
        .find(|[one, other]| one != other)
        .filter(|both| both.iter().all(|one| one.len() <= LENGTH));
    let divergence = diverge(&parted, &grammar.character_productions(), &both);
    Some(Ways {
        written,
        divergence,
    })
}

/// A grammar that can derive texts.
struct Ready<'g> {
    resolved: ResolvedGrammar<'g>,
    network: Arc<Network>,
    /// What the texts so far have found out about the network.
    cache: RefCell<Cache>,
    steps: Cell<usize>,
}

impl Ready<'_> {
    /// Returns the first derivation of a text by one of the two parts.
    fn derive(&self, part: usize, text: &[u8]) -> Option<Tree> {
        let start = self.resolved.find(&added(part))?;
        let before = self.steps.get();
        if before > STEPS {
            return None;
        }
        let cache = &mut *self.cache.borrow_mut();
        let known = (&self.network, &mut *cache);
        let trees = derivations_in_cache(known, &self.resolved, start, text, |_| false);
        let Ok(mut trees) = trees else {
            self.steps.set(usize::MAX);
            return None;
        };
        let first = trees.next();
        self.steps.set(before + trees.size());
        trees.return_cache(cache);
        first
    }
}

/// Returns what is inside of the roots of a way.
fn written(trees: &[Tree], depth: usize) -> String {
    let parts = trees.iter();
    let parts = parts.map(|tree| inside(tree.root(), tree.text(), depth));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(" ")
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

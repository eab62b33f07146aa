//! The two derivations of a text that shows an ambiguity, where they diverge, and which ambiguities have that in
//! common.
//!
//! RFC 8259 has white space around its tokens, so where two tokens meet, two `ws` do: ` []` is a `ws` and a value, or
//! a value that begins with `ws`. Twelve places of its six productions are ambiguous for that reason alone. Both
//! derivations of each witness are read from left to right, as what begins, what ends, and what consumes an octet.
//! Up to a space they agree, with the `ws` before it open. There one of them consumes the space in this `ws`, and the
//! other ends this `ws` and consumes the space in another. The part that is open, and the parts that then
//! consume, are the same in all twelve places: one cause, and one finding.
//!
//! Productions of single characters do not consume here, the part that uses them does: a digit beside a digit is no
//! cause that places have in common.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rfcbnf_engine::escape::Quoted;
use rfcbnf_engine::recognizer::{Cache, Network};

use super::parted::{added, is_added, with_parts};
use super::{Finding, FindingKind};
use crate::automaton::Witness;
use crate::depth::original;
use crate::derivations::{DerivationNode, DerivationTree, derivations_in_cache};
use crate::network::network;
use crate::resolved::ResolvedGrammar;
use crate::syntax::{Expression, Grammar, Span};

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

/// Returns the first derivations of the text by a part and its rest: one in which the part goes on after the
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
    derive: impl FnOnce(&Ready<'_>) -> Option<[Vec<DerivationTree>; 2]>,
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
        trees.collect::<Vec<DerivationTree>>()
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
    fn derive(&self, part: usize, text: &[u8]) -> Option<DerivationTree> {
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
fn written(trees: &[DerivationTree], depth: usize) -> String {
    let parts = trees.iter();
    let parts = parts.map(|tree| inside(tree.root(), tree.text(), depth));
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

/// Returns what is inside of a node: productions with their texts or what is inside of them, and the texts between
/// them.
fn inside(node: DerivationNode<'_>, text: &[u8], depth: usize) -> String {
    let mut words = Vec::new();
    let mut after = node.span().start;
    for child in node.children() {
        if after < child.span().start {
            words.push(Quoted(&text[after..child.span().start]).to_string());
        }
        after = child.span().end;
        let name = original(child.production());
        let is_shown = depth > 1 && child.children().next().is_some();
        words.push(if is_shown {
            format!("{name}({})", inside(child, text, depth - 1))
        } else {
            format!("{name} {}", Quoted(child.text()))
        });
    }
    if after < node.span().end {
        words.push(Quoted(&text[after..node.span().end]).to_string());
    }
    words.join(" ")
}

/// Where two derivations of a text diverge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Divergence {
    /// The production whose part it is; `None` for that of the finding.
    pub(super) production: Option<String>,
    /// The innermost part in which both are; `None` if they have none in common.
    pub(super) part: Option<Span>,
    /// The part that consumes the next octet in either of them; `None` after the last octet.
    consumers: [Option<Span>; 2],
}

/// A step of a derivation that is read from left to right.
#[derive(Clone, Copy)]
enum Step<'t> {
    Begin(DerivationNode<'t>),
    End,
    Octet,
}

/// Returns where two derivations diverge. Each is a list of adjacent trees. Returns `None` if they have the
/// same parts. The trees are of productions of the grammar.
fn diverge(
    grammar: &Grammar,
    characters: &HashSet<&str>,
    both: &[Vec<DerivationTree>; 2],
) -> Option<Divergence> {
    let [one, other] = both.each_ref().map(|trees| steps(trees));
    let pairs = one.iter().zip(&other);
    let common = pairs.take_while(|(one, other)| is_same(one, other)).count();
    if common == one.len() && common == other.len() {
        return None;
    }
    let span = |node: &DerivationNode<'_>| grammar.productions[node.id().index()].body.span.clone();
    let mut open = Vec::new();
    for step in &one[..common] {
        take(&mut open, *step);
    }
    let consumer = |steps: &[Step<'_>]| {
        let mut open = open.clone();
        steps.iter().find(|step| take(&mut open, **step))?;
        let mut inner = open.iter().rev();
        let consuming = inner.find(|node| !characters.contains(original(node.production())));
        consuming.map(span)
    };
    let consumers = [consumer(&one[common..]), consumer(&other[common..])];
    let production = open.iter().rev().find(|one| !is_added(one.production()));
    Some(Divergence {
        production: production.map(|one| original(one.production()).to_owned()),
        part: open.last().map(span),
        consumers,
    })
}

/// Returns the steps of trees that follow each other.
fn steps(trees: &[DerivationTree]) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for tree in trees {
        let mut open: Vec<DerivationNode<'_>> = Vec::new();
        let mut at = 0;
        let mut consume = |steps: &mut Vec<Step<'_>>, end: usize| {
            steps.extend((at..end).map(|_| Step::Octet));
            at = end;
        };
        for (depth, node) in tree.iter_with_depth() {
            for ended in open.drain(depth..).rev() {
                consume(&mut steps, ended.span().end);
                steps.push(Step::End);
            }
            consume(&mut steps, node.span().start);
            steps.push(Step::Begin(node));
            open.push(node);
        }
        for ended in open.drain(..).rev() {
            consume(&mut steps, ended.span().end);
            steps.push(Step::End);
        }
    }
    steps
}

fn is_same(one: &Step<'_>, other: &Step<'_>) -> bool {
    match (one, other) {
        (Step::Begin(one), Step::Begin(other)) => one.id() == other.id(),
        (Step::End, Step::End) | (Step::Octet, Step::Octet) => true,
        _ => false,
    }
}

/// Takes a step. Returns whether it consumes an octet.
fn take<'t>(open: &mut Vec<DerivationNode<'t>>, step: Step<'t>) -> bool {
    match step {
        Step::Begin(node) => open.push(node),
        Step::End => drop(open.pop()),
        Step::Octet => return true,
    }
    false
}

/// Makes one finding of the ambiguities that diverge at the same place in the same way, which has the places of the
/// others. It is the one that contains the place, or else the first. Findings about imported productions are kept
/// apart, because they can be left out.
pub(super) fn join(findings: &mut Vec<Finding>, grammar: &Grammar) {
    let is_imported = |finding: &Finding| grammar.file_at(finding.span.start).is_some();
    let mut groups: HashMap<_, Vec<usize>> = HashMap::new();
    for (index, finding) in findings.iter().enumerate() {
        if let Some(Divergence {
            part: Some(part),
            consumers,
            ..
        }) = &finding.divergence
            && finding.kind == FindingKind::Ambiguity
        {
            let key = (part.clone(), consumers.clone(), is_imported(finding));
            groups.entry(key).or_default().push(index);
        }
    }
    let mut joined = vec![false; findings.len()];
    for ((part, ..), group) in groups {
        let contains = |index: &&usize| {
            let own = &findings[**index].span;
            own.start <= part.start && part.end <= own.end
        };
        let first = group.iter().find(contains).or(group.first());
        let Some(&first) = first else {
            continue;
        };
        for other in group.into_iter().filter(|other| *other != first) {
            joined[other] = true;
            let other = &findings[other];
            let mut places = vec![(other.production.clone(), other.span.clone())];
            places.extend(other.elsewhere.iter().cloned());
            findings[first].elsewhere.extend(places);
        }
    }
    let mut joined = joined.into_iter();
    findings.retain(|_| joined.next() != Some(true));
}

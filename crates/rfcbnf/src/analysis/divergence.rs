//! Where two derivations of a text diverge, and which ambiguities have that in common.
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

use std::collections::{HashMap, HashSet};

use super::parted::is_added;
use super::{Finding, FindingKind};
use crate::depth::original;
use crate::derivations::{Node, Tree};
use crate::syntax::{Grammar, Span};

/// Where two derivations of a text diverge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Divergence {
    /// The production whose part it is; `None` for that of the finding.
    pub(super) production: Option<String>,
    /// The innermost part in which both are; `None` if they have none in common.
    pub(super) part: Option<Span>,
    /// The part that consumes the next octet in either of them; `None` behind the last octet.
    consumers: [Option<Span>; 2],
}

/// A step of a derivation that is read from left to right.
#[derive(Clone, Copy)]
enum Step<'t> {
    Begin(Node<'t>),
    End,
    Octet,
}

/// Returns where two derivations diverge. Each is a list of adjacent trees. Returns `None` if they have the
/// same parts. The trees are of productions of the grammar.
pub(super) fn diverge(
    grammar: &Grammar,
    characters: &HashSet<&str>,
    both: &[Vec<Tree>; 2],
) -> Option<Divergence> {
    let [one, other] = both.each_ref().map(|trees| steps(trees));
    let pairs = one.iter().zip(&other);
    let common = pairs.take_while(|(one, other)| is_same(one, other)).count();
    if common == one.len() && common == other.len() {
        return None;
    }
    let span = |node: &Node<'_>| grammar.productions[node.id().index()].body.span.clone();
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
fn steps(trees: &[Tree]) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for tree in trees {
        let mut open: Vec<Node<'_>> = Vec::new();
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
fn take<'t>(open: &mut Vec<Node<'t>>, step: Step<'t>) -> bool {
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

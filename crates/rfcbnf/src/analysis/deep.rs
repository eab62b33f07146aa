//! Findings about recursive productions, to a depth.

use std::collections::HashSet;

use super::finding::{FindingKind, Unexamined};
use super::found::Findings;
use super::{Analysis, examine};
use crate::depth::PRODUCTIONS;
use crate::search_end::Watch;
use crate::syntax::{Expression, Grammar};

/// The depth from which on the next smaller one is an eighth, and not half.
const DEEP: u32 = 16;

/// Adds what is found about the texts to the depth, or to a smaller one where that is too large, and notes
/// the productions that were examined.
pub(super) fn add(grammar: &Grammar, depth: u32, analysis: &mut Analysis, watch: &Watch) {
    // Each depth is a part of the one before, so the greatest takes few steps, too. A production that recurses has
    // a copy for each depth, so none is examined to a depth of more copies than a grammar can have.
    let smaller = |&depth: &u32| match depth {
        0 => None,
        1..=DEEP => Some(depth / 2),
        _ => Some(depth / 8),
    };
    for depth in std::iter::successors(Some(depth), smaller) {
        if usize::try_from(depth).is_ok_and(|depth| depth > PRODUCTIONS) {
            continue;
        }
        if watch.is_over() {
            return;
        }
        add_to(grammar, depth, analysis, watch);
    }
}

fn add_to(grammar: &Grammar, depth: u32, analysis: &mut Analysis, watch: &Watch) {
    let recursive = analysis.unexamined.iter();
    let recursive = recursive.filter(|(_, why)| *why == Unexamined::Recursion);
    let recursive: HashSet<String> = recursive.map(|(name, _)| name.clone()).collect();
    if recursive.is_empty() {
        return;
    }
    let names = recursive.iter().map(String::as_str);
    let Some(limited) = grammar.part(names).to_depth(depth) else {
        return;
    };
    let limited = limited.with_automata();
    let mut findings = Findings {
        is_to_depth: true,
        ..Findings::default()
    };
    let mut too_large = examine(&limited, &mut findings, watch);
    let undecided = findings.all.iter();
    let undecided = undecided.filter(|one| one.kind() == FindingKind::Undecided);
    too_large.extend(undecided.map(|one| one.production().to_owned()));
    let is_examined = |name: &str| {
        let bodies = [grammar, &limited].map(|it| it.production(name).map(|one| &one.body));
        let [Some(body), Some(limited)] = bodies else {
            return false;
        };
        // An alternative that is too deep is not there, and then numbers are others.
        !too_large.contains(name) && size(body) == size(limited)
    };
    let mut findings = findings.all;
    findings.retain(|one| {
        let name = one.production();
        recursive.contains(name) && one.kind().has_witness() && is_examined(name)
    });
    analysis.findings.append(&mut findings);
    for (name, why) in &mut analysis.unexamined {
        if *why == Unexamined::Recursion && is_examined(name) {
            *why = Unexamined::Deeper(depth);
        }
    }
}

/// Returns the number of expressions.
fn size(expression: &Expression) -> usize {
    let mut count = 0;
    expression.walk(&mut |_| count += 1);
    count
}

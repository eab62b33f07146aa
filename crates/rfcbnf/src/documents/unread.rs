//! Finds the lines that are grammar, or should be, and belong to no rule.

use std::collections::HashSet;

use super::candidates::{Candidate, begins_with_operator, is_like_a_body};
use super::document::Line;
use crate::notation::appraisal::appraise;
use crate::syntax::Notation;

/// Returns the lines that belong to no rule and should: in a block that says that it is a grammar, all but comments;
/// elsewhere, those directly after a rule that are like a body.
pub(super) fn unread<'c>(
    lines: &[Line],
    rules: impl Iterator<Item = &'c Candidate>,
    left_out: &HashSet<usize>,
) -> Vec<usize> {
    let mut is_taken = vec![false; lines.len()];
    let mut ends = vec![false; lines.len()];
    for rule in rules {
        for &index in &rule.lines {
            is_taken[index] = true;
        }
        ends[rule.lines.last().copied().unwrap_or(0)] = true;
    }
    let mut found = Vec::new();
    // Whether the line above is that of a rule, or belongs to one that is left out.
    let mut is_behind_rule = false;
    let mut is_left_out = false;
    for (index, line) in lines.iter().enumerate() {
        let begins = is_taken[index] || line.is_blank() || left_out.contains(&index);
        if begins {
            is_left_out = left_out.contains(&index);
            is_behind_rule = ends[index];
            continue;
        }
        if is_left_out || line.content().starts_with(';') || line.erratum.is_some() {
            continue;
        }
        is_behind_rule = is_behind_rule
            && line.block == lines[index.saturating_sub(1)].block
            && is_like_a_body(line.content())
            && has_closed_literal(line.content());
        if line.is_said_grammar || is_behind_rule {
            found.push(index);
        }
    }
    found
}

/// Returns whether a line has a literal, or begins with what separates alternatives.
fn has_closed_literal(line: &str) -> bool {
    begins_with_operator(line) || line.split('"').count() > 2
}

/// Takes the lines of blocks out that are nothing but a body, which can be read: `The syntax of the value is:`. Returns
/// the first line of each.
pub(super) fn take_nameless(lines: &[Line], unread: &mut Vec<usize>) -> Vec<usize> {
    let mut nameless = Vec::new();
    let mut kept = Vec::new();
    for run in unread.chunk_by(|one, other| lines[*one].block == lines[*other].block) {
        let block = lines[run[0]].block;
        let is_other = |line: &Line| {
            line.block == block && !line.is_blank() && !line.content().starts_with(';')
        };
        let start = run[0]
            - lines[..run[0]]
                .iter()
                .rev()
                .take_while(|line| line.block == block)
                .count();
        let all = lines[start..].iter().take_while(|line| line.block == block);
        let is_whole = all.filter(|line| is_other(line)).count() == run.len();
        let body: Vec<&str> = run.iter().map(|&index| lines[index].content()).collect();
        let appraisal = appraise(&format!("body = {}", body.join("\n  ")), Notation::Abnf);
        let is_body = appraisal.is_some_and(|one| one.faults == 0 && !one.is_empty);
        if lines[run[0]].is_said_grammar && is_whole && is_body {
            nameless.push(run[0]);
        } else {
            kept.extend(run);
        }
    }
    *unread = kept;
    nameless
}

//! Steps and the trees that they derive.

use alloc::vec::Vec;

use super::Event;
use super::recording::Recording;
use crate::production::Production;
use crate::reach::Reach;
use crate::tree::TreeRecord;

/// Records the steps of a parser that takes the right choice every time, through a derivation of the
/// longest prefix that a production derives. If that is not the whole text, the first steps show how
/// far the text is viable.
pub(super) fn replay<P: Production>(
    recording: &mut Recording<'_, P>,
    production: P,
    length: usize,
    reach: &Reach,
    records: &[TreeRecord],
) {
    let root = recording.open(production, 0, false);
    if reach.longest != Some(length) {
        if reach.viable > 0 {
            recording.take(0, reach.viable);
        }
        if !reach.next.is_empty() {
            recording.miss(reach.viable, reach.next);
        }
    }
    match reach.longest {
        Some(_) => derivation(recording, production, root, records),
        None => recording.fail(),
    }
}

/// Records the steps of a tree whose root is open.
fn derivation<P: Production>(
    recording: &mut Recording<'_, P>,
    production: P,
    root: usize,
    records: &[TreeRecord],
) {
    let mut reached = 0;
    let mut consume = |recording: &mut Recording<'_, P>, until: usize| {
        if until > reached {
            recording.take(reached, until);
        }
        reached = until;
    };
    let close = |recording: &mut Recording<'_, P>, end: usize| {
        if let Some(matched) = recording.close(end) {
            recording.keep(matched);
        }
    };
    let mut open: Vec<usize> = Vec::new();
    for (index, record) in records.iter().enumerate() {
        while let Some(closed) = open.pop_if(|open| records[*open].after() <= index) {
            consume(recording, records[closed].end());
            close(recording, records[closed].end());
        }
        consume(recording, record.start());
        let tried = if index == 0 {
            root
        } else {
            let rule = P::from_id(production.grammar(), record.production());
            recording.open(rule, record.start(), false)
        };
        recording.keep(tried);
        open.push(index);
    }
    while let Some(closed) = open.pop() {
        consume(recording, records[closed].end());
        close(recording, records[closed].end());
    }
}

/// Returns the records of the tree whose productions these events try and match.
pub(crate) fn records<'e, P: Production + 'e>(
    events: impl Iterator<Item = &'e Event<P>>,
) -> Vec<TreeRecord> {
    let mut records: Vec<TreeRecord> = Vec::new();
    let mut open = Vec::new();
    for event in events {
        match event {
            Event::Try { rule, offset, .. } => {
                open.push(records.len());
                records.push(TreeRecord::open(rule.id(), *offset));
            }
            Event::Match { span, .. } => {
                let after = records.len();
                if let Some(index) = open.pop() {
                    records[index].close(span.end, after);
                }
            }
            _ => {}
        }
    }
    records
}

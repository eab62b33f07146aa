//! The productions that end where a text goes wrong: one of them may be what should have gone on.
//!
//! An error names what is open. A production that lost an alternative is not: it has ended, and the error says what can follow
//! it. The viable prefix is completed to a valid text, whose tree has the productions that end where the prefix does.

use std::collections::VecDeque;

use rfcbnf_engine::Detail;

use crate::octets::OctetSet;
use crate::parser::Parser;

/// The most texts that are tried to complete a prefix.
const TEXTS: usize = 200;

/// Returns the productions that end at the end of a viable prefix, the outermost first; none if the prefix is not completed with
/// few characters.
pub(super) fn ended(parser: &Parser, prefix: &[u8]) -> Vec<String> {
    let Some(text) = completed(parser, prefix) else {
        return Vec::new();
    };
    let Ok(tree) = parser.parse_in_detail(&text, Detail::Rules) else {
        return Vec::new();
    };
    let (root, end) = (tree.root(), prefix.len());
    let ended = tree
        .iter()
        .filter(|node| *node != root && node.span().end == end && node.span().start < end);
    let mut names: Vec<String> = Vec::new();
    for name in ended.map(|node| node.rule().name().to_owned()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns a short valid text that begins with the prefix.
fn completed(parser: &Parser, prefix: &[u8]) -> Option<Vec<u8>> {
    let mut waiting = VecDeque::from([prefix.to_vec()]);
    for _ in 0..TEXTS {
        let text = waiting.pop_front()?;
        let Ok(next) = parser.next(&text) else {
            continue;
        };
        if next.can_end() {
            return Some(text);
        }
        // One of neighbours stands for the others.
        for range in OctetSet::from(next.octets()).ranges() {
            let mut longer = text.clone();
            longer.push(*range.start());
            waiting.push_back(longer);
        }
    }
    None
}

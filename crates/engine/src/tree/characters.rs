//! Trees with character productions.
//!
//! The parsers build the tree without them, and each node's [`CharacterTable`] adds those inside
//! it. A production without a table parses the text of its node again, by its body alone:
//! inside another production it derives what it derives alone.
//!
//! Invariant: each octet is looked up once for each node that holds it, and parsed again at most once.

use alloc::vec::Vec;
use core::ops::Range;

use super::TreeRecord;
use super::character_table::{CharacterChain, CharacterTable};
use super::collector::TreeCollector;
use crate::parse::Parse;
use crate::production_set::ProductionId;
use crate::tree::Detail;

/// Room for the character productions above one octet. A `"a"` in a path of RFC 1738 has four.
const ROOM: usize = 4;

/// Returns the records of the text's tree for [`Tree::new`](super::Tree::new), or `None` if the
/// production does not derive the text.
#[inline]
pub(crate) fn tree_records<P: Parse>(
    production: P,
    text: &[u8],
    detail: Detail,
) -> Option<Vec<TreeRecord>> {
    match detail {
        Detail::Rules => TreeCollector::<false>::tree_records(production, text),
        Detail::Characters => tree_records_of_characters(production, text),
    }
}

/// Returns the records of the tree with character productions.
fn tree_records_of_characters<P: Parse>(production: P, text: &[u8]) -> Option<Vec<TreeRecord>> {
    let grammar = &production.grammar();
    if P::character_productions(grammar).is_empty() {
        return TreeCollector::<false>::tree_records(production, text);
    }
    if P::character_table(grammar, production.id()).is_none() {
        return records_of_characters(production, text);
    }
    let rules = TreeCollector::<false>::tree_records(production, text)?;
    let mut expansion = Expansion::<P> {
        grammar,
        text,
        records: Vec::with_capacity(rules.len() + ROOM * text.len()),
    };
    expansion.node(&rules, 0);
    Some(expansion.records)
}

/// Returns the records of the tree with character productions, as the bodies derive them.
#[cold]
fn records_of_characters<P: Parse>(production: P, text: &[u8]) -> Option<Vec<TreeRecord>> {
    if const { P::HAS_CHARACTER_TABLES } {
        return None;
    }
    TreeCollector::<true>::tree_records(production, text)
}

/// A tree that receives its character productions.
struct Expansion<'e, P: Parse> {
    grammar: &'e P::Grammar,
    text: &'e [u8],
    /// The records so far, in preorder.
    records: Vec<TreeRecord>,
}

impl<'e, P: Parse> Expansion<'e, P> {
    fn table(&self, production: ProductionId) -> Option<&'e CharacterTable> {
        P::character_table(self.grammar, production)
    }

    /// Adds the node with this index in the tree without character productions, and all nodes below
    /// it.
    fn node(&mut self, rules: &[TreeRecord], index: usize) {
        let node = rules[index];
        let Some(table) = self.table(node.production) else {
            self.parse(&node);
            return;
        };
        let opened = self.records.len();
        self.records.push(node);
        let (mut offset, mut child) = (node.start, index + 1);
        while child < node.after {
            let TreeRecord {
                start, end, after, ..
            } = rules[child];
            self.octets(table, node.start, offset..start);
            self.node(rules, child);
            (offset, child) = (end, after);
        }
        self.octets(table, node.start, offset..node.end);
        self.records[opened].after = self.records.len();
    }

    /// Adds a node and all nodes below it, as its body derives them.
    #[cold]
    fn parse(&mut self, node: &TreeRecord) {
        let production = P::from_id(*self.grammar, node.production);
        let text = &self.text[node.start..node.end];
        let records = records_of_characters(production, text);
        let before = self.records.len();
        for record in records.unwrap_or_default() {
            self.records.push(TreeRecord {
                production: record.production,
                start: record.start + node.start,
                end: record.end + node.start,
                after: record.after + before,
            });
        }
    }

    /// Adds the character productions above octets that are in no child of a node. The node begins
    /// at `start`.
    #[inline]
    fn octets(&mut self, table: &CharacterTable, start: usize, span: Range<usize>) {
        let text = &self.text[..span.end];
        let mut offset = span.start;
        let mut row = if offset == start {
            &table.first
        } else {
            &table.later
        };
        while let Some(&octet) = text.get(offset) {
            let chain = row.chain(octet);
            row = &table.later;
            let start = offset;
            offset += 1;
            #[cfg(feature = "steps")]
            crate::steps::count(1 + chain.map_or(0, |chain| chain.productions().len()));
            match chain {
                None => {}
                Some(chain) if chain.is_short() => self.short_chain(chain, start..offset),
                Some(chain) => {
                    let end = span.end.min(start + chain.length().max(1));
                    self.long_chain(chain, start..end);
                    offset = end;
                }
            }
        }
    }

    /// Adds the productions of a short chain.
    #[inline]
    fn short_chain(&mut self, chain: &CharacterChain, span: Range<usize>) {
        let after = self.records.len() + chain.productions().len();
        let record = |production| TreeRecord {
            production,
            start: span.start,
            end: span.end,
            after,
        };
        // A fixed number of records is faster to write than the number that it takes.
        self.records.extend_from_slice(&chain.padded().map(record));
        self.records.truncate(after);
    }

    /// Adds the productions of any chain, and those inside the innermost of them.
    #[inline(never)]
    fn long_chain(&mut self, chain: &CharacterChain, span: Range<usize>) {
        let opened = self.records.len();
        for &production in chain.productions() {
            self.records.push(TreeRecord {
                production,
                start: span.start,
                end: span.end,
                after: opened,
            });
        }
        let inside = self.records.len();
        if let Some(table) = chain
            .goes_on_in()
            .and_then(|innermost| self.table(innermost))
        {
            self.octets(table, span.start, span);
        }
        let after = self.records.len();
        for record in &mut self.records[opened..inside] {
            record.after = after;
        }
    }
}

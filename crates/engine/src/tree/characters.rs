//! Trees with character productions.
//!
//! In most grammars the octet alone decides: in `user = *[ uchar | ";" | "?" | "&" | "=" ]`, an `"a"` is always a
//! `uchar`, and within it an `unreserved`, an `alpha` and a `lowalpha`. So a tree with character productions follows
//! from the tree without them. The parsers build that, and each node's [`CharacterTable`] adds the character
//! productions inside it. A production without a table parses the text of its node again, by its body alone: inside
//! another production it derives what it derives alone.
//!
//! Invariant: each octet is looked up once for each node that holds it, and parsed again at most once.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use super::collector::TreeCollector;
use super::{Detail, TreeRecord};
use crate::character_set::CharacterSet;
use crate::parse::Parse;
use crate::production::ProductionId;

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
        let Some(table) = self.table(node.production()) else {
            self.parse(&node);
            return;
        };
        let opened = self.records.len();
        self.records.push(node);
        let (mut offset, mut child) = (node.start(), index + 1);
        while child < node.after() {
            let record = rules[child];
            self.octets(table, node.start(), offset..record.start());
            self.node(rules, child);
            (offset, child) = (record.end(), record.after());
        }
        self.octets(table, node.start(), offset..node.end());
        let after = self.records.len();
        self.records[opened].set_after(after);
    }

    /// Adds a node and all nodes below it, as its body derives them.
    #[cold]
    fn parse(&mut self, node: &TreeRecord) {
        let production = P::from_id(*self.grammar, node.production());
        let text = &self.text[node.span()];
        let records = records_of_characters(production, text);
        let before = self.records.len();
        for record in records.unwrap_or_default() {
            let span = record.start() + node.start()..record.end() + node.start();
            let after = record.after() + before;
            self.records
                .push(TreeRecord::new(record.production(), span, after));
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
        let record = |production| TreeRecord::new(production, span.clone(), after);
        // A fixed number of records is faster to write than the number that it takes.
        self.records.extend_from_slice(&chain.padded().map(record));
        self.records.truncate(after);
    }

    /// Adds the productions of any chain, and those inside the innermost of them.
    #[inline(never)]
    fn long_chain(&mut self, chain: &CharacterChain, span: Range<usize>) {
        let opened = self.records.len();
        for &production in chain.productions() {
            self.records
                .push(TreeRecord::new(production, span.clone(), opened));
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
            record.set_after(after);
        }
    }
}

/// The greatest number of productions in a short chain.
const FEW: usize = 4;

/// Character productions that all derive the same octets, from the outermost to the innermost.
///
/// The table of the innermost production describes what is inside it: the character productions
/// above single octets, if a chain derives more than one octet, and those that a chain of
/// [`CharacterChain::LIMIT`] productions has no room for.
///
/// ```
/// use rfcbnf_engine::{CharacterChain, CharacterSet, ProductionId};
///
/// let [xchar, escape] = [63, 60].map(ProductionId::new);
/// let chain = CharacterChain::new(CharacterSet::of("%"), 3).with(xchar).with(escape);
/// assert!(chain.begins().contains(b'%'));
/// assert_eq!((chain.length(), chain.productions()), (3, &[xchar, escape][..]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CharacterChain {
    begins: CharacterSet,
    length: u8,
    count: u8,
    productions: [ProductionId; Self::LIMIT],
}

impl CharacterChain {
    /// The most productions of one chain.
    pub const LIMIT: usize = 8;

    /// Returns a chain without productions. It is above each of these octets, and derives
    /// `length` octets from there.
    #[must_use]
    pub const fn new(begins: CharacterSet, length: u8) -> Self {
        Self {
            begins,
            length,
            count: 0,
            productions: [ProductionId::new(0); Self::LIMIT],
        }
    }

    /// Returns the chain with one more production inside the others.
    ///
    /// # Panics
    ///
    /// Panics if the chain has [`CharacterChain::LIMIT`] productions.
    #[must_use]
    pub const fn with(mut self, production: ProductionId) -> Self {
        self.productions[self.count as usize] = production;
        self.count += 1;
        self
    }

    /// Returns the octets that its texts begin with.
    #[must_use]
    pub const fn begins(&self) -> CharacterSet {
        self.begins
    }

    /// Returns the length of its texts in octets.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length as usize
    }

    /// Returns the productions, from the outermost to the innermost.
    #[must_use]
    #[inline]
    pub fn productions(&self) -> &[ProductionId] {
        let productions = self.productions.get(..usize::from(self.count));
        productions.unwrap_or(&self.productions)
    }

    /// Returns whether the chain derives one octet, has at most [`FEW`] productions, and goes on in
    /// no table.
    #[inline]
    fn is_short(&self) -> bool {
        self.length == 1 && usize::from(self.count) <= FEW
    }

    /// Returns the productions of a short chain, padded to a fixed number.
    #[inline]
    fn padded(&self) -> [ProductionId; FEW] {
        let [a, b, c, d, ..] = self.productions;
        [a, b, c, d]
    }

    /// Returns the innermost production if its table describes what is inside it.
    fn goes_on_in(&self) -> Option<ProductionId> {
        if self.length == 1 && usize::from(self.count) < Self::LIMIT {
            None
        } else {
            self.productions().last().copied()
        }
    }
}

/// The character productions that are children of a production's nodes, and those inside them.
///
/// ```
/// use rfcbnf_engine::{CharacterChain, CharacterSet, CharacterTable, ProductionId};
///
/// // toplabel = alpha | alpha *[ alphadigit | "-" ] alphadigit
/// const LETTERS: CharacterSet = CharacterSet::range(b'a', b'z');
/// const ALPHA: CharacterChain = CharacterChain::new(LETTERS, 1).with(ProductionId::new(52));
/// const ALPHADIGIT: CharacterChain = CharacterChain::new(LETTERS, 1)
///     .with(ProductionId::new(12))
///     .with(ProductionId::new(52));
/// static TOPLABEL: CharacterTable = CharacterTable::new(&[ALPHA], &[ALPHADIGIT]);
/// assert_eq!(TOPLABEL.first()[0].productions().len(), 1);
/// assert_eq!(TOPLABEL.later()[0].productions().len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CharacterTable {
    first: CharacterRow,
    later: CharacterRow,
}

impl CharacterTable {
    /// Returns the table with these chains above the first octet of a node, and above later ones.
    /// An octet without a chain is a child of no character production.
    #[must_use]
    pub const fn new(first: &'static [CharacterChain], later: &'static [CharacterChain]) -> Self {
        Self {
            first: CharacterRow::new(first),
            later: CharacterRow::new(later),
        }
    }

    /// Returns the table with the same chains above every octet of a node.
    #[must_use]
    pub const fn anywhere(chains: &'static [CharacterChain]) -> Self {
        Self::new(chains, chains)
    }

    /// Returns the table that [`CharacterTable::new`] returns, for chains that are computed at run
    /// time.
    #[must_use]
    pub fn of(first: Vec<CharacterChain>, later: Vec<CharacterChain>) -> Self {
        Self {
            first: CharacterRow::of(first),
            later: CharacterRow::of(later),
        }
    }

    /// Returns the chains above the first octet of a node.
    #[must_use]
    pub fn first(&self) -> &[CharacterChain] {
        &self.first.chains
    }

    /// Returns the chains above later octets of a node.
    #[must_use]
    pub fn later(&self) -> &[CharacterChain] {
        &self.later.chains
    }
}

/// The chains above one octet, by the octet.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CharacterRow {
    /// The index of the chain above each octet. An octet without a chain has an index that no chain
    /// has; if there are 256 chains, every octet has its own.
    indexes: [u8; 256],
    chains: Cow<'static, [CharacterChain]>,
}

impl CharacterRow {
    const fn new(chains: &'static [CharacterChain]) -> Self {
        Self {
            indexes: indexes(chains),
            chains: Cow::Borrowed(chains),
        }
    }

    fn of(chains: Vec<CharacterChain>) -> Self {
        Self {
            indexes: indexes(&chains),
            chains: Cow::Owned(chains),
        }
    }

    /// Returns the chain above an octet.
    #[inline]
    fn chain(&self, octet: u8) -> Option<&CharacterChain> {
        let index = self.indexes[usize::from(octet)];
        self.chains.get(usize::from(index))
    }
}

/// Returns the index of the chain above each octet.
#[expect(
    clippy::cast_possible_truncation,
    reason = "chains above different octets are at most 256"
)]
const fn indexes(chains: &[CharacterChain]) -> [u8; 256] {
    let mut indexes = [chains.len() as u8; 256];
    let mut index = 0;
    while index < chains.len() {
        let mut octet: u8 = 0;
        loop {
            if chains[index].begins.contains(octet) {
                indexes[octet as usize] = index as u8;
            }
            if octet == u8::MAX {
                break;
            }
            octet += 1;
        }
        index += 1;
    }
    indexes
}

//! The character productions above the octets of a node, as tables.
//!
//! In most grammars the octet alone decides: in `user = *[ uchar | ";" | "?" | "&" | "=" ]`, an
//! `"a"` is always a `uchar`, and within it an `unreserved`, an `alpha` and a `lowalpha`. So a tree
//! with character productions follows from the tree without them.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::character_set::CharacterSet;
use crate::production_set::ProductionId;

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
    pub(super) fn is_short(&self) -> bool {
        self.length == 1 && usize::from(self.count) <= FEW
    }

    /// Returns the productions of a short chain, padded to a fixed number.
    #[inline]
    pub(super) fn padded(&self) -> [ProductionId; FEW] {
        let [a, b, c, d, ..] = self.productions;
        [a, b, c, d]
    }

    /// Returns the innermost production if its table describes what is inside it.
    pub(super) fn goes_on_in(&self) -> Option<ProductionId> {
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
    pub(super) first: CharacterRow,
    pub(super) later: CharacterRow,
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
pub(super) struct CharacterRow {
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
    pub(super) fn chain(&self, octet: u8) -> Option<&CharacterChain> {
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

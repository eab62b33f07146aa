//! All short texts in one context: what two programs are known to read alike, however early the search ends.
//!
//! A search that time ends says nothing about the texts that it did not come to. So both are asked about every text of at
//! most *n* octets between the shortest texts around the part, as far as the octets go that the part tells apart and those
//! that end parts in some parsers. *n* grows as long as there is time. Where the host is read differently as `a\@b`,
//! no text of less than four octets shows that.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::automaton::{octet_classes, with_most_readable};
use crate::conformance::{Context, contexts};
use crate::octets::OctetSet;
use crate::resolved::ResolvedGrammar;
use crate::sentences::Shortest;
use crate::spare::sets_of;
use crate::syntax::Grammar;

/// The texts of a context that both programs were asked about, all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// The text before each of them.
    pub before: Vec<u8>,
    /// The text after each of them.
    pub after: Vec<u8>,
    /// The octets that they consist of.
    pub octets: OctetSet,
    /// The greatest length of them, in octets.
    pub length: usize,
    /// The number of them.
    pub texts: u64,
    /// The length of the shortest that is read differently; `None` if there is none.
    pub shortest: Option<usize>,
}

/// The greatest number of texts.
const TEXTS: usize = 30_000;

/// The octets that end a part in some parsers, whatever the grammar says.
const ENDS: &[u8] = b"\\/:@?#%";

impl Decided {
    /// Begins with no text, in the shortest context of a part of a production.
    pub(super) fn begin(grammar: &Grammar, production: &str, part: &str) -> Self {
        let context = context(grammar, production, part).unwrap_or_default();
        let part = grammar.lookup(part).map_or(production, |part| &part.name);
        let sets = sets_of(grammar, [part]);
        let classes = with_most_readable(octet_classes(sets)).into_iter();
        let octets = classes.map(|(_, octet)| octet);
        let octets = octets.chain(ENDS.iter().copied());
        let octets = octets.filter(|octet| !b"\n\r".contains(octet));
        Self {
            before: context.before,
            after: context.after,
            octets: octets.collect(),
            length: 0,
            texts: 0,
            shortest: None,
        }
    }

    /// Asks about longer and longer texts until this time. `differ` returns which texts are read differently.
    pub(super) fn ask<E>(
        &mut self,
        mut is_over: impl FnMut() -> bool,
        until: Option<Instant>,
        mut differ: impl FnMut(&[Vec<u8>]) -> Result<Vec<bool>, E>,
    ) -> Result<(), E> {
        let octets: Vec<u8> = self.octets.iter().collect();
        let mut inside: Vec<Vec<u8>> = vec![Vec::new()];
        for length in 0.. {
            let asked = usize::try_from(self.texts).unwrap_or(usize::MAX);
            let is_late = until.is_some_and(|until| Instant::now() >= until);
            if is_over() || is_late || asked.saturating_add(inside.len()) > TEXTS {
                return Ok(());
            }
            let texts = inside.iter().map(|text| [&self.before, text, &self.after]);
            let texts: Vec<Vec<u8>> = texts
                .map(|parts| parts.map(Vec::as_slice).concat())
                .collect();
            let differing = differ(&texts)?;
            self.length = length;
            self.texts += texts.len() as u64;
            if differing.contains(&true) {
                self.shortest.get_or_insert(length);
            }
            let longer = inside.iter().flat_map(|text| {
                let with = |octet: &u8| [text.as_slice(), &[*octet]].concat();
                octets.iter().map(with)
            });
            inside = longer.collect();
        }
        Ok(())
    }
}

/// Returns the shortest context of a part of a production.
fn context(grammar: &Grammar, production: &str, part: &str) -> Option<Context> {
    let grammar = grammar.part([production]);
    let resolved = ResolvedGrammar::new(&grammar);
    let shortest = Shortest::of(&resolved);
    let start = resolved.lookup(production).ok()?;
    let part = resolved.lookup(part).ok()?;
    let mut all = contexts(&resolved, start, &shortest);
    let own = std::mem::take(all.get_mut(part.index())?);
    own.into_iter().next()
}

//! Texts that decide what a parser accepts as a part.
//!
//! The texts go along each step of the automaton that was learned, and leave it at each state. They are no
//! complete suite: a baseline keeps them, and people read it.

use super::cause::Cause;
use super::changes::Position;
use super::ignored::inserted;
use super::texts::{self, thinned};
use crate::automaton::Automaton;
use crate::octets::OctetSet;

/// The greatest number of texts of each kind.
const TEXTS: usize = 8;

impl Cause {
    /// Returns at most 16 texts that say what the parser accepts as the part: the witness with another text
    /// of ASCII in the place of the part. If the search is right, the parser accepts about half of them. The
    /// shortest come first.
    ///
    /// ```
    /// use rfcbnf::causes::{Budget, Disagreement, Peer, find};
    /// # use std::convert::Infallible;
    /// # struct Sevens;
    /// # impl Peer for Sevens {
    /// #     type Error = Infallible;
    /// #     fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
    /// #         let accepts = |text: &[u8]| text.iter().all(|it| b"78".contains(it));
    /// #         Ok(texts.iter().map(|text| Some(accepts(text))).collect())
    /// #     }
    /// # }
    ///
    /// // A parser that accepts the empty text as a port.
    /// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"7\" | \"8\"\n")?;
    /// let empty = Disagreement { text: Vec::new(), is_accepted: true };
    /// let found = find(&grammar, "port", &[empty], &mut Sevens, &Budget::default())?;
    /// assert!(found.causes[0].deciding().contains(&Vec::new()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn deciding(&self) -> Vec<Vec<u8>> {
        let Some(learnt) = &self.learnt else {
            return Vec::new();
        };
        if self.position == Position::Ignored {
            return ignored(&self.witness);
        }
        let (before, after) = (
            &self.witness[..self.span.start],
            &self.witness[self.span.end..],
        );
        let inside = inside(&learnt.observed)
            .into_iter()
            .flat_map(|texts| thinned(texts, TEXTS));
        let whole = inside.map(|text| [before, &text, after].concat());
        let mut texts: Vec<Vec<u8>> = whole.collect();
        texts::sort(&mut texts);
        texts.dedup();
        texts
    }
}

/// Returns texts with the ignored octet at other places than in the witness, which begins with it.
fn ignored(witness: &[u8]) -> Vec<Vec<u8>> {
    let Some((&octet, word)) = witness.split_first() else {
        return Vec::new();
    };
    let places = (1..=word.len()).rev().take(TEXTS);
    places.map(|place| inserted(octet, word, place)).collect()
}

/// Returns texts along each step of the automaton, and texts that leave it. They take different octets, and
/// more of them for a step if there are few steps.
fn inside(automaton: &Automaton) -> [Vec<Vec<u8>>; 2] {
    let ascii = OctetSet::range(b' ', b'~');
    let classes = automaton.classes().iter().map(|class| {
        let octets = class.iter().filter(|&octet| ascii.contains(octet));
        octets.collect::<Vec<u8>>()
    });
    let classes: Vec<Vec<u8>> = classes.collect();
    let states = automaton.access_texts();
    let each = TEXTS.div_ceil(states.len());
    let mut texts = [Vec::new(), Vec::new()];
    for (turn, (state, access)) in states.into_iter().enumerate() {
        if automaton.is_accepting(state) {
            texts[0].push(access.clone());
        }
        for (class, octets) in classes.iter().enumerate() {
            let next = automaton.step_by_class(state, class);
            let rest = automaton.shortest_after(next.unwrap_or(state));
            let rest = rest.unwrap_or_default();
            for round in 0..each.min(octets.len()) {
                let index = turn + class + round * octets.len() / each;
                let octet = octets[index % octets.len()];
                let text = [&access[..], &[octet], &rest].concat();
                texts[usize::from(next.is_none())].push(text);
            }
        }
    }
    texts
}

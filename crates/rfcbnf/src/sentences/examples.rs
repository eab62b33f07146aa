//! Texts that show what a production derives: shortest ones and a typical one.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::cover::FIRST_STEPS;
use super::derive::{self, Derivation, derive};
use super::{Sentences, UseKind};
use crate::automaton::{Automata, AutomatonError, Through};
use crate::random::Random;
use crate::syntax::{Expression, Grammar, Kind, Production, Span};

/// The largest number of choices for which [`Sentences::shortest`] searches for a text. Each
/// search costs as much as the automata of all productions.
pub const CHOICES: usize = 32;

/// The number of texts below which the choices of used productions are searched as well.
const ENOUGH: usize = 4;

/// The number of derivations that are compared.
const CANDIDATES: usize = 2000;

/// The length in octets beyond which a typical text loses points.
const LONG: usize = 40;

/// The lengths in octets from which derivations take the shortest way to their end. The second
/// half of the candidates is kept shorter: if the parts of a production are long, random texts
/// that show all of them are seldom short.
const ROOM: [usize; 2] = [derive::LONG, 8];

impl Sentences<'_> {
    /// Returns shortest texts that differ in what they use, the shortest first, each once.
    ///
    /// The first is a shortest text of the production. The others are the shortest texts through
    /// each alternative, each optional part and each optional round of the production. If these
    /// are few, the texts through the choices of the productions that it uses follow. It searches
    /// at most [`CHOICES`] choices. The result is empty if the production derives no text.
    ///
    /// ```
    /// use rfcbnf::sentences::Sentences;
    ///
    /// let grammar = rfcbnf::read("port = \":\" 1*digit [ \"!\" ]\ndigit = \"0\" | \"1\"\n")?;
    /// let sentences = Sentences::new(&grammar, "port")?;
    /// assert_eq!(sentences.shortest()?, [&b":0"[..], b":1", b":0!"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`AutomatonError::TooLarge`] if an automaton that also tracks the use of a part is too large.
    pub fn shortest(&self) -> Result<Vec<Vec<u8>>, AutomatonError> {
        let automata = Automata::reachable_from(self.grammar, &self.production)?;
        let mut texts: Vec<Vec<u8>> = self.automaton.shortest().into_iter().collect();
        let productions = below(self.grammar, &self.production).into_iter();
        let choices = productions.flat_map(|(depth, production)| {
            let choices = choices(&production.body).into_iter();
            choices.map(move |choice| (depth, choice))
        });
        for (depth, choice) in choices.take(CHOICES) {
            if depth > 0 && texts.len() >= ENOUGH {
                break;
            }
            let through = Through::Expression(choice);
            let text = automata.shortest_through(&self.production, &through)?;
            texts.extend(text.filter(|text| !texts.contains(text)));
        }
        texts.sort_by_key(Vec::len);
        Ok(texts)
    }

    /// Returns the number of choices in the production itself: alternatives, optional parts and
    /// optional rounds. [`Self::shortest`] searches at most [`CHOICES`] of them.
    #[must_use]
    pub fn own_choices(&self) -> usize {
        let production = self.grammar.production(&self.production);
        production.map_or(0, |production| choices(&production.body).len())
    }

    /// Returns a typical text; `None` if the production derives no text.
    ///
    /// Of two thousand random texts, it is the one that uses most parts of the production and
    /// most productions, is not long, and contains few characters besides letters and digits.
    #[must_use]
    pub fn typical(&self) -> Option<Vec<u8>> {
        let mut random = Random::new(0);
        let room = (0..CANDIDATES).map(|number| ROOM[number * ROOM.len() / CANDIDATES]);
        let derived = room.filter_map(|room| derive(&self.uses, &mut random, &[], room));
        let rated = derived.map(|derivation| (self.rate(&derivation), derivation));
        let mut candidates: Vec<_> = rated.collect();
        candidates.sort_by_key(|(points, it)| Reverse((*points, it.text.len())));
        let mut left = FIRST_STEPS;
        let mut texts = candidates.iter();
        let first = texts.position(|(_, it)| left == 0 || self.is_first_within(it, &mut left));
        let best = candidates.into_iter().nth(first.unwrap_or(0));
        best.map(|(_, derivation)| derivation.text)
            .or_else(|| self.automaton.shortest())
    }

    /// Rates how typical a derivation is.
    fn rate(&self, derivation: &Derivation) -> isize {
        let uses: HashSet<usize> = derivation.uses.iter().copied().collect();
        let points = uses.into_iter().map(|used| &self.uses.all[used]);
        let points = points.map(|used| match used.kind {
            UseKind::Present | UseKind::Several if used.production == self.production => 30,
            UseKind::Production => 10,
            UseKind::Present | UseKind::Several => 4,
            UseKind::Alternative | UseKind::Absent | UseKind::Fewest => 0,
        });
        let text = &derivation.text;
        let odd = text.iter().filter(|octet| !octet.is_ascii_alphanumeric());
        let mixed = text.windows(2).filter(|pair| is_mixed(pair[0], pair[1]));
        let length = text.len() / 3 + 2 * text.len().saturating_sub(LONG);
        let penalty = 6 * odd.count() + 6 * mixed.count() + length;
        points.sum::<isize>() - isize::try_from(penalty).unwrap_or(isize::MAX)
    }
}

/// Returns whether two neighbours are of different kinds among lower case, upper case and digits.
fn is_mixed(one: u8, other: u8) -> bool {
    let kind = |octet: u8| match octet {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    };
    kind(one) != kind(other) && kind(one) > 0 && kind(other) > 0
}

/// Returns the production and those that it leads to, each once with its distance, in the order
/// of the distances.
fn below<'g>(grammar: &'g Grammar, production: &str) -> Vec<(usize, &'g Production)> {
    let mut found: Vec<(usize, &Production)> = Vec::new();
    found.extend(grammar.production(production).map(|start| (0, start)));
    let mut next = 0;
    while let Some(&(depth, user)) = found.get(next) {
        for used in user.body.references() {
            let is_known = found.iter().any(|(_, known)| known.name == used);
            if let Some(used) = grammar.production(used).filter(|_| !is_known) {
                found.push((depth + 1, used));
            }
        }
        next += 1;
    }
    found
}

/// Returns the parts of a body that a derivation can use or not.
fn choices(body: &Expression) -> Vec<Span> {
    let mut choices = Vec::new();
    body.walk(&mut |expression| match &expression.kind {
        Kind::Alternation(members) => {
            choices.extend(members.iter().map(|member| member.span.clone()));
        }
        Kind::Optional(body) | Kind::Repetition { least: 0, body, .. } => {
            choices.push(body.span.clone());
        }
        _ => {}
    });
    choices
}

//! Texts that show what a production is: shortest ones, and one that is typical.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::derive::{self, Derivation, derive};
use super::random::Random;
use super::{Sentences, UseKind};
use crate::automaton::{Automata, AutomatonError, Through};
use crate::syntax::{Expression, Grammar, Kind, Production, Span};

/// For how many choices [`Sentences::shortest`] looks for a text at most: each costs as much as
/// the automata of all productions.
pub const CHOICES: usize = 32;

/// How many texts there are to be, if need be by parts of the productions below.
const ENOUGH: usize = 4;

/// How many derivations are compared.
const CANDIDATES: usize = 2000;

/// The length in octets beyond which a text counts as long.
const LONG: usize = 40;

/// From how many octets on derivations are as short as can be: where parts are long, what shows
/// the whole production is seldom short by itself.
const ROOM: [usize; 2] = [derive::LONG, 8];

impl Sentences<'_> {
    /// Some shortest texts that differ in what they use: one of all, and one through each
    /// alternative, each optional part and each round that may be left out of the production
    /// itself; where these are few, also through those of the productions that it uses. At most
    /// [`CHOICES`] are gone through. The shortest first, each once. Empty where no text is
    /// derived.
    ///
    /// ```
    /// use rfcbnf::sentences::Sentences;
    ///
    /// let grammar = rfcbnf::read("port = \":\" 1*digit [ \"!\" ]\ndigit = \"0\" | \"1\"\n")?;
    /// let sentences = Sentences::new(&grammar, "port")?;
    /// assert_eq!(sentences.shortest()?, [":0", ":1", ":0!"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`AutomatonError::TooLarge`] where the production is, once it is told whether a part was
    /// used.
    pub fn shortest(&self) -> Result<Vec<String>, AutomatonError> {
        let automata = Automata::reachable_from(self.grammar, &self.production)?;
        let mut texts: Vec<String> = self.automaton.shortest().into_iter().collect();
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
        texts.sort_by_key(String::len);
        Ok(texts)
    }

    /// How many choices the production itself leaves: alternatives, optional parts, and rounds
    /// that may be left out. Of more than [`CHOICES`], [`Self::shortest`] shows the first only.
    #[must_use]
    pub fn own_choices(&self) -> usize {
        let production = self.grammar.production(&self.production);
        production.map_or(0, |production| choices(&production.body).len())
    }

    /// A text that is typical: of two thousand at random, the one that uses most parts of the
    /// production and most productions, is not long, and holds few characters beside letters
    /// and digits. Nothing where none was found.
    #[must_use]
    pub fn typical(&self) -> Option<String> {
        let mut random = Random::new(0);
        let room = (0..CANDIDATES).map(|number| ROOM[number * ROOM.len() / CANDIDATES]);
        let derived = room.filter_map(|room| derive(&self.parts, &mut random, &[], room));
        let rated = derived.map(|derivation| (self.rate(&derivation), derivation));
        let mut candidates: Vec<_> = rated.collect();
        candidates.sort_by_key(|(points, it)| Reverse((*points, it.text.len())));
        let first = candidates.iter().position(|(_, it)| self.is_first(it));
        let best = candidates.into_iter().nth(first.unwrap_or(0));
        best.map(|(_, derivation)| derivation.text)
            .or_else(|| self.automaton.shortest())
    }

    /// How typical a derivation is.
    fn rate(&self, derivation: &Derivation) -> isize {
        let uses: HashSet<usize> = derivation.uses.iter().copied().collect();
        let points = uses.into_iter().map(|used| &self.parts.uses[used]);
        let points = points.map(|used| match used.kind {
            UseKind::Present | UseKind::Several if used.production == self.production => 30,
            UseKind::Production => 10,
            UseKind::Present | UseKind::Several => 4,
            UseKind::Alternative | UseKind::Absent | UseKind::Fewest => 0,
        });
        let text = derivation.text.as_bytes();
        let odd = text.iter().filter(|octet| !octet.is_ascii_alphanumeric());
        let mixed = text.windows(2).filter(|pair| is_mixed(pair[0], pair[1]));
        let length = text.len() / 3 + 2 * text.len().saturating_sub(LONG);
        let penalty = 6 * odd.count() + 6 * mixed.count() + length;
        points.sum::<isize>() - isize::try_from(penalty).unwrap_or(isize::MAX)
    }
}

/// Whether two neighbours are letters or digits, and not of the same kind.
fn is_mixed(one: u8, other: u8) -> bool {
    let kind = |octet: u8| match octet {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    };
    kind(one) != kind(other) && kind(one) > 0 && kind(other) > 0
}

/// The production and those that it leads to, each once, with the least number of steps to it,
/// in the order of that.
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

/// The parts that a derivation may use or leave.
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

//! The sentences that say all of what a parser accepts as a part.
//!
//! Invariant: a pattern is what was learned, exactly. It is found by comparing automata.

use super::Learnt;
use crate::automaton::{Automaton, DfaState, TooLarge, Work};
use crate::octets::OctetSet;

/// The greatest number of texts of [`Pattern::Texts`], and of octets of all of them.
const TEXTS: usize = 6;
const OCTETS: usize = 80;

/// What a parser accepts as a part, in terms of the texts that are expected there.
///
/// ```
/// use rfcbnf::automaton::Automaton;
/// use rfcbnf::causes::{Learnt, Pattern, Rounds};
///
/// let grammar = rfcbnf::read("host = 1*%x61-7A\nparser = 1*%x61-7A [ \".\" ]\n")?;
/// let learnt = Learnt {
///     expected: Automaton::new(&grammar, "host")?,
///     observed: Automaton::new(&grammar, "parser")?,
///     literal: None,
///     elsewhere: None,
///     is_of_shortest: false,
/// };
/// let dot = b".".iter().copied().collect();
/// assert_eq!(learnt.pattern(), Some(Pattern::AtEnd(dot, Rounds::One)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pattern {
    /// No text at all.
    Nothing,
    /// All texts of these octets, the empty text only if [`Rounds::Any`].
    All(OctetSet, Rounds),
    /// The expected texts, and these, the shortest first.
    Texts(Vec<Vec<u8>>),
    /// The expected texts, with letters in either case.
    AnyCase,
    /// The expected texts, also with octets of the set before them.
    AtStart(OctetSet, Rounds),
    /// The expected texts, also with octets of the set after them.
    AtEnd(OctetSet, Rounds),
    /// The expected texts, also with any number of octets of the set before and after them.
    Around(OctetSet),
}

/// How many octets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounds {
    /// One octet. For [`Pattern::All`], at least one.
    One,
    /// Any number.
    Any,
}

impl Learnt {
    /// Returns the pattern of what was learned; `None` if there is none. Texts that are expected and not accepted have
    /// one only if none is accepted.
    #[must_use]
    pub fn pattern(&self) -> Option<Pattern> {
        let work = Work::new();
        if self.observed.is_empty() {
            return Some(Pattern::Nothing);
        }
        let missing = self.expected.without_within(&self.observed, &work).ok()?;
        if !missing.is_empty() || self.expected.is_empty() {
            return None;
        }
        let compared = Compared { learnt: self, work };
        compared.pattern().ok()?
    }
}

struct Compared<'l> {
    learnt: &'l Learnt,
    work: Work,
}

impl Compared<'_> {
    fn pattern(&self) -> Result<Option<Pattern>, TooLarge> {
        let Learnt {
            expected, observed, ..
        } = self.learnt;
        let beyond = observed.without_within(expected, &self.work)?;
        if let Some(texts) = few_texts(&beyond) {
            return Ok(Some(Pattern::Texts(texts)));
        }
        if self.is_observed(&expected.in_any_case(&self.work)?)? {
            return Ok(Some(Pattern::AnyCase));
        }
        let all = observed.octets();
        for rounds in [Rounds::Any, Rounds::One] {
            if self.is_observed(&self.row(all, rounds)?)? {
                return Ok(Some(Pattern::All(all, rounds)));
            }
        }
        let (before, after) = (self.added_before(), self.added_after());
        for rounds in [Rounds::One, Rounds::Any] {
            if !before.is_empty() {
                let texts = self.added(before, rounds)?.then(expected, &self.work)?;
                if self.is_observed(&Automaton::union([expected, &texts], &self.work)?)? {
                    return Ok(Some(Pattern::AtStart(before, rounds)));
                }
            }
            if !after.is_empty() {
                let texts = expected.then(&self.added(after, rounds)?, &self.work)?;
                if self.is_observed(&Automaton::union([expected, &texts], &self.work)?)? {
                    return Ok(Some(Pattern::AtEnd(after, rounds)));
                }
            }
        }
        if !before.is_empty() && before == after {
            let added = self.row(before, Rounds::Any)?;
            let texts = added.then(expected, &self.work)?;
            if self.is_observed(&texts.then(&added, &self.work)?)? {
                return Ok(Some(Pattern::Around(before)));
            }
        }
        Ok(None)
    }

    /// Returns the octets that the parser accepts before a shortest expected text, and the grammar does not.
    fn added_before(&self) -> OctetSet {
        let Learnt {
            expected, observed, ..
        } = self.learnt;
        let text = expected.shortest().unwrap_or_default();
        let new = observed.first().without(expected.first()).iter();
        let is_added = |octet: &u8| observed.accepts(&[&[*octet], &*text].concat());
        new.filter(is_added).collect()
    }

    /// Returns the octets that the parser accepts after a shortest expected text, and the grammar does not.
    fn added_after(&self) -> OctetSet {
        let Learnt {
            expected, observed, ..
        } = self.learnt;
        let text = expected.shortest().unwrap_or_default();
        let next = |texts: &Automaton| texts.viable_prefix(&text).next();
        let new = next(observed).without(next(expected)).iter();
        let is_added = |octet: &u8| observed.accepts(&[&*text, &[*octet]].concat());
        new.filter(is_added).collect()
    }

    /// Returns the texts that are added: one of these octets, or any number.
    fn added(&self, octets: OctetSet, rounds: Rounds) -> Result<Automaton, TooLarge> {
        match rounds {
            Rounds::One => Ok(Automaton::of_set(octets)),
            Rounds::Any => self.row(octets, Rounds::Any),
        }
    }

    /// Returns the texts of these octets, of at least one octet or of any number.
    fn row(&self, octets: OctetSet, rounds: Rounds) -> Result<Automaton, TooLarge> {
        let least = u32::from(rounds == Rounds::One);
        Automaton::of_set(octets).repeated(least, None, &self.work)
    }

    fn is_observed(&self, texts: &Automaton) -> Result<bool, TooLarge> {
        let differ = |one: bool, other: bool| one != other;
        let other = self.learnt.observed.combined(texts, &differ, &self.work)?;
        Ok(other.is_empty())
    }
}

/// Returns the texts, the shortest first, if they are few and short and not all of one character.
fn few_texts(texts: &Automaton) -> Option<Vec<Vec<u8>>> {
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut open: Vec<(DfaState, Vec<u8>)> = vec![(texts.start(), Vec::new())];
    let mut octets = 0;
    while let Some((state, text)) = open.pop() {
        // Every text that is open leads to one of the texts.
        if open.len() + found.len() > TEXTS || octets + text.len() > OCTETS {
            return None;
        }
        let next = texts.next(state).iter();
        let steps = next.filter_map(|octet| Some((octet, texts.step(state, octet)?)));
        let longer = steps.map(|(octet, next)| (next, [&*text, &[octet]].concat()));
        open.extend(longer);
        if texts.is_accepting(state) {
            octets += text.len();
            found.push(text);
        }
    }
    found.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    let is_long = found.iter().any(|text| match std::str::from_utf8(text) {
        Ok(text) => text.chars().count() > 1,
        Err(_) => text.len() > 1,
    });
    (is_long && found.len() <= TEXTS).then_some(found)
}

//! Shortest texts that the naive reading gets wrong.
//!
//! The texts that the naive reading accepts are a regular language. Whether it accepts the rest
//! of a text, from some expression of the grammar on, depends on the rest alone: on the next
//! octet and on what holds of the rest behind it. So the search builds texts from their
//! ends, breadth first. Of several suffixes with the same [`StateSet`] it keeps the first. It
//! finds a shortest text; if it finds none, the naive reading is right about every text.

use std::collections::HashMap;

use super::conditions::Conditions;
use super::state_set::StateSet;
use crate::automaton::{Automata, Automaton, AutomatonError};
use crate::obstacles::LeftRecursion;
use crate::resolved::ResolvedGrammar;
use crate::syntax::Grammar;

/// The limit of all searches in a grammar: suffixes times octets times conditions.
const WORK: usize = 1 << 29;

/// The limit of one search.
const SEARCH_WORK: usize = 1 << 28;

/// What the construction of too many conditions costs.
const CONDITIONS_WORK: usize = 1 << 26;

/// A production and what the search found for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The production.
    pub production: String,
    /// What the search found.
    pub outcome: Outcome,
}

/// The result of the search for a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The naive reading accepts every text that the production derives.
    Right,
    /// The naive reading rejects a text that the production derives.
    Wrong {
        /// A shortest such text; if the search hits its limit, one that a production that it uses
        /// gets wrong.
        text: Vec<u8>,
        /// Why.
        origin: Origin,
    },
    /// The search hit its limit.
    Undecided {
        /// The number of octets up to which no text is wrong; 0 if the search could not
        /// begin.
        length: usize,
    },
}

/// The reason why the naive reading is wrong about a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The production is a cause: the naive reading would be wrong even if the productions that
    /// it uses matched the longest texts that they derive.
    Body,
    /// Only other productions are causes. These are the causes among those that it uses,
    /// directly or through others, in file order.
    Others(Vec<String>),
    /// The search for the reason hit its limit.
    Unknown,
}

/// Searches for a text that the naive reading gets wrong, for each production in file order.
///
/// ```
/// use rfcbnf::naive::{Origin, Outcome, search};
///
/// let grammar = rfcbnf::read("name = label \".\"\nlabel = \"a\" | \"a\" \"b\"\n")?;
/// let found = search(&grammar)?;
/// assert_eq!(found[0].outcome, Outcome::Wrong {
///     text: b"ab.".to_vec(),
///     origin: Origin::Others(vec!["label".to_owned()]),
/// });
/// assert_eq!(found[1].outcome, Outcome::Wrong { text: b"ab".to_vec(), origin: Origin::Body });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Leaves out productions without automata, and those that lead to left recursion: ordered choice
/// never ends there.
///
/// # Errors
///
/// [`AutomatonError::TooLarge`] for the first production whose automaton is too large.
pub fn search(grammar: &Grammar) -> Result<Vec<SearchResult>, AutomatonError> {
    let grammar = &followed(grammar);
    let automata = Automata::new(grammar)?;
    let resolved = ResolvedGrammar::new(grammar);
    let mut found = Vec::new();
    let mut left = WORK;
    // A production may need the texts of those that it uses.
    for &id in resolved.users_last() {
        let production = resolved.production(id).source();
        let Some(automaton) = automata.production(&production.name) else {
            continue;
        };
        if left == 0 {
            found.push(SearchResult {
                production: production.name.clone(),
                outcome: Outcome::Undecided { length: 0 },
            });
            continue;
        }
        let conditions = Conditions::naive(&resolved, id);
        let outcome = match shortest(&conditions, automaton, &mut left) {
            Ok(None) => Outcome::Right,
            Err(length) => {
                let used = texts_of(&found, grammar, &production.name);
                let mut wrong = used.filter(|text| is_wrong(text, &conditions, automaton));
                wrong
                    .next()
                    .map_or(Outcome::Undecided { length }, |text| Outcome::Wrong {
                        text: text.to_vec(),
                        origin: Origin::Unknown,
                    })
            }
            Ok(Some(text)) => {
                let alone = Conditions::with_right_references(&resolved, id, &automata);
                let origin = match shortest(&alone, automaton, &mut left) {
                    Ok(Some(_)) => Origin::Body,
                    Ok(None) => Origin::Others(Vec::new()),
                    Err(_) => Origin::Unknown,
                };
                Outcome::Wrong { text, origin }
            }
        };
        found.push(SearchResult {
            production: production.name.clone(),
            outcome,
        });
    }
    let mut places = HashMap::new();
    for (place, production) in grammar.productions.iter().enumerate() {
        places.insert(production.name.as_str(), place);
    }
    found.sort_by_key(|result| places.get(result.production.as_str()));
    name_causes(&mut found, grammar);
    Ok(found)
}

/// Returns the productions that ordered choice can follow and that have automata: none leads to a
/// production that leads to itself before it consumes anything, because that never ends.
fn followed(grammar: &Grammar) -> Grammar {
    let left = LeftRecursion::of(grammar);
    let endless = left.users();
    let part = grammar.with_automata();
    part.retaining(|production| !endless.contains(&*production.name))
}

/// Returns the texts that productions found so far get wrong and that this one uses, the shortest
/// first.
fn texts_of<'f>(
    found: &'f [SearchResult],
    grammar: &Grammar,
    production: &str,
) -> impl Iterator<Item = &'f [u8]> {
    let reachable = grammar.reachable_from([production]);
    let used = found.iter().filter_map(|result| match &result.outcome {
        Outcome::Wrong { text, .. } if reachable.contains(result.production.as_str()) => {
            Some(text.as_slice())
        }
        _ => None,
    });
    let mut texts: Vec<&[u8]> = used.collect();
    texts.sort_by_key(|text| text.len());
    texts.into_iter()
}

/// Returns whether the automaton accepts the text and the conditions do not.
fn is_wrong(text: &[u8], conditions: &Conditions, automaton: &Automaton) -> bool {
    let nothing = StateSet::of_nothing(conditions, automaton);
    let mut octets = text.iter().rev();
    let all = octets.try_fold(nothing, |suffix, &octet| {
        let longer = suffix.behind(octet, conditions, automaton);
        longer
            .can_become_valid(conditions, automaton)
            .then_some(longer)
    });
    all.is_some_and(|text| text.is_wrong(conditions, automaton))
}

fn name_causes(found: &mut [SearchResult], grammar: &Grammar) {
    let is_cause = |result: &&SearchResult| {
        matches!(
            &result.outcome,
            Outcome::Wrong {
                origin: Origin::Body,
                ..
            }
        )
    };
    let causes = found.iter().filter(is_cause);
    let causes: Vec<String> = causes.map(|result| result.production.clone()).collect();
    for result in found {
        if let Outcome::Wrong {
            origin: Origin::Others(names),
            ..
        } = &mut result.outcome
        {
            let reachable = grammar.reachable_from([result.production.as_str()]);
            let used = causes
                .iter()
                .filter(|cause| reachable.contains(cause.as_str()));
            *names = used.cloned().collect();
        }
    }
}

/// Returns a shortest text that the automaton accepts and the conditions do not. If the search
/// hits its limit, returns the length up to which there is none as an error. Takes its work from
/// `left`.
fn shortest(
    conditions: &Conditions,
    automaton: &Automaton,
    left: &mut usize,
) -> Result<Option<Vec<u8>>, usize> {
    if conditions.is_too_large() {
        *left = left.saturating_sub(CONDITIONS_WORK);
        return Err(0);
    }
    let most = SEARCH_WORK.min(*left);
    let octets = conditions.representatives(automaton);
    let none = StateSet::of_nothing(conditions, automaton);
    let mut before: HashMap<StateSet, Option<(usize, u8)>> = HashMap::from([(none.clone(), None)]);
    let mut all = vec![none];
    let cost = octets.len() * (conditions.len() + automaton.states().len());
    let mut next = 0;
    while let Some(suffix) = all.get(next).cloned() {
        *left = left.saturating_sub(cost);
        if suffix.is_wrong(conditions, automaton) {
            return Ok(Some(text_of(&all, &before, next)));
        }
        if next.saturating_mul(cost) > most {
            let length = text_of(&all, &before, next).len();
            return Err(length.saturating_sub(1));
        }
        for &octet in &octets {
            let longer = suffix.behind(octet, conditions, automaton);
            if longer.can_become_valid(conditions, automaton) && !before.contains_key(&longer) {
                before.insert(longer.clone(), Some((next, octet)));
                all.push(longer);
            }
        }
        next += 1;
    }
    Ok(None)
}

/// Returns the text of a suffix, which leads over shorter ones to the empty one.
fn text_of(
    all: &[StateSet],
    before: &HashMap<StateSet, Option<(usize, u8)>>,
    mut index: usize,
) -> Vec<u8> {
    let mut text = Vec::new();
    while let Some(Some((next, octet))) = before.get(&all[index]) {
        text.push(*octet);
        index = *next;
    }
    text
}

//! Shortest texts that the naive reading gets wrong.
//!
//! What the naive reading accepts is regular. Whether it accepts the rest of a text from some
//! part of the grammar on depends on the rest alone, and follows from the next character and
//! from what holds of the rest behind that; so texts are built from their ends, breadth first,
//! and two ends of which the same holds are one. What is found is a shortest text, and where
//! nothing is found, the naive reading is right about every text.

use std::collections::HashMap;

use super::Naive;
use super::conditions::{Conditions, Outline};
use crate::automaton::{Automata, Automaton, AutomatonError};
use crate::syntax::Grammar;

/// How much is tried before the search is given up: ends of texts, times characters, times
/// conditions.
const WORK: usize = 1 << 31;

/// The same for the question whether a production is a cause.
const ORIGIN_WORK: usize = 1 << 28;

/// A production and how the naive reading does with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The production.
    pub production: String,
    /// What the search found.
    pub outcome: Outcome,
}

/// What the search for a text finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The naive reading accepts every text that the production derives.
    Right,
    /// It rejects this one, a shortest such text.
    Wrong {
        /// The text.
        text: String,
        /// Why.
        origin: Origin,
    },
    /// The bound was hit: there is no such text of at most so many characters; of 0, where
    /// nothing could be tried.
    Undecided {
        /// The number of characters.
        length: usize,
    },
}

/// Why the naive reading is wrong about a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It would be, even if the productions that it uses took the longest texts that they
    /// derive: it is a cause.
    Body,
    /// It is wrong only because of others. These are the causes among those that it uses,
    /// directly or through others, in file order.
    Others(Vec<String>),
    /// Whether it would be is not known, because the bound was hit.
    Unknown,
}

/// Looks for a text that the naive reading gets wrong, for each production in file order.
///
/// ```
/// use rfcbnf::naive::{Origin, Outcome, search};
///
/// let grammar = rfcbnf::read("name = label \".\"\nlabel = \"a\" | \"a\" \"b\"\n")?;
/// let found = search(&grammar)?;
/// assert_eq!(found[0].outcome, Outcome::Wrong {
///     text: "ab.".to_owned(),
///     origin: Origin::Others(vec!["label".to_owned()]),
/// });
/// assert_eq!(found[1].outcome, Outcome::Wrong { text: "ab".to_owned(), origin: Origin::Body });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`AutomatonError::TooLarge`] for the first production that is.
pub fn search(grammar: &Grammar) -> Result<Vec<Wrong>, AutomatonError> {
    let automata = Automata::new(grammar)?;
    let mut found = Vec::new();
    for (production, automaton) in automata.in_file_order() {
        let name = &production.name;
        let naive = Naive::new(grammar, name)?;
        let conditions = Conditions::naive(&naive.program, naive.node);
        let outcome = match shortest(&conditions, automaton, WORK) {
            Ok(None) => Outcome::Right,
            Err(length) => Outcome::Undecided { length },
            Ok(Some(text)) => {
                let alone =
                    Conditions::with_right_references(&naive.program, naive.node, &automata);
                let origin = match shortest(&alone, automaton, ORIGIN_WORK) {
                    Ok(Some(_)) => Origin::Body,
                    Ok(None) => Origin::Others(Vec::new()),
                    Err(_) => Origin::Unknown,
                };
                Outcome::Wrong { text, origin }
            }
        };
        let production = name.clone();
        found.push(Wrong {
            production,
            outcome,
        });
    }
    name_causes(&mut found, grammar);
    Ok(found)
}

fn name_causes(found: &mut [Wrong], grammar: &Grammar) {
    let is_cause = |wrong: &&Wrong| {
        matches!(
            &wrong.outcome,
            Outcome::Wrong {
                origin: Origin::Body,
                ..
            }
        )
    };
    let causes = found.iter().filter(is_cause);
    let causes: Vec<String> = causes.map(|wrong| wrong.production.clone()).collect();
    for wrong in found {
        if let Outcome::Wrong {
            origin: Origin::Others(names),
            ..
        } = &mut wrong.outcome
        {
            let reachable = grammar.reachable_from([wrong.production.as_str()]);
            let used = causes
                .iter()
                .filter(|cause| reachable.contains(cause.as_str()));
            *names = used.cloned().collect();
        }
    }
}

/// A shortest text that the automaton accepts and the conditions do not; where the search is
/// given up, the length up to which there is none.
fn shortest(
    conditions: &Conditions,
    automaton: &Automaton,
    most: usize,
) -> Result<Option<String>, usize> {
    if conditions.is_too_large() {
        return Err(0);
    }
    let characters = conditions.representatives(automaton);
    let none = Outline::of_nothing(conditions, automaton);
    let mut before: HashMap<Outline, Option<(usize, char)>> = HashMap::from([(none.clone(), None)]);
    let mut all = vec![none];
    let cost = characters.len() * (conditions.len() + automaton.states().len());
    let mut next = 0;
    while let Some(outline) = all.get(next).cloned() {
        if outline.is_wrong(conditions, automaton) {
            return Ok(Some(text_of(&all, &before, next)));
        }
        if next.saturating_mul(cost) > most {
            let length = text_of(&all, &before, next).chars().count();
            return Err(length.saturating_sub(1));
        }
        for &character in &characters {
            let longer = outline.behind(character, conditions, automaton);
            if longer.can_become_valid(conditions, automaton) && !before.contains_key(&longer) {
                before.insert(longer.clone(), Some((next, character)));
                all.push(longer);
            }
        }
        next += 1;
    }
    Ok(None)
}

fn text_of(
    all: &[Outline],
    before: &HashMap<Outline, Option<(usize, char)>>,
    mut place: usize,
) -> String {
    let mut text = String::new();
    while let Some(Some((next, character))) = before.get(&all[place]) {
        text.push(*character);
        place = *next;
    }
    text
}

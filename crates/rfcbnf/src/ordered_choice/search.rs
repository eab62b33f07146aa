//! Shortest texts that the naive reading gets wrong.
//!
//! Where [`proof`] shows that the naive reading is right, nothing is searched. Else the search goes through
//! the texts of an automaton: all texts of the production, or those to a depth.
//!
//! Whether the naive reading accepts the rest of a text, from some expression of the grammar on, depends
//! on the rest alone: on the next octet and on what holds of the rest after it. So the search builds texts
//! from their ends, breadth first. Of several suffixes with the same [`StateSet`] it keeps the first. It
//! finds a shortest text; if it finds none within its limit, the naive reading is right about these texts.
//!
//! In `name = label "."`, `label = "a" | "a" "b"`, the suffixes `.`, `b.` and `ab.` follow each other. The
//! automaton accepts `ab.`. But `label` takes `a`, and what follows `label` does not hold of `b.`. So `ab.`
//! is a shortest text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use rfcbnf_engine::recognizer::Network;

use super::conditions::{Conditions, Correctness, StateSet, Suffixes};
use super::trees::{self, Trees};
use super::{Comparing, Readings, proof};
use crate::automaton::{Automata, Automaton, AutomatonError};
use crate::network::network;
use crate::obstacles::{LeftRecursion, Obstacle};
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::search_end::Watch;
use crate::syntax::Grammar;

/// The limit of all searches in a grammar: suffixes times octets times conditions.
const WORK: usize = 1 << 29;

/// The limit of one search.
const SEARCH_WORK: usize = 1 << 28;

/// What an address costs for which a condition is looked for.
const ADDRESS_WORK: usize = 1 << 8;

/// The steps in which texts of all productions of a grammar are read in both ways.
const READ_STEPS: usize = 40_000_000;

/// What the construction of too many conditions costs.
const CONDITIONS_WORK: usize = 1 << 27;

/// A production and what the search found for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResult {
    /// The production.
    pub production: String,
    /// What the search found.
    pub outcome: Outcome,
    /// The trees of the texts that the naive reading accepts.
    pub trees: Trees,
    /// The depth of the texts that it is about, if it is not about all.
    pub depth: Option<u32>,
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
/// use rfcbnf::ordered_choice::{Origin, Outcome, search};
///
/// let grammar = rfcbnf::read("name = label \".\"\nlabel = \"a\" | \"a\" \"b\"\n")?;
/// let found = search(&grammar, 1);
/// assert_eq!(found[0].outcome, Outcome::Wrong {
///     text: b"ab.".to_vec(),
///     origin: Origin::Others(vec!["label".to_owned()]),
/// });
/// assert_eq!(found[1].outcome, Outcome::Wrong { text: b"ab".to_vec(), origin: Origin::Body });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Where the naive reading can be shown to be right about all texts of a production that recurses in the
/// middle, the result is about all of them; else about those to the depth ([`Grammar::to_depth`]):
///
/// ```
/// use rfcbnf::ordered_choice::{Outcome, Trees, search};
///
/// let grammar = rfcbnf::read(
///     "list = \"(\" *list \")\"\npair = \"(\" [ pair ] \")\" | \"()\" \".\"\n"
/// )?;
/// let found = search(&grammar, 1);
/// assert_eq!((&found[0].outcome, found[0].depth), (&Outcome::Right, None));
/// assert_eq!(found[0].trees, Trees::Same);
/// assert_eq!(found[1].depth, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Leaves out productions with an obstacle other than recursion, and those that lead to left recursion:
/// ordered choice never ends there. A production whose automaton is too large is not decided, unless some
/// text shows that the naive reading is wrong.
#[must_use]
pub fn search(grammar: &Grammar, depth: u32) -> Vec<SearchResult> {
    let grammar = &followed(grammar);
    let regular = grammar.with_automata();
    let names = regular.productions.iter().map(|one| one.name.as_str());
    let (automata, too_large) = Automata::of_most(&regular, &names.collect(), &Watch::default());
    let resolved = ResolvedGrammar::new(grammar);
    let mut search = Search {
        grammar,
        resolved: &resolved,
        network: &Arc::new(network(&resolved)),
        automata: &automata,
        too_large: &too_large,
        depth,
        left: WORK,
        share: WORK,
        comparing: Comparing {
            left: READ_STEPS,
            ..Comparing::default()
        },
        found: Vec::new(),
    };
    // A production may need the texts of those that it uses. Those without automata come last, because
    // they can take all the work that is left.
    let mut order = resolved.users_last().to_vec();
    order.sort_by_key(|&id| {
        automata
            .production(resolved.production(id).name())
            .is_none()
    });
    for (index, &id) in order.iter().enumerate() {
        search.share = search.left / (order.len() - index);
        let result = search.production(id);
        search.found.push(result);
    }
    let mut found = search.found;
    let mut places = HashMap::new();
    for (place, production) in grammar.productions.iter().enumerate() {
        places.insert(production.name.as_str(), place);
    }
    found.sort_by_key(|result| places.get(result.production.as_str()));
    name_causes(&mut found, grammar);
    found
}

struct Search<'s, 'g> {
    grammar: &'s Grammar,
    resolved: &'s ResolvedGrammar<'g>,
    network: &'s Arc<Network>,
    automata: &'s Automata<'s>,
    /// The productions that recurse at one end at most, and are too large all the same.
    too_large: &'s HashMap<&'s str, AutomatonError>,
    depth: u32,
    /// The work that is left, and the part of it for a production whose texts go to a depth.
    left: usize,
    share: usize,
    comparing: Comparing,
    found: Vec<SearchResult>,
}

impl<'s, 'g> Search<'s, 'g> {
    fn production(&mut self, id: ProductionId) -> SearchResult {
        let production = self.resolved.production(id).name();
        let mut result = SearchResult {
            production: production.to_owned(),
            outcome: Outcome::Right,
            trees: Trees::Same,
            depth: None,
        };
        if proof::is_right(self.resolved, id) {
            return result;
        }
        let to_depth;
        let mut automaton = self.automata.production(production);
        result.outcome = if let Some(automaton) = automaton {
            self.all_texts(id, automaton)
        } else if self.too_large.contains_key(production) {
            Outcome::Undecided { length: 0 }
        } else {
            result.depth = Some(self.depth);
            to_depth = Automaton::to_depth(self.grammar, production, self.depth).ok();
            automaton = to_depth.as_ref();
            self.texts_to_depth(id, automaton)
        };
        let is_undecided = matches!(result.outcome, Outcome::Undecided { .. });
        let readings = (self.readings(id), &mut self.comparing);
        let found = trees::read(self.grammar, readings, automaton, is_undecided);
        if let Some(text) = found.rejected {
            result.outcome = self.wrong(id, text);
        }
        result.trees = found.trees;
        result
    }

    fn readings(&self, id: ProductionId) -> Readings<'s, 'g> {
        Readings {
            grammar: self.resolved,
            network: self.network,
            production: id,
        }
    }

    /// Goes through all texts of a production.
    fn all_texts(&mut self, id: ProductionId, automaton: &Automaton) -> Outcome {
        if self.left == 0 {
            return Outcome::Undecided { length: 0 };
        }
        let name = self.resolved.production(id).name();
        let conditions = Conditions::naive(self.resolved, id);
        match shortest((&conditions, automaton), None, &mut self.left) {
            Ok(None) => Outcome::Right,
            Err(length) => {
                let mut used = texts_of(&self.found, self.grammar, name);
                let wrong = used.find(|text| is_wrong(text, &conditions, automaton));
                wrong.map_or(Outcome::Undecided { length }, |text| Outcome::Wrong {
                    text: text.to_vec(),
                    origin: Origin::Unknown,
                })
            }
            Ok(Some(text)) => {
                let automata = self.automata;
                let alone = Conditions::with_right_references(self.resolved, id, automata);
                let origin = match shortest((&alone, automaton), None, &mut self.left) {
                    Ok(Some(_)) => Origin::Body,
                    Ok(None) => Origin::Others(Vec::new()),
                    Err(_) => Origin::Unknown,
                };
                Outcome::Wrong { text, origin }
            }
        }
    }

    /// Goes through the texts of a production to the depth, which the automaton accepts.
    fn texts_to_depth(&mut self, id: ProductionId, automaton: Option<&Automaton>) -> Outcome {
        let Some(automaton) = automaton.filter(|_| self.left > 0) else {
            return Outcome::Undecided { length: 0 };
        };
        // Ordered choice can go deeper where it fails.
        let conditions = Conditions::to_depth(self.resolved, id, self.depth.saturating_add(1));
        let readings = self.readings(id);
        let mut left = self.share;
        let found = shortest((&conditions, automaton), Some(readings), &mut left);
        let text = found.map_err(|length| {
            let name = self.resolved.production(id).name();
            let mut used = texts_of(&self.found, self.grammar, name);
            let wrong = used.find(|text| automaton.accepts(text) && !readings.accepts(text));
            (length, wrong.map(<[u8]>::to_vec))
        });
        self.left -= self.share - left;
        match text {
            Ok(None) => Outcome::Right,
            Ok(Some(text)) | Err((_, Some(text))) => self.wrong(id, text),
            Err((length, None)) => Outcome::Undecided { length },
        }
    }

    /// Returns that the naive reading rejects a text, and why.
    fn wrong(&mut self, id: ProductionId, text: Vec<u8>) -> Outcome {
        let readings = self.readings(id);
        let compared =
            (self.comparing.left > 0).then(|| readings.compare_in(&text, &mut self.comparing).ok());
        let origin = match compared.flatten().and_then(|compared| compared.cause) {
            Some(cause) if cause.production == self.resolved.production(id).name() => Origin::Body,
            Some(_) => Origin::Others(Vec::new()),
            None => Origin::Unknown,
        };
        Outcome::Wrong { text, origin }
    }
}

/// Returns the productions that ordered choice can follow: none has an obstacle other than recursion, or
/// leads to a production that is left-recursive, because that never ends.
fn followed(grammar: &Grammar) -> Grammar {
    let left = LeftRecursion::of(grammar);
    let endless = left.users();
    let obstacles = grammar.obstacles();
    grammar.retaining(|production| {
        let obstacle = obstacles.to_automaton(&production.name);
        let is_followed = |one: &Obstacle| one.is_recursion() && !one.derives_no_text();
        obstacle.as_ref().is_none_or(is_followed) && !endless.contains(&*production.name)
    })
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
    let suffixes = Suffixes::new(conditions, automaton, text.iter().copied());
    let mut octets = text.iter().rev();
    let all = octets.try_fold(suffixes.nothing(), |suffix, &octet| {
        suffixes.after(&suffix, octet)
    });
    all.is_some_and(|text| suffixes.reading(&text) == Correctness::Wrong)
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

/// Returns a shortest text that the automaton accepts and the naive reading does not. `readings` read
/// those that go deeper than the conditions. If the search hits its limit, or if the conditions do not know
/// enough, returns the length up to which there is no such text as an error. Takes its work from `left`.
fn shortest(
    (conditions, automaton): (&Conditions, &Automaton),
    readings: Option<Readings<'_, '_>>,
    left: &mut usize,
) -> Result<Option<Vec<u8>>, usize> {
    *left = left.saturating_sub(conditions.addresses().saturating_mul(ADDRESS_WORK));
    if conditions.is_too_large() {
        *left = left.saturating_sub(CONDITIONS_WORK);
        return Err(0);
    }
    let most = SEARCH_WORK.min(*left);
    let octets = conditions.representatives(automaton);
    let suffixes = Suffixes::new(conditions, automaton, octets.iter().copied());
    let none = suffixes.nothing();
    let mut before: HashMap<StateSet, Option<(usize, u8)>> = HashMap::from([(none.clone(), None)]);
    let mut all = vec![none];
    let cost = octets.len() * (conditions.len() + automaton.states().len());
    // The length of the shortest text that is not known to be right.
    let mut unknown: Option<usize> = None;
    let mut next = 0;
    while let Some(suffix) = all.get(next).cloned() {
        *left = left.saturating_sub(cost);
        let reading = suffixes.reading(&suffix);
        if reading != Correctness::Right {
            let text = text_of(&all, &before, next);
            if reading == Correctness::Wrong || readings.is_some_and(|naive| !naive.accepts(&text))
            {
                return Ok(Some(text));
            }
            unknown.get_or_insert(text.len());
        }
        if next.saturating_mul(cost) > most {
            let length = text_of(&all, &before, next).len();
            return Err(unknown
                .map_or(length, |known| known.min(length))
                .saturating_sub(1));
        }
        for &octet in &octets {
            let longer = suffixes.after(&suffix, octet);
            if let Some(Entry::Vacant(new)) = longer.map(|longer| before.entry(longer)) {
                all.push(new.key().clone());
                new.insert(Some((next, octet)));
            }
        }
        next += 1;
    }
    unknown.map_or(Ok(None), |length| Err(length.saturating_sub(1)))
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

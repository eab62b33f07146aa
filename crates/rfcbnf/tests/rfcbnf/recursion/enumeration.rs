//! All different trees of one text, in priority order.
//!
//! The definition: a derivation is compared with another at the first decision in which they differ.
//! Decisions come in preorder: alternatives as written, an optional part present before absent, one
//! more round of a repetition before its end (in a lazy production after it), and both before an empty round
//! beyond the least number. A derivation has no node with an ancestor of the same production and span, and no
//! empty round beyond the least number of a repetition without a limit. Of the derivations with the same tree, the
//! first counts.
//!
//! Infinitely many trees are left out in two cases: a node derives a span that a node of the same
//! production and span around it derives, or a repetition without a limit has an empty round with a node.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use rfcbnf::syntax::Quantifier;

use super::parts::{Part, PartId, Parts};
use super::verdict::{self, Spans, offsets};
use super::written::read;

/// Depth, production, start and end.
pub(super) type Node = (usize, usize, usize, usize);

/// The nodes of a tree in preorder.
pub(super) type Tree = Vec<Node>;

/// A derivation of a part: its decisions and its nodes.
#[derive(Clone)]
struct Derivation {
    decisions: Vec<usize>,
    nodes: Tree,
}

/// A part, or what is left of it: how many members or rounds are after, and the span of the rest.
type Place = (PartId, usize, usize, usize);

/// There are more trees than the limit.
#[derive(Debug)]
pub(super) struct TooMany;

pub(super) struct Enumeration<'s, 'a> {
    spans: &'s Spans<'a>,
    most: usize,
    /// By place and by the productions of the nodes with the span of the place around it.
    known: HashMap<(Place, u64), Rc<Vec<Derivation>>>,
}

/// A step that derives a place.
enum Choice {
    /// The empty rest.
    End,
    /// One place with all of the span.
    One(Place),
    /// Two places, one after the other.
    Two(Place, Place),
}

impl<'s, 'a> Enumeration<'s, 'a> {
    /// Returns all trees of the whole text, unless there are more than `most`.
    pub(super) fn trees(spans: &'s Spans<'a>, most: usize) -> Result<Vec<Tree>, TooMany> {
        if !spans.is_derived() {
            return Ok(Vec::new());
        }
        let mut enumeration = Self {
            spans,
            most,
            known: HashMap::new(),
        };
        let root = (spans.parts.start, 0, 0, spans.text.len());
        let trees = enumeration.derivations(root, 0)?;
        Ok(trees.iter().map(|tree| tree.nodes.clone()).collect())
    }

    /// Returns whether infinitely many trees of the whole text are left out.
    pub(super) fn is_infinite(spans: &'s Spans<'a>) -> bool {
        let enumeration = Self {
            spans,
            most: 0,
            known: HashMap::new(),
        };
        let root = (spans.parts.start, 0, 0, spans.text.len());
        spans.is_derived() && enumeration.repeats(root, &mut HashMap::new())
    }

    /// Returns whether derivations of a place can contain the place, or empty rounds with nodes.
    /// `open` says of the places seen whether they are still around this one.
    fn repeats(&self, place: Place, open: &mut HashMap<Place, bool>) -> bool {
        if let Some(&is_open) = open.get(&place) {
            return is_open;
        }
        open.insert(place, true);
        let (part, behind, ..) = place;
        let parts = self.spans.parts;
        let found = match &parts.all[part] {
            &Part::Rounds {
                body,
                least,
                most: None,
                ..
            } if behind >= least as usize && parts.has_empty_nodes[body] => true,
            _ => self
                .choices(place)
                .into_iter()
                .any(|(_, choice)| match choice {
                    Choice::End => false,
                    Choice::One(only) => self.repeats(only, open),
                    Choice::Two(first, rest) => {
                        self.repeats(first, open) || self.repeats(rest, open)
                    }
                }),
        };
        open.insert(place, false);
        found
    }

    /// Returns whether the place has a derivation.
    fn is_derived(&self, (part, behind, from, to): Place) -> bool {
        let spans = self.spans;
        let ends = match &spans.parts.all[part] {
            Part::Sequence(members) => {
                members[behind..].iter().fold(1 << from, |starts, &member| {
                    offsets(starts).fold(0, |ends, start| ends | spans.ends(member, start))
                })
            }
            &Part::Rounds {
                body, least, most, ..
            } => {
                let behind = u32::try_from(behind).expect("a count");
                let least = least.saturating_sub(behind);
                let most = most.map(|most| most - behind);
                verdict::rounds(1 << from, least, most, |start| spans.ends(body, start))
            }
            _ => spans.ends(part, from),
        };
        ends >> to & 1 == 1
    }

    /// Returns the steps that derive a place, each with its decision if there is one.
    fn choices(&self, place: Place) -> Vec<(Option<usize>, Choice)> {
        let (part, behind, from, to) = place;
        let mut choices = Vec::new();
        match &self.spans.parts.all[part] {
            Part::Either(members) => {
                for (index, &member) in members.iter().enumerate() {
                    choices.push((Some(index), Choice::One((member, 0, from, to))));
                }
            }
            Part::Sequence(members) => match members.get(behind) {
                None => choices.push((None, Choice::End)),
                Some(&member) => {
                    for end in from..=to {
                        let rest = (part, behind + 1, end, to);
                        choices.push((None, Choice::Two((member, 0, from, end), rest)));
                    }
                }
            },
            &Part::Rounds {
                body,
                least,
                most,
                quantifier,
            } => {
                let (least, most) = (least as usize, most.map(|most| most as usize));
                let is_decided = behind >= least && most.is_none_or(|most| behind < most);
                let is_greedy = quantifier == Quantifier::Greedy;
                let decision = |is_round| is_decided.then_some(usize::from(is_round != is_greedy));
                if most.is_none_or(|most| behind < most) {
                    // Without a limit, the rounds beyond the least number are not counted.
                    let count = if most.is_none() {
                        least.min(behind + 1)
                    } else {
                        behind + 1
                    };
                    let first = from + usize::from(behind >= least);
                    for end in first..=to {
                        let round = (body, 0, from, end);
                        choices.push((decision(true), Choice::Two(round, (part, count, end, to))));
                    }
                }
                if behind >= least && from == to {
                    choices.push((decision(false), Choice::End));
                }
                if behind >= least && most.is_some_and(|most| behind < most) {
                    let round = (body, 0, from, from);
                    let rest = (part, behind + 1, from, to);
                    choices.push((Some(2), Choice::Two(round, rest)));
                }
            }
            Part::Terminal(_) => choices.push((None, Choice::End)),
            Part::Node { body, .. } => choices.push((None, Choice::One((*body, 0, from, to)))),
        }
        choices.retain(|(_, choice)| match *choice {
            Choice::End => true,
            Choice::One(only) => self.is_derived(only),
            Choice::Two(first, rest) => self.is_derived(first) && self.is_derived(rest),
        });
        choices
    }

    /// Returns the derivations of a place, one for each tree. `around` has a bit for each production
    /// of which a node with this span is around the place.
    fn derivations(&mut self, place: Place, around: u64) -> Result<Rc<Vec<Derivation>>, TooMany> {
        if let Some(known) = self.known.get(&(place, around)) {
            return Ok(Rc::clone(known));
        }
        let (part, _, from, to) = place;
        let node = match self.spans.parts.all[part] {
            Part::Node { production, .. } => Some(production),
            _ => None,
        };
        let bit = node.map_or(0, |production| 1 << production);
        let mut all = Vec::new();
        let choices = if around & bit == 0 {
            self.choices(place)
        } else {
            Vec::new()
        };
        // Nodes around a shorter span have another one.
        let around_it = |inner: Place| {
            if (inner.2, inner.3) == (from, to) {
                around | bit
            } else {
                0
            }
        };
        for (decision, choice) in choices {
            let nothing = Derivation {
                decisions: decision.into_iter().collect(),
                nodes: node
                    .map(|production| (0, production, from, to))
                    .into_iter()
                    .collect(),
            };
            let depth = usize::from(node.is_some());
            let mut found = vec![nothing];
            let inner = match choice {
                Choice::End => Vec::new(),
                Choice::One(only) => vec![only],
                Choice::Two(first, rest) => vec![first, rest],
            };
            for inner in inner {
                let next = self.derivations(inner, around_it(inner))?;
                if found.len() * next.len() > 10 * self.most {
                    return Err(TooMany);
                }
                let pairs = found
                    .iter()
                    .flat_map(|one| next.iter().map(move |next| (one, next)));
                found = pairs
                    .map(|(one, next)| one.followed_by(next, depth))
                    .collect();
            }
            all.append(&mut found);
            if all.len() > 10 * self.most {
                return Err(TooMany);
            }
        }
        all.sort_by(|one, other| one.decisions.cmp(&other.decisions));
        let mut seen = HashSet::new();
        all.retain(|derivation| seen.insert(derivation.nodes.clone()));
        if all.len() > self.most {
            return Err(TooMany);
        }
        let all = Rc::new(all);
        self.known.insert((place, around), Rc::clone(&all));
        Ok(all)
    }
}

impl Derivation {
    /// Returns the derivation with another after it, whose nodes are that much deeper.
    fn followed_by(&self, next: &Self, depth: usize) -> Self {
        let deeper = next.nodes.iter();
        let deeper = deeper.map(|&(own, production, from, to)| (own + depth, production, from, to));
        Self {
            decisions: [&*self.decisions, &next.decisions].concat(),
            nodes: self.nodes.iter().copied().chain(deeper).collect(),
        }
    }
}

/// Returns each tree as its spans in brackets, and whether there are infinitely many.
fn trees(source: &str, text: &str) -> (Vec<String>, bool) {
    let grammar = read("", source);
    let parts = Parts::of(&grammar, "s");
    let spans = Spans::of(&parts, text.as_bytes());
    let trees = Enumeration::trees(&spans, 2_000).expect("they are few");
    let trees = trees.iter().map(|tree| {
        let nodes = tree.iter();
        let nodes = nodes.map(|(depth, production, from, to)| {
            format!("{depth}{}{from}{to}", parts.names[*production])
        });
        nodes.collect::<Vec<_>>().join(" ")
    });
    (trees.collect(), Enumeration::is_infinite(&spans))
}

#[test]
fn the_first_tree_takes_the_first_alternative_at_the_root() {
    let (found, is_infinite) = trees("s = s \"xx\" | s \"x\" | \"y\"\n", "yxxx");
    assert_eq!(
        found,
        ["0s04 1s02 2s01", "0s04 1s03 2s01", "0s04 1s03 2s02 3s01",]
    );
    assert!(!is_infinite);
}

#[test]
fn ambiguous_sums_have_as_many_trees_as_bracketings() {
    for (text, count) in [
        ("1", 1),
        ("1+1", 1),
        ("1+1+1", 2),
        ("1+1+1+1", 5),
        ("1+1+1+1+1", 14),
    ] {
        let (found, is_infinite) = trees("s = s \"+\" s / \"1\"\n", text);
        assert_eq!((found.len(), is_infinite), (count, false), "{text}");
    }
}

#[test]
fn a_cycle_lists_only_trees_without_repeated_nodes() {
    let found = trees("s = t | \"x\"\nt = s | \"x\"\n", "x");
    assert_eq!(
        found,
        (vec!["0s01 1t01".to_owned(), "0s01".to_owned()], true)
    );
    let found = trees("s = s s / \"a\" / \"\"\n", "");
    assert_eq!(found, (vec!["0s00".to_owned()], true));
}

#[test]
fn only_unlimited_empty_rounds_with_a_node_are_infinitely_many() {
    for (source, is_infinite) in [
        ("s = *t\nt = [ \"a\" ]\n", true),
        ("s = *2( t )\nt = [ \"a\" ]\n", false),
        ("s = 2( t )\nt = [ \"a\" ]\n", false),
        ("s = *( [ \"a\" ] )\n", false),
        ("s = *( *( t ) )\nt = [ \"a\" ]\n", true),
        ("s = *( *2( t ) )\nt = [ \"a\" ]\n", false),
        ("s = *t\nt = \"a\"\n", false),
    ] {
        assert_eq!(trees(source, "a").1, is_infinite, "{source}");
    }
}

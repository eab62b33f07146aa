//! A grammar taken apart, and what holds for every text.

use std::cell::OnceCell;
use std::collections::HashMap;

use rfcbnf::syntax::{Case, Encoding, Expression, Grammar, Kind, Quantifier};

/// An index into [`Parts::all`].
pub(super) type PartId = usize;

/// A set of octets.
pub(super) type Octets = [u128; 2];

/// The parts of a grammar that one production uses.
pub(super) struct Parts<'g> {
    /// The names of the productions, by index.
    pub(super) names: Vec<&'g str>,
    pub(super) all: Vec<Part>,
    /// The production whose texts are asked about.
    pub(super) start: PartId,
    /// Whether a part derives any text.
    pub(super) is_productive: Vec<bool>,
    /// Whether a part derives the empty text.
    pub(super) is_nullable: Vec<bool>,
    /// Whether the empty text of a part can have a node. The rounds that a bounded repetition leaves
    /// out are not derivations, so they have no nodes.
    pub(super) has_empty_nodes: Vec<bool>,
    /// The octets that texts of a terminal begin with, once they are asked for.
    first_octets: Vec<OnceCell<Octets>>,
}

/// The forms of a part. An optional part is an alternation with the empty sequence.
pub(super) enum Part {
    Either(Vec<PartId>),
    Sequence(Vec<PartId>),
    Rounds {
        body: PartId,
        least: u32,
        most: Option<u32>,
        quantifier: Quantifier,
    },
    Terminal(Terminal),
    /// A production, in the letter case and with the quantifier of the references to it.
    Node {
        production: usize,
        body: PartId,
    },
}

/// A literal that is not empty, or a character of a range.
pub(super) enum Terminal {
    Literal { octets: Vec<u8>, case: Case },
    Octet { first: u32, last: u32, case: Case },
    Utf8 { first: u32, last: u32, case: Case },
}

/// How octets compare with the texts of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Not,
    /// A longer text begins with them.
    Begins,
    Is,
}

impl<'g> Parts<'g> {
    pub(super) fn of(grammar: &'g Grammar, start: &str) -> Self {
        let mut builder = Builder {
            grammar,
            all: Vec::new(),
            known: HashMap::new(),
        };
        let start = builder.production(start, Case::Exact, Quantifier::Greedy);
        let all = builder.all;
        let is_productive = least_fixpoint(&all, |part, known| match part {
            Part::Either(members) => members.iter().any(|&member| known[member]),
            Part::Sequence(members) => members.iter().all(|&member| known[member]),
            Part::Rounds { body, least, .. } => *least == 0 || known[*body],
            Part::Terminal(_) => true,
            Part::Node { body, .. } => known[*body],
        });
        let is_nullable = least_fixpoint(&all, |part, known| match part {
            Part::Either(members) => members.iter().any(|&member| known[member]),
            Part::Sequence(members) => members.iter().all(|&member| known[member]),
            Part::Rounds { body, least, .. } => *least == 0 || known[*body],
            Part::Terminal(_) => false,
            Part::Node { body, .. } => known[*body],
        });
        let has_empty_nodes = least_fixpoint(&all, |part, known| match part {
            Part::Either(members) => members.iter().any(|&member| known[member]),
            Part::Sequence(members) => {
                members.iter().all(|&member| is_nullable[member])
                    && members.iter().any(|&member| known[member])
            }
            Part::Rounds {
                body, least, most, ..
            } => known[*body] && (*least > 0 || most.is_none()),
            Part::Terminal(_) => false,
            Part::Node { body, .. } => is_nullable[*body],
        });
        let first_octets = vec![OnceCell::new(); all.len()];
        Self {
            names: grammar.productions.iter().map(|one| &*one.name).collect(),
            all,
            start,
            is_productive,
            is_nullable,
            has_empty_nodes,
            first_octets,
        }
    }

    /// Returns the octets that can follow `begun` in a text of a terminal.
    pub(super) fn next_octets(&self, part: PartId, terminal: &Terminal, begun: &[u8]) -> Octets {
        match begun {
            [] => *self.first_octets[part].get_or_init(|| terminal.next(&[])),
            begun if terminal.fit(begun) == Fit::Begins => terminal.next(begun),
            _ => [0; 2],
        }
    }

    /// Returns whether a production is used within itself where both can derive a text.
    pub(super) fn is_recursive(&self) -> bool {
        self.has_cycle(|part| match part {
            Part::Sequence(members) if !members.iter().all(|&one| self.is_productive[one]) => {
                Vec::new()
            }
            part => part.children(),
        })
    }

    /// Returns whether a production is used within itself with nothing before it that must consume
    /// an octet.
    pub(super) fn is_left_recursive(&self) -> bool {
        self.has_cycle(|part| match part {
            Part::Sequence(members) => {
                let mut first = Vec::new();
                for &member in members {
                    first.push(member);
                    if !self.is_nullable[member] {
                        break;
                    }
                }
                first
            }
            part => part.children(),
        })
    }

    /// Returns whether steps lead from a part back to it.
    fn has_cycle(&self, steps: impl Fn(&Part) -> Vec<PartId>) -> bool {
        (0..self.all.len()).any(|start| {
            let mut seen = vec![false; self.all.len()];
            let mut waiting = steps(&self.all[start]);
            while let Some(part) = waiting.pop() {
                if !std::mem::replace(&mut seen[part], true) {
                    waiting.extend(steps(&self.all[part]));
                }
            }
            seen[start]
        })
    }
}

impl Part {
    pub(super) fn children(&self) -> Vec<PartId> {
        match self {
            Self::Either(members) | Self::Sequence(members) => members.clone(),
            Self::Rounds { body, .. } | Self::Node { body, .. } => vec![*body],
            Self::Terminal(_) => Vec::new(),
        }
    }
}

/// Returns for which parts a property holds that holds only where it must.
fn least_fixpoint(all: &[Part], holds: impl Fn(&Part, &[bool]) -> bool) -> Vec<bool> {
    let mut known = vec![false; all.len()];
    loop {
        let next: Vec<bool> = all.iter().map(|part| holds(part, &known)).collect();
        if next == known {
            return known;
        }
        known = next;
    }
}

struct Builder<'g> {
    grammar: &'g Grammar,
    all: Vec<Part>,
    known: HashMap<(&'g str, Case, bool), PartId>,
}

impl<'g> Builder<'g> {
    fn add(&mut self, part: Part) -> PartId {
        self.all.push(part);
        self.all.len() - 1
    }

    fn production(&mut self, name: &str, case: Case, quantifier: Quantifier) -> PartId {
        let mut productions = self.grammar.productions.iter().enumerate();
        let Some((production, found)) = productions.find(|(_, one)| one.name == name) else {
            return self.add(Part::Either(Vec::new()));
        };
        assert!(found.excluded.is_empty(), "these grammars exclude nothing");
        let key = (found.name.as_str(), case, quantifier == Quantifier::Lazy);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let id = self.add(Part::Either(Vec::new()));
        self.known.insert(key, id);
        let body = self.expression(&found.body, case, quantifier);
        self.all[id] = Part::Node { production, body };
        id
    }

    fn expression(
        &mut self,
        expression: &'g Expression,
        around: Case,
        quantifier: Quantifier,
    ) -> PartId {
        let within = |case: Case| match (around, case) {
            (Case::Exact, Case::Exact) => Case::Exact,
            _ => Case::Ignored,
        };
        let part = match &expression.kind {
            Kind::Alternation(members) => Part::Either(self.members(members, around, quantifier)),
            Kind::Sequence(members) => Part::Sequence(self.members(members, around, quantifier)),
            Kind::Optional(body) => {
                let body = self.expression(body, around, quantifier);
                Part::Either(vec![body, self.add(Part::Sequence(Vec::new()))])
            }
            &Kind::Repetition {
                least,
                most,
                ref body,
            } => Part::Rounds {
                body: self.expression(body, around, quantifier),
                least,
                most,
                quantifier,
            },
            Kind::Literal { text, .. } if text.is_empty() => Part::Sequence(Vec::new()),
            Kind::Literal { text, case, .. } => Part::Terminal(Terminal::Literal {
                octets: match self.grammar.encoding {
                    Encoding::Utf8 => text.as_bytes().to_vec(),
                    Encoding::Octets => {
                        let octets = text.chars().map(u8::try_from);
                        octets.map(|one| one.expect("an octet")).collect()
                    }
                },
                case: within(*case),
            }),
            &Kind::Range { first, last } => {
                let (first, last, case) = (u32::from(first), u32::from(last), around);
                Part::Terminal(match self.grammar.encoding {
                    Encoding::Octets => Terminal::Octet { first, last, case },
                    Encoding::Utf8 => Terminal::Utf8 { first, last, case },
                })
            }
            Kind::Prose(_) | Kind::Unreadable => Part::Either(Vec::new()),
            Kind::Reference {
                name,
                case,
                quantifier,
            } => return self.production(name, within(*case), *quantifier),
        };
        self.add(part)
    }

    fn members(
        &mut self,
        members: &'g [Expression],
        around: Case,
        quantifier: Quantifier,
    ) -> Vec<PartId> {
        let members = members.iter();
        members
            .map(|member| self.expression(member, around, quantifier))
            .collect()
    }
}

impl Terminal {
    /// Returns the length of a longest text.
    pub(super) fn longest(&self) -> usize {
        match self {
            Self::Literal { octets, .. } => octets.len(),
            Self::Octet { .. } => 1,
            Self::Utf8 { .. } => 4,
        }
    }

    /// Returns the octets with which some text goes on after `begun`.
    fn next(&self, begun: &[u8]) -> Octets {
        let mut begun = begun.to_vec();
        let last = begun.len();
        begun.push(0);
        let mut found = [0; 2];
        for octet in 0..=u8::MAX {
            begun[last] = octet;
            if self.fit(&begun) != Fit::Not {
                found[usize::from(octet >> 7)] |= 1 << (octet & 127);
            }
        }
        found
    }

    /// Compares octets, at least one, with the texts of the terminal.
    pub(super) fn fit(&self, octets: &[u8]) -> Fit {
        match self {
            Self::Literal {
                octets: literal,
                case,
            } => {
                let begins = literal.get(..octets.len()).is_some_and(|start| match case {
                    Case::Exact => start == octets,
                    Case::Ignored => start.eq_ignore_ascii_case(octets),
                });
                match (begins, octets.len() == literal.len()) {
                    (false, _) => Fit::Not,
                    (true, false) => Fit::Begins,
                    (true, true) => Fit::Is,
                }
            }
            Self::Octet { first, last, case } => match octets {
                [octet] if in_either_case(u32::from(*octet), *first, *last, *case) => Fit::Is,
                _ => Fit::Not,
            },
            Self::Utf8 { first, last, case } => match characters(octets) {
                Some((one, only)) if one == only => {
                    if in_either_case(one, *first, *last, *case) {
                        Fit::Is
                    } else {
                        Fit::Not
                    }
                }
                Some((lowest, highest)) => {
                    let (lowest, highest) = (lowest.max(*first), highest.min(*last));
                    let is_surrogate = |one| (0xd800..=0xdfff).contains(&one);
                    let is_empty =
                        lowest > highest || is_surrogate(lowest) && is_surrogate(highest);
                    if is_empty { Fit::Not } else { Fit::Begins }
                }
                None => Fit::Not,
            },
        }
    }
}

/// Returns whether a range contains a character, or the same letter in another case.
fn in_either_case(one: u32, first: u32, last: u32, case: Case) -> bool {
    let contains = |one: u32| (first..=last).contains(&one);
    let other = u8::try_from(one).ok().filter(u8::is_ascii_alphabetic);
    let other = other.map(|letter| u32::from(letter ^ 0x20));
    contains(one) || (case == Case::Ignored && other.is_some_and(contains))
}

/// Returns the lowest and the highest character whose UTF-8 form begins with the octets (RFC 3629).
/// `None` if there is none. The two are the same if the octets are the form.
fn characters(octets: &[u8]) -> Option<(u32, u32)> {
    let (&lead, rest) = octets.split_first()?;
    let (length, bits, lowest, highest) = match lead {
        0..=0x7f => (1, u32::from(lead), 0, 0x7f),
        0xc0..=0xdf => (2, u32::from(lead & 0x1f), 0x80, 0x7ff),
        0xe0..=0xef => (3, u32::from(lead & 0x0f), 0x800, 0xffff),
        0xf0..=0xf7 => (4, u32::from(lead & 0x07), 0x1_0000, 0x10_ffff),
        _ => return None,
    };
    if octets.len() > length || rest.iter().any(|octet| octet >> 6 != 0b10) {
        return None;
    }
    let bits = rest
        .iter()
        .fold(bits, |bits, octet| bits << 6 | u32::from(octet & 0x3f));
    let missing = 6 * (length - octets.len());
    let (first, last) = (bits << missing, ((bits + 1) << missing) - 1);
    let (first, last) = (first.max(lowest), last.min(highest));
    let is_whole = octets.len() == length;
    let is_surrogate = is_whole && (0xd800..=0xdfff).contains(&first);
    (first <= last && !is_surrogate).then_some((first, last))
}

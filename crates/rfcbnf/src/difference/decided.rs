//! The comparison of productions that have automata, and the productions that cause the differences of others.

use std::collections::{BTreeSet, HashMap};

use super::{Among, Comparison, DifferenceError, Origin, Side, Texts};
use crate::automaton::{Automata, Automaton, AutomatonError, TooLarge, Work};
use crate::syntax::{Encoding, Production};

fn at(side: Side, error: AutomatonError) -> DifferenceError {
    DifferenceError {
        side: Some(side),
        error,
    }
}

/// The automata of both grammars.
pub(super) struct Pair<'p, 'g> {
    a: &'p Automata<'g>,
    b: &'p Automata<'g>,
    /// The productions that only the second grammar has, with the definitions of the first.
    more_of_a: HashMap<&'g str, Automaton>,
    /// The productions that only the first grammar has, with the definitions of the second.
    more_of_b: HashMap<&'g str, Automaton>,
    work: Work,
}

/// A production that both grammars have.
#[derive(Clone, Copy)]
struct Shared<'s> {
    a: (&'s Production, &'s Automaton),
    b: (&'s Production, &'s Automaton),
}

impl<'p, 'g> Pair<'p, 'g> {
    pub(super) fn new(a: &'p Automata<'g>, b: &'p Automata<'g>) -> Result<Self, DifferenceError> {
        let work = Work::new();
        let more_of_a = missing(a, b, &work).map_err(|error| at(Side::B, error))?;
        let more_of_b = missing(b, a, &work).map_err(|error| at(Side::A, error))?;
        Ok(Self {
            a,
            b,
            more_of_a,
            more_of_b,
            work,
        })
    }

    /// Returns the productions that only the second grammar has, with the definitions of the first.
    pub(super) fn more_of_a(&self) -> &HashMap<&'g str, Automaton> {
        &self.more_of_a
    }

    /// Returns the productions that only the first grammar has, with the definitions of the second.
    pub(super) fn more_of_b(&self) -> &HashMap<&'g str, Automaton> {
        &self.more_of_b
    }

    /// Adds the results by the names of the productions, and to `differing` those that differ or pass
    /// differences on.
    pub(super) fn compare(
        &self,
        compared: &mut HashMap<String, Comparison>,
        differing: &mut Differing<'g>,
    ) -> Result<(), DifferenceError> {
        differing.extend(self.passing_on());
        for (a, automaton) in self.a.in_file_order() {
            let result = match self.b.with_production(&a.name) {
                None => self.only(Side::A, automaton),
                Some(b) if b.1 == automaton => Comparison::Equal,
                Some(b) => {
                    differing.insert(&a.name, vec![a, b.0]);
                    let a = (a, automaton);
                    self.difference(Shared { a, b })?
                }
            };
            compared.insert(a.name.clone(), result);
        }
        for (b, automaton) in self.b.in_file_order() {
            if self.a.production(&b.name).is_none() {
                compared.insert(b.name.clone(), self.only(Side::B, automaton));
            }
        }
        Ok(())
    }

    /// Returns the result for a production of one grammar that the other one does not have.
    fn only(&self, side: Side, automaton: &Automaton) -> Comparison {
        let (own, other) = match side {
            Side::A => (self.a, self.b),
            Side::B => (self.b, self.a),
        };
        let mut others = other.in_file_order();
        let same = others.find(|(production, other)| {
            own.production(&production.name).is_none() && *other == automaton
        });
        Comparison::Only {
            side,
            other_name: same.map(|(production, _)| production.name.clone()),
        }
    }

    /// Returns the productions of one grammar that derive different texts with the definitions of
    /// the other.
    fn passing_on(&self) -> Differing<'g> {
        let changes = |own: &Automata<'g>, more: &HashMap<&str, Automaton>| -> Vec<&Production> {
            let productions = own.productions().iter().copied();
            let is_changed = |production: &&Production| {
                let automaton = more.get(production.name.as_str());
                automaton.is_some() && automaton != own.production(&production.name)
            };
            productions.filter(is_changed).collect()
        };
        let of_b = changes(self.b, &self.more_of_a);
        let all = changes(self.a, &self.more_of_b).into_iter().chain(of_b);
        all.map(|production| (production.name.as_str(), vec![production]))
            .collect()
    }

    fn difference(&self, shared: Shared) -> Result<Comparison, DifferenceError> {
        let ((production, a), (_, b)) = (shared.a, shared.b);
        let too_large = |TooLarge| DifferenceError {
            side: None,
            error: AutomatonError::TooLarge {
                production: production.name.clone(),
            },
        };
        Ok(Comparison::Differs {
            texts: texts(a, b, &self.work).map_err(too_large)?,
            origin: self.origin(shared)?,
        })
    }

    /// Returns the origin, without the names of the other productions.
    fn origin(&self, Shared { a, b }: Shared) -> Result<Origin, DifferenceError> {
        let has_names = !a.0.named_under.is_empty() || !b.0.named_under.is_empty();
        if has_names && a.0.body.is_written_like(&b.0.body) {
            return Ok(Origin::Others(Vec::new()));
        }
        let encoding = |side| match side {
            Side::A => self.a.grammar().encoding,
            Side::B => self.b.grammar().encoding,
        };
        let encodings = [Side::A, Side::B].map(encoding);
        if let Some(origin) = of_same_body((a.0, b.0), encodings) {
            return Ok(origin);
        }
        let with_a = |body: &Production, excluded: &Production, side| {
            let production = &excluding(body, excluded);
            let body = (production, encoding(side));
            let automaton = self.a.define_within(body, &self.more_of_a, &self.work);
            Ok(automaton.map_err(|error| at(side, error))? != *a.1)
        };
        let with_b = |body: &Production, excluded: &Production, side| {
            let production = &excluding(body, excluded);
            let body = (production, encoding(side));
            let automaton = self.b.define_within(body, &self.more_of_b, &self.work);
            Ok(automaton.map_err(|error| at(side, error))? != *b.1)
        };
        Ok(
            if with_a(b.0, a.0, Side::B)? || with_b(a.0, b.0, Side::A)? {
                Origin::Body
            } else if a.0.excluded != b.0.excluded
                && (with_a(a.0, b.0, Side::A)? || with_b(b.0, a.0, Side::B)?)
            {
                Origin::Exclusion
            } else {
                Origin::Others(Vec::new())
            },
        )
    }
}

/// Returns the origin of the difference of two productions that are written alike; `None` for others.
pub(super) fn of_same_body(
    (a, b): (&Production, &Production),
    encodings: [Encoding; 2],
) -> Option<Origin> {
    if a.excluded != b.excluded || !a.body.derives_like(&b.body) {
        return None;
    }
    let [in_a, in_b] = encodings;
    Some(if in_a == in_b || a.body.greatest().is_ascii() {
        Origin::Others(Vec::new())
    } else {
        Origin::Encoding
    })
}

/// Returns the texts that only one of two automata accepts.
pub(super) fn texts(a: &Automaton, b: &Automaton, work: &Work) -> Result<Texts, TooLarge> {
    let (of_a, of_b) = (a.single_octets(), b.single_octets());
    Ok(Texts {
        only_a: a.difference_within(b, work)?,
        only_b: b.difference_within(a, work)?,
        octets_of_a: of_a.without(of_b),
        octets_of_b: of_b.without(of_a),
        among: Among::All,
    })
}

/// Returns the productions that only the other grammar has, with this grammar's definitions.
fn missing<'g>(
    automata: &Automata,
    other: &Automata<'g>,
    work: &Work,
) -> Result<HashMap<&'g str, Automaton>, AutomatonError> {
    let encoding = other.grammar().encoding;
    let mut missing = HashMap::new();
    for group in other.groups() {
        let productions = group.productions().iter();
        let mut names = productions.map(|one| one.name.as_str());
        if names.any(|name| automata.production(name).is_none()) {
            missing.extend(automata.define_group((group, encoding), &missing, work)?);
        }
    }
    Ok(missing)
}

/// Returns a production with the body of one production and the exclusions of another.
fn excluding(body: &Production, excluded: &Production) -> Production {
    Production {
        excluded: excluded.excluded.clone(),
        ..body.clone()
    }
}

/// The definitions of each production that differs or that passes differences on.
pub(super) type Differing<'p> = HashMap<&'p str, Vec<&'p Production>>;

/// Names the causes of the productions that differ because of others.
pub(super) fn name_causes(compared: &mut HashMap<String, Comparison>, differing: &Differing) {
    let causes: BTreeSet<String> = compared
        .iter()
        .filter(|(_, result)| result.is_cause())
        .map(|(name, _)| name.clone())
        .collect();
    // No text is known in which these differ, but they are written differently.
    let is_suspect =
        |(_, result): &(&String, &Comparison)| matches!(result, Comparison::NoneFound(_));
    let suspects = compared.iter().filter(is_suspect);
    let suspects: BTreeSet<String> = suspects.map(|(name, _)| name.clone()).collect();
    for (name, result) in compared {
        if let Comparison::Differs { origin, .. } = result
            && let Origin::Others(names) = origin
        {
            let mut reached = reached_causes(name, differing, &causes);
            if reached.is_empty() {
                reached = reached_causes(name, differing, &suspects);
            }
            *names = reached.into_iter().map(str::to_owned).collect();
            // Readings of the two grammars can differ without another production.
            if names.is_empty() {
                let excludes = differing.get(&**name).is_some_and(|both| excludes(both));
                *origin = if excludes {
                    Origin::Exclusion
                } else {
                    Origin::Undecided
                };
            }
        }
    }
}

/// Returns whether one of the productions excludes texts.
fn excludes(productions: &[&Production]) -> bool {
    productions.iter().any(|one| !one.excluded.is_empty())
}

/// Returns the causes that a production uses or takes names from, directly or through differing
/// productions.
fn reached_causes<'p>(
    name: &str,
    differing: &Differing<'p>,
    causes: &BTreeSet<String>,
) -> BTreeSet<&'p str> {
    let used = |name: &str| {
        let productions = differing.get(name).into_iter().flatten();
        productions.flat_map(|one| {
            let named_under = one.named_under.iter().map(String::as_str);
            one.body.references().into_iter().chain(named_under)
        })
    };
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut waiting: Vec<&str> = used(name).collect();
    while let Some(name) = waiting.pop() {
        if differing.contains_key(name) && seen.insert(name) && !causes.contains(name) {
            waiting.extend(used(name));
        }
    }
    seen.retain(|name| causes.contains(*name));
    seen
}

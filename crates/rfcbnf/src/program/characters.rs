//! The tables by which trees receive their character productions: see [`CharacterTable`].
//!
//! An octet of a node is derived by a terminal in the body of the node's production, or by a
//! character production that the body uses, unless it is in a child node. The analysis collects
//! all these places in a body, with the octets that each of them can derive. If all places agree on
//! the character productions above an octet, every derivation has these. A production has a table
//! if its places agree on every octet, separately for the first octet of a node and for later ones.
//!
//! For example, in `user = *[ uchar | ";" | "?" | "&" | "=" ]` the octet `a` is always below `uchar`,
//! `unreserved`, `alpha` and `lowalpha`. `;` is below nothing, and `%` begins a `uchar` and an `escape` of three
//! octets. The octet decides, so `user` has a table. In `toplabel`, the first letter is below `alpha`, and a
//! later one below `alphadigit` and `alpha`: its table has different rows for the first octet and for later ones.
//!
//! Two places need not agree if they are alternatives of one alternation that derive the octet and
//! nothing more. A derivation that takes the later alternative stays a derivation of the same text
//! if it takes the earlier one, which has priority. So the first derivation never takes the later.
//!
//! A production without a table is parsed again wherever it has a node, by its combinators in exact
//! case. Its users have no table either if they may use it in another way, or if it is a character
//! production, which has no node in the tree without them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rfcbnf_engine::{CharacterChain, CharacterSet, CharacterTable, ProductionId};

use super::compile::number;
use crate::automaton::{Automaton, DfaState};
use crate::octets::OctetSet;
use crate::plan::Plan;
use crate::resolved::{self, ExpressionId, ResolvedKind};
use crate::syntax::{Case, Quantifier};

/// The tables of a grammar. Productions whose tables are alike share one.
#[derive(Debug, Default)]
pub(crate) struct CharacterTables {
    shared: Vec<CharacterTable>,
    /// The index of the table of each production that has one.
    indexes: Vec<Option<usize>>,
}

impl CharacterTables {
    /// Returns the table of a production.
    pub(crate) fn get(&self, production: ProductionId) -> Option<&CharacterTable> {
        let index = *self.indexes.get(production.index())?;
        Some(&self.shared[index?])
    }

    /// Returns the index of the table of each production, in the order of the grammar.
    #[cfg(feature = "generate")]
    pub(crate) fn indexes(&self) -> &[Option<usize>] {
        &self.indexes
    }

    /// Returns whether every production has a table.
    #[cfg(feature = "generate")]
    pub(crate) fn are_complete(&self) -> bool {
        self.indexes.iter().all(Option::is_some)
    }

    /// Returns the tables, in the order of the first production that has each.
    #[cfg(feature = "generate")]
    pub(crate) fn shared(&self) -> &[CharacterTable] {
        &self.shared
    }
}

/// Computes the tables of a grammar from its two plans.
pub(super) fn tables(
    exact: &Plan<'_>,
    any_case: &Plan<'_>,
    is_character: &dyn Fn(&str) -> bool,
) -> CharacterTables {
    let resolved = exact.resolved();
    let lazy = resolved.expressions().iter().filter_map(|expression| {
        let ResolvedKind::Reference {
            production,
            quantifier: Quantifier::Lazy,
            ..
        } = expression.kind()
        else {
            return None;
        };
        Some(*production)
    });
    let mut analysis = Analysis {
        exact,
        any_case,
        is_character,
        lazy: lazy.collect(),
        decided: HashMap::new(),
        calls: HashMap::new(),
    };
    for &production in resolved.users_last() {
        analysis.production(production);
    }
    let mut tables = CharacterTables::default();
    let productions = resolved.productions().iter();
    for production in productions.filter_map(|one| resolved.find(one.name())) {
        let rows = analysis.decided.get(&production);
        let index = rows.map(|[first, later]| {
            // If nodes have one octet only, any chains do for later ones.
            let later = if later.is_empty() { first } else { later };
            let table = CharacterTable::of(chains(first), chains(later));
            let shared = tables.shared.iter().position(|one| *one == table);
            shared.unwrap_or_else(|| {
                tables.shared.push(table);
                tables.shared.len() - 1
            })
        });
        tables.indexes.push(index);
    }
    tables
}

/// The character productions above an octet, and the number of octets that they derive.
#[derive(Clone, PartialEq, Eq)]
struct Chain {
    productions: Vec<ProductionId>,
    length: u8,
}

impl Chain {
    /// The chain above an octet that a terminal of the production itself derives.
    const NONE: Self = Self {
        productions: Vec::new(),
        length: 1,
    };
}

/// The chain above each octet that can occur at a place.
type Row = BTreeMap<u8, Chain>;

/// The octet alone does not decide which character productions are above it.
struct Undecided;

/// Adds a chain above an octet.
fn add(row: &mut Row, octet: u8, chain: &Chain) -> Result<(), Undecided> {
    let known = row.entry(octet).or_insert_with(|| chain.clone());
    if known == chain {
        Ok(())
    } else {
        Err(Undecided)
    }
}

/// Returns the chains of a row as the engine has them, without those that have no productions.
fn chains(row: &Row) -> Vec<CharacterChain> {
    let mut chains: Vec<(&Chain, CharacterSet)> = Vec::new();
    for (&octet, chain) in row.iter().filter(|(_, one)| !one.productions.is_empty()) {
        match chains.iter_mut().find(|(other, _)| *other == chain) {
            Some((_, begins)) => *begins = begins.with_octet(octet),
            None => chains.push((chain, CharacterSet::EMPTY.with_octet(octet))),
        }
    }
    let chains = chains.into_iter().map(|(chain, begins)| {
        let empty = CharacterChain::new(begins, chain.length);
        let productions = chain.productions.iter().copied();
        productions.fold(empty, CharacterChain::with)
    });
    chains.collect()
}

struct Analysis<'a, 'g> {
    exact: &'a Plan<'g>,
    any_case: &'a Plan<'g>,
    is_character: &'a dyn Fn(&str) -> bool,
    /// The productions whose repetitions a reading makes lazy.
    lazy: BTreeSet<resolved::ProductionId>,
    /// The rows of each production with a table: of the first octet of a node, and of later ones.
    decided: HashMap<resolved::ProductionId, [Row; 2]>,
    /// The chains that each character production begins where another production uses it.
    calls: HashMap<(resolved::ProductionId, Case), Row>,
}

impl Analysis<'_, '_> {
    fn name(&self, production: resolved::ProductionId) -> &str {
        self.exact.resolved().production(production).name()
    }

    fn is_character(&self, production: resolved::ProductionId) -> bool {
        (self.is_character)(self.name(production))
    }

    /// Returns the automaton of a production, if the grammar uses it in this case.
    fn automaton(&self, production: resolved::ProductionId, case: Case) -> Option<&Automaton> {
        match case {
            Case::Exact => Some(self.exact.automaton(production)),
            Case::Ignored => {
                let found = self.any_case.resolved().find(self.name(production));
                found.map(|production| self.any_case.automaton(production))
            }
        }
    }

    /// Decides a production. Those that it uses were decided before.
    fn production(&mut self, production: resolved::ProductionId) {
        let cases = [Case::Exact, Case::Ignored];
        let cases = cases.map(|case| self.automaton(production, case).map(|_| case));
        let cases = || cases.into_iter().flatten();
        let mut places = Places {
            analysis: self,
            case: Case::Exact,
            is_character: self.is_character(production),
            rows: [Row::new(), Row::new()],
            known: HashMap::new(),
        };
        let body = self.exact.resolved().production(production).body();
        for case in cases() {
            places.case = case;
            if places.expression(body, Place::FIRST).is_err() {
                return;
            }
        }
        let rows = places.rows;
        if self.is_character(production) {
            for case in cases() {
                if let Ok(calls) = self.calls_of(production, case, &rows[0]) {
                    self.calls.insert((production, case), calls);
                }
            }
        }
        self.decided.insert(production, rows);
    }

    /// Returns the chains that a character production begins. `first` are those inside it.
    fn calls_of(
        &self,
        production: resolved::ProductionId,
        case: Case,
        first: &Row,
    ) -> Result<Row, Undecided> {
        let automaton = self.automaton(production, case).ok_or(Undecided)?;
        if automaton.is_nullable() {
            return Err(Undecided);
        }
        let mut calls = Row::new();
        for (&octet, inside) in first {
            let Some(state) = automaton.step(automaton.start(), octet) else {
                continue;
            };
            let length = length_from(automaton, state)?;
            let mut productions = vec![number(production.index())];
            if inside.length == length {
                productions.extend(&inside.productions);
                productions.truncate(CharacterChain::LIMIT);
            }
            let chain = Chain {
                productions,
                length,
            };
            calls.insert(octet, chain);
        }
        Ok(calls)
    }

    /// Returns whether a node of the production can be parsed again: its production has only one
    /// way to derive a text.
    fn derives_alone(&self, production: resolved::ProductionId) -> bool {
        let in_any_case = self.automaton(production, Case::Ignored).is_some();
        !in_any_case && !self.lazy.contains(&production)
    }
}

/// Returns the length of the texts whose first octet leads to the state, if it is the same for all
/// and fits a chain.
fn length_from(automaton: &Automaton, state: DfaState) -> Result<u8, Undecided> {
    let mut states = BTreeSet::from([state]);
    for length in 1..=u8::MAX {
        let next = states.iter().flat_map(|&state| {
            let octets = automaton.next(state).iter();
            octets.filter_map(move |octet| automaton.step(state, octet))
        });
        let next: BTreeSet<DfaState> = next.collect();
        if states.iter().any(|&state| automaton.is_accepting(state)) {
            let are_all = states.iter().all(|&state| automaton.is_accepting(state));
            return if are_all && next.is_empty() {
                Ok(length)
            } else {
                Err(Undecided)
            };
        }
        states = next;
    }
    Err(Undecided)
}

/// Where in its node an octet can occur: first, after others, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    first: bool,
    later: bool,
}

impl Place {
    const FIRST: Self = Self {
        first: true,
        later: false,
    };

    const NOWHERE: Self = Self {
        first: false,
        later: false,
    };

    fn or(self, other: Self) -> Self {
        Self {
            first: self.first || other.first,
            later: self.later || other.later,
        }
    }

    /// Returns the place after an octet at this place.
    fn next(self) -> Self {
        Self {
            first: false,
            later: self.first || self.later,
        }
    }
}

/// Collects the places of a body.
struct Places<'a, 'g> {
    analysis: &'a Analysis<'a, 'g>,
    case: Case,
    /// Whether the body is that of a character production.
    is_character: bool,
    rows: [Row; 2],
    /// The places after the expressions that were collected, by the places before them. A repetition is collected
    /// twice, so one inside others would be collected as often as there are subsets of these.
    known: HashMap<(ExpressionId, Case, Place), Place>,
}

impl Places<'_, '_> {
    fn add(&mut self, place: Place, octet: u8, chain: &Chain) -> Result<(), Undecided> {
        let [first, later] = &mut self.rows;
        if place.first {
            add(first, octet, chain)?;
        }
        if place.later {
            add(later, octet, chain)?;
        }
        Ok(())
    }

    /// Collects the places of an expression that begins at `place`. Returns the place after it.
    fn expression(&mut self, id: ExpressionId, place: Place) -> Result<Place, Undecided> {
        let key = (id, self.case, place);
        if let Some(&after) = self.known.get(&key) {
            return Ok(after);
        }
        let after = self.collect(id, place)?;
        self.known.insert(key, after);
        Ok(after)
    }

    fn collect(&mut self, id: ExpressionId, place: Place) -> Result<Place, Undecided> {
        let resolved = self.analysis.exact.resolved();
        if let Some(row) = self.character(id)? {
            return self.row(place, &row, OctetSet::EMPTY);
        }
        match resolved.kind(id) {
            ResolvedKind::Alternation(members) => self.alternation(members, place),
            ResolvedKind::Sequence(members) => {
                let mut members = members.iter();
                members.try_fold(place, |place, &member| self.expression(member, place))
            }
            ResolvedKind::Optional(body) => Ok(place.or(self.expression(*body, place)?)),
            ResolvedKind::Repetition { most: Some(0), .. } => Ok(place),
            ResolvedKind::Repetition { least, most, body } => {
                let mut after = self.expression(*body, place)?;
                if *most != Some(1) {
                    after = after.or(self.expression(*body, place.or(after))?);
                }
                Ok(if *least == 0 { place.or(after) } else { after })
            }
            ResolvedKind::Literal { octets, case } => {
                let case = case.within(self.case);
                let sets = octets
                    .iter()
                    .map(|&octet| OctetSet::single(octet).compared(case));
                self.terminals(sets, place)
            }
            ResolvedKind::Range(sequences) => {
                let mut after = Place::NOWHERE;
                for sequence in sequences {
                    let sets = sequence.iter().map(|set| set.compared(self.case));
                    after = after.or(self.terminals(sets.collect::<Vec<_>>(), place)?);
                }
                Ok(after)
            }
            ResolvedKind::Reference { production, .. } => self.child(id, *production, place),
            ResolvedKind::Undefined(_) | ResolvedKind::Unknown => Ok(Place::NOWHERE),
        }
    }

    /// Collects the places of terminals, one octet of each set.
    fn terminals(
        &mut self,
        sets: impl IntoIterator<Item = OctetSet>,
        place: Place,
    ) -> Result<Place, Undecided> {
        let mut sets = sets.into_iter();
        sets.try_fold(place, |place, set| {
            for octet in set.iter() {
                self.add(place, octet, &Chain::NONE)?;
            }
            Ok(place.next())
        })
    }

    /// Returns the place after a child node, which has octets of its own.
    fn child(
        &self,
        id: ExpressionId,
        production: resolved::ProductionId,
        place: Place,
    ) -> Result<Place, Undecided> {
        let is_decided = self.analysis.decided.contains_key(&production);
        let has_node = is_decided || self.analysis.derives_alone(production);
        if self.is_character || !has_node {
            return Err(Undecided);
        }
        let properties = self.analysis.exact.resolved().properties(id);
        let empty = if properties.is_nullable() {
            place
        } else {
            Place::NOWHERE
        };
        Ok(match properties.longest() {
            Some(0) => empty,
            _ => empty.or(place.next()),
        })
    }

    /// Collects the places of alternatives.
    fn alternation(&mut self, members: &[ExpressionId], place: Place) -> Result<Place, Undecided> {
        let mut after = Place::NOWHERE;
        // The octets that an earlier alternative derives alone.
        let mut taken = OctetSet::EMPTY;
        for &member in members {
            let Some(row) = self.character(member)? else {
                after = after.or(self.expression(member, place)?);
                continue;
            };
            after = after.or(self.row(place, &row, taken)?);
            let alone = row.iter().filter(|(_, chain)| chain.length == 1);
            taken |= alone.map(|(&octet, _)| octet).collect();
        }
        Ok(after)
    }

    /// Adds a row at a place, without the chains of one octet above those that are taken.
    fn row(&mut self, place: Place, row: &Row, taken: OctetSet) -> Result<Place, Undecided> {
        for (&octet, chain) in row {
            if chain.length > 1 || !taken.contains(octet) {
                self.add(place, octet, chain)?;
            }
        }
        Ok(place.next())
    }

    /// Returns the chains above the octets that begin the expression, if it is a terminal of one
    /// octet or a character production.
    fn character(&self, id: ExpressionId) -> Result<Option<Row>, Undecided> {
        let kind = self.analysis.exact.resolved().kind(id);
        if let Some(octets) = kind.octet(self.case) {
            let row = octets.iter().map(|octet| (octet, Chain::NONE));
            return Ok(Some(row.collect()));
        }
        match kind {
            ResolvedKind::Reference {
                production, case, ..
            } if self.analysis.is_character(*production) => {
                let calls = &self.analysis.calls;
                let row = calls.get(&(*production, case.within(self.case)));
                row.cloned().map(Some).ok_or(Undecided)
            }
            _ => Ok(None),
        }
    }
}

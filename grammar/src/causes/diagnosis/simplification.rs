//! The cheapest explanation of what the parser takes for a production.
//!
//! Productions are judged from the bottom, so a fault of a production is first taken for several
//! faults of the productions in it. A URL with a user name is not a host with one, and a label with
//! one.

use std::collections::{HashMap, HashSet};

use super::{Diagnosis, Fault};
use crate::automaton::{Automaton, Work};
use crate::causes::deviations::{Row, rows};
use crate::obstacles::End;
use crate::syntax::Production;

/// A deviation of a production below.
struct Lower<'f, 'g> {
    fault: &'f Fault<'g>,
    row: Row,
    is_kept: bool,
}

/// An explanation: faults, and what the parser takes for the productions with them.
struct Account<'g> {
    observed: HashMap<&'g str, Automaton>,
    faults: Vec<Fault<'g>>,
    cost: usize,
}

impl<'g> Diagnosis<'_, 'g> {
    /// Blames the production instead of faults below it that nothing else leads to, if that takes
    /// fewer deviations. A deviation below that saves one of the production is kept.
    pub(super) fn simplify(&mut self, production: &'g Production) {
        let name = production.name.as_str();
        let below = self.only_below(name);
        self.drop_superfluous(name, &below);
        let faults = self.faults.iter();
        let faults = faults.filter(|fault| below.contains(fault.production));
        let faults: Vec<Fault<'g>> = faults.cloned().collect();
        let cost: usize = faults.iter().map(|fault| fault.cost(&self.work())).sum();
        if cost < 2 {
            return;
        }
        let account = self.cheapest(production, &below, &faults);
        // A comparison that was cut short says nothing.
        let account = account.filter(|account| account.cost < cost && !self.watch.is_over());
        if let Some(account) = account {
            self.faults
                .retain(|fault| !below.contains(fault.production));
            self.faults.extend(account.faults);
            self.observed.extend(account.observed);
        }
    }

    /// Returns the cheapest account that is found by keeping one deviation below after the other.
    fn cheapest(
        &self,
        production: &'g Production,
        below: &HashSet<&str>,
        faults: &[Fault<'g>],
    ) -> Option<Account<'g>> {
        let lower = faults.iter();
        let lower = lower.filter(|fault| fault.production != production.name);
        let mut lower: Vec<Lower> = lower
            .flat_map(|fault| {
                let rows = rows(&fault.expected, &fault.observed, &self.work());
                let rows = rows.unwrap_or_default().into_iter();
                rows.map(move |row| Lower {
                    fault,
                    row,
                    is_kept: false,
                })
            })
            .collect();
        let mut best = self.account(production, below, &lower)?;
        for index in 0..lower.len() {
            lower[index].is_kept = true;
            match self.account(production, below, &lower) {
                Some(account) if account.cost <= best.cost => best = account,
                _ => lower[index].is_kept = false,
            }
        }
        Some(best)
    }

    /// Returns what the parser takes for the productions below with the deviations that are kept, and
    /// the fault of the production itself that is left.
    fn account(
        &self,
        production: &'g Production,
        below: &HashSet<&str>,
        lower: &[Lower<'_, 'g>],
    ) -> Option<Account<'g>> {
        let mut account = Account {
            observed: HashMap::new(),
            faults: Vec::new(),
            cost: 0,
        };
        for one in self.automata.productions() {
            let name = one.name.as_str();
            if !below.contains(name) || !self.observed.contains_key(name) {
                continue;
            }
            let mutual = self.automata.recursive_with(name);
            let (mutual, _) = mutual.unwrap_or((&[], End::Right));
            let find = |name: &str| {
                let known = account.observed.get(name);
                let is_mutual = mutual.iter().any(|one| one.name == name);
                known.or_else(|| self.observed.get(name).filter(|_| !is_mutual))
            };
            let expected = self.automata.redefined(one, find, &self.work()).ok()?;
            let observed = if name == production.name {
                self.observed.get(name)?.clone()
            } else {
                kept(lower, name, &expected, &self.work())?
            };
            if observed != expected {
                let mut lower = lower.iter().map(|one| one.fault);
                let place = match lower.find(|fault| fault.production == name) {
                    Some(fault) => &fault.place,
                    None => self.places.get(name)?.first()?,
                };
                account.faults.push(Fault {
                    production: name,
                    expected,
                    observed: observed.clone(),
                    place: place.clone(),
                });
            }
            account.observed.insert(name, observed);
        }
        let costs = account.faults.iter().map(|fault| fault.cost(&self.work()));
        account.cost = costs.sum();
        Some(account)
    }

    /// Forgets deviations of productions below that change no text of the production: several
    /// productions can explain the same texts.
    fn drop_superfluous(&mut self, name: &str, below: &HashSet<&str>) {
        let mut index = 0;
        while let Some(fault) = self.faults.get(index) {
            let mended = below.contains(fault.production);
            let mended = mended.then(|| self.superfluous(name, fault)).flatten();
            match mended {
                Some(mended) if mended == fault.expected => {
                    self.observed.insert(fault.production, mended);
                    self.faults.remove(index);
                }
                Some(mended) => {
                    self.observed.insert(fault.production, mended.clone());
                    self.faults[index].observed = mended;
                }
                None => index += 1,
            }
        }
    }

    /// Returns what the parser takes for the production at fault without a deviation that changes no
    /// text of the production with that name.
    fn superfluous(&self, name: &str, fault: &Fault<'_>) -> Option<Automaton> {
        let whole = self.observed.get(name)?;
        let rows = rows(&fault.expected, &fault.observed, &self.work()).ok()?;
        let mut rows = rows.into_iter().map(|row| row.mended);
        rows.find(|mended| {
            if *mended == fault.observed {
                return false;
            }
            let without = self.whole(name, Some((fault.production, mended)));
            without.as_ref() == Some(whole)
        })
    }

    /// Returns the production and those that no derivation uses but in a text of it.
    fn only_below(&self, name: &str) -> HashSet<&'g str> {
        let mut elsewhere: HashSet<&str> = HashSet::new();
        let mut below = HashSet::new();
        for production in self.automata.productions().iter().rev() {
            let one = production.name.as_str();
            let is_start = elsewhere.is_empty() && below.is_empty();
            if one == name || !(is_start || elsewhere.contains(one)) {
                below.insert(one);
            } else {
                elsewhere.insert(one);
                elsewhere.extend(production.body.references());
            }
        }
        below
    }
}

/// Returns what the parser takes for a production with the deviations of it that are kept, if
/// `expected` is expected.
fn kept(
    lower: &[Lower<'_, '_>],
    name: &str,
    expected: &Automaton,
    work: &Work,
) -> Option<Automaton> {
    let lower = lower.iter().filter(|one| one.fault.production == name);
    let (kept, mended): (Vec<&Lower>, Vec<&Lower>) = lower.partition(|one| one.is_kept);
    let Some(Lower { fault, .. }) = kept.first() else {
        return Some(expected.clone());
    };
    let without = fault.without(mended.into_iter().map(|one| &one.row), work)?;
    without.on_top_of(expected, work)
}

impl Fault<'_> {
    /// Returns the fault without these rows.
    fn without<'r>(&self, rows: impl Iterator<Item = &'r Row>, work: &Work) -> Option<Self> {
        let mut fault = self.clone();
        for row in rows {
            let more = self.observed.without_within(&row.mended, work).ok()?;
            let less = row.mended.without_within(&self.observed, work).ok()?;
            let with = fault
                .observed
                .combined(&less, |one, other| one || other, work);
            fault.observed = with.ok()?.without_within(&more, work).ok()?;
        }
        Some(fault)
    }

    /// Returns the number of deviations.
    fn cost(&self, work: &Work) -> usize {
        let rows = rows(&self.expected, &self.observed, work);
        rows.map_or(1, |rows| rows.iter().map(|row| row.cost).sum())
    }
}

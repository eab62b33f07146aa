//! Texts that people know parsers to take for a production, as causes.
//!
//! `NaN` is no text near one of the grammar, and what a search learns of it depends on the production in which it
//! looks. A person says *`NaN` is accepted as a value*. So each suspect of the file beside the grammar is tried first:
//!
//! - the parser accepts the text in every context of the production that was asked about;
//! - it accepts no *neighbour* of it that the grammar with the text does not derive: a character less, one more, or
//!   another one. `01` has the neighbour `02`: what the parser does there is more than that text, and is learned.
//!
//! Texts with one reason are one cause. It goes into the grammar before the units are searched.

use super::found::UnitCause;
use super::unit::Unit;
use super::{Search, Stop};
use crate::automaton::{Automaton, Work};
use crate::causes::cause::{Cause, Deviation, Direction};
use crate::causes::changes::Position;
use crate::causes::explanation::deviation;
use crate::causes::peer::Substitute;
use crate::causes::suspects::CONTEXTS;
use crate::conformance::Context;

/// The octets that neighbours have in other places.
const OTHERS: &[u8] = b"a0.- ";

impl Search<'_, '_, '_> {
    /// Takes the suspects that the parser accepts and that nothing near them explains.
    pub(super) fn take_suspects(&mut self, units: &[Unit]) -> Result<(), Stop> {
        for substitute in &self.budget.substitutes {
            let unit = units
                .iter()
                .find(|it| it.production == substitute.production);
            let Some(unit) = unit else {
                continue;
            };
            if self.watch.is_over() {
                return Err(Stop::Ended);
            }
            let mut texts = self.accepted_of(substitute, unit);
            while let Some(found) = unit.found_with(&texts) {
                let lone = self.without_neighbours(&texts, &found, unit)?;
                if lone.len() == texts.len() {
                    self.take_suspected(found);
                    break;
                }
                texts = lone;
            }
        }
        Ok(())
    }

    /// Returns the texts that the parser accepts in the place of the production, in all contexts that it was asked
    /// about, and that the grammar does not derive there.
    fn accepted_of(&self, substitute: &Substitute, unit: &Unit) -> Vec<Vec<u8>> {
        let contexts = self.contexts_of(unit);
        let is_taken = |text: &&Vec<u8>| {
            let mut wholes = contexts.iter().map(|context| context.with(text));
            !contexts.is_empty()
                && unit.can_have(text)
                && wholes.all(|whole| {
                    self.oracle.verdict(&whole) == Some(true)
                        && self.oracle.derives(&whole) == Some(false)
                })
        };
        substitute.texts.iter().filter(is_taken).cloned().collect()
    }

    fn contexts_of(&self, unit: &Unit) -> &[Context] {
        let id = self.resolved.lookup(&unit.production).ok();
        let contexts = id.map_or(&[][..], |id| &self.contexts[id.index()]);
        &contexts[..contexts.len().min(CONTEXTS)]
    }

    /// Returns the texts of which the parser accepts no neighbour that the grammar with the cause does not derive.
    fn without_neighbours(
        &mut self,
        texts: &[Vec<u8>],
        found: &UnitCause,
        unit: &Unit,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        let (Some(with), Some(context)) = (
            self.with(Some(found)),
            self.contexts_of(unit).first().cloned(),
        ) else {
            return Ok(Vec::new());
        };
        let mut lone = Vec::new();
        for text in texts {
            let mut near: Vec<Vec<u8>> = neighbours(text)
                .map(|one| context.with(&one))
                .filter(|whole| with.rule().is_valid(whole) == Ok(false))
                .collect();
            near.sort();
            near.dedup();
            if !self.ask(&near)?.contains(&Some(true)) {
                lone.push(text.clone());
            }
        }
        Ok(lone)
    }

    fn take_suspected(&mut self, found: UnitCause) {
        let faulty = self.with(None);
        let best = faulty.and_then(|faulty| self.best(vec![found], &[], &faulty));
        self.found.extend(best);
    }
}

impl Unit {
    /// Returns whether the octets of the text are octets of the unit, and no nonterminals.
    fn can_have(&self, text: &[u8]) -> bool {
        let is_ascii = !self.is_ascii() || text.is_ascii();
        let mut octets = text.iter();
        is_ascii && octets.all(|octet| !self.nonterminals.contains_key(octet))
    }

    /// Returns the cause that the parser accepts these texts, too; `None` without texts.
    fn found_with(&self, texts: &[Vec<u8>]) -> Option<UnitCause> {
        let witness = texts.iter().min_by_key(|text| (text.len(), *text))?.clone();
        let work = Work::new();
        let either = |own: bool, more: bool| own || more;
        let mut observed = self.automaton.clone();
        for text in texts {
            let text = Automaton::of_text(text);
            observed = observed.combined(&text, &either, &work).ok()?;
        }
        let (offset, deviation): (usize, Deviation) =
            deviation(&self.automaton, &observed, &witness);
        let cause = Cause {
            production: self.production.clone(),
            position: Position::Whole,
            part: self.production.clone(),
            direction: Direction::WronglyAccepted,
            deviation,
            texts: 0,
            span: 0..witness.len(),
            offset,
            witness,
            examples: texts.to_vec(),
            learnt: None,
            outermost: None,
            encoding: self.grammar.encoding,
            unconfirmed: false,
        };
        self.found(
            &cause,
            self.whole_part(),
            &[self.automaton.clone(), observed],
        )
    }
}

/// Returns the texts with one octet less, with one more, and with another one.
fn neighbours(text: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let without = (0..text.len()).map(|at| [&text[..at], &text[at + 1..]].concat());
    let with = (0..=text.len()).flat_map(move |at| {
        let doubled = text.get(at).copied();
        let others = OTHERS.iter().copied().chain(doubled);
        others.map(move |octet| [&text[..at], &[octet], &text[at..]].concat())
    });
    let changed = (0..text.len()).flat_map(move |at| {
        let own = text[at];
        // The next letter or digit, and the letter in the other case.
        let like = [own.wrapping_add(1), own.wrapping_sub(1), own ^ 0x20];
        let like = like
            .into_iter()
            .filter(move |octet| own.is_ascii_alphanumeric() && octet.is_ascii_alphanumeric());
        let others = OTHERS.iter().copied().filter(move |&octet| octet != own);
        let all = like.chain(others);
        all.map(move |octet| [&text[..at], &[octet], &text[at + 1..]].concat())
    });
    without.chain(with).chain(changed)
}

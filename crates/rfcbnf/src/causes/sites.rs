//! Texts around the references to a production.

use std::collections::HashMap;

use crate::automaton::{Automaton, Definitions, TooLarge, Work};
use crate::conformance::Context;
use crate::syntax::{Expression, Kind};

/// The greatest number of texts that are tried on either side of a reference.
const TEXTS: usize = 3;

/// Returns, for each name, contexts of each reference to it in the body, in the order of the file. The
/// first context of a reference is the shortest.
pub(super) fn sites<'a, 'e>(
    body: &'e Expression,
    definitions: Definitions<'a>,
    work: &'a Work,
) -> Result<HashMap<&'e str, Vec<Vec<Context>>>, TooLarge> {
    let mut walk = Walk {
        definitions,
        work,
        sites: HashMap::new(),
    };
    let nothing = [Vec::new()];
    walk.expression(body, &nothing, &nothing)?;
    Ok(walk.sites)
}

struct Walk<'a, 'e> {
    definitions: Definitions<'a>,
    work: &'a Work,
    sites: HashMap<&'e str, Vec<Vec<Context>>>,
}

impl<'e> Walk<'_, 'e> {
    /// Adds the references in an expression between these texts.
    fn expression(
        &mut self,
        expression: &'e Expression,
        before: &[Vec<u8>],
        after: &[Vec<u8>],
    ) -> Result<(), TooLarge> {
        match &expression.kind {
            Kind::Alternation(members) => members
                .iter()
                .try_for_each(|member| self.expression(member, before, after)),
            Kind::Sequence(members) => self.sequence(members, before, after),
            Kind::Optional(body) => self.expression(body, before, after),
            Kind::Repetition { least, most, body } => {
                if *most == Some(0) {
                    return Ok(());
                }
                let round = self.texts(body)?;
                let first = round.first().cloned().unwrap_or_default();
                let others = first.repeat(usize::try_from(least.saturating_sub(1)).unwrap_or(0));
                self.expression(body, &joined(before, &[others]), after)
            }
            Kind::Reference { name, .. } => {
                let pairs = before.iter().flat_map(|before| {
                    after.iter().map(|after| Context {
                        before: before.clone(),
                        after: after.clone(),
                    })
                });
                let pairs = pairs.collect();
                self.sites.entry(name).or_default().push(pairs);
                Ok(())
            }
            Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => Ok(()),
        }
    }

    fn sequence(
        &mut self,
        members: &'e [Expression],
        before: &[Vec<u8>],
        after: &[Vec<u8>],
    ) -> Result<(), TooLarge> {
        let texts: Vec<Vec<Vec<u8>>> = members
            .iter()
            .map(|member| self.texts(member))
            .collect::<Result<_, _>>()?;
        for (index, member) in members.iter().enumerate() {
            let left = texts[..index].iter();
            let left = left.fold(before.to_vec(), |left, texts| joined(&left, texts));
            let right = texts[index + 1..].iter().rev();
            let right = right.fold(after.to_vec(), |right, texts| joined(texts, &right));
            self.expression(member, &left, &right)?;
        }
        Ok(())
    }

    /// Returns some texts of an expression.
    fn texts(&self, expression: &Expression) -> Result<Vec<Vec<u8>>, TooLarge> {
        let automaton = Automaton::of_expression(expression, self.definitions, self.work)?;
        samples(&automaton, TEXTS, self.work)
    }
}

/// Returns the first texts of each side, one after the other: the shortest pair, and each other text
/// with the shortest of the other side.
fn joined(left: &[Vec<u8>], right: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let (Some(first), Some(second)) = (left.first(), right.first()) else {
        return Vec::new();
    };
    let with_first = right.iter().map(|right| [&first[..], right].concat());
    let with_second = left[1..].iter().map(|left| [left, &second[..]].concat());
    let mut all: Vec<Vec<u8>> = with_first.chain(with_second).collect();
    all.truncate(TEXTS);
    all
}

/// Returns at most that many texts of an automaton, the shortest first: the shortest text in two
/// spellings, then texts that end in other states, then longer ones.
pub(super) fn samples(
    automaton: &Automaton,
    most: usize,
    work: &Work,
) -> Result<Vec<Vec<u8>>, TooLarge> {
    let mut samples: Vec<Vec<u8>> = Vec::new();
    let ends = automaton
        .states()
        .filter(|&end| automaton.is_accepting(end));
    for end in ends.take(2 * most) {
        let ending = Automaton::of_states(
            automaton.classes().to_vec(),
            automaton.start(),
            &|&state| state == end,
            &|&state, octet| automaton.step(state, octet),
            work,
        )?;
        samples.extend(ending.shortest());
    }
    let length = samples.iter().map(Vec::len).min().unwrap_or(0);
    let longer = Automaton::of_states(
        automaton.classes().to_vec(),
        (automaton.start(), 0),
        &|&(state, count)| count > length + 1 && automaton.is_accepting(state),
        &|&(state, count), octet| {
            let next = automaton.step(state, octet)?;
            Some((next, (count + 1).min(length + 2)))
        },
        work,
    )?;
    samples.extend(longer.shortest());
    samples.sort_by_key(Vec::len);
    samples.dedup();
    if let Some(shortest) = samples.first() {
        let respelled = respelled(automaton, shortest);
        samples.insert(1, respelled);
    }
    samples.truncate(most);
    Ok(samples)
}

/// Returns the text with the last printable octet of each class that it is spelled with.
fn respelled(automaton: &Automaton, text: &[u8]) -> Vec<u8> {
    let last = |&octet: &u8| {
        let class = automaton.classes()[automaton.class_of(octet)];
        let printable = class.iter().filter(u8::is_ascii_graphic);
        printable.last().unwrap_or(octet)
    };
    text.iter().map(last).collect()
}

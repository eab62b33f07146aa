//! The greatest numbers that a parser accepts.
//!
//! A parser may limit numbers at any value, and no suite of the grammar knows it. The limit is found by
//! halving: the search supposes that the parser accepts all numbers up to it. Where that is wrong, the
//! texts say no less than others.

use super::hypotheses::{Hypothesis, Known};
use super::oracle::{Oracle, Stop};
use super::probe_contexts::{ProbeContext, ProbeContexts, add_systematic};
use super::probes::{NEIGHBOURS, takes_numbers, written};
use crate::automaton::Automata;

/// The number of digits of the greatest number that is tried to find a limit.
pub(super) const DIGITS: u32 = 18;

/// Asks about the numbers around the limits, in all contexts of their productions. They are learned then.
pub(super) fn propose<'g>(
    known: &mut Known<'_, 'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Box<dyn Hypothesis + 'g>>, Stop> {
    for (name, numbers) in around_limits(&known.contexts, known.automata, oracle)? {
        let contexts = known.contexts.get_mut(name);
        let contexts = contexts.map_or(&mut [][..], Vec::as_mut_slice);
        for context in contexts.iter() {
            context.ask(oracle, &numbers)?;
        }
        add_systematic(contexts, &numbers);
    }
    Ok(None)
}

/// The greatest number that the parser accepts in a context, between two bounds.
struct Limit<'a> {
    context: &'a ProbeContext,
    /// A number that the parser accepts.
    accepted: u64,
    /// A greater number that it rejects.
    rejected: u64,
}

/// Productions, each with the numbers around its limit.
type Around<'g> = Vec<(&'g str, Vec<Vec<u8>>)>;

/// Returns numbers around the greatest one that the parser accepts, for each production whose texts
/// are numbers. It is looked for in the first context of the production. Each round asks about all
/// productions.
fn around_limits<'g>(
    contexts: &ProbeContexts<'g>,
    automata: &Automata<'g>,
    oracle: &mut Oracle<'_>,
) -> Result<Around<'g>, Stop> {
    let numbers = automata.productions().iter().filter_map(|production| {
        let name = production.name.as_str();
        let context = contexts.get(name)?.iter().find(|context| context.is_open)?;
        takes_numbers(automata.production(name)?).then_some((name, context))
    });
    let numbers: Vec<(&str, &ProbeContext)> = numbers.collect();
    let powers = || (0..=DIGITS).map(|exponent| 10_u64.pow(exponent));
    let questions = numbers
        .iter()
        .flat_map(|(_, context)| powers().map(|power| context.whole(&written(power))));
    oracle.ask(questions.collect::<Vec<_>>())?;
    let accepts = |oracle: &Oracle<'_>, context: &ProbeContext, number| {
        oracle.verdict(&context.whole(&written(number))) == Some(true)
    };
    let mut limits: Vec<(&str, Limit)> = Vec::new();
    for (name, context) in numbers {
        let is_limit = |power: &u64| {
            accepts(oracle, context, *power) && !accepts(oracle, context, power.saturating_mul(10))
        };
        let below = powers().take(DIGITS as usize).find(is_limit);
        limits.extend(below.map(|power| {
            let limit = Limit {
                context,
                accepted: power,
                rejected: power.saturating_mul(10),
            };
            (name, limit)
        }));
    }
    while limits.iter().any(|(_, limit)| !limit.is_found()) {
        let open = limits.iter().filter(|(_, limit)| !limit.is_found());
        let questions = open.map(|(_, limit)| limit.context.whole(&written(limit.middle())));
        oracle.ask(questions.collect::<Vec<_>>())?;
        for (_, limit) in limits.iter_mut().filter(|(_, limit)| !limit.is_found()) {
            let middle = limit.middle();
            if accepts(oracle, limit.context, middle) {
                limit.accepted = middle;
            } else {
                limit.rejected = middle;
            }
        }
    }
    let around = limits.into_iter().map(|(name, limit)| {
        let numbers = limit.accepted.saturating_sub(NEIGHBOURS)..=limit.rejected + NEIGHBOURS;
        (name, numbers.map(written).collect())
    });
    Ok(around.collect())
}

impl Limit<'_> {
    fn is_found(&self) -> bool {
        self.rejected - self.accepted <= 1
    }

    fn middle(&self) -> u64 {
        self.accepted.midpoint(self.rejected)
    }
}

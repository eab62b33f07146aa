//! From a nondeterministic automaton to a deterministic one, by `regex-automata`.

use regex_automata::dfa::Automaton as _;
use regex_automata::dfa::{StartKind, dense};
use regex_automata::nfa::thompson::NFA;
use regex_automata::util::primitives::StateID;
use regex_automata::util::start::Config as StartConfig;
use regex_automata::{Anchored, MatchKind};

use super::paths::{END, TooLarge};
use super::{Automaton, State};

/// The greatest number of states of an automaton before it is made minimal.
pub(super) const STATES: usize = 5_000;

/// How many octets may be used for determinising, beside the automaton itself.
const SCRATCH: usize = 64 << 20;

/// The words that lead from the start of `paths` to its match, without the [`END`] that every
/// such way ends with, as a minimal automaton.
///
/// The automata of `regex-automata` tell one octet late that they match: a state that the end
/// mark leads to says it of the one before.
pub(super) fn determined(paths: &NFA) -> Result<Automaton, TooLarge> {
    let octets_a_state = size_of::<StateID>() << paths.byte_classes().stride2();
    let config = dense::Config::new()
        .minimize(false)
        .accelerate(false)
        .match_kind(MatchKind::All)
        .start_kind(StartKind::Anchored)
        .dfa_size_limit(Some(STATES * octets_a_state))
        .determinize_size_limit(Some(SCRATCH));
    let mut builder = dense::Builder::new();
    let dense = builder.configure(config).build_from_nfa(paths);
    let dense = dense.map_err(|_| TooLarge)?;
    let start = StartConfig::new().anchored(Anchored::Yes);
    let start = dense.start_state(&start).map_err(|_| TooLarge)?;
    let is_accepting = |&state: &StateID| {
        let end = dense.next_eoi_state(dense.next_state(state, END));
        dense.is_match_state(end)
    };
    let step = |&state: &StateID, character: u8| {
        let next = dense.next_state(state, character);
        (!dense.is_dead_state(next)).then_some(next)
    };
    Ok(Automaton::explored(start, is_accepting, step).minimal())
}

impl Automaton {
    /// The automaton that has no words.
    pub(super) fn empty() -> Self {
        Self::explored(State(0), |_| false, |_, _| None)
    }
}

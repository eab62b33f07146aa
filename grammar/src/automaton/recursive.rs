//! The automata of productions that lead to each other at one end of their alternatives.
//!
//! All of them become one nondeterministic automaton. At the right end, a reference is a step to the
//! beginning of the production that it names, and nothing has to be remembered, because nothing follows
//! it:
//!
//! ```text
//! a = "x" b | "y"        a ──x──► b     a ──y──► end
//! b = "z" a              b ──z──► a
//! ```
//!
//! At the left end, the same holds in the mirror. Every production has a state in which a text of it
//! has just ended. A reference leads from there to what follows it, and the parts before the first
//! reference begin where the text begins:
//!
//! ```text
//! list = item | list "," item      begin ──item──► list      list ──,item──► list
//! ```
//!
//! The member that is asked for decides where the automaton begins (right end) or where texts end
//! (left end). If a reference ignores the case of letters, the productions behind it are added a second
//! time, with letters in either case.

use std::collections::HashMap;

use super::Automaton;
use super::limits::{TooLarge, Work};
use super::nfa::{Definitions, Nfa, NfaBuilder, NfaState, Target, Transitions};
use crate::obstacles::End;
use crate::syntax::{Case, Production};

/// Productions that lead to each other at one end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Set<'a> {
    pub(super) productions: &'a [&'a Production],
    pub(super) end: End,
}

/// What the builder knows of the productions that it adds together.
pub(super) struct Members<'a> {
    end: End,
    numbers: HashMap<&'a str, usize>,
    /// The production that texts have to use, if it is one of them.
    target: Option<usize>,
    tracks: usize,
    /// The states of each production, one on each track: in which it begins, or in which a text of it
    /// has just ended.
    states: HashMap<(usize, Case), Vec<NfaState>>,
    /// The productions whose bodies are still to be added.
    waiting: Vec<(usize, Case)>,
}

/// What the automata of all members are made from.
struct Joint {
    nfa: Nfa,
    end: End,
    /// The states of each production.
    states: Vec<Vec<NfaState>>,
}

impl<'a> Set<'a> {
    /// Returns the automaton of each production, in their order.
    pub(super) fn automata(
        self,
        definitions: Definitions<'a>,
        work: &'a Work,
    ) -> Result<Vec<Automaton>, TooLarge> {
        let builder = NfaBuilder::new(definitions, None, work);
        self.joint(builder, [Nfa::END], None)?.automata(work)
    }

    /// Returns the automata of those texts of each production that use the target. `whole` is the
    /// number of the production that is the target, if one of these is.
    pub(super) fn using(
        self,
        definitions: Definitions<'a>,
        target: Target<'a>,
        whole: Option<usize>,
        work: &'a Work,
    ) -> Result<Vec<Automaton>, TooLarge> {
        let mut builder = NfaBuilder::new(definitions, Some(target), work);
        let nowhere = builder.either(&[])?;
        let joint = self.joint(builder, [nowhere, Nfa::END], whole)?;
        joint.automata(work)
    }

    /// Adds the bodies of all productions. `ends` has the state in which texts end, on each track.
    fn joint<const N: usize>(
        self,
        mut builder: NfaBuilder<'a>,
        ends: [NfaState; N],
        target: Option<usize>,
    ) -> Result<Joint, TooLarge> {
        let productions = self.productions.iter().enumerate();
        builder.members = Some(Members {
            end: self.end,
            numbers: productions
                .map(|(number, production)| (production.name.as_str(), number))
                .collect(),
            target,
            tracks: N,
            states: HashMap::new(),
            waiting: Vec::new(),
        });
        let begin = builder.either(&[])?;
        let numbers = 0..self.productions.len();
        let states = numbers.map(|number| builder.member_states(number, Case::Exact));
        let states: Vec<Vec<NfaState>> = states.collect::<Result<_, _>>()?;
        while let Some((number, case)) = builder.next_member() {
            builder.case = case;
            let body = &self.productions[number].body;
            let own = builder.member_states(number, case)?;
            match self.end {
                End::Right => {
                    let starts = builder.expression(body, ends)?;
                    for (state, start) in own.into_iter().zip(starts) {
                        builder.lead(state, start)?;
                    }
                }
                End::Left => {
                    let next = std::array::from_fn(|track| own[track]);
                    let starts: [NfaState; N] = builder.expression(body, next)?;
                    builder.lead(begin, starts[0])?;
                }
            }
        }
        Ok(Joint {
            nfa: builder.build(begin),
            end: self.end,
            states,
        })
    }
}

impl Joint {
    fn automata(mut self, work: &Work) -> Result<Vec<Automaton>, TooLarge> {
        let states = std::mem::take(&mut self.states).into_iter();
        let automata = states.map(|states| match self.end {
            End::Right => {
                self.nfa.start = states[0];
                self.nfa.determinized(work)
            }
            End::Left => {
                let last = states[states.len() - 1] as usize;
                self.nfa.states[last].empty.push(Nfa::END);
                let automaton = self.nfa.determinized(work);
                self.nfa.states[last].empty.pop();
                automaton
            }
        });
        automata.collect()
    }
}

impl NfaBuilder<'_> {
    /// Adds a reference to one of the productions that are added together; `None` if it is to another.
    pub(super) fn member<const N: usize>(
        &mut self,
        name: &str,
        case: Case,
        next: [NfaState; N],
    ) -> Result<Option<[NfaState; N]>, TooLarge> {
        let Some(members) = &self.members else {
            return Ok(None);
        };
        let Some(&number) = members.numbers.get(name) else {
            return Ok(None);
        };
        let (end, tracks) = (members.end, members.tracks);
        let is_target = members.target == Some(number);
        let states = self.member_states(number, case)?;
        let last = states[tracks - 1];
        let mut starts = [last; N];
        match end {
            End::Right => {
                for (track, start) in starts.iter_mut().enumerate() {
                    // Inside the target, and before it, every text counts.
                    let counts = is_target || N < tracks || next[track] == Nfa::END;
                    *start = if counts { last } else { states[track] };
                }
            }
            End::Left => {
                for (track, &state) in states.iter().enumerate() {
                    let counts = is_target || N < tracks;
                    self.lead(state, if counts { next[N - 1] } else { next[track] })?;
                }
                starts = [self.either(&[])?; N];
            }
        }
        Ok(Some(starts))
    }

    /// Returns the states of a member, one on each track.
    fn member_states(&mut self, number: usize, case: Case) -> Result<Vec<NfaState>, TooLarge> {
        let key = (number, case);
        let tracks = match &self.members {
            Some(members) => match members.states.get(&key) {
                Some(known) => return Ok(known.clone()),
                None => members.tracks,
            },
            None => 0,
        };
        let states = (0..tracks).map(|_| self.state(Transitions::default()));
        let states: Vec<NfaState> = states.collect::<Result<_, _>>()?;
        if let Some(members) = &mut self.members {
            members.states.insert(key, states.clone());
            members.waiting.push(key);
        }
        Ok(states)
    }

    fn next_member(&mut self) -> Option<(usize, Case)> {
        self.members.as_mut()?.waiting.pop()
    }

    /// Adds a step without an octet.
    fn lead(&mut self, from: NfaState, to: NfaState) -> Result<(), TooLarge> {
        self.work.take(1)?;
        self.states[from as usize].empty.push(to);
        Ok(())
    }
}

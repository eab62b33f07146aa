//! Instructions from one address to another, read from their end.
//!
//! Tables and automata are put together from their ends: the end of a part is known before its start
//! is. So they need the instructions in an order in which each comes after those that it leads to:
//!
//! ```text
//! "a" *( "b" ) [ "c" ]     4: Octet(a, 3)          order: 1, 2, 3, 4
//!                          3: Repeat(5 to 3, 2)    and from 5 to 3 for its rounds
//!                          2: Either(1, 0)
//!                          1: Octet(c, 0)
//! ```

use std::collections::HashSet;

use rfcbnf_engine::recognizer::{Address, Instruction, Rounds};

/// Instructions from one address to another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Region {
    /// The first address.
    pub(crate) start: Address,
    /// The address behind the last one.
    pub(crate) end: Address,
}

impl Region {
    /// Returns the rounds of a repetition.
    pub(crate) fn of_round(rounds: &Rounds) -> Self {
        Self {
            start: rounds.body,
            end: rounds.end,
        }
    }

    /// Returns the addresses in the region, without its end, each after those that it leads to. The
    /// rounds of repetitions are regions of their own.
    pub(crate) fn backwards(self, instructions: &[Instruction]) -> Vec<Address> {
        let mut order = Vec::new();
        let mut seen = HashSet::from([self.end]);
        let mut waiting = vec![(self.start, false)];
        while let Some((address, is_complete)) = waiting.pop() {
            if is_complete {
                order.push(address);
                continue;
            }
            if !seen.insert(address) {
                continue;
            }
            waiting.push((address, true));
            match instructions[address as usize] {
                Instruction::Octet(_, next)
                | Instruction::Call(_, next)
                | Instruction::Repeat(Rounds { next, .. }) => waiting.push((next, false)),
                Instruction::Either(first, second) => {
                    waiting.extend([(first, false), (second, false)]);
                }
                Instruction::EndRound | Instruction::Return | Instruction::Fail => {}
            }
        }
        order
    }
}

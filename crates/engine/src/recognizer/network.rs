//! Networks: the productions of a grammar as instructions.

use alloc::vec::Vec;

use crate::character_set::CharacterSet;
use crate::production::ProductionId;

/// The index of an instruction.
pub type Address = u32;

/// The index of a definition.
pub type DefinitionId = u32;

/// An instruction of a [`Network`].
///
/// A definition is a program that is read from its start. Where an instruction names two ways to go
/// on, the derivations of the first have priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instruction {
    /// Consumes one octet of the set.
    Octet(CharacterSet, Address),
    /// Goes on at either address.
    Either(Address, Address),
    /// Derives a text of the definition, and goes on after it.
    Call(DefinitionId, Address),
    /// Begins a repetition.
    Repeat(Rounds),
    /// Ends a round of the innermost repetition.
    EndRound,
    /// Ends the definition, also from within a round.
    Return,
    /// Derives no text.
    Fail,
}

/// A repetition.
///
/// A round beyond the least number consumes at least one octet. Only [`Derivations`](super::Derivations) list
/// empty ones too, if there is a greatest number of rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounds {
    /// The least number of rounds.
    pub least: u32,
    /// The greatest number of rounds; `None` if there is no limit.
    pub most: Option<u32>,
    /// Whether fewer rounds have priority.
    pub is_lazy: bool,
    /// Whether a round can derive the empty text by way of a definition. If there is no greatest number of
    /// rounds, a text has infinitely many derivations then, and all but those without such rounds are left
    /// out.
    pub has_empty_nodes: bool,
    /// The address of a round.
    pub body: Address,
    /// The address at which a round ends: that of an [`Instruction::EndRound`], or of the repetition
    /// itself, if any number of rounds may follow and each consumes an octet. Then no round is counted.
    pub end: Address,
    /// The address after the last round.
    pub next: Address,
}

/// A production, in the letter case and with the repetitions of the references to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The production.
    pub production: ProductionId,
    /// The address of its first instruction.
    pub start: Address,
    /// Whether it is called. Otherwise it is laid into the definitions that use it. Every cycle of
    /// definitions has one that is called.
    pub is_called: bool,
    /// Whether it derives the empty text.
    pub is_nullable: bool,
    /// Texts that no match begins with, in any letter case. None of them is empty, and no definition
    /// that is called is used from here.
    pub excluded: Vec<Vec<u8>>,
}

/// The productions of a grammar as one transition network (W. A. Woods: Transition Network Grammars
/// for Natural Language Analysis, 1970), in priority order.
///
/// ```
/// use rfcbnf_engine::recognizer::{Cache, Definition, Instruction, Network};
/// use rfcbnf_engine::{CharacterSet, Detail, ProductionId};
///
/// // pair = "(" [ pair ] ")"
/// let instructions = vec![
///     Instruction::Octet(CharacterSet::of("("), 1),
///     Instruction::Either(2, 3),
///     Instruction::Call(0, 3),
///     Instruction::Octet(CharacterSet::of(")"), 4),
///     Instruction::Return,
/// ];
/// let pair = Definition {
///     production: ProductionId::new(0),
///     start: 0,
///     is_called: true,
///     is_nullable: false,
///     excluded: Vec::new(),
/// };
/// let network = Network::new(instructions, vec![pair], false);
/// let mut cache = Cache::new();
/// let found = network.recognize(&mut cache, 0, b"(()")?;
/// assert_eq!((found.furthest, found.longest), (3, None));
/// assert!(found.next.contains(b')') && !found.can_end);
/// # Ok::<(), rfcbnf_engine::recognizer::LimitReached>(())
/// ```
#[derive(Debug, Clone)]
pub struct Network {
    instructions: Vec<Instruction>,
    definitions: Vec<Definition>,
    /// The class of each octet. Octets of one class are in the same sets.
    class_of: Vec<u8>,
    classes: usize,
    is_cyclic: bool,
    has_empty_calls: bool,
    is_of_characters: bool,
}

impl Network {
    /// Returns the network of these definitions. `is_cyclic` says whether one derives itself and
    /// nothing else; then all definitions of such a cycle are called.
    ///
    /// # Panics
    ///
    /// The functions of the network panic if an address or a definition does not exist.
    #[must_use]
    pub fn new(
        instructions: Vec<Instruction>,
        definitions: Vec<Definition>,
        is_cyclic: bool,
    ) -> Self {
        let sets = instructions.iter().filter_map(|one| match one {
            Instruction::Octet(set, _) => Some(*set),
            _ => None,
        });
        let excluded = definitions.iter().flat_map(|one| &one.excluded).flatten();
        let excluded = excluded.map(|&octet| CharacterSet::EMPTY.with_octet(octet).any_case());
        let class_of = classes(sets.chain(excluded));
        let classes = class_of
            .iter()
            .max()
            .map_or(1, |&last| usize::from(last) + 1);
        let mut called = definitions.iter().filter(|one| one.is_called);
        let has_empty_calls = called.any(|one| one.is_nullable);
        Self {
            instructions,
            definitions,
            class_of,
            classes,
            is_cyclic,
            has_empty_calls,
            is_of_characters: false,
        }
    }

    /// Returns the network with the fact that its octets are those of characters in UTF-8. Errors then
    /// name characters.
    #[must_use]
    pub fn of_characters(self) -> Self {
        Self {
            is_of_characters: true,
            ..self
        }
    }

    /// Returns whether the octets are those of characters in UTF-8.
    #[must_use]
    pub fn is_of_characters(&self) -> bool {
        self.is_of_characters
    }

    /// Returns whether a definition derives itself and nothing else.
    #[must_use]
    pub fn is_cyclic(&self) -> bool {
        self.is_cyclic
    }

    /// Returns whether a definition that is called derives the empty text.
    pub(super) fn has_empty_calls(&self) -> bool {
        self.has_empty_calls
    }

    /// Returns the definitions.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Returns the instructions.
    #[must_use]
    pub fn instructions(&self) -> &[Instruction] {
        &self.instructions
    }

    pub(super) fn definition(&self, definition: DefinitionId) -> &Definition {
        &self.definitions[definition as usize]
    }

    pub(super) fn instruction(&self, address: Address) -> Instruction {
        self.instructions[address as usize]
    }

    /// Returns the number of classes of octets.
    pub(super) fn classes(&self) -> usize {
        self.classes
    }

    #[inline]
    pub(super) fn class_of(&self, octet: u8) -> usize {
        usize::from(self.class_of[usize::from(octet)])
    }
}

/// Divides the octets by the sets that they are in.
fn classes(sets: impl Iterator<Item = CharacterSet>) -> Vec<u8> {
    let mut class_of = alloc::vec![0_u8; 256];
    let mut known: Vec<CharacterSet> = Vec::new();
    for set in sets {
        if known.contains(&set) {
            continue;
        }
        known.push(set);
        let mut numbers: Vec<(u8, bool)> = Vec::new();
        for octet in 0..=u8::MAX {
            let class = &mut class_of[usize::from(octet)];
            let group = (*class, set.contains(octet));
            let number = numbers.iter().position(|other| *other == group);
            let number = number.unwrap_or_else(|| {
                numbers.push(group);
                numbers.len() - 1
            });
            // There are at most 256 groups of octets.
            *class = u8::try_from(number).unwrap_or(u8::MAX);
        }
    }
    class_of
}

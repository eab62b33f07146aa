//! The nearest valid texts: what makes a text valid with the fewest edits.
//!
//! An edit inserts, deletes or replaces one character, or one octet where the grammar is one of octets (V. Levenshtein:
//! Binary Codes Capable of Correcting Deletions, Insertions, and Reversals, 1966). The distance is the least sum of the
//! weights of edits that make a text valid (A. Aho, T. Peterson: A Minimum Distance Error-Correcting Parser for
//! Context-Free Languages, 1972; G. Lyon: Syntax-Directed Least-Errors Analysis for Context-Free Languages, 1974).
//! Nothing is guessed: all texts at the distance are found, or none. (CPCT+ of L. Diekmann and L. Tratt: Don't Panic!
//! Better, Fewer, Syntax Errors for LR Parsers, 2020, repairs at the place of the error and goes on from there.)
//!
//! - `machine` is the network, as sets of positions in contexts.
//! - `forward` reads the text with no edits, with one, and so on, until the text can end. That is the distance.
//! - `backward` reads it from its end, and keeps what leads there at the distance.
//! - `scripts` makes a network of what is live: it derives the edit scripts, and nothing else.
//! - `listing` walks through that network, and lists each text once, in order.
//!
//! The last three run twice. First, all that is new in a text has to be spelled by the grammar: `:` rather than one of
//! twenty letters is what was meant where either can be. Then everything is listed that is not known yet.
//!
//! # An example
//!
//! ```text
//! pair = "(" [ pair ] ")"      text: (()
//!
//! forward, cost 0              (  (  )  and then the text ends too early
//! forward, cost 1              the text can end: the distance is 1
//! scripts                      K K K I )    K K I ) K    K D K    D K K
//! texts                        (())  from KKKI); after an inserted ")", no ")" is kept that could be kept before it
//!                              ()  from KDK; DKK has the same text
//!                              I ( is no way, because no ")" would follow
//! ```
//!
//! Invariant: an answer is whole. A limit that is reached is an error, and neither "no" nor a part of a list.

mod backward;
mod forward;
mod listing;
mod machine;
mod repaired;
mod scripts;

use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;

use super::network::{DefinitionId, Network};
use super::{Limit, LimitReached};
use backward::Live;
use forward::Layers;
use listing::{Listed, Order};
use machine::{Machine, New};
pub use repaired::Repaired;

/// The greatest distance at which nearest texts are looked for, unless another is asked for.
pub const NEAREST_DISTANCE: u32 = 5;

/// The number of texts that are counted if they are as near. Of more, there are "more than" these.
pub const NEAREST_COUNTED: usize = 1_000;

/// The number of steps that the search for nearest texts may take. A step follows the positions in one context from one
/// point to another.
pub const NEAREST_STEPS: usize = 50_000_000;

/// The size of the tables that the search may take, in numbers of 32 bits. Tables grow by doubling, so twice as much
/// can be in use.
pub const NEAREST_SIZE: usize = 60_000_000;

/// What each edit of a character adds to the distance. By default, each adds 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// A character is put in.
    pub insertion: NonZeroU32,
    /// A character is left out.
    pub deletion: NonZeroU32,
    /// A character takes the place of another one.
    pub replacement: NonZeroU32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            insertion: NonZeroU32::MIN,
            deletion: NonZeroU32::MIN,
            replacement: NonZeroU32::MIN,
        }
    }
}

/// A question about nearest texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NearestQuestion {
    /// The greatest number of texts that are listed.
    pub most: usize,
    /// The greatest distance.
    pub distance: u32,
    /// The weights of the edits.
    pub weights: Weights,
    /// The number of steps that the search may take: see [`NEAREST_STEPS`].
    pub steps: usize,
}

impl NearestQuestion {
    /// Asks for at most so many texts, at most at [`NEAREST_DISTANCE`], by edits of weight 1, in [`NEAREST_STEPS`].
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            most,
            distance: NEAREST_DISTANCE,
            weights: Weights::default(),
            steps: NEAREST_STEPS,
        }
    }
}

/// Asks for at most so many texts: [`NearestQuestion::new`].
impl From<usize> for NearestQuestion {
    fn from(most: usize) -> Self {
        Self::new(most)
    }
}

/// One edit of one character. Offsets are in octets of the text before all edits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edit {
    /// Where it begins.
    pub start: usize,
    /// Where it ends: the start, if it is an insertion.
    pub end: usize,
    /// The new character; nothing if it is a deletion.
    pub text: Vec<u8>,
}

/// A valid text, and the edits that lead to it.
///
/// Several lists of edits can lead to one text. This is the first one. Lists of which the grammar spells all new
/// characters come before others: it has one character there, or one letter in either case, and no choice of characters
/// side by side, as in `"0" / "1"` or `%x30-39`. A list without new characters is one of these. Then, lists are compared
/// edit by edit. The greater offset comes first, because an edit never begins after the offset of the error, and is
/// likely to be near it. At one offset, a replacement comes before an insertion, and this before a deletion; and then
/// the same letter in the other case comes first, and others in the order of their code points.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Repair {
    /// The text.
    pub text: Vec<u8>,
    /// The edits in ascending order of their offsets. Several insertions can have one offset, and are in the order of
    /// their characters.
    pub edits: Vec<Edit>,
}

impl Repair {
    /// Returns the edits, with those that touch each other as one.
    ///
    /// ```
    /// use rfcbnf_engine::recognizer::{Edit, Repair};
    ///
    /// let edit = |start, end, text: &[u8]| Edit { start, end, text: text.to_vec() };
    /// let repair = Repair {
    ///     text: b"1990".to_vec(),
    ///     edits: vec![edit(1, 1, b"9"), edit(1, 2, b"9"), edit(3, 4, b"")],
    /// };
    /// assert_eq!(repair.joined_edits(), [edit(1, 2, b"99"), edit(3, 4, b"")]);
    /// ```
    #[must_use]
    pub fn joined_edits(&self) -> Vec<Edit> {
        let mut joined: Vec<Edit> = Vec::new();
        for edit in &self.edits {
            match joined.last_mut() {
                Some(last) if last.end == edit.start => {
                    last.end = edit.end;
                    last.text.extend_from_slice(&edit.text);
                }
                _ => joined.push(edit.clone()),
            }
        }
        joined
    }
}

/// How many texts are as near as the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NearestCount {
    /// So many.
    Exactly(usize),
    /// More than that. They were not counted any further.
    MoreThan(usize),
}

impl NearestCount {
    /// Returns the number, if it is known.
    #[must_use]
    pub fn exact(self) -> Option<usize> {
        match self {
            Self::Exactly(count) => Some(count),
            Self::MoreThan(_) => None,
        }
    }
}

/// Writes `3` or `more than 1000`.
impl fmt::Display for NearestCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(count) => write!(formatter, "{count}"),
            Self::MoreThan(count) => write!(formatter, "more than {count}"),
        }
    }
}

/// The valid texts that are nearest to a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// The sum of the weights of the edits that lead to each of them. It is 0 if the text is valid.
    pub distance: u32,
    /// The first ones, in the order of their edits: see [`Repair`].
    pub repairs: Vec<Repair>,
    /// How many texts are at the distance, with those that are listed.
    pub count: NearestCount,
}

/// Why the nearest texts are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NearestLimit {
    /// No text is valid up to this distance, and further ones were not looked for.
    Distance(u32),
    /// It takes more steps than the question permits.
    Steps(usize),
    /// More memory than [`NEAREST_SIZE`].
    Size,
}

impl fmt::Display for NearestLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Distance(1) => write!(formatter, "no text is valid after one edit"),
            Self::Distance(distance) => {
                write!(formatter, "no text is valid after at most {distance} edits")
            }
            Self::Steps(steps) => {
                write!(formatter, "the search takes more than {steps} steps")
            }
            Self::Size => write!(
                formatter,
                "the search takes tables of more than {} megabytes",
                NEAREST_SIZE * 4 / 1_000_000
            ),
        }
    }
}

impl core::error::Error for NearestLimit {}

impl NearestLimit {
    /// Names the limit that a search for the answer to a question has reached.
    fn of(limit: LimitReached, question: NearestQuestion) -> Self {
        match limit {
            LimitReached::Steps => Self::Steps(question.steps),
            LimitReached::Size => Self::Size,
        }
    }
}

impl Network {
    /// Returns the texts of the definition that are nearest to this one.
    ///
    /// # Errors
    ///
    /// Returns [`NearestLimit`] if they are further away than the question asks for, or take more than a limit.
    ///
    /// ```
    /// use rfcbnf_engine::recognizer::{Definition, Instruction, NearestQuestion, Network};
    /// use rfcbnf_engine::{CharacterSet, ProductionId};
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
    /// let nearest = network.nearest(0, b"(()", NearestQuestion::new(3))?;
    /// assert_eq!((nearest.distance, nearest.count.exact()), (1, Some(2)));
    /// let texts: Vec<&[u8]> = nearest.repairs.iter().map(|one| &*one.text).collect();
    /// assert_eq!(texts, [&b"(())"[..], b"()"]);
    /// assert_eq!((nearest.repairs[0].edits[0].start, &*nearest.repairs[0].edits[0].text), (3, &b")"[..]));
    /// # Ok::<(), rfcbnf_engine::recognizer::NearestLimit>(())
    /// ```
    pub fn nearest(
        &self,
        definition: DefinitionId,
        text: &[u8],
        question: NearestQuestion,
    ) -> Result<Nearest, NearestLimit> {
        let found = self.find_nearest(definition, text, question);
        found.map_err(|limit| NearestLimit::of(limit, question))?
    }

    /// Returns the same, or the limit of the search that is reached.
    fn find_nearest(
        &self,
        definition: DefinitionId,
        text: &[u8],
        question: NearestQuestion,
    ) -> Result<Result<Nearest, NearestLimit>, LimitReached> {
        let limit = Limit {
            steps: question.steps,
            size: NEAREST_SIZE,
            unchecked: 0,
        };
        let mut machine = Machine::new(self, definition, limit);
        machine.take(0, 0)?;
        let characters = Characters::of(text, self.is_of_characters());
        let mut layers = Layers::new(characters, question.weights);
        let mut distance = 0;
        while !layers.extend(&mut machine)? {
            if distance == question.distance {
                return Ok(Err(NearestLimit::Distance(distance)));
            }
            distance += 1;
        }
        let order = Order {
            weights: question.weights,
            distance: distance as usize,
            most: question.most,
            counted: NEAREST_COUNTED.max(question.most),
        };
        let mut listed = Listed::default();
        if distance == 0 {
            listed.add(text, &[], &order);
        } else {
            list(machine, layers, &order, &mut listed)?;
        }
        Ok(Ok(Nearest {
            distance,
            count: listed.count(&order),
            repairs: listed.repairs,
        }))
    }
}

/// Lists the texts of which the grammar spells all new characters, and then the others.
fn list(
    mut machine: Machine<'_>,
    layers: Layers<'_>,
    order: &Order,
    listed: &mut Listed,
) -> Result<(), LimitReached> {
    let live = Live::of(&mut machine, &layers, order.distance, New::Spelled)?;
    if let Some(scripts) = scripts::network(&mut machine, &live)? {
        drop(live);
        let others = machine.size() + layers.size();
        let left = listed.extend(&scripts, &layers.text, order, (machine.limit(), others))?;
        machine.set_limit(left);
    }
    if listed.is_full(order) {
        return Ok(());
    }
    let live = Live::of(&mut machine, &layers, order.distance, New::Any)?;
    let Some(scripts) = scripts::network(&mut machine, &live)? else {
        return Ok(());
    };
    // What is not needed any more makes room for the walk.
    let left = machine.limit();
    drop((live, machine));
    let text = layers.text;
    listed.extend(&scripts, &text, order, (left, 0))?;
    Ok(())
}

/// The characters of a text, or its octets.
struct Characters<'t> {
    text: &'t [u8],
    /// Where each character of UTF-8 begins, and whether it is one: octets that are no character are one together.
    /// `None` if each octet counts.
    starts: Option<Vec<(u32, bool)>>,
}

impl<'t> Characters<'t> {
    fn of(text: &'t [u8], is_of_characters: bool) -> Self {
        let starts = is_of_characters.then(|| {
            let mut starts = Vec::new();
            let mut offset = 0;
            for chunk in text.utf8_chunks() {
                for (index, _) in chunk.valid().char_indices() {
                    starts.push((super::interner::number(offset + index), true));
                }
                offset += chunk.valid().len();
                if !chunk.invalid().is_empty() {
                    starts.push((super::interner::number(offset), false));
                    offset += chunk.invalid().len();
                }
            }
            starts
        });
        Self { text, starts }
    }

    fn is_of_characters(&self) -> bool {
        self.starts.is_some()
    }

    fn len(&self) -> usize {
        self.starts.as_ref().map_or(self.text.len(), Vec::len)
    }

    /// Returns where a character begins, in octets.
    fn start(&self, index: usize) -> usize {
        match &self.starts {
            None => index.min(self.text.len()),
            Some(starts) => starts
                .get(index)
                .map_or(self.text.len(), |one| one.0 as usize),
        }
    }

    /// Returns the octets of a character.
    fn octets(&self, index: usize) -> &'t [u8] {
        &self.text[self.start(index)..self.start(index + 1)]
    }

    /// Returns the octets of a character, unless they are no character, or after the text.
    fn valid(&self, index: usize) -> Option<&'t [u8]> {
        let is_valid = match &self.starts {
            None => index < self.text.len(),
            Some(starts) => starts.get(index).is_some_and(|one| one.1),
        };
        is_valid.then(|| self.octets(index))
    }
}

//! What is open around a position in the productions.

use std::collections::HashMap;

use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar};
use crate::syntax::{Case, Quantifier};

/// A stack, by the index of its top in the table.
pub(super) type StackId = usize;

/// The stacks known so far, each once.
#[derive(Debug)]
pub(super) struct Stacks {
    tops: Vec<Stack>,
    ids: HashMap<(Frame, StackId), StackId>,
    advanced: HashMap<(StackId, u8), Option<StackId>>,
}

/// How the surroundings of an expression change what it matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Mode {
    pub(super) case: Case,
    pub(super) quantifier: Quantifier,
}

/// What remains to be done behind an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Frame {
    /// The text ends.
    Bottom,
    /// The members of the sequence from this index on follow.
    Members(ExpressionId, Mode, usize),
    /// A round of the repetition ends; `count` rounds are over then.
    Round {
        repetition: ExpressionId,
        mode: Mode,
        count: u32,
        /// Whether the round is optional and has not consumed an octet yet.
        is_pending: bool,
    },
    /// The node of the production ends.
    Node(ProductionId, Exclusion),
}

/// Whether the match of a node begins like an excluded text of its production.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Exclusion {
    /// It does not, and need not be watched any longer.
    Impossible,
    /// It does so far.
    Begun {
        /// The index of the first excluded text with this beginning.
        index: usize,
        /// The length of the match so far.
        length: usize,
    },
}

/// A frame, and the stack below it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stack {
    pub(super) frame: Frame,
    pub(super) below: StackId,
    /// Whether the next octet changes a frame of the stack.
    is_watching: bool,
}

/// The stack with nothing open.
pub(super) const BOTTOM: StackId = 0;

impl Stacks {
    pub(super) fn new() -> Self {
        let bottom = Stack {
            frame: Frame::Bottom,
            below: BOTTOM,
            is_watching: false,
        };
        Self {
            tops: vec![bottom],
            ids: HashMap::new(),
            advanced: HashMap::new(),
        }
    }

    pub(super) fn top(&self, stack: StackId) -> Stack {
        self.tops[stack]
    }

    /// Returns whether the next octet changes the stack.
    pub(super) fn is_watching(&self, stack: StackId) -> bool {
        self.tops[stack].is_watching
    }

    /// Returns the stack after an octet, or `None` if the octet completes an excluded text.
    /// Recurses as deep as productions are nested.
    pub(super) fn advance(
        &mut self,
        grammar: &ResolvedGrammar,
        stack: StackId,
        octet: u8,
    ) -> Option<StackId> {
        if !self.tops[stack].is_watching {
            return Some(stack);
        }
        let octet = octet.to_ascii_lowercase();
        if let Some(&known) = self.advanced.get(&(stack, octet)) {
            return known;
        }
        let Stack { frame, below, .. } = self.tops[stack];
        let advanced = self.advance(grammar, below, octet).and_then(|below| {
            let frame = frame.advance(grammar, octet)?;
            Some(self.push(frame, below))
        });
        self.advanced.insert((stack, octet), advanced);
        advanced
    }

    /// Returns the stack with one more frame.
    pub(super) fn push(&mut self, frame: Frame, below: StackId) -> StackId {
        let tops = &mut self.tops;
        *self.ids.entry((frame, below)).or_insert_with(|| {
            let changes = matches!(
                frame,
                Frame::Round {
                    is_pending: true,
                    ..
                } | Frame::Node(_, Exclusion::Begun { .. })
            );
            let is_watching = changes || tops[below].is_watching;
            tops.push(Stack {
                frame,
                below,
                is_watching,
            });
            tops.len() - 1
        })
    }
}

impl Frame {
    /// Returns the frame after an octet, or `None` if the octet completes an excluded text.
    fn advance(self, grammar: &ResolvedGrammar, octet: u8) -> Option<Self> {
        match self {
            Self::Round {
                repetition,
                mode,
                count,
                ..
            } => Some(Self::Round {
                repetition,
                mode,
                count,
                is_pending: false,
            }),
            Self::Node(production, Exclusion::Begun { index, length }) => {
                let excluded = &grammar.production(production).source().excluded;
                let exclusion = Exclusion::after(excluded, (index, length), octet)?;
                Some(Self::Node(production, exclusion))
            }
            other => Some(other),
        }
    }
}

impl Exclusion {
    /// Returns the exclusion at the beginning of a match.
    pub(super) fn of(excluded: &[String]) -> Self {
        if excluded.is_empty() {
            Self::Impossible
        } else {
            let (index, length) = (0, 0);
            Self::Begun { index, length }
        }
    }

    /// Returns the exclusion after an octet, or `None` if the octet completes an excluded text.
    fn after(excluded: &[String], (index, length): (usize, usize), octet: u8) -> Option<Self> {
        let begun = &excluded[index].as_bytes()[..length];
        let continues = |text: &String| {
            let text = text.as_bytes();
            text.len() > length
                && text[..length].eq_ignore_ascii_case(begun)
                && text[length].eq_ignore_ascii_case(&octet)
        };
        let is_complete = |text: &String| text.len() == length + 1 && continues(text);
        if excluded.iter().any(is_complete) {
            return None;
        }
        let length = length + 1;
        let index = excluded.iter().position(continues);
        Some(index.map_or(Self::Impossible, |index| Self::Begun { index, length }))
    }
}

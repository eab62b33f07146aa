//! What is open around a place in the productions.

use std::collections::HashMap;

use super::expressions::{ExpressionId, Expressions, ProductionId};
use crate::syntax::{Case, Quantifier};

/// A stack by the place of its top in the table.
pub(super) type StackId = usize;

/// The stacks known so far, each once.
#[derive(Debug)]
pub(super) struct Stacks {
    tops: Vec<Stack>,
    ids: HashMap<(Frame, StackId), StackId>,
    passed: HashMap<(StackId, u8), Option<StackId>>,
}

/// What stands around the expressions inside of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Manner {
    pub(super) case: Case,
    pub(super) quantifier: Quantifier,
}

/// What remains to be done behind an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Frame {
    /// The text ends.
    Bottom,
    /// The members of the sequence from this one on.
    Members(ExpressionId, Manner, usize),
    /// The rounds of the repetition after so many. `waits` until the round has an octet.
    Rounds {
        repetition: ExpressionId,
        manner: Manner,
        count: u32,
        waits: bool,
    },
    /// The end of a node. While its word is the beginning of an excluded text: of which, and
    /// how much of it.
    Word(ProductionId, Option<(usize, usize)>),
}

/// A frame, and what lies below it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stack {
    pub(super) frame: Frame,
    pub(super) below: StackId,
    /// Whether a frame in it changes with the next octet.
    watches: bool,
}

/// The stack with nothing open.
pub(super) const BOTTOM: StackId = 0;

impl Stacks {
    pub(super) fn new() -> Self {
        let bottom = Stack {
            frame: Frame::Bottom,
            below: BOTTOM,
            watches: false,
        };
        Self {
            tops: vec![bottom],
            ids: HashMap::new(),
            passed: HashMap::new(),
        }
    }

    pub(super) fn top(&self, stack: StackId) -> Stack {
        self.tops[stack]
    }

    /// The stack after an octet; nothing where a word begins with an excluded text now.
    /// Recurses as deep as productions are nested.
    pub(super) fn pass(
        &mut self,
        expressions: &Expressions,
        stack: StackId,
        octet: u8,
    ) -> Option<StackId> {
        if !self.tops[stack].watches {
            return Some(stack);
        }
        let octet = octet.to_ascii_lowercase();
        if let Some(&known) = self.passed.get(&(stack, octet)) {
            return known;
        }
        let Stack { frame, below, .. } = self.tops[stack];
        let passed = self.pass(expressions, below, octet).and_then(|below| {
            let frame = frame.passed(expressions, octet)?;
            Some(self.push(frame, below))
        });
        self.passed.insert((stack, octet), passed);
        passed
    }

    /// The stack with a frame more.
    pub(super) fn push(&mut self, frame: Frame, below: StackId) -> StackId {
        let tops = &mut self.tops;
        *self.ids.entry((frame, below)).or_insert_with(|| {
            let changes = matches!(
                frame,
                Frame::Rounds { waits: true, .. } | Frame::Word(_, Some(_))
            );
            let watches = changes || tops[below].watches;
            tops.push(Stack {
                frame,
                below,
                watches,
            });
            tops.len() - 1
        })
    }
}

impl Frame {
    /// The frame after an octet; nothing where the word begins with an excluded text now.
    fn passed(self, expressions: &Expressions, octet: u8) -> Option<Self> {
        match self {
            Self::Rounds {
                repetition,
                manner,
                count,
                ..
            } => Some(Self::Rounds {
                repetition,
                manner,
                count,
                waits: false,
            }),
            Self::Word(production, Some((index, length))) => {
                let excluded = &expressions.production(production).excluded;
                let begun = &excluded[index][..length];
                let goes_on = |text: &Vec<u8>| {
                    text.len() > length
                        && text[..length].eq_ignore_ascii_case(begun)
                        && text[length].eq_ignore_ascii_case(&octet)
                };
                let is_whole = |text: &Vec<u8>| text.len() == length + 1 && goes_on(text);
                if excluded.iter().any(is_whole) {
                    return None;
                }
                let next = excluded.iter().position(goes_on);
                Some(Self::Word(
                    production,
                    next.map(|index| (index, length + 1)),
                ))
            }
            other => Some(other),
        }
    }
}

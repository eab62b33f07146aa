//! How the parts of a sequence, and the rounds of a repetition, follow each other.
//!
//! A part of a sequence can end at several offsets. After its longest match, the rest of the sequence may fail
//! or end sooner, though it matches after a shorter one. Then two *ends compete*. The decision is made on
//! automata, so it holds for all texts: either a text is found on which two ends compete, or there is none.
//!
//! - In `*digit "."`, the rest cannot begin with a digit. No ends compete: one after the other is exact.
//! - In `*"a" "ab"`, the repetition can consume the `a` that the rest needs. In `aab` it consumes `aa`, and the
//!   rest fails. So the repetition gives up its last round, and the rest matches.
//!
//! The rounds of a repetition are decided in the same way: each round is a part, and the rounds after it are its
//! rest.

use crate::automaton::{Automaton, TooLarge, Witness, Work};

/// The decisions about the boundary between a part of a sequence and the parts after it, its rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    /// How the part and the rest are combined.
    pub join: Join,
    /// A text that both derive together in two ways, if there is one. At the split, the part can
    /// end or go on.
    pub ambiguity: Option<Witness>,
}

/// How a part of a sequence and its rest are combined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Join {
    /// One after the other.
    Plain,
    /// The part backtracks until the rest matches.
    Backtrack {
        /// What the part gives up in one step.
        step: Backtrack,
        /// Whether the longest match of the part, followed by the rest, is always the longest
        /// match of both: no shorter match of the part reaches as far, not even with a viable
        /// prefix of the rest. Then a shorter match is only tried if the rest does not match.
        is_greedy: bool,
        /// A text whose longer match of the part ends at its end, and the shorter one at the split.
        witness: Witness,
    },
    /// The part is as short as the rest permits.
    Lazy {
        /// The characters that the rest begins with.
        first: String,
        /// Whether the part alone matches everything that it matches together with the rest.
        is_within: bool,
    },
}

/// What a part gives up in one step when it backtracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backtrack {
    /// The whole optional part.
    Option,
    /// The last round of a repetition.
    Round,
    /// The last octet. The production is then matched by search.
    Octet,
}

/// The decisions about the rounds of a repetition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rounds {
    /// A text that shows that a round can end at several offsets at which the next round can
    /// begin. Then the production is matched by search. If there is no such text, each round is as long as possible.
    pub witness: Option<Witness>,
    /// A text that several rounds derive in two ways, if there is one. At the split, a round can
    /// end or go on.
    pub ambiguity: Option<Witness>,
}

/// A part of a sequence, for the decision about its boundary.
pub(super) struct Part<'a> {
    pub(super) automaton: &'a Automaton,
    pub(super) form: Form<'a>,
}

/// The forms of parts that boundaries distinguish.
pub(super) enum Form<'a> {
    /// An optional expression, by the automaton of what is optional.
    Optional(&'a Automaton),
    /// A repetition, by the automaton of one round.
    Repetition(&'a Automaton),
    /// A lazy reference.
    Lazy,
    Other,
}

impl Boundary {
    /// Decides the boundary between a part and its rest.
    ///
    /// To match one after the other is exact if no two ends of the part compete: the rest begins
    /// with nothing that the part goes on with after the nearer end, and the rest can follow the
    /// farther end wherever it can follow the nearer.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if an automaton of both is.
    pub(super) fn new(part: &Part<'_>, rest: &Automaton, work: &Work) -> Result<Self, TooLarge> {
        let ambiguous = || part.automaton.ambiguous_before(rest, work);
        if let Form::Lazy = part.form {
            let both = part.automaton.then(rest, work)?;
            return Ok(Self {
                join: Join::Lazy {
                    first: rest.first().characters(),
                    is_within: rest.is_nullable() && both.is_subset(part.automaton, work)?,
                },
                ambiguity: ambiguous()?,
            });
        }
        let Some(witness) = competing_ends(part.automaton, rest, work)? else {
            // Without competing ends, no text has two derivations.
            return Ok(Self {
                join: Join::Plain,
                ambiguity: None,
            });
        };
        let step = match part.form {
            Form::Optional(body) if body.is_prefix_free() => Backtrack::Option,
            Form::Repetition(body) if body.is_prefix_free() => Backtrack::Round,
            _ => Backtrack::Octet,
        };
        let ambiguity = ambiguous()?;
        Ok(Self {
            join: Join::Backtrack {
                step,
                is_greedy: is_greedy(step, &part.form, rest, work)?,
                witness,
            },
            ambiguity,
        })
    }
}

/// Finds two ends of a part such that the rest can follow the nearer end, but not, or not only, the
/// farther one.
fn competing_ends(
    part: &Automaton,
    rest: &Automaton,
    work: &Work,
) -> Result<Option<Witness>, TooLarge> {
    if part.is_prefix_free() {
        return Ok(None);
    }
    let eaten = part.eats_into(rest, work)?;
    // A rest that can be empty can follow every end.
    if eaten.is_some() || rest.is_nullable() {
        return Ok(eaten);
    }
    part.overtakes(rest, work)
}

/// Returns whether what the part gives up in one step reaches at least as far as the rest would
/// reach from the same offset.
fn is_greedy(
    step: Backtrack,
    form: &Form<'_>,
    rest: &Automaton,
    work: &Work,
) -> Result<bool, TooLarge> {
    Ok(match (step, form) {
        (Backtrack::Option, Form::Optional(body)) => !body.then(rest, work)?.begins(rest, work)?,
        (Backtrack::Round, Form::Repetition(body)) => !body.begins(rest, work)?,
        _ => false,
    })
}

impl Rounds {
    /// Decides the rounds of a repetition.
    pub(super) fn new(round: &Automaton, work: &Work) -> Result<Self, TooLarge> {
        if round.is_prefix_free() {
            return Ok(Self {
                witness: None,
                ambiguity: None,
            });
        }
        let more = round.repeated(0, None, work)?;
        let witness = match round.eats_into(&more, work)? {
            None => round.overtakes(round, work)?,
            eaten => eaten,
        };
        // Without competing ends, no text has two derivations.
        let ambiguity = match witness {
            Some(_) => round.ambiguous_before(&more, work)?,
            None => None,
        };
        Ok(Self { witness, ambiguity })
    }
}

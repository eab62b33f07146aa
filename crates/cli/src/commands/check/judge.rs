//! The verdict on a text.

use rfc1738_views::check::summary::production_of;
use rfc1738_views::production::{CheckedProduction, Rejection as _, Undecided};
use rfcbnf_engine::Tree;

use crate::advice::{Advice, AdvicePolicy};

/// Judges texts by a production and an advice policy.
pub(super) struct TextJudge<P> {
    rule: P,
    policy: AdvicePolicy,
    needs_trees: bool,
}

/// The verdict on a text, and the advice on it.
pub(super) struct Judgement<'a, P: CheckedProduction> {
    /// The tree of a valid text, which is there if one is needed; the error of an invalid text.
    pub(super) result: Result<Option<Tree<'a, P>>, P::Rejection>,
    /// The production that the text counts for.
    pub(super) production: P,
    /// The advice on a valid text.
    pub(super) advice: Advice<'a>,
}

impl<P: CheckedProduction> TextJudge<P> {
    /// Returns a judge that makes trees if `shows_trees` or the policy needs them.
    pub(super) fn new(rule: P, policy: AdvicePolicy, shows_trees: bool) -> Self {
        let needs_trees = shows_trees || !policy.is_silent();
        Self {
            rule,
            policy,
            needs_trees,
        }
    }

    /// Returns the production.
    pub(super) fn rule(&self) -> P {
        self.rule
    }

    /// Returns whether a verdict needs more than the automaton of the production can tell.
    pub(super) fn needs_trees(&self) -> bool {
        self.needs_trees
    }

    /// Judges the text. `passed` is what [`pass`](Self::pass) says of it. Fails if it is not decided, or
    /// if it is valid and a tree is needed that is not to be had.
    pub(super) fn judge<'a>(
        &'a self,
        text: &'a [u8],
        passed: Option<P>,
    ) -> Result<Judgement<'a, P>, Undecided> {
        if let Some(kind) = passed {
            return Ok(self.valid_without_tree(kind));
        }
        let has_kind = self.kind_of_valid(text).is_some();
        if let Some(error) = has_kind.then(|| self.rule.error_of(text)).flatten() {
            return Ok(self.invalid(error));
        }
        match self.rule.check(text) {
            // Only its tree tells that a text counts for a part of the production.
            Err(Undecided::Tree(_)) if !self.needs_trees => Ok(self.valid_without_tree(self.rule)),
            Err(undecided) => Err(undecided),
            Ok(result) => Ok(Judgement {
                production: production_of(&result),
                advice: self.policy.on(result.as_ref().ok()),
                result: result.map(Some),
            }),
        }
    }

    /// Returns the production that the text counts for if it is valid and nothing else of it is needed.
    /// The tree, which may be needed for that, takes most of the time.
    pub(super) fn pass(&self, text: &[u8]) -> Option<P> {
        let kind = self.kind_of_valid(text)?;
        let is_valid = self.rule.is_valid(text);
        is_valid.is_ok_and(|is_valid| is_valid).then_some(kind)
    }

    /// Returns the production that the text counts for if it is valid, unless that takes its tree or
    /// another answer does.
    fn kind_of_valid(&self, text: &[u8]) -> Option<P> {
        let wanted = (!self.needs_trees).then_some(self.rule)?;
        wanted.kind_of_valid(text)
    }

    fn invalid(&self, error: P::Rejection) -> Judgement<'_, P> {
        Judgement {
            production: error.facts().innermost(),
            advice: self.policy.on::<P>(None),
            result: Err(error),
        }
    }

    fn valid_without_tree(&self, production: P) -> Judgement<'_, P> {
        Judgement {
            result: Ok(None),
            production,
            advice: self.policy.on::<P>(None),
        }
    }
}

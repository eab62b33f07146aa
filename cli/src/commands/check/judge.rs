//! The verdict on a line.

use rfc1738::{Rule, SyntaxError, Tree, is_valid, parse};
use rfc1738_views::check::summary::{production_of, production_of_url};

use crate::advice::{Advice, AdvicePolicy};

/// Judges lines by a production and an advice policy.
pub(super) struct LineJudge {
    rule: Rule,
    policy: AdvicePolicy,
    needs_trees: bool,
}

/// The verdict on a line, and the advice on it.
pub(super) struct Judgement<'a> {
    /// The tree of a valid line if one is needed; the error of an invalid line.
    pub(super) result: Result<Option<Tree<'a>>, SyntaxError>,
    /// The production that the line counts for.
    pub(super) production: Rule,
    /// The advice on a valid line.
    pub(super) advice: Advice<'a>,
}

impl LineJudge {
    /// Returns a judge that makes trees if `shows_trees` or the policy needs them.
    pub(super) fn new(rule: Rule, policy: AdvicePolicy, shows_trees: bool) -> Self {
        // The kind of a URL is known without its tree, which takes most of the time.
        let needs_trees = shows_trees || !policy.is_silent() || rule != Rule::Url;
        Self {
            rule,
            policy,
            needs_trees,
        }
    }

    /// Returns the production.
    pub(super) fn rule(&self) -> Rule {
        self.rule
    }

    /// Judges the line.
    pub(super) fn judge<'a>(&'a self, text: &'a [u8]) -> Judgement<'a> {
        if !self.needs_trees && is_valid(self.rule, text) {
            return Judgement {
                result: Ok(None),
                production: production_of_url(text),
                advice: self.policy.on(None),
            };
        }
        let result = parse(self.rule, text);
        Judgement {
            production: production_of(&result),
            advice: self.policy.on(result.as_ref().ok()),
            result: result.map(Some),
        }
    }
}

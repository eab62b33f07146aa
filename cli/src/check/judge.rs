//! What is found out about a line.

use rfc1738::{Rule, SyntaxError, Tree, is_valid, parse};

use crate::advice::{Advice, Policy};
use crate::summary::{production_of, production_of_url};

/// Finds out about lines.
pub(super) struct Judge {
    rule: Rule,
    policy: Policy,
    needs_trees: bool,
}

/// What is known of a line.
pub(super) struct Judgement<'a> {
    /// The tree of a valid line, where one is needed; the error of an invalid one.
    pub(super) result: Result<Option<Tree<'a>>, SyntaxError>,
    /// What the line counts for.
    pub(super) production: Rule,
    /// What there is to say of a valid line.
    pub(super) advice: Advice<'a>,
}

impl Judge {
    /// Holds lines against the production and against the advice that the policy is about.
    pub(super) fn new(rule: Rule, policy: Policy, shows_trees: bool) -> Self {
        // What kind of URL a line is can be told without a tree, which takes most of the time.
        let needs_trees = shows_trees || !policy.is_silent() || rule != Rule::Url;
        Self {
            rule,
            policy,
            needs_trees,
        }
    }

    /// The production that lines are held against.
    pub(super) fn rule(&self) -> Rule {
        self.rule
    }

    /// Finds out about the line.
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

//! Questions about a text that every production answers.

use rfc1738_views::bindings::Question;
use rfc1738_views::production::CheckedProduction;
use rfcbnf_engine::Detail;

use crate::answer::{self, Refusal};
use crate::text::Text;
use crate::tree::Nodes;

/// Whether the production derives the text.
pub(super) struct IsValid<'a>(pub(super) &'a Text<'a>);

impl Question for IsValid<'_> {
    type Answer = Result<bool, Refusal>;

    fn ask(self, rule: impl CheckedProduction) -> Self::Answer {
        answer::is_valid(rule, self.0)
    }
}

/// The tree of the text.
pub(super) struct Tree<'a>(pub(super) &'a Text<'a>, pub(super) Detail);

impl Question for Tree<'_> {
    type Answer = Result<Nodes, Refusal>;

    fn ask(self, rule: impl CheckedProduction) -> Self::Answer {
        answer::tree(rule, self.0, self.1)
    }
}

/// The error of the text.
pub(super) struct Check<'a>(pub(super) &'a Text<'a>);

impl Question for Check<'_> {
    type Answer = Result<(), Refusal>;

    fn ask(self, rule: impl CheckedProduction) -> Self::Answer {
        answer::check(rule, self.0)
    }
}

//! Exercises, and what a course shows beside trees: tables, sentential forms, and the classical tree.

use rfc1738_views::derivations::forms::FormsRecord;
use rfc1738_views::exercise::record::{AnswerRecord, ExerciseCheck};
use rfc1738_views::tables::record::TablesRecord;
use rfc1738_views::tree::svg;
use rfcbnf::derivations::{DerivationTree, FormOrder, derivations_without};
use rfcbnf::exercise::Exercise;
use rfcbnf::tables::Tables;

pub use crate::grammar::Session;
use crate::grammar::production;
use crate::{Answer, answer};

impl Session {
    /// Returns FIRST, FOLLOW, and the table of LL(1).
    pub fn tables(&self, rule: &str) -> Answer {
        let tables = Tables::new(&self.named.grammar, rule);
        answer(&TablesRecord::new(
            &tables.map_err(|error| error.to_string())?,
        ))
    }

    /// Returns the sentential forms of a derivation, which counts from 0. `rightmost` says which name each step replaces.
    pub fn forms(
        &self,
        rule: &str,
        text: &str,
        derivation: usize,
        rightmost: bool,
        characters: bool,
    ) -> Answer {
        let order = if rightmost {
            FormOrder::Rightmost
        } else {
            FormOrder::Leftmost
        };
        let tree = self.tree(rule, text, derivation, characters)?;
        answer(&FormsRecord::new(&tree, order))
    }

    /// Returns the tree of a derivation as nodes and edges: a picture in SVG, as a string of JSON.
    pub fn picture(&self, rule: &str, text: &str, derivation: usize, characters: bool) -> Answer {
        let tree = self.tree(rule, text, derivation, characters)?;
        let picture = svg::draw(tree.root());
        answer(&picture.ok_or_else(|| format!("the tree has more than {} nodes", svg::MOST))?)
    }

    fn tree(
        &self,
        rule: &str,
        text: &str,
        derivation: usize,
        characters: bool,
    ) -> Result<DerivationTree, String> {
        let rule = &production(&self.named, rule)?.name;
        let left_out = self.named.character_productions();
        let leaves_out = |name: &str| !characters && left_out.contains(name);
        let trees = derivations_without(&self.named.grammar, rule, text, leaves_out);
        let mut trees = trees.map_err(|error| error.to_string())?;
        let tree = trees.nth(derivation);
        tree.ok_or_else(|| "the text has no such derivation".to_owned())
    }
}

/// Returns whether an exercise, as JSON, is ready.
pub fn check(exercise: &str) -> Answer {
    let exercise: Exercise = serde_json::from_str(exercise).map_err(|error| error.to_string())?;
    answer(&ExerciseCheck::new(&exercise.check()))
}

/// Returns what is known of a grammar as an answer to an exercise, which is JSON. `start` is the production that it begins with; the
/// empty one is the first.
pub fn answer_to(exercise: &str, grammar: &str, start: &str) -> Answer {
    let exercise: Exercise = serde_json::from_str(exercise).map_err(|error| error.to_string())?;
    let start = (!start.is_empty()).then_some(start);
    answer(&AnswerRecord::new(&exercise.answer(grammar, start)))
}

//! Exercises, and what a course shows beside trees: tables, sentential forms, and the classical tree.

use rfc1738_views::derivations::forms::FormsRecord;
use rfc1738_views::exercise::grades::{GradeTable, GradedRow, HandInRecord};
use rfc1738_views::exercise::packed::unpack;
use rfc1738_views::exercise::record::{AnswerRecord, ExerciseCheck};
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::tables::record::TablesRecord;
use rfc1738_views::tree::svg;
use rfcbnf::derivations::{DerivationTree, FormOrder, derivations_without};
use rfcbnf::exercise::{Exercise, Grader, HandedIn, Sheet, hand_ins};
use rfcbnf::tables::Tables;

use crate::grammar::{production, read};
use crate::{Answer, answer};

/// A grammar, as far as it can be read.
pub struct Session {
    named: NamedGrammar,
}

impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738.
    #[must_use]
    pub fn new(source: &str, readings: bool) -> Self {
        let (named, _) = read(source, readings);
        Self { named }
    }

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

/// Reads a sheet in TOML, and returns it as JSON.
pub fn sheet(text: &str) -> Answer {
    answer(&Sheet::from_toml(text).map_err(|error| error.to_string())?)
}

/// A sheet, and hand-ins to it. Each is answered when it is asked for, so that a page can show the first ones soon.
pub struct Grading {
    grader: Grader,
    hand_ins: Vec<HandedIn>,
    rows: Vec<Option<GradedRow>>,
}

impl Grading {
    /// Reads a sheet, as JSON.
    pub fn new(sheet: &str) -> Result<Self, String> {
        let sheet: Sheet = serde_json::from_str(sheet).map_err(|error| error.to_string())?;
        if let Some((_, fault)) = sheet.fault() {
            return Err(fault);
        }
        Ok(Self {
            grader: Grader::new(sheet),
            hand_ins: Vec::new(),
            rows: Vec::new(),
        })
    }

    /// Finds the hand-ins in a text, in the place of those before, and returns how many there are.
    pub fn read(&mut self, text: &str) -> usize {
        self.hand_ins = hand_ins(text, unpack);
        self.rows = vec![None; self.hand_ins.len()];
        self.hand_ins.len()
    }

    /// Answers a hand-in, which counts from 0.
    pub fn row(&mut self, index: usize) -> Answer {
        let hand_in = self.hand_ins.get(index);
        let hand_in = hand_in.ok_or_else(|| format!("there is no hand-in {index}"))?;
        let row = GradedRow::of(&mut self.grader, None, hand_in.clone());
        let found = answer(&HandInRecord::new(&row));
        self.rows[index] = Some(row);
        found
    }

    /// Returns the grammar of a hand-in for an exercise; both count from 0. It is a string of JSON, or null.
    pub fn grammar(&self, index: usize, exercise: usize) -> Answer {
        let hand_in = self
            .hand_ins
            .get(index)
            .and_then(|one| one.content.as_ref().ok());
        let answers = hand_in.into_iter().flat_map(|one| one.answers.iter().rev());
        let sheet = self.grader.sheet();
        let mut own = answers.filter(|one| sheet.find(&one.exercise) == Some(exercise));
        answer(&own.next().map(|one| &one.grammar))
    }

    /// Returns the hand-ins that were answered, with the commonest mistakes.
    pub fn table(&self) -> Answer {
        answer(&self.answered().record())
    }

    /// Returns the hand-ins that were answered as CSV, as a string of JSON.
    pub fn csv(&self) -> Answer {
        let mut csv = Vec::new();
        self.answered()
            .write_csv(&mut csv)
            .map_err(|error| error.to_string())?;
        answer(&String::from_utf8(csv).map_err(|error| error.to_string())?)
    }

    fn answered(&self) -> GradeTable<'_> {
        let rows = self.rows.iter().flatten().cloned();
        GradeTable::new(self.grader.sheet(), rows.collect())
    }
}

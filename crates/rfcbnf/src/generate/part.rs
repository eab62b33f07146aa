//! The part of a grammar that a crate is generated for.

use rfcbnf_engine::ProductionSet;

use super::error::{CrateError, GenerateError};
use super::sources::CrateSources;
use crate::Document;
use crate::layout::Layout;
use crate::obstacles::Obstacle;
use crate::readings::Readings;
use crate::recognizer::Recognizer;
use crate::sentences::RecursiveSentences;
use crate::syntax::{Grammar, Production};

/// A grammar without the productions that have no code.
pub(super) struct Part {
    pub(super) grammar: Grammar,
    pub(super) readings: Readings,
    pub(super) layout: Layout,
    /// Why productions are left out.
    pub(super) left_out: Vec<String>,
    /// The number of errors of the grammar file.
    pub(super) errors: usize,
}

impl Part {
    /// Reads the grammar, and leaves out what has no code. Fails if nothing is left.
    pub(super) fn of(sources: &CrateSources<'_>, layout: Layout) -> Result<Self, CrateError> {
        let readings = Readings::from_toml(sources.readings.unwrap_or_default());
        let readings = readings.map_err(CrateError::Readings)?;
        let Document {
            mut grammar,
            errors,
            sign: _,
        } = readings.reader(sources.notation).read(sources.grammar);
        readings.apply(&mut grammar).map_err(CrateError::Readings)?;
        let layout = layout.with_characters_of(&grammar);
        layout.check(&grammar)?;
        if let Some(rule) = sources.rule {
            let rule = grammar.lookup(rule).map_err(GenerateError::from)?;
            grammar = grammar.part([rule.name.as_str()]);
        }
        let obstacles = grammar.obstacles();
        let is_refusal = |one: &Obstacle| !one.is_recursion() || one.derives_no_text();
        let first = obstacles.causes().find(is_refusal);
        let is_read =
            |one: &&Production| obstacles.of(&one.name).is_none_or(|one| !is_refusal(&one));
        // Each of these is prepared below.
        let read = grammar.productions.iter().filter(is_read).count();
        if read > ProductionSet::LIMIT {
            return Err(GenerateError::TooMany(read).into());
        }
        let mut left_out: Vec<(String, String)> = Vec::new();
        for production in &grammar.productions {
            let name = production.name.as_str();
            let why = obstacles
                .of(name)
                .and_then(|one| refusal(&grammar, name, &one));
            left_out.extend(why.map(|why| (production.name.clone(), why)));
        }
        let is_kept = |one: &Production| left_out.iter().all(|(name, _)| *name != one.name);
        let kept = grammar.retaining(is_kept);
        if kept.productions.is_empty() {
            return Err(match (errors, first) {
                (Some(errors), _) => CrateError::Grammar(errors),
                (None, Some(obstacle)) => GenerateError::Obstacle(obstacle).into(),
                (None, None) => GenerateError::NoProductions.into(),
            });
        }
        Ok(Self {
            grammar: kept,
            readings,
            layout,
            left_out: left_out.into_iter().map(|(_, why)| why).collect(),
            errors: errors.map_or(0, |errors| errors.errors().len()),
        })
    }
}

impl Part {
    /// Returns whether nothing is left out.
    pub(super) fn is_whole(&self) -> bool {
        self.left_out.is_empty() && self.errors == 0
    }

    /// Leaves out the production that an error is about, and those that use it. Returns the error if it is
    /// about none, or if nothing would be left.
    pub(super) fn without_cause(mut self, error: GenerateError) -> Result<Self, CrateError> {
        let (GenerateError::TooLarge { production: name } | GenerateError::Empty(name)) = &error
        else {
            return Err(error.into());
        };
        let leads_there = |one: &Production| {
            let reached = self.grammar.reachable_from([one.name.as_str()]);
            reached.contains(name.as_str())
        };
        let kept = self.grammar.retaining(|one| !leads_there(one));
        if kept.productions.is_empty() || kept.productions.len() == self.grammar.productions.len() {
            return Err(error.into());
        }
        for one in self
            .grammar
            .productions
            .iter()
            .filter(|one| leads_there(one))
        {
            self.left_out.push(if one.name == *name {
                error.to_string()
            } else {
                format!("production `{}` uses `{name}`: {error}", one.name)
            });
        }
        self.grammar = kept;
        Ok(self)
    }
}

/// Returns why a production with an obstacle has no code. One that uses such a production has none either.
fn refusal(grammar: &Grammar, name: &str, obstacle: &Obstacle) -> Option<String> {
    if !obstacle.is_recursion() || obstacle.derives_no_text() {
        return Some(obstacle.to_string());
    }
    let recognizer = Recognizer::new(grammar, name).err();
    let sentences = || RecursiveSentences::new(grammar, name).err();
    let recognizer = recognizer.map(|error| error.to_string());
    recognizer.or_else(|| sentences().map(|error| error.to_string()))
}

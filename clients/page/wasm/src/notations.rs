//! In which notations a grammar can be read, and what it means in each.

use rfcbnf::Reader;
use rfcbnf::export::ebnf;
use rfcbnf::syntax::Grammar;
use serde::Serialize;

use crate::export::Session;
use crate::{Answer, answer};

/// A notation in which a grammar has no errors, and a meaning of its own.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct FittingRecord {
    /// What links call it.
    id: &'static str,
    /// What people call it.
    name: String,
    /// A production whose meaning differs from that in the other notations, as EBNF of the W3C.
    means: String,
}

impl Session {
    /// Returns the notations in which the grammar has no errors and different meanings, whatever notation it is read in.
    /// The first is the one that the reader takes; if that has errors, it is not in the list.
    pub fn notations(&self) -> Answer {
        let grammars = Reader::default().fitting(&self.source);
        let written: Vec<Vec<String>> = grammars.iter().map(rules).collect();
        let records = grammars.iter().zip(&written).map(|(grammar, own)| {
            let is_told = |rule: &&String| written.iter().any(|others| !others.contains(rule));
            let rule = own.iter().find(is_told).or(own.first());
            FittingRecord {
                id: grammar.notation.id(),
                name: grammar.notation.to_string(),
                means: rule.cloned().unwrap_or_default(),
            }
        });
        answer(&records.collect::<Vec<_>>())
    }
}

/// Returns the productions as EBNF, each on a line.
fn rules(grammar: &Grammar) -> Vec<String> {
    let text = ebnf(grammar, None).unwrap_or_default();
    let mut rules: Vec<String> = Vec::new();
    for line in text.lines() {
        match rules.last_mut() {
            Some(rule) if line.starts_with(' ') => {
                rule.push(' ');
                rule.push_str(line.trim());
            }
            _ if line.contains("::=") => rules.push(line.to_owned()),
            _ => {}
        }
    }
    rules
}

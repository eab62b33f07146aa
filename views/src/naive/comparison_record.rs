//! Both readings of one text for programs.

use rfcbnf::naive::{Compared, Fault};
use rfcbnf::syntax::Grammar;
use serde::Serialize;

use crate::naive::comparison::{needed, source};

/// The results of both readings of a text.
#[derive(Debug, Serialize)]
pub struct ComparisonRecord<'a> {
    input: &'a str,
    rule: &'a str,
    agree: bool,
    naive: bool,
    derived: bool,
    end: Option<usize>,
    blame: Option<BlameRecord>,
}

#[derive(Debug, Serialize)]
struct BlameRecord {
    rule: String,
    start: usize,
    end: usize,
    fault: &'static str,
    part: String,
    took: Option<[usize; 2]>,
    needed: Option<String>,
}

impl<'a> ComparisonRecord<'a> {
    /// Returns the record of a text that was compared as the production `rule`.
    #[must_use]
    pub fn new(grammar: &Grammar, rule: &'a str, input: &'a str, compared: &Compared) -> Self {
        let blame = compared.cause.as_ref().map(|cause| BlameRecord {
            rule: cause.production.clone(),
            start: cause.derives.start,
            end: cause.derives.end,
            fault: name(&cause.fault),
            part: source(grammar, &cause.part),
            took: cause.took.as_ref().map(|took| [took.start, took.end]),
            needed: needed(grammar, input, &cause.fault),
        });
        Self {
            input,
            rule,
            agree: compared.agrees(),
            naive: compared.is_accepted(),
            derived: compared.tree.is_some(),
            end: compared.end,
            blame,
        }
    }
}

fn name(fault: &Fault) -> &'static str {
    match fault {
        Fault::Alternative { .. } => "alternative",
        Fault::Option => "option",
        Fault::Round => "round",
        Fault::Extent { .. } => "extent",
    }
}

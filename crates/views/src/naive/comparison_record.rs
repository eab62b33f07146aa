//! Both readings of one text for programs.

use rfcbnf::naive::{Compared, Fault};
use rfcbnf::syntax::Grammar;
use serde::Serialize;

use crate::json::Octets;
use crate::naive::comparison::source;

/// The results of both readings of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparisonRecord<'a> {
    input: Octets<&'a [u8]>,
    rule: &'a str,
    agree: bool,
    naive: bool,
    derived: bool,
    end: Option<usize>,
    blame: Option<BlameRecord>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct BlameRecord {
    rule: String,
    start: usize,
    end: usize,
    #[cfg_attr(
        feature = "typescript",
        ts(type = "\"alternative\" | \"option\" | \"round\" | \"extent\"")
    )]
    fault: &'static str,
    part: String,
    took: Option<[usize; 2]>,
    needed: Option<Octets<Vec<u8>>>,
}

impl<'a> ComparisonRecord<'a> {
    /// Returns the record of a text that was compared as the production `rule`.
    #[must_use]
    pub fn new(grammar: &Grammar, rule: &'a str, input: &'a [u8], compared: &Compared) -> Self {
        let blame = compared.cause.as_ref().map(|cause| BlameRecord {
            rule: cause.production.clone(),
            start: cause.derives.start,
            end: cause.derives.end,
            fault: name(&cause.fault),
            part: source(grammar, &cause.part),
            took: cause.took.as_ref().map(|took| [took.start, took.end]),
            needed: match &cause.fault {
                Fault::Alternative { needed } => Some(source(grammar, needed).into_bytes()),
                Fault::Extent { needed } => Some(input[needed.clone()].to_vec()),
                Fault::Option | Fault::Round => None,
            }
            .map(Octets),
        });
        Self {
            input: Octets(input),
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

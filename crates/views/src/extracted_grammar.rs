//! Views of the grammar that was found in a document.
//!
//! ```
//! use rfc1738_views::extracted_grammar::remarks;
//! use rfcbnf::extract::{Keep, extract};
//!
//! let found = extract("   a = 1*DIGIT\n\n   a = 2*DIGIT\n", Keep::Last);
//! assert_eq!(
//!     remarks(&found, true),
//!     ["1 production has several definitions that differ, and the last is taken (--keep last): a (line 3, not 1)"]
//! );
//! ```

use anstyle::Style;
use rfcbnf::Damage;
use rfcbnf::extract::{ExtractedRule, Extraction, Keep, Reason, Redefinition, Repair, UnreadLines};
use serde::Serialize;

use crate::count::counted;

/// The greatest number of names that a remark lists.
const NAMED: usize = 8;

/// A rule for programs.
#[derive(Debug, Serialize)]
pub struct RuleRecord<'a> {
    /// The name.
    pub name: &'a str,
    /// The line in the document, from 1.
    pub line: usize,
    /// The number and the title of the section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The lines of the rule.
    pub text: &'a str,
}

impl<'a> RuleRecord<'a> {
    /// Describes a rule.
    #[must_use]
    pub fn new(rule: &'a ExtractedRule) -> Self {
        Self {
            name: &rule.name,
            line: rule.line,
            section: rule.section.as_ref().map(ToString::to_string),
            text: &rule.text,
        }
    }
}

/// Returns what was decided about the document, a line for each kind. Names are those of the
/// document, which have letters, digits and a few marks only. `can_choose` says whether there is an option `--keep`.
#[must_use]
pub fn remarks(extraction: &Extraction, can_choose: bool) -> Vec<String> {
    let redefinitions = &extraction.redefinitions;
    let (corrected, differing): (Vec<&Redefinition>, Vec<&Redefinition>) =
        redefinitions.iter().partition(|one| one.erratum.is_some());
    let mut remarks = Vec::new();
    remarks_on_choices(&differing, can_choose, &mut remarks);
    for one in corrected {
        let id = one
            .erratum
            .as_ref()
            .map_or("", |erratum| erratum.id.as_str());
        remarks.push(format!(
            "erratum {id} corrects {} (line {})",
            one.name, one.line
        ));
    }
    for one in &extraction.unused_errata {
        let (id, status) = (&one.erratum.id, &one.erratum.status);
        let status = if status.is_empty() {
            "without a status"
        } else {
            status
        };
        remarks.push(format!(
            "erratum {id} is left out, because it is not verified ({status}): {} (line {})",
            one.name, one.line
        ));
    }
    let lines = |lines: &[usize]| list(lines.iter().map(ToString::to_string).collect());
    let mut of_lines = |found: &[usize], one: &str, many: &str| {
        if !found.is_empty() {
            let word = if found.len() == 1 { "line" } else { "lines" };
            let counted = counted(found.len(), one, many, Style::new());
            remarks.push(format!("{counted}: {word} {}", lines(found)));
        }
    };
    of_lines(
        &extraction.in_words,
        "production has a body in words, which is written in angle brackets",
        "productions have bodies in words, which are written in angle brackets",
    );
    of_lines(
        &extraction.wrapped_comments,
        "line continues a comment without a semicolon, which is written before it",
        "lines continue comments without semicolons, which are written before them",
    );
    for Repair { damage, lines } in &extraction.repairs {
        let (one, many) = match damage {
            Damage::LineNumbers { .. } => (
                "line of a production begins with a line number, which is left out",
                "lines of productions begin with line numbers, which are left out",
            ),
            Damage::RulesOnOneLine { .. } => (
                "line has several productions, each of which is read as if it began a line",
                "lines have several productions, each of which is read as if it began a line",
            ),
            Damage::LookAlikes { .. } => (
                "line of a production has characters that only look like ASCII, and is read as if they were",
                "lines of productions have characters that only look like ASCII, and are read as if they were",
            ),
            _ => continue,
        };
        of_lines(lines, one, many);
    }
    of_lines(
        &extraction.other_notation,
        "production is left out, because the others have another sign than it before the body",
        "productions are left out, because the others have another sign than they before the body",
    );
    of_lines(
        &extraction.calls,
        "definition calls functions and is left out",
        "definitions call functions and are left out",
    );
    of_lines(
        &extraction.nameless,
        "block is a body without a name and is left out",
        "blocks are bodies without a name and are left out",
    );
    of_lines(
        &extraction.includes,
        "line includes another file, which is not read",
        "lines include other files, which are not read",
    );
    of_lines(
        &extraction.asn1,
        "definition in ASN.1 is left out",
        "definitions in ASN.1 are left out",
    );
    remarks
}

/// Adds a remark for each reason for which one of several definitions is taken.
fn remarks_on_choices(differing: &[&Redefinition], can_choose: bool, remarks: &mut Vec<String>) {
    let reasons = [
        (
            Reason::Keep(Keep::Last),
            "several definitions that differ, and the last is taken",
            " (--keep last)",
        ),
        (
            Reason::Keep(Keep::First),
            "several definitions that differ, and the first is taken",
            " (--keep first)",
        ),
        (
            Reason::NoExample,
            "another definition in an example, which is left out",
            "",
        ),
    ];
    for (reason, sentence, option) in reasons {
        let option = if can_choose { option } else { "" };
        let names = differing
            .iter()
            .filter(|one| one.reason == reason)
            .map(|one| {
                let others: Vec<String> = one.others.iter().map(ToString::to_string).collect();
                format!(
                    "{} (line {}, not {})",
                    one.name,
                    one.line,
                    others.join(", ")
                )
            });
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            remarks.push(format!(
                "{} {sentence}{option}: {}",
                counted(
                    names.len(),
                    "production has",
                    "productions have",
                    Style::new()
                ),
                list(names)
            ));
        }
    }
}

/// Returns the error of lines that belong to no rule, without their place.
#[must_use]
pub fn unread_lines(lines: &UnreadLines) -> String {
    let (what, belong, follow, are) = if lines.first == lines.last {
        ("this line".to_owned(), "belongs", "follows", "is")
    } else {
        let what = format!("the lines to line {}", lines.last);
        (what, "belong", "follow", "are")
    };
    if lines.is_said_grammar {
        format!("{what} {belong} to no production, although the block says that it is a grammar")
    } else {
        format!(
            "{what} {follow} a production and {are} written like a body, but {belong} to no production"
        )
    }
}

/// Lists names, and counts what is too much.
fn list(mut names: Vec<String>) -> String {
    let further = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let names = names.join(", ");
    match further {
        0 => names,
        further => format!("{names} and {further} more"),
    }
}

//! The valid texts that are nearest to an invalid one: what to change, and what is expected there.
//!
//! ```
//! use rfcbnf::Grammar;
//! use rfc1738_views::repairs::Repairs;
//!
//! let grammar = Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT\n")?;
//! let parser = grammar.parser("time")?;
//! let repairs = Repairs::of(parser.rule(), b"12-30", 3);
//! let line = &repairs.lines(parser.rule(), &[])[0];
//! assert_eq!((line.number.as_deref(), line.offset), (Some("1 of 1"), Some(2)));
//! assert_eq!(line.text, "replace \"-\" with \":\"; expected \":\" in time");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: an edit is called a repair, and never an error. What is wrong with a text is said by its error alone.

use std::ops::Range;

use rfcbnf::parser::{Edit, Nearest, NearestCount, NearestQuestion, NoNearest, Repair};
use rfcbnf_engine::escape::{Escaped, Quoted};
use rfcbnf_engine::password::HIDDEN;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::json::Octets;
use crate::production::CheckedProduction;

/// The nearest texts to a text, or why they are not known.
#[derive(Debug, Clone)]
pub struct Repairs<'t> {
    text: &'t [u8],
    found: Result<Nearest, NoNearest>,
}

/// A line about an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairLine {
    /// Which repair it belongs to, and which of its edits it is: `1 of 9`, `2 of 9, edit 1 of 3`; `None` if no repair
    /// is known.
    pub number: Option<String>,
    /// Where the edit begins, in octets of the text; `None` if no repair is known.
    pub offset: Option<usize>,
    /// What to change, or why that is not known. It is escaped.
    pub text: String,
}

impl<'t> Repairs<'t> {
    /// Looks for the nearest texts, and keeps at most so many.
    #[must_use]
    pub fn of<P: CheckedProduction>(rule: P, text: &'t [u8], most: usize) -> Self {
        Self {
            text,
            found: rule.nearest(text, NearestQuestion::new(most)),
        }
    }

    /// Returns the only nearest text; `None` if there are others, or if that is not known.
    ///
    /// ```
    /// use rfcbnf::Grammar;
    /// use rfc1738_views::repairs::Repairs;
    ///
    /// let grammar = Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT\n")?;
    /// let parser = grammar.parser("time")?;
    /// assert_eq!(Repairs::of(parser.rule(), b"1230", 1).only(), Some(b"12:30".to_vec()));
    /// assert_eq!(Repairs::of(parser.rule(), b"12:3", 1).only(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn only(self) -> Option<Vec<u8>> {
        let mut nearest = self.found.ok()?;
        (nearest.count == NearestCount::Exactly(1))
            .then(|| nearest.repairs.pop())?
            .map(|one| one.text)
    }

    /// Returns a line for each edit. Those of the first repair say what is expected where they are, after the edits
    /// before. `secrets` are spans of the text that are hidden.
    pub fn lines<P: CheckedProduction>(
        &self,
        rule: P,
        secrets: &[Range<usize>],
    ) -> Vec<RepairLine> {
        let nearest = match &self.found {
            Ok(nearest) => nearest,
            Err(none) => {
                let reason = none.to_string();
                return vec![RepairLine {
                    number: None,
                    offset: None,
                    text: format!("undecided: {}", Escaped(reason.as_bytes())),
                }];
            }
        };
        let mut lines = Vec::new();
        for (repair, number) in nearest.repairs.iter().zip(1..) {
            let edits = repair.joined_edits();
            for (index, edit) in edits.iter().enumerate() {
                let number_of_edit = match edits.len() {
                    1 => String::new(),
                    several => format!(", edit {} of {several}", index + 1),
                };
                let expected = if number == 1 {
                    expected(rule, &edits[..index], repair, edit)
                } else {
                    String::new()
                };
                lines.push(RepairLine {
                    number: Some(format!("{number} of {}{number_of_edit}", nearest.count)),
                    offset: Some(edit.start),
                    text: self.change(edit, secrets) + &expected,
                });
            }
        }
        lines
    }

    /// Says what an edit changes.
    fn change(&self, edit: &Edit, secrets: &[Range<usize>]) -> String {
        let old = &self.text[edit.start..edit.end];
        let overlaps = |one: &Range<usize>| one.start < edit.end && edit.start < one.end;
        let old = if secrets.iter().any(overlaps) {
            HIDDEN.to_owned()
        } else {
            Quoted(old).to_string()
        };
        let new = Quoted(&*edit.text);
        if edit.start == edit.end {
            format!("insert {new}")
        } else if edit.text.is_empty() {
            format!("delete {old}")
        } else {
            format!("replace {old} with {new}")
        }
    }

    /// Returns the number of fields that [`Self::serialize_fields`] writes.
    pub(crate) fn field_count(&self) -> usize {
        if self.found.is_ok() { 2 } else { 1 }
    }

    /// Writes the repairs into the record of an error.
    pub(crate) fn serialize_fields<S: SerializeStruct>(
        &self,
        error: &mut S,
    ) -> Result<(), S::Error> {
        match &self.found {
            Ok(nearest) => {
                let repairs = nearest.repairs.iter().map(|repair| RepairRecord {
                    repair,
                    distance: nearest.distance,
                });
                let repairs: Vec<_> = repairs.collect();
                error.serialize_field("repairs", &repairs)?;
                error.serialize_field("repairs_count", &nearest.count.exact())
            }
            Err(none) => error.serialize_field("repairs_undecided", &none.to_string()),
        }
    }
}

/// Says what is expected where an edit is, after the edits before it, and in which productions.
fn expected<P: CheckedProduction>(
    rule: P,
    before: &[Edit],
    repair: &Repair,
    edit: &Edit,
) -> String {
    let lengths = |edits: &[Edit]| -> (usize, usize) {
        let removed = edits.iter().map(|one| one.end - one.start).sum();
        let added = edits.iter().map(|one| one.text.len()).sum();
        (removed, added)
    };
    let (removed, added) = lengths(before);
    let end = edit.start - removed + added;
    let Some(facts) = rule.diagnose(&repair.text[..end]) else {
        return String::new();
    };
    if facts.offset() != end {
        return String::new();
    }
    let (expected, context) = (facts.expected_list(), facts.context_list());
    format!("; expected {expected} in {context}")
}

/// A repair, for programs.
struct RepairRecord<'a> {
    repair: &'a Repair,
    distance: u32,
}

impl Serialize for RepairRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let edits = self.repair.joined_edits();
        let edits: Vec<_> = edits.iter().map(EditRecord).collect();
        let mut record = serializer.serialize_struct("Repair", 3)?;
        record.serialize_field("text", &Octets(&*self.repair.text))?;
        record.serialize_field("distance", &self.distance)?;
        record.serialize_field("edits", &edits)?;
        record.end()
    }
}

struct EditRecord<'a>(&'a Edit);

impl Serialize for EditRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Edit", 3)?;
        record.serialize_field("start", &self.0.start)?;
        record.serialize_field("end", &self.0.end)?;
        record.serialize_field("text", &Octets(&*self.0.text))?;
        record.end()
    }
}

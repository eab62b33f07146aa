//! The valid texts that are nearest to an invalid one: what to change, and what is expected there.
//!
//! ```
//! use rfcbnf::Grammar;
//! use rfc1738_views::repairs::Repairs;
//!
//! let grammar = Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT\n")?;
//! let parser = grammar.parser("time")?;
//! let repairs = Repairs::of(parser.rule(), b"12-30", 3);
//! let line = &repairs.lines(&[])[0];
//! assert_eq!((line.number.as_deref(), line.offset), (Some("1 of 1"), Some(2)));
//! assert_eq!(line.text, "replace \"-\" with \":\"; expected \":\" in time");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: an edit is called a repair, and never an error. What is wrong with a text is said by its error alone.

use std::ops::Range;

use rfcbnf::parser::{Edit, Nearest, NearestCount, NearestQuestion, NoNearest, Repair};
use rfcbnf_engine::escape::Escaped;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::json::{Object, Octets};
use crate::production::CheckedProduction;

/// The nearest texts to a text, or why they are not known.
#[derive(Debug, Clone)]
pub struct Repairs<'t> {
    text: &'t [u8],
    found: Result<Nearest, NoNearest>,
    /// For each edit of the first one, what is expected where it is.
    expected: Vec<Option<Expectation>>,
}

/// What is expected where an edit is, after the edits before it.
#[derive(Debug, Clone)]
struct Expectation {
    expected: Vec<String>,
    context: Vec<String>,
    /// Both for people.
    words: String,
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
    /// Looks for the nearest texts. The question is the greatest number of them that is kept, or has more.
    #[must_use]
    pub fn of<P: CheckedProduction>(
        rule: P,
        text: &'t [u8],
        question: impl Into<NearestQuestion>,
    ) -> Self {
        let found = rule.nearest(text, question.into());
        let first = found.as_ref().ok().and_then(|one| one.repairs.first());
        let expected = first.map_or_else(Vec::new, |repair| {
            let edits = repair.joined_edits();
            let before = (0..edits.len()).map(|index| &edits[..index]);
            let places = before.zip(&edits);
            let places = places.map(|(before, edit)| Expectation::of(rule, before, repair, edit));
            places.collect()
        });
        Self {
            text,
            found,
            expected,
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
    #[must_use]
    pub fn lines(&self, secrets: &[Range<usize>]) -> Vec<RepairLine> {
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
        // The edits of the first repair come first.
        let edits = nearest.numbered_edits().into_iter().enumerate();
        let lines = edits.map(|(index, (number, edit))| {
            let expected = self.expected.get(index).and_then(Option::as_ref);
            let expected = expected.map_or("", |expected| &expected.words);
            RepairLine {
                number: Some(number),
                offset: Some(edit.start),
                text: edit.change(self.text, secrets) + expected,
            }
        });
        lines.collect()
    }

    /// Returns why the nearest texts are not known; `None` if they are.
    #[must_use]
    pub fn undecided(&self) -> Option<&NoNearest> {
        self.found.as_ref().err()
    }

    /// Returns what is expected where an edit is, if that is known. Repairs count from 1, edits from 0.
    fn expected_at(&self, repair: usize, edit: usize) -> Option<&Expectation> {
        let expected = self.expected.get(edit)?.as_ref();
        expected.filter(|_| repair == 1)
    }

    /// Returns the repairs for programs.
    ///
    /// ```
    /// use rfcbnf::Grammar;
    /// use rfc1738_views::json;
    /// use rfc1738_views::repairs::Repairs;
    ///
    /// let grammar = Grammar::from_abnf("time = 2DIGIT \":\" 2DIGIT\n")?;
    /// let parser = grammar.parser("time")?;
    /// let record = Repairs::of(parser.rule(), b"12-30", 1).record();
    /// assert_eq!(
    ///     json::line(&record),
    ///     r#"{"repairs":[{"text":"12:30","distance":1,"edits":[{"start":2,"end":3,"text":":","expected":["\":\""],"context":["time"]}]}],"repairs_count":1}"#,
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn record(&self) -> RepairsRecord {
        let nearest = match &self.found {
            Ok(nearest) => nearest,
            Err(none) => {
                return RepairsRecord {
                    repairs_undecided: Some(none.to_string()),
                    ..RepairsRecord::default()
                };
            }
        };
        let repairs = nearest.repairs.iter().zip(1..).map(|(repair, number)| {
            let edits = repair.joined_edits().into_iter().enumerate();
            let edits = edits.map(|(index, edit)| {
                let expected = self.expected_at(number, index);
                EditRecord {
                    start: edit.start,
                    end: edit.end,
                    text: Octets(edit.text),
                    expected: expected.map(|one| one.expected.clone()),
                    context: expected.map(|one| one.context.clone()),
                }
            });
            RepairRecord {
                text: Octets(repair.text.clone()),
                distance: nearest.distance,
                edits: edits.collect(),
            }
        });
        RepairsRecord {
            repairs: Some(repairs.collect()),
            repairs_count: Some(Count(nearest.count)),
            repairs_undecided: None,
        }
    }
}

impl Expectation {
    /// Finds out what is expected where an edit is, after the edits before it, and in which productions.
    fn of<P: CheckedProduction>(
        rule: P,
        before: &[Edit],
        repair: &Repair,
        edit: &Edit,
    ) -> Option<Self> {
        let removed: usize = before.iter().map(|one| one.end - one.start).sum();
        let added: usize = before.iter().map(|one| one.text.len()).sum();
        let end = edit.start - removed + added;
        let facts = rule.diagnose(&repair.text[..end])?;
        if facts.offset() != end {
            return None;
        }
        let (expected, context) = (facts.expected_list(), facts.context_list());
        Some(Self {
            expected: facts.expected().iter().map(ToString::to_string).collect(),
            context: facts.context().iter().map(ToString::to_string).collect(),
            words: format!("; expected {expected} in {context}"),
        })
    }
}

/// The nearest texts, or why they are not known, for programs. The error of the text has the same fields.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RepairsRecord {
    /// The first ones. The distance of all of them is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    repairs: Option<Vec<RepairRecord>>,
    /// How many there are; `None` if they are too many to be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number | null"))]
    repairs_count: Option<Count>,
    /// Why they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    repairs_undecided: Option<String>,
}

impl RepairsRecord {
    /// Adds the fields to an object.
    pub(crate) fn add_to(&self, object: Object) -> Object {
        object
            .with_some("repairs", self.repairs.as_ref())
            .with_some("repairs_count", self.repairs_count)
            .with_some("repairs_undecided", self.repairs_undecided.as_ref())
    }

    /// Returns the number of fields that [`Self::serialize_fields`] writes.
    pub(crate) fn field_count(&self) -> usize {
        if self.repairs.is_some() { 2 } else { 1 }
    }

    /// Writes the repairs into the record of an error.
    pub(crate) fn serialize_fields<S: SerializeStruct>(
        &self,
        error: &mut S,
    ) -> Result<(), S::Error> {
        if let Some(repairs) = &self.repairs {
            error.serialize_field("repairs", repairs)?;
        }
        if let Some(count) = &self.repairs_count {
            error.serialize_field("repairs_count", count)?;
        }
        if let Some(reason) = &self.repairs_undecided {
            error.serialize_field("repairs_undecided", reason)?;
        }
        Ok(())
    }
}

/// The number of nearest texts, or null.
#[derive(Debug, Clone, Copy)]
struct Count(NearestCount);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.exact().serialize(serializer)
    }
}

/// A valid text, and the edits that lead to it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "NearestText"))]
struct RepairRecord {
    text: Octets,
    /// The number of characters that are inserted, deleted or replaced.
    distance: u32,
    /// In ascending order. Those that touch are one.
    edits: Vec<EditRecord>,
}

/// What to change. Offsets are those of the text before all edits.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct EditRecord {
    /// Where it begins.
    start: usize,
    /// Where it ends: the start, if it is an insertion.
    end: usize,
    /// The new text; empty if it is a deletion.
    text: Octets,
    /// What is expected there after the edits before, for people. Edits of the first repair have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    expected: Option<Vec<String>>,
    /// The productions that are open there, the outermost first. Edits of the first repair have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    context: Option<Vec<String>>,
}

//! Tables for programs.

use rfcbnf::tables::{Alternative, Conflict, Lookahead, Row, Tables, Why};
use serde::Serialize;

use crate::tables::{conflict_line, label, reasons};

/// FIRST, FOLLOW, and the table of LL(1).
///
/// ```
/// use rfc1738_views::json;
/// use rfc1738_views::tables::record::TablesRecord;
/// use rfcbnf::tables::Tables;
///
/// let grammar = rfcbnf::read("s = [ \"x\" ]\n")?;
/// let line = json::line(&TablesRecord::new(&Tables::new(&grammar, "s")?));
/// assert!(line.starts_with(r#"{"columns":[{"label":"x","characters":[["x","x"]],"end":false},{"label":"end","#));
/// assert!(line.ends_with(r#""cells":[[0],[1]]}],"conflicts":[],"ll1":true}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TablesRecord {
    /// Classes of characters that no terminal tells apart, and the end of the text.
    columns: Vec<LookaheadRecord>,
    /// The productions in the order of the file, each before its helpers.
    rows: Vec<TableRow>,
    conflicts: Vec<TableConflict>,
    /// Whether there is no conflict.
    ll1: bool,
}

/// What can come next.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct LookaheadRecord {
    /// For people.
    label: String,
    /// The first and the last character of each range.
    characters: Vec<(char, char)>,
    /// Whether the text can end.
    end: bool,
}

/// A production, or a helper: a part of one.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct TableRow {
    name: String,
    /// The production that it is, or is a part of.
    rule: String,
    /// What of the grammar it is, in octets.
    start: usize,
    end: usize,
    helper: bool,
    /// Whether it derives the empty text.
    nullable: bool,
    first: LookaheadRecord,
    follow: LookaheadRecord,
    alternatives: Vec<TableAlternative>,
    /// For each column, the alternatives that the table has there.
    cells: Vec<Vec<usize>>,
}

/// A right side.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct TableAlternative {
    /// Names and terminals; none for the empty text.
    parts: Vec<TablePart>,
    start: usize,
    end: usize,
    first: LookaheadRecord,
    nullable: bool,
}

/// A name, or a terminal as the grammar writes it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct TablePart {
    text: String,
    name: bool,
}

/// Two alternatives in one cell.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct TableConflict {
    /// The index of the row.
    row: usize,
    next: LookaheadRecord,
    alternatives: [usize; 2],
    why: [TableReason; 2],
    /// Where it is and between what, for people.
    message: String,
}

/// Why the table has an alternative.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct TableReason {
    /// Whether the character is in FIRST of the alternative. If not, it is in FOLLOW of the production.
    first: bool,
    /// Productions that end with each other, from that of the row on.
    ends: Vec<String>,
    /// The production and the alternative in which the character comes after the last of them.
    within: Option<(String, usize)>,
    /// The same for people.
    message: String,
}

impl TablesRecord {
    /// Returns the record of tables.
    #[must_use]
    pub fn new(tables: &Tables) -> Self {
        let conflicts = tables.conflicts().iter();
        Self {
            columns: tables.columns().iter().map(LookaheadRecord::from).collect(),
            rows: tables.rows().iter().map(TableRow::from).collect(),
            conflicts: conflicts
                .map(|one| TableConflict::of(tables, one))
                .collect(),
            ll1: tables.is_ll1(),
        }
    }
}

impl From<&Lookahead> for LookaheadRecord {
    fn from(lookahead: &Lookahead) -> Self {
        let ranges = lookahead.characters.iter();
        Self {
            label: label(lookahead),
            characters: ranges.map(|range| range.clone().into_inner()).collect(),
            end: lookahead.end,
        }
    }
}

impl From<&Row> for TableRow {
    fn from(row: &Row) -> Self {
        Self {
            name: row.name().to_owned(),
            rule: row.production().to_owned(),
            start: row.span().start,
            end: row.span().end,
            helper: row.is_helper(),
            nullable: row.is_nullable(),
            first: (&row.first()).into(),
            follow: (&row.follow()).into(),
            alternatives: row
                .alternatives()
                .iter()
                .map(TableAlternative::from)
                .collect(),
            cells: row.cells().to_vec(),
        }
    }
}

impl From<&Alternative> for TableAlternative {
    fn from(alternative: &Alternative) -> Self {
        let parts = alternative.parts.iter().map(|part| TablePart {
            text: part.text.clone(),
            name: part.is_name,
        });
        Self {
            parts: parts.collect(),
            start: alternative.span.start,
            end: alternative.span.end,
            first: (&alternative.first).into(),
            nullable: alternative.is_nullable,
        }
    }
}

impl TableConflict {
    fn of(tables: &Tables, conflict: &Conflict) -> Self {
        let mut messages = reasons(tables, conflict).into_iter();
        let why = conflict.why.each_ref().map(|why| {
            let (ends, within) = match why {
                Why::First => (Vec::new(), None),
                Why::Follow { ends, within } => (ends.clone(), within.clone()),
            };
            TableReason {
                first: *why == Why::First,
                ends,
                within,
                message: messages.next().unwrap_or_default(),
            }
        });
        Self {
            row: conflict.row,
            next: (&conflict.characters).into(),
            alternatives: conflict.alternatives,
            why,
            message: conflict_line(&tables.rows()[conflict.row], conflict),
        }
    }
}

//! What a course shows of a grammar: FIRST, FOLLOW, the table of LL(1), and its conflicts with their causes.
//!
//! ```
//! use rfcbnf::tables::Tables;
//! use rfc1738_views::palette::Palette;
//! use rfc1738_views::tables;
//!
//! let grammar = rfcbnf::read("S → i S R | a\nR → e S | ε\n")?;
//! let mut out = Vec::new();
//! tables::write(&mut out, Palette::PLAIN, &Tables::new(&grammar, "S")?)?;
//! assert_eq!(String::from_utf8(out)?, "\
//! rules
//!   S → i S R
//!     | a
//!   R → e S
//!     | ε
//!
//!      FIRST  FOLLOW
//!   S  a i    e end
//!   R  ε e    e end
//!
//!      a  e         i      end
//!   S  a            i S R
//!   R     e S or ε         ε
//!
//! R before e: e S or ε
//!   e S, because e is in FIRST of it
//!   ε, because e is in FOLLOW of R: R ends S, and e comes after S in `i S R` of S
//! not LL(1): 1 conflict
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod record;

use std::io::{self, Write};

use rfcbnf::tables::{Alternative, Conflict, Lookahead, Row, Tables, Why};
use rfcbnf_engine::escape::Printable;

use crate::characters::Next;
use crate::count::counted;
use crate::palette::Palette;
use crate::table::{Cell, Column, Table};

/// What stands for the empty text.
const EMPTY: &str = "ε";

/// What stands for the end of the text.
const END: &str = "end";

/// Writes the rules, FIRST and FOLLOW, the table, and its conflicts.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, palette: Palette, tables: &Tables) -> io::Result<()> {
    write_rules(out, palette, tables)?;
    writeln!(out)?;
    sets(palette, tables).write(out, palette, "  ")?;
    writeln!(out)?;
    cells(palette, tables).write(out, palette, "  ")?;
    writeln!(out)?;
    for conflict in tables.conflicts() {
        write_conflict(out, palette, tables, conflict)?;
    }
    match tables.conflicts().len() {
        0 => writeln!(out, "LL(1)"),
        count => {
            let count = counted(count, "conflict", "conflicts", palette.number);
            writeln!(out, "not LL(1): {count}")
        }
    }
}

fn write_rules(out: &mut impl Write, palette: Palette, tables: &Tables) -> io::Result<()> {
    let (heading, name) = (palette.heading, palette.name);
    writeln!(out, "{heading}rules{heading:#}")?;
    let widths = tables.rows().iter().map(|row| row.name().chars().count());
    let width = widths.max().unwrap_or(0);
    for row in tables.rows() {
        for (index, alternative) in row.alternatives().iter().enumerate() {
            let (shown, sign) = if index == 0 {
                (row.name(), "→")
            } else {
                ("", "|")
            };
            let shown = Printable(shown.as_bytes()).to_string();
            let right = written(alternative);
            writeln!(out, "  {name}{shown:width$}{name:#} {sign} {right}")?;
        }
    }
    Ok(())
}

fn sets(palette: Palette, tables: &Tables) -> Table<'static> {
    let rows = tables.rows().iter().map(|row| {
        let (first, follow) = (row.first(), row.follow());
        let empty = row.is_nullable().then_some(EMPTY);
        vec![
            Cell::new(row.name(), palette.name),
            Cell::plain(&words(empty, &first)),
            Cell::plain(&words(None, &follow)),
        ]
    });
    Table {
        columns: ["", "FIRST", "FOLLOW"].map(Column::of_texts).into(),
        rows: rows.collect(),
    }
}

fn cells(palette: Palette, tables: &Tables) -> Table<'_> {
    let mut rows = vec![vec![Cell::plain("")]];
    rows[0].extend(
        tables
            .columns()
            .iter()
            .map(|column| Cell::new(&label(column), palette.heading)),
    );
    rows.extend(tables.rows().iter().map(|row| {
        let mut cells = vec![Cell::new(row.name(), palette.name)];
        cells.extend(row.cells().iter().map(|cell| {
            let right = cell
                .iter()
                .map(|index| written(&row.alternatives()[*index]));
            let style = if cell.len() > 1 {
                palette.error
            } else {
                anstyle::Style::new()
            };
            Cell::new(&right.collect::<Vec<_>>().join(" or "), style)
        }));
        cells
    }));
    Table {
        columns: (0..=tables.columns().len())
            .map(|_| Column::default())
            .collect(),
        rows,
    }
}

fn write_conflict(
    out: &mut impl Write,
    palette: Palette,
    tables: &Tables,
    conflict: &Conflict,
) -> io::Result<()> {
    let (error, row) = (palette.error, &tables.rows()[conflict.row]);
    writeln!(out, "{error}{}{error:#}", conflict_line(row, conflict))?;
    for reason in reasons(tables, conflict) {
        writeln!(out, "  {reason}")?;
    }
    Ok(())
}

/// Returns where a conflict is, and between what.
fn conflict_line(row: &Row, conflict: &Conflict) -> String {
    let [first, second] = conflict
        .alternatives
        .map(|index| written(&row.alternatives()[index]));
    let name = Printable(row.name().as_bytes());
    format!(
        "{name} before {}: {first} or {second}",
        label(&conflict.characters)
    )
}

/// Returns for each alternative of a conflict why the table has it.
fn reasons(tables: &Tables, conflict: &Conflict) -> [String; 2] {
    let row = &tables.rows()[conflict.row];
    let next = label(&one(&conflict.characters));
    [0, 1].map(|index| {
        let alternative = &row.alternatives()[conflict.alternatives[index]];
        let right = written(alternative);
        let (ends, within) = match &conflict.why[index] {
            Why::First => return format!("{right}, because {next} is in FIRST of it"),
            Why::Follow { ends, within } => (ends, within),
        };
        let name = Printable(row.name().as_bytes());
        let ends: Vec<String> = ends
            .iter()
            .map(|one| Printable(one.as_bytes()).to_string())
            .collect();
        let joints = ends
            .windows(2)
            .map(|pair| format!("{} ends {}, and ", pair[0], pair[1]));
        let joints: String = joints.collect();
        let last = ends.last().map_or("", String::as_str);
        let end = match within {
            None => format!("{last} is where texts begin"),
            Some((user, index)) => {
                let mut rows = tables.rows().iter();
                let row = rows.find(|row| row.name() == user);
                let right =
                    row.map_or_else(String::new, |row| written(&row.alternatives()[*index]));
                let user = Printable(user.as_bytes());
                format!("{next} comes after {last} in `{right}` of {user}")
            }
        };
        format!("{right}, because {next} is in FOLLOW of {name}: {joints}{end}")
    })
}

/// Returns one of the characters, or the end if there is none.
fn one(lookahead: &Lookahead) -> Lookahead {
    match lookahead.readable() {
        Some(character) => Lookahead {
            characters: vec![character..=character],
            end: false,
        },
        None => lookahead.clone(),
    }
}

/// Returns a right side, escaped.
fn written(alternative: &Alternative) -> String {
    let parts = alternative.parts.iter();
    let parts = parts.map(|part| Printable(part.text.as_bytes()).to_string());
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        EMPTY.to_owned()
    } else {
        parts.join(" ")
    }
}

/// Returns what can come next, for people: `a 0-9 end`. It is escaped.
pub(crate) fn label(lookahead: &Lookahead) -> String {
    words(None, lookahead)
}

fn words(first: Option<&str>, lookahead: &Lookahead) -> String {
    let characters = Next::of(lookahead.characters.clone()).to_string();
    let characters = Printable(characters.as_bytes()).to_string();
    let end = lookahead.end.then_some(END);
    let words = first
        .into_iter()
        .chain(Some(characters.as_str()).filter(|one| !one.is_empty()));
    words.chain(end).collect::<Vec<_>>().join(" ")
}

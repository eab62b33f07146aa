//! The counts of `check`: a few lines at the end, or a report of its own, as JSON or CSV.

use std::borrow::Cow;
use std::io::{self, Write};

use rfc1738::{AdviceId, Finding};
use rfcbnf_engine::escape::Escaped;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::check::counts::{Count, Counts, Example, NamedCounts, Row};
use crate::check::place::Place;
use crate::location;
use crate::palette::Palette;
use crate::production::{Checked, CheckedProduction, Name, Rejection as _, Undecided};
use crate::table::{Cell, Column, Table};

/// Returns the production that a text counts for.
///
/// A valid text counts for the production directly below the root, if that derives the whole
/// text: a URL counts for its kind. An invalid text counts for the production that rejects it.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::check::summary::production_of;
///
/// assert_eq!(production_of(&parse(Rule::Url, "http://h/")), Rule::Httpurl);
/// assert_eq!(production_of(&parse(Rule::Url, "http://h:a/")), Rule::Digits);
/// ```
#[must_use]
pub fn production_of<P: CheckedProduction>(result: &Checked<'_, P>) -> P {
    match result {
        Ok(tree) => {
            let root = tree.root();
            let only = root
                .children()
                .next()
                .filter(|child| child.span() == root.span());
            only.unwrap_or(root).rule()
        }
        Err(error) => error.facts().innermost(),
    }
}

/// The longest scheme with a count of its own, in octets.
const SCHEME: usize = 64;

/// The name of the scheme of texts that begin with none.
const NO_SCHEME: &str = "(none)";

/// The row of texts whose scheme is not decided.
const UNDECIDED_SCHEME: &str = "(undecided)";

/// A text with its verdict.
#[derive(Debug)]
pub struct CheckedText<'a, P: CheckedProduction> {
    /// Where the text comes from.
    pub place: Place<'a>,
    /// The text.
    pub text: &'a [u8],
    /// The production that a valid text counts for, or the error of an invalid one.
    pub verdict: Result<P, &'a P::Rejection>,
    /// The advice on a valid text.
    pub findings: &'a [Finding],
    /// Whether any of the advice is denied.
    pub is_denied: bool,
}

/// What a summary counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SummaryDetail<P> {
    /// The productions and the advice.
    Brief,
    /// Ids of errors, schemes and files as well, and a first example of each. The production
    /// derives the schemes, if the texts have schemes.
    Report(Option<P>),
}

/// What a summary is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noun {
    /// Each text is a line.
    Line,
    /// Each text is in a record.
    Record,
    /// Each text is a file.
    File,
}

/// What a report counts beside productions and advice.
#[derive(Debug, Clone, Copy)]
enum Named {
    Error,
    ValidScheme,
    InvalidScheme,
    ValidFile,
    InvalidFile,
    /// Of texts without a verdict.
    UndecidedFile,
    /// Of records whose text could not be read.
    UnreadableFile,
}

/// The titles for people and the keys for programs of these counts, in the order of the report.
const NAMED: [(&str, &str); 7] = [
    ("invalid because of", "invalid_by_error"),
    ("valid by scheme", "valid_by_scheme"),
    ("invalid by scheme", "invalid_by_scheme"),
    ("valid in file", "valid_by_file"),
    ("invalid in file", "invalid_by_file"),
    ("undecided in file", "undecided_by_file"),
    ("unreadable in file", "unreadable_by_file"),
];

/// The counts of checked texts.
#[derive(Debug)]
pub struct Summary<P> {
    detail: SummaryDetail<P>,
    valid: Counts<P>,
    invalid: Counts<P>,
    advice: Counts<AdviceId>,
    denied: u64,
    /// The number of records whose field is null.
    without_text: u64,
    undecided: u64,
    unreadable: u64,
    /// By [`Named`].
    named: [NamedCounts; NAMED.len()],
}

impl<P: CheckedProduction> Summary<P> {
    /// Returns a summary of no text.
    #[must_use]
    pub fn new(detail: SummaryDetail<P>) -> Self {
        Self {
            detail,
            valid: Counts::default(),
            invalid: Counts::default(),
            advice: Counts::default(),
            denied: 0,
            without_text: 0,
            undecided: 0,
            unreadable: 0,
            named: Default::default(),
        }
    }

    fn named(&mut self, named: Named) -> &mut NamedCounts {
        &mut self.named[named as usize]
    }

    /// Counts a text for its production, and each finding. A text with denied advice counts as
    /// denied once.
    pub fn count(&mut self, checked: &CheckedText<'_, P>) {
        let CheckedText { place, text, .. } = *checked;
        let is_report = matches!(self.detail, SummaryDetail::Report(_));
        let offset = checked.verdict.err().map(|error| error.facts().offset());
        let example = |offset| {
            is_report.then(|| match checked.verdict {
                Ok(_) => Example::new(&place, text, offset),
                Err(error) => Example::hiding(&place, text, error.passwords(), offset),
            })
        };
        let (production, counts) = match checked.verdict {
            Ok(production) => (production, &mut self.valid),
            Err(error) => (error.facts().innermost(), &mut self.invalid),
        };
        let count = counts.at(production.id().index(), production);
        count.one_more(|| example(offset));
        for finding in checked.findings {
            let count = self.advice.at(finding.id() as usize, finding.id());
            count.one_more(|| example(Some(finding.span().start)));
        }
        self.denied += u64::from(checked.is_denied);
        let SummaryDetail::Report(scheme) = self.detail else {
            return;
        };
        if let Err(error) = checked.verdict {
            let count = self.named(Named::Error).of(&error.id());
            count.one_more(|| example(offset));
        }
        let (schemes, files) = match checked.verdict {
            Ok(_) => (Named::ValidScheme, Named::ValidFile),
            Err(_) => (Named::InvalidScheme, Named::InvalidFile),
        };
        let count = self.named(files).of(place.file.shown);
        count.one_more(|| example(offset));
        if let Some(scheme) = scheme {
            let count = count_of_scheme(self.named(schemes), scheme, text);
            count.one_more(|| example(offset));
        }
    }

    /// Counts a valid text without advice for its production. A report also needs the text: see
    /// [`Self::count`].
    pub fn count_valid(&mut self, production: P) {
        let count = self.valid.at(production.id().index(), production);
        count.one_more(|| None);
    }

    /// Counts a text that is not decided, for a reason that is escaped.
    pub fn count_undecided(&mut self, place: &Place<'_>, reason: &str) {
        self.undecided += 1;
        self.count_reason(Named::UndecidedFile, place, reason);
    }

    /// Counts a text that could not be read, for a reason that is escaped.
    pub fn count_unreadable(&mut self, place: &Place<'_>, reason: &str) {
        self.unreadable += 1;
        self.count_reason(Named::UnreadableFile, place, reason);
    }

    fn count_reason(&mut self, files: Named, place: &Place<'_>, reason: &str) {
        if matches!(self.detail, SummaryDetail::Report(_)) {
            let count = self.named(files).of(place.file.shown);
            count.one_more(|| Some(Example::new(place, reason.as_bytes(), None)));
        }
    }

    /// Counts a record whose field is null.
    pub fn count_without_text(&mut self) {
        self.without_text += 1;
    }

    /// Adds the summary of later texts.
    pub fn add(&mut self, later: &Self) {
        self.valid.add(&later.valid);
        self.invalid.add(&later.invalid);
        self.advice.add(&later.advice);
        self.denied += later.denied;
        self.without_text += later.without_text;
        self.undecided += later.undecided;
        self.unreadable += later.unreadable;
        for (counts, later) in self.named.iter_mut().zip(&later.named) {
            counts.add(later);
        }
    }

    /// Returns whether no text was invalid and none had denied advice.
    #[must_use]
    pub fn is_all_fine(&self) -> bool {
        self.invalid.total() == 0 && self.denied == 0
    }

    /// Returns whether a text is not decided.
    #[must_use]
    pub fn has_undecided(&self) -> bool {
        self.undecided > 0
    }

    /// Returns whether every text could be read and decided.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unreadable == 0 && self.undecided == 0
    }

    /// Returns whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.totals().iter().all(|(_, count)| *count == 0)
    }

    /// Returns the numbers of texts, with their names.
    fn totals(&self) -> [(&'static str, u64); 7] {
        let (valid, invalid) = (self.valid.total(), self.invalid.total());
        [
            ("texts", valid + invalid + self.undecided),
            ("valid", valid),
            ("invalid", invalid),
            ("undecided", self.undecided),
            ("denied", self.denied),
            ("unreadable", self.unreadable),
            ("without_text", self.without_text),
        ]
    }

    /// Returns the counts that are not empty, in the order of the report.
    pub(super) fn groups(&self) -> Vec<Group<'_>> {
        let productions = [
            Group::new("valid as", "valid_by_production", self.valid.rows()),
            Group::new("invalid in", "invalid_by_production", self.invalid.rows()),
        ];
        let named = NAMED.iter().zip(&self.named);
        let named = named.map(|((title, key), counts)| Group::new(title, key, counts.rows()));
        let advice = Group::new("advice", "advice", self.advice.rows());
        productions
            .into_iter()
            .chain(named)
            .chain([advice])
            .collect()
    }

    /// Writes the counts for people, the greatest first.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette, noun: Noun) -> io::Result<()> {
        let number = palette.number;
        let mut text = Vec::new();
        let [(_, texts), ref parts @ ..] = self.totals();
        let noun = match (noun, texts) {
            (Noun::Line, 1) => "line",
            (Noun::Line, _) => "lines",
            (Noun::Record, 1) => "record",
            (Noun::Record, _) => "records",
            (Noun::File, 1) => "file",
            (Noun::File, _) => "files",
        };
        write!(text, "{number}{texts}{number:#} {noun}:")?;
        let mut separator = " ";
        for (index, (name, count)) in parts.iter().enumerate() {
            // Valid and invalid texts are counted even if there are none.
            if index < 2 || *count > 0 {
                let name = name.replace('_', " ");
                write!(text, "{separator}{number}{count}{number:#} {name}")?;
                separator = ", ";
            }
        }
        writeln!(text)?;
        for group in self.groups() {
            group.write(&mut text, palette)?;
        }
        out.write_all(&text)
    }
}

/// Returns the count of the scheme with which the text begins.
fn count_of_scheme<'c, P: CheckedProduction>(
    counts: &'c mut NamedCounts,
    scheme: P,
    text: &[u8],
) -> &'c mut Count {
    let beginning = &text[..text.len().min(SCHEME + 1)];
    let colon = beginning.iter().position(|octet| *octet == b':');
    match colon {
        None if beginning.len() <= SCHEME => counts.of(NO_SCHEME),
        None => match scheme.is_valid(beginning) {
            Ok(true) => counts.others(),
            Ok(false) => counts.of(NO_SCHEME),
            Err(_) => counts.of(UNDECIDED_SCHEME),
        },
        // The name of the text before need not be looked at again.
        Some(colon) if counts.is_last(&text[..colon]) => counts.last(),
        Some(colon) => match scheme_name(scheme, &text[..colon]) {
            Ok(Some(name)) => counts.of(&name),
            Ok(None) => counts.of(NO_SCHEME),
            Err(_) => counts.of(UNDECIDED_SCHEME),
        },
    }
}

/// Returns the name in lower case, if it is that of a scheme.
fn scheme_name<P: CheckedProduction>(
    scheme: P,
    name: &[u8],
) -> Result<Option<Cow<'_, str>>, Undecided> {
    if !scheme.is_valid(name)? {
        return Ok(None);
    }
    let is_lower = |octet: &u8| octet.is_ascii_graphic() && !octet.is_ascii_uppercase();
    let text = str::from_utf8(name).ok();
    if let Some(text) = text.filter(|_| name.iter().all(is_lower)) {
        return Ok(Some(Cow::Borrowed(text)));
    }
    let name = Escaped(name).to_string().to_ascii_lowercase();
    Ok(Some(Cow::Owned(name)))
}

/// Counts of one kind.
pub(super) struct Group<'a> {
    /// For people.
    title: &'static str,
    /// For programs.
    pub(super) key: &'static str,
    pub(super) rows: Vec<Row<'a>>,
}

impl<'a> Group<'a> {
    pub(super) fn new(title: &'static str, key: &'static str, rows: Vec<Row<'a>>) -> Self {
        Self { title, key, rows }
    }

    /// Writes the rows for people, in columns. Writes nothing if there are none.
    pub(super) fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let Palette {
            name,
            number,
            heading,
            ..
        } = palette;
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(out, "  {heading}{}{heading:#}", self.title)?;
        let rows = self.rows.iter().map(|row| {
            let cells = vec![Cell::new(&row.name, name), Cell::new(&row.count(), number)];
            let Some(first) = row.first() else {
                return Ok(cells);
            };
            let mut place = Vec::new();
            location::write(&mut place, palette, &first.file_name, first.line, 0)?;
            let place = String::from_utf8_lossy(&place);
            let shown = Cell::plain(&format_args!("{place} {}", first.shown));
            Ok(cells.into_iter().chain([shown]).collect())
        });
        let columns = [false, true, false].map(|is_of_numbers| Column {
            is_of_numbers,
            ..Column::default()
        });
        let table = Table {
            columns: columns.into(),
            rows: rows.collect::<io::Result<_>>()?,
        };
        table.write(out, palette, "    ")
    }
}

/// The columns of the CSV.
const COLUMNS: [&str; 8] = [
    "group", "name", "count", "file", "line", "record", "offset", "text",
];

/// A summary for programs. It is one object with the type `summary`.
#[derive(Debug)]
pub struct SummaryRecord<'a, P> {
    rule: P,
    summary: &'a Summary<P>,
}

impl<'a, P: CheckedProduction> SummaryRecord<'a, P> {
    /// Returns the record of a summary of texts that were checked as the production.
    #[must_use]
    pub fn new(rule: P, summary: &'a Summary<P>) -> Self {
        Self { rule, summary }
    }
}

impl<P: CheckedProduction> Serialize for SummaryRecord<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (totals, groups) = (self.summary.totals(), self.summary.groups());
        let fields = 2 + totals.len() + groups.len();
        let mut record = serializer.serialize_struct("Summary", fields)?;
        record.serialize_field("type", "summary")?;
        record.serialize_field("rule", &Name(self.rule))?;
        for (name, count) in &totals {
            record.serialize_field(name, count)?;
        }
        for group in &groups {
            record.serialize_field(group.key, &group.rows)?;
        }
        record.end()
    }
}

/// Writes the summary as CSV (RFC 4180): a header, the totals, and a record for each count. The
/// example of a count has the place and the text; fields that a count lacks are empty. Text is
/// escaped.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_csv<P: CheckedProduction>(out: impl Write, summary: &Summary<P>) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(COLUMNS)?;
    for (name, count) in summary.totals() {
        table.write_record(["total", name, &count.to_string(), "", "", "", "", ""])?;
    }
    for group in summary.groups() {
        for row in &group.rows {
            write_row(&mut table, group.key, row)?;
        }
    }
    table.flush()
}

fn write_row(table: &mut csv::Writer<impl Write>, group: &str, row: &Row<'_>) -> io::Result<()> {
    let first = row.first();
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    table.write_record([
        group,
        &row.name,
        &row.count().to_string(),
        first.map_or("", |first| &first.file_name),
        &number(first.map(|first| first.line)),
        &number(first.and_then(|first| first.record)),
        &number(first.and_then(|first| first.offset)),
        first.map_or("", |first| &first.text),
    ])?;
    Ok(())
}

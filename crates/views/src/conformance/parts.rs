//! The parts of texts that a subject reads otherwise than the grammar, or than another subject.
//!
//! ```
//! use rfc1738_views::conformance::parts::sentence;
//! use rfcbnf::parts::{Differing, Place, causes_of};
//!
//! let differing = Differing {
//!     text: b"http://a:80".to_vec(),
//!     first: Place::Span(7..8),
//!     second: Place::Span(7..11),
//!     occurrences: 1,
//! };
//! let causes = causes_of(&[differing], &[]);
//! let names = ["the grammar".to_owned(), "the parser".to_owned()];
//! assert_eq!(
//!     sentence("host", &names, &causes[0].kind),
//!     "the parser's host goes on over `:`, the grammar's ends there"
//! );
//! ```

use std::fmt::Write as _;
use std::io::{self, Write};

use maud::{Markup, html};
use rfcbnf::causes::Conclusion;
use rfcbnf::octets::OctetSet;
use rfcbnf::parts::{Decided, DifferenceKind, Differing, Edge, EdgeAt, PartCause, Place};
use rfcbnf_engine::escape::{Escaped, Printable};
use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::{Breakdown, RunEnd, quoted};
use crate::count::counted;
use crate::json::{Object, Octets};
use crate::palette::Palette;
use crate::table::{Cell, Column, Table};

/// What a run found about a part that answers name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PartReport {
    /// The name of the part, as the subject gives it.
    pub part: String,
    /// What the part is compared with, and the subject: `the grammar` and `the parser`, or two subjects. Escaped.
    pub names: [String; 2],
    /// The command lines of the subjects, as one would write them in a shell, escaped.
    pub commands: Vec<String>,
    /// The lines of the grammar that use the part, and their section in its RFC, escaped.
    pub grammar: Vec<String>,
    /// What was found; why the part was not compared, escaped, otherwise.
    pub found: Result<PartsFound, String>,
}

/// How two read a part.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PartsFound {
    /// Why they read it differently, the causes of most texts first.
    pub causes: Vec<NamedPartCause>,
    /// The number of texts that both accept, and of which both say how they read the part.
    pub read: u64,
    /// The number of those that they read differently.
    pub differing: u64,
    /// How far the answers go.
    pub conclusion: Conclusion<Breakdown>,
    /// What ended the search, if the conclusion is [`Conclusion::Ended`].
    pub ended_by: Option<RunEnd>,
    /// The short texts of one context, all of which two subjects were asked about.
    #[serde(default)]
    pub decided: Option<Decided>,
}

/// A cause with its id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NamedPartCause {
    /// The id, such as `part/host/goes-on-over/%3a`.
    pub id: String,
    /// The cause.
    pub cause: PartCause,
    /// The reason why the baseline accepts it; `None` for a new one.
    pub accepted: Option<String>,
}

/// The beginning of the ids of all causes of parts.
pub const ID: &str = "part/";

impl NamedPartCause {
    /// Names a cause of a part.
    #[must_use]
    pub fn new(part: &str, cause: PartCause) -> Self {
        Self {
            id: id(part, &cause.kind),
            cause,
            accepted: None,
        }
    }
}

impl PartReport {
    /// Returns whether a cause is there that no baseline accepts.
    #[must_use]
    pub fn has_new_causes(&self) -> bool {
        let mut causes = self.found.iter().flat_map(|found| &found.causes);
        causes.any(|one| one.accepted.is_none())
    }

    /// Returns why the subject did not answer.
    #[must_use]
    pub fn breakdown(&self) -> Option<&Breakdown> {
        match &self.found.as_ref().ok()?.conclusion {
            Conclusion::Stopped(breakdown) => Some(breakdown),
            _ => None,
        }
    }

    /// Returns the sentence of a cause, escaped.
    #[must_use]
    pub fn sentence(&self, cause: &PartCause) -> String {
        sentence(&self.part, &self.names, &cause.kind)
    }

    /// Returns what the answers show about the part, in a sentence without a full stop, escaped.
    #[must_use]
    pub fn conclusion(&self) -> String {
        let part = Escaped(self.part.as_bytes());
        let found = match &self.found {
            Ok(found) => found,
            Err(reason) => return format!("{part}: not compared: {reason}"),
        };
        let texts = counted(found.read, "text", "texts", Palette::PLAIN.number);
        let what = match found.differing {
            0 => format!("{part}: no difference in {texts}"),
            differing => {
                let shortest = found
                    .causes
                    .iter()
                    .map(|one| one.cause.witness.text.len())
                    .min();
                let shortest = shortest.map(|octets| {
                    let octets = counted(octets, "octet", "octets", Palette::PLAIN.number);
                    format!(", the shortest of {octets}")
                });
                let shortest = shortest.unwrap_or_default();
                format!("{part}: read differently in {differing} of {texts}{shortest}")
            }
        };
        let decided = found.decided.as_ref().map(decided).unwrap_or_default();
        format!("{what}; {}{decided}", self.extent(found))
    }

    /// Returns how far the answers go.
    fn extent(&self, found: &PartsFound) -> String {
        let with_others = match self.commands.len() {
            1 => "a parser that gives these answers, and reads another text otherwise, has",
            _ => "two that give these answers, and read another text differently, have",
        };
        match &found.conclusion {
            Conclusion::Explained { states, .. } => {
                let states = counted(*states, "state", "states", Palette::PLAIN.number);
                format!("{with_others} more than {states}")
            }
            Conclusion::Incomplete(_) => "there may be more".to_owned(),
            Conclusion::Stopped(breakdown) => format!("the search stopped: {breakdown}"),
            Conclusion::Contradicted { text } => format!(
                "the search stopped, because there are two different answers to {}",
                quoted(text)
            ),
            Conclusion::Ended { .. } => {
                let by = found.ended_by.as_ref();
                let by = by.map_or_else(String::new, |by| format!(" by {by}"));
                format!("the search was ended{by}, so there may be more")
            }
        }
    }

    /// Returns what is known about a cause, a line for each fact, escaped.
    #[must_use]
    pub fn details(&self, cause: &PartCause) -> String {
        let lines = self.lines(cause).into_iter();
        let lines = lines.map(|(what, line)| format!("{what}: {line}"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the lines below the sentence of a cause: what each of the two reads, and how to see it by hand. Escaped.
    fn lines(&self, cause: &PartCause) -> Vec<(&'static str, String)> {
        let mut lines = vec![("text", quoted(&cause.witness.text))];
        let reads = |differing: &Differing| {
            let [first, second] = &self.names;
            let first = format!("{first}: {}", shown(&differing.text, &differing.first));
            let second = format!("{second}: {}", shown(&differing.text, &differing.second));
            [first, second]
        };
        lines.extend(reads(&cause.witness).map(|line| ("reads", line)));
        if cause.witness.occurrences > 1 {
            let times = cause.witness.occurrences;
            lines.push((
                "note",
                format!("the text has this {times} times; the nearest is taken"),
            ));
        }
        if cause.typical.text != cause.witness.text {
            let [first, second] = reads(&cause.typical);
            let text = quoted(&cause.typical.text);
            lines.push(("typical", format!("{text} - {first}; {second}")));
        }
        if let DifferenceKind::Changed { by, .. } = &cause.kind
            && !by.is_empty()
        {
            let changes = by.to_string().replace(", ", ",");
            let part = Escaped(self.part.as_bytes());
            lines.push((
                "help",
                format!("--changes {part}={changes} takes it as equal"),
            ));
        }
        if let Some(exception) = &cause.exception {
            lines.push((
                "note",
                format!("not always: {} is read alike", quoted(exception)),
            ));
        }
        lines.extend(self.grammar.iter().map(|line| ("grammar", line.clone())));
        let text = in_shell(&cause.witness.text);
        let by_hand = |command: &String| ("by hand", format!("{text} | {command}"));
        lines.extend(self.commands.iter().map(by_hand));
        lines
    }
}

/// Returns what is known of all short texts in one context, as the end of a sentence.
fn decided(decided: &Decided) -> String {
    let number = Palette::PLAIN.number;
    let octets = |length: usize| counted(length as u64, "octet", "octets", number);
    let around = match (decided.before.as_slice(), decided.after.as_slice()) {
        ([], []) => String::new(),
        (before, []) => format!(" after {}", quoted(before)),
        ([], after) => format!(" before {}", quoted(after)),
        (before, after) => format!(" between {} and {}", quoted(before), quoted(after)),
    };
    let what = match decided.shortest {
        None => "none is read differently".to_owned(),
        Some(length) => format!(
            "the shortest that is read differently has {}",
            octets(length)
        ),
    };
    format!(
        "; all {} texts of at most {}{around} were asked about, made {}: {what}",
        decided.texts,
        octets(decided.length),
        one_of(decided.octets)
    )
}

/// A line of a corpus, and what subjects say of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CorpusLine {
    /// The line.
    pub text: Vec<u8>,
    /// Whether the grammar derives it; `None` if that is not decided.
    pub is_derived: Option<bool>,
    /// The answer of each subject, as its line, escaped. `None` if it cannot be asked.
    pub answers: Vec<Option<String>>,
}

/// Writes a table of the lines of a corpus. `subjects` are the names of the subjects, escaped.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_corpus(
    out: &mut impl Write,
    palette: Palette,
    subjects: &[&str],
    corpus: &[CorpusLine],
) -> io::Result<()> {
    if corpus.is_empty() {
        return Ok(());
    }
    let heads = ["text", "grammar"]
        .into_iter()
        .chain(subjects.iter().copied());
    let rows = corpus.iter().map(|line| {
        let verdict = match line.is_derived {
            Some(true) => "valid",
            Some(false) => "invalid",
            None => "undecided",
        };
        let answers = line.answers.iter();
        let answers = answers.map(|answer| answer.as_deref().unwrap_or("cannot be asked"));
        let cells = [quoted(&line.text), verdict.to_owned()].into_iter();
        let cells = cells.chain(answers.map(str::to_owned));
        cells.map(|cell| Cell::new(&cell, palette.name)).collect()
    });
    let table = Table {
        columns: heads.map(Column::of_texts).collect(),
        rows: rows.collect(),
    };
    table.write(out, palette, "")?;
    writeln!(out)
}

/// Returns the lines of a corpus for programs.
pub(super) fn corpus_record(corpus: &[CorpusLine]) -> Option<Vec<Object>> {
    let lines = corpus.iter().map(|line| {
        Object::new()
            .with("input", Octets(&line.text))
            .with("ok", line.is_derived)
            .with("answers", &line.answers)
    });
    (!corpus.is_empty()).then(|| lines.collect())
}

/// Writes the causes, each with the shortest text, and the conclusion about each part.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, palette: Palette, parts: &[PartReport]) -> io::Result<()> {
    let Palette {
        heading,
        error,
        faint,
        number,
        ..
    } = palette;
    for part in parts {
        writeln!(out)?;
        for named in part.found.iter().flat_map(|found| &found.causes) {
            let cause = &named.cause;
            let texts = counted(cause.texts, "text", "texts", number);
            let name = Escaped(part.part.as_bytes());
            let id = &named.id;
            writeln!(
                out,
                "{heading}{name} read differently:{heading:#} {texts} {faint}[{id}]{faint:#}"
            )?;
            let sentence = part.sentence(cause);
            match &named.accepted {
                Some(reason) => {
                    let reason = Escaped(reason.as_bytes());
                    writeln!(
                        out,
                        "accepted: {sentence}\n  {heading}reason:{heading:#} {reason}"
                    )?;
                }
                None => writeln!(out, "{error}error:{error:#} {sentence}")?,
            }
            for (what, line) in part.lines(cause) {
                writeln!(out, "  {heading}{what}:{heading:#} {line}")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "{}", part.conclusion())?;
    }
    Ok(())
}

/// Returns the parts for programs.
pub(super) fn record(parts: &[PartReport]) -> Vec<Object> {
    let of_differing = |differing: &Differing| {
        Object::new()
            .with("input", Octets(&differing.text))
            .with("first", place_record(&differing.first))
            .with("second", place_record(&differing.second))
            .with("occurrences", differing.occurrences)
    };
    let records = parts.iter().map(|part| {
        let found = part.found.as_ref().ok();
        let causes = found.into_iter().flat_map(|found| &found.causes);
        let causes = causes.map(|named| {
            let cause = &named.cause;
            Object::new()
                .with("id", &named.id)
                .with("sentence", part.sentence(cause))
                .with("texts", cause.texts)
                .with("witness", of_differing(&cause.witness))
                .with("typical", of_differing(&cause.typical))
                .with("exception", cause.exception.as_deref().map(Octets))
                .with("accepted", &named.accepted)
        });
        Object::new()
            .with("part", &part.part)
            .with("read_by", &part.names)
            .with("read", found.map(|found| found.read))
            .with("differing", found.map(|found| found.differing))
            .with("causes", causes.collect::<Vec<_>>())
            .with("conclusion", part.conclusion())
            .with_some(
                "decided",
                found
                    .and_then(|found| found.decided.as_ref())
                    .map(decided_record),
            )
    });
    records.collect()
}

fn decided_record(decided: &Decided) -> Object {
    let octets: Vec<u8> = decided.octets.iter().collect();
    Object::new()
        .with("before", Octets(&decided.before))
        .with("after", Octets(&decided.after))
        .with("octets", Octets(&octets))
        .with("length", decided.length)
        .with("texts", decided.texts)
        .with("shortest", decided.shortest)
}

fn place_record(place: &Place) -> Object {
    match place {
        Place::Absent => Object::new().with("absent", true),
        Place::Span(span) => Object::new()
            .with("start", span.start)
            .with("end", span.end),
        Place::Changed(text) => Object::new().with("text", Octets(text)),
    }
}

/// Returns the section of the page about parts.
pub(super) fn section(parts: &[PartReport]) -> Markup {
    html! {
        @if !parts.is_empty() {
            "\n" section {
                h2 { "Parts" }
                @for part in parts {
                    "\n" p.conclusion { (part.conclusion()) "." }
                    @for named in part.found.iter().flat_map(|found| &found.causes) {
                        "\n" article id=(named.id) {
                            h3 { (part.sentence(&named.cause)) }
                            @if let Some(reason) = &named.accepted {
                                p.reason { "Accepted: " (Escaped(reason.as_bytes()).to_string()) }
                            }
                            dl {
                                @for (what, line) in part.lines(&named.cause) {
                                    dt { (what) }
                                    dd { code { (line) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the id of a cause.
fn id(part: &str, kind: &DifferenceKind) -> String {
    let mut id = format!("{ID}{}", in_id(part.as_bytes()));
    match kind {
        DifferenceKind::OnlyFirst => id.push_str("/missing"),
        DifferenceKind::OnlySecond => id.push_str("/added"),
        DifferenceKind::Changed { by, .. } if by.is_empty() => id.push_str("/changed"),
        DifferenceKind::Changed { by, .. } => {
            // Writing to a text does not fail.
            let _ = write!(id, "/{}", by.to_string().replace(", ", "-"));
        }
        DifferenceKind::Edges { start, end } => {
            for (edge, words) in [
                (
                    start,
                    [
                        "begins-after",
                        "begins-before",
                        "lacks-first",
                        "before-first",
                    ],
                ),
                (end, ["ends-at", "goes-on-over", "lacks-last", "after-last"]),
            ] {
                if let Some(edge) = edge {
                    id.push('/');
                    id.push_str(&edge_id(edge, words));
                }
            }
        }
    }
    id
}

fn edge_id(edge: &Edge, words: [&str; 4]) -> String {
    let is_outside = usize::from(!edge.is_second_inside);
    match &edge.at {
        EdgeAt::Distance(distance) => format!("{}/{distance}", words[2 + is_outside]),
        EdgeAt::First(octets) | EdgeAt::Last(octets) | EdgeAt::Any(octets) => {
            let octets: Vec<u8> = octets.iter().collect();
            let word = words[is_outside];
            if octets.is_empty() {
                return format!("{word}/end");
            }
            format!("{word}/{}", in_id(&octets))
        }
    }
}

fn in_id(octets: &[u8]) -> String {
    let mut id = String::new();
    for octet in octets {
        match octet {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'+' => {
                id.push(char::from(*octet));
            }
            // Writing to a text does not fail.
            octet => {
                let _ = write!(id, "%{octet:02x}");
            }
        }
    }
    id
}

/// Returns what differs in a sentence without a full stop, escaped. `names` are what is compared, escaped.
#[must_use]
pub fn sentence(part: &str, names: &[String; 2], kind: &DifferenceKind) -> String {
    let part = Escaped(part.as_bytes());
    let [first, second] = names;
    match kind {
        DifferenceKind::OnlyFirst => format!("{second} has no {part} where {first} has one"),
        DifferenceKind::OnlySecond => format!("{second} has a {part} where {first} has none"),
        DifferenceKind::Changed { is_second, by } => {
            let whose = if *is_second { second } else { first };
            if by.is_empty() {
                format!("{whose}'s {part} is another text than any part of the text")
            } else {
                format!("{whose} changes the {part}, which is equal up to `{by}`")
            }
        }
        DifferenceKind::Edges { start, end } => {
            let start = start.as_ref().map(|edge| at_start(edge, first));
            let end = end.as_ref().map(|edge| at_end(edge, first));
            let edges: Vec<String> = start.into_iter().chain(end).collect();
            format!("{second}'s {part} {}", edges.join("; it "))
        }
    }
}

fn at_start(edge: &Edge, first: &str) -> String {
    let is_inside = edge.is_second_inside;
    match &edge.at {
        EdgeAt::Distance(distance) if is_inside => {
            format!("lacks the first {} of {first}'s", octets_long(*distance))
        }
        EdgeAt::Distance(distance) => {
            format!("begins {} before {first}'s", octets_long(*distance))
        }
        at if is_inside => format!("begins after {}, {first}'s before", which(at)),
        at => format!("begins before {}, {first}'s after", which(at)),
    }
}

fn at_end(edge: &Edge, first: &str) -> String {
    let is_inside = edge.is_second_inside;
    match &edge.at {
        EdgeAt::Distance(distance) if is_inside => {
            format!("lacks the last {} of {first}'s", octets_long(*distance))
        }
        EdgeAt::Distance(distance) => {
            format!("ends {} after {first}'s", octets_long(*distance))
        }
        at if is_inside => format!("ends at {}, {first}'s goes on", which(at)),
        EdgeAt::First(octets) | EdgeAt::Last(octets) | EdgeAt::Any(octets) => {
            format!("goes on over {}, {first}'s ends there", any_of(*octets))
        }
    }
}

fn octets_long(distance: usize) -> String {
    match distance {
        1 => "octet".to_owned(),
        distance => format!("{distance} octets"),
    }
}

/// Returns what is at an edge: ``the first `%` ``.
fn which(at: &EdgeAt) -> String {
    match at {
        EdgeAt::First(octets) => format!("the first {}", one_of(*octets)),
        EdgeAt::Last(octets) => format!("the last {}", one_of(*octets)),
        EdgeAt::Any(octets) => any_of(*octets),
        EdgeAt::Distance(distance) => octets_long(*distance),
    }
}

/// Returns one of the octets: `` `%` ``, or ``one of `a`-`z` ``.
fn any_of(octets: OctetSet) -> String {
    match octets.iter().nth(1) {
        None => one_of(octets),
        Some(_) => format!("one {}", one_of(octets)),
    }
}

/// Returns the octets, each in backticks, ranges as ``of `a`-`z` ``.
fn one_of(octets: OctetSet) -> String {
    let one = |octet: u8| format!("`{}`", Printable(&[octet]));
    let ranges = octets.ranges().map(|range| {
        let (first, last) = (*range.start(), *range.end());
        if first == last {
            one(first)
        } else {
            format!("{}-{}", one(first), one(last))
        }
    });
    let ranges: Vec<String> = ranges.collect();
    match ranges.as_slice() {
        [] => "the end".to_owned(),
        [one] if octets.iter().nth(1).is_none() => one.clone(),
        _ => format!("of {}", ranges.join(" ")),
    }
}

/// Returns a part of the text, escaped: `7..8 "a"`, or what there is instead.
fn shown(text: &[u8], place: &Place) -> String {
    match place {
        Place::Absent => "absent".to_owned(),
        Place::Span(span) => {
            let part = text.get(span.clone()).unwrap_or_default();
            format!("{}..{} {}", span.start, span.end, quoted(part))
        }
        Place::Changed(part) => format!("{}, which is no part of the text", quoted(part)),
    }
}

/// Returns the command of a shell that writes the text as a line.
fn in_shell(text: &[u8]) -> String {
    let is_plain = |octet: &u8| matches!(octet, b' '..=b'~') && *octet != b'\'';
    let mut line = String::new();
    if text.iter().all(is_plain) {
        line.push_str("printf '%s\\n' '");
        line.extend(text.iter().copied().map(char::from));
    } else {
        line.push_str("printf '");
        for octet in text {
            match octet {
                b'%' => line.push_str("%%"),
                b'\\' => line.push_str("\\\\"),
                octet if is_plain(octet) => line.push(char::from(*octet)),
                // Writing to a text does not fail.
                octet => {
                    let _ = write!(line, "\\{octet:03o}");
                }
            }
        }
        line.push_str("\\n");
    }
    line.push('\'');
    line
}

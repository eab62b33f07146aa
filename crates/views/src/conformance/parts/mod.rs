//! The parts of texts that a subject reads otherwise than the grammar, or than another subject.

pub mod corpus;
pub mod sentence;

use std::io::{self, Write};

use maud::{Markup, html};
use rfcbnf::causes::Conclusion;
use rfcbnf::parts::{Decided, DifferenceKind, Differing, PartCause, Place};
use rfcbnf_engine::escape::Escaped;
use serde::{Deserialize, Serialize};

use crate::conformance::breakdown::{Breakdown, RunEnd, quoted};
use crate::conformance::by_hand::{ByHand, Language};
use crate::conformance::causes::sentence::members;
use crate::count::counted;
use crate::json::{Object, Octets};
use crate::palette::Palette;

/// What a run found about a part that answers name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PartReport {
    /// The name of the part, as the subject gives it.
    pub part: String,
    /// What the part is compared with, and the subject: `the grammar` and `the parser`, or two subjects. Escaped.
    pub names: [String; 2],
    /// How a text is shown to each of the subjects by hand.
    pub by_hand: Vec<ByHand>,
    /// The document that defines the part, and its section if that is known.
    #[serde(default)]
    pub source: Option<String>,
    /// The lines of the grammar that use the part, escaped.
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
    /// The texts of which a subject gave two answers, the shortest first. They are in no cause.
    #[serde(default)]
    pub flaky: Vec<Vec<u8>>,
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

impl NamedPartCause {
    /// Names a cause of a part.
    #[must_use]
    pub fn new(part: &str, cause: PartCause) -> Self {
        Self {
            id: cause.id(part),
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

    /// Returns whether a subject gave two answers to a text.
    #[must_use]
    pub fn is_contradicted(&self) -> bool {
        self.found.as_ref().is_ok_and(|found| {
            let is_contradicted = matches!(found.conclusion, Conclusion::Contradicted { .. });
            is_contradicted || !found.flaky.is_empty()
        })
    }

    /// Returns the sentence of a cause, escaped.
    #[must_use]
    pub fn sentence(&self, cause: &PartCause) -> String {
        sentence::sentence(&self.part, &self.names, &cause.kind)
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
        let flaky = match found.flaky.as_slice() {
            [] => String::new(),
            [first, others @ ..] => {
                let texts = counted(
                    others.len(),
                    "more text",
                    "more texts",
                    Palette::PLAIN.number,
                );
                let others = match others {
                    [] => String::new(),
                    _ => format!(" and of {texts}"),
                };
                let first = quoted(first);
                format!(
                    "; the {part} of {first}{others} was another one when asked again, and is in no cause"
                )
            }
        };
        let decided = found.decided.as_ref().map(decided).unwrap_or_default();
        format!("{what}; {}{decided}{flaky}", self.extent(found))
    }

    /// Returns how far the answers go.
    fn extent(&self, found: &PartsFound) -> String {
        let with_others = match self.by_hand.len() {
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
                "the search shows nothing, because there are too many texts with two answers, such as {}",
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
        lines.extend(self.reads(cause).map(|line| ("reads", line)));
        if cause.witness.occurrences > 1 {
            let times = cause.witness.occurrences;
            lines.push((
                "note",
                format!("the text has this {times} times; the nearest is taken"),
            ));
        }
        if cause.typical.text != cause.witness.text {
            let [first, second] = self.readings(&cause.typical);
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
        let source = self.source.as_ref();
        let source = source.map(|source| format!("{}: ", Escaped(source.as_bytes())));
        let source = source.unwrap_or_default();
        let grammar = self.grammar.iter();
        lines.extend(grammar.map(|line| ("grammar", format!("{source}{line}"))));
        let by_hand = self.lines_by_hand(cause);
        lines.extend(by_hand.map(|(language, line)| (language.label(), line)));
        lines
    }

    /// Returns how each of the two reads the part of the shortest text, escaped.
    pub(in crate::conformance) fn reads(&self, cause: &PartCause) -> [String; 2] {
        self.readings(&cause.witness)
    }

    fn readings(&self, differing: &Differing) -> [String; 2] {
        let [first, second] = &self.names;
        let text = &differing.text;
        [
            format!("{first}: {}", shown(text, &differing.first)),
            format!("{second}: {}", shown(text, &differing.second)),
        ]
    }

    fn lines_by_hand(&self, cause: &PartCause) -> impl Iterator<Item = (Language, String)> {
        let subjects = self.by_hand.iter();
        subjects.filter_map(|it| it.line(&cause.witness.text))
    }
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
pub(in crate::conformance) fn record(parts: &[PartReport]) -> Vec<Object> {
    let of_differing = |differing: &Differing| {
        Object::new()
            .with("input", Octets(&differing.text))
            .with("first", place_record(&differing.first))
            .with("second", place_record(&differing.second))
            .with("occurrences", differing.occurrences)
    };
    let records = parts.iter().map(|part| {
        let found = part.found.as_ref().ok();
        let flaky = found.map(|found| found.flaky.iter().map(|text| Octets(text.as_slice())));
        let flaky = flaky.map(Iterator::collect::<Vec<_>>);
        let causes = found.into_iter().flat_map(|found| &found.causes);
        let causes = causes.map(|named| {
            let cause = &named.cause;
            let by_hand = part.lines_by_hand(cause).map(|(_, line)| line);
            Object::new()
                .with("id", &named.id)
                .with("sentence", part.sentence(cause))
                .with("texts", cause.texts)
                .with("witness", of_differing(&cause.witness))
                .with("typical", of_differing(&cause.typical))
                .with("exception", cause.exception.as_deref().map(Octets))
                .with("accepted", &named.accepted)
                .with("by_hand", by_hand.collect::<Vec<_>>())
        });
        Object::new()
            .with("part", &part.part)
            .with("read_by", &part.names)
            .with("read", found.map(|found| found.read))
            .with("differing", found.map(|found| found.differing))
            .with("causes", causes.collect::<Vec<_>>())
            .with("conclusion", part.conclusion())
            .with_some("flaky", flaky.filter(|flaky| !flaky.is_empty()))
            .with_some(
                "decided",
                found
                    .and_then(|found| found.decided.as_ref())
                    .map(decided_record),
            )
    });
    records.collect()
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
        "; all {} texts of at most {}{around} were asked about, made of {}: {what}",
        decided.texts,
        octets(decided.length),
        members(decided.octets).join(" ")
    )
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

/// Returns where a part is, for programs.
pub(in crate::conformance) fn place_record(place: &Place) -> Object {
    match place {
        Place::Absent => Object::new().with("absent", true),
        Place::Span(span) => Object::new()
            .with("start", span.start)
            .with("end", span.end),
        Place::Changed(text) => Object::new().with("text", Octets(text)),
    }
}

/// Returns the section of the page about parts.
pub(in crate::conformance) fn section(parts: &[PartReport]) -> Markup {
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

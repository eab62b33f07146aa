//! Causes for programs.

use std::ops::RangeInclusive;

use rfcbnf::causes::{Cause, Conclusion, Deviation, Direction, Ipv4, Learnt, Position};
use rfcbnf::export::{Alphabet, Regex, regex_of};
use rfcbnf::syntax::Encoding;
use serde::Serialize;

use crate::conformance::breakdown::RunEnd;
use crate::conformance::causes::expression::{Expressions, deviating_texts};
use crate::conformance::causes::pinned::{Pin, PinnedAutomaton};
use crate::conformance::causes::sentence::{conclusion, sentence, sentence_of_states};
use crate::conformance::causes::{AcceptedCause, Explanation, NamedCause, NamedGroup, deviating};
use crate::conformance::searched::{Row, Searched};
use crate::json::Octets;

/// The greatest length of a regular expression.
const EXPRESSION: usize = 20_000;

/// The greatest length of a regular expression for all that a parser accepts.
const PARSER: usize = 200_000;

/// What the search for causes found. Without a search, everything is empty.
#[derive(Debug, Default, Serialize)]
pub(in crate::conformance) struct ExplanationRecord<'a> {
    causes: Vec<CauseRecord<'a>>,
    several: u64,
    unexplained: Vec<UnexplainedRecord<'a>>,
    vanished: Vec<AcceptedRecord<'a>>,
    /// What the baseline accepts and an ended search did not find.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_searched: Vec<AcceptedRecord<'a>>,
    /// How the parser compares with the automaton of the baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pinned: Option<PinnedRecord<'a>>,
    search: Option<SearchRecord>,
    conclusion: Option<ConclusionRecord<'a>>,
    /// All texts that the parser accepts, as far as the causes say, as a regular expression.
    parser: Option<String>,
    /// What that is a pattern of, in a grammar of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    parser_alphabet: Option<&'static str>,
    /// The texts to which the parser gave different answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flaky: Vec<FlakyRecord<'a>>,
}

#[derive(Debug, Serialize)]
struct FlakyRecord<'a> {
    input: Octets<&'a [u8]>,
    accepted: u64,
    rejected: u64,
}

#[derive(Debug, Serialize)]
struct CauseRecord<'a> {
    id: &'a str,
    /// The id of the part, which earlier versions had as the id.
    place_id: String,
    sentence: String,
    rule: &'a str,
    /// The part of the production, if it is not the whole.
    part: Option<&'a str>,
    direction: &'static str,
    at: &'static str,
    octets: Option<String>,
    /// The first and the last character of each range, in a grammar of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranges: Option<Vec<(char, char)>>,
    texts: u64,
    witness: Octets<&'a [u8]>,
    start: usize,
    end: usize,
    offset: usize,
    examples: Vec<Octets<&'a [u8]>>,
    learnt: Option<LearntRecord>,
    accepted: Option<&'a str>,
    /// What the baseline accepts there, if that is something else.
    before: Option<PinRecord<'a>>,
    /// Whether the search ended before it had confirmed what it learned.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unconfirmed: bool,
}

#[derive(Debug, Serialize)]
struct PinRecord<'a> {
    accepts: Option<&'a str>,
    rejects: Option<&'a str>,
}

impl<'a> PinRecord<'a> {
    fn new(pin: &'a Pin) -> Self {
        Self {
            accepts: pin.accepts.as_deref(),
            rejects: pin.rejects.as_deref(),
        }
    }
}

#[derive(Debug, Serialize)]
struct LearntRecord {
    states: usize,
    /// What the expressions are patterns of, in a grammar of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    alphabet: Option<&'static str>,
    regex: Option<String>,
    too_many: Option<String>,
    too_few: Option<String>,
    greatest_number: Option<u64>,
    greatest_length: Option<usize>,
    /// What the IP addresses in brackets are that the parser accepts.
    ip_literal: Option<IpLiteralRecord>,
    /// A text with the part in another context, to which the parser gives another answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    elsewhere: Option<Octets<Vec<u8>>>,
}

#[derive(Debug, Serialize)]
struct IpLiteralRecord {
    /// The RFC of the IPv4 addresses at the end of IPv6 addresses.
    ipv4: &'static str,
    /// What may follow an IPv6 address of RFC 3986, as a regular expression.
    behind: Option<String>,
    /// What begins with `v`, as a regular expression.
    future: Option<String>,
}

#[derive(Debug, Serialize)]
struct UnexplainedRecord<'a> {
    direction: &'static str,
    texts: u64,
    witness: Octets<&'a [u8]>,
    offset: usize,
    octets: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranges: Option<Vec<(char, char)>>,
    examples: Vec<Octets<&'a [u8]>>,
    id: &'a str,
    sentence: String,
    at: &'static str,
    accepted: Option<&'a str>,
    /// The number of states of the grammar that the group was merged from.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<usize>,
    /// The ids of the groups of these states.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    merged: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct PinnedRecord<'a> {
    message: String,
    states: usize,
    extra_states: u8,
    texts: u64,
    asked: u64,
    /// The number of states of the automaton that was learned now, if it is another one.
    learned: Option<usize>,
    /// The number of texts with other answers than before.
    changes: u64,
    /// The shortest of them, with the answers.
    change: Option<ChangeRecord<'a>>,
    /// The depth of the texts of the automaton, if they are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The shortest text on which the automaton that was learned now differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<OtherRecord<'a>>,
}

#[derive(Debug, Serialize)]
struct OtherRecord<'a> {
    input: Octets<&'a [u8]>,
    accepted_by_pinned: bool,
    accepted_by_learned: bool,
    /// The answer of the parser, if there is one.
    accepted_now: Option<bool>,
}

#[derive(Debug, Serialize)]
struct ChangeRecord<'a> {
    input: Octets<&'a [u8]>,
    accepted_before: bool,
    accepted_now: bool,
}

impl<'a> PinnedRecord<'a> {
    fn new(pinned: &'a PinnedAutomaton) -> Self {
        Self {
            message: pinned.sentence(),
            states: pinned.states,
            extra_states: pinned.extra_states,
            texts: pinned.texts,
            asked: pinned.asked,
            learned: pinned.learned,
            changes: pinned.changes,
            change: pinned.change.as_ref().map(|change| ChangeRecord {
                input: Octets(&change.text),
                accepted_before: change.was_accepted,
                accepted_now: !change.was_accepted,
            }),
            depth: pinned.depth,
            other: pinned.other.as_ref().map(|other| OtherRecord {
                input: Octets(&other.text),
                accepted_by_pinned: other.is_pinned,
                accepted_by_learned: !other.is_pinned,
                accepted_now: other.is_accepted,
            }),
        }
    }
}

#[derive(Debug, Serialize)]
struct AcceptedRecord<'a> {
    id: &'a str,
    reason: &'a str,
}

#[derive(Debug, Serialize)]
struct SearchRecord {
    left_out: u64,
    questions: u64,
    rounds: u64,
    ended_by: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct ConclusionRecord<'a> {
    kind: &'static str,
    message: String,
    states: Option<usize>,
    texts: Option<u64>,
    input: Option<Octets<&'a [u8]>>,
}

impl<'a> ExplanationRecord<'a> {
    pub(in crate::conformance) fn new(explanation: &'a Explanation, encoding: Encoding) -> Self {
        let parser = explanation.parser.as_ref();
        let parser = parser.and_then(|parser| regex_of(parser, encoding, PARSER));
        let of_parser = parser.as_ref().map(Regex::alphabet);
        Self {
            causes: explanation.causes.iter().map(CauseRecord::new).collect(),
            several: explanation.several,
            unexplained: explanation
                .unexplained
                .iter()
                .map(UnexplainedRecord::new)
                .collect(),
            vanished: accepted(&explanation.vanished),
            not_searched: accepted(&explanation.not_searched),
            pinned: explanation.pinned.as_ref().map(PinnedRecord::new),
            search: Some(SearchRecord {
                left_out: explanation.left_out,
                questions: explanation.questions,
                rounds: explanation.rounds,
                ended_by: explanation.ended_by.as_ref().map(RunEnd::kind),
            }),
            conclusion: Some(ConclusionRecord::new(explanation)),
            parser: parser.map(|regex| regex.to_string()),
            parser_alphabet: of_parser.and_then(|it| alphabet(it, encoding)),
            flaky: explanation
                .flaky
                .iter()
                .map(|one| FlakyRecord {
                    input: Octets(&one.text),
                    accepted: one.accepted,
                    rejected: one.rejected,
                })
                .collect(),
        }
    }
}

impl<'a> CauseRecord<'a> {
    fn new(named: &'a NamedCause) -> Self {
        let NamedCause {
            id,
            cause,
            accepted,
            before,
        } = named;
        let Cause {
            production,
            position,
            part,
            direction,
            deviation,
            texts,
            witness,
            span,
            offset,
            examples,
            learnt,
            outermost: _,
            encoding: _,
            unconfirmed,
        } = cause;
        let (at, octets) = named_deviation(*deviation);
        Self {
            id,
            place_id: cause.place_id(),
            sentence: sentence(cause),
            rule: production,
            part: match position {
                Position::Whole | Position::Length | Position::IpLiteral | Position::Ignored => {
                    None
                }
                Position::Expression(_) | Position::Gap(..) | Position::References(_) => Some(part),
            },
            direction: name(*direction),
            at,
            octets,
            ranges: deviating::of_cause(cause).map(|(_, ranges)| pairs(ranges)),
            texts: *texts,
            witness: Octets(witness),
            start: span.start,
            end: span.end,
            offset: *offset,
            examples: octets_of(examples),
            learnt: learnt
                .as_deref()
                .and_then(|it| LearntRecord::new(cause, it)),
            accepted: accepted.as_deref(),
            before: before.as_ref().map(PinRecord::new),
            unconfirmed: *unconfirmed,
        }
    }
}

impl LearntRecord {
    fn new(cause: &Cause, learnt: &Learnt) -> Option<Self> {
        let expressions = Expressions::new(cause, EXPRESSION)?;
        let of_literal = |texts| {
            let expression = regex_of(texts, cause.encoding, EXPRESSION);
            expression.map(|regex| regex.to_string())
        };
        Some(Self {
            alphabet: alphabet(expressions.alphabet, cause.encoding),
            states: learnt.observed.states().len(),
            too_many: expressions.beyond.expression().map(str::to_owned),
            too_few: expressions.missing.expression().map(str::to_owned),
            greatest_number: expressions.limits.and_then(|limits| limits.number),
            greatest_length: expressions.limits.and_then(|limits| limits.length),
            regex: expressions.observed,
            ip_literal: learnt.literal.as_ref().map(|literal| IpLiteralRecord {
                ipv4: match literal.ipv4 {
                    Ipv4::Rfc3986 => "rfc3986",
                    Ipv4::Rfc2373 => "rfc2373",
                },
                behind: of_literal(&literal.behind),
                future: of_literal(&literal.future),
            }),
            elsewhere: learnt.elsewhere.clone().map(Octets),
        })
    }
}

impl<'a> UnexplainedRecord<'a> {
    fn new(named: &'a NamedGroup) -> Self {
        let NamedGroup {
            id,
            group,
            accepted,
            merged,
        } = named;
        let (at, octets) = named_deviation(group.deviation);
        Self {
            direction: name(group.direction),
            texts: group.texts,
            witness: Octets(&group.witness),
            offset: group.offset,
            octets: octets.unwrap_or_default(),
            ranges: deviating::of_group(group).map(|(_, ranges)| pairs(ranges)),
            examples: octets_of(&group.examples),
            id,
            sentence: sentence_of_states(named),
            at,
            accepted: accepted.as_deref(),
            states: (!merged.is_empty()).then_some(merged.len()),
            merged: merged.iter().map(|one| one.id.as_str()).collect(),
        }
    }
}

impl<'a> ConclusionRecord<'a> {
    fn new(explanation: &'a Explanation) -> Self {
        let of = &explanation.conclusion;
        let (states, texts) = match of {
            Conclusion::Explained { states, texts } => (Some(*states), Some(*texts)),
            _ => (None, None),
        };
        let (kind, input) = match of {
            Conclusion::Explained { .. } => ("explained", None),
            Conclusion::Incomplete(_) => ("incomplete", None),
            Conclusion::Stopped(_) => ("stopped", None),
            Conclusion::Contradicted { text } => ("contradicted", Some(Octets(text.as_slice()))),
            Conclusion::Ended { different } => ("ended", different.as_deref().map(Octets)),
        };
        Self {
            kind,
            message: conclusion(explanation),
            states,
            texts,
            input,
        }
    }
}

fn named_deviation(deviation: Deviation) -> (&'static str, Option<String>) {
    match deviation {
        Deviation::Octets(octets) => ("octets", Some(octets.characters())),
        Deviation::End => ("end", None),
    }
}

fn pairs(ranges: Vec<RangeInclusive<char>>) -> Vec<(char, char)> {
    ranges.into_iter().map(RangeInclusive::into_inner).collect()
}

/// Returns the name of what an expression is a pattern of; `None` in a grammar of octets, where it is one of
/// octets.
fn alphabet(alphabet: Alphabet, encoding: Encoding) -> Option<&'static str> {
    (encoding == Encoding::Utf8).then_some(match alphabet {
        Alphabet::Ascii => "ascii",
        Alphabet::Characters => "characters",
        Alphabet::Octets => "octets",
    })
}

fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::WronglyAccepted => "wrongly_accepted",
        Direction::WronglyRejected => "wrongly_rejected",
    }
}

fn octets_of(texts: &[Vec<u8>]) -> Vec<Octets<&[u8]>> {
    texts.iter().map(|text| Octets(text.as_slice())).collect()
}

fn accepted(list: &[AcceptedCause]) -> Vec<AcceptedRecord<'_>> {
    let records = list.iter();
    let records = records.map(|AcceptedCause { id, reason, .. }| AcceptedRecord { id, reason });
    records.collect()
}

/// What a search found for anything but wrong verdicts.
#[derive(Debug, Serialize)]
pub(in crate::conformance) struct ReactionRecord<'a> {
    causes: Vec<DeviatingRecord<'a>>,
    several: u64,
    unexplained: Vec<DeviatingGroupRecord<'a>>,
    vanished: Vec<AcceptedRecord<'a>>,
    questions: u64,
    rounds: u64,
    ended_by: Option<&'static str>,
    conclusion: String,
}

#[derive(Debug, Serialize)]
struct DeviatingRecord<'a> {
    id: &'a str,
    sentence: String,
    rule: &'a str,
    derived: bool,
    texts: u64,
    witness: Octets<&'a [u8]>,
    start: usize,
    end: usize,
    offset: usize,
    examples: Vec<Octets<&'a [u8]>>,
    regex: Option<String>,
    accepted: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct DeviatingGroupRecord<'a> {
    id: &'a str,
    sentence: String,
    derived: bool,
    texts: u64,
    witness: Octets<&'a [u8]>,
    offset: usize,
    examples: Vec<Octets<&'a [u8]>>,
    accepted: Option<&'a str>,
}

impl<'a> ReactionRecord<'a> {
    pub(in crate::conformance) fn new(searched: Searched<'a>) -> Self {
        let explanation = searched.explanation;
        let causes = explanation.causes.iter();
        let groups = explanation.unexplained.iter();
        Self {
            causes: causes
                .map(|one| DeviatingRecord::new(searched, one))
                .collect(),
            several: explanation.several,
            unexplained: groups
                .map(|one| DeviatingGroupRecord::new(searched, one))
                .collect(),
            vanished: accepted(&explanation.vanished),
            questions: explanation.questions,
            rounds: explanation.rounds,
            ended_by: explanation.ended_by.as_ref().map(RunEnd::kind),
            conclusion: searched.conclusion(),
        }
    }
}

impl<'a> DeviatingRecord<'a> {
    fn new(searched: Searched<'_>, named: &'a NamedCause) -> Self {
        let cause = &named.cause;
        Self {
            id: &named.id,
            sentence: searched.sentence(Row::Cause(named)),
            rule: &cause.production,
            derived: is_derived(cause.direction),
            texts: cause.texts,
            witness: Octets(&cause.witness),
            start: cause.span.start,
            end: cause.span.end,
            offset: cause.offset,
            examples: octets_of(&cause.examples),
            regex: deviating_texts(cause, EXPRESSION),
            accepted: named.accepted.as_deref(),
        }
    }
}

impl<'a> DeviatingGroupRecord<'a> {
    fn new(searched: Searched<'_>, named: &'a NamedGroup) -> Self {
        let group = &named.group;
        Self {
            id: &named.id,
            sentence: searched.sentence(Row::Group(named)),
            derived: is_derived(group.direction),
            texts: group.texts,
            witness: Octets(&group.witness),
            offset: group.offset,
            examples: octets_of(&group.examples),
            accepted: named.accepted.as_deref(),
        }
    }
}

/// Returns whether the grammar derives the texts of a cause.
fn is_derived(direction: Direction) -> bool {
    direction == Direction::WronglyRejected
}

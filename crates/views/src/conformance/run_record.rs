//! The results of `conformance run` for programs: of one parser, and of two. The causes that searches found are a part
//! of both.

use std::ops::RangeInclusive;

use rfcbnf::causes::{Cause, Conclusion, Deviation, Direction, Ipv4, Learnt, Position, Repeats};
use rfcbnf::export::{Alphabet, Regex, regex_of};
use rfcbnf::syntax::Encoding;
use serde::Serialize;

use crate::conformance::answer::Answer;
use crate::conformance::breakdown::{Breakdown, Ending, Problem, Reason, Restarts, RunEnd, Stage};
use crate::conformance::causes::expression::{Expressions, deviating_texts};
use crate::conformance::causes::pinned::{Pin, PinnedAutomaton};
use crate::conformance::causes::sentence::{conclusion, sentence, sentence_of_states, ways};
use crate::conformance::causes::{AcceptedCause, Explanation, NamedCause, NamedGroup, deviating};
use crate::conformance::comparison::ComparisonResult;
use crate::conformance::parts::{self, PartReport};
use crate::conformance::reactions::Reaction;
use crate::conformance::run_result::{RunResult, Subject, SuiteSize};
use crate::conformance::saved::{SavedComparison, SavedRun};
use crate::conformance::searched::{Row, Searched, Sought};
use crate::conformance::tally::{Counts, Disagreement, Tally};
use crate::json::{Object, Octets};
use crate::production::{CheckedProduction, Name};
use crate::rejection::RejectionRecord;

/// The greatest length of a regular expression.
const EXPRESSION: usize = 20_000;

/// The greatest length of a regular expression for all that a parser accepts.
const PARSER: usize = 200_000;

/// The counts, the shortest disagreements, why the run ended early, the causes, and all of it once more,
/// for reports that are written later.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct RunRecord(Object);

impl RunRecord {
    /// Returns the record of a run.
    #[must_use]
    pub fn new<P: CheckedProduction>(subject: Subject<'_>, result: RunResult<'_, P>) -> Self {
        let tally = result.tally;
        let productions = tally.productions().into_iter().map(|(rule, total)| {
            let record = Object::new().with("rule", Name(rule));
            counts(record.with("texts", total.texts()), &total)
        });
        let shortest = tally.shortest(|_| true).into_iter();
        let shortest = shortest.map(|one| disagreement(tally, one));
        let of = |reaction| {
            let mut searches = result.searches();
            let found = searches.find(|it| it.sought == Sought::Reaction(reaction));
            found.map(deviations)
        };
        let record = Object::new().with("rule", Name(tally.rule()));
        let record = suite(record, result.extra_states, result.quick, result.size);
        let record = counts(record, &tally.total())
            .with("productions", productions.collect::<Vec<_>>())
            .with("disagreements", shortest.collect::<Vec<_>>())
            .with("failure", result.failure().map(breakdown));
        let encoding = subject.grammar.grammar.encoding;
        let record = search_for_causes(record, result.explanation, encoding)
            .with("restarts", result.restarts.map(restarts))
            .with("crashes", of(Reaction::Crashed))
            .with("hangs", of(Reaction::TimedOut))
            .with_some("parts", parts_record(result.parts))
            .with_some("corpus", parts::corpus::record(result.corpus))
            .with("saved", SavedRun::new(subject, result));
        Self(record)
    }
}

/// The result of a comparison for programs.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct ComparisonRecord(Object);

impl ComparisonRecord {
    /// Returns the record of a comparison.
    #[must_use]
    pub fn new(result: ComparisonResult<'_>) -> Self {
        let comparison = result.comparison;
        let differences = |alone: usize, accepted_by| {
            let texts = comparison.shortest[alone].iter();
            texts.map(move |text| {
                let difference = Object::new().with("input", Octets(text));
                difference.with("accepted_by", accepted_by)
            })
        };
        let differences = differences(0, "first").chain(differences(1, "second"));
        let record = Object::new().with("rule", result.rule);
        let record = suite(record, result.extra_states, result.quick, result.size)
            .with("compared", &comparison.commands)
            .with("both_accept", comparison.both_accept)
            .with("both_reject", comparison.both_reject)
            .with("first_alone", comparison.alone[0])
            .with("second_alone", comparison.alone[1])
            .with("disagreements", differences.collect::<Vec<_>>())
            .with("failure", result.failure().map(breakdown))
            .with("first", result.searched(0).map(deviations))
            .with("second", result.searched(1).map(deviations))
            .with_some("parts", parts_record(result.parts))
            .with_some("corpus", parts::corpus::record(result.corpus))
            .with("saved", SavedComparison::new(result));
        Self(record)
    }
}

/// Returns the parts that answers name, if there are any.
fn parts_record(parts: &[PartReport]) -> Option<Vec<Object>> {
    (!parts.is_empty()).then(|| parts::record(parts))
}

fn suite(record: Object, extra_states: u8, quick: bool, size: SuiteSize) -> Object {
    record
        .with("extra_states", extra_states)
        .with("quick", quick)
        .with("texts", size.texts)
        .with("left_out", size.left_out)
}

fn counts(record: Object, counts: &Counts) -> Object {
    let offsets = Object::new().with("given", counts.offsets_given);
    record
        .with("true_accepts", counts.true_accepts)
        .with("false_accepts", counts.false_accepts)
        .with("true_rejects", counts.true_rejects)
        .with("false_rejects", counts.false_rejects)
        .with("offsets", offsets.with("equal", counts.offsets_equal))
        .with("crashed", counts.crashed)
        .with("timed_out", counts.timed_out)
}

/// Returns how often the command was started again.
fn restarts(restarts: &Restarts) -> Object {
    let first = restarts.first.as_ref().map(|(text, ending)| {
        let exit = ending.exit.as_ref();
        Object::new()
            .with("input", Octets(text))
            .with("exit_status", exit.and_then(|exit| exit.code))
            .with("signal", exit.and_then(|exit| exit.signal))
            .with("stderr", String::from_utf8_lossy(&ending.errors))
    });
    Object::new()
        .with("loose", restarts.loose)
        .with("first", first)
}

#[derive(Debug, Serialize)]
#[serde(bound = "P: CheckedProduction")]
struct ExpectedRecord<P: CheckedProduction> {
    ok: bool,
    #[serde(flatten)]
    error: Option<RejectionRecord<P::Rejection>>,
}

fn disagreement<P: CheckedProduction>(tally: &Tally<P>, one: &Disagreement) -> Object {
    let error = tally.rule().error_of(&one.text);
    let expected = ExpectedRecord::<P> {
        ok: error.is_none(),
        error: error.map(RejectionRecord),
    };
    let failure = match one.answer {
        Answer::Accept | Answer::Reject(_) => None,
        Answer::Crashed => Some("crashed"),
        Answer::TimedOut => Some("timed_out"),
    };
    let answer = Object::new()
        .with("ok", one.answer == Answer::Accept)
        .with_some("offset", one.answer.offset())
        .with_some("failure", failure);
    Object::new()
        .with("number", one.number)
        .with("input", Octets(&one.text))
        .with("expected", expected)
        .with("answer", answer)
}

/// Returns why a run ended early.
fn breakdown(breakdown: &Breakdown) -> Object {
    let Ending {
        exit,
        given,
        errors,
    } = &breakdown.ending;
    let (number, input) = match &breakdown.problem {
        Problem::Unanswered { number, text, .. } => (Some(*number), Some(Octets(text.as_slice()))),
        Problem::Contradicted { text, .. } => (None, Some(Octets(text.as_slice()))),
        Problem::Surplus(_) | Problem::Ended { .. } | Problem::TooOften { .. } => (None, None),
    };
    let (kind, line) = match &breakdown.problem {
        Problem::Surplus(line) => ("surplus", Some(line)),
        Problem::Contradicted { .. } => ("contradicted", None),
        Problem::Ended { by, .. } => (by.kind(), None),
        Problem::TooOften { .. } => ("too_often", None),
        Problem::Unanswered { reason, .. } => match (reason, exit) {
            (Reason::Nonsense(line), _) => ("nonsense", Some(line)),
            (_, Some(_)) => ("ended", None),
            (Reason::Closed, None) => ("closed", None),
            (Reason::TimedOut(_), None) => ("timeout", None),
        },
    };
    let contradiction = match &breakdown.problem {
        Problem::Contradicted { first, second, .. } => Some((first, second)),
        _ => None,
    };
    let line = line.map(|line| String::from_utf8_lossy(line.trim_ascii_end()).into_owned());
    let answer = contradiction.map(|(_, second)| second.to_string()).or(line);
    let first_answer = contradiction.map(|(first, _)| first.to_string());
    let round = match breakdown.stage {
        Stage::Round(round) => Some(round),
        Stage::Suite | Stage::Again => None,
    };
    Object::new()
        .with("kind", kind)
        .with("message", breakdown.to_string())
        .with("number", number)
        .with("input", input)
        .with("answer", answer)
        .with_some("first_answer", first_answer)
        .with("given", given)
        .with("exit_status", exit.as_ref().and_then(|exit| exit.code))
        .with("signal", exit.as_ref().and_then(|exit| exit.signal))
        .with("stderr", String::from_utf8_lossy(errors))
        .with("round", round)
}

/// Adds what the search for the causes of wrong verdicts found. Without one, everything is empty.
fn search_for_causes(
    record: Object,
    explanation: Option<&Explanation>,
    encoding: Encoding,
) -> Object {
    let found = explanation.into_iter();
    let causes = found.clone().flat_map(|it| {
        let causes = it.causes.iter();
        causes.map(|one| with_source(cause(one), it, Row::Cause(one)))
    });
    let groups = found.clone().flat_map(|it| {
        let groups = it.unexplained.iter();
        groups.map(|one| with_source(group(one), it, Row::Group(one)))
    });
    let flaky = found.flat_map(|it| &it.flaky).map(|one| {
        Object::new()
            .with("input", Octets(&one.text))
            .with("accepted", one.accepted)
            .with("rejected", one.rejected)
    });
    let flaky: Vec<Object> = flaky.collect();
    let not_searched = accepted(explanation.map(|it| &*it.not_searched));
    let search = explanation.map(|it| {
        let search = Object::new().with("left_out", it.left_out);
        asked(search, it)
    });
    let parser = explanation.and_then(|it| it.parser.as_ref());
    let parser = parser.and_then(|parser| regex_of(parser, encoding, PARSER));
    let of_parser = parser.as_ref().map(Regex::alphabet);
    let pinned = explanation.and_then(|it| it.pinned.as_ref());
    record
        .with("causes", causes.collect::<Vec<_>>())
        .with("several", explanation.map_or(0, |it| it.several))
        .with("unexplained", groups.collect::<Vec<_>>())
        .with("vanished", accepted(explanation.map(|it| &*it.vanished)))
        // What the baseline accepts and an ended search did not find.
        .with_some(
            "not_searched",
            (!not_searched.is_empty()).then_some(not_searched),
        )
        .with_some("pinned", pinned.map(pinned_automaton))
        .with("search", search)
        .with("conclusion", explanation.map(conclusion_of))
        // All texts that the parser accepts, as far as the causes say.
        .with("parser", parser.map(|regex| regex.to_string()))
        .with_some(
            "parser_alphabet",
            of_parser.and_then(|it| alphabet(it, encoding)),
        )
        // The same as a grammar.
        .with_some("grammar", explanation.and_then(|it| it.grammar.as_ref()))
        .with_some("flaky", (!flaky.is_empty()).then_some(flaky))
}

/// Returns what a search found for anything but wrong verdicts.
fn deviations(searched: Searched<'_>) -> Object {
    let explanation = searched.explanation;
    let causes = explanation.causes.iter().map(|named| {
        let cause = &named.cause;
        let record = Object::new()
            .with("id", &named.id)
            .with("sentence", searched.sentence(Row::Cause(named)))
            .with("rule", &cause.production)
            .with("derived", is_derived(cause.direction));
        witness_of_cause(record, cause)
            .with("regex", deviating_texts(cause, EXPRESSION))
            .with("accepted", &named.accepted)
    });
    let groups = explanation.unexplained.iter().map(|named| {
        let group = &named.group;
        Object::new()
            .with("id", &named.id)
            .with("sentence", searched.sentence(Row::Group(named)))
            .with("derived", is_derived(group.direction))
            .with("texts", group.texts)
            .with("witness", Octets(&group.witness))
            .with("offset", group.offset)
            .with("examples", octets_of(&group.examples))
            .with("accepted", &named.accepted)
    });
    let record = Object::new()
        .with("causes", causes.collect::<Vec<_>>())
        .with("several", explanation.several)
        .with("unexplained", groups.collect::<Vec<_>>())
        .with("vanished", accepted(Some(&explanation.vanished)));
    asked(record, explanation).with("conclusion", searched.conclusion())
}

/// Adds how much a search asked.
fn asked(record: Object, explanation: &Explanation) -> Object {
    record
        .with("questions", explanation.questions)
        .with("rounds", explanation.rounds)
        .with("ended_by", explanation.ended_by.as_ref().map(RunEnd::kind))
}

fn with_source(record: Object, explanation: &Explanation, row: Row<'_>) -> Object {
    record.with_some("source", explanation.sources.get(row.named_for()))
}

fn witness_of_cause(record: Object, cause: &Cause) -> Object {
    record
        .with("texts", cause.texts)
        .with("witness", Octets(&cause.witness))
        .with("start", cause.span.start)
        .with("end", cause.span.end)
        .with("offset", cause.offset)
        .with("examples", octets_of(&cause.examples))
}

fn cause(named: &NamedCause) -> Object {
    let cause = &named.cause;
    let (at, octets) = named_deviation(cause.deviation);
    // The part of the production, if it is not the whole.
    let part = match cause.position {
        Position::Whole | Position::Length | Position::IpLiteral | Position::Ignored => None,
        Position::Expression(_) | Position::Gap(..) | Position::References(_) => Some(&cause.part),
    };
    let ranges = deviating::of_cause(cause).map(|(_, ranges)| pairs(ranges));
    let learnt = cause.learnt.as_deref();
    let record = Object::new()
        .with("id", &named.id)
        // The id of the part, which earlier versions had as the id.
        .with("place_id", cause.place_id())
        .with("sentence", sentence(cause))
        .with("rule", &cause.production)
        .with("part", part)
        .with("direction", name(cause.direction))
        .with("at", at)
        .with("octets", octets)
        .with_some("ranges", ranges);
    let ways = ways(cause).into_iter().map(|(way, text)| {
        let way = Object::new().with("sentence", way);
        way.with("text", Octets(text))
    });
    let ways: Vec<Object> = ways.collect();
    witness_of_cause(record, cause)
        .with_some("ways", (!ways.is_empty()).then_some(ways))
        .with("learnt", learnt.and_then(|it| learnt_as(cause, it)))
        .with("accepted", &named.accepted)
        .with("before", named.before.as_ref().map(pin))
        .with_some("unconfirmed", cause.unconfirmed.then_some(true))
}

fn pin(pin: &Pin) -> Object {
    let record = Object::new().with("accepts", &pin.accepts);
    record.with("rejects", &pin.rejects)
}

fn learnt_as(cause: &Cause, learnt: &Learnt) -> Option<Object> {
    let expressions = Expressions::new(cause, EXPRESSION)?;
    let of_literal = |texts| {
        let expression = regex_of(texts, cause.encoding, EXPRESSION);
        expression.map(|regex| regex.to_string())
    };
    let literal = learnt.literal.as_ref().map(|literal| {
        let ipv4 = match literal.ipv4 {
            Ipv4::Rfc3986 => "rfc3986",
            Ipv4::Rfc2373 => "rfc2373",
        };
        Object::new()
            .with("ipv4", ipv4)
            .with("behind", of_literal(&literal.after))
            .with("future", of_literal(&literal.future))
    });
    let limits = expressions.limits;
    let of = alphabet(expressions.alphabet, cause.encoding);
    Some(
        Object::new()
            .with("states", learnt.observed.states().len())
            .with_some("alphabet", of)
            .with("regex", &expressions.observed)
            .with("too_many", expressions.beyond.expression())
            .with("too_few", expressions.missing.expression())
            .with("greatest_number", limits.and_then(|limits| limits.number))
            .with("greatest_length", limits.and_then(|limits| limits.length))
            .with("ip_literal", literal)
            .with_some("elsewhere", learnt.elsewhere.as_ref().map(Octets)),
    )
}

fn group(named: &NamedGroup) -> Object {
    let (group, merged) = (&named.group, &named.merged);
    let (at, octets) = named_deviation(group.deviation);
    let ranges = deviating::of_group(group).map(|(_, ranges)| pairs(ranges));
    let ids: Vec<&String> = merged.iter().map(|one| &one.id).collect();
    Object::new()
        .with("direction", name(group.direction))
        .with("texts", group.texts)
        .with("witness", Octets(&group.witness))
        .with("offset", group.offset)
        .with("octets", octets.unwrap_or_default())
        .with_some("ranges", ranges)
        .with("examples", octets_of(&group.examples))
        .with("id", &named.id)
        .with("sentence", sentence_of_states(named))
        .with("at", at)
        .with("accepted", &named.accepted)
        .with_some("states", (!ids.is_empty()).then_some(ids.len()))
        .with_some("merged", (!ids.is_empty()).then_some(ids))
        .with_some("repeats", group.repeats.as_ref().map(repeats))
}

fn repeats(repeats: &Repeats) -> Object {
    Object::new()
        .with("text", Octets(&repeats.text))
        .with("times", repeats.times)
}

/// Returns how the parser compares with the automaton of the baseline.
fn pinned_automaton(pinned: &PinnedAutomaton) -> Object {
    let change = pinned.change.as_ref().map(|change| {
        Object::new()
            .with("input", Octets(&change.text))
            .with("accepted_before", change.was_accepted)
            .with("accepted_now", !change.was_accepted)
    });
    let other = pinned.other.as_ref().map(|other| {
        Object::new()
            .with("input", Octets(&other.text))
            .with("accepted_by_pinned", other.is_pinned)
            .with("accepted_by_learned", !other.is_pinned)
            .with("accepted_now", other.is_accepted)
    });
    Object::new()
        .with("message", pinned.sentence())
        .with("states", pinned.states)
        .with("extra_states", pinned.extra_states)
        .with("texts", pinned.texts)
        .with("asked", pinned.asked)
        .with("learned", pinned.learned)
        .with("changes", pinned.changes)
        .with("change", change)
        .with_some("depth", pinned.depth)
        .with_some("other", other)
}

fn conclusion_of(explanation: &Explanation) -> Object {
    let of = &explanation.conclusion;
    let (states, texts) = match of {
        Conclusion::Explained { states, texts } => (Some(states), Some(texts)),
        _ => (None, None),
    };
    let (kind, input) = match of {
        Conclusion::Explained { .. } => ("explained", None),
        Conclusion::Incomplete(_) => ("incomplete", None),
        Conclusion::Stopped(_) => ("stopped", None),
        Conclusion::Contradicted { text } => ("contradicted", Some(text)),
        Conclusion::Ended { different } => ("ended", different.as_ref()),
    };
    Object::new()
        .with("kind", kind)
        .with("message", conclusion(explanation))
        .with("states", states)
        .with("texts", texts)
        .with("input", input.map(Octets))
}

/// Returns what a baseline accepts, and why.
fn accepted(list: Option<&[AcceptedCause]>) -> Vec<Object> {
    let list = list.unwrap_or_default().iter();
    let list = list.map(|one| {
        Object::new()
            .with("id", &one.id)
            .with("reason", &one.reason)
    });
    list.collect()
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

/// Returns whether the grammar derives the texts of a cause.
fn is_derived(direction: Direction) -> bool {
    direction == Direction::WronglyRejected
}

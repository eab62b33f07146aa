//! Causes in words.

use std::fmt::Display;
use std::ops::RangeInclusive;

use anstyle::Style;
use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{
    Cause, Conclusion, Deviation, Direction, GivenUp, Learnt, Limits, Pattern, Position, Repeats,
    Rounds, Unexplained,
};
use rfcbnf::export::{regex_of, runs};
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::Encoding;
use rfcbnf_engine::escape::Escaped;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};

use crate::characters::number_range;
use crate::conformance::breakdown::{excerpt, quoted};
use crate::conformance::causes::deviating::{self, Ranges};
use crate::conformance::causes::expression::reading;
use crate::conformance::causes::{Explanation, NamedGroup, ip_literal};
use crate::count::counted;

/// A text before the deviation can be of any length; its excerpt is not.
const LIMITS: ExcerptLimits = ExcerptLimits {
    before: 30,
    within: 0,
    after: 0,
    keeps_lines: false,
};

/// What comes after a part can be of any length, too.
const AFTER: ExcerptLimits = ExcerptLimits {
    before: 0,
    within: 0,
    after: 30,
    keeps_lines: false,
};

/// The octets that stand for characters outside ASCII if no text of the grammar contains one.
const OUTSIDE: OctetSet = OctetSet::range(0x80, 0xff);

/// All characters outside ASCII.
const OUTSIDE_ASCII: [RangeInclusive<char>; 1] = ['\u{80}'..=char::MAX];

/// The greatest length of a sentence that says several ways in which a parser deviates.
const SENTENCE: usize = 120;

/// The greatest length of a regular expression in a sentence.
const EXPRESSION: usize = 40;

/// Returns the cause in a sentence without a full stop, escaped. It says all that the parser does if
/// that is short, and what it does in the witness otherwise.
///
/// ```
/// use rfc1738_views::conformance::causes::sentence::sentence;
/// use rfcbnf::causes::{Cause, Deviation, Direction, Position};
/// use rfcbnf::syntax::Encoding;
///
/// let cause = Cause {
///     production: "digits".to_owned(),
///     position: Position::Whole,
///     part: "digits".to_owned(),
///     direction: Direction::WronglyRejected,
///     deviation: Deviation::Octets("0123".bytes().collect()),
///     texts: 4,
///     witness: b"h:00".to_vec(),
///     span: 2..4,
///     offset: 3,
///     examples: Vec::new(),
///     learnt: None,
///     outermost: None,
///     unconfirmed: false,
///     encoding: Encoding::Octets,
/// };
/// assert_eq!(sentence(&cause), "digits: rejects any of 0-3 after `0`");
/// ```
#[must_use]
pub fn sentence(cause: &Cause) -> String {
    if let Some(change) = change(cause) {
        return format!("{}: {change}", subject(cause));
    }
    let first = of(cause, &cause.direction);
    let others = other_ways(cause);
    let verb = format!("{} ", cause.direction);
    let all = others.iter().fold(first.clone(), |all, (way, _)| {
        format!("{all}, and {}", way.strip_prefix(&verb).unwrap_or(way))
    });
    if all.len() <= SENTENCE || others.is_empty() {
        return all;
    }
    let more = counted(others.len() as u64, "more way", "more ways", Style::new());
    format!("{first}, and deviates in {more}")
}

/// Returns what the parser does in further texts, each with its text, if there are several ways in which it deviates from
/// the part and no words for all of them.
pub(in crate::conformance) fn ways(cause: &Cause) -> Vec<(String, &[u8])> {
    match change(cause) {
        Some(_) => Vec::new(),
        None => other_ways(cause),
    }
}

/// Returns the same for a cause that no words say all of.
fn other_ways(cause: &Cause) -> Vec<(String, &[u8])> {
    let Some(learnt) = &cause.learnt else {
        return Vec::new();
    };
    let mut known = vec![(cause.direction, cause.deviation)];
    let mut ways = Vec::new();
    let (before, after) = around(cause);
    for text in &cause.examples {
        let inside = text
            .strip_prefix(before)
            .and_then(|it| it.strip_suffix(after));
        let Some(inside) = inside else {
            continue;
        };
        let is_accepted = learnt.observed.accepts(inside);
        if is_accepted == learnt.expected.accepts(inside) {
            continue;
        }
        let direction = Direction::of(is_accepted);
        let deviation = deviation(learnt, direction, inside);
        let is_known = |(other, known): &(Direction, Deviation)| {
            *other == direction
                && match (known, deviation.1) {
                    (Deviation::Octets(known), Deviation::Octets(octets)) => {
                        octets.without(*known).is_empty()
                    }
                    (known, deviation) => *known == deviation,
                }
        };
        if known.iter().any(is_known) {
            continue;
        }
        let (length, what) = deviation;
        let what = at_place(in_words(what, cause.encoding), &inside[..length]);
        ways.push((format!("{direction} {what}"), text.as_slice()));
        known.push((direction, deviation.1));
    }
    ways
}

/// Returns where a text of a part leaves those that are right, and what such texts have there.
fn deviation(learnt: &Learnt, direction: Direction, text: &[u8]) -> (usize, Deviation) {
    let (right, wrong) = match direction {
        Direction::WronglyAccepted => (&learnt.expected, &learnt.observed),
        Direction::WronglyRejected => (&learnt.observed, &learnt.expected),
    };
    let prefix = right.viable_prefix(text);
    let length = prefix.length();
    if length == text.len() {
        return (length, Deviation::End);
    }
    let octets = wrong.viable_prefix(&text[..length]).next();
    (length, Deviation::Octets(octets.without(prefix.next())))
}

/// Returns the texts around the part in the witness.
pub(super) fn around(cause: &Cause) -> (&[u8], &[u8]) {
    let Cause { witness, span, .. } = cause;
    (&witness[..span.start], &witness[span.end..])
}

/// Returns the context that a sentence holds in, if the parser does otherwise in another one.
pub(in crate::conformance) fn context(cause: &Cause) -> String {
    if cause.elsewhere().is_none() {
        return String::new();
    }
    let (before, after) = around(cause);
    let left = Excerpt::new(before, before.len()..before.len(), LIMITS).text;
    let right = Excerpt::new(after, 0..0, AFTER).text;
    match (before, after) {
        ([], []) => String::new(),
        (_, []) => format!(" after `{left}`"),
        ([], _) => format!(" before `{right}`"),
        _ => format!(" between `{left}` and `{right}`"),
    }
}

/// Returns the part of the grammar at fault, escaped: ``port``, ``httpurl, at `[ ":" port ]` ``. If the parser is known
/// to do otherwise in another context, the context is a part of it: ``month between `1 ` and ` 2025` ``.
pub(in crate::conformance) fn subject(cause: &Cause) -> String {
    part(cause) + &context(cause)
}

fn part(cause: &Cause) -> String {
    let production = Escaped(cause.production.as_bytes());
    match cause.position {
        Position::Whole | Position::Length | Position::IpLiteral | Position::Ignored => {
            production.to_string()
        }
        Position::References(_) => {
            format!("{production}, at each `{}`", Escaped(cause.part.as_bytes()))
        }
        Position::Expression(_) => {
            let part = excerpt(cause.part.as_bytes());
            format!("{production}, at `{part}`")
        }
        Position::Gap(..) => format!("{production}, {}", gap(&cause.part)),
    }
}

/// Returns where something is between two expressions: ``between `"http://"` and `hostport` ``. The part has a dot
/// between them, and one of them may be missing.
fn gap(part: &str) -> String {
    let (before, after) = part.split_once('\u{b7}').unwrap_or((part, ""));
    let [before, after] = [before, after].map(|one| excerpt(one.trim().as_bytes()));
    match (before.as_str(), after.as_str()) {
        ("", _) => format!("before `{after}`"),
        (_, "") => format!("after `{before}`"),
        _ => format!("between `{before}` and `{after}`"),
    }
}

/// Returns what texts are accepted as, for a remark: ``as `port` ``, and the place for a gap.
pub(in crate::conformance) fn as_part(cause: &Cause) -> String {
    match cause.position {
        Position::Gap(..) => gap(&cause.part),
        _ => format!("as `{}`", excerpt(cause.part.as_bytes())),
    }
}

/// Returns all that the parser accepts and rejects otherwise than the grammar, if that is short.
fn change(cause: &Cause) -> Option<String> {
    if let Some(octets) = ignored(cause) {
        return Some(format!("ignores {octets} anywhere"));
    }
    let (learnt, encoding) = reading(cause)?;
    if let Some(literal) = &learnt.literal {
        return Some(ip_literal::in_words(literal));
    }
    if let Some(pattern) = learnt.pattern()
        && let Some(words) = of_pattern(&pattern, encoding)
    {
        return Some(words);
    }
    let (beyond, missing) = (learnt.beyond()?, learnt.missing()?);
    let mut parts = Vec::new();
    if !beyond.is_empty() {
        parts.push(format!(
            "accepts {}",
            short(&beyond, (encoding, cause.encoding))?
        ));
    }
    if !missing.is_empty() {
        let limited = learnt.limits().map(above);
        let missing = || short(&missing, (encoding, cause.encoding));
        parts.push(format!("rejects {}", limited.or_else(missing)?));
    }
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// Returns what a parser does otherwise; `None` if others words say it.
fn of_pattern(pattern: &Pattern, encoding: Encoding) -> Option<String> {
    match pattern {
        // Octets of characters say nothing.
        Pattern::All(octets, _)
        | Pattern::AtStart(octets, _)
        | Pattern::AtEnd(octets, _)
        | Pattern::Around(octets)
            if encoding == Encoding::Utf8 && !octets.is_ascii() =>
        {
            return None;
        }
        _ => {}
    }
    Some(match pattern {
        Pattern::Nothing => "rejects every text".to_owned(),
        Pattern::All(octets, rounds) => {
            let texts = match rounds {
                Rounds::One => "every text but the empty one",
                Rounds::Any => "every text",
            };
            let others = OctetSet::ALL.without(*octets);
            match others.count() {
                0 => format!("accepts {texts}"),
                1..100 => format!("accepts {texts} without {}", listed(&members(others))),
                _ => return None,
            }
        }
        Pattern::Texts(texts) => {
            let texts: Vec<String> = texts.iter().map(|text| in_backticks(text)).collect();
            format!("accepts {}", listed(&texts))
        }
        Pattern::AnyCase => "accepts letters in either case".to_owned(),
        Pattern::AtStart(octets, rounds) => {
            format!("accepts {} at the start", added(*octets, *rounds))
        }
        Pattern::AtEnd(octets, rounds) => {
            format!("accepts {} at the end", added(*octets, *rounds))
        }
        Pattern::Around(octets) => {
            let any = added(*octets, Rounds::Any);
            format!("accepts {any} at the start and at the end")
        }
    })
}

/// Returns the octets that a parser accepts beside the texts that are right.
fn added(octets: OctetSet, rounds: Rounds) -> String {
    let others = OctetSet::ALL.without(octets);
    match (rounds, others.count()) {
        (Rounds::One, _) => any_of(octets),
        (Rounds::Any, 0) => "any octets".to_owned(),
        (Rounds::Any, 1..100) => format!("any octets but {}", listed(&members(others))),
        (Rounds::Any, _) => format!("any number of {}", listed(&members(octets))),
    }
}

/// Returns words with commas between them, and `and` before the last.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns a text in backticks; the empty one in words.
fn in_backticks(text: &[u8]) -> String {
    match text {
        [] => "the empty text".to_owned(),
        text => format!("`{}`", Escaped(text)),
    }
}

/// Returns the octets that the parser ignores, in words, if that is the cause.
pub(super) fn ignored(cause: &Cause) -> Option<String> {
    match cause.deviation {
        Deviation::Octets(octets) if cause.position == Position::Ignored => Some(any_of(octets)),
        _ => None,
    }
}

/// Returns what a parser answers to texts with octets that it ignores, as a sentence without a full stop.
pub(in crate::conformance) fn answer_with_ignored(cause: &Cause) -> Option<String> {
    let octets = ignored(cause)?;
    Some(format!(
        "a text with {octets} in it gets the answer to the text without"
    ))
}

/// Returns the texts in a few words or as a short expression. The texts consist of the first of these, and
/// the numbers of the grammar are the second.
fn short(texts: &Automaton, (encoding, numbers): (Encoding, Encoding)) -> Option<String> {
    let single = texts.single_octets();
    let is_single = texts.states().len() == 2 && !texts.is_nullable();
    if encoding == Encoding::Utf8
        && let Some(characters) = single_characters(texts)
    {
        return Some(any_of_characters(&characters));
    }
    match regex_of(texts, encoding, EXPRESSION) {
        _ if is_single && single == texts.octets() => Some(match numbers {
            Encoding::Utf8 if !single.is_ascii() => any_octet_of(single),
            _ => any_of(single),
        }),
        Some(empty) if empty.as_str() == "^$" => Some("the empty text".to_owned()),
        expression => Some(format!("`{}`", expression?)),
    }
}

/// Returns the texts if each is one character.
fn single_characters(texts: &Automaton) -> Option<Ranges> {
    let steps = texts.character_steps(texts.start());
    let mut ends = steps.iter();
    let is_single = !steps.is_empty()
        && !texts.is_nullable()
        && ends.all(|(_, end)| texts.is_accepting(*end) && texts.next(*end).is_empty());
    is_single.then(|| texts.next_characters(texts.start()))
}

/// Returns what exceeds the limits, in words: `numbers above 65535`.
pub(in crate::conformance) fn above(limits: Limits) -> String {
    let number = limits
        .number
        .map(|number| format!("numbers above {number}"));
    let length = limits.length.map(|length| {
        let octets = counted(length as u64, "octet", "octets", Style::new());
        format!("more than {octets}")
    });
    let all = number.into_iter().chain(length);
    all.collect::<Vec<_>>().join(" and ")
}

/// Returns what the parser does in the witness, in a sentence with this verb.
pub(in crate::conformance) fn of(cause: &Cause, verb: &impl Display) -> String {
    let (end, what) = match deviating::of_cause(cause) {
        Some((start, characters)) => (start, Some(any_of_characters(&characters))),
        None => (cause.offset, in_words(cause.deviation, cause.encoding)),
    };
    let before = &cause.witness[cause.span.start..end];
    at(&subject(cause), verb, what, before)
}

/// Returns what the texts of a group have in common, in a sentence without a full stop, escaped.
#[must_use]
pub fn sentence_of_group(group: &Unexplained) -> String {
    of_group(group, &group.direction)
}

/// Returns the same for a group of several states.
#[must_use]
pub fn sentence_of_states(named: &NamedGroup) -> String {
    let group = &named.group;
    let states = named.merged.len();
    let name = group.within.last().unwrap_or(&group.production);
    if states == 0 || group.repeats.is_some() {
        return sentence_of_group(group);
    }
    let name = Escaped(name.as_bytes());
    let what = in_words(group.deviation, group.encoding);
    let what = what.unwrap_or_else(|| "the end".to_owned());
    format!(
        "{name}: {} {what} in {states} states, without a known cause",
        group.direction
    )
}

/// Returns what the texts of a group have in common, in a sentence with another verb.
pub(in crate::conformance) fn of_group(group: &Unexplained, verb: &impl Display) -> String {
    let Unexplained {
        production,
        deviation,
        place,
        encoding,
        repeats,
        ..
    } = group;
    let production = Escaped(production.as_bytes()).to_string();
    if let Some(repeats) = repeats {
        return format!("{production}: {}", repeated(repeats, verb));
    }
    let (end, what) = match deviating::of_group(group) {
        Some((start, characters)) => (start, Some(any_of_characters(&characters))),
        None => (place.len(), in_words(*deviation, *encoding)),
    };
    let sentence = at(&production, verb, what, &place[..end]);
    format!("{sentence}, without a known cause")
}

/// Returns what the parser does with a text with many repetitions.
fn repeated(repeats: &Repeats, verb: &impl Display) -> String {
    let Repeats { text, times } = repeats;
    let text = excerpt(text);
    match times {
        0 | 1 => format!("{verb} `{text}` {times} times"),
        times => format!("{verb} `{text}` {times} times, and not {} times", times - 1),
    }
}

/// Returns the octets at which a parser deviates in words; `None` for the end.
pub(super) fn in_words(deviation: Deviation, numbers: Encoding) -> Option<String> {
    match deviation {
        Deviation::Octets(octets) => Some(match numbers {
            Encoding::Utf8 if !octets.is_ascii() && !has_outside(octets) => any_octet_of(octets),
            _ => any_of(octets),
        }),
        Deviation::End => None,
    }
}

/// Returns the sentence.
fn at(subject: &str, verb: &impl Display, what: Option<String>, before: &[u8]) -> String {
    let what = at_place(what, before);
    format!("{subject}: {verb} {what}")
}

/// Returns what is where. It is about the end if there is nothing else.
pub(super) fn at_place(what: Option<String>, before: &[u8]) -> String {
    let place = Excerpt::new(before, before.len()..before.len(), LIMITS).text;
    let after = if before.is_empty() {
        String::new()
    } else {
        format!(" after `{place}`")
    };
    let what = what.unwrap_or_else(|| match before {
        [] => "the empty text".to_owned(),
        _ => "the end".to_owned(),
    });
    what + &after
}

/// Returns the conclusion in a sentence without a full stop, escaped.
#[must_use]
pub fn conclusion(explanation: &Explanation) -> String {
    let finds_nothing = explanation.causes.is_empty() && explanation.unexplained.is_empty();
    match &explanation.conclusion {
        Conclusion::Explained { .. } if finds_nothing => {
            "no text beyond the suite shows a fault".to_owned()
        }
        Conclusion::Explained { states, .. } => format!(
            "the causes explain all answers of the parser: the grammar with these faults has {states} \
             states and gives the same answers, and a parser that gives them and accepts other texts \
             has more states"
        ),
        Conclusion::Incomplete(reasons) => {
            let missed = if finds_nothing {
                "the search may have missed a fault"
            } else {
                "the causes may not be complete"
            };
            let reasons: Vec<String> = reasons.iter().map(given_up).collect();
            if reasons.is_empty() {
                missed.to_owned()
            } else {
                format!("{missed}: {}", reasons.join("; "))
            }
        }
        Conclusion::Stopped(breakdown) => {
            format!("the search for causes stopped: {breakdown}")
        }
        Conclusion::Ended { different } => {
            let by = explanation.ended_by.as_ref();
            let by = by.map_or_else(String::new, |by| format!(" by {by}"));
            let asked = counted(explanation.questions, "text", "texts", Style::new());
            let different = different
                .as_ref()
                .map(|text| GivenUp::Different { text: text.clone() });
            let reason = different.as_ref().map(given_up);
            let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
            format!(
                "the search for causes was ended{by} after {asked}, so causes may be missing{reason}"
            )
        }
        Conclusion::Contradicted { text } if explanation.flaky.is_empty() => format!(
            "the search for causes stopped: the parser gave two different answers to {}",
            quoted(text)
        ),
        Conclusion::Contradicted { text } => {
            let texts = match explanation.flaky.len() {
                1 => String::new(),
                2 => " and to 1 more text".to_owned(),
                texts => format!(" and to {} more texts", texts - 1),
            };
            format!(
                "the parser gave two different answers to {}{texts}: the causes are those of the answers that hold, \
                 and others may be missing",
                quoted(text)
            )
        }
    }
}

fn given_up(reason: &GivenUp) -> String {
    match reason {
        GivenUp::States { production, most } => format!(
            "the texts that the parser accepts as {} take an automaton of more than {most} states",
            Escaped(production.as_bytes())
        ),
        GivenUp::Recursion { production } => format!(
            "{} recurses, so each production was searched on its own",
            Escaped(production.as_bytes())
        ),
        GivenUp::Length { greatest } => {
            format!("limits of length were looked for by halving, up to {greatest} octets")
        }
        GivenUp::IpLiterals { texts } => {
            format!("IP addresses in brackets were compared by {texts} texts of their suite")
        }
        GivenUp::Rejected { texts } => {
            format!("the parser accepts none of the {texts} valid texts that were tried")
        }
        GivenUp::IncompleteSuite => "the suite is not complete".to_owned(),
        GivenUp::Questions { most } => {
            format!("--questions {most} allows no more questions")
        }
        GivenUp::Different { text } => {
            format!("no cause leads to the parser's answer to {}", quoted(text))
        }
        GivenUp::TooLarge { production } => format!(
            "the automaton of {} with the causes in it is too large",
            Escaped(production.as_bytes())
        ),
    }
}

/// Returns the characters in words: `any of 0-9 %xD7 %x391-3A9`.
fn any_of_characters(ranges: &Ranges) -> String {
    let above = deviating::without(ranges, &['\0'..='\u{7f}']);
    if above.is_empty() {
        return any_of(ascii(ranges));
    }
    let others = deviating::without(&['\0'..=char::MAX], ranges);
    if others.is_empty() {
        return "any character".to_owned();
    }
    if others.len() < ranges.len() {
        return format!("any character but {}", words(&others).join(" "));
    }
    match words(ranges).as_slice() {
        [only] if above == OUTSIDE_ASCII || above[0].start() == above[0].end() => only.clone(),
        words => format!("any of {}", words.join(" ")),
    }
}

/// Returns the characters of ASCII among these.
fn ascii(ranges: &Ranges) -> OctetSet {
    let has = |octet: &u8| ranges.iter().any(|it| it.contains(&char::from(*octet)));
    (0..=0x7f).filter(has).collect()
}

/// Returns the ranges in words, as [`members`] does, those above ASCII as numbers.
fn words(ranges: &Ranges) -> Vec<String> {
    let mut words = members(ascii(ranges));
    let above = deviating::without(ranges, &['\0'..='\u{7f}']);
    if above == OUTSIDE_ASCII {
        words.push("characters outside ASCII".to_owned());
    } else {
        words.extend(above.iter().map(|it| number_range(*it.start(), *it.end())));
    }
    words
}

/// Returns octets in words that are not all characters of the grammar, which is one of characters.
fn any_octet_of(octets: OctetSet) -> String {
    if octets == OctetSet::ALL {
        return "any octet".to_owned();
    }
    match numbered(octets).as_slice() {
        [only] if octets.count() == 1 => format!("the octet {only}"),
        members => format!("any of the octets {}", members.join(" ")),
    }
}

/// Returns the octets in words: `any of 0-9 "-"`.
pub(in crate::conformance) fn any_of(octets: OctetSet) -> String {
    let others = OctetSet::ALL.without(octets);
    if octets == OctetSet::ALL {
        return "any octet".to_owned();
    }
    if others.count() < 100 {
        return format!("any octet but {}", members(others).join(" "));
    }
    let members = members(octets);
    match members.as_slice() {
        [only] if octets.count() == 1 || octets == OUTSIDE => only.clone(),
        _ => format!("any of {}", members.join(" ")),
    }
}

/// Returns the members of the set: a character as `-` in backticks, a run of letters or digits as
/// `a-z`, an octet that does not print as `%x1B`.
pub(in crate::conformance) fn members(octets: OctetSet) -> Vec<String> {
    if !has_outside(octets) {
        return numbered(octets);
    }
    let mut members = numbered(octets.without(OUTSIDE));
    members.push("characters outside ASCII".to_owned());
    members
}

/// Returns whether the octets above 7F stand for all characters outside ASCII.
fn has_outside(octets: OctetSet) -> bool {
    octets.without(OctetSet::range(0, 0x7f)) == OUTSIDE
}

/// Returns the members of the set, each octet above 7F as a number.
fn numbered(octets: OctetSet) -> Vec<String> {
    let characters: Vec<char> = octets.iter().map(char::from).collect();
    let runs = runs(&characters).map(|run| match run {
        [' '] => "space".to_owned(),
        [only] if matches!(only, '!'..='~') && *only != '`' => format!("`{only}`"),
        [only] => format!("%x{:02X}", u32::from(*only)),
        [first, .., last] if first.is_ascii_alphanumeric() => format!("{first}-{last}"),
        [first, .., last] => format!("%x{:02X}-{:02X}", u32::from(*first), u32::from(*last)),
        [] => String::new(),
    });
    runs.collect()
}

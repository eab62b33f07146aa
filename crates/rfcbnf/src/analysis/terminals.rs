//! Terminals that are likely mistakes: letters whose case the author seems to mean, ranges, and octets of UTF-8 beside
//! numbers of characters.
//!
//! - RFC 5234, Section 2.3: `"abc"` matches in either case. Many authors do not know that, and say in a comment that
//!   case matters. RFC 7405 has `%s"abc"` for what they mean.
//! - One number above FF makes all numbers of a grammar characters. RFC 9116 prints both of these:
//!
//!   ```text
//!   UTF8-2  = %xC2-DF UTF8-tail      two octets, for one character above 7F
//!   comment = "#" *( WSP / VCHAR / %x80-FFFFF )
//!   ```
//!
//!   Read as characters, `UTF8-2` derives two of them, such as `Â` and a control character, which no author means.

use std::collections::HashMap;

use super::finding::{FindingKind, Findings, Location};
use crate::fixes::Fix;
use crate::syntax::{
    Case, Comment, Encoding, Expression, Grammar, Kind, LiteralForm, Notation, Span,
};

/// Adds a finding for each literal that matches in either case, in a production with a comment that
/// says that case matters.
pub(super) fn letters(grammar: &Grammar, findings: &mut Findings) {
    if grammar.notation != Notation::Abnf {
        return;
    }
    let productions = grammar.productions.iter();
    for production in productions.filter(|one| one.comments.iter().any(says_case_matters)) {
        production.body.walk(&mut |part| {
            let Kind::Literal {
                text,
                case: Case::Ignored,
                form: LiteralForm::Quoted,
            } = &part.kind
            else {
                return;
            };
            // `%i"abc"` says what it means.
            let is_plain = grammar.source[part.span.clone()].starts_with('"');
            if is_plain && text.contains(|letter: char| letter.is_ascii_alphabetic()) {
                let message = "matches in either case, and a comment says that case matters";
                let remedy = "write %s before it (RFC 7405) to match it as written only";
                let location = Location::of(production).at(part);
                let kind = FindingKind::LiteralCase;
                findings.add(location, kind, message.to_owned(), remedy);
            }
        });
    }
}

fn says_case_matters(comment: &Comment) -> bool {
    let text = comment.text.to_ascii_lowercase();
    let words = [
        "case-sensitive",
        "case sensitive",
        "case is significant",
        "case matters",
    ];
    let denials = ["not case", "no case", "isn't case", "never case"];
    words.iter().any(|word| text.contains(word)) && !denials.iter().any(|no| text.contains(no))
}

/// The range from the first upper case letter to the last lower case one, and what is between them.
const LETTERS: (char, char) = ('A', 'z');
const BETWEEN: &str = "[ \\ ] ^ _ `";

/// Adds a finding for each range from `A` to `z`.
pub(super) fn ranges(grammar: &Grammar, findings: &mut Findings) {
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            if is_of_letters(part) {
                let message = format!("derives {BETWEEN} too, which are between the letters");
                let remedy = "write a range of upper case letters and one of lower case letters";
                let location = Location::of(production).at(part);
                findings.add(location, FindingKind::LetterRange, message, remedy);
            }
        });
    }
}

/// Returns whether a part is a range from `A` to `z`, which has a finding of its own.
pub(super) fn is_of_letters(part: &Expression) -> bool {
    matches!(part.kind, Kind::Range { first, last } if (first, last) == LETTERS)
}

/// Returns what a finding says if both alternatives are ranges or characters by number, at least one of them a
/// range, and have characters in common.
pub(super) fn overlap(source: &str, [one, other]: [&Expression; 2]) -> Option<String> {
    let is_range = |part: &Expression| matches!(part.kind, Kind::Range { .. });
    if !is_range(one) && !is_range(other) {
        return None;
    }
    let (first, last) = common(one, other)?;
    let text = |part: &Expression| source.get(part.span.clone());
    let common = written(first, last, Base::Hexadecimal);
    Some(format!(
        "`{}` and `{}` both have `{common}`",
        text(one)?,
        text(other)?
    ))
}

/// Returns the fix of overlapping ranges: the later one without what the earlier one has, if that is one range.
pub(super) fn without_overlap(source: &str, [earlier, later]: [&Expression; 2]) -> Option<Fix> {
    let ((start, end), (first, last)) = (characters(earlier)?, characters(later)?);
    let rest = if start <= first && first <= end && end < last {
        (char::from_u32(u32::from(end) + 1)?, last)
    } else if first < start && start <= last && last <= end {
        (first, char::from_u32(u32::from(start).checked_sub(1)?)?)
    } else {
        return None;
    };
    let base = Base::of(source.get(later.span.clone())?);
    let text = written(rest.0, rest.1, base);
    let description = format!("write `{text}`");
    Some(Fix::new(later.span.clone(), text, description))
}

/// Returns the fix of a range from `A` to `z`: a range for each case.
pub(super) fn in_two_cases(grammar: &Grammar, span: &Span) -> Fix {
    let is_alternative = grammar.productions.iter().any(|production| {
        let mut is_found = production.body.span == *span;
        production.body.walk(&mut |part| {
            if let Kind::Alternation(members) = &part.kind {
                is_found |= members.iter().any(|member| member.span == *span);
            }
        });
        is_found
    });
    let separator = match grammar.notation {
        Notation::Abnf => '/',
        _ => '|',
    };
    let both = format!("%x41-5A {separator} %x61-7A");
    let text = if is_alternative {
        both
    } else {
        format!("( {both} )")
    };
    let description = format!("write `{text}`");
    Fix::new(span.clone(), text, description)
}

/// How a number is written.
#[derive(Clone, Copy)]
enum Base {
    Binary,
    Decimal,
    Hexadecimal,
}

impl Base {
    fn of(text: &str) -> Self {
        match text.as_bytes() {
            [b'%', b'd' | b'D', ..] => Self::Decimal,
            [b'%', b'b' | b'B', ..] => Self::Binary,
            _ => Self::Hexadecimal,
        }
    }
}

fn written(first: char, last: char, base: Base) -> String {
    let number = |one: char| {
        let number = u32::from(one);
        match base {
            Base::Binary => format!("{number:b}"),
            Base::Decimal => number.to_string(),
            Base::Hexadecimal => format!("{number:02X}"),
        }
    };
    let sign = match base {
        Base::Binary => "%b",
        Base::Decimal => "%d",
        Base::Hexadecimal => "%x",
    };
    if first == last {
        format!("{sign}{}", number(first))
    } else {
        format!("{sign}{}-{}", number(first), number(last))
    }
}

fn common(one: &Expression, other: &Expression) -> Option<(char, char)> {
    let ((start, end), (first, last)) = (characters(one)?, characters(other)?);
    let both = (start.max(first), end.min(last));
    (both.0 <= both.1).then_some(both)
}

/// Returns the first and the last character of a range, or of a literal of one character that matches as
/// written.
fn characters(part: &Expression) -> Option<(char, char)> {
    match &part.kind {
        Kind::Range { first, last } => Some((*first, *last)),
        Kind::Literal { text, case, .. } => {
            let mut characters = text.chars();
            let only = characters.next().filter(|_| characters.next().is_none())?;
            let is_exact = *case == Case::Exact || !only.is_ascii_alphabetic();
            is_exact.then_some((only, only))
        }
        _ => None,
    }
}

/// The first octets of characters that take several: RFC 3629, Section 4.
const LEADING: (char, char) = ('\u{c2}', '\u{f4}');

/// The other octets.
const TRAILING: (char, char) = ('\u{80}', '\u{bf}');

/// The last of the characters that are controls of their own and follow a letter in no text.
const LAST_CONTROL: char = '\u{9f}';

/// Adds a finding at the first place of a grammar of characters where a leading octet and another one of UTF-8 are in
/// sequence. Its place elsewhere is the first number above FF.
pub(super) fn mixed(grammar: &Grammar, findings: &mut Findings) {
    if grammar.encoding != Encoding::Utf8 {
        return;
    }
    let Some((production, number)) = above_octets(grammar) else {
        return;
    };
    let mut ends = Ends {
        grammar,
        known: HashMap::new(),
    };
    for one in &grammar.productions {
        let mut place = None;
        one.body.walk(&mut |part| {
            if place.is_none() && ends.spells_octets(part) {
                place = Some(part);
            }
        });
        let Some(part) = place else {
            continue;
        };
        let written = grammar.source.get(number.clone()).unwrap_or_default();
        let message = format!(
            "spells UTF-8 in octets, but the number above FF in `{written}` of `{production}` makes all numbers \
             of the grammar characters"
        );
        let remedy = "write characters here, such as %x80-10FFFF, or octets there";
        let location = Location::of(one).at(part);
        findings.add(location, FindingKind::MixedOctets, message, remedy);
        if let Some(finding) = findings.all.last_mut() {
            finding.elsewhere.push((production.to_owned(), number));
        }
        return;
    }
}

/// Returns the first part with a number above FF, and its production.
fn above_octets(grammar: &Grammar) -> Option<(&str, Span)> {
    let is_above = |one: char| one > '\u{ff}';
    grammar.productions.iter().find_map(|production| {
        let mut found = None;
        production.body.walk(&mut |part| {
            let is_it = match &part.kind {
                Kind::Range { first, last } => is_above(*first) || is_above(*last),
                Kind::Literal {
                    text,
                    form: LiteralForm::Numbers,
                    ..
                } => text.contains(is_above),
                _ => false,
            };
            if is_it && found.is_none() {
                found = Some(part.span.clone());
            }
        });
        Some((production.name.as_str(), found?))
    })
}

/// Which end of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum End {
    First,
    Last,
}

/// The first and the last characters of the texts of productions.
struct Ends<'g> {
    grammar: &'g Grammar,
    /// The ends that are known, and without a value those that are being looked for.
    known: HashMap<(&'g str, End), Option<(char, char)>>,
}

impl<'g> Ends<'g> {
    /// Returns whether a leading octet and another one are in sequence.
    fn spells_octets(&mut self, part: &'g Expression) -> bool {
        match &part.kind {
            Kind::Sequence(members) => {
                let ends = members
                    .iter()
                    .map(|member| (self.of(member, End::First), self.of(member, End::Last)));
                have_octets(ends)
            }
            Kind::Literal {
                text,
                form: LiteralForm::Numbers,
                ..
            } => have_octets(text.chars().map(|one| (Some((one, one)), Some((one, one))))),
            _ => false,
        }
    }

    /// Returns the smallest range with all first or all last characters of the texts, if each has one that is written
    /// as a number.
    fn of(&mut self, part: &'g Expression, end: End) -> Option<(char, char)> {
        match &part.kind {
            Kind::Range { first, last } => Some((*first, *last)),
            Kind::Literal {
                text,
                form: LiteralForm::Numbers,
                ..
            } => {
                let one = match end {
                    End::First => text.chars().next(),
                    End::Last => text.chars().next_back(),
                };
                one.map(|one| (one, one))
            }
            Kind::Alternation(members) => {
                let mut all = members.iter().map(|member| self.of(member, end));
                let first = all.next()??;
                all.try_fold(first, |(first, last), other| {
                    let (start, end) = other?;
                    Some((first.min(start), last.max(end)))
                })
            }
            Kind::Sequence(members) => match end {
                End::First => self.of(members.first()?, end),
                End::Last => self.of(members.last()?, end),
            },
            Kind::Repetition { least, body, .. } if *least > 0 => self.of(body, end),
            Kind::Reference { name, .. } => self.of_production(name, end),
            _ => None,
        }
    }

    fn of_production(&mut self, name: &str, end: End) -> Option<(char, char)> {
        let production = self.grammar.lookup(name).ok()?;
        let key = (production.name.as_str(), end);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        self.known.insert(key, None);
        let found = self.of(&production.body, end);
        self.known.insert(key, found);
        found
    }
}

/// Returns whether a leading octet and others are in sequence, with the first and last characters of its members. A letter
/// and a sign of Latin-1 can be in sequence, so one of the others has to be a control character.
fn have_octets(
    members: impl Iterator<Item = (Option<(char, char)>, Option<(char, char)>)>,
) -> bool {
    let is_within = |one: Option<(char, char)>, all: (char, char)| {
        one.is_some_and(|one| all.0 <= one.0 && one.1 <= all.1)
    };
    let mut is_begun = false;
    for (first, last) in members {
        is_begun &= is_within(first, TRAILING);
        if is_begun && first.is_some_and(|first| first.0 <= LAST_CONTROL) {
            return true;
        }
        is_begun |= is_within(last, LEADING);
    }
    false
}

//! Grammars that spell UTF-8 in octets and have numbers of characters, too.
//!
//! One number above FF makes all numbers of a grammar characters. RFC 9116 prints both of these:
//!
//! ```text
//! UTF8-2  = %xC2-DF UTF8-tail      two octets, for one character above 7F
//! comment = "#" *( WSP / VCHAR / %x80-FFFFF )
//! ```
//!
//! Read as characters, `UTF8-2` derives two of them, such as `Â` and a control character, which no author means.

use std::collections::HashMap;

use super::finding::FindingKind;
use super::found::{Findings, Location};
use crate::syntax::{Encoding, Expression, Grammar, Kind, LiteralForm, Span};

/// The first octets of characters that take several: RFC 3629, Section 4.
const LEADING: (char, char) = ('\u{c2}', '\u{f4}');

/// The other octets.
const TRAILING: (char, char) = ('\u{80}', '\u{bf}');

/// The last of the characters that are controls of their own and follow a letter in no text.
const LAST_CONTROL: char = '\u{9f}';

/// Adds a finding at the first place of a grammar of characters where a leading octet and another one of UTF-8 are in
/// sequence. Its place elsewhere is the first number above FF.
pub(super) fn find(grammar: &Grammar, findings: &mut Findings) {
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

//! From a part of a program to an expression of Rust, for the macros of the engine.

use std::collections::BTreeSet;

use rfcbnf_engine::CharacterSet;

use super::context::Context;
use super::names;
use super::rust::{octet, set_of};
use crate::program::{Alternative, Definition, Part, PartId, PartJoin, Rounds};

/// The greatest number of members that the combinators take.
const MEMBERS: usize = 20;

/// Writes the body of one production, and collects the productions that it uses in any case.
pub(super) struct Writer<'w, 'g> {
    context: &'w Context<'g>,
    pub(super) definition: &'g Definition,
    pub(super) calls_any_case: BTreeSet<&'g str>,
}

impl<'w, 'g> Writer<'w, 'g> {
    /// Returns a writer for a production, in exact case or in any case.
    pub(super) fn new(context: &'w Context<'g>, definition: &'g Definition) -> Self {
        Self {
            context,
            definition,
            calls_any_case: BTreeSet::new(),
        }
    }

    /// Writes the whole body.
    pub(super) fn body(&mut self) -> String {
        let body = self.text(self.definition.body);
        let excluded = self.definition.excluded.iter();
        let excluded: Vec<String> = excluded.map(|text| format!("{text:?}")).collect();
        if excluded.is_empty() {
            body
        } else {
            format!("except(&[{}], {body})", excluded.join(", "))
        }
    }

    /// Writes a part of the body.
    fn text(&mut self, part: PartId) -> String {
        let program = self.context.program;
        match program.part(part) {
            Part::Literal { octets, any_case } => terminal("literal", &quoted(octets), *any_case),
            Part::AnyOf {
                characters,
                any_case,
            } => terminal("any_of", &format!("{characters:?}"), *any_case),
            Part::AnyOfSet(set) => format!("any_of(const {{ {} }})", set_of(*set)),
            &Part::InRange { first, last } => format!("in_range({})", range(first, last)),
            Part::InRanges(ranges) => {
                let ranges = ranges.iter();
                let ranges = ranges.map(|octets| range(*octets.start(), *octets.end()));
                let ranges: Vec<String> = ranges.collect();
                format!("in_ranges([{}])", ranges.join(", "))
            }
            Part::Production(definition) => self.call(program.definition(*definition)),
            Part::Ordered(alternatives) => {
                let parsers = alternatives.iter().map(|one| self.alternative(one));
                nested("alt", parsers.collect())
            }
            Part::Ranked(parts, ranking) => {
                format!("ranked(&{ranking:?}, {})", tuple(self.texts(parts)))
            }
            Part::Longest(parts) => nested("longest", self.texts(parts)),
            Part::Sequence(parts) => tuple(self.texts(parts)),
            Part::Optional(body) => format!("opt({})", self.text(*body)),
            Part::Run { least, quick, body } => {
                format!("run({least}, {})", self.class(*quick, *body))
            }
            Part::Repeat(Rounds { least, most, body }) => {
                let body = self.text(*body);
                match (least, most) {
                    (0, None) => format!("many0({body})"),
                    (1, None) => format!("many1({body})"),
                    _ => format!("repeat({least}, {most:?}, {body})"),
                }
            }
            Part::Search(_) => {
                let table = names::search_table(self.definition);
                format!("first_derivation(&tables::{table})")
            }
            Part::Joined { join, part, rest } => {
                let (part, rest) = (self.text(*part), self.text(*rest));
                joined(join, &part, &rest)
            }
        }
    }

    fn texts(&mut self, parts: &[PartId]) -> Vec<String> {
        parts.iter().map(|&part| self.text(part)).collect()
    }

    fn call(&mut self, definition: &'g Definition) -> String {
        let name = definition.name.as_str();
        if definition.is_in_any_case {
            self.calls_any_case.insert(name);
            names::any_case_function(name)
        } else {
            names::function(name)
        }
    }

    fn alternative(&mut self, alternative: &Alternative) -> String {
        let text = self.text(alternative.part);
        match &alternative.predicted {
            Some(first) => format!("predicted({}, {text})", one_of(*first)),
            None => text,
        }
    }

    /// Writes a class of characters: as the grammar has it, if its members are character productions and
    /// strings.
    fn class(&mut self, quick: CharacterSet, body: PartId) -> String {
        let members = match self.context.program.part(body) {
            Part::Ordered(members) if members.iter().all(|one| one.predicted.is_none()) => {
                members.iter().map(|member| member.part).collect()
            }
            _ => vec![body],
        };
        let classes = members.iter().map(|member| self.member(*member));
        let classes: Option<Vec<(CharacterSet, String)>> = classes.collect();
        if let Some(classes) = classes {
            let all = classes.iter().map(|(alone, _)| *alone);
            if all.fold(CharacterSet::EMPTY, CharacterSet::union) == quick {
                let texts: Vec<String> = classes.into_iter().map(|(_, text)| text).collect();
                return format!("chars!({})", texts.join(" | "));
            }
        }
        format!("chars(const {{ {} }}, {})", set_of(quick), self.text(body))
    }

    /// Writes a member of a class of characters, with the characters that it matches alone.
    fn member(&mut self, part: PartId) -> Option<(CharacterSet, String)> {
        match self.context.program.part(part) {
            Part::AnyOf {
                characters,
                any_case: false,
            } => Some((CharacterSet::of(characters), format!("{characters:?}"))),
            Part::Literal {
                octets,
                any_case: false,
            } if octets.len() == 1 && octets.is_ascii() => {
                let text = quoted(octets);
                Some((octets.iter().copied().collect(), text))
            }
            Part::Production(definition) => {
                let definition = self.context.program.definition(*definition);
                let facts = definition.character?;
                Some((facts.whole, self.call(definition)))
            }
            _ => None,
        }
    }
}

/// Returns a part that leaves octets to its rest.
fn joined(join: &PartJoin, part: &str, rest: &str) -> String {
    let greedy = |is_greedy: bool| if is_greedy { "greedy_" } else { "" };
    match join {
        PartJoin::Option { is_greedy } => {
            format!("backtrack::{}optional({part}, {rest})", greedy(*is_greedy))
        }
        PartJoin::Rounds {
            is_greedy,
            least,
            most,
        } => {
            let greedy = greedy(*is_greedy);
            format!("backtrack::{greedy}many({least}, {most:?}, {part}, {rest})")
        }
        PartJoin::Shortest { begins, is_within } => {
            let within = if *is_within { "_within" } else { "" };
            format!("shortest{within}({}, {part}, {rest})", one_of(*begins))
        }
    }
}

/// Returns `name(text)`, or the variant of the combinator for letters in either case.
fn terminal(name: &str, text: &str, any_case: bool) -> String {
    let suffix = if any_case { "_any_case" } else { "" };
    format!("{name}{suffix}({text})")
}

/// Returns the octets as a string, or as a byte string if they are no text.
fn quoted(octets: &[u8]) -> String {
    match std::str::from_utf8(octets) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("b\"{}\"", octets.escape_ascii()),
    }
}

/// Returns `b'a'..=b'z'`, or the same with numbers.
fn range(first: u8, last: u8) -> String {
    if first.is_ascii_graphic() && last.is_ascii_graphic() {
        format!("{}..={}", octet(first), octet(last))
    } else {
        format!("{first:#04x}..={last:#04x}")
    }
}

/// Returns the characters as a string, or as a set if some are not ASCII.
fn one_of(characters: CharacterSet) -> String {
    let text = characters.to_string();
    if text.is_ascii() {
        format!("{text:?}")
    } else {
        format!("const {{ {} }}", set_of(characters))
    }
}

/// Returns `combinator((a, b, …))`, nested if there are too many members.
fn nested(combinator: &str, mut members: Vec<String>) -> String {
    match members.len() {
        1 => members.remove(0),
        count if count <= MEMBERS => format!("{combinator}(({}))", members.join(", ")),
        _ => {
            let last = members.split_off(MEMBERS - 1);
            members.push(nested(combinator, last));
            nested(combinator, members)
        }
    }
}

/// Returns `(a, b, …)`, nested if there are too many members.
fn tuple(mut members: Vec<String>) -> String {
    if members.len() > MEMBERS {
        let last = members.split_off(MEMBERS - 1);
        members.push(tuple(last));
    }
    format!("({})", members.join(", "))
}

//! From a part of a program to an expression of Rust.

use rfcbnf_engine::CharacterSet;

use super::character_set::{octet, set_of};
use super::context::Context;
use super::imports::Mentions;
use super::names;
use super::sets::set;
use crate::plan::Plan;
use crate::program::{Alternative, Definition, Part, PartId, PartJoin, Rounds};
use crate::resolved::ExpressionId;

/// The greatest number of members that nom's `alt` and its tuples take.
const MEMBERS: usize = 20;

/// An expression of Rust.
struct Code {
    /// The parser.
    text: String,
    /// Whether the parser returns the input that it consumes, like a production. The members of
    /// an alternation have to.
    returns_input: bool,
}

impl Code {
    fn returning_input(text: String) -> Self {
        Self {
            text,
            returns_input: true,
        }
    }

    fn other(text: String) -> Self {
        Self {
            text,
            returns_input: false,
        }
    }

    fn into_alternative(self) -> String {
        if self.returns_input {
            self.text
        } else {
            format!("recognize({})", self.text)
        }
    }
}

/// Writes the body of one production and collects what it mentions.
pub(super) struct Writer<'w, 'g> {
    context: &'w Context<'g>,
    pub(super) definition: &'g Definition,
    pub(super) mentions: Mentions<'g>,
}

impl<'w, 'g> Writer<'w, 'g> {
    /// Returns a writer for a production, in exact case or in any case.
    pub(super) fn new(context: &'w Context<'g>, definition: &'g Definition) -> Self {
        Self {
            context,
            definition,
            mentions: Mentions::default(),
        }
    }

    /// Returns the plan that the production is from.
    fn plan(&self) -> &'g Plan<'g> {
        if self.definition.is_in_any_case {
            self.context.any_case
        } else {
            self.context.plan
        }
    }

    /// Writes the whole body.
    pub(super) fn body(&mut self) -> String {
        let body = self.part(self.definition.body).text;
        let excluded = self.definition.excluded.iter();
        let excluded: Vec<String> = excluded.map(|text| format!("{text:?}")).collect();
        if excluded.is_empty() {
            body
        } else {
            format!("except(&[{}], {body})", excluded.join(", "))
        }
    }

    /// Writes a part of the body.
    pub(super) fn text(&mut self, part: PartId) -> String {
        self.part(part).text
    }

    fn part(&mut self, part: PartId) -> Code {
        let program = self.context.program;
        match program.part(part) {
            Part::Literal { octets, any_case } => {
                Code::returning_input(terminal("literal", &quoted(octets), *any_case))
            }
            Part::AnyOf {
                characters,
                any_case,
            } => {
                let characters = format!("{characters:?}");
                Code::returning_input(terminal("any_of", &characters, *any_case))
            }
            Part::AnyOfSet(set) => {
                Code::returning_input(format!("any_of(const {{ {} }})", set_of(*set)))
            }
            &Part::InRange { first, last } => {
                Code::returning_input(format!("in_range({})", range(first, last)))
            }
            Part::InRanges(ranges) => {
                let ranges = ranges.iter();
                let ranges = ranges.map(|octets| range(*octets.start(), *octets.end()));
                let ranges: Vec<String> = ranges.collect();
                Code::returning_input(format!("in_ranges([{}])", ranges.join(", ")))
            }
            Part::Production(definition) => {
                Code::returning_input(self.call(program.definition(*definition)))
            }
            Part::Ordered(alternatives) => {
                let predicts = alternatives.iter().any(|one| one.predicted.is_some());
                let combinator = if predicts { "first_of" } else { "alt" };
                let parsers = alternatives.iter().map(|one| self.alternative(one));
                Code::returning_input(nested(combinator, parsers.collect()))
            }
            Part::Ranked(parts, ranking) => {
                let parsers = tuple(self.texts(parts));
                Code::returning_input(format!("ranked(&{ranking:?}, {parsers})"))
            }
            Part::Longest(parts) => Code::returning_input(nested("longest", self.texts(parts))),
            Part::Sequence(parts) => Code::other(tuple(self.texts(parts))),
            Part::Optional(body) => Code::other(format!("opt({})", self.text(*body))),
            Part::Run {
                least,
                quick,
                body,
                source,
            } => {
                let code = self.text(*body);
                let set = self.set(*source, &quick.to_string());
                let set = if set.contains('(') {
                    format!("const {{ {set} }}")
                } else {
                    set
                };
                Code::returning_input(format!("run({least}, {set}, {code})"))
            }
            Part::Repeat(Rounds { least, most, body }) => {
                let body = self.text(*body);
                match (least, most) {
                    (0, None) => Code::other(format!("many0_count({body})")),
                    (1, None) => Code::other(format!("many1_count({body})")),
                    _ => Code::returning_input(format!("repeat({least}, {most:?}, {body})")),
                }
            }
            Part::Search(_) => {
                let table = names::search_table(self.definition);
                Code::returning_input(format!("first_derivation(&{table})"))
            }
            Part::Joined { join, part, rest } => {
                let (part, rest) = (self.text(*part), self.text(*rest));
                Code::other(joined(join, &part, &rest))
            }
        }
    }

    fn texts(&mut self, parts: &[PartId]) -> Vec<String> {
        parts.iter().map(|&part| self.text(part)).collect()
    }

    fn call(&mut self, definition: &'g Definition) -> String {
        let name = definition.name.as_str();
        if definition.is_in_any_case {
            self.mentions.calls_any_case.insert(name);
            names::any_case_function(name)
        } else {
            self.mentions.calls.insert(name);
            names::function(name)
        }
    }

    fn alternative(&mut self, alternative: &Alternative) -> String {
        let code = self.part(alternative.part);
        match &alternative.predicted {
            Some(first) => format!("predicted({}, {})", one_of(*first), code.text),
            None => code.into_alternative(),
        }
    }

    /// Returns the set of these characters, which are alternatives of the expression.
    pub(super) fn set(&mut self, expression: ExpressionId, characters: &str) -> String {
        let set = set(self.context, self.plan().resolved(), expression, characters);
        self.mentions.sets.extend(set.uses);
        set.text
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

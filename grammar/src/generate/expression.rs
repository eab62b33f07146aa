//! From an expression of the grammar to an expression of Rust.

use std::collections::BTreeSet;

use super::{GenerateError, Generator, names};
use crate::language::{Language, TooLarge};
use crate::plan::{Choice, Giver, Join, Rounds};
use crate::syntax::{Case, Expression, Kind, Production};

/// nom's `alt` and its tuples take no more members than this.
const MEMBERS: usize = 20;

/// From so many productions on, an alternation looks at the next character before it tries them.
const PREDICTED: usize = 4;

/// Rust for an expression.
pub(super) struct Code {
    /// The expression, a parser.
    pub(super) text: String,
    /// Whether the parser yields the input that it passed over, like a production. Members
    /// of an alternation have to.
    yields_input: bool,
}

impl Code {
    fn yielding(text: String) -> Self {
        Self {
            text,
            yields_input: true,
        }
    }

    fn other(text: String) -> Self {
        Self {
            text,
            yields_input: false,
        }
    }

    fn into_alternative(self) -> String {
        if self.yields_input {
            self.text
        } else {
            format!("recognize({})", self.text)
        }
    }
}

/// Writes the body of one production and remembers what it refers to.
pub(super) struct Writer<'w, 'g> {
    generator: &'w Generator<'g>,
    production: &'g Production,
    /// Letters of everything written are compared without regard to case.
    any_case: bool,
    /// The productions that the code calls.
    pub(super) calls: BTreeSet<&'g str>,
    /// The productions that the code calls without regard to case.
    pub(super) calls_any_case: BTreeSet<&'g str>,
    /// The productions whose sets of characters the code mentions.
    pub(super) sets: BTreeSet<&'g str>,
}

impl<'w, 'g> Writer<'w, 'g> {
    pub(super) fn new(
        generator: &'w Generator<'g>,
        production: &'g Production,
        any_case: bool,
    ) -> Self {
        let (calls, calls_any_case, sets) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        Self {
            generator,
            production,
            any_case,
            calls,
            calls_any_case,
            sets,
        }
    }

    /// The whole body.
    pub(super) fn body(&mut self) -> Result<String, GenerateError> {
        let body = self.expression(&self.production.body)?;
        if self.production.excluded.is_empty() {
            return Ok(body.text);
        }
        let excluded: Vec<String> = self
            .production
            .excluded
            .iter()
            .map(|text| format!("{text:?}"))
            .collect();
        Ok(format!("except(&[{}], {})", excluded.join(", "), body.text))
    }

    fn expression(&mut self, expression: &'g Expression) -> Result<Code, GenerateError> {
        match &expression.kind {
            Kind::Alternation(members) => self.alternation(members),
            Kind::Sequence(members) => self.sequence(members),
            Kind::Optional(body) => {
                Ok(Code::other(format!("opt({})", self.expression(body)?.text)))
            }
            Kind::Repetition { least, most, body } => self.repetition(*least, *most, body),
            Kind::Literal { text, case, .. } => Ok(Code::yielding(self.literal(text, *case))),
            Kind::Reference { name, case, .. } => Ok(Code::yielding(self.reference(name, *case))),
        }
    }

    fn literal(&self, text: &str, case: Case) -> String {
        let any_case =
            self.ignores(case) && text.contains(|letter: char| letter.is_ascii_alphabetic());
        let name = if any_case {
            "literal_any_case"
        } else {
            "literal"
        };
        format!("{name}({text:?})")
    }

    fn reference(&mut self, name: &'g str, case: Case) -> String {
        let language = self.generator.plan.languages().production(name);
        let function = names::function(name);
        if self.ignores(case) && language.is_some_and(has_letters) {
            self.calls_any_case.insert(name);
            return any_case_function(name);
        }
        self.calls.insert(name);
        function
    }

    fn ignores(&self, case: Case) -> bool {
        self.any_case || case == Case::Ignored
    }

    fn alternation(&mut self, members: &'g [Expression]) -> Result<Code, GenerateError> {
        let choice = self.generator.plan.choice(members);
        let is_ordered = choice.map_err(|reason| self.too_large(reason))? == Choice::Ordered;
        let shown = members.iter().filter(|member| self.is_shown(member));
        let predicts = is_ordered && shown.count() >= PREDICTED;
        let mut left = members.len();
        let mut alternatives = Vec::new();
        for group in members.chunk_by(|one, other| {
            one_character(one).is_some() && one_character(one) == one_character(other)
        }) {
            left -= group.len();
            match one_character(&group[0]) {
                Some(case) if group.len() > 1 => alternatives.push(self.any_of(group, case)),
                _ => {
                    let code = self.expression(&group[0])?;
                    alternatives.push(if predicts && left > 0 {
                        self.predicted(&group[0], code)?
                    } else if is_ordered {
                        code.into_alternative()
                    } else {
                        code.text
                    });
                }
            }
        }
        if is_ordered {
            return Ok(Code::yielding(joined("alt", alternatives)));
        }
        let ranking = self.generator.plan.ranking(members);
        Ok(Code::yielding(
            match ranking.map_err(|reason| self.too_large(reason))? {
                // The numbers are those of members that are all there, in one tuple.
                Some(ranking)
                    if alternatives.len() == members.len() && members.len() <= MEMBERS =>
                {
                    let alternatives = tuple(alternatives);
                    format!("ranked(&{ranking:?}, {alternatives})")
                }
                _ => joined("longest", alternatives),
            },
        ))
    }

    /// An alternative that is only tried where its first character stands.
    fn predicted(&self, member: &Expression, code: Code) -> Result<String, GenerateError> {
        let language = self.generator.plan.languages().expression(member);
        let language = language.map_err(|reason| self.too_large(reason))?;
        if !self.is_shown(member) || language.is_nullable() {
            return Ok(code.into_alternative());
        }
        Ok(format!(
            "predicted({:?}, {})",
            self.first(&language),
            code.text
        ))
    }

    /// The characters that a word begins with where it stands here.
    fn first(&self, language: &Language) -> String {
        let first = language.first();
        if !self.any_case {
            return first;
        }
        let cases = [first.to_ascii_lowercase(), first.to_ascii_uppercase()];
        let characters: BTreeSet<char> = cases.iter().flat_map(|case| case.chars()).collect();
        characters.into_iter().collect()
    }

    /// Whether the expression is a production that trees without characters show.
    fn is_shown(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Reference { name, .. } => !self.generator.layout.is_character(name),
            _ => false,
        }
    }

    /// Alternatives that are one character each, written as one terminal.
    fn any_of(&self, literals: &[Expression], case: Case) -> String {
        let characters: String = literals.iter().filter_map(literal_text).collect();
        let any_case =
            self.ignores(case) && characters.contains(|letter: char| letter.is_ascii_alphabetic());
        let name = if any_case {
            "any_of_any_case"
        } else {
            "any_of"
        };
        format!("{name}({characters:?})")
    }

    fn sequence(&mut self, members: &'g [Expression]) -> Result<Code, GenerateError> {
        let mut parts = Vec::new();
        for (index, member) in members.iter().enumerate() {
            let join = self
                .generator
                .plan
                .join(&members[index..])
                .map_err(|reason| self.too_large(reason))?;
            if join == Join::Plain {
                parts.push(self.expression(member)?.text);
                continue;
            }
            parts.push(self.joined(&join, &members[index..])?);
            break;
        }
        Ok(match parts.as_slice() {
            [only] => Code::other(only.clone()),
            _ => Code::other(tuple(parts)),
        })
    }

    /// The first of the parts, joined to the others.
    fn joined(&mut self, join: &Join, parts: &'g [Expression]) -> Result<String, GenerateError> {
        let (part, rest) = (&parts[0], self.sequence(&parts[1..])?.text);
        let greedy = match join {
            Join::GiveBack(giver, _) => self.generator.plan.is_greedy(giver, parts),
            _ => Ok(false),
        };
        let greedy = greedy.map_err(|reason| self.too_large(reason))?;
        let manner = if greedy { "greedy_" } else { "" };
        Ok(match (join, &part.kind) {
            (Join::GiveBack(Giver::Optional, _), Kind::Optional(body)) => {
                let body = self.expression(body)?.text;
                format!("give_back::{manner}optional({body}, {rest})")
            }
            (Join::GiveBack(Giver::Many, _), Kind::Repetition { least, most, body }) => {
                let body = self.expression(body)?.text;
                format!("give_back::{manner}many({least}, {most:?}, {body}, {rest})")
            }
            (Join::ShortestWithin | Join::Shortest, _) => {
                let following = self.generator.plan.languages().sequence(&parts[1..]);
                let following = following.map_err(|reason| self.too_large(reason))?;
                let first = self.first(&following);
                let within = if *join == Join::Shortest {
                    ""
                } else {
                    "_within"
                };
                let part = self.expression(part)?.text;
                format!("shortest{within}({first:?}, {part}, {rest})")
            }
            _ => format!("give_back::any({}, {rest})", self.expression(part)?.text),
        })
    }

    fn repetition(
        &mut self,
        least: u32,
        most: Option<u32>,
        body: &'g Expression,
    ) -> Result<Code, GenerateError> {
        let rounds = self
            .generator
            .plan
            .rounds(body)
            .map_err(|reason| self.too_large(reason))?;
        let code = self.expression(body)?.text;
        if let Rounds::Every(..) = rounds {
            return Ok(Code::other(format!(
                "give_back::rounds({least}, {most:?}, {code})"
            )));
        }
        let language = self.generator.plan.languages().expression(body);
        let language = language.map_err(|reason| self.too_large(reason))?;
        let shown = |name: &&str| !self.generator.layout.is_character(name);
        let quick = if body.references().iter().any(shown) {
            // A round has nodes of its own in the tree, so it cannot be passed over.
            String::new()
        } else {
            language.whole_characters()
        };
        Ok(match (least, most) {
            (_, None) if !quick.is_empty() => {
                let set = self.set(body, &quick);
                let set = if set.contains('(') {
                    format!("const {{ {set} }}")
                } else {
                    set
                };
                Code::yielding(format!("run({least}, {set}, {code})"))
            }
            (0, None) => Code::other(format!("many0_count({code})")),
            (1, None) => Code::other(format!("many1_count({code})")),
            _ => Code::yielding(format!("repeat({least}, {most:?}, {code})")),
        })
    }

    /// The set of these characters, put together from the sets of the character productions
    /// that the expression offers as alternatives, and what is left.
    pub(super) fn set(&mut self, expression: &'g Expression, characters: &str) -> String {
        let wanted: BTreeSet<char> = characters.chars().collect();
        let mut covered = BTreeSet::new();
        let mut named = Vec::new();
        for alternative in alternatives(expression) {
            let Kind::Reference { name, case, .. } = &alternative.kind else {
                continue;
            };
            if !self.generator.layout.is_character(name) {
                continue;
            }
            let Some(language) = self.generator.plan.languages().production(name) else {
                continue;
            };
            let mut members: BTreeSet<char> = language.whole_characters().chars().collect();
            let any_case = self.ignores(*case) && has_letters(language);
            if any_case {
                let other_case =
                    |letter: &char| [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
                members = members.iter().flat_map(other_case).collect();
            }
            if !members.is_empty() && members.is_subset(&wanted) {
                covered.extend(members);
                self.sets.insert(name);
                named.push(names::constant(name) + if any_case { ".any_case()" } else { "" });
            }
        }
        let left: String = wanted.difference(&covered).collect();
        let mut named = named.into_iter();
        let Some(first) = named.next() else {
            return if left.is_empty() {
                "CharacterSet::EMPTY".to_owned()
            } else {
                format!("CharacterSet::of({left:?})")
            };
        };
        let union = named.fold(first, |set, name| format!("{set}.union({name})"));
        if left.is_empty() {
            union
        } else {
            format!("{union}.with({left:?})")
        }
    }

    fn too_large(&self, reason: TooLarge) -> GenerateError {
        GenerateError::TooLarge {
            production: self.production.name.clone(),
            reason,
        }
    }
}

/// The function of a production for which letters match in any case.
pub(super) fn any_case_function(name: &str) -> String {
    names::function(name).trim_start_matches("r#").to_owned() + "_any_case"
}

fn alternatives(expression: &Expression) -> &[Expression] {
    match &expression.kind {
        Kind::Alternation(members) => members,
        _ => std::slice::from_ref(expression),
    }
}

/// The case of a literal of one character.
fn one_character(expression: &Expression) -> Option<Case> {
    match &expression.kind {
        Kind::Literal { text, case, .. } if text.len() == 1 => Some(*case),
        _ => None,
    }
}

fn literal_text(expression: &Expression) -> Option<&str> {
    match &expression.kind {
        Kind::Literal { text, .. } => Some(text),
        _ => None,
    }
}

/// `combinator((a, b, …))`, nested where there are too many.
fn joined(combinator: &str, mut members: Vec<String>) -> String {
    match members.len() {
        1 => members.remove(0),
        count if count <= MEMBERS => format!("{combinator}(({}))", members.join(", ")),
        _ => {
            let last = members.split_off(MEMBERS - 1);
            members.push(joined(combinator, last));
            joined(combinator, members)
        }
    }
}

/// `(a, b, …)`, nested where there are too many.
fn tuple(mut members: Vec<String>) -> String {
    if members.len() > MEMBERS {
        let last = members.split_off(MEMBERS - 1);
        members.push(tuple(last));
    }
    format!("({})", members.join(", "))
}

/// Whether a letter stands in some word.
fn has_letters(language: &Language) -> bool {
    language.holds(|character| character.is_ascii_alphabetic())
}

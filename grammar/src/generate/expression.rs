//! From an expression of the grammar to an expression of Rust.

use super::context::Context;
use super::error::GenerateError;
use super::imports::Mentions;
use super::names;
use super::sets::set;
use crate::automaton::TooLarge;
use crate::plan::{Backtrack, Boundary, Choice, Join, Plan};
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Production};

/// The greatest number of members that nom's `alt` and its tuples take.
const MEMBERS: usize = 20;

/// The number of productions from which on an alternation looks at the next character first.
const PREDICTED: usize = 4;

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
    /// The decisions about the production.
    pub(super) plan: &'g Plan<'g>,
    production: ProductionId,
    pub(super) mentions: Mentions<'g>,
}

impl<'w, 'g> Writer<'w, 'g> {
    /// Returns a writer for the production as the plan has it: in exact case or in any case.
    pub(super) fn new(
        context: &'w Context<'g>,
        plan: &'g Plan<'g>,
        production: &Production,
    ) -> Result<Self, GenerateError> {
        let id = plan.resolved().find(&production.name);
        Ok(Self {
            context,
            plan,
            production: id.ok_or_else(|| GenerateError::Empty(production.name.clone()))?,
            mentions: Mentions::default(),
        })
    }

    /// Returns whether all letters match in either case.
    pub(super) fn is_in_any_case(&self) -> bool {
        std::ptr::eq(self.plan, self.context.any_case)
    }

    fn resolved(&self) -> &'g ResolvedGrammar<'g> {
        self.plan.resolved()
    }

    /// Writes the whole body.
    pub(super) fn body(&mut self) -> Result<String, GenerateError> {
        let production = self.resolved().production(self.production);
        let body = self.expression(production.body())?;
        let excluded = production.source().excluded.iter();
        let excluded: Vec<String> = excluded.map(|text| format!("{text:?}")).collect();
        if excluded.is_empty() {
            return Ok(body.text);
        }
        Ok(format!("except(&[{}], {})", excluded.join(", "), body.text))
    }

    fn expression(&mut self, id: ExpressionId) -> Result<Code, GenerateError> {
        match self.resolved().kind(id) {
            ResolvedKind::Alternation(members) => self.alternation(id, members),
            ResolvedKind::Sequence(members) => self.sequence(id, members, 0),
            ResolvedKind::Optional(body) => {
                let body = self.expression(*body)?.text;
                Ok(Code::other(format!("opt({body})")))
            }
            ResolvedKind::Repetition { least, most, body } => {
                self.repetition(id, (*least, *most), *body)
            }
            ResolvedKind::Literal { text, case } => {
                let literal = terminal("literal", text, *case);
                Ok(Code::returning_input(literal))
            }
            ResolvedKind::Reference {
                production, case, ..
            } => {
                let reference = self.reference(*production, *case);
                Ok(Code::returning_input(reference))
            }
            ResolvedKind::Undefined(name) => Ok(Code::returning_input(names::function(name))),
        }
    }

    fn reference(&mut self, production: ProductionId, case: Case) -> String {
        let name = self.resolved().production(production).name();
        let automaton = self.plan.automaton(production);
        let has_letters = || automaton.contains_any(|character| character.is_ascii_alphabetic());
        if case == Case::Ignored && has_letters() {
            self.mentions.calls_any_case.insert(name);
            return names::any_case_function(name);
        }
        self.mentions.calls.insert(name);
        names::function(name)
    }

    fn alternation(
        &mut self,
        id: ExpressionId,
        members: &'g [ExpressionId],
    ) -> Result<Code, GenerateError> {
        let alternatives = self.plan.alternatives(id);
        let choice = &alternatives.map_err(|TooLarge| self.too_large())?.choice;
        let is_ordered = *choice == Choice::Ordered;
        let shown = members.iter().filter(|&&member| self.is_shown(member));
        let predicts = is_ordered && shown.count() >= PREDICTED;
        let mut left = members.len();
        let mut parsers = Vec::new();
        let resolved = self.resolved();
        let case_of = |member: &ExpressionId| case_of_character(resolved, *member);
        for group in
            members.chunk_by(|one, other| case_of(one).is_some() && case_of(one) == case_of(other))
        {
            left -= group.len();
            parsers.push(match case_of(&group[0]) {
                Some(case) if group.len() > 1 => self.any_of(group, case),
                _ => {
                    let code = self.expression(group[0])?;
                    if predicts && left > 0 {
                        self.predicted(group[0], code)?
                    } else if is_ordered {
                        code.into_alternative()
                    } else {
                        code.text
                    }
                }
            });
        }
        Ok(Code::returning_input(match choice {
            Choice::Ordered => nested("alt", parsers),
            // The indexes are those of members that are all in one tuple.
            Choice::Ranked(ranking)
                if parsers.len() == members.len() && members.len() <= MEMBERS =>
            {
                format!("ranked(&{ranking:?}, {})", tuple(parsers))
            }
            Choice::Ranked(_) | Choice::Longest => nested("longest", parsers),
        }))
    }

    /// Returns an alternative that is tried only at the characters that it begins with.
    fn predicted(&self, member: ExpressionId, code: Code) -> Result<String, GenerateError> {
        let facts = self.plan.facts(member);
        let facts = facts.map_err(|TooLarge| self.too_large())?;
        if !self.is_shown(member) || facts.is_nullable {
            return Ok(code.into_alternative());
        }
        Ok(format!("predicted({:?}, {})", facts.first, code.text))
    }

    /// Returns whether the expression is a production that trees without characters show.
    fn is_shown(&self, id: ExpressionId) -> bool {
        let resolved = self.resolved();
        match resolved.kind(id) {
            ResolvedKind::Reference { production, .. } => {
                let name = resolved.production(*production).name();
                !self.context.is_character(name)
            }
            _ => false,
        }
    }

    /// Returns whether the expression refers to productions that trees without characters show.
    fn has_shown_parts(&self, id: ExpressionId) -> bool {
        let mut found = false;
        let resolved = self.resolved();
        resolved.visit(id, &mut |part| found |= self.is_shown(part));
        found
    }

    /// Returns alternatives of one character each as one terminal.
    fn any_of(&self, literals: &[ExpressionId], case: Case) -> String {
        let texts = literals.iter().filter_map(|&literal| self.text(literal));
        terminal("any_of", &texts.collect::<String>(), case)
    }

    fn text(&self, id: ExpressionId) -> Option<&'g str> {
        match self.resolved().kind(id) {
            ResolvedKind::Literal { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Writes the members of a sequence from the one with that index on.
    fn sequence(
        &mut self,
        id: ExpressionId,
        members: &'g [ExpressionId],
        from: usize,
    ) -> Result<Code, GenerateError> {
        let mut parts = Vec::new();
        for (index, &member) in members.iter().enumerate().skip(from) {
            if index + 1 < members.len() {
                let boundary = self.plan.boundary(id, index);
                let boundary = boundary.map_err(|TooLarge| self.too_large())?;
                if boundary.join != Join::Plain {
                    let rest = self.sequence(id, members, index + 1)?.text;
                    parts.push(self.joined(boundary, member, &rest)?);
                    break;
                }
            }
            parts.push(self.expression(member)?.text);
        }
        Ok(Code::other(match parts.as_slice() {
            [only] => only.clone(),
            _ => tuple(parts),
        }))
    }

    /// Writes a part that does not simply precede its rest.
    fn joined(
        &mut self,
        boundary: &Boundary,
        part: ExpressionId,
        rest: &str,
    ) -> Result<String, GenerateError> {
        let (step, is_greedy) = match &boundary.join {
            Join::Lazy { first, is_within } => {
                let within = if *is_within { "_within" } else { "" };
                let part = self.expression(part)?.text;
                return Ok(format!("shortest{within}({first:?}, {part}, {rest})"));
            }
            Join::Backtrack {
                step, is_greedy, ..
            } => (*step, *is_greedy),
            Join::Plain => (Backtrack::Octet, false),
        };
        let greedy = if is_greedy { "greedy_" } else { "" };
        Ok(match (step, self.resolved().kind(part)) {
            (Backtrack::Option, ResolvedKind::Optional(body)) => {
                let body = self.expression(*body)?.text;
                format!("backtrack::{greedy}optional({body}, {rest})")
            }
            (Backtrack::Round, ResolvedKind::Repetition { least, most, body }) => {
                let body = self.expression(*body)?.text;
                format!("backtrack::{greedy}many({least}, {most:?}, {body}, {rest})")
            }
            _ => format!("backtrack::any({}, {rest})", self.expression(part)?.text),
        })
    }

    fn repetition(
        &mut self,
        id: ExpressionId,
        (least, most): (u32, Option<u32>),
        body: ExpressionId,
    ) -> Result<Code, GenerateError> {
        let rounds = self.plan.rounds(id);
        let rounds = rounds.map_err(|TooLarge| self.too_large())?;
        let code = self.expression(body)?.text;
        if rounds.witness.is_some() {
            let text = format!("backtrack::rounds({least}, {most:?}, {code})");
            return Ok(Code::other(text));
        }
        let facts = self.plan.facts(body);
        let facts = facts.map_err(|TooLarge| self.too_large())?;
        Ok(match (least, most) {
            // A round that trees show is a node, so its characters are not consumed at once.
            (_, None) if !facts.whole_characters.is_empty() && !self.has_shown_parts(body) => {
                let set = self.set(body, &facts.whole_characters);
                let set = if set.contains('(') {
                    format!("const {{ {set} }}")
                } else {
                    set
                };
                Code::returning_input(format!("run({least}, {set}, {code})"))
            }
            (0, None) => Code::other(format!("many0_count({code})")),
            (1, None) => Code::other(format!("many1_count({code})")),
            _ => Code::returning_input(format!("repeat({least}, {most:?}, {code})")),
        })
    }

    /// Returns the set of these characters, which are alternatives of the expression.
    pub(super) fn set(&mut self, id: ExpressionId, characters: &str) -> String {
        let set = set(self.context, self.resolved(), id, characters);
        self.mentions.sets.extend(set.uses);
        set.text
    }

    fn too_large(&self) -> GenerateError {
        let production = self.resolved().production(self.production);
        GenerateError::TooLarge {
            production: production.name().to_owned(),
        }
    }
}

/// Returns `name("text")`, or the variant of the combinator for letters in either case.
fn terminal(name: &str, text: &str, case: Case) -> String {
    let has_letters = text.contains(|letter: char| letter.is_ascii_alphabetic());
    let suffix = if has_letters && case == Case::Ignored {
        "_any_case"
    } else {
        ""
    };
    format!("{name}{suffix}({text:?})")
}

/// Returns the case of a literal of one character.
fn case_of_character(resolved: &ResolvedGrammar<'_>, id: ExpressionId) -> Option<Case> {
    match resolved.kind(id) {
        ResolvedKind::Literal { text, case } if text.len() == 1 => Some(*case),
        _ => None,
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

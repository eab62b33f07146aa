//! Grammars whose repetitions consume something in every round.
//!
//! pest refuses a repetition without a limit if a round can be empty. `*( [a] [b] )` derives the
//! same texts as `*( a [b] | b )`, in which no round is empty.

use std::collections::HashMap;

use crate::obstacles::Nullable;
use crate::syntax::{Case, Expression, Grammar, Kind, LiteralForm, Production};

/// The greatest number of expressions that one repetition may become.
const EXPRESSIONS: usize = 2_000;

/// A repetition has no equivalent that consumes something in every round, or one that is too long.
#[derive(Debug)]
pub(super) struct NoEquivalent;

/// Rewrites the repetitions of a grammar. Returns the names of the productions where that failed.
pub(super) fn rewrite(grammar: &Grammar) -> (Grammar, Vec<String>) {
    let productions = grammar.productions.iter();
    let rewriting = Rewriting {
        nullable: Nullable::of(grammar),
        productions: productions.map(|one| (&*one.name, one)).collect(),
    };
    let mut rewritten = grammar.clone();
    let mut failed = Vec::new();
    for production in &mut rewritten.productions {
        let body = &mut production.body;
        if rewriting.rewrite(body, &mut Vec::new(), &mut 0).is_err() {
            failed.push(production.name.clone());
        }
    }
    (rewritten, failed)
}

struct Rewriting<'g> {
    nullable: Nullable<'g>,
    productions: HashMap<&'g str, &'g Production>,
}

impl Rewriting<'_> {
    /// Rewrites the repetitions in an expression. `open` has the productions whose bodies replace their names around
    /// it; without any, each repetition may become as many expressions as one may.
    fn rewrite(
        &self,
        expression: &mut Expression,
        open: &mut Vec<String>,
        left: &mut usize,
    ) -> Result<(), NoEquivalent> {
        for child in expression.children_mut() {
            self.rewrite(child, open, left)?;
        }
        if let Kind::Repetition {
            least,
            most: None,
            body,
        } = &mut expression.kind
            && self.nullable.has(body)
        {
            let mut own = EXPRESSIONS;
            let left = if open.is_empty() { &mut own } else { left };
            let Some(consuming) = self.consuming(body, open, left)? else {
                expression.kind = empty();
                return Ok(());
            };
            **body = consuming;
            // Rounds up to the smallest number can be empty.
            *least = 0;
        }
        Ok(())
    }

    /// Returns an expression that derives the texts of another, except for the empty one; `None` if there is no
    /// other. `open` has the productions whose bodies replace their names.
    fn consuming(
        &self,
        expression: &Expression,
        open: &mut Vec<String>,
        left: &mut usize,
    ) -> Result<Option<Expression>, NoEquivalent> {
        let mut size = 0;
        expression.walk(&mut |_| size += 1);
        *left = left.checked_sub(size).ok_or(NoEquivalent)?;
        if !self.nullable.has(expression) {
            return Ok(Some(expression.clone()));
        }
        let kind = match &expression.kind {
            Kind::Optional(body) => return self.consuming(body, open, left),
            Kind::Literal { .. } | Kind::Repetition { most: Some(0), .. } => return Ok(None),
            Kind::Repetition { least, most, body } => {
                let is_nullable = self.nullable.has(body);
                let Some(body) = self.consuming(body, open, left)? else {
                    return Ok(None);
                };
                Kind::Repetition {
                    least: if is_nullable { 1 } else { (*least).max(1) },
                    most: *most,
                    body: Box::new(body),
                }
            }
            Kind::Alternation(members) => {
                let members = members.iter();
                let members =
                    members.filter_map(|member| self.consuming(member, open, left).transpose());
                return Ok(one_of(members.collect::<Result<_, _>>()?, expression));
            }
            Kind::Sequence(members) => {
                let mut alternatives = Vec::new();
                for (index, member) in members.iter().enumerate() {
                    let mut rest = members[index + 1..].to_vec();
                    *left = left.checked_sub(rest.len()).ok_or(NoEquivalent)?;
                    if let Some(first) = self.consuming(member, open, left)? {
                        rest.insert(0, first);
                        alternatives.push(in_order(rest, expression));
                    }
                }
                return Ok(one_of(alternatives, expression));
            }
            Kind::Reference { name, case, .. } => {
                let production = self.productions.get(name.as_str()).ok_or(NoEquivalent)?;
                if open.contains(name) || !production.excluded.is_empty() {
                    return Err(NoEquivalent);
                }
                open.push(name.clone());
                let mut body = production.body.clone();
                self.rewrite(&mut body, open, left)?;
                let mut body = self.consuming(&body, open, left)?;
                open.pop();
                if let Some(body) = body.as_mut().filter(|_| *case == Case::Ignored) {
                    body.ignore_case();
                }
                return Ok(body);
            }
            Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => {
                return Err(NoEquivalent);
            }
        };
        let span = expression.span.clone();
        Ok(Some(Expression { kind, span }))
    }
}

fn empty() -> Kind {
    Kind::Literal {
        text: String::new(),
        case: Case::Exact,
        form: LiteralForm::Quoted,
    }
}

fn one_of(members: Vec<Expression>, whole: &Expression) -> Option<Expression> {
    (!members.is_empty()).then(|| gathered(members, whole, Kind::Alternation))
}

fn in_order(members: Vec<Expression>, whole: &Expression) -> Expression {
    gathered(members, whole, Kind::Sequence)
}

/// Returns the only member, or combines several.
fn gathered(
    mut members: Vec<Expression>,
    whole: &Expression,
    together: fn(Vec<Expression>) -> Kind,
) -> Expression {
    match members.pop() {
        Some(only) if members.is_empty() => only,
        last => {
            members.extend(last);
            Expression {
                kind: together(members),
                span: whole.span.clone(),
            }
        }
    }
}

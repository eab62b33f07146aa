//! The reader of EBNF: that of the W3C (XML 1.0, Section 6), that of ISO/IEC 14977, and those of ANTLR, of
//! parsing expression grammars and of pest.
//!
//! All build the same syntax tree as the notations of RFCs. `kind` recognizes them, and names further
//! notations that are not read. What EBNF has and the syntax tree has not is prose, which the
//! analysis lists: texts excluded from other texts (`A - B`), unless both are characters, and the
//! special sequences of ISO, `? … ?`. What ANTLR, pest and parsing expression grammars have and BNF cannot
//! say is a fault of its rule, but for the order of alternatives: all of them are kept.

mod classes;
mod ends;
mod expressions;
mod foreign;
mod kind;
mod lexer;
mod parser;
mod parts;

pub(crate) use kind::{Kind, kind};

use std::collections::HashMap;

use super::outline::Sign;
use super::production::{is_name as can_be_name, spoilt};
use crate::error::{Fault, GrammarErrorKind, NoCounterpart};
use crate::limits::NAME_LENGTH;
use crate::syntax::{self as expression, Comment, Expression, Notation, Production, Span};
use expressions::{Gaps, Skipped};
use foreign::{Foreign, is_token};
use lexer::{Token, TokenKind, tokens};
use parser::Exclusion;

/// The rules of a file.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) rules: Vec<(Production, Sign)>,
    /// Text outside of rules.
    pub(crate) stray: Vec<Span>,
    pub(crate) faults: Vec<Fault>,
    exclusions: Vec<Exclusion>,
    /// The number of expressions that were copied.
    copies: usize,
}

/// Reads a file in a notation that is not one of RFCs.
pub(crate) fn read(source: &str, notation: Notation) -> Read {
    let is_foreign = is_foreign(notation);
    let mut found = if is_foreign {
        foreign::tokens(source, notation)
    } else {
        let tokens = tokens(source, notation);
        Foreign {
            tokens,
            ..Foreign::default()
        }
    };
    let tokens = std::mem::take(&mut found.tokens);
    let starts: Vec<usize> = (0..tokens.len())
        .filter(|&at| begins(&tokens, at))
        .collect();
    let mut read = Read {
        faults: std::mem::take(&mut found.faults),
        ..Read::default()
    };
    let first = starts.first().copied().unwrap_or(tokens.len());
    read.take_stray(&tokens[..first]);
    let ends = starts.iter().skip(1).copied().chain([tokens.len()]);
    let rules: Vec<&[Token]> = { starts.iter().zip(ends) }
        .map(|(&start, end)| &tokens[start..end])
        .collect();
    // A rule that cannot be read, and that gaps consist of, would make every rule with gaps unreadable.
    let is_faulty = |token: &Token| matches!(token.kind, TokenKind::Fault(_));
    let is_readable = |name: &String| {
        let mut own = rules.iter().filter(|rule| is_name(&rule[0], name));
        own.all(|rule| !rule.iter().any(is_faulty))
    };
    found.skipped.retain(is_readable);
    if !found.skipped.is_empty() {
        let spread = foreign::spread(&mut found.atomic, &found.spaced, &rules);
        read.faults.extend(spread);
    }
    let Foreign {
        skipped, atomic, ..
    } = found;
    let skipped = in_gaps(skipped, &rules);
    for (&start, rule) in starts.iter().zip(&rules) {
        let gaps = match (notation, &rule[0].kind) {
            _ if skipped.is_empty() => Gaps::None,
            (Notation::Antlr, TokenKind::Name(name)) if !is_token(name) => {
                Gaps::BeforeTokens(&skipped)
            }
            (Notation::Pest, TokenKind::Name(name)) if !atomic.contains(name) => {
                Gaps::BetweenParts(&skipped)
            }
            _ => Gaps::None,
        };
        let above = comments(&tokens[..start]);
        read.rule(source, (notation, gaps), rule, &above);
    }
    read.resolve_exclusions(is_foreign);
    if is_foreign {
        ends::resolve(&mut read.rules, &mut read.faults);
    }
    read
}

/// Returns whether the notation is that of a program that makes parsers.
fn is_foreign(notation: Notation) -> bool {
    matches!(notation, Notation::Antlr | Notation::Peg | Notation::Pest)
}

/// Divides the rules whose texts are skipped: one that is a repetition of characters can take a gap alone.
fn in_gaps(skipped: Vec<String>, rules: &[&[Token]]) -> Skipped {
    let is_run = |name: &String| {
        let own = rules.iter().find(|rule| is_name(&rule[0], name));
        let body = own.map_or(&[][..], |rule| &rule[2..]);
        let kinds: Vec<&TokenKind> = body.iter().map(|token| &token.kind).collect();
        matches!(
            kinds[..],
            [
                TokenKind::Class(_),
                TokenKind::Sign('+'),
                TokenKind::Sign(';'),
                ..
            ]
        )
    };
    let (mut runs, mut others): (Vec<String>, Vec<String>) = skipped.into_iter().partition(is_run);
    let run = if runs.len() == 1 { runs.pop() } else { None };
    others.extend(runs);
    Skipped { run, others }
}

fn is_name(token: &Token, name: &str) -> bool {
    matches!(&token.kind, TokenKind::Name(found) if found == name)
}

/// Returns whether a rule begins at a token: a name before `=` or `::=`.
fn begins(tokens: &[Token], at: usize) -> bool {
    let is_name = matches!(tokens[at].kind, TokenKind::Name(_));
    let next = tokens.get(at + 1).map(|token| &token.kind);
    is_name && matches!(next, Some(TokenKind::Sign('=')))
}

/// Returns the comments directly before a rule.
fn comments(before: &[Token]) -> Vec<Comment> {
    let found = before.iter().rev().map_while(|token| match &token.kind {
        TokenKind::Comment(text) => Some(Comment {
            text: text.clone(),
            span: token.span.clone(),
        }),
        _ => None,
    });
    let mut found: Vec<Comment> = found.collect();
    found.reverse();
    found
}

impl Read {
    /// Writes sets of characters in place of what is excluded from sets of characters: `Char - '-'`.
    fn resolve_exclusions(&mut self, is_foreign: bool) {
        let rules = self.rules.iter();
        let bodies: classes::Bodies<'_> = rules
            .map(|(rule, _)| (rule.name.as_str(), &rule.body))
            .collect();
        let mut resolved: HashMap<(usize, usize), Expression> = HashMap::new();
        for one in &self.exclusions {
            let left = classes::difference(&one.all, &one.excluded, &bodies, &one.span);
            if let Some(left) = left {
                resolved.insert((one.span.start, one.span.end), left);
            } else if is_foreign {
                let construct = NoCounterpart::Lookahead;
                let kind = GrammarErrorKind::NoCounterpart { construct };
                self.faults.push(Fault::new(kind, one.span.clone()));
            }
        }
        for (rule, _) in &mut self.rules {
            replace(&mut rule.body, &resolved);
        }
    }

    fn take_stray(&mut self, tokens: &[Token]) {
        let is_text = |token: &&Token| {
            !matches!(
                token.kind,
                TokenKind::Comment(_) | TokenKind::Annotation | TokenKind::Class(_)
            )
        };
        let mut text = tokens.iter().filter(is_text);
        if let Some(first) = text.next() {
            let end = text.next_back().unwrap_or(first).span.end;
            self.stray.push(first.span.start..end);
        }
    }

    fn rule(
        &mut self,
        source: &str,
        (notation, gaps): (Notation, Gaps<'_>),
        tokens: &[Token],
        above: &[Comment],
    ) {
        let TokenKind::Name(name) = &tokens[0].kind else {
            return;
        };
        let name_span = tokens[0].span.clone();
        let is_body =
            |token: &&Token| !matches!(token.kind, TokenKind::Comment(_) | TokenKind::Annotation);
        let mut body: Vec<Token> = tokens[2..].iter().filter(is_body).cloned().collect();
        if matches!(notation, Notation::Iso | Notation::Antlr | Notation::Pest) {
            let is_end = |token: &Token| matches!(token.kind, TokenKind::Sign(';'));
            let end = body.iter().position(is_end).unwrap_or(body.len());
            let behind = body.split_off(end);
            self.take_stray(behind.get(1..).unwrap_or_default());
        } else if notation == Notation::W3c && is_number_of_rule(source, body.last()) {
            // It belongs to the next rule.
            body.pop();
        }
        let found = self.faults.len();
        let end = body
            .last()
            .map_or(tokens[1].span.end, |token| token.span.end);
        let span = name_span.start..end;
        let expression = parser::body(
            source,
            (notation, gaps, &mut self.copies),
            &body,
            &mut self.faults,
            &mut self.exclusions,
        );
        let can_be_empty = matches!(notation, Notation::Iso | Notation::Antlr);
        let expression = expression.unwrap_or_else(|| {
            let empty = span.end..span.end;
            if !can_be_empty {
                let kind = GrammarErrorKind::MissingBody { name: name.clone() };
                self.faults.push(Fault::new(kind, span.clone()));
            }
            Expression {
                kind: expression::Kind::Literal {
                    text: String::new(),
                    case: expression::Case::Exact,
                    form: expression::LiteralForm::Quoted,
                },
                span: empty,
            }
        });
        let is_faulty = self.faults.len() > found;
        let expression = if is_faulty {
            spoilt(expression)
        } else {
            expression
        };
        if self.check_name(name, &name_span) {
            let production = Production {
                name: name.clone(),
                name_span,
                span,
                additions: Vec::new(),
                heading: None,
                comments: above.to_vec(),
                body: expression,
                excluded: Vec::new(),
                readings: Vec::new(),
                named_under: Vec::new(),
                length: None,
            };
            self.rules.push((production, Sign::Equals));
        }
    }

    fn check_name(&mut self, name: &str, span: &Span) -> bool {
        if can_be_name(name) {
            return true;
        }
        let name = name.to_owned();
        let kind = if name.len() > NAME_LENGTH {
            let limit = NAME_LENGTH;
            GrammarErrorKind::NameTooLong { name, limit }
        } else {
            GrammarErrorKind::InvalidName { name }
        };
        self.faults.push(Fault::new(kind, span.clone()));
        false
    }
}

/// Replaces prose by what it was resolved to.
fn replace(part: &mut Expression, resolved: &HashMap<(usize, usize), Expression>) {
    if matches!(part.kind, expression::Kind::Prose(_))
        && let Some(found) = resolved.get(&(part.span.start, part.span.end))
    {
        *part = found.clone();
        return;
    }
    for child in part.children_mut() {
        replace(child, resolved);
    }
}

/// Returns whether a token is the number of a rule, as in `[4a]   NameChar ::= …`.
fn is_number_of_rule(source: &str, token: Option<&Token>) -> bool {
    let text = token.map_or("", |token| &source[token.span.clone()]);
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| {
        let digits = inner.trim_end_matches(|one: char| one.is_ascii_lowercase());
        !digits.is_empty()
            && inner.len() <= digits.len() + 1
            && digits.chars().all(|one| one.is_ascii_digit())
    })
}

//! The reader of EBNF: that of the W3C (XML 1.0, Section 6), that of ISO/IEC 14977, and those of ANTLR, of
//! parsing expression grammars and of pest.
//!
//! All build the same syntax tree as the notations of RFCs. `kind` recognizes them, and names further
//! notations that are not read. What EBNF has and the syntax tree has not is prose, which the
//! analysis lists: texts excluded from other texts (`A - B`), unless both are characters, and the
//! special sequences of ISO, `? … ?`. What ANTLR, pest and parsing expression grammars have and BNF cannot
//! say is a fault of its rule, but for the order of alternatives: all of them are kept.

mod atomic;
mod ends;
mod kind;

pub(crate) use kind::{Kind, is_w3c, kind, visible};

use std::collections::HashMap;

use super::classes;
use super::elements::prose;
use super::expression::Exclusion;
use super::gaps::{Gaps, Skipped};
use super::lexeme::{Counts, Input, Lexeme, Located};
use super::lexer::{Lexed, is_token, lexed};
use super::outline::Sign;
use super::production::{RuleParts, production};
use crate::error::{Fault, GrammarErrorKind, NoCounterpart};
use crate::syntax::{self, Comment, Expression, Notation, Production, Span};

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
    let Lexed {
        lexemes,
        faults,
        mut skipped,
        mut atomic,
        spaced,
    } = lexed(Input::new(source), notation, &[]);
    let starts: Vec<usize> = (0..lexemes.len())
        .filter(|&at| begins(&lexemes, at))
        .collect();
    let mut read = Read {
        faults,
        ..Read::default()
    };
    let first = starts.first().copied().unwrap_or(lexemes.len());
    read.take_stray(&lexemes[..first]);
    let ends = starts.iter().skip(1).copied().chain([lexemes.len()]);
    let rules: Vec<&[Located<'_>]> = { starts.iter().zip(ends) }
        .map(|(&start, end)| &lexemes[start..end])
        .collect();
    // A rule that cannot be read, and that gaps consist of, would make every rule with gaps unreadable.
    let is_faulty = |one: &Located<'_>| matches!(one.lexeme, Lexeme::Fault(..));
    skipped.retain(|name| {
        let mut own = rules.iter().filter(|rule| is_name(&rule[0], name));
        own.all(|rule| !rule.iter().any(is_faulty))
    });
    if !skipped.is_empty() {
        let spread = atomic::spread(&mut atomic, &spaced, &rules);
        read.faults.extend(spread);
    }
    let skipped = in_gaps(skipped, &rules);
    for (&start, rule) in starts.iter().zip(&rules) {
        let gaps = match (notation, &rule[0].lexeme) {
            _ if skipped.is_empty() => Gaps::None,
            (Notation::Antlr, Lexeme::Name(name)) if !is_token(name) => {
                Gaps::BeforeTokens(&skipped)
            }
            (Notation::Pest, Lexeme::Name(name)) if !atomic.iter().any(|one| one == name) => {
                Gaps::BetweenParts(&skipped)
            }
            _ => Gaps::None,
        };
        read.rule(source, (notation, gaps), rule, comments(&lexemes[..start]));
    }
    read.resolve_exclusions(source, is_foreign);
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
fn in_gaps(skipped: Vec<String>, rules: &[&[Located<'_>]]) -> Skipped {
    let is_run = |name: &String| {
        let own = rules.iter().find(|rule| is_name(&rule[0], name));
        let body = own.map_or(&[][..], |rule| &rule[2..]);
        let lexemes: Vec<&Lexeme<'_>> = body.iter().map(|one| &one.lexeme).collect();
        let several = Lexeme::Rounds(Counts::SEVERAL);
        matches!(lexemes[..], [Lexeme::Class(_), rounds, Lexeme::Ends, ..] if *rounds == several)
    };
    let (mut runs, mut others): (Vec<String>, Vec<String>) = skipped.into_iter().partition(is_run);
    let run = if runs.len() == 1 { runs.pop() } else { None };
    others.extend(runs);
    Skipped { run, others }
}

fn is_name(one: &Located<'_>, name: &str) -> bool {
    matches!(&one.lexeme, Lexeme::Name(found) if found == name)
}

/// Returns whether a rule begins at a lexeme: a name before `=` or `::=`.
fn begins(lexemes: &[Located<'_>], at: usize) -> bool {
    let is_name = matches!(lexemes[at].lexeme, Lexeme::Name(_));
    let next = lexemes.get(at + 1).map(|one| &one.lexeme);
    is_name && matches!(next, Some(Lexeme::Defines(_)))
}

/// Returns the comments directly before a rule.
fn comments(before: &[Located<'_>]) -> Vec<Comment> {
    let found = before.iter().rev().map_while(|one| match &one.lexeme {
        Lexeme::Comment(comment) => Some(comment.clone()),
        _ => None,
    });
    let mut found: Vec<Comment> = found.collect();
    found.reverse();
    found
}

impl Read {
    /// Writes sets of characters in place of what is excluded from sets of characters: `Char - '-'`.
    fn resolve_exclusions(&mut self, source: &str, is_foreign: bool) {
        let rules = self.rules.iter();
        let bodies: classes::Bodies<'_> = rules
            .map(|(rule, _)| (rule.name.as_str(), &rule.body))
            .collect();
        let mut resolved: HashMap<(usize, usize), Expression> = HashMap::new();
        for one in &self.exclusions {
            let left = classes::difference(&one.all, &one.excluded, &bodies, &one.span);
            if left.is_none() && is_foreign {
                let construct = NoCounterpart::Lookahead;
                let kind = GrammarErrorKind::NoCounterpart { construct };
                self.faults.push(Fault::new(kind, one.span.clone()));
            }
            let left = left.unwrap_or_else(|| prose(&source[one.span.clone()], one.span.clone()));
            resolved.insert((one.span.start, one.span.end), left);
        }
        for (rule, _) in &mut self.rules {
            replace(&mut rule.body, &resolved);
        }
    }

    fn take_stray(&mut self, lexemes: &[Located<'_>]) {
        let is_text = |one: &&Located<'_>| {
            let lexeme = &one.lexeme;
            !is_left_out(lexeme) && !matches!(lexeme, Lexeme::Class(_))
        };
        let mut text = lexemes.iter().filter(is_text);
        if let Some(first) = text.next() {
            let end = text.next_back().unwrap_or(first).span.end;
            self.stray.push(first.span.start..end);
        }
    }

    fn rule(
        &mut self,
        source: &str,
        (notation, gaps): (Notation, Gaps<'_>),
        lexemes: &[Located<'_>],
        comments: Vec<Comment>,
    ) {
        let Lexeme::Name(name) = &lexemes[0].lexeme else {
            return;
        };
        let name_span = lexemes[0].span.clone();
        let body = lexemes[2..].iter().filter(|one| !is_left_out(&one.lexeme));
        let mut body: Vec<Located<'_>> = body.cloned().collect();
        if notation.dialect().ends_rules {
            let end = body.iter().position(|one| one.lexeme == Lexeme::Ends);
            let after = body.split_off(end.unwrap_or(body.len()));
            self.take_stray(after.get(1..).unwrap_or_default());
        } else if notation == Notation::W3c && is_number_of_rule(source, body.last()) {
            // It belongs to the next rule.
            body.pop();
        }
        let parts = RuleParts {
            start: name_span.start,
            name: name.to_string(),
            name_span,
            sign_end: lexemes[1].span.end,
            heading: None,
            comments,
        };
        let rule = production(
            parts,
            body,
            (notation, gaps),
            &mut self.copies,
            &mut self.faults,
        );
        let (production, exclusions, is_name_valid) = rule;
        self.exclusions.extend(exclusions);
        // Textbooks write each alternative on a line of its own, and repeat the name.
        let is_known = self
            .rules
            .iter()
            .any(|(one, _)| one.name == production.name);
        let sign = if notation == Notation::Textbook && is_known {
            Sign::Adds
        } else {
            Sign::Equals
        };
        if is_name_valid {
            self.rules.push((production, sign));
        }
    }
}

/// Returns whether a lexeme says nothing about a rule.
fn is_left_out(lexeme: &Lexeme<'_>) -> bool {
    matches!(lexeme, Lexeme::Comment(_) | Lexeme::Annotation)
}

/// Replaces prose by what it was resolved to.
fn replace(part: &mut Expression, resolved: &HashMap<(usize, usize), Expression>) {
    if matches!(part.kind, syntax::Kind::Prose(_))
        && let Some(found) = resolved.get(&(part.span.start, part.span.end))
    {
        *part = found.clone();
        return;
    }
    for child in part.children_mut() {
        replace(child, resolved);
    }
}

/// Returns whether a lexeme is the number of a rule, as in `[4a]   NameChar ::= …`.
fn is_number_of_rule(source: &str, last: Option<&Located<'_>>) -> bool {
    let text = last.map_or("", |last| &source[last.span.clone()]);
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

//! Productions that a layout could leave out of trees: characters beyond the obvious ones, and blanks.

use std::collections::HashSet;
use std::fmt;

use crate::syntax::{Expression, Grammar, Kind};

/// The characters of blanks.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// The greatest length in characters of a text that stands for one character, as `\uD834` does in JSON.
const ENCODED: u32 = 12;

/// A production whose nodes a program can do without, and why. A layout that lists it under `[characters]` leaves them out of
/// trees.
///
/// ```
/// use rfcbnf::generate::{CrateSources, Dependencies};
///
/// let sources = CrateSources {
///     name: "lists",
///     grammar: "list = \"[\" *( item ws ) \"]\"\nitem = 2DIGIT\nws = *( SP / HTAB )\n",
///     notation: None,
///     readings: None,
///     layout: None,
///     prose: None,
///     rule: None,
///     dependencies: Dependencies::Published,
/// };
/// let proposals = sources.generate()?.proposals;
/// assert_eq!(proposals[0].production(), "ws");
/// assert_eq!(proposals[0].to_string(), "`ws` derives blanks only");
/// # Ok::<(), rfcbnf::generate::CrateError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    production: String,
    reason: Reason,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Reason {
    Blanks,
    /// This literal, between blanks.
    Sign(String),
    /// One character of a repetition.
    Character,
}

impl Proposal {
    /// Returns the name of the production.
    #[must_use]
    pub fn production(&self) -> &str {
        &self.production
    }
}

/// Writes a sentence without its full stop.
impl fmt::Display for Proposal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` derives ", self.production)?;
        match &self.reason {
            Reason::Blanks => formatter.write_str("blanks only"),
            Reason::Sign(sign) => write!(formatter, "{sign:?} between blanks"),
            Reason::Character => {
                formatter.write_str("a character, plain or encoded, wherever it is used")
            }
        }
    }
}

/// Returns the proposals for a grammar, in its order, for trees without nodes of `characters`.
pub(super) fn proposals(grammar: &Grammar, is_character: impl Fn(&str) -> bool) -> Vec<Proposal> {
    let looked = Looked {
        grammar,
        is_character: &is_character,
    };
    let used: HashSet<&str> = grammar
        .productions
        .iter()
        .flat_map(|one| one.body.references())
        .collect();
    let encoded = looked.encoded();
    let mut found = Vec::new();
    for production in &grammar.productions {
        let name = production.name.as_str();
        if is_character(name) || !used.contains(name) {
            continue;
        }
        let body = &production.body;
        let reason = if looked.is_blank(body, &mut vec![name]) {
            Some(Reason::Blanks)
        } else if let Some(sign) = looked.sign(body) {
            Some(Reason::Sign(sign.to_owned()))
        } else {
            encoded.contains(name).then_some(Reason::Character)
        };
        found.extend(reason.map(|reason| Proposal {
            production: name.to_owned(),
            reason,
        }));
    }
    found
}

struct Looked<'g, 'c> {
    grammar: &'g Grammar,
    is_character: &'c dyn Fn(&str) -> bool,
}

impl<'g> Looked<'g, '_> {
    /// Returns whether the expression derives blanks only. `around` are the productions that lead to it.
    fn is_blank(&self, expression: &'g Expression, around: &mut Vec<&'g str>) -> bool {
        match &expression.kind {
            Kind::Alternation(members) | Kind::Sequence(members) => {
                members.iter().all(|member| self.is_blank(member, around))
            }
            Kind::Optional(body) | Kind::Repetition { body, .. } => self.is_blank(body, around),
            Kind::Literal { text, .. } => text.chars().all(|one| BLANKS.contains(&one)),
            Kind::Range { first, last } => (*first..=*last)
                .take(BLANKS.len() + 1)
                .all(|one| BLANKS.contains(&one)),
            Kind::Reference { name, .. } => {
                if around.contains(&name.as_str()) {
                    return true;
                }
                let Some(production) = self.grammar.production(name) else {
                    return false;
                };
                around.push(name);
                let is_blank = self.is_blank(&production.body, around);
                around.pop();
                is_blank
            }
            Kind::Prose(_) | Kind::Unreadable => false,
        }
    }

    /// Returns the only literal of a sequence of it and blanks.
    fn sign(&self, body: &'g Expression) -> Option<&'g str> {
        let Kind::Sequence(members) = &body.kind else {
            return None;
        };
        let mut visible = members
            .iter()
            .filter(|member| !self.is_blank(member, &mut Vec::new()));
        match (visible.next().map(|one| &one.kind), visible.next()) {
            (Some(Kind::Literal { text, .. }), None) => Some(text),
            _ => None,
        }
    }

    /// Returns the productions that derive a character, plain or encoded, and are used as one of those that a repetition
    /// consists of, directly or by another of them, and nowhere else.
    fn encoded(&self) -> HashSet<&'g str> {
        let productions = &self.grammar.productions;
        let is_short = |body| {
            let length = self.length(body, 0);
            length.is_some_and(|(least, most)| {
                most <= ENCODED && (least == 1 || self.begins_with_sign(body))
            })
        };
        let short = productions.iter().filter(|one| is_short(&one.body));
        let mut encoded: HashSet<&str> = short.map(|one| one.name.as_str()).collect();
        loop {
            let is_used_so = |name: &str| {
                productions.iter().all(|one| {
                    is_repeated_only(&one.body, name, encoded.contains(one.name.as_str()))
                })
            };
            let kept: HashSet<&str> = encoded
                .iter()
                .copied()
                .filter(|one| is_used_so(one))
                .collect();
            if kept.len() == encoded.len() {
                return kept;
            }
            encoded = kept;
        }
    }

    /// Returns the least and the greatest number of characters of a text; `None` if it has no limit.
    fn length(&self, expression: &'g Expression, depth: u32) -> Option<(u32, u32)> {
        // No grammar of characters is deeper.
        if depth > ENCODED {
            return None;
        }
        match &expression.kind {
            Kind::Alternation(members) => {
                let lengths = members.iter().map(|member| self.length(member, depth));
                let lengths: Option<Vec<_>> = lengths.collect();
                let join =
                    |(least, most): (u32, u32), (a, b): (u32, u32)| (least.min(a), most.max(b));
                lengths?.into_iter().reduce(join)
            }
            Kind::Sequence(members) => {
                let mut lengths = members.iter().map(|member| self.length(member, depth));
                lengths.try_fold((0_u32, 0_u32), |(least, most), one| {
                    let (a, b) = one?;
                    Some((least.saturating_add(a), most.saturating_add(b)))
                })
            }
            Kind::Optional(body) => Some((0, self.length(body, depth)?.1)),
            Kind::Repetition { least, most, body } => {
                let (a, b) = self.length(body, depth)?;
                Some((a.saturating_mul(*least), b.saturating_mul((*most)?)))
            }
            Kind::Literal { text, .. } => {
                let count = u32::try_from(text.chars().count()).ok()?;
                Some((count, count))
            }
            Kind::Range { .. } => Some((1, 1)),
            Kind::Reference { name, .. } => {
                self.length(&self.grammar.production(name)?.body, depth + 1)
            }
            Kind::Prose(_) | Kind::Unreadable => None,
        }
    }

    /// Returns whether all texts begin with the same sign, and something that is a character follows.
    fn begins_with_sign(&self, body: &'g Expression) -> bool {
        let Kind::Sequence(members) = &body.kind else {
            return false;
        };
        let is_sign = |kind: &Kind| match kind {
            Kind::Literal { text, .. } => {
                text.chars().count() == 1 && !text.contains(char::is_alphanumeric)
            }
            _ => false,
        };
        members.first().is_some_and(|first| match &first.kind {
            Kind::Reference { name, .. } if (self.is_character)(name) => {
                let production = self.grammar.production(name);
                production.is_some_and(|one| is_sign(&one.body.kind))
            }
            kind => is_sign(kind),
        })
    }
}

/// Returns whether each mention of the name is a repeated expression, or one of its alternatives.
fn is_repeated_only(expression: &Expression, name: &str, is_repeated: bool) -> bool {
    match &expression.kind {
        Kind::Alternation(members) => members
            .iter()
            .all(|member| is_repeated_only(member, name, is_repeated)),
        Kind::Sequence(members) => members
            .iter()
            .all(|member| is_repeated_only(member, name, false)),
        Kind::Optional(body) => is_repeated_only(body, name, false),
        Kind::Repetition { most, body, .. } => is_repeated_only(body, name, *most != Some(1)),
        Kind::Reference { name: other, .. } => other != name || is_repeated,
        Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => true,
    }
}

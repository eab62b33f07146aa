//! Regular expressions.

use std::collections::HashMap;

use super::elimination::{Edge as _, eliminated};
use super::pattern::Pattern;
use super::selection::Selection;
use super::{ExportError, TooLong};
use crate::automaton::{Automaton, AutomatonError, TooLarge, Work};
use crate::octets::OctetSet;
use crate::syntax::{Case, Expression, Grammar, Kind, Production};

/// The greatest length in octets of all patterns together that replace names.
const LENGTH: usize = 4 << 20;

/// Writes a production as a regular expression in the syntax that Perl, Python and Rust share. It
/// matches whole texts.
///
/// Octets above 7F are written as `\x80-\xff`. A regular expression with such octets is one for
/// octets: match it with `regex::bytes` and `(?-u)` before it in Rust, as `bytes` in Python, and
/// with strings of octets in Perl.
///
/// The productions that it uses replace their names. If a reading excludes prefixes from one, its
/// pattern is made from its automaton, because Rust has no lookahead.
///
/// In Perl and Python, `$` also matches before a line feed at the end of the text. If that matters,
/// replace it with `\z` in Perl, and use `re.fullmatch` in Python. Both backtrack, so some texts take
/// them more than linear time.
///
/// # Errors
///
/// Returns [`ExportError::UnknownProduction`], [`ExportError::Obstacle`] if the production has an
/// obstacle, [`ExportError::TooLong`] for an expression of megabytes, or [`ExportError::Automaton`] if a necessary automaton is too large.
///
/// ```
/// let grammar = rfcbnf::read("port = 1*5digit | \"*\"\ndigit = \"0\" | \"1\" | \"2\"\n")?;
/// assert_eq!(rfcbnf::export::regex(&grammar, "port")?, r"^(?:\*|[0-2]{1,5})$");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn regex(grammar: &Grammar, production: &str) -> Result<String, ExportError> {
    let selection = Selection::new(grammar, Some(production))?;
    if let Some(obstacle) = grammar.obstacle(production) {
        return Err(ExportError::Obstacle(Box::new(obstacle)));
    }
    let mut patterns = Patterns {
        grammar,
        selection: &selection,
        known: HashMap::new(),
    };
    let mut total = 0;
    for (production, case) in selection.users_last() {
        let pattern = patterns.production(production, case)?;
        total += pattern.length();
        if total > LENGTH {
            return Err(ExportError::too_long(production));
        }
        patterns.known.insert((&production.name, case), pattern);
    }
    let pattern = patterns.known.remove(&(production, Case::Exact));
    Ok(format!("^{}$", pattern.unwrap_or_default().in_sequence()))
}

/// Writes the texts of an automaton as a regular expression in the syntax of [`regex`]. Returns
/// `None` if it is longer than `most` octets.
///
/// ```
/// use rfcbnf::automaton::Automaton;
///
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let port = Automaton::new(&grammar, "port")?;
/// assert_eq!(rfcbnf::export::regex_of(&port, 40).as_deref(), Some("^[01][01]*$"));
/// assert_eq!(rfcbnf::export::regex_of(&port, 4), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn regex_of(automaton: &Automaton, most: usize) -> Option<String> {
    // The elimination knows approximate lengths.
    let pattern: Pattern = eliminated(automaton, most).ok()?;
    let written = format!("^{}$", pattern.in_sequence());
    (written.len() <= most).then_some(written)
}

/// The patterns of productions.
struct Patterns<'a, 'g> {
    grammar: &'g Grammar,
    selection: &'a Selection<'g>,
    known: HashMap<(&'g str, Case), Pattern>,
}

impl Patterns<'_, '_> {
    fn production(&self, production: &Production, case: Case) -> Result<Pattern, ExportError> {
        let pattern = if production.excluded.is_empty() {
            self.expression(&production.body, case)
        } else {
            let automaton = self.automaton(production, case)?;
            eliminated(&automaton, LENGTH)
        };
        pattern.map_err(|TooLong| ExportError::too_long(production))
    }

    fn automaton(&self, production: &Production, case: Case) -> Result<Automaton, AutomatonError> {
        let automaton = Automaton::new(self.grammar, &production.name)?;
        match case {
            Case::Exact => Ok(automaton),
            Case::Ignored => automaton.in_any_case(&Work::new()).map_err(|TooLarge| {
                let production = production.name.clone();
                AutomatonError::TooLarge { production }
            }),
        }
    }

    fn expression(&self, expression: &Expression, case: Case) -> Result<Pattern, TooLong> {
        let pattern = match &expression.kind {
            Kind::Alternation(members) => Pattern::one_of(self.each(members, case)?),
            Kind::Sequence(members) => Pattern::in_order(&self.each(members, case)?),
            Kind::Optional(body) => self.expression(body, case)?.or(Pattern::empty()),
            Kind::Repetition { least, most, body } => {
                self.expression(body, case)?.repeated(*least, *most)
            }
            Kind::Literal {
                text, case: inner, ..
            } => self.literal(text, case.max(*inner)),
            Kind::Range { first, last } => self.range((*first, *last), case),
            Kind::Prose(_) | Kind::Unreadable => Pattern::default(),
            Kind::Reference {
                name, case: inner, ..
            } => {
                let case = self.selection.case_of(name, case.max(*inner));
                self.known
                    .get(&(name.as_str(), case))
                    .cloned()
                    .unwrap_or_default()
            }
        };
        checked(pattern)
    }

    /// Returns the pattern of a text.
    fn literal(&self, text: &str, case: Case) -> Pattern {
        let octets = self.grammar.encoding.octets(text);
        let octets = octets.iter().map(|&octet| OctetSet::single(octet));
        in_order(octets, case)
    }

    /// Returns the pattern of a range of characters.
    fn range(&self, (first, last): (char, char), case: Case) -> Pattern {
        let sequences = self.grammar.encoding.sequences(first, last).into_iter();
        Pattern::one_of(sequences.map(|sequence| {
            let ranges = sequence.into_iter().map(OctetSet::from);
            in_order(ranges, case)
        }))
    }

    /// Returns the patterns of the members, if they are not too long together.
    fn each(&self, members: &[Expression], case: Case) -> Result<Vec<Pattern>, TooLong> {
        let mut length = 0;
        let patterns = members.iter().map(|member| {
            let pattern = self.expression(member, case)?;
            length += pattern.length();
            if length > LENGTH {
                return Err(TooLong);
            }
            Ok(pattern)
        });
        patterns.collect()
    }
}

fn checked(pattern: Pattern) -> Result<Pattern, TooLong> {
    if pattern.length() > LENGTH {
        Err(TooLong)
    } else {
        Ok(pattern)
    }
}

/// Returns the pattern of an octet of each set, in order.
fn in_order(sets: impl Iterator<Item = OctetSet>, case: Case) -> Pattern {
    let patterns = sets.map(|set| {
        Pattern::class(match case {
            Case::Exact => set,
            Case::Ignored => set.in_any_case(),
        })
    });
    Pattern::in_order(&patterns.collect::<Vec<_>>())
}

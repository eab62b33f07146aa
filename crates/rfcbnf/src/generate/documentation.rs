//! The documentation of a production's function, and the text that it shows.

use std::fmt::Write as _;

use textwrap::{Options, WordSeparator, WrapAlgorithm};

use super::context::Context;
use super::error::GenerateError;
use super::{markdown, names};
use crate::octets::OctetSet;
use crate::readings::Reading;
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Production};

/// The paragraph about a production that is matched by search.
const SEARCHED: &str =
    "The parser follows all derivations at the same time, and takes the first in priority order.";

/// The paragraph about a production that the network reads.
const RECOGNIZED: &str = "The recognizer reads it: it is recursive, uses a recursive production, or is \
                          too large for combinators. Where a text takes too much, the parser ends with \
                          `nom::Err::Failure`.";

/// The number of columns for the text of a doc comment.
const WIDTH: usize = 90;

/// The text after a match in an example.
const REST: &[u8] = b" rest";

/// Returns the doc comment of a production.
pub(super) fn documentation(
    context: &Context<'_>,
    module: &str,
    production: &Production,
) -> Result<String, GenerateError> {
    let mut text = markdown::code(&production.name);
    if let Some(section) = context.section(production) {
        let _ = write!(text, " (Section {})", markdown::sentence(section));
    }
    let bnf = context.grammar().text(production);
    let _ = write!(text, ".\n\n{}", markdown::block(&bnf));
    for comment in &production.comments {
        let comment = markdown::sentence(&comment.text);
        let _ = write!(text, "\nThe grammar remarks: {comment}\n");
    }
    let mut paragraphs = Vec::new();
    for remark in context.prose.remarks(&production.name) {
        let (section, remark) = (&remark.section, markdown::sentence(&remark.text));
        paragraphs.push(format!("Section {section}: {remark}"));
    }
    let is_applied = |reading: &&Reading| production.readings.contains(&reading.id);
    for reading in context.readings.iter().filter(is_applied) {
        paragraphs.push(format!(
            "Reading {} (Section {}): {} {}",
            markdown::code(&reading.id),
            markdown::sentence(&reading.section),
            markdown::sentence(&reading.decision),
            markdown::sentence(&reading.why)
        ));
    }
    paragraphs.extend(context.dfas.sentence(production));
    if context.recognized(production).is_some() {
        paragraphs.push(RECOGNIZED.to_owned());
    } else if context
        .search_states(context.definition(production)?)
        .is_some()
    {
        paragraphs.push(SEARCHED.to_owned());
    }
    for paragraph in paragraphs {
        let _ = write!(text, "\n{}\n", textwrap::fill(&paragraph, wrapping()));
    }
    text += &example(context, module, production)?;
    let comment = |line: &str| format!("/// {line}").trim_end().to_owned() + "\n";
    Ok(text.lines().map(comment).collect())
}

/// Returns an example that runs: a text that the production derives, with something after it.
fn example(
    context: &Context<'_>,
    module: &str,
    production: &Production,
) -> Result<String, GenerateError> {
    let Example {
        text,
        matched,
        rest,
        ..
    } = Example::of(context, production)?;
    let (module, function) = (names::function(module), names::function(&production.name));
    let name = context.layout.crate_identifier();
    let is_valid = match context.recognized(production) {
        Some(_) => String::new(),
        None => format!("assert!({function}::is_valid({matched}));\n"),
    };
    Ok(format!(
        "\n```\nuse {name}::rules::{module}::{function};\n\n\
         assert_eq!({function}::<_, ()>({text}), Ok(({rest}, {matched})));\n{is_valid}```\n",
    ))
}

/// Returns the lines of an example in the documentation of a module: a call of the production.
pub(super) fn module_example(
    context: &Context<'_>,
    module: &str,
    production: &Production,
) -> Result<String, GenerateError> {
    let Example {
        text,
        matched,
        rest,
        ..
    } = Example::of(context, production)?;
    let (module, function) = (names::function(module), names::function(&production.name));
    let name = context.layout.crate_identifier();
    Ok(format!(
        "//! use {name}::rules::{module}::{function};\n//!\n\
         //! assert_eq!({function}::<_, ()>({text}), Ok(({rest}, {matched})));\n",
    ))
}

/// A text, and what a production matches of it, each as written in Rust.
pub(super) struct Example {
    pub(super) text: String,
    pub(super) matched: String,
    pub(super) rest: String,
    /// The octets of the match.
    pub(super) octets: Vec<u8>,
}

impl Example {
    /// Returns a text that the production derives, with something after it if that is no part of
    /// the match.
    pub(super) fn of(
        context: &Context<'_>,
        production: &Production,
    ) -> Result<Self, GenerateError> {
        let sample = sample(context, production);
        let octets = sample.ok_or_else(|| GenerateError::Empty(production.name.clone()))?;
        let longer = [&octets, REST].concat();
        let longest = context.longest_prefix(production, &longer)?;
        let rest = if longest == Some(octets.len()) {
            REST
        } else {
            &[]
        };
        Ok(Self {
            text: context.quoted(&[&octets, rest].concat()),
            matched: context.quoted(&octets),
            rest: context.quoted(rest),
            octets,
        })
    }
}

/// Returns how paragraphs are wrapped.
///
/// The separator and the algorithm are explicit, because textwrap's defaults depend on the features
/// that other packages of the same build enable.
pub(super) fn wrapping() -> Options<'static> {
    Options::new(WIDTH)
        .word_separator(WordSeparator::AsciiSpace)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

/// Returns a text of the production that shows all its parts: optional parts are present,
/// repetitions have a round, and each character differs from the one before. If no such text
/// exists, it returns a shortest text.
pub(super) fn sample(context: &Context<'_>, production: &Production) -> Option<Vec<u8>> {
    if let Some(recognized) = context.recognized(production) {
        return Some(recognized.sample.clone());
    }
    let resolved = context.resolved();
    let id = resolved.find(&production.name)?;
    let mut sampler = Sampler {
        resolved,
        choices: 0,
        text: Vec::new(),
    };
    sampler.expression(resolved.production(id).body());
    let automaton = context.plan.automaton(id);
    let text = Some(sampler.text).filter(|text| automaton.accepts(text));
    text.or_else(|| automaton.shortest())
}

struct Sampler<'g> {
    resolved: &'g ResolvedGrammar<'g>,
    /// The number of choices between characters so far.
    choices: usize,
    text: Vec<u8>,
}

impl Sampler<'_> {
    fn expression(&mut self, id: ExpressionId) {
        match self.resolved.kind(id) {
            ResolvedKind::Alternation(members) => {
                let is_character = |&member: &ExpressionId| {
                    self.resolved.kind(member).octet(Case::Exact).is_some()
                };
                let mut index = 0;
                if members.iter().all(is_character) {
                    index = self.choices % members.len();
                    self.choices += 1;
                }
                self.expression(members[index]);
            }
            ResolvedKind::Sequence(members) => {
                for &member in members {
                    self.expression(member);
                }
            }
            ResolvedKind::Optional(body) => self.expression(*body),
            ResolvedKind::Repetition { least, body, .. } => {
                (0..(*least).max(1)).for_each(|_| self.expression(*body));
            }
            ResolvedKind::Literal { octets, .. } => self.text.extend_from_slice(octets),
            ResolvedKind::Range(sequences) => {
                // The last sequence has the characters that the others do not show.
                for &octets in sequences.last().into_iter().flatten() {
                    let members = readable(octets);
                    self.text.push(members[self.choices % members.len()]);
                }
                self.choices += 1;
            }
            ResolvedKind::Reference {
                production,
                is_recursive: false,
                ..
            } => self.expression(self.resolved.production(*production).body()),
            ResolvedKind::Reference { .. } | ResolvedKind::Undefined(_) | ResolvedKind::Unknown => {
            }
        }
    }
}

/// Returns the letters and digits among the octets; if there are none, those that print, or all.
fn readable(octets: OctetSet) -> Vec<u8> {
    let members = |filter: fn(&u8) -> bool| octets.iter().filter(filter).collect::<Vec<u8>>();
    let choices: [fn(&u8) -> bool; 3] = [u8::is_ascii_alphanumeric, u8::is_ascii_graphic, |_| true];
    let mut choices = choices.into_iter().map(members);
    choices
        .find(|members| !members.is_empty())
        .unwrap_or_else(|| vec![0])
}

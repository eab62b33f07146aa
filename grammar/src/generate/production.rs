//! The function of a production, with its documentation.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::expression::{Writer, any_case_function};
use super::{GenerateError, Generator, names};
use crate::language::Language;
use crate::readings::Reading;
use crate::syntax::Production;

/// The columns that the text of a doc comment takes.
const WIDTH: usize = 90;

/// A production in Rust.
pub(super) struct Item<'g> {
    /// Its items, each without a blank line in it.
    pub(super) text: Vec<String>,
    /// The productions that it calls.
    pub(super) calls: BTreeSet<&'g str>,
    /// The productions whose sets of characters it mentions.
    pub(super) sets: BTreeSet<&'g str>,
    /// The productions of which it needs a variant that has no regard to case.
    pub(super) calls_any_case: BTreeSet<&'g str>,
}

impl<'g> Generator<'g> {
    /// The public function.
    pub(super) fn function(
        &self,
        module: &str,
        production: &'g Production,
    ) -> Result<Item<'g>, GenerateError> {
        let mut writer = Writer::new(self, production, false);
        let mut text = Vec::new();
        if self.layout.is_character(&production.name) {
            text.push(self.set_constant(&mut writer, production));
        }
        let body = self.wrapped(&mut writer, production, false)?;
        let documentation = self.documentation(module, production)?;
        let name = names::function(&production.name);
        text.push(documentation + &signature("pub ", &name, &body));
        let Writer {
            calls,
            calls_any_case,
            sets,
            ..
        } = writer;
        Ok(Item {
            text,
            calls,
            sets,
            calls_any_case,
        })
    }

    /// The private function of a production for which letters match in any case.
    pub(super) fn any_case_variant(
        &self,
        production: &'g Production,
    ) -> Result<Item<'g>, GenerateError> {
        let mut writer = Writer::new(self, production, true);
        let body = self.wrapped(&mut writer, production, true)?;
        let name = any_case_function(&production.name);
        let documentation = format!("/// `{}`, with letters in either case.\n", production.name);
        let text = vec![documentation + &signature("", &name, &body)];
        let Writer {
            calls,
            calls_any_case,
            sets,
            ..
        } = writer;
        Ok(Item {
            text,
            calls,
            sets,
            calls_any_case,
        })
    }

    /// `production(Rule::…, …)(input)`.
    fn wrapped(
        &self,
        writer: &mut Writer<'_, 'g>,
        production: &'g Production,
        any_case: bool,
    ) -> Result<String, GenerateError> {
        let variant = names::variant(&production.name);
        let body = writer.body()?;
        if !self.layout.is_character(&production.name) {
            return Ok(match self.scans.name(&production.name) {
                Some(scan) if !any_case => {
                    format!("scanned(Rule::{variant}, &{scan}, {body})(input)")
                }
                _ => format!("production(Rule::{variant}, {body})(input)"),
            });
        }
        let language = self.language(production)?;
        let (whole, first) = (language.whole_characters(), language.first());
        let constant = names::constant(&production.name);
        writer.sets.insert(&production.name);
        let set = if whole.is_empty() {
            "CharacterSet::EMPTY".to_owned()
        } else {
            constant
        };
        let other: String = first
            .chars()
            .filter(|&character| !whole.contains(character))
            .collect();
        let first = match (whole.is_empty(), other.is_empty()) {
            (_, true) => set.clone(),
            (true, false) => format!("const {{ CharacterSet::of({other:?}) }}"),
            (false, false) => format!("const {{ {set}.with({other:?}) }}"),
        };
        let suffix = if any_case { ".any_case()" } else { "" };
        Ok(format!(
            "character(Rule::{variant}, {set}{suffix}, {first}{suffix}, {body})(input)"
        ))
    }

    /// The set of the characters that a character production derives on their own.
    fn set_constant(&self, writer: &mut Writer<'_, 'g>, production: &'g Production) -> String {
        let language = self.plan.languages().production(&production.name);
        let whole = language.map(Language::whole_characters).unwrap_or_default();
        if whole.is_empty() {
            return String::new();
        }
        let set = writer.set(&production.body, &whole);
        let constant = names::constant(&production.name);
        format!(
            "/// The characters that `{}` matches on their own.\npub(crate) const {constant}: CharacterSet = {set};",
            production.name
        )
    }

    /// The language of a production that derives something.
    pub(super) fn language(&self, production: &Production) -> Result<&Language, GenerateError> {
        let language = self.plan.languages().production(&production.name);
        language
            .filter(|language| language.shortest().is_some())
            .ok_or_else(|| GenerateError::Empty(production.name.clone()))
    }

    fn documentation(
        &self,
        module: &str,
        production: &Production,
    ) -> Result<String, GenerateError> {
        let mut text = format!("`{}`", production.name);
        if let Some(section) = self.section(production) {
            let _ = write!(text, " (Section {section})");
        }
        let bnf = self.grammar.text(production);
        let _ = write!(text, ".\n\n```bnf\n{bnf}\n```\n");
        for comment in &production.comments {
            let _ = write!(text, "\nThe grammar remarks: {}\n", comment.text);
        }
        for remark in self.prose.remarks(&production.name) {
            let paragraph = format!("Section {}: {}", remark.section, remark.text);
            let _ = write!(text, "\n{}\n", textwrap::fill(&paragraph, WIDTH));
        }
        let mut readings = self.readings.iter();
        while let Some(reading) = readings.find(|one| production.readings.contains(&one.id)) {
            let Reading { id, section, .. } = reading;
            let sentences = format!("{} {}", reading.decision, reading.why);
            let paragraph = format!("Reading `{id}` (Section {section}): {sentences}");
            let _ = write!(text, "\n{}\n", textwrap::fill(&paragraph, WIDTH));
        }
        if let Some(sentence) = self.fast_path(production) {
            let _ = write!(text, "\n{}\n", textwrap::fill(&sentence, WIDTH));
        }
        text += &self.example(module, production)?;
        let comment = |line: &str| format!("/// {line}").trim_end().to_owned() + "\n";
        Ok(text.lines().map(comment).collect())
    }

    /// An example that runs: a text that the production derives, with something after it.
    fn example(&self, module: &str, production: &Production) -> Result<String, GenerateError> {
        let name = &production.name;
        let sample = self.sample(name);
        let sample = sample.ok_or_else(|| GenerateError::Empty(name.clone()))?;
        let followed = format!("{sample} rest");
        let stops = self.language(production)?.longest_prefix(&followed) == Some(sample.len());
        let (text, rest) = if stops {
            (&followed, " rest")
        } else {
            (&sample, "")
        };
        let function = names::function(name);
        let module = names::function(module);
        let path = format!("rfc1738::rules::{module}::{function}");
        Ok(format!(
            "\n```\nlet (rest, matched) = {path}::<_, ()>({text:?})?;\n\
             assert_eq!(matched, {sample:?});\nassert_eq!(rest, {rest:?});\n\
             # Ok::<(), nom::Err<()>>(())\n```\n",
        ))
    }

    /// The section that explains a production.
    pub(super) fn section(&self, production: &Production) -> Option<&str> {
        self.layout
            .section(&self.grammar.headings[production.heading?].text)
    }
}

fn signature(visibility: &str, name: &str, body: &str) -> String {
    format!(
        "{visibility}fn {name}<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {{ {body} }}"
    )
}

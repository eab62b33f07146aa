//! Types of TypeScript for the values of other packages that write their JSON themselves.
//!
//! The records of this package derive their types. The values here do not: their packages take no
//! further dependency. Each struct has the fields of one value, and reads its JSON. A field that is missing
//! or unknown is an error, so a test that reads answers keeps both the same.
//!
//! [`Declarations`] writes the types of records, for the page and for the npm package.

use std::collections::BTreeMap;

use serde::Deserialize;
use ts_rs::{Config, TS, TypeVisitor};

use crate::json::Octets;

/// Where a text is wrong, what could be there, and what the prose says: a
/// [`Rejection`](crate::production::Rejection).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SyntaxError {
    /// The offset, in octets as all offsets.
    pub offset: usize,
    /// The start of the span.
    pub start: usize,
    /// The end of the span.
    pub end: usize,
    /// The character at the offset; `null` at the end of the text.
    pub found: Option<char>,
    /// What could be there, for people.
    pub expected: Vec<String>,
    /// The characters that could be there; if some are above ASCII, those of ASCII.
    pub next: String,
    /// Whether the text could end there.
    pub can_end: bool,
    /// The productions that are open, the outermost first.
    pub context: Vec<String>,
    /// The number of open productions that are not in `context`.
    #[ts(optional)]
    pub context_left_out: Option<usize>,
    /// If some are above ASCII, the first and the last of each range of characters.
    #[ts(optional)]
    pub next_ranges: Option<Vec<(char, char)>>,
    /// What the prose says.
    pub notes: Vec<Note>,
    /// The stable id of the error.
    pub id: String,
}

/// What the prose of RFC 1738 says about an error: a [`Note`](rfc1738::Note).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The section.
    pub section: String,
    /// The sentence.
    pub message: String,
    /// The stable id.
    pub id: String,
    /// What could be typed in its place.
    pub fixes: Vec<Fix>,
}

/// A change of a text: a [`Fix`](rfc1738::Fix).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    /// The start of what is replaced.
    pub start: usize,
    /// The end of what is replaced.
    pub end: usize,
    /// What replaces it.
    pub replacement: String,
    /// Whether nothing else can be meant.
    pub certain: bool,
}

/// What the prose says about a valid URL: a [`Finding`](rfc1738::Finding).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Advice {
    /// The stable id.
    pub id: String,
    /// How serious it is.
    pub severity: Severity,
    /// The start of the span.
    pub start: usize,
    /// The end of the span.
    pub end: usize,
    /// The section.
    pub section: String,
    /// The sentence.
    pub message: String,
    /// The document and the section.
    pub reference: Option<String>,
    /// What could be written instead.
    #[ts(optional)]
    pub fixes: Option<Vec<Fix>>,
}

/// How serious advice is: a [`Severity`](rfc1738::advice::Severity).
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Following or showing the URL may do harm.
    Danger,
    /// A client may be unable to follow it, or may reach something else.
    Warning,
    /// The URL works, and could be written better.
    Note,
}

/// How a text marks a URL: a [`Kind`](rfc1738::extract::Kind).
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MatchKind {
    /// It is in angle brackets.
    Wrapped,
    /// `URL:` is before it.
    Prefixed,
    /// Nothing marks it.
    Bare,
}

/// A node of a tree that is a list in preorder: one of [`FlatNodes`](rfcbnf_engine::FlatNodes).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListedNode {
    /// The production.
    pub rule: String,
    /// The start of the span.
    pub start: usize,
    /// The end of the span.
    pub end: usize,
    /// The number of nodes above it.
    pub depth: usize,
}

/// Two productions that correspond, compared: a part of a
/// [`PairsRecord`](crate::difference::pairs::PairsRecord) in which several fields come and go together.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The production of one grammar.
    pub a: String,
    /// The production of the other grammar.
    pub b: String,
    /// Why they correspond.
    #[ts(optional)]
    pub because: Option<String>,
    /// The result.
    pub result: PairResult,
    /// A shortest text of the first alone; `null` if there is none.
    #[ts(optional = nullable, as = "Option<Octets>")]
    pub only_a: Option<serde_json::Value>,
    /// A shortest text of the second alone; `null` if there is none.
    #[ts(optional = nullable, as = "Option<Octets>")]
    pub only_b: Option<serde_json::Value>,
    /// The characters that the first alone derives.
    #[ts(optional)]
    pub characters_a: Option<String>,
    /// The characters that the second alone derives.
    #[ts(optional)]
    pub characters_b: Option<String>,
    /// The depth of the texts that were compared.
    #[ts(optional)]
    pub depth: Option<u32>,
    /// Whether the texts were found at random.
    #[ts(optional)]
    pub random: Option<bool>,
    /// Whether no part of the texts can be left out.
    #[ts(optional)]
    pub irreducible: Option<bool>,
    /// The greatest length of the texts that were compared; `null` if they had any.
    #[ts(optional = nullable)]
    pub length: Option<usize>,
    /// All texts of at most this many octets were compared.
    #[ts(optional)]
    pub whole: Option<usize>,
    /// Why they were not compared.
    #[ts(optional)]
    pub why: Option<String>,
}

/// The result of two productions.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PairResult {
    /// They derive the same texts.
    Equal,
    /// One derives a text that the other does not derive.
    Differs,
    /// No difference was found.
    Undecided,
    /// They were not compared.
    Abstained,
}

/// A step of a parser with its number: a [`Step`](rfcbnf_engine::trace::Step).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The number of the step, from 1.
    pub step: usize,
    /// What happens.
    pub event: StepEvent,
    /// The production.
    #[ts(optional)]
    pub rule: Option<String>,
    /// Where it happens.
    pub start: usize,
    /// The end of what was matched.
    #[ts(optional)]
    pub end: Option<usize>,
    /// The characters that were wanted; if some are above ASCII, those of ASCII.
    #[ts(optional)]
    pub characters: Option<String>,
    /// If some are above ASCII, the first and the last of each range of characters.
    #[ts(optional)]
    pub ranges: Option<Vec<(char, char)>>,
    /// The number of the step that tried the production that is tried again.
    #[ts(optional)]
    pub tried: Option<usize>,
    /// The productions of which each begins with the next one, and the last with the first.
    #[ts(optional)]
    pub circle: Option<Vec<String>>,
    /// The number of open productions.
    pub depth: usize,
    /// Whether the production is tried to look ahead only.
    #[ts(optional)]
    pub trial: Option<bool>,
    /// Whether the step is part of the tree at the end.
    pub kept: bool,
}

/// What happens in a step: an [`Event`](rfcbnf_engine::trace::Event).
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StepEvent {
    /// A production begins.
    Try,
    /// A production matches.
    Match,
    /// A production fails.
    Fail,
    /// A terminal takes characters.
    Take,
    /// A terminal does not match.
    Miss,
    /// The parser gives a match back.
    GiveBack,
    /// The parser goes back into a match.
    Redo,
    /// The parser never ends.
    Endless,
}

/// A sheet of exercises: a [`Sheet`](rfcbnf::exercise::Sheet).
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The title.
    #[ts(optional)]
    pub title: Option<String>,
    /// The exercises.
    pub exercise: Vec<Exercise>,
}

/// A task, and what an answer to it is checked by: an [`Exercise`](rfcbnf::exercise::Exercise).
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Exercise {
    /// The title, by which hand-ins name it.
    pub title: String,
    /// The task, in words.
    #[ts(optional)]
    pub task: Option<String>,
    /// What a student begins with.
    #[ts(optional)]
    pub start: Option<String>,
    /// A grammar that solves the task.
    pub solution: String,
    /// Whether the solution may be shown to who has solved the task.
    #[ts(optional)]
    pub show_solution: Option<bool>,
    /// Texts that the task asks for.
    #[ts(optional)]
    pub valid: Option<Vec<String>>,
    /// Texts that the task excludes.
    #[ts(optional)]
    pub invalid: Option<Vec<String>>,
    /// Whether every text has one tree.
    #[ts(optional)]
    pub unambiguous: Option<bool>,
    /// Whether no production begins with itself.
    #[ts(optional)]
    pub no_left_recursion: Option<bool>,
    /// The greatest number of productions.
    #[ts(optional)]
    pub productions: Option<usize>,
    /// Whether the grammar is LL(1).
    #[ts(optional)]
    pub ll1: Option<bool>,
    /// The length up to which texts have to be compared, where nothing is proved.
    #[ts(optional)]
    pub length: Option<usize>,
}

/// What a student hands in: a [`HandIn`](rfcbnf::exercise::HandIn). A page packs it as its links.
#[derive(Debug, Deserialize, TS)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct HandIn {
    /// Who hands it in.
    pub hand_in: HandInHead,
    /// The answers.
    pub answer: Vec<AnswerText>,
}

/// Who hands in what.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct HandInHead {
    /// The name of the student.
    pub name: String,
    /// The title of the sheet.
    #[ts(optional)]
    pub sheet: Option<String>,
    /// How many exercises it says to solve.
    #[ts(optional)]
    pub solved: Option<usize>,
}

/// The answer to one exercise.
#[derive(Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AnswerText {
    /// The title of the exercise, or its number.
    pub exercise: String,
    /// The grammar.
    pub grammar: String,
    /// The production that it begins with.
    #[ts(optional)]
    pub start: Option<String>,
}

/// The declarations of records and of the types that they name, in the order of their names.
///
/// ```
/// use rfc1738_views::typescript::{Declarations, Fix};
///
/// let mut types = Declarations::new();
/// assert_eq!(types.add::<Vec<Fix>>(), "Array<Fix>");
/// assert!(types.written().contains("export type Fix = {"));
/// ```
#[derive(Debug, Default)]
pub struct Declarations {
    declared: BTreeMap<String, String>,
}

impl Declarations {
    /// Returns an empty file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a type and all types that it names, and returns what it is called.
    ///
    /// # Panics
    ///
    /// Panics if another type has the name of one of them.
    pub fn add<T: TS + 'static>(&mut self) -> String {
        self.visit::<T>();
        T::visit_generics(self);
        T::name(&config())
    }

    /// Returns all declarations.
    #[must_use]
    pub fn written(&self) -> String {
        let declared: Vec<&str> = self.declared.values().map(String::as_str).collect();
        declared.join("\n")
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return;
        }
        let config = config();
        let (docs, declaration) = (T::docs().unwrap_or_default(), T::decl(&config));
        let declared = with_short_comments(&format!("{docs}export {declaration}\n"));
        let other = self.declared.insert(T::ident(&config), declared.clone());
        match other {
            Some(other) => assert_eq!(other, declared, "two types have one name"),
            None => T::visit_dependencies(self),
        }
    }
}

/// JSON has one kind of number, so all of them are `number`.
fn config() -> Config {
    Config::new().with_large_int("number")
}

/// Leaves the first paragraph of each comment, on one line.
fn with_short_comments(declared: &str) -> String {
    let mut parts = declared.split("/**");
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (comment, rest) = part.split_once("*/").unwrap_or((part, ""));
        let lines = comment
            .lines()
            .map(|line| line.trim_start_matches([' ', '*']));
        let lines = lines
            .skip_while(|line| line.is_empty())
            .take_while(|line| !line.is_empty());
        let comment = lines.collect::<Vec<_>>().join(" ");
        let comment = comment.replace("`None`", "`null`");
        let (indent, begin) = match short.strip_suffix(" \n") {
            Some(begin) => ("  ", begin.len()),
            None => ("", short.len()),
        };
        short.truncate(begin);
        let line = if indent.is_empty() { "" } else { "\n" };
        short.extend([
            line,
            indent,
            "/** ",
            &comment,
            " */\n",
            indent,
            rest.trim_start(),
        ]);
    }
    short.replace(", }", " }")
}

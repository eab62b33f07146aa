//! The layout of an export: its introduction, headings, comments, and lines of limited length.
//!
//! Invariant: no comment contains its own end or a character that does not print.

use std::collections::HashSet;

use textwrap::core::Word;
use textwrap::wrap_algorithms::wrap_first_fit;

use super::characters::printable;
use super::selection::{Names, Selection};
use super::term::{Notation, Term, Writer};
use super::written_out::written_out;
use super::{ExportError, TooLong};
use crate::syntax::{Case, Grammar, Heading, Notation as GrammarNotation, Production};

/// The greatest width of a line that can be broken.
const WIDTH: usize = 80;

/// Returns the words between spaces, each with the spaces after it. The separators of textwrap bring the tables of
/// Unicode into a program if another package enables them.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(space) = rest.find(' ') {
        let spaces = rest[space..].len() - rest[space..].trim_start_matches(' ').len();
        let (word, after) = rest.split_at(space + spaces);
        words.push(Word::from(word));
        rest = after;
    }
    if !rest.is_empty() {
        words.push(Word::from(rest));
    }
    words
}

/// How a notation writes everything but expressions.
pub(super) trait Style: Notation {
    /// Begins a comment of one line.
    const COMMENT: &'static str;
    /// Ends a comment.
    const COMMENT_END: &'static str;
    /// Ends a line.
    const LINE_END: &'static str;
    /// Whether comments have to be ASCII.
    const IS_ASCII: bool;

    /// The text between the name of a production and its body.
    fn defined_as(name: &str) -> String;

    /// The text after the body.
    const END: &'static str;

    /// Returns the body without the texts that begin with one of these, letters in any case; `None`
    /// if the notation cannot express that.
    fn excluding(body: Term, texts: &[String]) -> Result<Option<Term>, TooLong>;

    /// Returns remarks about the production that its comments do not contain.
    fn remarks(&self, _: &Production) -> Vec<String> {
        Vec::new()
    }
}

/// Writes the introduction and the productions.
pub(super) fn write<S: Style>(
    writer: &Writer<'_, '_, S>,
    title: &[String],
) -> Result<String, ExportError> {
    let mut page = Page::<S>::new();
    for line in title {
        page.comment(line);
    }
    let mut headings = Headings::of(writer.selection);
    for (production, case) in writer.selection.in_file_order() {
        for heading in headings.above(production) {
            page.heading(heading);
        }
        page.line("");
        page.production(writer, production, case)?;
    }
    for heading in headings.rest() {
        page.heading(heading);
    }
    Ok(page.text)
}

/// The headings of an export. A heading without productions is written above the next one with
/// productions.
struct Headings<'g> {
    all: &'g [Heading],
    with_productions: HashSet<usize>,
    is_whole: bool,
    /// The number of headings that are already written.
    done: usize,
}

impl<'g> Headings<'g> {
    fn of(selection: &Selection<'g>) -> Self {
        let grammar = selection.grammar();
        let productions = grammar.productions.iter();
        Self {
            all: &grammar.headings,
            with_productions: productions.filter_map(|one| one.heading).collect(),
            is_whole: selection.is_whole(),
            done: 0,
        }
    }

    /// Returns the headings to write above the production.
    fn above(&mut self, production: &Production) -> &'g [Heading] {
        let Some(own) = production.heading.filter(|own| *own >= self.done) else {
            return &[];
        };
        let without = (self.done..own)
            .rev()
            .take_while(|heading| !self.with_productions.contains(heading));
        let first = own - without.count();
        self.done = own + 1;
        &self.all[first..=own]
    }

    /// Returns the headings below all productions.
    fn rest(&self) -> &'g [Heading] {
        if self.is_whole {
            &self.all[self.done..]
        } else {
            &[]
        }
    }
}

struct Page<S> {
    text: String,
    style: std::marker::PhantomData<S>,
}

impl<S: Style> Page<S> {
    fn new() -> Self {
        Self {
            text: String::new(),
            style: std::marker::PhantomData,
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push_str(S::LINE_END);
    }

    fn heading(&mut self, heading: &Heading) {
        self.line("");
        self.comment(&heading.text);
    }

    /// Writes a comment on as many lines as it needs.
    fn comment(&mut self, text: &str) {
        let text = printable(text, S::IS_ASCII);
        let text = without_end(&text, S::COMMENT_END);
        let room = WIDTH - S::COMMENT.len() - S::COMMENT_END.len() - 2;
        #[expect(clippy::cast_precision_loss, reason = "the width of a line is small")]
        let room = room as f64;
        for words in wrap_first_fit(&words(&text), &[room]) {
            let line: String = words
                .iter()
                .flat_map(|word| [word.word, word.whitespace])
                .collect();
            let line = line.trim_end();
            let line = format!("{} {line} {}", S::COMMENT, S::COMMENT_END);
            self.line(&line);
        }
    }

    fn production(
        &mut self,
        writer: &Writer<'_, '_, S>,
        production: &Production,
        case: Case,
    ) -> Result<(), ExportError> {
        let original = &production.name;
        let name = writer.names.of(original, case).unwrap_or(original);
        match case {
            Case::Exact => {
                for comment in &production.comments {
                    self.comment(&comment.text);
                }
                if name != original {
                    self.comment(&format!("{original} in the original"));
                }
            }
            Case::Ignored => self.comment(&format!("{original} in any case")),
        }
        for remark in writer.notation.remarks(production) {
            self.comment(&remark);
        }
        let too_long = |TooLong| ExportError::too_long(production);
        let mut body = writer
            .expression(&production.body, case)
            .map_err(too_long)?;
        if !production.excluded.is_empty() {
            let without = S::excluding(body.clone(), &production.excluded).map_err(too_long)?;
            body = if let Some(without) = without {
                without
            } else {
                let texts = quoted(&production.excluded);
                let expression = written_out(writer.selection.grammar(), original, case);
                let expression = expression.ok_or_else(|| ExportError::Exclusion {
                    production: original.clone(),
                    texts: texts.clone(),
                })?;
                self.comment(&left_out(name, &texts.join(" ")));
                let written = writer.expression(&expression, Case::Exact);
                written.map_err(too_long)?
            };
        }
        self.words(&S::defined_as(name), body.into_words());
        Ok(())
    }

    /// Writes a definition. Further lines begin below the first word of the body or, if the name
    /// leaves too little room, slightly indented.
    fn words(&mut self, head: &str, words: Vec<String>) {
        let indent = if head.len() < WIDTH / 2 {
            head.len() + 1
        } else {
            4
        };
        let mut line = head.to_owned();
        let mut is_blank = false;
        let words = words.into_iter().chain(std::iter::once(S::END.to_owned()));
        for word in words.filter(|word| !word.is_empty()) {
            if !is_blank && line.len() + 1 + word.len() > WIDTH {
                self.line(&line);
                line = " ".repeat(indent - 1);
                is_blank = true;
            } else {
                is_blank = false;
            }
            line.push(' ');
            line.push_str(&word);
        }
        self.line(&line);
    }
}

/// Returns the remark that tells where a file comes from.
pub(super) fn title(notation: &str, grammar: &Grammar) -> String {
    let from = match grammar.notation {
        GrammarNotation::Rfc822 => "the notation of RFC 822",
        GrammarNotation::Abnf => "ABNF",
        GrammarNotation::Bnf => "BNF",
        GrammarNotation::W3c => "the EBNF of the W3C",
        GrammarNotation::Iso => "the EBNF of ISO 14977",
        GrammarNotation::Antlr => "ANTLR",
        GrammarNotation::Peg => "a parsing expression grammar",
        GrammarNotation::Pest => "pest",
        GrammarNotation::Textbook => "the notation of textbooks",
    };
    format!("{notation}, written by rfcbnf from {from}.")
}

/// Returns the comment on a production that is written out because a reading excludes texts.
fn left_out(name: &str, texts: &str) -> String {
    format!(
        "No text of {name} begins with one of these, in any case: {texts}. This notation cannot say \
         so, so the other texts are written out."
    )
}

fn quoted(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| format!("\"{text}\"")).collect()
}

/// Returns the text without the end of a comment.
fn without_end(text: &str, end: &str) -> String {
    let mut characters = end.chars();
    match (characters.next(), characters.as_str()) {
        (Some(first), rest) if !rest.is_empty() => text.replace(end, &format!("{first} {rest}")),
        _ => text.to_owned(),
    }
}

/// Returns the name with everything but letters, digits and permitted characters replaced. A name
/// begins with a letter.
pub(super) fn spelled(name: &str, allowed: &str, replacement: char) -> String {
    let spell = |character: char| {
        if character.is_ascii_alphanumeric() || allowed.contains(character) {
            character
        } else {
            replacement
        }
    };
    name.chars().map(spell).collect()
}

/// Chooses names for a selection that are valid in the notation.
pub(super) fn names<'g>(selection: &Selection<'g>, spelled: impl Fn(&str) -> String) -> Names<'g> {
    Names::new(selection, spelled, str::to_owned)
}

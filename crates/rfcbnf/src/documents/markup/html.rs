//! Documents in HTML.

use super::tokens::{Token, tokens};
use crate::documents::blocks::BlockText;
use crate::documents::document::{Above, Document, Line, Lines, Section, is_grammar, is_other};
use crate::documents::located::Located;
use crate::documents::text;
use crate::error::Form;

/// The mark of a link to a figure, which xml2rfc writes after it.
const PILCROW: char = '\u{b6}';

/// Takes a document apart. If most of its text is in `<pre>`, it is text with tags, as the RFC Editor
/// prints older documents. Otherwise, each `<pre>` is a figure, and headings are those of HTML.
pub(super) fn document(source: &str) -> Document {
    let mut reader = Reader::default();
    for token in tokens(source) {
        reader.take(&token);
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    /// The whole text, and the part of it that is in `<pre>`.
    all: Lines,
    figures: Lines,
    /// The octets of both that are not white space.
    length: usize,
    length_of_figures: usize,
    sections: Vec<Section>,
    /// What the lines of the figure have in common; `None` outside of figures.
    figure: Option<Line>,
    blocks: usize,
    is_other: bool,
    /// The texts of the figures so far, and of the one that is open.
    texts: Vec<BlockText>,
    heading: Option<String>,
    /// The class of the element around.
    class: String,
    is_in_head: bool,
    /// The text of the paragraph above.
    above: String,
}

impl Reader {
    fn take(&mut self, token: &Token) {
        match token {
            Token::Start { name, line, .. } => {
                self.open(name, token.attribute("class").unwrap_or(""), *line);
            }
            Token::End { name, line, .. } => self.close(name, *line),
            Token::Text { text, line } => self.text(text, *line),
        }
    }

    fn open(&mut self, name: &str, class: &str, line: usize) {
        if matches!(name, "p" | "li" | "dd") {
            self.above.clear();
        }
        match name {
            "head" => self.is_in_head = true,
            "body" => self.is_in_head = false,
            "pre" => {
                self.blocks += 1;
                let both = format!("{} {class}", self.class).to_ascii_lowercase();
                let kind = both.split(' ').find_map(|one| one.strip_prefix("lang-"));
                self.texts.push(BlockText {
                    kind: kind.unwrap_or("").to_owned(),
                    line,
                    ..BlockText::default()
                });
                let mut kinds = both.split([' ', '-']);
                self.is_other = both.split(' ').any(|kind| {
                    let kind = kind.trim_start_matches("lang-").trim_start_matches("art-");
                    is_other(kind)
                });
                self.figure = Some(Line {
                    block: self.blocks,
                    section: self.sections.len().checked_sub(1),
                    is_said_grammar: kinds.any(is_grammar),
                    above: Above::of(&self.above),
                    ..Line::default()
                });
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if self.figure.is_none() => {
                self.heading = Some(String::new());
            }
            _ => {}
        }
        if matches!(name, "div" | "figure" | "section" | "p") {
            class.clone_into(&mut self.class);
        }
    }

    fn close(&mut self, name: &str, line: usize) {
        match name {
            "head" => self.is_in_head = false,
            "pre" => {
                if let Some(figure) = self.figure.take() {
                    self.figures.end(line, &figure);
                    self.above.clear();
                }
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                if let Some(heading) = self.heading.take() {
                    self.sections.extend(section(&heading));
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &Located, line: usize) {
        if self.is_in_head {
            return;
        }
        let text = text.with(PILCROW, "");
        let length = text.text.chars().filter(|one| !one.is_whitespace()).count();
        self.length += length;
        self.all.push(&text, line, &Line::default());
        if let Some(heading) = &mut self.heading {
            heading.push_str(&text.text);
        }
        if let Some(figure) = &self.figure {
            self.length_of_figures += length;
            if let Some(last) = self.texts.last_mut() {
                last.text.append(&text);
            }
            if !self.is_other {
                self.figures.push(&text, line, figure);
            }
        } else {
            self.above.push_str(&text.text);
        }
    }

    fn finish(mut self) -> Document {
        if 4 * self.length_of_figures > 3 * self.length {
            self.all.end(0, &Line::default());
            let lines = self.all.ended.iter();
            let lines: Vec<(usize, Located)> =
                lines.map(|line| (line.number, line.from(0))).collect();
            return text::document(Form::Html, &lines);
        }
        Document {
            form: Form::Html,
            lines: self.figures.ended,
            sections: self.sections,
            blocks: self.texts,
            includes: Vec::new(),
        }
    }
}

/// Returns the section with that heading. One without a number still ends the section before.
fn section(heading: &str) -> Option<Section> {
    let words: Vec<&str> = heading.split_whitespace().collect();
    let title = words.join(" ");
    if title.is_empty() {
        return None;
    }
    let unnumbered = Section {
        number: String::new(),
        title: title.clone(),
    };
    Some(text::heading(&title, true).unwrap_or(unnumbered))
}

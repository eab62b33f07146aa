//! The sources of xml2rfc: RFC 7749 (version 2) and RFC 7991 (version 3).

use super::tokens::{Token, tokens};
use crate::documents::blocks::BlockText;
use crate::documents::document::{Above, Document, Line, Lines, Section, is_grammar, is_other};
use crate::documents::located::Located;
use crate::error::Form;

/// Takes a document apart: its lines are those of `<artwork>` and `<sourcecode>`.
pub(super) fn document(source: &str) -> Document {
    let mut reader = Reader::default();
    for token in tokens(source) {
        match &token {
            Token::Start { name, line, .. } => reader.open(name, &token, *line),
            Token::End { name, line, at } => reader.close(name, (*line, *at)),
            Token::Text { text, line } => reader.text(text, *line),
        }
    }
    Document {
        form: Form::Xml,
        lines: reader.lines.ended,
        sections: reader.sections,
        blocks: reader.texts,
        includes: Vec::new(),
    }
}

#[derive(Default)]
struct Reader {
    lines: Lines,
    sections: Vec<Section>,
    /// The number of sections begun at each depth, and the open ones as indices.
    counts: Vec<usize>,
    open: Vec<usize>,
    is_in_back: bool,
    figure: Option<Line>,
    is_other: bool,
    /// The texts of the figures so far, and of the one that is open.
    texts: Vec<BlockText>,
    blocks: usize,
    /// The section whose `<name>` is open.
    named: Option<usize>,
    /// The target of an open reference without text.
    target: Option<String>,
    /// The text of the paragraph above.
    above: String,
}

impl Reader {
    fn open(&mut self, name: &str, token: &Token, line: usize) {
        match name {
            "t" | "section" => self.above.clear(),
            _ => {}
        }
        match name {
            "back" => {
                self.is_in_back = true;
                self.counts.clear();
            }
            "section" => self.begin_section(token),
            "xref" | "relref" => {
                self.target = token.attribute("target").map(str::to_owned);
            }
            "name" => self.named = self.open.last().copied(),
            "artwork" | "sourcecode" => {
                self.blocks += 1;
                let kind = token.attribute("type").unwrap_or("");
                self.is_other = is_other(kind);
                self.texts.push(BlockText {
                    kind: kind.to_ascii_lowercase(),
                    name: token.attribute("name").unwrap_or("").to_owned(),
                    line,
                    text: Located::default(),
                });
                self.figure = Some(Line {
                    block: self.blocks,
                    section: self.open.last().copied(),
                    is_said_grammar: is_grammar(kind),
                    above: Above::of(&self.above),
                    ..Line::default()
                });
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str, (line, at): (usize, usize)) {
        match name {
            "section" => {
                self.open.pop();
                self.counts.truncate(self.open.len() + 1);
            }
            "name" => self.named = None,
            // xml2rfc writes the anchor of the document in brackets.
            "xref" | "relref" => {
                if let Some(target) = self.target.take() {
                    let text = Located::for_part(&format!("[{target}]"), at..at);
                    self.text(&text, line);
                }
            }
            "artwork" | "sourcecode" => {
                if let Some(figure) = self.figure.take() {
                    self.lines.end(line, &figure);
                    self.above.clear();
                }
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &Located, line: usize) {
        self.target = None;
        if let Some(section) = self.named {
            let words: Vec<&str> = text.text.split_whitespace().collect();
            let title = &mut self.sections[section].title;
            if !title.is_empty() && text.text.starts_with(char::is_whitespace) {
                title.push(' ');
            }
            title.push_str(&words.join(" "));
        }
        if self.figure.is_some()
            && let Some(last) = self.texts.last_mut()
        {
            last.text.append(text);
        }
        match &self.figure {
            Some(figure) if !self.is_other => self.lines.push(text, line, figure),
            Some(_) => {}
            None => self.above.push_str(&text.text),
        }
    }

    fn begin_section(&mut self, token: &Token) {
        let depth = self.open.len();
        if self.counts.len() <= depth {
            self.counts.resize(depth + 1, 0);
        }
        let is_numbered = token.attribute("numbered") != Some("false");
        self.counts[depth] += usize::from(is_numbered);
        let numbers = self.counts[..=depth].iter().enumerate();
        let numbers = numbers.map(|(depth, &count)| self.number(depth, count));
        let number = numbers.collect::<Vec<_>>().join(".");
        self.open.push(self.sections.len());
        self.sections.push(Section {
            number: if is_numbered { number } else { String::new() },
            title: token.attribute("title").unwrap_or("").to_owned(),
        });
    }

    /// Returns the number of a section at a depth. Appendices have letters.
    fn number(&self, depth: usize, count: usize) -> String {
        let letter = u32::try_from(count + 9).ok();
        let letter = letter.and_then(|letter| char::from_digit(letter, 36));
        match letter {
            Some(letter) if self.is_in_back && depth == 0 => {
                letter.to_ascii_uppercase().to_string()
            }
            _ => count.to_string(),
        }
    }
}

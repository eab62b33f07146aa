//! Lays a rule out on lines: its body as brackets, elements and comments.

use crate::notation::lexeme::{Lexeme, Located};
use crate::notation::outline::{is_line_end, width};

/// The greatest length of a line that can be divided, in characters: that of the text of an RFC.
pub const WIDTH: usize = 72;

/// The lines of a rule so far.
pub(super) struct Layout {
    text: String,
    /// The number of characters on the last line.
    column: usize,
    /// Whether nothing is on the line but a margin, the name, an opening bracket or a separator.
    is_fresh: bool,
    /// The column of the last comment, which ends its line.
    comment: Option<usize>,
}

impl Layout {
    /// Returns the lines of a rule with that name and sign.
    pub(super) fn of(head: String, body: &Body) -> String {
        let mut layout = Self {
            column: head.chars().count(),
            text: head,
            is_fresh: true,
            comment: None,
        };
        let column = layout.column;
        if !layout.write_on_one_line(body) {
            layout.body(body, column);
        }
        layout.text.truncate(layout.text.trim_end().len());
        layout.text
    }

    /// Writes the body if it has one line, perhaps with a comment after it.
    fn write_on_one_line(&mut self, body: &Body) -> bool {
        let mut words = Vec::new();
        let mut comment = None;
        for (index, (separator, parts)) in body.alternatives.iter().enumerate() {
            if index > 0 {
                words.push(separator.to_string());
            }
            for part in parts {
                match (part, comment) {
                    (_, Some(_)) => return false,
                    (
                        Part::Comment {
                            text,
                            place: CommentPlace::Beside,
                        },
                        None,
                    ) if index + 1 == body.alternatives.len() => comment = Some(text),
                    _ => match part.flat() {
                        Some(text) => words.push(text),
                        None => return false,
                    },
                }
            }
        }
        let line = words.join(" ");
        let fits = self.column + line.chars().count() <= WIDTH;
        if fits {
            self.write(&line);
            if let Some(comment) = comment {
                self.beside(comment);
            }
        }
        fits
    }

    /// Writes alternatives, each on a line, with their elements from that column on.
    fn body(&mut self, body: &Body, column: usize) {
        for (index, (separator, parts)) in body.alternatives.iter().enumerate() {
            if index > 0 {
                self.begin_line(column - 2);
                self.write(&format!("{separator} "));
                self.is_fresh = true;
            }
            for part in parts {
                self.part(part, column);
            }
        }
    }

    fn part(&mut self, part: &Part, indentation: usize) {
        if let Part::Comment { text, place } = part {
            return self.comment(text, *place, indentation);
        }
        if self.comment.is_some() {
            self.begin_line(indentation);
        }
        let flat = part.flat();
        let length = flat.as_ref().map_or(WIDTH + 1, |text| text.chars().count());
        let fits = self.column + usize::from(!self.is_fresh) + length <= WIDTH;
        if !fits && !self.is_fresh {
            self.begin_line(indentation);
        }
        match (part, flat) {
            (_, Some(text)) if fits || indentation + length <= WIDTH => self.word(&text),
            (
                Part::Group {
                    counts,
                    brackets: [open, close],
                    body,
                },
                _,
            ) => {
                self.word(&format!("{counts}{open} "));
                let column = self.column;
                self.is_fresh = true;
                self.body(body, column);
                if self.comment.is_some() || self.column + 2 > WIDTH {
                    self.begin_line(column - 2);
                }
                self.word(&close.to_string());
            }
            (_, text) => self.word(&text.unwrap_or_default()),
        }
    }

    fn comment(&mut self, text: &str, place: CommentPlace, indentation: usize) {
        match (place, self.comment) {
            (CommentPlace::Beside, None) => return self.beside(text),
            (CommentPlace::BelowComment, Some(above)) => self.begin_line(above),
            _ => self.begin_line(indentation),
        }
        self.comment = Some(self.column);
        self.write(text);
    }

    /// Writes a comment after what is on the line.
    fn beside(&mut self, comment: &str) {
        if !self.is_fresh {
            self.write(" ");
        }
        self.comment = Some(self.column);
        self.write(comment);
    }

    /// Writes a word, with a blank before it unless the line is fresh.
    fn word(&mut self, text: &str) {
        if !self.is_fresh {
            self.write(" ");
        }
        self.write(text);
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
        self.is_fresh = false;
    }

    fn begin_line(&mut self, margin: usize) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        self.text.push('\n');
        self.text.push_str(&" ".repeat(margin));
        self.column = margin;
        self.is_fresh = true;
        self.comment = None;
    }
}

/// Alternatives, with the separators before all but the first.
#[derive(Default)]
pub(super) struct Body {
    alternatives: Vec<(char, Vec<Part>)>,
}

/// A part of an alternative.
enum Part {
    /// An element without brackets, with its counts.
    Element(String),
    Group {
        counts: String,
        brackets: [char; 2],
        body: Body,
    },
    Comment {
        /// The comment, with its semicolon.
        text: String,
        place: CommentPlace,
    },
}

/// Where a comment is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentPlace {
    /// After something else.
    Beside,
    /// On a line of its own.
    Below,
    /// On a line of its own, exactly below another comment.
    BelowComment,
}

/// Brackets that are open: the alternatives outside of them, the counts before them, and themselves.
type Open = (Body, String, [char; 2]);

impl Body {
    /// Returns the body with these lexemes of the text.
    pub(super) fn of(text: &str, lexemes: Vec<Located<'_>>) -> Self {
        let mut open: Vec<Open> = Vec::new();
        let mut body = Self::started();
        let mut counts = String::new();
        // The end of the last lexeme, and the column of a comment in its place.
        let mut last: Option<(usize, Option<usize>)> = None;
        for Located { lexeme, span } in lexemes {
            let written = words(&text[span.clone()]);
            let mut column = None;
            match lexeme {
                Lexeme::Repetition(_) | Lexeme::List(_) => counts.push_str(&written),
                Lexeme::Open(bracket) => {
                    let brackets = [bracket.open(), bracket.close()];
                    let outside = std::mem::replace(&mut body, Self::started());
                    open.push((outside, std::mem::take(&mut counts), brackets));
                }
                Lexeme::Close(_) => {
                    let Some((outside, counts, brackets)) = open.pop() else {
                        continue;
                    };
                    let body_within = std::mem::replace(&mut body, outside);
                    body.push(Part::Group {
                        counts,
                        brackets,
                        body: body_within,
                    });
                }
                Lexeme::Separator(separator) => body.alternatives.push((separator, Vec::new())),
                Lexeme::Comment(_) => {
                    // Counts before a comment keep their place.
                    body.element(&mut counts, "");
                    let own = column_of(text, span.start);
                    let is_alone = text[..span.start]
                        .rsplit(is_line_end)
                        .next()
                        .is_some_and(|before| before.trim().is_empty());
                    let place = match last {
                        _ if !is_alone => CommentPlace::Beside,
                        Some((_, Some(above))) if above == own => CommentPlace::BelowComment,
                        _ => CommentPlace::Below,
                    };
                    let text = text[span.clone()].trim_end().to_owned();
                    body.push(Part::Comment { text, place });
                    column = Some(own);
                }
                _ => body.element(&mut counts, &written),
            }
            last = Some((span.end, column));
        }
        body.element(&mut counts, "");
        body
    }

    fn started() -> Self {
        Self {
            alternatives: vec![(' ', Vec::new())],
        }
    }

    fn push(&mut self, part: Part) {
        if let Some((_, parts)) = self.alternatives.last_mut() {
            parts.push(part);
        }
    }

    /// Adds an element with its counts, unless both are empty.
    fn element(&mut self, counts: &mut String, text: &str) {
        let written = std::mem::take(counts) + text;
        if !written.is_empty() {
            self.push(Part::Element(written));
        }
    }

    /// Returns the body on one line; `None` if it has comments.
    fn flat(&self) -> Option<String> {
        let mut words = Vec::new();
        for (index, (separator, parts)) in self.alternatives.iter().enumerate() {
            if index > 0 {
                words.push(separator.to_string());
            }
            for part in parts {
                words.push(part.flat()?);
            }
        }
        Some(words.join(" "))
    }
}

impl Part {
    /// Returns the part on one line; `None` if it has comments.
    fn flat(&self) -> Option<String> {
        match self {
            Self::Element(text) => Some(text.clone()),
            Self::Group {
                counts,
                brackets: [open, close],
                body,
            } => Some(format!("{counts}{open} {} {close}", body.flat()?)),
            Self::Comment { .. } => None,
        }
    }
}

/// Returns the text of a lexeme. Prose can go over lines, and reads the same with a blank for each run of white
/// space.
fn words(text: &str) -> String {
    if text.starts_with('<') && text.contains(is_line_end) {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    text.to_owned()
}

/// Returns the column of an offset, from 0.
fn column_of(text: &str, offset: usize) -> usize {
    let before = text[..offset].rsplit(is_line_end).next();
    before.map_or(0, width)
}

//! The body of a rule as brackets, elements and comments.

use crate::notation::lexeme::{Lexeme, Located};
use crate::notation::outline::{is_line_end, width};

/// Alternatives, with the separators before all but the first.
#[derive(Default)]
pub(super) struct Body {
    pub(super) alternatives: Vec<(char, Vec<Part>)>,
}

/// A part of an alternative.
pub(super) enum Part {
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
pub(super) enum CommentPlace {
    /// Behind something else.
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
    pub(super) fn flat(&self) -> Option<String> {
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
    pub(super) fn flat(&self) -> Option<String> {
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

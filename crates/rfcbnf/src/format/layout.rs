//! Lays a rule out on lines.

use super::body::{Body, CommentPlace, Part};

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

    /// Writes the body if it has one line, perhaps with a comment behind it.
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

    /// Writes a comment behind what is on the line.
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

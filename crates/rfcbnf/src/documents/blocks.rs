//! The blocks of documents, such as examples: their types, their names and their texts.

use super::located::Located;

/// A block of a document.
#[derive(Debug, Clone, Default)]
pub(crate) struct BlockText {
    /// What the document says that it is, in lower case. It can be empty.
    pub(crate) kind: String,
    /// The name that the document gives it. It can be empty.
    pub(crate) name: String,
    /// The number of the line on which it begins, from 1.
    pub(crate) line: usize,
    pub(crate) text: Located,
}

impl BlockText {
    /// Returns the text without the empty lines around it and the margin that all its lines have, and unfolded if a note in it
    /// says that it is folded.
    pub(crate) fn plain(&self) -> Located {
        let text = &self.text;
        let end = text.text.trim_end().len();
        let mut lines: Vec<Located> = Vec::new();
        let mut start = 0;
        for line in text.text[..end].split_inclusive('\n') {
            let line_end = start + line.len();
            if !lines.is_empty() || !line.trim().is_empty() {
                lines.push(text.part(start..line_end));
            }
            start = line_end;
        }
        let margin = |line: &Located| line.text.len() - line.text.trim_start_matches(' ').len();
        let visible = lines.iter().filter(|line| !line.text.trim().is_empty());
        let least = visible.map(margin).min().unwrap_or(0);
        for line in &mut lines {
            *line = line.part(least.min(margin(line))..line.text.len());
        }
        let mut plain = Located {
            text: String::new(),
            origin: rfcbnf_engine::Runs::at(text.in_document(start..start).start),
        };
        for line in unfolded(lines) {
            plain.append(&line);
        }
        plain
    }
}

/// What a note says above a text that is folded: RFC 8792, Sections 7.2.1 and 8.2.1.
const NOTE: &str = "line wrapping per RFC 8792";

/// Puts lines together that a backslash at the end divides, if a note above them says so, and leaves the note out. In a text with
/// two backslashes in the note, the second half of a line begins after a backslash, too.
fn unfolded(lines: Vec<Located>) -> Vec<Located> {
    let is_folded = lines.first().is_some_and(|line| line.text.contains(NOTE));
    if !is_folded {
        return lines;
    }
    let has_two = lines[0].text.contains("\'\\\\\'");
    let mut lines = lines.into_iter().skip(1).peekable();
    while lines.next_if(|line| line.text.trim().is_empty()).is_some() {}
    let mut unfolded: Vec<Located> = Vec::new();
    let mut goes_on = false;
    for line in lines {
        let mut line = line;
        if goes_on {
            let blank = line.text.len() - line.text.trim_start_matches(' ').len();
            let mark = usize::from(has_two && line.text[blank..].starts_with('\\'));
            line = line.part(blank + mark..line.text.len());
        }
        let content = line.text.trim_end_matches(['\r', '\n']);
        let is_divided = content.ends_with('\\') && content.len() < line.text.len();
        let end = if is_divided {
            content.len() - 1
        } else {
            line.text.len()
        };
        let part = line.part(0..end);
        match unfolded.last_mut() {
            Some(last) if goes_on => last.append(&part),
            _ => unfolded.push(part),
        }
        goes_on = is_divided;
    }
    unfolded
}

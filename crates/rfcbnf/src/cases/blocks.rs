//! The layout of files of cases: a title, a text, and what is expected of it.
//!
//! Every corpus of this project has it, and most know nothing of productions. So a block is what is written, and
//! [`super::CaseFile`] gives it a meaning.

use std::ops::Range;

use rfcbnf_engine::{Origin as _, Runs};

use super::CasesError;

/// A title, a text, and what is expected of it, as a file has them.
///
/// ```
/// use rfcbnf::cases::blocks;
///
/// let file = "=== empty port [crlf]\nh:\n--- error at 2\n";
/// let block = &blocks(file, &["crlf"])?[0];
/// assert_eq!((block.title, block.text().octets()), ("empty port", &b"h:"[..]));
/// assert_eq!((block.expected, block.has("crlf")), ("error at 2", true));
/// # Ok::<(), rfcbnf::cases::CasesError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Block<'s> {
    /// The title of its own, or of the block before it.
    pub title: &'s str,
    /// The marks in brackets after the title.
    pub marks: Vec<&'s str>,
    /// The title with its marks, and the text, as the file has them.
    pub written: &'s str,
    /// What is expected, without white space around it.
    pub expected: &'s str,
    /// The place of `expected` in the file, in bytes.
    pub expected_span: Range<usize>,
    /// The number of the line with the title.
    pub line: usize,
    /// The number of the line on which `expected` begins.
    pub expected_line: usize,
    /// The lines of the text without their ends, each with its offset in the file.
    lines: Vec<(usize, &'s str)>,
    text: CaseText,
}

/// A text, and where the file has each part of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CaseText {
    octets: Vec<u8>,
    origin: Runs,
}

impl CaseText {
    /// Returns a text that a file holds as it is, from this offset on.
    #[must_use]
    pub fn at(offset: usize, octets: Vec<u8>) -> Self {
        let origin = Runs::verbatim_at(offset..offset + octets.len());
        Self { octets, origin }
    }

    /// Returns a text that was made of parts of a file. Its origin has the same length.
    pub(crate) fn of(octets: Vec<u8>, origin: Runs) -> Self {
        assert_eq!(
            octets.len(),
            origin.length(),
            "the origin is that of the text"
        );
        Self { octets, origin }
    }

    /// Returns the octets.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Returns where the file has each part of the text.
    #[must_use]
    pub fn origin(&self) -> &Runs {
        &self.origin
    }

    /// Returns the part of the file that holds a part of the text.
    #[must_use]
    pub fn in_file(&self, span: Range<usize>) -> Range<usize> {
        self.origin.document_span(span)
    }

    /// Returns a part of the text.
    pub(super) fn part(&self, span: Range<usize>) -> Self {
        Self {
            octets: self.octets[span.clone()].to_vec(),
            origin: self.origin.part(span),
        }
    }

    /// Returns parts of the text with this line end in the place of what is between them.
    pub(super) fn joined(&self, lines: &[Range<usize>], line_end: &str) -> Self {
        let mut joined = self.part(0..0);
        let mut end = 0;
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                joined.replace(line_end.as_bytes(), self.in_file(end..line.start));
            }
            let part = self.part(line.clone());
            joined.octets.extend_from_slice(&part.octets);
            joined.origin.append(&part.origin);
            end = line.end;
        }
        joined
    }

    /// Adds octets that stand for a part of the file.
    fn replace(&mut self, octets: &[u8], file: Range<usize>) {
        self.octets.extend_from_slice(octets);
        self.origin.replace(octets.len(), file);
    }
}

impl Block<'_> {
    /// Returns whether the mark is after the title.
    #[must_use]
    pub fn has(&self, mark: &str) -> bool {
        self.marks.contains(&mark)
    }

    /// Returns the text, as the marks after the title say.
    #[must_use]
    pub fn text(&self) -> &CaseText {
        &self.text
    }

    /// Returns the text, or each line as a text of its own, with further marks.
    ///
    /// # Errors
    ///
    /// Returns [`CasesError`] for an escape that does not exist.
    pub fn texts(&self, further: &[&str]) -> Result<Vec<CaseText>, CasesError> {
        let has = |mark: &str| self.has(mark) || further.contains(&mark);
        let texts = if has("lines") {
            let lines = self.lines.iter();
            lines
                .map(|line| text(std::slice::from_ref(line), has))
                .collect()
        } else {
            text(&self.lines, has).map(|text| vec![text])
        };
        texts.map_err(|what| CasesError::new(self.line, what))
    }
}

/// Returns the blocks of a file. `marks` are those that can follow a title.
///
/// # Errors
///
/// Returns [`CasesError`] for another layout.
pub fn blocks<'s>(source: &'s str, marks: &[&str]) -> Result<Vec<Block<'s>>, CasesError> {
    let mut blocks: Vec<Block<'s>> = Vec::new();
    let mut open: Option<Open<'s>> = None;
    let mut offset = 0;
    for (index, whole) in source.split_inclusive('\n').enumerate() {
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let start = offset;
        offset += whole.len();
        if let Some(block) = &mut open {
            let Some(rest) = fence(line, '-').filter(|(count, _)| *count == block.fence) else {
                block.refuse_title(line, index + 1)?;
                block.lines.push((start, line));
                continue;
            };
            if let Some(block) = open.take() {
                let expected = start + line.len() - rest.1.len();
                blocks.push(block.closed(source, start, expected)?);
            }
            continue;
        }
        if let Some((count, heading)) = fence(line, '=') {
            let before = blocks.last().map(|block| block.title);
            if let Some(last) = blocks.last_mut() {
                last.end(source, start);
            }
            open = Some(Open::new(
                (start, index + 1),
                (count, heading),
                before,
                marks,
            )?);
        }
    }
    if let Some(block) = open {
        let what = format!(
            "no line `{}` ends the text of this case",
            "-".repeat(block.fence)
        );
        return Err(CasesError::new(block.number, what));
    }
    if let Some(last) = blocks.last_mut() {
        last.end(source, source.len());
    }
    Ok(blocks)
}

/// Returns the number of signs that a line begins with, and what follows; `None` if it begins with less than three, or if
/// something other than a space follows them.
fn fence(line: &str, sign: char) -> Option<(usize, &str)> {
    let rest = line.trim_start_matches(sign);
    let count = line.len() - rest.len();
    let is_fence = count >= 3 && (rest.is_empty() || rest.starts_with(' '));
    is_fence.then_some((count, rest))
}

/// A block whose text has not ended.
struct Open<'s> {
    title: &'s str,
    marks: Vec<&'s str>,
    start: usize,
    /// The number of its line.
    number: usize,
    /// The number of signs before the title, and of those after the text.
    fence: usize,
    lines: Vec<(usize, &'s str)>,
}

impl<'s> Open<'s> {
    fn new(
        (start, number): (usize, usize),
        (fence, heading): (usize, &'s str),
        before: Option<&'s str>,
        known: &[&str],
    ) -> Result<Self, CasesError> {
        let (title, marks) = marked(heading, known)
            .map_err(|mark| CasesError::new(number, unknown_mark(mark, known)))?;
        let title = match (title, before) {
            ("", None) => return Err(CasesError::new(number, "the first case has no title")),
            ("", Some(before)) => before,
            (title, _) => title,
        };
        Ok(Self {
            title,
            marks,
            start,
            number,
            fence,
            lines: Vec::new(),
        })
    }

    /// Refuses a line in the text that looks like the title of the next case: its author forgot the end of this one.
    fn refuse_title(&self, line: &str, number: usize) -> Result<(), CasesError> {
        let title = fence(line, '=').filter(|(count, _)| *count == self.fence);
        if title.is_none_or(|(_, title)| title.trim().is_empty()) {
            return Ok(());
        }
        let (first, end) = (self.number, "-".repeat(self.fence));
        let what = format!(
            "a case begins here, but no line `{end}` ends the text of the case on line {first}; a text with such a line is \
             between longer lines of signs"
        );
        Err(CasesError::new(number, what))
    }

    /// Ends the text before the line at `end`. What is expected begins at `expected`.
    fn closed(self, source: &'s str, end: usize, expected: usize) -> Result<Block<'s>, CasesError> {
        let written = &source[self.start + self.fence..end];
        let written = written.strip_suffix('\n').unwrap_or(written);
        let written = written.strip_suffix('\r').unwrap_or(written);
        let has = |mark: &str| self.marks.contains(&mark);
        let text = text(&self.lines, has).map_err(|what| CasesError::new(self.number, what))?;
        Ok(Block {
            title: self.title,
            text,
            written: written.strip_prefix(' ').unwrap_or(written),
            expected: "",
            expected_span: expected..expected,
            line: self.number,
            // That of the signs after the text.
            expected_line: self.number + self.lines.len() + 1,
            lines: self.lines,
            marks: self.marks,
        })
    }
}

impl<'s> Block<'s> {
    /// Ends what is expected before this offset.
    fn end(&mut self, source: &'s str, end: usize) {
        let from = self.expected_span.start;
        let whole = &source[from..end];
        self.expected = whole.trim();
        let start = from + (whole.len() - whole.trim_start().len());
        self.expected_line += source[from..start].matches('\n').count();
        self.expected_span = start..start + self.expected.len();
        if self.expected.is_empty() {
            self.expected_span = from..from;
        }
    }
}

/// Returns a heading without its marks, and the marks. Fails with a mark that is not known.
pub(super) fn marked<'s>(
    heading: &'s str,
    known: &[&str],
) -> Result<(&'s str, Vec<&'s str>), &'s str> {
    let (mut title, mut marks) = (heading.trim(), Vec::new());
    while let Some((rest, mark)) = title.strip_suffix(']').and_then(|it| it.rsplit_once('[')) {
        if !known.contains(&mark) {
            return Err(mark);
        }
        marks.push(mark);
        title = rest.trim_end();
    }
    Ok((title, marks))
}

/// Returns the message about a mark that is not known.
pub(super) fn unknown_mark(mark: &str, known: &[&str]) -> String {
    let known: Vec<String> = known.iter().map(|mark| format!("[{mark}]")).collect();
    format!(
        "there is no mark `[{mark}]`; the marks are {}",
        known.join(", ")
    )
}

/// Returns the text of lines, as marks say.
fn text(lines: &[(usize, &str)], has: impl Fn(&str) -> bool) -> Result<CaseText, String> {
    let line_end: &[u8] = match (has("cr"), has("crlf")) {
        (true, _) => b"\r",
        (_, true) => b"\r\n",
        _ => b"\n",
    };
    let start = lines.first().map_or(0, |(offset, _)| *offset);
    let mut text = CaseText::at(start, Vec::new());
    let mut end = start;
    for (index, (offset, line)) in lines.iter().enumerate() {
        if index > 0 {
            text.replace(line_end, end..*offset);
        }
        if has("escapes") {
            unescape(&mut text, *offset, line)?;
        } else {
            text.octets.extend_from_slice(line.as_bytes());
            text.origin.copy(*offset..*offset + line.len());
        }
        end = offset + line.len();
    }
    Ok(text)
}

/// Adds a line with escapes: `\n`, `\r`, `\t`, `\\`, and `\x` with two digits for an octet.
fn unescape(text: &mut CaseText, offset: usize, line: &str) -> Result<(), String> {
    let octets = line.as_bytes();
    let mut at = 0;
    while let Some(&octet) = octets.get(at) {
        let (value, length) = match &octets[at..] {
            [b'\\', b'n', ..] => (b'\n', 2),
            [b'\\', b'r', ..] => (b'\r', 2),
            [b'\\', b't', ..] => (b'\t', 2),
            [b'\\', b'\\', ..] => (b'\\', 2),
            [b'\\', b'x', first, second, ..] => {
                let digit = |octet: u8| char::from(octet).to_digit(16);
                let value = digit(*first).zip(digit(*second));
                let value =
                    value.and_then(|(first, second)| u8::try_from(16 * first + second).ok());
                (value.ok_or_else(|| no_escape(line))?, 4)
            }
            [b'\\', ..] => return Err(no_escape(line)),
            _ => (octet, 1),
        };
        let place = offset + at..offset + at + length;
        if length == 1 {
            text.octets.push(value);
            text.origin.copy(place);
        } else {
            text.replace(&[value], place);
        }
        at += length;
    }
    Ok(())
}

fn no_escape(line: &str) -> String {
    format!(r"no such escape in `{line}`; the escapes are \n, \r, \t, \\ and \xFF")
}

/// Returns octets with escapes, for a line with the mark `[escapes]`.
pub(super) fn escaped(octets: &[u8]) -> String {
    let mut written = String::new();
    for chunk in octets.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' => written.push_str(r"\n"),
                '\r' => written.push_str(r"\r"),
                '\t' => written.push_str(r"\t"),
                '\\' => written.push_str(r"\\"),
                '\0'..='\x1F' | '\x7F' => written.push_str(&hexadecimal(character)),
                _ => written.push(character),
            }
        }
        for octet in chunk.invalid() {
            written.push_str(&hexadecimal(*octet));
        }
    }
    written
}

fn hexadecimal(octet: impl Into<u32>) -> String {
    format!("\\x{:02X}", octet.into())
}

/// Returns the octets of a line with escapes.
pub(super) fn unescaped(line: &str) -> Result<Vec<u8>, String> {
    let mut text = CaseText::default();
    unescape(&mut text, 0, line)?;
    Ok(text.octets)
}

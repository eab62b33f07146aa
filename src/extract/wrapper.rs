//! The content of a wrapper, `<URL:…>` or `&lt;URL:…&gt;`, and of a bare URL in such brackets.
//!
//! The content is read line by line, because marks at line starts and headers and footers of pages are
//! not part of the URL.

use super::LIMIT;
use super::characters::{is_line_end, is_white_space};
use super::cleaned::Cleaned;
use super::line_mark::{LINE_START, LineMark};
use super::markup::{REFERENCE, Reference, is_inline_tag, reference};
use super::repair::RepairKind;
use super::unwrapped::{Unwrapped, is_soft_break};
use super::window::Window;

/// A wrapper that is being read. All offsets are those of the document.
#[derive(Debug, Clone)]
pub(super) struct Wrapper {
    /// Where its content begins.
    pub(super) content: usize,
    /// The bare URL in the brackets instead, if nothing marks the content as a URL.
    pub(super) bare: Option<Unwrapped>,
    /// Whether its brackets follow a name, as in `Vec<url: T>`. Then it is a wrapper only if its
    /// content has a scheme.
    pub(super) is_parameter: bool,
    /// Whether its brackets are written as character references, as in HTML.
    pub(super) is_html: bool,
    /// Its text so far.
    pub(super) cleaned: Cleaned,
    /// The mark of the line on which it begins.
    mark: Option<LineMark>,
    /// The number at the start of the last line that has one, if the line on which it begins has.
    number: Option<u64>,
    place: Place,
    /// The start of the part of the line that is not in the text yet.
    rest: usize,
    /// The next octet to read.
    next: usize,
    gap: Gap,
}

/// What the reader expects at its next octet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A line begins. Its mark begins here.
    LineStart,
    /// Nothing of this line is in the text yet, and the line does not begin with `<URL:`.
    NewLine,
    /// The text goes on.
    Text,
    /// A tag begins at this offset.
    Tag { start: usize },
}

/// The lines since the last one with a part of the URL.
#[derive(Debug, Clone, Copy)]
struct Gap {
    /// The end of the last line with a part of the URL.
    start: usize,
    has_blank_line: bool,
    is_page: bool,
    /// The mark of the current line, or its number.
    mark: Option<(usize, usize, RepairKind)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WrapperEnd {
    /// The bracket that closes it ends at `after`.
    Closed { after: usize },
    /// It ends here without a bracket that closes it.
    Open(usize),
    /// It goes on after the limit, which is here.
    Limit(usize),
}

/// The result of one step.
enum Step {
    Again,
    /// The window is used up.
    Stop,
    End(WrapperEnd),
}

impl Wrapper {
    /// Returns the wrapper whose content begins at the offset, on a line that begins with these
    /// octets.
    pub(super) fn new(content: usize, is_html: bool, line: &[u8]) -> Self {
        Self {
            content,
            bare: None,
            is_parameter: false,
            is_html,
            cleaned: Cleaned::new(content),
            mark: LineMark::of(line),
            number: line_number(line).map(|(number, _)| number),
            place: Place::Text,
            rest: content,
            next: content,
            gap: Gap::at(content),
        }
    }

    /// Reads the window up to the end of the wrapper; `None` if the window ends before it.
    pub(super) fn read(&mut self, window: &Window<'_>) -> Option<WrapperEnd> {
        loop {
            let step = match self.place {
                Place::LineStart => self.line_start(window),
                Place::NewLine | Place::Text => self.text(window),
                Place::Tag { start } => self.tag(window, start),
            };
            match step {
                Step::Again => {}
                Step::Stop => return None,
                Step::End(end) => {
                    self.cleaned.finish();
                    return Some(end);
                }
            }
        }
    }

    /// Returns where the URL of a wrapper that ends at the offset begins. Without a URL, returns the
    /// start of the content.
    pub(super) fn start(&self, window: &Window<'_>, end: usize) -> usize {
        if !self.cleaned.is_empty() {
            return self.cleaned.start;
        }
        let rest = self.rest.min(end)..end;
        let first = window.position(rest, |octet| !is_white_space(octet));
        first
            .filter(|_| !self.gap.has_blank_line)
            .unwrap_or(self.content)
    }

    /// Leaves out the mark of a line, and the LF of CR LF before it.
    fn line_start(&mut self, window: &Window<'_>) -> Step {
        let start = self.next;
        let readable = start..self.readable(window);
        let before = start.checked_sub(1).and_then(|before| window.octet(before));
        if !readable.is_empty() && before == Some(b'\r') && window.octet(start) == Some(b'\n') {
            self.advance(start + 1);
            return Step::Again;
        }
        let line = window.octets(start..readable.end.min(start + LINE_START));
        let end = line.iter().position(|octet| is_line_end(*octet));
        if end.is_none() && line.len() < LINE_START && !self.is_all(window) {
            return Step::Stop;
        }
        let line = &line[..end.unwrap_or(line.len())];
        if let Some(mark) = &self.mark {
            if let Some(length) = mark.length_in(line) {
                self.gap.mark = Some((start, start + length, mark.repair()));
                self.advance(start + length);
            } else if mark.is_left_by(line) {
                return Step::End(WrapperEnd::Open(start));
            }
        }
        if let (Some(last), Some((number, length))) = (self.number, line_number(line))
            && self.gap.mark.is_none()
            && number == last + 1
        {
            self.number = Some(number);
            self.gap.mark = Some((start, start + length, RepairKind::LineNumber));
            self.advance(start + length);
        }
        self.place = Place::NewLine;
        Step::Again
    }

    /// Reads up to the next octet that can end the line or the wrapper.
    fn text(&mut self, window: &Window<'_>) -> Step {
        let is_stop = |octet| match octet {
            b'<' | b'>' => true,
            b'&' => self.is_html,
            _ => is_line_end(octet),
        };
        let readable = self.next..self.readable(window);
        let Some(stop) = window.position(readable.clone(), is_stop) else {
            self.next = readable.end;
            return self.end_of_window(window);
        };
        self.next = stop;
        match window.octet(stop) {
            Some(b'>') => self.close(window, stop, 1),
            Some(b'<') if self.is_html => {
                self.place = Place::Tag { start: stop };
                self.next = stop + 1;
                Step::Again
            }
            Some(b'<') => Step::End(WrapperEnd::Open(stop)),
            Some(b'&') => self.reference(window, stop),
            _ => self.end_line(window, stop),
        }
    }

    fn reference(&mut self, window: &Window<'_>, start: usize) -> Step {
        let end = self.readable(window).min(start + REFERENCE);
        if end - start < REFERENCE && !self.is_all(window) {
            return Step::Stop;
        }
        match reference(window.octets(start..end)) {
            Some((Reference::Close, length)) => self.close(window, start, length),
            Some((Reference::Open, _)) => Step::End(WrapperEnd::Open(start)),
            Some((Reference::Character(character), length)) => {
                if let Err(end) = self.push(window, start, true) {
                    return Step::End(end);
                }
                self.cleaned.push_reference(character, start, length);
                self.advance(start + length);
                Step::Again
            }
            _ => {
                self.next = start + 1;
                Step::Again
            }
        }
    }

    /// Leaves out a tag that does not end the paragraph.
    fn tag(&mut self, window: &Window<'_>, start: usize) -> Step {
        let readable = self.next..self.readable(window);
        let is_bracket = |octet| matches!(octet, b'<' | b'>');
        let Some(end) = window.position(readable.clone(), is_bracket) else {
            self.next = readable.end;
            return match self.end_of_window(window) {
                Step::End(WrapperEnd::Open(_)) => Step::End(WrapperEnd::Open(start)),
                step => step,
            };
        };
        let after = end + 1;
        if window.octet(end) == Some(b'<') || !is_inline_tag(window.octets(start..after)) {
            return Step::End(WrapperEnd::Open(start));
        }
        if let Err(end) = self.push(window, start, true) {
            return Step::End(end);
        }
        self.cleaned.leave_out(RepairKind::Tag, start, after);
        self.place = Place::Text;
        self.advance(after);
        Step::Again
    }

    fn close(&mut self, window: &Window<'_>, bracket: usize, length: usize) -> Step {
        let after = bracket + length;
        match self.push(window, bracket, true) {
            Ok(()) => Step::End(WrapperEnd::Closed { after }),
            Err(end) => Step::End(end),
        }
    }

    /// Ends a line: it is blank, the footer or header of a page, or a part of the URL.
    fn end_line(&mut self, window: &Window<'_>, end: usize) -> Step {
        let line = window.octets(self.rest..end);
        let text = line.trim_ascii();
        let is_new = self.place == Place::NewLine;
        self.gap.is_page |=
            is_new && has_form_feed(&line[..line.len() - line.trim_ascii_start().len()]);
        if is_new && is_blank(line) {
            self.gap.has_blank_line = true;
            self.gap.is_page |= has_form_feed(line);
        } else if is_new && (is_footer(text) || (self.gap.is_page && is_header(text))) {
            self.gap.is_page = true;
        } else {
            if let Err(end) = self.push(window, end, false) {
                return Step::End(end);
            }
            if is_soft_break(window, end) && self.cleaned.text.octets().ends_with(b"=") {
                self.cleaned.leave_out_last(1, RepairKind::SoftBreak);
            }
            self.cleaned.end_line();
            self.gap = Gap::at(end);
            self.gap.is_page = has_form_feed(&line[line.trim_ascii_end().len()..]);
        }
        self.gap.mark = None;
        self.place = Place::LineStart;
        self.advance(end + 1);
        Step::Again
    }

    /// Appends the part of the line that ends at the offset. Returns the end of the wrapper if the
    /// part is in another paragraph. White space needs to be followed by something for that.
    fn push(
        &mut self,
        window: &Window<'_>,
        end: usize,
        is_followed: bool,
    ) -> Result<(), WrapperEnd> {
        let octets = window.octets(self.rest..end);
        if is_followed || !is_blank(octets) {
            let white = &octets[..octets.len() - octets.trim_ascii_start().len()];
            let gap = self.gap;
            let is_page = gap.is_page || (self.place == Place::NewLine && has_form_feed(white));
            if gap.has_blank_line && !is_page {
                return Err(WrapperEnd::Open(gap.start));
            }
            if is_page && self.place != Place::Text {
                let line_start = gap
                    .mark
                    .map_or(self.rest + white.len(), |(start, ..)| start);
                let start = after_line_end(window, gap.start);
                let kind = RepairKind::PageBreak;
                self.cleaned.leave_out(kind, start, line_start);
            }
            if let Some((start, end, kind)) = gap.mark {
                self.cleaned.leave_out(kind, start, end);
            }
            self.gap = Gap::at(end);
        }
        self.cleaned.push(octets, self.rest);
        self.place = Place::Text;
        Ok(())
    }

    fn advance(&mut self, offset: usize) {
        self.rest = offset;
        self.next = offset;
    }

    fn end_of_window(&self, window: &Window<'_>) -> Step {
        let limit = self.content + LIMIT;
        if window.end() > limit {
            Step::End(WrapperEnd::Limit(limit))
        } else if window.is_last {
            Step::End(WrapperEnd::Open(window.end()))
        } else {
            Step::Stop
        }
    }

    /// Returns the end of the part of the window in which the wrapper can end.
    fn readable(&self, window: &Window<'_>) -> usize {
        window.end().min(self.content + LIMIT + 1)
    }

    /// Returns whether nothing after the window matters to the wrapper.
    fn is_all(&self, window: &Window<'_>) -> bool {
        window.is_last || window.end() > self.content + LIMIT
    }
}

impl Gap {
    fn at(start: usize) -> Self {
        Self {
            start,
            has_blank_line: false,
            is_page: false,
            mark: None,
        }
    }
}

/// Returns the number at the start of a line, and its length with the blanks before it.
fn line_number(line: &[u8]) -> Option<(u64, usize)> {
    let digits = line.trim_ascii_start();
    let blanks = line.len() - digits.len();
    let is_digit = |octet: &&u8| octet.is_ascii_digit();
    let length = digits.iter().take_while(is_digit).count();
    let number = str::from_utf8(&digits[..length]).ok()?.parse().ok()?;
    Some((number, blanks + length))
}

/// Returns the offset after the end of a line at the offset, if there is one.
fn after_line_end(window: &Window<'_>, offset: usize) -> usize {
    match (window.octet(offset), window.octet(offset + 1)) {
        (Some(b'\r'), Some(b'\n')) => offset + 2,
        (Some(b'\r' | b'\n'), _) => offset + 1,
        _ => offset,
    }
}

fn is_blank(octets: &[u8]) -> bool {
    octets.iter().all(|octet| is_white_space(*octet))
}

fn has_form_feed(octets: &[u8]) -> bool {
    octets.contains(&b'\x0c')
}

/// The longest line that can be a footer or a header, in octets.
const LONGEST: usize = 132;

/// The beginnings of the header of a page.
const HEADERS: [&[u8]; 4] = [
    b"RFC ",
    b"Internet-Draft",
    b"INTERNET-DRAFT",
    b"Internet Draft",
];

/// Returns whether the line, without white space at its ends, is the footer of a page. It ends with
/// the number of the page, such as `[Page 12]`.
fn is_footer(line: &[u8]) -> bool {
    let number = || {
        let inner = line.strip_suffix(b"]")?;
        let open = inner.iter().rposition(|octet| *octet == b'[')?;
        inner[open + 1..].strip_prefix(b"Page ")
    };
    line.len() <= LONGEST
        && number().is_some_and(|number| {
            !number.is_empty() && number.iter().all(u8::is_ascii_alphanumeric)
        })
}

/// Returns whether the line, without white space at its ends, is the header of a page. It begins
/// with the number of the RFC or the name of a draft, and ends with a year.
fn is_header(line: &[u8]) -> bool {
    let begins = HEADERS.iter().any(|header| line.starts_with(header));
    let year = line
        .rsplit(|octet| *octet == b' ')
        .next()
        .unwrap_or_default();
    line.len() <= LONGEST && begins && year.len() == 4 && year.iter().all(u8::is_ascii_digit)
}

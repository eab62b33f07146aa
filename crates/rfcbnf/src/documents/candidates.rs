//! Finds what looks like rules: a name before a sign, and the lines that seem to continue it.

use super::document::Line;
use super::located::Located;
use super::pages::is_caption;
use super::wording::{Names, Sentences};
use crate::notation::outline::width;

/// What looks like a rule.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// The name without angle brackets.
    pub(crate) name: String,
    pub(crate) sign: Sign,
    /// Whether the name is in angle brackets.
    pub(super) is_in_angle_brackets: bool,
    pub(crate) spacing: Spacing,
    /// The comment lines directly above, the line of the name, and the lines that continue it.
    pub(crate) lines: Vec<usize>,
    /// The place of the line of the name in `lines`.
    pub(super) first: usize,
    /// Whether text that is neither a comment nor a rule is directly above.
    pub(super) is_below_text: bool,
}

/// The signs between a name and a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    /// `=`.
    Equals,
    /// `:=`, which is also the sign of assignments.
    Assigns,
    /// `=/`.
    Adds,
    /// `::=`.
    Colons,
}

/// The white space around a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spacing {
    /// White space or a line end is on both sides.
    Spaced,
    /// It is on one side.
    Uneven,
    /// It is on neither side: `name=value`.
    Glued,
}

impl Candidate {
    /// Returns whether white space or a line end is on both sides of the sign.
    pub(super) fn is_spaced(&self) -> bool {
        self.spacing == Spacing::Spaced
    }

    /// Returns whether white space is on neither side of the sign.
    pub(crate) fn is_glued(&self) -> bool {
        self.spacing == Spacing::Glued
    }

    /// Returns the index of the line with the name.
    pub(crate) fn line(&self) -> usize {
        self.lines[self.first]
    }

    /// Returns the lines after the one with the name.
    pub(super) fn further(&self) -> &[usize] {
        &self.lines[self.first + 1..]
    }

    /// Returns a line without the indentation of the rule. A line that continues it stays indented.
    pub(super) fn dedented(&self, lines: &[Line], index: usize) -> Located {
        let indentation = lines[self.line()].margin().len();
        let line = &lines[index];
        let text = line.from(line.margin().len().min(indentation));
        let continues = index > self.line();
        if continues && !text.text.starts_with([' ', '\t']) {
            return text.after("    ");
        }
        text
    }
}

/// Finds all candidates, in the order of their lines.
pub(crate) fn candidates(lines: &[Line]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let Some(start) = Start::at(lines, index) else {
            index += 1;
            continue;
        };
        let free = found
            .last()
            .and_then(|last| last.lines.last())
            .map_or(0, |last| last + 1);
        let mut all = comments_above(lines, index, free);
        let first = all.len();
        let above = all.first().copied().unwrap_or(index).checked_sub(1);
        let is_below_text = above.is_some_and(|above| {
            above >= free && !lines[above].is_blank() && lines[above].block == lines[index].block
        });
        let is_in_angle_brackets = lines[index].content().starts_with('<');
        all.push(index);
        all.extend(continuation(lines, index));
        index = all.last().copied().unwrap_or(index) + 1;
        found.push(Candidate {
            name: start.name,
            sign: start.sign,
            is_in_angle_brackets,
            spacing: start.spacing,
            lines: all,
            first,
            is_below_text,
        });
    }
    found
}

/// The beginning of a rule.
struct Start {
    name: String,
    sign: Sign,
    spacing: Spacing,
}

impl Start {
    fn at(lines: &[Line], index: usize) -> Option<Self> {
        let line = &lines[index];
        let (name, rest) = name(line.content())?;
        let trimmed = rest.trim_start();
        let (margin, trimmed) = if trimmed.is_empty() {
            let next = lines.get(index + 1)?;
            let is_deeper = width(next.margin()) > width(line.margin());
            if !is_deeper || next.block != line.block {
                return None;
            }
            (" ", next.content())
        } else {
            (&rest[..rest.len() - trimmed.len()], trimmed)
        };
        let (sign, body) = sign(trimmed)?;
        let is_blank_after = body.starts_with([' ', '\t']);
        let spacing = match (margin.is_empty(), is_blank_after) {
            (false, _) if body.is_empty() || is_blank_after => Spacing::Spaced,
            (true, false) if !body.is_empty() => Spacing::Glued,
            _ => Spacing::Uneven,
        };
        // `==` compares, and `=>` points at something.
        (!body.starts_with(['=', '>'])).then_some(Self {
            name,
            sign,
            spacing,
        })
    }
}

/// Splits a name off: `name` or `<name>`.
fn name(line: &str) -> Option<(String, &str)> {
    let is_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_' | '+' | '.');
    let begins = |text: &str| text.starts_with(|one: char| one.is_ascii_alphabetic());
    if let Some(inner) = line.strip_prefix('<') {
        let (name, rest) = inner.split_once('>')?;
        let is_valid = begins(name) && name.chars().all(|one| is_name(one) || one == ' ');
        return is_valid.then(|| (name.replace(' ', "-"), rest));
    }
    let end = line.find(|one| !is_name(one)).unwrap_or(line.len());
    begins(line).then(|| (line[..end].to_owned(), &line[end..]))
}

fn sign(text: &str) -> Option<(Sign, &str)> {
    let signs = [
        ("::=", Sign::Colons),
        (":=", Sign::Assigns),
        ("=/", Sign::Adds),
        ("=", Sign::Equals),
    ];
    let mut signs = signs.into_iter();
    signs.find_map(|(text_of, sign)| Some((sign, text.strip_prefix(text_of)?)))
}

/// Returns the comment lines directly above a line.
fn comments_above(lines: &[Line], index: usize, free: usize) -> Vec<usize> {
    let above = (free..index).rev();
    let above = above.take_while(|&above| {
        lines[above].content().starts_with(';') && lines[above].block == lines[index].block
    });
    let mut found: Vec<usize> = above.collect();
    found.reverse();
    found
}

/// Returns the lines that continue a rule: those indented deeper than it. A blank line ends it, unless
/// a page ends there or something in the rule shows that it goes on.
fn continuation(lines: &[Line], start: usize) -> Vec<usize> {
    let margin = width(lines[start].margin());
    let mut open = Open::default();
    open.read(lines[start].content());
    let mut taken = Vec::new();
    let mut index = start + 1;
    while let Some(line) = lines.get(index) {
        if line.block != lines[start].block || line.erratum != lines[start].erratum {
            break;
        }
        if line.is_blank() {
            let Some(next) = after_blanks(lines, index) else {
                break;
            };
            if !goes_on(lines, index..next, margin, &open) {
                break;
            }
            index = next;
            continue;
        }
        let is_deeper = width(line.margin()) > margin;
        let is_sign_alone = index == start + 1 && sign(line.content()).is_some();
        if Start::at(lines, index).is_some() && !is_sign_alone {
            break;
        }
        if !is_deeper && !open.takes(line.content()) {
            break;
        }
        open.read(line.content());
        taken.push(index);
        index += 1;
    }
    while let Some(last) = taken.last() {
        let is_comment = lines[*last].content().starts_with(';');
        let is_apart = *last > start + 1 && lines[*last - 1].is_blank();
        if !(is_comment && is_apart) {
            break;
        }
        taken.pop();
    }
    taken
}

fn after_blanks(lines: &[Line], index: usize) -> Option<usize> {
    (index..lines.len()).find(|&at| !lines[at].is_blank())
}

/// Returns whether a rule goes on after blank lines.
fn goes_on(lines: &[Line], blanks: std::ops::Range<usize>, margin: usize, open: &Open) -> bool {
    let line = &lines[blanks.end];
    let is_deeper = width(line.margin()) > margin;
    let is_page_break = lines[blanks].iter().any(|blank| blank.is_page_break);
    let is_open = open.depth > 0 || open.is_unfinished || begins_with_operator(line.content());
    is_deeper && (is_page_break || is_open || line.is_said_grammar) && !is_caption(&line.text)
}

/// Returns whether the line begins with what separates alternatives.
pub(super) fn begins_with_operator(line: &str) -> bool {
    let mut characters = line.chars();
    let is_separator = matches!(characters.next(), Some('/' | '|'));
    is_separator && characters.next().is_none_or(|one| one != '/')
}

/// The brackets of a rule.
#[derive(Default)]
pub(super) struct Open {
    /// The number of open brackets.
    depth: usize,
    /// Whether the last line ends with an operator.
    is_unfinished: bool,
    /// Whether that separates alternatives.
    is_separated: bool,
}

impl Open {
    /// Returns whether a line continues the rule although it is not indented deeper.
    fn takes(&self, line: &str) -> bool {
        let closes = line.starts_with([')', ']']) && self.depth > 0;
        let is_open = self.depth > 0 || self.is_unfinished;
        closes
            || self.is_separated
            || (begins_with_operator(line) && !line.starts_with("//"))
            || ((is_open || line.starts_with(['"', '[', '(', '%'])) && is_like_a_body(line))
    }

    pub(super) fn read(&mut self, line: &str) {
        if let Some(last) = last_sign(line, &mut self.depth) {
            self.is_unfinished = is_operator(last);
            self.is_separated = matches!(last, '|' | '/');
        }
    }
}

/// Returns whether a line has signs of a body, and is no sentence.
pub(super) fn is_like_a_body(line: &str) -> bool {
    let names = Names::new(std::iter::empty());
    line.contains(['"', '[', ']', '(', ')', '|', '/', '%'])
        && !Sentences::new(&names).is_sentence(line)
}

/// Returns the last visible character before a comment; `None` in an unclosed literal. Counts the brackets that are
/// open there.
pub(crate) fn last_sign(line: &str, depth: &mut usize) -> Option<char> {
    let mut is_quoted = false;
    let mut last = None;
    for character in line.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            ';' => break,
            '(' | '[' => *depth += 1,
            ')' | ']' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        if !character.is_whitespace() {
            last = Some(character).filter(|_| !is_quoted);
        }
    }
    last
}

/// Returns whether the body of a rule goes on after the character.
pub(crate) fn is_operator(character: char) -> bool {
    "|/=*([".contains(character)
}

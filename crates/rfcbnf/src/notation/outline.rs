//! Divides the lines of a grammar file among headings and rules.
//!
//! A rule begins on a line with a name followed by `=`, `=/`, `:=` or `::=`, at any indentation.
//! The sign can be at the beginning of the next line, if that is indented deeper. Lines indented
//! deeper than the name continue the rule, even after blank lines, because RFCs break their pages
//! there.
//! Comment lines before a blank line or the end of the file are a heading. Other comment lines
//! annotate the rule below them, or the rule above if they directly follow it and are indented
//! deeper than its name.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::character::complete::char;
use nom::combinator::{consumed, eof, fail, map, peek, rest, success, value};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Input as _, Parser};

use super::lexeme::{Input, span_of};
use crate::syntax::{Comment, Heading, Span};

/// How far apart tab stops are.
const TAB_STOP: usize = 8;

/// The parts of a file.
pub(crate) struct Outline<'a> {
    pub(crate) headings: Vec<Heading>,
    pub(crate) rules: Vec<RuleLines<'a>>,
    /// Text outside of rules, with one span for each run of lines.
    pub(crate) stray: Vec<Span>,
}

/// The lines of one rule.
pub(crate) struct RuleLines<'a> {
    pub(crate) definition: Definition<'a>,
    /// Everything after the sign to the end of the last line.
    pub(crate) body: Input<'a>,
    /// The comment lines directly above.
    pub(crate) comments: Vec<Comment>,
    pub(crate) heading: Option<usize>,
    indentation: usize,
    /// The file from the beginning of the body.
    file: Input<'a>,
}

/// The beginning of a rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Definition<'a> {
    /// The name with the angle brackets around it, if it has any.
    pub(crate) whole_name: Input<'a>,
    /// The name without angle brackets.
    pub(crate) name: Input<'a>,
    pub(crate) sign: Sign,
    /// The characters of the sign.
    pub(crate) sign_text: Input<'a>,
}

/// The sign between the name of a rule and its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    /// `=`, or `:=` as RFC 2045 writes it.
    Equals,
    /// `=/`: the body adds alternatives to a rule.
    Adds,
    /// `::=`.
    Colons,
}

/// A line without its line end.
struct Line<'a> {
    /// The file from the beginning of the line.
    file: Input<'a>,
    content: Input<'a>,
    indentation: usize,
    kind: LineKind<'a>,
}

#[derive(Clone)]
enum LineKind<'a> {
    Blank,
    /// The comment, with its semicolon.
    Comment(Input<'a>),
    /// `name =` and the rest of the line.
    Rule {
        definition: Definition<'a>,
        body: Input<'a>,
    },
    Text,
}

/// Divides a file, or the part of it that the input holds.
pub(crate) fn outline(file: Input<'_>) -> Outline<'_> {
    let mark = if file.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let mut rest = file.take_from(mark);
    let mut lines = Vec::new();
    while !rest.fragment().is_empty() {
        let end = rest.bytes().position(|one| matches!(one, b'\n' | b'\r'));
        let end = end.unwrap_or(rest.fragment().len());
        lines.extend(line(rest, rest.take(end)));
        let length = match &rest.fragment().as_bytes()[end..] {
            [] => end,
            [b'\r', b'\n', ..] => end + 2,
            _ => end + 1,
        };
        rest = rest.take_from(length);
    }
    Divider::default().divide(&lines)
}

/// Returns the line with this content at the beginning of a part of the file.
fn line<'a>(file: Input<'a>, content: Input<'a>) -> Option<Line<'a>> {
    let text = content.fragment();
    let margin = text.len() - text.trim_start_matches(is_blank).len();
    // Every line is of some kind.
    let (_, kind) = line_kind(content.take_from(margin)).ok()?;
    Some(Line {
        file,
        content,
        indentation: width(&text[..margin]),
        kind,
    })
}

fn line_kind(input: Input) -> IResult<Input, LineKind> {
    alt((
        map(eof, |_| LineKind::Blank),
        map(preceded(peek(char(';')), rest), LineKind::Comment),
        map((definition, rest), |(definition, body)| LineKind::Rule {
            definition,
            body,
        }),
        map(success(()), |()| LineKind::Text),
    ))
    .parse(input)
}

/// Parses the name of a rule and the sign after it.
fn definition(input: Input) -> IResult<Input, Definition> {
    let (input, (whole_name, name)) = consumed(rule_name).parse(input)?;
    let (input, (sign_text, sign)) = preceded(take_while(is_blank), consumed(sign)).parse(input)?;
    let definition = Definition {
        whole_name,
        name,
        sign,
        sign_text,
    };
    Ok((input, definition))
}

/// Parses what is in the place of a name, valid or not, and returns it without the angle
/// brackets around it.
fn rule_name(input: Input) -> IResult<Input, Input> {
    let in_brackets = take_while1(|character| is_name_like(character) || character == ' ');
    alt((delimited(char('<'), in_brackets, char('>')), plain_name)).parse(input)
}

/// Parses a name without brackets, which ends before a sign with colons.
fn plain_name(input: Input) -> IResult<Input, Input> {
    let text = *input.fragment();
    let is_end = |(at, character): &(usize, char)| {
        let rest = &text[*at..];
        !is_name_like(*character) || rest.starts_with("::=") || rest.starts_with(":=")
    };
    let end = text.char_indices().find(is_end);
    match end.map_or(text.len(), |(at, _)| at) {
        0 => fail().parse(input),
        end => Ok((input.take_from(end), input.take(end))),
    }
}

fn sign(input: Input) -> IResult<Input, Sign> {
    alt((
        value(Sign::Adds, tag("=/")),
        value(Sign::Equals, tag("=")),
        colons,
    ))
    .parse(input)
}

fn colons(input: Input) -> IResult<Input, Sign> {
    alt((
        value(Sign::Colons, tag("::=")),
        value(Sign::Equals, tag(":=")),
    ))
    .parse(input)
}

/// The places of a rule in a file.
pub(crate) struct RulePlaces {
    /// The name, with angle brackets around it if it has any.
    pub(crate) name: Span,
    /// Everything after the sign to the end of the last line.
    pub(crate) body: Span,
}

/// Returns the places of the rules of a file without damage, also of those that are defined again.
pub(crate) fn rule_places(source: &str) -> Vec<RulePlaces> {
    let rules = outline(Input::new(source)).rules.into_iter();
    let places = rules.map(|rule| RulePlaces {
        name: span_of(&rule.definition.whole_name),
        body: span_of(&rule.body),
    });
    places.collect()
}

/// The signs that other notations have between a name and a body.
const DEFINES: [&str; 8] = ["::", ":", "->", "→", "=>", "<-", "←", "is"];

/// Returns the name that text outside of productions begins with, and where `=` belongs, if it looks like
/// a production without the sign: it has another one, its body has a literal or a bar, or its name is that of
/// a production that is used and not defined.
pub(crate) fn missing_sign(
    text: &str,
    is_missing: impl FnOnce(&str) -> bool,
) -> Option<(&str, Span)> {
    let end = text.find(|one: char| !one.is_ascii_alphanumeric() && one != '-')?;
    let (name, rest) = text.split_at(end);
    let after = rest.trim_start_matches([' ', '\t']);
    let start = text.len() - after.len();
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || after.trim().is_empty() {
        return None;
    }
    let sign = DEFINES.iter().find(|sign| {
        let rest = after.strip_prefix(**sign);
        rest.is_some_and(|rest| rest.starts_with([' ', '\t']))
    });
    let is_production = match sign {
        // Sentences have these two as well.
        Some(&"is") => has_literal_or_bar(after),
        None | Some(&":") => has_literal_or_bar(after) || is_missing(name),
        Some(_) => true,
    };
    is_production.then(|| (name, start..start + sign.map_or(0, |sign| sign.len())))
}

/// Returns whether a body has a literal, a number, or a bar between alternatives.
fn has_literal_or_bar(body: &str) -> bool {
    ["\"", "|", " / ", "%x", "%d", "%b"]
        .iter()
        .any(|sign| body.contains(sign))
}

/// Returns whether the character ends a line.
pub(crate) fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

/// Returns whether the character is white space within a line. RFCs have form feeds between pages.
pub(crate) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\x0c')
}

/// Returns whether the character can be part of a name before `=`, valid or not. A rule with an
/// invalid name is still a rule, so that one fault is reported.
fn is_name_like(character: char) -> bool {
    !character.is_whitespace() && !"\"<>[]()|/;*#=".contains(character)
}

/// Returns the number of columns that the blanks take.
pub(crate) fn width(margin: &str) -> usize {
    margin.chars().fold(0, |column, character| match character {
        '\t' => (column / TAB_STOP + 1) * TAB_STOP,
        _ => column + 1,
    })
}

#[derive(Default)]
struct Divider<'a> {
    headings: Vec<Heading>,
    rules: Vec<RuleLines<'a>>,
    stray: Vec<Span>,
    /// The comments on the next rule.
    comments: Vec<Comment>,
    /// Whether lines indented deeper can continue the last rule.
    open: bool,
}

impl<'a> Divider<'a> {
    fn divide(mut self, lines: &[Line<'a>]) -> Outline<'a> {
        let mut index = 0;
        while let Some(line) = lines.get(index) {
            let mut next = index + 1;
            match line.kind.clone() {
                LineKind::Blank => {}
                LineKind::Comment(_) => {
                    next = index + length_of_run(&lines[index..], Line::is_comment);
                    let above = index.checked_sub(1).map(|above| &lines[above]);
                    self.comment(above, &lines[index..next], lines.get(next));
                }
                LineKind::Rule { definition, body } => self.rule(line, definition, body),
                LineKind::Text => next = index + self.text(&lines[index..]),
            }
            index = next;
        }
        Outline {
            headings: self.headings,
            rules: self.rules,
            stray: self.stray,
        }
    }

    /// Takes lines that begin with text, and returns their number.
    fn text(&mut self, lines: &[Line<'a>]) -> usize {
        let first = &lines[0];
        if let Some((definition, body)) = definition_on_two_lines(lines) {
            self.rule(first, definition, body);
            return 2;
        }
        if self.continues(first) {
            self.extend(first);
            return 1;
        }
        let length = length_of_run(lines, Line::is_text);
        self.stray(first, &lines[length - 1]);
        length
    }

    fn rule(&mut self, line: &Line<'a>, definition: Definition<'a>, body: Input<'a>) {
        self.open = true;
        self.rules.push(RuleLines {
            definition,
            body,
            comments: std::mem::take(&mut self.comments),
            heading: self.headings.len().checked_sub(1),
            indentation: line.indentation,
            file: line
                .file
                .take_from(body.location_offset() - line.file.location_offset()),
        });
    }

    fn comment(&mut self, above: Option<&Line>, block: &[Line<'a>], below: Option<&Line>) {
        let beneath_a_rule = above.is_some_and(|line| !line.is_blank());
        match (block, below) {
            ([first, .., last] | [first @ last], _) if beneath_a_rule && self.continues(first) => {
                self.extend(last);
            }
            (_, Some(line)) if line.is_text() && self.continues(line) => {}
            (_, Some(line)) if line.is_rule() => {
                self.comments = block.iter().filter_map(Line::comment).collect();
            }
            _ => {
                self.open = false;
                self.headings.extend(heading(block));
            }
        }
    }

    fn stray(&mut self, first: &Line, last: &Line) {
        self.open = false;
        let margin = first.content.len() - first.content.trim_start_matches(is_blank).len();
        self.stray
            .push(span_of(&first.content).start + margin..last.end());
    }

    /// Returns whether the line continues the rule above it.
    fn continues(&self, line: &Line) -> bool {
        self.open
            && self
                .rules
                .last()
                .is_some_and(|rule| line.indentation > rule.indentation)
    }

    fn extend(&mut self, line: &Line<'a>) {
        if let Some(rule) = self.rules.last_mut() {
            rule.body = rule.file.take(line.end() - rule.file.location_offset());
        }
    }
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        matches!(self.kind, LineKind::Blank)
    }

    fn is_text(&self) -> bool {
        matches!(self.kind, LineKind::Text)
    }

    fn is_rule(&self) -> bool {
        matches!(self.kind, LineKind::Rule { .. })
    }

    fn is_comment(&self) -> bool {
        matches!(self.kind, LineKind::Comment(_))
    }

    fn comment(&self) -> Option<Comment> {
        match self.kind {
            LineKind::Comment(input) => Some(comment(input)),
            _ => None,
        }
    }

    /// Returns the end of the content, as a byte offset into the file.
    fn end(&self) -> usize {
        span_of(&self.content).end
    }
}

/// Returns the comment that begins with the semicolon at the start of the input.
pub(super) fn comment(input: Input) -> Comment {
    let text = input.trim_start_matches(';').trim().to_owned();
    Comment {
        text,
        span: span_of(&input),
    }
}

/// Returns the heading of a block; `None` if the block has no text, such as a line of semicolons.
fn heading(block: &[Line]) -> Option<Heading> {
    let comments: Vec<Comment> = block.iter().filter_map(Line::comment).collect();
    let span = comments.first()?.span.start..comments.last()?.span.end;
    let words: Vec<String> = comments
        .into_iter()
        .map(|comment| comment.text)
        .filter(|text| !text.is_empty())
        .collect();
    (!words.is_empty()).then(|| Heading {
        text: words.join(" "),
        span,
    })
}

/// Returns the definition whose name is all of the first line, and whose sign begins the second.
fn definition_on_two_lines<'a>(lines: &[Line<'a>]) -> Option<(Definition<'a>, Input<'a>)> {
    let [first, second, ..] = lines else {
        return None;
    };
    if second.indentation <= first.indentation {
        return None;
    }
    let margin = || take_while(is_blank);
    let name = delimited(margin(), consumed(rule_name), margin());
    let (_, (whole_name, name)) = terminated(name, eof).parse(first.content).ok()?;
    let mut sign = preceded(margin(), consumed(sign));
    let (body, (sign_text, sign)) = sign.parse(second.content).ok()?;
    let definition = Definition {
        whole_name,
        name,
        sign,
        sign_text,
    };
    Some((definition, body))
}

fn length_of_run<'a>(lines: &[Line<'a>], belongs: fn(&Line<'a>) -> bool) -> usize {
    lines.iter().take_while(|line| belongs(line)).count()
}

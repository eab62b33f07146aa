//! Finds out that a file is in a notation of another kind than those of RFCs.
//!
//! Literals and comments are left out first. Then the signs between names and bodies, and what only
//! these notations have, decide:
//!
//! - ANTLR: a line `grammar X;`, or rules `name : … ;`. With a line `%%`, it is Yacc.
//! - pest: rules `name = { … }`, where `_`, `@`, `$` or `!` can precede the brace.
//! - PEG: rules `name <- …` or `name ← …`.
//! - ISO 14977: rules `name = … ;`, with `,` between elements, `{ … }` or `(* … *)`.
//! - Textbooks: rules `S -> …` or `S → …`, or rules `name : …` without `;` whose bodies all have literals or `|`.
//! - Lark, Ohm and tree-sitter are recognized only: directives such as `%import` or terminals `NAME: /…/`, a brace
//!   after the name of the grammar, `grammar({`.
//! - W3C: rules `name ::= …` without angle brackets, with `[a-z]`, `#x41`, `/* … */`, or with `?`, `+`
//!   or `*` directly after what they repeat.

use super::super::lexer::textbook_word;
use crate::error::ForeignNotation;
use crate::syntax::Notation;

/// A notation of another kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The reader knows it.
    Read(Notation),
    /// It is recognized only, at an offset.
    Foreign(ForeignNotation, usize),
}

/// Returns the notation of a file, if it is of another kind than those of RFCs.
pub(crate) fn kind(source: &str) -> Option<Kind> {
    let visible = visible(source);
    let mut rules = Rules::default();
    let mut offset = 0;
    for line in visible.split_inclusive('\n') {
        rules.line(line.trim(), offset + line.len() - line.trim_start().len());
        offset += line.len();
    }
    let foreign = foreign(source, &visible);
    foreign.map_or_else(|| rules.decide(&visible), Some)
}

/// Recognizes the files of tools whose notations are not read.
fn foreign(source: &str, visible: &str) -> Option<Kind> {
    let mut offset = 0;
    let mut ohm = None;
    let mut has_rules = false;
    for (line, shown) in source
        .split_inclusive('\n')
        .zip(visible.split_inclusive('\n'))
    {
        let at = offset + line.len() - line.trim_start().len();
        offset += line.len();
        let (line, shown) = (line.trim(), shown.trim());
        if shown.contains("grammar({") {
            return Some(Kind::Foreign(ForeignNotation::TreeSitter, at));
        }
        let directives = [
            "%import ",
            "%ignore ",
            "%declare ",
            "%override ",
            "%extend ",
        ];
        let is_directive = directives.iter().any(|one| line.starts_with(one));
        let name = &line[..textbook_word(line.trim_start_matches(['?', '!']))];
        let body = line.split_once(':').map(|(_, body)| body.trim_start());
        let is_terminal = !name.is_empty()
            && line.starts_with(|one: char| one.is_ascii_uppercase() || "?!_".contains(one))
            && body.is_some_and(|body| body.starts_with('/') && body[1..].contains('/'));
        let is_inlined = line.starts_with('?') && body.is_some();
        if is_directive || is_terminal || is_inlined {
            return Some(Kind::Foreign(ForeignNotation::Lark, at));
        }
        let (head, base) = shown
            .split_once("<:")
            .unwrap_or((shown.trim_end_matches('{'), ""));
        let is_head = |one: &str| {
            one.trim().starts_with(|one: char| one.is_ascii_uppercase())
                && one.trim().chars().all(|one| one.is_ascii_alphanumeric())
        };
        if shown.ends_with('{')
            && is_head(head)
            && (base.is_empty() || is_head(base.trim_end_matches('{')))
        {
            ohm.get_or_insert(at);
        }
        has_rules |= shown.contains('=');
    }
    let ohm = ohm.filter(|_| has_rules && visible.trim_end().ends_with('}'))?;
    Some(Kind::Foreign(ForeignNotation::Ohm, ohm))
}

/// Returns the text with blanks for what is in quotation marks and in comments. The length stays.
pub(crate) fn visible(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    let mut open = Vec::new();
    loop {
        // Nothing else begins a literal or a comment.
        let plain = rest.find(['"', '\'', '/', '(']).unwrap_or(rest.len());
        out.push_str(&rest[..plain]);
        rest = &rest[plain..];
        let Some(first) = rest.chars().next() else {
            return out;
        };
        let length = hidden(rest, &mut open);
        let (taken, is_hidden) = match length {
            Some(length) => (length, true),
            None => (first.len_utf8(), false),
        };
        let part = &rest[..taken];
        if is_hidden {
            // What begins a comment stays, because it is a sign.
            let kept = if part.starts_with("(*") || part.starts_with("/*") {
                2
            } else {
                1
            };
            out.push_str(&part[..kept]);
            let blank = |one: char| if one == '\n' { "\n" } else { " " };
            let others = part[kept..].chars();
            out.extend(others.flat_map(|one| {
                std::iter::once(blank(one)).chain(std::iter::repeat_n(" ", one.len_utf8() - 1))
            }));
        } else {
            out.push_str(part);
        }
        rest = &rest[taken..];
    }
}

/// Returns the length of a literal or a comment at the beginning of a text. A literal ends with its
/// line. A comment without an end is none, and is searched for once: `open` has the kinds that have no
/// end any more.
fn hidden(text: &str, open: &mut Vec<&'static str>) -> Option<usize> {
    let in_line = |mark: char| {
        let end = text[1..].find([mark, '\n'])? + 1;
        text[end..].starts_with(mark).then_some(end + 1)
    };
    let mut until = |end: &'static str| {
        if open.contains(&end) {
            return None;
        }
        let found = text[2..].find(end).map(|at| at + 2 + end.len());
        if found.is_none() {
            open.push(end);
        }
        found
    };
    match text.as_bytes() {
        [b'"', ..] => in_line('"'),
        [b'\'', ..] => in_line('\''),
        [b'/', b'*', ..] => until("*/"),
        [b'(', b'*', next, ..] if *next != b'(' => until("*)"),
        [b'/', b'/', ..] => Some(text.find('\n').unwrap_or(text.len())),
        _ => None,
    }
}

/// What the lines show.
#[derive(Default)]
struct Rules {
    equals: usize,
    /// Lines with several words before `=`: a name of ISO can have spaces.
    in_words: usize,
    /// Rules with `=` whose bodies begin with a brace, or with a modifier and a brace.
    braced: usize,
    modified: usize,
    colons: usize,
    /// Rules with `::=` whose names are in angle brackets.
    angled: usize,
    arrows: usize,
    /// Rules with the arrow of textbooks.
    textbook_arrows: usize,
    /// Rules with `:` and a literal or `|`, and lines that begin with `|`.
    literal_points: usize,
    /// Rules with `:`.
    points: usize,
    /// Lines that end with `;`, and that end with `}`.
    ended: usize,
    closed: usize,
    /// Lines that are comments in the notations of RFCs.
    comments: usize,
    headers: usize,
    /// Whether a line begins with `|`, or is a `;` alone: style sheets have `name: value;`, too.
    bars: usize,
    percents: usize,
    first: Option<usize>,
    /// A line with a name alone, above a `:`.
    is_name_above: bool,
}

impl Rules {
    fn line(&mut self, line: &str, offset: usize) {
        if line.is_empty() {
            return;
        }
        self.ended += usize::from(is_ended(line));
        let comment = line.strip_prefix(';').unwrap_or_default();
        self.comments += usize::from(!comment.trim().is_empty());
        self.closed += usize::from(line.ends_with('}'));
        self.percents += usize::from(line == "%%");
        self.bars += usize::from(line.starts_with('|') || line == ";");
        // `[4a]`, the number of a rule.
        let numbered = line.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let line = numbered.map_or(line, |(_, line)| line.trim_start());
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_header = matches!(words[..], [.., "grammar", name] if name.ends_with(';'));
        self.headers += usize::from(is_header);
        let end = textbook_word(line);
        let after = line[end..].trim_start();
        if end > 0
            && ["->", "\u{2192}", "\u{27f6}", "\u{21d2}", "=>"]
                .iter()
                .any(|one| after.starts_with(one))
        {
            self.textbook_arrows += 1;
            self.first.get_or_insert(offset);
            return;
        }
        let name_end =
            line.find(|one: char| !(one.is_ascii_alphanumeric() || "-_.<>[]".contains(one)));
        let name = &line[..name_end.unwrap_or(line.len())];
        let (name, rest) = match name.split_once("<-") {
            Some((name, _)) => (name, &line[name.len()..]),
            None => (name, line[name.len()..].trim_start()),
        };
        let rest = match words[..] {
            ["fragment", name, ..] => rest.strip_prefix(name).unwrap_or(rest).trim_start(),
            _ => rest,
        };
        let was_name_above = std::mem::replace(&mut self.is_name_above, rest.is_empty());
        let begins = name.starts_with(|one: char| one.is_ascii_alphabetic() || "_<[".contains(one));
        let is_point = rest.starts_with(':') && !rest.starts_with(":=") && !rest.starts_with("::");
        if line.starts_with(':') && was_name_above && !line.starts_with("::") {
            self.points += 1;
        } else if !begins {
            return;
        } else if rest.starts_with("<-") || rest.starts_with('\u{2190}') {
            self.arrows += 1;
        } else if rest.starts_with("::=") {
            self.colons += 1;
            self.angled += usize::from(name.starts_with('<'));
        } else if is_point {
            self.points += 1;
            self.literal_points += usize::from(rest.contains(['"', '\'', '|']));
        } else if let Some(body) = rest.strip_prefix(":=").or(rest.strip_prefix('=')) {
            self.equals += 1;
            let body = body.trim_start();
            let inner = body.trim_start_matches(['_', '@', '$', '!']);
            self.braced += usize::from(inner.starts_with('{'));
            self.modified += usize::from(inner.starts_with('{') && inner.len() < body.len());
        } else {
            let before = rest.split_once('=').map_or("*", |(before, _)| before);
            let is_word = |one: char| one.is_ascii_alphanumeric() || one == ' ';
            self.in_words += usize::from(before.chars().all(is_word));
            return;
        }
        self.first.get_or_insert(offset);
    }

    fn decide(&self, visible: &str) -> Option<Kind> {
        let first = self.first.unwrap_or(0);
        let others = self.equals + self.colons;
        if self.percents > 0 && self.points > others {
            return Some(Kind::Foreign(ForeignNotation::Yacc, first));
        }
        let is_antlr =
            self.headers > 0 || (self.bars > 0 && self.points > others && self.ended > 0);
        if is_antlr && self.points > 0 {
            return Some(Kind::Read(Notation::Antlr));
        }
        if self.arrows > others {
            return Some(Kind::Read(Notation::Peg));
        }
        // Prose has colons, too, and a style sheet ends its lines.
        let is_of_points =
            self.points > others && self.points == self.literal_points && self.ended == 0;
        if self.textbook_arrows > others + self.points
            || (is_of_points && self.textbook_arrows == 0)
        {
            return Some(Kind::Read(Notation::Textbook));
        }
        let is_pest = self.modified > 0 || self.closed >= self.braced;
        if 2 * self.braced > self.equals && self.equals > self.ended && is_pest {
            return Some(Kind::Read(Notation::Pest));
        }
        let all = self.equals + self.colons;
        let has_iso_sign =
            visible.contains(['{', '?']) || visible.contains("(*") || has_commas(visible);
        // A program has more statements than assignments.
        let is_ended = all > 0 && 2 * self.ended >= all && self.ended <= all + self.in_words;
        let is_plain = self.angled == 0 && self.comments == 0 && !is_w3c(visible);
        if is_ended && is_plain && (has_iso_sign || self.ended >= all.max(2)) {
            return Some(Kind::Read(Notation::Iso));
        }
        let is_other = 2 * self.angled >= self.colons.max(1) || self.equals > self.colons;
        (self.colons > 0 && !is_other && is_w3c(visible)).then_some(Kind::Read(Notation::W3c))
    }
}

/// Returns whether a line ends a rule, or several. In the notations of RFCs, a comment may end like that.
fn is_ended(line: &str) -> bool {
    let after = line.split_once(';').map(|(_, after)| after.trim());
    after.is_some_and(|after| after.is_empty() || after.ends_with(';') && after.contains('='))
}

fn has_commas(visible: &str) -> bool {
    let mut lines = visible.lines();
    // In the notations of RFCs, what is after a semicolon is a comment.
    lines.any(|line| {
        line.split(';')
            .next()
            .is_some_and(|line| line.contains(','))
    })
}

/// Returns whether something is in the text that only the notation of the W3C has.
pub(crate) fn is_w3c(visible: &str) -> bool {
    // In the notations of RFCs, what is after a semicolon is a comment.
    let mut lines = visible
        .lines()
        .map(|line| line.split(';').next().unwrap_or(""));
    lines.any(is_w3c_line)
}

fn is_w3c_line(line: &str) -> bool {
    if line.contains("/*") {
        return true;
    }
    let octets = line.as_bytes();
    let at = |index: usize| octets.get(index).copied().unwrap_or(b' ');
    (0..octets.len()).any(|index| {
        let before = index.checked_sub(1).map_or(b' ', at);
        let is_after = before.is_ascii_alphanumeric() || b")]\"'_".contains(&before);
        let next = at(index + 1);
        match octets[index] {
            b'#' => next == b'x' && at(index + 2).is_ascii_hexdigit(),
            b'[' => {
                next == b'^'
                    || (next.is_ascii_graphic() && at(index + 2) == b'-' && at(index + 4) == b']')
            }
            b'?' => is_after,
            b'+' => is_after && !next.is_ascii_alphanumeric(),
            b'*' => {
                let ends = next.is_ascii_whitespace() || b")|]".contains(&next);
                is_after && ends && !before.is_ascii_digit()
            }
            _ => false,
        }
    })
}

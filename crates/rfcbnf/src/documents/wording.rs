//! Tells sentences from grammar, line by line.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::notation::core_rules;

/// The smallest number of words without a meaning in the grammar that make a sentence.
const WORDS: usize = 3;

/// Words of sentences. A sentence has one of them.
const FUNCTION_WORDS: [&str; 32] = [
    "a", "all", "an", "and", "any", "are", "as", "be", "by", "each", "for", "from", "if", "in",
    "is", "it", "may", "must", "no", "not", "of", "on", "one", "or", "other", "see", "than",
    "that", "the", "this", "to", "with",
];

/// The names that a grammar knows, in lower case.
pub(crate) struct Names(HashSet<String>);

impl Names {
    /// Returns the names with those of the core rules of ABNF.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let core = core_rules::names().map(str::to_ascii_lowercase);
        Self(names.map(str::to_ascii_lowercase).chain(core).collect())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(&name.to_ascii_lowercase())
    }
}

/// Finds the sentences among the lines of a rule. It knows whether a line begins within prose in
/// angle brackets, which is part of the grammar.
pub(crate) struct Sentences<'n> {
    names: &'n Names,
    angles: usize,
}

impl<'n> Sentences<'n> {
    pub(crate) fn new(names: &'n Names) -> Self {
        Self { names, angles: 0 }
    }

    /// Reads the next line. Returns whether it is a sentence: most of its words are names of nothing,
    /// and little else is in it.
    pub(crate) fn is_sentence(&mut self, line: &str) -> bool {
        let (mut unknown, mut others) = (0, 0);
        let begins_in_angles = self.angles > 0;
        let visible = self.without_literals(line, &mut others);
        let words = visible.split_whitespace().map(without_marks);
        if begins_in_angles || !words.into_iter().any(is_function_word) {
            return false;
        }
        for token in visible.split_whitespace() {
            let word = without_marks(token);
            let is_word = word.len() > 1
                && word
                    .chars()
                    .all(|one| one.is_ascii_alphabetic() || "-'".contains(one));
            let is_number = token.contains(|one: char| one.is_ascii_digit())
                && token
                    .chars()
                    .all(|one| one.is_ascii_digit() || "[].".contains(one));
            let is_mark = token.ends_with(['.', ',', ':']) && token.len() > 1;
            if is_word && (is_mark || !self.names.has(word)) {
                unknown += 1;
            } else if !is_number {
                others += 1;
            }
        }
        unknown >= WORDS && unknown > others
    }

    /// Returns the line without its literals, its comment and what is in angle brackets.
    fn without_literals<'l>(&mut self, line: &'l str, literals: &mut usize) -> Cow<'l, str> {
        if self.angles == 0 && !line.contains(['"', '<', '>']) {
            return Cow::Borrowed(line.split(';').next().unwrap_or_default());
        }
        let mut visible = String::new();
        let mut is_quoted = false;
        for character in line.chars() {
            match character {
                '"' if self.angles == 0 => {
                    is_quoted = !is_quoted;
                    *literals += usize::from(is_quoted);
                }
                _ if is_quoted => {}
                ';' if self.angles == 0 => break,
                '<' => self.angles += 1,
                '>' => self.angles = self.angles.saturating_sub(1),
                _ if self.angles > 0 => {}
                _ => visible.push(character),
            }
        }
        Cow::Owned(visible)
    }
}

/// Returns a word without the punctuation around it.
fn without_marks(token: &str) -> &str {
    token.trim_matches(|one: char| "(),.:!?'".contains(one))
}

fn is_function_word(word: &str) -> bool {
    let mut words = FUNCTION_WORDS.iter();
    words.any(|one| one.eq_ignore_ascii_case(word))
}

/// Returns whether a line of a rule has something that no body has: a number with a full stop, such as
/// that of a version or a section, or a comma after a word.
pub(crate) fn is_no_grammar(line: &str) -> bool {
    let is_plain = !line.contains(['"', '%', '<', '|', '[', '*', '=', ';']);
    let is_sign = |token: &str| {
        let digit_after = |part: &str| part.starts_with(|one: char| one.is_ascii_digit());
        let mut parts = token.split('.').skip(1);
        parts.any(digit_after) || (token.len() > 1 && token.ends_with([',', '.']))
    };
    is_plain && line.split_whitespace().any(is_sign)
}

/// Returns whether a text says that a grammar follows: `Its ABNF is:`, or `The ABNF of the field is given below.` in one
/// of its sentences.
pub(super) fn is_announcement(text: &str) -> bool {
    const WORDS: [&str; 6] = [
        "abnf",
        "bnf",
        "grammar",
        "syntax",
        "production",
        "productions",
    ];
    // Documents about notations list what constructs they have.
    let sentence = last_sentence(text).to_ascii_lowercase();
    if sentence.contains("construct") {
        return false;
    }
    let mut words = sentence.split(|one: char| !one.is_ascii_alphanumeric());
    words.any(|word| WORDS.contains(&word)) || is_given_below(text)
}

/// The most octets of a paragraph in which a grammar is announced without a colon.
const PARAGRAPH: usize = 1_000;

/// Returns whether a sentence of a paragraph says that a grammar in a named notation is below.
fn is_given_below(text: &str) -> bool {
    let text = text.trim_end();
    text.len() <= PARAGRAPH
        && text.ends_with('.')
        && text.to_ascii_lowercase().split(". ").any(|sentence| {
            let has = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
            has(&["bnf", "backus"])
                && has(&["given below", "defined below", "is below", "as follows"])
        })
}

/// Returns whether a text says that an example follows: `For example:`, or the `Hence:` and `and:` of RFC 5234.
pub(super) fn announces_example(text: &str) -> bool {
    const PHRASES: [&str; 7] = [
        "example",
        "e.g.",
        "for instance",
        "such as",
        "hence",
        "equivalent",
        "would be",
    ];
    let sentence = last_sentence(text).to_ascii_lowercase();
    let text = text.trim().trim_end_matches(':');
    PHRASES.iter().any(|one| sentence.contains(one)) || matches!(text, "and" | "or")
}

/// Returns the last sentence of a text that ends with a colon, without the colon; otherwise nothing.
fn last_sentence(text: &str) -> &str {
    let text = text.trim_end().strip_suffix(':').unwrap_or("");
    text.rsplit(". ").next().unwrap_or(text)
}

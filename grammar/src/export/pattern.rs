//! Regular expressions in the syntax that Perl, Python and Rust share.
//!
//! Invariant: a pattern can stand between slashes in Perl and in a raw literal of Python and
//! Rust as it is: what means something there is escaped, also where a regular expression could
//! do without.

use std::collections::HashSet;

use super::characters::Characters;

/// A regular expression, as alternatives: single characters, longer ones, and nothing at all.
/// The default derives no text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Pattern {
    characters: Characters,
    /// Each can stand in a sequence as it is.
    longer: Vec<String>,
    can_be_empty: bool,
}

impl Pattern {
    /// Derives the empty text only.
    pub(super) fn empty() -> Self {
        Self {
            can_be_empty: true,
            ..Self::default()
        }
    }

    /// Derives each of the characters.
    pub(super) fn class(characters: Characters) -> Self {
        Self {
            characters,
            ..Self::default()
        }
    }

    pub(super) fn derives_nothing(&self) -> bool {
        self.characters.is_empty() && self.longer.is_empty() && !self.can_be_empty
    }

    fn is_empty(&self) -> bool {
        self.characters.is_empty() && self.longer.is_empty() && self.can_be_empty
    }

    /// About how long it is, in octets.
    pub(super) fn length(&self) -> usize {
        self.longer.iter().map(String::len).sum::<usize>() + self.characters.iter().count()
    }

    /// One of them.
    pub(super) fn one_of(patterns: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        let mut known = HashSet::new();
        for pattern in patterns {
            all.characters = all.characters | pattern.characters;
            all.can_be_empty |= pattern.can_be_empty;
            for longer in pattern.longer {
                if known.insert(longer.clone()) {
                    all.longer.push(longer);
                }
            }
        }
        all
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self::one_of([self, other])
    }

    /// One after the other.
    pub(super) fn in_order<'p>(patterns: impl IntoIterator<Item = &'p Self>) -> Self {
        let mut members = Vec::new();
        for pattern in patterns {
            if pattern.derives_nothing() {
                return Self::default();
            }
            if !pattern.is_empty() {
                members.push(pattern);
            }
        }
        match members.as_slice() {
            [] => Self::empty(),
            [only] => (*only).clone(),
            several => Self::sequence(several.iter().map(|one| one.in_sequence()).collect()),
        }
    }

    pub(super) fn then(&self, next: &Self) -> Self {
        Self::in_order([self, next])
    }

    /// At least, and where there is a bound, at most so many times. Repetitions of what can be
    /// empty are written without it, so that no engine goes round on nothing.
    pub(super) fn repeated(&self, least: u32, most: Option<u32>) -> Self {
        if self.derives_nothing() && least > 0 {
            return Self::default();
        }
        let least = if self.can_be_empty { 0 } else { least };
        let round = Self {
            can_be_empty: false,
            ..self.clone()
        };
        if round.derives_nothing() {
            return Self::empty();
        }
        let quantifier = match (least, most) {
            (0, Some(1)) => return round.or(Self::empty()),
            (1, Some(1)) => return round,
            (0, None) => "*".to_owned(),
            (1, None) => "+".to_owned(),
            (least, None) => format!("{{{least},}}"),
            (least, Some(most)) if least == most => format!("{{{least}}}"),
            (least, Some(most)) => format!("{{{least},{most}}}"),
        };
        Self::sequence(round.atom() + &quantifier)
    }

    fn sequence(text: String) -> Self {
        Self {
            longer: vec![text],
            ..Self::default()
        }
    }

    /// What can stand in a sequence.
    pub(super) fn in_sequence(&self) -> String {
        match (self.characters.is_empty(), self.longer.as_slice()) {
            (true, []) if self.can_be_empty => String::new(),
            // No character is neither white space nor anything else.
            (true, []) => r"[^\s\S]".to_owned(),
            (true, [only]) if !self.can_be_empty => only.clone(),
            _ if self.can_be_empty => self.atom() + "?",
            _ => self.atom(),
        }
    }

    /// What can be repeated, without the empty text.
    fn atom(&self) -> String {
        let class = class(self.characters);
        if self.longer.is_empty() {
            return class;
        }
        let class = (!class.is_empty()).then_some(class.as_str());
        let longer = self.longer.iter().map(String::as_str);
        let alternatives: Vec<&str> = class.into_iter().chain(longer).collect();
        format!("(?:{})", alternatives.join("|"))
    }
}

/// One of the characters; nothing where there are none.
fn class(characters: Characters) -> String {
    let mut members = characters.iter();
    match (members.next(), members.next()) {
        (None, _) => String::new(),
        (Some(only), None) => escaped(only),
        _ => {
            let ranges = characters.ranges().into_iter().map(|range| {
                let (first, last) = range.into_inner();
                if first == last {
                    escaped(first)
                } else {
                    format!("{first}-{last}")
                }
            });
            format!("[{}]", ranges.collect::<String>())
        }
    }
}

/// The character, in a class or not.
fn escaped(character: char) -> String {
    match character {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '!' | '%' | ',' | ':' | ';' | '=' => {
            character.to_string()
        }
        // Escaped, these would be boundaries of words, or end a literal; a blank would be
        // lost in the extended syntax.
        '<' | '>' | '"' | '\'' | '`' | ' ' => hexadecimal(character),
        '!'..='~' => format!("\\{character}"),
        _ => hexadecimal(character),
    }
}

fn hexadecimal(character: char) -> String {
    format!("\\x{:02x}", u32::from(character))
}

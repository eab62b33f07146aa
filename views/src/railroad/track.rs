//! The parts of a diagram: the body of a production without its notation, with single characters
//! gathered into ranges.

use rfcbnf::export::runs;
use rfcbnf::syntax::{Expression, Kind};
use rfcbnf_engine::escape::Escaped;

/// The least number of one-character alternatives that share a box. Two are as clear in two boxes.
const GATHERED: usize = 3;

/// The most characters of a label. A longer one is cut.
const LABEL: usize = 70;

/// A part of a diagram.
pub(super) enum Track {
    /// One after the other; at least two.
    Sequence(Vec<Track>),
    /// One after the other, each on its own line; at least two.
    Folded(Vec<Track>),
    /// One of several; at least two.
    Choice(Vec<Track>),
    /// May be skipped.
    Optional(Box<Track>),
    /// One or more rounds, or as many as `times` says.
    Loop {
        body: Box<Track>,
        times: Option<String>,
    },
    /// A literal as a grammar writes it, escaped and cut.
    Literal(String),
    /// One of these characters: `"a"–"z"` or `"+"`, escaped.
    Characters(Vec<String>),
    /// The name of a production, not cut. It needs no escapes.
    Name(String),
}

impl Track {
    /// Returns the track of an expression.
    pub(super) fn of(expression: &Expression) -> Self {
        match &expression.kind {
            Kind::Alternation(members) => choice(members),
            Kind::Sequence(members) => Self::Sequence(members.iter().map(Self::of).collect()),
            Kind::Optional(body) => Self::Optional(Box::new(Self::of(body))),
            Kind::Repetition { least, most, body } => repetition(*least, *most, Self::of(body)),
            Kind::Literal { text, .. } => Self::Literal(cut(&literal(text))),
            Kind::Reference { name, .. } => Self::Name(name.clone()),
        }
    }

    /// Puts tracks, at least one, after each other.
    pub(super) fn sequence(members: Vec<Self>) -> Self {
        gathered(members, Self::Sequence)
    }

    /// Puts tracks, at least one, on lines below each other.
    pub(super) fn folded(lines: Vec<Self>) -> Self {
        gathered(lines, Self::Folded)
    }

    /// Returns the tracks directly inside.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Sequence(parts) | Self::Folded(parts) | Self::Choice(parts) => parts,
            Self::Optional(body) | Self::Loop { body, .. } => std::slice::from_ref(body),
            Self::Literal(_) | Self::Characters(_) | Self::Name(_) => &[],
        }
    }
}

/// Returns the label of a line of characters as alternatives.
pub(super) fn line_of<W: AsRef<str>>(words: &[W]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    words.join(" | ")
}

/// Cuts a label that is too long.
pub(super) fn cut(label: &str) -> String {
    if label.chars().count() <= LABEL {
        return label.to_owned();
    }
    label.chars().take(LABEL - 1).chain(['…']).collect()
}

fn repetition(least: u32, most: Option<u32>, body: Track) -> Track {
    let times = match (least, most) {
        (0 | 1, None) => None,
        (0, Some(1)) => return Track::Optional(Box::new(body)),
        (1, Some(1)) => return body,
        (least, None) => Some(format!("{least} or more in all")),
        (0, Some(most)) => Some(format!("at most {most} in all")),
        (least, Some(most)) if least == most => Some(format!("{most} in all")),
        (least, Some(most)) => Some(format!("{least} to {most} in all")),
    };
    let body = Box::new(body);
    let around = Track::Loop { body, times };
    if least == 0 {
        Track::Optional(Box::new(around))
    } else {
        around
    }
}

fn choice(members: &[Expression]) -> Track {
    let both_single = |one: &Expression, other: &Expression| {
        single_character(one).is_some() && single_character(other).is_some()
    };
    let mut tracks = Vec::new();
    for group in members.chunk_by(both_single) {
        let characters: Vec<char> = group.iter().filter_map(single_character).collect();
        if characters.len() < GATHERED {
            tracks.extend(group.iter().map(Track::of));
        } else {
            let words = runs(&characters).map(range).collect();
            tracks.push(Track::Characters(words));
        }
    }
    gathered(tracks, Track::Choice)
}

/// Returns the only track, or combines several.
fn gathered(mut tracks: Vec<Track>, together: fn(Vec<Track>) -> Track) -> Track {
    match tracks.pop() {
        Some(only) if tracks.is_empty() => only,
        last => {
            tracks.extend(last);
            together(tracks)
        }
    }
}

/// Returns the character of a one-character literal.
fn single_character(expression: &Expression) -> Option<char> {
    let Kind::Literal { text, .. } = &expression.kind else {
        return None;
    };
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn range(run: &[char]) -> String {
    let quoted = |character: &char| literal(&character.to_string());
    match run {
        [first, .., last] => format!("{}–{}", quoted(first), quoted(last)),
        few => few.iter().map(quoted).collect(),
    }
}

/// Returns a literal in the notation of the grammar. A quotation mark is in angle brackets.
fn literal(text: &str) -> String {
    let shown = Escaped(text.as_bytes());
    if text == "\"" {
        format!("<{shown}>")
    } else {
        format!("\"{shown}\"")
    }
}

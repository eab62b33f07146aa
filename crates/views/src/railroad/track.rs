//! The parts of a diagram: the body of a production without its notation, with single characters
//! gathered into ranges, and folded to a width.

use rfcbnf::export::runs;
use rfcbnf::syntax::{Expression, Kind, Span};
use rfcbnf_engine::escape::Printable;

/// The least number of one-character alternatives that share a box. Two are as clear in two boxes.
const GATHERED: usize = 3;

/// The most characters of a label. A longer one is cut.
const LABEL: usize = 70;

/// The most boxes of a diagram. A box with their number stands for the others.
const BOXES: usize = 400;

/// The most sequences, choices, options and loops inside each other. A box with the number of
/// literals and names stands for what is inside.
const DEPTH: usize = 24;

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
    /// A box that stands for these parts of the grammar file, in byte offsets.
    Part { spans: Vec<Span>, body: Box<Track> },
}

impl Track {
    /// Returns the track of an expression. It is bounded, whatever the size of the expression.
    pub(super) fn of(expression: &Expression) -> Self {
        Tracks { left: BOXES }.track(expression, DEPTH)
    }

    /// Puts tracks, at least one, after each other.
    fn sequence(members: Vec<Self>) -> Self {
        gathered(members, Self::Sequence)
    }

    /// Puts tracks, at least one, on lines below each other.
    pub(super) fn folded(lines: Vec<Self>) -> Self {
        gathered(lines, Self::Folded)
    }

    /// Says which parts of the grammar file the box stands for.
    fn of_parts(self, spans: Vec<Span>) -> Self {
        let body = Box::new(self);
        Self::Part { spans, body }
    }

    /// Returns the tracks directly inside.
    pub(super) fn parts(&self) -> &[Self] {
        match self {
            Self::Sequence(parts) | Self::Folded(parts) | Self::Choice(parts) => parts,
            Self::Optional(body) | Self::Loop { body, .. } | Self::Part { body, .. } => {
                std::slice::from_ref(body)
            }
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

/// Escapes a label, and cuts one that is too long.
fn shown(label: &str) -> String {
    cut(&Printable(label.as_bytes()).to_string())
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

/// Makes the tracks of one diagram.
struct Tracks {
    /// The number of boxes that the diagram may still have.
    left: usize,
}

impl Tracks {
    fn track(&mut self, expression: &Expression, depth: usize) -> Track {
        let is_box = expression.children().is_empty();
        if self.left == 0 || (depth == 0 && !is_box) {
            return omitted(leaves(expression));
        }
        let depth = depth.saturating_sub(1);
        let track = match &expression.kind {
            Kind::Alternation(members) => self.choice(members, depth),
            Kind::Sequence(members) => Track::sequence(self.each(members, depth)),
            Kind::Optional(body) => Track::Optional(Box::new(self.track(body, depth))),
            Kind::Repetition { least, most, body } => {
                repetition(*least, *most, self.track(body, depth))
            }
            Kind::Range { first, last } => {
                self.left -= 1;
                Track::Literal(shown(&format!("{first}…{last}")))
            }
            Kind::Prose(text) => {
                self.left -= 1;
                Track::Literal(shown(&format!("<{text}>")))
            }
            Kind::Unreadable => {
                self.left -= 1;
                Track::Literal("<>".to_owned())
            }
            Kind::Literal { text, .. } => {
                self.left -= 1;
                Track::Literal(cut(&literal(text)))
            }
            Kind::Reference { name, .. } => {
                self.left -= 1;
                Track::Name(name.clone())
            }
        };
        if is_box {
            return track.of_parts(vec![expression.span.clone()]);
        }
        track
    }

    /// Returns the tracks of the members as long as boxes are left, and one for the others.
    fn each(&mut self, members: &[Expression], depth: usize) -> Vec<Track> {
        let mut tracks = Vec::new();
        for (index, member) in members.iter().enumerate() {
            if self.left == 0 {
                tracks.push(omitted(members[index..].iter().map(leaves).sum()));
                break;
            }
            tracks.push(self.track(member, depth));
        }
        tracks
    }

    fn choice(&mut self, members: &[Expression], depth: usize) -> Track {
        let mut tracks = Vec::new();
        let mut rest = members;
        for group in members.chunk_by(both_single) {
            if self.left == 0 {
                tracks.push(omitted(rest.iter().map(leaves).sum()));
                break;
            }
            rest = &rest[group.len()..];
            let characters: Vec<char> = group.iter().filter_map(single_character).collect();
            if characters.len() < GATHERED {
                tracks.extend(self.each(group, depth));
            } else {
                let mut words: Vec<String> = runs(&characters).map(range).collect();
                let omitted = words.len().saturating_sub(self.left);
                words.truncate(self.left);
                self.left -= words.len();
                if omitted > 0 {
                    words.push(format!("… {omitted} more"));
                }
                let spans = group.iter().map(|one| one.span.clone()).collect();
                tracks.push(Track::Characters(words).of_parts(spans));
            }
        }
        gathered(tracks, Track::Choice)
    }
}

/// Returns the box for literals and names that are left out.
fn omitted(count: usize) -> Track {
    Track::Name(format!("… {count} more"))
}

/// Returns the number of literals and names in an expression.
fn leaves(expression: &Expression) -> usize {
    let mut count = 0;
    expression.walk(&mut |expression| count += usize::from(expression.children().is_empty()));
    count
}

fn both_single(one: &Expression, other: &Expression) -> bool {
    single_character(one).is_some() && single_character(other).is_some()
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
    let shown = Printable(text.as_bytes());
    if text == "\"" {
        format!("<{shown}>")
    } else {
        format!("\"{shown}\"")
    }
}

/// The widths of the parts of a diagram, for folding: a diagram that is too wide continues on a further line.
///
/// Invariant: every part is measured once and laid out once. So the time is linear in the size of the diagram.
pub(super) struct Measure {
    /// A name, a literal or a line of characters.
    pub(super) label: fn(&str) -> usize,
    /// The label on the way back of a loop.
    pub(super) way_back: fn(Option<&str>) -> usize,
    /// The gap between two members of a sequence.
    pub(super) gap: usize,
    /// The rails of a choice, an option or a loop beside its body.
    pub(super) rails: usize,
    /// The rails between the lines of a folded sequence, beside them.
    pub(super) turns: usize,
}

/// The width of a track, and of its parts.
struct Size {
    unfolded: usize,
    /// The width of the track folded as often as possible.
    least: usize,
    parts: Vec<Size>,
}

impl Measure {
    /// Folds the track to the width `room`, if that is possible.
    pub(super) fn folded(&self, track: Track, room: usize) -> Track {
        let size = self.size(&track);
        self.fold(track, &size, room).0
    }

    fn size(&self, track: &Track) -> Size {
        let parts: Vec<Size> = track.parts().iter().map(|part| self.size(part)).collect();
        let unfolded = parts.iter().map(|part| part.unfolded).max().unwrap_or(0);
        let least = parts.iter().map(|part| part.least).max().unwrap_or(0);
        let (unfolded, least) = match track {
            Track::Name(text) | Track::Literal(text) => {
                let width = (self.label)(&cut(text));
                (width, width)
            }
            Track::Characters(words) => {
                let widest = words.iter().map(|word| (self.label)(word)).max();
                let least = widest.unwrap_or(0) + self.rails;
                ((self.label)(&line_of(words)), least)
            }
            Track::Part { .. } => (unfolded, least),
            Track::Sequence(_) => {
                let gaps = self.gap * parts.len().saturating_sub(1);
                let all: usize = parts.iter().map(|part| part.unfolded).sum();
                (all + gaps, least + self.turns)
            }
            Track::Folded(_) => (unfolded + self.turns, least + self.turns),
            Track::Choice(_) | Track::Optional(_) => (unfolded + self.rails, least + self.rails),
            Track::Loop { times, .. } => {
                let way_back = (self.way_back)(times.as_deref());
                let around = |width: usize| width.max(way_back) + self.rails;
                (around(unfolded), around(least))
            }
        };
        Size {
            unfolded,
            least: least.min(unfolded),
            parts,
        }
    }

    /// Folds the track to the width `room`, and returns the width that it takes.
    fn fold(&self, track: Track, size: &Size, room: usize) -> (Track, usize) {
        if size.unfolded <= room {
            return (track, size.unfolded);
        }
        let inside = room.saturating_sub(self.rails);
        match track {
            Track::Characters(words) => self.fold_characters(words, inside),
            Track::Sequence(members) => self.fold_sequence(members, &size.parts, room),
            Track::Choice(members) => {
                let members = members.into_iter().zip(&size.parts);
                let members = members.map(|(member, size)| self.fold(member, size, inside));
                let (members, widths): (_, Vec<usize>) = members.unzip();
                (Track::Choice(members), widest(&widths) + self.rails)
            }
            Track::Optional(body) => {
                let (body, width) = self.fold(*body, &size.parts[0], inside);
                (Track::Optional(Box::new(body)), width + self.rails)
            }
            Track::Loop { body, times } => {
                let (body, width) = self.fold(*body, &size.parts[0], inside);
                let width = width.max((self.way_back)(times.as_deref()));
                let body = Box::new(body);
                (Track::Loop { body, times }, width + self.rails)
            }
            Track::Part { spans, body } => {
                let (body, width) = self.fold(*body, &size.parts[0], room);
                let body = Box::new(body);
                (Track::Part { spans, body }, width)
            }
            Track::Name(_) | Track::Literal(_) | Track::Folded(_) => (track, size.unfolded),
        }
    }

    /// Splits a line of characters into a choice of several lines.
    fn fold_characters(&self, words: Vec<String>, room: usize) -> (Track, usize) {
        let around = (self.label)("");
        let width = |text: &str| (self.label)(text) - around;
        let bar = width(&line_of(&["", ""]));
        let words = words.into_iter().map(|word| {
            let width = width(&word);
            (word, width)
        });
        let (lines, width) = lines(words, bar, room.saturating_sub(around));
        let lines = lines.into_iter().map(Track::Characters).collect();
        (Track::Choice(lines), width + around + self.rails)
    }

    /// Puts the members on several lines. If the last member can be folded into the room that the
    /// others leave, only that is folded: nested options step down.
    fn fold_sequence(
        &self,
        mut members: Vec<Track>,
        sizes: &[Size],
        room: usize,
    ) -> (Track, usize) {
        let before = |size: &Size| size.unfolded + self.gap;
        let head: usize = sizes.iter().rev().skip(1).map(before).sum();
        if let (Some(size), Some(last)) = (sizes.last(), members.pop()) {
            if head + size.least <= room {
                let (last, width) = self.fold(last, size, room - head);
                members.push(last);
                return (Track::Sequence(members), head + width);
            }
            members.push(last);
        }
        let room = room.saturating_sub(self.turns);
        let members = members.into_iter().zip(sizes);
        let members = members.map(|(member, size)| self.fold(member, size, room));
        let (lines, width) = lines(members, self.gap, room);
        let turns = if lines.len() > 1 { self.turns } else { 0 };
        let lines = lines.into_iter().map(Track::sequence).collect();
        (Track::folded(lines), width + turns)
    }
}

fn widest(widths: &[usize]) -> usize {
    widths.iter().copied().max().unwrap_or(0)
}

/// Fills lines with items, which come with their widths, and returns the width of the lines. A
/// line holds at least one item, and as many as fit the room with a gap between neighbors.
fn lines<T>(
    items: impl IntoIterator<Item = (T, usize)>,
    gap: usize,
    room: usize,
) -> (Vec<Vec<T>>, usize) {
    let mut lines: Vec<Vec<T>> = Vec::new();
    let mut widths: Vec<usize> = Vec::new();
    for (item, width) in items {
        match (lines.last_mut(), widths.last_mut()) {
            (Some(line), Some(taken)) if *taken + gap + width <= room => {
                *taken += gap + width;
                line.push(item);
            }
            _ => {
                widths.push(width);
                lines.push(vec![item]);
            }
        }
    }
    (lines, widest(&widths))
}

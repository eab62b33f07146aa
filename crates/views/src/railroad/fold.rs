//! Folding: a diagram that is too wide continues on a further line.
//!
//! Invariant: every part is measured once and laid out once. So the time is linear in the size of
//! the diagram.

use super::track::{Track, cut, line_of};

/// The widths of the parts of a diagram.
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

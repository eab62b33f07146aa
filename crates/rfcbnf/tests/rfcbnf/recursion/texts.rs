//! Texts: all short ones, derived ones, and derived ones with mistakes.

use rfcbnf::syntax::Case;

use super::parts::{Fit, Part, PartId, Parts, Terminal};
use super::random::Choices;
use super::verdict::LONGEST;

/// The greatest number of characters of a short text.
const SHORT: usize = 12;

/// Returns all short texts of these characters in order of length, up to the length at which there
/// would be more than `most`.
pub(crate) fn short(characters: &str, most: usize) -> Vec<Vec<u8>> {
    let mut texts = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..SHORT {
        let until = texts.len();
        let added = (until - from) * characters.chars().count();
        if until + added > most {
            break;
        }
        for index in from..until {
            for character in characters.chars() {
                let mut text: Vec<u8> = texts[index].clone();
                text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                texts.push(text);
            }
        }
        from = until;
    }
    texts
}

/// Makes texts of a grammar.
pub(super) struct Writer<'p, 'g> {
    parts: &'p Parts<'g>,
    /// The least number of steps inside each other that derive a text of a part.
    heights: Vec<usize>,
}

const ENDLESS: usize = usize::MAX;

impl<'p, 'g> Writer<'p, 'g> {
    pub(super) fn of(parts: &'p Parts<'g>) -> Self {
        let mut heights = vec![ENDLESS; parts.all.len()];
        loop {
            let of = |part: &Part| {
                let below = match part {
                    Part::Either(members) => members.iter().map(|&one| heights[one]).min()?,
                    Part::Sequence(members) => {
                        members.iter().map(|&one| heights[one]).max().unwrap_or(0)
                    }
                    Part::Rounds { least: 0, .. } | Part::Terminal(_) => 0,
                    Part::Rounds { body, .. } | Part::Node { body, .. } => heights[*body],
                };
                below.checked_add(1)
            };
            let next: Vec<usize> = parts
                .all
                .iter()
                .map(|one| of(one).unwrap_or(ENDLESS))
                .collect();
            if next == heights {
                return Self { parts, heights };
            }
            heights = next;
        }
    }

    /// Returns a text that is derived and not too long; `None` if there is none.
    pub(super) fn text(&self, choices: &mut Choices) -> Option<Vec<u8>> {
        if self.heights[self.parts.start] == ENDLESS {
            return None;
        }
        for budget in [40, 20, 10, 5, 0] {
            let mut text = Vec::new();
            let mut left = budget;
            self.write(self.parts.start, choices, &mut left, &mut text);
            if text.len() <= LONGEST {
                return Some(text);
            }
        }
        None
    }

    /// Writes a text of a part. When nothing is left, the choices take the fewest steps.
    fn write(&self, part: PartId, choices: &mut Choices, left: &mut usize, text: &mut Vec<u8>) {
        *left = left.saturating_sub(1);
        match &self.parts.all[part] {
            Part::Either(members) => {
                let least = members.iter().min_by_key(|&&one| self.heights[one]);
                let possible = members.iter().filter(|&&one| self.heights[one] != ENDLESS);
                let possible: Vec<PartId> = possible.copied().collect();
                let chosen = match least {
                    Some(&least) if *left == 0 => least,
                    _ => choices.one_of(&possible),
                };
                self.write(chosen, choices, left, text);
            }
            Part::Sequence(members) => {
                for &member in members {
                    self.write(member, choices, left, text);
                }
            }
            &Part::Rounds {
                body, least, most, ..
            } => {
                let mut count = least;
                let is_possible = self.heights[body] != ENDLESS;
                while is_possible
                    && *left > 0
                    && most.is_none_or(|most| count < most)
                    && choices.below(3) > 0
                {
                    count += 1;
                    *left -= 1;
                }
                for _ in 0..count {
                    self.write(body, choices, left, text);
                }
            }
            Part::Terminal(terminal) => write_terminal(terminal, choices, text),
            Part::Node { body, .. } => self.write(*body, choices, left, text),
        }
    }
}

fn write_terminal(terminal: &Terminal, choices: &mut Choices, text: &mut Vec<u8>) {
    let start = text.len();
    match terminal {
        Terminal::Literal { octets, case } => {
            text.extend(octets);
            if *case == Case::Ignored && choices.below(2) == 0 {
                text[start..].make_ascii_uppercase();
            }
        }
        Terminal::Octet { first, last, .. } | Terminal::Utf8 { first, last, .. } => {
            let is_octet = matches!(terminal, Terminal::Octet { .. });
            // The ends of a range are where mistakes are made.
            let (low, high) = (*first as usize, *last as usize);
            let among = low + choices.below(high - low + 1);
            let one = choices.one_of(&[low, high, among]);
            let one = u32::try_from(one).ok().and_then(char::from_u32);
            let one = one.unwrap_or_else(|| char::from_u32(*first).expect("a character"));
            match u8::try_from(u32::from(one)) {
                Ok(octet) if is_octet => text.push(octet),
                _ => text.extend_from_slice(one.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
    }
    assert_eq!(terminal.fit(&text[start..]), Fit::Is);
}

/// Makes one to three mistakes in a text.
pub(super) fn spoil(text: &[u8], characters: &str, choices: &mut Choices) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=choices.below(3) {
        let place = choices.below(text.len() + 1);
        let other = if choices.below(8) == 0 {
            u8::try_from(choices.below(256)).expect("an octet")
        } else {
            choices.one_of(characters.as_bytes())
        };
        match choices.below(5) {
            0 if text.len() < LONGEST => text.insert(place, other),
            1 if place < text.len() => text[place] = other,
            2 if place < text.len() => {
                text.remove(place);
            }
            3 if place + 1 < text.len() => text.swap(place, place + 1),
            _ => text.truncate(place),
        }
    }
    text
}

/// Returns short texts, and derived ones: at most `most`, of at most `longest` octets.
pub(super) fn short_and_derived(
    parts: &Parts<'_>,
    characters: &str,
    seed: usize,
    (most, longest): (usize, usize),
) -> Vec<Vec<u8>> {
    let mut choices = Choices::new(seed as u64);
    let mut texts = short(characters, most / 2);
    let writer = Writer::of(parts);
    for _ in 0..most {
        texts.extend(writer.text(&mut choices));
    }
    texts.retain(|text| text.len() <= longest);
    texts.sort();
    texts.dedup();
    texts.truncate(most);
    texts
}

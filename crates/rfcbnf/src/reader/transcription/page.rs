//! What surrounds a grammar in an RFC or a listing: line numbers, page headers and footers, code fences, paragraphs,
//! captions, and comments that were wrapped without a semicolon.

use super::found::{Found, Inside, inside, insides, lines};
use super::patch::Patch;
use crate::documents::pages::{is_footer, is_header};
use crate::documents::surroundings::{Surroundings, may_have_sentences};
use crate::error::Damage;
use crate::syntax::Span;

/// The greatest length of `[Page 19]`.
const PAGE_MARK: usize = 14;

/// The greatest number of words before the page in a footer.
const FOOTER_WORDS: usize = 10;

/// The greatest number of characters of a header.
const HEADER_LENGTH: usize = 160;

/// The smallest number of lines that have to begin with a number.
const NUMBERED: usize = 5;

/// The most digits of the number of a line.
const MOST_DIGITS: usize = 9;

/// Finds Markdown's fences around code.
pub(super) fn fences(text: &str) -> Option<Found> {
    let is_fence = |line: &str| {
        let line = line.trim_start();
        line.starts_with("```") || line.starts_with("~~~")
    };
    let fences = lines(text).filter(|(_, line)| is_fence(line));
    blanked(fences.map(whole).collect(), |lines| Damage::CodeFences {
        lines,
    })
}

/// Finds the headers and footers of the pages of an RFC.
pub(super) fn headers_and_footers(text: &str) -> Option<Found> {
    let within = within_lines(text);
    let is_furniture = |line: &str| is_footer(line) && !is_mark_inside(line) || is_header(line);
    let furniture = lines(text).filter(|(_, line)| is_furniture(line) && !line.contains('='));
    let mut all: Vec<Span> = furniture.map(whole).chain(within).collect();
    all.sort_by_key(|place| place.start);
    blanked(all, |lines| Damage::PageFurniture { lines })
}

/// Returns whether the page of a line is in a comment or a literal.
fn is_mark_inside(line: &str) -> bool {
    let mark = line.rfind("[Page ");
    mark.is_some_and(|mark| inside(&insides(line), mark).is_some())
}

/// The fewest signs of rules on a line that lost line ends. A comment may have ended before a footer on it.
const SIGNS: usize = 3;

/// Finds footers within lines that hold rules, each with the header after it: where line ends are
/// lost, both are in the middle.
fn within_lines(text: &str) -> Vec<Span> {
    let mut last_line = None;
    let marks: Vec<(usize, usize)> = text
        .match_indices("[Page ")
        .filter_map(|(at, _)| Some((at, at + text[at..].find(']')? + 1)))
        .filter(|(at, end)| {
            let start = text[..*at].rfind('\n').map_or(0, |end| end + 1);
            let (known, signs, inside_line) = last_line.take().unwrap_or_default();
            let (_, signs, inside_line) = last_line.insert(if known == Some(start) {
                (known, signs, inside_line)
            } else {
                let line = text[start..].lines().next().unwrap_or_default();
                (Some(start), line.matches('=').count(), insides(line))
            });
            let is_damage = match inside(inside_line, at - start) {
                Some(Inside::Literal) => false,
                Some(Inside::Comment) => *signs >= SIGNS,
                None => *signs > 0,
            };
            end - at <= PAGE_MARK && is_damage
        })
        .collect();
    let before: Vec<Vec<(usize, &str)>> = marks
        .iter()
        .map(|(at, _)| last_words(&text[..*at]))
        .collect();
    let places = marks.iter().enumerate().map(|(index, &(at, end))| {
        let mut others = before.iter().enumerate();
        let other = others.find(|(other, _)| *other != index);
        let own = &before[index];
        let words = match other {
            // Every footer has the same words.
            Some((_, other)) => {
                let pairs = own.iter().zip(other);
                pairs.take_while(|(a, b)| a.1 == b.1).count()
            }
            None => own.iter().take_while(|word| is_of_footer(word.1)).count(),
        };
        let start = own[..words].last().map_or(at, |word| word.0);
        start..end + header_length(&text[end..])
    });
    places.collect()
}

/// Returns the last words of a text with their offsets, the last one first.
fn last_words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut rest = text.trim_end();
    while !rest.is_empty() && words.len() < FOOTER_WORDS {
        let blank = rest.rfind(|one: char| one.is_ascii_whitespace());
        let start = blank.map_or(0, |blank| blank + 1);
        words.push((start, &rest[start..]));
        rest = rest[..start].trim_end();
    }
    words
}

/// Returns whether a word can be of the authors or the status in a footer.
fn is_of_footer(word: &str) -> bool {
    let is_name = word.starts_with(|one: char| one.is_ascii_uppercase())
        && word.chars().any(|one| one.is_ascii_lowercase())
        && word
            .chars()
            .all(|one| one.is_alphabetic() || "-,.'".contains(one));
    is_name || matches!(word, "&" | "et" | "al." | "and")
}

/// Returns the length of a header at the beginning of a text: it ends with a year.
fn header_length(text: &str) -> usize {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let begins = text.trim_start();
    if !["RFC ", "Internet-Draft"]
        .iter()
        .any(|one| begins.starts_with(one))
    {
        return 0;
    }
    let end = text
        .char_indices()
        .nth(HEADER_LENGTH)
        .map_or(text.len(), |(end, _)| end);
    let header = &text[..end];
    let ends = MONTHS.iter().filter_map(|month| {
        let at = header.find(month)? + month.len();
        let year = header[at..].trim_start();
        let digits = year
            .find(|one: char| !one.is_ascii_digit())
            .unwrap_or(year.len());
        (digits == 4).then_some(header.len() - year.len() + digits)
    });
    let length = ends.min().unwrap_or(0);
    if header[..length].contains(['=', '"']) {
        0
    } else {
        length
    }
}

/// Finds numbers before lines. Most lines have to begin with one, and each number has to be greater
/// than the one before.
pub(super) fn line_numbers(text: &str) -> Option<Found> {
    let begins_with_digit = |line: &str| {
        line.trim_start()
            .starts_with(|one: char| one.is_ascii_digit())
    };
    if lines(text)
        .filter(|(_, line)| begins_with_digit(line))
        .count()
        < NUMBERED
    {
        return None;
    }
    let mut numbers: Vec<(Span, u64)> = Vec::new();
    let mut others = 0;
    for (start, line) in lines(text) {
        let margin = line.len() - line.trim_start().len();
        let line = line.trim_start();
        let digits = line.len()
            - line
                .trim_start_matches(|one: char| one.is_ascii_digit())
                .len();
        // The number can be glued to a line that begins with a number itself.
        let next = match numbers.last() {
            Some((_, before)) => before.checked_add(1).map(|next| next.to_string()),
            None => first_number(&line[..digits], text[start..].lines().nth(1).unwrap_or("")),
        };
        let is_next = |next: &String| line[..digits].starts_with(next.as_str());
        let digits = next.filter(is_next).map_or(digits, |next| next.len());
        let after = &line[digits..];
        match line[..digits].parse() {
            Ok(number) if numbers.last().is_none_or(|(_, before)| *before < number) => {
                let mark = after.starts_with([':', '.', ')', '|']);
                let end = start + margin + digits + usize::from(mark);
                numbers.push((start + margin..end, number));
            }
            _ if line.is_empty() => {}
            _ => others += 1,
        }
    }
    if numbers.len() < NUMBERED || others > numbers.len() / 4 {
        return None;
    }
    let places = numbers.into_iter().map(|(place, _)| place);
    blanked(places.collect(), |lines| Damage::LineNumbers { lines })
}

/// Returns the number of the first line: of its digits, those before the number that the next line begins with.
fn first_number(digits: &str, next_line: &str) -> Option<String> {
    let next_line = next_line.trim_start();
    let mut lengths = 1..=digits.len().min(MOST_DIGITS);
    let length = lengths.find(|length| {
        let number: Option<u64> = digits[..*length].parse().ok();
        number.is_some_and(|number| next_line.starts_with(&(number + 1).to_string()))
    });
    length.map(|length| digits[..length].to_owned())
}

fn whole((start, line): (usize, &str)) -> Span {
    start..start + line.len()
}

/// Returns the damage of these places, which a blank replaces.
fn blanked(places: Vec<Span>, damage: impl FnOnce(usize) -> Damage) -> Option<Found> {
    let blank = |place: &Span| Patch {
        range: place.clone(),
        replacement: " ",
    };
    Found::at(places, blank, damage)
}

/// Finds lines that continue a comment and have no semicolon.
pub(super) fn wrapped_comments(text: &str) -> Option<Found> {
    let places = places(text, |found| &found.wrapped);
    let begun = |place: &Span| Patch {
        range: place.start..place.start,
        replacement: "; ",
    };
    Found::at(places, begun, |lines| Damage::WrappedComments { lines })
}

/// Finds text that belongs to no rule, if it is that of a document.
pub(super) fn paragraphs(text: &str) -> Option<Found> {
    let places = places(text, |found| &found.text);
    let blank = |place: &Span| Patch {
        range: place.clone(),
        replacement: " ",
    };
    Found::at(places, blank, |lines| Damage::Paragraphs { lines })
}

/// Returns whether something can be around the rules of a text.
pub(super) fn may_be_around_rules(text: &str) -> bool {
    cfg!(feature = "documents") && may_have_sentences(text.lines())
}

/// Returns the places of some lines, without the white space around them.
fn places(text: &str, of: fn(&Surroundings) -> &Vec<usize>) -> Vec<Span> {
    if !may_be_around_rules(text) {
        return Vec::new();
    }
    let all: Vec<(usize, &str)> = lines(text).collect();
    let texts: Vec<&str> = all.iter().map(|(_, line)| *line).collect();
    let found = Surroundings::new(&texts);
    let place = |index: &usize| {
        let (start, line) = all[*index];
        let margin = line.len() - line.trim_start().len();
        start + margin..start + line.trim_end().len()
    };
    of(&found).iter().map(place).collect()
}

//! What surrounds a grammar in an RFC or a listing: line numbers, page headers and footers, and
//! code fences.

use super::patch::Patch;
use super::{Found, lines};
use crate::error::Damage;
use crate::extract::pages::{is_footer, is_header};
use crate::syntax::Span;

/// The smallest number of lines that have to begin with a number.
const NUMBERED: usize = 5;

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
    let furniture = lines(text).filter(|(_, line)| is_footer(line) || is_header(line));
    blanked(furniture.map(whole).collect(), |lines| {
        Damage::PageFurniture { lines }
    })
}

/// Finds numbers before lines. Most lines have to begin with one, and each number has to be greater
/// than the one before.
pub(super) fn line_numbers(text: &str) -> Option<Found> {
    let mut numbers: Vec<(Span, u64)> = Vec::new();
    let mut others = 0;
    for (start, line) in lines(text) {
        let margin = line.len() - line.trim_start().len();
        let line = line.trim_start();
        let digits = line.len()
            - line
                .trim_start_matches(|one: char| one.is_ascii_digit())
                .len();
        let behind = &line[digits..];
        match line[..digits].parse() {
            Ok(number) if numbers.last().is_none_or(|(_, before)| *before < number) => {
                let mark = behind.starts_with([':', '.', ')', '|']);
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

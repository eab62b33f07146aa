//! Characters that look like those of ASCII.

use super::found::Found;
use super::patch::Patch;
use crate::error::Damage;

/// The greatest number of different characters that the message names.
const NAMED: usize = 4;

/// Finds characters outside comments that look like characters of ASCII.
pub(super) fn find(text: &str) -> Option<Found> {
    if text.is_ascii() {
        return None;
    }
    let mut patches = Vec::new();
    let mut found: Vec<(char, &'static str)> = Vec::new();
    let (mut is_quoted, mut is_comment) = (false, false);
    for (offset, character) in text.char_indices() {
        let meant = meant(character);
        match meant
            .and_then(|meant| meant.chars().next())
            .unwrap_or(character)
        {
            '\n' => (is_quoted, is_comment) = (false, false),
            '"' if !is_comment => is_quoted = !is_quoted,
            ';' if !is_quoted => is_comment = true,
            _ => {}
        }
        let Some(replacement) = meant.filter(|_| !is_comment || character == '\u{2028}') else {
            continue;
        };
        if !found.contains(&(character, replacement)) {
            found.push((character, replacement));
        }
        let range = offset..offset + character.len_utf8();
        patches.push(Patch { range, replacement });
    }
    if patches.is_empty() {
        return None;
    }
    let count = found.len();
    found.truncate(NAMED);
    Some(Found {
        damage: Damage::LookAlikes {
            characters: found,
            further: count.saturating_sub(NAMED),
            places: patches.len(),
        },
        places: patches.iter().map(|patch| patch.range.clone()).collect(),
        patches,
    })
}

/// Returns what a character of a grammar is meant to be.
#[rustfmt::skip] // One line for each character that is meant.
fn meant(character: char) -> Option<&'static str> {
    Some(match character {
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '＂' => "\"",
        '‘' | '’' | '‚' | '‛' | '′' | '＇' => "'",
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '－' | '﹣' => "-",
        '∣' | '│' | '┃' | '｜' | 'ǀ' | '❘' => "|",
        '∕' | '⁄' | '／' => "/",
        '∗' | '＊' | '﹡' | '✱' => "*",
        '＝' | '꞊' | '═' => "=",
        '；' | '\u{37e}' => ";",
        '：' | '∶' => ":",
        '（' => "(", '）' => ")", '［' => "[", '］' => "]",
        '‹' | '〈' | '＜' => "<", '›' | '〉' | '＞' => ">",
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => " ",
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' => "",
        '\u{2028}' | '\u{2029}' | '\u{85}' => "\n",
        'а' | 'ɑ' | 'α' => "a", 'е' => "e", 'і' | 'ı' => "i", 'ј' => "j", 'о' | 'ο' => "o",
        'р' | 'ρ' => "p", 'с' => "c", 'ѕ' => "s", 'у' => "y", 'х' => "x", 'ԁ' => "d",
        'һ' => "h", 'ӏ' => "l", 'ո' => "n", 'ԛ' => "q", 'ѡ' => "w", 'ν' => "v",
        'А' | 'Α' => "A", 'В' | 'Β' => "B", 'С' => "C", 'Е' | 'Ε' => "E", 'Н' | 'Η' => "H",
        'І' | 'Ι' => "I", 'Ј' => "J", 'К' | 'Κ' => "K", 'М' | 'Μ' => "M", 'Ν' => "N",
        'О' | 'Ο' => "O", 'Р' | 'Ρ' => "P", 'Ѕ' => "S", 'Т' | 'Τ' => "T", 'Х' | 'Χ' => "X",
        'У' | 'Υ' => "Y", 'Ζ' => "Z",
        'ﬁ' => "fi", 'ﬂ' => "fl", 'ﬀ' => "ff",
        _ => return None,
    })
}

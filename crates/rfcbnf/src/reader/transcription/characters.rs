//! Characters that look like those of ASCII, and HTML entities: `&lt;digit&gt; ::= &quot;0&quot;`.

use super::found::{Found, inside, insides as insides_of};
use super::patch::Patch;
use crate::error::Damage;
use crate::syntax::Span;

/// The greatest length of an entity.
const LENGTH: usize = 12;

/// Finds HTML entities, if one is where no notation has an ampersand. A grammar of HTML has them in
/// its literals only.
pub(super) fn entities(text: &str) -> Option<Found> {
    let mut patches = Vec::new();
    let mut insides = None;
    let mut is_outside = false;
    let mut done = 0;
    for (at, _) in text.match_indices('&') {
        if at >= done
            && let Some((length, replacement)) = entity(&text[at..])
        {
            let insides = insides.get_or_insert_with(|| insides_of(text));
            is_outside |= inside(insides, at).is_none();
            done = at + length;
            let range = at..done;
            patches.push(Patch { range, replacement });
        }
    }
    let places: Vec<Span> = patches.iter().map(|patch| patch.range.clone()).collect();
    let first = places.first().filter(|_| is_outside)?;
    Some(Found {
        damage: Damage::HtmlEntities {
            places: places.len(),
            first: text[first.clone()].to_owned(),
        },
        places,
        patches,
    })
}

/// Returns the length of the entity at the beginning of a text, and what it stands for.
fn entity(text: &str) -> Option<(usize, &'static str)> {
    let octets = &text.as_bytes()[..LENGTH.min(text.len())];
    let length = octets.iter().position(|octet| *octet == b';')? + 1;
    Some((length, character(&text[..length])?))
}

/// The printable characters of ASCII, from 20 on.
const ASCII: &str = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

/// Returns the characters that an entity stands for.
fn character(entity: &str) -> Option<&'static str> {
    let name = entity.strip_prefix('&')?.strip_suffix(';')?;
    let Some(number) = name.strip_prefix('#') else {
        return match name {
            "nbsp" => Some(" "),
            // Those of XML are what an escaped grammar has. The table of all others weighs much.
            "amp" => Some("&"),
            "apos" => Some("'"),
            "gt" => Some(">"),
            "lt" => Some("<"),
            "quot" => Some("\""),
            _ => None,
        };
    };
    let number = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    let index = usize::try_from(number.checked_sub(0x20)?).ok()?;
    match number {
        0xa0 => Some(" "),
        _ => ASCII.get(index..=index),
    }
}

/// The greatest number of different characters that the message names.
const NAMED: usize = 4;

/// Finds characters outside comments that look like characters of ASCII.
pub(super) fn look_alikes(text: &str) -> Option<Found> {
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

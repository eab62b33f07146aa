//! HTML entities: `&lt;digit&gt; ::= &quot;0&quot;`.

use quick_xml::escape::resolve_xml_entity;

use super::found::{Found, inside, insides as insides_of};
use super::patch::Patch;
use crate::error::Damage;
use crate::syntax::Span;

/// The greatest length of an entity.
const LENGTH: usize = 12;

/// Finds HTML entities, if one is where no notation has an ampersand. A grammar of HTML has them in
/// its literals only.
pub(super) fn find(text: &str) -> Option<Found> {
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
            _ => resolve_xml_entity(name),
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

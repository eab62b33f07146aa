//! The texts that only one of two productions derives.

use std::io::{self, Write};

use rfcbnf::difference::{Among, Searched, Side, Texts};
use rfcbnf::octets::OctetSet;
use rfcbnf_engine::escape::{Printable, Quoted};
use serde::Serialize;

use crate::characters::ranges;
use crate::count::counted;
use crate::json::Octets;
use crate::palette::Palette;

/// The number of single characters from which on they are listed without quotation marks.
const LISTED: u32 = 2;

fn on(texts: &Texts, side: Side) -> (Option<&[u8]>, OctetSet) {
    match side {
        Side::A => (texts.only_a.as_deref(), texts.octets_of_a),
        Side::B => (texts.only_b.as_deref(), texts.octets_of_b),
    }
}

/// Returns the shortest text that is not listed, and the list of single characters.
fn parts(texts: &Texts, side: Side) -> (Option<String>, Option<String>) {
    let (shortest, octets) = on(texts, side);
    // One character is the shortest text, unless the empty text is shorter.
    let is_list = octets.count() >= LISTED || (shortest == Some(b"") && !octets.is_empty());
    let list = is_list.then(|| Printable(ranges(octets.iter().collect()).as_bytes()).to_string());
    let shortest = shortest.filter(|text| !is_list || text.len() != 1);
    (shortest.map(|text| Quoted(text).to_string()), list)
}

/// Returns the texts of one side in one cell of a table.
pub(super) fn cell(texts: &Texts, side: Side) -> String {
    match parts(texts, side) {
        (None, None) => match texts.among {
            Among::All => "nothing".to_owned(),
            Among::ToLength(length) => {
                let octets = counted(length, "octet", "octets", Palette::PLAIN.number);
                format!("nothing up to {octets}")
            }
            Among::ToDepth(depth) => format!("nothing to depth {depth}"),
            Among::Irreducible | Among::Random => "nothing that was found".to_owned(),
        },
        (shortest, list) => {
            let shortest = shortest.map(|text| text + &up_to(texts.among));
            let parts: Vec<String> = shortest.into_iter().chain(list).collect();
            parts.join(" and ")
        }
    }
}

/// Writes the texts of one side, on a line for the shortest and one for the single characters.
pub(super) fn write(
    out: &mut impl Write,
    palette: Palette,
    (file, texts, side): (&str, &Texts, Side),
) -> io::Result<()> {
    let style = palette.file;
    let (shortest, list) = parts(texts, side);
    if let Some(text) = shortest {
        let limit = up_to(texts.among);
        writeln!(out, "  only {style}{file}{style:#} derives {text}{limit}")?;
    }
    if let Some(list) = list {
        let characters = match on(texts, side).1.count() {
            1 => "this character".to_owned(),
            count => format!("these {count} characters"),
        };
        writeln!(
            out,
            "  only {style}{file}{style:#} derives {characters}: {list}"
        )?;
    }
    Ok(())
}

/// Returns what a text is not the shortest of, in brackets; nothing if it is the shortest of all.
fn up_to(among: Among) -> String {
    match among {
        Among::All | Among::ToLength(_) => String::new(),
        Among::ToDepth(depth) => format!(" (the shortest to depth {depth})"),
        Among::Irreducible => " (found at random; no part of it can be left out)".to_owned(),
        Among::Random => " (found at random; there can be a shorter one)".to_owned(),
    }
}

/// Returns how far a search went that found no difference.
pub(super) fn none_found(searched: Searched) -> String {
    let Searched {
        depth,
        length,
        whole,
    } = searched;
    let octets = counted(whole, "octet", "octets", Palette::PLAIN.number);
    let whole = format!("no difference in all texts up to {octets}");
    let length = length.map_or_else(String::new, |length| {
        let octets = counted(length, "octet", "octets", Palette::PLAIN.number);
        format!(" and {octets}")
    });
    format!("{whole}, and in all texts to depth {depth}{length}")
}

/// How far a search went that found no difference, for programs. The length is in octets, and `null` if
/// texts of any length were compared.
#[derive(Debug, Serialize)]
pub(super) struct SearchedRecord {
    depth: u32,
    length: Option<usize>,
    /// All texts of at most this many octets were compared, whatever their depth.
    whole: usize,
}

impl SearchedRecord {
    pub(super) fn new(searched: Searched) -> Self {
        let Searched {
            depth,
            length,
            whole,
        } = searched;
        Self {
            depth,
            length,
            whole,
        }
    }
}

/// The texts that only one of two productions derives, for programs. The single characters are a
/// string, where a character above U+007F stands for the octet with its number.
#[derive(Debug, Serialize)]
pub(super) struct TextsRecord<'a> {
    only_a: Option<Octets<&'a [u8]>>,
    only_b: Option<Octets<&'a [u8]>>,
    characters_a: String,
    characters_b: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    random: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    irreducible: bool,
}

impl<'a> TextsRecord<'a> {
    pub(super) fn new(texts: &'a Texts) -> Self {
        Self {
            only_a: texts.only_a.as_deref().map(Octets),
            only_b: texts.only_b.as_deref().map(Octets),
            characters_a: texts.octets_of_a.characters(),
            characters_b: texts.octets_of_b.characters(),
            depth: match texts.among {
                Among::ToDepth(depth) => Some(depth),
                Among::All | Among::ToLength(_) | Among::Irreducible | Among::Random => None,
            },
            random: matches!(texts.among, Among::Irreducible | Among::Random),
            irreducible: texts.among == Among::Irreducible,
        }
    }
}

//! Files of cases: a title, a text, and what is expected of it.
//!
//! `tests/corpus/README.md` describes the layout. The files in `snapshots/` have it, too, with whole results.

use std::fs;
use std::path::Path;

/// A case of a file.
pub(crate) struct Case {
    pub(crate) title: String,
    /// Whether the tree has the productions of single characters.
    pub(crate) in_characters: bool,
    /// The title with its marks, and the text, as the file has them.
    pub(crate) written: String,
    pub(crate) text: Vec<u8>,
    pub(crate) expected: String,
}

/// Reads the cases of a file. Panics if it has another layout.
pub(crate) fn read(path: &Path) -> Vec<Case> {
    let name = path.display();
    let source = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let source = format!("\n{source}");
    let cases = source.split("\n=== ").skip(1);
    cases
        .map(|block| case(block).unwrap_or_else(|what| panic!("{name}, case `{block}`: {what}")))
        .collect()
}

fn case(block: &str) -> Result<Case, &'static str> {
    let (written, expected) = block.split_once("\n---").ok_or("no line begins with ---")?;
    let (heading, text) = written.split_once('\n').unwrap_or((written, ""));
    let (mut title, mut in_characters, mut has_escapes) = (heading, false, false);
    while let Some((rest, mark)) = title.rsplit_once(" [") {
        match mark {
            "characters]" => in_characters = true,
            "escapes]" => has_escapes = true,
            _ => return Err("no such mark"),
        }
        title = rest;
    }
    let text = if has_escapes {
        unescaped(text)?
    } else {
        text.as_bytes().to_owned()
    };
    Ok(Case {
        title: title.to_owned(),
        in_characters,
        written: written.to_owned(),
        text,
        expected: expected.trim().to_owned(),
    })
}

fn unescaped(written: &str) -> Result<Vec<u8>, &'static str> {
    let mut text = Vec::new();
    let mut rest = written;
    while let Some((before, after)) = rest.split_once('\\') {
        text.extend(before.as_bytes());
        let (octet, length) = match after.as_bytes() {
            [b'x', first, second, ..] => {
                let digit = |octet: u8| char::from(octet).to_digit(16).ok_or("no hex digit");
                let value = 16 * digit(*first)? + digit(*second)?;
                (u8::try_from(value).expect("two digits"), 3)
            }
            [b'n', ..] => (b'\n', 1),
            [b'r', ..] => (b'\r', 1),
            [b't', ..] => (b'\t', 1),
            [b'\\', ..] => (b'\\', 1),
            _ => return Err("no such escape"),
        };
        text.push(octet);
        rest = &after[length..];
    }
    text.extend(rest.as_bytes());
    Ok(text)
}

//! The tags and texts of HTML and XML.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::escape::resolve_html5_entity;
use quick_xml::events::{BytesStart, Event};

use crate::documents::located::Located;

/// A tag or a text.
pub(super) enum Token {
    /// A tag that opens an element, with its attributes and its line in the file.
    Start {
        name: String,
        line: usize,
        attributes: Vec<(String, String)>,
    },
    /// A tag that closes an element, and its line and its offset in the file.
    End {
        name: String,
        line: usize,
        at: usize,
    },
    /// Text without entities, which begins on a line of the file.
    Text { text: Located, line: usize },
}

impl Token {
    /// Returns the value of an attribute.
    pub(super) fn attribute(&self, wanted: &str) -> Option<&str> {
        let Self::Start { attributes, .. } = self else {
            return None;
        };
        let mut attributes = attributes.iter();
        let found = attributes.find(|(name, _)| name == wanted)?;
        Some(&found.1)
    }
}

/// Reads a document. What is no tag is text.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let source = &without_scripts(source);
    // The reader does not count a byte order mark.
    let mark = source.len() - source.trim_start_matches('\u{feff}').len();
    let mut reader = Reader::from_str(&source[mark..]);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let offset = |position: u64| {
        let position = usize::try_from(position).unwrap_or(usize::MAX);
        position.saturating_add(mark).min(source.len())
    };
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut counted = 0;
    loop {
        let start = offset(reader.buffer_position());
        line += newlines(&source.as_bytes()[counted.min(start)..start]);
        counted = start.max(counted);
        let event = reader.read_event();
        let end = offset(reader.buffer_position()).max(start);
        let end_of = |name: &[u8]| Token::End {
            name: name_of(name),
            line,
            at: start,
        };
        match event {
            Ok(Event::Start(tag)) => tokens.push(opening(&tag, line)),
            Ok(Event::Empty(tag)) => {
                tokens.push(opening(&tag, line));
                tokens.push(end_of(tag.name().as_ref()));
            }
            Ok(Event::End(tag)) => tokens.push(end_of(tag.name().as_ref())),
            Ok(Event::Text(_)) => tokens.push(text(source, start..end, line)),
            Ok(Event::CData(part)) => {
                let start = start + CDATA.len();
                tokens.push(text(source, start..start + part.len(), line));
            }
            Ok(Event::GeneralRef(entity)) => {
                let character = entity.resolve_char_ref().ok().flatten();
                let name = String::from_utf8_lossy(&entity);
                let named = || resolve_html5_entity(&name).map(str::to_owned);
                let found = character.map(String::from).or_else(named);
                let found = found.unwrap_or_else(|| format!("&{name};"));
                let text = Located::for_part(&found, start..end);
                tokens.push(Token::Text { text, line });
            }
            Ok(Event::Eof) => return tokens,
            Ok(_) => {}
            Err(_) => {
                // What is left is no markup.
                let rest = offset(reader.error_position()).max(start);
                if source.is_char_boundary(rest) {
                    tokens.push(text(source, rest..source.len(), line));
                }
                return tokens;
            }
        }
    }
}

/// What begins text in which nothing is markup.
const CDATA: &str = "<![CDATA[";

/// Returns the text that the document has at this place, with LF in the place of CR LF.
fn text(source: &str, span: Range<usize>, line: usize) -> Token {
    let mut text = Located::at(span.start, "");
    let mut start = span.start;
    for (at, _) in source
        .get(span.clone())
        .unwrap_or_default()
        .match_indices("\r\n")
    {
        let end = span.start + at;
        text.append(&Located::at(start, &source[start..end]));
        text.replace("\n", end..end + 2);
        start = end + 2;
    }
    text.append(&Located::at(
        start,
        source.get(start..span.end).unwrap_or_default(),
    ));
    Token::Text { text, line }
}

fn newlines(octets: &[u8]) -> usize {
    octets.split(|octet| *octet == b'\n').count() - 1
}

fn name_of(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).to_ascii_lowercase()
}

fn opening(tag: &BytesStart<'_>, line: usize) -> Token {
    let mut attributes = Vec::new();
    for attribute in tag.html_attributes().with_checks(false).flatten() {
        let value = String::from_utf8_lossy(&attribute.value).into_owned();
        attributes.push((name_of(attribute.key.as_ref()), value));
    }
    Token::Start {
        line,
        name: name_of(tag.name().as_ref()),
        attributes,
    }
}

/// Blanks what is between the tags of scripts and styles: it is no markup. Offsets stay.
fn without_scripts(source: &str) -> String {
    let lower = source.to_ascii_lowercase();
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for (open, close) in scripts(&lower) {
        out.push_str(&source[at..open]);
        let inner = &source[open..close];
        let blank = |octet: u8| if octet == b'\n' { '\n' } else { ' ' };
        out.extend(inner.bytes().map(blank));
        at = close;
    }
    out.push_str(&source[at..]);
    out
}

/// Returns what is between the tags of scripts and styles.
fn scripts(lower: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = lower[at..].find("<s") {
        let start = at + offset;
        at = start + 2;
        let name = ["<script", "<style"]
            .into_iter()
            .find(|name| lower[start..].starts_with(name));
        let Some(name) = name else {
            continue;
        };
        let Some(inner) = lower[start..].find('>').map(|end| start + end + 1) else {
            break;
        };
        let close = format!("</{}", &name[1..]);
        let end = lower[inner..].find(&close).map(|end| inner + end);
        let Some(end) = end.filter(|_| !lower[..inner].ends_with("/>")) else {
            continue;
        };
        found.push((inner, end));
        at = end;
    }
    found
}

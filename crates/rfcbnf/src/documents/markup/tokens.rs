//! The tags and texts of HTML and XML.

use quick_xml::Reader;
use quick_xml::escape::resolve_html5_entity;
use quick_xml::events::{BytesStart, Event};

/// A tag or a text.
pub(super) enum Token {
    /// A tag that opens an element, with its attributes.
    Start {
        name: String,
        attributes: Vec<(String, String)>,
    },
    /// A tag that closes an element.
    End { name: String, line: usize },
    /// Text without entities, which begins on a line of the file.
    Text { text: String, line: usize },
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
    let mut reader = Reader::from_str(source);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut counted = 0;
    loop {
        let start = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let start = start.min(source.len());
        line += newlines(&source.as_bytes()[counted.min(start)..start]);
        counted = start.max(counted);
        let text = |text: String| Token::Text { text, line };
        match reader.read_event() {
            Ok(Event::Start(tag)) => tokens.push(opening(&tag)),
            Ok(Event::Empty(tag)) => {
                let name = name_of(tag.name().as_ref());
                tokens.push(opening(&tag));
                tokens.push(Token::End { name, line });
            }
            Ok(Event::End(tag)) => tokens.push(Token::End {
                name: name_of(tag.name().as_ref()),
                line,
            }),
            Ok(Event::Text(part)) => tokens.push(text(string(&part))),
            Ok(Event::CData(part)) => tokens.push(text(string(&part))),
            Ok(Event::GeneralRef(entity)) => {
                let character = entity.resolve_char_ref().ok().flatten();
                let name = string(&entity);
                let named = || resolve_html5_entity(&name).map(str::to_owned);
                let found = character.map(String::from).or_else(named);
                tokens.push(text(found.unwrap_or_else(|| format!("&{name};"))));
            }
            Ok(Event::Eof) => return tokens,
            Ok(_) => {}
            Err(_) => {
                // What is left is no markup.
                let rest = usize::try_from(reader.error_position()).unwrap_or(usize::MAX);
                let rest = source.get(rest.max(start)..).unwrap_or_default();
                tokens.push(text(rest.to_owned()));
                return tokens;
            }
        }
    }
}

fn newlines(octets: &[u8]) -> usize {
    octets.split(|octet| *octet == b'\n').count() - 1
}

fn string(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).replace("\r\n", "\n")
}

fn name_of(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).to_ascii_lowercase()
}

fn opening(tag: &BytesStart<'_>) -> Token {
    let mut attributes = Vec::new();
    for attribute in tag.html_attributes().with_checks(false).flatten() {
        let value = String::from_utf8_lossy(&attribute.value).into_owned();
        attributes.push((name_of(attribute.key.as_ref()), value));
    }
    Token::Start {
        name: name_of(tag.name().as_ref()),
        attributes,
    }
}

/// Blanks what is between the tags of scripts and styles: it is no markup.
fn without_scripts(source: &str) -> String {
    let lower = source.to_ascii_lowercase();
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for (open, close) in scripts(&lower) {
        out.push_str(&source[at..open]);
        let inner = &source[open..close];
        out.extend(inner.chars().filter(|one| *one == '\n'));
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

//! The inspection of a URL for people.

use std::io::{self, Write};

use rfc1738::url::{Component, EmbeddedDelimiter};
use rfc1738::{Url, advise};
use rfcbnf_engine::escape::{Escaped, Quoted};

use crate::advice;
use crate::inspect::{Choices, facts, refused, segments, sent};
use crate::palette::Palette;
use crate::paragraph::{write_labelled, write_section};
use crate::table::{Cell, Column, Table};

/// Writes the components of the URL, what a client does, what it sends or refuses to send, advice,
/// and the normal form.
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    url: &Url<'_>,
    choices: Choices<'_>,
) -> io::Result<()> {
    writeln!(out, "{url}")?;
    let rule = url.rule();
    let what = format!("{rule}, which Section {} explains", rule.section());
    write_labelled(out, palette, "Rule", &[what])?;
    write_section(out, palette, "Components")?;
    write_components(out, palette, url)?;
    let facts = facts::facts(url, choices);
    write_section(out, palette, "What a client does")?;
    facts
        .iter()
        .try_for_each(|fact| writeln!(out, "  {fact}"))?;
    let sent = sent(url, choices).unwrap_or_default();
    if !sent.is_empty() {
        write_section(out, palette, "What it sends")?;
        sent.iter()
            .try_for_each(|octets| writeln!(out, "  {}", Escaped(octets)))?;
    }
    write_refused(out, palette, url, &refused(url, choices))?;
    let mut findings = advise(url).peekable();
    if findings.peek().is_some() {
        write_section(out, palette, "Advice")?;
    }
    for finding in findings {
        write!(out, "  ")?;
        advice::write(out, palette, url.as_str(), &finding, false)?;
    }
    write_section(out, palette, "Normal form")?;
    writeln!(out, "  {}", url.normalized())
}

/// Writes a line for each delimiter that the client refuses to decode and send, and what to do.
fn write_refused(
    out: &mut impl Write,
    palette: Palette,
    url: &Url<'_>,
    refused: &[EmbeddedDelimiter],
) -> io::Result<()> {
    if refused.is_empty() {
        return Ok(());
    }
    let Palette { number, faint, .. } = palette;
    write_section(out, palette, "What it refuses to send")?;
    for embedded in refused {
        let (span, raw) = (embedded.span(), &url.as_str()[embedded.span()]);
        writeln!(
            out,
            "  {number}{}..{}{number:#} {faint}\"{raw}\"{faint:#} in the {}: {} (RFC 1738, 6)",
            span.start,
            span.end,
            embedded.component(),
            embedded.delimiter().meaning()
        )?;
    }
    writeln!(
        out,
        "  correct the URL; if you trust it, --decode-delimiters shows the request that holds them"
    )
}

/// Writes a line for each component: name, span, raw text and, if it differs, decoded text.
fn write_components(out: &mut impl Write, palette: Palette, url: &Url<'_>) -> io::Result<()> {
    let Palette {
        name,
        number,
        faint,
        ..
    } = palette;
    let components = url.components();
    let rows = components.iter().map(|component| {
        let (decoded, raw, span) = (component.decoded(), component.raw(), component.span());
        let mut decoding = String::new();
        if &*decoded != raw.as_bytes() {
            let parts: Vec<String> = parts(*component)
                .iter()
                .map(|part| Quoted(part).to_string())
                .collect();
            decoding = format!(" stands for {}", parts.join(" / "));
        }
        vec![
            Cell::new(&component.name(), name),
            Cell::new(&format_args!("{}..{}", span.start, span.end), number),
            Cell::plain(&format_args!("{faint}\"{raw}\"{faint:#}{decoding}")),
        ]
    });
    let table = Table {
        columns: vec![Column::default(), Column::default(), Column::default()],
        rows: rows.collect(),
    };
    table.write(out, palette, "  ")
}

/// Returns the decoded component: one part, or the segments of a path if a slash in one of them is
/// encoded.
fn parts(component: Component<'_>) -> Vec<Vec<u8>> {
    let decoded = component.decoded();
    let separated = decoded.split(|&octet| octet == b'/').count();
    let segments = segments(component).filter(|segments| segments.len() < separated);
    segments.unwrap_or_else(|| vec![decoded.into_owned()])
}

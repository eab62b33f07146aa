//! The page for people.
//!
//! Invariant: what is decoded is escaped before it is shown.

use std::io::{self, Write as _};

use rfc1738::url::Component;
use rfc1738::{Url, advise};

use super::{client, facts};
use crate::advice;
use crate::escape::Escaped;
use crate::page::{write_heading, write_labelled};
use crate::streams::Output;
use crate::style::Palette;

/// Writes all that is known of the URL.
pub(super) fn write(out: &mut Output, url: &Url<'_>, address: Option<&[u8]>) -> io::Result<()> {
    writeln!(out, "{url}")?;
    let rule = url.rule();
    let what = format!("{rule}, which Section {} explains", rule.section());
    write_labelled(out, "Rule", &[what])?;
    section(out, "Components")?;
    write_components(out, url)?;
    let facts = facts::facts(url);
    section(out, "What a client does")?;
    facts
        .iter()
        .try_for_each(|fact| writeln!(out, "  {fact}"))?;
    let sent = client::sent(url, address);
    if !sent.is_empty() {
        section(out, "What it sends")?;
        sent.iter()
            .try_for_each(|octets| writeln!(out, "  {}", Escaped(octets)))?;
    }
    let mut findings = advise(url).peekable();
    if findings.peek().is_some() {
        section(out, "Advice")?;
    }
    let palette = out.palette();
    for finding in findings {
        write!(out, "  ")?;
        advice::write(out, palette, url.as_str(), &finding, false)?;
    }
    section(out, "Normal form")?;
    writeln!(out, "  {}", url.normalized())
}

fn section(out: &mut Output, heading: &str) -> io::Result<()> {
    writeln!(out)?;
    write_heading(out, heading)
}

/// A line for each component: name, span, what the URL holds and, where that is something
/// else, what it stands for.
fn write_components(out: &mut Output, url: &Url<'_>) -> io::Result<()> {
    let Palette {
        name,
        number,
        faint,
        ..
    } = out.palette();
    let components = url.components();
    let span =
        |component: &Component<'_>| format!("{}..{}", component.span().start, component.span().end);
    let widest = |widths: &mut dyn Iterator<Item = usize>| widths.max().unwrap_or(0);
    let names = widest(&mut components.iter().map(|part| part.name().as_str().len()));
    let spans = widest(&mut components.iter().map(|part| span(part).len()));
    for component in &components {
        let (decoded, raw) = (component.decoded(), component.raw());
        write!(
            out,
            "  {name}{:names$}{name:#}  {number}{:spans$}{number:#}  {faint}\"{raw}\"{faint:#}",
            component.name(),
            span(component)
        )?;
        if &*decoded != raw.as_bytes() {
            write!(out, " stands for \"{}\"", Escaped(&decoded))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

//! Advice on a URL, one finding a line.
//!
//! ```
//! use rfc1738::{Url, advise};
//! use rfc1738_views::advice;
//! use rfc1738_views::palette::Palette;
//!
//! let url = Url::parse("http://h:8080/")?;
//! let mut out = Vec::new();
//! for finding in advise(&url) {
//!     advice::write(&mut out, Palette::PLAIN, url.as_str(), &finding, false)?;
//! }
//! assert!(out.starts_with(b"warning[non-default-port] 9..13 \"8080\": "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};

use std::ops::Range;

use rfc1738::password::{self, HIDDEN};
use rfc1738::{Finding, Severity};

use crate::palette::Palette;
use crate::tree::text::write_cut;

/// Writes the finding as a line: severity, id, span, the text of the span (cut if it is long, and `***` if it is
/// a part of a password), and the message. A denied finding has the severity `error`.
///
/// ```
/// use rfc1738::{Url, advise};
/// use rfc1738_views::advice;
/// use rfc1738_views::palette::Palette;
///
/// let url = Url::parse("ftp://me:secret@host.dom/")?;
/// let mut lines = Vec::new();
/// for finding in advise(&url) {
///     advice::write(&mut lines, Palette::PLAIN, url.as_str(), &finding, false)?;
/// }
/// let lines = String::from_utf8(lines)?;
/// assert!(lines.contains("danger[password] 9..15 \"***\": "), "{lines}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the output does.
///
/// # Panics
///
/// Panics if the finding is not about `text`.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    text: &(impl AsRef<[u8]> + ?Sized),
    finding: &Finding,
    is_denied: bool,
) -> io::Result<()> {
    let (id, span, number) = (finding.id(), finding.span(), palette.number);
    let (word, style) = match finding.severity() {
        _ if is_denied => ("error", palette.error),
        Severity::Danger => (Severity::Danger.as_str(), palette.error),
        Severity::Warning => (Severity::Warning.as_str(), palette.warning),
        Severity::Note => (Severity::Note.as_str(), palette.note),
    };
    write!(
        out,
        "{style}{word}[{id}]{style:#} {number}{}..{}{number:#} ",
        span.start, span.end
    )?;
    let text = text.as_ref();
    let secrets = password::spans(text).into_iter();
    let is_secret = |secret: &Range<usize>| secret.start < span.end && span.start < secret.end;
    match secrets.filter(is_secret).count() {
        0 => write_cut(out, palette, &text[span])?,
        _ => write_cut(out, palette, HIDDEN.as_bytes())?,
    }
    write!(out, ": {finding}")?;
    // A finding is one line, for editors and for `grep`.
    finding
        .fix_lines()
        .try_for_each(|line| write!(out, "; {line}"))?;
    writeln!(out)
}

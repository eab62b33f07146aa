//! The way in which a protocol sends a component, and the delimiters that it gives a meaning.

use alloc::vec::Vec;
use core::ops::Range;

use super::delimiter::{Delimiter, EmbeddedDelimiter};
use super::{Component, ComponentName, GopherPlus, OtherUrl, Url};
use crate::encoding::{ESCAPE, escaped};

/// The way in which a client sends a decoded component.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wire {
    /// No octet does harm: the component is not sent.
    Harmless,
    /// Not sent, but used as the name of a file.
    FileName,
    /// As part of a line: a mail address, a Prospero object, or the path and query of HTTP. Path
    /// and query should stay encoded, as Section 6 asks. A WAIS client sends the parts of a URL with their
    /// lengths, but they go through the lines and texts of gateways; of a scheme that the RFC does not define,
    /// the protocol may be one of lines.
    Line,
    /// As part of a Telnet line. The control connection of FTP uses Telnet as well. In a telnet
    /// URL, the user types the user name and password.
    Telnet,
    /// Between tabs: a selector, search string or Gopher+ string.
    Gopher,
    /// After a tab, as the lines of a form (3.4.9).
    GopherForm,
    /// Between angle brackets, as an argument: a message id.
    MessageId,
}

impl Wire {
    /// Returns how a client sends this component of the URL.
    pub(crate) fn of(url: Url<'_>, component: Component<'_>) -> Self {
        use ComponentName as Name;
        match (url, component.name()) {
            (Url::Ftp(_), Name::User | Name::Password | Name::Fsegment)
            | (Url::Telnet(_), Name::User | Name::Password) => Self::Telnet,
            (Url::Gopher(_), Name::Selector) => Self::Gopher,
            (Url::Gopher(url), name @ (Name::Search | Name::GopherString)) => {
                let is_form = matches!(url.gopher_plus(), Some(GopherPlus::FilledForm { .. }));
                match name {
                    Name::Search if is_form => Self::Harmless,
                    _ if is_form => Self::GopherForm,
                    _ => Self::Gopher,
                }
            }
            (Url::Http(_), Name::Hpath | Name::Search)
            | (Url::Mailto(_), Name::Encoded822addr)
            | (Url::Prospero(_), Name::Hsoname | Name::Fieldname | Name::Fieldvalue)
            | (Url::Wais(_), Name::Database | Name::Search | Name::Wtype | Name::Wpath)
            | (Url::Other(_), Name::User | Name::Password | Name::UrlPath) => Self::Line,
            (Url::Other(url), Name::Schemepart) if !holds_data(url) => Self::Line,
            (Url::News(_), Name::Article) => Self::MessageId,
            (Url::File(_), Name::Fsegment) => Self::FileName,
            _ => Self::Harmless,
        }
    }

    /// Adds the delimiters that the component embeds.
    pub(super) fn add_delimiters(
        self,
        component: Component<'_>,
        embedded: &mut Vec<EmbeddedDelimiter>,
    ) {
        for (octet, span) in component.octets() {
            if let Some(delimiter) = self.delimiter(component, octet, &span) {
                embedded.push(EmbeddedDelimiter::new(delimiter, component.name(), span));
            }
        }
    }

    /// Returns the delimiter that an octet of the component is. `span` is that of the octet in the
    /// URL.
    pub(crate) fn delimiter(
        self,
        component: Component<'_>,
        octet: u8,
        span: &Range<usize>,
    ) -> Option<Delimiter> {
        let delimiter = self.delimiter_of(octet)?;
        let is_wanted = self == Self::GopherForm && is_wanted(delimiter, component, span);
        (!is_wanted).then_some(delimiter)
    }

    /// Returns the delimiter that an octet is, wherever it is.
    pub(super) const fn delimiter_of(self, octet: u8) -> Option<Delimiter> {
        Some(match (octet, self) {
            (_, Self::Harmless) => return None,
            (0x00, _) => Delimiter::Nul,
            (_, Self::FileName) => return None,
            (b'\r', _) => Delimiter::CarriageReturn,
            (b'\n', _) => Delimiter::LineFeed,
            (0xFF, Self::Telnet) => Delimiter::TelnetCommand,
            (b'\t', Self::Gopher) => Delimiter::Tab,
            (b'\t' | b' ', Self::MessageId) => Delimiter::WhiteSpace,
            (b'<' | b'>', Self::MessageId) => Delimiter::AngleBracket,
            (b'.', Self::GopherForm) => Delimiter::FormEnd,
            _ => return None,
        })
    }
}

/// Returns whether a URL holds its data, so that none of it is sent (RFC 2397).
fn holds_data(url: OtherUrl<'_>) -> bool {
    url.scheme().raw().eq_ignore_ascii_case("data")
}

/// Returns whether a filled-out form needs the delimiter there (3.4.9): a whole line end, or a full
/// stop that does not end the form early.
fn is_wanted(delimiter: Delimiter, form: Component<'_>, span: &Range<usize>) -> bool {
    let (raw, start) = (form.raw().as_bytes(), form.span().start);
    let (before, after) = (&raw[..span.start - start], &raw[span.end - start..]);
    match delimiter {
        Delimiter::CarriageReturn => escaped(after) == Some(b'\n'),
        Delimiter::LineFeed => last_escaped(before) == Some(b'\r'),
        Delimiter::FormEnd => {
            let is_line = last_escaped(before) == Some(b'\n') && escaped(after) == Some(b'\r');
            let is_last = after.len() == 2 * ESCAPE;
            !is_line || is_last
        }
        _ => false,
    }
}

/// Returns the octet that the escape at the end of the text encodes.
fn last_escaped(text: &[u8]) -> Option<u8> {
    escaped(&text[text.len().saturating_sub(ESCAPE)..])
}

//! Advice on octets that act as delimiters in a protocol: Sections 3.4.1 and 6.

use std::ops::Range;

use super::{AdviceId, Finding};
use crate::encoding::{ESCAPE, escaped};
use crate::url::{Component, ComponentName, GopherPlus, Url};

/// The way in which a client sends a decoded component.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wire {
    /// No octet does harm: the component is not sent, or is sent with its length (wais), or the RFC
    /// does not define the scheme.
    Harmless,
    /// As part of a line: a mail address, a Prospero object, or the path and query of HTTP. Path
    /// and query should stay encoded, as Section 6 asks.
    Line,
    /// As part of a Telnet line. The control connection of FTP uses Telnet as well. In a telnet
    /// URL, the user types the user name and password.
    Telnet,
    /// Between tabs: a search string or Gopher+ string.
    Gopher,
    /// Between tabs, as a selector.
    GopherSelector,
    /// After a tab, as the lines of a form (3.4.9).
    GopherForm,
    /// Between angle brackets, as an argument: a message id.
    MessageId,
}

impl Wire {
    /// Returns how a client sends this component of the URL.
    pub(super) fn of(url: Url<'_>, component: Component<'_>) -> Self {
        use ComponentName as Name;
        match (url, component.name()) {
            (Url::Ftp(_), Name::User | Name::Password | Name::Fsegment)
            | (Url::Telnet(_), Name::User | Name::Password) => Self::Telnet,
            (Url::Gopher(_), Name::Selector) => Self::GopherSelector,
            (Url::Gopher(url), Name::GopherString)
                if matches!(url.gopher_plus(), Some(GopherPlus::FilledForm { .. })) =>
            {
                Self::GopherForm
            }
            (Url::Gopher(_), Name::Search | Name::GopherString) => Self::Gopher,
            (Url::Http(_), Name::Hpath | Name::Search)
            | (Url::Mailto(_), Name::Encoded822addr)
            | (Url::Prospero(_), Name::Hsoname | Name::Fieldname | Name::Fieldvalue) => Self::Line,
            (Url::News(_), Name::Article) => Self::MessageId,
            _ => Self::Harmless,
        }
    }

    /// Returns the findings on an escape of the component. The span is that in the URL.
    pub(super) fn findings(
        self,
        url: &str,
        octet: u8,
        span: Range<usize>,
    ) -> impl Iterator<Item = Finding> + use<> {
        let delimiter = self.delimiter(octet);
        let is_wanted = self == Self::GopherForm && is_line_end(url, octet, &span);
        let delimiter = delimiter.filter(|_| !is_wanted).map(|meaning| {
            let message = format!("decoded, \"{}\" is {meaning}", &url[span.clone()]);
            Finding::new(AdviceId::EncodedDelimiter, span.clone(), message)
        });
        let is_excluded = self == Self::GopherSelector && b"\t\n\r".contains(&octet);
        let selector = is_excluded.then(|| {
            let message = "a Gopher selector cannot contain a tab, LF or CR";
            Finding::new(AdviceId::GopherSelector, span, message)
        });
        delimiter.into_iter().chain(selector)
    }

    /// Describes the octet, if it is a delimiter of the protocol.
    fn delimiter(self, octet: u8) -> Option<&'static str> {
        Some(match (octet, self) {
            (_, Self::Harmless) => return None,
            (0x00, _) => "NUL, which many programs take for the end",
            (b'\r', _) => "CR, which ends a line: the rest may be read as another command",
            (b'\n', _) => "LF, which ends a line: the rest may be read as another command",
            (0xFF, Self::Telnet) => "the octet that begins a command of Telnet",
            (b'\t', Self::Gopher | Self::GopherSelector) => {
                "a tab, which separates the parts of a Gopher request: the rest may be read as another part"
            }
            (b'\t' | b' ', Self::MessageId) => {
                "white space, which ends a message id: the rest may be read as something else"
            }
            (b'<' | b'>', Self::MessageId) => "an angle bracket, which bounds a message id",
            _ => return None,
        })
    }
}

/// Returns whether the escape is CR before LF or LF after CR. A URL holds neither literally, so
/// both are escapes.
fn is_line_end(url: &str, octet: u8, span: &Range<usize>) -> bool {
    let url = url.as_bytes();
    let before = || escaped(&url[span.start.saturating_sub(ESCAPE)..]);
    let after = || escaped(&url[span.end..]);
    match octet {
        b'\r' => after() == Some(b'\n'),
        b'\n' => before() == Some(b'\r'),
        _ => false,
    }
}

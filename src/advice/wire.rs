//! What goes over the wire, and what parts it there: Sections 3.4.1 and 6.

use std::ops::Range;

use super::{AdviceId, Finding};
use crate::encoding::{ESCAPE, escaped};
use crate::url::{Component, ComponentName, GopherPlus, Url};

/// What is done with a component once it is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wire {
    /// Nothing goes wrong. The component is not sent, or sent with its length (wais), or nobody
    /// knows: the RFC does not define the scheme.
    Harmless,
    /// It is sent as part of a line: a mail address, an object of Prospero, or a path and a
    /// query of HTTP. The last two ought to stay encoded, which is what Section 6 asks to take
    /// care of.
    Line,
    /// It is sent as part of a line of Telnet, on which the control connection of FTP is built
    /// as well. Telnet names its user and password as what ought to be typed.
    Telnet,
    /// It is sent between tabs: a search string or Gopher+ string.
    Gopher,
    /// The same, and it is a selector.
    GopherSelector,
    /// It is sent after a tab, as the lines of a form (3.4.9).
    GopherForm,
    /// It is sent between angle brackets, as an argument: a message id.
    MessageId,
}

impl Wire {
    /// What is done with the component of the URL.
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

    /// What there is to say about an escape of the component. The span is that in the URL.
    pub(super) fn findings(
        self,
        url: &str,
        octet: u8,
        span: Range<usize>,
    ) -> impl Iterator<Item = Finding> + use<> {
        let delimiter = self.delimited(octet);
        let is_wanted = self == Self::GopherForm && is_line_end(url, octet, &span);
        let delimiter = delimiter.filter(|_| !is_wanted).map(|what| {
            let message = format!("decoded, \"{}\" is {what}", &url[span.clone()]);
            Finding::new(AdviceId::EncodedDelimiter, span.clone(), message)
        });
        let is_in_no_selector = self == Self::GopherSelector && b"\t\n\r".contains(&octet);
        let selector = is_in_no_selector.then(|| {
            let message = "no Gopher selector holds a tab, LF or CR";
            Finding::new(AdviceId::GopherSelector, span, message)
        });
        delimiter.into_iter().chain(selector)
    }

    /// What the octet is, where it means something to the protocol.
    fn delimited(self, octet: u8) -> Option<&'static str> {
        Some(match (octet, self) {
            (_, Self::Harmless) => return None,
            (0x00, _) => "NUL, which many programs take for the end",
            (b'\r', _) => "CR, which ends a line: what follows may be taken for another command",
            (b'\n', _) => "LF, which ends a line: what follows may be taken for another command",
            (0xFF, Self::Telnet) => "the octet that begins a command of Telnet",
            (b'\t', Self::Gopher | Self::GopherSelector) => {
                "a tab, which parts what Gopher sends: what follows may be taken for something else"
            }
            (b'\t' | b' ', Self::MessageId) => {
                "white space, which ends a message id: what follows may be taken for something else"
            }
            (b'<' | b'>', Self::MessageId) => "an angle bracket, which bounds a message id",
            _ => return None,
        })
    }
}

/// Whether the escape is that of CR before LF or of LF after CR. Neither can stand for itself,
/// so both are escapes.
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

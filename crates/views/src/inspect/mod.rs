//! All about one URL: its components, what a client does with it, its normal form.
//!
//! ```
//! use rfc1738::Url;
//! use rfc1738_views::inspect::{Choices, page};
//! use rfc1738_views::palette::Palette;
//!
//! let mut out = Vec::new();
//! page::write(&mut out, Palette::PLAIN, &Url::parse("http://h/a?b")?, Choices::default())?;
//! assert!(String::from_utf8(out)?.contains("connect to h, port 80"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod facts;
pub mod page;
pub mod record;

use std::borrow::Cow;

use rfc1738::url::{Component, ComponentName, EmbeddedDelimiter, MailAddress, UnsafeRequest};
use rfc1738::{Url, decode};

/// The decisions that a client leaves to its user.
#[derive(Debug, Clone, Copy, Default)]
pub struct Choices<'a> {
    /// The e-mail address that anonymous FTP gives as a password.
    pub address: Option<MailAddress<'a>>,
    /// Whether to decode and send delimiters of the protocol that the URL embeds (Section 6).
    pub decodes_delimiters: bool,
}

/// Returns the octets that a client sends, in order: the commands of FTP without their line ends,
/// or the request of Gopher.
///
/// # Errors
///
/// Returns [`UnsafeRequest`] if the URL embeds delimiters of the protocol, unless the user chose to
/// decode them.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738_views::inspect::{Choices, sent};
///
/// let url = Url::parse("gopher://h/7find%09words")?;
/// assert_eq!(sent(&url, Choices::default())?, [b"find\twords\r\n"]);
///
/// let url = Url::parse("gopher://h/0a%0D%0Ab")?;
/// assert!(sent(&url, Choices::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sent(url: &Url<'_>, choices: Choices<'_>) -> Result<Vec<Vec<u8>>, UnsafeRequest> {
    let address = choices.address.unwrap_or(MailAddress::PLACEHOLDER);
    Ok(match url {
        Url::Ftp(url) if choices.decodes_delimiters => url
            .commands_decoding_delimiters()
            .map(|command| command.line(address))
            .collect(),
        Url::Ftp(url) => url
            .commands()?
            .map(|command| command.line(address))
            .collect(),
        Url::Gopher(url) if choices.decodes_delimiters => vec![url.request_decoding_delimiters()],
        Url::Gopher(url) => vec![url.request()?],
        _ => Vec::new(),
    })
}

/// Returns the delimiters that a client refuses to decode and send, in the order of the URL. There
/// are none in a scheme whose client sends no decoded component.
#[must_use]
pub fn refused(url: &Url<'_>, choices: Choices<'_>) -> Vec<EmbeddedDelimiter> {
    match url {
        _ if choices.decodes_delimiters => Vec::new(),
        Url::Ftp(_) | Url::Gopher(_) | Url::Mailto(_) | Url::News(_) | Url::Prospero(_) => {
            url.embedded_delimiters().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the decoded segments of a path in which slashes separate segments; `None` for another
/// component. An encoded slash separates nothing (2.2).
pub(crate) fn segments(component: Component<'_>) -> Option<Vec<Vec<u8>>> {
    let is_path = matches!(
        component.name(),
        ComponentName::Hpath | ComponentName::UrlPath
    );
    let segments = component.raw().split('/');
    let decoded = segments.map(|part| decode(part).map_or_else(|_| part.into(), Cow::into_owned));
    is_path.then(|| decoded.collect())
}

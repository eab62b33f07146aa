//! Advice on well-formed URLs, from the prose of Sections 2, 3, 4 and 6.
//!
//! ```
//! use rfc1738::advice::{Severity, advise};
//! use rfc1738::{AdviceId, Url};
//!
//! let url = Url::parse("ftp://user:secret@host.dom/%2Fetc%2Fmotd;type=a")?;
//! let mut dangers = advise(&url).filter(|finding| finding.severity() == Severity::Danger);
//! let password = dangers.next().unwrap();
//! assert_eq!(password.id(), AdviceId::Password);
//! assert_eq!(&url.as_str()[password.span()], "secret");
//! assert_eq!(password.to_string(), "a password in a URL is not secret (RFC 1738, 6)");
//! # Ok::<(), rfc1738::SyntaxError>(())
//! ```
//!
//! Advice does not make a URL invalid: the grammar alone decides whether a text is a URL. Advice
//! follows RFC 1738; later documents that define `http` and other schemes are not considered,
//! except for the default ports of schemes that RFC 1738 does not define. Where a limit comes from
//! another document, [`Finding::reference`] names it.
//!
//! Architecture invariants:
//! - every finding lies in one component of the URL; findings are ordered by their start, an
//!   enclosing finding before those inside it;
//! - each [`AdviceId`] is a condition of its own: a finding never suppresses one with another id;
//! - findings are computed lazily, in time linear in the length of the URL.

mod address;
mod escape;
mod finding;
mod host;
mod id;
mod password;
mod port;
mod scheme;
#[cfg(feature = "serde")]
mod serialize;

pub use finding::Finding;
pub use id::{AdviceId, Severity, UnknownAdvice};

use alloc::vec::Vec;
use core::ops::Range;

use crate::url::{Component, ComponentName, Url};

/// Returns the advice of the RFC on a URL, in the order of the text.
///
/// ```
/// use rfc1738::{AdviceId, Url, advise};
///
/// let url = Url::parse("gopher://mail.host.dom:25/xQUIT%0D%0A")?;
/// let findings: Vec<_> = advise(&url).map(|finding| (finding.id(), finding.span())).collect();
/// assert_eq!(findings, [
///     (AdviceId::NonDefaultPort, 23..25),
///     (AdviceId::ReservedPort, 23..25),
///     (AdviceId::EncodedDelimiter, 31..34),
///     (AdviceId::GopherSelector, 31..34),
///     (AdviceId::EncodedDelimiter, 34..37),
///     (AdviceId::GopherSelector, 34..37),
/// ]);
/// assert_eq!(
///     advise(&url).next().unwrap().to_string(),
///     "port 25 is not 70, the default of gopher: something else may listen there (RFC 1738, 6)",
/// );
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub fn advise<'t>(url: &Url<'t>) -> impl Iterator<Item = Finding> + use<'t> {
    let mut findings = Vec::new();
    let secrets = password_spans(*url);
    for component in url.components() {
        findings.append(&mut whole(*url, component));
        escape::add_findings(*url, component, &secrets, &mut findings);
    }
    findings.into_iter()
}

/// Returns the spans of passwords, whose characters no message shows.
fn password_spans(url: Url<'_>) -> Vec<Range<usize>> {
    let mut secrets = crate::password::spans(url.as_str().as_bytes());
    secrets.extend(url.password().map(Component::span));
    secrets
}

/// Returns the findings on the component as a whole. They start no later than its first escape.
fn whole(url: Url<'_>, component: Component<'_>) -> Vec<Finding> {
    match component.name() {
        ComponentName::Scheme => scheme::findings(url, component),
        ComponentName::Password => password::findings(url, component),
        ComponentName::Host => host::findings(url),
        ComponentName::Port => port::findings(url),
        ComponentName::Encoded822addr => address::findings(component),
        ComponentName::Article | ComponentName::Schemepart => scheme::double_slash(component),
        _ => Vec::new(),
    }
}

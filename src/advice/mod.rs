//! Advice on URLs that are well formed: what the prose of Sections 2, 3, 4 and 6 has against
//! them, or has to say about them.
//!
//! A URL on which there is advice is still a URL: whether a text is one is the grammar's
//! decision alone. Advice is about what the RFC says; that `http` is defined elsewhere and
//! other schemes are too is not taken into account.
//!
//! Architecture invariants:
//! - every finding lies in one component of the URL, and findings come in the order of their
//!   starts, what encloses another before that;
//! - each [`AdviceId`] stands for a condition of its own: that one holds does not silence
//!   another, so whoever looks for one id misses nothing;
//! - advice is given lazily, and all of it takes time in proportion to the URL.

mod addr_spec;
mod address;
mod escape;
mod finding;
mod host;
mod id;
mod password;
mod port;
mod scheme;
mod wire;

pub use finding::Finding;
pub use id::{AdviceId, Severity, UnknownAdvice};

use crate::url::{Component, ComponentName, Url};

/// What the RFC advises on a URL, in the order of the text.
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
    let url = *url;
    url.components()
        .into_iter()
        .flat_map(move |component| whole(url, component).chain(escape::findings(url, component)))
}

/// What there is to say about the component apart from its escapes. It starts before, or
/// where, the first escape does.
fn whole<'t>(url: Url<'t>, component: Component<'t>) -> impl Iterator<Item = Finding> + use<'t> {
    let findings = match component.name() {
        ComponentName::Scheme => scheme::findings(component),
        ComponentName::Password => password::findings(component),
        ComponentName::Host => host::findings(url),
        ComponentName::Port => port::findings(url),
        ComponentName::Encoded822addr => address::findings(component),
        ComponentName::Article | ComponentName::Schemepart => scheme::double_slash(component),
        _ => Vec::new(),
    };
    findings.into_iter()
}

//! The spans of the components of a URL, as the productions derive them.
//!
//! Invariant: nothing is allocated. The selected productions occur at most once in a URL, so
//! there is room for all of them; repeated components are found by their delimiters. A URL has at
//! least one part, unless it is too long for [`Spans`].

use rfcbnf_engine::ProductionSet;
use rfcbnf_engine::spans::{Selection, Spans};

use crate::rules::{Rule, spans};

/// Room for the parts of any URL. The most is seven: ftp and other URLs have that many.
const ROOM: usize = 8;

/// The productions that are components or determine the kind of URL.
struct UrlParts;

impl Selection for UrlParts {
    const PRODUCTIONS: ProductionSet = Rule::set(&[
        Rule::Ftpurl,
        Rule::Httpurl,
        Rule::Gopherurl,
        Rule::Mailtourl,
        Rule::Newsurl,
        Rule::Nntpurl,
        Rule::Telneturl,
        Rule::Waisurl,
        Rule::Fileurl,
        Rule::Prosperourl,
        Rule::Otherurl,
        Rule::IpSchemepart,
        Rule::User,
        Rule::Password,
        Rule::Hostname,
        Rule::Hostnumber,
        Rule::Port,
        Rule::Urlpath,
        Rule::Fpath,
        Rule::Ftptype,
        Rule::Hpath,
        Rule::Search,
        Rule::Gtype,
        Rule::Encoded822addr,
        Rule::Group,
        Rule::Article,
        Rule::Database,
        Rule::Wtype,
        Rule::Wpath,
        Rule::Ppath,
    ]);
}

/// The selected productions of a URL, in the order in which they begin, with their spans.
pub(super) type Parts = Spans<ROOM>;

/// Finds the parts of a text. Returns whether it is a URL.
#[inline(never)]
pub(super) fn find_parts(text: &[u8], parts: &mut Parts) -> bool {
    parts.select::<UrlParts>(text, spans::url)
}

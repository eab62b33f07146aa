//! The spans of the components of a URL, as the productions derive them.
//!
//! Invariant: nothing is allocated. The selected productions occur at most once in a URL, so
//! there is room for all of them; repeated components are found by their delimiters.

use rfcbnf_engine::{ProductionSet, Selection, Spans};

use crate::rules::Rule;

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

/// Returns the parts of a text, if it is a URL.
pub(super) fn parts(text: &[u8]) -> Option<Parts> {
    Spans::select::<UrlParts, _>(Rule::Url, text)
}

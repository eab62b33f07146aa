//! The spans of the components of a URL, as the productions derive them.
//!
//! Invariant: nothing is allocated. The selected productions occur at most once in a URL, so
//! there is room for all of them; repeated components are found by their delimiters. The first is the
//! kind of the URL.

use core::ops::Range;

use rfcbnf_engine::ProductionSet;
use rfcbnf_engine::spans::{Selection, Spans};

use crate::rules::{Rule, bodies};

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
    parts.select::<UrlParts>(text, bodies::url)
}

/// Returns the span of a part of a URL whose text is longer than 4 GiB.
#[cold]
pub(super) fn long_span(text: &[u8], lower: &Range<usize>, rule: Rule) -> Option<Range<usize>> {
    let mut upper = Parts::NONE;
    upper.select_upper::<UrlParts>(text, bodies::url);
    let upper = upper.find(rule.id())?;
    let offset = |upper: usize, lower: usize| (upper as u64) << u32::BITS | lower as u64;
    let (start, end) = (
        offset(upper.start, lower.start),
        offset(upper.end, lower.end),
    );
    Some(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

//! The text that an argument gives, or standard input.
//!
//! `echo` and editors end what they write with a line end, which is no part of a URL. It is part of
//! a mail, of a request of SIP and of a vCard, whose grammars derive it. So the last line end of
//! standard input is taken off unless the production needs it: it does not derive the text without
//! the line end, and reads on into it. No production of RFC 1738 reads a line end.

use std::borrow::Cow;
use std::ffi::OsStr;

use rfc1738_views::production::{CheckedProduction, Rejection as _};

use crate::input::lines::without_line_end;
use crate::input::records::LIMIT;
use crate::input::source::Source;
use crate::outcome::Failure;

/// The length in octets of the longest text that is kept with its tree or its components.
pub(crate) const TEXT: usize = LIMIT;

/// The length in octets of the longest text whose steps or derivations are kept.
pub(crate) const EXPLAINED: usize = LIMIT / 8;

/// Returns what a limit is the limit of.
fn what(limit: usize) -> &'static str {
    if limit == TEXT {
        "a text whose tree is shown; `rfc1738 check --whole` decides about longer ones"
    } else {
        "a text that is explained; `rfc1738 parse` shows the tree of longer ones"
    }
}

/// The text of an argument; for `-`, that of standard input.
pub(crate) struct TextArgument<'a> {
    octets: Cow<'a, [u8]>,
    /// The length without the last line end, if that may be taken off.
    length: usize,
}

impl<'a> TextArgument<'a> {
    /// Reads the text. If `is_whole`, no line end is taken off.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, or is longer than `limit` octets.
    pub(crate) fn read(argument: &'a OsStr, is_whole: bool, limit: usize) -> Result<Self, Failure> {
        let is_input = argument == "-";
        let octets = if is_input {
            Cow::Owned(Source::new(argument).read_limited(limit, what(limit))?)
        } else {
            Cow::Borrowed(argument.as_encoded_bytes())
        };
        let length = if is_input && !is_whole {
            without_line_end(&octets).len()
        } else {
            octets.len()
        };
        Ok(Self { octets, length })
    }

    /// Reads all of a file (`-` for standard input), to its last octet.
    pub(crate) fn of_file(name: &OsStr) -> Result<Self, Failure> {
        let octets = Source::new(name).read_limited(TEXT, what(TEXT))?;
        let octets: Cow<[u8]> = Cow::Owned(octets);
        let length = octets.len();
        Ok(Self { octets, length })
    }

    /// Returns the text without its last line end.
    pub(crate) fn without_line_end(&self) -> &[u8] {
        &self.octets[..self.length]
    }

    /// Returns whether there is a line end that may be taken off.
    pub(crate) fn has_line_end(&self) -> bool {
        self.length < self.octets.len()
    }

    /// Returns the text for a production, with the last line end only if the production needs it.
    pub(crate) fn of<P: CheckedProduction>(&self, rule: P) -> &[u8] {
        let short = self.without_line_end();
        // A text that is not decided without its line end stays so.
        if !self.has_line_end() || !matches!(rule.is_valid(short), Ok(false)) {
            return short;
        }
        let offset_in = |text| match rule.check(text) {
            Ok(Err(error)) => Some(error.facts().offset()),
            Ok(Ok(_)) | Err(_) => None,
        };
        // A text that is wrong before its end is as wrong with a line end.
        let ends_early = offset_in(short).is_some_and(|offset| offset == short.len());
        let reads_on = || offset_in(&self.octets).is_none_or(|offset| offset > short.len());
        if ends_early && reads_on() {
            &self.octets
        } else {
            short
        }
    }

    /// Returns the text for a production whose nearest texts are shown: with the last line end also if fewer edits lead
    /// from there to a valid text.
    pub(crate) fn to_repair<P: CheckedProduction>(&self, rule: P) -> &[u8] {
        let text = self.of(rule);
        if text.len() == self.octets.len() || !matches!(rule.is_valid(text), Ok(false)) {
            return text;
        }
        let distance = |text| {
            let nearest = rule.nearest(text, 1.into()).ok()?;
            Some(nearest.distance)
        };
        let is_nearer = distance(&self.octets)
            .is_some_and(|whole| distance(text).is_none_or(|short| whole < short));
        if is_nearer { &self.octets } else { text }
    }
}

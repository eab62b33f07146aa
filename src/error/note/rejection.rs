//! The facts of an error from which its notes follow.

use core::ops::Range;

use rfcbnf_engine::{CharacterSet, ProductionSet};

use super::candidate::{Candidate, Piece};
use super::octets::{self, find, find_last};
use crate::error::Found;
use crate::password;
use crate::rules::Rule;

/// The facts of an error from which the notes follow.
#[derive(Clone, Copy)]
pub(in crate::error) struct Rejection<'a> {
    pub(in crate::error) rule: Rule,
    pub(in crate::error) text: &'a [u8],
    pub(in crate::error) offset: usize,
    pub(in crate::error) found: Option<Found>,
    /// Whether the offset is in a password, so that no note names what was found.
    pub(in crate::error) is_secret: bool,
    pub(in crate::error) next: CharacterSet,
    pub(in crate::error) can_end: bool,
    pub(in crate::error) context: &'a [Rule],
    /// The context as a set.
    pub(in crate::error) open: ProductionSet,
}

/// A text to fix: one that its production does not derive, or a valid one that has advice.
#[derive(Clone, Copy)]
pub(crate) struct Wrong<'a> {
    pub(crate) rule: Rule,
    pub(crate) text: &'a [u8],
    /// A prefix of the text with which no text of the production begins, if there is one: the one up to
    /// the character at the offset of the error.
    pub(crate) refused: Option<&'a [u8]>,
}

impl Wrong<'_> {
    /// Returns the length of the refused prefix if the candidate begins with it, as most do that the
    /// production does not derive.
    pub(super) fn refused(self, candidate: &[u8]) -> Option<usize> {
        let prefix = self.refused?;
        candidate.starts_with(prefix).then_some(prefix.len())
    }
}

/// The productions that derive any URL, so that the text has to name its scheme.
const ANY_URL: [Rule; 3] = [Rule::Url, Rule::Otherurl, Rule::Genericurl];

/// Returns whether the production derives URLs of one scheme.
pub(super) fn is_specific(rule: Rule) -> bool {
    let is_used = Rule::Url.uses().contains(&rule) || Rule::Waisurl.uses().contains(&rule);
    rule != Rule::Otherurl && is_used
}

/// Returns whether the production derives whole URLs.
pub(super) fn is_url(rule: Rule) -> bool {
    ANY_URL.contains(&rule) || is_specific(rule)
}

impl<'a> Rejection<'a> {
    /// Returns the text that fixes are for.
    pub(super) fn wrong(&self) -> Wrong<'a> {
        // A character above ASCII is refused at its first octet.
        Wrong {
            rule: self.rule,
            text: self.text,
            refused: self.text.get(..=self.offset),
        }
    }

    /// Returns the facts with the text before its fragment identifier, which is not part of the URL
    /// (2.2), and without white space at its end, which is not either (Appendix).
    pub(super) fn without_fragment(self) -> Self {
        if !self.is_url() {
            return self;
        }
        let hash = self.hash().filter(|&hash| hash >= self.offset);
        let end = hash.filter(|&hash| !self.is_before_at(hash));
        let text = &self.text[..end.unwrap_or(self.text.len())];
        let trimmed = text.trim_ascii_end();
        let is_before_white_space = self.offset < trimmed.len();
        Self {
            text: if is_before_white_space { trimmed } else { text },
            ..self
        }
    }

    /// Returns the offset of the first number sign after a password, or of the first one.
    fn hash(&self) -> Option<usize> {
        let hash = find(self.text, b'#')?;
        let secrets = password::spans_as(self.rule.name(), self.text);
        let secret = secrets.into_iter().find(|secret| secret.contains(&hash));
        let Some(secret) = secret else {
            return Some(hash);
        };
        find(&self.text[secret.end..], b'#').map(|after| secret.end + after)
    }

    /// Returns whether an address or a login goes on after the number sign: an `@` follows, none is
    /// before it, and no user name is out of place there.
    fn is_before_at(&self, hash: usize) -> bool {
        let (before, after) = self.text.split_at(hash);
        let part = &before[find(before, b':').map_or(0, |colon| colon + 1)..];
        let part = part.strip_prefix(b"//").unwrap_or(part);
        let is_login = !part.contains(&b'/') && find_last(part, b'@').is_none();
        let begins_with = |scheme: &[u8]| {
            let begin = before.get(..scheme.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(scheme))
        };
        let takes_login = !begins_with(b"http");
        is_login && takes_login && octets::before(after, b'/').contains(&b'@')
    }
    /// Returns whether the production is open.
    pub(super) fn is_in(&self, rule: Rule) -> bool {
        self.open.contains(rule.id())
    }

    /// Returns whether one of the productions is open.
    #[inline(never)]
    pub(super) fn is_in_any(&self, rules: &[Rule]) -> bool {
        self.open.intersects(&Rule::set(rules))
    }

    /// Returns whether the text may be a URL of any scheme.
    pub(super) fn is_any_url(&self) -> bool {
        ANY_URL.contains(&self.rule)
    }

    /// Returns whether the text is meant to be a whole URL.
    pub(super) fn is_url(&self) -> bool {
        is_url(self.rule)
    }

    /// Returns the text before the offset.
    pub(super) fn before(&self) -> &'a [u8] {
        &self.text[..self.offset]
    }

    /// Returns the text from the offset on.
    pub(super) fn after(&self) -> &'a [u8] {
        &self.text[self.offset..]
    }

    /// Returns whether an escape would be accepted at the offset.
    pub(super) fn is_encodable(&self) -> bool {
        self.next.contains(b'%')
    }

    /// Returns the ASCII character at the offset.
    pub(super) fn octet(&self) -> Option<u8> {
        self.after().first().copied().filter(u8::is_ascii)
    }

    /// Returns the text with a span replaced.
    pub(super) fn replaced(
        &self,
        span: Range<usize>,
        replacement: impl Into<Piece<'a>>,
    ) -> Candidate<'a> {
        let (before, after) = (&self.text[..span.start], &self.text[span.end..]);
        Candidate::from([before.into(), replacement.into(), after.into()])
    }
}

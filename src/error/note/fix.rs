//! Fixes: edits that make a text valid.
//!
//! Invariant: the production derives the text of every fix, and [`meaning`] finds that it names
//! what the wrong text named. Any other candidate never becomes a fix.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::candidate::{encoded, unencoded};
use super::certainty::is_certain;
use super::meaning;
use super::octets::{find, shared_prefix};
use super::rejection::{Wrong, is_url};
use crate::password::{self, Masked};
use crate::rules::Rule;
use crate::verdict::verdict;

/// An edit of the text that makes it valid: a replacement of a span.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let error = parse(Rule::Url, "http://h/~user").unwrap_err();
/// let notes = error.notes();
/// let fix = &notes[0].fixes()[0];
/// assert_eq!((fix.span(), fix.replacement()), (9..10, "%7E"));
/// assert_eq!(fix.text(), "http://h/%7Euser");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Fix {
    span: Range<usize>,
    /// The length of the replacement, in octets.
    length: usize,
    text: String,
    is_certain: bool,
    /// The spans of the text that are not to be shown: its passwords, and what is left of those of the wrong
    /// text.
    secrets: Vec<Range<usize>>,
    /// Whether the span is inside a password of the wrong text.
    is_inside: bool,
}

impl Fix {
    /// Returns the span to replace, as byte offsets in the wrong text. It is empty if the fix only
    /// inserts.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the replacement of the span. It is empty if the fix only deletes.
    #[must_use]
    pub fn replacement(&self) -> &str {
        &self.text[self.span.start..self.span.start + self.length]
    }

    /// Returns the whole text after the replacement. The production derives it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the replacement holds a part of a password, or is for a part of one.
    pub(crate) fn replaces_password(&self) -> bool {
        let replaced = self.span.start..self.span.start + self.length;
        self.is_inside || password::is_in(&self.secrets, &replaced)
    }

    /// Returns the text as it is shown.
    fn masked(&self) -> Masked {
        Masked::new(self.text.as_bytes(), self.secrets.iter().cloned())
    }

    /// Returns whether a program may apply the fix without asking: it only encodes unsafe characters
    /// (2.2), or removes blanks, brackets, quotation marks or `URL:` around the text (Appendix).
    /// Decoding [`Fix::text`] gives the octets of the wrong text between them.
    ///
    /// A fix that changes the scheme or the host, or leaves out a part such as a fragment identifier,
    /// is not certain. Nor is one that encodes `#`, `%`, `\`, a reserved or a control character, or
    /// anything before the path; or a blank before a second URL, or in a URL without `//`: the author
    /// may have meant something else. Of the fixes of a note, only the first can be certain.
    ///
    /// ```
    /// use rfc1738::{Fix, Rule, parse};
    ///
    /// fn first_fix(text: &str) -> Option<Fix> {
    ///     let notes = parse(Rule::Url, text).unwrap_err().notes();
    ///     notes[0].fixes().first().cloned()
    /// }
    ///
    /// let fix = first_fix("<URL:http://h/~user>").unwrap();
    /// assert!(fix.is_certain() && fix.text() == "http://h/%7Euser");
    /// let fix = first_fix("http://h/#top").unwrap();
    /// assert!(!fix.is_certain() && fix.text() == "http://h/");
    /// ```
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.is_certain
    }

    /// Returns the fix as one of several.
    pub(super) fn uncertain(self) -> Self {
        Self {
            is_certain: false,
            ..self
        }
    }

    /// Returns the fix that turns the wrong text into the candidate, or into the candidate with all
    /// characters encoded that no URL holds.
    pub(crate) fn new(wrong: Wrong<'_>, mut candidate: Vec<u8>) -> Option<Self> {
        let Wrong { rule, text, .. } = wrong;
        if is_url(rule) && has_references(&candidate) {
            candidate = without_references(&candidate);
        }
        let refused = wrong.refused(&candidate);
        if refused.is_some() || !verdict(rule, &candidate) {
            // What is encoded after the refused prefix does not help.
            if unencoded(&candidate) >= refused.unwrap_or(candidate.len()) {
                return None;
            }
            candidate = encoded(&candidate);
            if !verdict(rule, &candidate) {
                return None;
            }
        }
        let is_fix = meaning::is_kept(rule, text, &candidate);
        is_fix
            .then(|| Self::between(rule, text, candidate))
            .flatten()
    }

    /// Returns the fix with the smallest span.
    fn between(rule: Rule, wrong: &[u8], right: Vec<u8>) -> Option<Self> {
        let text = String::from_utf8(right).ok()?;
        let right = text.as_bytes();
        let start = shared_prefix(wrong, right);
        let rest = wrong[start..].iter().rev().zip(right[start..].iter().rev());
        let end = rest.take_while(|(one, other)| one == other).count();
        let span = start..wrong.len() - end;
        let length = right.len() - end - start;
        let old = password::spans_as(rule.name(), wrong);
        let is_inside = old.iter().any(|secret| {
            secret.start <= span.start && span.start < secret.end && span.end <= secret.end
        });
        let mut secrets = password::spans_as(rule.name(), right);
        // A fix can leave a password in a place where no password is looked for.
        let lost = if secrets.len() < old.len() {
            &old[..]
        } else {
            &[]
        };
        for secret in lost {
            // What is before the span and after it is in both texts.
            let moved = |at: usize| at - span.end + start + length;
            secrets.push(secret.start..secret.end.min(start).max(secret.start));
            if secret.end > span.end {
                secrets.push(moved(secret.start.max(span.end))..moved(secret.end));
            }
            if password::is_in(&old, &span) {
                secrets.push(start..start + length);
            }
        }
        Some(Self {
            span,
            length,
            is_certain: is_certain(wrong, right),
            text,
            secrets,
            is_inside,
        })
    }
}

/// Writes the span, the replacement and the text, without a password.
impl fmt::Debug for Fix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let replaced = self.span.start..self.span.start + self.length;
        let masked = self.masked();
        let shown = String::from_utf8_lossy(masked.octets());
        let replacement = if self.replaces_password() {
            password::HIDDEN
        } else {
            shown.get(masked.span(replaced)).unwrap_or_default()
        };
        let mut fix = formatter.debug_struct("Fix");
        fix.field("span", &self.span);
        fix.field("replacement", &replacement);
        fix.field("text", &shown);
        fix.field("is_certain", &self.is_certain);
        fix.finish_non_exhaustive()
    }
}

/// Returns a line for each fix.
pub(crate) fn fix_lines(fixes: &[Fix]) -> impl Iterator<Item = String> {
    fixes.iter().enumerate().map(|(index, fix)| {
        let begin = if index == 0 { "write" } else { "or write" };
        format!("{begin} {fix}")
    })
}

/// The number of octets of a text that are shown before and after a replacement.
const AROUND: usize = 40;

/// Writes the text of the fix; `…` stands for the parts of a long text far from the replacement, and
/// `***` for a password, which [`Fix::text`] has.
impl fmt::Display for Fix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Most texts hold no secret.
        let masked = (!self.secrets.is_empty()).then(|| self.masked());
        let (text, start) = match &masked {
            None => (Cow::Borrowed(self.text()), self.span.start),
            Some(masked) => {
                let changed = self.span.start..self.span.start + self.length;
                let text = String::from_utf8_lossy(masked.octets());
                (text, masked.span(changed).start)
            }
        };
        let start = start.saturating_sub(AROUND);
        let end = text.len().min(start + 2 * AROUND);
        let before = if start > 0 { "…" } else { "" };
        let after = if end < text.len() { "…" } else { "" };
        let shown = text.get(start..end).unwrap_or_default();
        let parts = [before, shown, after];
        parts.iter().try_for_each(|part| formatter.write_str(part))
    }
}

/// `&` as HTML and XML write it. The other form is what a fix of its `;` makes of it.
const REFERENCES: [&[u8]; 2] = [b"&amp;", b"&amp%3B"];

/// Returns whether the text holds `&` as HTML and XML write it.
pub(super) fn has_references(mut text: &[u8]) -> bool {
    while let Some(start) = find(text, b'&') {
        if reference(&text[start..]).is_some() {
            return true;
        }
        text = &text[start + 1..];
    }
    false
}

/// Returns the length of the reference that the text begins with.
fn reference(text: &[u8]) -> Option<usize> {
    let mut references = REFERENCES.into_iter();
    Some(references.find(|one| text.starts_with(one))?.len())
}

/// Returns the text with `&` for every reference to it.
fn without_references(mut text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    while let [octet, after @ ..] = text {
        plain.push(*octet);
        text = match reference(text) {
            Some(length) => &text[length..],
            None => after,
        };
    }
    plain
}

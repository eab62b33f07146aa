//! Texts with patches, where their octets come from, and the spans of a grammar that was read from one, in the file.

use std::borrow::Cow;
use std::ops::Range;

use rfcbnf_engine::Runs;

use crate::syntax::{Expression, Grammar, Span};

/// A part of a text and its replacement.
pub(super) struct Patch {
    pub(super) range: Range<usize>,
    pub(super) replacement: &'static str,
}

/// A text that was patched any number of times.
pub(super) struct Patched<'s> {
    source: &'s str,
    text: Cow<'s, str>,
    /// For each offset, the offset in the source. `None` if nothing was patched.
    origins: Option<Vec<usize>>,
}

impl<'s> Patched<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Self {
            source,
            text: Cow::Borrowed(source),
            origins: None,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn is_unchanged(&self) -> bool {
        self.origins.is_none()
    }

    pub(super) fn origin(&self, offset: usize) -> usize {
        let known = self.origins.as_ref();
        known.map_or(offset, |origins| {
            let last = origins.last().copied().unwrap_or_default();
            origins.get(offset).copied().unwrap_or(last)
        })
    }

    /// Returns where the source has each octet of a part of the text.
    pub(super) fn runs(&self, span: Range<usize>) -> Runs {
        if self.is_unchanged() {
            return Runs::verbatim_at(span);
        }
        let mut runs = Runs::at(self.origin(span.start));
        for offset in span {
            let source = self.in_file(&(offset..offset + 1));
            let octets = self.source.as_bytes().get(source.clone());
            if octets == self.text.as_bytes().get(offset..=offset) {
                runs.copy(source);
            } else {
                runs.replace(1, source);
            }
        }
        runs
    }

    /// Returns the span in the source of one in the text.
    pub(super) fn in_file(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.origin(span.start);
        start..self.origin(span.end).max(start)
    }

    /// Applies patches in ascending order that do not overlap.
    pub(super) fn with(self, patches: Vec<Patch>) -> Self {
        if patches.is_empty() {
            return self;
        }
        let mut text = String::with_capacity(self.text.len());
        let mut origins = Vec::with_capacity(self.text.len() + 1);
        let mut done = 0;
        let keep = |until: usize, text: &mut String, origins: &mut Vec<usize>, from: usize| {
            text.push_str(&self.text[from..until]);
            origins.extend((from..until).map(|offset| self.origin(offset)));
        };
        for Patch { range, replacement } in patches {
            keep(range.start, &mut text, &mut origins, done);
            text.push_str(replacement);
            origins.extend(std::iter::repeat_n(
                self.origin(range.start),
                replacement.len(),
            ));
            done = range.end;
        }
        keep(self.text.len(), &mut text, &mut origins, done);
        origins.push(self.origin(self.text.len()));
        Self {
            source: self.source,
            text: Cow::Owned(text),
            origins: Some(origins),
        }
    }
}

/// Replaces each span by that of its origin.
pub(crate) fn relocate_grammar(grammar: &mut Grammar, origin: &dyn Fn(usize) -> usize) {
    for heading in &mut grammar.headings {
        relocate(&mut heading.span, origin);
    }
    for production in &mut grammar.productions {
        relocate(&mut production.name_span, origin);
        relocate(&mut production.span, origin);
        for span in &mut production.additions {
            relocate(span, origin);
        }
        for comment in &mut production.comments {
            relocate(&mut comment.span, origin);
        }
        relocate_expression(&mut production.body, origin);
    }
}

fn relocate_expression(part: &mut Expression, origin: &dyn Fn(usize) -> usize) {
    relocate(&mut part.span, origin);
    for child in part.children_mut() {
        relocate_expression(child, origin);
    }
}

fn relocate(span: &mut Span, origin: &dyn Fn(usize) -> usize) {
    let Range { start, end } = span;
    *start = origin(*start);
    *end = origin(*end).max(*start);
}

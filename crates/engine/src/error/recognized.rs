//! Errors in texts that a recognizer has read.

use alloc::vec::Vec;

use super::expected::{self, Expected, ExpectedStack};
use super::found::Found;
use super::small_stack::SmallStack;
use super::syntax_error::{FIRST_NAMES, Facts, NAMES, SyntaxError};
use crate::production::Production;
use crate::reach::Reach;
use crate::recognizer::Open;

/// The most open productions that an error has all of.
const MOST: usize = 1_000;

impl<P: Production> SyntaxError<P> {
    /// Returns the error with more of productions whose texts only people know among what is expected: of those
    /// that `unknown` returns for a production that is expected, in its place, and of the `open` ones.
    #[must_use]
    pub fn expecting_more_of(
        &self,
        unknown: impl Fn(P) -> Option<P>,
        open: impl IntoIterator<Item = P>,
    ) -> Self {
        let known = self.expected().iter().map(|&one| match one {
            Expected::Production(rule) => unknown(rule).map_or(one, Expected::MoreOf),
            other => other,
        });
        let open = open.into_iter().map(Expected::MoreOf);
        let mut expected: Vec<Expected<P>> = Vec::new();
        for one in known.chain(open) {
            if !expected.contains(&one) {
                expected.push(one);
            }
        }
        // The end of the text stays the last.
        expected.sort_by_key(|one| matches!(one, Expected::EndOfText));
        let expected = ExpectedStack::of(Expected::EndOfText, expected.into_iter());
        Self::new(Facts {
            expected,
            ..self.facts().clone()
        })
    }

    /// Returns the error in a text that a recognizer has read as far as it is right. `open` is what is
    /// open there, if it took few enough steps to find out.
    pub(crate) fn recognized(rule: P, text: &[u8], reach: &Reach, open: Option<&Open>) -> Self {
        let grammar = rule.grammar();
        let offset = reach.viable;
        let productions = || open.into_iter().flat_map(|open| &open.productions);
        let productions = || productions().map(|&(id, start)| (P::from_id(grammar, id), start));
        // A character production that would begin here is expected, and not open.
        let productions =
            || productions().filter(|(one, start)| !one.is_character() || *start < offset);
        let begun = productions().find(|(one, _)| one.is_character());
        let start = begun.map_or(offset, |(_, start)| start);
        let found = Found::first_of(&text[offset..]);
        let count = productions().count();
        let left_out = if count > MOST { count - NAMES } else { 0 };
        let first = productions().take(FIRST_NAMES);
        let last = productions().skip(FIRST_NAMES + left_out);
        let mut context = SmallStack::of(rule, first.chain(last).map(|(one, _)| one));
        if context.as_slice().is_empty() {
            context.push(rule);
        }
        let can_end = reach.longest == Some(offset);
        let expected = match open {
            Some(open) => Expected::of_places(&open.places, can_end),
            None => Expected::of_sets(P::character_productions(&grammar), &[reach.next], can_end),
        };
        Self::new(Facts {
            rule,
            offset,
            span: start..offset + found.map_or(0, |(_, length)| length),
            found: found.map(|(found, _)| found),
            hides_found: false,
            expected: expected::of_grammar(grammar, &expected),
            next: reach.next,
            can_end,
            context,
            left_out,
            text: text.into(),
        })
    }
}

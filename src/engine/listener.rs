//! Somebody who hears what the productions do.

use std::ops::Range;

use super::place::Place;
use super::{CharacterSet, Characters, List, RuleSet, Scan};
use crate::rules::Rule;

/// Hears what the productions do.
///
/// Offsets are octets from the start of the text. `mark` counts the productions that were
/// heard of on the way to a place; a reading that goes back to an earlier place goes back to
/// its mark, so what was heard beyond it no longer counts.
pub(crate) trait Listener {
    /// How the places of its readings are kept.
    type Place: Place;

    /// Of which character productions it wants to hear.
    const CHARACTERS: Characters;

    /// The productions that it wants to hear of, apart from the character productions.
    const RULES: RuleSet = RuleSet::ALL;

    /// Whether it wants to hear of all that is tried: of productions that begin, and of
    /// terminals. Otherwise it hears of what has been derived, and of nothing else.
    const HEARS_ATTEMPTS: bool = true;

    /// Whether it wants to hear of attempts that may come to nothing. What is chosen after
    /// them is done once more in any case.
    const HEARS_TRIALS: bool;

    /// Whether it wants to hear all that is looked for, more than what is chosen.
    const ASKS_FOR_ATTEMPTS: bool = false;

    /// Whether it wants to hear of what happens inside a production that begins at `start` and
    /// can be scanned.
    #[inline]
    fn hears_inside<const FUSED: bool>(&self, scan: &Scan<FUSED>, start: usize) -> bool {
        let _ = start;
        Self::CHARACTERS != Characters::None || FUSED && Self::RULES.intersects(scan.inside())
    }

    /// Whether it wants to hear of what happens inside a production of which what follows is
    /// the beginning up to that offset, and no further. This is for those who hear attempts.
    fn hears_up_to(&self, offset: usize) -> bool {
        let _ = offset;
        false
    }

    /// The production numbered `mark` derives `start..end`; `after` is the mark there. This is
    /// for those who do not hear attempts.
    fn derived(&self, mark: usize, rule: Rule, span: Range<usize>, after: usize) {
        let _ = (mark, rule, span, after);
    }

    /// The word that begins at `start` is a list of productions, of which the first is numbered
    /// `mark`. Returns the mark at its end. This is for those who do not hear attempts.
    fn listed(&self, mark: usize, list: List, start: usize, word: &[u8]) -> usize {
        let mut after = mark;
        list.parts(word, |rule, from, to| {
            if Self::RULES.contains(rule) {
                self.derived(after, rule, start + from..start + to, after + 1);
                after += 1;
            }
        });
        after
    }

    /// A production begins. It is the one numbered `mark`. Whatever comes of a trial, the
    /// choice among several is made after it.
    fn opened(&self, mark: usize, rule: Rule, start: usize, trial: bool) {
        let _ = (mark, rule, start, trial);
    }

    /// The production numbered `mark` derives what is up to `end`; `after` is the mark there.
    fn closed(&self, mark: usize, end: usize, after: usize) {
        let _ = (mark, end, after);
    }

    /// The production that opened last and is not yet closed or abandoned derives nothing.
    fn abandoned(&self) {}

    /// A terminal matched these octets.
    fn consumed(&self, start: usize, end: usize) {
        let _ = (start, end);
    }

    /// None of these characters stands here, and one of them was needed.
    #[inline]
    fn expected(&self, offset: usize, characters: impl FnOnce() -> CharacterSet) {
        let _ = (offset, characters);
    }

    /// From now on the character cannot stand there, until [`Listener::readmitted`].
    fn excluded(&self, offset: usize, character: u8) {
        let _ = (offset, character);
    }

    /// Ends the last exclusion.
    fn readmitted(&self) {}
}

//! The damage that a grammar takes on its way from an RFC into a file.
//!
//! People copy grammars out of pages, listings and chats, and lose line ends, indentation and
//! characters there. Each kind of damage would cause an error on every line. This module finds each
//! kind once, says so in one fault, and repairs the text, so that the reader sees the grammar.
//!
//! Invariants: the time is linear in the length of the file. A file without damage stays as it is.
//! Every offset into the repaired text maps back to the file.

mod characters;
mod found;
mod lines;
mod page;
mod patch;

use std::mem::discriminant;

use crate::documents::located::Located;
use crate::error::{Damage, Fault};
use crate::syntax::{Grammar, Span};
use found::Found;
pub(crate) use patch::relocate_grammar;
use patch::{Patch, Patched};

/// The changes that repair the damage of a file.
pub(crate) struct Repairs {
    /// The changes for each kind of damage.
    of_kinds: Vec<(Damage, Vec<(Span, String)>)>,
}

impl Repairs {
    pub(crate) fn of(source: &str) -> Self {
        let mut of_kinds = Vec::new();
        repaired(source, &STEPS, |found, text| {
            let in_file =
                |patch: &Patch| (text.in_file(&patch.range), patch.replacement.to_owned());
            let changes = found.patches.iter().map(in_file).collect();
            of_kinds.push((found.damage.clone(), changes));
        });
        Self { of_kinds }
    }

    /// Returns the changes that repair one kind of damage, in file order.
    pub(crate) fn of_kind(&self, damage: &Damage) -> &[(Span, String)] {
        let mut kinds = self.of_kinds.iter();
        let own = kinds.find(|(one, _)| discriminant(one) == discriminant(damage));
        own.map_or(&[], |(_, changes)| changes)
    }
}

/// What finds one kind of damage.
type Step = fn(&str) -> Option<Found>;

/// The steps, in their order. Each finds one kind of damage in the text that those before it repaired. The last two find only
/// what is around sentences.
const STEPS: [Step; 10] = [
    lines::line_ends,
    characters::entities,
    characters::look_alikes,
    page::fences,
    page::line_numbers,
    page::headers_and_footers,
    lines::on_one_line,
    lines::indentation,
    page::wrapped_comments,
    page::paragraphs,
];

/// Repairs a file step by step. Shows what each step finds, with the text that it searched.
fn repaired<'s>(
    source: &'s str,
    steps: &[Step],
    mut show: impl FnMut(&Found, &Patched<'s>),
) -> Patched<'s> {
    repaired_by(Patched::new(source), steps, &mut show)
}

/// Repairs a text further.
fn repaired_by<'s>(
    mut patched: Patched<'s>,
    steps: &[Step],
    show: &mut impl FnMut(&Found, &Patched<'s>),
) -> Patched<'s> {
    for step in steps {
        if let Some(found) = step(patched.text()) {
            show(&found, &patched);
            patched = patched.with(found.patches);
        }
    }
    patched
}

/// The steps for a whole document: its paragraphs and pages are no damage. Entities are left alone, because documents
/// about HTML print them.
const STEPS_OF_DOCUMENTS: [Step; 4] = [
    lines::line_ends,
    characters::look_alikes,
    page::line_numbers,
    lines::in_long_lines,
];

/// A document in plain text without its damage.
pub(crate) struct RepairedDocument<'s> {
    patched: Patched<'s>,
    /// The damage of each kind, with the places in the file.
    pub(crate) damages: Vec<(Damage, Vec<usize>)>,
}

impl<'s> RepairedDocument<'s> {
    pub(crate) fn of(source: &'s str) -> Self {
        let mut damages = Vec::new();
        let patched = repaired(source, &STEPS_OF_DOCUMENTS, |found, text| {
            let places = found.places.iter().map(|place| text.in_file(place).start);
            damages.push((found.damage.clone(), places.collect()));
        });
        Self { patched, damages }
    }

    /// Returns the lines of the repaired text, each with its offset in the file.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, Located)> {
        let lines = found::lines(self.patched.text());
        lines.map(|(start, line)| {
            let located = Located {
                text: line.to_owned(),
                origin: self.patched.runs(start..start + line.len()),
            };
            (self.patched.origin(start), located)
        })
    }
}

/// What damage a file can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A rule begins on a line of its own, and its further lines are indented.
    OfRfcs,
    /// Lines mean nothing.
    Ebnf,
}

/// A file without its damage.
pub(crate) struct Transcription<'s> {
    patched: Patched<'s>,
    /// One fault for each kind of damage.
    pub(super) faults: Vec<Fault>,
}

impl<'s> Transcription<'s> {
    /// Finds and repairs the damage.
    pub(crate) fn of(source: &'s str, kind: Kind) -> Self {
        let mut faults = Vec::new();
        let mut show = |found: &Found, text: &Patched<'s>| faults.push(found.fault(text));
        let patched = Patched::new(source);
        let patched = match kind {
            // Rules of EBNF need no lines of their own.
            Kind::Ebnf => repaired_by(patched, &STEPS[..5], &mut show),
            Kind::OfRfcs => {
                let (of_lines, of_sentences) = STEPS.split_at(8);
                let patched = repaired_by(patched, of_lines, &mut show);
                if page::may_be_around_rules(patched.text()) {
                    repaired_by(patched, of_sentences, &mut show)
                } else {
                    patched
                }
            }
        };
        Self { patched, faults }
    }

    /// Returns a file that is known to have no damage.
    pub(super) fn undamaged(source: &'s str) -> Self {
        Self {
            patched: Patched::new(source),
            faults: Vec::new(),
        }
    }

    /// Returns the repaired text.
    pub(crate) fn text(&self) -> &str {
        self.patched.text()
    }

    /// Returns whether the file has no damage.
    pub(super) fn is_unchanged(&self) -> bool {
        self.patched.is_unchanged()
    }

    /// Returns the offset in the file of an offset in the repaired text.
    pub(super) fn origin(&self, offset: usize) -> usize {
        self.patched.origin(offset)
    }

    /// Makes the grammar and the faults of the repaired text those of the file.
    pub(super) fn relocate(&self, source: &str, grammar: &mut Grammar, faults: &mut [Fault]) {
        if self.patched.is_unchanged() {
            return;
        }
        let mended = self.text().len();
        // Core rules come after the file.
        let origin = |offset: usize| match offset.checked_sub(mended) {
            Some(after) => source.len() + after,
            None => self.origin(offset),
        };
        grammar.source.replace_range(..mended, source);
        relocate_grammar(grammar, &origin);
        for fault in faults {
            fault.relocate(&origin);
        }
    }
}

//! From the facts of an error to its notes.

use alloc::vec;
use alloc::vec::Vec;

use super::draft::{Draft, Note};
use super::id::NoteId;
use super::rejection::Rejection;
use super::{Fix, authority, character, fix, form, particular, scheme, wrapper};
use crate::error::note::character::reserved;
use crate::password::{self, Masked};

/// Returns the notes, the nearest cause first.
pub(in crate::error) fn notes(rejection: &Rejection<'_>) -> Vec<Note> {
    let wrong = rejection.wrong();
    let rejection = &rejection.without_fragment();
    let Cause {
        draft,
        is_character,
    } = cause(rejection);
    let finish = |draft: Draft<'_>| draft.finish(wrong);
    let mut notes = vec![finish(draft)];
    // Encoding alone does not make the text valid: the form says what is missing.
    if is_character && notes[0].fixes().is_empty() {
        let form = finish(form::note(rejection));
        if form.id() != notes[0].id() {
            notes.push(form);
        }
    }
    if let Some(nearest) = scheme::nearest(rejection) {
        notes.push(finish(nearest));
    }
    if rejection.is_url() && fix::has_references(rejection.text) && shows_reference(rejection) {
        notes.push(Draft::new(NoteId::CharacterReference).without_fixes());
    }
    notes
}

/// Returns whether a reference is outside of passwords.
fn shows_reference(rejection: &Rejection<'_>) -> bool {
    let secrets = password::spans_as(rejection.rule.name(), rejection.text);
    let masked = Masked::new(rejection.text, secrets);
    fix::has_references(masked.octets())
}

/// Returns the first of [`notes`] without its fixes, and the first fix of all notes. Most errors have
/// a fix in their first note, so that no other note is made, and no other fix tried.
pub(in crate::error) fn first_with_fix(rejection: &Rejection<'_>) -> (Note, Option<Fix>) {
    let wrong = rejection.wrong();
    let rejection = &rejection.without_fragment();
    let Cause {
        draft,
        is_character,
    } = cause(rejection);
    let first_fix = |draft: Draft<'_>| draft.first_fix(wrong);
    let fix = draft.first_fix(wrong).or_else(|| {
        let form = is_character.then(|| form::note(rejection));
        let form = form.filter(|form| form.id() != draft.id());
        form.and_then(first_fix)
            .or_else(|| scheme::nearest(rejection).and_then(first_fix))
    });
    (draft.without_fixes(), fix)
}

/// Returns the first note without its fixes, which would take most of the time.
pub(in crate::error) fn first(rejection: &Rejection<'_>) -> Note {
    cause(&rejection.without_fragment()).draft.without_fixes()
}

/// The nearest cause of an error.
struct Cause<'a> {
    draft: Draft<'a>,
    /// Whether the cause is a character that is allowed there if it is encoded.
    is_character: bool,
}

fn cause<'a>(rejection: &Rejection<'a>) -> Cause<'a> {
    // Where a user has no place, no character of the password is the cause.
    let login = rejection.is_secret.then(|| authority::note(rejection));
    let place = login
        .flatten()
        .or_else(|| wrapper::note(rejection))
        .or_else(|| scheme::note(rejection))
        .or_else(|| authority::note(rejection))
        .or_else(|| particular::note(rejection));
    let escape = character::escape(rejection);
    let is_character = place.is_none() || escape.is_some();
    let draft = escape
        .or(place)
        .or_else(|| reserved(rejection))
        .or_else(|| character::note(rejection))
        .unwrap_or_else(|| form::note(rejection));
    let draft = if rejection.is_secret {
        draft.without_character()
    } else {
        draft
    };
    let is_character = is_character || draft.id() == NoteId::PasswordCharacter;
    Cause {
        draft,
        is_character,
    }
}

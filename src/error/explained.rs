//! What the prose of the RFC says about an error.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::note::{self, Rejection};
use super::{ErrorId, Fix, Note, NoteId, SyntaxError};
use crate::password;
use crate::rules::Rule;

/// What one line says about an error: see [`SyntaxError::headline`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Headline {
    /// The id: a stable name for the kind of error.
    pub id: ErrorId,
    /// The first note, without its fixes.
    pub note: Note,
    /// The first fix of all notes.
    pub fix: Option<Fix>,
}

impl SyntaxError {
    /// Returns the id: a stable name for the kind of error.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let error = parse(Rule::Url, "http://me@host/").unwrap_err();
    /// assert_eq!(error.id().to_string(), "http-user");
    /// ```
    #[must_use]
    pub fn id(&self) -> ErrorId {
        self.id_with(self.first_note().id())
    }

    /// Returns the id if this is the kind of the first note.
    fn id_with(&self, first: NoteId) -> ErrorId {
        if first.is_form() {
            ErrorId::Syntax(self.help_rule())
        } else {
            ErrorId::Note(first)
        }
    }

    /// Returns what one line says about the error: the first note, the id, and the first fix of all
    /// notes. It takes a fraction of the time of [`SyntaxError::notes`], which tries all fixes.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let error = parse(Rule::Url, "http://h/~user").unwrap_err();
    /// let headline = error.headline();
    /// assert_eq!(headline.id, error.id());
    /// assert_eq!(headline.note.message(), error.notes()[0].message());
    /// assert_eq!(headline.fix.as_ref(), error.notes()[0].fixes().first());
    /// ```
    #[must_use]
    pub fn headline(&self) -> Headline {
        let (note, fix) = note::first_with_fix(&self.rejection());
        Headline {
            id: self.id_with(note.id()),
            note,
            fix,
        }
    }

    /// Returns what the prose of the RFC says about the error, the nearest cause first, and how to
    /// fix it. Every error has at least one note.
    ///
    /// Computes the notes, in time linear in the length of the text.
    ///
    /// ```
    /// use rfc1738::{Rule, parse};
    ///
    /// let error = parse(Rule::Url, "http://me@host/").unwrap_err();
    /// let note = &error.notes()[0];
    /// assert_eq!(note.message(), "no user name or password is allowed in an http URL");
    /// assert_eq!(note.section(), "3.3");
    /// ```
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        note::notes(&self.rejection())
    }

    /// Returns the first note without its fixes.
    pub(super) fn first_note(&self) -> Note {
        note::first(&self.rejection())
    }

    fn rejection(&self) -> Rejection<'_> {
        let error = &self.0;
        Rejection {
            rule: error.rule(),
            text: error.text(),
            offset: error.offset(),
            found: error.found(),
            is_secret: password::is_at(error.rule().name(), error.text(), error.offset()),
            next: error.next(),
            can_end: error.can_end(),
            context: error.context(),
            open: Rule::set(error.context()),
        }
    }

    /// Returns the notes and fixes, each with its label: `note: …` or `help: …`.
    pub(super) fn note_lines(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for note in self.notes() {
            remarks.push(format!("note: {note}"));
            for fix in note.fix_lines() {
                remarks.push(format!("help: {fix}"));
            }
        }
        remarks
    }
}

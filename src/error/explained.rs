//! What the prose of the RFC says about an error.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::note::{self, Rejection};
use super::{ErrorId, Note, SyntaxError};
use crate::rules::Rule;

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
        let note = self.first_note().id();
        if note.is_form() {
            ErrorId::Syntax(self.help_rule())
        } else {
            ErrorId::Note(note)
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
            next: error.next(),
            can_end: error.can_end(),
            context: error.context(),
            open: Rule::set(error.context()),
        }
    }

    /// Returns the notes and fixes, each with its label: `note: …` or `help: …`.
    pub(super) fn remarks(&self) -> Vec<String> {
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

//! Notes, and drafts of notes whose fixes have not been tried.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::{fmt, iter, mem};

use super::candidate::{Candidate, MOST, Piece};
use super::fix::{Fix, fix_lines};
use super::id::NoteId;
use super::rejection::Wrong;

/// A sentence about an error that follows from the prose of the RFC, its section, and the fixes
/// that it leads to.
///
/// ```
/// use rfc1738::{NoteId, Rule, parse};
///
/// let error = parse(Rule::Url, "http://h/~user").unwrap_err();
/// let note = &error.notes()[0];
/// assert_eq!(note.id(), NoteId::UnsafeCharacter);
/// assert_eq!(note.section(), "2.2");
/// assert_eq!(note.message(), "\"~\" is unsafe and has to be encoded: %7E");
/// assert_eq!(note.fixes()[0].text(), "http://h/%7Euser");
/// assert_eq!(note.fix_lines().next().unwrap(), "write http://h/%7Euser");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Note {
    id: NoteId,
    message: Cow<'static, str>,
    fixes: Vec<Fix>,
}

impl Note {
    /// Returns the kind of the note.
    #[must_use]
    pub fn id(&self) -> NoteId {
        self.id
    }

    /// Returns the section of RFC 1738 that says so: a number, or `Appendix`.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.id.section()
    }

    /// Returns the sentence. Quoted text is escaped if it does not print.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the fixes, the most likely one first. Each alone makes the text valid. No fix changes
    /// a scheme that is in use or a host, and none makes a part of a fragment identifier. The list
    /// is empty if the text has a second error that no fix of the first one reaches, if nobody can
    /// know what was meant, or if the text is longer than 16 MiB.
    #[must_use]
    pub fn fixes(&self) -> &[Fix] {
        &self.fixes
    }

    /// Returns a line for each fix, such as `write http://h/%7Euser`. Parts of a long text far from
    /// the replacement are left out.
    pub fn fix_lines(&self) -> impl Iterator<Item = String> {
        fix_lines(&self.fixes)
    }
}

/// Writes the sentence and the section:
/// `a space is unsafe and has to be encoded: %20 (RFC 1738, 2.2)`.
impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (RFC 1738, {})", self.message, self.section())
    }
}

/// The longest text that gets fixes. Each fix holds the whole text once more.
const LONGEST: usize = 16 << 20;

/// A note before its fixes are tried.
pub(super) struct Draft<'a> {
    id: NoteId,
    message: Cow<'static, str>,
    /// The pieces of texts that may be valid, one text after the other.
    parts: Vec<Part<'a>>,
}

/// A part of the texts of a draft.
enum Part<'a> {
    Piece(Piece<'a>),
    /// The pieces before it are a text.
    EndOfText,
    /// The texts before it are a group, which becomes at most one fix: its first valid text.
    EndOfGroup,
}

/// Most drafts have no more parts.
const PARTS: usize = 10;

impl<'a> Draft<'a> {
    pub(super) fn new(id: NoteId) -> Self {
        Self {
            id,
            message: Cow::Borrowed(id.sentence()),
            parts: Vec::new(),
        }
    }

    pub(super) fn message(mut self, message: String) -> Self {
        self.message = Cow::Owned(message);
        self
    }

    /// Adds a text that may be valid.
    pub(super) fn candidate(mut self, text: impl Into<Candidate<'a>>) -> Self {
        self.push(&text.into());
        self.parts.push(Part::EndOfGroup);
        self
    }

    /// Adds a text that may be valid, if there is one.
    pub(super) fn candidates(self, text: Option<Candidate<'a>>) -> Self {
        match text {
            Some(text) => self.candidate(text),
            None => self,
        }
    }

    /// Adds texts that mean the same fix; the first valid one counts.
    #[inline(never)]
    pub(super) fn first_of(mut self, texts: impl IntoIterator<Item = Candidate<'a>>) -> Self {
        for text in texts {
            self.push(&text);
        }
        self.parts.push(Part::EndOfGroup);
        self
    }

    #[inline(never)]
    fn push(&mut self, text: &Candidate<'a>) {
        if self.parts.is_empty() {
            self.parts.reserve(PARTS);
        }
        let pieces = text.pieces().iter().copied().map(Part::Piece);
        self.parts.extend(pieces);
        self.parts.push(Part::EndOfText);
    }

    /// Returns a draft that does not tell which character was found, because it is one of a password.
    pub(super) fn without_character(self) -> Self {
        if !self.id.tells_character() {
            return self;
        }
        // A second fix would tell that white space was found.
        let parts = self.parts.into_iter();
        let first = parts.take_while(|part| !matches!(part, Part::EndOfGroup));
        Self {
            parts: first.chain([Part::EndOfGroup]).collect(),
            ..Self::new(NoteId::PasswordCharacter)
        }
    }

    /// Returns the note without fixes.
    pub(super) fn without_fixes(self) -> Note {
        Note {
            id: self.id,
            message: self.message,
            fixes: Vec::new(),
        }
    }

    /// Returns the first fix of the note: the first candidate that the production derives. The others
    /// are not tried.
    pub(super) fn first_fix(&self, wrong: Wrong<'_>) -> Option<Fix> {
        self.fixes(wrong).next()
    }

    /// Returns the fix of each group.
    fn fixes<'d>(&'d self, wrong: Wrong<'d>) -> impl Iterator<Item = Fix> + 'd {
        let mut parts = self.parts.iter();
        if wrong.text.len() > LONGEST {
            parts = [].iter();
        }
        iter::from_fn(move || {
            let mut text = Vec::new();
            let fix = parts.find_map(|part| {
                match part {
                    Part::Piece(piece) => {
                        if text.is_empty() {
                            text.reserve(MOST);
                        }
                        piece.push_to(&mut text);
                    }
                    Part::EndOfText => return Fix::new(wrong, mem::take(&mut text)),
                    Part::EndOfGroup => {}
                }
                None
            });
            // The other texts of the group.
            parts.find(|part| matches!(part, Part::EndOfGroup));
            fix
        })
    }

    /// Returns the kind of the note.
    pub(super) fn id(&self) -> NoteId {
        self.id
    }

    /// Returns the note with the candidates that the production derives.
    pub(super) fn finish(self, wrong: Wrong<'_>) -> Note {
        let mut fixes: Vec<Fix> = Vec::new();
        for fix in self.fixes(wrong) {
            if !fixes.iter().any(|other| other.text() == fix.text()) {
                // If there are several, the author may have meant any of them.
                let is_first = fixes.is_empty();
                fixes.push(if is_first { fix } else { fix.uncertain() });
            }
        }
        Note {
            id: self.id,
            message: self.message,
            fixes,
        }
    }
}

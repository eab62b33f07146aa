//! The reader of grammar files.
//!
//! `transcription` repairs the damage of a copied file, `rules` reads the repaired text through the layers of
//! [`notation`](crate::notation), and `check` finds what is wrong with rules that can be read. `names` finds
//! the names of a file on its lexemes.
//!
//! Invariant: the time is linear in the length of the file, and [`limits`](crate::limits) bounds
//! the length, the number of expressions and their depth.

mod check;
mod fitting;
mod names;
mod rules;
pub(crate) mod transcription;

pub use names::{NamePlace, Names, RuleNames};

use crate::documents::markup::form;
use crate::documents::pages::is_whole_document;
use crate::error::{Fault, Form, GrammarErrorKind, GrammarErrors};
use crate::limits::FILE_LENGTH;
use crate::notation::choice::{NotationChoice, NotationSign};
use crate::notation::ebnf;
use crate::syntax::{Grammar, Notation};
use transcription::Transcription;

/// Reads a grammar file and checks that it can be used.
///
/// Spans are byte offsets into `source`.
///
/// # Errors
///
/// [`GrammarErrors`] with all errors of the file, in file order: unreadable text, names that no rule
/// defines, and rules that are defined twice. A grammar beyond one of the [`limits`](crate::limits)
/// has one error, which names the limit. Recursion, and a repetition of an expression that can be
/// empty, are not errors: [`analyse`](crate::analysis::analyse) reports them.
///
/// # Examples
///
/// ```
/// let grammar = rfcbnf::read("digits = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// assert_eq!(grammar.productions.len(), 2);
///
/// let errors = rfcbnf::read("digits = 1*digit\n").unwrap_err();
/// assert_eq!(errors.errors()[0].to_string(), "1:12: the production `digit` is used and never defined");
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
pub fn read(source: &str) -> Result<Grammar, GrammarErrors> {
    Reader::default().read(source).into_result()
}

impl Grammar {
    /// Reads a grammar in ABNF (RFC 5234). The core rules, such as `DIGIT`, are there where they are used.
    ///
    /// # Errors
    ///
    /// Those of [`read`], which finds out the notation.
    ///
    /// ```
    /// let grammar = rfcbnf::Grammar::from_abnf("port = 1*DIGIT\n")?;
    /// assert!(grammar.parser("port")?.is_valid("80")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_abnf(source: &str) -> Result<Self, GrammarErrors> {
        let reader = Reader {
            notation: Some(Notation::Abnf),
            ..Reader::default()
        };
        reader.read(source).into_result()
    }
}

/// Reads grammar files in a notation, and with readings.
///
/// ```
/// use rfcbnf::Reader;
/// use rfcbnf::syntax::Notation;
///
/// let document = Reader::default().read("digits = 1*digit\nsign = \"-\"\n");
/// assert_eq!(document.grammar.productions.len(), 2);
/// assert_eq!(document.errors.unwrap().errors().len(), 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Reader {
    /// The notation; `None` to find it out from the file.
    pub notation: Option<Notation>,
    /// The notation of files that show none, for example because of the name of the file; `None` to
    /// guess it. `/` is the sign of ABNF then, and a file without any sign is in RFC 822 style.
    pub expected: Option<Notation>,
    /// Texts without quotation marks that are literals. One that does not occur is not an error.
    pub bare_literals: Vec<BareLiteral>,
}

impl Reader {
    /// Reads a grammar file as far as possible. A file beyond one of the
    /// [`limits`](crate::limits) has no productions and one error.
    #[must_use]
    pub fn read(&self, source: &str) -> GrammarDocument {
        self.read_in(source, self.condition(source))
    }

    /// Finds out in what condition a file is, before it is read and before its [names](Self::names) are found.
    #[must_use]
    pub fn condition(&self, source: &str) -> Condition {
        if source.len() > FILE_LENGTH {
            return Condition {
                kind: None,
                is_undamaged: false,
            };
        }
        let kind = self.other_kind(source);
        let transcription = Transcription::of(source, damage_of(kind));
        Condition {
            is_undamaged: transcription.is_unchanged(),
            kind,
        }
    }

    /// Reads a file whose condition is known, as [`read`](Self::read) does. An editor asks for its names, too, and both need
    /// the condition.
    #[must_use]
    pub fn read_in(&self, source: &str, condition: Condition) -> GrammarDocument {
        if source.len() > FILE_LENGTH {
            return too_long(source);
        }
        let form = form(source);
        if form != Form::Text || is_whole_document(source) {
            return whole(source, GrammarErrorKind::Document { form });
        }
        let (mut transcription, kind) = self.transcription(source, condition);
        let (mut grammar, sign, mut faults) = match self.read_rules(transcription.text(), kind) {
            Ok(read) => read,
            Err(fault) => {
                // Whatever looks like damage is none if the text is no grammar.
                if fault.is_no_grammar() {
                    transcription.faults.clear();
                }
                (
                    empty(transcription.text()),
                    NotationSign::Shown,
                    vec![fault],
                )
            }
        };
        transcription.relocate(source, &mut grammar, &mut faults);
        faults.extend(transcription.faults);
        GrammarDocument {
            errors: GrammarErrors::new(&grammar.source, faults),
            grammar,
            sign,
        }
    }

    /// Returns the file without its damage, and the kind that it is of then.
    fn transcription<'s>(
        &self,
        source: &'s str,
        condition: Condition,
    ) -> (Transcription<'s>, Option<ebnf::Kind>) {
        if condition.is_undamaged {
            return (Transcription::undamaged(source), condition.kind);
        }
        let transcription = Transcription::of(source, damage_of(condition.kind));
        let kind = self.other_kind(transcription.text());
        (transcription, kind)
    }

    /// Returns the notation of a file that is of another kind than those of RFCs.
    fn other_kind(&self, source: &str) -> Option<ebnf::Kind> {
        match self.notation {
            Some(notation) if notation.is_of_rfcs() => None,
            Some(notation) => Some(ebnf::Kind::Read(notation)),
            None => ebnf::kind(source),
        }
    }
}

/// Returns which damage a file of this kind can have.
fn damage_of(kind: Option<ebnf::Kind>) -> transcription::Kind {
    match kind {
        Some(ebnf::Kind::Read(_)) => transcription::Kind::Ebnf,
        _ => transcription::Kind::OfRfcs,
    }
}

/// In what condition a file is: whether it is damaged, and of another kind than those of RFCs.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    kind: Option<ebnf::Kind>,
    is_undamaged: bool,
}

/// A literal of one production that has no quotation marks. RFC 1738 lost those of the slash in
/// `gopherurl`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BareLiteral {
    /// The name of the production.
    pub production: String,
    /// The text, which is a literal wherever a lexeme can begin. The reader ignores a text that is
    /// empty, begins with a space or is not printable ASCII.
    pub text: String,
}

/// A grammar file as far as it can be read.
#[derive(Debug, Clone)]
pub struct GrammarDocument {
    /// The rules that can be read. [`Kind::Unreadable`](crate::syntax::Kind::Unreadable) stands
    /// for text in them that cannot.
    pub grammar: Grammar,
    /// The errors, if there are any.
    pub errors: Option<GrammarErrors>,
    /// Why the file is read in its notation.
    pub sign: NotationSign,
}

impl GrammarDocument {
    /// Returns the grammar, if it has no errors.
    ///
    /// # Errors
    ///
    /// The errors of the file.
    pub fn into_result(self) -> Result<Grammar, GrammarErrors> {
        self.errors.map_or(Ok(self.grammar), Err)
    }

    /// Returns the choice of the notation, if the file leaves it open and it decides how letters match.
    #[must_use]
    pub fn open_choice(&self) -> Option<NotationChoice> {
        NotationChoice::of(&self.grammar, self.sign)
    }
}

/// Returns the texts that are literals in a production.
pub(crate) fn bare_in<'a>(name: &str, bare_literals: &'a [BareLiteral]) -> Vec<&'a str> {
    bare_literals
        .iter()
        .filter(|bare| bare.production == name)
        .map(|bare| bare.text.as_str())
        .filter(|text| text.starts_with(|first: char| first.is_ascii_graphic()))
        .filter(|text| text.chars().all(|character| matches!(character, ' '..='~')))
        .collect()
}

/// Returns the document of a file that is too long to be read.
fn too_long(source: &str) -> GrammarDocument {
    let kind = GrammarErrorKind::FileTooLong { limit: FILE_LENGTH };
    let mut ends = (0..=FILE_LENGTH).rev();
    let end = ends.find(|&end| source.is_char_boundary(end));
    whole(&source[..end.unwrap_or(0)], kind)
}

/// Returns the document of a file that is no grammar as a whole. The error is where its text begins: RFCs begin with empty
/// lines.
pub(crate) fn whole(source: &str, kind: GrammarErrorKind) -> GrammarDocument {
    let begin = source.len() - source.trim_start().len();
    GrammarDocument {
        sign: NotationSign::Shown,
        grammar: empty(source),
        errors: GrammarErrors::new(source, vec![Fault::new(kind, begin..begin)]),
    }
}

/// Returns a grammar without rules.
fn empty(source: &str) -> Grammar {
    Grammar {
        source: source.to_owned(),
        ..Grammar::default()
    }
}

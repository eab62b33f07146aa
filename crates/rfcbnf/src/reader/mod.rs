//! The reader of grammar files.
//!
//! `transcription` repairs the damage of a copied file, `rules` reads the repaired text through the layers of
//! [`notation`](crate::notation), and `check` finds what is wrong with rules that can be read. `names` finds
//! the names of a file on its lexemes.
//!
//! Invariant: the time is linear in the length of the file, and [`limits`](crate::limits) bounds
//! the length, the number of expressions and their depth.

mod bare_prose;
mod check;
mod document;
mod names;
mod rules;
pub(crate) mod settings;
pub(crate) mod transcription;

pub use self::document::Document;
use self::document::{empty, whole};
pub use self::names::{NamePlace, Names, RuleNames};
pub use self::settings::{BareLiteral, Reader};
use self::transcription::Transcription;
use crate::documents::markup::form;
use crate::documents::pages::is_rfc;
use crate::error::{Form, GrammarErrorKind, GrammarErrors};
use crate::limits::FILE_LENGTH;
use crate::notation::choice::NotationSign;
use crate::syntax::Grammar;

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

impl Reader {
    /// Reads a grammar file as far as possible. A file beyond one of the
    /// [`limits`](crate::limits) has no productions and one error.
    #[must_use]
    pub fn read(&self, source: &str) -> Document {
        if source.len() > FILE_LENGTH {
            return too_long(source);
        }
        let form = form(source);
        if form != Form::Text || is_rfc(source) {
            return whole(source, GrammarErrorKind::Document { form });
        }
        let mut transcription = Transcription::of(source, self.damage_of(source));
        let (mut grammar, sign, mut faults) = match self.read_rules(transcription.text()) {
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
        Document {
            errors: GrammarErrors::new(&grammar.source, faults),
            grammar,
            sign,
        }
    }
}

/// Returns the document of a file that is too long to be read.
fn too_long(source: &str) -> Document {
    let kind = GrammarErrorKind::FileTooLong { limit: FILE_LENGTH };
    let mut ends = (0..=FILE_LENGTH).rev();
    let end = ends.find(|&end| source.is_char_boundary(end));
    whole(&source[..end.unwrap_or(0)], kind)
}

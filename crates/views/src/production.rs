//! Productions, as the views of trees, errors, traces and verdicts see them: those of RFC 1738,
//! and those of a grammar that is interpreted.
//!
//! ```
//! use rfc1738::Rule;
//! use rfc1738_views::production::{CheckedProduction, Rejection, Undecided};
//!
//! /// Returns what a text counts for, and whether it is valid, for any grammar.
//! fn verdict<P: CheckedProduction>(production: P, text: &str) -> Result<(P, bool), Undecided> {
//!     Ok(match production.check(text)? {
//!         Ok(tree) => (tree.root().rule(), true),
//!         Err(error) => (error.facts().innermost(), false),
//!     })
//! }
//!
//! assert_eq!(verdict(Rule::Hostport, "h:80")?, (Rule::Hostport, true));
//! assert_eq!(verdict(Rule::Hostport, "h:8o")?, (Rule::Digits, false));
//! # Ok::<(), Undecided>(())
//! ```
//!
//! Architecture invariant: a question that is given up on has no answer. It is [`Undecided`], a value
//! of its own beside valid and invalid, which comes with a reason and with nothing else.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use rfc1738::{ErrorId, Fix, Note};
use rfcbnf::Parser;
pub use rfcbnf::parser::Undecided;
use rfcbnf::parser::{Nearest, NearestQuestion, NoNearest};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf_engine::recognizer::ParseError;
use rfcbnf_engine::trace::Trace;
use rfcbnf_engine::{AsInput, Detail, Production, SyntaxError, TextError as _, Tree};
use serde::Serialize;
use serde::ser::Serializer;

/// The answer to a text that is decided: its tree if it is valid, or else its error.
pub type Checked<'t, P> = Result<Tree<'t, P>, <P as CheckedProduction>::Rejection>;

/// A production that texts are checked against.
pub trait CheckedProduction: Production {
    /// The error of a text that it does not derive.
    type Rejection: Rejection<Rule = Self>;

    /// Parses the text. The tree leaves out the character productions.
    ///
    /// # Errors
    ///
    /// Fails if the text is not decided, or if it is valid and its tree is not to be had.
    fn check<T: AsInput + ?Sized>(self, text: &T) -> Result<Checked<'_, Self>, Undecided> {
        self.check_in_detail(text, Detail::Rules)
    }

    /// Parses the text. The tree shows the productions that the detail asks for.
    ///
    /// # Errors
    ///
    /// Fails if the text is not decided, or if it is valid and its tree is not to be had.
    fn check_in_detail<T: AsInput + ?Sized>(
        self,
        text: &T,
        detail: Detail,
    ) -> Result<Checked<'_, Self>, Undecided>;

    /// Returns the error of the text; `None` if the text is valid, or if its error is not decided.
    fn error_of(self, text: &[u8]) -> Option<Self::Rejection> {
        self.check(text).ok()?.err()
    }

    /// Returns whether the production derives the text.
    ///
    /// # Errors
    ///
    /// Fails if the text is not decided.
    fn is_valid(self, text: &[u8]) -> Result<bool, Undecided>;

    /// Returns the steps of the production over the text.
    ///
    /// # Errors
    ///
    /// Fails if the text is not decided, or if its steps are not to be had.
    fn trace(self, text: &[u8], detail: Detail) -> Result<Trace<'_, Self>, Undecided>;

    /// Returns the valid texts that are nearest to this one.
    ///
    /// # Errors
    ///
    /// Fails if they are not known.
    fn nearest(self, text: &[u8], question: NearestQuestion) -> Result<Nearest, NoNearest>;

    /// Returns what can follow a text, as its error would say; `None` if that is not known.
    fn diagnose(self, text: &[u8]) -> Option<SyntaxError<Self>>;

    /// Returns whether [`Self::kind_of_valid`] can tell what texts count for.
    fn has_kinds(self) -> bool {
        false
    }

    /// Returns the production that a text counts for if it is valid and that is known without its tree: the kind of a URL
    /// is.
    fn kind_of_valid(self, _text: &[u8]) -> Option<Self> {
        None
    }
}

/// The error of a text that a production does not derive, and what is known about it besides.
pub trait Rejection: fmt::Debug + fmt::Display {
    /// The productions of the grammar.
    type Rule: CheckedProduction;

    /// Returns the error.
    fn facts(&self) -> &SyntaxError<Self::Rule>;

    /// Returns what the prose says about the error. A grammar without prose has nothing to say.
    fn notes(&self) -> Vec<Note> {
        Vec::new()
    }

    /// Returns the stable id of the error. Without prose, it names the production to look up, as in
    /// `port-syntax`.
    fn id(&self) -> String {
        format!("{}-syntax", self.facts().help_rule())
    }

    /// Returns what one line says about the error, which takes less time than all notes.
    fn headline(&self) -> Headline {
        Headline {
            id: self.id().into(),
            note: None,
            fix: None,
        }
    }

    /// Returns the notes and the id, which takes less time than one after the other.
    fn explained(&self) -> (Vec<Note>, String) {
        (self.notes(), self.id())
    }

    /// Returns the spans of what is secret in the text.
    fn passwords(&self) -> Vec<Range<usize>> {
        self.facts().secrets()
    }

    /// Returns where to look up what would be right.
    fn help(&self) -> Option<String> {
        None
    }
}

/// What one line says about an error.
#[derive(Debug)]
pub struct Headline {
    /// The stable id of the error.
    pub id: Cow<'static, str>,
    /// The first note, without its fixes.
    pub note: Option<Note>,
    /// The first fix of all notes.
    pub fix: Option<Fix>,
}

impl CheckedProduction for rfc1738::Rule {
    type Rejection = rfc1738::SyntaxError;

    fn check_in_detail<T: AsInput + ?Sized>(
        self,
        text: &T,
        detail: Detail,
    ) -> Result<Checked<'_, Self>, Undecided> {
        Ok(rfc1738::parse_in_detail(self, text, detail))
    }

    fn is_valid(self, text: &[u8]) -> Result<bool, Undecided> {
        Ok(rfc1738::is_valid(self, text))
    }

    fn error_of(self, text: &[u8]) -> Option<Self::Rejection> {
        let error = rfcbnf_engine::diagnose(self, text);
        let is_valid = error.offset() == text.len() && error.can_end();
        (!is_valid).then(|| error.into())
    }

    fn trace(self, text: &[u8], detail: Detail) -> Result<Trace<'_, Self>, Undecided> {
        Ok(rfcbnf_engine::trace(self, text, detail))
    }

    fn nearest(self, text: &[u8], question: NearestQuestion) -> Result<Nearest, NoNearest> {
        let rule = OWN_PARSER.find(self.name());
        let rule = rule.expect("the parser has all productions");
        rule.nearest(text, question)
    }

    fn diagnose(self, text: &[u8]) -> Option<SyntaxError<Self>> {
        Some(rfcbnf_engine::diagnose(self, text))
    }

    fn has_kinds(self) -> bool {
        self == Self::Url
    }

    fn kind_of_valid(self, text: &[u8]) -> Option<Self> {
        let is_url = self.has_kinds() && rfc1738::is_valid(self, text);
        is_url.then(|| kind_of_url(text))
    }
}

/// The productions of RFC 1738 with their network, which the generated parsers do without.
static OWN_PARSER: LazyLock<Parser> = LazyLock::new(|| {
    let (grammar, _) = load(BNF, READINGS).expect("a test loads it");
    let names = rfc1738::Rule::ALL.into_iter().map(rfc1738::Rule::name);
    let start = rfc1738::Rule::Url.name();
    Parser::with_characters(&grammar, start, names, |_| false).expect("a test prepares it")
});

/// Returns the production directly below `url` that derives a valid URL.
///
/// Each of the ten schemes has its own production, and `otherurl` derives none of their URLs.
fn kind_of_url(url: &[u8]) -> rfc1738::Rule {
    use rfc1738::Rule;

    let of_four = scheme(url).and_then(|scheme| match &scheme {
        b"http" => Some(Rule::Httpurl),
        b"news" => Some(Rule::Newsurl),
        b"file" => Some(Rule::Fileurl),
        b"nntp" => Some(Rule::Nntpurl),
        b"wais" => Some(Rule::Waisurl),
        _ => None,
    });
    let of_six = || {
        scheme(url).and_then(|scheme| match &scheme {
            b"mailto" => Some(Rule::Mailtourl),
            b"telnet" => Some(Rule::Telneturl),
            b"gopher" => Some(Rule::Gopherurl),
            _ => None,
        })
    };
    match of_four.or_else(of_six) {
        Some(kind) => kind,
        None if scheme(url) == Some(*b"ftp") => Rule::Ftpurl,
        None if scheme(url) == Some(*b"prospero") => Rule::Prosperourl,
        None => Rule::Otherurl,
    }
}

/// Returns the scheme of a URL in lower case if it has this length.
fn scheme<const LENGTH: usize>(url: &[u8]) -> Option<[u8; LENGTH]> {
    let scheme = url.first_chunk::<LENGTH>()?;
    (url.get(LENGTH) == Some(&b':')).then(|| scheme.map(|octet| octet.to_ascii_lowercase()))
}

impl Rejection for rfc1738::SyntaxError {
    type Rule = rfc1738::Rule;

    fn facts(&self) -> &SyntaxError<rfc1738::Rule> {
        self.as_ref()
    }

    fn notes(&self) -> Vec<Note> {
        self.notes()
    }

    fn id(&self) -> String {
        self.id().to_string()
    }

    fn headline(&self) -> Headline {
        let headline = self.headline();
        Headline {
            id: match headline.id {
                ErrorId::Note(note) => note.as_str().into(),
                ErrorId::Syntax(_) => headline.id.to_string().into(),
            },
            note: Some(headline.note),
            fix: headline.fix,
        }
    }

    fn explained(&self) -> (Vec<Note>, String) {
        let notes = self.notes();
        let first = notes.first().map(Note::id).filter(|id| !id.is_form());
        let id = first.map_or(ErrorId::Syntax(self.help_rule()), ErrorId::Note);
        (notes, id.to_string())
    }

    fn help(&self) -> Option<String> {
        let prose = miette::Diagnostic::url(self).map(|address| format!(", {address} the prose"));
        Some(format!(
            "`rfc1738 rules {}` shows the production{}",
            self.help_rule(),
            prose.unwrap_or_default()
        ))
    }
}

impl CheckedProduction for rfcbnf::Rule<'_> {
    type Rejection = SyntaxError<Self>;

    fn check_in_detail<T: AsInput + ?Sized>(
        self,
        text: &T,
        detail: Detail,
    ) -> Result<Checked<'_, Self>, Undecided> {
        match self.parse_in_detail(text, detail) {
            Ok(tree) => Ok(Ok(tree)),
            Err(ParseError::Syntax(error)) => Ok(Err(error)),
            Err(ParseError::Undecided(undecided)) => Err(undecided),
        }
    }

    fn is_valid(self, text: &[u8]) -> Result<bool, Undecided> {
        self.is_valid(text)
    }

    fn error_of(self, text: &[u8]) -> Option<Self::Rejection> {
        match self.check(text) {
            Err(ParseError::Syntax(error)) => Some(error),
            _ => None,
        }
    }

    fn trace(self, text: &[u8], detail: Detail) -> Result<Trace<'_, Self>, Undecided> {
        self.trace(text, detail)
    }

    fn nearest(self, text: &[u8], question: NearestQuestion) -> Result<Nearest, NoNearest> {
        self.nearest(text, question)
    }

    fn diagnose(self, text: &[u8]) -> Option<SyntaxError<Self>> {
        self.diagnose(text).ok()
    }

    fn has_kinds(self) -> bool {
        self.has_kinds()
    }

    fn kind_of_valid(self, text: &[u8]) -> Option<Self> {
        self.kind(text)
    }
}

impl<P: CheckedProduction> Rejection for SyntaxError<P> {
    type Rule = P;

    fn facts(&self) -> &SyntaxError<P> {
        self
    }
}

impl<E: Rejection> Rejection for &E {
    type Rule = E::Rule;

    fn facts(&self) -> &SyntaxError<E::Rule> {
        (**self).facts()
    }

    fn notes(&self) -> Vec<Note> {
        (**self).notes()
    }

    fn id(&self) -> String {
        (**self).id()
    }

    fn headline(&self) -> Headline {
        (**self).headline()
    }

    fn explained(&self) -> (Vec<Note>, String) {
        (**self).explained()
    }

    fn help(&self) -> Option<String> {
        (**self).help()
    }
}

/// The name of a production, for programs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<P>(pub(crate) P);

impl<P: fmt::Display> Serialize for Name<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Why a text is not decided, for programs.
///
/// ```
/// use rfc1738_views::production::UndecidedRecord;
///
/// assert_eq!(UndecidedRecord::from("it is too long".to_owned()).reason(), "it is too long");
/// ```
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UndecidedRecord {
    reason: String,
    /// The production whose texts are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    production: Option<String>,
    /// Where the text could need it, in octets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    offset: Option<usize>,
}

impl UndecidedRecord {
    /// Returns the reason in one line. It is not escaped.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl From<String> for UndecidedRecord {
    fn from(reason: String) -> Self {
        Self {
            reason,
            production: None,
            offset: None,
        }
    }
}

impl From<&Undecided> for UndecidedRecord {
    fn from(undecided: &Undecided) -> Self {
        let unknown = match undecided {
            Undecided::Unknown(unknown) => Some(unknown),
            _ => None,
        };
        Self {
            reason: undecided.to_string(),
            production: unknown.map(|unknown| unknown.production.to_string()),
            offset: unknown.map(|unknown| unknown.offset),
        }
    }
}

/// What is left out of a text that is too long to be kept or shown.
///
/// A text that is not kept is replaced by a shorter one with the same beginning and the same surroundings of
/// the error. What is left out lies between these, so every offset of an error is shifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The number of octets in the whole text.
    pub length: u64,
    /// The number of octets to add to the offset of an error.
    pub octets: u64,
    /// The number of characters to add to the column of an error.
    pub characters: u64,
}

/// Returns what one line says about an error. If a part of the text is left out, there is no note: its
/// fix would be one of a shorter text.
pub(crate) fn headline(rejection: &impl Rejection, cut: Option<Cut>) -> Headline {
    match cut {
        None => rejection.headline(),
        Some(_) => Headline {
            id: rejection.id().into(),
            note: None,
            fix: None,
        },
    }
}

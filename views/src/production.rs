//! Productions, as the views of trees, errors, traces and verdicts see them: those of RFC 1738,
//! and those of a grammar that is interpreted.
//!
//! ```
//! use rfc1738::Rule;
//! use rfc1738_views::production::{CheckedProduction, Rejection};
//!
//! /// Returns what a text counts for, and whether it is valid, for any grammar.
//! fn verdict<P: CheckedProduction>(production: P, text: &str) -> (P, bool) {
//!     match production.check(text) {
//!         Ok(tree) => (tree.root().rule(), true),
//!         Err(error) => (error.facts().innermost(), false),
//!     }
//! }
//!
//! assert_eq!(verdict(Rule::Hostport, "h:80"), (Rule::Hostport, true));
//! assert_eq!(verdict(Rule::Hostport, "h:8o"), (Rule::Digits, false));
//! ```

use std::fmt;

use rfc1738::Note;
use rfcbnf::{earley, interpret};
use rfcbnf_engine::{AsInput, Detail, Production, SyntaxError, Tree, parse_in_detail};
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::check::cut::Cut;

/// A production that texts are checked against.
pub trait CheckedProduction: Production {
    /// The error of a text that it does not derive.
    type Rejection: Rejection<Rule = Self>;

    /// Parses the text. The tree leaves out the character productions.
    ///
    /// # Errors
    ///
    /// Fails if the production does not derive the text.
    fn check<T: AsInput + ?Sized>(self, text: &T) -> Result<Tree<'_, Self>, Self::Rejection> {
        self.check_in_detail(text, Detail::Rules)
    }

    /// Parses the text. The tree shows the productions that the detail asks for.
    ///
    /// # Errors
    ///
    /// Fails if the production does not derive the text.
    fn check_in_detail<T: AsInput + ?Sized>(
        self,
        text: &T,
        detail: Detail,
    ) -> Result<Tree<'_, Self>, Self::Rejection>;

    /// Returns the production that a valid text counts for, if that is known without its tree:
    /// the kind of a URL is. `None` means that only the tree can tell.
    fn kind_of_valid(self, _text: &[u8]) -> Option<Self> {
        None
    }
}

/// The error of a text that a production does not derive, and what is known about it besides.
pub trait Rejection: fmt::Debug {
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

    /// Returns where to look up what would be right.
    fn help(&self) -> Option<String> {
        None
    }
}

impl CheckedProduction for rfc1738::Rule {
    type Rejection = rfc1738::SyntaxError;

    fn check_in_detail<T: AsInput + ?Sized>(
        self,
        text: &T,
        detail: Detail,
    ) -> Result<Tree<'_, Self>, Self::Rejection> {
        rfc1738::parse_in_detail(self, text, detail)
    }

    fn kind_of_valid(self, text: &[u8]) -> Option<Self> {
        (self == Self::Url).then(|| kind_of_url(text))
    }
}

/// Returns the production directly below `url` that derives a valid URL.
///
/// Each of the ten schemes has its own production, and `otherurl` derives none of their URLs.
fn kind_of_url(url: &[u8]) -> rfc1738::Rule {
    let scheme = url.split(|octet| *octet == b':').next().unwrap_or_default();
    let is_of_scheme = |kind: &&rfc1738::Rule| {
        let name = kind.name().strip_suffix("url").unwrap_or_default();
        name.as_bytes().eq_ignore_ascii_case(scheme)
    };
    let kind = rfc1738::Rule::Url.uses().iter().find(is_of_scheme);
    kind.copied().unwrap_or(rfc1738::Rule::Otherurl)
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

    fn help(&self) -> Option<String> {
        let prose = miette::Diagnostic::url(self).map(|address| format!(", {address} the prose"));
        Some(format!(
            "`rfc1738 rules {}` shows the production{}",
            self.help_rule(),
            prose.unwrap_or_default()
        ))
    }
}

impl CheckedProduction for interpret::Rule<'_> {
    type Rejection = SyntaxError<Self>;

    fn check_in_detail<T: AsInput + ?Sized>(
        self,
        text: &T,
        detail: Detail,
    ) -> Result<Tree<'_, Self>, Self::Rejection> {
        parse_in_detail(self, text, detail)
    }
}

impl CheckedProduction for earley::Rule<'_> {
    type Rejection = SyntaxError<Self>;

    fn check_in_detail<T: AsInput + ?Sized>(
        self,
        text: &T,
        detail: Detail,
    ) -> Result<Tree<'_, Self>, Self::Rejection> {
        parse_in_detail(self, text, detail)
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

/// An error with its notes, for programs.
#[derive(Debug)]
pub(crate) struct RejectionRecord<E>(pub(crate) E);

impl<E: Rejection> Serialize for RejectionRecord<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_rejection(&self.0, None, serializer)
    }
}

/// Writes an error with its notes. If a part of the text is left out, there are no notes: their fixes
/// would be fixes of a shorter text.
pub(crate) fn serialize_rejection<E: Rejection, S: Serializer>(
    rejection: &E,
    cut: Option<Cut>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fields = SyntaxError::<E::Rule>::FIELDS + 2;
    let mut error = serializer.serialize_struct("SyntaxError", fields)?;
    let shift = cut.map_or(0, |cut| cut.octets);
    rejection.facts().serialize_fields(&mut error, shift)?;
    let notes = match cut {
        None => rejection.notes(),
        Some(_) => Vec::new(),
    };
    error.serialize_field("notes", &notes)?;
    error.serialize_field("id", &rejection.id())?;
    error.end()
}

//! Parsers for the %count% of %title%, generated from its grammar.
//!
//! Each production is a [`Rule`], and a nom parser in [`rules`] is generated from it. [`parse()`]
//! accepts a text if and only if the production derives it.
//!
//! ```
//! use %crate%::{Rule, parse};
//!
//! let tree = parse(Rule::%start%, %text%)?;
//! assert_eq!(tree.root().span(), 0..%length%);
//!
//! let failure = parse(Rule::%start%, %wrong%).unwrap_err();
//! assert_eq!(failure.syntax().unwrap().offset(), %offset%);
//! println!("{failure}");
//! # Ok::<(), %crate%::Failure>(())
//! ```
//!
//! Some productions are recursive, so a recognizer reads the texts. It takes linear time for most
//! grammars and texts. A text can take more than a limit, and then the answer is that it is
//! [`Undecided`], not that it is wrong.
//!
//! There is no `streaming`: the recognizer reads from the beginning of a text, so asking it after each part
//! of a stream would take quadratic time. Collect a text until its protocol ends it, and parse it then.

extern crate alloc;

#[rustfmt::skip] // The generator lays it out.
pub mod rules;
#[rustfmt::skip]
mod tables;
#[cfg(feature = "typed")]
#[rustfmt::skip]
pub mod typed;

/// The engine of the parsers: it has what signatures name and this page does not list.
#[doc(no_inline)]
pub use rfcbnf_engine as engine;
#[cfg(feature = "literals")]
pub use rfcbnf_engine::StringLiteral;
pub use rfcbnf_engine::recognizer::{LimitReached, Undecided};
pub use rfcbnf_engine::{
    AsInput, CharacterSet, CharacterSetIter, ColumnUnit, Detail, Document, Found, LineColumn,
    Origin, Production, ProductionSet, Reading, Text, whole,
};
pub use rules::Rule;
pub use tables::rule::UnknownRule;

/// The derivation of a text; the first in priority order if there are several.
pub type Tree<'t> = rfcbnf_engine::Tree<'t, Rule>;

/// A production and the part of the text that it derives.
pub type Node<'a, 't> = rfcbnf_engine::Node<'a, 't, Rule>;

/// An iterator over nodes of a tree, in preorder.
pub type Nodes<'a, 't> = rfcbnf_engine::Nodes<'a, 't, Rule>;

/// The error if a production does not derive a text.
pub type SyntaxError = rfcbnf_engine::SyntaxError<Rule>;

/// Why a text has no tree: it is wrong, or that is undecided.
pub type Failure = rfcbnf_engine::recognizer::Failure<Rule>;

/// A [`Failure`] with its position in the document that the text comes from.
///
/// ```
/// use %crate%::{Document, Rule, parse};
///
/// let error = parse(Rule::%start%, %wrong%).unwrap_err();
/// let error = error.in_document(&Document::named("a file", %wrong%), 0);
/// assert_eq!(error.error().syntax().unwrap().offset(), %offset%);
/// println!("{error:#}");
/// ```
pub type DocumentError = rfcbnf_engine::DocumentError<Failure>;

/// A [`DocumentError`] as a diagnostic of `miette`: `?` makes a report of it.
#[cfg(feature = "miette")]
pub type DocumentDiagnostic = rfcbnf_engine::DocumentDiagnostic<Failure>;

/// A nom error that keeps the [`Failure`] of [`whole`].
pub type WholeError<I> = rfcbnf_engine::WholeError<I, Failure>;

/// A character, or the end of the text, that would be accepted at the offset of an error.
pub type Expected = rfcbnf_engine::Expected<Rule>;

/// The steps of a production over a text. [`trace()`] records one.
pub type Trace<'t> = rfcbnf_engine::trace::Trace<'t, Rule>;

/// An event of a trace, with its depth in the derivation.
pub type Step = rfcbnf_engine::trace::Step<Rule>;

/// One action of a parser. Offsets are byte offsets from the start of the text.
pub type Event = rfcbnf_engine::trace::Event<Rule>;

/// Returns whether the production derives the text.
///
/// # Errors
///
/// Returns [`LimitReached`] if the verdict is not known.
///
/// ```
/// use %crate%::{Rule, is_valid};
///
/// assert_eq!(is_valid(Rule::%start%, %text%), Ok(true));
/// assert_eq!(is_valid(Rule::%start%, %wrong%), Ok(false));
/// ```
pub fn is_valid(rule: Rule, text: impl AsRef<[u8]>) -> Result<bool, LimitReached> {
    rfcbnf_engine::recognizer::is_valid(rule, text)
}

/// Returns the longest prefix of the input that the production derives, and the rest, in the order
/// of [`str::split_at`]; `None` if it derives no prefix.
///
/// # Errors
///
/// Returns [`LimitReached`] if the prefix is not known.
///
/// ```
/// use %crate%::{Rule, match_prefix};
///
/// assert_eq!(match_prefix(Rule::%start%, %whole%), Ok(Some((%text%, %rest%))));
/// ```
pub fn match_prefix<I: Text>(rule: Rule, input: I) -> Result<Option<(I, I)>, LimitReached> {
    rfcbnf_engine::recognizer::match_prefix(rule, input)
}

/// Parses the text as the production. The tree leaves out the character productions.
///
/// # Errors
///
/// Returns a [`Failure`] if the production does not derive the text, or if that is not known.
///
/// ```
/// use %crate%::{Rule, parse};
///
/// let tree = parse(Rule::%start%, %text%)?;
/// assert_eq!(tree.root().rule(), Rule::%start%);
/// # Ok::<(), %crate%::Failure>(())
/// ```
pub fn parse<T: AsInput + ?Sized>(rule: Rule, text: &T) -> Result<Tree<'_>, Failure> {
    parse_in_detail(rule, text, Detail::Rules)
}

/// Parses the text as the production, with or without the character productions in the tree.
///
/// # Errors
///
/// Returns a [`Failure`] if the production does not derive the text, or if that is not known.
///
/// ```
/// use %crate%::{Detail, Rule, parse, parse_in_detail};
///
/// let tree = parse_in_detail(Rule::%start%, %text%, Detail::Characters)?;
/// assert!(tree.iter().count() >= parse(Rule::%start%, %text%)?.iter().count());
/// # Ok::<(), %crate%::Failure>(())
/// ```
pub fn parse_in_detail<T: AsInput + ?Sized>(
    rule: Rule,
    text: &T,
    detail: Detail,
) -> Result<Tree<'_>, Failure> {
    rfcbnf_engine::recognizer::parse_in_detail(rule, text, detail)
}

/// Records the steps of a parser of the production that tries every alternative in order and backtracks,
/// with the offset and result of each attempt.
///
/// `detail` decides whether the trace shows the productions for single characters.
///
/// # Errors
///
/// Returns [`Undecided`] if the verdict is not known, or if the steps take too much.
///
/// ```
/// use %crate%::{Detail, Rule, trace};
///
/// let trace = trace(Rule::%start%, %text%, Detail::Rules)?;
/// assert!(trace.derives_all());
/// # Ok::<(), %crate%::Undecided>(())
/// ```
pub fn trace<T: AsRef<[u8]> + ?Sized>(
    rule: Rule,
    text: &T,
    detail: Detail,
) -> Result<Trace<'_>, Undecided> {
    rfcbnf_engine::recognizer::trace(rule, text.as_ref(), detail)
}

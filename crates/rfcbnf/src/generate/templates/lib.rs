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
//! let error = parse(Rule::%start%, %wrong%).unwrap_err();
//! assert_eq!(error%syntax%.offset(), %offset%);
//! println!("{error}");
//! # Ok::<(), %crate%::%failure%>(())
//! ```
//!
%if recursive%
//! Some productions are recursive, so a recognizer reads the texts. It takes linear time for most
//! grammars and texts. A text can take more than a limit, and then the answer is that it is
//! [`Undecided`], not that it is wrong.
//!
//! There is no `streaming`: the recognizer reads from the beginning of a text, so asking it after each part
//! of a stream would take quadratic time. Collect a text until its protocol ends it, and parse it then.
%else%
//! The crate needs `core` and `alloc`, and no `std`.
%end%
//!
%if module%
//! With the feature `nom_locate` of `rfcbnf-engine`, which is on by default, the nom parsers also run over
//! `nom_locate::LocatedSpan`.

#![allow(dead_code, unused_imports, unreachable_pub, reason = "a program need not use all of it")]
#![allow(clippy::all, clippy::pedantic, clippy::nursery, reason = "it is generated")]
%else%
//! With the feature `nom_locate`, which is on by default, the nom parsers also run over
//! `nom_locate::LocatedSpan`.
%unless recursive%

#![no_std]
%end%
%end%

extern crate alloc;

#[rustfmt::skip] // The generator lays it out.
pub mod rules;
#[rustfmt::skip]
mod tables;
%if typed%
%unless module%
#[cfg(feature = "typed")]
%end%
#[rustfmt::skip]
pub mod typed;
%end%

%if own-modules%
%own-modules%

%end%
/// The engine of the parsers: it has what signatures name and this page does not list.
#[doc(no_inline)]
pub use rfcbnf_engine as engine;
%if notes%
pub use rfcbnf_engine::Note;
%end%
%unless module%
#[cfg(feature = "literals")]
pub use rfcbnf_engine::StringLiteral;
#[cfg(feature = "nearest")]
pub use rfcbnf_engine::recognizer::{
    Edit, Nearest, NearestCount, NearestLimit, NearestQuestion, Repair, Repaired, Weights,
};
%end%
%if recursive%
pub use rfcbnf_engine::recognizer::{LimitReached, Undecided};
%end%
pub use rfcbnf_engine::{
    AsInput, CharacterSet, CharacterSetIter, ColumnUnit, Detail, Document, Found, LineColumn,
    Origin, Production, ProductionSet, Reading, Text, whole,
};
pub use rules::Rule;
pub use tables::descriptions::UnknownRule;

/// The derivation of a text; the first in priority order if there are several.
pub type Tree<'t> = rfcbnf_engine::Tree<'t, Rule>;

/// A production and the part of the text that it derives.
pub type Node<'a, 't> = rfcbnf_engine::Node<'a, 't, Rule>;

/// An iterator over nodes of a tree, in preorder.
pub type Nodes<'a, 't> = rfcbnf_engine::Nodes<'a, 't, Rule>;

/// The start or the end of a node. [`visit`] passes them on.
pub type NodeEvent = rfcbnf_engine::NodeEvent<Rule>;

/// The error if a production does not derive a text.
%if notes%
///
/// [`SyntaxError::notes`](rfcbnf_engine::SyntaxError::notes) has what the document says about it, and so has `{error:#}`:
///
/// ```
/// use %crate%::{Rule, parse};
///
/// let error = parse(Rule::%start%, %wrong%).unwrap_err();
/// for note in error%syntax%.notes() {
///     println!("{}: {note}", note.id());
/// }
/// ```
%end%
pub type SyntaxError = rfcbnf_engine::SyntaxError<Rule>;

%if recursive%
/// Why a text has no tree: it is wrong, or that is undecided.
pub type ParseError = rfcbnf_engine::recognizer::ParseError<SyntaxError>;

%end%
/// A [`%failure%`] with its position in the document that the text comes from.
///
/// ```
/// use %crate%::{Document, Rule, parse};
///
/// let error = parse(Rule::%start%, %wrong%).unwrap_err();
/// let error = error.in_document(&Document::named("a file", %wrong%), 0);
/// assert_eq!(error.error()%syntax%.offset(), %offset%);
/// println!("{error:#}");
/// ```
pub type DocumentError = rfcbnf_engine::DocumentError<%failure%>;

%unless module%
/// A [`DocumentError`] as a diagnostic of `miette`: `?` makes a report of it.
#[cfg(feature = "miette")]
pub type DocumentDiagnostic = rfcbnf_engine::DocumentDiagnostic<%failure%>;

%end%
/// A nom error that keeps the [`%failure%`] of [`whole`].
pub type WholeError<I> = rfcbnf_engine::WholeError<I, %failure%>;

/// A character, or the end of the text, that would be accepted at the offset of an error.
pub type Expected = rfcbnf_engine::Expected<Rule>;

/// What can follow a text. [`next`] returns one.
pub type Next = rfcbnf_engine::Next<Rule>;

/// The steps of a production over a text. [`trace()`] records one.
pub type Trace<'t> = rfcbnf_engine::trace::Trace<'t, Rule>;

/// An event of a trace, with its depth in the derivation.
pub type Step = rfcbnf_engine::trace::Step<Rule>;

/// One action of a parser. Offsets are byte offsets from the start of the text.
pub type Event = rfcbnf_engine::trace::Event<Rule>;

/// Returns whether the production derives the text.
///
%if recursive%
/// # Errors
///
/// Returns [`LimitReached`] if the verdict is not known.
///
%end%
/// ```
/// use %crate%::{Rule, is_valid};
///
%if recursive%
/// assert_eq!(is_valid(Rule::%start%, %text%), Ok(true));
/// assert_eq!(is_valid(Rule::%start%, %wrong%), Ok(false));
/// ```
pub fn is_valid(rule: Rule, text: impl AsRef<[u8]>) -> Result<bool, LimitReached> {
%else%
/// assert!(is_valid(Rule::%start%, %text%));
/// assert!(!is_valid(Rule::%start%, %wrong%));
/// ```
pub fn is_valid(rule: Rule, text: impl AsRef<[u8]>) -> bool {
%end%
    %engine%::is_valid(rule, text)
}

/// Returns the longest prefix of the input that the production derives, and the rest, in the order
/// of [`str::split_at`]; `None` if it derives no prefix.
///
%if recursive%
/// # Errors
///
/// Returns [`LimitReached`] if the prefix is not known.
///
%end%
/// ```
/// use %crate%::{Rule, match_prefix};
///
%if recursive%
/// assert_eq!(match_prefix(Rule::%start%, %whole%), Ok(Some((%text%, %rest%))));
/// ```
pub fn match_prefix<I: Text>(rule: Rule, input: I) -> Result<Option<(I, I)>, LimitReached> {
%else%
/// assert_eq!(match_prefix(Rule::%start%, %whole%), Some((%text%, %rest%)));
/// ```
pub fn match_prefix<I: Text>(rule: Rule, input: I) -> Option<(I, I)> {
%end%
    %engine%::match_prefix(rule, input)
}

%unless recursive%
/// Returns a nom parser for incomplete input. It consumes the longest prefix that the
/// production derives, and says `Incomplete` where more input could change its answer. At the end of
/// the input, use [`rules::parse_prefix`].
///
/// # Errors
///
/// Returns `Err::Incomplete`, or nom's error if the production derives no prefix of the input,
/// whatever follows.
///
/// ```
/// use nom::{Err, Needed};
/// use %crate%::{Rule, streaming};
///
/// let mut parser = streaming::<_, ()>(Rule::%start%);
/// assert_eq!(parser(&%text%[..0]), Err(Err::Incomplete(Needed::Unknown)));
/// ```
pub fn streaming<I: Text, E: %nom%::error::ParseError<I>>(
    rule: Rule,
) -> impl FnMut(I) -> %nom%::IResult<I, I, E> {
    rfcbnf_engine::streaming(rule)
}

%end%
/// Parses the text as the production. The tree leaves out the character productions.
///
/// # Errors
///
/// Returns a [`%failure%`] if the production does not derive the text%or-unknown%.
///
/// ```
/// use %crate%::{Rule, parse};
///
/// let tree = parse(Rule::%start%, %text%)?;
/// assert_eq!(tree.root().rule(), Rule::%start%);
/// # Ok::<(), %crate%::%failure%>(())
/// ```
pub fn parse<T: AsInput + ?Sized>(rule: Rule, text: &T) -> Result<Tree<'_>, %failure%> {
    parse_in_detail(rule, text, Detail::Rules)
}

/// Parses the text as the production, with or without the character productions in the tree.
///
/// # Errors
///
/// Returns a [`%failure%`] if the production does not derive the text%or-unknown%.
///
/// ```
/// use %crate%::{Detail, Rule, parse, parse_in_detail};
///
/// let tree = parse_in_detail(Rule::%start%, %text%, Detail::Characters)?;
/// assert!(tree.iter().count() >= parse(Rule::%start%, %text%)?.iter().count());
/// # Ok::<(), %crate%::%failure%>(())
/// ```
pub fn parse_in_detail<T: AsInput + ?Sized>(
    rule: Rule,
    text: &T,
    detail: Detail,
) -> Result<Tree<'_>, %failure%> {
    %engine%::parse_in_detail(rule, text, detail)
}

/// Parses the text as the production, and calls `visitor` for the start and the end of each node that
/// [`parse()`] has in its tree: without a tree.
///
/// # Errors
///
/// Returns a [`%failure%`] if the production does not derive the text%or-unknown%. Then there is
/// no event%some-events%.
///
/// ```
/// use %crate%::{NodeEvent, Rule, visit};
///
/// let mut last = None;
/// visit(Rule::%start%, %text%, |event| last = Some(event))?;
/// assert!(matches!(last, Some(NodeEvent::Close { rule: Rule::%start%, .. })));
/// # Ok::<(), %crate%::%failure%>(())
/// ```
pub fn visit<T: AsInput + ?Sized>(
    rule: Rule,
    text: &T,
    visitor: impl FnMut(NodeEvent),
) -> Result<(), %failure%> {
    %engine%::visit(rule, text, visitor)
}

/// Returns what can follow a text, for completion: after a text that the production derives, too.
///
/// # Errors
///
/// Returns a [`%failure%`] if no text of the production begins with this one%or-unknown%.
///
/// ```
/// use %crate%::{Rule, next};
///
/// assert!(next(Rule::%start%, %text%)?.can_end());
/// assert!(next(Rule::%start%, %wrong%).is_err());
/// # Ok::<(), %crate%::%failure%>(())
/// ```
pub fn next<T: AsRef<[u8]> + ?Sized>(rule: Rule, text: &T) -> Result<Next, %failure%> {
    %engine%::next(rule, text.as_ref())
}

%unless module%
/// Returns the valid texts that the fewest insertions, deletions and replacements of characters make of a text. Nothing is
/// nearer, and no other text is as near than those that are listed or counted. With the feature `nearest`.
///
/// The question is the greatest number of texts in the list, or a [`NearestQuestion`].
///
/// # Errors
///
/// Returns [`NearestLimit`] if they are too far away, or take too much.
///
/// ```
/// use %crate%::{Rule, nearest};
///
/// let valid = nearest(Rule::%start%, %text%, 1)?;
/// assert!(valid.distance == 0 && valid.repairs[0].edits.is_empty());
/// if let Ok(found) = nearest(Rule::%start%, %wrong%, 3) {
///     println!("{} texts at the distance {}", found.count, found.distance);
/// }
/// # Ok::<(), %crate%::NearestLimit>(())
/// ```
#[cfg(feature = "nearest")]
pub fn nearest<T: AsRef<[u8]> + ?Sized>(
    rule: Rule,
    text: &T,
    question: impl Into<NearestQuestion>,
) -> Result<Nearest, NearestLimit> {
    tables::network::nearest(rule, text.as_ref(), question.into())
}

%end%
%if recursive%
/// Records the steps of a parser of the production that tries every alternative in order and backtracks,
/// with the offset and result of each attempt.
%else%
/// Runs the production over the text and records each attempt, with its offset and result.
%end%
///
/// `detail` decides whether the trace shows the productions for single characters.
///
%if recursive%
/// # Errors
///
/// Returns [`Undecided`] if the verdict is not known, or if the steps take too much.
///
%end%
/// ```
/// use %crate%::{Detail, Rule, trace};
///
%if recursive%
/// let trace = trace(Rule::%start%, %text%, Detail::Rules)?;
/// assert!(trace.derives_all());
/// # Ok::<(), %crate%::Undecided>(())
/// ```
pub fn trace<T: AsRef<[u8]> + ?Sized>(
    rule: Rule,
    text: &T,
    detail: Detail,
) -> Result<Trace<'_>, Undecided> {
%else%
/// let trace = trace(Rule::%start%, %text%, Detail::Rules);
/// assert!(trace.derives_all());
/// ```
pub fn trace<T: AsRef<[u8]> + ?Sized>(rule: Rule, text: &T, detail: Detail) -> Trace<'_> {
%end%
    %engine%::trace(rule, text.as_ref(), detail)
}

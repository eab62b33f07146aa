//! Parsing: from a text to a verdict, a tree or an error.
//!
//! What runs all productions is generic, so the crate that calls it compiles it, and nobody else.

use rfcbnf_engine::{AsInput, Detail, Text};

use crate::error::SyntaxError;
use crate::rules::Rule;
use crate::tree::{NodeEvent, Tree};

/// Returns whether the production derives the text. Does not allocate.
///
/// ```
/// use rfc1738::{Rule, is_valid};
///
/// assert!(is_valid(Rule::Url, "news:comp.infosystems.www.misc"));
/// assert!(!is_valid(Rule::Url, b"news:\xff"));
/// ```
pub fn is_valid(rule: Rule, text: impl AsRef<[u8]>) -> bool {
    rfcbnf_engine::is_valid(rule, text)
}

/// Returns the longest prefix of the input that the production derives, and the rest, in the order
/// of [`str::split_at`]; `None` if it derives no prefix. The input is a `&str`, a `&[u8]` or a
/// `nom_locate::LocatedSpan` of one.
///
/// Inside a nom grammar, [`rules::parse_prefix`](crate::rules::parse_prefix) does the same: it
/// returns the rest first, and fails with an error of nom.
///
/// ```
/// use rfc1738::{Rule, match_prefix};
///
/// assert_eq!(match_prefix(Rule::Url, "news:* and more"), Some(("news:*", " and more")));
/// assert_eq!(match_prefix(Rule::Digits, "no"), None);
/// ```
pub fn match_prefix<I: Text>(rule: Rule, input: I) -> Option<(I, I)> {
    rfcbnf_engine::match_prefix(rule, input)
}

/// Parses the text as the production. The tree leaves out the character productions.
///
/// The body of the production makes the tree. It is what the function of nom of the same name runs, and its source is there:
/// for `Rule::Url` in [`rules::generic::url`](fn@crate::rules::generic::url), which names
/// [`httpurl`](fn@crate::rules::http::httpurl).
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the production does not derive the text.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Hostport, "ds.internic.net:80")?;
/// assert_eq!(tree.find(Rule::Port).unwrap().span(), 16..18);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub fn parse<T: AsInput + ?Sized>(rule: Rule, text: &T) -> Result<Tree<'_>, SyntaxError> {
    parse_in_detail(rule, text, Detail::Rules)
}

/// Parses the text as the production, with or without the character productions in the tree.
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the production does not derive the text.
///
/// ```
/// use rfc1738::{Detail, Rule, parse_in_detail};
///
/// let tree = parse_in_detail(Rule::Port, "80", Detail::Characters)?;
/// assert_eq!(tree.iter().filter(|node| node.rule() == Rule::Digit).count(), 2);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub fn parse_in_detail<T: AsInput + ?Sized>(
    rule: Rule,
    text: &T,
    detail: Detail,
) -> Result<Tree<'_>, SyntaxError> {
    rfcbnf_engine::parse_in_detail(rule, text, detail).map_err(SyntaxError::from)
}

/// Parses the text as the production, and calls `visitor` for the start and the end of each node that its tree has: without
/// a tree.
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the production does not derive the text. Then there is no event.
///
/// ```
/// use rfc1738::{NodeEvent, Rule, visit};
///
/// let mut events = Vec::new();
/// visit(Rule::Hostport, "w3.org:80", |event| events.push(event))?;
/// assert_eq!(events[1], NodeEvent::Open { rule: Rule::Host, start: 0 });
/// assert_eq!(events.last(), Some(&NodeEvent::Close { rule: Rule::Hostport, span: 0..9 }));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub fn visit<T: AsInput + ?Sized>(
    rule: Rule,
    text: &T,
    visitor: impl FnMut(NodeEvent),
) -> Result<(), SyntaxError> {
    rfcbnf_engine::visit(rule, text, visitor).map_err(SyntaxError::from)
}

/// Returns the error in a text that the production does not derive.
pub(crate) fn diagnose(rule: Rule, text: &[u8]) -> SyntaxError {
    rfcbnf_engine::diagnose(rule, text).into()
}

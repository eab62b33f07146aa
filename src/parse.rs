//! Parsing: from a text to a verdict, a tree or an error.

use rfcbnf_engine::{
    CompactCursor, Cursor, Detail, DynObserver, Observer, Session, TreeRecord, WideCursor,
};

use crate::as_input::AsInput;
use crate::error::{Diagnosis, FurthestOffset, SyntaxError};
use crate::rules::{Rule, parse_prefix};
use crate::tree::Tree;
use crate::verdict::verdict;

/// Returns whether the production derives the text. Does not allocate.
///
/// ```
/// use rfc1738::{Rule, is_valid};
///
/// assert!(is_valid(Rule::Url, "news:comp.infosystems.www.misc"));
/// assert!(!is_valid(Rule::Url, b"news:\xff"));
/// ```
pub fn is_valid(rule: Rule, text: impl AsRef<[u8]>) -> bool {
    verdict(rule, text.as_ref())
}

/// Parses the text as the production. The tree leaves out the character productions.
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
    let octets = text.as_input();
    let records = tree_records(rule, octets, detail);
    // The productions derive ASCII characters only, so the octets are text.
    let tree = records.and_then(|records| Some(Tree::new(text.as_text()?, (), records)));
    tree.ok_or_else(|| diagnose(rule, octets))
}

/// Returns the records of the tree. It is not generic, so it is compiled once.
fn tree_records(rule: Rule, text: &[u8], detail: Detail) -> Option<Vec<TreeRecord>> {
    rfcbnf_engine::tree_records(rule, text, detail)
}

/// Returns the error in a text that the production does not derive.
///
/// Runs the parser twice more: once to find the furthest offset, and once to find the characters
/// expected there.
pub(crate) fn diagnose(rule: Rule, text: &[u8]) -> SyntaxError {
    if !CompactCursor::fits(text) {
        return diagnose_wide(rule, text);
    }
    let first = Session::<_, CompactCursor>::new(text, FurthestOffset::new());
    let end = match_end(rule, &first);
    let second = Session::<_, CompactCursor>::new(text, Diagnosis::at(first.observer()));
    let _ = match_end(rule, &second);
    second.into_observer().finish(rule, text, end)
}

/// Returns the same error with the cursor that holds any offset.
#[cold]
fn diagnose_wide(rule: Rule, text: &[u8]) -> SyntaxError {
    let reached = FurthestOffset::new();
    let first = Session::<_, WideCursor>::new(text, DynObserver::new(&reached));
    let end = match_end(rule, &first);
    let diagnosis = Diagnosis::at(&reached);
    let second = Session::<_, WideCursor>::new(text, DynObserver::new(&diagnosis));
    let _ = match_end(rule, &second);
    diagnosis.finish(rule, text, end)
}

/// Returns the end of the longest match, if the production matches.
fn match_end<O: Observer, C: Cursor>(rule: Rule, session: &Session<'_, O, C>) -> Option<usize> {
    let (rest, _) = parse_prefix::<_, ()>(rule, session.start()).ok()?;
    Some(rest.offset())
}

//! From a text to a verdict, a tree or an error.

use crate::engine::{Listening, Octets};
use crate::error::{Diagnosis, Reach, SyntaxError};
use crate::rules::{Rule, derive};
use crate::tree::{Builder, Detail, Tree};

/// Whether the production derives the text. Allocates nothing.
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

fn verdict(rule: Rule, text: &[u8]) -> bool {
    matches!(derive::<_, ()>(rule, Octets(text)), Ok((rest, _)) if rest.0.is_empty())
}

/// Takes the text apart by the production; the tree leaves out the character productions.
///
/// # Errors
///
/// Where the production does not derive the text.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Hostport, "ds.internic.net:80")?;
/// assert_eq!(tree.find(Rule::Port).unwrap().span(), 16..18);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub fn parse<T: AsRef<[u8]> + ?Sized>(rule: Rule, text: &T) -> Result<Tree<'_>, SyntaxError> {
    parse_in_detail(rule, text, Detail::Rules)
}

/// Takes the text apart by the production, with or without the character productions.
///
/// # Errors
///
/// Where the production does not derive the text.
///
/// ```
/// use rfc1738::{Detail, Rule, parse_in_detail};
///
/// let tree = parse_in_detail(Rule::Port, "80", Detail::Characters)?;
/// assert_eq!(tree.iter().filter(|node| node.rule() == Rule::Digit).count(), 2);
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
pub fn parse_in_detail<T: AsRef<[u8]> + ?Sized>(
    rule: Rule,
    text: &T,
    detail: Detail,
) -> Result<Tree<'_>, SyntaxError> {
    let text = text.as_ref();
    let tree = match detail {
        Detail::Rules => Builder::<false>::build(rule, text),
        Detail::Characters => Builder::<true>::build(rule, text),
    };
    tree.ok_or_else(|| diagnose(rule, text))
}

/// Runs the same combinators again: once to hear how far they get, and once to hear what
/// they look for there.
pub(crate) fn diagnose(rule: Rule, text: &[u8]) -> SyntaxError {
    let reach = Reach::default();
    let end = derive::<_, ()>(rule, Listening::new(text, &reach))
        .ok()
        .map(|(rest, _)| rest.place());
    let diagnosis = Diagnosis::at(reach.furthest());
    let _ = derive::<_, ()>(rule, Listening::new(text, &diagnosis));
    diagnosis.finish(rule, text, end)
}

//! From a text to a verdict, a tree or an error.

use crate::as_input::AsInput;
use crate::engine::{Compact, Octets, Place, Reading, Wide};
use crate::error::{Diagnosis, Reach, SyntaxError};
use crate::rules::{Rule, parse_prefix};
use crate::tree::{Detail, Tree, with_characters, without_characters};

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
    matches!(parse_prefix::<_, ()>(rule, Octets(text)), Ok((rest, _)) if rest.0.is_empty())
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
pub fn parse<T: AsInput + ?Sized>(rule: Rule, text: &T) -> Result<Tree<'_>, SyntaxError> {
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
pub fn parse_in_detail<T: AsInput + ?Sized>(
    rule: Rule,
    text: &T,
    detail: Detail,
) -> Result<Tree<'_>, SyntaxError> {
    let octets = text.as_input();
    let records = match detail {
        Detail::Rules => without_characters(rule, octets),
        Detail::Characters => with_characters(rule, octets),
    };
    // Every octet passed over was an ASCII character.
    let tree = records.and_then(|records| Some(Tree::new(text.as_text()?, records)));
    tree.ok_or_else(|| diagnose(rule, octets))
}

/// Runs the same combinators again: once to hear how far they get, and once to hear what
/// they look for there.
pub(crate) fn diagnose(rule: Rule, text: &[u8]) -> SyntaxError {
    if Compact::holds(text) {
        diagnosis::<Compact>(rule, text)
    } else {
        diagnosis::<Wide>(rule, text)
    }
}

fn diagnosis<P: Place>(rule: Rule, text: &[u8]) -> SyntaxError {
    let reach = Reading::new(text, Reach::<P>::new());
    let end = parse_prefix::<_, ()>(rule, reach.start());
    let end = end.ok().map(|(rest, _)| rest.offset());
    let diagnosis = Reading::new(text, Diagnosis::after(reach.listener()));
    let _ = parse_prefix::<_, ()>(rule, diagnosis.start());
    diagnosis.into_listener().finish(rule, text, end)
}

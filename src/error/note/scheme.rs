//! The scheme: Sections 2.1 and 3.

use super::{Note, Rejection};
use crate::Rule;
use crate::spelling::is_near;

/// A text that does not begin with a scheme and a colon.
pub(super) fn beginning(rejection: Rejection<'_>) -> Option<Note> {
    let begins = [Rule::Url, Rule::Otherurl, Rule::Genericurl].contains(&rejection.rule);
    let is_there = rejection.before().contains(&b':');
    (begins && !is_there).then(|| {
        Note::new(
            "2.1",
            "a URL begins with the name of its scheme, of letters, digits, \"+\", \".\" and \"-\", and a colon",
        )
    })
}

/// The scheme that was perhaps meant.
pub(super) fn nearest(rejection: Rejection<'_>) -> Option<Note> {
    let name = name(rejection.text)?;
    let known: Vec<&str> = predefined(rejection.rule).collect();
    if known.contains(&name.as_str()) {
        return None;
    }
    let near = known.into_iter().find(|known| is_near(&name, known))?;
    Some(Note::new(
        "3",
        format!("\"{name}\" is no scheme of this RFC, \"{near}\" is"),
    ))
}

/// The characters at the start that can be a scheme, in lower case; of a long one, more than
/// any scheme of the RFC has. Nothing where there are none.
fn name(text: &[u8]) -> Option<String> {
    let is_of_scheme =
        |octet: &&u8| octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'.' | b'-');
    let name: Vec<u8> = text
        .iter()
        .take_while(is_of_scheme)
        .take(16)
        .copied()
        .collect();
    let name = String::from_utf8(name).ok()?.to_ascii_lowercase();
    (!name.is_empty()).then_some(name)
}

/// The schemes of the URLs that the production derives, as far as the RFC defines them.
fn predefined(rule: Rule) -> impl Iterator<Item = &'static str> {
    let all = Rule::Url.uses().iter().copied();
    let all = all.filter(|url| *url != Rule::Otherurl);
    let any = [Rule::Url, Rule::Otherurl, Rule::Genericurl].contains(&rule);
    all.filter(move |url| any || *url == rule)
        .filter_map(|url| url.example().split_once(':'))
        .map(|(scheme, _)| scheme)
}

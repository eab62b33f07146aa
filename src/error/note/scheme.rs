//! Notes on the scheme: Sections 2.1 and 3.

use rfcbnf_engine::ProductionSet;

use super::{Note, Rejection};
use crate::rules::Rule;
use crate::rules::descriptions::DESCRIPTIONS;
use crate::spelling::is_near;

/// The URLs whose schemes the RFC defines.
const PREDEFINED: ProductionSet =
    Rule::set(DESCRIPTIONS[Rule::Url as usize].uses).without(Rule::Otherurl.id());

/// Returns a note if the text does not begin with a scheme and a colon.
pub(super) fn beginning(rejection: Rejection<'_>) -> Option<Note> {
    let begins = [Rule::Url, Rule::Otherurl, Rule::Genericurl].contains(&rejection.rule);
    let is_there = rejection.before().contains(&b':');
    (begins && !is_there).then(|| {
        Note::new(
            "2.1",
            "a URL begins with the name of its scheme (letters, digits, \"+\", \".\" and \"-\") and a colon",
        )
    })
}

/// Returns a note with the scheme that the author may have meant.
pub(super) fn nearest(rejection: Rejection<'_>) -> Option<Note> {
    let name = name(rejection.text);
    if rejection.offset > name.len() && PREDEFINED.intersects(&rejection.open) {
        // An open production has consumed the name and its colon.
        return None;
    }
    let mut urls = predefined(rejection.rule);
    if name.is_empty() || urls.any(|url| has_scheme(url.example(), name)) {
        return None;
    }
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    let mut schemes =
        predefined(rejection.rule).filter_map(|url| Some(url.example().split_once(':')?.0));
    let near = schemes.find(|known| is_near(&name, known))?;
    Some(Note::new(
        "3",
        format!("\"{name}\" is not a scheme of this RFC, but \"{near}\" is"),
    ))
}

/// Returns the scheme characters at the start, up to a length greater than that of any scheme of
/// the RFC.
fn name(text: &[u8]) -> &[u8] {
    let is_of_scheme =
        |octet: &&u8| octet.is_ascii_alphanumeric() || matches!(octet, b'+' | b'.' | b'-');
    let length = text.iter().take(16).take_while(is_of_scheme).count();
    &text[..length]
}

/// Returns whether the URL has the scheme.
fn has_scheme(url: &str, name: &[u8]) -> bool {
    let begin = url.as_bytes().get(..=name.len());
    let Some([scheme @ .., b':']) = begin else {
        return false;
    };
    scheme.eq_ignore_ascii_case(name)
}

/// Returns the URLs that the production derives and whose schemes the RFC defines.
fn predefined(rule: Rule) -> impl Iterator<Item = Rule> {
    let any = [Rule::Url, Rule::Otherurl, Rule::Genericurl].contains(&rule);
    let urls = Rule::Url.uses().iter().copied();
    urls.filter(move |url| PREDEFINED.contains(url.id()) && (any || *url == rule))
}

//! What prose says about a production of another document.

/// A production that prose refers to, as far as its text says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention<'p> {
    /// The name of the production; `None` if the prose does not begin with one.
    pub(super) name: Option<&'p str>,
    /// The numbers of the RFCs that it names.
    pub(super) rfcs: Vec<u32>,
}

/// The words that can follow the name of a production.
const JOINTS: [&str; 6] = ["see", "as", "from", "in", "of", "defined"];

/// Returns what the prose refers to; `None` if it names no other document and more than a production.
pub(super) fn mention(text: &str) -> Option<Mention<'_>> {
    let text = text.trim();
    let rfcs = rfc_numbers(text);
    let opened = text.trim_start_matches(['"', '\'']);
    let end = opened.find(|one: char| !one.is_ascii_alphanumeric() && one != '-');
    let (name, rest) = opened.split_at(end.unwrap_or(opened.len()));
    let rest = rest.trim_start_matches(['"', '\'']).trim_start();
    let is_alone = rest.is_empty();
    let is_followed = rest.starts_with([',', '(', '['])
        || JOINTS.contains(&rest.split_whitespace().next().unwrap_or_default());
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let has_document = !rfcs.is_empty() || text.contains('[') || text.contains("Section");
    if !is_alone && !has_document {
        return None;
    }
    Some(Mention {
        name: (is_name && (is_alone || is_followed)).then_some(name),
        rfcs,
    })
}

/// Returns the numbers that follow `RFC` in a text, in their order.
///
/// ```
/// assert_eq!(rfcbnf::imports::rfc_numbers("port, see [RFC3986], Section 3.2.3"), [3986]);
/// assert_eq!(rfcbnf::imports::rfc_numbers("my-rfc 5322 and rfc-2045"), [5322, 2045]);
/// ```
#[must_use]
pub fn rfc_numbers(text: &str) -> Vec<u32> {
    let lower = text.to_ascii_lowercase();
    let behind = lower
        .match_indices("rfc")
        .map(|(start, _)| &lower[start + 3..]);
    let numbers = behind.filter_map(|rest| {
        let rest = rest.trim_start_matches([' ', '-', '_']);
        let end = rest.find(|one: char| !one.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    });
    numbers.collect()
}

//! What the prose of RFC 1738 says, for which its generated parsers are needed.

use rfc1738::{Note, Rule, SyntaxError, Url};
use rfc1738_views::inspect::Choices;
use rfc1738_views::inspect::record::InspectionRecord;
use rfcbnf::Prose;

use crate::{Answer, answer};

/// The prose of RFC 1738.
const PROSE: &str = include_str!(concat!(env!("OUT_DIR"), "/prose.json"));

/// Returns what the prose of RFC 1738 says about a production: `[["3.1","A port is …"]]`.
pub fn remarks(rule: &str) -> Answer {
    let prose: Prose = serde_json::from_str(PROSE).unwrap_or_default();
    let remarks = prose.remarks(rule);
    let remarks = remarks.map(|one| (&*one.section, &*one.text));
    answer(&remarks.collect::<Vec<_>>())
}

/// Returns what the prose of RFC 1738 says about the error of a text at a byte offset. A production that it
/// does not have has no notes.
pub fn notes(rule: &str, text: &str, offset: usize) -> Answer {
    let own: Option<Rule> = rule.parse().ok();
    answer(
        &own.map(|own| notes_of(own, text, offset))
            .unwrap_or_default(),
    )
}

/// Returns what the prose says about an error, if RFC 1738 has the same error.
fn notes_of(rule: Rule, text: &str, offset: usize) -> Vec<Note> {
    if rfc1738::is_valid(rule, text) {
        return Vec::new();
    }
    let error: SyntaxError = rfcbnf_engine::diagnose(rule, text.as_bytes()).into();
    if error.as_ref().offset() == offset {
        error.notes()
    } else {
        Vec::new()
    }
}

/// Returns all about a URL of RFC 1738; `null` if the text is none.
pub fn inspect(text: &str) -> Answer {
    let url = Url::parse(text).ok();
    answer(&url.map(|url| InspectionRecord::new(&url, Choices::default())))
}

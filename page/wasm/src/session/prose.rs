//! What the prose of RFC 1738 says, for which its generated parsers are needed.

use rfc1738::{Note, Rule, SyntaxError, Url};
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::inspect::client::Choices;
use rfc1738_views::inspect::record::InspectionRecord;

use super::Session;
use crate::Answer;
use crate::answer::answer;

impl Session {
    /// Returns what the prose of RFC 1738 says about the error at the offset.
    pub(crate) fn notes(&self, rule: &str, text: &str, offset: usize) -> Answer {
        let own = self.named.namesake(rule);
        answer(&own.map(|own| notes(own, text, offset)).unwrap_or_default())
    }
}

/// Returns what the prose says about an error, if RFC 1738 has the same error.
fn notes(rule: Rule, text: &str, offset: usize) -> Vec<Note> {
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

/// Returns all about a URL of RFC 1738, or its error.
pub(crate) fn inspect(text: &str) -> Answer {
    match Url::parse(text) {
        Ok(url) => answer(&InspectionRecord::new(&url, Choices::default())),
        Err(error) => answer(&CheckRecord::new(
            None,
            text.as_bytes(),
            error.rule(),
            Err(&error),
        )),
    }
}

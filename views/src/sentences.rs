//! Texts that a grammar makes, for programs.

use serde::Serialize;

use crate::json::Octets;
use crate::production::{CheckedProduction, Rejection as _};

/// Texts, each with its error if the production does not derive it.
///
/// ```
/// use rfc1738::Rule;
/// use rfc1738_views::json;
/// use rfc1738_views::sentences::SentencesRecord;
///
/// let mut line = Vec::new();
/// let texts = vec![b"80".to_vec(), b"8o".to_vec()];
/// json::write(&mut line, &SentencesRecord::new(Rule::Port, texts))?;
/// let line = String::from_utf8(line)?;
/// assert!(line.starts_with(r#"{"texts":[{"text":"80"},{"text":"8o","error":"expected"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
pub struct SentencesRecord {
    texts: Vec<SentenceRecord>,
}

#[derive(Debug, Serialize)]
struct SentenceRecord {
    text: Octets,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl SentencesRecord {
    /// Checks the texts.
    #[must_use]
    pub fn new<P: CheckedProduction>(rule: P, texts: impl IntoIterator<Item = Vec<u8>>) -> Self {
        let texts = texts.into_iter().map(|text| SentenceRecord {
            error: rule
                .check(text.as_slice())
                .err()
                .map(|error| error.facts().summary()),
            text: Octets(text),
        });
        Self {
            texts: texts.collect(),
        }
    }
}

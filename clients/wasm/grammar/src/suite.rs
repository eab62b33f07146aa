//! Conformance suites, in parts.

use rfc1738_views::bindings::{SuiteKind, SuiteTexts};
use rfc1738_views::conformance::case::CaseRecord;
use rfc1738_views::json;
use rfcbnf::syntax;
use wasm_bindgen::prelude::wasm_bindgen;

/// The texts of a production with the verdicts of a right parser.
#[wasm_bindgen]
pub struct Suite {
    texts: SuiteTexts,
    rule: String,
}

impl Suite {
    /// Plans the suite of a production, or says why there is none.
    pub(crate) fn plan(
        grammar: &syntax::Grammar,
        name: &str,
        kind: &str,
        extra_states: u8,
        depth: u32,
    ) -> Result<Self, String> {
        let kind = SuiteKind::of(kind)?;
        Ok(Self {
            texts: SuiteTexts::plan(grammar, name, kind, extra_states, depth)?,
            rule: name.to_owned(),
        })
    }
}

#[wasm_bindgen]
impl Suite {
    /// Returns the production.
    #[must_use]
    pub fn rule(&self) -> String {
        self.rule.clone()
    }

    /// Returns the depth of the texts whose suite this is; nothing if it is that of all texts.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        self.texts.depth()
    }

    /// Returns the number of texts.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "nobody makes a suite of 2^53 texts"
    )]
    pub fn size(&self) -> f64 {
        self.texts.size() as f64
    }

    /// Returns the cases of a part as a list in JSON; nothing after the last part.
    #[must_use]
    pub fn part(&self, part: usize) -> Option<String> {
        let cases = self.texts.part(part)?;
        let cases = cases.iter();
        let cases = cases.map(|case| json::line(&CaseRecord::new(self.rule.as_str(), case)));
        let cases: Vec<String> = cases.collect();
        Some(format!("[{}]", cases.join(",")))
    }
}

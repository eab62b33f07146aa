//! Conformance suites, in parts.

use rfc1738_views::conformance::case::CaseRecord;
use rfcbnf::conformance::{self, ProductionSuite, QuickSuite};
use rfcbnf::syntax;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::parser::json;

/// The texts of a production with the verdicts of a right parser.
#[wasm_bindgen]
pub struct Suite {
    texts: Texts,
    rule: String,
}

enum Texts {
    Complete(Box<conformance::Suite<'static>>),
    Listed(Vec<conformance::Case>),
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
        let texts = match kind {
            "complete" => conformance::Suite::to_depth(grammar, name, depth, extra_states)
                .map(|suite| Texts::Complete(Box::new(suite))),
            "productions" => ProductionSuite::new(grammar, name, extra_states)
                .map(|suite| Texts::Listed(suite.cases().collect())),
            "quick" => {
                QuickSuite::new(grammar, name).map(|suite| Texts::Listed(suite.cases().to_vec()))
            }
            other => {
                return Err(format!(
                    "kind: there is no suite {other:?}; write \"complete\", \"productions\" or \"quick\""
                ));
            }
        };
        Ok(Self {
            texts: texts.map_err(|error| error.to_string())?,
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
        match &self.texts {
            Texts::Complete(suite) => suite.depth(),
            Texts::Listed(_) => None,
        }
    }

    /// Returns the number of texts.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "nobody makes a suite of 2^53 texts"
    )]
    pub fn size(&self) -> f64 {
        match &self.texts {
            Texts::Complete(suite) => suite.size() as f64,
            Texts::Listed(cases) => cases.len() as f64,
        }
    }

    /// Returns the cases of a part as a list in JSON; nothing behind the last part.
    #[must_use]
    pub fn part(&self, part: usize) -> Option<String> {
        let record = |case: &conformance::Case| json(&CaseRecord::new(self.rule.as_str(), case));
        let cases: Vec<String> = match &self.texts {
            Texts::Listed(cases) if part == 0 => cases.iter().map(record).collect(),
            Texts::Complete(suite) if part < suite.parts() => {
                // A text on which the recognizer gives up has no verdict.
                let cases = suite.part(part).filter_map(|text| suite.case(text).ok());
                cases.map(|case| record(&case)).collect()
            }
            _ => return None,
        };
        Some(format!("[{}]", cases.join(",")))
    }
}

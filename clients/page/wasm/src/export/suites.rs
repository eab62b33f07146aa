//! The conformance suite of a production, in pieces.

use rfc1738_views::conformance::case::CaseRecord;
use rfc1738_views::json::{self, Octets};
use rfc1738_views::lines;
use rfcbnf::conformance::{Suite, SuiteError};
use serde::Serialize;

use super::Session;
use crate::Answer;
use crate::answer::answer;
use crate::grammar::production;

/// The number of texts after which a piece ends. A piece takes a fraction of the time that the page
/// waits.
const PIECE: u64 = 2_000;

/// A suite, kept for its next piece.
pub(super) struct KeptSuite {
    rule: String,
    depth: u32,
    suite: Suite<'static>,
}

/// What is known of a suite before its texts are made.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PlanRecord {
    texts: u64,
    states: usize,
    depth: Option<u32>,
}

/// Some texts of a suite.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct PieceRecord {
    lines: Octets,
    /// The number of texts that were made.
    texts: u64,
    /// Those of them that have no line, because the recognizer gave up.
    undecided: u64,
    /// Those of them that no line can hold.
    left_out: u64,
    /// The part after these texts.
    next: Option<usize>,
}

impl Session {
    /// Returns the size of the conformance suite of a production. If the production recurses in the
    /// middle, the suite is that of its texts to the depth.
    pub fn suite(&mut self, rule: &str, depth: u32) -> Answer {
        let suite = self.planned(rule, depth)?;
        answer(&PlanRecord {
            texts: suite.size(),
            states: suite.states(),
            depth: suite.depth(),
        })
    }

    /// Returns some of the texts of that suite as lines, `jsonl` or `txt`, from a part on. The first
    /// part is 0, and the answer has the next.
    pub fn suite_piece(&mut self, rule: &str, depth: u32, format: &str, part: usize) -> Answer {
        let suite = self.planned(rule, depth)?;
        let mut piece = PieceRecord::default();
        let mut rest = part..suite.parts();
        while piece.texts < PIECE
            && let Some(part) = rest.next()
        {
            for text in suite.part(part) {
                let written = match format {
                    "txt" => piece.write_text(&text),
                    _ => piece.write_case(rule, suite, text),
                };
                written.map_err(|error| error.to_string())?;
            }
        }
        piece.next = rest.next();
        answer(&piece)
    }

    /// Returns the suite of the production, which it plans if it has another one.
    fn planned(&mut self, rule: &str, depth: u32) -> Result<&Suite<'static>, String> {
        production(&self.named, rule)?;
        let is_it = |kept: &KeptSuite| kept.rule == rule && kept.depth == depth;
        let kept = match self.suite.take().filter(is_it) {
            Some(kept) => kept,
            None => KeptSuite {
                rule: rule.to_owned(),
                depth,
                suite: Suite::to_depth(&self.named.grammar, rule, depth, 0)
                    .map_err(|error| self.reason(rule, &error))?,
            },
        };
        Ok(&self.suite.insert(kept).suite)
    }

    /// Returns why there is no suite, and what to do.
    fn reason(&self, rule: &str, error: &SuiteError) -> String {
        let obstacle = self.named.grammar.obstacles().to_texts(rule);
        let advice = match &obstacle {
            None => "choose a smaller production",
            Some(obstacle) if obstacle.is_recursion() && !obstacle.derives_no_text() => {
                "choose a smaller depth or production"
            }
            Some(obstacle) => obstacle.help(),
        };
        format!("{error}; {advice}")
    }
}

impl PieceRecord {
    fn write_text(&mut self, text: &[u8]) -> std::io::Result<()> {
        self.texts += 1;
        if lines::fits(text) {
            return lines::write(&mut self.lines.0, text);
        }
        self.left_out += 1;
        Ok(())
    }

    fn write_case(&mut self, rule: &str, suite: &Suite, text: Vec<u8>) -> std::io::Result<()> {
        self.texts += 1;
        let Ok(case) = suite.case(text) else {
            self.undecided += 1;
            return Ok(());
        };
        json::write(&mut self.lines.0, &CaseRecord::new(rule, &case))
    }
}

//! Texts and suites of productions, and the grammar in other notations.

use rfc1738_views::automaton::AutomatonRecord;
use rfc1738_views::conformance::case::CaseRecord;
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::json::{self, Octets};
use rfc1738_views::lines;
use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::{Suite, SuiteError};
use rfcbnf::export;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};
use serde::Serialize;

use crate::grammar::{production, read};
use crate::{Answer, answer};

/// A grammar, as far as it can be read, and the suite that was planned last.
pub struct Session {
    named: NamedGrammar,
    pub(crate) source: String,
    suite: Option<KeptSuite>,
}

/// The most states of an automaton that the page draws.
const STATES: usize = 40;

/// The number of texts after which a piece ends. A piece takes a fraction of the time that the page
/// waits.
const PIECE: u64 = 2_000;

/// A suite, kept for its next piece.
struct KeptSuite {
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
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738, `notation` is the id of a
    /// notation, or empty.
    #[must_use]
    pub fn new(source: &str, readings: bool, notation: &str) -> Self {
        let (named, _) = read(source, readings, notation);
        Self {
            named,
            source: source.to_owned(),
            suite: None,
        }
    }

    /// Returns texts of a production: `random`, `cover`, `shortest` or `near`.
    pub fn sentences(&self, rule: &str, kind: &str, seed: u32, most: usize) -> Answer {
        let texts = self.texts(rule, kind, u64::from(seed), most)?;
        answer(&texts.into_iter().map(Octets).collect::<Vec<_>>())
    }

    /// Returns the automaton of a production and the states that a text passes.
    pub fn automaton(&self, rule: &str, text: &str) -> Answer {
        let automaton = Automaton::new(&self.named.grammar, rule);
        let automaton = automaton.map_err(|error| error.to_string())?;
        let states = automaton.states().len();
        if states > STATES {
            return Err(format!(
                "the automaton of `{rule}` has {states} states, too many to draw; \
                 choose a smaller production"
            ));
        }
        answer(&AutomatonRecord::new(
            &automaton,
            self.named.grammar.encoding,
            text.as_bytes(),
        ))
    }

    fn texts(
        &self,
        rule: &str,
        kind: &str,
        seed: u64,
        most: usize,
    ) -> Result<Vec<Vec<u8>>, String> {
        let grammar = &self.named.grammar;
        let rule = &production(&self.named, rule)?.name;
        let obstacle = grammar.obstacles().to_texts(rule);
        if obstacle.is_some_and(|it| it.is_recursion()) {
            let sentences = RecursiveSentences::new(grammar, rule);
            let sentences = sentences.map_err(|error| error.to_string())?;
            return Ok(match kind {
                "random" => sentences.random(seed).take(most).collect(),
                "cover" => sentences.cover(seed).into_iter().take(most).collect(),
                "shortest" => vec![sentences.shortest()],
                _ => {
                    let recognizer = Recognizer::new(grammar, rule);
                    let recognizer = recognizer.map_err(|error| error.to_string())?;
                    let misses = sentences.near_misses(&recognizer, seed);
                    misses.take(most).map(|it| it.text).collect()
                }
            });
        }
        let sentences = Sentences::new(grammar, rule).map_err(|error| error.to_string())?;
        Ok(match kind {
            "random" => sentences.random(seed).take(most).collect(),
            "cover" => {
                let cover = sentences.cover(seed).map_err(|error| error.to_string())?;
                cover.into_iter().take(most).map(|it| it.text).collect()
            }
            "shortest" => sentences.shortest().map_err(|error| error.to_string())?,
            _ => sentences
                .near_misses(seed)
                .take(most)
                .map(|it| it.text)
                .collect(),
        })
    }

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

    /// Returns the grammar in another notation. An empty `rule` means all productions.
    pub fn export(&self, notation: &str, rule: &str) -> Answer {
        let grammar = &self.named.grammar;
        let some = (!rule.is_empty()).then_some(rule);
        let text = match notation {
            "rfc822" => export::rfc822(grammar, some),
            "bnf" => export::bnf(grammar, some),
            "abnf" => export::abnf(grammar, some),
            "ebnf" => export::ebnf(grammar, some),
            "pest" => export::pest(grammar, some),
            "regex" => export::regex(grammar, rule).map(|regex| regex.to_string()),
            "dot" => export::dot(grammar, rule),
            other => return Err(format!("there is no notation `{other}`")),
        };
        text.map_err(|error| error.to_string())
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

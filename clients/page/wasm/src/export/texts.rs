//! Texts of a production, and the automaton that knows them.

use rfc1738_views::automaton::AutomatonRecord;
use rfc1738_views::json::Octets;
use rfcbnf::automaton::Automaton;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};

use super::Session;
use crate::Answer;
use crate::answer::answer;
use crate::grammar::production;

/// The most states of an automaton that the page draws.
const STATES: usize = 40;

impl Session {
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
}

//! Questions that can take longer: findings, derivations, texts, automata.

use rfc1738_views::analysis::FindingsRecord;
use rfc1738_views::automaton::AutomatonRecord;
use rfc1738_views::derivations::list::DerivationList;
use rfc1738_views::json::Octets;
use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations_without;
use rfcbnf::obstacles::Obstacle;
use rfcbnf::sentences::{RecursiveSentences, Sentences};

use super::Session;
use crate::Answer;
use crate::answer::answer;

/// The most derivations, and the most nodes of all of them together.
const DERIVATIONS: (usize, usize) = (101, 60_000);

/// The most states of an automaton that the page draws.
const STATES: usize = 40;

impl Session {
    pub(crate) fn findings(&self) -> Answer {
        let analysis = rfcbnf::analysis::analyse(&self.named.grammar);
        answer(&FindingsRecord::new(&analysis))
    }

    pub(crate) fn derivations(&self, rule: &str, text: &str, characters: bool) -> Answer {
        let left_out = self.named.character_productions();
        let leaves_out = |name: &str| !characters && left_out.contains(name);
        let trees = derivations_without(&self.named.grammar, rule, text, leaves_out);
        let trees = trees.map_err(|error| error.to_string())?;
        let (most, nodes) = DERIVATIONS;
        answer(&DerivationList::new(trees, most, nodes))
    }

    pub(crate) fn sentences(&self, rule: &str, kind: &str, seed: u32, most: usize) -> Answer {
        let texts = self.texts(rule, kind, u64::from(seed), most)?;
        answer(&texts.into_iter().map(Octets).collect::<Vec<_>>())
    }

    pub(crate) fn automaton(&self, rule: &str, text: &str) -> Answer {
        let automaton = Automaton::new(&self.named.grammar, rule);
        let automaton = automaton.map_err(|error| error.to_string())?;
        let states = automaton.states().len();
        if states > STATES {
            return Err(format!(
                "the automaton of `{rule}` has {states} states, too many to draw; \
                 choose a smaller production"
            ));
        }
        answer(&AutomatonRecord::new(&automaton, text.as_bytes()))
    }

    fn texts(
        &self,
        rule: &str,
        kind: &str,
        seed: u64,
        most: usize,
    ) -> Result<Vec<Vec<u8>>, String> {
        let grammar = &self.named.grammar;
        let rule = &self.production(rule)?.name;
        let obstacle = grammar.obstacles().to_texts(rule);
        if let Some(obstacle) = obstacle.filter(Obstacle::is_recursion) {
            let sentences = RecursiveSentences::new(grammar, rule);
            let sentences = sentences.map_err(|error| error.to_string())?;
            return Ok(match kind {
                "random" => sentences.random(seed).take(most).collect(),
                "cover" => sentences.cover(seed).into_iter().take(most).collect(),
                "shortest" => vec![sentences.shortest()],
                _ => {
                    return Err(format!(
                        "{obstacle}, and no automaton knows its nearly valid texts"
                    ));
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

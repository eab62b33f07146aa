//! Texts for what a corpus does not reach.

use std::collections::HashSet;
use std::sync::Arc;

use rfcbnf_engine::recognizer::Cache;

use super::taken::{Taken, taken};
use super::{Coverage, Part, nodes_of};
use crate::automaton::{Automata, Through};
use crate::derivations::derivations_in_cache;
use crate::network::network;
use crate::resolved::ResolvedKind;
use crate::sentences::{RecursiveSentences, Sentences, Use, UseKind};

/// The greatest number of parts for which shortest texts are looked for. Those of `url` take two seconds.
const THROUGH: usize = 500;

/// A text that reaches what the texts of a corpus do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The text, which is valid.
    pub text: Vec<u8>,
    /// What it uses and the corpus and the texts before it do not.
    pub uses: Vec<Use>,
    /// The number of transitions that it takes and the corpus and the texts before it do not.
    pub transitions: usize,
}

impl Coverage<'_> {
    /// Returns valid texts that together reach what the corpus does not, as far as texts are found: first
    /// for productions and alternatives, then for transitions. An alternative that no tree takes, because
    /// an earlier one derives its texts, has none. The texts are those of one production: there are none for all productions
    /// of a grammar.
    #[must_use]
    pub fn missing(&self) -> Vec<Missing> {
        let mut known: HashSet<Part> = self.texts.keys().copied().collect();
        let mut transitions = self.transitions.clone();
        let mut missing = Vec::new();
        for (text, used) in self.candidates(&known) {
            let new: Vec<Part> = self
                .parts
                .iter()
                .copied()
                .filter(|part| used.contains(part) && !known.contains(part))
                .collect();
            if new.is_empty() {
                continue;
            }
            known.extend(&new);
            missing.push(Missing {
                transitions: transitions.as_mut().map_or(0, |all| all.add(&text)),
                uses: new.into_iter().map(|part| self.named(part)).collect(),
                text,
            });
        }
        if let Some(transitions) = &mut transitions {
            while let Some(text) = transitions.next_missing() {
                missing.push(Missing {
                    transitions: transitions.add(&text),
                    uses: Vec::new(),
                    text,
                });
            }
        }
        missing
    }

    /// Returns valid texts with the parts that each uses, the shortest first; none if everything is known.
    fn candidates(&self, known: &HashSet<Part>) -> Vec<(Vec<u8>, HashSet<Part>)> {
        let is_known = self.parts.iter().all(|part| known.contains(part));
        let Some(start) = self.start.filter(|_| !is_known) else {
            return Vec::new();
        };
        let name = self.grammar.production(start).name();
        let mut texts = self.through_unknown(name, known);
        texts.extend(self.cover(name));
        texts.sort_by_key(Vec::len);
        let network = Arc::new(network(&self.grammar));
        let mut cache = Cache::new();
        let used = texts.into_iter().filter_map(|text| {
            let known = (&network, &mut cache);
            let trees = derivations_in_cache(known, &self.grammar, start, &text, |_| false);
            let mut trees = trees.ok()?;
            let tree = trees.next();
            trees.return_cache(&mut cache);
            let tree = tree?;
            let nodes = nodes_of(&tree, &self.by_name);
            let taken = taken(&self.grammar, &text, &nodes);
            let used = taken.iter().filter_map(Taken::part).collect();
            Some((text, used))
        });
        used.collect()
    }

    /// Returns a shortest text with a derivation through each part that is not known, if automata decide that.
    fn through_unknown(&self, name: &str, known: &HashSet<Part>) -> Vec<Vec<u8>> {
        let automata = Automata::reachable_from(self.grammar.grammar(), name);
        let (Some(_), Ok(automata)) = (&self.transitions, automata) else {
            return Vec::new();
        };
        let unknown = self.parts.iter().filter(|part| !known.contains(part));
        let texts = unknown.take(THROUGH).filter_map(|part| {
            let through = self.through(*part)?;
            automata.shortest_through(name, &through).ok().flatten()
        });
        texts.collect()
    }

    /// Returns the part as automata name it; `None` for a part that is absent.
    fn through(&self, (expression, kind): Part) -> Option<Through> {
        let span_of = |one| self.grammar.expression(one).span().clone();
        match (kind, self.grammar.kind(expression)) {
            (UseKind::Production, _) => {
                let production = self.grammar.expression(expression).production();
                let name = self.grammar.production(production).name();
                Some(Through::Production(name.to_owned()))
            }
            (UseKind::Alternative, _) => Some(Through::Expression(span_of(expression))),
            (UseKind::Present, &ResolvedKind::Optional(body)) => {
                Some(Through::Expression(span_of(body)))
            }
            _ => None,
        }
    }

    /// Returns texts that together use everything, as far as derivations at random come there.
    fn cover(&self, name: &str) -> Vec<Vec<u8>> {
        let grammar = self.grammar.grammar();
        if self.transitions.is_some()
            && let Ok(sentences) = Sentences::new(grammar, name)
            && let Ok(cover) = sentences.cover(0)
        {
            return cover.into_iter().map(|sentence| sentence.text).collect();
        }
        let sentences = RecursiveSentences::new(grammar, name);
        sentences.map_or_else(|_| Vec::new(), |sentences| sentences.cover(0))
    }
}

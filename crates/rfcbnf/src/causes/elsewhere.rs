//! Productions in texts that the parser accepts.
//!
//! A parser can reject the shortest texts of a production and accept longer ones: an address of mail with a dot in
//! its domain. And what it accepts as a production can depend on what is around it: as the month of
//! `Sat, 1 · 2025`, a parser that knows weekdays accepts `Feb` and `Mar` alone. Both show in trees of texts
//! that the parser accepts: each node is a production with a text before it and one after it.

use std::collections::{HashMap, HashSet};

use super::cause::{Cause, Learnt};
use super::oracle::{Oracle, Stop};
use super::sites::samples;
use crate::automaton::{Automaton, Work};
use crate::conformance::Context;
use crate::recognizer::Recognizer;
use rfcbnf_engine::{Detail, Node};

/// The greatest number of texts that are read.
const TEXTS: usize = 200;

/// The greatest number of contexts of a production, and of texts of it, that are kept.
const KEPT: usize = 24;

/// The greatest number of other contexts in which a cause is tried.
const TRIED: usize = 6;

/// The number of texts of each kind that are tried in one.
const SAMPLES: usize = 4;

/// What is known of productions in accepted texts.
#[derive(Default)]
pub(super) struct Elsewhere {
    contexts: HashMap<String, Vec<Context>>,
    texts: HashMap<String, Vec<Vec<u8>>>,
}

/// A text in another context, and what was learned in the first one.
struct Trial {
    text: Vec<u8>,
    /// The number of the context.
    context: usize,
    /// Whether the part is expected to have what the text has in its place.
    is_expected: bool,
    /// Whether the parser was learned to accept it.
    is_observed: bool,
}

impl Elsewhere {
    /// Reads texts that the parser accepts. The grammar derives each of them, too.
    pub(super) fn of<'t>(right: &Recognizer, texts: impl IntoIterator<Item = &'t [u8]>) -> Self {
        let mut elsewhere = Self::default();
        for text in texts.into_iter().take(TEXTS) {
            let Ok(Ok(tree)) = right.rule().check(text, Detail::Characters) else {
                continue;
            };
            for node in &tree {
                let span = node.span();
                let name = node.rule().name();
                let context = Context {
                    before: text[..span.start].to_vec(),
                    after: text[span.end..].to_vec(),
                };
                add(&mut elsewhere.contexts, name, context);
                add(&mut elsewhere.texts, name, text[span].to_vec());
            }
        }
        for texts in elsewhere.texts.values_mut() {
            texts.sort_by_key(Vec::len);
        }
        elsewhere
    }

    /// Returns contexts in which the parser accepts a text of the production.
    pub(super) fn contexts(&self, production: &str) -> &[Context] {
        self.contexts.get(production).map_or(&[], Vec::as_slice)
    }

    /// Returns texts of the production that the parser accepts in some context, the shortest first.
    pub(super) fn texts(&self, production: &str) -> &[Vec<u8>] {
        self.texts.get(production).map_or(&[], Vec::as_slice)
    }

    /// Returns texts that show whether what was learned in the context of the witness holds in others. There are none
    /// for a cause of the whole text, which has one context.
    fn trials(&self, cause: &Cause, right: &Recognizer) -> Vec<Trial> {
        let Some(learnt) = cause.learnt.as_deref() else {
            return Vec::new();
        };
        if !cause.position.is_other_texts() || learnt.literal.is_some() {
            return Vec::new();
        }
        let own = Context {
            before: cause.witness[..cause.span.start].to_vec(),
            after: cause.witness[cause.span.end..].to_vec(),
        };
        let Some(inside) = inside_production(cause, &own, learnt, right) else {
            return Vec::new();
        };
        let contexts = self.contexts(&cause.production).iter();
        let contexts = contexts.map(|outer| outer.around(&inside.before, &inside.after));
        let mut contexts: Vec<Context> = contexts.filter(|one| *one != own).collect();
        // Those that differ on both sides say the most.
        contexts.sort_by_key(|one| {
            usize::from(one.before == own.before) + usize::from(one.after == own.after)
        });
        contexts.dedup();
        let texts = deciding(learnt);
        let contexts = contexts.iter().take(TRIED).enumerate();
        let trials = contexts.flat_map(|(number, context)| {
            texts.iter().map(move |text| Trial {
                text: context.with(text),
                context: number,
                is_expected: learnt.expected.accepts(text),
                is_observed: learnt.observed.accepts(text),
            })
        });
        trials.collect()
    }
}

/// Tries what was learned in other contexts than those of the witnesses, and notes for each cause the shortest text
/// there to which the parser gives another answer, and another than all causes together lead to (`explained`, of
/// symbols). A context in which the parser accepts none of the texts that were tried says nothing. Where the search may
/// not ask, only those count that the parser was asked about before.
pub(super) fn try_elsewhere<'c>(
    causes: impl IntoIterator<Item = &'c mut Cause>,
    right: &Recognizer,
    explained: &dyn Fn(&[u8]) -> Option<bool>,
    oracle: &mut Oracle<'_>,
    may_ask: bool,
) -> Result<(), Stop> {
    let accepted = oracle.accepted(TEXTS);
    let elsewhere = Elsewhere::of(right, accepted.iter().map(Vec::as_slice));
    let causes = causes.into_iter();
    let tried: Vec<(&mut Cause, Vec<Trial>)> = causes
        .map(|cause| {
            let trials = elsewhere.trials(cause, right);
            (cause, trials)
        })
        .collect();
    let alphabet = oracle.alphabet().clone();
    let symbols = |trial: &Trial| alphabet.symbols_of(&trial.text);
    if may_ask {
        let texts = tried.iter().flat_map(|(_, trials)| trials).map(symbols);
        match oracle.ask(texts) {
            Ok(()) | Err(Stop::GivenUp(_) | Stop::Ended) => {}
            Err(stop) => return Err(stop),
        }
    }
    for (cause, trials) in tried {
        let accepted = trials.iter();
        let accepted = accepted.filter(|trial| oracle.verdict(&symbols(trial)) == Some(true));
        let open: HashSet<usize> = accepted.map(|trial| trial.context).collect();
        let contradicts = |trial: &&Trial| {
            let text = symbols(trial);
            let answer = Some(!trial.is_observed);
            open.contains(&trial.context)
                && oracle.derives(&text) == Some(trial.is_expected)
                && oracle.verdict(&text) == answer
                && explained(&text) != answer
        };
        let text = trials.iter().filter(contradicts).map(|trial| &trial.text);
        let text = text.min_by_key(|text| text.len()).cloned();
        if let Some(learnt) = &mut cause.learnt {
            learnt.elsewhere = text.or(learnt.elsewhere.take());
        }
    }
    Ok(())
}

/// Returns what the production has around the part in the context of the witness.
fn inside_production(
    cause: &Cause,
    own: &Context,
    learnt: &Learnt,
    right: &Recognizer,
) -> Option<Context> {
    let part = learnt.expected.shortest()?;
    let text = own.with(&part);
    let Ok(Ok(tree)) = right.rule().check(text.as_slice(), Detail::Characters) else {
        return None;
    };
    let (start, end) = (own.before.len(), own.before.len() + part.len());
    let nodes = tree.iter().filter(|node| {
        let span = node.span();
        node.rule().name() == cause.production && span.start <= start && end <= span.end
    });
    let span = nodes.map(Node::span).min_by_key(ExactSizeIterator::len)?;
    Some(Context {
        before: text[span.start..start].to_vec(),
        after: text[end..span.end].to_vec(),
    })
}

/// Returns some texts of the part: those that come, those that go, and those that stay.
fn deciding(learnt: &Learnt) -> Vec<Vec<u8>> {
    let work = Work::new();
    let both = |one: bool, other: bool| one && other;
    let stay = learnt.expected.combined(&learnt.observed, &both, &work);
    let kinds = [learnt.beyond(), learnt.missing(), stay.ok()];
    let texts = kinds.iter().flatten().flat_map(|texts: &Automaton| {
        let texts = (!texts.is_empty()).then(|| samples(texts, SAMPLES, &work));
        texts.and_then(Result::ok).unwrap_or_default()
    });
    let mut texts: Vec<Vec<u8>> = texts.collect();
    texts.sort();
    texts.dedup();
    texts
}

fn add<T: PartialEq>(all: &mut HashMap<String, Vec<T>>, name: &str, one: T) {
    let known = all.entry(name.to_owned()).or_default();
    if known.len() < KEPT && !known.contains(&one) {
        known.push(one);
    }
}

//! Productions in texts that the parser accepts.
//!
//! A parser can reject the shortest texts of a production and accept longer ones: an address of mail with a dot in
//! its domain. And what it accepts as a production can depend on what is around it: as the month of
//! `Sat, 1 · 2025`, a parser that knows weekdays accepts `Feb` and `Mar` alone. Both show in trees of texts
//! that the parser accepts: each node is a production with a text before it and one after it.
//!
//! In its own context, what was learned of a part is tried with some texts more: a search that had to end, or that has
//! learned a part with many states, can have missed what the parser does with them.

use std::collections::{HashMap, HashSet};

use super::cause::{Cause, Learnt};
use super::oracle::{Oracle, Stop};
use super::paths::members;
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

/// A text in some context, and what was learned in that of the witness.
struct Trial {
    text: Vec<u8>,
    /// The number of the context. That of the witness is the first.
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

    /// Returns the contexts of a production with these texts around a part of it.
    fn contexts_around(&self, production: &str, inside: &Context) -> Vec<Context> {
        let contexts = self.contexts(production).iter();
        let contexts = contexts.map(|outer| outer.around(&inside.before, &inside.after));
        contexts.collect()
    }

    /// Returns texts that show whether what was learned in the context of the witness holds there, and in others. A cause
    /// of the whole text has no others.
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
        let contexts = match inside_production(cause, &own, learnt, right) {
            Some(inside) => self.contexts_around(&cause.production, &inside),
            None => Vec::new(),
        };
        let mut others: Vec<Context> = contexts.into_iter().filter(|one| *one != own).collect();
        // Those that differ on both sides say the most.
        others.sort_by_key(|one| {
            usize::from(one.before == own.before) + usize::from(one.after == own.after)
        });
        others.dedup();
        others.truncate(TRIED);
        let beyond = learnt.beyond();
        let texts = deciding(learnt, beyond.as_ref());
        let more = [Some(&learnt.observed), beyond.as_ref()].into_iter();
        let more = more.flatten().flat_map(members);
        let more = more.map(|text| (0, own.with(&text), text));
        let contexts = std::iter::once(&own).chain(&others).enumerate();
        let trials = contexts.flat_map(|(number, context)| {
            let texts = texts.iter();
            texts.map(move |text| (number, context.with(text), text.clone()))
        });
        let trials = trials.chain(more).map(|(context, text, inside)| Trial {
            text,
            context,
            is_expected: learnt.expected.accepts(&inside),
            is_observed: learnt.observed.accepts(&inside),
        });
        trials.collect()
    }
}

/// Tries what was learned in the contexts of the witnesses and in others, and notes for each cause the shortest text
/// there to which the parser gives another answer, and another than all causes together lead to (`explained`, of
/// symbols). A cause that fails in its own context is not confirmed. A context in which the parser accepts none of the
/// texts that were tried says nothing. Where the search may not ask, only those count that the parser was asked about
/// before.
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
        let contradicting = trials.iter().filter(contradicts);
        let (own, others): (Vec<&Trial>, Vec<&Trial>) =
            contradicting.partition(|trial| trial.context == 0);
        let [own, other] = [own, others].map(|trials| {
            let shortest = trials.into_iter().min_by_key(|trial| trial.text.len());
            // The parser was asked about characters.
            shortest.map(|trial| alphabet.spelled(&symbols(trial)))
        });
        if let Some(text) = own {
            cause.contradict(text);
        } else if let Some(learnt) = &mut cause.learnt {
            learnt.elsewhere = other.or(learnt.elsewhere.take());
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
fn deciding(learnt: &Learnt, beyond: Option<&Automaton>) -> Vec<Vec<u8>> {
    let work = Work::new();
    let both = |one: bool, other: bool| one && other;
    let stay = learnt.expected.combined(&learnt.observed, &both, &work);
    let (missing, stay) = (learnt.missing(), stay.ok());
    let kinds = [beyond, missing.as_ref(), stay.as_ref()];
    let texts = kinds.into_iter().flatten().flat_map(|texts| {
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

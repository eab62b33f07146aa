//! Sentences in the body of a production, without a semicolon or angle brackets around them.
//!
//! RFC 1459 has `<host> ::= see RFC 952 [DNS:4] for details on allowed hostnames`. Each of these words is an undefined
//! name, and all of them are one mistake. Several undefined names in a row can be a grammar whose other
//! file is missing, so there have to be words that are neither names nor the keywords of a language.

use std::collections::HashSet;

use crate::error::{Fault, GrammarErrorKind};
use crate::syntax::{Expression, Grammar, Kind, Span};

/// The least number of undefined names in a sentence.
const NAMES: usize = 3;

/// Words of sentences alone.
const WORDS: [&str; 6] = ["an", "defined", "see", "that", "the", "which"];

/// Words that can be keywords, and before `a` are those of sentences.
const BEFORE_A: [&str; 8] = ["as", "by", "for", "in", "is", "of", "on", "with"];

/// Puts one fault for each sentence in the place of those about its words.
pub(super) fn replace(grammar: &Grammar, faults: &mut Vec<Fault>) {
    let defined: HashSet<String> = { grammar.productions.iter() }
        .map(|production| production.name.to_ascii_lowercase())
        .collect();
    let mut sentences: Vec<Span> = Vec::new();
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            if let Kind::Sequence(members) = &part.kind
                && let Some(start) = start_of_sentence(members, &defined)
            {
                sentences.push(start..part.span.end);
            }
        });
    }
    if sentences.is_empty() {
        return;
    }
    let reach = reach(&sentences);
    let is_within = |span: &Span| {
        let before = reach.partition_point(|(start, _)| *start <= span.start);
        before > 0 && span.end <= reach[before - 1].1
    };
    let mut used_outside = HashSet::new();
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            if let Kind::Reference { name, .. } = &part.kind
                && !is_within(&part.span)
            {
                used_outside.insert(name.as_str());
            }
        });
    }
    faults.retain(|fault| {
        let is_needed = fault
            .undefined_name()
            .is_some_and(|name| used_outside.contains(name));
        is_needed || !is_within(&fault.span())
    });
    let sentences = sentences.into_iter();
    faults.extend(sentences.map(|span| Fault::new(GrammarErrorKind::BareProse, span)));
}

/// Returns the starts of sentences in order, each with the furthest end of those that start up to there.
fn reach(sentences: &[Span]) -> Vec<(usize, usize)> {
    let mut reach: Vec<(usize, usize)> = { sentences.iter() }
        .map(|sentence| (sentence.start, sentence.end))
        .collect();
    reach.sort_unstable();
    let mut furthest = 0;
    for (_, end) in &mut reach {
        furthest = furthest.max(*end);
        *end = furthest;
    }
    reach
}

/// Returns where the first undefined name of a sentence begins.
fn start_of_sentence(members: &[Expression], defined: &HashSet<String>) -> Option<usize> {
    let undefined = members.iter().filter_map(|member| match &member.kind {
        Kind::Reference { name, .. } => {
            let name = name.to_ascii_lowercase();
            (!defined.contains(&name)).then_some((name, member.span.start))
        }
        _ => None,
    });
    let undefined: Vec<(String, usize)> = undefined.collect();
    let has_word = || undefined.iter().any(|(name, _)| WORDS.contains(&&**name));
    let has_words = || {
        let mut pairs = undefined.windows(2);
        pairs.any(|pair| BEFORE_A.contains(&&*pair[0].0) && pair[1].0 == "a")
    };
    (undefined.len() >= NAMES && (has_word() || has_words())).then(|| undefined[0].1)
}

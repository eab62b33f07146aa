//! Sentences in the body of a production, without a semicolon or angle brackets around them.
//!
//! RFC 1459 has `<host> ::= see RFC 952 [DNS:4] for details on allowed hostnames`. Each of these words is an undefined
//! name, and all of them are one mistake. Several undefined names in a row can be a grammar whose other
//! file is missing, so one of them has to be a word that no production is called like.

use std::collections::HashSet;

use crate::error::{Fault, GrammarErrorKind};
use crate::syntax::{Expression, Grammar, Kind, Span};

/// The least number of undefined names in a sentence.
const NAMES: usize = 3;

/// Words of sentences.
const WORDS: [&str; 19] = [
    "a", "an", "and", "any", "as", "by", "defined", "for", "in", "is", "not", "of", "on", "or",
    "see", "that", "the", "which", "with",
];

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
    let is_within = |span: &Span| {
        let mut sentences = sentences.iter();
        sentences.any(|one| one.start <= span.start && span.end <= one.end)
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
    (undefined.len() >= NAMES && has_word()).then(|| undefined[0].1)
}

//! The recognizer: verdict, offset, expected octets, and whether the text can end.

use rfcbnf::recognizer::{Recognition, Recognizer};
use rfcbnf::syntax::Grammar;

use super::parts::Parts;
use super::random::{self, Choices};
use super::texts::{self, Writer};
use super::verdict::{Spans, Verdict};
use super::written::{GRAMMARS, read};
use crate::extent::few_or_many;

/// The number of texts of a grammar, some of them equal.
fn most_texts() -> usize {
    few_or_many(240, 720)
}

/// How many texts were compared, and how many of them are derived.
#[derive(Debug, Default)]
struct Count {
    texts: usize,
    derived: usize,
}

fn verdict(found: &Recognition) -> Verdict {
    Verdict {
        longest: found.longest,
        furthest: found.furthest,
        next: found
            .next
            .iter()
            .filter_map(|one| u8::try_from(one).ok())
            .collect(),
        can_end: found.can_end,
    }
}

/// Returns short texts, derived ones, and others with mistakes.
fn texts(parts: &Parts<'_>, characters: &str, seed: usize) -> Vec<Vec<u8>> {
    let mut choices = Choices::new(seed as u64);
    let mut texts = texts::short(characters, most_texts() / 3);
    let writer = Writer::of(parts);
    while texts.len() < most_texts() {
        let derived = writer.text(&mut choices);
        let derived = derived.unwrap_or_else(|| choices.one_of(&[&b"a"[..], b"bab"]).to_vec());
        texts.push(texts::spoil(&derived, characters, &mut choices));
        texts.push(derived);
    }
    // Some grammars derive few texts.
    texts.sort();
    texts.dedup();
    texts
}

fn compare(grammar: &Grammar, characters: &str, seed: usize, count: &mut Count) {
    let parts = Parts::of(grammar, "s");
    let recognizer = Recognizer::new(grammar, "s").expect("it has a recognizer");
    for text in texts(&parts, characters, seed) {
        let spans = Spans::of(&parts, &text);
        let found = recognizer.rule().recognize(&text).expect("it is short");
        assert_eq!(
            verdict(&found),
            spans.verdict(),
            "{:?} of\n{}",
            String::from_utf8_lossy(&text),
            grammar.source
        );
        assert_eq!(found.accepts_all(), spans.is_derived());
        count.texts += 1;
        count.derived += usize::from(spans.is_derived());
    }
}

#[test]
fn every_kind_of_recursion_has_the_verdicts_of_the_definition() {
    let mut count = Count::default();
    for (seed, (kind, source, characters)) in GRAMMARS.iter().enumerate() {
        compare(&read(kind, source), characters, seed, &mut count);
    }
    println!("{} grammars, {count:?}", GRAMMARS.len());
    assert!(count.texts >= few_or_many(6_000, 15_000), "{count:?}");
    assert!(count.derived * 4 > count.texts, "{count:?}");
    assert!(count.derived * 4 < count.texts * 3, "{count:?}");
}

#[test]
fn texts_of_random_recursion_have_the_verdict_of_the_definition() {
    let grammars = random::grammars(few_or_many(10, 100));
    let mut count = Count::default();
    for (seed, (grammar, characters)) in grammars.iter().enumerate() {
        compare(grammar, characters, seed, &mut count);
    }
    println!("{} grammars, {count:?}", grammars.len());
    assert!(count.texts * 3 > most_texts() * grammars.len(), "{count:?}");
    assert!(count.derived * 4 > count.texts, "{count:?}");
    assert!(count.derived * 4 < count.texts * 3, "{count:?}");
}

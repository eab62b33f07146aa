//! The derivations: their number, their order and the first tree; and the recognizer: verdict, offset, expected octets, and whether
//! the text can end.

use rfcbnf::derivations::{Derivations, derivations};
use rfcbnf::recognizer::{Recognition, Recognizer, Rule};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::Detail;

use super::enumeration::{Enumeration, Tree};
use super::parts::Parts;
use super::random::{self, Choices};
use super::texts::{self, Writer};
use super::verdict::{Spans, Verdict};
use super::written::{GRAMMARS, read};
use crate::extent::few_or_many;
use crate::visited::{Visited, nodes_of};

/// The length of the longest text.
const LONGEST: usize = 8;

/// The greatest number of texts of a grammar.
fn most_texts() -> usize {
    few_or_many(40, 120)
}

/// The greatest number of trees of a text. Texts with more are left out, and counted.
const TREES: usize = 300;

#[derive(Debug, Default)]
struct Count {
    texts: usize,
    derived: usize,
    ambiguous: usize,
    infinite: usize,
    left_out: usize,
}

/// Depth, name, start and end of the nodes in preorder.
type Named<'a> = Vec<(usize, &'a str, usize, usize)>;

fn named<'a>(parts: &Parts<'a>, tree: &Tree) -> Named<'a> {
    let nodes = tree.iter();
    let nodes = nodes.map(|&(depth, one, from, to)| (depth, parts.names[one], from, to));
    nodes.collect()
}

/// Compares whether the derivations say that infinitely many are left out.
fn compare_infinity(found: &Derivations, is_infinite: bool, context: &str) {
    assert_eq!(found.is_infinite(), is_infinite, "{context}");
}

/// Compares the count of the trees after some that are taken, which makes no trees.
fn compare_number(
    grammar: &Grammar,
    text: &[u8],
    (number, is_infinite): (usize, bool),
    context: &str,
    turn: usize,
) {
    // In the few rounds, each text has one of them.
    let every = few_or_many(3, 1);
    for taken in [0, 1, number / 2]
        .into_iter()
        .skip(turn % every)
        .step_by(every)
    {
        let mut trees = derivations(grammar, "s", text).expect("it has derivations");
        let taken = trees.by_ref().take(taken).count();
        let most = number.saturating_sub(taken);
        assert_eq!(trees.count_up_to(most), most, "behind {taken}, {context}");
        compare_infinity(&trees, is_infinite, context);
        assert!(
            trees.given_up().is_none() && trees.next().is_none(),
            "{context}"
        );
    }
    let mut trees = derivations(grammar, "s", text).expect("it has derivations");
    let least = number / 3;
    assert_eq!(
        trees.count_up_to(least) > least,
        number > least,
        "{context}"
    );
}

fn compare(grammar: &Grammar, characters: &str, seed: usize, count: &mut Count) {
    let parts = Parts::of(grammar, "s");
    let recognizer = Recognizer::new(grammar, "s").expect("it has a recognizer");
    for text in texts::short_and_derived(&parts, characters, seed, (most_texts(), LONGEST)) {
        let context = format!(
            "{:?} of\n{}",
            String::from_utf8_lossy(&text),
            grammar.source
        );
        let spans = Spans::of(&parts, &text);
        let Ok(expected) = Enumeration::trees(&spans, TREES) else {
            count.left_out += 1;
            compare_with_trees(grammar, &text, &context);
            continue;
        };
        let expected: Vec<Named<'_>> = expected.iter().map(|tree| named(&parts, tree)).collect();
        let mut found = derivations(grammar, "s", &text).expect("it has derivations");
        let listed: Vec<_> = found.by_ref().take(TREES + 1).collect();
        let listed = listed.iter().map(|tree| -> Named<'_> {
            let nodes = tree.iter_with_depth();
            let nodes = nodes.map(|(depth, node)| {
                (depth, node.production(), node.span().start, node.span().end)
            });
            nodes.collect()
        });
        assert_eq!(listed.collect::<Vec<_>>(), expected, "{context}");
        let is_infinite = Enumeration::is_infinite(&spans);
        compare_infinity(&found, is_infinite, &context);
        let number = (expected.len(), is_infinite);
        compare_number(grammar, &text, number, &context, count.texts);
        compare_events(recognizer.rule(), &text, &context);
        let checked = recognizer.rule().check(&text[..], Detail::Characters);
        if let Ok(tree) = checked.unwrap_or_else(|why| panic!("{why}: {context}")) {
            let nodes = tree.root().descendants_with_depth();
            let nodes = nodes.map(|(depth, node)| {
                (
                    depth,
                    node.rule().name(),
                    node.span().start,
                    node.span().end,
                )
            });
            assert_eq!(Some(&nodes.collect()), expected.first(), "{context}");
        } else {
            assert!(expected.is_empty(), "{context}");
        }
        count.texts += 1;
        count.derived += usize::from(!expected.is_empty());
        count.ambiguous += usize::from(expected.len() > 1);
        count.infinite += usize::from(is_infinite);
    }
}

/// Compares the events of the nodes with the tree.
fn compare_events(rule: Rule<'_>, text: &[u8], context: &str) {
    let mut visited = Visited::new();
    let events = rule.visit(text, |event| visited.add(event));
    let events = events.unwrap_or_else(|why| panic!("{why}: {context}"));
    let tree = rule.check(text, Detail::Rules);
    let tree = tree.unwrap_or_else(|why| panic!("{why}: {context}"));
    let nodes = tree.map(|tree| nodes_of(&tree));
    assert_eq!(events.map(|()| visited.nodes()), nodes, "{context}");
}

/// Compares the count with the trees, for a text with too many of them for the slow definition.
fn compare_with_trees(grammar: &Grammar, text: &[u8], context: &str) {
    let most = few_or_many(1_000, 5_000);
    let trees = || derivations(grammar, "s", text).expect("it has derivations");
    let listed = trees().take(most + 1).count();
    let counted = trees().count_up_to(most);
    assert_eq!(counted.min(most + 1), listed, "{context}");
}

/// Compares the grammars that are or are not left-recursive, written and random ones.
fn compare_all(is_left_recursive: bool) -> Count {
    let mut count = Count::default();
    let written = GRAMMARS.iter();
    let written = written.map(|(kind, source, characters)| (read(kind, source), *characters));
    let all: Vec<_> = written
        .chain(random::grammars(few_or_many(6, 100)))
        .collect();
    for (seed, (grammar, characters)) in all.iter().enumerate() {
        if Parts::of(grammar, "s").is_left_recursive() == is_left_recursive {
            compare(grammar, characters, seed, &mut count);
        }
    }
    println!("{count:?}");
    count
}

#[test]
fn recursion_behind_an_octet_has_the_trees_of_the_definition() {
    let count = compare_all(false);
    let least = few_or_many((80, 15), (300, 50));
    assert!(
        count.derived > least.0 && count.ambiguous > least.1,
        "{count:?}"
    );
    assert!(count.left_out * 20 < count.texts, "{count:?}");
}

#[test]
fn left_recursion_has_the_trees_of_the_definition() {
    let count = compare_all(true);
    let least = few_or_many((160, 60, 40), (500, 200, 150));
    assert!(
        count.derived > least.0 && count.ambiguous > least.1,
        "{count:?}"
    );
    assert!(count.infinite > least.2, "{count:?}");
    assert!(count.left_out * 20 < count.texts, "{count:?}");
}

/// The number of texts of a grammar, some of them equal.
fn most_verdicts() -> usize {
    few_or_many(240, 720)
}

/// How many texts were compared, and how many of them are derived.
#[derive(Debug, Default)]
struct Verdicts {
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
    let mut texts = texts::short(characters, most_verdicts() / 3);
    let writer = Writer::of(parts);
    while texts.len() < most_verdicts() {
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

fn compare_verdicts(grammar: &Grammar, characters: &str, seed: usize, count: &mut Verdicts) {
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
    let mut count = Verdicts::default();
    for (seed, (kind, source, characters)) in GRAMMARS.iter().enumerate() {
        compare_verdicts(&read(kind, source), characters, seed, &mut count);
    }
    println!("{} grammars, {count:?}", GRAMMARS.len());
    assert!(count.texts >= few_or_many(6_000, 15_000), "{count:?}");
    assert!(count.derived * 4 > count.texts, "{count:?}");
    assert!(count.derived * 4 < count.texts * 3, "{count:?}");
}

#[test]
fn texts_of_random_recursion_have_the_verdict_of_the_definition() {
    let grammars = random::grammars(few_or_many(10, 100));
    let mut count = Verdicts::default();
    for (seed, (grammar, characters)) in grammars.iter().enumerate() {
        compare_verdicts(grammar, characters, seed, &mut count);
    }
    println!("{} grammars, {count:?}", grammars.len());
    assert!(
        count.texts * 3 > most_verdicts() * grammars.len(),
        "{count:?}"
    );
    assert!(count.derived * 4 > count.texts, "{count:?}");
    assert!(count.derived * 4 < count.texts * 3, "{count:?}");
}

/// Returns the names of the nodes with their spans, in the order in which they begin.
fn nodes(grammar: &str, text: &str) -> Vec<(String, usize, usize)> {
    let grammar = rfcbnf::read(grammar).expect("it is a grammar");
    let recognizer = Recognizer::new(&grammar, &grammar.productions[0].name);
    let recognizer = recognizer.expect("it has a recognizer");
    let mut visited = Visited::new();
    let events = recognizer.rule().visit(text, |event| visited.add(event));
    assert!(matches!(events, Ok(Ok(()))), "{text}: {events:?}");
    let tree = recognizer.rule().check(text, Detail::Rules);
    let tree = tree.expect("it is decided").expect("it has a tree");
    let nodes = visited.nodes();
    assert_eq!(nodes, nodes_of(&tree), "{text}");
    let named = nodes.into_iter();
    let named = named.map(|(_, rule, span)| (rule.to_string(), span.start, span.end));
    named.collect()
}

#[test]
fn a_lookahead_of_any_length_finds_the_first_tree() {
    let grammar =
        "s = \"(\" s \")\" | one | two\none = *item \"1\"\ntwo = *item \"2\"\nitem = \"a\"\n";
    for (length, end) in [(0, "1"), (1, "2"), (40, "1"), (300, "2"), (3_000, "2")] {
        let text = format!("(({}{end}))", "a".repeat(length));
        let all = text.len();
        let own = if end == "1" { "one" } else { "two" };
        let mut expected = vec![("s", 0, all), ("s", 1, all - 1), ("s", 2, all - 2)];
        expected.push((own, 2, all - 2));
        expected.extend((0..length).map(|item| ("item", 2 + item, 3 + item)));
        let found = nodes(grammar, &text);
        let found: Vec<_> = found.iter().map(|one| (&*one.0, one.1, one.2)).collect();
        assert_eq!(found, expected, "{length} {end}");
    }
}

#[test]
fn each_level_is_what_the_end_of_the_text_says() {
    let grammar = "s = p\np = c | d\nc = \"a\" [ p ] \"c\"\nd = \"a\" [ p ] \"d\"\n";
    for depth in [1, 2, 5, 20, 200, 1_000] {
        let ends: Vec<&str> = (0..depth)
            .map(|level| ["c", "d"][level * level % 7 % 2])
            .collect();
        let closing: String = ends.iter().rev().copied().collect();
        let text = "a".repeat(depth) + &closing;
        let mut expected = vec![("s", 0, 2 * depth)];
        for (level, end) in ends.iter().enumerate() {
            let span = (level, 2 * depth - level);
            expected.extend([("p", span.0, span.1), (end, span.0, span.1)]);
        }
        let found = nodes(grammar, &text);
        let found: Vec<_> = found.iter().map(|one| (&*one.0, one.1, one.2)).collect();
        assert_eq!(found, expected, "{depth}");
    }
}

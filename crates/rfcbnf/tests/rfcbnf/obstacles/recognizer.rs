//! The recognizer of recursive productions, beside automata, derivations and lists of
//! texts.
//! It knows whether random texts of such productions are derived.

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::recognizer::{LimitReached, Recognizer, Undecided};
use rfcbnf::sentences::RecursiveSentences;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::Detail;

use super::read;
use crate::extent::few_or_many;

fn recognizer(grammar: &Grammar, production: &str) -> Recognizer {
    Recognizer::new(grammar, production).expect("it has a recognizer")
}

/// Returns all texts of these characters up to a length.
fn texts(characters: &[u8], longest: usize) -> Vec<Vec<u8>> {
    let mut texts = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let until = texts.len();
        for index in from..until {
            for &character in characters {
                let mut text = texts[index].clone();
                text.push(character);
                texts.push(text);
            }
        }
        from = until;
    }
    texts
}

/// Without recursion, an automaton knows the verdict, the viable prefix, what can follow, and whether
/// the text could end.
#[test]
fn the_recognizer_and_the_automaton_agree_where_both_answer() {
    let grammars = [
        "s = *( [ \"a\" ] t ) \"c\"\nt = *\"b\" | \"ac\"\n",
        "s = 2*4( \"a\" | \"ab\" ) [ \"b\" ] *1\"c\"\n",
        "s = *t u\nt = [ \"a\" ] [ \"b\" ]\nu = t t \"c\" | \"b\"\n",
        "s = \"a\" / %x61-62 \"c\" / *( \"B\" )\n",
    ];
    for text in grammars {
        let grammar = read(text);
        let automaton = Automaton::new(&grammar, "s").expect("it is small");
        let recognizer = recognizer(&grammar, "s");
        for text in texts(b"abc", 6) {
            let found = recognizer.recognize(&text).expect("it is short");
            let prefix = automaton.viable_prefix(&text);
            let next: String = found.next.iter().collect();
            assert_eq!(found.accepts_all(), automaton.accepts(&text), "{text:?}");
            assert_eq!(found.furthest, prefix.length(), "{text:?}");
            assert_eq!(next, prefix.next().characters(), "{text:?}");
            assert_eq!(found.can_end, prefix.can_end(), "{text:?}");
            assert_eq!(found.longest, automaton.longest_prefix(&text), "{text:?}");
        }
    }
}

#[test]
fn the_recognizer_and_the_derivations_agree_about_recursion() {
    let grammar = read("s = \"(\" *s \")\" | [ \"a\" ] t\nt = \"b\" [ s ]\n");
    let recognizer = recognizer(&grammar, "s");
    for text in texts(b"()ab", 6) {
        let text = String::from_utf8(text).expect("it is ASCII");
        let found = recognizer.recognize(text.as_bytes()).expect("it is short");
        let mut trees = derivations(&grammar, "s", &text).expect("no left recursion");
        assert_eq!(found.accepts_all(), trees.next().is_some(), "{text:?}");
    }
}

type Answer<'a> = &'a dyn Fn(&[u8]) -> bool;

#[test]
fn left_recursion_hidden_recursion_and_cycles_are_recognized() {
    let even = |text: &[u8]| text.len().is_multiple_of(2);
    let palindrome = |text: &[u8]| text.iter().eq(text.iter().rev());
    let nested = |text: &[u8]| {
        let half = text.len() / 2;
        even(text)
            && text[..half].iter().all(|&one| one == b'a')
            && text[half..].iter().all(|&one| one == b'b')
    };
    let sums = |text: &[u8]| {
        !text.is_empty()
            && !even(text)
            && text
                .iter()
                .enumerate()
                .all(|(index, &one)| one == if index % 2 == 0 { b'a' } else { b'b' })
    };
    let cases: [(&str, Answer<'_>); 6] = [
        ("s = s \"b\" \"a\" | \"a\"\n", &sums),
        ("s = [ \"a\" s \"b\" ]\n", &nested),
        (
            "s = [ \"a\" | \"b\" | \"a\" s \"a\" | \"b\" s \"b\" ]\n",
            &palindrome,
        ),
        (
            "s = e s | [ s s ] | \"a\" \"a\" | \"a\" \"b\" | \"b\" \"a\" | \"b\" \"b\"\ne = [ s ]\n",
            &even,
        ),
        ("s = s | s s | \"a\" | \"b\"\n", &|text: &[u8]| {
            !text.is_empty()
        }),
        ("s = s \"a\" | t\nt = t \"b\" t\n", &|_: &[u8]| false),
    ];
    for (text, is_derived) in cases {
        let grammar = read(text);
        let recognizer = recognizer(&grammar, "s");
        let texts = texts(b"ab", 7);
        for text in &texts {
            let found = recognizer.recognize(text).expect("it is short");
            assert_eq!(
                found.accepts_all(),
                is_derived(text),
                "{grammar:?} {text:?}"
            );
            // The viable prefix is that of the texts: of those that are much longer, too few are here.
            if text.len() <= 3 {
                let viable = (0..=text.len()).rev().find(|&end| {
                    texts
                        .iter()
                        .any(|other| other.starts_with(&text[..end]) && is_derived(other))
                });
                assert_eq!(found.furthest, viable.unwrap_or(0), "{text:?}");
            }
        }
    }
}

/// A production that derives nothing leads nowhere, so its beginnings are no viable prefixes.
#[test]
fn what_can_never_be_completed_is_not_expected() {
    let grammar = read("s = \"a\" endless | \"b\" s | \"c\"\nendless = \"x\" endless\n");
    let found = recognizer(&grammar, "s")
        .recognize(b"a")
        .expect("it is short");
    assert_eq!(
        (found.furthest, found.next.iter().collect::<String>()),
        (0, "bc".to_owned())
    );
    let nothing = recognizer(&grammar, "endless")
        .recognize(b"x")
        .expect("it is short");
    assert_eq!(
        (nothing.longest, nothing.furthest, nothing.next.is_empty()),
        (None, 0, true)
    );
}

#[test]
fn letters_compare_as_the_grammar_says() {
    let grammar = read("s = \"a\" s %x62 / \"c\"\n");
    let recognizer = recognizer(&grammar, "s");
    let accepts = |text: &[u8]| {
        recognizer
            .recognize(text)
            .expect("it is short")
            .accepts_all()
    };
    assert!(accepts(b"AaCbb") && !accepts(b"aCB"));
}

/// Depth costs memory, but no stack.
#[test]
fn deep_nesting_is_recognized() {
    let grammar = read("s = \"(\" s \")\" | \"x\"\n");
    let recognizer = recognizer(&grammar, "s");
    let deep = [vec![b'('; 20_000], vec![b'x'], vec![b')'; 20_000]].concat();
    assert!(
        recognizer
            .recognize(&deep)
            .expect("it is not too long")
            .accepts_all()
    );
    let found = recognizer
        .recognize(&deep[..deep.len() - 1])
        .expect("it is not too long");
    assert_eq!((found.accepts_all(), found.furthest), (false, 40_000));
}

/// Returns a recognizer and a text for which it takes cubic time.
fn cubic() -> (Grammar, Vec<u8>) {
    let grammar = read("e = e \"+\" e | \"1\"\n");
    let text = [b"1+".repeat(20_000), b"1".to_vec()].concat();
    (grammar, text)
}

#[test]
fn a_text_that_takes_too_many_steps_is_not_decided() {
    let (grammar, text) = cubic();
    let error = recognizer(&grammar, "e")
        .recognize(&text)
        .expect_err("it takes cubic time");
    assert_eq!(
        error.to_string(),
        "the text takes more than 20000000 steps and 100 for each octet"
    );
}

#[test]
fn a_production_with_another_obstacle_has_no_recognizer() {
    let grammar = read("s = \"(\" s \")\" / t\nt = %x61 / <prose>\nu = %x61\n");
    let refused = |name: &str| {
        let refusal = Recognizer::new(&grammar, name).expect_err("it has an obstacle");
        refusal.to_string()
    };
    assert_eq!(
        refused("s"),
        "production `s` uses `t`, which uses prose: <prose>"
    );
    assert_eq!(refused("v"), "there is no production `v`");
}

#[test]
fn a_text_that_takes_too_many_steps_has_no_verdict() {
    let (grammar, text) = cubic();
    let recognizer = recognizer(&grammar, "e");
    let rule = recognizer.rule();
    let undecided = Undecided::Verdict(LimitReached::Steps);
    assert_eq!(
        rule.verdict(&text),
        Err(Undecided::Verdict(LimitReached::Steps))
    );
    assert_eq!(
        rule.check(&text[..], Detail::Rules).err(),
        Some(undecided.clone())
    );
    assert_eq!(rule.trace(&text, Detail::Rules).err(), Some(undecided));
    // The next text is decided.
    assert_eq!(rule.verdict(b"1+1"), Ok(Ok(())));
}

#[test]
fn a_valid_text_keeps_its_verdict_without_a_tree() {
    // The first pass has one thread for all rounds that can take an octet. A tree needs each. A parser
    // that backtracks tries all ways to divide the octets before it finds that there is no "!".
    let divided = read("s = n \"!\" / n\nn = \"a\" [ n ] *\"b\"\n");
    // The steps of this one take a tenth of the time.
    let left = read("s = n \"!\" / n\nn = [ n ] *\"b\" / \"a\" n / \"a\"\n");
    let text = [vec![b'a'; 3_000], vec![b'b'; 3_000]].concat();
    for grammar in &[&left, &divided][..few_or_many(1, 2)] {
        let recognizer = recognizer(grammar, "s");
        let rule = recognizer.rule();
        assert_eq!(rule.verdict(&text), Ok(Ok(())));
        let why = "the text takes more than 20000000 steps and 100 for each octet";
        let reason = format!("the text is valid, but its tree is not computed: {why}");
        let undecided = rule.check(&text, Detail::Rules).err();
        assert_eq!(undecided.expect("it has no tree").to_string(), reason);
        let invalid = [&text, &b"c"[..]].concat();
        let undecided = rule.trace(&invalid, Detail::Rules).expect_err("no steps");
        assert_eq!(
            undecided.to_string(),
            format!(
                "the text is invalid, and the steps through its longest valid prefix, which ends at \
                 offset 6000, are not computed: {why}"
            )
        );
        // The error of an invalid text needs no tree.
        let error = rule.check(&invalid, Detail::Rules);
        let error = error.expect("it is decided").expect_err("it is invalid");
        assert_eq!(error.offset(), 6_000);
    }
    // Neither do the steps of a parser that goes straight.
    let recognizer = recognizer(&divided, "n");
    let trace = recognizer.rule().trace(&text, Detail::Rules);
    let trace = trace.expect("it has steps");
    assert!(trace.derives_all() && trace.exceeded().is_none());
}

#[test]
fn left_recursion_has_trees_and_steps() {
    let grammar = read("a = a \"xx\" | a \"x\" | \"y\"\n");
    let recognizer = recognizer(&grammar, "a");
    let rule = recognizer.rule();
    let tree = rule.check("yxxx", Detail::Rules).expect("it is decided");
    assert_eq!(
        tree.expect("it is valid").to_string(),
        "a 0..4 \"yxxx\"\n  a 0..2 \"yx\"\n    a 0..1 \"y\"\n"
    );
    let trace = rule.trace(b"yx!", Detail::Rules).expect("it has steps");
    assert_eq!(trace.prefix(), Some(2));
    let trace = rule.trace(b"!", Detail::Rules).expect("it has steps");
    assert_eq!(trace.prefix(), None);
}

#[test]
fn each_production_of_a_recognizer_recognizes_its_own_texts() {
    let grammar = read("s = \"(\" *s \")\" | name\nname = 1*letter\nletter = \"a\" | \"b\"\n");
    let recognizer = recognizer(&grammar, "s");
    let name = recognizer.find("name").expect("it is part of the grammar");
    assert_eq!(name.verdict(b"ab"), Ok(Ok(())));
    assert!(name.verdict(b"()").expect("it is short").is_err());
    assert!(name.verdict(b"").expect("it is short").is_err());
}

const GRAMMARS: [&str; 4] = [
    "s = t *( ( \"+\" | \"-\" ) t )\nt = 1*3d | \"(\" s \")\"\nd = \"0\" | \"1\"\n",
    "s = [ s s s ]\n",
    "s = s \"a\" / %xE9-10FFF s / \"b\"\n",
    "s = 2*( s | \"x\" ) | \"y\"\n",
];

#[test]
fn all_random_texts_are_derived() {
    for text in GRAMMARS {
        let grammar = read(text);
        let sentences = RecursiveSentences::new(&grammar, "s").expect("it derives texts");
        let recognizer = Recognizer::new(&grammar, "s").expect("it is small");
        let mut made: Vec<Vec<u8>> = sentences.random(3).take(40).collect();
        made.extend(sentences.cover(3));
        made.extend([sentences.shortest(), sentences.typical()]);
        for text in made {
            let found = recognizer.recognize(&text).expect("it is short");
            assert!(found.accepts_all(), "{:?}", String::from_utf8_lossy(&text));
        }
    }
}

#[test]
fn the_shortest_text_and_a_cover_show_the_language() {
    let grammar = read(GRAMMARS[0]);
    let sentences = RecursiveSentences::new(&grammar, "s").expect("it derives texts");
    let shortest = sentences.shortest();
    assert!(shortest == b"0" || shortest == b"1", "{shortest:?}");
    let cover = sentences.cover(0).concat();
    for character in b"01+-()" {
        assert!(cover.contains(character), "{cover:?}");
    }
}

/// The iterator ends where random derivations find nothing new.
#[test]
fn the_same_seed_gives_the_same_texts_and_each_once() {
    let grammar = read(GRAMMARS[0]);
    let sentences = RecursiveSentences::new(&grammar, "s").expect("it derives texts");
    let texts: Vec<Vec<u8>> = sentences.random(7).take(50).collect();
    assert_eq!(texts, sentences.random(7).take(50).collect::<Vec<_>>());
    let mut distinct = texts.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), texts.len());
    let empty = read(GRAMMARS[1]);
    let empty = RecursiveSentences::new(&empty, "s").expect("it derives the empty text");
    assert_eq!(empty.random(0).count(), 1);
}

#[test]
fn a_production_without_texts_is_refused() {
    let refused = |text: &str| {
        let grammar = read(text);
        let refusal = RecursiveSentences::new(&grammar, "s").expect_err("it derives no text");
        refusal.to_string()
    };
    assert_eq!(
        refused("s = \"a\" s\n"),
        "production `s` derives no text, because each of these needs the next: s → s"
    );
    assert_eq!(
        refused("s = 1000\"a\" \"a\" | \"(\" s \")\"\n"),
        "the smallest derivation of production `s` takes more than 1000 octets and expressions"
    );
    assert_eq!(
        refused("s = \"(\" s \")\" / t\n"),
        "production `s` uses `t`, which the grammar does not define"
    );
}

#[test]
fn no_text_is_shorter_than_the_shortest_one() {
    let grammars = [
        include_str!("../../../library/rfc8259.abnf"),
        include_str!("../../../../../examples/grammars/arithmetic.abnf"),
        include_str!("../../../../../examples/grammars/dangling-else.abnf"),
        // The smallest derivation has the longer text.
        "s = \"(\" s \")\" / \"ab\" / a\na = b\nb = c\nc = \"a\"\n",
    ];
    let mut compared = 0;
    for source in grammars {
        let grammar = rfcbnf::read(source).expect("it has no errors");
        for production in &grammar.productions {
            let name = production.name.as_str();
            let sentences = RecursiveSentences::new(&grammar, name).expect("it derives texts");
            let shortest = sentences.shortest();
            let to_depth = Automaton::to_depth(&grammar, name, 2).expect("it is small");
            assert!(to_depth.accepts(&shortest), "{name}: {shortest:?}");
            let length = to_depth.shortest().expect("it derives texts").len();
            assert_eq!(shortest.len(), length, "{name}: {shortest:?}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

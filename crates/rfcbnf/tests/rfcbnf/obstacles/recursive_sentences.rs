//! Texts of recursive productions. The recognizer knows whether they are derived.

use rfcbnf::automaton::Automaton;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::RecursiveSentences;

use super::read;

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

//! Random texts and example texts of productions, compared with the automaton and the derivation trees.

use std::collections::HashSet;

use rfcbnf::Prose;
use rfcbnf::automaton::{Automata, Automaton, Through};
use rfcbnf::conformance::Coverage;
use rfcbnf::derivations::{DerivationNode, derivations};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::rfc1738::PROSE;
use rfcbnf::sentences::{NearMiss, RecursiveSentences, Sentences, UseKind};
use rfcbnf::syntax::{Expression, Grammar, Kind};
use rfcbnf_engine::Detail;

use crate::extent::few_or_many;
use crate::grammars::{all, read, rfc1738};
use crate::texts::utf8;

fn sentences<'g>(grammar: &'g Grammar, production: &str) -> Sentences<'g> {
    Sentences::new(grammar, production).expect("the production is small")
}

fn distance_is_one(one: &[u8], other: &[u8]) -> bool {
    let (one, other) = (utf8(one), utf8(other));
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let same = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[same..], &other[same..]);
    match (one, other) {
        ([a, one @ ..], [b, other @ ..]) if one == other => a != b,
        ([a, b, one @ ..], [c, d, other @ ..]) if (a, b) == (d, c) && one == other => true,
        ([_, one @ ..], other) if one == other => true,
        (one, [_, other @ ..]) => one == other,
        _ => false,
    }
}

#[test]
fn every_sentence_is_derived_and_unique() {
    for grammar in all() {
        for production in &grammar.productions {
            let automaton =
                Automaton::new(&grammar, &production.name).expect("the production is small");
            let sentences = sentences(&grammar, &production.name);
            for seed in 0..3 {
                let texts: Vec<String> = sentences.random(seed).take(60).map(utf8).collect();
                let distinct: HashSet<&String> = texts.iter().collect();
                assert_eq!(distinct.len(), texts.len(), "{}", production.name);
                for text in &texts {
                    assert!(
                        automaton.accepts(text.as_bytes()),
                        "{} {text}",
                        production.name
                    );
                    assert!(text.len() < 400, "{text}");
                }
            }
        }
    }
}

#[test]
fn a_production_with_few_texts_gives_all_of_them() {
    let grammar = rfc1738();
    for (production, count) in [("digit", 10), ("escape", 22 * 22), ("ftptype", 6)] {
        let sentences = sentences(&grammar, production);
        for seed in [0, 1, u64::MAX] {
            assert_eq!(sentences.random(seed).count(), count, "{production}");
        }
    }
    let grammar = read("a = *3( \"x\" | \"yz\" ) | \"rare\" b\nb = 9( \"0\" | \"1\" )\n");
    assert_eq!(sentences(&grammar, "a").random(0).count(), 15 + 512);
    let grammar = read("a = *\"x\"\n");
    let texts: HashSet<usize> = sentences(&grammar, "a")
        .random(0)
        .take(100)
        .map(|text| text.len())
        .collect();
    assert_eq!(texts, (0..100).collect());
}

#[test]
fn the_same_seed_gives_the_same_texts_everywhere() {
    let grammar = rfc1738();
    let hostport = sentences(&grammar, "hostport");
    let texts: Vec<String> = hostport.random(1738).take(5).map(utf8).collect();
    assert_eq!(
        texts,
        [
            "94270.31915194.240643856.43",
            "6.k5V3BBK6",
            "833.760246.8753009.8:5",
            "9.8.Z:67",
            "9.945648.0615.17016500:73080900"
        ]
    );
    let misses: Vec<String> = hostport
        .near_misses(1738)
        .take(3)
        .map(|miss| utf8(miss.text))
        .collect();
    assert_eq!(
        misses,
        [
            "94270.31915194w.240643856.43",
            "83[371.898.5063",
            "YR-FTpe:H18538160"
        ]
    );
    let cover: Vec<String> = sentences(&grammar, "ftptype")
        .cover(1738)
        .expect("few uses")
        .into_iter()
        .map(|sentence| utf8(sentence.text))
        .collect();
    assert_eq!(cover, ["d", "D", "A", "I", "i", "a"]);
    let other: Vec<String> = hostport.random(1739).take(5).map(utf8).collect();
    assert_ne!(texts, other);
}

/// Returns the alternatives that some derivation of the text uses: pairs of a production and a
/// production below it, or of a production without others below it and its text.
fn shown(grammar: &Grammar, production: &str, text: &str) -> HashSet<(String, String)> {
    let trees = derivations(grammar, production, text).expect("every production is defined");
    let mut shown = HashSet::new();
    for tree in trees.take(8) {
        for node in tree.iter() {
            let children: Vec<DerivationNode> = node.children().collect();
            if let [child] = children[..]
                && child.span() == node.span()
            {
                shown.insert((node.production().to_owned(), child.production().to_owned()));
            }
            if children.is_empty() {
                shown.insert((
                    node.production().to_owned(),
                    format!("{:?}", utf8(node.text()).to_lowercase()),
                ));
            }
        }
    }
    shown
}

/// Returns all alternatives that [`shown`] can find.
fn alternatives(grammar: &Grammar, production: &str) -> HashSet<(String, String)> {
    let member = |member: &Expression| match &member.kind {
        Kind::Reference { name, .. } => Some(name.clone()),
        Kind::Literal { text, .. } => Some(format!("{:?}", text.to_lowercase())),
        _ => None,
    };
    let reachable = grammar.reachable_from([production]);
    let productions = grammar.productions.iter();
    let reachable = productions.filter(|production| reachable.contains(production.name.as_str()));
    let mut alternatives = HashSet::new();
    for production in reachable {
        if let Kind::Alternation(members) = &production.body.kind {
            let members = members.iter().filter_map(member);
            alternatives.extend(members.map(|member| (production.name.clone(), member)));
        }
    }
    alternatives
}

#[test]
fn a_cover_uses_every_production_and_every_alternative() {
    for grammar in all() {
        for production in grammar.productions.iter().step_by(few_or_many(3, 1)) {
            let name = &production.name;
            let cover = sentences(&grammar, name).cover(0).expect("few uses");
            let (mut productions, mut seen) = (HashSet::new(), HashSet::new());
            for sentence in &cover {
                let mut trees =
                    derivations(&grammar, name, &sentence.text).expect("the production is defined");
                let first = trees.next().expect("there is a derivation");
                productions.extend(first.iter().map(|node| node.production().to_owned()));
                seen.extend(shown(&grammar, name, &utf8(sentence.text.clone())));
            }
            let reachable: HashSet<String> = grammar
                .reachable_from([name.as_str()])
                .into_iter()
                .map(str::to_owned)
                .collect();
            assert_eq!(productions, reachable, "{name}");
            let missing: Vec<_> = alternatives(&grammar, name)
                .difference(&seen)
                .cloned()
                .collect();
            assert!(missing.is_empty(), "{name}: {missing:?}");
        }
    }
}

#[test]
fn a_cover_lists_the_uses_of_each_text_completely() {
    for grammar in all() {
        let start = &grammar
            .start()
            .expect("the grammar has a start production")
            .name;
        let sentences = sentences(&grammar, start);
        let cover = sentences.cover(3).expect("few uses");
        let used: HashSet<_> = cover.iter().flat_map(|sentence| &sentence.uses).collect();
        let all: HashSet<_> = sentences.uses().into_iter().collect();
        assert_eq!(used, all, "{start}");
        for sentence in &cover {
            let others = cover.iter().filter(|other| other.text != sentence.text);
            let others: HashSet<_> = others.flat_map(|other| &other.uses).collect();
            assert_ne!(others, all, "{:?} is superfluous", sentence.text);
        }
    }
}

#[test]
fn options_and_repetitions_have_two_uses_each() {
    let grammar = read("a = [ \"x\" ] 1*\"y\" 2\"z\" *1\"w\"\n");
    let sentences = sentences(&grammar, "a");
    let kinds: Vec<UseKind> = sentences.uses().iter().map(|used| used.kind).collect();
    assert_eq!(
        kinds,
        [
            UseKind::Present,
            UseKind::Absent,
            UseKind::Fewest,
            UseKind::Several,
            UseKind::Fewest,
            UseKind::Several,
            UseKind::Production,
        ]
    );
    for sentence in sentences.cover(0).expect("few uses") {
        let has = |kind| {
            sentence
                .uses
                .iter()
                .any(|used| used.kind == kind && grammar.source[used.span.clone()].contains('x'))
        };
        let text = &utf8(sentence.text.clone());
        assert_eq!(has(UseKind::Present), text.starts_with('x'), "{text}");
        let several = sentence.uses.iter().any(|used| {
            used.kind == UseKind::Several && grammar.source[used.span.clone()] == *"1*\"y\""
        });
        assert_eq!(several, text.contains("yy"), "{text}");
    }
}

#[test]
fn a_near_miss_is_rejected_and_one_edit_away() {
    for grammar in all() {
        for production in &grammar.productions {
            let name = &production.name;
            let automaton = Automaton::new(&grammar, name).expect("the production is small");
            let sentences = sentences(&grammar, name);
            let mut seen = HashSet::new();
            for miss in sentences.near_misses(5).take(80) {
                assert!(!automaton.accepts(&miss.text), "{name} {:?}", miss.text);
                assert!(automaton.accepts(&miss.of), "{name} {:?}", miss.of);
                assert!(distance_is_one(&miss.of, &miss.text), "{miss:?}");
                assert!(!utf8(miss.text.clone()).contains(['\r', '\n']));
                assert!(seen.insert(miss.text));
            }
            assert_eq!(seen.len(), 80, "{name}");
        }
    }
}

#[test]
fn near_misses_of_few_texts_come_to_an_end() {
    let grammar = read("a = \"x\"\n");
    let misses: HashSet<Vec<u8>> = sentences(&grammar, "a")
        .near_misses(0)
        .map(|miss| miss.text)
        .collect();
    // The empty text, 95 other characters, and one of 96 before or after the x; `xx` counts once.
    assert_eq!(misses.len(), 1 + 95 + 96 + 95);
}

#[test]
fn the_search_for_near_misses_ends_without_a_near_miss() {
    let grammar = read("a = *%x00-FF\nb = 3*%x00-FF\n");
    assert_eq!(sentences(&grammar, "a").near_misses(0).count(), 0);
    let misses: Vec<Vec<u8>> = sentences(&grammar, "b")
        .near_misses(0)
        .take(1000)
        .map(|miss| miss.text)
        .collect();
    assert!(misses.iter().all(|miss| miss.len() == 2));
}

#[test]
fn a_text_that_a_reading_excludes_is_never_derived() {
    let mut grammar = read("a = 1*( \"x\" | \"y\" | \"X\" )\nb = \"q\" a\n");
    grammar.productions[0].excluded = vec!["x".to_owned(), "y".to_owned()];
    for production in ["a", "b"] {
        assert_eq!(sentences(&grammar, production).random(0).count(), 0);
        assert_eq!(sentences(&grammar, production).near_misses(0).count(), 0);
        assert!(
            sentences(&grammar, production)
                .cover(0)
                .expect("few uses")
                .is_empty()
        );
    }
    grammar.productions[0].excluded = vec!["x".to_owned()];
    let texts: Vec<Vec<u8>> = sentences(&grammar, "b").random(0).take(50).collect();
    assert_eq!(texts.len(), 50);
    assert!(texts.iter().all(|text| text.starts_with(b"qy")));
}

#[test]
fn letters_whose_case_is_ignored_are_mostly_as_written() {
    let grammar = rfc1738();
    let texts: Vec<Vec<u8>> = sentences(&grammar, "httpurl").random(0).take(200).collect();
    let written = texts
        .iter()
        .filter(|text| text.starts_with(b"http://"))
        .count();
    assert!((150..200).contains(&written), "{written}");
}

#[test]
fn a_production_too_large_or_missing_is_an_error() {
    let grammar = read("a = 1000( 1000\"x\" )\n");
    let error = Sentences::new(&grammar, "a")
        .err()
        .expect("it is too large");
    assert!(error.to_string().contains("`a` is too large"), "{error}");
    let error = Sentences::new(&grammar, "b")
        .err()
        .expect("the production is missing");
    assert_eq!(error.to_string(), "there is no production `b`");
}

/// Lists at either end, several productions, an alternative that nothing ends, and parts that only a
/// reference back reaches.
const AT_ONE_END: [&str; 4] = [
    "list = item | item \",\" list\nitem = \"a\" | \"b\" [ \"c\" ]\n",
    "list = item | list \",\" item\nitem = \"a\" | \"b\" [ \"c\" ]\n",
    "one = \"a\" two | none\ntwo = \"b\" one | [ \"c\" ] three\nthree = one | *\"d\"\nnone = \"x\" none\n",
    "three = one | *\"d\"\none = three \"a\" | two \"b\"\ntwo = [ one \"c\" ] \"e\"\n",
];

#[test]
fn texts_of_recursion_at_one_end_are_derived() {
    for source in AT_ONE_END {
        let grammar = read(source);
        let name = &grammar.productions[0].name;
        let sentences = sentences(&grammar, name);
        let automaton = sentences.automaton();
        let texts: HashSet<Vec<u8>> = sentences.random(1).take(100).collect();
        assert_eq!(texts.len(), 100, "{source}");
        let typical = sentences.typical();
        let shortest = sentences.shortest().expect("it is small");
        for text in texts.iter().chain(&typical).chain(&shortest) {
            assert!(automaton.accepts(text), "{text:?} in {source}");
        }
        let misses: Vec<_> = sentences.near_misses(1).take(50).collect();
        assert_eq!(misses.len(), 50, "{source}");
        for miss in misses {
            assert!(
                automaton.accepts(&miss.of) && !automaton.accepts(&miss.text),
                "{source}"
            );
        }
    }
}

#[test]
fn a_cover_of_recursion_omits_only_what_derives_nothing() {
    for source in AT_ONE_END {
        let grammar = read(source);
        let name = &grammar.productions[0].name;
        let sentences = sentences(&grammar, name);
        let cover = sentences.cover(1).expect("few uses");
        assert!(
            cover
                .iter()
                .all(|one| sentences.automaton().accepts(&one.text)),
            "{source}"
        );
        let used: HashSet<_> = cover.iter().flat_map(|one| &one.uses).collect();
        let used: HashSet<_> = used
            .into_iter()
            .map(|one| (one.kind, one.span.clone()))
            .collect();
        let parts = |text: &'static str, kind: UseKind| {
            source
                .match_indices(text)
                .map(move |(at, _)| (kind, at..at + text.len()))
        };
        for text in ["[ \"c\" ]", "[ one \"c\" ]"] {
            for kind in [UseKind::Present, UseKind::Absent] {
                assert!(
                    parts(text, kind).all(|one| used.contains(&one)),
                    "{text} in {source}"
                );
            }
        }
        for production in grammar.productions.iter().filter(|one| one.name != "none") {
            let body = (UseKind::Production, production.body.span.clone());
            assert!(used.contains(&body), "{} in {source}", production.name);
        }
        assert!(
            !used
                .iter()
                .any(|(_, span)| source[span.clone()].contains('x')),
            "{source}"
        );
    }
}

fn shortest(grammar: &Grammar, production: &str) -> Vec<String> {
    let texts = sentences(grammar, production).shortest();
    let texts = texts.expect("it is not too large").into_iter();
    texts.map(utf8).collect()
}

fn typical(grammar: &Grammar, production: &str) -> Option<String> {
    sentences(grammar, production).typical().map(utf8)
}

fn near_miss(grammar: &Grammar, production: &str, text: &str) -> NearMiss {
    let miss = sentences(grammar, production).near_miss_of(text);
    miss.expect("there is one to every text")
}

#[test]
fn shortest_texts_are_distinct_and_begin_with_a_shortest_one() {
    for grammar in all() {
        let automata = Automata::new(&grammar).expect("the productions are small");
        for production in &grammar.productions {
            let name = &production.name;
            let automaton = automata.production(name).expect("the production exists");
            let texts = shortest(&grammar, name);
            let distinct: HashSet<&String> = texts.iter().collect();
            assert_eq!(distinct.len(), texts.len(), "{name} {texts:?}");
            assert!(texts.iter().all(|text| automaton.accepts(text.as_bytes())));
            assert!(texts.is_sorted_by_key(String::len), "{name} {texts:?}");
            let least = automaton.shortest().map(|text| text.len());
            assert_eq!(texts.first().map(String::len), least, "{name}");
        }
    }
}

#[test]
fn every_alternative_of_the_production_has_its_shortest_text() {
    for grammar in all() {
        let automata = Automata::new(&grammar).expect("the productions are small");
        for production in &grammar.productions {
            let Kind::Alternation(members) = &production.body.kind else {
                continue;
            };
            let texts = shortest(&grammar, &production.name);
            for number in 1..=members.len() {
                let through = Through::Alternative {
                    production: production.name.clone(),
                    number,
                };
                let text = automata.shortest_through(&production.name, &through);
                let text = utf8(text.expect("it is small").expect("it derives something"));
                assert!(texts.contains(&text), "{} {text}", production.name);
            }
        }
    }
}

#[test]
fn shortest_texts_show_the_choices_of_the_production() {
    let grammar = rfc1738();
    assert_eq!(
        shortest(&grammar, "httpurl"),
        ["http://a", "http://a/", "http://a/?", "http://a:0"]
    );
    assert_eq!(
        shortest(&grammar, "fsegment"),
        ["", "a", "?", ":", "@", "&", "="]
    );
    assert_eq!(shortest(&grammar, "port"), ["0", "1", "2", "3"]);
    assert_eq!(shortest(&grammar, "lowalpha").len(), 26);
    assert_eq!(shortest(&read("a = \"x\"\n"), "a"), ["x"]);
}

#[test]
fn a_typical_text_is_the_same_each_time() {
    let grammar = rfc1738();
    let text = || typical(&grammar, "httpurl");
    assert_eq!(text(), text());
    let phone = read(include_str!("../grammars/phone.bnf"));
    let number = typical(&phone, "number");
    assert_eq!(number.as_deref(), Some("+25857 ext.498"));
}

#[test]
fn a_typical_text_repeats_even_long_parts() {
    let grammar = read(
        "sum = product *( ( \"+\" | \"-\" ) product )\n\
         product = factor *( ( \"*\" | \"/\" ) factor )\n\
         factor = number | \"(\" number *( ( \"+\" | \"-\" ) number ) \")\"\n\
         number = [ \"-\" ] 1*digit [ \".\" 1*digit ]\n\
         digit = \"0\" | \"1\" | \"2\" | \"3\" | \"4\"\n",
    );
    for name in ["sum", "product"] {
        let text = typical(&grammar, name).expect("the production derives a text");
        let mut trees = derivations(&grammar, name, &text).expect("it is small");
        let tree = trees.next().expect("it is derived");
        assert!(tree.root().children().count() > 1, "{text}");
    }
    let day = read("day = digit | digit digit\ndigit = \"0\" | \"1\"\n");
    let text = typical(&day, "day").expect("the production derives a text");
    assert_eq!(text.len(), 2, "{text}");
}

#[test]
fn a_typical_text_uses_optional_parts() {
    for (grammar, name, productions) in [
        (rfc1738(), "httpurl", &["hostport", "hpath", "search"][..]),
        (rfc1738(), "login", &["user", "password", "port"]),
        (
            read(include_str!("../grammars/phone.bnf")),
            "number",
            &["extension"],
        ),
        (
            read(include_str!("../grammars/dates.bnf")),
            "when",
            &["date", "time"],
        ),
    ] {
        let text = typical(&grammar, name).expect("the production derives a text");
        let mut trees = derivations(&grammar, name, &text).expect("the production is there");
        let tree = trees.next().expect("the text is derived");
        for production in productions {
            let has = tree.iter().any(|node| node.production() == *production);
            assert!(has, "{name} {text} {production}");
        }
    }
}

#[test]
fn typical_texts_are_derived_and_near_misses_are_not() {
    let prose = Prose::from_toml(PROSE).expect("the prose is well formed");
    for grammar in all() {
        let automata = Automata::new(&grammar).expect("the productions are small");
        for production in grammar.productions.iter().step_by(few_or_many(5, 1)) {
            let name = &production.name;
            let automaton = automata.production(name).expect("the production exists");
            let sentences = sentences(&grammar, name);
            let typical = sentences.typical().map(utf8);
            let typical = typical.expect("the production derives a text");
            assert!(automaton.accepts(typical.as_bytes()), "{name} {typical}");
            assert!(typical.len() < 80, "{name} {typical}");
            for text in prose.example(name).iter().copied().chain([&*typical]) {
                let miss = sentences.near_miss_of(text);
                let miss = miss.expect("there is one to every text");
                assert_eq!(miss.of, text.as_bytes());
                assert!(!automaton.accepts(&miss.text), "{name} {miss:?}");
                assert!(
                    is_one_edit(text, &utf8(miss.text.clone())),
                    "{name} {miss:?}"
                );
            }
        }
    }
}

/// Returns whether one edit leads from one text to the other. Compares what remains without the
/// common prefix and suffix.
fn is_one_edit(one: &str, other: &str) -> bool {
    let (mut one, mut other): (Vec<char>, Vec<char>) =
        (one.chars().collect(), other.chars().collect());
    while !one.is_empty() && one.last() == other.last() {
        one.pop();
        other.pop();
    }
    while !one.is_empty() && one.first() == other.first() {
        one.remove(0);
        other.remove(0);
    }
    matches!(
        (one.as_slice(), other.as_slice()),
        ([] | [_], [_]) | ([_], [])
    ) || matches!((one.as_slice(), other.as_slice()), ([a, b], [c, d]) if a == d && b == c)
}

#[test]
fn a_near_miss_is_wrong_where_its_error_is_instructive() {
    let grammar = rfc1738();
    let url = "http://www.host.dom:8080/books/list?author=knuth";
    let miss = near_miss(&grammar, "httpurl", url);
    assert_eq!(
        utf8(miss.text),
        "http://www.host.dom:8080books/list?author=knuth"
    );
    assert_eq!(
        near_miss(&grammar, "newsurl", "news:alt.test").text,
        b"newsalt.test"
    );
    let dates = read(include_str!("../grammars/dates.bnf"));
    assert_eq!(near_miss(&dates, "date", "2024-02-29").text, b"202402-29");
    assert_eq!(near_miss(&dates, "month", "Dec").text, b"Dc");
}

#[test]
fn a_production_without_texts_has_no_examples() {
    let mut grammar = read("a = 1*\"x\"\n");
    grammar.productions[0].excluded = vec!["x".to_owned()];
    assert!(shortest(&grammar, "a").is_empty());
    assert_eq!(sentences(&grammar, "a").typical(), None);
}

const VALUES: &str = "value = list / pairs / text / \"n\"
list = \"[\" [ value *( \",\" value ) ] \"]\"
pairs = \"{\" [ pair *( \",\" pair ) ] \"}\"
pair = text \":\" value
text = \"'\" *( %x61-7A / %xE9 / \"-\" text ) \"'\"
";

#[test]
fn random_texts_of_recursion_take_everything_and_are_short() {
    let grammar = rfcbnf::read(VALUES).expect("a grammar");
    let sentences = RecursiveSentences::new(&grammar, "value").expect("texts");
    let recognizer = Recognizer::new(&grammar, "value").expect("a recognizer");
    let mut coverage = Coverage::new(&grammar, "value").expect("coverage");
    let texts: Vec<Vec<u8>> = sentences.random(3).take(400).collect();
    assert_eq!(texts.len(), 400);
    for text in &texts {
        // 60 octets, and what closes 24 productions that are open.
        assert!(text.len() <= 200, "{}", text.escape_ascii());
        let tree = recognizer.rule().check(text, Detail::Characters);
        let tree = tree.expect("a verdict").expect("valid");
        coverage.add_valid(&tree);
    }
    for (one, texts) in coverage.uses() {
        assert!(texts >= 10, "{one:?}: {texts}");
    }
}

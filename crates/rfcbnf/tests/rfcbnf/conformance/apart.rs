//! Suites that keep productions apart.

use std::collections::BTreeMap;

use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::{KeptApart, Suite, SuiteError};
use rfcbnf::syntax::Grammar;

use super::exhaustive::ByClass;
use crate::extent::few_or_many;
use crate::grammars::{read, rfc1738};

const RFC3986: &str = include_str!("../../../../../examples/grammars/rfc3986.abnf");

fn minimal(grammar: &Grammar, production: &str) -> Suite<'static> {
    Suite::to_depth(grammar, production, 0, 0).expect("the suite is small")
}

fn apart(grammar: &Grammar, production: &str) -> Suite<'static> {
    apart_of(grammar, production, &KeptApart::All)
}

fn apart_of(grammar: &Grammar, production: &str, kept: &KeptApart) -> Suite<'static> {
    Suite::keeping_apart(grammar, production, kept, 0, 0).expect("the suite is small")
}

fn named(names: &[&str]) -> KeptApart {
    KeptApart::Named(names.iter().map(ToString::to_string).collect())
}

/// Returns whether a parser that accepts the texts of another automaton fails the suite.
fn finds(suite: &Suite<'_>, parser: &Automaton) -> bool {
    suite
        .texts()
        .any(|text| parser.accepts(&text) != suite.automaton().accepts(&text))
}

/// Returns the automaton of RFC 3986's `URI` with another production in place of one.
fn faulty_uri(production: &str, faulty: &str) -> Automaton {
    let changed = RFC3986.replacen(production, faulty, 1);
    assert_ne!(changed, RFC3986, "{production}");
    Automaton::new(&read(&changed), "URI").expect("it is small")
}

const QUERY: &str = "query         = *( pchar / \"/\" / \"?\" )";

/// A query in which there is no `%`.
const QUERY_WITHOUT_PERCENT: &str =
    "query         = *( unreserved / sub-delims / \":\" / \"@\" / \"/\" / \"?\" )";

#[test]
fn only_the_minimal_suite_misses_a_fault_in_queries() {
    let grammar = read(RFC3986);
    let (minimal, apart) = (minimal(&grammar, "URI"), apart(&grammar, "URI"));
    let rejects_percent = faulty_uri(QUERY, QUERY_WITHOUT_PERCENT);
    let accepts_any_percent = faulty_uri(QUERY, "query = *( pchar / \"/\" / \"?\" / \"%\" )");
    for parser in [&rejects_percent, &accepts_any_percent] {
        assert!(!finds(&minimal, parser));
        assert!(finds(&apart, parser));
    }
}

#[test]
fn a_fault_in_one_kind_of_path_is_found() {
    let grammar = read(RFC3986);
    let apart = apart(&grammar, "URI");
    for (path, faulty) in [
        (
            "path-rootless = segment-nz *( \"/\" segment )",
            "path-rootless = 1*unreserved *( \"/\" segment )",
        ),
        (
            "path-rootless = segment-nz *( \"/\" segment )",
            "path-rootless = segment-nz *( \"/\" *unreserved )",
        ),
        (
            "path-abempty  = *( \"/\" segment )",
            "path-abempty = *( \"/\" *( unreserved / sub-delims ) )",
        ),
    ] {
        assert!(finds(&apart, &faulty_uri(path, faulty)), "{faulty}");
    }
}

#[test]
fn named_productions_are_kept_apart() {
    let grammar = read(RFC3986);
    let parser = faulty_uri(QUERY, QUERY_WITHOUT_PERCENT);
    assert!(finds(
        &apart_of(&grammar, "URI", &named(&["query"])),
        &parser
    ));
    assert!(!finds(
        &apart_of(&grammar, "URI", &named(&["port"])),
        &parser
    ));
    let unknown = Suite::keeping_apart(&grammar, "URI", &named(&["quarry"]), 0, 0);
    assert!(matches!(unknown, Err(SuiteError::Automaton(_))));
}

#[test]
fn the_suites_are_as_large_as_the_documentation_says() {
    let (rfc1738, rfc3986) = (rfc1738(), read(RFC3986));
    let suites = [
        // This one takes four times as long as the others.
        (&rfc1738, "url", [290, 449], [625_626, 871_672]),
        (&rfc1738, "gopherurl", [28, 43], [37_572, 56_455]),
        (&rfc1738, "httpurl", [29, 29], [32_988, 32_988]),
        (&rfc3986, "URI", [180, 240], [253_701, 315_616]),
    ];
    for (grammar, production, states, texts) in suites.into_iter().skip(few_or_many(1, 0)) {
        let suites = [minimal(grammar, production), apart(grammar, production)];
        assert_eq!(suites.each_ref().map(Suite::states), states, "{production}");
        assert_eq!(suites.each_ref().map(Suite::size), texts, "{production}");
    }
}

#[test]
fn states_that_can_enter_different_productions_are_kept_apart() {
    for (bnf, production, all, states) in [
        // The start, after `x` and in each of the two, and the sink.
        (
            "a = k | \"x\" m\nk = 1*\"yyyy\"\nm = 1*\"yyyy\"\n",
            "a",
            "k m",
            [7, 11],
        ),
        // Recursion at the right end, and at the left end.
        ("a = k | k \",\" a\nk = 1*\"y\"\n", "a", "k", [3, 3]),
        (
            "a = k | a \",\" m\nk = 1*\"y\"\nm = 1*\"y\"\n",
            "a",
            "m",
            [3, 5],
        ),
        (
            "a = k | a \",\" m\nk = 1*\"y\"\nm = 1*\"y\"\n",
            "a",
            "k m",
            [3, 5],
        ),
        // The recursive production itself: outside of `b`, the same texts can follow.
        (
            "a = \"y\" b | \"z\" m\nb = \"y\" | \"y\" b\nm = 1*\"y\"\n",
            "a",
            "b",
            [4, 6],
        ),
        // A copy for each depth.
        (
            "a = \"(\" k \")\" | \"<\" m \")\" | \"[\" a \"]\"\nk = *\"y\"\nm = *\"y\"\n",
            "a",
            "k",
            [4, 5],
        ),
    ] {
        let grammar = read(bnf);
        let names: Vec<&str> = all.split(' ').collect();
        let found = [
            minimal(&grammar, production),
            apart_of(&grammar, production, &named(&names)),
        ];
        assert_eq!(found.map(|suite| suite.states()), states, "{bnf} {all}");
    }
}

#[test]
fn the_copies_of_a_production_by_depth_count_as_one() {
    let grammar =
        read("a = \"(\" k \")\" | \"<\" m \")\" | \"[\" a \"]\"\nk = *\"y\"\nm = *\"y\"\n");
    let minimal = Suite::to_depth(&grammar, "a", 1, 0).expect("it is small");
    let apart = Suite::keeping_apart(&grammar, "a", &named(&["k"]), 1, 0).expect("it is small");
    assert_eq!([minimal.states(), apart.states()], [7, 9]);
    assert_eq!(
        (apart.depth(), apart.cases().any(|case| case.is_word())),
        (Some(1), true)
    );
    // All states of the inner production are those of `a`, too.
    let own = Suite::keeping_apart(&grammar, "a", &named(&["a"]), 1, 0).expect("it is small");
    assert_eq!(own.states(), 7);
}

#[test]
fn each_text_occurs_once_and_includes_the_minimal_texts() {
    let grammar = rfc1738();
    for production in ["gopherurl", "waisurl", "hostport"] {
        let suite = apart(&grammar, production);
        let mut texts: Vec<Vec<u8>> = suite.texts().collect();
        assert_eq!(texts.len() as u64, suite.size());
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len() as u64, suite.size(), "{production}");
    }
}

/// `"" `, `a` and `?` are the access texts, with one that leads to the sink.
const TINY: &str = "u = p | \"?\" q\np = *\"a\"\nq = *\"a\"\n";

/// The state of an acceptor with three states and a sink, where all characters lead but `a` and `?`.
type State = usize;

const SINK: State = 3;

/// The symbols of a text: 0 is `a`, 1 is `?`, and 2 is any other character.
type Symbol = usize;

fn symbols(text: &[u8]) -> Vec<Symbol> {
    let symbol = |&octet: &u8| match octet {
        b'a' => 0,
        b'?' => 1,
        _ => 2,
    };
    text.iter().map(symbol).collect()
}

/// Returns the next state of the acceptor of that number.
fn step(number: usize, state: State, symbol: Symbol) -> State {
    if state == SINK || symbol == 2 {
        SINK
    } else {
        number >> (4 * state + 2 * symbol) & 3
    }
}

/// Returns the state of the acceptor of that number after a text.
fn end(number: usize, text: &[Symbol]) -> State {
    let mut state = 0;
    for &symbol in text {
        state = step(number, state, symbol);
    }
    state
}

fn is_accepting(number: usize, state: State) -> bool {
    state != SINK && number >> (12 + state) & 1 == 1
}

/// Returns which states texts lead to, and whether a text has another verdict than that of the automaton.
fn explored(number: usize, right: &ByClass, class_of: [usize; 3]) -> ([bool; 4], bool) {
    let (mut reachable, mut is_wrong) = ([false; 4], false);
    let mut seen = vec![false; 4 * right.states()];
    let mut waiting = vec![(0, 0)];
    while let Some((state, other)) = waiting.pop() {
        if std::mem::replace(&mut seen[state * right.states() + other], true) {
            continue;
        }
        reachable[state] = true;
        is_wrong |= is_accepting(number, state) != right.accepting[other];
        for (symbol, &class) in class_of.iter().enumerate() {
            waiting.push((step(number, state, symbol), right.step(other, class)));
        }
    }
    (reachable, is_wrong)
}

/// Returns the texts of the suite, each once, with the correct verdicts.
fn verdicts(suite: &Suite<'_>) -> BTreeMap<Vec<Symbol>, bool> {
    let texts = suite.texts().map(|text| {
        let verdict = suite.automaton().accepts(&text);
        (symbols(&text), verdict)
    });
    texts.collect()
}

#[test]
fn no_wrong_acceptor_whose_states_the_access_texts_reach_passes() {
    let grammar = read(TINY);
    let (minimal, apart) = (minimal(&grammar, "u"), apart(&grammar, "u"));
    assert_eq!([minimal.states(), apart.states()], [3, 4]);
    let right = ByClass::of(apart.automaton());
    let class_of = [b'a', b'?', b'b'].map(|octet| apart.automaton().class_of(octet));
    let of_minimal = verdicts(&minimal);
    let of_apart = verdicts(&apart);
    let passes = |number, texts: &BTreeMap<Vec<Symbol>, bool>| {
        let mut texts = texts.iter();
        texts.all(|(text, verdict)| is_accepting(number, end(number, text)) == *verdict)
    };
    let (mut survivors_of_minimal, mut within_the_bound) = (0, 0);
    for number in 0..1 << 15 {
        let (reachable, is_wrong) = explored(number, &right, class_of);
        if !is_wrong {
            continue;
        }
        survivors_of_minimal += usize::from(passes(number, &of_minimal));
        let mut accessed = [false; 4];
        for text in [&b""[..], b"a", b"?", b"b"] {
            accessed[end(number, &symbols(text))] = true;
        }
        if accessed == reachable {
            within_the_bound += 1;
            assert!(!passes(number, &of_apart), "{number}");
        }
    }
    assert!(survivors_of_minimal > 0 && within_the_bound > 1_000);
}

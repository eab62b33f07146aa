//! The findings that need no automaton, and the productions that the analysis does not examine.

use std::fmt::Write as _;

use rfcbnf::analysis::{Analysis, FindingKind, Unexamined, analyse};
use rfcbnf::resolved::ResolvedGrammar;
use rfcbnf::syntax::Grammar;

use crate::extent::few_or_many;
use crate::grammars::read;

/// Returns the production, the text of the part and the message of each finding of a kind.
fn found(grammar: &Grammar, kind: FindingKind) -> Vec<(String, String, String)> {
    let analysis = analyse(grammar);
    let findings = analysis.findings().iter();
    let findings = findings.filter(|finding| finding.kind() == kind);
    let parts = findings.map(|finding| {
        (
            finding.production().to_owned(),
            grammar.source[finding.span()].to_owned(),
            finding.message().to_owned(),
        )
    });
    parts.collect()
}

fn owned<const N: usize>(expected: [(&str, &str, &str); N]) -> Vec<(String, String, String)> {
    let expected = expected.into_iter();
    let owned = expected.map(|(one, other, third)| (one.into(), other.into(), third.into()));
    owned.collect()
}

fn unexamined(analysis: &Analysis) -> Vec<(&str, Unexamined)> {
    let unexamined = analysis.unexamined().iter();
    unexamined.map(|(name, why)| (&**name, *why)).collect()
}

#[test]
fn a_production_whose_derivations_never_end_has_no_text() {
    let grammar = read("s = a | b | c | \"z\"\na = a\nb = \"x\" b\nc = \"y\" 2b\n");
    assert_eq!(
        found(&grammar, FindingKind::NoText),
        owned([
            (
                "a",
                "a",
                "it derives no text, because each of these needs the next: a → a"
            ),
            (
                "b",
                "b",
                "it derives no text, because each of these needs the next: b → b"
            ),
            (
                "c",
                "b",
                "it derives no text, because each of these needs the next: c → b → b"
            ),
        ])
    );
    // The other findings do not say the same once more.
    assert_eq!(found(&grammar, FindingKind::Recursion), []);
}

#[test]
fn a_part_that_needs_a_production_without_text_never_matches() {
    let grammar = read("s = \"x\" | \"y\" b | [ b ] *b \"z\" ( b \"v\" | \"w\" )\nb = \"x\" b\n");
    let needs = "it needs `b`, which derives no text: b → b";
    let (second, first, part) = (
        format!("alternative 2 never matches: {needs}"),
        format!("alternative 1 never matches: {needs}"),
        format!("this part never matches: {needs}"),
    );
    assert_eq!(
        found(&grammar, FindingKind::DeadAlternative),
        owned([
            ("s", "\"y\" b", &second),
            ("s", "b", &part),
            ("s", "b", &part),
            ("s", "b \"v\"", &first),
        ])
    );
}

#[test]
fn prose_may_derive_a_text() {
    let grammar = read("s = a | \"x\"\na = <text> a | <other text>\nb = s\n");
    assert_eq!(found(&grammar, FindingKind::NoText), []);
    assert_eq!(found(&grammar, FindingKind::DeadAlternative), []);
}

#[test]
fn exactly_the_productions_with_texts_have_a_shortest_one() {
    // The lengths are computed on another form of the grammar, by rounds until nothing changes.
    let mut state = 1_u64;
    let mut random = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut without = 0;
    for _ in 0..few_or_many(50, 500) {
        let mut bnf = String::new();
        let count = 2 + random(6);
        for number in 0..count {
            let mut alternatives = Vec::new();
            for _ in 0..=random(2) {
                let parts = (0..=random(2)).map(|_| match random(9) {
                    0 => "\"x\"".to_owned(),
                    1 => format!("[ p{} ]", random(count)),
                    2 => format!("2*3p{}", random(count)),
                    3 => format!("( p{} | p{} )", random(count), random(count)),
                    _ => format!("p{}", random(count)),
                });
                alternatives.push(parts.collect::<Vec<_>>().join(" "));
            }
            let _ = writeln!(bnf, "p{number} = {}", alternatives.join(" | "));
        }
        let grammar = read(&bnf);
        let resolved = ResolvedGrammar::new(&grammar);
        for production in resolved.productions() {
            let shortest = resolved.properties(production.body()).shortest();
            let obstacle = grammar.obstacle(production.name());
            let derives_none = obstacle.is_some_and(|obstacle| obstacle.derives_no_text());
            assert_eq!(
                derives_none,
                shortest.is_none(),
                "{}\n{bnf}",
                production.name()
            );
            without += usize::from(derives_none);
        }
    }
    assert!(without > 20, "{without}");
}

#[test]
fn a_long_chain_without_text_is_cut_in_the_middle() {
    let count = 5_000;
    let rules = (0..count).map(|number| format!("a{number} = a{}\n", (number + 1) % count));
    // The chain is too deep for a grammar without errors.
    let document = rfcbnf::Reader::default().read(&rules.collect::<String>());
    let grammar = document.grammar;
    let found = found(&grammar, FindingKind::NoText);
    assert_eq!(found.len(), count);
    assert_eq!(
        found[0].2,
        "it derives no text, because each of these needs the next: a0 → a1 → a2 → a3 → a4 → a5 → a6 \
         → a7 → …"
    );
}

#[test]
fn productions_that_only_use_each_other_are_an_unreferenced_cycle() {
    let grammar = read("s = \"x\"\np = q | \"1\"\nq = \"(\" p \")\"\nr = \"[\" r | \"2\"\n");
    assert_eq!(
        found(&grammar, FindingKind::UnreferencedCycle),
        owned([(
            "p",
            "p",
            "`p` and `q` use each other, and no other production uses them"
        )])
    );
    // The file begins with the cycle. Of the others, `s` is the first.
    let grammar = read("p = q | \"1\"\nq = \"(\" p \")\"\ns = \"x\"\nr = \"[\" r | \"2\"\n");
    let unreferenced = found(&grammar, FindingKind::Unreferenced);
    let names: Vec<&str> = unreferenced.iter().map(|(name, ..)| &**name).collect();
    assert_eq!(names, ["r"]);
}

#[test]
fn a_cycle_that_is_a_start_is_no_finding() {
    // The whole grammar is a cycle.
    let whole = read("e = t *( \"+\" t )\nt = \"(\" e \")\" | \"1\"\n");
    assert_eq!(found(&whole, FindingKind::UnreferencedCycle), []);
    // The file begins with the cycle, and another production leads to more.
    let first =
        read("e = \"(\" t | \"2\"\nt = \")\" e\ns = a b c\na = \"a\"\nb = \"b\"\nc = \"c\"\n");
    assert_eq!(found(&first, FindingKind::UnreferencedCycle), []);
    assert_eq!(found(&first, FindingKind::Unreferenced), []);
    // The file begins with a part of the cycle's parts.
    let last = read("d = \"1\" | \"2\"\nlone = \"x\"\ne = d | \"(\" t\nt = e \")\"\n");
    assert_eq!(found(&last, FindingKind::UnreferencedCycle), []);
}

#[test]
fn a_production_that_is_not_examined_has_a_reason() {
    let grammar = read(
        "s = \"if\" s [ \"else\" s ] | t\nt = \"x\" | \"x\" \"y\"\nu = s t\np = <prose> t\nn = \"x\" n \"x\"\nm = n | \"x\"\n",
    );
    let analysis = analyse(&grammar);
    assert_eq!(
        unexamined(&analysis),
        [
            ("s", Unexamined::Recursion),
            ("u", Unexamined::Recursion),
            ("p", Unexamined::Prose),
            ("n", Unexamined::NoText),
            ("m", Unexamined::Recursion),
        ]
    );
    assert_eq!(found(&grammar, FindingKind::PrefixAlternative).len(), 1);
}

/// Ambiguity, and hazards of ordered choice, are found there as anywhere else.
#[test]
fn recursion_at_one_end_is_examined() {
    let grammar = read(
        "right = item \",\" right | item | \"\" *item\nleft = left item | item\nitem = \"x\"\nnone = \"x\" none\n",
    );
    assert_eq!(
        unexamined(&analyse(&grammar)),
        [("none", Unexamined::NoText)]
    );
    assert_eq!(
        found(&grammar, FindingKind::Ambiguity),
        owned([(
            "right",
            "item \",\" right | item | \"\" *item",
            "alternatives 2 and 3 both derive \"x\""
        )])
    );
    let recursion = found(&grammar, FindingKind::Recursion);
    let names: Vec<&str> = recursion.iter().map(|(name, ..)| &**name).collect();
    assert_eq!(names, ["right", "left"]);
}

#[test]
fn productions_beside_one_that_is_too_large_are_examined() {
    let grammar = read(
        "s = a | large\na = \"x\" | \"x\" \"y\"\nlarge = 1000( 1000( 1000\"x\" ) )\nuser = large a\n",
    );
    let analysis = analyse(&grammar);
    assert_eq!(
        unexamined(&analysis),
        [
            ("s", Unexamined::TooLarge),
            ("large", Unexamined::TooLarge),
            ("user", Unexamined::TooLarge),
        ]
    );
    assert_eq!(
        found(&grammar, FindingKind::PrefixAlternative),
        owned([(
            "a",
            "\"x\"",
            "derives \"x\", a prefix of \"xy\", which alternative 2 derives"
        )])
    );
    assert_eq!(found(&grammar, FindingKind::Undecided).len(), 1);
}

#[test]
fn a_grammar_that_automata_decide_is_examined_whole() {
    assert_eq!(analyse(&read("a = \"x\" b\nb = \"y\"\n")).unexamined(), []);
}

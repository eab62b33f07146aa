//! The findings of the analysis, in the grammar of RFC 1738, in long grammars and in random ones. `tests/corpus/findings.txt` has
//! those in small grammars.

use std::fmt::Write as _;

use rfcbnf::analysis::{Finding, FindingKind, analyse};
use rfcbnf::resolved::ResolvedGrammar;
use rfcbnf::rfc1738;
use rfcbnf::syntax::Grammar;

use crate::extent::few_or_many;
use crate::grammars::read;

/// Returns the production, the kind and the text of the part of each finding.
fn locations<'f>(
    grammar: &'f Grammar,
    findings: &'f [Finding],
) -> Vec<(&'f str, FindingKind, &'f str)> {
    let location = |finding: &'f Finding| {
        (
            finding.production(),
            finding.kind(),
            &grammar.source[finding.span()],
        )
    };
    findings.iter().map(location).collect()
}

#[test]
fn every_problem_in_section_5_is_found() {
    use FindingKind::{
        Ambiguity, GreedyOption, GreedyRepetition, PrefixAlternative, ShadowedAlternative,
        Unreferenced,
    };
    let (grammar, _) =
        rfc1738::load(rfc1738::BNF, rfc1738::READINGS).expect("the grammar has no errors");
    let findings = analyse(&grammar).findings().to_vec();
    assert_eq!(
        locations(&grammar, &findings),
        [
            ("schemepart", PrefixAlternative, "ip-schemepart"),
            ("schemepart", Ambiguity, "*xchar | ip-schemepart"),
            ("login", GreedyOption, "[ user [ \":\" password ] \"@\" ]"),
            ("hostname", GreedyRepetition, "*[ domainlabel \".\" ]"),
            ("domainlabel", PrefixAlternative, "alphadigit"),
            ("domainlabel", GreedyRepetition, "*[ alphadigit | \"-\" ]"),
            ("toplabel", PrefixAlternative, "alpha"),
            ("toplabel", GreedyRepetition, "*[ alphadigit | \"-\" ]"),
            ("fileurl", ShadowedAlternative, "\"localhost\""),
            ("gopherurl", Ambiguity, "selector"),
            ("gopherurl", Ambiguity, "search"),
            ("grouppart", PrefixAlternative, "\"*\""),
            ("grouppart", PrefixAlternative, "group"),
            ("waisurl", PrefixAlternative, "waisdatabase"),
            ("waisurl", PrefixAlternative, "waisdatabase"),
            ("national", Unreferenced, "national"),
            ("punctuation", Unreferenced, "punctuation"),
        ]
    );
}

#[test]
fn a_chain_of_many_productions_is_handled() {
    let mut bnf = String::new();
    for number in 0..499 {
        let _ = writeln!(bnf, "a{number} = a{}", number + 1);
    }
    bnf.push_str("a499 = \"x\"\n");
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    assert_eq!(analyse(&grammar).findings(), []);
}

#[test]
fn small_productions_are_decided_beside_large_ones() {
    let large = "*1000( %x61-7A ) \"!\" *1000( %x61-7A / \"0\" ) *1000( \"a\" *1000\"b\" )";
    let large = (0..12).map(|number| format!("large{number} = {large}\n"));
    let mut source: String = large.collect();
    source += "small = 1*3digit *( \".\" 1*3digit )\ndigit = %x30-39\n";
    let grammar = rfcbnf::read(&source).expect("it is a grammar");
    let analysis = analyse(&grammar);
    let undecided = analysis.findings().iter();
    let undecided = undecided.filter(|one| one.kind() == FindingKind::Undecided);
    let names: Vec<&str> = undecided.map(Finding::production).collect();
    assert_eq!(names.len(), 12, "{names:?}");
    assert!(
        names.iter().all(|name| name.starts_with("large")),
        "{names:?}"
    );
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
    let analysis = analyse(&grammar);
    let findings = analysis.findings().iter();
    let found: Vec<&Finding> = { findings }
        .filter(|finding| finding.kind() == FindingKind::NoText)
        .collect();
    assert_eq!(found.len(), count);
    assert_eq!(
        found[0].message(),
        "it derives no text, because each of these needs the next: a0 → a1 → a2 → a3 → a4 → a5 → a6 \
         → a7 → …"
    );
}

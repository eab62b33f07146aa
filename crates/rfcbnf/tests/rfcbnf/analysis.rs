//! The findings of the analysis, in the grammar of RFC 1738 and in small ones.

use rfcbnf::analysis::{Finding, FindingKind, analyse};
use rfcbnf::rfc1738;
use rfcbnf::syntax::Grammar;

fn small(bnf: &str) -> (Grammar, Vec<Finding>) {
    let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let findings = analyse(&grammar).findings().to_vec();
    (grammar, findings)
}

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
fn a_prefix_alternative_comes_with_a_witness() {
    let (grammar, findings) = small("a = \"x\" | \"x\" \"y\"\n");
    assert_eq!(
        locations(&grammar, &findings),
        [("a", FindingKind::PrefixAlternative, "\"x\"")]
    );
    assert_eq!(
        findings[0].message(),
        "derives \"x\", a prefix of \"xy\", which alternative 2 derives"
    );
    assert_eq!(
        findings[0].remedy(),
        "the parser tries all alternatives and takes the longest match"
    );
}

#[test]
fn an_alternative_that_nothing_can_reach_is_shadowed() {
    let (grammar, findings) = small("a = 1*b | \"y\"\nb = \"x\" | \"y\"\n");
    assert_eq!(
        locations(&grammar, &findings),
        [("a", FindingKind::ShadowedAlternative, "\"y\"")]
    );
    assert_eq!(
        findings[0].message(),
        "alternative 1 already derives every text that it derives"
    );
}

#[test]
fn alternatives_that_share_a_text_are_ambiguous() {
    let (grammar, findings) = small(
        "a = (b | \"x\" \"z\")\nb = \"x\" | \"x\" \"z\" \"z\" | c\nc = \"q\" | \"x\" [ \"z\" ]\n",
    );
    let ambiguous: Vec<&Finding> = findings
        .iter()
        .filter(|finding| finding.kind() == FindingKind::Ambiguity)
        .collect();
    assert_eq!(
        grammar.source[ambiguous[0].span()],
        *"\"x\" | \"x\" \"z\" \"z\" | c"
    );
    assert_eq!(
        ambiguous[0].message(),
        "alternatives 1 and 3 both derive \"x\""
    );
    assert_eq!(
        ambiguous[0].remedy(),
        "the tree has the alternative that is written first"
    );
}

#[test]
fn a_repetition_that_can_consume_the_next_part_is_found() {
    let (grammar, findings) = small("a = *b \"x\"\nb = \"x\" | \"y\"\n");
    assert_eq!(
        locations(&grammar, &findings),
        [("a", FindingKind::GreedyRepetition, "*b")]
    );
    assert_eq!(
        findings[0].message(),
        "matches \"x\", but the rest may have to begin after \"\""
    );
    assert_eq!(
        findings[0].remedy(),
        "the parser backtracks round by round until the rest matches"
    );
}

#[test]
fn an_option_that_can_consume_the_next_part_is_found() {
    let (grammar, findings) = small("a = [ \"x\" ] \"x\"\n");
    assert_eq!(
        locations(&grammar, &findings),
        [("a", FindingKind::GreedyOption, "[ \"x\" ]")]
    );
    assert_eq!(
        findings[0].remedy(),
        "the parser tries the rest after the option and without it, and takes the longer match"
    );
}

#[test]
fn a_part_that_can_end_at_several_offsets_is_found() {
    let (grammar, findings) = small("a = b \"yz\"\nb = \"x\" [ \"y\" ]\n");
    assert_eq!(
        locations(&grammar, &findings),
        [("a", FindingKind::SeveralEnds, "b")]
    );
    assert_eq!(
        findings[0].message(),
        "matches \"xy\", but the rest may have to begin after \"x\""
    );
    assert_eq!(
        findings[0].remedy(),
        "the parser follows all derivations at the same time"
    );
}

#[test]
fn a_round_that_can_consume_the_next_round_is_found() {
    let (grammar, findings) = small("a = *b\nb = \"x\" [ \"yx\" ] | \"yxz\"\n");
    assert_eq!(
        locations(&grammar, &findings),
        [("a", FindingKind::SeveralEnds, "*b")]
    );
    assert_eq!(
        findings[0].message(),
        "a round matches \"xyx\", but the next may have to begin after \"x\""
    );
}

#[test]
fn an_ambiguity_comes_with_a_witness() {
    let (grammar, findings) = small("a = b *c\nb = 1*\"x\"\nc = \"x\"\n");
    let kinds = locations(&grammar, &findings);
    assert_eq!(
        kinds,
        [
            ("a", FindingKind::SeveralEnds, "b"),
            ("a", FindingKind::Ambiguity, "b")
        ]
    );
    assert_eq!(
        findings[1].message(),
        "in \"xx\" it can end after \"x\" or go on"
    );
    assert_eq!(
        findings[1].remedy(),
        "the tree is the first derivation in priority order"
    );
}

#[test]
fn a_grammar_without_problems_has_no_findings() {
    assert_eq!(small("a = b [ \"-\" b ]\nb = 1*\"x\"\n").1, []);
}

#[test]
fn the_start_production_is_not_unreferenced() {
    let (grammar, findings) = small("lone = \"q\"\nstart = part\npart = \"x\"\n");
    assert_eq!(
        locations(&grammar, &findings),
        [("lone", FindingKind::Unreferenced, "lone")]
    );
    assert_eq!(findings[0].message(), "no other production uses it");
}

#[test]
fn nested_counts_do_not_exhaust_the_memory() {
    let (grammar, findings) = small("a = 1000( 1000( 1000\"x\" ) )\n");
    assert_eq!(
        locations(&grammar, &findings),
        [(
            "a",
            FindingKind::Undecided,
            grammar.source[4..27].trim_end()
        )]
    );
    assert_eq!(
        findings[0].message(),
        "it is too large to be decided: its automaton takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps"
    );
}

#[test]
fn a_language_with_a_huge_automaton_is_undecided() {
    let (_, findings) = small("a = *b \"x\" 100b\nb = \"x\" | \"y\"\n");
    assert_eq!(findings[0].kind(), FindingKind::Undecided);
}

#[test]
fn a_chain_of_many_productions_is_handled() {
    use std::fmt::Write as _;
    let mut bnf = String::new();
    for number in 0..499 {
        let _ = writeln!(bnf, "a{number} = a{}", number + 1);
    }
    bnf.push_str("a499 = \"x\"\n");
    assert_eq!(small(&bnf).1, []);
}

#[test]
fn rounds_that_can_be_divided_in_two_ways_are_ambiguous() {
    let (grammar, findings) = small("a = *b\nb = \"xx\" | \"x\"\n");
    assert_eq!(
        locations(&grammar, &findings),
        [
            ("a", FindingKind::SeveralEnds, "*b"),
            ("a", FindingKind::Ambiguity, "*b")
        ]
    );
    assert_eq!(
        findings[1].message(),
        "in \"xx\" a round can end after \"x\" or go on"
    );
    assert_eq!(
        findings[1].remedy(),
        "the tree is the first derivation in priority order"
    );
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

//! Findings about productions that recurse.

use rfcbnf::analysis::{Analysis, Finding, FindingKind, Unexamined, analyse_to_depth};
use rfcbnf::derivations::derivations;
use rfcbnf::syntax::Grammar;

use super::random;
use crate::extent::few_or_many;

const DANGLING_ELSE: &str = "s = \"if\" s [ \"else\" s ] | \"x\"\n";

fn grammar(source: &str) -> Grammar {
    rfcbnf::read(source).expect("it is a grammar")
}

fn ambiguities(analysis: &Analysis) -> Vec<&str> {
    let findings = analysis.findings().iter();
    let ambiguities = findings.filter(|one| one.kind() == FindingKind::Ambiguity);
    ambiguities.map(Finding::message).collect()
}

#[test]
fn the_dangling_else_is_an_ambiguity_to_depth_2() {
    let analysis = analyse_to_depth(&grammar(DANGLING_ELSE), 2);
    let found = [r#"in "ifxelsex" it can end after "ifx" or go on"#];
    assert_eq!(ambiguities(&analysis), found);
    assert_eq!(
        analysis.unexamined(),
        [("s".to_owned(), Unexamined::Deeper(2))]
    );
    let shallow = analyse_to_depth(&grammar(DANGLING_ELSE), 1);
    assert!(ambiguities(&shallow).is_empty());
    assert_eq!(
        shallow.unexamined(),
        [("s".to_owned(), Unexamined::Deeper(1))]
    );
}

#[test]
fn grammars_without_ambiguity_have_no_finding() {
    for source in [
        include_str!("../../../../../examples/grammars/arithmetic.abnf"),
        include_str!("../../../../../examples/grammars/arithmetic-left.bnf"),
        include_str!("../../../../../examples/grammars/rfc9110.abnf"),
        "pair = \"(\" [ pair ] \")\"\n",
    ] {
        let analysis = analyse_to_depth(&grammar(source), 2);
        assert_eq!(ambiguities(&analysis), [""; 0], "{source}");
        let is_examined = |(_, why): &(String, Unexamined)| *why == Unexamined::Deeper(2);
        assert!(!analysis.unexamined().is_empty());
        assert!(analysis.unexamined().iter().all(is_examined), "{source}");
    }
}

#[test]
fn a_production_whose_alternatives_are_too_deep_is_not_examined() {
    // At depth 0, the second alternative has no text, so the third would be called the second.
    let source = "s = \"a\" | \"(\" s \")\" | \"ab\"\n";
    let shallow = analyse_to_depth(&grammar(source), 0);
    assert_eq!(
        shallow.unexamined(),
        [("s".to_owned(), Unexamined::Recursion)]
    );
    assert!(ambiguities(&shallow).is_empty());
    let deep = analyse_to_depth(&grammar(source), 1);
    let found = r#"derives "a", a prefix of "ab", which alternative 3 derives"#;
    let mut findings = deep.findings().iter();
    assert!(findings.any(|one| one.message() == found));
}

#[test]
fn a_text_of_two_alternatives_has_two_derivations() {
    let mut confirmed = 0;
    for (grammar, _) in random::grammars(few_or_many(8, 60)) {
        let analysis = analyse_to_depth(&grammar, 1);
        for finding in analysis.findings() {
            let parts = finding.message().split_once(" both derive \"");
            let text = parts.and_then(|(_, text)| text.strip_suffix('"'));
            let is_whole = grammar
                .production(finding.production())
                .is_some_and(|one| one.body.span == finding.span());
            let Some(text) = text.filter(|text| is_whole && !text.contains('\\')) else {
                continue;
            };
            let found = derivations(&grammar, finding.production(), text.as_bytes());
            let count = found.expect("it has the production").count_up_to(2);
            // Alternatives of terminals alone have no nodes that tell them apart.
            assert!(count > 0, "{text} {}", grammar.source);
            confirmed += usize::from(count == 2);
        }
    }
    assert!(confirmed >= few_or_many(1, 2), "{confirmed}");
}

#[test]
fn the_greatest_depth_takes_few_steps() {
    // Its last alternative derives no text, so no depth examines it.
    let source = "s = \"(\" s \")\" | \"x\" | n\nn = \"y\" n\n";
    let analysis = analyse_to_depth(&grammar(source), 100);
    assert_eq!(
        analysis.unexamined()[0],
        ("s".to_owned(), Unexamined::Recursion)
    );
}

#[test]
fn a_depth_without_automata_is_no_examination() {
    const JSON: &str = include_str!("../../../../../examples/grammars/rfc8259.abnf");
    // No automaton of texts to depth 14 or 2000 is decided, and only some of those of JSON to depth 6. Between the
    // given depth and the greatest that is decided, others are tried.
    let all = [
        (DANGLING_ELSE, 14),
        (DANGLING_ELSE, 2_000),
        (JSON, 6),
        (JSON, 2_000),
    ];
    for (source, depth) in &all[..few_or_many(1, all.len())] {
        let grammar = grammar(source);
        let shallow = analyse_to_depth(&grammar, 2);
        assert!(!ambiguities(&shallow).is_empty());
        let deep = analyse_to_depth(&grammar, *depth);
        assert!(ambiguities(&deep).len() >= ambiguities(&shallow).len());
        let is_limited = |(_, why): &(String, Unexamined)| matches!(why, Unexamined::Deeper(reached) if reached < depth);
        let unexamined = deep.unexamined();
        assert!(unexamined.iter().any(is_limited), "{unexamined:?}");
    }
}

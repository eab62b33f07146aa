//! What is said of the texts beside a grammar.

use rfc1738_views::grammar_test::{CaseSource, TestedCase, TestedGrammar};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfcbnf::Grammar;
use rfcbnf::cases::{self, CaseFile};
use rfcbnf::conformance::Coverage;

/// Writes the report of a file of cases in each format.
fn reports(grammar: &str, file: &str) -> [String; 4] {
    let grammar = Grammar::from_abnf(grammar).expect("it can be read");
    let mut coverage = Coverage::of_grammar(&grammar);
    let cases = CaseFile::read(file).expect("it can be read").cases;
    let tested: Vec<TestedCase> = cases
        .into_iter()
        .map(|mut case| {
            let production = case.resolve(&grammar).expect("it is known").to_owned();
            let parser = grammar.parser(&production).expect("it can be prepared");
            let checked = cases::check_with(&parser, &case, |tree| coverage.add_valid(tree));
            TestedCase {
                source: 0,
                production,
                case,
                outcome: checked.outcome,
                new_uses: Vec::new(),
                nearest: None,
            }
        })
        .collect();
    let source = CaseSource::new(
        "g.cases.txt".to_owned(),
        Some("g.cases.txt".into()),
        file.into(),
        true,
    );
    let report = TestedGrammar {
        name: "g.abnf",
        path: None,
        grammar: &grammar,
        sources: &[source],
        cases: &tested,
        coverage: Some(&coverage),
        least: Some(100.0),
    };
    let mut outs = [(); 4].map(|()| Vec::new());
    report
        .write(&mut outs[0], Palette::PLAIN)
        .expect("a vector");
    json::write(&mut outs[1], &report.record()).expect("a vector");
    report.write_github(&mut outs[2]).expect("a vector");
    report.write_sarif(&mut outs[3]).expect("a vector");
    outs.map(|out| String::from_utf8(out).expect("UTF-8"))
}

#[test]
fn reports_place_a_failed_case_in_both_files() {
    let [text, json, github, sarif] = reports(
        "pair = part \",\" part\npart = 1*DIGIT / \"x\"\n",
        "=== letters\n\n1,a\n--- valid\n",
    );
    assert!(
        text.contains("g.cases.txt:2:1") && text.contains("g.abnf:"),
        "{text}"
    );
    assert!(
        json.contains("\"ok\":false") && json.contains("\"line\":1"),
        "{json}"
    );
    assert!(
        github.starts_with("::error file=g.cases.txt,line=2,"),
        "{github}"
    );
    assert!(sarif.contains("\"ruleId\":\"case-failed\""), "{sarif}");
    assert!(text.contains("which is 0% and less than 100%"), "{text}");
    assert!(
        json.contains("\"coverage\":{\"reached\":0,\"all\":6,"),
        "{json}"
    );
    assert!(github.contains("title=coverage::"), "{github}");
}

#[test]
fn reports_of_hostile_texts_are_escaped() {
    let hostile = "=== \u{1b}[31m%0A::error::\n\u{1b}]0;\u{7}\u{202e}<b>\n--- part=\u{1b}[1m\n";
    for report in reports("part = 1*%x01-10FFFF\n", hostile) {
        let is_safe = |character: char| character == '\n' || !character.is_control();
        assert!(report.chars().all(is_safe), "{report:?}");
        assert!(!report.contains('\u{202e}'), "{report:?}");
    }
}

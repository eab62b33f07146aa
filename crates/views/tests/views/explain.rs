use rfc1738::Rule;
use rfc1738_views::explain::record::ExplanationRecord;
use rfc1738_views::explain::{Explanation, page};
use rfc1738_views::palette::Palette;
use rfcbnf::Prose;
use rfcbnf::rfc1738::PROSE;

use crate::{fields, grammar, lines, own_grammar, value};

const FIELDS: [&str; 15] = [
    "rule",
    "production",
    "section",
    "heading",
    "comments",
    "prose",
    "readings",
    "uses",
    "used_by",
    "first",
    "empty",
    "diagram",
    "shortest",
    "example",
    "near_miss",
];

#[test]
fn every_production_is_explained_for_people_and_for_programs() {
    let grammar = own_grammar();
    let prose = Prose::from_toml(PROSE).expect("the prose loads");
    for rule in [Rule::Url, Rule::Hostport, Rule::Digit, Rule::Gopherurl] {
        let explanation =
            Explanation::new(&grammar, &prose, rule.name(), rule).expect("the production is small");
        let shown = lines(|out| page::write(out, Palette::PLAIN, &explanation));
        for heading in [
            "Diagram",
            "Shortest examples",
            "A typical example",
            "A near miss",
        ] {
            assert!(
                shown.contains(&format!("\n\n{heading}")),
                "{rule}: {heading}"
            );
        }
        assert!(!shown.contains("  help: "), "an example needs no remedy");
        let record = ExplanationRecord::new(&explanation);
        assert_eq!(fields(&record), FIELDS);
        assert_eq!(value(&record)["section"], rule.section());
    }
}

#[test]
fn a_near_miss_has_the_error_of_its_own_parser() {
    let grammar = grammar("date = 4digit \"-\" 2digit\ndigit = \"0\" / \"1\"\n");
    let prose = Prose::default();
    let parser = grammar.parser("date", []).expect("the grammar is small");
    let explanation =
        Explanation::new(&grammar, &prose, "date", parser.rule()).expect("the production is small");
    let miss = explanation
        .near_miss
        .as_ref()
        .expect("the production has a near miss");
    assert_eq!(miss.error.rule(), parser.rule());
    assert_eq!(explanation.section, None);
    let record = value(&ExplanationRecord::new(&explanation));
    assert_eq!(record["section"], serde_json::Value::Null);
    assert_eq!(
        fields(&record["near_miss"]["error"]),
        fields(&value(
            &rfc1738::parse(Rule::Port, "x").expect_err("it is no port")
        ))
    );
}

use rfc1738::{Detail, Rule, trace};
use rfc1738_views::palette::Palette;
use rfc1738_views::trace::page;
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::trace::selection::StepSelection;

use crate::{fields, lines, value};

#[test]
fn each_step_has_a_line_and_a_record() {
    let trace = trace(Rule::Hostport, "a.b:80", Detail::Rules);
    let all = StepSelection::default();
    let shown = lines(|out| page::write(out, Palette::PLAIN, &trace, &all));
    assert_eq!(shown.lines().count(), trace.steps().len() + 1);
    assert!(shown.ends_with("all of the text is derived\n"), "{shown}");
    let record = TraceRecord::new(Rule::Hostport, &trace, &all);
    assert_eq!(fields(&record), ["input", "rule", "ok", "prefix", "steps"]);
    let steps = value(&record)["steps"].as_array().map(Vec::len);
    assert_eq!(steps, Some(trace.steps().len()));
}

#[test]
fn a_selection_keeps_the_numbers_of_the_steps() {
    let trace = trace(Rule::Hostport, "a.b:80", Detail::Rules);
    let only = [Rule::Port];
    let selection = StepSelection {
        depth: None,
        only: &only,
    };
    let record = value(&TraceRecord::new(Rule::Hostport, &trace, &selection));
    let steps = record["steps"].as_array().expect("it is a list");
    assert_eq!(steps.len(), 2);
    assert!(steps.iter().all(|step| step["rule"] == "port"));
    assert!(steps[0]["step"].as_u64() > Some(1));
}

#[test]
fn a_line_does_not_grow_with_the_text() {
    let text = "a.".repeat(2_000) + "a";
    let trace = trace(Rule::Hostname, &text, Detail::Rules);
    let shown = lines(|out| page::write(out, Palette::PLAIN, &trace, &StepSelection::default()));
    let longest = shown.lines().map(|line| line.chars().count()).max();
    assert!(longest < Some(130), "{longest:?}");
}

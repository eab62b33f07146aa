use rfc1738::{Detail, Rule, trace};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::trace::progress::Progress;
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::trace::{StepSelection, page};

use rfcbnf::Parser;

use crate::{fields, grammar, lines, value};

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

/// Returns the progress of an invalid text in a grammar whose first production is `s`.
fn progress(source: &str, text: &str) -> String {
    let grammar = grammar(source).grammar;
    let parser = Parser::with_characters(&grammar, "s", [], |_| false).expect("a parser");
    let error = parser.check(text).expect_err("it is invalid");
    let offset = error.syntax().expect("it is decided").offset();
    let trace = parser.rule().trace(text.as_bytes(), Detail::Rules);
    let trace = trace.expect("it has steps");
    lines(|out| json::write(out, &Progress::new(&trace, offset)))
}

#[test]
fn the_progress_forgets_what_a_retried_production_gives_back() {
    let source =
        "s = t \"y\" w / \"(\" s \")\"\nt = u \"x\" [ v ]\nu = \"a\"\nv = \"y\"\nw = \"z\"\n";
    assert_eq!(
        progress(source, "axyq"),
        "[[\"s\",0,null,0],[\"t\",0,2,1],[\"u\",0,1,2],[\"w\",3,null,1]]\n"
    );
}

#[test]
fn the_progress_omits_what_a_parser_opens_for_ever() {
    let source = "s = s \"+\" n / n\nn = \"1\" \"2\"\n";
    assert_eq!(progress(source, "12+1"), "[[\"s\",0,null,0]]\n");
}

#[test]
fn a_parser_that_never_ends_has_its_own_line() {
    let grammar = grammar("s = s \"+\" n / n\nn = \"1\" \"2\"\n").grammar;
    let parser = Parser::with_characters(&grammar, "s", [], |_| false).expect("a parser");
    let trace = parser.rule().trace(b"12", Detail::Rules);
    let trace = trace.expect("it has steps");
    let only = [parser.find("n").expect("it exists")];
    let selection = StepSelection {
        depth: None,
        only: &only,
    };
    assert_eq!(
        lines(|out| page::write(out, Palette::PLAIN, &trace, &selection)),
        "3  │12        s begins with itself: this never ends
a parser that takes the right choice every time:
5  │12  *   n?
7  12│  *   n \"12\"
all of the text is derived
"
    );
}

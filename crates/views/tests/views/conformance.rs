use rfc1738::Rule;
use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{
    Breakdown, Ending, Exit, Problem, Reason, Restarts, Stage, write_remark,
};
use rfc1738_views::conformance::case::{CaseRecord, write_yaml};
use rfc1738_views::conformance::report;
use rfc1738_views::conformance::run_record::RunRecord;
use rfc1738_views::conformance::run_result::{RunResult, Subject, SuiteSize};
use rfc1738_views::conformance::tally::Tally;
use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::palette::Palette;
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::Suite;

use crate::{fields, lines, own_grammar, value};

fn ending(exit: Option<Exit>, errors: &[u8]) -> Ending {
    Ending {
        exit,
        given: 5,
        errors: errors.to_vec(),
    }
}

fn exit(code: i32) -> Exit {
    Exit {
        description: format!("exit status {code}"),
        code: Some(code),
        signal: None,
    }
}

fn breakdown(reason: Reason, exit: Option<Exit>) -> Breakdown {
    Breakdown {
        command: "parser".to_owned(),
        problem: Problem::Unanswered {
            number: 3,
            text: b"a\x1b".to_vec(),
            reason,
        },
        texts: 9,
        stage: Stage::Suite,
        ending: ending(exit, b"\x1bfirst\nlast\n"),
    }
}

#[test]
fn an_answer_reads_what_it_writes() {
    for answer in [
        Answer::Accept,
        Answer::Reject(None),
        Answer::Reject(Some(12)),
    ] {
        assert_eq!(Answer::read(answer.to_string().as_bytes()), Some(answer));
    }
    for line in [
        &b""[..],
        b"Accept",
        b"reject -1",
        b"reject +1",
        b"reject x",
        b"accept now",
    ] {
        assert_eq!(Answer::read(line), None);
    }
}

#[test]
fn a_tally_distinguishes_the_four_verdicts_and_the_offsets() {
    let mut tally = Tally::new(Rule::Port, 5);
    tally.count(1, b"80", Answer::Accept);
    tally.count(2, b"81", Answer::Reject(None));
    tally.count(3, b"x", Answer::Accept);
    tally.count(4, b"8x", Answer::Reject(Some(1)));
    tally.count(5, b"88x", Answer::Reject(Some(0)));
    let total = tally.total();
    assert_eq!(
        (
            total.true_accepts,
            total.false_rejects,
            total.false_accepts,
            total.true_rejects
        ),
        (1, 1, 1, 2)
    );
    assert_eq!((total.offsets_given, total.offsets_equal), (2, 1));
    let shown = lines(|out| report::write(out, Palette::PLAIN, result(&tally, 5)));
    assert!(
        shown.ends_with(
            "5 texts answered: 2 as they should be, 1 wrongly accepted, 1 wrongly rejected, \
         1 rejected at another offset\n"
        ),
        "{shown}"
    );
    let grammar = own_grammar();
    let record = RunRecord::new(subject(&grammar), result(&tally, 5));
    assert_eq!(
        fields(&record),
        [
            "rule",
            "extra_states",
            "quick",
            "texts",
            "left_out",
            "true_accepts",
            "false_accepts",
            "true_rejects",
            "false_rejects",
            "offsets",
            "crashed",
            "timed_out",
            "productions",
            "disagreements",
            "failure",
            "causes",
            "several",
            "unexplained",
            "vanished",
            "search",
            "conclusion",
            "parser",
            "restarts",
            "crashes",
            "hangs",
            "saved",
        ]
    );
    let inputs: Vec<String> = value(&record)["disagreements"]
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|it| it["input"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(inputs, ["x", "81", "88x"], "the shortest come first");
}

#[test]
fn crashes_and_hangs_are_counted_beside_the_verdicts() {
    let mut tally = Tally::new(Rule::Port, 5);
    tally.count(1, b"80", Answer::Crashed);
    tally.count(2, b"\x1b", Answer::TimedOut);
    tally.count(3, b"81", Answer::Accept);
    let total = tally.total();
    assert_eq!((total.crashed, total.timed_out), (1, 1));
    assert_eq!((total.texts(), total.disagreements()), (3, 2));
    let restarts = Restarts {
        first: Some((b"80".to_vec(), ending(None, b"\x1bbye\n"))),
        loose: 1,
    };
    let result = RunResult {
        restarts: Some(&restarts),
        ..result(&tally, 3)
    };
    let shown = lines(|out| report::write(out, Palette::PLAIN, result));
    let end = "timed out: text 2 \"\\u{1b}\"\n\ncrashed: text 1 \"80\"\n\n\
               3 texts answered: 1 as they should be, 0 wrongly accepted, 0 wrongly rejected, \
               0 rejected at another offset, 1 crashed, 1 timed out\n\
               parser did not end when it was asked about \"80\" alone\n  \
               the end of its standard error:\n    \\u{1b}bye\n\
               parser broke once on texts that it answered when they were asked again, so it depends \
               on the texts before\n";
    assert!(shown.ends_with(end), "{shown}");
    assert!(
        shown.contains("  texts  timed\n") && shown.contains("  crashed    out\n"),
        "{shown}"
    );
}

#[test]
fn a_breakdown_says_what_happened_in_one_escaped_line() {
    for (reason, exit, message, kind) in [
        (
            Reason::Closed,
            None,
            "parser closed its output before it answered text 3 of 9",
            "closed",
        ),
        (
            Reason::Closed,
            Some(exit(3)),
            "parser ended with exit status 3 before it answered text 3 of 9",
            "ended",
        ),
        (
            Reason::TimedOut(2),
            None,
            "parser did not answer text 3 of 9 within 2 s",
            "timeout",
        ),
        (
            Reason::Nonsense(b"\x1bno\n".to_vec()),
            None,
            "parser answered text 3 of 9 with \"\\u{1b}no\"",
            "nonsense",
        ),
    ] {
        let breakdown = breakdown(reason, exit);
        assert_eq!(breakdown.to_string(), message);
        let shown = lines(|out| breakdown.write(out, Palette::PLAIN));
        assert!(shown.starts_with(&format!("error: {message}\n")), "{shown}");
        assert!(shown.contains("\\u{1b}first\n    last\n"), "{shown}");
        assert!(!shown.contains('\u{1b}'));
        let tally = Tally::new(Rule::Port, 5);
        let result = RunResult {
            breakdown: Some(&breakdown),
            ..result(&tally, 9)
        };
        let grammar = own_grammar();
        let record = value(&RunRecord::new(subject(&grammar), result));
        assert_eq!(record["failure"]["kind"], kind);
        assert_eq!(record["failure"]["message"], message);
    }
}

#[test]
fn a_breakdown_of_the_search_names_the_round() {
    let in_round = |problem| Breakdown {
        problem,
        stage: Stage::Round(4),
        ..breakdown(Reason::Closed, None)
    };
    let surplus = in_round(Problem::Surplus(b"accept".to_vec()));
    assert_eq!(
        surplus.to_string(),
        "parser wrote \"accept\" after its last answer in round 4 of the search for causes"
    );
    let silent = in_round(Problem::Unanswered {
        number: 3,
        text: b"a".to_vec(),
        reason: Reason::Closed,
    });
    assert_eq!(
        silent.to_string(),
        "parser closed its output before it answered text 3 of 9 in round 4 of the search for causes"
    );
}

#[test]
fn a_recognizer_that_succeeds_gets_no_remark() {
    let remark = |exit| {
        let ending = ending(exit, b"");
        lines(|out| write_remark(out, Palette::PLAIN, "parser", &ending))
    };
    assert_eq!(remark(Some(exit(0))), "");
    assert_eq!(
        remark(Some(exit(1))),
        "note: parser ended with exit status 1 after it had answered every text\n"
    );
    assert_eq!(
        remark(None),
        "note: parser did not end by itself after it had answered every text\n"
    );
}

#[test]
fn the_cases_of_a_suite_have_records_and_yaml_items() {
    let grammar = own_grammar();
    let automaton = Automaton::new(&grammar.grammar, "port").expect("the production is small");
    let suite = Suite::new(&automaton, 0).expect("the suite is small");
    let mut kinds = (0, 0);
    for (number, case) in (1..).zip(suite.cases()) {
        let record = value(&CaseRecord::new(Rule::Port, &case));
        let item = lines(|out| write_yaml(out, Rule::Port, number, &case));
        assert!(item.starts_with(&format!(
            "  - Name: \"port {number}\"\n    Rule: \"port\"\n"
        )));
        if record["ok"] == true {
            kinds.0 += 1;
            assert!(!item.contains("FailAt") && record.get("offset").is_none());
        } else {
            kinds.1 += 1;
            let offset = record["offset"].as_u64().expect("it is a number");
            assert!(item.ends_with(&format!("    FailAt: {offset}\n")));
        }
    }
    assert!(kinds.0 > 0 && kinds.1 > 0, "{kinds:?}");
}

/// Returns the result of a run without a search for causes.
/// Returns what a run on the grammar of RFC 1738 tests.
pub(crate) fn subject(grammar: &NamedGrammar) -> Subject<'_> {
    Subject {
        command_line: "'<parser>' --strict",
        grammar,
        file: None,
    }
}

pub(crate) fn result<P>(tally: &Tally<P>, texts: u64) -> RunResult<'_, P> {
    RunResult {
        command: "parser",
        tally,
        extra_states: 0,
        quick: false,
        size: SuiteSize { texts, left_out: 0 },
        breakdown: None,
        explanation: None,
        restarts: None,
        reactions: &[],
        parts: &[],
        corpus: &[],
    }
}

#[test]
fn an_automaton_read_from_a_file_is_the_same() {
    let grammar = own_grammar().grammar;
    let automata = Automata::new(&grammar).expect("every production is regular");
    for production in &grammar.productions {
        let automaton = automata.production(&production.name).expect("it is known");
        let file = serde_json::to_string(automaton).expect("JSON");
        let read: Automaton = serde_json::from_str(&file).expect("an automaton");
        assert_eq!(read, *automaton, "{}", production.name);
    }
}

#[test]
fn an_automaton_written_by_hand_is_made_minimal() {
    // States 1 and 2 accept the same; 7 does not exist, and nothing leads from it.
    let file = r#"{"classes":[[[48,57]],[[48,48]]],"accepting":[1,2,9],"steps":[[0,0,1],[0,1,2],[1,0,7]]}"#;
    let read: Automaton = serde_json::from_str(file).expect("an automaton");
    assert!(read.accepts(b"5") && read.accepts(b"0") && !read.accepts(b"55"));
    assert_eq!(read.states().len(), 2);
}

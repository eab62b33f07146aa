//! Causes for people and programs. The findings are made by hand.

use rfc1738::Rule;
use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Ending, Problem, Reason, Stage};
use rfc1738_views::conformance::causes::pinned::{Pin, PinnedAutomaton};
use rfc1738_views::conformance::causes::sentence::{conclusion, sentence, sentence_of_group};
use rfc1738_views::conformance::causes::{AcceptedCause, Explanation};
use rfc1738_views::conformance::page::page;
use rfc1738_views::conformance::report;
use rfc1738_views::conformance::run_record::RunRecord;
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::conformance::tally::Tally;
use rfc1738_views::palette::Palette;
use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{
    Cause, Conclusion, Deviation, Direction, Findings, GivenUp, IpLiteral, Ipv4, Learnt, Position,
    Repeats, Unexplained,
};
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::Encoding;

use crate::conformance::{result, subject};
use crate::{grammar, lines, own_grammar, value};

/// Returns a cause at the offset of the witness, in the production that begins at the start.
pub(crate) fn cause(
    production: &str,
    direction: Direction,
    deviation: Deviation,
    (witness, start, offset): (&[u8], usize, usize),
) -> Cause {
    Cause {
        production: production.to_owned(),
        position: Position::Whole,
        part: production.to_owned(),
        direction,
        deviation,
        texts: 2,
        witness: witness.to_vec(),
        span: start..witness.len(),
        offset,
        examples: Vec::new(),
        learnt: None,
        outermost: None,
        unconfirmed: false,
        encoding: Encoding::Octets,
    }
}

fn octets(members: &str) -> Deviation {
    Deviation::Octets(OctetSet::of(members))
}

/// Returns the automaton of a production that is written in RFC 822's notation.
fn automaton(body: &str) -> Automaton {
    let grammar = grammar(&format!("p = {body}\n"));
    Automaton::new(&grammar.grammar, "p").expect("the production is small")
}

/// A parser of `hostport` that accepts an empty port and rejects 9 after another digit.
fn findings() -> Findings<Breakdown> {
    let mut empty = cause(
        "port",
        Direction::WronglyAccepted,
        Deviation::End,
        (b"h:", 2, 2),
    );
    empty.examples = vec![b"h.d:".to_vec(), b"1.2.3.4:".to_vec()];
    empty.learnt = Some(Box::new(Learnt {
        expected: automaton("1*(\"0\"|\"1\")"),
        observed: automaton("*(\"0\"|\"1\")"),
        literal: None,
        elsewhere: None,
        is_of_shortest: false,
    }));
    let nine = cause(
        "digits",
        Direction::WronglyRejected,
        octets("9"),
        (b"h:09", 2, 3),
    );
    Findings {
        causes: vec![nine, empty],
        several: 3,
        parser: None,
        grammar: None,
        learned: None,
        unexplained: vec![Unexplained {
            production: "hostport".to_owned(),
            direction: Direction::WronglyAccepted,
            deviation: octets("<"),
            place: Vec::new(),
            within: Vec::new(),
            texts: 7,
            witness: b"<b>\x1b".to_vec(),
            offset: 0,
            examples: vec![b"<".to_vec()],
            encoding: Encoding::Octets,
            repeats: None,
        }],
        questions: 50,
        rounds: 4,
        flaky: Vec::new(),
        conclusion: Conclusion::Incomplete(vec![GivenUp::Questions { most: 50 }]),
    }
}

#[test]
fn a_grammar_as_read_has_sentences_of_its_causes() {
    let mut findings = findings();
    findings.causes[0].position = Position::Length;
    let read = rfcbnf::read("port = *digit\ndigits = 1*digit\ndigit = \"0\"\n").unwrap();
    findings.grammar = Some(read);
    let grammar = Explanation::new(findings, 0, &[]).grammar.unwrap();
    let lines: Vec<&str> = grammar.split("\r\n").collect();
    assert_eq!(lines[1], "; Texts without a cause are not in it.");
    let port = lines.iter().position(|line| *line == "port = *digit");
    assert_eq!(lines[port.unwrap() - 1], "; port: accepts the empty text.");
    let digits = lines.iter().position(|line| *line == "digits = 1*digit");
    assert!(
        lines[digits.unwrap() - 1].ends_with("The rule does not say so."),
        "{grammar}"
    );
}

fn accepted(id: &str) -> AcceptedCause {
    AcceptedCause {
        id: id.to_owned(),
        reason: "as in RFC 3986, <b>\u{1b}".to_owned(),
        pin: Pin::default(),
        holds: false,
    }
}

pub(crate) fn tally() -> Tally<Rule> {
    let mut tally = Tally::new(Rule::Hostport, 2);
    tally.count(1, b"h:", Answer::Accept);
    tally.count(2, b"h:09", Answer::Reject(None));
    tally.count(3, b"h", Answer::Accept);
    tally
}

fn shown(explanation: &Explanation) -> String {
    let tally = tally();
    let result = RunResult {
        explanation: Some(explanation),
        ..result(&tally, 3)
    };
    lines(|out| report::write(out, Palette::PLAIN, result))
}

#[test]
fn a_cause_is_a_sentence() {
    use Direction::{WronglyAccepted, WronglyRejected};
    let of = |direction, deviation, place| sentence(&cause("p", direction, deviation, place));
    assert_eq!(
        of(WronglyAccepted, octets("\"<>"), (b"ab\"", 1, 1)),
        "p: accepts any of `\"` `<` `>`"
    );
    assert_eq!(
        of(WronglyAccepted, octets("_"), (b"ab_", 1, 2)),
        "p: accepts `_` after `b`"
    );
    assert_eq!(
        of(WronglyRejected, Deviation::End, (b"a", 1, 1)),
        "p: rejects the empty text"
    );
    assert_eq!(
        of(WronglyRejected, Deviation::End, (b"a\x1b", 0, 2)),
        "p: rejects the end after `a\\u{1b}`"
    );
    let long = [b"a".repeat(100), b"!".to_vec()].concat();
    assert_eq!(
        of(WronglyAccepted, octets("!"), (&long, 0, 100)),
        format!("p: accepts `!` after `…{}`", "a".repeat(30))
    );
}

#[test]
fn octets_have_names_that_print() {
    let named = |set| {
        let deviation = Deviation::Octets(set);
        let place = (&b"a"[..], 0, 0);
        let sentence = sentence(&cause("p", Direction::WronglyAccepted, deviation, place));
        sentence.trim_start_matches("p: accepts ").to_owned()
    };
    assert_eq!(
        named(OctetSet::of("abcxz09 ")),
        "any of space `0` `9` a-c `x` `z`"
    );
    assert_eq!(named(OctetSet::range(0, 0x1f)), "any of %x00-1F");
    assert_eq!(named(OctetSet::single(0x7f)), "%x7F");
    assert_eq!(named(OctetSet::single(b'`')), "%x60");
    assert_eq!(named(OctetSet::ALL), "any octet");
    assert_eq!(
        named(OctetSet::ALL.without(OctetSet::of("a/"))),
        "any octet but `/` `a`"
    );
    assert_eq!(named(OctetSet::range(0x81, 0xff)), "any of %x81-FF");
    let beyond = OctetSet::range(0x80, 0xff);
    assert_eq!(named(beyond), "characters outside ASCII");
    assert_eq!(
        named(beyond | OctetSet::of("_")),
        "any of `_` characters outside ASCII"
    );
}

#[test]
fn the_report_shows_each_cause_with_its_place() {
    let explanation = Explanation::new(findings(), 0, &[]);
    assert!(!explanation.is_accepted());
    let shown = shown(&explanation);
    let (_, below) = shown.split_once("\n\n").expect("there is a table");
    assert_eq!(
        below,
        "\
texts  cause
    7  hostport/unexplained/accepts/x3c
    2  port/accepts-empty
    2  digits/rejects/09

not explained, wrongly accepted: 7 texts [hostport/unexplained/accepts/x3c]
error: not a valid hostport: found \"<\" at offset 0
   ,----
 1 | <b>\\u{1b}
   | ^
   | `-- expected alphadigit
   `----
  note: a host name is labels of letters, digits and \"-\", separated by \".\", and each begins and \
         ends with a letter or a digit (RFC 1738, 3.1)
  note: in hostport, host
  note: also `<`

wrongly accepted: 2 texts [port/accepts-empty]
error: port: accepts the empty text
   ,----
 1 | h:
   |   ^
   |   `-- accepted although `port` cannot end here
   `----
  note: also `h.d:`
  note: the parser accepts ^[01]*$ as `port`
  note: accepted but not derived: ^$

wrongly rejected: 2 texts [digits/rejects/09]
error: digits: rejects `9` after `0`
   ,----
 1 | h:09
   |    ^
   |    `-- rejected here
   `----

3 texts answered: 1 as they should be, 1 wrongly accepted, 1 wrongly rejected, 0 rejected at another offset
2 causes found; the search asked 50 texts in 4 rounds
1 group of texts without a cause
3 texts have several of these causes
the causes may not be complete: --questions 50 allows no more questions
"
    );
}

#[test]
fn a_baseline_accepts_causes_and_reports_those_that_vanished() {
    let both = ["port", "digits"].map(accepted);
    let all = [both.as_slice(), &[accepted("host")]].concat();
    let mut findings = findings();
    let explanation = Explanation::new(findings.clone(), 0, &all);
    assert!(!explanation.is_accepted(), "a group is not accepted");
    findings.unexplained.clear();
    let explanation = Explanation::new(findings.clone(), 0, &all);
    assert!(explanation.is_accepted());
    assert_eq!(explanation.new_causes().count(), 0);
    let shown = shown(&explanation);
    for line in [
        "note: port: accepts the empty text\n",
        "  note: the baseline accepts it: as in RFC 3986, <b>\\u{1b}\n",
        "2 causes found, 2 of them accepted by the baseline; ",
        "no longer found: host (as in RFC 3986, <b>\\u{1b}); remove it from the baseline\n",
        "\nthey explain every disagreement of the suite\n",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let explanation = Explanation::new(findings.clone(), 0, &all[1..]);
    assert!(!explanation.is_accepted());
    let new: Vec<&str> = explanation
        .new_causes()
        .map(|one| one.id.as_str())
        .collect();
    assert_eq!(new, ["port/accepts-empty"]);
    // Those that the search did not get may have other causes.
    assert!(!Explanation::new(findings.clone(), 1, &all).is_accepted());
    findings.conclusion = Conclusion::Explained {
        states: 5,
        texts: 9,
    };
    assert!(Explanation::new(findings, 1, &all).is_accepted());
}

#[test]
fn a_cause_without_texts_was_found_outside_the_suite() {
    let mut findings = findings();
    findings.causes[0].texts = 0;
    let shown = shown(&Explanation::new(findings, 0, &[]));
    let heading = "\nwrongly rejected, found outside the suite [digits/rejects/09]\n";
    assert!(shown.contains(heading), "{shown}");
}

#[test]
fn a_baseline_accepts_unexplained_groups_like_causes() {
    let group = "hostport/unexplained/accepts/x3c";
    let known = ["port", "digits", group].map(accepted);
    let explanation = Explanation::new(findings(), 0, &known);
    assert!(explanation.is_accepted());
    assert_eq!(explanation.new_groups().count(), 0);
    let shown = shown(&explanation);
    for line in [
        "  note: the baseline accepts it: as in RFC 3986, <b>\\u{1b}\n\n3 texts answered",
        "\nnote: not a valid hostport: found \"<\" at offset 0\n",
        "\n1 group of texts without a cause, 1 of them accepted by the baseline\n",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    // A group with other octets at its place is new, and the one that was accepted has vanished.
    let mut others = findings();
    others.unexplained[0].deviation = octets("<>");
    let explanation = Explanation::new(others, 0, &known);
    assert!(!explanation.is_accepted());
    let new: Vec<&str> = explanation
        .new_groups()
        .map(|one| one.id.as_str())
        .collect();
    assert_eq!(new, ["hostport/unexplained/accepts/x3c,x3e"]);
    let vanished: Vec<&str> = explanation
        .vanished
        .iter()
        .map(|one| one.id.as_str())
        .collect();
    assert_eq!(vanished, [group]);
    // Disagreements that were left out may belong to other groups.
    assert!(!Explanation::new(findings(), 1, &known).is_accepted());
}

#[test]
fn the_sentence_of_a_group_names_its_grammar_place() {
    let mut group = findings().unexplained.remove(0);
    group.place = b"h:".to_vec();
    group.direction = Direction::WronglyRejected;
    group.deviation = Deviation::End;
    assert_eq!(
        sentence_of_group(&group),
        "hostport: rejects the end after `h:`, without a known cause"
    );
    assert_eq!(group.id(), "hostport/unexplained/rejects/end/after/h%3a");
}

#[test]
fn the_sentence_of_many_repetitions_says_how_many() {
    let mut group = findings().unexplained.remove(0);
    group.direction = Direction::WronglyRejected;
    group.place = b"[[]]".to_vec();
    group.deviation = Deviation::End;
    group.repeats = Some(Repeats {
        text: b"[".to_vec(),
        times: 996,
    });
    assert_eq!(
        sentence_of_group(&group),
        "hostport: rejects `[` 996 times, and not 995 times"
    );
    assert_eq!(
        group.id(),
        "hostport/unexplained/rejects/end/after/%5b%5b%5d%5d"
    );
}

/// Returns the sentence about a parser that accepts one production in place of another.
fn sentence_of(grammar: &str) -> String {
    let grammar = rfcbnf::read(grammar).unwrap();
    let automaton = |name| Automaton::new(&grammar, name).unwrap();
    let cause = Cause {
        learnt: Some(Box::new(Learnt {
            expected: automaton("host"),
            observed: automaton("parser"),
            literal: None,
            elsewhere: None,
            is_of_shortest: false,
        })),
        ..findings().causes.remove(0)
    };
    sentence(&cause)
}

#[test]
fn a_pattern_is_said_in_words() {
    let host = "host = 1*a\na = \"a\" | \"b\" | \"c\"\n";
    for (parser, expected) in [
        ("host [ \".\" ]", "accepts `.` at the end"),
        (
            "host *( \".\" | \"-\" )",
            "accepts any number of `-` and `.` at the end",
        ),
        ("[ \"-\" ] host", "accepts `-` at the start"),
        ("*\" \" host", "accepts any number of space at the start"),
        (
            "*\" \" host *\" \"",
            "accepts any number of space at the start and at the end",
        ),
        (
            "1*( a | \"A\" | \"B\" | \"C\" )",
            "accepts letters in either case",
        ),
        (
            "host | \"NaN\" | \"-NaN\" | \"\"",
            "accepts the empty text, `NaN` and `-NaN`",
        ),
        ("host | \"\"", "accepts the empty text"),
        ("host | \".\"", "accepts `.`"),
    ] {
        let words = sentence_of(&format!("{host}parser = {parser}\n"));
        assert_eq!(words, format!("digits: {expected}"), "{parser}");
    }
}

#[test]
fn what_no_pattern_says_is_an_expression() {
    let host = "host = 1*a\na = \"a\" | \"b\" | \"c\"\n";
    for parser in [
        // Not after each host.
        "host | \"a.\" | \"ab.\" | 1*\"c\" \".\"",
        // Some letters in either case.
        "1*( a | \"A\" )",
        // A host is rejected, too.
        "2*a [ \".\" ]",
        // One dot before or after, not both.
        "[ \".\" ] host | host \".\"",
    ] {
        let words = sentence_of(&format!("{host}parser = {parser}\n"));
        assert!(words.contains("accepts `^"), "{words}");
    }
}

#[test]
fn a_stopped_search_accepts_nothing_and_reports_nothing_as_vanished() {
    let stopped = Breakdown {
        command: "parser".to_owned(),
        problem: Problem::Unanswered {
            number: 3,
            text: b"a".to_vec(),
            reason: Reason::TimedOut(10),
        },
        texts: 9,
        stage: Stage::Round(2),
        ending: Ending {
            exit: None,
            given: 9,
            errors: Vec::new(),
        },
    };
    let text = b"\x1b".to_vec();
    for (conclusion, message) in [
        (
            Conclusion::Stopped(stopped),
            "the search for causes stopped: parser did not answer text 3 of 9 in round 2 of the \
             search for causes within 10 s\n",
        ),
        (
            Conclusion::Contradicted { text },
            "the search for causes stopped: the parser gave two different answers to \"\\u{1b}\"\n",
        ),
    ] {
        let findings = Findings {
            conclusion,
            unexplained: Vec::new(),
            ..findings()
        };
        let ids = ["port", "digits", "host"];
        let explanation = Explanation::new(findings, 0, &ids.map(accepted));
        assert!(!explanation.is_accepted());
        assert!(explanation.vanished.is_empty());
        let shown = shown(&explanation);
        assert!(shown.ends_with(message), "{shown}");
    }
}

/// A parser that accepts nothing, or everything, has one state.
#[test]
fn one_state_of_a_pinned_automaton_is_singular() {
    let mut pinned = PinnedAutomaton {
        depth: None,
        states: 1,
        extra_states: 0,
        texts: 1,
        asked: 1,
        deeper: 0,
        learned: None,
        other: None,
        changes: 0,
        change: None,
    };
    let same = pinned.sentence();
    assert!(same.contains(
        "it answers 1 of 1 text of the suite of that automaton, which has 1 state, as before"
    ));
    assert!(same.contains("no other parser of at most 1 state answers them so"));
    pinned.learned = Some(1);
    pinned.states = 4;
    pinned.changes = 1;
    let changed = pinned.sentence();
    assert!(
        changed
            .ends_with("this run learned an automaton of 1 state, and the baseline pins one of 4")
    );
}

/// A nesting of 100,000 brackets is one of the suspects of RFC 8259.
#[test]
fn a_conclusion_cuts_a_long_text() {
    let text = vec![b'['; 100_000];
    let different = GivenUp::Different { text: text.clone() };
    for conclusion_of in [
        Conclusion::Incomplete(vec![different]),
        Conclusion::Contradicted { text: text.clone() },
        Conclusion::Ended {
            different: Some(text),
        },
    ] {
        let findings = Findings {
            conclusion: conclusion_of,
            ..findings()
        };
        let message = conclusion(&Explanation::new(findings, 0, &[]));
        assert!(message.contains(" \"[[[["), "{message}");
        assert!(message.contains('…') && message.len() < 400, "{message}");
    }
}

#[test]
fn a_conclusion_says_what_was_given_up_on() {
    let production = || "p".to_owned();
    let reasons = vec![
        GivenUp::States {
            production: production(),
            most: 200,
        },
        GivenUp::TooLarge {
            production: production(),
        },
        GivenUp::Different {
            text: b"\x1b".to_vec(),
        },
    ];
    let incomplete = |causes| Findings {
        causes,
        unexplained: Vec::new(),
        conclusion: Conclusion::Incomplete(reasons.clone()),
        ..findings()
    };
    let of = |findings| conclusion(&Explanation::new(findings, 0, &[]));
    let given_up = "the texts that the parser accepts as p take an automaton of more than 200 states; the automaton of p with the \
                    causes in it is too large; no cause leads to the parser's answer to \"\\u{1b}\"";
    assert_eq!(
        of(incomplete(findings().causes)),
        format!("the causes may not be complete: {given_up}")
    );
    assert_eq!(
        of(incomplete(Vec::new())),
        format!("the search may have missed a fault: {given_up}")
    );
    let explained = |causes| Findings {
        causes,
        unexplained: Vec::new(),
        conclusion: Conclusion::Explained {
            states: 12,
            texts: 99,
        },
        ..findings()
    };
    assert_eq!(
        of(explained(findings().causes)),
        "the causes explain all answers of the parser: the grammar with these faults has 12 states \
         and gives the same answers, and a parser that gives them and accepts other texts has more \
         states"
    );
    assert_eq!(
        of(explained(Vec::new())),
        "no text beyond the suite shows a fault"
    );
}

#[test]
fn a_search_that_ends_early_without_findings_accepts_the_parser() {
    let found = |reason| Findings {
        causes: Vec::new(),
        unexplained: Vec::new(),
        conclusion: Conclusion::Incomplete(vec![reason]),
        ..findings()
    };
    let is_accepted = |reason| Explanation::new(found(reason), 0, &[]).is_accepted();
    assert!(is_accepted(GivenUp::Questions { most: 5 }));
    assert!(!is_accepted(GivenUp::Different {
        text: b"x".to_vec()
    }));
}

#[test]
fn a_cause_that_differs_from_its_pin_is_new() {
    let pinned = |accepts: &str| AcceptedCause {
        pin: Pin {
            accepts: Some(accepts.to_owned()),
            rejects: None,
        },
        ..accepted("port")
    };
    let of = |pin| Explanation::new(findings(), 0, &[pin]);
    let empty = |explanation: &Explanation| {
        let mut causes = explanation.new_causes();
        causes.any(|one| one.id == "port/accepts-empty")
    };
    assert!(!empty(&of(pinned("^$"))));
    let changed = of(pinned("^[ab]$"));
    assert!(empty(&changed));
    assert!(changed.vanished.is_empty());
    let shown = shown(&changed);
    let note = "note: the baseline has something else there: a parser that accepts ^[ab]$\n";
    assert!(shown.contains(note), "{shown}");
}

#[test]
fn a_cause_learnt_differently_is_accepted_while_its_texts_hold() {
    let with = |accepts: &str, holds| AcceptedCause {
        pin: Pin {
            accepts: Some(accepts.to_owned()),
            rejects: None,
        },
        holds,
        ..accepted("port")
    };
    let many = "28 states~7cee0bc31fa55127";
    let ended = || Conclusion::Ended { different: None };
    for (accepts, holds, conclusion, is_accepted) in [
        (many, true, findings().conclusion, true),
        (many, false, findings().conclusion, false),
        // What is short is known as a whole, unless the search was ended.
        ("^[ab]$", true, findings().conclusion, false),
        ("^[ab]$", true, ended(), true),
        ("^[ab]$", false, ended(), false),
    ] {
        let found = Findings {
            conclusion,
            ..findings()
        };
        let explanation = Explanation::new(found, 0, &[with(accepts, holds)]);
        let cause = explanation
            .causes
            .iter()
            .find(|one| one.id == "port/accepts-empty");
        let accepted = cause.expect("it is found").accepted.as_ref();
        assert_eq!(accepted.is_some(), is_accepted, "{accepts} {holds}");
    }
}

#[test]
fn a_group_with_fewer_octets_than_the_baseline_is_accepted() {
    let found = |octets: &str| Findings {
        causes: Vec::new(),
        unexplained: vec![Unexplained {
            deviation: Deviation::Octets(OctetSet::of(octets)),
            ..findings().unexplained[0].clone()
        }],
        ..findings()
    };
    let known = accepted(&Explanation::new(found(".~"), 0, &[]).unexplained[0].id);
    for (octets, is_accepted) in [("~", true), (".~", true), ("!.~", false)] {
        let explanation = Explanation::new(found(octets), 0, std::slice::from_ref(&known));
        assert_eq!(
            explanation.new_groups().next().is_none(),
            is_accepted,
            "{octets}"
        );
        assert_eq!(explanation.vanished.is_empty(), is_accepted, "{octets}");
    }
}

#[test]
fn a_limit_of_numbers_is_described_and_pinned_in_words() {
    let mut findings = findings();
    let digits: Vec<String> = (0..10).map(|digit| format!("\"{digit}\"")).collect();
    let digits = digits.join("|");
    findings.causes[0].learnt = Some(Box::new(Learnt {
        expected: automaton(&format!("1*({digits})")),
        observed: automaton(&format!("*\"0\" ({digits}|\"10\"|\"11\")")),
        literal: None,
        elsewhere: None,
        is_of_shortest: false,
    }));
    let pin = Pin::of(&findings.causes[0]).expect("the automata are small");
    assert_eq!(pin.to_string(), "rejects numbers above 11");
    let shown = shown(&Explanation::new(findings, 0, &[]));
    let note = "note: derived but not accepted: numbers above 11\n";
    assert!(shown.contains(note), "{shown}");
}

#[test]
fn an_expression_of_shortest_texts_says_so() {
    let mut findings = findings();
    let learnt = findings.causes[1].learnt.as_mut();
    learnt.expect("it is known").is_of_shortest = true;
    let shown = shown(&Explanation::new(findings, 0, &[]));
    let note =
        "note: the parser accepts ^[01]*$ as `port`, each production in it as its shortest text\n";
    assert!(shown.contains(note), "{shown}");
}

#[test]
fn what_speaks_against_a_cause_is_in_text_and_page() {
    let grammar = own_grammar();
    for (text, place) in [
        (&b"h:0"[..], "with another text in this place"),
        (b"h.d:", "in another context"),
    ] {
        let mut findings = findings();
        let port = &mut findings.causes[1];
        port.unconfirmed = true;
        let learnt = port.learnt.as_mut().expect("it is known");
        learnt.elsewhere = Some(text.to_vec());
        let explanation = Explanation::new(findings, 0, &[]);
        let text = String::from_utf8_lossy(text);
        let notes = [
            format!("{place}, the parser does otherwise: `{text}`"),
            "not confirmed: the parser has not answered enough about this".to_owned(),
        ];
        let shown = shown(&explanation);
        let tally = tally();
        let result = RunResult {
            explanation: Some(&explanation),
            ..result(&tally, 3)
        };
        let page = page(subject(&grammar), result);
        for note in notes {
            assert!(
                shown.contains(&format!("note: {note}\n")),
                "{note}\n{shown}"
            );
            assert!(page.contains(&note[1..]), "{note}");
        }
    }
}

#[test]
fn addresses_in_brackets_are_said_in_words_and_pinned_so() {
    let mut findings = findings();
    let cause = &mut findings.causes[0];
    cause.position = Position::IpLiteral;
    cause.learnt = Some(Box::new(Learnt {
        expected: automaton("\"h\""),
        observed: automaton("\"h\" | \"[::1]\""),
        literal: Some(IpLiteral {
            ipv4: Ipv4::Rfc2373,
            after: automaton("[ \"%a\" ]"),
            future: automaton("\"v1\""),
        }),
        elsewhere: None,
        is_of_shortest: false,
    }));
    let pin = Pin::of(cause).expect("the automata are small");
    assert_eq!(
        pin.to_string(),
        "accepts [IPv6address with [0-9]{1,3} in IPv4address ^(?:%a)?$], [^v1$]"
    );
    let explanation = Explanation::new(findings, 0, &[]);
    let shown = shown(&explanation);
    for line in [
        "[digits/ip-literal]\nerror: digits: accepts IPv6 addresses in brackets, also with more behind the \
         address, and literals that begin with `v`\n",
        "note: the parser accepts \"[\" IPv6address \"]\" as `digits`, IPv6address as in RFC 3986, \
         Section 3.2.2, with numbers of one to three digits in IPv4address\n",
        "note: behind the address it accepts ^(?:%a)?$\n",
        "note: between the brackets it also accepts ^v1$\n",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    let tally = tally();
    let result = RunResult {
        explanation: Some(&explanation),
        ..result(&tally, 3)
    };
    let grammar = own_grammar();
    let record = value(&RunRecord::new(subject(&grammar), result));
    let mut causes = record["causes"].as_array().expect("it is a list").iter();
    let cause = causes.find(|cause| cause["id"] == "digits/ip-literal");
    assert_eq!(
        cause.expect("it is there")["learnt"]["ip_literal"],
        serde_json::json!({ "ipv4": "rfc2373", "behind": "^(?:%a)?$", "future": "^v1$" })
    );
}

#[test]
fn ignored_octets_are_said_in_words_and_pinned_so() {
    let mut findings = findings();
    let cause = &mut findings.causes[0];
    cause.position = Position::Ignored;
    cause.deviation = Deviation::Octets(b"\t ".iter().copied().collect());
    cause.learnt = Some(Box::new(Learnt {
        expected: automaton("\"h\""),
        observed: automaton("*%x09 \"h\" *%x09"),
        literal: None,
        elsewhere: None,
        is_of_shortest: false,
    }));
    let pin = Pin::of(cause).expect("the octets are known");
    assert_eq!(pin.to_string(), "accepts texts with any of %x09 space");
    let shown = shown(&Explanation::new(findings, 0, &[]));
    for line in [
        "[digits/ignored]\nerror: digits: ignores any of %x09 space anywhere\n",
        "note: a text with any of %x09 space in it gets the answer to the text without\n",
    ] {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
}

#[test]
fn a_part_that_stands_for_each_reference_is_named_so() {
    let mut findings = findings();
    findings.causes[0].position = Position::References("digits".to_owned());
    let shown = shown(&Explanation::new(findings, 0, &[]));
    let line = "[digits/rejects/09]\nerror: digits, at each `";
    assert!(shown.contains(line), "{line}\n{shown}");
}

#[test]
fn causes_with_the_same_id_get_numbers() {
    let mut findings = findings();
    findings.causes = vec![findings.causes[1].clone(), findings.causes[1].clone()];
    let explanation = Explanation::new(findings, 0, &[]);
    let ids: Vec<&str> = explanation
        .causes
        .iter()
        .map(|one| one.id.as_str())
        .collect();
    assert_eq!(ids, ["port/accepts-empty", "port/accepts-empty/2"]);
}

#[test]
fn the_record_has_everything_that_the_report_shows() {
    let explanation = Explanation::new(findings(), 5, &["port", "gone"].map(accepted));
    let tally = tally();
    let result = RunResult {
        explanation: Some(&explanation),
        ..result(&tally, 3)
    };
    let grammar = own_grammar();
    let record = value(&RunRecord::new(subject(&grammar), result));
    assert_eq!(
        record["causes"],
        serde_json::json!([
            {
                "id": "port/accepts-empty",
                "place_id": "port",
                "sentence": "port: accepts the empty text",
                "rule": "port",
                "part": null,
                "direction": "wrongly_accepted",
                "at": "end",
                "octets": null,
                "texts": 2,
                "witness": "h:",
                "start": 2,
                "end": 2,
                "offset": 2,
                "examples": ["h.d:", "1.2.3.4:"],
                "learnt": {
                    "states": 1,
                    "regex": "^[01]*$",
                    "too_many": "^$",
                    "too_few": null,
                    "greatest_number": null,
                    "greatest_length": null,
                    "ip_literal": null,
                },
                "accepted": "as in RFC 3986, <b>\u{1b}",
                "before": null,
            },
            {
                "id": "digits/rejects/09",
                "place_id": "digits",
                "sentence": "digits: rejects `9` after `0`",
                "rule": "digits",
                "part": null,
                "direction": "wrongly_rejected",
                "at": "octets",
                "octets": "9",
                "texts": 2,
                "witness": "h:09",
                "start": 2,
                "end": 4,
                "offset": 3,
                "examples": [],
                "learnt": null,
                "accepted": null,
                "before": null,
            },
        ])
    );
    assert_eq!(record["several"], 3);
    assert_eq!(
        record["unexplained"],
        serde_json::json!([{
            "direction": "wrongly_accepted",
            "texts": 7,
            "witness": "<b>\u{1b}",
            "offset": 0,
            "octets": "<",
            "examples": ["<"],
            "id": "hostport/unexplained/accepts/x3c",
            "sentence": "hostport: accepts `<`, without a known cause",
            "at": "octets",
            "accepted": null,
        }])
    );
    assert_eq!(record["vanished"][0]["id"], "gone");
    assert_eq!(
        record["search"],
        serde_json::json!({"left_out": 5, "questions": 50, "rounds": 4, "ended_by": null})
    );
    assert_eq!(record["conclusion"]["kind"], "incomplete");
}

#[test]
fn the_page_is_well_formed_and_escapes_every_text() {
    let grammar = own_grammar();
    let explanation = Explanation::new(findings(), 5, &["port", "gone"].map(accepted));
    let tally = tally();
    let result = RunResult {
        command: "<parser>",
        explanation: Some(&explanation),
        ..result(&tally, 3)
    };
    let page = page(subject(&grammar), result);
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(&page, options).expect("it is XML");
    assert!(!page.contains("<b>") && !page.contains('\u{1b}') && !page.contains("<script"));
    let texts: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.text())
        .collect();
    for text in [
        "<parser> and hostport",
        "'<parser>' --strict",
        "The grammar of RFC 1738",
        "port: accepts the empty text",
        "digits: rejects `9` after `0`",
        "^[01]*$",
        "^$",
        "Accepted: as in RFC 3986, <b>\\u{1b}",
        "hostport: accepts `<`, without a known cause",
        "hostport/unexplained/accepts/x3c",
        "gone",
    ] {
        assert!(texts.contains(&text), "{text}: {texts:?}");
    }
    let marks = document
        .descendants()
        .filter(|node| node.has_tag_name("mark"));
    let marks: Vec<&str> = marks.filter_map(|mark| mark.text()).collect();
    assert_eq!(marks, ["9", "\u{2038}"], "accepted causes come last");
    // Every link has a target in the page, and nothing is loaded.
    let ids: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.attribute("id"))
        .collect();
    for node in document.descendants() {
        for attribute in node.attributes().filter(|one| one.name() == "href") {
            let target = attribute
                .value()
                .strip_prefix('#')
                .expect("a link in the page");
            assert!(ids.contains(&target), "{target}");
        }
        assert!(node.attribute("src").is_none());
    }
}

#[test]
fn a_gap_is_a_place_between_two_parts() {
    let mut cause = Cause {
        position: Position::Gap(Vec::new(), 1),
        learnt: None,
        ..findings().causes.remove(0)
    };
    for (part, expected) in [
        ("\u{b7} \"http://\"", "digits, before `\"http://\"`: "),
        ("hostport \u{b7}", "digits, after `hostport`: "),
        (
            "\"http://\" \u{b7} hostport",
            "digits, between `\"http://\"` and `hostport`: ",
        ),
    ] {
        part.clone_into(&mut cause.part);
        let words = sentence(&cause);
        assert!(words.starts_with(expected), "{words}");
    }
}

#[test]
fn many_ways_are_counted_and_each_has_a_text() {
    let sentence_of = |many: &str| {
        let grammar = rfcbnf::read(&format!(
            "digits = 1*(\"0\" | \"1\")\nparser = digits\n  \
             | ( {many} ) digits \"3\" digits \"4\" digits\n  \
             | \"0\" ( \"5\" | {many} ) digits \"6\" digits \"7\" digits\n  \
             | \"118\" digits \"9\" digits \"8\" digits\n"
        ));
        let grammar = grammar.unwrap();
        let automaton = |name| Automaton::new(&grammar, name).unwrap();
        let texts = ["0506070", "11809080", "0506170"];
        let cause = Cause {
            witness: b"203040".to_vec(),
            span: 0..6,
            offset: 0,
            direction: Direction::WronglyAccepted,
            deviation: octets("2"),
            examples: texts.map(|it| it.as_bytes().to_vec()).to_vec(),
            learnt: Some(Box::new(Learnt {
                expected: automaton("digits"),
                observed: automaton("parser"),
                literal: None,
                elsewhere: None,
                is_of_shortest: false,
            })),
            ..findings().causes.remove(0)
        };
        sentence(&cause)
    };
    assert_eq!(
        sentence_of("\"2\""),
        "digits: accepts `2`, and any of `2` `5` after `0`, and `8` after `11`"
    );
    let signs = [
        "!", "$", "&", "(", "+", "-", "/", ";", "=", "@", "^", "_", "|", "~",
    ];
    let many = signs.map(|sign| format!("\"{sign}\"")).join(" | ");
    assert_eq!(
        sentence_of(&format!("\"2\" | {many}")),
        "digits: accepts `2`, and deviates in 2 more ways"
    );
}

//! Regular expressions, decided by `regex-automata`, and run by `regex`, Python and Perl.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::util::{primitives::StateID, start, syntax};
use regex_automata::{Anchored, MatchKind};
use rfcbnf::automaton::{Automata, Automaton, DfaState};
use rfcbnf::export::{ExportError, regex};
use rfcbnf::syntax::Grammar;

use super::support::{all, awkward, ignore_case, texts};
use crate::grammars::rfc1738;

/// Walks through both automata side by side. They agree if no text leads to different verdicts.
fn assert_equal(name: &str, expression: &str, automaton: &Automaton) {
    let config = dense::Config::new()
        .match_kind(MatchKind::All)
        .start_kind(StartKind::Anchored);
    let syntax = syntax::Config::new().unicode(false).utf8(false);
    let dense = dense::Builder::new()
        .configure(config)
        .syntax(syntax)
        .build(expression)
        .unwrap_or_else(|error| panic!("{name}: {error}\n{expression}"));
    let start = start::Config::new().anchored(Anchored::Yes);
    let start = dense.start_state(&start).expect("it has a start");
    let mut waiting = vec![(start, Some(automaton.start()), String::new())];
    let mut seen: std::collections::HashSet<(StateID, Option<DfaState>)> = waiting
        .iter()
        .map(|(one, other, _)| (*one, *other))
        .collect();
    while let Some((one, other, text)) = waiting.pop() {
        let is_word = other.is_some_and(|state| automaton.is_accepting(state));
        let is_matched = dense.is_match_state(dense.next_eoi_state(one));
        assert_eq!(is_matched, is_word, "{name} {text:?}");
        for octet in 0..=u8::MAX {
            let character = char::from(octet);
            let next = (
                dense.next_state(one, octet),
                other.and_then(|state| automaton.step(state, octet)),
            );
            if seen.insert(next) {
                waiting.push((next.0, next.1, format!("{text}{character}")));
            }
        }
    }
}

/// Returns each production with its expression and its automaton.
fn for_each(grammar: &Grammar, mut check: impl FnMut(&str, &str, &Automaton)) {
    let automata = Automata::new(grammar).expect("the automata are small");
    for production in &grammar.productions {
        let expression = regex(grammar, &production.name).expect("the grammar can be exported");
        let automaton = automata
            .production(&production.name)
            .expect("the production exists");
        check(&production.name, &expression, automaton);
    }
}

#[test]
fn every_expression_matches_what_the_production_derives_and_nothing_else() {
    for grammar in all() {
        for_each(&grammar, assert_equal);
    }
}

#[test]
fn the_regex_crate_agrees_on_texts_all_over_the_automaton() {
    for grammar in all() {
        for_each(&grammar, |name, expression, automaton| {
            let compiled = regex::Regex::new(expression).expect("it compiles");
            for (text, is_word) in texts(automaton) {
                assert_eq!(compiled.is_match(&text), is_word, "{name} {text:?}");
            }
        });
    }
}

/// Returns a line for each text: the expression, the text in hexadecimal digits, and the verdict.
fn agreed_lines() -> String {
    let mut lines = String::new();
    for grammar in all() {
        for_each(&grammar, |_, expression, automaton| {
            for (text, is_word) in texts(automaton).into_iter().step_by(4) {
                lines += expression;
                lines.push('\t');
                for octet in text.bytes() {
                    let _ = write!(lines, "{octet:02x}");
                }
                lines += if is_word { "\t1\n" } else { "\t0\n" };
            }
        });
    }
    lines
}

/// Runs a program that prints the number of lines on which it disagrees. Does nothing if the
/// program is not installed.
fn disagreements(program: &str, arguments: &[&str]) -> Option<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().expect("it is piped");
    input
        .write_all(agreed_lines().as_bytes())
        .expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[test]
fn python_agrees_if_it_is_installed() {
    let script = "\
import re, sys, warnings
warnings.simplefilter('error')
wrong = 0
for line in sys.stdin:
    regex, text, answer = line.rstrip('\\n').split('\\t')
    text = bytes.fromhex(text).decode()
    wrong += (re.fullmatch(regex, text) is not None) != (answer == '1')
print(wrong)";
    if let Some(answer) = disagreements("python3", &["-c", script]) {
        assert_eq!(answer, "0");
    }
}

#[test]
fn perl_agrees_if_it_is_installed() {
    let script = "\
use strict; use warnings FATAL => 'all';
my $wrong = 0;
while (<STDIN>) {
    chomp;
    my ($regex, $text, $answer) = split /\\t/, $_, -1;
    $text = pack 'H*', $text;
    $regex =~ s/\\$\\z/\\\\z/;
    $wrong++ if ($text =~ m/$regex/ ? 1 : 0) != $answer;
}
print \"$wrong\\n\";";
    if let Some(answer) = disagreements("perl", &["-e", script]) {
        assert_eq!(answer, "0");
    }
}

#[test]
fn exclusions_are_computed_and_stay_short() {
    let grammar = rfc1738();
    let length = |name| {
        regex(&grammar, name)
            .expect("the grammar can be exported")
            .len()
    };
    // Several thousand octets; the exclusion of the ten schemes takes a third of them.
    assert!(length("otherurl") < 2_500, "{}", length("otherurl"));
    assert!(length("url") < 7_000, "{}", length("url"));
    assert_eq!(regex(&grammar, "ftptype").as_deref(), Ok("^[ADIadi]$"),);
}

#[test]
fn an_expression_can_stand_between_slashes_and_in_raw_literals() {
    for_each(&awkward(), |name, expression, _| {
        let bare = expression.replace("\\/", "").replace("\\@", "");
        let bare = bare.strip_suffix('$').expect("it ends").replace("\\$", "");
        assert!(
            !bare.contains(['/', '@', '$', '\'', '"', ' ']),
            "{name} {expression}"
        );
    });
}

#[test]
fn exclusions_hold_if_a_reading_ignores_case() {
    let mut grammar = rfcbnf::read("all = \"x\" some\nsome = 1*[ \"a\" | \"b\" | \"-\" ]\n")
        .expect("the grammar has no errors");
    grammar.productions[1].excluded = vec!["ab".to_owned(), "b-".to_owned()];
    ignore_case(&mut grammar, "all");
    for_each(&grammar, assert_equal);
    let all = regex::Regex::new(&regex(&grammar, "all").expect("the grammar can be exported"));
    let all = all.expect("it compiles");
    assert!(all.is_match("xaAB-") && all.is_match("xBB-"));
    assert!(!all.is_match("xaB-") && !all.is_match("XaA") && !all.is_match("xB-"));
}

#[test]
fn productions_that_double_repeatedly_are_an_error_and_do_not_exhaust_the_memory() {
    let rules = (1..64).map(|number| {
        let before = number - 1;
        format!("r{number} = r{before} \"-\" r{before}\n")
    });
    let bnf: Vec<String> = rules.chain(["r0 = \"x\" [ \"y\" ]\n".to_owned()]).collect();
    let grammar = rfcbnf::read(&bnf.concat()).expect("the grammar has no errors");
    let error = regex(&grammar, "r63").expect_err("it is too long");
    assert!(matches!(&error, ExportError::TooLong { .. }), "{error:?}");
    assert!(error.to_string().ends_with(
        " is too long to be written in that notation: written out, its counts and what it uses \
         come to megabytes; divide it"
    ));
}

#[test]
fn long_literals_sequences_and_alternations_are_written_as_they_are() {
    let letters = "x".repeat(500_000);
    let bnf = format!(
        "literal = \"{letters}\"\nsequence = {}\nalternation = {}\n",
        "\"x\" ".repeat(20_000),
        (0..20_000)
            .map(|number| format!("\"{number:05}\""))
            .collect::<Vec<_>>()
            .join(" | ")
    );
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    let literal = regex(&grammar, "literal").expect("the grammar can be exported");
    assert_eq!(literal, format!("^{letters}$"));
    let sequence = regex(&grammar, "sequence").expect("the grammar can be exported");
    assert_eq!(sequence.len(), 20_002);
    let alternation = regex(&grammar, "alternation").expect("the grammar can be exported");
    assert!(alternation.ends_with("|19998|19999)$"), "{alternation}");
}

#[test]
fn a_production_that_derives_nothing_matches_nothing() {
    let mut grammar = rfcbnf::read("none = \"ab\" | \"ac\"\nall = [ none ]\n")
        .expect("the grammar has no errors");
    grammar.productions[0].excluded = vec!["a".to_owned()];
    assert_eq!(regex(&grammar, "none").as_deref(), Ok(r"^[^\s\S]$"));
    assert_eq!(regex(&grammar, "all").as_deref(), Ok("^$"));
    for_each(&grammar, assert_equal);
}

#[test]
fn an_unknown_name_is_an_error() {
    let error = regex(&rfc1738(), "hostprot").expect_err("there is no such production");
    assert_eq!(error.to_string(), "there is no production \"hostprot\"");
}

#[test]
fn ranges_of_octets_and_of_characters_are_matched_octet_by_octet() {
    for source in [
        "a = 1*( %x80-FF / %x00-1F )\n",
        "a = *( b / %x41-5A ) %xFF\nb = %x61.FF / \"x\"\n",
        "a = *( %x7E-3FF ) [ %xFFF0-1000F ]\n",
    ] {
        for_each(&crate::grammars::read(source), assert_equal);
    }
}

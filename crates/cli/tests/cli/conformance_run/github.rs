//! `conformance run --report github`.

use super::restarts::CRASHES;
use super::{EMPTY, run, run_and_search};
use crate::command::{file, stdout};

/// A grammar with two faults to make, at lines 2 to 3 and 4.
const SIGNS: &str = "signed = [ sign ] 1*digit\nsign = \"+\"\n | \"-\"\ndigit = \"0\" | \"1\"\n";

/// A parser for it that accepts `<` as a sign, and not the digit 1.
const WRONG: &str = "LC_ALL=C sed -u -E -e 's/^[-+<]?0+$/accept/' -e t -e 's/.*/reject/'";

#[test]
fn each_cause_is_an_error_at_its_production() {
    file("annotated.bnf", SIGNS);
    let shown = stdout(&run_and_search(
        "--grammar annotated.bnf --report github",
        WRONG,
        1,
    ));
    let lines: Vec<&str> = shown.lines().collect();
    let [first, second] = lines.as_slice() else {
        panic!("{shown}");
    };
    assert!(
        first.starts_with(
            "::error file=annotated.bnf,line=4,endLine=4,title=sh%3A signed/rejects/1::digit: rejects `1`; "
        ) && first.ends_with(" texts, the shortest is \"1\""),
        "{shown}"
    );
    assert!(
        second.starts_with(
            "::error file=annotated.bnf,line=2,endLine=3,title=sh%3A sign/accepts/%253c::sign: accepts `<`; "
        ),
        "{shown}"
    );
}

#[test]
fn accepted_causes_and_vanished_causes_are_notices() {
    file(
        "annotated.toml",
        "[[cause]]\nid = \"digits\"\nreason = \"50%\\r\\nmore\"\n\
         [[cause]]\nid = \"gone\"\nreason = \"it was there\"\n",
    );
    assert_eq!(
        stdout(&run_and_search(
            "--rule port --report github --baseline annotated.toml",
            EMPTY,
            0
        )),
        "::notice title=sh%3A port/accepts-empty::digits: accepts the empty text; 1 text: \"\"; \
         the baseline accepts it: 50%25\\r\\nmore\n\
         ::notice title=sh%3A gone::no longer found; remove it from the baseline\n"
    );
}

#[test]
fn properties_are_escaped() {
    file("annotated,1%.bnf", "sign = \"+\"\n");
    let script = "LC_ALL=C sed -u -E -e 's/^[+%]$/accept/' -e t -e 's/.*/reject/'";
    assert_eq!(
        stdout(&run_and_search(
            "--grammar annotated,1%.bnf --report github",
            script,
            1
        )),
        "::error file=annotated%2C1%25.bnf,line=1,endLine=1,title=sh%3A sign/accepts/%2525::sign: accepts `%25`; \
         1 text: \"%25\"\n"
    );
}

#[test]
fn a_core_rule_of_abnf_has_no_line() {
    file("annotated.abnf", "number = 1*BIT\n");
    let script = "LC_ALL=C sed -u -E -e 's/^[012]+$/accept/' -e t -e 's/.*/reject/'";
    let shown = stdout(&run_and_search(
        "--grammar annotated.abnf --report github",
        script,
        1,
    ));
    assert!(
        shown.starts_with("::error title=sh%3A number/accepts/2::BIT: accepts `2`; "),
        "{shown}"
    );
}

#[test]
fn disagreements_without_causes_and_breakdowns_are_errors() {
    let arguments = "--rule port --report github";
    assert_eq!(
        stdout(&run(arguments, EMPTY, 1)),
        "::error title=sh%3A disagreements::742 texts answered: 741 as they should be, 1 wrongly accepted, \
         0 wrongly rejected, 0 rejected at another offset\n"
    );
    assert_eq!(
        stdout(&run(arguments, "exit 3", 2)),
        "::error title=sh%3A run::sh ended with exit status 3 before it answered text 1 of 742\n"
    );
}

#[test]
fn a_search_that_does_not_finish_is_a_notice() {
    let shown = stdout(&run_and_search(
        "--rule port --report github --questions 1",
        EMPTY,
        1,
    ));
    let last = shown.lines().last().expect("there are some");
    assert_eq!(
        last,
        "::notice title=sh%3A search for causes::the causes may not be complete: --questions 1 allows no \
         more questions"
    );
}

#[test]
fn a_crash_is_an_error_with_its_cause() {
    let shown = stdout(&run_and_search(
        "--rule port --restart --timeout 1 --report github",
        CRASHES[0],
        1,
    ));
    assert_eq!(
        shown,
        "::error title=sh%3A crash%2Cport/accepts/x::digits: crashes on `x`; 1 text: \"x\"\n"
    );
}

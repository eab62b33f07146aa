//! Limits of what a parser accepts.

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Learnt, Limits};

fn automaton(body: &str) -> Automaton {
    let grammar = rfcbnf::read(&format!("p = {body}\n")).unwrap();
    Automaton::new(&grammar, "p").unwrap()
}

/// Returns the limits of a parser that accepts these of all digits.
fn limits(observed: &str) -> Option<Limits> {
    let digits = "(\"0\"|\"1\"|\"2\"|\"3\"|\"4\"|\"5\"|\"6\"|\"7\"|\"8\"|\"9\")";
    let learnt = Learnt {
        expected: automaton(&format!("1*{digits}")),
        observed: automaton(&observed.replace("digit", digits)),
        literal: None,
        elsewhere: None,
    };
    learnt.limits()
}

const fn number(most: u64) -> Limits {
    Limits {
        number: Some(most),
        length: None,
    }
}

#[test]
fn every_greatest_number_is_found() {
    for most in (1..=130).chain([255, 256, 999, 1000, 1001]) {
        let numbers: Vec<String> = (0..=most).map(|number| format!("\"{number}\"")).collect();
        let observed = format!("*\"0\" ({})", numbers.join("|"));
        assert_eq!(limits(&observed), Some(number(most)), "{most}");
    }
}

#[test]
fn a_greatest_length_is_found_beside_a_greatest_number() {
    let length = |number, most| Limits {
        number,
        length: Some(most),
    };
    for most in 1..=12 {
        let observed = format!("1*{most}digit");
        assert_eq!(limits(&observed), Some(length(None, most)), "{most}");
    }
    let numbers: Vec<String> = (0..=55).map(|number| format!("\"{number}\"")).collect();
    // Up to 55, with at most one leading zero.
    let both = format!("[\"0\"] ({})", numbers.join("|"));
    assert_eq!(limits(&both), None, "009 is no longer than 055");
    let zeros: Vec<String> = (0..=55).map(|number| format!("\"{number:03}\"")).collect();
    let short: Vec<String> = (0..=55).map(|number| format!("\"{number:02}\"")).collect();
    let both = format!("digit | {} | {}", zeros.join("|"), short.join("|"));
    assert_eq!(limits(&both), Some(length(Some(55), 3)));
}

#[test]
fn what_is_no_limit_is_none() {
    for observed in [
        "1*digit",
        "2*digit",
        "*\"0\" (\"1\"|\"3\")",
        "1*(\"0\"|\"1\")",
    ] {
        assert_eq!(limits(observed), None, "{observed}");
    }
}

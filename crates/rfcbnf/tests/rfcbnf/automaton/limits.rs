//! A question beyond the limits gets an error within seconds.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use rfcbnf::automaton::{Automata, Automaton, AutomatonError, Through, shortest_through};

use super::support::grammar;

#[test]
fn an_unknown_production_is_an_error() {
    let error = Automaton::new(grammar(), "htpurl").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no production `htpurl`; did you mean `httpurl`?"
    );
    let part = Through::Production("nothing".to_owned());
    let error = shortest_through(grammar(), "url", &part).unwrap_err();
    assert_eq!(error.to_string(), "there is no production `nothing`");
    let error = shortest_through(grammar(), "\u{1b}[31m", &part).unwrap_err();
    assert_eq!(error.to_string(), "there is no production `\\u{1b}[31m`");
}

#[test]
fn an_unknown_part_is_an_error() {
    let alternative = |number| Through::Alternative {
        production: "host".to_owned(),
        number,
    };
    for (part, expected) in [
        (
            alternative(0),
            "there is no alternative 0 of production `host`",
        ),
        (
            alternative(3),
            "there is no alternative 3 of production `host`",
        ),
        (
            Through::Expression(1..5),
            "there is no expression from octet 1 to 5",
        ),
    ] {
        let error = shortest_through(grammar(), "url", &part).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn a_production_that_is_too_large_is_refused_within_seconds() {
    for bnf in [
        "a = 1000( 1000( 1000\"x\" ) )\n",
        "a = *b \"x\" 100b\nb = \"x\" | \"y\"\n",
        "a = 1000( 1000\"x\" )\n",
        "a = 1000b\nb = 1000c\nc = \"x\" | \"y\"\n",
        "a = *1000( \"x\" *1000\"y\" )\n",
        "a = 11( 1000\"x\" )\n",
    ] {
        let begin = Instant::now();
        let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
        let error = Automaton::new(&grammar, "a").unwrap_err();
        assert_eq!(
            error,
            AutomatonError::TooLarge {
                production: "a".to_owned()
            },
            "{bnf}"
        );
        assert!(begin.elapsed() < Duration::from_secs(20), "{bnf}");
    }
}

#[test]
fn the_error_states_the_limit() {
    let grammar = rfcbnf::read("a = 11( 1000\"x\" )\n").expect("the grammar has no errors");
    assert_eq!(
        Automaton::new(&grammar, "a").unwrap_err().to_string(),
        "production `a` is too large to be decided: \
         its automaton takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps"
    );
}

#[test]
fn a_production_just_within_the_limit_is_answered_within_seconds() {
    let begin = Instant::now();
    let grammar = rfcbnf::read("a = 9( 1000\"x\" )\n").expect("the grammar has no errors");
    let automaton = Automaton::new(&grammar, "a").expect("the production is small");
    assert_eq!(automaton.states().len(), 9001);
    assert!(begin.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_large_production_does_not_affect_others() {
    let bnf = "a = 1000( 1000\"x\" )\nb = \"y\"\n";
    let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    assert!(Automaton::new(&grammar, "b").is_ok());
    assert!(Automata::new(&grammar).is_err());
}

#[test]
fn a_chain_of_many_productions_is_handled() {
    let mut bnf = String::new();
    for number in 0..499 {
        let _ = writeln!(bnf, "a{number} = a{}", number + 1);
    }
    bnf.push_str("a499 = \"x\"\n");
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    let automaton = Automaton::new(&grammar, "a0").expect("the production is small");
    assert_eq!(automaton.shortest().as_deref(), Some(b"x".as_slice()));
}

#[test]
fn a_chain_of_productions_of_growing_length_is_answered() {
    let mut bnf = String::new();
    for number in 0..150 {
        let _ = writeln!(bnf, "a{number} = \"x\" | \"y\" a{}", number + 1);
    }
    bnf.push_str("a150 = \"z\"\n");
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    let automata = Automata::new(&grammar).expect("none is too large");
    for number in [0, 100, 150] {
        let automaton = automata
            .production(&format!("a{number}"))
            .expect("the production exists");
        assert_eq!(automaton.states().len(), 152 - number);
        assert!(automaton.accepts(format!("{}z", "y".repeat(150 - number)).as_bytes()));
    }
}

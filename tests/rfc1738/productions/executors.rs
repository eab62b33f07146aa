//! Whatever reads a text says of each case what `parse` says. Interpreter, recognizer and automata are asked by a test
//! of `rfcbnf`.

use std::sync::LazyLock;

use nom::error::Error;
use nom_locate::LocatedSpan;
use rfc1738::rules::parse_prefix;
use rfc1738::{Detail, Rule, SyntaxError, Text, Url, match_prefix, parse, trace};

use super::cases_of;
use crate::cases::Case;

/// The text of each case of each production, and where its error is if it is not valid.
static VERDICTS: LazyLock<Vec<(Rule, Vec<u8>, Result<(), usize>)>> = LazyLock::new(|| {
    let of = |rule: Rule| {
        cases_of(rule).into_iter().map(move |Case { text, .. }| {
            let result = parse(rule, &text).map(drop);
            (rule, text, result.map_err(|error| error.offset()))
        })
    };
    Rule::ALL.into_iter().flat_map(of).collect()
});

fn each_case(mut ask: impl FnMut(Rule, &[u8], Result<(), usize>)) {
    for (rule, text, verdict) in VERDICTS.iter() {
        eprintln!("{rule}, {}", text.escape_ascii());
        ask(*rule, text, *verdict);
    }
}

/// Runs the nom function of a production. Returns what it leaves, or where its error is.
fn remaining<I: Text>(rule: Rule, input: I) -> Result<usize, usize> {
    let length = input.input_len();
    match parse_prefix::<_, Error<I>>(rule, input) {
        Ok((rest, matched)) => {
            assert_eq!(matched.input_len() + rest.input_len(), length);
            Ok(rest.input_len())
        }
        Err(nom::Err::Error(error)) => Err(length - error.input.input_len()),
        Err(nom::Err::Failure(_) | nom::Err::Incomplete(_)) => panic!("the input is complete"),
    }
}

#[test]
fn nom_functions_say_of_each_case_what_parse_says() {
    each_case(|rule, text, expected| {
        let found = remaining(rule, text);
        assert_eq!(found == Ok(0), expected.is_ok());
        if let (Err(offset), Err(expected)) = (found, expected) {
            assert_eq!(offset, expected);
        }
        assert_eq!(
            match_prefix(rule, text).map(|(_, rest)| rest.len()),
            found.ok()
        );
        assert_eq!(remaining(rule, LocatedSpan::new(text)), found);
        if let Ok(text) = std::str::from_utf8(text) {
            assert_eq!(remaining(rule, text), found);
            assert_eq!(remaining(rule, LocatedSpan::new(text)), found);
        }
    });
}

#[test]
fn traces_say_of_each_case_what_parse_says() {
    each_case(|rule, text, expected| {
        for detail in [Detail::Rules, Detail::Characters] {
            let trace = trace(rule, text, detail);
            assert_eq!(trace.derives_all(), expected.is_ok());
            let matched = match_prefix(rule, text).map(|(matched, _)| matched.len());
            assert_eq!(trace.prefix(), matched);
        }
    });
}

/// The typed URL is made of spans, without a tree.
#[test]
fn spans_say_of_each_url_what_parse_says() {
    each_case(|rule, text, expected| {
        if rule != Rule::Url {
            return;
        }
        let url = Url::parse(text);
        assert_eq!(
            url.as_ref().map(drop).map_err(SyntaxError::offset),
            expected
        );
        let (Ok(url), Ok(tree)) = (url, parse(rule, text)) else {
            return;
        };
        let of_tree = tree.find(Rule::Host).map(|node| node.text().to_owned());
        assert_eq!(url.host().map(|host| host.to_string()), of_tree);
    });
}

//! Runs a complete conformance suite against a recognizer in the same process.
//!
//! ```text
//! cargo run --example conformance_run
//! ```
//!
//! The recognizer of http URLs below is written by hand and has a fault. The suite finds it, though
//! it is computed from the grammar alone. `rfc1738 conformance run` tests a recognizer that is a
//! separate program: see `examples/conformance`.

use std::error::Error;
use std::io::{self, Write};

use rfc1738::{Rule, parse};
use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf_engine::escape::Quoted;

/// The number of wrong verdicts to show.
const SHOWN: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}

fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (grammar, _) = load(BNF, READINGS)?;
    let automaton = Automaton::new(&grammar, "httpurl")?;
    let suite = Suite::new(&automaton, 0)?;
    writeln!(out, "A port of any digits:")?;
    test(out, &suite, |text| is_http_url(text, are_digits))?;
    writeln!(out, "\nA port of one digit or more:")?;
    test(out, &suite, |text| {
        is_http_url(text, |port| !port.is_empty() && are_digits(port))
    })
}

/// Runs the suite and shows the shortest texts with a wrong verdict.
fn test(
    out: &mut impl Write,
    suite: &Suite,
    accepts: impl Fn(&[u8]) -> bool,
) -> Result<(), Box<dyn Error>> {
    let cases = suite.cases();
    let mut wrong: Vec<_> = cases
        .filter(|case| accepts(case.text()) != case.is_word())
        .collect();
    wrong.sort_by_key(|case| case.text().len());
    for case in wrong.iter().take(SHOWN) {
        match parse(Rule::Httpurl, case.text()) {
            Ok(_) => writeln!(out, "  wrongly rejected: {}", Quoted(case.text()))?,
            Err(error) => {
                let summary = error.summary();
                writeln!(
                    out,
                    "  wrongly accepted: {}: {summary}",
                    Quoted(case.text())
                )?;
            }
        }
    }
    let (size, wrong) = (suite.size(), wrong.len());
    writeln!(out, "  {size} texts, {wrong} judged wrongly")?;
    if wrong == 0 {
        let states = suite.states();
        writeln!(
            out,
            "  If it has no more than {states} states, it is right about every text."
        )?;
    }
    Ok(())
}

/// Returns whether the text is an http URL, decided by hand.
fn is_http_url(text: &[u8], is_port: impl Fn(&str) -> bool) -> bool {
    let text = str::from_utf8(text).ok();
    let Some((scheme, rest)) = text.and_then(|text| text.split_once("://")) else {
        return false;
    };
    let (hostport, path) = rest
        .split_once('/')
        .map_or((rest, None), |(hostport, path)| (hostport, Some(path)));
    let (host, port) = hostport
        .split_once(':')
        .map_or((hostport, None), |(host, port)| (host, Some(port)));
    scheme.eq_ignore_ascii_case("http")
        && (is_host_name(host) || is_host_number(host))
        && port.is_none_or(is_port)
        && path.is_none_or(is_path)
}

fn is_host_name(host: &str) -> bool {
    let is_label = |label: &str| {
        label.starts_with(|first: char| first.is_ascii_alphanumeric())
            && label.ends_with(|last: char| last.is_ascii_alphanumeric())
            && label
                .chars()
                .all(|inner| inner.is_ascii_alphanumeric() || inner == '-')
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    host.split('.').all(is_label) && last.starts_with(|first: char| first.is_ascii_alphabetic())
}

fn is_host_number(host: &str) -> bool {
    let is_number = |number: &str| !number.is_empty() && are_digits(number);
    host.split('.').count() == 4 && host.split('.').all(is_number)
}

fn is_path(path: &str) -> bool {
    match path.split_once('?') {
        Some((path, search)) => are_characters(path, "/") && are_characters(search, ""),
        None => are_characters(path, "/"),
    }
}

/// Returns whether the text consists of literal characters and escapes.
fn are_characters(text: &str, more: &str) -> bool {
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        let is_plain = character.is_ascii_alphanumeric()
            || "$-_.+!*'(),;:@&=".contains(character)
            || more.contains(character);
        let mut is_hex = || rest.next().is_some_and(|digit| digit.is_ascii_hexdigit());
        if !(is_plain || character == '%' && is_hex() && is_hex()) {
            return false;
        }
    }
    true
}

fn are_digits(text: &str) -> bool {
    text.chars().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn the_fault_is_found_and_without_it_there_is_none() {
        let mut out = Vec::new();
        run(&mut out).expect("the suite is small enough");
        assert_eq!(
            String::from_utf8(out).expect("UTF-8"),
            r#"A port of any digits:
  wrongly accepted: "http://a:": expected digit, found the end of the text at offset 9
  wrongly accepted: "http://a:/": expected digit, found "/" at offset 9
  wrongly accepted: "http://a:/0": expected digit, found "/" at offset 9
  32988 texts, 13 judged wrongly

A port of one digit or more:
  32988 texts, 0 judged wrongly
  If it has no more than 29 states, it is right about every text.
"#
        );
    }
}

//! The cases of every production: texts, what is expected of them, and their whole trees and errors.
//!
//! `tests/corpus/NAME.txt` is written by hand from the RFC. The test of `parse` asserts what it says, then the
//! invariants of trees and errors, and compares the whole results with `snapshots/NAME.snap`. Whatever else reads texts is compared
//! with them here; interpreter, recognizer and automata are asked by a test of `rfcbnf`. Among the cases of `url` is every URL that
//! RFC 1738 prints as `<URL:…>`, with its section, without the white space that breaks it.

mod check;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, panic, thread};

use nom::error::Error;
use nom_locate::LocatedSpan;
use rfc1738::rules::parse_prefix;
use rfc1738::{Detail, Rule, SyntaxError, Text, Url, match_prefix, parse, trace};

use crate::cases::{self, Case};

/// Returns the cases of a production.
pub(crate) fn cases_of(rule: Rule) -> Vec<Case> {
    cases::read(&folder("corpus").join(format!("{rule}.txt")))
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn every_production_keeps_to_its_cases_and_its_snapshot() {
    // Each production is looked at, so that one run shows all that change.
    let fails = |rule: &Rule| panic::catch_unwind(|| keeps_to_its_cases(*rule)).is_err();
    let (one, other) = Rule::ALL.split_at(Rule::ALL.len() / 2);
    let failed = thread::scope(|scope| {
        let threads = [one, other].map(|rules| {
            scope.spawn(move || rules.iter().copied().filter(fails).collect::<Vec<_>>())
        });
        threads.map(|thread| thread.join().expect("panics are caught"))
    });
    assert_eq!(failed.concat(), []);
}

fn keeps_to_its_cases(rule: Rule) {
    eprintln!("{rule}");
    let results = cases::with_results(&cases_of(rule), |case| check::check(rule, case));
    assert_is_snapshot(rule.name(), &results);
}

/// Compares whole results with `snapshots/NAME.snap`.
pub(crate) fn assert_is_snapshot(name: &str, results: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("../../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, results));
}

#[test]
fn every_production_has_two_accepted_and_two_rejected_cases() {
    for rule in Rule::ALL {
        let cases = cases_of(rule);
        let is_rejected = |case: &&Case| case.expected.starts_with("error ");
        let rejected = cases.iter().filter(is_rejected).count();
        let accepted = cases.len() - rejected;
        assert!(accepted >= 2, "{rule} has {accepted} accepted cases");
        assert!(rejected >= 2, "{rule} has {rejected} rejected cases");
        let titles: BTreeSet<&str> = cases.iter().map(|case| case.title.as_str()).collect();
        assert_eq!(
            titles.len(),
            cases.len(),
            "two cases of {rule} have one title"
        );
    }
}

#[test]
fn each_file_of_cases_or_results_belongs_to_a_production() {
    for (folder_name, extension, others) in [
        ("corpus", "txt", &["README.md"][..]),
        ("../snapshots", "snap", &["advice.snap", "notes.snap"]),
    ] {
        let entries = fs::read_dir(folder(folder_name)).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("it can be listed").file_name());
        let found: BTreeSet<String> = names
            .map(|name| name.into_string().expect("UTF-8"))
            .collect();
        let files = Rule::ALL.map(|rule| format!("{rule}.{extension}"));
        let others = others.iter().map(|name| (*name).to_owned());
        let expected: BTreeSet<String> = files.into_iter().chain(others).collect();
        assert_eq!(found, expected);
    }
}

/// The production and the text of a case, and where its error is if it is not valid.
type Verdict = (Rule, Vec<u8>, Result<(), usize>);

/// The verdicts of all cases.
static VERDICTS: LazyLock<Vec<Verdict>> = LazyLock::new(|| {
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

/// Returns the cases, in the order of the RFC. Each title begins with the section, or the number of the reference.
fn printed() -> Vec<Case> {
    let is_printed = |case: &Case| {
        ["Section ", "Appendix: ", "Reference "]
            .iter()
            .any(|place| case.title.starts_with(place))
    };
    cases_of(Rule::Url).into_iter().filter(is_printed).collect()
}

fn is_accepted(case: &Case) -> bool {
    !case.expected.starts_with("error ")
}

#[test]
fn only_a_fragment_makes_a_url_of_the_rfc_invalid() {
    let rejected = printed().into_iter().filter(|case| !is_accepted(case));
    let titles: Vec<String> = rejected.map(|case| case.title).collect();
    // It is not part of a URL: "#" must always be encoded.
    assert_eq!(titles, ["Appendix: fragment"]);
}

#[test]
fn every_url_that_the_rfc_prints_has_its_scheme() {
    for case in printed().iter().filter(|case| is_accepted(case)) {
        let text = std::str::from_utf8(&case.text).unwrap();
        let tree = rfc1738::parse(Rule::Url, text).unwrap();
        let below = tree.root().children().next().unwrap().rule().name();
        let scheme = text.split(':').next().unwrap();
        assert_eq!(below, format!("{scheme}url"), "{}: {text}", case.title);
    }
}

/// The RFC calls file URLs of limited use between hosts, and prints one.
#[test]
fn there_is_advice_on_one_url_that_the_rfc_prints() {
    let printed = printed();
    let accepted = printed.iter().filter(|case| is_accepted(case));
    let advice = accepted.flat_map(|case| {
        let url = rfc1738::Url::parse(&case.text).unwrap();
        rfc1738::advise(&url)
            .map(|finding| (case.title.as_str(), finding.id().as_str(), finding.span()))
    });
    assert_eq!(
        advice.collect::<Vec<_>>(),
        [("Section 3.10: VMS file", "remote-file", 7..19)]
    );
}

/// The RFC is not part of the project: the test runs if it lies beside the checkout.
#[test]
fn the_cases_miss_no_url_that_the_rfc_prints() {
    let rfc = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/rfc1738.txt");
    let Ok(rfc) = std::fs::read_to_string(&rfc) else {
        eprintln!(
            "{} is not there: the cases are not compared with it",
            rfc.display()
        );
        return;
    };
    let urls = rfc.split("<URL:").skip(1).map(|after| {
        let (url, _) = after.split_once('>').expect("the wrapper is closed");
        url.split_whitespace().collect::<String>()
    });
    let cases = printed();
    let table = cases
        .iter()
        .map(|case| String::from_utf8_lossy(&case.text).into_owned());
    assert_eq!(urls.collect::<Vec<_>>(), table.collect::<Vec<_>>());
}

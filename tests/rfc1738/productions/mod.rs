//! The cases of every production: texts, what is expected of them, and their whole trees and errors.
//!
//! `tests/corpus/NAME.txt` is written by hand from the RFC. The test of `parse` asserts what it says, then the
//! invariants of trees and errors, and compares the whole results with `snapshots/NAME.snap`. `executors` compares
//! whatever else reads texts with them.

mod check;
mod executors;
mod rfc_urls;
mod structure;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, panic, thread};

use rfc1738::Rule;

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
        ("../snapshots", "snap", &["advice.snap"]),
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

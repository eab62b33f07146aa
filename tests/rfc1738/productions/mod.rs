//! Examples for every production: valid texts with their trees, rejected texts with diagnostics.
//!
//! The tables are written by hand from the RFC, one file for each heading of its Section 5. The test
//! first asserts what a table states, then compares the whole tree or diagnostic with its snapshot,
//! `snapshots/<rule>__<case>.snap`.

mod case;
mod check;
mod file;
mod ftp;
mod generic;
mod gopher;
mod host;
mod http;
mod ip;
mod mailto;
mod misc;
mod news;
mod nntp;
mod prospero;
mod rfc_urls;
mod snapshot;
mod structure;
mod telnet;
mod wais;

use std::collections::BTreeSet;

use case::{Case, Outcome, Production};
use rfc1738::Rule;

const HEADINGS: [&[Production]; 14] = [
    generic::PRODUCTIONS,
    ip::PRODUCTIONS,
    host::PRODUCTIONS,
    ftp::PRODUCTIONS,
    file::PRODUCTIONS,
    http::PRODUCTIONS,
    gopher::PRODUCTIONS,
    mailto::PRODUCTIONS,
    news::PRODUCTIONS,
    nntp::PRODUCTIONS,
    telnet::PRODUCTIONS,
    wais::PRODUCTIONS,
    prospero::PRODUCTIONS,
    misc::PRODUCTIONS,
];

fn all_cases() -> impl Iterator<Item = (Rule, &'static Case)> {
    let tables = HEADINGS.into_iter().flatten();
    let tables = tables.flat_map(|table| table.cases.iter().map(|case| (table.rule, case)));
    tables.chain(rfc_urls::cases())
}

fn check(productions: &'static [Production]) {
    for production in productions {
        for case in production.cases {
            check::check(production.rule, case);
        }
    }
}

#[test]
fn the_generic_productions_keep_to_their_table() {
    check(generic::PRODUCTIONS);
}

#[test]
fn the_ip_productions_keep_to_their_table() {
    check(ip::PRODUCTIONS);
}

#[test]
fn the_host_productions_keep_to_their_table() {
    check(host::PRODUCTIONS);
}

#[test]
fn the_ftp_productions_keep_to_their_table() {
    check(ftp::PRODUCTIONS);
}

#[test]
fn the_file_production_keeps_to_its_table() {
    check(file::PRODUCTIONS);
}

#[test]
fn the_http_productions_keep_to_their_table() {
    check(http::PRODUCTIONS);
}

#[test]
fn the_gopher_productions_keep_to_their_table() {
    check(gopher::PRODUCTIONS);
}

#[test]
fn the_mailto_productions_keep_to_their_table() {
    check(mailto::PRODUCTIONS);
}

#[test]
fn the_news_productions_keep_to_their_table() {
    check(news::PRODUCTIONS);
}

#[test]
fn the_nntp_production_keeps_to_its_table() {
    check(nntp::PRODUCTIONS);
}

#[test]
fn the_telnet_production_keeps_to_its_table() {
    check(telnet::PRODUCTIONS);
}

#[test]
fn the_wais_productions_keep_to_their_table() {
    check(wais::PRODUCTIONS);
}

#[test]
fn the_prospero_productions_keep_to_their_table() {
    check(prospero::PRODUCTIONS);
}

#[test]
fn the_miscellaneous_productions_keep_to_their_table() {
    check(misc::PRODUCTIONS);
}

#[test]
fn every_production_has_two_accepted_and_two_rejected_cases() {
    for rule in Rule::ALL {
        let tables = HEADINGS
            .into_iter()
            .flatten()
            .filter(|table| table.rule == rule);
        let cases: Vec<&Case> = tables.flat_map(|table| table.cases).collect();
        let accepted = cases
            .iter()
            .filter(|case| matches!(case.outcome, Outcome::Accepted(_)));
        let accepted = accepted.count();
        let rejected = cases.len() - accepted;
        assert!(accepted >= 2, "{rule} has {accepted} accepted cases");
        assert!(rejected >= 2, "{rule} has {rejected} rejected cases");
    }
}

#[test]
fn no_two_cases_share_a_name_or_text() {
    let mut names = BTreeSet::new();
    let mut texts = BTreeSet::new();
    for (rule, case) in all_cases() {
        assert!(
            names.insert((rule, case.name)),
            "{rule} has two cases {}",
            case.name
        );
        let text = String::from_utf8_lossy(case.text);
        assert!(
            texts.insert((rule, case.text)),
            "{rule} has two cases of {text:?}"
        );
    }
}

#[test]
fn case_names_are_fit_for_file_names_everywhere() {
    for (rule, case) in all_cases() {
        let plain =
            |octet: u8| octet.is_ascii_lowercase() || octet.is_ascii_digit() || octet == b'_';
        assert!(
            case.name.bytes().all(plain),
            "{rule} has a case {:?}",
            case.name
        );
    }
}

#[test]
fn the_folder_holds_exactly_a_snapshot_of_each_case() {
    let wanted = all_cases()
        .map(|(rule, case)| snapshot::file_name(rule, case))
        .collect();
    let found = snapshot::files_in_folder();
    let missing: Vec<&String> = BTreeSet::difference(&wanted, &found).collect();
    let surplus: Vec<&String> = found.difference(&wanted).collect();
    assert!(missing.is_empty(), "cases without a snapshot: {missing:#?}");
    assert!(
        surplus.is_empty(),
        "files that no case produces: {surplus:#?}"
    );
}

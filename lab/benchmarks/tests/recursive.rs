//! The corpora for grammars that recurse, and the grammars for pest.

use std::collections::BTreeSet;

use pest::Parser;
use rfc1738_benchmarks::recursive::addresses::{self, Form};
use rfc1738_benchmarks::recursive::json::Layout;
use rfc1738_benchmarks::recursive::measurement::{Amount, comparisons, growth};
use rfc1738_benchmarks::recursive::measurement::{SHORT, Shape};
use rfc1738_benchmarks::recursive::pest_addresses::{Addresses, Rule as AddressRule};
use rfc1738_benchmarks::recursive::pest_json::{Json, Rule as JsonRule};
use rfc1738_benchmarks::recursive::{ADDRESSES, JSON, json};

/// The obsolete forms that ordered choice loses.
const LOST: [Form; 3] = [Form::DotInName, Form::BlanksAroundDots, Form::FoldedTwice];

#[test]
fn the_grammars_for_pest_are_the_exports() {
    let committed = [
        (JSON, include_str!("../rfc8259.pest")),
        (ADDRESSES, include_str!("../rfc5322.pest")),
    ];
    for (language, committed) in committed {
        let exported = rfcbnf::export::pest(&language.grammar(), Some(language.production));
        assert_eq!(exported.unwrap(), committed, "{}", language.production);
    }
}

#[test]
fn the_recognizer_serde_pest_and_serde_json_accept_the_json() {
    let recognizer = JSON.recognizer();
    let records = [(0, 100_000), (1, SHORT), (2, SHORT)];
    let records = records.map(|(seed, length)| (length, json::text(seed, length)));
    let short = Layout::ALL.map(|layout| (10_000, json::short_values(layout, 10_000)));
    for (length, text) in records.into_iter().chain(short) {
        assert!((length..2 * length).contains(&text.len()), "{}", text.len());
        assert_eq!(recognizer.rule().verdict(text.as_bytes()), Ok(Ok(())));
        assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
        assert!(json_deserializer::from_str::<serde_json::Value>(&text).is_ok());
        assert!(Json::parse(JsonRule::text, &text).is_ok());
    }
}

#[test]
fn the_json_has_escapes_other_alphabets_numbers_and_both_styles() {
    let text = json::text(0, 100_000);
    for part in [
        "\\u00e9", "\\\"", "東京", "E-", "null", "[]", ":[", "\": ", "\n      ",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn the_layouts_of_short_values_differ_in_blanks_alone() {
    let [compact, spaced, indented] = Layout::ALL.map(|layout| json::short_values(layout, 2_000));
    let separated = |text: &str| [", ", ": ", "\n"].map(|blank| text.contains(blank));
    assert_eq!(separated(&compact), [false, false, false]);
    assert_eq!(separated(&spaced), [true, true, false]);
    assert_eq!(separated(&indented), [false, true, true]);
    let [compact, spaced, indented] =
        [compact, spaced, indented].map(|text| text.replace([' ', '\n'], ""));
    let shared = indented.len() / 2;
    assert_eq!(indented[..shared], compact[..shared]);
    assert_eq!(spaced[..shared], compact[..shared]);
}

#[test]
fn pest_loses_only_obsolete_forms_of_addresses() {
    let recognizer = ADDRESSES.recognizer();
    let mut forms = BTreeSet::new();
    for (form, text) in addresses::all(2_000) {
        let verdict = recognizer.rule().verdict(text.as_bytes());
        assert_eq!(verdict, Ok(Ok(())), "{text}");
        let accepted = Addresses::parse(AddressRule::text, &text).is_ok();
        assert_eq!(accepted, !LOST.contains(&form), "{form:?}: {text}");
        forms.insert(form);
    }
    assert_eq!(forms, Form::ALL.into());
}

#[test]
fn the_corpora_are_the_same_each_time() {
    assert_eq!(json::text(7, 5_000), json::text(7, 5_000));
    assert_ne!(json::text(7, 5_000), json::text(8, 5_000));
    assert_eq!(addresses::all(100), addresses::all(100));
}

#[test]
fn the_recognizer_accepts_the_texts_of_every_shape() {
    for shape in Shape::all(20_000, 10_000) {
        let recognizer = shape.language.recognizer();
        for text in shape.short.iter().chain([&shape.long]) {
            let verdict = recognizer.rule().verdict(text.as_bytes());
            assert_eq!(verdict, Ok(Ok(())), "{}", shape.name);
        }
        assert!(shape.long.len() >= 10_000);
    }
}

#[test]
fn every_parser_is_measured_on_the_texts_that_pest_accepts() {
    let amount = Amount {
        json: 2_000,
        addresses: 30,
        long: 2_000,
        rounds: 1,
    };
    let comparisons = comparisons(amount);
    let [json @ .., addresses] = &*comparisons else {
        panic!("there are addresses");
    };
    assert_eq!(json.len(), 4);
    for json in json {
        assert_eq!((json.texts, json.costs.len()), (1, 7), "{}", json.name);
        assert!(json.rejected.is_empty());
        assert!(json.costs.iter().all(|(_, cost)| cost.is_ok()));
    }
    assert_eq!((addresses.texts, addresses.costs.len()), (27, 6));
    let lost = LOST.map(|form| (form.name(), 1));
    assert_eq!(addresses.rejected, lost.into());
    assert_eq!(growth(amount).len(), 5);
}

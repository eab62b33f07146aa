//! Deviations that stand behind others.

use rfcbnf::causes::{Budget, find};

use super::small::{Function, findings};

/// Addresses with few digits.
const ADDRESS: &str = "address = group \":\" group\ngroup = *2digit\ndigit = \"0\" | \"1\"\n";

/// Returns the texts that the causes show, of a parser that was asked about no suite before.
fn shown(accepts: impl Fn(&[u8]) -> bool) -> Vec<String> {
    let grammar = rfcbnf::read(ADDRESS).unwrap();
    let budget = Budget {
        has_complete_suite: false,
        ..Budget::default()
    };
    let found = find(&grammar, "address", &[], &mut Function(accepts), &budget).unwrap();
    let texts = found.causes.iter();
    let texts = texts.flat_map(|cause| cause.examples.iter().chain([&cause.witness]));
    texts
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .collect()
}

/// Returns whether the text is an address, with what these functions make of its end and of a group.
fn is_address(text: &str, is_end: impl Fn(&str) -> bool, is_group: impl Fn(&str) -> bool) -> bool {
    let Some((first, rest)) = text.split_once(':') else {
        return false;
    };
    let digits = rest.len() - rest.trim_start_matches(['0', '1']).len();
    let (second, end) = rest.split_at(digits);
    is_group(first) && is_group(second) && is_end(end)
}

fn are_digits(text: &str, most: usize) -> bool {
    text.len() <= most && text.chars().all(|it| "01".contains(it))
}

#[test]
fn each_of_two_deviations_in_one_production_is_shown() {
    // As a group, or as the last one, the parser takes a zone, and three digits.
    for takes_first in [true, false] {
        let texts = shown(|text| {
            let text = String::from_utf8_lossy(text);
            let is_more = |group: &str| are_digits(group, 3) || group == "%";
            let Some((first, last)) = text.split_once(':') else {
                return false;
            };
            (are_digits(first, 2) || takes_first && is_more(first)) && is_more(last)
        });
        assert!(texts.iter().any(|text| text.contains('%')), "{texts:?}");
        let is_long = |group: &str| are_digits(group, 3) && group.len() == 3;
        let mut groups = texts.iter().flat_map(|text| text.split(':'));
        assert!(groups.any(is_long), "{takes_first} {texts:?}");
    }
}

#[test]
fn a_deviation_that_another_one_leads_to_is_learned() {
    // A zone may follow, and in it an exclamation mark.
    let found = findings(ADDRESS, |text| {
        let text = String::from_utf8_lossy(text);
        let is_end = |end: &str| {
            let zone = end.strip_prefix('%');
            end.is_empty() || zone.is_some_and(|it| it.chars().all(|it| "0!".contains(it)))
        };
        is_address(&text, is_end, |group| are_digits(group, 2))
    });
    let observed = found.causes.iter().filter_map(|cause| {
        let learnt = cause.learnt.as_ref()?;
        learnt.beyond()
    });
    let mut observed = observed.peekable();
    assert!(observed.peek().is_some());
    assert!(observed.any(|beyond| {
        [&b"%!"[..], b"0%!", b"1:%!", b":%!"]
            .iter()
            .any(|text| beyond.accepts(text))
    }));
}

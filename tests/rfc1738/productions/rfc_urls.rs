//! Every URL that RFC 1738 prints as `<URL:…>`, with its section. They are cases of `url`, without the white space that breaks
//! them.

use std::path::Path;

use rfc1738::Rule;

use super::cases_of;
use crate::cases::Case;

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

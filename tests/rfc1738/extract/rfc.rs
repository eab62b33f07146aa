//! The URLs in the text of the RFC. The text is not part of the project: the tests run if it lies
//! beside the checkout.

use std::path::Path;

use rfc1738::Rule;
use rfc1738::extract::{Kind, Match};

use super::{all, marked, texts};

fn rfc() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/rfc1738.txt");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("{} is not there: nothing is searched", path.display());
    }
    text
}

#[test]
fn every_wrapper_of_the_rfc_is_found_and_contains_a_url() {
    let Some(rfc) = rfc() else { return };
    let finds = marked(&rfc);
    let wrapped = rfc.split("<URL:").skip(1).map(|after| {
        let (content, _) = after.split_once('>').expect("the wrapper is closed");
        let url = content.split('#').next().unwrap_or_default();
        url.split_whitespace().collect::<String>()
    });
    assert_eq!(texts(&finds), wrapped.collect::<Vec<_>>());
    assert_eq!(finds.len(), 30);
    assert!(finds.iter().all(|find| find.kind() == Kind::Wrapped));
    assert!(finds.iter().all(Match::is_valid));
}

#[test]
fn one_of_them_is_not_a_url_with_its_fragment() {
    let Some(rfc) = rfc() else { return };
    let finds = marked(&rfc);
    let mut fragments = finds.iter().filter(|find| find.fragment().is_some());
    let find = fragments.next().expect("one URL has a fragment");
    assert_eq!(fragments.count(), 0);
    let whole = [find.text(), b"#", find.fragment().unwrap_or_default()].concat();
    assert!(!rfc1738::is_valid(Rule::Url, &whole));
}

#[test]
fn the_rfc_prints_no_url_outside_a_wrapper() {
    let Some(rfc) = rfc() else { return };
    assert_eq!(all(&rfc), marked(&rfc));
}

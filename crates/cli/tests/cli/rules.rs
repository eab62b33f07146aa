//! `rfc1738 rules`.

use crate::command::{exits, rfc1738, stdout};
use crate::extent::few_or_many;
use rfc1738::Rule;

#[test]
fn all_productions_are_listed_under_their_headings() {
    let list = stdout(&exits("rules", 0).stderr(""));
    assert!(list.starts_with(
        "The generic form of a URL is:\n  genericurl     = scheme \":\" schemepart\n\nSpecific"
    ));
    for rule in Rule::ALL {
        let start = format!("  {:14} = ", rule.name());
        assert_eq!(
            list.lines().filter(|line| line.starts_with(&start)).count(),
            1,
            "{rule}"
        );
    }
    assert!(list.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn every_page_fits_into_80_columns() {
    // A page takes a process.
    for rule in Rule::ALL.into_iter().step_by(few_or_many(3, 1)) {
        let page = stdout(&rfc1738(&["rules", rule.name()]).assert().code(0));
        assert!(
            page.lines().all(|line| line.chars().count() <= 80),
            "{page}"
        );
        assert!(page.contains(rule.example()), "{page}");
    }
}

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
fn a_production_has_a_page() {
    exits("rules schemepart", 0).stderr("").stdout(
        "\
schemepart     = *xchar | ip-schemepart

Section   2.1
Heading   Specific predefined schemes are defined here; new schemes may be
          registered with IANA
Readings  ip-first (section 3.1): If both alternatives derive the text, the tree
          is that of ip-schemepart.
          The double slash indicates the common Internet scheme syntax.
Uses      xchar, ip-schemepart
Used by   genericurl
First     ! $ % & ' ( ) * + , - . / 0-9 : ; = ? @ A-Z _ a-z, or nothing at all
Example   //a:b@c.d:4/f
",
    );
}

#[test]
fn remarks_and_productions_missing_from_the_tree_are_shown() {
    let page = |name| stdout(&exits(&format!("rules {name}"), 0));
    assert!(page("urlpath").contains("\nRemarks   depends on protocol see section 3.1\n"));
    assert!(
        page("national")
            .contains("\nUses      no other production\nUsed by   no other production\n")
    );
    assert!(page("hex").ends_with("\nTree      shown with --detail characters only\n"));
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

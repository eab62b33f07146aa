//! The combinators of nom, with the cursor for texts of any length, give the same trees and errors as
//! the functions for spans.

use rfc1738::Rule;
use rfcbnf_engine::{Detail, parse_in_detail, wide};

#[test]
fn combinators_and_spans_give_the_same_trees_and_errors() {
    let long = format!("http://h{}?q", "/a".repeat(1_000));
    let long_error = format!("{long} ");
    let texts = [
        "http://a.b-c.d:80/e/%41?f",
        "ftp://u:p@1.2.3.4/a;type=i",
        "gopher://h/1a%09b%09c",
        "wais://h/a/b/c",
        "prospero://h/a;b=c;d=e",
        "x-y://a:b@h:1/c",
        "http://h/a b",
        "http://h/a%4",
        "gopher://h/1a%09b%09c~",
        "wais://h/a/b/c/d/~",
        "x-y://a:b@h:1/c^",
        "",
        long.as_str(),
        long_error.as_str(),
    ];
    for detail in [Detail::Rules, Detail::Characters] {
        for text in texts {
            let by_spans = parse_in_detail(Rule::Url, text, detail);
            assert_eq!(
                by_spans,
                wide::parse_in_detail(Rule::Url, text, detail),
                "{text}"
            );
        }
    }
}

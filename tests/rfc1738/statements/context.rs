//! The Appendix: URLs in context.

use rfc1738::extract::{Kind, Options, extract_with};
use rfc1738::{Rule, extract, is_valid};

/// Returns the texts of the URLs in the document.
fn found(document: &str) -> Vec<String> {
    let found = extract(document).map(|found| found.text().to_owned());
    found
        .map(|octets| String::from_utf8(octets).expect("these are text"))
        .collect()
}

#[test]
fn brackets_separate_a_url_from_the_punctuation_around_it() {
    assert_eq!(found("(<URL:news:a>, <URL:news:b>.)"), ["news:a", "news:b"]);
    assert_eq!(found("Is it \"<URL:http://h/a.>\"?"), ["http://h/a."]);
}

#[test]
fn the_brackets_and_the_prefix_are_outside_the_url() {
    assert!(!is_valid(Rule::Url, "<URL:news:*>"));
    assert!(!is_valid(Rule::Url, "<news:*>"));
    let document = "see <URL:news:*>";
    let found = extract(document).next().unwrap();
    assert_eq!(&document[found.span()], "news:*");
}

/// Here the delimiters are those of another syntax, so there is no wrapper.
#[test]
fn a_url_needs_no_wrapper_where_a_context_delimits_it() {
    let document = "<a href=\"http://h/a\">";
    let mut found = extract_with(document, Options::default().bare(true));
    let url = found.next().unwrap();
    assert_eq!((url.text(), url.kind()), (&b"http://h/a"[..], Kind::Bare));
    assert!(found.next().is_none());
}

#[test]
fn encoded_white_space_is_kept() {
    assert_eq!(
        found("<URL:http://h/a%20 b%0A\n c-%09\n>"),
        ["http://h/a%20b%0Ac-%09"]
    );
}

#[test]
fn white_space_around_a_hyphenated_line_end_is_ignored() {
    let document = "<URL:http://h/a- \t\r\n\t b>";
    assert_eq!(found(document), ["http://h/a-b"]);
    let found = extract(document).next().unwrap();
    let others: Vec<_> = found.alternatives().collect();
    assert_eq!(others.len(), 1);
    assert_eq!(others[0].octets(), b"http://h/ab");
}

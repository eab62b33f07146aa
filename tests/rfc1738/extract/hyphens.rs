//! A hyphen at the end of a line may not belong to the URL.

use super::{marked, texts};

/// Returns the other readings of the only wrapper in the document.
fn alternatives(document: &str) -> Vec<String> {
    let finds = marked(document);
    let alternatives = finds[0].alternatives();
    let texts = alternatives.map(|text| String::from_utf8_lossy(text.octets()).into_owned());
    texts.collect()
}

#[test]
fn a_hyphen_before_a_line_end_is_kept_but_optional() {
    for white in ["\n", "\r\n", "\r", " \n", "\t\r\n   "] {
        let document = format!("<URL:http://h/a-{white}b>");
        assert_eq!(texts(&marked(&document)), ["http://h/a-b"], "{white:?}");
        assert_eq!(marked(&document)[0].hyphens(), [10]);
        assert_eq!(alternatives(&document), ["http://h/ab"], "{white:?}");
    }
}

#[test]
fn a_hyphen_elsewhere_is_not_ambiguous() {
    for content in ["a-b", "a- b", "a-\tb", "a\n-b", "a-\x0cb", "a#b-\nc"] {
        let document = format!("<URL:http://h/{content}>");
        assert!(marked(&document)[0].hyphens().is_empty());
        assert!(alternatives(&document).is_empty(), "{content:?}");
    }
}

#[test]
fn a_hyphen_before_the_end_of_a_wrapper_is_optional() {
    assert_eq!(alternatives("<URL:news:a-\n>"), ["news:a"]);
    assert_eq!(alternatives("<URL:news:a-\n#b>"), ["news:a"]);
}

#[test]
fn each_of_several_hyphens_may_be_left_out() {
    let document = "<URL:news:a-\nb-\nc>";
    assert_eq!(texts(&marked(document)), ["news:a-b-c"]);
    assert_eq!(
        alternatives(document),
        ["news:ab-c", "news:a-bc", "news:abc"]
    );
    assert_eq!(alternatives("<URL:news:a-\nb-\nc-\nd>").len(), 7);
    assert_eq!(alternatives("<URL:news:a-\nb-\nc-\nd-\ne>").len(), 15);
}

#[test]
fn any_subset_of_many_hyphens_can_be_left_out() {
    let document = format!("<URL:news:{}z>", "a-\n".repeat(100));
    assert_eq!(
        alternatives(&document),
        [format!("news:{}z", "a".repeat(100))]
    );
    let find = &marked(&document)[0];
    assert_eq!(find.hyphens().len(), 100);
    let without_first = find.without_hyphens(|index| index == 0);
    assert!(without_first.octets().starts_with(b"news:aa-a-"));
    assert_eq!(without_first.octets().len(), find.text().len() - 1);
}

#[test]
fn an_alternative_maps_its_text_to_the_document() {
    let document = "<URL:http://h-\n.com/\n~>";
    let find = &marked(document)[0];
    assert!(find.parse().is_err_and(|error| error.offset() == 9));
    let other = find.alternatives().next().unwrap();
    assert_eq!(other.octets(), b"http://h.com/~");
    let error = other.parse().unwrap_err();
    let span = other.document_span(error.span());
    assert_eq!(&document[span], "~");
}

#[test]
fn a_text_of_one_hyphen_can_be_empty() {
    assert_eq!(alternatives("<URL:-\n>"), [""]);
}

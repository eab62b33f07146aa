//! Wrappers without an end, wrappers in wrappers, and wrappers that are too long.

use rfc1738::extract::{Fault, Kind, LIMIT, Match};

use super::{all, marked, texts};

/// Returns the text and the fault of each find.
fn faults(document: &str) -> Vec<(String, Option<Fault>)> {
    let finds = marked(document);
    let faults: Vec<_> = finds.iter().map(Match::fault).collect();
    texts(&finds).into_iter().zip(faults).collect()
}

fn unclosed(text: &str) -> (String, Option<Fault>) {
    (text.to_owned(), Some(Fault::Unclosed))
}

fn whole(text: &str) -> (String, Option<Fault>) {
    (text.to_owned(), None)
}

#[test]
fn an_open_wrapper_is_found_with_its_first_word() {
    for document in [
        "<URL:http://h/",
        "<URL:http://h/ and more",
        "<URL:\n http://h/\nand more\n",
        "<URL:http://h/). Then",
    ] {
        assert_eq!(faults(document), [unclosed("http://h/")], "{document:?}");
        assert!(!marked(document)[0].is_valid());
        assert!(marked(document)[0].parse().is_ok());
        assert_eq!(marked(document)[0].kind(), Kind::Wrapped);
    }
    for document in ["<URL:", "<URL: \n", "<URL:<", "<URL:\"a\""] {
        assert_eq!(faults(document), [unclosed("")], "{document:?}");
    }
}

#[test]
fn a_wrapper_in_a_wrapper_is_found_whole() {
    assert_eq!(
        faults("<URL:news:a <URL:news:b> c>"),
        [unclosed("news:a"), whole("news:b")]
    );
    assert_eq!(
        faults("<URL:<URL:<URL:news:a>>>"),
        [unclosed(""), unclosed(""), whole("news:a")]
    );
}

#[test]
fn a_bracket_ends_a_wrapper_whatever_it_opens() {
    assert_eq!(faults("<URL:news:<a@b>>"), [unclosed("news")]);
    assert_eq!(
        faults("<URL:news:a\n<b> <URL:news:c>"),
        [unclosed("news:a"), whole("news:c")]
    );
}

#[test]
fn a_blank_line_always_ends_a_wrapper() {
    for blank in ["\n\n", "\r\n\r\n", "\r\r", "\n \t\n", "\n\n\n \n"] {
        for after in [".b>", ">", "and then > it"] {
            let document = format!("<URL:news:a{blank}{after} URL:news:b");
            assert_eq!(
                faults(&document),
                [unclosed("news:a"), whole("news:b")],
                "{document:?}"
            );
        }
        let document = format!("<URL:{blank}news:a>");
        assert_eq!(faults(&document), [unclosed("")], "{document:?}");
    }
    for line_end in ["\n", "\r\n", "\r"] {
        let document = format!("<URL:news:a and~{line_end}then>");
        assert_eq!(faults(&document), [whole("news:aand~then")]);
    }
}

#[test]
fn an_open_wrapper_ends_before_the_next_paragraph() {
    assert_eq!(
        faults("<URL:http://a/\n\nThe next paragraph, 2 > 1.\n"),
        [unclosed("http://a/")]
    );
}

#[test]
fn a_url_after_an_open_wrapper_is_found() {
    let document = "<URL:http://h/ see URL:news:a and http://i/";
    assert_eq!(faults(document), [unclosed("http://h/"), whole("news:a")]);
    assert_eq!(texts(&all(document)), ["http://h/", "news:a", "http://i/"]);
}

#[test]
fn a_url_of_the_greatest_length_is_whole() {
    let longest = format!("news:{}", "a".repeat(LIMIT - 5));
    for document in [
        format!("<URL:{longest}>"),
        format!("URL:{longest}"),
        format!("URL:{longest} a"),
    ] {
        let finds = marked(&document);
        assert_eq!(finds.len(), 1);
        assert!(finds[0].is_valid());
        assert_eq!(finds[0].raw(), longest.as_bytes());
    }
}

#[test]
fn a_url_that_is_too_long_hides_nothing_after_it() {
    let longer = format!("news:{}", "a".repeat(LIMIT - 4));
    for document in [
        format!("<URL:{longer}> <URL:news:b>"),
        format!("URL:{longer} URL:news:b"),
        format!("URL:{longer}<URL:news:b>"),
    ] {
        let finds = marked(&document);
        assert_eq!(finds.len(), 2);
        assert_eq!(finds[0].fault(), Some(Fault::TooLong));
        assert_eq!(finds[0].raw().len(), LIMIT);
        assert!(!finds[0].is_valid());
        assert_eq!(texts(&finds[1..]), ["news:b"]);
    }
}

#[test]
fn the_first_word_of_an_overlong_wrapper_is_found() {
    let document = format!("<URL:news:a {}> URL:news:c", "b ".repeat(LIMIT));
    assert_eq!(
        faults(&document),
        [("news:a".to_owned(), Some(Fault::TooLong)), whole("news:c")]
    );
}

#[test]
fn kinds_and_faults_are_displayed_by_their_names_in_columns() {
    for (kind, name) in [
        (Kind::Wrapped, "wrapped"),
        (Kind::Prefixed, "prefixed"),
        (Kind::Bare, "bare"),
    ] {
        assert_eq!(kind.as_str(), name);
        assert_eq!(format!("{kind:>9}"), format!("{name:>9}"));
    }
    for (fault, name) in [(Fault::Unclosed, "unclosed"), (Fault::TooLong, "too-long")] {
        assert_eq!(fault.as_str(), name);
        assert_eq!(format!("{fault:>9}"), format!("{name:>9}"));
    }
}

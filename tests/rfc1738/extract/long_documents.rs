//! Long documents: time is linear in the length, memory is bounded by one find.
//!
//! The tests measure no time. Quadratic work would take minutes to hours at these lengths.

use rfc1738::extract::{CONTEXT, Extractor, LIMIT, Match, Options};

use super::{all, marked};
use crate::extent::few_or_many;

/// Units that tempt a search to start again, each with the number of finds in a megabyte.
const TEMPTING: [(&str, usize); 44] = [
    ("<URL:", 209_716),
    ("<URL: ", 174_763),
    ("URL:", 1),
    ("URL: ", 0),
    ("<URL:a\n\n", 131_072),
    ("<URL:news:a>", 87_381),
    ("<", 0),
    (":", 0),
    ("a", 0),
    ("news:", 1),
    ("news: ", 0),
    ("news:,", 1),
    ("http://", 1),
    ("http://) ", 0),
    ("x://a(", 1),
    ("x://\u{201d}", 1),
    ("a-\n", 0),
    ("> <URL:a\n", 116_508),
    ("> <URL:a\n> ", 95_325),
    ("# <URL:a\n# ", 95_325),
    ("<URL:a\n\x0c", 131_072),
    ("<URL:a\n\n \n", 104_857),
    ("&lt;URL:", 131_072),
    ("&lt;URL:<a ", 95_325),
    ("&lt;URL:a<b>&amp;", 61_680),
    ("&lt;URL: <URL:", 74_899),
    ("http://a/\u{e9}", 95_325),
    (",http://a/", 104_857),
    ("(http://a/", 1),
    ("http://a/&amp;'", 1),
    ("<http://a\n", 104_857),
    ("&lt;http://a ", 80_659),
    ("<http://a\n\n", 95_325),
    ("<http://a &lt;URL:b ", 104_857),
    ("mailto:a ", 0),
    ("mailto:a", 0),
    ("news:x:", 0),
    ("url:a.", 0),
    ("a<URL:b", 0),
    ("<Url::a", 0),
    ("http://www.<a", 0),
    ("http://a\\e\n", 0),
    ("http://a{", 1),
    ("http://a?[b", 1),
];

#[test]
fn tempting_documents_are_searched_in_linear_time() {
    const MEGABYTE: usize = 1 << 20;
    let length = few_or_many(MEGABYTE / 16, MEGABYTE);
    for (unit, count) in TEMPTING {
        let document = unit.repeat(length / unit.len());
        let finds = all(&document).len();
        let expected = count / (MEGABYTE / length);
        assert!(finds.abs_diff(expected) <= 1, "{unit:?}: {finds}");
    }
}

#[test]
fn an_unclosed_wrapper_does_not_hide_a_megabyte() {
    let line = "a line of text with http://h/ in it\n";
    let document = format!("<URL:{}", line.repeat(30_000));
    assert_eq!(all(&document).len(), 30_001);
}

#[test]
fn a_megabyte_of_letters_in_a_host_takes_linear_time() {
    // Symbols at the end of a text are not a part of a URL.
    for (letter, count) in [("é", 3), ("日", 3), ("❤", 1)] {
        let host = letter.repeat(300_000);
        let found = all(&format!(
            "http://{host}.a/ http://{host}<b> mailto:a@{host}"
        ));
        assert_eq!(found.len(), count);
        assert!(found.iter().all(|found| !found.is_valid()));
    }
}

#[test]
fn a_megabyte_of_hyphens_is_joined() {
    let document = format!("<URL:news:{}>", "a-\n".repeat(300_000));
    let finds = marked(&document);
    assert_eq!(finds[0].hyphens().len(), 300_000);
    let alternatives: Vec<_> = finds[0].alternatives().collect();
    assert_eq!(alternatives.len(), 1);
    assert_eq!(alternatives[0].octets().len(), 300_005);
}

#[test]
fn a_megabyte_of_repairs_is_made_in_linear_time() {
    for line in ["a b ", "\n> a", "\n>\n\x0c\n> a"] {
        let document = format!("> <URL:news:{}>", line.repeat((1 << 19) / line.len()));
        let finds = marked(&document);
        assert_eq!(finds.len(), 1);
        assert!(finds[0].repairs().len() > 60_000, "{line:?}");
    }
}

#[test]
fn reading_octet_by_octet_takes_no_more_time_or_memory() {
    for unit in [
        "<URL:",
        "<URL:a ",
        "a",
        "URL:a",
        "http://h ",
        "<URL: a\n\n",
        "<URL: \n",
        "> <URL:a\n> ",
        "&lt;URL:<a ",
        "&lt;URL:a<b ",
        "http://a/\u{e9}&",
        "<http://a\n",
        "<http://a &lt;",
    ] {
        let document = unit.repeat(few_or_many(1 << 15, 1 << 18) / unit.len());
        let mut extractor = Extractor::new(Options::default().bare(true));
        let mut count = 0;
        for octet in document.as_bytes() {
            extractor.push(std::slice::from_ref(octet));
            count += std::iter::from_fn(|| extractor.next_match()).count();
            assert!(extractor.held(0..usize::MAX).len() <= LIMIT + 2 * CONTEXT);
        }
        assert_eq!(count + extractor.finish().count(), all(&document).len());
    }
}

#[test]
fn the_buffer_holds_no_more_than_one_match_needs() {
    let chunk = "a".repeat(1 << 16);
    for opening in [
        "<URL:",
        "URL:",
        "http://",
        "",
        "<URL: ",
        "&lt;URL:<a ",
        "> <URL:\n\n",
    ] {
        let mut extractor = Extractor::new(Options::default().bare(true));
        extractor.push(opening.as_bytes());
        for _ in 0..40 {
            extractor.push(chunk.as_bytes());
            while extractor.next_match().is_some() {}
            let held = extractor.held(0..usize::MAX).len();
            assert!(held <= LIMIT + 2 * CONTEXT + chunk.len(), "{held}");
        }
    }
}

#[test]
fn a_url_is_found_wherever_it_begins_in_a_block() {
    // Blocks of 256 octets are searched for colons.
    for length in 1..3 * 256 {
        for (text, is_marked) in [
            ("<URL:http://a/>", true),
            ("<url:news:a>", true),
            ("http://a/", false),
            ("mailto:a@b", false),
            ("NewS:a@b", false),
        ] {
            let before = "x".repeat(length - 1) + " ";
            let document = format!("{before}{text} {}", "y".repeat(2 * 256));
            let starts = |finds: Vec<Match>| -> Vec<usize> {
                let starts = finds.iter().map(|find| find.span().start);
                starts.collect()
            };
            let start = length + if is_marked { "<URL:".len() } else { 0 };
            assert_eq!(starts(all(&document)), [start], "{text} {length}");
            let marked = starts(marked(&document));
            assert_eq!(marked.len(), usize::from(is_marked), "{text} {length}");
        }
    }
}

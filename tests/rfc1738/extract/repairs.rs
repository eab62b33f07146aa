//! What a match leaves out of the document, and where it was cut.

use rfc1738::extract::{Fault, HYPHENS, MappedText, Match, RepairKind};

use super::{all, marked, texts};

/// Returns the text of the only match, and the repairs with the octets that they concern.
fn repairs(document: &str) -> (String, Vec<(RepairKind, &str)>) {
    let found = all(document);
    assert_eq!(found.len(), 1, "{document:?}");
    let repairs = found[0].repairs().iter();
    let repairs = repairs.map(|repair| (repair.kind(), &document[repair.span()]));
    (texts(&found).remove(0), repairs.collect())
}

#[test]
fn a_quote_mark_is_left_out_of_a_quoted_wrapper() {
    for (mark, line, left_out) in [
        ("> ", "> ", ">"),
        (">", ">", ">"),
        (">> ", "> > ", "> >"),
        ("> > ", ">> ", ">>"),
        ("| ", "| ", "|"),
        ("|", "|", "|"),
        ("ab> ", "ab> ", "ab>"),
        (" > ", ">", ">"),
    ] {
        let document = format!("{mark}<URL:http://h/a\n{line}b>");
        let (text, found) = repairs(&document);
        assert_eq!(text, "http://h/ab", "{document:?}");
        assert_eq!(found, [(RepairKind::QuoteMark, left_out)]);
    }
}

#[test]
fn a_comment_mark_before_a_blank_is_left_out() {
    for mark in ["//", "///", "#", "*", ";;", "--", "%", ".\\\"", "!", "'"] {
        let document = format!("{mark} a <URL:http://h/a\n{mark} b>");
        let (text, found) = repairs(&document);
        assert_eq!(text, "http://h/ab", "{mark}");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, RepairKind::CommentMark);
    }
    for (line, next, expected) in [
        ("* ", "*b", "http://h/a*b"),
        ("*", "* b", "http://h/a*b"),
        ("", "* b", "http://h/a*b"),
        ("// ", "* b", "http://h/a*b"),
        ("1. ", "1. b", "http://h/a1.b"),
    ] {
        let document = format!("{line}<URL:http://h/a\n{next}>");
        assert_eq!(texts(&marked(&document)), [expected], "{document:?}");
    }
}

#[test]
fn a_quote_mark_closes_only_an_unquoted_wrapper() {
    let faults = |document: &str| -> Vec<Option<Fault>> {
        let found = marked(document);
        assert_eq!(texts(&found), ["http://h/"], "{document:?}");
        found.iter().map(Match::fault).collect()
    };
    assert_eq!(faults("<URL:http://h/\n> a"), [None]);
    assert_eq!(faults("> <URL:http://h/\n> > a"), [None]);
    assert_eq!(
        faults(">> <URL:http://h/\n> a > b"),
        [Some(Fault::Unclosed)]
    );
    assert_eq!(
        faults("> <URL:http://h/\n>\n> a > b"),
        [Some(Fault::Unclosed)]
    );
}

#[test]
fn a_page_break_is_left_out_unlike_a_blank_line() {
    let footer = "A. Author         [Page 7]";
    let header = "RFC 1738     URL     December 1994";
    for gap in [
        format!("\n\n{footer}\n\x0c\n{header}\n\n"),
        format!("\n{footer}\n{header}\n"),
        format!("\n\n\n{footer}\n\n{header}\n\n\n"),
        "\n\x0c\n".to_owned(),
        "\n\n\x0c\n\n".to_owned(),
        format!("\n\x0c{header}\n\n"),
    ] {
        let document = format!("<URL:http://h/a{gap}b>");
        let (text, found) = repairs(&document);
        assert_eq!(text, "http://h/ab", "{gap:?}");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, RepairKind::PageBreak);
        assert!(gap.ends_with(found[0].1), "{gap:?}");
    }
    for gap in [
        format!("\n\n{header}\n\n"),
        "\n\n[Page]\n\n".to_owned(),
        "\n\nPage 7\n\n".to_owned(),
    ] {
        let found = marked(&format!("<URL:http://h/a{gap}b>"));
        assert_eq!(texts(&found), ["http://h/a"], "{gap:?}");
        assert_eq!(found[0].fault(), Some(Fault::Unclosed));
    }
}

#[test]
fn only_white_space_within_a_line_is_reported() {
    let (text, found) = repairs("<URL: http://h/a b\n \t c \n>");
    assert_eq!(text, "http://h/abc");
    assert_eq!(found, [(RepairKind::WhiteSpace, " ")]);
}

#[test]
fn a_hyphen_that_a_url_can_contain_is_kept() {
    let (text, found) = repairs("<URL:http://a-\n.b/c-\nd>");
    assert_eq!(text, "http://a.b/c-d");
    assert_eq!(found, [(RepairKind::Hyphen, "-")]);
    let found = marked("<URL:http://a-\n.b/c-\nd>");
    assert_eq!(found[0].hyphens(), [12]);
    assert_eq!(found[0].repairs()[0].span(), 13..14);
    assert_eq!(
        found[0].without_hyphens(|_| true).octets(),
        b"http://a.b/cd"
    );
    let others: Vec<_> = found[0].alternatives().collect();
    let others: Vec<_> = others.iter().map(MappedText::octets).collect();
    assert_eq!(
        others,
        [&b"http://a-.b/c-d"[..], b"http://a-.b/cd", b"http://a.b/cd"]
    );
    let (text, found) = repairs("<URL:http://a-\n~b>");
    assert_eq!((text.as_str(), found), ("http://a-~b", Vec::new()));
}

#[test]
fn each_reading_of_hyphens_is_offered_once() {
    for (document, expected) in [
        (
            "<URL:http://h/a-\n-\nb>",
            &["http://h/a-b", "http://h/ab"][..],
        ),
        ("<URL:http://h/a--\nb>", &["http://h/a-b"]),
        (
            "<URL:http://h/a-\n-\nb-\nc>",
            &[
                "http://h/a-b-c",
                "http://h/a--bc",
                "http://h/ab-c",
                "http://h/a-bc",
                "http://h/abc",
            ],
        ),
    ] {
        let found = marked(document);
        let others: Vec<_> = found[0].alternatives().collect();
        let others = others.iter().map(MappedText::octets);
        assert!(
            others.eq(expected.iter().map(|text| text.as_bytes())),
            "{document:?}"
        );
    }
}

#[test]
fn every_combination_is_tried_up_to_the_limit() {
    let document = |count: usize| format!("<URL:http://{}a.b/>", "a-\n".repeat(count));
    let count = |count: usize| marked(&document(count))[0].alternatives().count();
    assert_eq!(count(HYPHENS), (1 << HYPHENS) - 1);
    assert_eq!(count(HYPHENS + 1), 1);
    // The fourth hyphen must not be before the dot.
    let mixed = "<URL:http://a-\nb-\nc-\nd-\n.e/f-\ng>";
    assert_eq!(texts(&marked(mixed)), ["http://a-b-c-d.e/f-g"]);
}

#[test]
fn html_is_read_in_a_wrapper_with_escaped_brackets() {
    for (document, expected) in [
        ("&lt;URL:http://h/a&gt;", vec![]),
        ("&LT;url:http://h/a&GT;", vec![]),
        ("&#60;URL:http://h/a&#62;", vec![]),
        ("&lt;URL:<b>http://h/a</b>&gt;", vec![]),
        ("&lt;URL:http://h/<wbr>a>", vec![(RepairKind::Tag, "<wbr>")]),
        (
            "&lt;URL:http://h/<a\nhref=b>a&gt;",
            vec![(RepairKind::Tag, "<a\nhref=b>")],
        ),
    ] {
        let found = marked(document);
        assert_eq!(texts(&found), ["http://h/a"], "{document}");
        assert_eq!((found[0].fault(), repairs(document).1), (None, expected));
    }
    let (text, found) = repairs("&lt;URL:http://h/?a&amp;b&gt;");
    assert_eq!(text, "http://h/?a&b");
    assert_eq!(found, [(RepairKind::Reference, "&amp;")]);
    for document in [
        "&lt;URL:http://h/<p>a&gt;",
        "&lt;URL:http://h/ &lt;a&gt;",
        "&lt;URL:http://h/ <a",
    ] {
        let found = marked(document);
        assert_eq!(texts(&found), ["http://h/"], "{document}");
        assert_eq!(found[0].fault(), Some(Fault::Unclosed));
    }
    assert_eq!(
        texts(&marked("<URL:http://h/?a&amp;b>")),
        ["http://h/?a&amp;b"]
    );
}

#[test]
fn escapes_of_source_texts_are_resolved_without_a_wrapper() {
    let escape = |octets| (RepairKind::Escape, octets);
    for (document, expected, left_out) in [
        ("http://h/a\\-b", "http://h/a-b", vec![escape("\\")]),
        ("http://h/a\\_b", "http://h/a_b", vec![escape("\\")]),
        ("http://h/a?b\\&c", "http://h/a?b&c", vec![escape("\\")]),
        ("http://h\\&.a/\\&", "http://h.a/", vec![escape("\\&")]),
        ("http://h/a\\:b", "http://h/ab", vec![escape("\\:")]),
        ("\\fBhttp://h/a\\fR\\m[]", "http://h/a", vec![]),
        ("\\f5http://h/a\\fP", "http://h/a", vec![]),
        ("\\(aqhttp://h/a\\(aq", "http://h/a", vec![]),
        ("\\nhttp://h/a\\n", "http://h/a", vec![]),
        ("\\news:alt.b", "news:alt.b", vec![]),
    ] {
        assert_eq!(
            repairs(document),
            (expected.to_owned(), left_out),
            "{document}"
        );
    }
}

#[test]
fn a_bare_url_ends_before_a_character_outside_us_ascii() {
    for (rest, cut) in [
        ("é", Some("é")),
        ("を見る", Some("を")),
        ("\u{ff5e}a", Some("\u{ff5e}")),
        ("\u{ad}a", Some("\u{ad}")),
        ("\u{201d})", None),
        ("。", None),
        ("\u{2014}a", None),
        ("\\&é", None),
    ] {
        let document = format!("http://h/{rest} a");
        let (text, found) = repairs(&document);
        assert_eq!(text, "http://h/", "{document}");
        let cut = cut.map(|cut| (RepairKind::NonAscii, cut));
        assert_eq!(found, Vec::from_iter(cut), "{document}");
    }
}

#[test]
fn a_marked_url_ends_before_a_script_without_blanks() {
    for (rest, cut) in [
        ("を見る", Some("を")),
        ("見", Some("見")),
        ("입", Some("입")),
        ("。", None),
        ("\\&を", None),
    ] {
        let document = format!("URL:http://h/{rest} a");
        let (text, found) = repairs(&document);
        assert_eq!(text, "http://h/", "{document}");
        let cut = cut.map(|cut| (RepairKind::NonAscii, cut));
        assert_eq!(found, Vec::from_iter(cut), "{document}");
    }
    for rest in ["é", "стр", "\u{202e}a", "\u{ad}a"] {
        let document = format!("URL:http://h/{rest} a");
        let (text, found) = repairs(&document);
        assert_eq!(text, format!("http://h/{rest}"));
        assert!(found.is_empty());
    }
    assert_eq!(texts(&marked("<URL:http://h/é>")), ["http://h/é"]);
    assert_eq!(texts(&marked("<URL:http://h/を>")), ["http://h/を"]);
}

#[test]
fn the_name_of_a_repair_is_displayed_in_columns() {
    for (kind, name) in [
        (RepairKind::QuoteMark, "quote-mark"),
        (RepairKind::CommentMark, "comment-mark"),
        (RepairKind::PageBreak, "page-break"),
        (RepairKind::WhiteSpace, "white-space"),
        (RepairKind::Hyphen, "hyphen"),
        (RepairKind::Tag, "tag"),
        (RepairKind::Reference, "reference"),
        (RepairKind::Escape, "escape"),
        (RepairKind::NonAscii, "non-ascii"),
    ] {
        assert_eq!(kind.as_str(), name);
        assert_eq!(format!("{kind:>14}"), format!("{name:>14}"));
    }
}

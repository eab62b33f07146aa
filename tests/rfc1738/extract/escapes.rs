//! Escapes of programs and of terminals, and the templates of wikis.

use rfc1738::extract::RepairKind;

use super::{all, texts};

#[test]
fn an_escape_of_a_program_ends_a_url() {
    for after in [
        "\\x1b[0m",
        "\\x07",
        "\\e[0m",
        "\\E[m",
        "\\033[0m",
        "\\0",
        "\\u001b[39m",
        "\\u0007text",
        "\\u{1b}[0m",
        "\\U0001f600",
        "\\a",
        "\\v",
        "\\n",
        "\\\"",
        "\\u003c/a",
        "\\x22",
        "\\u00e9",
    ] {
        let document = format!("\"http://h/a{after} b\"");
        assert_eq!(texts(&all(&document)), ["http://h/a"], "{document}");
    }
}

#[test]
fn an_escape_before_a_scheme_does_not_belong_to_it() {
    for before in [
        "\\e[1m",
        "\\x1b[4m",
        "\\x1B[38;5;196m",
        "\\033[1;34m",
        "\\u001b[36m",
        "\\u{1b}[1m",
        "\\x07",
        "\\u0007",
        "\\a",
        "\\b",
        "\\n",
        "\\033]8;;",
        "\\(la",
        "\\f(CW",
        "\\*(lq",
        "\x1b[0m\x1b[38;2;10;20;30m",
        "\x1b]8;id=1;",
    ] {
        let document = format!("'{before}http://h/a'");
        assert_eq!(texts(&all(&document)), ["http://h/a"], "{document:?}");
    }
}

#[test]
fn a_hyperlink_of_a_terminal_ends_at_its_terminator() {
    for document in [
        "\x1b]8;;http://h/a;b,c\x1b\\text\x1b]8;;\x1b\\",
        "\x1b]8;id=x;http://h/a;b,c\x07text\x1b]8;;\x07",
        "\\e]8;;http://h/a;b,c\\e\\\\text\\e]8;;\\e\\\\",
        "\\033]8;;http://h/a;b,c\\atext\\033]8;;\\a",
        "\\x1b]8;;http://h/a;b,c\\x07text",
    ] {
        assert_eq!(texts(&all(document)), ["http://h/a;b,c"], "{document:?}");
    }
}

#[test]
fn a_character_that_is_written_as_a_number_is_read() {
    for (document, expected) in [
        ("\"http://h/?a\\u0026b\\u003dc\"", "http://h/?a&b=c"),
        ("'http://h/?a\\x26b'", "http://h/?a&b"),
        ("\"http://h/\\u{7e}a\"", "http://h/~a"),
    ] {
        let found = all(document);
        assert_eq!(texts(&found), [expected]);
        let repairs = found[0].repairs();
        assert!(!repairs.is_empty());
        for repair in repairs {
            assert_eq!(repair.kind(), RepairKind::Reference);
            assert_eq!(document.as_bytes()[repair.span().start], b'\\');
        }
    }
}

#[test]
fn a_backslash_before_punctuation_is_left_out() {
    for (document, expected) in [
        ("http://www.h\\.example/a\\.b", "http://www.h.example/a.b"),
        ("http://h/a\\-b\\.", "http://h/a-b"),
        ("http://h/?a\\=b\\&c", "http://h/?a=b&c"),
        ("http://h/a\\?b", "http://h/a?b"),
        ("http://h/a\\\nb", "http://h/a"),
    ] {
        let found = all(document);
        assert_eq!(texts(&found), [expected], "{document}");
        assert!(found[0].is_valid(), "{document}");
    }
    // The group of a regular expression is no octal number.
    assert!(!all("http://h/\\1/")[0].is_valid());
}

#[test]
fn a_bar_of_a_template_or_table_ends_a_url() {
    for document in [
        "{{cite web|url=http://h/z|title=x}}",
        "{{cite web |url=http://h/z |title=x}}",
        "{{URL|http://h/z}}",
        "{{http://h/z|image}}",
        "!http://h/z|thumbnail!",
        "[[http://h/z|text]]",
        "| http://h/z||b",
    ] {
        assert_eq!(texts(&all(document)), ["http://h/z"], "{document}");
    }
    assert_eq!(texts(&all("http://h/|a")), ["http://h/|a"]);
}

#[test]
fn the_text_of_a_link_is_outside_its_url() {
    for (document, expected) in [
        ("http://h/a[the text]", "http://h/a"),
        ("link:http://h/a/b.html[Text].", "http://h/a/b.html"),
        ("http://h/?a[b]=1", "http://h/?a[b]=1"),
        ("http://h/img[1-9].png", "http://h/img[1-9].png"),
        ("~~http://h/a~~", "http://h/a"),
    ] {
        assert_eq!(texts(&all(document)), [expected], "{document}");
    }
}

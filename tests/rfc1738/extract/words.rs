//! URLs without brackets: after `URL:`, and bare.

use rfc1738::extract::Kind;

use super::{all, marked, texts};

#[test]
fn a_prefix_without_brackets_marks_a_url() {
    for document in [
        "URL:news:a",
        "See URL:news:a for it",
        "(URL:news:a)",
        "\"URL:news:a\"",
        "url:news:a\nb",
        "URL: news:a b",
        "URL:\tnews:a",
        "«URL:news:a»",
        "- URL:news:a.",
        "1.URL:news:a",
    ] {
        let finds = marked(document);
        assert_eq!(texts(&finds), ["news:a"], "{document}");
        assert_eq!(finds[0].kind(), Kind::Prefixed);
    }
}

#[test]
fn a_text_after_a_prefix_is_found_even_if_invalid() {
    let finds = marked("URL:www.w3.org/, she said");
    assert_eq!(texts(&finds), ["www.w3.org/"]);
    assert!(!finds[0].is_valid());
}

#[test]
fn a_prefix_that_nothing_follows_marks_nothing() {
    for document in [
        "the characters \"URL:\". For",
        "URL:",
        "URL: ",
        "URL:\nnews:a",
        "URL:...",
        "URL: none",
        "URL: see news:a",
        "URL:         news:a",
        "a-URL:news:a",
        "CURL:news:a",
        "URL:>",
    ] {
        assert!(marked(document).is_empty(), "{document}");
    }
}

#[test]
fn bare_urls_are_found_on_request() {
    for (document, expected) in [
        ("at http://h/ or ftp://i", &["http://h/", "ftp://i"][..]),
        (
            "mailto:a@b.c, news:alt.test.",
            &["mailto:a@b.c", "news:alt.test"],
        ),
        ("HTTP://h/ and MailTo:a@b", &["HTTP://h/", "MailTo:a@b"]),
        ("https://h/ x-new+1.0://y", &["https://h/", "x-new+1.0://y"]),
        ("<http://h/> \"http://i/\"", &["http://h/", "http://i/"]),
        (
            "[text](http://h/a_(b)) `http://i/`",
            &["http://h/a_(b)", "http://i/"],
        ),
        (
            "…http://h/… “http://i/” 「http://j/」。",
            &["http://h/", "http://i/", "http://j/"],
        ),
        (
            "-http://h/ ..ftp://i 1.gopher://j",
            &["http://h/", "ftp://i", "gopher://j"],
        ),
        ("http://h/?a=http://i/", &["http://h/?a=http://i/"]),
        ("http://h/~me", &["http://h/~me"]),
    ] {
        let finds = all(document);
        assert_eq!(texts(&finds), expected, "{document}");
        assert!(finds.iter().all(|find| find.kind() == Kind::Bare));
        assert!(marked(document).is_empty(), "{document}");
    }
}

#[test]
fn a_text_that_is_no_bare_url_is_not_found() {
    for document in [
        "the news: today",
        "http:// and ftp://<host>",
        "\"http://\" host",
        "note:this",
        "http:h",
        "mailto:<a@b.c>",
        "12:30 1://2",
        "http://.",
        "://h/",
        "news:.",
        "C:\\",
    ] {
        assert!(all(document).is_empty(), "{document}");
    }
}

#[test]
fn a_name_that_is_too_long_is_not_a_scheme() {
    let name = "a".repeat(64);
    assert_eq!(all(&format!("{name}://h/")).len(), 1);
    assert!(all(&format!("a{name}://h/")).is_empty());
}

#[test]
fn punctuation_at_the_end_is_left_out() {
    for (word, expected) in [
        ("http://h/.", "http://h/"),
        ("http://h/?!;:,'.", "http://h/"),
        ("http://h/)", "http://h/"),
        ("http://h/(a)", "http://h/(a)"),
        ("http://h/(a))).", "http://h/(a)"),
        ("http://h/[a]]", "http://h/[a]"),
        ("http://h/}", "http://h/"),
        ("http://h/a.b", "http://h/a.b"),
        ("news:*", "news:*"),
        ("http://h/-", "http://h/-"),
        ("http://h/$", "http://h/$"),
        ("http://h/”).", "http://h/"),
    ] {
        assert_eq!(texts(&all(word)), [expected]);
        assert_eq!(texts(&marked(&format!("URL:{word}"))), [expected]);
        assert_eq!(texts(&marked(&format!("<URL:{word}>"))), [word]);
    }
}

#[test]
fn the_fragment_of_a_word_is_kept_apart_from_it() {
    let finds = all("(http://h/a#b.c.)");
    assert_eq!(texts(&finds), ["http://h/a"]);
    assert_eq!(finds[0].fragment(), Some(&b"b.c"[..]));
    assert_eq!(finds[0].span(), 1..15);
}

#[test]
fn the_characters_around_a_url_say_where_it_ends() {
    for (document, expected) in [
        (
            "[a](http://h/a),[b](http://i/)",
            &["http://h/a", "http://i/"][..],
        ),
        ("(http://h/(a)b)c", &["http://h/(a)b"]),
        ("{http://h/}{a}", &["http://h/"]),
        ("1,http://h/,2", &["http://h/"]),
        ("1;http://h/a,b;2", &["http://h/a,b"]),
        ("http://h/,2", &["http://h/,2"]),
        (
            "http://h/,http://i/;ftp://j",
            &["http://h/", "http://i/", "ftp://j"],
        ),
        ("|http://h/|a", &["http://h/"]),
        ("http://h/|a", &["http://h/|a"]),
        ("[a http://h/](http://i/)", &["http://h/", "http://i/"]),
        ("http://[::1]/a", &["http://[::1]/a"]),
        ("'http://h/'+a", &["http://h/"]),
        ("http://h/'a", &["http://h/'a"]),
        ("**http://h/a*b**.", &["http://h/a*b"]),
        (
            "http://h/\\n \\\"http://i/\\\"",
            &["http://h/", "http://i/"],
        ),
        (
            "&lt;http://h/&gt; &quot;http://i/&quot;",
            &["http://h/", "http://i/"],
        ),
        ("http://h/?a&amp;b=&c", &["http://h/?a&amp;b=&c"]),
        ("\"http://h/?a&amp;b\"", &["http://h/?a&amp;b"]),
        ("=\"http://h/?a&amp;b\"", &["http://h/?a&b"]),
        ("<a>http://h/?a&amp;b</a>", &["http://h/?a&b"]),
        ("mailto:a@h(b)", &["mailto:a@h(b)"]),
        ("mailto:a@h(を)", &["mailto:a@h"]),
        (
            "\x1b(Bhttp://h/\x1b[1;32mhttp://i/",
            &["http://h/", "http://i/"],
        ),
        ("<!-- http://h/-->", &["http://h/"]),
    ] {
        assert_eq!(texts(&all(document)), expected, "{document}");
    }
}

#[test]
fn a_bare_url_in_brackets_is_joined_if_valid() {
    for (document, expected) in [
        ("<http://h/a\n  b>", &["http://h/ab"][..]),
        ("&lt;http://h/?a\n&amp;b&gt;", &["http://h/?a&b"]),
        ("> <http://h/a\n> b>", &["http://h/ab"]),
        ("<http://h/a b>", &["http://h/a"]),
        ("<http://h/a\nb c>", &["http://h/a"]),
        ("<http://h/a\n~b>", &["http://h/a"]),
        ("<http://h/a\n\nb>", &["http://h/a"]),
        ("<http://h/a\n<b>", &["http://h/a"]),
        ("<http://h/a\nb", &["http://h/a"]),
        ("<http://h/~a>", &["http://h/~a"]),
        ("<a\nhttp://h/a\nb>", &["http://h/a"]),
    ] {
        let found = all(document);
        assert_eq!(texts(&found), expected, "{document:?}");
        assert_eq!((found[0].kind(), found[0].fault()), (Kind::Bare, None));
    }
}

#[test]
fn letters_after_a_prefix_are_the_ending_of_a_word() {
    for document in [
        "the URL:s",
        "URL:er och URN:er",
        "URL:issa,",
        "URL:s/URI:s",
        "URL:s.",
    ] {
        assert!(all(document).is_empty(), "{document}");
    }
    for text in ["www.a.b", "/a/b", "//h/a", "a.html", "s:t"] {
        assert_eq!(texts(&marked(&format!("URL:{text}"))), [text]);
    }
}

#[test]
fn lines_are_not_joined_without_a_wrapper() {
    assert_eq!(
        texts(&all("http://h/a-\nb URL:http://i/\r\nc")),
        ["http://h/a-", "http://i/"]
    );
}

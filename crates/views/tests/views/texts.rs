use rfc1738::{Rule, parse};
use rfc1738_views::check::place::{ExpectedLists, FileName, Place};
use rfc1738_views::check::summary::production_of;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::paragraph::{wrapped, write_labelled};
use rfc1738_views::production::CheckedProduction as _;
use rfc1738_views::rules::{write_list, write_page};
use rfcbnf_engine::escape::{Escaped, Quoted, is_plain};

use crate::lines;

#[test]
fn escaped_text_is_printable() {
    let octets: Vec<u8> = (0..=255).collect();
    let hostile = "\u{200b}\u{202e}\u{2066}\u{feff}\u{e000}\r\n\t\u{7f}\u{85}";
    for text in [&octets[..], hostile.as_bytes()] {
        let escaped = Escaped(text).to_string();
        assert!(escaped.chars().all(is_plain), "{escaped}");
        let quoted = Quoted(&*String::from_utf8_lossy(text)).to_string();
        assert!(quoted.chars().all(is_plain), "{quoted}");
    }
}

#[test]
fn json_is_one_line_of_printable_ascii() {
    let text = "a\u{7f}\u{e9}\u{202e}\u{1f600}\n\"";
    let line = lines(|out| json::write(out, &text));
    let body = line.strip_suffix('\n').expect("it is a line");
    assert!(
        body.bytes().all(|byte| matches!(byte, b' '..=b'~')),
        "{body}"
    );
    let read: String = serde_json::from_str(body).expect("it is JSON");
    assert_eq!(read, text);
}

#[test]
fn a_label_stands_on_the_first_line_only() {
    let text = [String::from("one two "), "three ".repeat(20)];
    let shown = lines(|out| write_labelled(out, Palette::PLAIN, "Label", &text));
    let shown: Vec<&str> = shown.lines().collect();
    assert_eq!(shown[0], "Label     one two");
    assert!(
        shown[1..]
            .iter()
            .all(|line| line.starts_with("          three"))
    );
    assert!(shown.iter().all(|line| line.len() <= 80));
    assert_eq!(
        lines(|out| write_labelled(out, Palette::PLAIN, "Label", &[])),
        ""
    );
}

#[test]
fn a_word_longer_than_a_line_has_its_own() {
    assert_eq!(wrapped("a bbbbbb c d", 3), ["a", "bbbbbb", "c d"]);
    assert_eq!(wrapped(" \n", 3), [""; 0]);
}

#[test]
fn the_list_and_the_pages_hold_every_production() {
    let list = lines(|out| write_list(out, Palette::PLAIN, &Rule::ALL));
    for rule in Rule::ALL {
        let first = rule.production().lines().next().expect("it has a line");
        assert!(list.contains(&format!("\n  {first}\n")), "{rule}");
        let page = lines(|out| write_page(out, Palette::PLAIN, &rule));
        assert!(page.starts_with(first), "{page}");
        assert!(
            page.contains(&format!("\nSection   {}\n", rule.section())),
            "{page}"
        );
        assert_eq!(page.contains("\nTree      "), rule.is_character(), "{page}");
    }
}

#[test]
fn a_url_counts_for_its_kind_even_without_its_tree() {
    for url in [
        "http://h/",
        "HTTP://h/",
        "ftp://h",
        "gopher://h",
        "mailto:a@b",
        "news:*",
        "nntp://h/g",
        "telnet://h",
        "wais://h/d",
        "file:///",
        "prospero://h/o",
        "https://h/",
    ] {
        let with_tree = production_of(&parse(Rule::Url, url));
        let kind = Rule::Url.kind_of_valid(url.as_bytes());
        assert_eq!(kind, Some(with_tree), "{url}");
    }
}

#[test]
fn the_lines_of_check_begin_with_their_position() {
    let file = FileName {
        shown: "urls.txt",
        octets: b"urls.txt",
    };
    let line = Place::line(file, 7);
    let error = parse(Rule::Port, "8o").expect_err("it is no port");
    let shown = lines(|out| {
        line.write_rejection(out, Palette::PLAIN, &mut ExpectedLists::default(), &error)
    });
    assert_eq!(
        shown,
        "urls.txt:7:2: found \"o\", expected digit or end of text; the port after the colon is a \
         decimal number (RFC 1738, 3.1) [port-digits]\n"
    );
    let long = format!("http://h/{}~{}", "a".repeat(9_000), "b".repeat(9_000));
    let error = parse(Rule::Url, &long).expect_err("it has a tilde");
    let shown = lines(|out| {
        line.write_rejection(out, Palette::PLAIN, &mut ExpectedLists::default(), &error)
    });
    let end = format!(
        "[unsafe-character]; write …{}%7E{}…\n",
        "a".repeat(40),
        "b".repeat(37)
    );
    assert!(shown.ends_with(&end), "{shown}");
    let tree = parse(Rule::Port, "8").expect("it is a port");
    let shown = lines(|out| line.write_tree(out, Palette::PLAIN, &tree));
    assert_eq!(
        shown,
        "urls.txt:7:\nport 0..1 \"8\"\n└─ digits 0..1 \"8\"\n"
    );
}

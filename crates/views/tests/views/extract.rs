use rfc1738::extract::{Match, extract};
use rfc1738_views::extract::record::MatchRecord;
use rfc1738_views::extract::{explanation, line};
use rfc1738_views::palette::Palette;

use crate::{fields, lines, value};

const DOCUMENT: &[u8] = b"See <URL:http://h/#top> and\n<URL:http://a_b/>.\n";

fn matches() -> Vec<Match> {
    extract(DOCUMENT).collect()
}

#[test]
fn a_match_has_a_line_with_its_position_and_fragment() {
    let found = matches();
    let shown = lines(|out| line::write(out, Palette::PLAIN, "mail.txt", &found[0]));
    assert_eq!(shown, "mail.txt:1:10: http://h/ #top\n");
}

#[test]
fn an_invalid_match_is_explained_in_its_document() {
    let found = &matches()[1];
    let before = &DOCUMENT[..found.span().start];
    let diagnostics: Vec<String> = explanation::of("mail.txt", found, before)
        .map(|diagnostic| diagnostic.render(Palette::PLAIN))
        .collect();
    assert_eq!(diagnostics.len(), 1);
    assert!(
        diagnostics[0].contains("mail.txt:2:14"),
        "{}",
        diagnostics[0]
    );
}

#[test]
fn a_record_places_the_error_in_the_document() {
    let found = matches();
    let valid = MatchRecord::new(None, &found[0], true);
    let always = [
        "start", "end", "line", "column", "raw", "text", "fragment", "ok", "kind",
    ];
    assert_eq!(fields(&valid), always);
    let invalid = value(&MatchRecord::new(Some("mail.txt"), &found[1], false));
    assert_eq!(invalid["place"]["line"], 2);
    assert_eq!(invalid["place"]["column"], 14);
    assert_eq!(invalid["file"], "mail.txt");
}

#[test]
fn repairs_have_a_line_for_each_kind_and_a_record() {
    let document = "> <URL:http://h/\n> a\n> b c>";
    let found = extract(document).next().expect("a match");
    let shown = lines(|out| line::write(out, Palette::PLAIN, "mail.txt", &found));
    assert_eq!(
        shown,
        "\
mail.txt:1:8: http://h/abc
  left out: the quote mark at 2:1 and 1 more
  left out: the white space at 3:4; a space in a URL is written %20
"
    );
    let record = value(&MatchRecord::new(None, &found, true));
    let repairs = record["repairs"].as_array().expect("an array");
    let ids: Vec<_> = repairs.iter().map(|repair| &repair["id"]).collect();
    assert_eq!(ids, ["quote-mark", "quote-mark", "white-space"]);
    assert_eq!(repairs[2]["line"], 3);
    assert_eq!(repairs[2]["column"], 4);
}

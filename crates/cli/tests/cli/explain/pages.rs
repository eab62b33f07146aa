//! Pages about productions.

use rfc1738::Rule;
use serde_json::Value;

use super::{foreign, output_of, record_of};
use crate::command::file;
use crate::extent::few_or_many;

#[test]
fn all_pages_have_their_parts_in_order() {
    let parts = [
        "Section   ",
        "Heading   ",
        "Uses      ",
        "Used by   ",
        "First     ",
        "Diagram",
        "Shortest examples",
        "A typical example",
        "A near miss",
    ];
    // A page takes a process.
    for rule in Rule::ALL.into_iter().step_by(few_or_many(4, 1)) {
        let page = output_of(&[rule.name()]);
        assert!(page.starts_with(rule.production()), "{page}");
        let places = parts.map(|part| page.find(&format!("\n{part}")));
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{page}"
        );
    }
}

#[test]
fn a_page_has_everything_about_a_production() {
    assert_eq!(
        output_of(&["hostport"]),
        r#"hostport       = host [ ":" port ]

Section   3.1
Heading   URL schemeparts for ip based protocols:
Prose     Most schemes have a default port. If the port is omitted, the colon is
          omitted too. (section 3.1)
Uses      host, port
Used by   login, httpurl, gopherurl, nntpurl, waisdatabase, waisindex, waisdoc,
          prosperourl
First     0-9 A-Z a-z

Diagram
  ├─ host ─┬──────────────┬─┤
           ╰─ ":" ─ port ─╯

Shortest examples
  "a"  "a:0"  "a.a"  "0.0.0.0"

A typical example
  www.w3.org:80
  hostport 0..13 "www.w3.org:80"
  ├─ host 0..10 "www.w3.org"
  │  └─ hostname 0..10 "www.w3.org"
  │     ├─ domainlabel 0..3 "www"
  │     ├─ domainlabel 4..6 "w3"
  │     └─ toplabel 7..10 "org"
  └─ port 11..13 "80"
     └─ digits 11..13 "80"

A near miss
  error: not a valid hostport: found "." at offset 6
     ,----
   1 | www.w:.org:80
     |       ^
     |       `-- expected digit
     `----
    note: the port after the colon is a decimal number (RFC 1738, 3.1)
    note: in hostport, port, digits
"#
    );
}

#[test]
fn a_page_about_a_foreign_production_shows_its_file() {
    assert_eq!(
        output_of(&["date", "--grammar", &foreign("dates.bnf")]),
        r#"date       = year "-" 2digit "-" 2digit

Heading   Dates and times, after RFC 3339 and RFC 822
Uses      year, digit
Used by   when
First     0-9

Diagram
  ├─ year ─ "-" ─┬─ digit ─────┬─ "-" ─┬─ digit ─────┬─┤
                 ╰─◄ 2 in all ─╯       ╰─◄ 2 in all ─╯

Shortest examples
  "0000-00-00"  "0000-00-01"  "0000-00-02"  "0000-00-03"

A typical example
  0650-70-12
  date 0..10 "0650-70-12"
  └─ year 0..4 "0650"

A near miss
  error: not a valid date: found "7" at offset 4
     ,----
   1 | 065070-12
     |     ^
     |     `-- expected "-"
     `----
    note: in date
"#
    );
}

#[test]
fn readings_from_a_file_are_explained() {
    file(
        "explained.bnf",
        "; Entries\n\nentry = word | name\n; as in a list\nname = 1*\"a\"\nword = \"a\" | \"b\"\n",
    );
    file(
        "explained.toml",
        "[[reading]]\nid = \"names-first\"\nproductions = [\"entry\"]\nsection = \"2\"\n\
         decision = \"A name is a name.\"\nwhy = \"So it is.\"\napply = { first = \"name\" }\n",
    );
    let grammar = ["--grammar", "explained.bnf", "--readings", "explained.toml"];
    let page = output_of(&[&["entry"], &grammar[..]].concat());
    assert!(
        page.contains(
            "\nReadings  names-first (section 2): A name is a name.\n          So it is.\n"
        ),
        "{page}"
    );
    assert!(page.contains("\nUses      word, name\n"), "{page}");
    let page = output_of(&[&["name"], &grammar[..]].concat());
    assert!(
        page.contains("\nHeading   Entries\nRemarks   as in a list\n"),
        "{page}"
    );
    assert!(!page.contains("Readings"), "{page}");
}

#[test]
fn a_production_without_texts_is_explained_as_far_as_possible() {
    file("nothing.bnf", "a = \"x:\"\nb = a\n");
    file(
        "nothing.toml",
        "[[reading]]\nid = \"none\"\nproductions = [\"b\"]\nsection = \"1\"\n\
         decision = \"No.\"\nwhy = \"So.\"\napply = { exclude = { names-under = \"a\" } }\n",
    );
    let arguments = [
        "b",
        "--grammar",
        "nothing.bnf",
        "--readings",
        "nothing.toml",
    ];
    let page = output_of(&arguments);
    assert!(
        page.contains("\nFirst     nothing: no text is derived\n"),
        "{page}"
    );
    assert!(page.ends_with("\nDiagram\n  ├─ a ─┤\n"), "{page}");
    let record = record_of(&arguments);
    assert_eq!(record["example"], Value::Null);
    assert_eq!(record["near_miss"], Value::Null);
    file("nothing.bnf", "a = \"x:\"\nb = [ a ]\n");
    let page = output_of(&arguments);
    assert!(
        page.contains("\nFirst     nothing: only the empty text is derived\n"),
        "{page}"
    );
}

#[test]
fn a_page_says_if_some_choices_have_no_example() {
    for (count, heading) in [
        (32, "Shortest examples"),
        (33, "Shortest examples, for the first 32 of 33 choices"),
    ] {
        let words: Vec<String> = (10..10 + count).map(|word| format!("\"{word}\"")).collect();
        file("choices.bnf", format!("word = {}\n", words.join(" | ")));
        let page = output_of(&["word", "--grammar", "choices.bnf"]);
        assert!(page.contains(&format!("\n{heading}\n")), "{page}");
        let shown = words.iter().filter(|word| {
            let shortest = page.split("Shortest").nth(1).unwrap_or_default();
            let shortest = shortest.split("typical").next().unwrap_or_default();
            shortest.contains(*word)
        });
        assert_eq!(shown.count(), 32, "{page}");
    }
}

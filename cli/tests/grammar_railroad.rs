//! `rfc1738 grammar railroad`.

mod support;

use rfcbnf::rfc1738::{BNF, READINGS, load};
use support::{file, rfc1738};

/// What is drawn of one rule with this body, without its name. The file has names of its own.
fn drawn(file_name: &str, body: &str) -> String {
    let name = format!("drawn-{file_name}.bnf");
    let known = "a = \"1\"\nb = \"2\"\nlong-name-of-a-production = \"3\"\n";
    file(&name, format!("drawn = {body}\n{known}"));
    let arguments = ["grammar", "railroad", "--to", "text", "--rule", "drawn"];
    let run = rfc1738(&[&arguments[..], &[&name]].concat()).assert();
    let run = run.code(0).stderr("");
    let text = String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8");
    let diagram = text.strip_prefix("drawn\n").expect("the name");
    // So that an expected diagram can begin on a line of its own.
    format!("\n{diagram}")
}

#[test]
fn a_sequence_is_one_line_of_names_and_quoted_literals() {
    let expected = r#"
├─ a ─ "x y" ─ <"> ─ b ─┤
"#;
    assert_eq!(drawn("sequence", r#"a "x y" <"> b"#), expected);
}

#[test]
fn alternatives_stand_below_each_other() {
    let expected = r#"
├─┬─ a ─────┬─┤
  ├─ b ─ a ─┤
  ╰─ "x" ───╯
"#;
    assert_eq!(drawn("choice", r#"a | b a | "x""#), expected);
}

#[test]
fn what_may_be_left_out_can_be_passed_by() {
    let expected = r#"
├─ a ─┬───────────────┬─┤
      ╰─ "x" ─┬─────┬─╯
              ╰─ b ─╯
"#;
    assert_eq!(drawn("option", r#"a [ "x" [ b ] ]"#), expected);
}

#[test]
fn a_repetition_is_a_way_back() {
    let expected = r"
├─┬─ a ─┬─┬─────────┬─┬─────────────┬─┤
  ╰──◄──╯ ╰─┬─ b ─┬─╯ ╰─┬─┬─ a ─┬─┬─╯
            ╰──◄──╯     │ ╰─ b ─╯ │
                        ╰────◄────╯
";
    assert_eq!(drawn("loop", r"1*a *b *( a | b )"), expected);
}

#[test]
fn counts_of_repetitions_are_said() {
    let expected = r"
├───┬─ a ─────────┬─┬─ a ──────────────┬─┬─────────────────────────┬─╮
    ╰─◄ 4 in all ─╯ ╰─◄ 1 to 2 in all ─╯ ╰─┬─ a ─────────────────┬─╯ │
                                           ╰─◄ at most 3 in all ─╯   │
  ╭────────────────────────────────◄─────────────────────────────────╯
  ╰─┬─ a ─────────────────┬────────────────────────────────────────────┤
    ╰─◄ 2 or more in all ─╯
";
    assert_eq!(drawn("counts", r"4a 1*2a *3a 2*a"), expected);
}

#[test]
fn a_repetition_of_at_most_one_round_is_none() {
    let expected = r"
├─ a ─┬─────┬─┤
      ╰─ a ─╯
";
    assert_eq!(drawn("round", r"1*1a *1a"), expected);
}

#[test]
fn three_or_more_single_characters_are_gathered_into_ranges() {
    let expected = r#"
├─ "a"–"d" | "-" | <"> | "x" | "y" ─┤
"#;
    assert_eq!(
        drawn(
            "gathered",
            r#""a" | "b" | "c" | "d" | "-" | <"> | "x" | "y""#
        ),
        expected
    );
}

#[test]
fn two_single_characters_are_alternatives_as_others_are() {
    let expected = r#"
├─┬─ "+" ─┬─┤
  ╰─ "-" ─╯
"#;
    assert_eq!(drawn("two", r#""+" | "-""#), expected);
}

#[test]
fn only_neighbours_are_gathered_so_that_the_order_stays() {
    let expected = r#"
├─┬─ "+" ─────┬─┤
  ├─ a ───────┤
  ├─ "x"–"z" ─┤
  ╰─ "12" ────╯
"#;
    assert_eq!(
        drawn("order", r#""+" | a | "x" | "y" | "z" | "12""#),
        expected
    );
}

#[test]
fn characters_that_are_no_neighbours_in_ascii_take_as_many_lines_as_they_need() {
    let expected = r#"
├─┬─ "a" | "c" | "e" | "g" | "i" | "k" | "m" | "o" | "q" | "s" | "u" | "w" ─┬─┤
  ╰─ "y" | "A" | "C" | "E" | "G" ───────────────────────────────────────────╯
"#;
    assert_eq!(
        drawn(
            "scattered",
            r#""a" | "c" | "e" | "g" | "i" | "k" | "m" | "o" | "q" | "s" | "u" | "w" | "y" | "A" | "C" | "E" | "G""#
        ),
        expected
    );
}

#[test]
fn a_sequence_that_is_too_long_goes_on_below() {
    let expected = r#"
├─── long-name-of-a-production ─ long-name-of-a-production ─ "1" ───╮
  ╭────────────────────────────────◄────────────────────────────────╯
  ╰─┬─────────────────────────────┬─ long-name-of-a-production ─ a ───┤
    ╰─ long-name-of-a-production ─╯
"#;
    assert_eq!(
        drawn(
            "folded",
            r#"long-name-of-a-production long-name-of-a-production "1" [ long-name-of-a-production ] long-name-of-a-production a"#
        ),
        expected
    );
}

#[test]
fn what_follows_a_folded_part_starts_at_its_end() {
    let expected = r"
├─┬─── long-name-of-a-production ─ long-name-of-a-production ─╮
  │ ╭────────────────────────────◄────────────────────────────╯
  │ ╰─ long-name-of-a-production ─ a ───────────────────────────┬─┬─ a ─┬─┤
  ╰─ b ─────────────────────────────────────────────────────────╯ ╰─ b ─╯
";
    assert_eq!(
        drawn(
            "behind",
            r"( long-name-of-a-production long-name-of-a-production long-name-of-a-production a | b ) ( a | b )"
        ),
        expected
    );
}

#[test]
fn a_literal_that_is_wider_than_the_diagram_loses_its_end() {
    let body = format!("\"{}\"", "0123456789".repeat(12));
    let digits = "0123456789".repeat(7);
    let expected = format!("\n├─ \"{digits}01… ─┤\n");
    assert_eq!(drawn("wide", &body), expected);
}

#[test]
fn every_production_of_rfc_1738_fits_80_columns() {
    let run = rfc1738(&["grammar", "railroad", "--to", "text"]).assert();
    let run = run.code(0).stderr("");
    let text = String::from_utf8(run.get_output().stdout.clone()).expect("UTF-8");
    let too_wide: Vec<&str> = text
        .lines()
        .filter(|line| line.chars().count() > 80)
        .collect();
    assert_eq!(too_wide, Vec::<&str>::new());
    let (grammar, _) = load(BNF, READINGS).expect("the grammar");
    let names: Vec<&str> = text
        .split("\n\n")
        .filter_map(|part| part.lines().next())
        .collect();
    let productions = grammar.productions.iter();
    let expected: Vec<&str> = productions.map(|production| &*production.name).collect();
    assert_eq!(names, expected);
}

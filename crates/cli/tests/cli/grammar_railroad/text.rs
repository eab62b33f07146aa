//! Diagrams in plain characters.

use rfcbnf::rfc1738::{BNF, READINGS, load};

use super::drawn;
use crate::command::file;

/// Returns the diagram of one rule with this body, without its name. The file has a unique name.
fn diagram(file_name: &str, body: &str) -> String {
    let name = format!("drawn-{file_name}.bnf");
    let known = "a = \"1\"\nb = \"2\"\nlong-name-of-a-production = \"3\"\n";
    file(&name, format!("drawn = {body}\n{known}"));
    let text = drawn(&format!("--to text --rule drawn {name}"));
    let diagram = text.strip_prefix("drawn\n").expect("the name");
    // An expected diagram begins on a line of its own.
    format!("\n{diagram}")
}

#[test]
fn a_sequence_is_one_line_of_names_and_quoted_literals() {
    let expected = r#"
├─ a ─ "x y" ─ <"> ─ b ─┤
"#;
    assert_eq!(diagram("sequence", r#"a "x y" <"> b"#), expected);
}

#[test]
fn alternatives_are_drawn_below_each_other() {
    let expected = r#"
├─┬─ a ─────┬─┤
  ├─ b ─ a ─┤
  ╰─ "x" ───╯
"#;
    assert_eq!(diagram("choice", r#"a | b a | "x""#), expected);
}

#[test]
fn an_optional_part_has_a_bypass() {
    let expected = r#"
├─ a ─┬───────────────┬─┤
      ╰─ "x" ─┬─────┬─╯
              ╰─ b ─╯
"#;
    assert_eq!(diagram("option", r#"a [ "x" [ b ] ]"#), expected);
}

#[test]
fn a_repetition_is_drawn_as_a_loop() {
    let expected = r"
├─┬─ a ─┬─┬─────────┬─┬─────────────┬─┤
  ╰──◄──╯ ╰─┬─ b ─┬─╯ ╰─┬─┬─ a ─┬─┬─╯
            ╰──◄──╯     │ ╰─ b ─╯ │
                        ╰────◄────╯
";
    assert_eq!(diagram("loop", r"1*a *b *( a | b )"), expected);
}

#[test]
fn counts_of_repetitions_are_shown() {
    let expected = r"
├───┬─ a ─────────┬─┬─ a ──────────────┬─┬─────────────────────────┬─╮
    ╰─◄ 4 in all ─╯ ╰─◄ 1 to 2 in all ─╯ ╰─┬─ a ─────────────────┬─╯ │
                                           ╰─◄ at most 3 in all ─╯   │
  ╭────────────────────────────────◄─────────────────────────────────╯
  ╰─┬─ a ─────────────────┬────────────────────────────────────────────┤
    ╰─◄ 2 or more in all ─╯
";
    assert_eq!(diagram("counts", r"4a 1*2a *3a 2*a"), expected);
}

#[test]
fn a_repetition_of_at_most_one_round_has_no_loop() {
    let expected = r"
├─ a ─┬─────┬─┤
      ╰─ a ─╯
";
    assert_eq!(diagram("round", r"1*1a *1a"), expected);
}

#[test]
fn three_or_more_single_characters_are_gathered_into_ranges() {
    let expected = r#"
├─ "a"–"d" | "-" | <"> | "x" | "y" ─┤
"#;
    assert_eq!(
        diagram(
            "gathered",
            r#""a" | "b" | "c" | "d" | "-" | <"> | "x" | "y""#
        ),
        expected
    );
}

#[test]
fn two_single_characters_remain_alternatives() {
    let expected = r#"
├─┬─ "+" ─┬─┤
  ╰─ "-" ─╯
"#;
    assert_eq!(diagram("two", r#""+" | "-""#), expected);
}

#[test]
fn only_adjacent_alternatives_are_gathered_so_that_the_order_stays() {
    let expected = r#"
├─┬─ "+" ─────┬─┤
  ├─ a ───────┤
  ├─ "x"–"z" ─┤
  ╰─ "12" ────╯
"#;
    assert_eq!(
        diagram("order", r#""+" | a | "x" | "y" | "z" | "12""#),
        expected
    );
}

#[test]
fn scattered_characters_take_as_many_lines_as_they_need() {
    let expected = r#"
├─┬─ "a" | "c" | "e" | "g" | "i" | "k" | "m" | "o" | "q" | "s" | "u" | "w" ─┬─┤
  ╰─ "y" | "A" | "C" | "E" | "G" ───────────────────────────────────────────╯
"#;
    assert_eq!(
        diagram(
            "scattered",
            r#""a" | "c" | "e" | "g" | "i" | "k" | "m" | "o" | "q" | "s" | "u" | "w" | "y" | "A" | "C" | "E" | "G""#
        ),
        expected
    );
}

#[test]
fn a_sequence_that_is_too_long_continues_below() {
    let expected = r#"
├─── long-name-of-a-production ─ long-name-of-a-production ─ "1" ───╮
  ╭────────────────────────────────◄────────────────────────────────╯
  ╰─┬─────────────────────────────┬─ long-name-of-a-production ─ a ───┤
    ╰─ long-name-of-a-production ─╯
"#;
    assert_eq!(
        diagram(
            "folded",
            r#"long-name-of-a-production long-name-of-a-production "1" [ long-name-of-a-production ] long-name-of-a-production a"#
        ),
        expected
    );
}

#[test]
fn the_part_after_a_folded_part_starts_at_its_end() {
    let expected = r"
├─┬─── long-name-of-a-production ─ long-name-of-a-production ─╮
  │ ╭────────────────────────────◄────────────────────────────╯
  │ ╰─ long-name-of-a-production ─ a ───────────────────────────┬─┬─ a ─┬─┤
  ╰─ b ─────────────────────────────────────────────────────────╯ ╰─ b ─╯
";
    assert_eq!(
        diagram(
            "behind",
            r"( long-name-of-a-production long-name-of-a-production long-name-of-a-production a | b ) ( a | b )"
        ),
        expected
    );
}

#[test]
fn a_literal_of_more_than_70_columns_is_truncated() {
    let whole = "0123456789".repeat(7);
    let fits = format!("\"{}\"", &whole[2..]);
    assert_eq!(diagram("fits", &fits), format!("\n├─ {fits} ─┤\n"));
    let expected = format!("\n├─ \"{}… ─┤\n", &whole[..68]);
    assert_eq!(diagram("wide", &format!("\"{whole}\"")), expected);
}

#[test]
fn a_name_of_more_than_70_columns_is_truncated() {
    let name = "n".repeat(100);
    file("long-name.bnf", format!("a = {name}\n{name} = \"x\"\n"));
    let text = drawn("--to text --rule a long-name.bnf");
    assert_eq!(text, format!("a\n├─ {}… ─┤\n", "n".repeat(69)));
    let page = drawn("long-name.bnf");
    assert!(page.contains(&format!("xlink:href=\"#{name}\"")));
}

#[test]
fn every_production_of_rfc_1738_fits_into_80_columns() {
    let text = drawn("--to text");
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

#[test]
fn nested_options_step_down_where_there_is_room() {
    let expected = r#"
├─ long-name-of-a-production ─┬───────────────────────────────────────────┬─┤
                              ╰─ "1" ─┬─────────────────────────────────┬─╯
                                      ╰─── long-name-of-a-production ─╮ │
                                        ╭──────────────◄──────────────╯ │
                                        ╰─ long-name-of-a-production ───╯
"#;
    let name = "long-name-of-a-production";
    let body = format!("{name} [ \"1\" [ {name} {name} ] ]");
    assert_eq!(diagram("steps", &body), expected);
}

/// The directions in which rails leave a position: up, down, left and right.
fn directions(character: char) -> [bool; 4] {
    let directions = match character {
        '─' | '◄' => "lr",
        '│' => "ud",
        '╯' => "ul",
        '╮' => "dl",
        '┤' => "udl",
        '╰' => "ur",
        '╭' => "dr",
        '├' => "udr",
        '┴' => "ulr",
        '┬' => "dlr",
        '┼' => "udlr",
        _ => "",
    };
    ['u', 'd', 'l', 'r'].map(|direction| directions.contains(direction))
}

/// Asserts that each rail leads to another rail or to a label, except at the two ends of the diagram.
fn assert_no_loose_ends(drawing: &str) {
    let rows: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
    let at = |row: usize, column: usize| {
        let characters = rows.get(row);
        characters
            .and_then(|characters| characters.get(column))
            .copied()
            .unwrap_or(' ')
    };
    let last = rows.iter().map(Vec::len).max().unwrap_or(0) - 1;
    for (row, column) in (0..rows.len()).flat_map(|row| (0..=last).map(move |column| (row, column)))
    {
        let is_end = (row, column) == (0, 0) || (column == last && at(row, column) == '┤');
        let [up, down, left, right] = directions(at(row, column));
        let beside_label = |column: usize, beyond: usize| {
            at(row, column) == ' '
                && at(row, beyond) != ' '
                && directions(at(row, beyond)) == [false; 4]
        };
        let goes_on = [
            is_end || !up || (row > 0 && directions(at(row - 1, column))[1]),
            is_end || !down || directions(at(row + 1, column))[0],
            !left || directions(at(row, column - 1))[3] || beside_label(column - 1, column - 2),
            is_end
                || !right
                || directions(at(row, column + 1))[2]
                || beside_label(column + 1, column + 2),
        ];
        assert_eq!(
            goes_on, [true; 4],
            "row {row}, column {column} of\n{drawing}"
        );
    }
}

#[test]
fn rails_have_no_loose_ends() {
    let name = "long-name-of-a-production";
    let body = format!(
        "{name} ( {name} {name} 2*{name} | [ {name} {name} {name} ] ) *( {name} {name} {name} a | b ) \
         1*3( {name} [ {name} 4( {name} | {name} ) ] )"
    );
    file(
        "loose.bnf",
        format!("drawn = {body}\na = \"1\"\nb = \"2\"\n{name} = \"3\"\n"),
    );
    let grammars = concat!(env!("CARGO_MANIFEST_DIR"), "/../rfcbnf/tests/grammars/");
    let foreign = ["dates", "phone"].map(|name| format!("'{grammars}{name}.bnf'"));
    for grammar in ["", &foreign[0], &foreign[1], "loose.bnf"] {
        let text = drawn(&format!("--to text {grammar}"));
        for part in text.split("\n\n") {
            let (_, drawing) = part.split_once('\n').expect("a name and a drawing");
            assert_no_loose_ends(drawing);
        }
    }
}

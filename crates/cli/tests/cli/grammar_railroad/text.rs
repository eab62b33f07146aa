//! Diagrams in plain characters.

use rfcbnf::rfc1738::{BNF, READINGS, load};

use super::drawn;
use crate::command::file;

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

//! `rfc1738 naive`.

use crate::command::{exits, file, given, rfc1738, stderr, stdout};
use serde_json::{Value, json};

/// A small grammar with a cause, a consequence and a production without disagreements.
const LABELS: &str = "name = *( label \".\" ) label\nlabel = letter | letter *letter letter\nletter = \"a\" | \"b\"\n";

fn output_of(line: &str, status: i32) -> String {
    stdout(&exits(&format!("naive {line}"), status).stderr(""))
}

#[test]
fn both_results_for_a_text_are_shown_below_it() {
    assert_eq!(
        output_of("http://host/", 1),
        "\
url \"http://host/\"
  naive    rejects: stops at offset 8, after \"http://h\", before \"ost/\"
  grammar  derives it
  blame    toplabel 7..11 \"host\": alpha takes \"h\", where alpha *[ alphadigit | \"-\" ] alphadigit is needed
"
    );
    assert_eq!(
        output_of("--rule port 80 x", 0),
        "\
port \"80\"
  naive    accepts
  grammar  derives it
port \"x\"
  naive    rejects: fails
  grammar  does not derive it
"
    );
}

#[test]
fn different_trees_are_a_disagreement_too() {
    let output = output_of("--rule gopherurl gopher://h/0a%09b", 1);
    assert!(
        output.ends_with(
            "  trees    differ: the naive reading has selector 12..17 \"a%09b\" where the grammar has selector 12..13 \"a\"\n"
        ),
        "{output}"
    );
}

#[test]
fn every_fault_is_described() {
    file(
        "faults.bnf",
        "a = *\"x\" \"x\"\nb = [ \"x\" ] \"x\"\nc = d \"x\"\nd = *\"x\"\n",
    );
    for (rule, text, blame) in [
        (
            "a",
            "xx",
            "a 0..2 \"xx\": *\"x\" takes \"x\" in one more round, which the rest of the text needs\n",
        ),
        (
            "b",
            "x",
            "b 0..1 \"x\": [ \"x\" ] takes \"x\", which the rest of the text needs\n",
        ),
        (
            "c",
            "xx",
            "c 0..2 \"xx\": d takes \"xx\", where \"x\" is needed\n",
        ),
    ] {
        let output = output_of(&format!("--grammar faults.bnf --rule {rule} {text}"), 1);
        assert!(output.ends_with(&format!("  blame    {blame}")), "{output}");
    }
}

#[test]
fn a_list_names_causes_first() {
    file("labels.bnf", LABELS);
    let expected = "\
label \"aa\"
name \"aa\" because of label
Right     letter
3 productions: 1 wrong by itself, 1 because of others, 0 not decided, 1 right
";
    assert_eq!(output_of("--grammar labels.bnf", 1), expected);
    let mut command = rfc1738(&["naive", "--grammar", "-"]);
    command
        .write_stdin(LABELS)
        .assert()
        .code(1)
        .stdout(expected);
    assert_eq!(
        output_of("--grammar labels.bnf --rule letter", 0),
        "Right     letter\n1 production: 0 wrong by themselves, 0 because of others, 0 not decided, 1 right\n"
    );
}

#[test]
fn json_has_the_fault_and_the_list_of_productions() {
    let text = output_of("--format json --rule grouppart a@h", 1);
    let record: Value = serde_json::from_str(&text).expect("the output is JSON");
    assert_eq!(
        record,
        json!({"input": "a@h", "rule": "grouppart", "agree": false, "naive": false, "derived": true, "end": 1,
            "blame": {"rule": "grouppart", "start": 0, "end": 3, "fault": "alternative", "part": "group",
                "took": [0, 1], "needed": "article"}})
    );
    file("listed.bnf", LABELS);
    let list = output_of("--format json --grammar listed.bnf", 1);
    let record: Value = serde_json::from_str(&list).expect("the output is JSON");
    assert_eq!(
        record,
        json!({"productions": [
            {"rule": "name", "result": "wrong", "text": "aa", "origin": "others", "causes": ["label"],
                "same_trees_up_to": 12},
            {"rule": "label", "result": "wrong", "text": "aa", "origin": "body", "causes": [],
                "same_trees_up_to": 140},
            {"rule": "letter", "result": "right"},
        ]})
    );
}

#[test]
fn a_text_with_two_different_trees_makes_the_status_1() {
    file(
        "trees.bnf",
        "s = t \"c\" | \"abc\" | \"(\" s \")\"\nt = \"a\" | \"ab\"\n",
    );
    let shown = output_of("--grammar trees.bnf --rule s", 1);
    assert_eq!(
        shown,
        "s \"abc\" has another tree\n\
         1 production: 0 wrong by themselves, 0 because of others, 0 not decided, 1 right, \
         1 with another tree\n"
    );
    let list = output_of("--format json --grammar trees.bnf --rule s", 1);
    let record: Value = serde_json::from_str(&list).expect("the output is JSON");
    assert_eq!(
        record,
        json!({"productions": [{"rule": "s", "result": "right", "depth": 1, "other_tree": "abc"}]})
    );
}

#[test]
fn an_undecided_production_makes_the_status_2_despite_wrong_ones() {
    // Ordered choice tries the brackets of `deep`, however many there are.
    let grammar =
        "s = deep | *\"(\" \"a\"\ndeep = \"(\" deep \")\" | \"a\"\nwrong = *\"a\" \"a\"\n";
    file("undecided.bnf", grammar);
    assert_eq!(
        output_of("--grammar undecided.bnf", 2),
        "\
wrong \"a\"
s not decided: no wrong text of at most 4 octets; longer ones go too deep or are too many
Right     deep
3 productions: 1 wrong by itself, 0 because of others, 1 not decided, 1 right
"
    );
}

#[test]
fn a_text_can_come_from_standard_input() {
    let expected = "port \"80\"\n  naive    accepts\n  grammar  derives it\n";
    given("80\r\n", "naive --rule port -", 0).stdout(expected);
    given(&b"8\xff"[..], "naive --rule port -", 0).stdout(
        "port \"8\\xff\"\n  naive    rejects: stops at offset 1, after \"8\", before \"\\xff\"\n  \
             grammar  does not derive it\n",
    );
    for arguments in [&["-", "-"][..], &["--grammar", "-", "--rule", "name", "-"]] {
        rfc1738(&[&["naive"], arguments].concat())
            .write_stdin(LABELS)
            .assert()
            .code(2)
            .stdout("")
            .stderr("error: - can stand for one file only\n");
    }
}

#[test]
fn hostile_texts_are_escaped() {
    let output = output_of("--rule port 8\u{1b}[31mé", 0);
    assert!(output.starts_with("port \"8\\u{1b}[31mé\"\n"), "{output}");
    assert!(!output.contains('\u{1b}'));
}

#[test]
fn usage_errors_are_reported() {
    for (arguments, error) in [
        (
            &["--rule", "hosst", "x"][..],
            "error: there is no production `hosst`; did you mean `host`",
        ),
        (
            &["--grammar", "--readings", "r.toml"],
            "error: --readings needs a file behind --grammar\n",
        ),
        (&["--grammar", "missing.bnf"], "error: missing.bnf: "),
    ] {
        let run = rfc1738(&[&["naive"], arguments].concat())
            .assert()
            .code(2)
            .stdout("");
        let errors = stderr(&run);
        assert!(errors.starts_with(error), "{errors}");
    }
}

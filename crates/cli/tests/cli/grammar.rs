//! `rfc1738 grammar check`.

use crate::command::{exits, file, given, rfc1738, stderr, stdout};
use rfcbnf::rfc1738::{BNF, READINGS};

#[test]
fn the_grammar_of_the_project_has_no_errors() {
    let findings = stdout(&exits("grammar check", 0).stderr(""));
    assert!(
        findings.contains(
            "\
note: unreferenced production `national`
     ,-[rfc1738.bnf:121:1]
 121 | national       = "
        ),
        "{findings}"
    );
    let summary = findings.lines().last().expect("a summary");
    assert!(summary.starts_with("67 productions, "), "{summary}");
    assert!(
        summary.contains(" places where ordered choice loses texts, "),
        "{summary}"
    );
    assert!(summary.ends_with(", 0 errors"), "{summary}");
}

#[test]
fn findings_are_shown_with_their_production_and_their_resolution() {
    file(
        "findings.bnf",
        "; Numbers\n\nnumber = digit |\n         digit digit\ndigit = \"0\" | \"1\"\n",
    );
    let findings = stdout(&exits("grammar check --show all findings.bnf", 0).stderr(""));
    assert!(
        findings.starts_with(
            "\
warning: prefix alternative in `number`
   ,-[findings.bnf:3:10]
 3 | number = digit |
   |          ^^^^^
   |            `-- derives \"0\", a prefix of \"00\", which alternative 2 derives
 4 |          digit digit
   `----
  help: "
        ),
        "{findings}"
    );
    assert!(
        findings.contains("2 productions, 1 heading, 1 place where ordered choice loses texts, "),
        "{findings}"
    );
}

#[test]
fn every_error_in_a_file_is_shown_at_its_position() {
    file(
        "wrong.bnf",
        "a = b c\nb = \"x\nc = [ \"d\"\nb = \"y\"\nd = e\n",
    );
    exits("grammar check wrong.bnf", 1).stdout("").stderr(
        "\
error: the literal is not closed
   ,-[wrong.bnf:2:5]
 2 | b = \"x
   |     ^^
   `----
  help: close the literal on the same line; write a quotation mark itself as <\">

error: the `[` is not closed
   ,-[wrong.bnf:3:5]
 3 | c = [ \"d\"
   |     ^
   `----

error: the production `b` is already defined
   ,-[wrong.bnf:4:1]
 4 | b = \"y\"
   | ^
   `----
   ,-[wrong.bnf:2:1]
 2 | b = \"x
   | ^
   | `-- the first definition is here
   `----
  help: give one of them another name, or add alternatives with `=/`

error: the production `e` is used and never defined
   ,-[wrong.bnf:5:5]
 5 | d = e
   |     ^
   `----

error: wrong.bnf holds 4 errors
",
    );
}

#[test]
fn a_grammar_can_come_from_standard_input() {
    given("a = \"x\"\r\n", "grammar check -", 0);
    given("a = \"x\r\n", "grammar check -", 1).stderr(
        "\
error: the literal is not closed
   ,-[<stdin>:1:5]
 1 | a = \"x
   |     ^^
   `----
  help: close the literal on the same line; write a quotation mark itself as <\">

error: <stdin> holds 1 error
",
    );
}

#[test]
fn an_empty_file_is_not_a_grammar() {
    file("empty.bnf", "");
    exits("grammar check empty.bnf", 1).stdout("").stderr(
        "\
error: the grammar has no productions
   ,-[empty.bnf:1:1]
 1 |\x20
   | ^
   `----

error: empty.bnf holds 1 error
",
    );
}

#[test]
fn an_octet_that_is_not_utf8_is_shown_in_place() {
    file("latin.bnf", b"a = \"x\"\n; caf\xe9 au lait\n");
    exits("grammar check latin.bnf", 1).stdout("").stderr(
        "\
error: the file is not UTF-8
   ,-[latin.bnf:2:6]
 2 | ; caf\\xe9 au lait
   |      ^^^^
   |        `-- this byte is not part of a UTF-8 character
   `----
",
    );
}

#[test]
fn a_position_far_along_a_line_is_right() {
    file(
        "long.bnf",
        format!("a = \"é\" {} % \"x\"\n", "\"y\" ".repeat(1000)),
    );
    let errors = stderr(&exits("grammar check long.bnf", 1));
    assert!(errors.contains("\n   ,-[long.bnf:1:4010]\n"), "{errors}");
    assert!(errors.contains("\n 1 | …"), "{errors}");
    assert!(
        errors.lines().all(|line| line.chars().count() < 250),
        "{errors}"
    );
}

#[test]
fn related_positions_are_those_in_the_file() {
    file(
        "related.bnf",
        format!(
            "a = {} b\n\nc = {} b \"x\"\n",
            "\"y\" ".repeat(90),
            "\"z\" ".repeat(400)
        ),
    );
    let errors = stderr(&exits("grammar check related.bnf", 1));
    for place in ["related.bnf:1:366", "related.bnf:3:1606"] {
        assert!(errors.contains(&format!("   ,-[{place}]\n")), "{errors}");
    }
    assert!(errors.contains("\n 3 | …"), "{errors}");
}

#[test]
fn each_tab_before_a_position_counts_as_one_column() {
    file("tabs.bnf", "a\t=\t\tb\n");
    exits("grammar check tabs.bnf", 1).stderr(
        "\
error: the production `b` is used and never defined
   ,-[tabs.bnf:1:6]
 1 | a    =        b
   |               ^
   `----

error: tabs.bnf holds 1 error
",
    );
}

#[test]
fn a_carriage_return_alone_ends_its_line() {
    file("returns.bnf", "a = \"x\"\r \"y\" \r\nb = \"z\"\r");
    let errors = stderr(&exits("grammar check returns.bnf", 1));
    assert!(
        errors.starts_with(
            "\
error: 2 lines end with a carriage return alone
   ,-[returns.bnf:1:8]
 1 | a = \"x\"
   |        ^
   `----
   ,-[returns.bnf:3:8]
 3 | b = \"z\"
   |        ^
   |        `-- also here
   `----
"
        ) && errors.ends_with(
            "  help: end lines with LF or CR LF; the rest was read as if they did

error: returns.bnf holds 1 error
"
        ),
        "{errors}"
    );
}

#[test]
fn a_byte_order_mark_counts_as_no_column() {
    file("mark.bnf", "\u{feff}a = b\n");
    exits("grammar check mark.bnf", 1).stderr(
        "\
error: the production `b` is used and never defined
   ,-[mark.bnf:1:5]
 1 | a = b
   |     ^
   `----

error: mark.bnf holds 1 error
",
    );
}

#[test]
fn a_span_of_several_lines_is_shown_whole() {
    file("lines.bnf", "a = *[ \"x\"\n       \"y\" ] \"x\"\n");
    let findings = stdout(&exits("grammar check --show all lines.bnf", 0));
    assert!(
        findings.starts_with(
            "\
warning: greedy repetition in `a`
   ,-[lines.bnf:1:5]
 1 | ,-> a = *[ \"x\"
 2 | |->        \"y\" ] \"x\"
   | `---- matches \"xy\", but the rest may have to begin after \"\"
   `----
  help: "
        ),
        "{findings}"
    );
}

#[test]
fn the_grammar_is_read_as_printed_with_its_readings() {
    file("printed.bnf", BNF);
    file("printed.toml", READINGS);
    let findings =
        stdout(&exits("grammar check --readings printed.toml printed.bnf", 0).stderr(""));
    assert!(
        findings.contains(" 61 | gopherurl      = \"gopher://\" hostport [ / ["),
        "{findings}"
    );
    let summary = findings.lines().last().expect("a summary");
    assert!(
        summary.starts_with("67 productions, 15 headings, "),
        "{summary}"
    );
}

#[test]
fn the_grammar_of_the_rfc_to_the_letter_needs_readings() {
    file("letter.bnf", BNF);
    exits("grammar check letter.bnf", 1).stderr(
        "\
error: an alternative next to `/` is empty
    ,-[letter.bnf:61:41]
 61 | gopherurl      = \"gopher://\" hostport [ / [ gtype [ selector
    |                                         ^
    `----
  help: a literal \"/\" needs quotation marks; without them `/` separates alternatives

error: letter.bnf holds 1 error
help: the `/` of gopherurl stands without quotation marks, as RFC 1738 prints it; write \"/\",
      or apply the readings of RFC 1738 with --readings rfc1738
",
    );
}

#[test]
fn readings_that_change_nothing_are_named() {
    file("plain.bnf", "a = \"x\"\n");
    file("plain.toml", READINGS);
    let errors = stderr(&exits("grammar check --readings plain.toml plain.bnf", 0));
    assert!(
        errors.lines().count() > 0
            && errors
                .lines()
                .all(|line| line.starts_with("note: plain.bnf: ")),
        "{errors}"
    );
}

#[test]
fn unusable_readings_exit_with_2() {
    file("unused.bnf", "a = \"x\"\n");
    file("wrong.toml", "x = \n");
    exits("grammar check --readings none.toml unused.bnf", 2)
        .stderr("error: none.toml: No such file or directory (os error 2)\n");
    let run = exits("grammar check --readings wrong.toml unused.bnf", 2);
    assert!(
        run.get_output().stderr.starts_with(b"error: wrong.toml: "),
        "{run}"
    );
    exits("grammar check --readings - -", 2).stderr("error: - can stand for one file only\n");
    // `--readings` needs a grammar in a file.
    exits("grammar check --readings plain.toml", 2);
}

#[test]
fn unreadable_files_exit_with_2() {
    exits("grammar check .", 2)
        .stdout("")
        .stderr("error: .: is a directory\n");
    exits("grammar check missing.bnf", 2)
        .stdout("")
        .stderr("error: missing.bnf: No such file or directory (os error 2)\n");
}

#[test]
fn many_errors_on_one_long_line_take_little_time() {
    file("many.bnf", format!("a = {}\n", "% ".repeat(10_000)));
    let run = rfc1738(&["grammar", "check", "many.bnf"])
        .timeout(std::time::Duration::from_mins(1))
        .assert()
        .code(1);
    let errors = stderr(&run);
    assert!(
        errors
            .lines()
            .last()
            .expect("a count")
            .ends_with("many.bnf holds 10000 errors, the first 50 are shown"),
        "{errors}"
    );
}

#[test]
fn the_notation_is_found_out_or_said() {
    file("notation.bnf", "a = \"x\" | b\nb = %x41 / \"y\"\n");
    let summary = |arguments: &[&str], code: i32| {
        let arguments = [&["grammar", "check"], arguments, &["notation.bnf"]].concat();
        let found = stdout(&rfc1738(&arguments).assert().code(code));
        found.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(summary(&[], 1), "");
    assert!(summary(&["--notation", "abnf"], 0).starts_with("ABNF: 2 productions, "));
    assert!(summary(&["--notation", "bnf"], 0).starts_with("BNF: 2 productions, "));
    assert!(summary(&["--notation", "rfc822"], 0).starts_with("2 productions, "));
}

/// Returns the last line that `grammar check` writes about a grammar.
fn summary_of(grammar: &str) -> String {
    let output = stdout(&given(grammar, "grammar check -", 0));
    output.lines().last().expect("a summary").to_owned()
}

#[test]
fn the_summary_counts_what_was_examined_and_explains_the_rest() {
    assert_eq!(
        summary_of("stmt = \"if\" stmt [ \"else\" stmt ] / \"x\"\n"),
        "ABNF: 1 production, 0 headings, 1 production examined to depth 2, 1 place where ordered choice \
         loses texts, 1 ambiguity, 1 recursion, 0 errors"
    );
    assert_eq!(
        summary_of("s = t | \"(\" s \")\"\nt = \"x\" | \"x\" \"y\"\n"),
        "2 productions, 0 headings, 1 production examined to depth 2, 1 place where ordered choice \
         loses texts, 0 ambiguities, 1 recursion, 0 errors"
    );
    assert_eq!(
        summary_of("a = a\nb = \"x\" b | <prose>\nc = 1000(1000(1000\"x\"))\nd = \"y\"\n"),
        "4 productions, 0 headings, 3 productions not examined (no text: 1, prose: 1, too large: 1), \
         in the others 0 places where ordered choice loses texts and 0 ambiguities, 1 production \
         without text, 3 unreferenced productions, 1 undecided place, 1 production in prose, 0 errors"
    );
}

#[test]
fn a_production_without_text_is_shown_with_its_users() {
    given("s = \"y\" b | \"z\"\nb = \"x\" b\n", "grammar check -", 0)
        .stdout(
            "\
warning: dead alternative in `s`
   ,-[<stdin>:1:5]
 1 | s = \"y\" b | \"z\"
   |     ^^^^^
   |       `-- alternative 1 never matches: it needs `b`, which derives no text: b → b
   `----
  help: the parser skips it; repair the production that it needs, or remove it

warning: no text in `b`
   ,-[<stdin>:2:9]
 2 | b = \"x\" b
   |         ^
   |         `-- it derives no text, because each of these needs the next: b → b
   `----
  help: add an alternative that ends the recursion

2 productions, 0 headings, 1 production not examined (no text: 1), in the others 0 places where ordered choice loses texts and 0 ambiguities, 1 production without text, 1 dead alternative, 0 errors
",
        );
}

#[test]
fn a_production_without_text_is_an_answer_of_its_own() {
    file("no-text.bnf", "s = \"y\" b | \"z\"\nb = \"x\" b\n");
    let choice = ["--grammar", "no-text.bnf", "--rule", "b"];
    let why = "production `b` derives no text, because each of these needs the next: b → b";
    for command in ["parse", "trace", "derivations"] {
        let errors = stderr(&exits(
            &format!("{command} --grammar no-text.bnf --rule b x"),
            1,
        ));
        let note = format!("note: {why}; every text is invalid\n");
        assert!(errors.starts_with(&note), "{command}: {errors}");
    }
    for (command, rest) in [("naive", &["x"][..]), ("conformance", &["export"])] {
        let arguments = match command {
            "naive" => [&[command], &choice[..], rest].concat(),
            _ => [&[command], rest, &choice[..]].concat(),
        };
        let errors = stderr(&rfc1738(&arguments).assert().code(2).stdout(""));
        assert!(
            errors.contains(&format!(
                "{why}; add an alternative that ends the recursion"
            )),
            "{command}: {errors}"
        );
    }
    exits("generate --grammar no-text.bnf --rule b", 2)
        .stdout("")
        .stderr(format!("error: no-text.bnf: {why}\n"));
    // An alternative that derives a text is no less valid.
    exits("parse --grammar no-text.bnf z", 0).stderr("");
}

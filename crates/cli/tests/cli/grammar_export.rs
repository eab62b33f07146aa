//! `rfc1738 grammar export`.

use assert_cmd::assert::Assert;

use crate::command::{exits, file, given, stderr, stdout};

const DATE: &str = "; Dates\n\ndate  = year \"-\" month\nyear  = 4digit\nmonth = 2digit\ndigit = \"0\" | \"1\" | \"2\"\n";

fn export(line: &str, code: i32) -> Assert {
    exits(&format!("grammar export --to {line}"), code)
}

#[test]
fn a_file_is_written_in_each_notation() {
    file("export-date.bnf", DATE);
    let title = "written by rfcbnf from the notation of RFC 822.";
    let uses = [
        (
            "abnf",
            format!(
                "; ABNF (RFC 5234), {title}\r\n\r\n; Dates\r\n\r\ndate = year \"-\" month\r\n\r\n\
                 year = 4digit-rule\r\n\r\nmonth = 2digit-rule\r\n\r\n\
                 ; digit in the original\r\ndigit-rule = %x30-32\r\n"
            ),
        ),
        (
            "ebnf",
            format!(
                "/* EBNF (XML 1.0, Section 6), {title} */\n\n/* Dates */\n\n\
                 date ::= year \"-\" month\n\nyear ::= digit digit digit digit\n\n\
                 month ::= digit digit\n\ndigit ::= [0-2]\n"
            ),
        ),
        ("regex", "^[0-2]{4}-[0-2]{2}$\n".replace("}-", "}\\-")),
    ];
    for (notation, text) in uses {
        export(&format!("{notation} export-date.bnf"), 0)
            .stderr("")
            .stdout(text);
    }
    given(DATE, "grammar export --to dot --rule month -", 0)
        .stderr("")
        .stdout(
            "\
digraph \"month\" {
  label=\"month\";
  labelloc=t;
  rankdir=LR;
  node [shape=circle, fontname=\"sans-serif\"];
  edge [fontname=\"monospace\"];
  start [shape=point];
  start -> 0;
  0;
  1;
  2 [shape=doublecircle];
  0 -> 1 [label=\"0-2\"];
  1 -> 2 [label=\"0-2\"];
}
",
        );
}

#[test]
fn without_a_file_the_grammar_of_rfc_1738_is_exported() {
    let text = stdout(&export("pest --rule fileurl", 0).stderr(""));
    assert!(
        text.contains("\nfileurl = ${ ^\"file://\" ~ (host | \"localhost\")? ~ \"/\" ~ fpath }\n")
    );
    assert!(!text.contains("httpurl"), "{text}");
    export("regex --rule ftptype", 0).stdout("^[ADIadi]$\n");
    export("regex", 0);
}

#[test]
fn readings_apply_to_a_file_if_they_are_given() {
    file(
        "export-own.bnf",
        include_str!("../../../../grammar/rfc1738.bnf"),
    );
    file(
        "export-own.toml",
        include_str!("../../../../grammar/readings.toml"),
    );
    let own = stdout(&export("ebnf", 0));
    export("ebnf --readings export-own.toml export-own.bnf", 0)
        .stderr("")
        .stdout(own);
}

#[test]
fn a_failed_export_exits_with_2_and_names_the_reason() {
    file("export-large.bnf", "large = 1000( 1000( 1000\"x\" ) )\n");
    file("export-wrong.bnf", "a = b\n");
    export("regex --rule hotsname", 2)
        .stdout("")
        .stderr("error: there is no production `hotsname`; did you mean `hostname`? `rfc1738 rules` lists them\n");
    export("ebnf export-large.bnf", 2).stdout("").stderr(
        "error: export-large.bnf: production `large` is too long to be written in that notation: \
         written out, its counts and what it uses come to megabytes; divide it\n",
    );
    export("dot export-large.bnf", 2)
        .stdout("")
        .stderr(
            "error: export-large.bnf: production `large` is too large to be decided: \
         its automaton takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps\n",
        );
    export("dot export-wrong.bnf", 2).stdout("").stderr(
        "\
error: the production `b` is used and never defined
   ,-[export-wrong.bnf:1:5]
 1 | a = b
   |     ^
   `----

error: export-wrong.bnf holds 1 error
",
    );
    given("a = [ a ] \"1\"\n", "grammar export --to pest -", 2)
        .stdout("")
        .stderr(
            "error: <stdin>: production `a` is left-recursive, and that \
         notation refuses this: a → a; write a repetition in place of the recursion\n",
        );
    export("dot --readings - -", 2)
        .stdout("")
        .stderr("error: - can stand for one file only\n");
}

#[test]
fn the_notation_is_required_and_must_be_a_known_one() {
    let refusal = stderr(&exits("grammar export", 2).stdout(""));
    assert!(refusal.contains("--to <NOTATION>"), "{refusal}");
    export("yacc", 2).stdout("").stderr(
        "\
error: invalid value 'yacc' for '--to <NOTATION>'
  [possible values: rfc822, bnf, abnf, ebnf, pest, regex, dot]

For more information, try '--help'.
",
    );
}

#[test]
fn comments_reach_the_terminal_escaped() {
    let bnf = "; a \u{1b}[31m \u{202e} b\n\na = \"x\"\n";
    for notation in ["abnf", "ebnf", "pest"] {
        let text = stdout(&given(bnf, &format!("grammar export --to {notation} -"), 0));
        assert!(text.contains(" a \\u{1b}[31m \\u{202e} b"), "{text}");
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }
}

#[test]
fn an_expression_above_ascii_has_a_note_about_its_input() {
    given("word = 1*%xE4-F6\n", "grammar export --to regex -", 0)
        .stdout("^[\\xe4-\\xf6]+$\n")
        .stderr(
            "note: the pattern is one of octets: in Python, use re.fullmatch(rb'…', octets); in \
             Rust, regex::bytes with (?-u) before it; in Perl, strings of octets; --engine writes it \
             for one engine\n",
        );
    given("word = 1*%x3B1-3C9\n", "grammar export --to regex -", 0)
        .stdout("^[\\u03b1-\\u03c9]+$\n")
        .stderr(
            "note: the pattern is one of characters, for `str` in Python, and for `regex::Regex` in \
             Rust and rg; --engine writes it for JavaScript or PCRE, and --of octets as one of octets\n",
        );
}

#[test]
fn an_expression_for_one_engine_says_what_the_engine_needs() {
    let uses = [
        (
            ["javascript", "characters"],
            "^[\\u{3b1}-\\u{3c9}]+$",
            "one of characters: in JavaScript, use the flag u or v",
        ),
        (
            ["rust", "octets"],
            "(?-u)^(?:\\xce[\\xb1-\\xbf]|\\xcf[\\x80-\\x89])+$",
            "one of octets: in Rust, use `regex::bytes::Regex`; rg takes it as it is",
        ),
        (
            ["python", "characters"],
            "^[\\u03b1-\\u03c9]+\\Z",
            "one of characters: in Python, use it with `str`",
        ),
        (
            ["pcre", "octets"],
            "^(?:\\xce[\\xb1-\\xbf]|\\xcf[\\x80-\\x89])+\\z",
            "one of octets: PCRE needs UTF mode off, as in grep -P with LC_ALL=C, in rg -P with \
             --no-unicode, and without u in PHP; in Perl, use strings of octets",
        ),
    ];
    for ([engine, unit], pattern, note) in uses {
        let line = format!("grammar export --to regex --engine {engine} --of {unit} -");
        given("word = 1*%x3B1-3C9\n", &line, 0)
            .stdout(format!("{pattern}\n"))
            .stderr(format!("note: the pattern is {note}\n"));
    }
}

#[test]
fn a_grammar_of_octets_has_no_pattern_of_characters() {
    let line = "grammar export --to regex --of characters -";
    given("word = 1*%xE4-F6\n", line, 2).stderr(
        "error: --of characters: the grammar is one of octets, because no number in it is above \
             %xFF\n",
    );
    let line = "grammar export --to dot --engine rust -";
    given("word = \"x\"\n", line, 2).stderr("error: --engine and --of are for --to regex\n");
}

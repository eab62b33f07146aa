//! `rfc1738 derivations`.

use crate::command::{exits, file, given, object, objects, rfc1738, stderr, stdout, typed};
use crate::extent::few_or_many;
use serde_json::Value;

const GOPHER: &str = "gopher://h/0a%09b%09c";

fn json_of(line: &str) -> Value {
    object(&exits(line, 0).stderr(""))
}

#[test]
fn all_derivations_are_shown_with_the_node_where_they_diverge() {
    exits(&format!("derivations --rule gopherurl {GOPHER}"), 0)
        .stderr("4 derivations\n")
        .stdout(
            "\
derivation 1
gopherurl 0..21 \"gopher://h/0a%09b%09c\"
├─ hostport 9..10 \"h\"
│  └─ host 9..10 \"h\"
│     └─ hostname 9..10 \"h\"
│        └─ toplabel 9..10 \"h\"
├─ gtype 11..12 \"0\"
├─ selector 12..13 \"a\"
├─ search 16..17 \"b\"
└─ gopher+_string 20..21 \"c\"

derivation 2: search 16..21 \"b%09c\" where derivation 1 has search 16..17 \"b\"
gopherurl 0..21 \"gopher://h/0a%09b%09c\"
├─ hostport 9..10 \"h\"
│  └─ host 9..10 \"h\"
│     └─ hostname 9..10 \"h\"
│        └─ toplabel 9..10 \"h\"
├─ gtype 11..12 \"0\"
├─ selector 12..13 \"a\"
└─ search 16..21 \"b%09c\"

derivation 3: selector 12..17 \"a%09b\" where derivation 1 has selector 12..13 \"a\"
gopherurl 0..21 \"gopher://h/0a%09b%09c\"
├─ hostport 9..10 \"h\"
│  └─ host 9..10 \"h\"
│     └─ hostname 9..10 \"h\"
│        └─ toplabel 9..10 \"h\"
├─ gtype 11..12 \"0\"
├─ selector 12..17 \"a%09b\"
└─ search 20..21 \"c\"

derivation 4: selector 12..21 \"a%09b%09c\" where derivation 1 has selector 12..13 \"a\"
gopherurl 0..21 \"gopher://h/0a%09b%09c\"
├─ hostport 9..10 \"h\"
│  └─ host 9..10 \"h\"
│     └─ hostname 9..10 \"h\"
│        └─ toplabel 9..10 \"h\"
├─ gtype 11..12 \"0\"
└─ selector 12..21 \"a%09b%09c\"
",
        );
}

#[test]
fn the_only_derivation_is_shown_as_parse_shows_it() {
    let tree = "port 0..2 \"80\"\n└─ digits 0..2 \"80\"\n";
    exits("derivations --rule port 80", 0)
        .stderr("1 derivation\n")
        .stdout(format!("derivation 1\n{tree}"));
    rfc1738(&["parse", "--rule", "port", "80"])
        .assert()
        .stdout(tree);
}

#[test]
fn a_derivation_can_diverge_by_lacking_a_node() {
    let shown = stdout(&exits("derivations --rule schemepart //h", 0).stderr("2 derivations\n"));
    let last = "\nderivation 2: nothing more where derivation 1 has ip-schemepart 0..3 \"//h\"\n\
                schemepart 0..3 \"//h\"\n";
    assert!(shown.ends_with(last), "{shown}");
}

#[test]
fn a_limited_list_says_that_there_are_more() {
    let most = |count| {
        let line = format!("derivations --rule gopherurl --most {count} {GOPHER}");
        exits(&line, 0)
    };
    let shown = stdout(&most(1).stderr("1 derivation shown, of 4 (see --most)\n"));
    assert_eq!(shown.matches("gopherurl").count(), 1);
    most(4).stderr("4 derivations\n");
}

#[test]
fn sixteen_derivations_are_shown_by_default() {
    let text = format!("gopher://h/0{}", "a%09".repeat(20));
    let run = exits(&format!("derivations --rule gopherurl {text}"), 0)
        .stderr("16 derivations shown, of 211 (see --most)\n");
    let shown = stdout(&run);
    assert_eq!(shown.matches("derivation 1 has").count(), 15);
}

#[test]
fn a_limit_of_zero_is_refused() {
    for most in ["0", "-1", "many"] {
        exits(&format!("derivations --most {most} news:a"), 2).stdout("");
    }
}

#[test]
fn the_text_is_truncated_where_derivations_diverge() {
    let text = format!("//h/{}", "s".repeat(70));
    let shown = stdout(&rfc1738(&["derivations", "--rule", "schemepart", &text]).assert());
    let cut = format!(
        "derivation 2: nothing more where derivation 1 has ip-schemepart 0..74 \"//h/{}\"…\n",
        "s".repeat(56)
    );
    assert!(shown.contains(&cut), "{shown}");
}

#[test]
fn json_has_its_fields_in_the_documented_order() {
    exits("derivations --rule port --format json 80", 0)
        .stderr("")
        .stdout(
            "{\"input\":\"80\",\"rule\":\"port\",\"ok\":true,\"count\":1,\"complete\":true,\"total\":1,\"trees\":[\
             {\"rule\":\"port\",\"start\":0,\"end\":2,\"children\":\
             [{\"rule\":\"digits\",\"start\":0,\"end\":2,\"children\":[]}]}]}\n",
        );
}

#[test]
fn json_says_whether_it_is_complete() {
    for (most, complete) in [("1", false), ("3", false), ("4", true), ("5", true)] {
        let line = format!("derivations --rule gopherurl --format json --most {most} {GOPHER}");
        let record = json_of(&line);
        assert_eq!(record["complete"], complete, "{most}");
        let trees = record["trees"].as_array().expect("a list").len();
        assert_eq!(record["count"], trees, "{most}");
        assert_eq!(trees, most.parse::<usize>().expect("a number").min(4));
    }
}

#[test]
fn the_first_derivation_is_the_tree_of_parse() {
    for detail in ["rules", "characters"] {
        for text in [GOPHER, "ftp://u:p@h:21/a/b;type=i", "x://h/", "xchar:%41"] {
            let [derived, parsed] = ["derivations", "parse"]
                .map(|name| json_of(&format!("{name} --detail {detail} --format json {text}")));
            assert_eq!(derived["trees"][0], parsed["tree"], "{text}");
        }
    }
}

#[test]
fn an_underived_text_is_rejected_as_parse_rejects_it() {
    for text in [
        "http://user@host/",
        "",
        "http://h/\u{e9}",
        "x\n",
        "a\u{1b}[31m",
    ] {
        for format in ["human", "json"] {
            let like = if format == "human" { "tree" } else { format };
            let parsed = rfc1738(&["parse", "--format", like, text])
                .output()
                .expect("the command runs");
            let derived = rfc1738(&["derivations", "--format", format, text])
                .output()
                .expect("the command runs");
            assert_eq!(derived.status.code(), Some(1), "{text:?}");
            assert_eq!(derived, parsed, "{text:?}");
        }
    }
}

#[test]
fn the_text_can_come_from_standard_input() {
    given("7\r\n", "derivations --rule digits -", 0).stdout("derivation 1\ndigits 0..1 \"7\"\n");
    given(&b"http://h/\xff"[..], "derivations -", 1).stdout("");
}

#[test]
fn an_unknown_production_gets_the_nearest_names() {
    let errors = stderr(&exits("derivations --rule gopherurI x", 2).stdout(""));
    assert!(errors.contains("did you mean `gopherurl`?"), "{errors}");
}

#[test]
fn the_output_has_colours_on_request() {
    rfc1738(&["derivations", "--color", "always", "--rule", "alpha", "a"])
        .assert()
        .stdout(
            "\x1b[1mderivation 1\x1b[0m\n\
             \x1b[1m\x1b[36malpha\x1b[0m \x1b[32m0..1\x1b[0m \x1b[2m\"a\"\x1b[0m\n",
        )
        .stderr("\x1b[32m1\x1b[0m derivation\n");
}

#[test]
fn a_long_text_is_answered_quickly() {
    let text = format!("x://h/{}", "a%20".repeat(few_or_many(5_000, 20_000)));
    given(text, "derivations -", 0).stderr("2 derivations\n");
}

const SUMS: &str =
    "sum = part *( \"+\" part )\npart = digit [ \"+\" digit ]\ndigit = \"1\" | \"2\"\n";

#[test]
fn a_text_is_parsed_by_a_custom_grammar() {
    file("sums.bnf", SUMS);
    exits("derivations --grammar sums.bnf 1+2", 0)
        .stderr("2 derivations\n")
        .stdout(
            "\
derivation 1
sum 0..3 \"1+2\"
└─ part 0..3 \"1+2\"

derivation 2: part 0..1 \"1\" where derivation 1 has part 0..3 \"1+2\"
sum 0..3 \"1+2\"
├─ part 0..1 \"1\"
└─ part 2..3 \"2\"
",
        );
    let line = "derivations --grammar sums.bnf --rule part --detail characters 1";
    exits(line, 0).stdout("derivation 1\npart 0..1 \"1\"\n└─ digit 0..1 \"1\"\n");
    let record = json_of("derivations --grammar sums.bnf --format json --rule digit 2");
    assert_eq!(record["rule"], "digit");
    assert_eq!(record["count"], 1);
}

#[test]
fn a_rejected_text_has_the_error_of_its_own_parser() {
    file("sums-wrong.bnf", SUMS);
    exits("derivations --grammar sums-wrong.bnf 1+\u{1b}", 1)
        .stdout("")
        .stderr(
            "\
error: not a valid sum: found \"\\u{1b}\" at offset 2
   ,----
 1 | 1+\\u{1b}
   |   ^^^^^^
   |      `-- expected digit
   `----
  note: in sum, part
",
        );
    exits("derivations --grammar sums-wrong.bnf --format json 1+", 1)
        .stderr("")
        .stdout(
            "{\"input\":\"1+\",\"rule\":\"sum\",\"ok\":false,\
             \"error\":{\"offset\":2,\"start\":2,\"end\":2,\"found\":null,\"expected\":[\"digit\"],\
             \"next\":\"12\",\"can_end\":false,\"context\":[\"sum\",\"part\"],\"notes\":[],\
             \"id\":\"part-syntax\"}}\n",
        );
}

#[test]
fn an_unusable_custom_grammar_is_reported() {
    file("sums-refused.bnf", SUMS);
    file("no-grammar.bnf", "sum = part\n");
    for (arguments, error) in [
        (
            "sums-refused.bnf --rule prat 1",
            "error: there is no production `prat`; did you mean `part`? `rfc1738 rules --grammar sums-refused.bnf` lists them\n",
        ),
        ("- -", "error: - can stand for one file only\n"),
        (
            "no-grammar.bnf 1",
            "error: the production `part` is used and never defined\n",
        ),
    ] {
        let line = format!("derivations --grammar {arguments}");
        let errors = stderr(&exits(&line, 2).stdout(""));
        assert!(errors.starts_with(error), "{errors}");
    }
}

#[test]
fn json_lines_list_each_derivation_and_end_with_the_count() {
    let ambiguous = "derivations-lines.bnf";
    file(ambiguous, "s = x | y\nx = \"ab\"\ny = \"ab\"\n");
    let nodes = r#"{"derivation":1,"rule":"s","start":0,"end":2,"depth":0}
{"derivation":1,"rule":"x","start":0,"end":2,"depth":1,"text":"ab"}
"#;
    let others = r#"{"derivation":2,"rule":"s","start":0,"end":2,"depth":0}
{"derivation":2,"rule":"y","start":0,"end":2,"depth":1,"text":"ab"}
"#;
    let end = r#"{"input":"ab","rule":"s","ok":true,"count":"#;
    let cases = [
        (
            "1",
            format!("{nodes}{end}1,\"complete\":false,\"total\":2}}\n"),
        ),
        (
            "2",
            format!("{nodes}{others}{end}2,\"complete\":true,\"total\":2}}\n"),
        ),
    ];
    for (most, shown) in cases {
        let line = format!("derivations --format jsonl --most {most} --grammar {ambiguous} ab");
        exits(&line, 0).stderr("").stdout(shown);
    }
    let invalid = |command| {
        let line = format!("{command} --format jsonl --grammar {ambiguous} b");
        stdout(&exits(&line, 1).stderr(""))
    };
    assert_eq!(invalid("derivations"), invalid("parse"));
}

const CYCLE: &str = "a = b / \"x\"\nb = a / \"x\"\n";

#[test]
fn only_derivations_of_a_cycle_without_repeated_nodes_are_shown() {
    file("cycle.abnf", CYCLE);
    exits("derivations --grammar cycle.abnf x", 0)
        .stderr("2 derivations shown, of infinitely many; the others repeat nodes\n")
        .stdout(
            "\
derivation 1
a 0..1 \"x\"
└─ b 0..1 \"x\"

derivation 2: nothing more where derivation 1 has b 0..1 \"x\"
a 0..1 \"x\"
",
        );
    exits("derivations --grammar cycle.abnf --most 1 x", 0)
        .stderr("1 derivation shown, of infinitely many; 2 without repeated nodes (see --most)\n");
    let record = json_of("derivations --grammar cycle.abnf --format json x");
    assert_eq!(record["infinite"], true);
    assert_eq!(record["complete"], true);
    assert_eq!((&record["count"], &record["total"]), (&2.into(), &2.into()));
    let lines = stdout(&typed("derivations --grammar cycle.abnf --format jsonl x").assert());
    let end = "\"ok\":true,\"count\":2,\"complete\":true,\"total\":2,\"infinite\":true}\n";
    assert!(lines.ends_with(end), "{lines}");
}

#[test]
fn a_repetition_of_the_empty_text_has_infinitely_many_derivations() {
    file("empty-rounds.bnf", "s = *e \"a\"\ne = [ \"b\" ]\n");
    exits("derivations --grammar empty-rounds.bnf a", 0)
        .stdout("derivation 1\ns 0..1 \"a\"\n")
        .stderr("1 derivation shown, of infinitely many; the others repeat nodes\n");
}

#[test]
fn more_than_a_million_derivations_are_not_counted() {
    file("binary.abnf", "s = s s / \"a\"\n");
    // The Catalan number of 6, and then of 15, which is 9694845.
    exits("derivations --grammar binary.abnf --most 2 aaaaaaa", 0)
        .stderr("2 derivations shown, of 132 (see --most)\n");
    file("either.abnf", "s = *( x / y )\nx = \"a\"\ny = \"a\"\n");
    let twenty = "a".repeat(20);
    let characters = "derivations --grammar either.abnf --detail characters";
    let all = "derivations --grammar binary.abnf";
    let (start, text) = few_or_many((characters, &twenty[..]), (all, &twenty[..16]));
    let record = json_of(&format!("{start} --most 2 --format json {text}"));
    assert_eq!(record["count"], 2);
    assert_eq!(record["complete"], false);
    assert_eq!(record["more_than"], 1_000_000);
    assert_eq!((record.get("total"), record.get("infinite")), (None, None));
    exits(&format!("{characters} --most 1 {twenty}"), 0)
        .stderr("1 derivation shown, of more than 1000000 (see --most)\n");
}

#[test]
fn derivations_of_a_long_text_are_counted_without_their_trees() {
    let grammar = "either-long.abnf";
    file(
        grammar,
        "s = 3*( x / y ) *z\nx = \"a\"\ny = \"a\"\nz = \"b\"\n",
    );
    let options = "--format jsonl --most 1 --detail characters";
    for (most, count) in [(10, "1024"), (20, "more than 1000000")] {
        let text = "a".repeat(most) + &"b".repeat(20_000);
        let line = format!("derivations --grammar {grammar} {options} {text}");
        let records = objects(&exits(&line, 0));
        let record = records.last().expect("a line has the count");
        let total = match (&record["total"], &record["more_than"]) {
            (Value::Null, more) => format!("more than {more}"),
            (total, _) => total.to_string(),
        };
        assert_eq!(total, count);
    }
}

#[test]
fn a_count_given_up_after_the_shown_derivations_is_undecided() {
    // Many choices at each character take many steps, although the text is short. All have the same tree.
    let choices: Vec<String> = (1..12).map(|count| format!("{count}x")).collect();
    let grammar = "either-given-up.abnf";
    file(
        grammar,
        format!("s = *( {} )\nx = \"a\"\n", choices.join(" / ")),
    );
    let reason = "whether there are more derivations is not known: the search takes more than 3000000 \
                  steps; shorten the text";
    let derivations = |format: &str| {
        let line = format!("derivations --most 1 --grammar {grammar} --format {format} -");
        given("a".repeat(5_000), &line, 2)
    };
    derivations("human").stderr(format!("1 derivation shown; {reason}\n"));
    let record = object(&derivations("json"));
    assert_eq!(record["complete"], false);
    assert_eq!(record["undecided"]["reason"], reason);
    assert_eq!((record.get("total"), record.get("more_than")), (None, None));
}

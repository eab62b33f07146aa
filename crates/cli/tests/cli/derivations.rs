//! `rfc1738 derivations`.

use crate::command::{exits, file, given, object, objects, stdout};
use crate::extent::few_or_many;
use serde_json::Value;

const GOPHER: &str = "gopher://h/0a%09b%09c";

fn json_of(line: &str) -> Value {
    object(&exits(line, 0).stderr(""))
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
fn a_long_text_is_answered_quickly() {
    let text = format!("x://h/{}", "a%20".repeat(few_or_many(5_000, 20_000)));
    given(text, "derivations -", 0).stderr("2 derivations\n");
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

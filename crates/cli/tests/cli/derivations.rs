//! `rfc1738 derivations`.

use crate::command::{exits, file, given, object};
use crate::extent::few_or_many;
use serde_json::Value;

const GOPHER: &str = "gopher://h/0a%09b%09c";

fn json_of(line: &str) -> Value {
    object(&exits(line, 0).stderr(""))
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

//! Productions that recurse in the middle: commands that ask automata take their texts to a depth, and
//! others any text.

use crate::command::{exits, file, object, objects, outputs, stderr, stdout, typed};

const PAIR: &str = "pair = \"(\" [ pair ] \")\"\n";

fn example(name: &str) -> String {
    format!(
        "{}/../../examples/grammars/{name}",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// Decides about a text of pairs by counting.
fn is_pair(text: &str) -> bool {
    let half = text.len() / 2;
    half > 0 && text == [&*"(".repeat(half), &*")".repeat(half)].concat()
}

#[test]
fn a_suite_to_a_depth_holds_the_right_verdicts() {
    file("pair-suite.abnf", PAIR);
    let start = "conformance export --grammar pair-suite.abnf";
    let run = exits(&format!("{start} --depth 2"), 0);
    let suite = objects(&run);
    let mut deepest = 0;
    for case in &suite {
        let text = case["input"].as_str().expect("the text is UTF-8");
        assert_eq!(case["ok"], is_pair(text), "{case}");
        deepest = deepest.max(if is_pair(text) { text.len() / 2 } else { 0 });
    }
    assert_eq!(deepest, 3);
    run.stderr(format!(
        "note: production `pair` is recursive: pair → pair; these are its texts to depth 2, and \
         --depth N takes others\nnote: the suite of pair has {} texts\n",
        suite.len()
    ));
    assert!(objects(&exits(start, 0)).len() < suite.len());
}

#[cfg(unix)]
#[test]
fn a_program_is_asked_about_texts_to_a_depth() {
    file("pair-run.abnf", PAIR);
    // It knows pairs up to two.
    let script = "LC_ALL=C sed -u -E -e 's/^(\\(\\)|\\(\\(\\)\\))$/accept/' -e t -e 's/.*/reject/'";
    let mut command = typed("conformance run --grammar pair-run.abnf --depth 2 -- sh -c");
    let [report, notes] = outputs(&command.arg(script).assert().code(1));
    assert!(
        report.contains("0 wrongly accepted, 1 wrongly rejected"),
        "{report}"
    );
    assert!(report.contains(" 1 | ((()))\n"), "{report}");
    assert!(!notes.contains("causes"), "{notes}");
    let end = "the causes may not be complete: pair recurses, so each production was searched on its own; \
               no cause leads to the parser's answer to \"((()))\"\n";
    assert!(report.ends_with(end), "{report}");
}

#[test]
fn texts_to_a_depth_are_exported_to_regex_and_dot() {
    file("pair-export.abnf", PAIR);
    let export = |to, depth| {
        let line = format!("grammar export --to {to} --depth {depth} pair-export.abnf");
        outputs(&exits(&line, 0))
    };
    let note = |depth: u32| {
        format!(
            "note: production `pair` is recursive: pair → pair; these are its texts to depth \
             {depth}, and --depth N takes others\n"
        )
    };
    let [pattern, notes] = export("regex", 2);
    assert_eq!(pattern, "^\\((?:\\((?:\\(\\))?\\))?\\)$\n");
    assert_eq!(notes, note(2));
    let [graph, notes] = export("dot", 0);
    assert!(
        graph.contains("0 -> 1 [label=\"(\"];\n  1 -> 2 [label=\")\"];"),
        "{graph}"
    );
    assert_eq!(notes, note(0));
}

#[test]
fn all_suites_are_written_except_those_that_are_too_large() {
    let name = "pair-all.abnf";
    let large =
        "large = *1000( %x61-7A ) \"!\" *1000( %x61-7A / \"0\" ) *1000( \"a\" *1000\"b\" )\n";
    file(name, format!("{PAIR}one = %s\"x\"\n{large}"));
    let line = format!("conformance export --all --depth 0 --grammar {name}");
    let [suites, notes] = outputs(&exits(&line, 0));
    for rule in ["pair", "one"] {
        let valid = format!("{{\"rule\":\"{rule}\",");
        assert!(
            suites.lines().any(|line| line.starts_with(&valid)),
            "{rule}"
        );
    }
    assert!(
        notes.contains("note: left out: production `large` is too large"),
        "{notes}"
    );
}

#[test]
fn a_depth_that_is_too_large_is_refused() {
    file("pair-deep.abnf", PAIR);
    let line = "grammar export --to dot --depth 4000000000 pair-deep.abnf";
    exits(line, 2).stderr(
        "error: pair-deep.abnf: production `pair` to depth 4000000000 is too large; take a smaller \
         --depth or a smaller production with --rule\n",
    );
}

#[test]
fn near_misses_of_nested_texts_are_generated_with_their_errors() {
    file("pair-misses.abnf", PAIR);
    let line = "generate --invalid -n 30 --grammar pair-misses.abnf";
    let misses = stdout(&exits(line, 0));
    assert_eq!(misses.lines().count(), 30);
    for line in misses.lines() {
        let (text, error) = line.split_once('\t').expect("an error follows");
        assert!(!is_pair(text) && error.starts_with("expected "), "{line}");
    }
    assert_eq!(stdout(&exits(line, 0)), misses);
}

#[test]
fn ordered_choice_reads_nested_texts() {
    let line =
        "naive --grammar '{}' '[1, {\"a\": [true]}]'".replacen("{}", &example("rfc8259.abnf"), 1);
    let json = stdout(&exits(&line, 0));
    assert!(
        json.ends_with("  naive    accepts\n  grammar  derives it\n"),
        "{json}"
    );
    file(
        "pair-naive.abnf",
        "s = \"(\" s \")\" / \"(\" s \"]\" / *\"a\" \"a\" / \"b\"\n",
    );
    exits("naive --grammar pair-naive.abnf ((b]) ((a))", 1).stdout(
        "s \"((b])\"\n  naive    accepts\n  grammar  derives it\ns \"((a))\"\n  \
         naive    rejects: fails\n  grammar  derives it\n  \
         blame    s 2..3 \"a\": *\"a\" takes \"a\" in one more round, which the rest of the text needs\n"
    );
}

#[test]
fn a_shortest_text_that_ordered_choice_loses_is_listed() {
    file(
        "pair-search.abnf",
        "s = \"(\" t \")\" / \"x\"\nt = s / \"x\" \"y\"\nu = \"(\" [ u ] \")\"\n",
    );
    let line = "naive --grammar pair-search.abnf --depth 2";
    exits(line, 1).stdout(
        "t \"xy\"\ns \"(xy)\" because of t\nRight     u\n\
         3 productions: 1 wrong by itself, 1 because of others, 0 not decided, 1 right\n",
    );
    let record = object(&exits(&format!("{line} --format json"), 1));
    assert_eq!(
        record["productions"][0],
        serde_json::json!({"rule": "s", "result": "wrong", "depth": 2, "text": "(xy)",
            "origin": "others", "causes": ["t"]})
    );
    assert_eq!(
        record["productions"][2],
        serde_json::json!({"rule": "u", "result": "right"})
    );
}

#[test]
fn ordered_choice_is_refused_where_it_never_ends() {
    let line = format!("naive --grammar '{}' 1", example("arithmetic-left.bnf"));
    let refusal = stderr(&exits(&line, 2));
    assert!(
        refusal.ends_with(
            "ordered choice never ends: production `expression` is left-recursive: expression → expression\n"
        ),
        "{refusal}"
    );
}

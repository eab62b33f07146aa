//! `rfc1738 trace` of productions that recurse.

use serde_json::{Value, json};

use crate::command::{file, given, rfc1738, stdout};
use crate::extent::few_or_many;

/// A parser that backtracks tries all ways to divide the octets before it finds that there is no `!`.
const DIVIDED: &str = "s = n \"!\" / n\nn = \"a\" [ n ] *\"b\"\n";

/// Returns the output for a grammar in the file of that name, which no other test writes.
fn output_of(name: &str, grammar: &str, arguments: &[&str], status: i32) -> String {
    let grammar = file(&format!("trace-{name}.abnf"), grammar);
    let run = rfc1738(&["trace", "--grammar"])
        .arg(&grammar)
        .args(arguments)
        .assert()
        .code(status)
        .stderr("");
    stdout(&run)
}

/// Returns the lines without the text that they show.
fn steps(output: &str) -> Vec<String> {
    let lines = output.lines();
    lines
        .map(|line| match line.split_once('│') {
            Some((_, shown)) => shown[shown.find("  ").unwrap_or(0)..].trim_end().to_owned(),
            None => line.to_owned(),
        })
        .collect()
}

#[test]
fn alternatives_that_fail_are_shown_as_for_a_regular_production() {
    let shown = |name, grammar: &str, text| output_of(name, grammar, &[text], 0);
    let recursive = shown("nested", "s = \"(\" s \")\" / \"x\" \"y\" / \"x\"\n", "(x)");
    assert_eq!(
        recursive,
        " 1  │(x)  * s?
 2  (│x)      takes \"(\"
 3  (│x)  *   s?
 4  (│x)        wants (
 5  (x│)        takes \"x\"
 6  (x│)        wants Y y
 7  (│x)        gives back \"x\"
 8  (x│)        takes \"x\"
 9  (x│)  *   s \"x\"
10  (x)│      takes \")\"
11  (x)│  * s \"(x)\"
all of the text is derived
"
    );
    let regular = shown(
        "regular",
        "s = \"(\" t \")\"\nt = \"x\" \"y\" / \"x\"\n",
        "(x)",
    );
    // The inner production of the recursive grammar has one more alternative, and another name.
    let mut steps_of_recursive = steps(&recursive);
    steps_of_recursive.remove(3);
    let renamed = steps(&regular).into_iter().map(|step| {
        let step = step.replace("t?", "s?");
        step.replace("t \"x\"", "s \"x\"")
    });
    assert_eq!(renamed.collect::<Vec<_>>(), steps_of_recursive);
}

#[test]
fn an_invalid_text_has_all_attempts() {
    let output = output_of("invalid", "s = \"(\" s \")\" / \"x\"\n", &["(z)"], 1);
    assert_eq!(
        output,
        "1  │(z)    s?
2  (│z)      takes \"(\"
3  (│z)      s?
4  (│z)        wants ( X x
5  (│z)      s fails
6  │(z)      gives back \"(\"
7  │(z)      wants X x
8  │(z)    s fails
nothing is derived
"
    );
}

#[test]
fn the_parser_goes_back_into_a_production_that_has_matched() {
    let grammar = "s = t \"a\" / \"(\" s \")\"\nt = \"a\" t / \"a\"\n";
    let output = output_of("again", grammar, &["aaa"], 0);
    assert_eq!(
        output,
        " 1  │aaa  * s?
 2  │aaa  *   t?
 3  a│aa        takes \"a\"
 4  a│aa  *     t?
 5  aa│a          takes \"a\"
 6  aa│a          t?
 7  aaa│            takes \"a\"
 8  aaa│            t?
 9  aaa│              wants A a
10  aaa│            t fails
11  aa│a            gives back \"a\"
12  aaa│            takes \"a\"
13  aaa│          t \"a\"
14  aaa│        t \"aa\"
15  aaa│      t \"aaa\"
16  aaa│      wants A a
17  aaa│      t? (again)
18  aaa│        t? (again)
19  a│aa          gives back \"aa\"
20  aa│a          takes \"a\"
21  aa│a  *     t \"a\"
22  aa│a  *   t \"aa\"
23  aaa│      takes \"a\"
24  aaa│  * s \"aaa\"
all of the text is derived
"
    );
    let lines = output_of("again-json", grammar, &["--format", "jsonl", "aaa"], 0);
    let again: Value = serde_json::from_str(lines.lines().nth(17).expect("a line")).expect("JSON");
    assert_eq!(
        again,
        json!({"step": 18, "event": "redo", "rule": "t", "start": 1, "end": 3, "tried": 4, "depth": 2, "kept": false})
    );
}

#[test]
fn left_recursion_is_followed_until_it_clearly_never_ends() {
    let expression = "expr = expr \"+\" term / term\nterm = \"1\"\n";
    assert_eq!(
        output_of("left", expression, &["1+1"], 0),
        "1  │1+1    expr?
2  │1+1      expr?
3  │1+1        expr begins with itself: this never ends
a parser that takes the right choice every time:
4  │1+1  * expr?
5  │1+1  *   expr?
6  1│+1        takes \"1\"
7  1│+1  *   expr \"1\"
8  1+1│      takes \"+1\"
9  1+1│  * expr \"1+1\"
all of the text is derived
"
    );
    let hidden = "s = t \"a\" / \"b\"\nt = [ \"c\" ] u\nu = s / \"d\"\n";
    let output = output_of("circle", hidden, &["da"], 0);
    let circle = " 6  │da            s begins with t, t with u, u with s: this never ends\n";
    assert!(output.contains(circle), "{output}");
}

#[test]
fn left_recursion_ends_where_an_earlier_alternative_succeeds() {
    let expression = "e = \"1\" / e \"+\" \"1\"\n";
    let output = output_of("right-order", expression, &["1+1+1"], 0);
    assert!(!output.contains("never ends"), "{output}");
    assert!(output.ends_with("* e \"1+1+1\"\nall of the text is derived\n"));
    // Here, the first alternative is not enough, and with the second one, no attempt gets further.
    let brackets = "s = \"(\" e \")\"\ne = \"1\" / e \"+\" \"1\"\n";
    let output = output_of("wrong-order", brackets, &["(1+1]"], 1);
    assert!(
        output.contains("e begins with itself: this never ends\n"),
        "{output}"
    );
    assert!(
        output.ends_with("s fails\nnothing is derived\n"),
        "{output}"
    );
}

#[test]
fn json_has_the_cycle_and_the_steps_behind_it() {
    let grammar = "s = t \"a\" / \"b\"\nt = s / \"c\"\n";
    let output = output_of("circle-json", grammar, &["--format", "json", "ca"], 0);
    let trace: Value = serde_json::from_str(&output).expect("JSON");
    let steps = trace["steps"].as_array().expect("a list");
    assert_eq!(
        steps[3],
        json!({"step": 4, "event": "endless", "rule": "s", "start": 0, "circle": ["s", "t"], "depth": 3, "kept": false})
    );
    assert_eq!(steps[4]["event"], "try");
    assert_eq!(
        (&steps[4]["depth"], &steps[4]["kept"]),
        (&json!(0), &json!(true))
    );
    assert_eq!(trace.get("exceeded"), None);
    // The other parser begins behind the circle, so each selection of steps shows it.
    let selected = output_of(
        "circle-only",
        grammar,
        &["--only", "t", "--depth", "2", "ca"],
        0,
    );
    assert!(
        selected.contains("s begins with t, t with s: this never ends\n"),
        "{selected}"
    );
}

#[test]
fn only_the_right_choices_of_excessive_backtracking_are_shown() {
    let text = format!("{}{}", "a".repeat(60), "b".repeat(60));
    let output = output_of("divided", DIVIDED, &[&text], 0);
    let first = "a parser that backtracks takes more than 112000 steps here: only the right choices are shown\n";
    assert!(output.starts_with(first), "{output}");
    assert!(output.ends_with("all of the text is derived\n"), "{output}");
    assert!(
        !output.contains("wants") && !output.contains("fails"),
        "{output}"
    );
    let lines = output_of("divided-json", DIVIDED, &["--format", "jsonl", &text], 0);
    let last: Value = serde_json::from_str(lines.lines().last().expect("a line")).expect("JSON");
    assert_eq!(
        (&last["ok"], &last["exceeded"]),
        (&json!(true), &json!(112_000))
    );
    let invalid = format!("{text}?");
    let output = output_of("divided-invalid", DIVIDED, &[&invalid], 1);
    assert!(output.starts_with("a parser that backtracks takes more than 112100 steps"));
    assert!(
        output.ends_with("the first 120 octets of the text are derived\n"),
        "{output}"
    );
}

#[test]
fn many_levels_have_all_steps() {
    let levels = few_or_many(5_000, 100_000);
    let text = format!("{}x{}", "(".repeat(levels), ")".repeat(levels));
    file(
        "trace-deep.abnf",
        "s = \"(\" s \")\" / \"x\" \"y\" / \"x\"\n",
    );
    let output = stdout(&given(text, "trace --grammar trace-deep.abnf -", 0));
    // Each level is tried, takes two octets and matches; the innermost one has six steps more.
    assert_eq!(output.lines().count(), 4 * levels + 8);
}

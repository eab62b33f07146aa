//! `rfc1738 grammar check` of several files, for programs, with denied findings and with fixes.

use std::fs;

use serde_json::{Value, json};

use crate::command::{exits, file, given, object, objects, outputs, stderr, stdout};
use assert_cmd::assert::Assert;

/// Runs `grammar check` with the arguments of a line.
fn check(line: &str, code: i32) -> Assert {
    exits(&format!("grammar check {line}"), code)
}

/// RFC 6455 has such a number.
#[test]
fn what_only_a_limit_refuses_is_undecided() {
    file(
        "check-limit.abnf",
        "length = \"x\" / %x10000-7FFFFFFFFFFFFFFF\n",
    );
    exits("grammar check check-limit.abnf", 2);
    exits("parse --grammar check-limit.abnf x", 2).stdout("");
    file(
        "check-fault.abnf",
        "length = \"x\" / %x10000-7FFFFFFFFFFFFFFF / \"y\n",
    );
    exits("grammar check check-fault.abnf", 1);
}

#[test]
fn ordered_choice_is_counted_and_shown_only_if_asked_for() {
    file("check-ordered.abnf", "a = %x61 / %x61 \"1\"\n");
    let hidden = stdout(&check("check-ordered.abnf", 0));
    assert_eq!(
        hidden,
        "ABNF: 1 production, 0 headings, 1 place where ordered choice loses texts, 0 ambiguities, 0 \
         errors\n"
    );
    for shown in ["ordered-choice", "prefix-alternative", "all"] {
        let shown = stdout(&check(&format!("--show {shown} check-ordered.abnf"), 0));
        assert!(
            shown.starts_with("warning: prefix alternative in `a`\n"),
            "{shown}"
        );
    }
}

#[test]
fn denied_findings_are_errors_and_fail() {
    file(
        "check-denied.abnf",
        "a = %x61 / %x61 \"1\" / \"1\" / %x31\n",
    );
    check("check-denied.abnf", 0);
    for denied in [
        "suspicious",
        "shadowed-alternative",
        "ordered-choice",
        "all",
    ] {
        let shown = stdout(&check(&format!("--deny {denied} check-denied.abnf"), 1));
        assert!(shown.contains("error: "), "{denied}: {shown}");
    }
    check("--deny no-text check-denied.abnf", 0);
}

#[test]
fn a_name_that_no_findings_have_gets_suggestions() {
    for option in ["--show", "--deny"] {
        let errors = stderr(&check(&format!("{option} ambig"), 2));
        assert_eq!(
            errors,
            format!(
                "error: {option} \"ambig\": no group or kind of findings has this name; did you mean \
                 ambiguity?\n\nFor all names, try 'rfc1738 grammar check --help'.\n"
            )
        );
    }
}

#[test]
fn several_files_are_checked_and_named() {
    file("check-one.abnf", "a = %x61\n");
    file("check-two.abnf", "a = b\n");
    let [shown, errors] = outputs(&check("check-one.abnf check-two.abnf", 1));
    assert!(
        shown.starts_with("check-one.abnf:\nABNF: 1 production, "),
        "{shown}"
    );
    assert!(errors.contains(",-[check-two.abnf:1:5]"), "{errors}");
    let errors = stderr(&check("check-one.abnf check-missing.abnf", 2));
    assert!(errors.contains("check-missing.abnf"), "{errors}");
}

#[test]
fn json_has_an_object_for_each_file_with_its_fixes() {
    file("check-json1.abnf", "a = 1*digt\ndigit = \"0\" / %x31-39\n");
    file(
        "check-json2.abnf",
        "s = \"(\" s \")\" / %x61 / t / %x61\nt = %x31 / %x31\n",
    );
    let run = check("--format json check-json1.abnf check-json2.abnf", 1).stderr("");
    let objects = objects(&run);
    assert_eq!(
        objects[0],
        json!({
            "file": "check-json1.abnf",
            "notation": "ABNF",
            "rules": 2,
            "ok": false,
            "errors": [{
                "kind": "undefined-production",
                "denied": true,
                "start": 6,
                "end": 10,
                "line": 1,
                "column": 7,
                "message": "the production `digt` is used and never defined",
                "help": "a production with a similar name exists: `digit`",
                "fix": {
                    "description": "write `digit`",
                    "changes": [{"start": 6, "end": 10, "text": "digit"}],
                },
            }],
            "findings": [],
            "hidden": 0,
            "unexamined": [],
        })
    );
    let findings = objects[1]["findings"].as_array().expect("findings");
    let kinds: Vec<&Value> = findings.iter().map(|finding| &finding["kind"]).collect();
    assert_eq!(kinds, ["ambiguity", "shadowed-alternative"]);
    let shadowed = &findings[1];
    assert_eq!(shadowed["group"], "suspicious");
    assert_eq!(
        (&shadowed["line"], &shadowed["column"]),
        (&json!(2), &json!(12))
    );
    assert_eq!(
        shadowed["fix"]["changes"],
        json!([{"start": 40, "end": 47, "text": ""}])
    );
    assert_eq!(objects[1]["ok"], true);
    assert_eq!(
        objects[1]["unexamined"],
        json!([{"rule": "s", "reason": "recursion", "depth": 2}])
    );
}

#[test]
fn github_gets_a_command_for_each_problem() {
    file("check-github.abnf", "a = 1*digt\ndigit = \"0\"\n");
    let [commands, errors] = outputs(&check("--format github check-github.abnf", 1));
    assert_eq!(errors, "");
    assert_eq!(
        commands,
        "::error file=check-github.abnf,line=1,endLine=1,col=7,endColumn=11,\
         title=undefined-production::check-github.abnf:1:7: the production `digt` is used and never \
         defined; a production with a similar name exists: `digit`\n"
    );
}

#[test]
fn sarif_is_one_log_of_all_files() {
    file("check-sarif1.abnf", "a = 1*digt\ndigit = \"0\"\n");
    file("check-sarif2.abnf", "a = \"1\" / %x31\n");
    let log = object(&check(
        "--format sarif check-sarif1.abnf check-sarif2.abnf",
        1,
    ));
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let found: Vec<(&str, &str, &str)> = results
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str();
            let text = |value: &'static str| result[value].as_str().expect("a string");
            (text("ruleId"), text("level"), uri.expect("a file"))
        })
        .collect();
    assert_eq!(
        found,
        [
            ("undefined-production", "error", "check-sarif1.abnf"),
            ("shadowed-alternative", "warning", "check-sarif2.abnf"),
        ]
    );
    let rules = &log["runs"][0]["tool"]["driver"]["rules"];
    assert_eq!(results[0]["ruleIndex"], 1);
    assert_eq!(rules[1]["id"], "undefined-production");
    let fix = &results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(
        fix,
        &json!({
            "deletedRegion": {"byteOffset": 6, "byteLength": 4},
            "insertedContent": {"text": "digit"},
        })
    );
}

#[test]
fn sarif_and_github_show_both_derivations_and_related_places() {
    file(
        "check-both.abnf",
        "s = x [ y ]\nx = 1*\"a\"\ny = \"a\" / \"b\"\n",
    );
    file("check-twice.abnf", "a = \"1\"\na = \"2\"\n");
    let both = "in \"aa\" it can end after \"a\" or go on; the tree is the first derivation in priority \
                order; one derivation: x \"aa\"; the other: x \"a\" y \"a\"";
    let log = object(&check("--format sarif check-both.abnf check-twice.abnf", 1));
    let results = &log["runs"][0]["results"];
    assert_eq!(results[0]["message"]["text"], both);
    let related = &results[1]["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "the first definition is here");
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 1);
    let commands = stdout(&check("--format github check-both.abnf", 0));
    assert!(commands.contains(both), "{commands}");
}

#[test]
fn an_ambiguity_names_its_cause_and_its_other_places() {
    file(
        "check-cause.abnf",
        "list = name ws \",\" name ws \".\"\nname = \"a\" ws\nws = *\" \"\n",
    );
    let shown = stdout(&check("check-cause.abnf", 0));
    for note in [
        "  note: the derivations diverge in `ws`, at 3:6\n",
        "  note: the same ambiguity: 1:20\n",
        " 1 ambiguity, ",
    ] {
        assert!(shown.contains(note), "{note}: {shown}");
    }
    let record = object(&check("--format json check-cause.abnf", 0));
    let related = json!([
        {"start": 50, "end": 54, "line": 3, "column": 6, "message": "the derivations diverge here, in `ws`"},
        {"start": 19, "end": 23, "line": 1, "column": 20, "message": "the same ambiguity, in `list`"},
    ]);
    assert_eq!(record["findings"][0]["related"], related);
}

#[test]
fn fix_replaces_the_file_and_shows_what_is_left() {
    let path = file(
        "check-fix.abnf",
        "start = 1*digt / 'x' / nosuch\ndigit = \"0\" / %x30 / 3*2ALPHA ; case-sensitive\n",
    );
    let errors = stderr(&check("--fix check-fix.abnf", 1));
    assert!(
        errors.starts_with("note: check-fix.abnf: 3 fixes written\n"),
        "{errors}"
    );
    assert!(
        errors.contains("`nosuch` is used and never defined"),
        "{errors}"
    );
    assert!(
        errors.ends_with("error: check-fix.abnf holds 1 error\n"),
        "{errors}"
    );
    let fixed = fs::read_to_string(path).expect("the file is read");
    assert_eq!(
        fixed,
        "start = 1*digit / \"x\" / nosuch\ndigit = \"0\" / %x30 / 2*3ALPHA ; case-sensitive\n"
    );
}

#[test]
fn fix_goes_on_with_findings_when_no_errors_are_left() {
    let path = file(
        "check-fix2.abnf",
        "start = 1*digt\ndigit = \"0\" / %x30 / \"1\"\n",
    );
    let [shown, errors] = outputs(&check("--fix=all check-fix2.abnf", 0));
    assert_eq!(errors, "note: check-fix2.abnf: 2 fixes written\n");
    assert!(shown.starts_with("ABNF: 2 productions, "), "{shown}");
    let fixed = fs::read_to_string(path).expect("the file is read");
    assert_eq!(fixed, "start = 1*digit\ndigit = \"0\" / \"1\"\n");
}

#[test]
fn fix_leaves_a_file_without_problems_and_refuses_standard_input() {
    file("check-sound.abnf", "a = %x61\n");
    check("--fix check-sound.abnf", 0).stderr("note: check-sound.abnf: 0 fixes written\n");
    given("a = %x61\n", "grammar check --fix -", 2).stderr(
        "error: --fix replaces files, and standard input is none; name a file, or add --diff\n",
    );
}

/// A subsumed alternative of SDP, and one of LDAP whose base case was lost.
#[test]
fn fix_deletes_nothing_unless_its_kind_is_named() {
    let source = "start = address unicast filter\naddress = token / unicast\nunicast = \"x\"\ntoken = 1*ALPHA\n\
                  filter = and / \"i\" / / \"j\"\nand = \"&\" and\n";
    let path = file("check-fix3.abnf", source);
    let read = || fs::read_to_string(&path).expect("the file is read");
    let errors = stderr(&check("--fix check-fix3.abnf", 1));
    let notes = "note: check-fix3.abnf: 0 fixes written\n\
         note: check-fix3.abnf: 1 fix is left out, because it deletes text; --diff --fix=empty-alternative shows it, \
         --fix=empty-alternative makes it\n";
    assert!(errors.starts_with(notes), "{errors}");
    assert_eq!(read(), source);
    check("--fix=empty-alternative check-fix3.abnf", 0).stderr(
        "note: check-fix3.abnf: 1 fix written\n\
         note: check-fix3.abnf: 2 fixes are left out, because they delete text; \
         --diff --fix=dead-alternative,shadowed-alternative shows them, \
         --fix=dead-alternative,shadowed-alternative makes them\n",
    );
    let without_separator = source.replace("/ / ", "/ ");
    assert_eq!(read(), without_separator);
    check("--fix check-fix3.abnf", 0);
    assert_eq!(read(), without_separator);
    check("--fix=shadowed-alternative check-fix3.abnf", 0);
    assert_eq!(read(), without_separator.replace(" / unicast", ""));
}

#[test]
fn diff_shows_the_fixes_and_changes_nothing() {
    let source = "start = 1*digt\ndigit = \"0\" / %x30 / \"1\"\n";
    let path = file("check-diff.abnf", source);
    let diff = "--- check-diff.abnf\n+++ check-diff.abnf\n@@ -1,2 +1,2 @@\n-start = 1*digt\n+start = 1*digit\n \
                digit = \"0\" / %x30 / \"1\"\n";
    check("--diff check-diff.abnf", 1).stdout(diff);
    check("--fix --diff check-diff.abnf", 1).stdout(diff);
    let all = stdout(&check("--diff --fix=all check-diff.abnf", 1));
    assert!(all.ends_with("\n+digit = \"0\" / \"1\"\n"), "{all}");
    assert_eq!(fs::read_to_string(path).expect("the file is read"), source);
    let shown = stdout(&given(source, "grammar check --diff -", 1));
    assert!(shown.contains("+start = 1*digit\n"), "{shown}");
    file("check-diff2.abnf", "a = %x61\n");
    check("--diff check-diff2.abnf", 0).stdout("");
    let hostile = "a = 1*b\u{1b}[31m digt\ndigit = \"0\"\nb = digit\n";
    let shown = given(hostile, "grammar check --diff -", 1);
    assert!(!shown.get_output().stdout.contains(&0x1b));
}

#[test]
fn an_unknown_kind_of_fix_is_refused_with_those_known() {
    let refused = stderr(&check("--fix=dead-alternativ check-fix.abnf", 2));
    assert!(
        refused.contains("did you mean dead-alternative"),
        "{refused}"
    );
    assert!(refused.contains("counts-reversed"), "{refused}");
}

/// RFC 2047 lost `\\" /` at the end of a line.
#[test]
fn fix_closes_no_literal_without_a_character() {
    let source = "especials = \":\" / \"\n            <\"> / \"/\"\n";
    let path = file("check-fix4.abnf", source);
    check("--fix check-fix4.abnf", 1);
    assert_eq!(fs::read_to_string(path).expect("the file is read"), source);
}

#[test]
fn the_notation_chosen_for_an_ambiguous_file_is_reported() {
    file("check-open.txt", "a = \"x\"\n");
    let errors = stderr(&check("check-open.txt", 0));
    assert_eq!(
        errors,
        "note: check-open.txt is read in RFC 822 style, because nothing in it shows a notation: `x` \
         matches as written only, and in ABNF in either case; --notation abnf chooses that\n"
    );
    for notation in ["abnf", "rfc822"] {
        check(&format!("--notation {notation} check-open.txt"), 0).stderr("");
    }
    file("check-open.ABNF", "a = \"x\"\n");
    let shown = stdout(&check("check-open.ABNF", 0).stderr(""));
    assert!(shown.starts_with("ABNF: "), "{shown}");
    file("check-open.bnf", "a = \"x\"\n");
    check("check-open.bnf", 0).stderr("");
}

#[test]
fn an_ambiguity_shows_two_derivations() {
    let source = "s = b / c\nb = \"x\" d\nc = \"x\" d [ d ]\nd = \"y\"\n";
    file("check-ambiguous.abnf", source);
    let shown = stdout(&check("check-ambiguous.abnf", 0));
    let notes = "  note: one derivation: b \"xy\"\n  note: the other derivation: c \"xy\"\n";
    assert!(shown.contains(notes), "{shown}");
    let record = object(&check("--format json check-ambiguous.abnf", 0));
    assert_eq!(
        record["findings"][0]["derivations"],
        json!(["b \"xy\"", "c \"xy\""])
    );
}

#[test]
fn precedence_of_antlr_is_said_to_be_left_out() {
    file(
        "precedence.g4",
        "grammar Sums;\nsum : sum '*' sum | sum '+' sum | DIGIT ;\nDIGIT : [0-9] ;\n",
    );
    file(
        "flat.g4",
        "grammar Flat;\nsum : DIGIT '+' DIGIT ;\nDIGIT : [0-9] ;\n",
    );
    let says = |name: &str| {
        let run = crate::command::typed(&format!("grammar check {name}")).assert();
        stdout(&run).contains("read without their precedence")
    };
    assert!(says("precedence.g4"));
    assert!(!says("flat.g4"));
}

#[test]
fn an_unknown_kind_of_fix_lists_the_known_ones() {
    let run = given("a = \"x\"\n", "grammar check --fix=deadalternative -", 2);
    let shown = crate::command::stderr(&run);
    let message = "no fix is known for errors or findings of the kind \"deadalternative\"; kinds with fixes: ";
    assert!(shown.contains(message), "{shown}");
    assert!(shown.contains("dead-alternative"), "{shown}");
}

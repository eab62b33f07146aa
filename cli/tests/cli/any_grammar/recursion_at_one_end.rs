//! RFC 1034's grammar of domain names recurses at one end, and every command that asks automata
//! answers for it.

use serde_json::Value;

use crate::command::{file, rfc1738, stderr, stdout};

/// RFC 1034, Section 3.5, with few letters.
const DOMAIN: &str = "\
<domain> ::= <subdomain> | \" \"
<subdomain> ::= <label> | <subdomain> \".\" <label>
<label> ::= <letter> [ [ <ldh-str> ] <let-dig> ]
<ldh-str> ::= <let-dig-hyp> | <let-dig-hyp> <ldh-str>
<let-dig-hyp> ::= <let-dig> | \"-\"
<let-dig> ::= <letter> | <digit>
<letter> ::= \"a\" | \"B\"
<digit> ::= \"0\"
";

/// Returns what the command writes for the grammar.
fn answer(arguments: &[&str], code: i32) -> (String, String) {
    let run = rfc1738(arguments).assert().code(code);
    (stdout(&run), stderr(&run))
}

/// Decides about a domain name as the prose of RFC 1034, Section 3.5, does.
fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        let end = label.chars().next_back();
        label.starts_with(['a', 'B'])
            && end.is_some_and(|end| "aB0".contains(end))
            && label.chars().all(|one| "aB0-".contains(one))
    };
    text == " " || text.split('.').all(is_label)
}

#[test]
fn a_suite_for_recursion_at_one_end_is_right() {
    let name = "one-sided-suite.bnf";
    file(name, DOMAIN);
    let (suite, errors) = answer(
        &[
            "conformance",
            "export",
            "--grammar",
            name,
            "--rule",
            "domain",
        ],
        0,
    );
    let mut counts = [0, 0];
    for line in suite.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let text = case["input"].as_str().expect("the text is UTF-8");
        assert_eq!(case["ok"], is_domain(text), "{line}\n{errors}");
        counts[usize::from(is_domain(text))] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 5, "{counts:?}");
}

#[cfg(unix)]
#[test]
fn a_parser_is_tested_against_recursion_at_one_end() {
    let name = "one-sided-run.bnf";
    file(name, DOMAIN);
    let run = |pattern: &str| {
        let script =
            format!("LC_ALL=C sed -u -E -e 's/^({pattern})$/accept/' -e t -e 's/.*/reject/'");
        let arguments = ["conformance", "run", "--grammar", name, "--rule", "domain"];
        let run = rfc1738(&arguments)
            .args(["--", "sh", "-c", &script])
            .assert();
        let output = run.get_output();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let right = run(r" |[aB]([aB0-]*[aB0])?(\.[aB]([aB0-]*[aB0])?)*");
    assert_eq!(right.0, Some(0), "{}", right.1);
    let (code, report) = run(r" |[aB]([aB0_-]*[aB0])?(\.[aB]([aB0_-]*[aB0])?)*");
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("let-dig-hyp: accepts `_`"), "{report}");
}

#[test]
fn grammars_that_recurse_at_one_end_are_compared() {
    let (a, b, c) = ("one-sided-a.bnf", "one-sided-b.bnf", "one-sided-c.bnf");
    file(a, DOMAIN);
    file(b, DOMAIN.replace("| \"-\"", "| \"-\" | \"_\""));
    file(
        c,
        DOMAIN.replace(
            "<label> | <subdomain> \".\" <label>",
            "<label> | <label> \".\" <subdomain>",
        ),
    );
    let (same, _) = answer(&["grammar", "diff", a, c], 0);
    assert!(
        same.starts_with("Equal     domain, subdomain, label, ldh-str,"),
        "{same}"
    );
    let (different, _) = answer(&["grammar", "diff", a, b], 1);
    assert!(
        different.contains(
            "domain: differs because of let-dig-hyp\n  only one-sided-b.bnf derives \"a_a\"\n"
        ),
        "{different}"
    );
}

#[test]
fn recursion_at_one_end_is_exported_to_regex_and_dot() {
    let name = "one-sided-export.bnf";
    file(name, DOMAIN);
    let export = |to: &str, rule: &str| {
        answer(&["grammar", "export", "--to", to, "--rule", rule, name], 0).0
    };
    assert_eq!(export("regex", "ldh-str"), "^[\\-0Ba][\\-0Ba]*$\n");
    assert_eq!(
        export("regex", "label"),
        "^[Ba](?:(?:[\\-0Ba][\\-0Ba]*)?[0Ba])?$\n"
    );
    assert!(export("dot", "ldh-str").contains("1 -> 1 [label=\"a B 0 -\"];"));
}

#[test]
fn near_misses_of_recursion_at_one_end_have_errors() {
    let name = "one-sided-generate.bnf";
    file(name, DOMAIN);
    let options = [
        "generate",
        "--grammar",
        name,
        "--rule",
        "domain",
        "-n",
        "40",
    ];
    let (valid, _) = answer(&options, 0);
    assert!(
        valid.lines().count() == 40 && valid.lines().all(is_domain),
        "{valid}"
    );
    let (invalid, _) = answer(&[&options[..], &["--invalid"]].concat(), 0);
    for line in invalid.lines() {
        let (text, error) = line.split_once('\t').expect("an error follows");
        assert!(!is_domain(text) && error.starts_with("expected "), "{line}");
    }
    let (cover, _) = answer(&[&options[..], &["--cover"]].concat(), 0);
    let text = cover.lines().collect::<Vec<_>>().join("");
    assert!(cover.lines().all(is_domain), "{cover}");
    assert!(
        [" ", ".", "-", "0", "a", "B"]
            .iter()
            .all(|one| text.contains(one)),
        "{cover}"
    );
}

#[test]
fn ordered_choice_is_searched_for_recursion_at_the_right_end() {
    let name = "one-sided-naive.bnf";
    file(name, DOMAIN);
    assert_eq!(
        answer(&["naive", "--grammar", name], 1),
        (
            "label \"aa\"\nldh-str \"aa\"\nRight     let-dig-hyp, let-dig, letter, digit\n\
             6 productions: 2 wrong by themselves, 0 because of others, 0 not decided, 4 right\n"
                .to_owned(),
            "note: 2 productions left out: ordered choice never ends: production `domain` leads to \
             `subdomain`, which is left-recursive: subdomain → subdomain; \
             --rule tells about the other\n"
                .to_owned()
        )
    );
    for texts in [&[][..], &["a.b"]] {
        let start = ["naive", "--grammar", name, "--rule", "subdomain"];
        let (_, refusal) = answer(&[&start[..], texts].concat(), 2);
        assert_eq!(
            refusal,
            "error: one-sided-naive.bnf: ordered choice never ends: production `subdomain` is left-recursive: subdomain → subdomain\n"
        );
    }
}

#[test]
fn ordered_choice_reads_texts_of_recursion_at_the_right_end() {
    let name = "one-sided-naive-text.bnf";
    file(name, DOMAIN);
    let start = ["naive", "--grammar", name, "--rule"];
    let (page, _) = answer(&[&start[..], &["ldh-str", "a"]].concat(), 0);
    assert!(page.contains("naive    accepts"), "{page}");
    let (page, _) = answer(&[&start[..], &["ldh-str", "aa"]].concat(), 1);
    assert!(
        page.contains("naive    rejects: stops at offset 1"),
        "{page}"
    );
}

#[test]
fn near_misses_of_recursion_at_one_end_are_explained() {
    let name = "one-sided-explain.bnf";
    file(name, DOMAIN);
    let (page, _) = answer(&["explain", "--grammar", name, "ldh-str"], 0);
    assert!(
        page.contains("Shortest examples\n  \"a\"  \"-\"  \"0\"  \"aa\"\n"),
        "{page}"
    );
    assert!(!page.contains("Not said"), "{page}");
}

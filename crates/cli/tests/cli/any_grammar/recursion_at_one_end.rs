//! RFC 1034's grammar of domain names recurses at one end, and every command that asks automata
//! answers for it.

use crate::command::{exits, file, objects, stdout, typed};

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
    file("one-sided-suite.bnf", DOMAIN);
    let line = "conformance export --grammar one-sided-suite.bnf --rule domain";
    let run = exits(line, 0);
    let mut counts = [0, 0];
    for case in objects(&run) {
        let text = case["input"].as_str().expect("the text is UTF-8");
        assert_eq!(case["ok"], is_domain(text), "{case}\n{run}");
        counts[usize::from(is_domain(text))] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 5, "{counts:?}");
}

#[cfg(unix)]
#[test]
fn a_parser_is_tested_against_recursion_at_one_end() {
    file("one-sided-run.bnf", DOMAIN);
    let run = |pattern: &str, code| {
        let script =
            format!("LC_ALL=C sed -u -E -e 's/^({pattern})$/accept/' -e t -e 's/.*/reject/'");
        let line = "conformance run --grammar one-sided-run.bnf --rule domain -- sh -c";
        stdout(&typed(line).arg(script).assert().code(code))
    };
    run(r" |[aB]([aB0-]*[aB0])?(\.[aB]([aB0-]*[aB0])?)*", 0);
    let report = run(r" |[aB]([aB0_-]*[aB0])?(\.[aB]([aB0_-]*[aB0])?)*", 1);
    assert!(report.contains("let-dig-hyp: accepts `_`"), "{report}");
}

#[test]
fn grammars_that_recurse_at_one_end_are_compared() {
    file("one-sided-a.bnf", DOMAIN);
    file(
        "one-sided-b.bnf",
        DOMAIN.replace("| \"-\"", "| \"-\" | \"_\""),
    );
    file(
        "one-sided-c.bnf",
        DOMAIN.replace(
            "<label> | <subdomain> \".\" <label>",
            "<label> | <label> \".\" <subdomain>",
        ),
    );
    let same = stdout(&exits("grammar diff one-sided-a.bnf one-sided-c.bnf", 0));
    assert!(
        same.starts_with("Equal     domain, subdomain, label, ldh-str,"),
        "{same}"
    );
    let different = stdout(&exits("grammar diff one-sided-a.bnf one-sided-b.bnf", 1));
    assert!(
        different.contains(
            "domain: differs because of let-dig-hyp\n  only one-sided-b.bnf derives \"a_a\"\n"
        ),
        "{different}"
    );
}

#[test]
fn recursion_at_one_end_is_exported_to_regex_and_dot() {
    file("one-sided-export.bnf", DOMAIN);
    let export = |to, rule| {
        let line = format!("grammar export --to {to} --rule {rule} one-sided-export.bnf");
        stdout(&exits(&line, 0))
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
    file("one-sided-generate.bnf", DOMAIN);
    let line = "generate --grammar one-sided-generate.bnf --rule domain -n 40";
    let valid = stdout(&exits(line, 0));
    assert!(
        valid.lines().count() == 40 && valid.lines().all(is_domain),
        "{valid}"
    );
    let invalid = stdout(&exits(&format!("{line} --invalid"), 0));
    for line in invalid.lines() {
        let (text, error) = line.split_once('\t').expect("an error follows");
        assert!(!is_domain(text) && error.starts_with("expected "), "{line}");
    }
    let cover = stdout(&exits(&format!("{line} --cover"), 0));
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
    file("one-sided-naive.bnf", DOMAIN);
    exits("naive --grammar one-sided-naive.bnf", 1)
        .stdout(
            "label \"aa\"\nldh-str \"aa\"\nRight     let-dig-hyp, let-dig, letter, digit\n\
             6 productions: 2 wrong by themselves, 0 because of others, 0 not decided, 4 right\n",
        )
        .stderr(
            "note: 2 productions left out: ordered choice never ends: production `domain` leads to \
             `subdomain`, which is left-recursive: subdomain → subdomain; \
             --rule tells about the other\n",
        );
    for text in ["", "a.b"] {
        let line = format!("naive --grammar one-sided-naive.bnf --rule subdomain {text}");
        exits(&line, 2).stderr(
            "error: one-sided-naive.bnf: ordered choice never ends: production `subdomain` is left-recursive: subdomain → subdomain\n"
        );
    }
}

#[test]
fn ordered_choice_reads_texts_of_recursion_at_the_right_end() {
    file("one-sided-naive-text.bnf", DOMAIN);
    let start = "naive --grammar one-sided-naive-text.bnf --rule ldh-str";
    let page = stdout(&exits(&format!("{start} a"), 0));
    assert!(page.contains("naive    accepts"), "{page}");
    let page = stdout(&exits(&format!("{start} aa"), 1));
    assert!(
        page.contains("naive    rejects: stops at offset 1"),
        "{page}"
    );
}

#[test]
fn near_misses_of_recursion_at_one_end_are_explained() {
    file("one-sided-explain.bnf", DOMAIN);
    let page = stdout(&exits("explain --grammar one-sided-explain.bnf ldh-str", 0));
    assert!(
        page.contains("Shortest examples\n  \"a\"  \"-\"  \"0\"  \"aa\"\n"),
        "{page}"
    );
    assert!(!page.contains("Not said"), "{page}");
}

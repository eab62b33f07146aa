//! RFC 1034's grammar of domain names recurses at one end, and every command that asks automata
//! answers for it.

use crate::command::{exits, file, objects};

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

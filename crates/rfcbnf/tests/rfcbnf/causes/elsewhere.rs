//! Parsers that reject the shortest texts, and parsers whose answers depend on what is around a part.

use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Conclusion, Disagreement, Findings, GivenUp, find};

use super::small::Function;
use super::support::ids;

const MAIL: &str = "mail = [ comment ] local \"@\" domain\ncomment = \"(\" *( comment | letter ) \")\"\n\
    local = 1*sign\nsign = \"a\" | \"b\"\ndomain = 1*letter *( \".\" 1*letter )\nletter = \"a\" | \"b\"\n";

const DATE: &str = "date = day \" \" month \" \" year\nday = \"1\" | \"2\" | \"3\"\n\
    month = \"Jan\" | \"Feb\" | \"Mar\" | \"Apr\"\nyear = \"70\" | \"71\" | \"72\"\n";

fn found(
    source: &str,
    accepts: impl Fn(&[u8]) -> bool,
    wrong: &[Disagreement],
    budget: &Budget,
) -> Findings<Infallible> {
    let grammar = rfcbnf::read(source).unwrap();
    let start = &grammar.productions[0].name;
    find(&grammar, start, wrong, &mut Function(accepts), budget).unwrap()
}

/// Returns whether the text is an address with a dot in its domain and, before it, letters and `_`.
fn is_dotted(text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).unwrap_or("@");
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let are = |text: &str, more: &str| {
        !text.is_empty()
            && text
                .chars()
                .all(|it| "ab".contains(it) || more.contains(it))
    };
    are(local, "_") && domain.contains('.') && domain.split('.').all(|label| are(label, ""))
}

#[test]
fn a_parser_that_rejects_the_shortest_text_is_searched() {
    let budget = Budget {
        has_complete_suite: false,
        ..Budget::default()
    };
    let shortest = Disagreement {
        text: b"a@a".to_vec(),
        is_accepted: false,
    };
    let found = found(MAIL, is_dotted, &[shortest], &budget);
    assert!(found.questions > 1_000, "{}", found.questions);
    let witnesses = found.causes.iter().map(|it| &it.witness);
    let witnesses = witnesses.chain(found.unexplained.iter().map(|it| &it.witness));
    let witnesses: Vec<&Vec<u8>> = witnesses.collect();
    let has = |is: &dyn Fn(&[u8]) -> bool| witnesses.iter().any(|text| is(text));
    assert!(has(&|text| text.contains(&b'_')), "{found:?}");
    assert!(has(&|text| text == b"a@a"), "{found:?}");
    assert!(
        ids(&found).contains(&"domain/part-2".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_parser_that_accepts_nothing_is_reported_so() {
    let found = found(MAIL, |_| false, &[], &Budget::default());
    let Conclusion::Incomplete(reasons) = &found.conclusion else {
        panic!("{:?}", found.conclusion);
    };
    let mut reasons = reasons.iter();
    assert!(reasons.any(|it| matches!(it, GivenUp::Rejected { texts } if *texts > 10)));
    assert!(!found.unexplained.is_empty() || !found.causes.is_empty());
}

/// Returns whether the text is a date, and a third of all dates in each month is.
fn is_third(text: &[u8], right: &Automaton) -> bool {
    right.accepts(text) && text.iter().map(|&it| usize::from(it)).sum::<usize>() % 3 == 1
}

#[test]
fn what_holds_in_one_context_alone_is_marked() {
    let grammar = rfcbnf::read(DATE).unwrap();
    let right = Automaton::new(&grammar, "date").unwrap();
    let budget = Budget {
        states: 0,
        has_complete_suite: false,
        ..Budget::default()
    };
    let found = found(DATE, |text| is_third(text, &right), &[], &budget);
    assert_eq!(ids(&found), ["month"]);
    let cause = &found.causes[0];
    let learnt = cause.learnt.as_ref().unwrap();
    let other = learnt.elsewhere.as_ref().expect("another context");
    let month = std::str::from_utf8(other).unwrap().split(' ').nth(1);
    let month = month.unwrap().as_bytes();
    assert!(right.accepts(other), "{other:?}");
    assert_ne!(is_third(other, &right), learnt.observed.accepts(month));
    // The same cause in every context is not marked.
    let never = |text: &[u8]| right.accepts(text) && !text.windows(3).any(|it| it == b"Mar");
    let found = self::found(DATE, never, &[], &budget);
    assert_eq!(ids(&found), ["month"]);
    assert_eq!(found.causes[0].learnt.as_ref().unwrap().elsewhere, None);
}

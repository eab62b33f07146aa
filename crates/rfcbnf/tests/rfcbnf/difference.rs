//! The comparison of two grammars, and of productions that correspond and have different names.

use rfcbnf::automaton::Automaton;
use rfcbnf::difference::{
    Compared, Comparison, Equality, Origin, PairResult, Pairs, PairsError, Side, compare,
    compare_pairs, compare_production, equality_with_alike,
};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;

use crate::extent::few_or_many;
use crate::grammars::{read, rfc1738};

fn own(bnf: &str) -> Grammar {
    load(bnf, READINGS).expect("the grammar has no errors").0
}

/// Returns the names and the results, with the shortest texts and the causes.
fn said(a: &Grammar, b: &Grammar) -> Vec<(String, String)> {
    let compared = compare(a, b, 1).expect("nothing is too large");
    let told = |compared: Compared| {
        let result = match compared.result {
            Comparison::Equal => "equal".to_owned(),
            Comparison::Only { side, other_name } => {
                let same = other_name.map_or(String::new(), |name| format!(" as {name}"));
                format!("only {side:?}{same}")
            }
            Comparison::NoneFound(searched) => format!("{searched:?}"),
            Comparison::Abstained { side, why } => format!("{side:?}: {why}"),
            Comparison::Differs { texts, origin } => {
                let shown = |text: Option<Vec<u8>>| {
                    text.map_or_else(
                        || "-".to_owned(),
                        |text| String::from_utf8_lossy(&text).into_owned(),
                    )
                };
                let origin = match origin {
                    Origin::Body => "body".to_owned(),
                    Origin::Exclusion => "exclusion".to_owned(),
                    Origin::Encoding => "encoding".to_owned(),
                    Origin::Undecided => "undecided".to_owned(),
                    Origin::Others(names) => names.join("+"),
                };
                format!("{} {} {origin}", shown(texts.only_a), shown(texts.only_b))
            }
        };
        (compared.name, result)
    };
    compared.into_iter().map(told).collect()
}

fn assert_said(a: &str, b: &str, expected: &[(&str, &str)]) {
    let found = said(&read(a), &read(b));
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(name, result)| (name.as_str(), result.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_grammar_equals_itself_however_it_is_written() {
    let own_grammar = own(BNF);
    let told = said(&own_grammar, &own_grammar);
    assert_eq!(told.len(), 67);
    assert!(told.iter().all(|(_, result)| result == "equal"));
    assert_said(
        "a = 1*b\nb = \"x\" | \"y\"\n",
        "b = \"y\" | \"x\"\na = *b b\n",
        &[("a", "equal"), ("b", "equal")],
    );
}

#[test]
fn a_production_that_differs_has_shortest_texts_of_both_sides() {
    assert_said(
        "a = \"x\" | \"yy\" | \"z\"\n",
        "a = \"x\" | \"zz\" | \"y\"\n",
        &[("a", "z y body")],
    );
    assert_said("a = 1*\"x\"\n", "a = *\"x\"\n", &[("a", "-  body")]);
    assert_said(
        "a = *9\"x\"\n",
        "a = *8\"x\"\n",
        &[("a", "xxxxxxxxx - body")],
    );
}

#[test]
fn productions_of_only_one_grammar_are_listed() {
    assert_said(
        "a = \"x\" b\nb = \"y\"\n",
        "c = \"z\"\na = \"x\" \"y\"\n",
        &[("a", "equal"), ("b", "only A"), ("c", "only B")],
    );
}

#[test]
fn a_consequence_names_its_causes() {
    assert_said(
        "a = b | c\nb = \"1\" d\nc = \"2\" e\nd = \"x\"\ne = \"x\"\nf = \"q\" d\n",
        "a = b | c\nb = \"1\" d\nc = \"2\" e\nd = \"y\"\ne = \"z\"\nf = \"r\" d\n",
        &[
            ("a", "1x 1y d+e"),
            ("b", "1x 1y d"),
            ("c", "2x 2z e"),
            ("d", "x y body"),
            ("e", "x z body"),
            ("f", "qx ry body"),
        ],
    );
}

#[test]
fn a_cause_ends_the_search_for_causes() {
    assert_said(
        "a = \"1\" b\nb = \"2\" c\nc = \"x\"\n",
        "a = \"1\" b\nb = \"3\" c\nc = \"y\"\n",
        &[("a", "12x 13y b"), ("b", "2x 3y body"), ("c", "x y body")],
    );
}

#[test]
fn an_equal_production_passes_no_difference_on() {
    assert_said(
        "a = b c\nb = d | \"x\" | \"y\"\nc = \"1\"\nd = \"x\"\n",
        "a = b c\nb = d | \"x\" | \"y\"\nc = \"2\"\nd = \"y\"\n",
        &[
            ("a", "x1 x2 c"),
            ("b", "equal"),
            ("c", "1 2 body"),
            ("d", "x y body"),
        ],
    );
}

#[test]
fn a_body_that_differs_under_some_definitions_is_a_cause() {
    // With A's b, both bodies of a derive x.
    assert_said(
        "a = b | \"x\"\nb = \"x\"\n",
        "a = b\nb = \"y\"\n",
        &[("a", "x y body"), ("b", "x y body")],
    );
}

#[test]
fn the_user_of_an_added_rule_is_not_a_cause() {
    assert_said(
        "a = b \"1\"\nb = \"x\"\n",
        "a = c \"1\"\nc = b\nb = \"y\"\n",
        &[("a", "x1 y1 b"), ("b", "x y body"), ("c", "only B")],
    );
}

#[test]
fn an_exclusion_is_distinguished_from_a_body() {
    let (mut a, mut b) = (
        read("a = b\nb = 1*( \"x\" | \"y\" )\n"),
        read("a = b\nb = 1*( \"x\" | \"y\" )\n"),
    );
    a.productions[1].excluded = vec!["x".to_owned()];
    b.productions[1].excluded = vec!["y".to_owned()];
    let told = said(&a, &b);
    assert_eq!(told[0], ("a".to_owned(), "y x b".to_owned()));
    assert_eq!(told[1], ("b".to_owned(), "y x exclusion".to_owned()));
}

#[test]
fn errors_of_transcription_are_found_at_their_rules() {
    let a = own(BNF);
    let errors = [
        (
            "\"E\" | \"F\" |\n                 \"a\"",
            "\"E\" |\n                 \"a\"",
            vec!["hex"],
        ),
        (
            "port           = digits",
            "port           = *digit",
            vec!["port"],
        ),
        ("\"ftp://\" login", "\"ftp://\" hostport", vec!["ftpurl"]),
        (
            "\"telnet://\" login [ \"/\" ]",
            "\"telnt://\" login [ \"/\" ]",
            vec!["telneturl"],
        ),
        (
            "safe           = \"$\"",
            "safe           = \"~\"",
            vec!["safe"],
        ),
        (
            "group          = alpha",
            "group          = alphadigit",
            vec!["group"],
        ),
    ];
    for (right, wrong, causes) in errors.into_iter().step_by(few_or_many(4, 1)) {
        assert!(BNF.contains(right), "{right}");
        let b = own(&BNF.replace(right, wrong));
        let compared = compare(&a, &b, 1).expect("nothing is too large");
        let found: Vec<&str> = compared
            .iter()
            .filter(|compared| compared.result.is_cause())
            .map(|compared| compared.name.as_str())
            .collect();
        assert_eq!(found, causes, "{wrong}");
        check_witnesses(&a, &b, &compared);
    }
}

/// Asserts that each text is derived by one grammar only, that every consequence names causes, and
/// that comparing one production alone gives the same result as comparing all.
fn check_witnesses(a: &Grammar, b: &Grammar, compared: &[Compared]) {
    for expected in compared.iter().step_by(few_or_many(3, 1)) {
        let name = &expected.name;
        let alone = compare_production(a, b, name, 1).expect("nothing is too large");
        assert_eq!(alone, *expected, "{name}");
        let Comparison::Differs { texts, origin } = &expected.result else {
            continue;
        };
        let (only_a, only_b) = (&texts.only_a, &texts.only_b);
        assert!(only_a.is_some() || only_b.is_some());
        let automaton = |grammar| Automaton::new(grammar, name).expect("the production is small");
        let (a, b) = (automaton(a), automaton(b));
        for (text, one, other) in [(only_a, &a, &b), (only_b, &b, &a)] {
            if let Some(text) = text {
                assert!(one.accepts(text) && !other.accepts(text));
            }
        }
        let all = (0..=u8::MAX).map(|octet| [octet]);
        let is_in = |one: &Automaton, other: &Automaton, octet: &[u8]| {
            one.accepts(octet) && !other.accepts(octet)
        };
        for octet in all {
            assert_eq!(texts.octets_of_a.contains(octet[0]), is_in(&a, &b, &octet));
            assert_eq!(texts.octets_of_b.contains(octet[0]), is_in(&b, &a, &octet));
        }
        assert_ne!(*origin, Origin::Others(Vec::new()), "{name}");
    }
}

#[test]
fn one_production_is_compared_without_the_rest() {
    let (a, b) = (
        read("a = b\nb = \"x\"\nc = 1000( 1000\"x\" )\n"),
        read("a = b\nb = \"y\"\nd = \"z\"\n"),
    );
    let result = compare_production(&a, &b, "a", 1).expect("it is not too large");
    assert!(matches!(
        result.result,
        Comparison::Differs { origin: Origin::Others(names), .. } if names == ["b"]
    ));
    let result = compare_production(&a, &b, "d", 1).expect("it is not too large");
    let only = Comparison::Only {
        side: Side::B,
        other_name: None,
    };
    assert_eq!(result.result, only);
}

#[test]
fn a_production_that_is_too_large_does_not_disturb_others() {
    let (small, large) = (
        "a = \"x\"\nb = \"y\"\n",
        "a = 1000( 1000\"x\" )\nb = \"z\"\n",
    );
    assert_said(large, small, &[("a", "- x body"), ("b", "z y body")]);
    assert_said(small, large, &[("a", "x - body"), ("b", "y z body")]);
    // All its texts are long, so no answer is known.
    let other = large.replace("\"x\"", "( \"x\" | \"w\" )");
    let said = said(&read(large), &read(&other));
    let begins = "A: production `a` is too large";
    assert!(said[0].1.starts_with(begins), "{said:?}");
}

#[test]
fn an_unknown_production_is_an_error() {
    let small = read("a = \"x\"\n");
    let error = compare_production(&small, &small, "b", 1).unwrap_err();
    assert_eq!(error.side(), None);
    assert_eq!(error.to_string(), "there is no production `b`");
}

#[test]
fn a_production_that_only_readings_change_is_not_a_cause() {
    let a = own(BNF);
    for (right, wrong) in [
        ("httpurl | ftpurl |", "httpurl |"),
        ("prosperourl | otherurl", "otherurl"),
    ] {
        let b = own(&BNF.replacen(right, wrong, 1));
        let said = said(&a, &b);
        let differing = said.iter().filter(|(_, result)| result != "equal");
        let (causes, others): (Vec<_>, Vec<_>) =
            differing.partition(|(_, result)| result.ends_with(" body"));
        assert_eq!(causes.len(), 1, "{causes:?}");
        assert_eq!(causes[0].0, "url");
        assert!(!others.is_empty());
        assert!(others.iter().all(|(_, result)| result.ends_with(" url")));
    }
}

#[test]
fn a_change_of_case_that_a_reading_forgives_is_reported() {
    let b = BNF
        .replace("\"ftp://\"", "\"FTP://\"")
        .replace("\"localhost\"", "\"LocalHost\"");
    let compared = compare(&own(BNF), &own(&b), 1).expect("nothing is too large");
    let respelled: Vec<(&str, &str, &str, bool)> = compared
        .iter()
        .flat_map(|compared| {
            let is_equal = compared.result == Comparison::Equal;
            let respelled = compared.respelled.iter();
            respelled.map(move |one| (&*compared.name, &*one.a, &*one.b, is_equal))
        })
        .collect();
    assert_eq!(
        respelled,
        [
            ("ftpurl", "ftp://", "FTP://", true),
            ("fileurl", "localhost", "LocalHost", true)
        ]
    );
    let (a, b) = (read("a = \"x1\" / DIGIT\n"), read("a = \"X1\" / DIGIT\n"));
    let compared = compare(&a, &b, 1).expect("nothing is too large");
    assert!(compared.iter().all(|one| one.respelled.is_empty()));
}

#[test]
fn a_production_under_another_name_is_found() {
    assert_said(
        "alphadigit = \"a\" | \"1\"\nend = \"x\"\n",
        "alphanum = \"1\" | \"a\"\nend = \"x\"\n",
        &[
            ("alphadigit", "only A as alphanum"),
            ("end", "equal"),
            ("alphanum", "only B as alphadigit"),
        ],
    );
}

#[test]
fn productions_that_recurse_are_compared_beside_others() {
    assert_said(
        "list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\nsign = \"+\"\n",
        "list = item *( \",\" item )\nitem = \"a\"\nsign = \"+\" | \"?\"\n",
        &[
            ("list", "(a) - item"),
            ("item", "(a) - body"),
            ("sign", "- ? body"),
        ],
    );
}

#[test]
fn a_production_with_prose_or_without_texts_is_not_compared() {
    assert_said(
        "a = <prose> | b\nb = \"(\" b \")\"\nc = \"x\"\n",
        "a = \"y\"\nb = \"y\"\nc = \"x\"\n",
        &[
            ("a", "A: production `a` uses prose: <prose>"),
            (
                "b",
                "A: production `b` derives no text, because each of these needs the next: b → b",
            ),
            ("c", "equal"),
        ],
    );
}

#[test]
fn octets_and_characters_with_one_body_differ_in_the_encoding() {
    assert_said(
        "a = %x80-FF / b\nb = \"x\" / %x41\nc = \"(\" a \")\"\n",
        "a = %x80-FF / b\nb = \"x\" / %x41\nc = \"(\" a \")\" / %x100\n",
        &[
            ("a", "\u{fffd} \u{e9} encoding"),
            ("b", "equal"),
            ("c", "(\u{fffd}) \u{100} body"),
        ],
    );
}

const RFC3986: &str = include_str!("../../../../examples/grammars/rfc3986.abnf");
const PAIRS: &str = include_str!("../../../../examples/grammars/rfc1738-rfc3986.toml");

fn pairs(toml: &str, a: &Grammar, b: &Grammar) -> Pairs {
    Pairs::from_toml(toml, a, b).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns a text of the first production that the second does not derive, the shortest first, by
/// trying all texts of a few characters.
fn tried(one: &Automaton, other: &Automaton, longest: usize) -> Option<usize> {
    let alphabet = b"a0:/?@~;+[]#%.A!";
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    for length in 0..=longest {
        let is_only = |text: &Vec<u8>| one.accepts(text) && !other.accepts(text);
        if texts.iter().any(is_only) {
            return Some(length);
        }
        let longer = texts.iter().flat_map(|text| {
            let next = alphabet.iter();
            next.map(|&octet| [text.as_slice(), &[octet]].concat())
        });
        texts = longer.collect();
    }
    None
}

#[test]
fn rfc_1738_and_rfc_3986_differ_as_short_texts_show() {
    let (a, b) = (rfc1738(), read(RFC3986));
    let compared = compare_pairs(&a, &b, &pairs(PAIRS, &a, &b), 1);
    assert_eq!(compared.len(), 30);
    for pair in &compared {
        let of_a = Automaton::new(&a, &pair.a).expect("the production is small");
        let of_b = Automaton::new(&b, &pair.b).expect("the production is small");
        let (only_a, only_b) = match &pair.result {
            PairResult::Equal => (None, None),
            PairResult::Differs(texts) => (texts.only_a.as_deref(), texts.only_b.as_deref()),
            PairResult::NoneFound(_) | PairResult::Abstained { .. } => panic!("{pair:?}"),
        };
        for (text, one, other) in [(only_a, &of_a, &of_b), (only_b, &of_b, &of_a)] {
            let found = tried(one, other, 3);
            match text {
                None => assert_eq!(found, None, "{pair:?}"),
                Some(text) => {
                    assert!(one.accepts(text) && !other.accepts(text), "{pair:?}");
                    assert!(found.is_none_or(|length| length >= text.len()), "{pair:?}");
                    assert!(text.len() > 3 || found.is_some(), "{pair:?}");
                }
            }
        }
    }
}

#[test]
fn a_pair_is_compared_unless_it_has_prose() {
    let a = read("a = \"x\"\nb = \"(\" b \")\" | \"x\"\n");
    let b = read("a = 1000( 1000\"x\" )\nc = \"x\"\nd = \"x\" | \"(\" d \")\"\ne = <prose>\n");
    let pair = |(a, b)| format!("[[pair]]\na = \"{a}\"\nb = \"{b}\"\n");
    let named = [("a", "a"), ("b", "c"), ("a", "c"), ("b", "d"), ("b", "e")];
    let toml: &str = &named.map(pair).concat();
    let results = compare_pairs(&a, &b, &pairs(toml, &a, &b), 1);
    let said: Vec<String> = results
        .iter()
        .map(|pair| match &pair.result {
            PairResult::Abstained { side, why } => format!("{side:?} {why}"),
            PairResult::Equal => "equal".to_owned(),
            PairResult::Differs(texts) => {
                let shown = |text: &Option<Vec<u8>>| {
                    let text = text.as_deref().unwrap_or(b"-");
                    String::from_utf8_lossy(text).into_owned()
                };
                format!("{} {}", shown(&texts.only_a), shown(&texts.only_b))
            }
            PairResult::NoneFound(searched) => format!("{searched:?}"),
        })
        .collect();
    assert_eq!(
        said,
        [
            "x -",
            "(x) -",
            "equal",
            "equal",
            "B production `e` uses prose: <prose>"
        ]
    );
}

#[test]
fn a_missing_name_is_an_error_with_its_line() {
    let (a, b) = (read("a = \"x\"\n"), read("b = \"x\"\n"));
    let wrong = "[[pair]]\na = \"a\"\nb = \"b\"\n\n[[pair]]\na = \"a\"\nb = \"a\"\n";
    let error = Pairs::from_toml(wrong, &a, &b).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 7, second grammar: there is no production `a`"
    );
    let error = Pairs::from_toml("[[pair]]\na = \"b\"\nb = \"b\"\n", &a, &b).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, first grammar: there is no production `b`"
    );
    for malformed in [
        "pair = 1\n",
        "[[pair]]\na = \"a\"\n",
        "[[pair]]\na = \"a\"\nb = \"b\"\nc = 1\n",
        "?",
    ] {
        let error = Pairs::from_toml(malformed, &a, &b).unwrap_err();
        assert!(matches!(error, PairsError::Malformed(_)), "{malformed}");
    }
}

#[test]
fn productions_without_a_counterpart_are_listed_in_order() {
    let (a, b) = (
        read("a = \"x\"\nc = \"y\"\n"),
        read("b = \"x\"\nd = \"y\"\n"),
    );
    let pairs = pairs("[[pair]]\na = \"c\"\nb = \"b\"\n", &a, &b);
    assert_eq!(pairs.without_counterpart(Side::A, &a), ["a"]);
    assert_eq!(pairs.without_counterpart(Side::B, &b), ["d"]);
}

#[test]
fn what_differs_beside_a_cause_is_found() {
    let a = grammar_of("s = n \"+\" n\nn = \"1\"\n");
    let b = grammar_of("s = n [ \"+\" n ]\nn = \"2\"\n");
    let Equality::Differs { only, .. } = equality_with_alike((&a, "s"), (&b, "s"), &[("n", "n")])
    else {
        panic!("`n` alone is valid in one of them");
    };
    let lone = only[1].as_ref().expect("only the second has it");
    assert_eq!(lone.len(), 1, "a part that is alike is one octet");
    assert!(!b"+12".contains(&lone[0]), "that nothing else derives");
}

#[test]
fn grammars_of_every_octet_leave_no_letter() {
    let a = grammar_of("s = n %x00-FF\nn = \"1\"\n");
    let b = grammar_of("s = n %x00-7F\nn = \"2\"\n");
    let found = equality_with_alike((&a, "s"), (&b, "s"), &[("n", "n")]);
    assert_eq!(found, Equality::Unknown { length: None });
}

fn grammar_of(source: &str) -> Grammar {
    Grammar::from_abnf(source).expect("it has no errors")
}

//! What texts reach.

use rfcbnf::conformance::{Coverage, SuiteError};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::UseKind;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::Detail;

use crate::grammars::{read, rfc1738};

const JSON: &str = include_str!("../../../../../examples/grammars/rfc8259.abnf");

/// Adds texts, valid or not.
fn add(coverage: &mut Coverage<'_>, recognizer: &Recognizer, texts: &[&[u8]]) {
    for text in texts {
        let checked = recognizer.rule().check(*text, Detail::Characters);
        match checked.expect("the text is short") {
            Ok(tree) => coverage.add_valid(&tree),
            Err(_) => coverage.add_invalid(text),
        }
    }
}

fn covered<'g>(grammar: &'g Grammar, production: &str, texts: &[&[u8]]) -> Coverage<'g> {
    let recognizer = Recognizer::new(grammar, production).expect("it has texts");
    let mut coverage = Coverage::new(grammar, production).expect("it has texts");
    add(&mut coverage, &recognizer, texts);
    coverage
}

/// Returns the parts that texts use, as the grammar has them.
fn used(grammar: &Grammar, coverage: &Coverage<'_>) -> Vec<String> {
    let uses = coverage.uses().into_iter().filter(|(_, texts)| *texts > 0);
    let shown = uses.map(|(part, _)| {
        let text = &grammar.source[part.span.clone()];
        match part.kind {
            UseKind::Production => part.production,
            UseKind::Absent => format!("no {text}"),
            UseKind::Fewest => format!("few {text}"),
            UseKind::Several => format!("several {text}"),
            _ => text.to_owned(),
        }
    });
    shown.collect()
}

#[test]
fn a_text_uses_the_productions_and_alternatives_of_its_tree() {
    for (bnf, text, parts) in [
        (
            "a = b / c\nb = \"x\" / \"y\"\nc = \"z\"\n",
            "y",
            &["a", "b", "b", "\"y\""][..],
        ),
        (
            "a = [ b ] c\nb = \"x\"\nc = *\"x\"\n",
            "x",
            &["a", "[ b ]", "b", "c", "few *\"x\""],
        ),
        (
            "a = [ b ] c\nb = \"x\"\nc = *\"x\"\n",
            "",
            &["a", "no [ b ]", "c", "few *\"x\""],
        ),
        // Between the same children.
        (
            "a = b \".\" b / b \":\" b\nb = \"x\"\n",
            "x:x",
            &["a", "b \":\" b", "b"],
        ),
        // The first alternative in priority order, and rounds with different ones.
        (
            "a = *( \"x\" / \"xx\" / \"y\" )\n",
            "xxy",
            &["a", "several *( \"x\" / \"xx\" / \"y\" )", "\"x\"", "\"y\""],
        ),
        (
            "a = 2( \"x\" / \"xx\" )\n",
            "xxx",
            &["a", "\"x\"", "\"xx\""],
        ),
        (
            "a = 2*3( [ \"x\" ] \"y\" )\n",
            "xyy",
            &[
                "a",
                "few 2*3( [ \"x\" ] \"y\" )",
                "[ \"x\" ]",
                "no [ \"x\" ]",
            ],
        ),
        // A round consumes something, though its first alternative could be empty.
        (
            "a = *( \"\" / \"x\" ) [ \"x\" ]\n",
            "xx",
            &["a", "several *( \"\" / \"x\" )", "\"x\"", "no [ \"x\" ]"],
        ),
        (
            "a = *( [ \"x\" ] *\"y\" ) b\nb = *\"y\"\n",
            "xy",
            &["a", "[ \"x\" ]", "b", "few *\"y\""],
        ),
        // A child without text is something, too.
        (
            "a = *( b \";\" )\nb = *\"y\"\n",
            ";;",
            &["a", "several *( b \";\" )", "b", "few *\"y\""],
        ),
        // One round of any number is neither the fewest nor several; one of at most one is more than none.
        ("a = *\"x\"\n", "x", &["a"]),
        ("a = *1\"x\"\n", "x", &["a", "several *1\"x\""]),
        ("a = 1*\"x\"\n", "x", &["a", "few 1*\"x\""]),
        // Recursion on both sides, and at the left.
        (
            "a = \"(\" [ a ] \")\"\n",
            "(())",
            &["a", "[ a ]", "no [ a ]"],
        ),
        (
            "a = a \"+\" b / b\nb = \"1\"\n",
            "1+1",
            &["a", "a \"+\" b", "b", "b"],
        ),
        // Letters in any case.
        ("a = \"ab\" / %s\"AB\"\n", "AB", &["a", "\"ab\""]),
        ("a = %s\"ab\" / \"AB\"\n", "AB", &["a", "\"AB\""]),
    ] {
        let grammar = read(bnf);
        let coverage = covered(&grammar, "a", &[text.as_bytes()]);
        assert_eq!(used(&grammar, &coverage), parts, "{bnf} {text}");
    }
}

#[test]
fn a_mistake_is_what_only_the_text_with_it_uses() {
    // Each grammar has a mistake: valid texts, a text that should be invalid, and where it shows.
    for (bnf, valid, wrong, places) in [
        ("a = *DIGIT\n", &["1", "12"][..], "", &["*DIGIT"][..]),
        ("a = 1*4DIGIT\n", &["1", "123"], "1234", &["1*4DIGIT"]),
        ("a = 1*HEXDIG\n", &["1", "23"], "2A", &["HEXDIG"]),
        ("a = %x30-3A\n", &["0", "5"], ":", &["%x30-3A"]),
        (
            "a = 1*DIGIT [ \".\" ] 1*DIGIT\n",
            &["1.1", "2.1"],
            "11",
            &["[ \".\" ]"],
        ),
        ("a = b / c\nb = \"x\"\nc = \"y\"\n", &["x"], "y", &["c"]),
        // What is inside of a new alternative is not shown.
        (
            "a = b / *c\nb = \"x\"\nc = \"y\" / \"z\"\n",
            &["x"],
            "yz",
            &["*c"],
        ),
        // A reference through the core rules.
        (
            "a = 1*( ALPHA / \".\" )\n",
            &["a.b"],
            "a..b",
            &["1*( ALPHA / \".\" )"],
        ),
        ("a = b\nb = c\nc = *CHAR\n", &["a", "b"], "\u{1}", &["CHAR"]),
        ("a = 1*DIGIT\n", &["1"], "1", &[]),
    ] {
        let grammar = Grammar::from_abnf(bnf).expect("it can be read");
        let valid: Vec<&[u8]> = valid.iter().map(|text| text.as_bytes()).collect();
        let coverage = covered(&grammar, "a", &valid);
        let recognizer = Recognizer::new(&grammar, "a").expect("it has texts");
        let tree = recognizer.rule().check(wrong, Detail::Characters);
        let tree = tree.expect("the text is short").expect("it is derived");
        let new = coverage.new_uses(&tree);
        let found: Vec<&str> = new
            .iter()
            .map(|one| &grammar.source[one.span.clone()])
            .collect();
        assert_eq!(found, places, "{bnf}");
    }
}

#[test]
fn an_invalid_text_reaches_the_transitions_before_its_error() {
    let grammar = read("a = \"xyz\" / \"xw\"\n");
    assert_eq!(covered(&grammar, "a", &[]).transitions(), Some((0, 4)));
    let coverage = covered(&grammar, "a", &[b"xyx", b"y"]);
    assert_eq!(coverage.transitions(), Some((2, 4)));
    assert_eq!(used(&grammar, &coverage), [""; 0]);
    assert_eq!(covered(&grammar, "a", &[b"xw"]).transitions(), Some((2, 4)));
}

/// Adds the missing texts, after which nothing is missing. Returns their number.
fn complete(coverage: &mut Coverage<'_>, recognizer: &Recognizer) -> usize {
    let missing = coverage.missing();
    for text in &missing {
        let found = recognizer.recognize(&text.text).expect("the text is short");
        assert!(found.accepts_all());
        assert!(!text.uses.is_empty() || text.transitions > 0);
        add(coverage, recognizer, &[&text.text]);
    }
    assert_eq!(coverage.missing(), []);
    missing.len()
}

#[test]
fn the_missing_texts_reach_the_rest() {
    let grammar = rfc1738();
    for production in ["httpurl", "hostport", "article", "port"] {
        let recognizer = Recognizer::new(&grammar, production).expect("it has texts");
        let mut coverage = Coverage::new(&grammar, production).expect("it has texts");
        assert!(complete(&mut coverage, &recognizer) > 0);
        let unused = coverage.uses().into_iter().filter(|(_, texts)| *texts == 0);
        let unused: Vec<String> = unused.map(|(part, _)| part.production).collect();
        assert_eq!(unused, [""; 0], "{production}");
        let (reached, all) = coverage.transitions().expect("it has an automaton");
        assert_eq!(reached, all, "{production}");
    }
}

#[test]
fn a_recursive_production_has_no_transitions_in_its_coverage() {
    let grammar = read(JSON);
    let recognizer = Recognizer::new(&grammar, "JSON-text").expect("it has texts");
    let mut coverage = covered(&grammar, "JSON-text", &[b"[1, {\"a\": null}]", b"[1,"]);
    assert_eq!(coverage.transitions(), None);
    let count = |coverage: &Coverage<'_>| {
        coverage
            .uses()
            .iter()
            .filter(|(_, texts)| *texts == 0)
            .count()
    };
    let before = count(&coverage);
    assert!(complete(&mut coverage, &recognizer) > 3);
    assert!(
        before > 20 && count(&coverage) == 0,
        "{before} {}",
        count(&coverage)
    );
}

#[test]
fn an_alternative_that_no_tree_takes_has_no_text() {
    let grammar = read("a = b / c\nb = \"x\" / \"y\"\nc = \"x\"\n");
    let coverage = covered(&grammar, "a", &[b"x", b"y"]);
    assert_eq!(coverage.missing(), []);
    assert_eq!(
        coverage
            .uses()
            .iter()
            .filter(|(_, texts)| *texts == 0)
            .count(),
        2
    );
}

#[test]
fn a_production_without_texts_has_no_coverage() {
    let grammar = read("a = \"x\" a\n");
    assert!(matches!(
        Coverage::new(&grammar, "a").err(),
        Some(SuiteError::Automaton(_))
    ));
}

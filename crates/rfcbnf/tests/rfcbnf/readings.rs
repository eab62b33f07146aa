//! The changes that readings make. A reading that changes nothing is an error.

use crate::grammars::read_abnf;
use rfcbnf::automaton::Automaton;
use rfcbnf::syntax::{Case, Expression, Grammar, Kind, Quantifier};
use rfcbnf::{Readings, rfc1738};

fn grammar() -> Grammar {
    rfc1738::load(rfc1738::BNF, rfc1738::READINGS)
        .expect("the grammar has no errors")
        .0
}

/// Returns the names of the productions that a reading was applied to, in file order.
fn changed_by<'g>(grammar: &'g Grammar, id: &str) -> Vec<&'g str> {
    let changed = |production: &&rfcbnf::syntax::Production| {
        production.readings.iter().any(|reading| reading == id)
    };
    let productions = grammar.productions.iter().filter(changed);
    productions
        .map(|production| production.name.as_str())
        .collect()
}

/// Returns the error of a reading that finds nothing in a small grammar.
fn refusal(reading: &str) -> String {
    let toml = format!(
        "[[reading]]\nid = \"test\"\nproductions = [\"a\"]\nsection = \"1\"\n\
         decision = \"So.\"\nwhy = \"Because.\"\napply = {reading}\n"
    );
    let readings = Readings::from_toml(&toml).expect("the reading is well formed");
    let mut grammar =
        rfcbnf::read("a = b | \"x\" b\nb = \"y\"\n").expect("the grammar has no errors");
    readings
        .apply(&mut grammar)
        .expect_err("nothing to decide")
        .to_string()
}

fn expressions(expression: &Expression) -> Vec<&Expression> {
    let mut all = Vec::new();
    expression.walk(&mut |expression| all.push(expression));
    all
}

#[test]
fn the_readings_are_the_seven_of_the_design() {
    let readings = Readings::from_toml(rfc1738::READINGS).expect("the readings are well formed");
    let ids: Vec<&str> = readings.iter().map(|reading| reading.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "quoted-slash",
            "double-quote",
            "scheme-case",
            "new-schemes",
            "ip-first",
            "gopher-tab",
            "literal-case"
        ]
    );
}

#[test]
fn each_reading_changes_the_productions_that_the_rfc_decides() {
    let grammar = grammar();
    assert_eq!(changed_by(&grammar, "quoted-slash"), ["gopherurl"]);
    assert_eq!(changed_by(&grammar, "double-quote"), ["punctuation"]);
    assert_eq!(
        changed_by(&grammar, "scheme-case"),
        [
            "scheme",
            "ftpurl",
            "fileurl",
            "httpurl",
            "gopherurl",
            "mailtourl",
            "newsurl",
            "nntpurl",
            "telneturl",
            "waisdatabase",
            "waisindex",
            "waisdoc",
            "prosperourl",
        ]
    );
    assert_eq!(changed_by(&grammar, "new-schemes"), ["otherurl"]);
    assert_eq!(changed_by(&grammar, "ip-first"), ["schemepart"]);
    assert_eq!(changed_by(&grammar, "gopher-tab"), ["gopherurl"]);
    assert_eq!(
        changed_by(&grammar, "literal-case"),
        ["ftpurl", "ftptype", "fileurl", "lowalpha", "hialpha", "hex"]
    );
}

#[test]
fn only_the_scheme_names_lose_their_case() {
    let grammar = grammar();
    let mut without_case = Vec::new();
    for production in &grammar.productions {
        for expression in expressions(&production.body) {
            if let Kind::Literal {
                text,
                case: Case::Ignored,
                ..
            } = &expression.kind
            {
                without_case.push((production.name.as_str(), text.as_str()));
            }
        }
    }
    assert_eq!(
        without_case,
        [
            ("scheme", "+"),
            ("scheme", "-"),
            ("scheme", "."),
            ("ftpurl", "ftp://"),
            ("fileurl", "file://"),
            ("httpurl", "http://"),
            ("gopherurl", "gopher://"),
            ("mailtourl", "mailto:"),
            ("newsurl", "news:"),
            ("nntpurl", "nntp://"),
            ("telneturl", "telnet://"),
            ("waisdatabase", "wais://"),
            ("waisindex", "wais://"),
            ("waisdoc", "wais://"),
            ("prosperourl", "prospero://"),
        ]
    );
}

/// In the notation of Section 5, literals match as written already: the reading says why.
#[test]
fn literal_case_changes_no_production_of_the_grammar() {
    let start = rfc1738::READINGS
        .find("[[reading]]\nid = \"literal-case\"")
        .expect("the reading is the last one");
    let without = rfc1738::load(rfc1738::BNF, &rfc1738::READINGS[..start]);
    let (without, _) = without.expect("the grammar has no errors");
    for (one, other) in grammar().productions.iter().zip(&without.productions) {
        assert_eq!(one.body, other.body, "{}", one.name);
    }
}

#[test]
fn literal_case_names_every_production_with_letters_outside_scheme_names() {
    let grammar = grammar();
    let mut with_letters = Vec::new();
    for production in &grammar.productions {
        let has_letters = expressions(&production.body).iter().any(|expression| {
            matches!(&expression.kind, Kind::Literal { text, case: Case::Exact, .. }
                if text.contains(|one: char| one.is_ascii_alphabetic()))
        });
        if has_letters {
            with_letters.push(production.name.as_str());
        }
    }
    assert_eq!(changed_by(&grammar, "literal-case"), with_letters);
}

#[test]
fn letters_match_as_written_except_in_names_without_case() {
    let readings = Readings::from_toml(
        "[[reading]]\nid = \"test\"\nproductions = [\"a\", \"c\"]\nsection = \"1\"\n\
         decision = \"So.\"\nwhy = \"Because.\"\napply = { match-case = { names-under = \"a\" } }\n",
    )
    .expect("the reading is well formed");
    let document = read_abnf("a = \"x:\" *(\"p\" / c) / \"y:\"\r\nc = \"z:\" / \"q\"\r\n");
    let mut grammar = document.into_result().expect("the grammar has no errors");
    readings.apply(&mut grammar).expect("both have letters");
    let automaton = Automaton::new(&grammar, "a").expect("the grammar is small");
    for text in ["x:", "X:", "y:", "Y:", "x:pq", "X:z:"] {
        assert!(automaton.accepts(text.as_bytes()), "{text}");
    }
    for text in ["x:P", "x:Q", "X:Z:"] {
        assert!(!automaton.accepts(text.as_bytes()), "{text}");
    }
}

#[test]
fn a_new_scheme_is_not_one_of_the_ten() {
    let grammar = grammar();
    let otherurl = grammar
        .production("otherurl")
        .expect("the production is defined");
    assert_eq!(
        otherurl.excluded,
        [
            "http:",
            "ftp:",
            "news:",
            "nntp:",
            "telnet:",
            "gopher:",
            "wais:",
            "mailto:",
            "file:",
            "prospero:",
        ]
    );
    let others = grammar
        .productions
        .iter()
        .filter(|production| production.name != "otherurl");
    assert!(
        others
            .into_iter()
            .all(|production| production.excluded.is_empty())
    );
}

#[test]
fn the_internet_scheme_syntax_comes_first() {
    let grammar = grammar();
    let schemepart = grammar
        .production("schemepart")
        .expect("the production is defined");
    let Kind::Alternation(members) = &schemepart.body.kind else {
        panic!("schemepart is an alternation");
    };
    let written: Vec<&str> = members
        .iter()
        .map(|member| &grammar.source[member.span.clone()])
        .collect();
    assert_eq!(written, ["ip-schemepart", "*xchar"]);
}

#[test]
fn selector_and_search_are_short_in_gopherurl_alone() {
    let grammar = grammar();
    let mut short = Vec::new();
    for production in &grammar.productions {
        for expression in expressions(&production.body) {
            if let Kind::Reference {
                name,
                quantifier: Quantifier::Lazy,
                ..
            } = &expression.kind
            {
                short.push((production.name.as_str(), name.as_str()));
            }
        }
    }
    assert_eq!(short, [("gopherurl", "selector"), ("gopherurl", "search")]);
}

#[test]
fn a_reading_of_a_missing_production_is_an_error() {
    let readings = "[[reading]]\nid = \"test\"\nproductions = [\"c\"]\nsection = \"1\"\n\
                    decision = \"So.\"\nwhy = \"Because.\"\napply = { first = \"b\" }\n";
    let readings = Readings::from_toml(readings).expect("the reading is well formed");
    let mut grammar = rfcbnf::read("a = \"x\"\n").expect("the grammar has no errors");
    assert_eq!(
        readings
            .apply(&mut grammar)
            .expect_err("nothing to decide")
            .to_string(),
        "reading `test` changes nothing in production `c`: there is no such production"
    );
}

#[test]
fn a_reading_that_finds_nothing_is_an_error() {
    let refused = "reading `test` changes nothing in production `a`: ";
    for (apply, missing) in [
        ("{ quote = \"/\" }", "it does not contain /"),
        ("{ angle = \"<\" }", "it does not contain <"),
        (
            "{ ignore-case = { names-under = \"a\" } }",
            "no alternative of `a` begins with a name",
        ),
        (
            "{ match-case = { names-under = \"a\" } }",
            "no alternative of `a` begins with a name",
        ),
        (
            "{ exclude = { names-under = \"b\" } }",
            "no alternative of `b` begins with a name",
        ),
        (
            "{ first = \"b\" }",
            "`b` is not one of its later alternatives",
        ),
        ("{ shortest = [\"b\"] }", "nothing follows `b` in it"),
    ] {
        assert_eq!(refusal(apply), refused.to_owned() + missing);
    }
}

#[test]
fn a_reading_that_finds_no_letters_is_an_error() {
    let readings = rfc1738::READINGS.replace(
        "productions = [\"ftpurl\", ",
        "productions = [\"httpurl\", ",
    );
    let error = rfc1738::load(rfc1738::BNF, &readings).expect_err("nothing to decide");
    let wanted = "reading `literal-case` changes nothing in production `httpurl`: it has no literal with letters, except for names";
    assert!(error.to_string().contains(wanted), "{error}");
}

#[test]
fn the_error_of_a_malformed_file_names_the_line() {
    let error = Readings::from_toml("[[reading]]\nid = 3\n").expect_err("an id is a text");
    let text = error.to_string();
    assert!(
        text.starts_with("the readings cannot be read: TOML parse error at line 2"),
        "{text}"
    );
}

#[test]
fn readings_apply_to_a_similar_grammar_as_far_as_possible() {
    let readings = Readings::from_toml(rfc1738::READINGS).expect("the readings are well formed");
    let bnf = rfc1738::BNF.replace(" | <\">", "");
    let mut grammar = crate::reader::read_with(&bnf, &readings.bare_literals())
        .expect("the grammar has no errors");
    let unused = readings.apply_where_possible(&mut grammar);
    let unused: Vec<String> = unused.iter().map(ToString::to_string).collect();
    assert_eq!(
        unused,
        [
            "reading `double-quote` changes nothing in production `punctuation`: it does not contain \""
        ]
    );
    let other = grammar
        .production("otherurl")
        .expect("the production exists");
    assert!(other.excluded.contains(&"http:".to_owned()));
}

//! Grammars of pest, read by `pest_meta` and run by `pest_vm`.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use pest_meta::parser::{self, Rule};
use pest_meta::{optimizer, validator};
use pest_vm::Vm;
use rfcbnf::automaton::Automata;
use rfcbnf::export::pest;
use rfcbnf::ordered_choice::Naive;
use rfcbnf::syntax::Grammar;

use super::{awkward, ignore_case, texts};
use crate::grammars::{foreign, rfc1738};

/// The grammar of RFC 1738, exported once because the export is slow.
static OWN: LazyLock<String> =
    LazyLock::new(|| pest(&rfc1738(), None).expect("the grammar can be exported"));

/// Adds to the grammar a rule for each name that matches whole texts only.
pub(super) fn machine(text: &str, names: &[String]) -> Vm {
    let wholes = names
        .iter()
        .map(|name| format!("whole_{name} = ${{ SOI ~ {name} ~ EOI }}\n"));
    let text = text.to_owned() + &wholes.collect::<String>();
    let pairs = parser::parse(Rule::grammar_rules, &text);
    let pairs = pairs.unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Err(errors) = validator::validate_pairs(pairs.clone()) {
        panic!("{errors:?}\n{text}");
    }
    let rules = parser::consume_rules(pairs);
    Vm::new(optimizer::optimize(
        rules.unwrap_or_else(|errors| panic!("{errors:?}\n{text}")),
    ))
}

/// Returns the productions whose rules the comment at the top names, and all their users. `rule`
/// maps a production to the name of its rule.
fn losers<'g>(grammar: &'g Grammar, text: &str, rule: impl Fn(&str) -> String) -> HashSet<&'g str> {
    let header = text.split("\n\n").next().expect("there is a header");
    let named: BTreeSet<&str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("// ")?.split_once(": "))
        .map(|(name, _)| name)
        .collect();
    let loses = |name: &&str| {
        let reached = grammar.reachable_from([*name]);
        reached
            .iter()
            .any(|reached| named.contains(rule(reached).as_str()))
    };
    let productions = grammar.productions.iter();
    productions
        .map(|one| one.name.as_str())
        .filter(loses)
        .collect()
}

/// Asserts that pest matches no text that the grammar does not derive, and loses texts only of the
/// productions that the comment names. Returns the productions that lost texts.
fn assert_runs<'g>(
    grammar: &'g Grammar,
    text: &str,
    name: impl Fn(&str) -> String + Copy,
) -> BTreeSet<&'g str> {
    let names: Vec<String> = grammar
        .productions
        .iter()
        .map(|one| name(&one.name))
        .collect();
    let machine = machine(text, &names);
    let losers = losers(grammar, text, name);
    let automata = Automata::new(grammar).expect("the automata are small");
    let mut lost = BTreeSet::new();
    for (production, name) in grammar.productions.iter().zip(&names) {
        let automaton = automata
            .production(&production.name)
            .expect("the production exists");
        let whole = format!("whole_{name}");
        for (text, is_word) in texts(automaton) {
            let is_matched = machine.parse(&whole, &text).is_ok();
            assert!(is_word || !is_matched, "{name} {text:?}");
            if is_word && !is_matched {
                assert!(losers.contains(production.name.as_str()), "{name} {text:?}");
                lost.insert(production.name.as_str());
            }
        }
    }
    lost
}

#[test]
fn pest_loses_texts_only_of_the_productions_named() {
    let grammar = rfc1738();
    let lost = assert_runs(&grammar, &OWN, |name| name.replace(['-', '+'], "_"));
    let named = [
        "domainlabel",
        "grouppart",
        "hostname",
        "login",
        "toplabel",
        "waisurl",
    ];
    assert!(named.iter().all(|name| lost.contains(name)), "{lost:?}");
    for right in ["digits", "hpath", "otherurl", "gopher+_string", "fieldspec"] {
        assert!(!lost.contains(right), "{lost:?}");
    }
}

#[test]
fn ordered_choice_loses_what_the_comment_says_and_nothing_else() {
    let grammar = rfc1738();
    assert!(OWN.contains(
        "\n// So it derives less of these productions than the grammar does, and of those\n\
         // that use them:\n\
         // schemepart: prefix alternative\n\
         // login: greedy option\n\
         // hostname: greedy repetition\n\
         // domainlabel: prefix alternative, greedy repetition\n"
    ));
    let text = pest(&grammar, Some("httpurl")).expect("the grammar can be exported");
    assert!(!text.contains("login"), "{text}");
    let machine = machine(&text, &["hostname".to_owned(), "httpurl".to_owned()]);
    let matches = |rule: &str, text: &str| machine.parse(rule, text).is_ok();
    assert!(matches("whole_hostname", "a"));
    assert!(!matches("whole_hostname", "ab"));
    assert!(matches("whole_httpurl", "HTTP://a.b:80/x?y"));
    assert!(!matches("whole_httpurl", "http://a.b:80/x y"));
}

#[test]
fn reserved_names_and_alternatives_that_cannot_fail_are_avoided() {
    let grammar = awkward();
    let text = pest(&grammar, None).expect("the grammar can be exported");
    assert_runs(&grammar, &text, |name| {
        let changed = match name {
            "a-b" => "a_b_2",
            "A+b" => "A_b",
            "ANY" => "_ANY",
            "super" => "_super",
            other => other,
        };
        changed.to_owned()
    });
    assert!(
        text.ends_with(
            "// super in the original\n\
             // 1 of the alternatives left out: another cannot fail, so pest would never\n\
             // come to them\n\
             _super = ${ \"!\" | marks | letters* }\n\
             \n\
             twice = ${ (letters | \"!\") ~ (letters{2,3}){2} }\n\
             \n\
             // nothing below this either\n"
        ),
        "{text}"
    );
    let machine = machine(&text, &["_super".to_owned()]);
    let matches = |text: &str| machine.parse("whole__super", text).is_ok();
    assert!(matches("!") && matches("^") && matches("abc") && matches(""));
    assert!(!matches("?"), "the alternative that is left out");
}

#[test]
fn pest_matches_the_same_texts_as_the_naive_reading() {
    let foreign = foreign().map(|grammar| {
        let text = pest(&grammar, None).expect("the grammar can be exported");
        (grammar, text)
    });
    for (grammar, text) in foreign.into_iter().chain([(rfc1738(), OWN.clone())]) {
        let rule = |name: &str| name.replace(['-', '+'], "_");
        let productions = grammar.productions.iter();
        let names: Vec<String> = productions.map(|one| rule(&one.name)).collect();
        let machine = machine(&text, &names);
        let automata = Automata::new(&grammar).expect("the automata are small");
        for production in &grammar.productions {
            let naive =
                Naive::new(&grammar, &production.name).expect("the production exists and is small");
            let automaton = automata
                .production(&production.name)
                .expect("the production exists");
            let whole = format!("whole_{}", rule(&production.name));
            for (text, _) in texts(automaton) {
                let is_matched = machine.parse(&whole, &text).is_ok();
                assert_eq!(is_matched, naive.accepts(&text), "{whole} {text:?}");
            }
        }
    }
}

#[test]
fn an_alternative_that_is_moved_loses_what_the_comment_says() {
    let grammar = rfcbnf::read("all = *letter | \"a\" | \"b\"\nletter = \"a\" | \"c\"\n");
    let grammar = grammar.expect("the export can be read");
    let text = pest(&grammar, None).expect("the grammar can be exported");
    let machine = machine(&text, &["all".to_owned()]);
    let matches = |text: &str| machine.parse("whole_all", text).is_ok();
    assert!(matches("") && matches("ca") && matches("b"));
    assert!(!matches("ac"));
    assert!(text.contains("\n// all: prefix alternative\n"), "{text}");
    assert!(
        text.contains("\nall = ${ \"a\" | \"b\" | letter* }\n"),
        "{text}"
    );
}

#[test]
fn losses_that_depend_on_ignored_case_are_named_too() {
    let mut grammar = rfcbnf::read("all = \"-\" some\nsome = \"a\" | \"AB\"\n")
        .expect("the grammar has no errors");
    ignore_case(&mut grammar, "all");
    let text = pest(&grammar, None).expect("the grammar can be exported");
    assert!(
        text.contains("\n// some_any_case: prefix alternative\n"),
        "{text}"
    );
    assert!(!text.contains("\n// some: "), "{text}");
    let machine = machine(&text, &["all".to_owned(), "some".to_owned()]);
    assert!(machine.parse("whole_some", "AB").is_ok());
    assert!(machine.parse("whole_all", "-A").is_ok());
    assert!(machine.parse("whole_all", "-AB").is_err());
}

#[test]
fn productions_can_have_names_that_pest_or_rust_reserves() {
    let names = [
        "PUSH",
        "PUSHED",
        "PUSH_LITERAL",
        "POP",
        "EOI",
        "SOI",
        "ANY",
        "NEWLINE",
        "WHITESPACE",
        "COMMENT",
        "ASCII_DIGIT",
        "LETTER",
        "true",
        "self",
        "Self",
        "crate",
        "fn",
        "Rule",
    ];
    let rules = names.map(|name| format!("{name} = \"{name}\"\n"));
    let bnf = format!("all = {}\n{}", names.join(" \" \" "), rules.concat());
    let grammar = rfcbnf::read(&bnf).expect("the grammar has no errors");
    let text = pest(&grammar, None).expect("the grammar can be exported");
    assert!(
        text.contains("// PUSHED in the original\n_PUSHED = "),
        "{text}"
    );
    assert!(text.contains("\ntrue = "), "{text}");
    let machine = machine(&text, &["all".to_owned()]);
    assert!(machine.parse("whole_all", &names.join(" ")).is_ok());
    assert!(machine.parse("whole_all", &names.concat()).is_err());
}

#[test]
fn productions_too_large_to_decide_are_named() {
    let bnf = "all = large | small\nlarge = 1000( 1000( 1000\"x\" ) )\nsmall = \"a\" | \"ab\"\n";
    let grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let text = pest(&grammar, None).expect("the grammar can be exported");
    assert!(
        text.contains("// What else is lost is not decided, because this is too large: large\n"),
        "{text}"
    );
    let text = pest(&grammar, Some("small")).expect("the grammar can be exported");
    assert!(
        text.contains("\n// small: prefix alternative\n\nsmall = "),
        "{text}"
    );
}

#[test]
fn a_grammar_that_loses_nothing_says_so() {
    let grammar =
        rfcbnf::read("day = 2digit\ndigit = \"0\" | \"1\"\n").expect("the grammar has no errors");
    let text = pest(&grammar, None).expect("the grammar can be exported");
    assert!(
        text.contains("// No text is lost by that here.\n\nday = ${ digit{2} }\n"),
        "{text}"
    );
    assert_eq!(assert_runs(&grammar, &text, str::to_owned), BTreeSet::new());
}

/// pest checks its rules before it runs them: no round of a repetition may be empty.
#[test]
fn repetitions_that_take_the_place_of_a_name_consume_something() {
    let abnf = "a = *( [ b ] )\nb = [ \"y\" ] *\"\"\nc = *( d )\nd = [ \"z\" *( [ \"x\" ] ) ]\n";
    let grammar = rfcbnf::read(abnf).expect("it is a grammar");
    let text = pest(&grammar, None).expect("the grammar can be exported");
    let lost = assert_runs(&grammar, &text, str::to_owned);
    assert!(lost.is_empty(), "{lost:?}");
    let grammar = rfcbnf::read("q = [ \"a\" *q ]\n").expect("it is a grammar");
    let error = pest(&grammar, None).expect_err("a round can be empty");
    assert!(
        error
            .to_string()
            .starts_with("production `q` repeats what can be empty")
    );
}

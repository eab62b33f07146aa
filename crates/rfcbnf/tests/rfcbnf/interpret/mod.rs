//! The interpreter, compared with the automata and with the first derivations.

mod characters;
mod compare;
mod driven;
pub(crate) mod numbers;
pub(crate) mod random;
mod search;

use std::cell::Cell;
use std::fmt::Write as _;
use std::path::Path;

use rfcbnf::automaton::Automaton;
use rfcbnf::interpret::Interpreter;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::{Detail, match_prefix, parse, trace};

use crate::extent::few_or_many;
use crate::grammars;
use crate::replay::replay;
use compare::compare;
use numbers::Numbers;

/// Compares every production of a grammar over random texts. Returns how many texts were derived.
fn compare_all(grammar: &Grammar, numbers: &mut Numbers, texts: usize) -> usize {
    let interpreter = Interpreter::new(grammar).expect("the grammar can be planned");
    let mut derived = 0;
    for rule in interpreter.rules() {
        let automaton = Automaton::new(grammar, rule.name()).expect("the automaton is small");
        for _ in 0..texts {
            let text = random::text(numbers);
            derived += usize::from(compare(grammar, &automaton, rule, &text));
        }
    }
    derived
}

#[test]
fn random_grammars_agree_with_automata_and_first_derivations() {
    let mut derived = 0;
    for seed in 0..few_or_many(4, 100) {
        let grammar = grammars::read(&random::grammar(&mut Numbers::new(seed), 100));
        derived += compare_all(&grammar, &mut Numbers::new(seed), 8);
    }
    // Most texts have to be rejected somewhere, and many have to be derived.
    let expected = few_or_many(75..1_500, 2_000..40_000);
    assert!(expected.contains(&derived), "{derived} derived");
}

/// Compares random grammars in a style. Returns how many texts were derived.
fn compare_style(style: &random::Style) -> usize {
    let mut derived = 0;
    for seed in 0..few_or_many(4, 60) {
        let numbers = &mut Numbers::new(seed);
        let grammar = grammars::read(&random::grammar_in(style, numbers, 20));
        // Some automata are too large.
        let Ok(interpreter) = Interpreter::new(&grammar) else {
            continue;
        };
        for rule in interpreter.rules() {
            let automaton = Automaton::new(&grammar, rule.name()).expect("it is small");
            for _ in 0..20 {
                let text = random::octets(style, numbers);
                derived += usize::from(compare(&grammar, &automaton, rule, &text));
            }
        }
    }
    derived
}

#[test]
fn random_grammars_of_octets_agree_with_automata_and_first_derivations() {
    let derived = compare_style(&random::OCTETS);
    assert!(
        (few_or_many(50, 100)..20_000).contains(&derived),
        "{derived} derived"
    );
}

#[test]
fn random_grammars_of_characters_agree_with_automata_and_first_derivations() {
    let derived = compare_style(&random::CHARACTERS);
    assert!(
        (few_or_many(50, 100)..20_000).contains(&derived),
        "{derived} derived"
    );
}

#[test]
fn the_longest_chain_of_productions_fits_on_the_stack() {
    let depth = 160;
    let mut bnf = String::new();
    for number in 0..depth {
        let _ = writeln!(bnf, "p{number} = [ \"x\" ] p{} | \"-\"", number + 1);
    }
    let _ = writeln!(bnf, "p{depth} = \"a\"");
    let grammar = grammars::read(&bnf);
    let interpreter = Interpreter::new(&grammar).expect("the grammar can be planned");
    let rule = interpreter.find("p0").expect("the production is there");
    let automaton = Automaton::new(&grammar, "p0").expect("the automaton is small");
    assert!(compare(&grammar, &automaton, rule, "xxxa"));
    // Each octet before it costs time, and no stack.
    let invalid = few_or_many("b", "xxxb");
    assert!(!compare(&grammar, &automaton, rule, invalid));
    assert_eq!(trace(rule, b"xa", Detail::Rules).prefix(), Some(2));
}

#[test]
fn trees_of_lists_have_what_is_inside_the_parts() {
    // The parts of `pairs` hold others of them, those of `names` and of `marks` hold characters only.
    let grammar = grammars::read(
        "pairs = *[ pair \",\" ] name\npair = name \"=\" name\nnames = name *[ \"/\" name ]\n\
         name = *letter\nmarks = *[ name \".\" ] mark\nmark = \"!\"\nletter = \"a\" | \"b\"\n",
    );
    let is_letter = |name: &str| name == "letter";
    let interpreter = Interpreter::with_characters(&grammar, is_letter).expect("it has a plan");
    let all = Interpreter::new(&grammar).expect("it has a plan");
    for (name, texts) in [
        ("pairs", ["a=b,ab", "=,a=,", "", "ab"]),
        ("names", ["a/b", "", "/", "ab//a"]),
        ("marks", ["a.!", "!", ".!", "ab..!"]),
    ] {
        for text in texts {
            let rule = interpreter.find(name).expect("it is there");
            let shown = parse(rule, text).expect(text).to_string();
            let rule = all.find(name).expect("it is there");
            let whole = parse(rule, text).expect(text).to_string();
            let whole = whole.lines().filter(|line| !line.contains("letter"));
            assert!(shown.lines().eq(whole), "{name}: {text}\n{shown}");
        }
    }
}

#[test]
fn trees_of_an_interpreted_grammar_are_walked_upwards() {
    let grammar =
        grammars::read("list = item *( \",\" item )\nitem = 1*digit\ndigit = \"1\" | \"2\"\n");
    let interpreter = Interpreter::new(&grammar).expect("the grammar can be planned");
    let list = interpreter.rules().next().expect("it has productions");
    let tree = parse(list, "12,1").expect("it is a list");
    let names = |offset| {
        let node = tree.innermost_at(offset)?;
        let names = node.ancestors().map(|node| node.rule().name());
        Some(names.collect::<Vec<_>>())
    };
    assert_eq!(names(1), Some(vec!["digit", "item", "list"]));
    assert_eq!(names(2), Some(vec!["list"]));
    assert_eq!(names(4), None);
    let parents = tree
        .iter()
        .map(|node| node.parent().map(|parent| parent.rule().name()));
    let expected = [
        None,
        Some("list"),
        Some("item"),
        Some("item"),
        Some("list"),
        Some("item"),
    ];
    assert_eq!(parents.collect::<Vec<_>>(), expected);
    assert_eq!(
        format!("{:?}", tree.innermost_at(0)),
        "Some(digit 0..1 \"1\")"
    );
    assert_eq!(match_prefix(list, "1,2,x"), Some(("1,2", ",x")));
    assert_eq!(match_prefix(list, "x"), None);
}

#[test]
fn nodes_are_text_if_all_productions_derive_text() {
    let all = |rule: &str, bnf: &str, text: &str| {
        let grammar = rfcbnf::read(bnf).expect("a grammar");
        let interpreter = Interpreter::new(&grammar).expect("it can be interpreted");
        let rule = interpreter.find(rule).expect("it is there").of_text()?;
        let tree = parse(rule, text).expect(text);
        assert_eq!(parse(rule, b"\xff").expect_err("no text").offset(), 0);
        let texts = tree.iter().map(|node| node.text().to_owned());
        Some(texts.collect::<Vec<String>>())
    };
    let ascii = all("a", "a = 1*b\nb = \"x\" | \"y\"\n", "xy");
    assert_eq!(ascii, Some(["xy", "x", "y"].map(str::to_owned).to_vec()));
    let characters = all("a", "a ::= b+\nb ::= [#x61-#x10FFFF]\n", "aé");
    assert_eq!(
        characters,
        Some(["aé", "a", "é"].map(str::to_owned).to_vec())
    );
    assert_eq!(all("a", "a = 2b\nb = %x80-FF\n", "é"), None);
}

#[test]
fn a_part_of_a_text_ends_between_characters() {
    let greek = "name = letter *( letter / %x30-39 ) [ \"-\" mark ]\n\
                 letter = %x61-7A / %x3B1-3C9 / %x4E00-9FFF\nmark = %x1F600-1F64F / %xE9\n";
    let octets = "line = *octet\noctet = %x80-FF\nc3 = %xC3\ntwo = c3 *octet\n";
    for abnf in [greek, octets] {
        let grammar = grammars::read(abnf);
        let is_character = |name: &str| ["letter", "mark", "octet", "c3"].contains(&name);
        let interpreters = [
            Interpreter::new(&grammar),
            Interpreter::with_characters(&grammar, is_character),
        ];
        let interpreters = interpreters.map(|one| one.expect("the grammar can be planned"));
        for rule in interpreters.iter().flat_map(Interpreter::rules) {
            for text in [
                "\u{3b2}1\u{4e00}-\u{1f600}\u{e9}",
                "\u{1f64f}a",
                "\u{e9}",
                "a\u{3c0}",
                "\u{80}",
            ] {
                let of_octets = match_prefix(rule, text.as_bytes()).map(|(part, _)| part.len());
                let of_text = match_prefix(rule, text).map(|(part, _)| part.len());
                if abnf == greek {
                    assert_eq!(of_text, of_octets, "{rule} on {text}");
                } else if let Some(end) = of_text {
                    assert!(text.is_char_boundary(end), "{rule} on {text}");
                }
            }
        }
    }
}

#[test]
fn the_kept_inputs_of_random_grammars_agree_with_the_automata() {
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../lab/fuzz"));
    let texts = Cell::new(0);
    let check = |input: &[u8]| texts.set(texts.get() + driven::compare_chosen(input));
    assert!(replay(fuzz, "random_grammars", check) >= 20);
    // The grammars of the seeds have at least ten texts each.
    assert!(texts.get() > 200, "{} texts", texts.get());
}

//! Trees with character productions, which tables make from trees without them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::interpret::{Interpreter, Rule};
use rfcbnf::sentences::Sentences;
use rfcbnf::syntax::Grammar;
use rfcbnf::{Reader, Readings};
use rfcbnf_engine::{Detail, Parse, Production, parse_in_detail, steps};

use super::compare::compare;
use super::numbers::Numbers;
use super::random;
use crate::body_nodes::nodes_by_body;
use crate::extent::few_or_many;
use crate::grammars;

/// Returns the names of the productions without a table.
fn undecided(interpreter: &Interpreter) -> Vec<&str> {
    let rules = interpreter.rules();
    let undecided = rules.filter(|rule| {
        let grammar = rule.grammar();
        <Rule>::character_table(&grammar, rule.id()).is_none()
    });
    undecided.map(Rule::name).collect()
}

/// Asserts that tables and bodies alone make the same tree. Returns whether there is one.
fn compare_ways(rule: Rule<'_>, text: &[u8]) -> bool {
    let by_tables = parse_in_detail(rule, text, Detail::Characters);
    let by_tables = by_tables.ok();
    let nodes = by_tables.as_ref().map(|tree| {
        let nodes = tree.iter().map(|node| (node.rule(), node.span()));
        nodes.collect()
    });
    assert_eq!(nodes, nodes_by_body(rule, text), "{rule} on {text:?}");
    by_tables.is_some()
}

/// Compares every production over all texts of up to `length` characters of an alphabet, with the
/// first derivations and with the bodies. Returns the productions without a table.
fn compare_short_texts(
    grammar: &Grammar,
    characters: &[&str],
    alphabet: &str,
    length: usize,
) -> Vec<String> {
    let is_character = |name: &str| characters.contains(&name);
    let interpreter =
        Interpreter::with_characters(grammar, is_character).expect("the grammar can be planned");
    let mut texts = vec![String::new()];
    let mut last = 0;
    for _ in 0..length {
        let longer = texts[last..].iter().flat_map(|text| {
            let more = alphabet.chars();
            more.map(move |character| format!("{text}{character}"))
        });
        let longer: Vec<String> = longer.collect();
        last = texts.len();
        texts.extend(longer);
    }
    for rule in interpreter.rules() {
        let automaton = Automaton::new(grammar, rule.name()).expect("the automaton is small");
        let mut derived = 0;
        for text in &texts {
            derived += usize::from(compare(grammar, &automaton, rule, text));
            compare_ways(rule, text.as_bytes());
        }
        assert!(derived > 0, "{rule} derives a text");
    }
    let undecided = undecided(&interpreter);
    undecided.into_iter().map(str::to_owned).collect()
}

#[test]
fn an_octet_decides_on_the_character_productions_above_it() {
    for (bnf, characters, alphabet) in [
        // The first octet and later ones may differ.
        (
            "p = letter *[ any | \"-\" ]\nany = letter | digit\nletter = \"a\"\ndigit = \"1\"\n",
            &["any", "letter", "digit"][..],
            "a1-",
        ),
        // A child may be empty, so that the octet after it is the first or a later one.
        (
            "p = [ q ] c *q\nq = *\"-\"\nc = \"a\" | \"b\"\n",
            &["c"],
            "ab-",
        ),
        // A chain of characters that derive several octets, and single ones inside them.
        (
            "p = *c\nc = \"a\" | e\ne = \"%\" h h\nh = d | \"a\"\nd = \"1\"\n",
            &["c", "e", "h", "d"],
            "%a1",
        ),
        // The first octet of the outer production is an inner one.
        (
            "p = *two\ntwo = h h\nh = d | \"a\"\nd = \"1\"\n",
            &["two", "h", "d"],
            "a1",
        ),
        // Matched by search.
        (
            "p = *q \"ab\" *q\nq = c | c \"b\" | \"b\" c\nc = d | \"-\"\nd = \"a\"\n",
            &["c", "d"],
            "ab-",
        ),
    ] {
        let grammar = grammars::read(bnf);
        let undecided = compare_short_texts(&grammar, characters, alphabet, 6);
        assert!(
            undecided.is_empty() || undecided == ["p"] || undecided == ["q"],
            "{bnf}{undecided:?}"
        );
    }
}

#[test]
fn the_earlier_alternative_for_a_single_octet_is_above_it() {
    for bnf in [
        "p = *c\nc = x | y\nx = \"a\" | \"b\"\ny = \"b\" | \"c\"\n",
        "p = *[ x | y ]\nx = \"b\"\ny = \"b\" | \"c\" | \"a\"\nc = \"c\"\n",
        "p = *[ \"b\" | x | c ]\nx = \"a\" | \"b\"\ny = x\nc = y | \"c\"\n",
    ] {
        let grammar = grammars::read(bnf);
        let undecided = compare_short_texts(&grammar, &["x", "y", "c"], "abc", 5);
        assert_eq!(undecided, [""; 0], "{bnf}");
    }
}

#[test]
fn nodes_that_their_octets_do_not_decide_are_parsed_again() {
    for (bnf, characters, expected) in [
        // An octet is a digit or not, by the octets after it.
        (
            "p = d *[ \".\" d ]\nd = digit | \"1\" digit\ndigit = \"1\" | \"2\"\n",
            &["digit"][..],
            &["d"][..],
        ),
        // So does the length of a character.
        (
            "p = q *[ \".\" q ]\nq = 1*e\ne = \"1\" \"2\" | \"1\"\nr = *\"1\"\n",
            &["e"],
            &["q"],
        ),
        // A node below a character is not in the tree without characters.
        (
            "p = q *[ \".\" q ]\nq = 1*c\nc = d | \"1\"\nd = \"2\"\n",
            &["c"],
            &["q", "c"],
        ),
    ] {
        let grammar = grammars::read(bnf);
        let undecided = compare_short_texts(&grammar, characters, "12.", 6);
        assert_eq!(undecided, expected, "{bnf}");
    }
}

#[test]
fn users_of_a_production_that_derives_otherwise_are_parsed_again() {
    let bnf =
        "p = q *[ \".\" q ]\nq = r [ \"-\" r ]\nr = 1*[ x | \"1\" y ]\nx = \"1\"\ny = \"1\"\n";
    let shortest = "[[reading]]\nid = \"a\"\nproductions = [\"q\"]\nsection = \"1\"\n\
                    decision = \"b\"\nwhy = \"c\"\napply = { shortest = [\"r\"] }\n";
    let mut grammar = grammars::read(bnf);
    let undecided = compare_short_texts(&grammar, &["x", "y"], "1.-", 6);
    assert_eq!(undecided, ["r"]);
    let readings = Readings::from_toml(shortest).expect("the reading is well formed");
    readings.apply(&mut grammar).expect("the reading applies");
    let undecided = compare_short_texts(&grammar, &["x", "y"], "1.-", 6);
    assert_eq!(undecided, ["q", "r"]);
}

#[test]
fn a_chain_can_have_any_number_of_productions() {
    // Each production derives a letter of its own, and what the next one derives.
    let letters: Vec<char> = ('a'..='t').collect();
    let mut bnf = "all = *a\n".to_owned();
    for pair in letters.windows(2) {
        let _ = writeln!(bnf, "{} = {} | \"{}\"", pair[0], pair[1], pair[0]);
    }
    bnf += "t = \"%\" x | \"t\"\nx = \"a\"\n";
    let names: Vec<String> = letters.iter().map(char::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain(["x"]).collect();
    let undecided = compare_short_texts(&grammars::read(&bnf), &names, "%adt", 3);
    assert_eq!(undecided, [""; 0]);
}

#[test]
fn a_character_of_several_octets_is_one_chain() {
    // The numbers are octets, or characters if one of them is above 255.
    for bnf in [
        "p = *( c / \"%\" )\nc = x / %x80-FF\nx = %x61-62\n",
        "p = *( c / \"%\" )\nc = x / %x80-10FFFF\nx = %x61-62\n",
    ] {
        let grammar = grammars::read(bnf);
        let undecided = compare_short_texts(&grammar, &["c", "x"], "a%\u{80}\u{e9}\u{20ac}", 3);
        assert_eq!(undecided, [""; 0], "{bnf}");
    }
}

#[test]
fn random_grammars_have_equal_trees_by_tables_and_combinators() {
    let (mut decided, mut parsed_again, mut derived) = (0, 0, 0);
    for seed in 0..few_or_many(8, 120) {
        let numbers = &mut Numbers::new(seed);
        let style = [&random::OCTETS, &random::CHARACTERS][usize::from(seed % 2 == 0)];
        let grammar = grammars::read(&random::grammar_in(style, numbers, 15));
        let single = grammar.character_productions();
        // Some automata are too large.
        let Ok(automata) = Automata::new(&grammar) else {
            continue;
        };
        // Half of the grammars have character productions that derive more than characters.
        let is_character = |name: &str| {
            let automaton = automata.production(name).expect("all have automata");
            let more = seed % 4 > 1 && name.ends_with(['3', '7']);
            single.contains(name) || (more && !automaton.is_nullable())
        };
        let Ok(interpreter) = Interpreter::with_characters(&grammar, is_character) else {
            continue;
        };
        let without = undecided(&interpreter).len();
        parsed_again += without;
        decided += interpreter.rules().len() - without;
        for rule in interpreter.rules() {
            let automaton = automata.production(rule.name()).expect("all have automata");
            for _ in 0..20 {
                let text = random::octets(style, numbers);
                compare(&grammar, automaton, rule, &text);
                derived += usize::from(compare_ways(rule, &text));
            }
        }
    }
    assert!(
        decided > few_or_many(30, 450) && parsed_again > few_or_many(6, 90),
        "{decided}, {parsed_again}"
    );
    assert!(derived > few_or_many(120, 1_800), "{derived}");
}

#[test]
fn rfc_grammars_have_equal_trees_by_tables_and_combinators() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/grammars");
    let mut without_tables = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if !path
            .extension()
            .is_some_and(|one| one == "bnf" || one == "abnf")
        {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the grammar can be read");
        let grammar = Reader::default().read(&text).grammar.without_obstacles();
        let characters = grammar.character_productions();
        let interpreter = Interpreter::with_characters(&grammar, |name| characters.contains(name));
        let interpreter = interpreter.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for rule in interpreter.rules() {
            let Ok(sentences) = Sentences::new(&grammar, rule.name()) else {
                continue;
            };
            for text in sentences.random(1738).take(40) {
                assert!(compare_ways(rule, &text), "{rule} derives {text:?}");
            }
        }
        let names = undecided(&interpreter).into_iter().map(str::to_owned);
        without_tables.extend(names);
    }
    without_tables.sort();
    let expected = [
        "IPvFuture",
        "URN-chars",
        "absoluteURL",
        "char",
        "dec-octet",
        "hour",
        "zone",
    ];
    assert_eq!(without_tables, expected);
}

#[test]
fn tables_take_steps_in_proportion_to_the_length() {
    let bnf = "p = d *[ \".\" d ]\nd = digit | \"1\" digit\ndigit = \"1\" | \"2\"\n";
    let grammar = grammars::read(bnf);
    let interpreter = Interpreter::with_characters(&grammar, |name| name == "digit");
    let interpreter = interpreter.expect("the grammar can be planned");
    let rule = interpreter.find("p").expect("the production is there");
    let steps = |length: usize| {
        let text = "1.12.".repeat(length) + "2";
        steps::of(|| parse_in_detail(rule, &text, Detail::Characters).is_ok())
    };
    let (short, long) = (steps(500), steps(2_000));
    assert!(short > 1_000 && long <= 4 * short + 500, "{short}, {long}");
}

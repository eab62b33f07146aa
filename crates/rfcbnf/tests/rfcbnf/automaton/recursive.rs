//! The automata of productions that recurse at one end, beside the recognizer and beside a plain
//! enumeration of texts from the syntax tree.

use super::enumeration::{Enumeration, LONGEST, all_texts};
use crate::extent::few_or_many;
use rfcbnf::automaton::{Automata, AutomatonError, Through};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Case, Expression, Grammar, Kind};

/// RFC 1034, Section 3.5, in the notation of RFC 822, with few letters.
const DOMAIN: &str = "domain = subdomain | \" \"\n\
    subdomain = label | subdomain \".\" label\n\
    label = letter [ [ ldh-str ] let-dig ]\n\
    ldh-str = let-dig-hyp | let-dig-hyp ldh-str\n\
    let-dig-hyp = let-dig | \"-\"\n\
    let-dig = letter | digit\n\
    letter = \"a\" | \"B\"\n\
    digit = \"0\"\n";

/// Compares the automata of all productions with the enumeration and with the recognizer.
fn agrees(grammar: &Grammar, characters: &[u8]) {
    let automata = Automata::new(grammar);
    let automata = automata.unwrap_or_else(|error| panic!("{error}\n{}", grammar.source));
    agree(grammar, &automata, characters);
}

fn agree(grammar: &Grammar, automata: &Automata<'_>, characters: &[u8]) {
    let source = &grammar.source;
    let enumeration = Enumeration::of(grammar, None, characters);
    let texts = all_texts(characters);
    for production in &grammar.productions {
        let name = &production.name;
        let automaton = automata.production(name).expect("all have one");
        let derived = enumeration.derived(name);
        let recognizer = Recognizer::new(grammar, name).expect("it has one");
        for text in &texts {
            let is_derived = derived.contains(text.as_slice());
            let shown = text.escape_ascii();
            assert_eq!(
                automaton.accepts(text),
                is_derived,
                "{name}: {shown}\n{source}"
            );
            let found = recognizer.recognize(text).expect("it is short");
            assert_eq!(found.accepts_all(), is_derived, "{name}: {shown}\n{source}");
            let prefix = automaton.viable_prefix(text);
            let empty = automaton.is_empty();
            assert!(
                empty || found.furthest == prefix.length(),
                "{name}: {shown}\n{source}"
            );
            assert!(
                empty || found.can_end == prefix.can_end(),
                "{name}: {shown}\n{source}"
            );
        }
    }
}

fn read(text: &str) -> Grammar {
    let document = rfcbnf::Reader::default().read(text);
    let undefined = document.errors.map(|errors| errors.to_string());
    assert_eq!(undefined, None, "{text}");
    document.grammar
}

/// Lets the letters behind some of the references match in either case, as a reading can.
fn ignore_case(expression: &mut Expression, is_chosen: &mut impl FnMut() -> bool) {
    match &mut expression.kind {
        Kind::Alternation(members) | Kind::Sequence(members) => {
            for member in members {
                ignore_case(member, is_chosen);
            }
        }
        Kind::Optional(body) | Kind::Repetition { body, .. } => ignore_case(body, is_chosen),
        Kind::Reference { case, .. } if is_chosen() => *case = Case::Ignored,
        _ => {}
    }
}

/// Numbers that look random and are the same in every run (G. Marsaglia, 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// Returns an expression without references to a set.
    fn plain(&mut self) -> String {
        match self.below(9) {
            0 => "*\"a\"".to_owned(),
            1 => "[ \"b\" ]".to_owned(),
            2 => "\"ab\"".to_owned(),
            3 => "low".to_owned(),
            4 => "\"B\"".to_owned(),
            5 => "( \"a\" | \"B\" )".to_owned(),
            6 => format!("{} {}", self.plain(), self.plain()),
            _ => "\"a\"".to_owned(),
        }
    }

    /// Returns a reference to one of the members, as the first or the last part of an alternative.
    fn reference(&mut self, set: &str, members: u64) -> String {
        let name = format!("{set}{}", self.below(members));
        match self.below(8) {
            0 => format!("[ {name} ]"),
            1 => format!("( {name} | {} )", self.plain()),
            2 => format!("*1{name}"),
            3 => format!("1*1( {name} )"),
            4 => format!("( {name} | {set}{} )", self.below(members)),
            _ => name,
        }
    }

    /// Returns a set of productions that refer to each other at one end, and to `other` anywhere.
    fn set(&mut self, set: &str, is_right: bool, other: &str) -> String {
        let members = 1 + self.below(3);
        let productions = (0..members).map(|member| {
            let alternatives = (0..=self.below(3)).map(|_| {
                let plain = match self.below(4) {
                    0 => format!("{other} {}", self.plain()),
                    1 => format!("{} {other}", self.plain()),
                    _ => self.plain(),
                };
                match (self.below(4), is_right) {
                    (0, _) => plain,
                    (_, true) => format!("{plain} {}", self.reference(set, members)),
                    (_, false) => format!("{} {plain}", self.reference(set, members)),
                }
            });
            let alternatives: Vec<String> = alternatives.collect();
            format!("{set}{member} = {}\n", alternatives.join(" | "))
        });
        productions.collect()
    }

    /// Returns a grammar with two sets, the first of which uses the second.
    fn grammar(&mut self) -> Grammar {
        let (first, second) = (self.below(2) == 0, self.below(2) == 0);
        let text = format!(
            "s = x0 | y0 \"b\" x0\n{}{}low = \"b\" | \"aB\"\n",
            self.set("x", first, "y0"),
            self.set("y", second, "low"),
        );
        let mut grammar = read(&text);
        for production in &mut grammar.productions {
            ignore_case(&mut production.body, &mut || self.below(6) == 0);
        }
        grammar
    }
}

#[test]
fn automata_of_random_recursion_at_one_end_accept_derived_texts() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut compared = 0;
    let count = few_or_many(5, 120);
    for _ in 0..count {
        let grammar = numbers.grammar();
        match Automata::new(&grammar) {
            Ok(automata) => {
                agree(&grammar, &automata, b"aAbB");
                compared += 1;
            }
            Err(AutomatonError::TooLarge { .. }) => {}
            Err(error) => panic!("{error}\n{}", grammar.source),
        }
    }
    assert!(compared > count * 3 / 4, "{compared}");
}

#[test]
fn a_text_through_a_recursive_part_is_a_shortest_one() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut compared = 0;
    for _ in 0..few_or_many(4, 12) {
        let grammar = numbers.grammar();
        let Ok(automata) = Automata::new(&grammar) else {
            continue;
        };
        for part in grammar
            .productions
            .iter()
            .flat_map(|one| match &one.body.kind {
                Kind::Alternation(members) => members.as_slice(),
                _ => std::slice::from_ref(&one.body),
            })
        {
            let enumeration = Enumeration::of(&grammar, Some(part), b"aAbB");
            for production in &grammar.productions {
                let name = &production.name;
                let through = Through::Expression(part.span.clone());
                let text = automata.shortest_through(name, &through);
                let Ok(text) = text else {
                    continue;
                };
                compared += 1;
                let context = (&grammar.source[part.span.clone()], name, &text);
                let text = text.clone().filter(|text| text.len() <= LONGEST);
                let (length, shortest) = (
                    text.as_ref().map(Vec::len),
                    enumeration.shortest_using(name),
                );
                assert_eq!(length, shortest, "{context:?}\n{}", grammar.source);
                let is_used = text.is_none_or(|text| enumeration.is_used(name, text));
                assert!(is_used, "{context:?}\n{}", grammar.source);
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn the_domain_names_of_rfc_1034_have_automata() {
    agrees(&read(DOMAIN), b"aB0-.");
}

#[test]
fn recursion_at_one_end_has_the_automata_of_its_language() {
    for (text, characters) in [
        // Lists as old BNF writes them.
        (
            "list = item | list \",\" item\nitem = \"a\" | \"b\"\n",
            b"ab,",
        ),
        (
            "list = item | item \",\" list\nitem = \"a\" | \"b\"\n",
            b"ab,",
        ),
        ("list = [ list \",\" ] item\nitem = \"a\" | \"b\"\n", b"ab,"),
        // Several productions, and the letters of some in either case in one of them.
        ("even = [ \"a\" odd ]\nodd = \"a\" even\n", b"abc"),
        (
            "one = two \"a\" | \"c\"\ntwo = three\nthree = one \"b\" | two \"c\"\n",
            b"abc",
        ),
        // Alternatives that derive the empty text.
        ("a = \"a\" a | [ \"b\" ] | \"c\" *\"a\"\n", b"abc"),
        ("a = a [ \"a\" ] | \"\" | a *\"b\"\n", b"abc"),
        ("a = a | b | \"a\"\nb = a | \"b\"\n", b"abc"),
        ("a = \"a\" a \"\" | \"b\" ( a | \"\" )\n", b"abc"),
        // Productions without texts, and alternatives that need them.
        ("a = \"a\" a\n", b"abc"),
        ("a = a\nb = \"b\" b | a | \"c\"\n", b"abc"),
        ("a = \"a\" a | b \"a\" | \"c\"\nb = b \"b\"\n", b"abc"),
        // Both ends, in different sets.
        ("a = \"a\" a | \"c\" b b\nb = b \"b\" | \"a\"\n", b"abc"),
    ] {
        agrees(&read(text), characters);
    }
}

#[test]
fn letters_match_in_either_case_behind_a_caseless_reference() {
    for text in [
        "a = \"a\" a | \"b\" b | \"\"\nb = \"a\" b | \"B\"\n",
        "a = a \"a\" | b \"b\" | \"\"\nb = b \"a\" | \"B\"\n",
        "a = \"a\" a | b\nb = \"b\" a | %x61 b | \"a\"\n",
    ] {
        for chosen in 0..8_u32 {
            let mut grammar = read(text);
            let mut number = 0;
            for production in &mut grammar.productions {
                ignore_case(&mut production.body, &mut || {
                    number += 1;
                    chosen & (1 << (number - 1)) != 0
                });
            }
            agrees(&grammar, b"aAbB");
        }
    }
}

#[test]
fn recursion_that_is_not_at_one_end_has_no_automaton() {
    for text in [
        "a = \"(\" a \")\" | \"x\"\n",
        "a = a a | \"x\"\n",
        "a = a \"x\" | \"x\" a | \"y\"\n",
        "a = *a \"x\"\n",
        "a = \"x\" *a\n",
        "a = \"x\" 2a | \"y\"\n",
        "a = \"x\" 1*2a | \"y\"\n",
        // The last part can be followed by something, although it need not be.
        "a = \"x\" a [ \"y\" ] | \"z\"\n",
        "a = [ \"y\" ] a \"x\" | \"z\"\n",
        "a = \"a\" a b | \"c\"\nb = b \"b\"\n",
        // At the right end in one production of the set, at the left end in the other.
        "a = \"x\" b | \"z\"\nb = a \"y\"\n",
    ] {
        let grammar = read(text);
        let obstacle = grammar.obstacle_to_automaton("a").expect(text);
        assert!(
            obstacle.is_recursion() && !obstacle.is_one_sided(),
            "{text}"
        );
        assert!(Automata::new(&grammar).is_err(), "{text}");
        assert!(grammar.with_automata().production("a").is_none(), "{text}");
    }
}

#[test]
fn other_recursion_is_the_obstacle_beside_recursion_at_one_end() {
    let grammar = read("s = l | n\nl = \"a\" l | \"b\"\nn = \"(\" n \")\" | l\n");
    let sentence =
        |obstacle: Option<rfcbnf::obstacles::Obstacle>| obstacle.map(|it| it.to_string());
    assert_eq!(
        sentence(grammar.obstacle_to_automaton("s")).as_deref(),
        Some("production `s` uses `n`, which is recursive: n → n")
    );
    assert_eq!(
        sentence(grammar.obstacle("s")).as_deref(),
        Some("production `s` uses `l`, which is recursive: l → l")
    );
    assert_eq!(sentence(grammar.obstacle_to_automaton("l")), None);
}

//! The automata of productions that recurse at one end, beside the recognizer and beside a plain
//! enumeration of texts from the syntax tree.

use std::collections::{BTreeSet, HashMap};

use rfcbnf::automaton::{Automata, AutomatonError, Through};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Case, Expression, Grammar, Kind};

use crate::extent::few_or_many;

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

/// Lets the letters after some of the references match in either case, as a reading can.
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

/// The longest texts that are enumerated, in octets.
pub(super) const LONGEST: usize = 5;

/// Texts up to [`LONGEST`] by their lengths, each with whether a derivation of it uses the target.
#[derive(Clone, Default, PartialEq, Eq)]
struct Texts([BTreeSet<(Vec<u8>, bool)>; LONGEST + 1]);

impl Texts {
    fn of(texts: impl IntoIterator<Item = (Vec<u8>, bool)>) -> Self {
        let mut all = Self::default();
        for (text, is_used) in texts {
            all.0[text.len()].insert((text, is_used));
        }
        all
    }

    fn iter(&self) -> impl Iterator<Item = &(Vec<u8>, bool)> {
        self.0.iter().flatten()
    }

    fn add(&mut self, others: &Self) {
        for (own, others) in self.0.iter_mut().zip(&others.0) {
            own.extend(others.iter().cloned());
        }
    }
}

/// The texts of productions in each letter case, by the definition of a derivation: the least sets that
/// hold what the bodies derive from them.
pub(super) struct Enumeration<'g> {
    grammar: &'g Grammar,
    target: Option<&'g Expression>,
    /// The characters of the texts.
    characters: &'g [u8],
    texts: HashMap<(&'g str, bool), Texts>,
}

impl<'g> Enumeration<'g> {
    pub(super) fn of(
        grammar: &'g Grammar,
        target: Option<&'g Expression>,
        characters: &'g [u8],
    ) -> Self {
        let mut enumeration = Self {
            grammar,
            target,
            characters,
            texts: HashMap::new(),
        };
        loop {
            let mut has_changed = false;
            for production in &grammar.productions {
                for ignores_case in [false, true] {
                    let texts = enumeration.expression(&production.body, ignores_case);
                    let key = (production.name.as_str(), ignores_case);
                    let known = enumeration.texts.entry(key).or_default();
                    has_changed |= *known != texts;
                    *known = texts;
                }
            }
            if !has_changed {
                return enumeration;
            }
        }
    }

    /// Returns the texts of a production.
    pub(super) fn derived(&self, name: &'g str) -> BTreeSet<&[u8]> {
        let texts = self.texts[&(name, false)].iter();
        texts.map(|(text, _)| text.as_slice()).collect()
    }

    /// Returns the length of a shortest text of the production that uses the target.
    pub(super) fn shortest_using(&self, name: &str) -> Option<usize> {
        let texts = self.texts[&(name, false)].iter();
        let used = texts.filter(|(_, is_used)| *is_used);
        used.map(|(text, _)| text.len()).min()
    }

    /// Returns whether a derivation of the text uses the target.
    pub(super) fn is_used(&self, name: &str, text: Vec<u8>) -> bool {
        self.texts[&(name, false)].0[text.len()].contains(&(text, true))
    }

    fn expression(&self, expression: &'g Expression, ignores_case: bool) -> Texts {
        let texts = self.kind(expression, ignores_case);
        if self
            .target
            .is_some_and(|target| std::ptr::eq(target, expression))
        {
            return Texts::of(texts.iter().map(|(text, _)| (text.clone(), true)));
        }
        texts
    }

    fn kind(&self, expression: &'g Expression, ignores_case: bool) -> Texts {
        let empty = || Texts::of([(Vec::new(), false)]);
        match &expression.kind {
            Kind::Alternation(members) => {
                let mut all = Texts::default();
                for member in members {
                    all.add(&self.expression(member, ignores_case));
                }
                all
            }
            Kind::Sequence(members) => members.iter().fold(empty(), |before, member| {
                joined(&before, &self.expression(member, ignores_case))
            }),
            Kind::Optional(body) => {
                let mut texts = self.expression(body, ignores_case);
                texts.add(&empty());
                texts
            }
            Kind::Repetition { least, most, body } => {
                let round = self.expression(body, ignores_case);
                let mut rounds = empty();
                for _ in 0..*least {
                    rounds = joined(&rounds, &round);
                }
                let mut all = rounds.clone();
                for _ in 0..most.map_or(2 * LONGEST, |most| (most - least) as usize) {
                    rounds = joined(&rounds, &round);
                    all.add(&rounds);
                }
                all
            }
            Kind::Literal { text, case, .. } => {
                let ignores_case = ignores_case || *case == Case::Ignored;
                text.bytes().fold(empty(), |before, octet| {
                    let (lower, upper) = (octet.to_ascii_lowercase(), octet.to_ascii_uppercase());
                    let octets = if ignores_case {
                        vec![lower, upper]
                    } else {
                        vec![octet]
                    };
                    let octets = octets.into_iter();
                    let octets = octets.filter(|octet| self.characters.contains(octet));
                    joined(
                        &before,
                        &Texts::of(octets.map(|octet| (vec![octet], false))),
                    )
                })
            }
            Kind::Reference { name, case, .. } => {
                let ignores_case = ignores_case || *case == Case::Ignored;
                let production = self.grammar.production(name).expect("it is defined");
                let key = (production.name.as_str(), ignores_case);
                self.texts.get(&key).cloned().unwrap_or_default()
            }
            kind => panic!("no test has {kind:?}"),
        }
    }
}

fn joined(before: &Texts, behind: &Texts) -> Texts {
    let mut all = Texts::default();
    for (length, first) in before.0.iter().enumerate() {
        for (other, second) in behind.0[..=LONGEST - length].iter().enumerate() {
            let all = &mut all.0[length + other];
            for (first, is_used) in first {
                for (second, too) in second {
                    all.insert(([&first[..], second].concat(), *is_used || *too));
                }
            }
        }
    }
    all
}

/// Returns all texts of these characters up to [`LONGEST`].
pub(super) fn all_texts(characters: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..LONGEST {
        let longer = last.iter().flat_map(|text: &Vec<u8>| {
            let characters = characters.iter();
            characters.map(|&one| [&text[..], &[one]].concat())
        });
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}

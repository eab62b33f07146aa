//! Grammars made by chance, written in each notation and read again.
//!
//! The derivatives of expressions compare the languages. For the notations that the project does not read, pest
//! itself and `regex-automata` do.

use std::collections::HashSet;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;
use rfcbnf::Reader;
use rfcbnf::automaton::{Automaton, AutomatonError};
use rfcbnf::conformance::Suite;
use rfcbnf::export::{ExportError, abnf, bnf, ebnf, pest, regex, rfc822};
use rfcbnf::syntax::{Encoding, Expression, Grammar, Kind, Notation, Production};

use super::pest::machine;
use super::regex::assert_equal_within;
use crate::automaton::derivatives::{DerivativeGraph, Derivatives};
use crate::extent::few_or_many;

/// The number of productions.
const PRODUCTIONS: usize = 4;

const ASCII: [&str; 26] = [
    "\"\"",
    "\"a\"",
    "\"bC\"",
    "\"-\"",
    "\"x y\"",
    "\"'\"",
    "\"/*\"",
    "\"\\\"",
    "\";\"",
    "%x22",
    "%x0D",
    "%x00",
    "%x41",
    "%x61.42",
    "%x61-63",
    "%x41-5A",
    "%x39-42",
    "%x7F",
    "%x00-1F",
    "%x2D-2D",
    "\"7\"",
    // What a damaged file has outside literals.
    "\"&lt;\"",
    "\"&#60;\"",
    "\"[Page 3]\"",
    "\"x [Page 4]\"",
    "\"y = z\"",
];

const OCTETS: [&str; 6] = [
    "%x80",
    "%xFF",
    "%x7F-80",
    "%x80-FF",
    "%xE0-E1",
    "%x41.C3.A9",
];

const CHARACTERS: [&str; 6] = [
    "%x100",
    "%xFE-101",
    "%x80-7FF",
    "%xFFFE-10001",
    "%x10FFFE-10FFFF",
    "%x61.20AC",
];

const COUNTS: [&str; 12] = [
    "0*0", "*0", "*", "1*", "2", "1*1", "*1", "2*3", "*2", "", "", "",
];

const CORE: [&str; 5] = ["ALPHA", "HEXDIG", "CRLF", "OCTET", "LWSP"];

/// What the numbers of a grammar are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Ascii,
    Octets,
    /// Characters, none of them above FF.
    Latin,
    Characters,
}

struct Maker {
    random: Pcg32,
    numbers: Numbers,
    notation: Notation,
}

impl Maker {
    fn below(&mut self, limit: usize) -> usize {
        self.random.next_u32() as usize % limit
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    fn grammar(&mut self) -> Grammar {
        let mut text = String::new();
        for number in 0..PRODUCTIONS {
            let body = self.alternatives(number, 2);
            text.push_str(&["p", &number.to_string(), " = ", &body, "\n"].concat());
        }
        if self.notation == Notation::Abnf && self.below(3) == 0 {
            let own = [
                "HEXDIG = DIGIT / %x41-46\n",
                "DIGIT = %x30-31\n",
                "WSP = \" \"\n",
            ];
            text += self.of(&own);
        }
        let reader = Reader {
            notation: Some(self.notation),
            ..Reader::default()
        };
        let read = reader.read(&text).into_result();
        let mut grammar = read.unwrap_or_else(|errors| panic!("{errors}\n{text}"));
        if self.numbers == Numbers::Latin {
            grammar.encoding = Encoding::Utf8;
        }
        grammar
    }

    fn alternatives(&mut self, number: usize, depth: usize) -> String {
        let members = 1 + self.below(2);
        let members: Vec<String> = (0..members).map(|_| self.sequence(number, depth)).collect();
        let bar = if self.notation == Notation::Abnf {
            " / "
        } else {
            " | "
        };
        members.join(bar)
    }

    fn sequence(&mut self, number: usize, depth: usize) -> String {
        let members = 1 + self.below(2);
        let members: Vec<String> = (0..members).map(|_| self.repeated(number, depth)).collect();
        members.join(" ")
    }

    fn repeated(&mut self, number: usize, depth: usize) -> String {
        let count = self.of(&COUNTS);
        let element = match self.below(10) {
            0 if depth > 0 => format!("[ {} ]", self.alternatives(number, depth - 1)),
            1 | 2 if depth > 0 => format!("( {} )", self.alternatives(number, depth - 1)),
            3 if number + 1 < PRODUCTIONS => {
                let further = PRODUCTIONS - number - 1;
                format!("p{}", number + 1 + self.below(further))
            }
            4 if self.notation == Notation::Abnf => self.of(&CORE).to_owned(),
            5 if self.below(8) == 0 => "<any CHAR of <x>, but none>".to_owned(),
            6 | 7 => match self.numbers {
                Numbers::Ascii => self.of(&ASCII).to_owned(),
                Numbers::Octets | Numbers::Latin => self.of(&OCTETS).to_owned(),
                Numbers::Characters => self.of(&CHARACTERS).to_owned(),
            },
            8 if self.notation == Notation::Abnf => "%s\"xY\"".to_owned(),
            _ => self.of(&ASCII).to_owned(),
        };
        // Nested counts multiply the states.
        if depth == 0 {
            element
        } else {
            format!("{count}{element}")
        }
    }
}

/// Calls the function with grammars of all kinds.
fn for_each(rounds: usize, mut check: impl FnMut(&Grammar)) {
    let kinds = [
        Numbers::Ascii,
        Numbers::Octets,
        Numbers::Latin,
        Numbers::Characters,
    ];
    for (stream, numbers) in kinds.into_iter().enumerate() {
        for notation in [Notation::Abnf, Notation::Rfc822] {
            let seed = 2 * stream as u64 + u64::from(notation == Notation::Abnf);
            let mut maker = Maker {
                random: Pcg32::new(seed, 7),
                numbers,
                notation,
            };
            for _ in 0..rounds {
                check(&maker.grammar());
            }
        }
    }
}

fn any(grammar: &Grammar, is_meant: impl Fn(&Kind) -> bool) -> bool {
    let mut found = false;
    for production in &grammar.productions {
        production
            .body
            .walk(&mut |part| found |= is_meant(&part.kind));
    }
    found
}

fn has_prose(grammar: &Grammar) -> bool {
    any(grammar, |kind| matches!(kind, Kind::Prose(_)))
}

/// Returns whether octets above 7F are in it, so that no notation of characters can have it.
fn has_octets(grammar: &Grammar) -> bool {
    let is_octet = |kind: &Kind| match kind {
        Kind::Literal { text, .. } => !text.is_ascii(),
        Kind::Range { last, .. } => !last.is_ascii(),
        _ => false,
    };
    grammar.encoding == Encoding::Octets && any(grammar, is_octet)
}

/// Adds a production in prose for each name without a definition: EBNF of the W3C has no prose.
fn with_unknown(mut grammar: Grammar) -> Grammar {
    let bodies = grammar.productions.iter().map(|one| &one.body);
    let used: HashSet<String> = bodies
        .flat_map(Expression::references)
        .map(str::to_owned)
        .collect();
    for name in used {
        if grammar.production(&name).is_none() {
            let any = grammar.productions[0].clone();
            let kind = Kind::Prose(String::new());
            let body = Expression { kind, span: 0..0 };
            grammar.productions.push(Production { name, body, ..any });
        }
    }
    grammar
}

/// Returns the derivatives of the first productions.
fn graphs(grammar: &Grammar) -> Vec<DerivativeGraph> {
    let mut derivatives = Derivatives::new(grammar);
    let of = |number| {
        let name = format!("p{number}");
        let production = grammar.production(&name);
        let production = production.unwrap_or_else(|| panic!("{name} is missing"));
        DerivativeGraph::of(&mut derivatives, &production.name)
    };
    (0..PRODUCTIONS).map(of).collect()
}

/// Asserts that the first productions derive the same texts as those of another grammar, by the derivatives of their
/// expressions.
fn assert_same(graphs: &[DerivativeGraph], other: &Grammar, shown: &str) {
    let mut of_other = Derivatives::new(other);
    for (number, a) in graphs.iter().enumerate() {
        let name = format!("p{number}");
        let b = other
            .production(&name)
            .unwrap_or_else(|| panic!("{name} is missing\n{shown}"));
        let b = DerivativeGraph::of(&mut of_other, &b.name);
        let mut waiting = vec![(0, 0)];
        let mut seen = HashSet::from([(0, 0)]);
        while let Some((in_a, in_b)) = waiting.pop() {
            assert_eq!(a.accepting[in_a], b.accepting[in_b], "{name}\n{shown}");
            let steps = a.steps[in_a].iter().copied();
            let mut next: Vec<_> = steps.zip(b.steps[in_b].iter().copied()).collect();
            // Neighbouring octets mostly lead to the same states.
            next.dedup();
            waiting.extend(next.into_iter().filter(|&pair| seen.insert(pair)));
        }
    }
}

type Export = fn(&Grammar, Option<&str>) -> Result<String, ExportError>;

const NOTATIONS: [(Notation, Export); 4] = [
    (Notation::Abnf, abnf),
    (Notation::Bnf, bnf),
    (Notation::Rfc822, rfc822),
    (Notation::W3c, ebnf),
];

/// Of more rounds, some have productions with too many derivatives.
#[test]
fn random_grammars_read_back_derive_the_same_texts() {
    let mut refused = 0;
    for_each(25, |grammar| {
        let graphs = graphs(grammar);
        for (notation, export) in NOTATIONS {
            let written = match export(grammar, None) {
                Ok(written) => written,
                Err(error) => {
                    let is_right = notation == Notation::W3c && has_octets(grammar);
                    assert!(is_right, "{error}\n{}", grammar.source);
                    assert!(matches!(error, ExportError::OctetsAsCharacters { .. }));
                    refused += 1;
                    continue;
                }
            };
            let shown = format!("{:?} of\n{}is\n{written}", grammar.encoding, grammar.source);
            let read = Reader::default().read(&written);
            let is_unknown = notation == Notation::W3c && has_prose(grammar);
            if let Some(errors) = read.errors.filter(|_| !is_unknown) {
                panic!("{errors}\n{shown}");
            }
            let has_no_sign =
                notation == Notation::Abnf && read.grammar.notation == Notation::Rfc822;
            assert!(read.grammar.notation == notation || has_no_sign, "{shown}");
            assert_same(&graphs, &with_unknown(read.grammar), &shown);
        }
    });
    assert!(refused > 10, "{refused}");
}

#[test]
fn random_grammars_are_right_in_pest_up_to_its_order() {
    let mut exact = 0;
    for_each(few_or_many(8, 100), |grammar| {
        let written = match pest(grammar, None) {
            Ok(written) => written,
            Err(ExportError::OctetsAsCharacters { .. }) => return assert!(has_octets(grammar)),
            Err(ExportError::Obstacle(_)) => return assert!(has_prose(grammar)),
            Err(ExportError::EmptyRounds { .. }) => return,
            Err(error) => panic!("{error}\n{}", grammar.source),
        };
        let names = grammar
            .productions
            .iter()
            .map(|one| one.name.replace('-', "_"));
        let machine = machine(&written, &names.collect::<Vec<_>>());
        let is_exact = written.contains("No text is lost");
        exact += usize::from(is_exact);
        for number in 0..PRODUCTIONS {
            let name = format!("p{number}");
            let Ok(automaton) = Automaton::new(grammar, &name) else {
                continue;
            };
            for text in characters_of(&automaton) {
                let is_matched = machine.parse(&format!("whole_{name}"), &text).is_ok();
                let is_word = automaton.accepts(text.as_bytes());
                assert!(is_word || !is_matched, "{name} {text:?}\n{written}");
                assert!(
                    !is_word || is_matched || !is_exact,
                    "{name} {text:?}\n{written}"
                );
            }
        }
    });
    assert!(exact > few_or_many(2, 30), "{exact}");
}

/// Returns texts of a suite that are UTF-8.
fn characters_of(automaton: &Automaton) -> Vec<String> {
    let Ok(suite) = Suite::new(automaton, 0) else {
        return Vec::new();
    };
    let texts = suite
        .texts()
        .filter_map(|text| String::from_utf8(text).ok());
    texts.take(100).collect()
}

/// The greatest number of octets of an automaton of a regular expression.
const DENSE: usize = 1 << 22;

#[test]
fn random_grammars_are_the_same_as_regular_expressions() {
    let (mut compared, mut too_large) = (0, 0);
    for_each(few_or_many(20, 300), |grammar| {
        for number in 0..PRODUCTIONS {
            let name = format!("p{number}");
            match (regex(grammar, &name), Automaton::new(grammar, &name)) {
                (Ok(expression), Ok(automaton)) => {
                    let is_compared =
                        assert_equal_within(Some(DENSE), &name, &expression, &automaton);
                    compared += usize::from(is_compared);
                    too_large += usize::from(!is_compared);
                }
                (Err(ExportError::Obstacle(_)), Err(_)) => assert!(has_prose(grammar)),
                (_, Err(AutomatonError::TooLarge { .. })) => {}
                (expression, _) => panic!("{expression:?}\n{}", grammar.source),
            }
        }
    });
    assert!(100 * too_large <= compared, "{too_large} of {compared}");
}

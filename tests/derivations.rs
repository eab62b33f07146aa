//! The library's tree against the first derivation that the grammar file has: two ways from
//! one source, held against each other.

use std::collections::HashSet;

use rfc1738::{Detail, Rule, parse_in_detail};
use rfcbnf::Layout;
use rfcbnf::derivations::{Tree, derivations};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::{Expression, Grammar, Kind};

/// The grammar, and what tells the character productions.
struct Reference {
    grammar: Grammar,
    layout: Layout,
}

/// Numbers that are the same in every run, by the generator `SplitMix64`.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let bound = u64::try_from(bound).expect("a small bound");
        usize::try_from(mixed % bound).expect("smaller than the bound")
    }
}

impl Reference {
    fn load() -> Self {
        let (grammar, _) = load(BNF, READINGS).expect("the grammar loads");
        let layout = Layout::from_toml(include_str!("../grammar/layout.toml"));
        Self {
            grammar,
            layout: layout.expect("the layout can be read"),
        }
    }

    fn first(&self, rule: Rule, text: &str) -> Option<Tree> {
        let trees = derivations(&self.grammar, rule.name(), text);
        trees.expect("every rule is in the grammar").next()
    }

    /// Fails unless the library agrees in verdict and tree, in both levels of detail. Returns
    /// whether there is a tree.
    fn compare(&self, rule: Rule, text: &str) -> bool {
        let full = self.first(rule, text);
        let plain = full
            .as_ref()
            .map(|tree| tree.without_characters(&self.layout));
        for (detail, tree) in [(Detail::Characters, &full), (Detail::Rules, &plain)] {
            let found = parse_in_detail(rule, text, detail).ok();
            let found = found.map(|tree| tree.to_string());
            let expected = tree.as_ref().map(ToString::to_string);
            assert_eq!(found, expected, "{rule} on {text:?}");
        }
        full.is_some()
    }

    /// Appends a text that the expression derives, but for readings.
    fn word(&self, expression: &Expression, numbers: &mut Numbers, text: &mut String) {
        match &expression.kind {
            Kind::Alternation(members) => {
                let chosen = &members[numbers.below(members.len())];
                self.word(chosen, numbers, text);
            }
            Kind::Sequence(members) => {
                for member in members {
                    self.word(member, numbers, text);
                }
            }
            Kind::Optional(body) => {
                if numbers.below(2) == 0 {
                    self.word(body, numbers, text);
                }
            }
            Kind::Repetition { least, most, body } => {
                let least = usize::try_from(*least).expect("a small number");
                let most = most.map_or(least + 3, |most| most.try_into().expect("a small number"));
                let rounds = least + numbers.below(most - least + 1);
                (0..rounds).for_each(|_| self.word(body, numbers, text));
            }
            Kind::Literal { text: literal, .. } => text.push_str(literal),
            Kind::Reference { name, .. } => {
                let production = self.grammar.production(name).expect("it is defined");
                self.word(&production.body, numbers, text);
            }
        }
    }
}

/// Calls with the prefix followed by every sequence of at most so many of the pieces.
fn every_text(prefix: &str, pieces: &[&str], most: usize, check: &mut impl FnMut(&str)) {
    check(prefix);
    if most > 0 {
        for piece in pieces {
            every_text(&[prefix, piece].concat(), pieces, most - 1, check);
        }
    }
}

#[test]
fn the_tree_of_every_example_is_the_first_derivation() {
    let reference = Reference::load();
    for rule in Rule::ALL {
        assert!(reference.compare(rule, rule.example()), "{rule}");
    }
}

#[test]
fn the_trees_of_texts_at_random_are_the_first_derivations() {
    let reference = Reference::load();
    for rule in Rule::ALL {
        let mut numbers = Numbers(rule as u64);
        let production = reference
            .grammar
            .production(rule.name())
            .expect("it is defined");
        let mut derived = HashSet::new();
        for _ in 0..60 {
            let mut text = String::new();
            reference.word(&production.body, &mut numbers, &mut text);
            if reference.compare(rule, &text) {
                derived.insert(text);
            }
        }
        let few = rule.is_character() || rule == Rule::Ftptype;
        assert!(
            derived.len() > if few { 2 } else { 20 },
            "{rule}: {}",
            derived.len()
        );
    }
}

#[test]
fn the_trees_of_short_texts_are_the_first_derivations() {
    let reference = Reference::load();
    let pieces = ["a", "1", "%41", "-", ".", "*", "/", ":", "@", ";", "?", "="];
    for rule in Rule::ALL {
        every_text("", &pieces, 2, &mut |text| {
            reference.compare(rule, text);
        });
    }
}

#[test]
fn the_trees_of_short_urls_of_each_scheme_are_the_first_derivations() {
    let reference = Reference::load();
    for (prefix, pieces) in [
        ("http://", &["a", "1.", ":", "/", "?"][..]),
        ("ftp://", &["a", ":", "@", "/", ";type=d"]),
        ("news:", &["a", "1", "*", "@", "."]),
        ("nntp://h", &["a", "1", ":", "/", "-"]),
        ("wais://h", &["a", "/", "?", "%41", ":1"]),
        ("mailto:", &["a", "@", "%41", "/"]),
        ("file://", &["a", "1.", "/", "localhost"]),
        ("prospero://h/", &["a", "/", ";", "="]),
        ("gopher://h", &["a", "1", "/", "%09", ":"]),
        ("x-new:", &["/", "a", ":", "@", "1"]),
    ] {
        let mut derived = 0;
        every_text(prefix, pieces, 4, &mut |text| {
            derived += usize::from(reference.compare(Rule::Url, text));
        });
        assert!(derived > 10, "{prefix}: {derived}");
    }
}

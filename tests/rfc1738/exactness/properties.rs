//! Properties of derived texts, of nearly derived texts and of arbitrary texts, which strategies generate from the grammar's syntax
//! tree.
//!
//! The texts are the same in every run, so a failure repeats. `PROPTEST_RNG_SEED` selects other
//! texts, `PROPTEST_CASES` more of them. The test shrinks a failing text, prints it, and writes it
//! nowhere: it shrinks towards the first alternatives, the fewest rounds and the fewest changes.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use nom_locate::LocatedSpan;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rfc1738::rules::parse_prefix;
use rfc1738::{Detail, Node, Rule, is_valid, parse, parse_in_detail};
use rfcbnf::syntax::{Case, Expression, Grammar, Kind, Production};

use super::reference::Reference;
use crate::extent::few_or_many;

/// The number of texts for each production: few, and many.
const CASES: [u32; 2] = [30, 200];

/// The seed of the texts.
const SEED: u64 = 1738;

/// Checks the texts that the strategy generates for each production.
fn for_all<T: Debug>(
    strategy: fn(Rule) -> BoxedStrategy<T>,
    check: impl Fn(Rule, T) -> Result<(), TestCaseError>,
) {
    let mut config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = few_or_many(CASES[0], CASES[1]);
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(SEED);
    }
    for rule in Rule::ALL {
        let mut runner = TestRunner::new(config.clone());
        let outcome = runner.run(&strategy(rule), |made| check(rule, made));
        outcome.unwrap_or_else(|failure| panic!("{rule}: {failure}"));
    }
}

/// Returns the length of the viable prefix.
fn viable_length(rule: Rule, text: &str) -> usize {
    parse(rule, text).map_or_else(|error| error.offset(), |_| text.len())
}

#[test]
fn a_derived_text_has_the_first_derivation_as_its_tree() {
    let words = RefCell::new(vec![HashSet::new(); Rule::ALL.len()]);
    for_all(word, |rule, text| {
        prop_assert!(Reference::get().compare(rule, &text));
        prop_assert!(Reference::get().compare_tree(rule, &text));
        words.borrow_mut()[rule as usize].insert(text);
        Ok(())
    });
    for (rule, words) in Rule::ALL.into_iter().zip(words.into_inner()) {
        let few = rule.is_character() || rule == Rule::Ftptype;
        let least = if few { 5 } else { few_or_many(10, 30) };
        assert!(words.len() >= least, "{rule}: {}", words.len());
    }
}

#[test]
fn a_changed_text_gets_the_verdict_of_the_reference() {
    let (valid, all) = (Cell::new(0), Cell::new(0));
    for_all(changed_word, |rule, text| {
        let is_valid = Reference::get().compare(rule, &text);
        prop_assert_eq!(Reference::get().compare_tree(rule, &text), is_valid);
        valid.set(valid.get() + usize::from(is_valid));
        all.set(all.get() + 1);
        Ok(())
    });
    let (valid, all) = (valid.get(), all.get());
    assert!(
        all / 10 < valid && valid < all / 2,
        "{valid} of {all} are valid"
    );
}

#[test]
fn arbitrary_octets_get_the_reference_verdict() {
    let octets = |rule| {
        let parts = (text(rule), any::<Vec<u8>>(), text(rule));
        let joined = parts
            .prop_map(|(text, octets, rest)| [text.as_bytes(), &octets, rest.as_bytes()].concat());
        joined.boxed()
    };
    for_all(octets, |rule, octets| {
        Reference::get().compare(rule, &octets);
        Ok(())
    });
}

#[test]
fn every_prefix_of_a_derived_text_is_viable() {
    for_all(word, |rule, text| {
        for length in 0..=text.len() {
            prop_assert_eq!(viable_length(rule, &text[..length]), length);
        }
        Ok(())
    });
}

#[test]
fn next_holds_exactly_the_characters_that_get_further() {
    for_all(text, |rule, text| {
        let Err(error) = parse(rule, &text) else {
            return Ok(());
        };
        let offset = error.offset();
        let before = &text[..offset];
        prop_assert_eq!(error.can_end(), is_valid(rule, before));
        let next: HashSet<char> = error.next().iter().collect();
        for character in (0..128_u8).map(char::from).chain(['é']) {
            let longer = format!("{before}{character}");
            let gets_further = viable_length(rule, &longer) > offset;
            prop_assert_eq!(gets_further, next.contains(&character), "{:?}", longer);
        }
        Ok(())
    });
}

/// Asserts that the children lie within the node in order, and that each production derives the
/// text of its node. In a scheme, case does not matter: a capital is a `lowalpha` there.
fn check_node(node: Node<'_, '_>, in_scheme: bool) -> Result<(), TestCaseError> {
    let text = if in_scheme {
        node.text().to_ascii_lowercase()
    } else {
        node.text().to_owned()
    };
    prop_assert!(is_valid(node.rule(), text), "{:?}", node);
    let in_scheme = in_scheme || node.rule() == Rule::Scheme;
    let mut end = node.span().start;
    for child in node.children() {
        prop_assert!(end <= child.span().start, "{:?}", child);
        end = child.span().end;
        check_node(child, in_scheme)?;
    }
    prop_assert!(end <= node.span().end, "{:?}", node);
    Ok(())
}

#[test]
fn every_production_derives_the_text_of_its_node() {
    for_all(word, |rule, text| {
        for detail in [Detail::Rules, Detail::Characters] {
            let tree = parse_in_detail(rule, &text, detail)
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!((tree.root().rule(), tree.root().text()), (rule, &*text));
            check_node(tree.root(), false)?;
        }
        Ok(())
    });
}

#[test]
fn inputs_of_every_type_give_the_same_result() {
    for_all(text, |rule, text| {
        let octets = text.as_bytes();
        let taken = parse_prefix::<_, ()>(rule, text.as_str()).ok();
        let taken = taken.map(|(rest, taken)| (rest.as_bytes(), taken.as_bytes()));
        prop_assert_eq!(parse_prefix::<_, ()>(rule, octets).ok(), taken);
        let located = parse_prefix::<_, ()>(rule, LocatedSpan::new(text.as_str())).ok();
        let located = located.map(|(rest, taken)| {
            assert_eq!(
                (taken.location_offset(), rest.location_offset()),
                (0, taken.len())
            );
            (rest.fragment().as_bytes(), taken.fragment().as_bytes())
        });
        prop_assert_eq!(located, taken);
        let located = parse_prefix::<_, ()>(rule, LocatedSpan::new(octets)).ok();
        let located = located.map(|(rest, taken)| (*rest.fragment(), *taken.fragment()));
        prop_assert_eq!(located, taken);
        prop_assert_eq!(parse(rule, &text), parse(rule, octets));
        prop_assert_eq!(is_valid(rule, &text), is_valid(rule, octets));
        Ok(())
    });
}

/// The greatest number of rounds beyond the required ones in an unbounded repetition.
const ROUNDS: usize = 5;

/// The greatest number of changes to a text.
const CHANGES: usize = 3;

/// The delimiters of parts, and a character of each other kind.
const DELIMITERS: &str = "a1%-./:@;?=&*+~ ";

/// The strategy for the texts of each production, by its name.
struct Words<'g> {
    grammar: &'g Grammar,
    made: HashMap<&'g str, BoxedStrategy<String>>,
}

/// A change to a text, at positions that are drawn before the text is known.
#[derive(Debug, Clone)]
enum Change {
    Insert(Index, char),
    Delete(Index),
    Replace(Index, char),
    /// Swaps two neighbouring characters.
    Swap(Index),
    /// Doubles the part between two positions.
    Duplicate(Index, Index),
    /// Joins the beginning of the text and the end of another.
    Splice(Index, String, Index),
    /// Keeps only the beginning.
    Cut(Index),
}

/// Generates texts that the production derives.
pub(crate) fn word(rule: Rule) -> BoxedStrategy<String> {
    let mut words = Words {
        grammar: &Reference::get().grammar,
        made: HashMap::new(),
    };
    words.production(rule.name())
}

/// Generates derived texts with a few changes.
pub(crate) fn changed_word(rule: Rule) -> BoxedStrategy<String> {
    let parts = (word(rule), vec(change(rule), 1..=CHANGES));
    let changed = parts.prop_map(|(text, changes)| {
        let characters = text.chars().collect();
        let apply = |characters, change: &Change| change.apply(characters);
        let characters: Vec<char> = changes.iter().fold(characters, apply);
        characters.iter().collect()
    });
    changed.boxed()
}

/// Generates derived texts, changed texts and arbitrary texts.
pub(crate) fn text(rule: Rule) -> BoxedStrategy<String> {
    let any = vec(character(), 0..20).prop_map(|characters| characters.iter().collect());
    prop_oneof![2 => word(rule), 5 => changed_word(rule), 1 => any].boxed()
}

impl Words<'_> {
    fn production(&mut self, name: &str) -> BoxedStrategy<String> {
        if let Some(word) = self.made.get(name) {
            return word.clone();
        }
        let production = self
            .grammar
            .production(name)
            .expect("the production is defined");
        let word = self.expression(&production.body);
        let word = without_excluded(word, production);
        self.made.insert(&production.name, word.clone());
        word
    }

    fn expression(&mut self, expression: &Expression) -> BoxedStrategy<String> {
        match &expression.kind {
            Kind::Alternation(members) => Union::new(self.all(members)).boxed(),
            Kind::Sequence(members) => joined(self.all(members)),
            Kind::Optional(body) => option::of(self.expression(body))
                .prop_map(Option::unwrap_or_default)
                .boxed(),
            Kind::Repetition { least, most, body } => {
                let count = |number: u32| usize::try_from(number).expect("a small number");
                let least = count(*least);
                let most = most.map_or(least + ROUNDS, count);
                joined(vec(self.expression(body), least..=most))
            }
            Kind::Literal { text, case, .. } => in_case(Just(text.clone()).boxed(), *case),
            Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => panic!("not in this grammar"),
            Kind::Reference { name, case, .. } => in_case(self.production(name), *case),
        }
    }

    fn all(&mut self, members: &[Expression]) -> Vec<BoxedStrategy<String>> {
        members
            .iter()
            .map(|member| self.expression(member))
            .collect()
    }
}

fn joined(parts: impl Strategy<Value = Vec<String>> + 'static) -> BoxedStrategy<String> {
    parts.prop_map(|parts| parts.concat()).boxed()
}

/// Generates the text, in a mixture of cases where case does not matter.
fn in_case(text: BoxedStrategy<String>, case: Case) -> BoxedStrategy<String> {
    match case {
        Case::Exact => text,
        Case::Ignored => (text, any::<u32>()).prop_map(with_capitals).boxed(),
    }
}

/// Makes a letter upper-case if the number has its bit, lower-case otherwise.
fn with_capitals((text, bits): (String, u32)) -> String {
    let letters = text.chars().zip(0..);
    let letter = |(letter, place): (char, u32)| match bits.rotate_right(place) & 1 {
        0 => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    letters.map(letter).collect()
}

/// Leaves out the texts with an excluded prefix.
fn without_excluded(word: BoxedStrategy<String>, production: &Production) -> BoxedStrategy<String> {
    if production.excluded.is_empty() {
        return word;
    }
    let excluded = production.excluded.clone();
    let is_excluded = move |word: &str| {
        let word = word.to_ascii_lowercase();
        excluded.iter().any(|beginning| word.starts_with(beginning))
    };
    word.prop_filter("excluded", move |word| !is_excluded(word))
        .boxed()
}

fn character() -> impl Strategy<Value = char> {
    let delimiters: Vec<char> = DELIMITERS.chars().collect();
    prop_oneof![
        6 => select(delimiters),
        3 => (0..128_u8).prop_map(char::from),
        1 => any::<char>(),
    ]
}

fn change(rule: Rule) -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    prop_oneof![
        (place(), character()).prop_map(|(at, new)| Change::Insert(at, new)),
        place().prop_map(Change::Delete),
        (place(), character()).prop_map(|(at, new)| Change::Replace(at, new)),
        place().prop_map(Change::Swap),
        (place(), place()).prop_map(|(from, to)| Change::Duplicate(from, to)),
        (place(), word(rule), place())
            .prop_map(|(to, other, from)| Change::Splice(to, other, from)),
        place().prop_map(Change::Cut),
    ]
}

impl Change {
    fn apply(&self, mut text: Vec<char>) -> Vec<char> {
        let length = text.len();
        let end = |at: &Index| at.index(length + 1);
        match self {
            Self::Insert(at, new) => text.insert(end(at), *new),
            Self::Cut(at) => text.truncate(end(at)),
            Self::Duplicate(from, to) => {
                let (from, to) = (end(from).min(end(to)), end(from).max(end(to)));
                let twice = text[from..to].to_vec();
                text.splice(to..to, twice);
            }
            Self::Splice(to, other, from) => {
                let other: Vec<char> = other.chars().collect();
                text.truncate(end(to));
                text.extend(&other[from.index(other.len() + 1)..]);
            }
            Self::Delete(_) | Self::Replace(..) | Self::Swap(_) if text.is_empty() => {}
            Self::Delete(at) => drop(text.remove(at.index(length))),
            Self::Replace(at, new) => text[at.index(length)] = *new,
            Self::Swap(at) => text.swap(at.index(length), (at.index(length) + 1) % length),
        }
        text
    }
}

//! Strategies that generate texts from the grammar's syntax tree, for the property tests.
//!
//! A text shrinks towards the first alternatives, the fewest rounds and the fewest changes.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use rfc1738::Rule;
use rfcbnf::syntax::{Case, Expression, Grammar, Kind, Production};

use super::reference::Reference;

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

//! Properties of derived texts, of nearly derived texts and of arbitrary texts.
//!
//! The texts are the same in every run, so a failure repeats. `PROPTEST_RNG_SEED` selects other
//! texts, `PROPTEST_CASES` more of them. The test shrinks a failing text, prints it, and writes it
//! to the folder that `kept` reads.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt::Debug;

use nom_locate::LocatedSpan;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rfc1738::rules::parse_prefix;
use rfc1738::{Detail, Node, Rule, is_valid, parse, parse_in_detail};

use super::reference::Reference;
use super::strategies::{changed_word, text, word};
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

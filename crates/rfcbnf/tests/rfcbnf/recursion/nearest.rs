//! The nearest texts, held against all texts that edits make of one.
//!
//! The independent answer edits a text in every way, and asks `verdict` about each result. It compares the edit lists of
//! a result by the definition of their order. Which new characters are spelled is a question about a text with marks:
//! see `spelled`.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroU32;

use rfcbnf::Parser;
use rfcbnf::parser::{Edit, NearestCount, NearestLimit, NearestQuestion, NoNearest, Weights};
use rfcbnf::syntax::{Encoding, Grammar};

use super::parts::Parts;
use super::random::{self, Choices};
use super::spelled::{mark, marked};
use super::verdict::Spans;
use super::written::{GRAMMARS, read};
use crate::extent::few_or_many;

/// The terminals of grammars, and the characters of which their texts consist.
const STYLES: [(&[&str], &str); 3] = [
    (
        &["%x61", "%x62", "%x63", "%x61.62", "%x61.61", "\"\""],
        "abc",
    ),
    (&["\"a\"", "%x62", "%x61-62", "%s\"aB\"", "\"\""], "abAB"),
    (
        &["%x61", "%xe9", "%x61-62", "%x20ac.61", "%x20ac"],
        "ab\u{e9}\u{20ac}",
    ),
];

/// The greatest distance that is compared.
const DISTANCE: usize = 3;

/// What edits of single characters cost.
type Costs = [usize; 3];

/// A text as characters, or as octets with their numbers.
type Text = Vec<char>;

/// The first edit list of each nearest text, in order.
type Lists = Vec<(Text, List)>;

/// The edits of a list; first, whether some new character is not spelled.
type List = (bool, Vec<Change>);

/// One edit. The order of its fields and variants is that of edits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    offset: Reverse<usize>,
    kind: Kind,
    is_other_character: bool,
    character: Option<char>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Replace,
    Insert,
    Delete,
}

/// All edits of the texts of one grammar.
struct BruteForce<'p> {
    source: &'p str,
    parts: &'p Parts<'p>,
    /// Those of the grammar with marks.
    marked: &'p Parts<'p>,
    encoding: Encoding,
    characters: Vec<char>,
    costs: Costs,
    known: HashMap<Text, bool>,
    spelled: HashMap<Text, bool>,
}

impl BruteForce<'_> {
    fn octets(&self, text: &[char]) -> Vec<u8> {
        match self.encoding {
            Encoding::Utf8 => text.iter().collect::<String>().into_bytes(),
            Encoding::Octets => {
                let octets = text.iter().map(|&one| u8::try_from(one));
                octets.map(|one| one.expect("an octet")).collect()
            }
        }
    }

    fn is_valid(&mut self, text: &Text) -> bool {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let octets = self.octets(text);
        let is_valid = Spans::of(self.parts, &octets).is_derived();
        self.known.insert(text.clone(), is_valid);
        is_valid
    }

    /// Returns whether a text is valid with some characters marked.
    fn is_spelled(&mut self, text: Text) -> bool {
        let octets = self.octets(&text);
        let marked = self.marked;
        let spelled = self.spelled.entry(text);
        *spelled.or_insert_with(|| Spans::of(marked, &octets).is_derived())
    }

    /// Returns the distance and the nearest texts, unless they are further away than [`DISTANCE`].
    fn nearest(&mut self, text: &Text) -> Option<(usize, Lists)> {
        // For each cost, the texts that edits of that cost make; those of lower costs come again.
        let mut reached: Vec<BTreeSet<Text>> = vec![BTreeSet::from([text.clone()])];
        for cost in 0..=DISTANCE {
            if cost > 0 {
                let edited = self.edited(&reached, cost);
                reached.push(edited);
            }
            let texts = reached[cost].clone();
            let valid: Vec<Text> = texts.into_iter().filter(|one| self.is_valid(one)).collect();
            if !valid.is_empty() {
                let lists = valid.into_iter().map(|one| {
                    let first = self.first_list(text, &one, cost);
                    (one, first)
                });
                let mut lists: Lists = lists.collect();
                lists.sort_by(|one, other| one.1.cmp(&other.1));
                return Some((cost, lists));
            }
        }
        None
    }

    fn edited(&self, reached: &[BTreeSet<Text>], cost: usize) -> BTreeSet<Text> {
        let [insertion, deletion, replacement] = self.costs;
        let mut edited = BTreeSet::new();
        let of = |weight: usize| {
            cost.checked_sub(weight)
                .into_iter()
                .flat_map(|one| &reached[one])
        };
        for text in of(insertion) {
            for index in 0..=text.len() {
                for &one in &self.characters {
                    let mut longer = text.clone();
                    longer.insert(index, one);
                    edited.insert(longer);
                }
            }
        }
        for text in of(deletion) {
            for index in 0..text.len() {
                let mut shorter = text.clone();
                shorter.remove(index);
                edited.insert(shorter);
            }
        }
        for text in of(replacement) {
            for index in 0..text.len() {
                for &one in &self.characters {
                    let mut other = text.clone();
                    other[index] = one;
                    edited.insert(other);
                }
            }
        }
        edited
    }

    /// Returns the first of the edit lists that lead from one text to the other at a cost.
    fn first_list(&mut self, text: &[char], other: &[char], cost: usize) -> List {
        let mut lists = Vec::new();
        self.align((text, 0), (other, 0), cost, &mut Vec::new(), &mut lists);
        let lists = lists.into_iter().map(|changes| {
            let marked = self.marked_text(text, &changes);
            (!self.is_spelled(marked), changes)
        });
        lists.min().expect("some edits lead there")
    }

    /// Returns the text that edits make, with marks for new characters.
    fn marked_text(&self, text: &[char], changes: &[Change]) -> Text {
        let mut marked = Text::new();
        let mut from = 0;
        for change in changes {
            let Reverse(offset) = change.offset;
            marked.extend_from_slice(&text[from..offset]);
            marked.extend(change.character.map(|one| mark(one, self.encoding)));
            from = offset + usize::from(change.kind != Kind::Insert);
        }
        marked.extend_from_slice(&text[from..]);
        marked
    }

    fn align(
        &self,
        (text, at): (&[char], usize),
        (other, to): (&[char], usize),
        left: usize,
        changes: &mut Vec<Change>,
        lists: &mut Vec<Vec<Change>>,
    ) {
        if at == text.len() && to == other.len() && left == 0 {
            lists.push(changes.clone());
        }
        let [insertion, deletion, replacement] = self.costs;
        let (own, new) = (text.get(at).copied(), other.get(to).copied());
        if own.is_some() && own == new {
            self.align((text, at + 1), (other, to + 1), left, changes, lists);
        }
        let mut edit = |kind, weight: usize, from: usize, until: usize| {
            let Some(left) = left.checked_sub(weight) else {
                return;
            };
            let is_case = |one: char| {
                kind == Kind::Replace
                    && own.is_some_and(|own| own != one && own.eq_ignore_ascii_case(&one))
            };
            let character = new.filter(|_| kind != Kind::Delete);
            changes.push(Change {
                offset: Reverse(at),
                kind,
                is_other_character: !character.is_some_and(is_case),
                character,
            });
            self.align((text, from), (other, until), left, changes, lists);
            changes.pop();
        };
        if own.is_some() && new.is_some() && own != new {
            edit(Kind::Replace, replacement, at + 1, to + 1);
        }
        if new.is_some() {
            edit(Kind::Insert, insertion, at, to + 1);
        }
        if own.is_some() {
            edit(Kind::Delete, deletion, at + 1, to);
        }
    }

    /// Returns edits with offsets in octets.
    fn edits(&self, text: &[char], changes: &[Change]) -> Vec<Edit> {
        let start = |index: usize| self.octets(&text[..index]).len();
        let edits = changes.iter().map(|change| {
            let is_insertion = change.kind == Kind::Insert;
            let character: Vec<char> = change.character.into_iter().collect();
            let Reverse(offset) = change.offset;
            Edit {
                start: start(offset),
                end: start(offset + usize::from(!is_insertion)),
                text: self.octets(&character),
            }
        });
        edits.collect()
    }
}

/// What the texts were like.
#[derive(Debug, Default)]
struct Tally {
    distances: [usize; DISTANCE + 1],
    further: usize,
    many: usize,
    spelled: usize,
    recursive: usize,
    nullable: usize,
    characters: usize,
}

/// Compares the nearest texts of some texts of a grammar.
fn compare(
    (source, characters): (&str, &str),
    texts: &[Text],
    weights: Weights,
    tally: &mut Tally,
) {
    let grammar = &read("", source);
    let parts = Parts::of(grammar, "s");
    let with_marks = marked(grammar);
    let with_marks = Parts::of(&with_marks, "s");
    let parser = grammar.parser("s").expect("it has a parser");
    tally.recursive += usize::from(parts.is_recursive());
    tally.nullable += usize::from(parts.is_nullable[parts.start]);
    tally.characters += usize::from(grammar.encoding == Encoding::Utf8);
    let costs = [weights.insertion, weights.deletion, weights.replacement];
    let mut brute_force = BruteForce {
        source,
        parts: &parts,
        marked: &with_marks,
        encoding: grammar.encoding,
        characters: characters.chars().collect(),
        costs: costs.map(|one| one.get() as usize),
        known: HashMap::new(),
        spelled: HashMap::new(),
    };
    for text in texts {
        compare_text(&parser, &mut brute_force, text, weights, tally);
    }
}

fn compare_text(
    parser: &Parser,
    brute_force: &mut BruteForce<'_>,
    text: &Text,
    weights: Weights,
    tally: &mut Tally,
) {
    let question = NearestQuestion {
        most: 1_000,
        distance: u32::try_from(DISTANCE).expect("it is small"),
        weights,
        ..NearestQuestion::new(1_000)
    };
    let octets = brute_force.octets(text);
    let found = parser.nearest(&octets, question);
    let all = brute_force.nearest(text);
    let brute_force = &*brute_force;
    let context = || format!("{text:?} of\n{}", brute_force.source);
    let Some((distance, mut lists)) = all else {
        tally.further += 1;
        let further = NoNearest::Limit(NearestLimit::Distance(question.distance));
        assert_eq!(found, Err(further), "{}", context());
        return;
    };
    tally.distances[distance] += 1;
    tally.many += usize::from(lists.len() > 1);
    let is_spelled = |one: &(Text, List)| !one.1.0;
    tally.spelled += usize::from(lists.iter().any(is_spelled) && !lists.iter().all(is_spelled));
    let found = found.unwrap_or_else(|none| panic!("{none}: {}", context()));
    assert_eq!(found.distance as usize, distance, "{}", context());
    let count = match lists.len().cmp(&1_001) {
        Ordering::Less => NearestCount::Exactly(lists.len()),
        _ => NearestCount::MoreThan(1_000),
    };
    assert_eq!(found.count, count, "{}", context());
    lists.truncate(1_000);
    assert_eq!(found.repairs.len(), lists.len(), "{}", context());
    for (repair, (nearest, (_, changes))) in found.repairs.iter().zip(&lists) {
        assert_eq!(repair.text, brute_force.octets(nearest), "{}", context());
        let edits = brute_force.edits(text, changes);
        assert_eq!(repair.edits, edits, "{}", context());
    }
}

/// Returns texts of random characters, short ones first.
fn some_texts(choices: &mut Choices, characters: &str, lengths: &[usize]) -> Vec<Text> {
    let characters: Vec<char> = characters.chars().collect();
    let texts = lengths.iter().map(|&length| {
        let text = (0..length).map(|_| choices.one_of(&characters));
        text.collect()
    });
    texts.collect()
}

/// Returns the characters that the texts of a grammar can have: of octets, those that are one.
fn characters_of(grammar: &Grammar, characters: &str) -> String {
    let is_octet = |one: &char| grammar.encoding == Encoding::Utf8 || u32::from(*one) < 0x100;
    characters.chars().filter(is_octet).collect()
}

#[test]
fn nearest_texts_are_those_of_all_edits() {
    let mut choices = Choices::new(74);
    let mut tally = Tally::default();
    let mut made = 0;
    while made < 200 {
        let (terminals, characters) = STYLES[made % STYLES.len()];
        let source = random::source(&mut choices, terminals);
        let grammar = read("", &source);
        let parts = Parts::of(&grammar, "s");
        if !parts.is_productive[parts.start] {
            continue;
        }
        made += 1;
        let characters = characters_of(&grammar, characters);
        let lengths: &[usize] = few_or_many(&[1, 3, 4], &[0, 2, 4, 5, 6, 7, 8]);
        let texts = some_texts(&mut choices, &characters, lengths);
        compare(
            (&source, &characters),
            &texts,
            Weights::default(),
            &mut tally,
        );
    }
    assert!(
        tally.distances.iter().all(|&count| count >= 50),
        "{tally:?}"
    );
    assert!(tally.many >= 100 && tally.further >= 20, "{tally:?}");
    assert!(tally.spelled >= 20, "{tally:?}");
    assert!(tally.recursive >= 50 && tally.recursive <= 190, "{tally:?}");
    assert!(tally.nullable >= 20 && tally.characters >= 20, "{tally:?}");
}

#[test]
fn nearest_texts_are_those_of_edits_with_weights() {
    let mut choices = Choices::new(75);
    let mut tally = Tally::default();
    for made in 0..few_or_many(60, 300) {
        let (terminals, characters) = STYLES[made % STYLES.len()];
        let source = random::source(&mut choices, terminals);
        let grammar = read("", &source);
        let characters = characters_of(&grammar, characters);
        let texts = some_texts(&mut choices, &characters, &[2, 4]);
        let mut weight = || NonZeroU32::new(choices.one_of(&[1, 2, 3])).expect("not zero");
        let weights = Weights {
            insertion: weight(),
            deletion: weight(),
            replacement: weight(),
        };
        compare((&source, &characters), &texts, weights, &mut tally);
    }
    assert!(tally.distances.iter().all(|&count| count >= 5), "{tally:?}");
}

#[test]
fn nearest_texts_of_every_kind_of_recursion_are_found() {
    let mut choices = Choices::new(76);
    let mut tally = Tally::default();
    // Ranges have more characters than can be tried.
    let few = GRAMMARS.iter().filter(|one| !one.1.contains('%'));
    for &(_, source, characters) in few {
        let grammar = read("", source);
        let letters = characters.to_uppercase();
        let characters = characters_of(&grammar, characters);
        let texts = some_texts(&mut choices, &characters, few_or_many(&[3], &[2, 4, 5]));
        // Some literals are letters in either case.
        let characters: BTreeSet<char> = characters.chars().chain(letters.chars()).collect();
        let characters: String = characters.into_iter().collect();
        compare(
            (source, &characters),
            &texts,
            Weights::default(),
            &mut tally,
        );
    }
    assert!(tally.recursive >= 20, "{tally:?}");
}

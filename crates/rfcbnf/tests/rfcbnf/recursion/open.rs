//! Errors: which productions are open, and by which ones the expected characters are named.
//!
//! The definition: a production that begins at an offset is open if every derivation of the viable
//! prefix has it unfinished. So without it, no octet after the prefix can be reached.

use std::collections::BTreeSet;

use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::RecursiveSentences;
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::Expected;

use super::parts::{Fit, Part, PartId, Parts};
use super::random::{self, Choices};
use super::texts::{self, Writer};
use super::verdict::{LONGEST, Spans, offsets, rounds, step};
use super::written::{GRAMMARS, read};
use crate::extent::few_or_many;

/// A production in a mode, and the offset where it begins.
type Begun = (PartId, usize);

/// What an unfinished part leads to at the end of a prefix.
#[derive(Debug, Default)]
struct Unfinished {
    /// The productions that are unfinished inside, some of them several times.
    begun: Vec<Begun>,
    /// Whether an octet can be next inside, outside of these.
    has_octet: bool,
}

/// Adds what is unfinished if a part begins at `from` and the prefix ends within it.
fn find(spans: &Spans<'_>, part: PartId, from: usize, found: &mut Unfinished) {
    let parts = spans.parts;
    if !parts.is_productive[part] {
        return;
    }
    match &parts.all[part] {
        Part::Either(members) => {
            for &member in members {
                find(spans, member, from, found);
            }
        }
        Part::Sequence(members) => {
            let mut starts = 1 << from;
            for &member in members {
                for start in offsets(starts) {
                    find(spans, member, start, found);
                }
                starts = step(starts, |start| spans.ends(member, start));
            }
        }
        &Part::Rounds { body, most, .. } if most != Some(0) => {
            let starts = rounds(1 << from, 0, most.map(|most| most - 1), |start| {
                spans.ends(body, start)
            });
            for start in offsets(starts) {
                find(spans, body, start, found);
            }
        }
        Part::Rounds { .. } => {}
        Part::Terminal(terminal) => {
            let begun = &spans.text[from..];
            found.has_octet |= begun.is_empty() || terminal.fit(begun) == Fit::Begins;
        }
        Part::Node { .. } => {
            found.begun.push((part, from));
        }
    }
}

/// The productions that can be unfinished at the end of a prefix. The start is the first.
struct Ways<'s, 'a> {
    spans: &'s Spans<'a>,
    all: Vec<Begun>,
    /// The numbers of those that are unfinished inside each of them.
    inside: Vec<Vec<usize>>,
    /// Whether an octet can be next inside each of them, outside of others.
    has_octet: Vec<bool>,
}

impl<'s, 'a> Ways<'s, 'a> {
    fn of(spans: &'s Spans<'a>) -> Self {
        let mut ways = Self {
            spans,
            all: vec![(spans.parts.start, 0)],
            inside: Vec::new(),
            has_octet: Vec::new(),
        };
        while let Some(&(part, from)) = ways.all.get(ways.inside.len()) {
            let mut found = Unfinished::default();
            if let Part::Node { body, .. } = spans.parts.all[part] {
                find(spans, body, from, &mut found);
            }
            found.begun.sort_unstable();
            found.begun.dedup();
            let inside = found.begun.iter().map(|one| {
                let known = ways.all.iter().position(|other| other == one);
                known.unwrap_or_else(|| {
                    ways.all.push(*one);
                    ways.all.len() - 1
                })
            });
            ways.inside.push(inside.collect());
            ways.has_octet.push(found.has_octet);
        }
        ways
    }

    /// Returns which can be reached from one of them without `left_out`, and whether an octet can.
    fn reached(&self, from: usize, left_out: Option<usize>) -> (Vec<bool>, bool) {
        let mut reached = vec![false; self.all.len()];
        let mut has_octet = false;
        let mut waiting = vec![from];
        while let Some(one) = waiting.pop() {
            if Some(one) == left_out || std::mem::replace(&mut reached[one], true) {
                continue;
            }
            has_octet |= self.has_octet[one];
            waiting.extend(&self.inside[one]);
        }
        (reached, has_octet)
    }

    /// Returns the names of the open productions, from the outermost to the innermost.
    fn open(&self) -> Vec<&str> {
        let numbers = 0..self.all.len();
        let without: Vec<_> = numbers.map(|one| self.reached(0, Some(one))).collect();
        let mut open: Vec<usize> = (0..self.all.len()).filter(|&one| !without[one].1).collect();
        // What is inside of others is not reached without them.
        open.sort_by_cached_key(|&one| without.iter().filter(|other| !other.0[one]).count());
        open.iter().map(|&one| self.name(one)).collect()
    }

    /// Returns the names of the productions that can begin at the end of the prefix.
    fn beginning(&self) -> BTreeSet<&str> {
        let end = self.spans.text.len();
        let begin = (0..self.all.len()).filter(|&one| self.all[one].1 == end);
        let leads = begin.filter(|&one| self.reached(one, None).1);
        leads.map(|one| self.name(one)).collect()
    }

    fn name(&self, one: usize) -> &str {
        match self.spans.parts.all[self.all[one].0] {
            Part::Node { production, .. } => self.spans.parts.names[production],
            _ => unreachable!("only productions begin"),
        }
    }
}

/// Compares the errors in texts of a grammar. Returns how many had more than one production open.
fn compare(grammar: &Grammar, characters: &str, seed: usize) -> usize {
    let parts = Parts::of(grammar, "s");
    let recognizer = |is_character: bool| {
        Recognizer::with_characters(grammar, "s", move |_| is_character)
            .expect("it has a recognizer")
    };
    let (recognizer, naming) = (recognizer(false), recognizer(true));
    let mut choices = Choices::new(seed as u64);
    let mut texts = texts::short(characters, few_or_many(15, 40));
    let writer = Writer::of(&parts);
    for _ in 0..few_or_many(15, 40) {
        let derived = writer.text(&mut choices).unwrap_or_default();
        texts.push(texts::spoil(&derived, characters, &mut choices));
        texts.push([&*derived, b"!"].concat());
    }
    let mut nested = 0;
    for text in texts {
        let verdict = recognizer.rule().verdict(&text).expect("it is short");
        let Err(error) = verdict else {
            continue;
        };
        let prefix = &text[..error.offset()];
        assert!(prefix.len() <= LONGEST);
        let spans = Spans::of(&parts, prefix);
        let ways = Ways::of(&spans);
        let shown = String::from_utf8_lossy(&text);
        let context: Vec<&str> = error.context().iter().map(|one| one.name()).collect();
        let mut open = ways.open();
        if error.next().is_empty() {
            open = vec!["s"];
        }
        assert_eq!(context, open, "{shown:?} of\n{}", grammar.source);
        let beginning = ways.beginning();
        let verdict = naming.rule().verdict(&text).expect("it is short");
        for one in verdict.expect_err("it is invalid").expected() {
            if let Expected::Production(rule) = one {
                let name = rule.name();
                assert!(
                    beginning.contains(name),
                    "{name} in {shown:?} of\n{}",
                    grammar.source
                );
            }
        }
        nested += usize::from(open.len() > 1);
    }
    nested
}

#[test]
fn the_context_of_an_error_is_open_in_every_derivation() {
    let mut nested = 0;
    for (seed, (kind, source, characters)) in GRAMMARS.iter().enumerate() {
        nested += compare(&read(kind, source), characters, seed);
    }
    assert!(nested > few_or_many(300, 1_000), "{nested}");
}

#[test]
fn the_context_in_random_grammars_is_open_in_every_derivation() {
    let mut nested = 0;
    for (seed, (grammar, characters)) in random::grammars(few_or_many(6, 60)).iter().enumerate() {
        nested += compare(grammar, characters, seed);
    }
    assert!(nested > few_or_many(20, 100), "{nested}");
}

#[test]
fn an_error_says_the_same_whatever_texts_were_read_before() {
    let grammar = include_str!("../../../../../examples/grammars/rfc5322.abnf");
    let grammar = rfcbnf::read(grammar).expect("it is a grammar");
    let recognizer = |name: &str| {
        let characters = grammar.character_productions();
        let recognizer =
            Recognizer::with_characters(&grammar, name, |one| characters.contains(one));
        recognizer.expect("it can be recognized")
    };
    let used = recognizer("address");
    let mut several = 0;
    for name in ["address", "mailbox", "phrase", "comment", "CFWS", "phrase"] {
        let sentences = RecursiveSentences::new(&grammar, name).expect("it has texts");
        for miss in sentences
            .near_misses(&recognizer(name), 1738)
            .take(few_or_many(4, 40))
        {
            let said = |recognizer: &Recognizer| {
                let rule = recognizer.find(name).expect("the start leads there");
                let verdict = rule.verdict(&miss.text).expect("it is short");
                verdict.err().map(|error| format!("{error:#}"))
            };
            let after_others = said(&used);
            several += usize::from(after_others.as_ref().is_some_and(|it| it.contains(" or ")));
            assert_eq!(after_others, said(&recognizer("address")));
        }
    }
    assert!(several > few_or_many(8, 50), "{several}");
}

#[test]
fn errors_of_random_grammars_are_independent_of_earlier_texts() {
    for (grammar, characters) in random::grammars(few_or_many(10, 60)) {
        let recognizer = || {
            let recognizer = Recognizer::new(&grammar, "s");
            recognizer.expect("it can be recognized")
        };
        let used = recognizer();
        for text in texts::short(characters, 200).iter().rev() {
            let said = |recognizer: &Recognizer| {
                let verdict = recognizer.rule().verdict(text).expect("it is short");
                verdict.err().map(|error| format!("{error:#}"))
            };
            assert_eq!(said(&used), said(&recognizer()), "{}", grammar.source);
        }
    }
}

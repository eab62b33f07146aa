//! Searches that are told to end.

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Conclusion, Disagreement, Findings, GivenUp, Peer, SearchEnd, find};

use super::support::disagreements;
use crate::extent::few_or_many;

const WORDS: &str = "words = word *( \" \" word )\nword = 1*letter\nletter = \"a\" | \"b\"\n";

/// A parser that ends the search in the round with that number.
struct Ends {
    accepts: fn(&[u8]) -> bool,
    rounds: u64,
    /// Whether it still answers in that round.
    answers: bool,
    end: fn(&SearchEnd),
    search: SearchEnd,
}

impl Peer for Ends {
    type Error = &'static str;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, &'static str> {
        match self.rounds.checked_sub(1) {
            Some(rounds) => self.rounds = rounds,
            None => (self.end)(&self.search),
        }
        if self.search.is_requested() && !self.answers {
            return Err("it ends");
        }
        Ok(texts
            .iter()
            .map(|text| Some((self.accepts)(text)))
            .collect())
    }
}

/// A parser that takes `_` for a letter.
fn takes_underscores(text: &[u8]) -> bool {
    let mut words = text.split(|&octet| octet == b' ');
    words.all(|word| !word.is_empty() && word.iter().all(|letter| b"ab_".contains(letter)))
}

/// A parser that takes `_` for a letter, but not twice, which needs twice the states.
fn takes_one_underscore(text: &[u8]) -> bool {
    takes_underscores(text) && text.split(|&octet| octet == b'_').count() < 3
}

/// A parser that takes `_` for a letter, and at most five words.
fn takes_five_words(text: &[u8]) -> bool {
    takes_underscores(text) && text.split(|&octet| octet == b' ').count() <= 5
}

/// A parser, and the greatest number of states that the search learns beyond those of a production.
type Parser = (fn(&[u8]) -> bool, usize);

fn found(
    (accepts, states): Parser,
    rounds: u64,
    answers: bool,
    end: fn(&SearchEnd),
) -> (Vec<Disagreement>, Findings<&'static str>) {
    let grammar = rfcbnf::read(WORDS).unwrap();
    let wrong = disagreements(&Automaton::new(&grammar, "words").unwrap(), accepts);
    let search = SearchEnd::default();
    let budget = Budget {
        states,
        end: search.clone(),
        ..Budget::default()
    };
    let mut peer = Ends {
        accepts,
        rounds,
        answers,
        end,
        search,
    };
    let found = find(&grammar, "words", &wrong, &mut peer, &budget).unwrap();
    (wrong, found)
}

/// Ends the search in each round, and checks that it shows what it found.
fn ends_anywhere(parser: Parser, rounds: u64) {
    let mut shows_cause = false;
    for (answers, end) in [
        (true, SearchEnd::request as fn(&SearchEnd)),
        (false, SearchEnd::request),
        (true, SearchEnd::hurry),
    ] {
        for round in (0..rounds).step_by(few_or_many(3, 1)) {
            let (wrong, found) = found(parser, round, answers, end);
            assert!(
                matches!(found.conclusion, Conclusion::Ended { .. }),
                "{round}"
            );
            assert_eq!(found.rounds, round + 1);
            let grouped: u64 = found.unexplained.iter().map(|group| group.texts).sum();
            let explained: u64 = found.causes.iter().map(|cause| cause.texts).sum();
            assert!(grouped + explained >= wrong.len() as u64, "{round}");
            shows_cause |= !found.causes.is_empty();
        }
    }
    assert!(shows_cause);
}

#[test]
fn a_search_that_is_stopped_shows_what_it_found() {
    let parser: Parser = (takes_underscores, 60);
    let (_, whole) = found(parser, u64::MAX, true, SearchEnd::request);
    assert!(matches!(whole.conclusion, Conclusion::Explained { .. }));
    ends_anywhere(parser, whole.rounds);
}

#[test]
fn a_search_stopped_while_learning_shows_what_it_found() {
    let parser: Parser = (takes_one_underscore, 0);
    let (_, whole) = found(parser, u64::MAX, true, SearchEnd::request);
    let Conclusion::Incomplete(reasons) = &whole.conclusion else {
        panic!("{:?}", whole.conclusion);
    };
    let are_many =
        |one: &GivenUp| matches!(one, GivenUp::States { production, .. } if production == "words");
    assert!(reasons.iter().any(are_many), "{reasons:?}");
    ends_anywhere(parser, whole.rounds);
}

#[test]
fn a_search_ended_while_judging_again_keeps_what_it_knew() {
    let parser: Parser = (takes_five_words, 60);
    let (wrong, whole) = found(parser, u64::MAX, true, SearchEnd::request);
    assert!(matches!(whole.conclusion, Conclusion::Explained { .. }));
    let mut best = 0;
    // The last round is one of them.
    let last = whole.rounds - 1;
    let every = few_or_many(6, 1);
    for round in (last % every..=last).step_by(usize::try_from(every).unwrap()) {
        let (_, found) = found(parser, round, true, SearchEnd::request);
        let is_right = |one: &&Disagreement| {
            let parser = found.parser.as_ref();
            parser.is_some_and(|parser| parser.accepts(&one.text) == one.is_accepted)
        };
        let right = wrong.iter().filter(is_right).count();
        assert!(right >= best, "{round}: {right} of {best}");
        best = right;
    }
    assert_eq!(best, wrong.len());
}

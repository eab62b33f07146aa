//! Searches that are told to end.

use std::time::{Duration, Instant};

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{
    Budget, Cause, Conclusion, Disagreement, Findings, GivenUp, Peer, Position, SearchEnd, find,
};

use super::{SUM, WORDS, disagreements};
use crate::extent::few_or_many;

/// A parser that ends the search in the round with that number.
struct Ends {
    accepts: fn(&[u8]) -> bool,
    rounds: u64,
    /// The number of rounds in which it was asked.
    asked: u64,
    /// Whether it still answers in that round.
    answers: bool,
    end: fn(&SearchEnd),
    search: SearchEnd,
}

impl Peer for Ends {
    type Error = &'static str;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, &'static str> {
        self.asked += 1;
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
) -> (Vec<Disagreement>, Findings<&'static str>, u64) {
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
        asked: 0,
        answers,
        end,
        search,
    };
    let found = find(&grammar, "words", &wrong, &mut peer, &budget).unwrap();
    (wrong, found, peer.asked)
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
            let (wrong, found, asked) = found(parser, round, answers, end);
            assert!(
                matches!(found.conclusion, Conclusion::Ended { .. }),
                "{round}"
            );
            // An answer that was to be asked for again is.
            assert!((round + 1..=round + 3).contains(&asked), "{round} {asked}");
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
    let (_, whole, rounds) = found(parser, u64::MAX, true, SearchEnd::request);
    assert!(matches!(whole.conclusion, Conclusion::Explained { .. }));
    ends_anywhere(parser, rounds);
}

#[test]
fn a_search_stopped_while_learning_shows_what_it_found() {
    let parser: Parser = (takes_one_underscore, 0);
    let (_, whole, rounds) = found(parser, u64::MAX, true, SearchEnd::request);
    let Conclusion::Incomplete(reasons) = &whole.conclusion else {
        panic!("{:?}", whole.conclusion);
    };
    let are_many =
        |one: &GivenUp| matches!(one, GivenUp::States { production, .. } if production == "words");
    assert!(reasons.iter().any(are_many), "{reasons:?}");
    ends_anywhere(parser, rounds);
}

#[test]
fn a_search_ended_while_judging_again_keeps_what_it_knew() {
    let parser: Parser = (takes_five_words, 60);
    let (wrong, whole, rounds) = found(parser, u64::MAX, true, SearchEnd::request);
    assert!(matches!(whole.conclusion, Conclusion::Explained { .. }));
    let mut best = 0;
    // The last round is one of them.
    let last = rounds - 1;
    let every = few_or_many(6, 1);
    for round in (last % every..=last).step_by(usize::try_from(every).unwrap()) {
        let (_, found, _) = found(parser, round, true, SearchEnd::request);
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

#[test]
fn causes_of_an_ended_search_hold_or_are_unconfirmed() {
    let grammar = rfcbnf::read(WORDS).unwrap();
    let automaton = Automaton::new(&grammar, "words").unwrap();
    let parsers: [fn(&[u8]) -> bool; 3] =
        [takes_underscores, takes_one_underscore, takes_five_words];
    let mut causes = 0;
    for accepts in parsers {
        let wrong = disagreements(&automaton, accepts);
        let (_, _, last) = found((accepts, 60), u64::MAX, true, SearchEnd::request);
        let every = few_or_many(6, 1);
        for rounds in (last % every..last).step_by(usize::try_from(every).unwrap()) {
            let later = Duration::from_secs(1_000);
            let search = SearchEnd::by(Instant::now() + later).showing_for(later);
            let budget = Budget {
                end: search.clone(),
                ..Budget::default()
            };
            let mut peer = Ends {
                accepts,
                rounds,
                asked: 0,
                answers: true,
                end: SearchEnd::request,
                search,
            };
            let found = find(&grammar, "words", &wrong, &mut peer, &budget).unwrap();
            if !matches!(found.conclusion, Conclusion::Ended { .. }) {
                continue;
            }
            for cause in found.causes.iter().filter(|cause| !cause.unconfirmed) {
                causes += 1;
                let learnt = cause.learnt.as_ref().unwrap();
                let (before, after) = cause.witness.split_at(cause.span.start);
                let after = &after[cause.span.len()..];
                let texts = [(learnt.beyond(), true), (learnt.missing(), false)];
                for (texts, is_accepted) in texts {
                    let text = texts.and_then(|texts| texts.shortest());
                    let whole = text.map(|text| [before, &text, after].concat());
                    if let Some(whole) = whole.filter(|it| automaton.accepts(it) != is_accepted) {
                        assert_eq!(accepts(&whole), is_accepted, "{rounds} {whole:?}");
                    }
                }
            }
            assert!(!found.causes.is_empty() || !found.unexplained.is_empty());
        }
    }
    assert!(causes > 0);
}

/// A grammar of URLs, and a parser with faults in several places, which together take more states than are learned.
const URLS: &str = "url = \"u:\" host [ \":\" port ]\nhost = 1*letter\nport = 1*digit\nletter = \"a\" | \"b\"\ndigit = \"0\" | \"1\"\n";

fn takes_other_urls(text: &[u8]) -> bool {
    let text = text.strip_prefix(b" ").unwrap_or(text);
    let Some(rest) = text.strip_prefix(b"u:") else {
        return false;
    };
    let mut parts = rest.rsplitn(2, |octet| *octet == b'@');
    let address = parts.next().unwrap_or_default();
    let is_user = |user: &[u8]| user.len() % 3 != 2 && user.iter().all(|it| b"ab_:".contains(it));
    let mut both = address.splitn(2, |octet| *octet == b':');
    let (host, port) = (both.next().unwrap_or_default(), both.next());
    parts.next().is_none_or(is_user)
        && !host.is_empty()
        && host.iter().all(|octet| b"ab_".contains(octet))
        && port.is_none_or(|port| port != b"11" && port.iter().all(|it| b"01".contains(it)))
}

/// A parser that reads a URL backwards, with more states than are learned.
fn takes_backwards(text: &[u8]) -> bool {
    text.ends_with(b":u") && text.len() % 3 != 1 && !text.contains(&b'1')
}

/// A parser that ends the search in a round, and the wrong answers that it gave.
struct Noted {
    accepts: fn(&[u8]) -> bool,
    grammar: Automaton,
    rounds: u64,
    search: SearchEnd,
    wrong: Vec<(Vec<u8>, bool)>,
}

impl Peer for Noted {
    type Error = &'static str;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, &'static str> {
        match self.rounds.checked_sub(1) {
            Some(rounds) => self.rounds = rounds,
            None => self.search.request(),
        }
        let answers = texts.iter().map(|text| {
            let answer = (self.accepts)(text);
            if answer != self.grammar.accepts(text) {
                self.wrong.push((text.clone(), answer));
            }
            Some(answer)
        });
        Ok(answers.collect())
    }
}

/// Ends the search for causes of URLs in that round.
fn noted(accepts: fn(&[u8]) -> bool, rounds: u64) -> (Noted, Findings<&'static str>) {
    let grammar = rfcbnf::read(URLS).unwrap();
    let later = Duration::from_secs(1_000);
    let search = SearchEnd::by(Instant::now() + later).showing_for(later);
    let budget = Budget {
        has_complete_suite: false,
        states: 4,
        end: search.clone(),
        ..Budget::default()
    };
    let mut peer = Noted {
        accepts,
        grammar: Automaton::new(&grammar, "url").unwrap(),
        rounds,
        search,
        wrong: Vec::new(),
    };
    let found = find(&grammar, "url", &[], &mut peer, &budget).unwrap();
    (peer, found)
}

#[test]
fn an_ended_search_keeps_a_whole_that_is_nearly_right() {
    // Long walks come later. The search remembers few of their texts.
    for rounds in (22..58).step_by(few_or_many(5, 1)) {
        let (peer, found) = noted(takes_backwards, rounds);
        assert!(
            matches!(found.conclusion, Conclusion::Ended { .. }),
            "{rounds}"
        );
        let is_whole = |it: &Cause| it.production == "url" && it.position == Position::Whole;
        assert!(found.causes.iter().any(is_whole), "{rounds}");
        let parser = found.parser.as_ref().unwrap();
        let wrong = peer.wrong.iter();
        let wrong = wrong.filter(|(text, answer)| parser.accepts(text) != *answer);
        assert!(wrong.count() * 20 < peer.wrong.len(), "{rounds}");
    }
}

#[test]
fn an_ended_search_shows_each_fact_it_knows() {
    let grammar = rfcbnf::read(URLS).unwrap();
    let automaton = Automaton::new(&grammar, "url").unwrap();
    let mut facts = 0;
    for rounds in (10..200).step_by(few_or_many(60, 10)) {
        let (peer, found) = noted(takes_other_urls, rounds);
        if !matches!(found.conclusion, Conclusion::Ended { .. }) {
            break;
        }
        for (text, is_accepted) in &peer.wrong {
            let parser = found.parser.as_ref();
            let is_of_cause = parser.is_some_and(|it| it.accepts(text) == *is_accepted);
            let place = automaton.viable_prefix(text).state();
            let is_of_group = found.unexplained.iter().any(|group| {
                automaton.accepts(&group.witness) != *is_accepted
                    && automaton.viable_prefix(&group.witness).state() == place
            });
            assert!(is_of_cause || is_of_group, "{rounds}: {text:?}");
        }
        for cause in &found.causes {
            let texts = cause.examples.iter().chain([&cause.witness]);
            for text in texts.clone() {
                assert_ne!(automaton.accepts(text), takes_other_urls(text), "{text:?}");
            }
            let places = texts.map(|text| {
                let prefix = automaton.viable_prefix(text);
                (prefix.state(), text.get(prefix.length()).copied())
            });
            let places: std::collections::BTreeSet<_> = places.collect();
            let is_of_whole = cause.production == "url" && cause.position == Position::Whole;
            assert!(!is_of_whole || places.len() == 1, "{rounds}: {places:?}");
        }
        facts = facts.max(found.causes.len() + found.unexplained.len());
    }
    assert!(facts >= 4, "{facts}");
}

#[test]
fn a_search_without_any_time_reports_its_groups() {
    let grammar = rfcbnf::read(WORDS).unwrap();
    let automaton = Automaton::new(&grammar, "words").unwrap();
    let wrong = disagreements(&automaton, takes_underscores);
    let search = SearchEnd::by(Instant::now());
    let budget = Budget {
        end: search.clone(),
        ..Budget::default()
    };
    let mut peer = Ends {
        accepts: takes_underscores,
        rounds: u64::MAX,
        asked: 0,
        answers: true,
        end: SearchEnd::request,
        search,
    };
    let found = find(&grammar, "words", &wrong, &mut peer, &budget).unwrap();
    assert!(matches!(found.conclusion, Conclusion::Ended { .. }));
    let grouped: u64 = found.unexplained.iter().map(|group| group.texts).sum();
    let explained: u64 = found.causes.iter().map(|cause| cause.texts).sum();
    assert!(grouped + explained >= wrong.len() as u64);
}

/// A parser of `SUM` that takes an empty sum in parentheses.
fn takes_empty_sums(text: &[u8]) -> bool {
    after_sum(text) == Some(b"")
}

fn after_sum(text: &[u8]) -> Option<&[u8]> {
    let rest = match text {
        [b'(', b')', rest @ ..] => rest,
        [b'(', rest @ ..] => after_sum(rest)?.strip_prefix(b")")?,
        [b'0' | b'1', ..] => {
            let digits = text.iter().take_while(|octet| b"01".contains(octet));
            &text[digits.count()..]
        }
        _ => return None,
    };
    match rest {
        [b'+', rest @ ..] => after_sum(rest),
        rest => Some(rest),
    }
}

#[test]
fn a_search_in_recursion_says_that_it_was_ended() {
    let grammar = rfcbnf::read(SUM).unwrap();
    let ended_in = |rounds| {
        let search = SearchEnd::default();
        let budget = Budget {
            has_complete_suite: false,
            end: search.clone(),
            ..Budget::default()
        };
        let mut peer = Ends {
            accepts: takes_empty_sums,
            rounds,
            asked: 0,
            answers: true,
            end: SearchEnd::request,
            search,
        };
        let found = find(&grammar, "sum", &[], &mut peer, &budget).unwrap();
        (found, peer.asked)
    };
    let (whole, rounds) = ended_in(u64::MAX);
    assert!(!whole.causes.is_empty());
    let mut is_known = false;
    // The last two rounds confirm the causes: nothing is left to be found then.
    for round in 0..rounds - 2 {
        let (found, _) = ended_in(round);
        assert!(
            matches!(found.conclusion, Conclusion::Ended { .. }),
            "{round} of {rounds}: {:?}",
            found.conclusion
        );
        // What was known once stays known.
        assert!(!is_known || !found.causes.is_empty(), "{round} of {rounds}");
        is_known |= !found.causes.is_empty();
    }
    assert!(is_known);
}

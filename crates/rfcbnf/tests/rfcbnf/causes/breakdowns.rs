//! Parsers that die, lie, or are too much to learn.

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{
    Budget, Conclusion, Disagreement, Findings, GivenUp, Peer, Unexplained, find,
};

use super::support::disagreements;

const WORDS: &str = "words = word *( \" \" word )\nword = 1*letter\nletter = \"a\" | \"b\"\n";

/// A parser that fails in the round with that number.
struct Dies<F> {
    accepts: F,
    rounds: u32,
}

impl<F: Fn(&[u8]) -> bool> Peer for Dies<F> {
    type Error = &'static str;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, &'static str> {
        self.rounds = self.rounds.checked_sub(1).ok_or("it died")?;
        Ok(texts
            .iter()
            .map(|text| Some((self.accepts)(text)))
            .collect())
    }
}

/// A parser that takes `_` for a letter.
fn accepts(text: &[u8]) -> bool {
    let mut words = text.split(|&octet| octet == b' ');
    words.all(|word| !word.is_empty() && word.iter().all(|letter| b"ab_".contains(letter)))
}

fn wrong() -> Vec<Disagreement> {
    let grammar = rfcbnf::read(WORDS).unwrap();
    disagreements(&Automaton::new(&grammar, "words").unwrap(), accepts)
}

fn found<P: Peer>(peer: &mut P, budget: &Budget) -> Findings<P::Error> {
    let grammar = rfcbnf::read(WORDS).unwrap();
    find(&grammar, "words", &wrong(), peer, budget).unwrap()
}

#[test]
fn a_parser_that_stops_answering_leaves_its_disagreements_in_groups() {
    let whole = found(
        &mut Dies {
            accepts,
            rounds: 1000,
        },
        &Budget::default(),
    );
    assert_eq!(whole.causes.len(), 1);
    for rounds in 0..u32::try_from(whole.rounds).unwrap() {
        let found = found(&mut Dies { accepts, rounds }, &Budget::default());
        assert!(
            matches!(found.conclusion, Conclusion::Stopped("it died")),
            "{rounds}"
        );
        let grouped: u64 = found.unexplained.iter().map(|group| group.texts).sum();
        let explained: u64 = found.causes.iter().map(|cause| cause.texts).sum();
        assert!(grouped + explained >= wrong().len() as u64, "{rounds}");
    }
}

/// A parser that changes its mind whenever it is asked again.
struct Lies {
    asked: std::collections::HashSet<Vec<u8>>,
}

impl Peer for Lies {
    type Error = ();

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, ()> {
        let verdicts = texts.iter().map(|text| {
            let is_first = self.asked.insert(text.clone());
            Some(accepts(text) == is_first)
        });
        Ok(verdicts.collect())
    }
}

#[test]
fn a_parser_that_contradicts_itself_is_reported_with_the_text() {
    // The suite was asked before.
    let asked = wrong().into_iter().map(|one| one.text).collect();
    let found = found(&mut Lies { asked }, &Budget::default());
    let Conclusion::Contradicted { text } = found.conclusion else {
        panic!("{:?}", found.conclusion);
    };
    assert_eq!(found.flaky[0].text, text);
    // None of the answers holds.
    assert_eq!(found.causes, []);
}

#[test]
fn a_budget_that_is_used_up_is_reported() {
    let budget = Budget {
        questions: 10,
        ..Budget::default()
    };
    let found = found(
        &mut Dies {
            accepts,
            rounds: 1000,
        },
        &budget,
    );
    let given_up = GivenUp::Questions { most: 10 };
    assert_eq!(found.conclusion, Conclusion::Incomplete(vec![given_up]));
    assert_eq!(found.questions, 0);
    let grouped: u64 = found.unexplained.iter().map(|group| group.texts).sum();
    assert_eq!(grouped, wrong().len() as u64);
}

#[test]
fn groups_have_ids_that_name_their_places_in_the_grammar() {
    let budget = Budget {
        questions: 1,
        ..Budget::default()
    };
    let date = "date = year \"-\" month\nyear = 2digit\nmonth = 1*digit\ndigit = \"0\" | \"1\"\n";
    let grammar = rfcbnf::read(date).unwrap();
    let automaton = Automaton::new(&grammar, "date").unwrap();
    // A slash, a month that is missing, and no month of one digit.
    let accepts = |text: &[u8]| match text {
        [b'0' | b'1', b'0' | b'1', b'-' | b'/', month @ ..] => {
            month.len() != 1 && month.iter().all(|digit| b"01".contains(digit))
        }
        _ => false,
    };
    let wrong = disagreements(&automaton, accepts);
    let peer = &mut Dies {
        accepts,
        rounds: 1000,
    };
    let found = find(&grammar, "date", &wrong, peer, &budget).unwrap();
    assert_eq!(found.causes, []);
    let mut ids: Vec<String> = found.unexplained.iter().map(Unexplained::id).collect();
    ids.sort();
    assert_eq!(
        ids,
        [
            "date/unexplained/accepts/end/after/00-",
            "date/unexplained/accepts/x2f/after/00",
            "date/unexplained/rejects/end/after/00-0",
        ]
    );
    for group in &found.unexplained {
        assert_eq!(accepts(&group.witness), !automaton.accepts(&group.witness));
        let prefix = automaton.viable_prefix(&group.witness);
        assert_eq!(group.offset, prefix.length(), "{group:?}");
    }
}

#[test]
fn a_language_with_too_many_states_is_reported() {
    let counts = |text: &[u8]| accepts(text) && text.len() % 7 != 3;
    let grammar = rfcbnf::read(WORDS).unwrap();
    let automaton = Automaton::new(&grammar, "words").unwrap();
    let wrong = disagreements(&automaton, counts);
    let budget = Budget {
        states: 1,
        ..Budget::default()
    };
    let peer = &mut Dies {
        accepts: counts,
        rounds: 1000,
    };
    let found = find(&grammar, "words", &wrong, peer, &budget).unwrap();
    let Conclusion::Incomplete(reasons) = &found.conclusion else {
        panic!("{:?}", found.conclusion);
    };
    let is_states = |reason: &GivenUp| {
        let GivenUp::States { production, most } = reason else {
            return false;
        };
        let own = Automaton::new(&grammar, production).unwrap();
        *most == 1 + own.states().len()
    };
    assert!(reasons.iter().any(is_states), "{reasons:?}");
    for cause in &found.causes {
        assert_ne!(
            counts(&cause.witness),
            automaton.accepts(&cause.witness),
            "{cause:?}"
        );
    }
}

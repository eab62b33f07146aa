//! Searches that are told to end.

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Conclusion, Disagreement, Findings, Peer, SearchEnd, find};

use super::support::disagreements;

const WORDS: &str = "words = word *( \" \" word )\nword = 1*letter\nletter = \"a\" | \"b\"\n";

/// A parser that takes `_` for a letter, and ends the search in the round with that number.
struct Ends {
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
        Ok(texts.iter().map(|text| Some(accepts(text))).collect())
    }
}

fn accepts(text: &[u8]) -> bool {
    let mut words = text.split(|&octet| octet == b' ');
    words.all(|word| !word.is_empty() && word.iter().all(|letter| b"ab_".contains(letter)))
}

fn found(
    rounds: u64,
    answers: bool,
    end: fn(&SearchEnd),
) -> (Vec<Disagreement>, Findings<&'static str>) {
    let grammar = rfcbnf::read(WORDS).unwrap();
    let wrong = disagreements(&Automaton::new(&grammar, "words").unwrap(), accepts);
    let search = SearchEnd::default();
    let budget = Budget {
        end: search.clone(),
        ..Budget::default()
    };
    let mut peer = Ends {
        rounds,
        answers,
        end,
        search,
    };
    let found = find(&grammar, "words", &wrong, &mut peer, &budget).unwrap();
    (wrong, found)
}

#[test]
fn a_search_that_is_told_to_end_shows_what_it_found() {
    let (_, whole) = found(u64::MAX, true, SearchEnd::request);
    assert!(matches!(whole.conclusion, Conclusion::Explained { .. }));
    let mut shows_cause = false;
    for (answers, end) in [
        (true, SearchEnd::request as fn(&SearchEnd)),
        (false, SearchEnd::request),
        (true, SearchEnd::hurry),
    ] {
        for rounds in 0..whole.rounds {
            let (wrong, found) = found(rounds, answers, end);
            assert!(
                matches!(found.conclusion, Conclusion::Ended { .. }),
                "{rounds}"
            );
            assert_eq!(found.rounds, rounds + 1);
            let grouped: u64 = found.unexplained.iter().map(|group| group.texts).sum();
            let explained: u64 = found.causes.iter().map(|cause| cause.texts).sum();
            assert!(grouped + explained >= wrong.len() as u64, "{rounds}");
            shows_cause |= !found.causes.is_empty();
        }
    }
    assert!(shows_cause);
}

//! Parsers that die, lie, give a wrong answer once in a while, or are too much to learn; and wrong answers that no cause explains:
//! none of them is lost, whatever asked about the text.

use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{
    Budget, Conclusion, Direction, Disagreement, Findings, GivenUp, Peer, Unexplained, find,
};
use rfcbnf::recognizer::Recognizer;

use super::{SUM, WORDS, disagreements, ids};
use crate::extent::few_or_many;

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
fn octets_of_other_places_are_groups_of_their_own() {
    let budget = Budget {
        questions: 1,
        ..Budget::default()
    };
    let grammar = rfcbnf::read("word = \"a\" \"b\" \"c\"\n").unwrap();
    // Percent signs and tildes are accepted at each place, a dot at one of them.
    let texts: [&[u8]; 8] = [b"%", b"~", b"a%", b"a~", b"a.", b"ab%", b"ab~", b"ab%%"];
    let wrong = texts.map(|text| Disagreement {
        text: text.to_vec(),
        is_accepted: true,
    });
    let peer = &mut Dies {
        accepts: |text: &[u8]| text == b"abc" || texts.contains(&text),
        rounds: 1000,
    };
    let found = find(&grammar, "word", &wrong, peer, &budget).unwrap();
    let groups = found.unexplained.iter();
    let mut groups: Vec<(String, u64)> = groups.map(|it| (it.id(), it.texts)).collect();
    groups.sort();
    let expected = [
        ("word/unexplained/accepts/x25,x7e", 2),
        ("word/unexplained/accepts/x25,x7e/after/a", 2),
        ("word/unexplained/accepts/x25,x7e/after/ab", 3),
        ("word/unexplained/accepts/x2e/after/a", 1),
    ];
    assert_eq!(groups, expected.map(|(id, texts)| (id.to_owned(), texts)));
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

/// A parser that accepts what another grammar derives, and gives the opposite answer once in so many.
struct Flaky {
    parser: Recognizer,
    asked: u64,
    one_in: u64,
    /// The texts with a wrong answer.
    wrong: Vec<Vec<u8>>,
}

impl Peer for Flaky {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        let answers = texts.iter().map(|text| {
            self.asked += 1;
            // Two wrong answers to one text are taken for right.
            let is_next = self.asked.is_multiple_of(self.one_in);
            let is_wrong = is_next && !self.wrong.contains(text);
            if is_wrong {
                self.wrong.push(text.clone());
            }
            Some((self.parser.rule().is_valid(text) == Ok(true)) != is_wrong)
        });
        Ok(answers.collect())
    }
}

fn found_flaky(
    source: &str,
    faulty: &str,
    asked: u64,
    one_in: u64,
) -> (Findings<Infallible>, Flaky) {
    let grammar = rfcbnf::read(source).unwrap();
    let start = &grammar.productions[0].name;
    let parser = Recognizer::new(&rfcbnf::read(faulty).unwrap(), start).unwrap();
    let mut peer = Flaky {
        parser,
        asked,
        one_in,
        wrong: Vec::new(),
    };
    let budget = Budget {
        has_complete_suite: false,
        ..Budget::default()
    };
    let found = find(&grammar, start, &[], &mut peer, &budget).unwrap();
    (found, peer)
}

#[test]
fn flaky_answers_are_named_and_change_no_cause() {
    // What the parser takes is a letter, a text of two words, or a sum that ends with the sign.
    let faults = [
        (WORDS, "letter = ", "letter = \"_\" | "),
        (WORDS, "1*letter", "1*letter [ \"-\" 1*letter ]"),
        (SUM, "\"(\" sum \")\"", "\"(\" [ sum ] \")\""),
    ];
    for (source, before, after) in faults {
        let edited = source.replacen(before, after, 1);
        let (steady, _) = found_flaky(source, &edited, 0, u64::MAX);
        assert_eq!(steady.flaky, []);
        assert!(!steady.causes.is_empty());
        for turn in 0..few_or_many(4, 40) {
            let (flaky, peer) = found_flaky(source, &edited, 37 * turn, 400);
            assert!(!peer.wrong.is_empty());
            assert_eq!(ids(&flaky), ids(&steady), "{after} {turn}");
            for (one, other) in flaky.causes.iter().zip(&steady.causes) {
                let observed = |cause: &rfcbnf::causes::Cause| {
                    cause.learnt.as_ref().map(|learnt| learnt.observed.clone())
                };
                assert_eq!(observed(one), observed(other), "{after} {turn}");
            }
            assert_eq!(flaky.unexplained, [], "{after} {turn}");
            for one in &flaky.flaky {
                assert!(one.accepted > 0 && one.rejected > 0, "{one:?}");
                assert!(peer.wrong.contains(&one.text), "{one:?}");
            }
            let first = flaky.flaky.first().map(|one| one.text.clone());
            let contradicted = match flaky.conclusion {
                Conclusion::Contradicted { text } => Some(text),
                _ => None,
            };
            assert_eq!(contradicted, first);
        }
    }
}

#[test]
fn a_parser_that_guesses_is_no_parser_with_causes() {
    let (found, _) = found_flaky(WORDS, WORDS, 0, 2);
    assert!(matches!(found.conclusion, Conclusion::Contradicted { .. }));
    assert_eq!(found.causes, []);
}

#[test]
fn an_answer_that_the_parser_takes_back_ends_the_search() {
    for (source, text) in [(WORDS, "_"), (WORDS, "a-b"), (SUM, "()"), (SUM, "0+")] {
        let grammar = rfcbnf::read(source).unwrap();
        let start = &grammar.productions[0].name;
        for has_complete_suite in [false, true] {
            let parser = Recognizer::new(&grammar, start).unwrap();
            let mut peer = Keeps {
                right: parser,
                more: |_| false,
                less: &[],
                asked: Vec::new(),
            };
            let disagreement = Disagreement {
                text: text.into(),
                is_accepted: true,
            };
            let budget = Budget {
                has_complete_suite,
                ..Budget::default()
            };
            let found = find(&grammar, start, &[disagreement], &mut peer, &budget).unwrap();
            assert_eq!(found.causes, [], "{text}");
        }
    }
}

/// A parser that accepts what the grammar has, and a few texts more. It keeps what it was asked.
struct Keeps<'t> {
    right: Recognizer,
    more: fn(&[u8]) -> bool,
    less: &'t [&'t [u8]],
    asked: Vec<(Vec<u8>, bool)>,
}

impl Keeps<'_> {
    fn is_right(&self, text: &[u8]) -> bool {
        self.right.rule().is_valid(text).unwrap()
    }
}

impl Peer for Keeps<'_> {
    type Error = Infallible;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Infallible> {
        let mut answers = Vec::new();
        for text in texts {
            let is_less = self.less.contains(&text.as_slice());
            let is_accepted = (self.is_right(text) || (self.more)(text)) && !is_less;
            self.asked.push((text.clone(), is_accepted));
            answers.push(Some(is_accepted));
        }
        Ok(answers)
    }
}

fn found_kept(
    source: &str,
    more: fn(&[u8]) -> bool,
    less: &[&[u8]],
    budget: &Budget,
) -> (Findings<Infallible>, Vec<(Vec<u8>, bool)>) {
    let grammar = rfcbnf::read(source).unwrap();
    let start = &grammar.productions[0].name;
    let right = Recognizer::new(&grammar, start).unwrap();
    let asked = Vec::new();
    let mut peer = Keeps {
        right,
        more,
        less,
        asked,
    };
    let found = find(&grammar, start, &[], &mut peer, budget).unwrap();
    let Keeps { right, asked, .. } = peer;
    let is_wrong = |(text, answer): &(Vec<u8>, bool)| right.rule().is_valid(text) != Ok(*answer);
    (found, asked.into_iter().filter(is_wrong).collect())
}

fn budget(questions: u64, corpus: &[&[u8]]) -> Budget {
    Budget {
        questions,
        has_complete_suite: false,
        corpus: corpus.iter().map(|text| text.to_vec()).collect(),
        ..Budget::default()
    }
}

#[test]
fn a_text_beyond_the_suite_of_a_recursion_is_reported() {
    let budget = budget(30, &[b"0", b"0?1", b"(0?1)"]);
    let (found, wrong) = found_kept(SUM, |text| text.contains(&b'?'), &[], &budget);
    assert!(wrong.contains(&(b"0?1".to_vec(), true)));
    let groups = found.unexplained.iter();
    let mut groups = groups.filter(|it| it.direction == Direction::WronglyAccepted);
    assert!(
        groups.any(|it| it.witness == b"0?1" && it.texts == 0),
        "{found:?}"
    );
    let Conclusion::Incomplete(reasons) = &found.conclusion else {
        panic!("{found:?}");
    };
    let limit = GivenUp::Questions { most: 30 };
    let limits = reasons
        .iter()
        .filter(|it| matches!(it, GivenUp::Questions { .. }));
    assert!(limits.eq([&limit]), "{reasons:?}");
}

#[test]
fn texts_that_letters_cannot_spell_are_reported() {
    // No text of the suite has a line feed, and e with an accent represents all other characters.
    let corpus: [&[u8]; 2] = [b"a\nb", b"\xef\xbb\xbfa"];
    let accepts = |text: &[u8]| text == b"a\nb" || text == b"\xef\xbb\xbfa";
    let (found, mut wrong) = found_kept(WORDS, accepts, &[], &budget(100_000, &corpus));
    wrong.sort();
    wrong.dedup();
    assert_eq!(wrong.len(), 2);
    let mut witnesses: Vec<&[u8]> = found.unexplained.iter().map(|it| &*it.witness).collect();
    witnesses.sort_unstable();
    assert_eq!(witnesses, corpus, "{found:?}");
    let Conclusion::Incomplete(reasons) = &found.conclusion else {
        panic!("{found:?}");
    };
    let text = b"a\nb".to_vec();
    assert!(
        reasons.contains(&GivenUp::Different { text }),
        "{reasons:?}"
    );
}

#[test]
fn no_wrong_answer_is_lost_however_few_questions_are_left() {
    let grammar = rfcbnf::read(WORDS).unwrap();
    let right = Automaton::new(&grammar, "words").unwrap();
    let more = |text: &[u8]| text.starts_with(b"aba-") || text == b"_";
    for questions in [1, 10, 100, 300, 1_000, 3_000, 20_000] {
        let budget = budget(questions, &[b"_", b"aba-b", b"a b"]);
        let (found, wrong) = found_kept(WORDS, more, &[b"a b"], &budget);
        assert_eq!(wrong.is_empty(), questions == 1);
        let parser = found.parser.as_ref().unwrap_or(&right);
        for (text, answer) in &wrong {
            let mut groups = found.unexplained.iter();
            let is_of_group = |it: &&rfcbnf::causes::Unexplained| {
                it.direction == Direction::of(*answer) && it.witness.len() <= text.len()
            };
            assert!(
                parser.accepts(text) == *answer || groups.any(|it| is_of_group(&it)),
                "{questions} {text:?}"
            );
        }
    }
}

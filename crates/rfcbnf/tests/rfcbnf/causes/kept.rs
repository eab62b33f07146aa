//! Wrong answers that no cause explains. None of them is lost, whatever asked about the text.

use std::convert::Infallible;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Budget, Conclusion, Direction, Findings, GivenUp, Peer, find};
use rfcbnf::recognizer::Recognizer;

const SUM: &str =
    "sum = item | sum \"+\" item\nitem = \"(\" sum \")\" | 1*digit\ndigit = \"0\" | \"1\"\n";

const WORDS: &str = "words = word *( \" \" word )\nword = 1*letter\nletter = \"a\" | \"b\"\n";

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

fn found(
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
    let (found, wrong) = found(SUM, |text| text.contains(&b'?'), &[], &budget);
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
    let (found, mut wrong) = found(WORDS, accepts, &[], &budget(100_000, &corpus));
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
        let (found, wrong) = found(WORDS, more, &[b"a b"], &budget);
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

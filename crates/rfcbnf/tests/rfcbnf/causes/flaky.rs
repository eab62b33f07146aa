//! Parsers that give a wrong answer once in a while.

use std::convert::Infallible;

use rfcbnf::causes::{Budget, Conclusion, Findings, Peer, find};
use rfcbnf::recognizer::Recognizer;

use super::support::ids;
use crate::extent::few_or_many;

const WORDS: &str = "words = word *( \" \" word )\nword = 1*letter\nletter = \"a\" | \"b\"\n";

const SUM: &str =
    "sum = item | sum \"+\" item\nitem = \"(\" sum \")\" | 1*digit\ndigit = \"0\" | \"1\"\n";

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
            let is_wrong = self.asked.is_multiple_of(self.one_in);
            if is_wrong {
                self.wrong.push(text.clone());
            }
            Some((self.parser.rule().is_valid(text) == Ok(true)) != is_wrong)
        });
        Ok(answers.collect())
    }
}

fn found(source: &str, faulty: &str, asked: u64, one_in: u64) -> (Findings<Infallible>, Flaky) {
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
        let (steady, _) = found(source, &edited, 0, u64::MAX);
        assert_eq!(steady.flaky, []);
        assert!(!steady.causes.is_empty());
        for turn in 0..few_or_many(4, 40) {
            let (flaky, peer) = found(source, &edited, 37 * turn, 400);
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
    let (found, _) = found(WORDS, WORDS, 0, 2);
    assert!(matches!(found.conclusion, Conclusion::Contradicted { .. }));
    assert_eq!(found.causes, []);
}

//! `streaming` says `Incomplete` exactly where more input can change the answer, for every production.

use nom::{Err, Needed};
use rfc1738::{Rule, match_prefix, streaming};
use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;

use super::reference::Reference;
use crate::extent::few_or_many;

/// Returns whether more input after the text can change the longest prefix that is derived: whether the text
/// leads to a state that has a transition. No state of a minimal automaton is a dead end.
fn can_change(automaton: &Automaton, text: &[u8]) -> bool {
    let prefix = automaton.viable_prefix(text);
    prefix.length() == text.len() && !automaton.next(prefix.state()).characters().is_empty()
}

fn compare(rule: Rule, automaton: &Automaton, text: &[u8]) {
    let wanted = match (can_change(automaton, text), match_prefix(rule, text)) {
        (true, _) => Err(Err::Incomplete(Needed::Unknown)),
        (false, Some((matched, rest))) => Ok((rest, matched)),
        (false, None) => Err(Err::Error(())),
    };
    assert_eq!(
        streaming(rule)(text),
        wanted,
        "{rule} on \"{}\"",
        text.escape_ascii()
    );
}

#[test]
fn streams_are_incomplete_exactly_where_more_input_can_matter() {
    let mut count = 0;
    for rule in Rule::ALL {
        let automaton = Reference::get().automaton(rule);
        let suite = Suite::new(automaton, 0).expect("the suite is small");
        for text in suite.texts().step_by(few_or_many(29, 1)) {
            compare(rule, automaton, &text);
            compare(rule, automaton, &[&text[..text.len() / 2], b" "].concat());
            compare(rule, automaton, &[&text, "é".as_bytes()].concat());
            // A character that is not finished, and that no text has.
            compare(rule, automaton, &[&text[..], b"\xe2\x82"].concat());
            count += 1;
        }
    }
    assert!(count > few_or_many(20_000, 500_000), "{count}");
}

#[test]
fn the_end_of_a_url_is_independent_of_the_pieces() {
    let stream = "http://h/a?b%20c>";
    for end in 0..stream.len() {
        let answer = streaming::<_, ()>(Rule::Url)(&stream[..end]);
        assert_eq!(answer, Err(Err::Incomplete(Needed::Unknown)), "{end}");
    }
    assert_eq!(
        streaming::<_, ()>(Rule::Url)(stream),
        Ok((">", "http://h/a?b%20c"))
    );
}

//! Fixes: the automaton of the production judges the text of each.

use rfc1738::{Note, Rule, SyntaxError, is_valid, parse};
use rfcbnf::conformance::Suite;
use rfcbnf::sentences::Sentences;

use super::certain_fixes;
use super::note_cases::CASES;
use crate::exactness::reference::Reference;
use crate::extent::few_or_many;
use crate::texts::every_text;

/// Asserts that the error has a note, and that each fix of each note makes the text valid, by the
/// automaton and by the library. Returns the number of fixes.
pub(crate) fn judge(text: &[u8], error: &SyntaxError) -> usize {
    let rule = error.rule();
    let shown = text.escape_ascii();
    let notes = error.notes();
    assert!(!notes.is_empty(), "{rule} on {shown}");
    let automaton = Reference::get().automaton(rule);
    let fixes = notes.iter().flat_map(Note::fixes);
    let judged = fixes.map(|fix| {
        let span = fix.span();
        let (before, after) = (&text[..span.start], &text[span.end..]);
        let applied = [before, fix.replacement().as_bytes(), after].concat();
        assert_eq!(applied, fix.text().as_bytes(), "{rule} on {shown}");
        assert_ne!(applied, text);
        if fix.is_certain() {
            certain_fixes::judge(text, fix);
        }
        assert!(
            automaton.accepts(&applied),
            "{rule} on {shown}: {}",
            fix.text()
        );
        assert!(
            is_valid(rule, &applied),
            "{rule} on {shown}: {}",
            fix.text()
        );
    });
    judged.count()
}

/// Judges the fixes of the text, if the production rejects it.
fn judge_as(rule: Rule, text: impl AsRef<[u8]>) -> usize {
    let text = text.as_ref();
    let error = parse(rule, text).err();
    error.map_or(0, |error| judge(text, &error))
}

#[test]
fn every_fix_of_the_cases_is_valid() {
    let fixes: usize = CASES
        .iter()
        .map(|(rule, text, _)| judge_as(*rule, text))
        .sum();
    assert!(fixes > 100, "{fixes}");
}

#[test]
fn every_fix_of_every_case_is_valid_as_every_production() {
    for (_, text, _) in CASES.iter() {
        for rule in Rule::ALL {
            judge_as(rule, text);
        }
    }
}

#[test]
fn every_fix_of_a_near_miss_is_valid() {
    let grammar = &Reference::get().grammar;
    for rule in Rule::ALL {
        let sentences = Sentences::new(grammar, rule.name()).expect("the automaton is small");
        for miss in sentences.near_misses(1738).take(few_or_many(100, 400)) {
            judge_as(rule, &miss.text);
        }
    }
}

#[test]
fn every_fix_of_the_conformance_suites_is_valid() {
    for rule in Rule::ALL {
        let suite = Suite::new(Reference::get().automaton(rule), 0).expect("the suite is small");
        for text in suite.texts().step_by(few_or_many(29, 7)) {
            judge_as(rule, &text);
        }
    }
}

#[test]
fn every_fix_of_short_texts_after_each_scheme_is_valid() {
    let pieces = [
        "a", "1", ".", "-", "_", "/", ":", ";", "@", "?", "#", "=", "%", "%4", "%41", " ", "<",
        ">", "\"", "\\", "~", "é", "URL:", "http://", ";type=",
    ];
    let schemes = Rule::Url.uses().iter().map(|rule| rule.example());
    let schemes = schemes.filter_map(|example| Some(example.split_once(':')?.0));
    for scheme in schemes.chain(["x-new", ""]) {
        for after in [":", "://", "://h/", "://h/a", ""] {
            let prefix = format!("{scheme}{after}");
            every_text(&prefix, &pieces, 2, &mut |text| {
                judge_as(Rule::Url, text);
            });
        }
    }
}

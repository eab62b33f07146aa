//! Wrong texts, the ids of their notes, and the texts that the fixes of each note lead to: the lines of `tests/notes.txt`.

use std::sync::LazyLock;

use rfc1738::Rule;

/// A production, a text that it does not derive, and its notes with their fixes.
pub(crate) type Case = (Rule, &'static str, Vec<(&'static str, Vec<&'static str>)>);

pub(crate) static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let case = |line: &'static str| {
        let (rule, rest) = line.split_once(' ').expect("a production and a text");
        let mut parts = rest.split(" → ");
        let text: &str = parts.next().expect("a text").replace('␉', "\t").leak();
        let notes = parts.map(|note| {
            let mut words = note.split(' ');
            (words.next().expect("an id"), words.collect())
        });
        (rule.parse().expect("a production"), text, notes.collect())
    };
    let lines = include_str!("../../notes.txt").lines();
    let cases: Vec<Case> = lines
        .filter(|line| !line.starts_with('#'))
        .map(case)
        .collect();
    assert!(cases.len() > 150, "{} cases", cases.len());
    cases
});

//! What is around the rules of a text that somebody pasted into a grammar file.

use std::collections::HashSet;

use super::candidates::candidates;
use super::document::Line;
use super::judgement::judge;
use super::pages::is_caption;
use super::text::heading;
use super::wording::{Names, Sentences};

/// The smallest number of rules of a document: with fewer, the text is something else.
const RULES: usize = 2;

/// The number of paragraphs from which everything that is no rule is text of the document.
const PARAGRAPHS: usize = 2;

/// Returns whether a line can be a sentence. Without one, nothing is around the rules.
pub(crate) fn may_have_sentences<'l>(mut lines: impl Iterator<Item = &'l str>) -> bool {
    let names = Names::new(std::iter::empty());
    let mut sentences = Sentences::new(&names);
    lines.any(|line| {
        if line.trim().is_empty() {
            sentences = Sentences::new(&names);
        }
        !line.trim_start().starts_with(';') && sentences.is_sentence(line)
    })
}

/// The lines that belong to no rule.
pub(crate) struct Surroundings {
    /// The lines that continue a comment without a semicolon.
    pub(crate) wrapped: Vec<usize>,
    /// The lines of paragraphs, headings and captions.
    pub(crate) text: Vec<usize>,
}

impl Surroundings {
    /// Finds the lines.
    pub(crate) fn new(texts: &[&str]) -> Self {
        let line = |(index, text): (usize, &&str)| Line {
            text: text.replace('\x0c', "").trim_end().to_owned(),
            number: index + 1,
            ..Line::default()
        };
        let lines: Vec<Line> = texts.iter().enumerate().map(line).collect();
        let candidates = candidates(&lines);
        let names = Names::new(candidates.iter().map(|one| one.name.as_str()));
        let starts: HashSet<usize> = candidates
            .iter()
            .filter(|one| one.is_spaced() && !one.is_below_text)
            .map(super::candidates::Candidate::line)
            .collect();
        let names_abnf = texts.iter().any(|text| text.contains("ABNF"));
        let judged = judge(&lines, candidates, names_abnf);
        let rules = judged.rules.iter().flat_map(|rule| &rule.candidate.lines);
        let in_rules: HashSet<usize> = rules.copied().collect();
        let mut found = Self {
            wrapped: judged.wrapped,
            text: Vec::new(),
        };
        if judged.rules.len() < RULES {
            return found;
        }
        let is_free = |index: &usize| {
            let line = &lines[*index];
            !line.is_blank() && !line.content().starts_with(';') && !in_rules.contains(index)
        };
        let mut paragraphs: Vec<Vec<usize>> = Vec::new();
        for index in (0..lines.len()).filter(is_free) {
            match paragraphs.last_mut() {
                Some(last) if last.last() == Some(&index.wrapping_sub(1)) => last.push(index),
                _ => paragraphs.push(vec![index]),
            }
        }
        let has_sentence = |paragraph: &&Vec<usize>| {
            let mut sentences = Sentences::new(&names);
            let mut all = paragraph.iter().map(|&index| lines[index].content());
            all.any(|line| sentences.is_sentence(line))
        };
        let is_document = paragraphs.iter().filter(has_sentence).count() >= PARAGRAPHS;
        let is_text = |paragraph: &Vec<usize>| {
            let is_title =
                |line: &Line| is_caption(&line.text) || heading(&line.text, true).is_some();
            let is_damaged = paragraph.iter().any(|index| starts.contains(index));
            let is_titles = paragraph.iter().all(|&index| is_title(&lines[index]));
            !is_damaged
                && (is_document || is_titles || (paragraph.len() > 1 && has_sentence(&paragraph)))
        };
        found.text = paragraphs.into_iter().filter(is_text).flatten().collect();
        found
    }
}

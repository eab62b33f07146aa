//! The core rules of ABNF: RFC 5234, Appendix B.1.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::lexeme::Input;
use super::lexer::lexemes;
use super::outline::outline;
use super::production;
use crate::syntax::{Encoding, Grammar, Notation};

/// The heading above the core rules that come after a file.
const HEADING: &str = "Core rules: RFC 5234, Appendix B.1";

/// The core rules as the RFC prints them, without page breaks.
const TEXT: &str = include_str!("core_rules.abnf");

/// Returns the names of the core rules, in the order of the RFC.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let beginnings = TEXT.lines().filter_map(|line| line.split_once('='));
    let names = beginnings.map(|(name, _)| name.trim_end());
    names.filter(|name| name.starts_with(|one: char| one.is_ascii_alphabetic()))
}

/// Returns the heading and the text of the core rules that a grammar needs; `None` if it needs
/// none. `key` returns the same for two names that are the same in the notation.
///
/// A rule that the grammar defines itself takes the place of the core rule.
pub(super) fn text_for(
    used: &HashSet<String>,
    defined: &HashSet<String>,
    key: &dyn Fn(&str) -> String,
) -> Option<String> {
    // The core rules are read like this too, and define all that they use.
    if used.is_subset(defined) {
        return None;
    }
    let core = grammar();
    let is_missing = |name: &&str| !defined.contains(&key(name));
    let mut needed = HashSet::new();
    let mut waiting: Vec<&str> = names().filter(|name| used.contains(&key(name))).collect();
    while let Some(name) = waiting.pop() {
        if is_missing(&name) && needed.insert(name) {
            let production = core.production(name);
            waiting.extend(production.into_iter().flat_map(|one| one.body.references()));
        }
    }
    let starts = core.productions.iter().map(|one| one.span.start);
    let ends = starts.skip(1).chain([TEXT.len()]);
    let texts = core.productions.iter().zip(ends);
    let texts = texts.filter(|(production, _)| needed.contains(production.name.as_str()));
    let texts: Vec<&str> = texts
        .map(|(production, end)| TEXT[production.span.start..end].trim_end())
        .collect();
    (!texts.is_empty()).then(|| format!("\n\n; {HEADING}\n\n{}\n", texts.join("\n")))
}

impl Grammar {
    /// Returns whether the offset of the source lies in the text of the grammar's own file, and not in what is
    /// after it: the core rules of ABNF and imported files.
    ///
    /// ```
    /// let grammar = rfcbnf::read("number = 1*DIGIT\n")?;
    /// let starts = grammar.productions.iter().map(|one| grammar.is_in_file(one.span.start));
    /// assert_eq!(Vec::from_iter(starts), [true, false]);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn is_in_file(&self, offset: usize) -> bool {
        let mut headings = self.headings.iter();
        let core = headings.find(|one| one.text == HEADING);
        core.is_none_or(|core| offset < core.span.start) && self.file_at(offset).is_none()
    }
}

impl Grammar {
    /// Returns the end of the text of the grammar's own file.
    pub(crate) fn own_end(&self) -> usize {
        let mut headings = self.headings.iter();
        let core = headings.find(|one| one.text == HEADING);
        let imported = self.imported.first().map(|file| file.span.start - 1);
        let ends = core.map(|core| core.span.start).into_iter().chain(imported);
        ends.min().unwrap_or(self.source.len())
    }
}

/// What they are read in, so that they need no core rules themselves.
const NOTATION: Notation = Notation::Rfc822;

/// Returns the grammar of all core rules.
pub(crate) fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| {
        let outline = outline(Input::new(TEXT));
        let rules = outline.rules.into_iter().map(|rule| {
            let lexemes = lexemes(rule.body, NOTATION, &[]);
            production::read(rule, lexemes, NOTATION, &mut Vec::new()).0
        });
        Grammar {
            source: TEXT.to_owned(),
            notation: NOTATION,
            encoding: Encoding::Octets,
            headings: outline.headings,
            productions: rules.collect(),
            ..Grammar::default()
        }
    })
}

//! What a run tests, as far as its result does not say it.

use std::ops::RangeInclusive;
use std::path::Path;

use rfcbnf_engine::Document;

use crate::grammar::NamedGrammar;

/// The heading above the core rules of ABNF, which follow the text of the file.
const CORE_RULES: &str = "Core rules: RFC 5234, Appendix B.1";

/// The command and the grammar of a run.
#[derive(Debug, Clone, Copy)]
pub struct Tested<'a> {
    /// The command with its arguments, as one would write it in a shell, escaped.
    pub command_line: &'a str,
    /// The grammar.
    pub grammar: &'a NamedGrammar,
    /// The path of the grammar file; `None` for the grammar of RFC 1738 and for standard input.
    pub file: Option<&'a Path>,
}

impl<'a> Tested<'a> {
    /// Returns the path of the grammar file and the lines of the production in it.
    pub(super) fn place(&self, production: &str) -> Option<(&'a Path, RangeInclusive<usize>)> {
        let file = self.file?;
        let grammar = &self.grammar.grammar;
        let production = grammar.production(production)?;
        let heading = production.heading.and_then(|it| grammar.headings.get(it));
        if heading.is_some_and(|heading| heading.text == CORE_RULES) {
            return None;
        }
        let document = Document::new(&grammar.source);
        let line = |offset| document.position(offset).line;
        let span = &production.span;
        let last = span.end.saturating_sub(1).max(span.start);
        Some((file, line(span.start)..=line(last)))
    }
}

//! What the fixes of all errors of a file ask about it, found once.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::notation::{RulePlaces, rule_places};
use crate::syntax::{Grammar, Kind, Span};

/// A file with errors.
pub(super) struct File<'g> {
    pub(super) grammar: &'g Grammar,
    rules: OnceCell<Vec<RulePlaces>>,
    /// The names without a production, in lower case.
    missing: OnceCell<HashSet<String>>,
}

impl<'g> File<'g> {
    pub(super) fn new(grammar: &'g Grammar) -> Self {
        Self {
            grammar,
            rules: OnceCell::new(),
            missing: OnceCell::new(),
        }
    }

    pub(super) fn source(&self) -> &'g str {
        &self.grammar.source
    }

    /// Returns the places of the rules, in file order.
    pub(super) fn rules(&self) -> &[RulePlaces] {
        self.rules.get_or_init(|| rule_places(self.source()))
    }

    /// Returns the body that an offset lies in.
    pub(super) fn body_around(&self, offset: usize) -> Option<&Span> {
        let rules = self.rules();
        let behind = rules.partition_point(|rule| rule.body.start <= offset);
        let body = &rules[behind.checked_sub(1)?].body;
        body.contains(&offset).then_some(body)
    }

    /// Returns whether a body ends here.
    pub(super) fn ends_body(&self, end: usize) -> bool {
        let body = end.checked_sub(1).and_then(|last| self.body_around(last));
        body.is_some_and(|body| self.source()[end..body.end].trim().is_empty())
    }

    /// Returns whether a name is used and not defined.
    pub(super) fn misses(&self, name: &str) -> bool {
        let missing = self.missing.get_or_init(|| missing(self.grammar));
        missing.contains(&name.to_ascii_lowercase())
    }
}

fn missing(grammar: &Grammar) -> HashSet<String> {
    let mut names = HashSet::new();
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            if let Kind::Reference { name, .. } = &part.kind {
                names.insert(name.to_ascii_lowercase());
            }
        });
    }
    for production in &grammar.productions {
        names.remove(&production.name.to_ascii_lowercase());
    }
    names
}

//! The productions of an export, and their names.
//!
//! A reading can make a reference ignore case. Other notations do not have that, so the export
//! writes the production of such a reference a second time, with letters in either case.

use std::collections::{HashMap, HashSet};

use super::ExportError;
use crate::syntax::{Case, Encoding, Expression, Grammar, Kind, Production, in_any_case};

/// The suffix of the name of a second definition.
const ANY_CASE: &str = "-any-case";

/// The productions of an export.
pub(super) struct Selection<'g> {
    grammar: &'g Grammar,
    is_whole: bool,
    productions: HashMap<&'g str, &'g Production>,
    /// The productions for which case matters.
    case_sensitive: HashSet<&'g str>,
    selected: HashSet<(&'g str, Case)>,
}

impl<'g> Selection<'g> {
    /// Selects the production of that name and those that it uses, or all productions.
    pub(super) fn new(grammar: &'g Grammar, only: Option<&str>) -> Result<Self, ExportError> {
        let productions: HashMap<&str, &Production> = grammar
            .productions
            .iter()
            .map(|production| (production.name.as_str(), production))
            .collect();
        let wanted: Vec<&str> = match only {
            None => grammar.productions.iter().map(|one| &*one.name).collect(),
            Some(name) => vec![&grammar.lookup(name)?.name],
        };
        let mut selection = Self {
            grammar,
            is_whole: only.is_none(),
            productions,
            case_sensitive: HashSet::new(),
            selected: HashSet::new(),
        };
        let productions = grammar.users_last();
        loop {
            let known = selection.case_sensitive.len();
            for production in &productions {
                if selection.is_case_sensitive(&production.body) {
                    selection.case_sensitive.insert(&production.name);
                }
            }
            // Only recursion needs more than one pass.
            if selection.case_sensitive.len() == known {
                break;
            }
        }
        selection.select(wanted);
        Ok(selection)
    }

    fn is_case_sensitive(&self, body: &Expression) -> bool {
        let mut found = false;
        body.walk(&mut |expression| {
            found |= match &expression.kind {
                Kind::Literal { text, case, .. } => {
                    *case == Case::Exact && text.chars().any(|one| one.is_ascii_alphabetic())
                }
                Kind::Reference { name, case, .. } => {
                    *case == Case::Exact && self.case_sensitive.contains(name.as_str())
                }
                Kind::Range { first, last } => {
                    let is_any_case = Kind::Range {
                        first: *first,
                        last: *last,
                    };
                    in_any_case(*first, *last, &expression.span) != is_any_case
                }
                _ => false,
            };
        });
        found
    }

    fn select(&mut self, wanted: Vec<&'g str>) {
        let mut waiting: Vec<(&str, Case)> =
            wanted.into_iter().map(|name| (name, Case::Exact)).collect();
        while let Some((name, case)) = waiting.pop() {
            let Some(production) = self.productions.get(name).copied() else {
                continue;
            };
            if !self.selected.insert((&production.name, case)) {
                continue;
            }
            production.body.walk(&mut |expression| {
                if let Kind::Reference {
                    name, case: inner, ..
                } = &expression.kind
                {
                    waiting.push((name, self.case_of(name, case.max(*inner))));
                }
            });
        }
    }

    /// Returns the case in which a reference is written. If case does not matter for the production,
    /// the export does not write it twice.
    pub(super) fn case_of(&self, name: &str, case: Case) -> Case {
        if self.case_sensitive.contains(name) {
            case
        } else {
            Case::Exact
        }
    }

    pub(super) fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// Returns the first production that derives octets above 7F one by one.
    fn with_octets(&self) -> Option<&'g Production> {
        let is_of_octets = self.grammar.encoding == Encoding::Octets;
        let mut productions = self.in_file_order().filter(|_| is_of_octets);
        let found = productions.find(|(production, _)| production.body.greatest() > '\u{7f}');
        found.map(|(production, _)| production)
    }

    /// Fails if a production derives octets above 7F one by one: the notation reads characters.
    pub(super) fn check_characters(&self) -> Result<(), ExportError> {
        match self.with_octets() {
            None => Ok(()),
            Some(production) => Err(ExportError::OctetsAsCharacters {
                production: production.name.clone(),
            }),
        }
    }

    /// Returns whether it is the whole grammar.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns the productions with the cases in which they are written, in file order.
    pub(super) fn in_file_order(&self) -> impl Iterator<Item = (&'g Production, Case)> {
        let productions = self.grammar.productions.iter();
        productions.flat_map(|production| self.cases_of(production))
    }

    /// Returns the same, each after those that it uses.
    pub(super) fn users_last(&self) -> impl Iterator<Item = (&'g Production, Case)> {
        let productions = self.grammar.users_last().into_iter();
        productions.flat_map(|production| self.cases_of(production))
    }

    fn cases_of(&self, production: &'g Production) -> impl Iterator<Item = (&'g Production, Case)> {
        [Case::Exact, Case::Ignored]
            .into_iter()
            .filter(|case| self.selected.contains(&(production.name.as_str(), *case)))
            .map(move |case| (production, case))
    }
}

/// The names of the productions in an export: all different, and valid in its notation.
#[derive(Default)]
pub(super) struct Names<'g> {
    exact: HashMap<&'g str, String>,
    any_case: HashMap<&'g str, String>,
}

impl<'g> Names<'g> {
    /// Chooses the names. A name that needs no change has priority over one that does. Two names are
    /// the same if `folded` returns the same for both.
    pub(super) fn new(
        selection: &Selection<'g>,
        spelled: impl Fn(&str) -> String,
        folded: impl Fn(&str) -> String,
    ) -> Self {
        let mut names = Self::default();
        let mut taken = HashSet::new();
        let mut changed = Vec::new();
        for (production, case) in selection.in_file_order() {
            let wanted = wanted(&production.name, case);
            let kept = case == Case::Exact && spelled(&wanted) == wanted;
            if kept && taken.insert(folded(&wanted)) {
                names.exact.insert(&production.name, wanted);
            } else {
                changed.push((production, case));
            }
        }
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for (production, case) in changed {
            let base = wanted(&production.name, case);
            // Numbers in use are not tried again: many names can be alike.
            let number = numbers.entry(folded(&spelled(&base))).or_insert(1);
            let mut name = spelled(&base);
            while !taken.insert(folded(&name)) {
                *number += 1;
                name = spelled(&format!("{base}-{number}"));
            }
            let known = match case {
                Case::Exact => &mut names.exact,
                Case::Ignored => &mut names.any_case,
            };
            known.insert(&production.name, name);
        }
        names
    }

    /// Returns the name of the production; `None` if the grammar does not define it.
    pub(super) fn of(&self, name: &str, case: Case) -> Option<&str> {
        let named = match case {
            Case::Exact => &self.exact,
            Case::Ignored => &self.any_case,
        };
        named.get(name).map(String::as_str)
    }

    /// Returns whether a production has that name, letters in any case.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut names = self.exact.values().chain(self.any_case.values());
        // A full stop of EBNF reads as a hyphen.
        names.any(|one| one.replace('.', "-").eq_ignore_ascii_case(name))
    }
}

fn wanted(name: &str, case: Case) -> String {
    match case {
        Case::Exact => name.to_owned(),
        Case::Ignored => format!("{name}{ANY_CASE}"),
    }
}

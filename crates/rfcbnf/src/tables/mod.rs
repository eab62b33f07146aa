//! What a course shows of a grammar: FIRST, FOLLOW, and the table of LL(1) with its conflicts and their causes.
//!
//! ```
//! use rfcbnf::tables::{Tables, Why};
//!
//! let grammar = rfcbnf::read("S → i E t S R | a\nR → e S | ε\nE → b\n")?;
//! let tables = Tables::new(&grammar, "S")?;
//! let [_, rest, _] = tables.rows() else { panic!("there are three") };
//! assert!(rest.is_nullable());
//! assert_eq!(rest.first().characters, ['e'..='e']);
//! assert_eq!((rest.follow().characters, rest.follow().end), (vec!['e'..='e'], true));
//! let [conflict] = tables.conflicts() else { panic!("there is one") };
//! assert_eq!(conflict.characters.characters, ['e'..='e']);
//! assert_eq!(conflict.alternatives, [0, 1]);
//! assert!(matches!(&conflict.why, [Why::First, Why::Follow { .. }]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A grammar is read as a textbook would write it (module `rules`): optional parts, repetitions and groups are helpers of
//! their own, `s-1`. A terminal is a character, so a parser that goes by the table looks at one character: `"if"` and
//! `"int"` are in conflict. Columns are classes of characters that no terminal tells apart.
//!
//! FIRST and FOLLOW are the least sets for which these hold (A. Aho, M. Lam, R. Sethi and J. Ullman, 2006, Section 4.4),
//! and are found by going through the rules until nothing changes.

mod conflict;
mod deterministic;
mod letters;
mod rules;

pub use conflict::{Conflict, Why};
pub(crate) use deterministic::{Determinism, determinism};
pub use letters::Lookahead;
pub use rules::Part;

use thiserror::Error;

use crate::lookup::UnknownProduction;
use crate::obstacles::Obstacle;
use crate::syntax::{Grammar, Span};
use letters::{END, LetterSet};
use rules::{Rules, Symbol, Word};

/// Why a production has no tables.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TablesError {
    /// The grammar has no production of that name.
    #[error(transparent)]
    UnknownProduction(#[from] UnknownProduction),
    /// The production uses prose, a name without a definition, or text that cannot be read.
    #[error(transparent)]
    Obstacle(Box<Obstacle>),
    /// The rules have more than 20,000 symbols, or tell more than 255 classes of characters apart.
    #[error(
        "production `{0}` is too large for tables: its rules have more than 20,000 symbols or 255 classes of characters"
    )]
    TooLarge(String),
}

/// FIRST, FOLLOW and the table of LL(1) of a production and of those that it uses.
#[derive(Debug)]
pub struct Tables {
    rows: Vec<Row>,
    columns: Vec<Lookahead>,
    conflicts: Vec<Conflict>,
}

/// A production, or a helper: a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    name: String,
    production: String,
    span: Span,
    is_helper: bool,
    alternatives: Vec<Alternative>,
    is_nullable: bool,
    first: Lookahead,
    follow: Lookahead,
    cells: Vec<Vec<usize>>,
}

/// A right side of a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Its parts as people write them; none for the empty text.
    pub parts: Vec<Part>,
    /// What of the file it is, in byte offsets.
    pub span: Span,
    /// What its texts can begin with.
    pub first: Lookahead,
    /// Whether it derives the empty text.
    pub is_nullable: bool,
}

/// The sets of the rules, by the numbers of variables.
pub(crate) struct Sets {
    nullable: Vec<bool>,
    first: Vec<LetterSet>,
    follow: Vec<LetterSet>,
}

impl Tables {
    /// Computes the tables of a production and of those that it uses. The end of the text follows the production.
    ///
    /// # Errors
    ///
    /// [`TablesError`] if there is no such production, if it has an obstacle other than recursion, or if it is too large.
    pub fn new(grammar: &Grammar, production: &str) -> Result<Self, TablesError> {
        let rules = rules(grammar, production)?;
        let sets = Sets::of(&rules);
        let order = rules.order();
        let mut columns: Vec<LetterSet> = rules.letters.numbers().map(LetterSet::single).collect();
        columns.push(LetterSet::single(END));
        let rows = order
            .iter()
            .map(|&variable| Row::of(grammar, (&rules, &sets), variable, &columns));
        let rows: Vec<Row> = rows.collect();
        Ok(Self {
            conflicts: conflict::conflicts(&rules, &sets, &order),
            columns: columns
                .into_iter()
                .map(|one| rules.letters.lookahead(one))
                .collect(),
            rows,
        })
    }

    /// Returns the productions in the order of the file, each before its helpers.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the columns of the table: classes of characters, and the end of the text.
    #[must_use]
    pub fn columns(&self) -> &[Lookahead] {
        &self.columns
    }

    /// Returns the conflicts of the table in the order of the rows.
    #[must_use]
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Returns whether the grammar is LL(1): no cell of the table holds two alternatives.
    ///
    /// ```
    /// use rfcbnf::tables::Tables;
    ///
    /// let is_ll1 = |source| Ok::<_, Box<dyn std::error::Error>>(Tables::new(&rfcbnf::read(source)?, "E")?.is_ll1());
    /// assert!(!is_ll1("E → E + n | n\n")?);
    /// assert!(is_ll1("E → n R\nR → + n R | ε\n")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_ll1(&self) -> bool {
        self.conflicts.is_empty()
    }
}

impl Row {
    fn of(
        grammar: &Grammar,
        (rules, sets): (&Rules, &Sets),
        variable: usize,
        columns: &[LetterSet],
    ) -> Self {
        let source = &rules.variables[variable];
        let follow = sets.follow[variable];
        let words = source.words.iter();
        let predicted: Vec<LetterSet> = words
            .map(|word| sets.predicted(rules, word, follow))
            .collect();
        let cells = columns.iter().map(|column| {
            let takes = |word: &usize| !(predicted[*word] & *column).is_empty();
            (0..predicted.len()).filter(takes).collect()
        });
        let alternatives = source.words.iter().map(|word| {
            let (first, is_nullable) = sets.first_of(rules, &word.symbols);
            Alternative {
                parts: word.parts.clone(),
                span: word.span.clone(),
                first: rules.letters.lookahead(first),
                is_nullable,
            }
        });
        Self {
            name: source.name.clone(),
            production: grammar.productions[source.production].name.clone(),
            span: source.span.clone(),
            is_helper: source.is_helper,
            alternatives: alternatives.collect(),
            is_nullable: sets.nullable[variable],
            first: rules.letters.lookahead(sets.first[variable]),
            follow: rules.letters.lookahead(follow),
            cells: cells.collect(),
        }
    }

    /// Returns the name of the production, or of the helper: that of its production, and a number.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name of the production that it is, or is a part of.
    #[must_use]
    pub fn production(&self) -> &str {
        &self.production
    }

    /// Returns what of the file it is, in byte offsets: the production, or the part that a helper derives.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Returns whether it is a part of a production.
    #[must_use]
    pub fn is_helper(&self) -> bool {
        self.is_helper
    }

    /// Returns the right sides.
    #[must_use]
    pub fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }

    /// Returns whether it derives the empty text.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.is_nullable
    }

    /// Returns FIRST: what its texts can begin with. Whether the empty text is one of them says
    /// [`is_nullable`](Self::is_nullable).
    #[must_use]
    pub fn first(&self) -> Lookahead {
        self.first.clone()
    }

    /// Returns FOLLOW: what can come after it.
    #[must_use]
    pub fn follow(&self) -> Lookahead {
        self.follow.clone()
    }

    /// Returns for each column the alternatives that the table has there, as indices.
    #[must_use]
    pub fn cells(&self) -> &[Vec<usize>] {
        &self.cells
    }
}

/// Returns the rules of a production.
fn rules(grammar: &Grammar, production: &str) -> Result<Rules, TablesError> {
    let name = grammar.lookup(production)?.name.as_str();
    let obstacle = grammar.obstacles().to_texts(name);
    if let Some(obstacle) = obstacle.filter(|one| !one.is_recursion()) {
        return Err(TablesError::Obstacle(Box::new(obstacle)));
    }
    let mut productions = grammar.productions.iter();
    let start = productions.position(|one| one.name == name);
    let rules = start.and_then(|start| Rules::new(grammar, start));
    rules.ok_or_else(|| TablesError::TooLarge(name.to_owned()))
}

impl Sets {
    /// Computes the sets by going through the rules until nothing changes.
    fn of(rules: &Rules) -> Self {
        let count = rules.variables.len();
        let mut sets = Self {
            nullable: vec![false; count],
            first: vec![LetterSet::EMPTY; count],
            follow: vec![LetterSet::EMPTY; count],
        };
        if let Some(start) = sets.follow.first_mut() {
            start.insert(END);
        }
        while sets.grow_first(rules) {}
        while sets.grow_follow(rules) {}
        sets
    }

    fn grow_first(&mut self, rules: &Rules) -> bool {
        let mut has_changed = false;
        for (variable, source) in rules.variables.iter().enumerate() {
            for word in &source.words {
                let (first, is_nullable) = self.first_of(rules, &word.symbols);
                let first = self.first[variable] | first;
                has_changed |=
                    first != self.first[variable] || is_nullable && !self.nullable[variable];
                self.first[variable] = first;
                self.nullable[variable] |= is_nullable;
            }
        }
        has_changed
    }

    fn grow_follow(&mut self, rules: &Rules) -> bool {
        let mut has_changed = false;
        for (variable, source) in rules.variables.iter().enumerate() {
            for word in &source.words {
                let mut after = self.follow[variable];
                for &symbol in word.symbols.iter().rev() {
                    let (first, is_nullable) = self.first_of(rules, &[symbol]);
                    if let Symbol::Variable(used) = symbol {
                        let follow = self.follow[used] | after;
                        has_changed |= follow != self.follow[used];
                        self.follow[used] = follow;
                    }
                    after = if is_nullable { after | first } else { first };
                }
            }
        }
        has_changed
    }

    /// Returns the letters that texts of a word can begin with, and whether it derives the empty text.
    fn first_of(&self, rules: &Rules, word: &[Symbol]) -> (LetterSet, bool) {
        let mut first = LetterSet::EMPTY;
        for &symbol in word {
            match symbol {
                Symbol::Set(set) => return (first | rules.sets[set], false),
                Symbol::Variable(variable) => {
                    first |= self.first[variable];
                    if !self.nullable[variable] {
                        return (first, false);
                    }
                }
            }
        }
        (first, true)
    }

    /// Returns the letters for which the table has a word, where these can follow its variable.
    fn predicted(&self, rules: &Rules, word: &Word, follow: LetterSet) -> LetterSet {
        match self.first_of(rules, &word.symbols) {
            (first, true) => first | follow,
            (first, false) => first,
        }
    }
}

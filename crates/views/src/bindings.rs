//! What the libraries for other languages share: parsers, texts and suites of the productions of any
//! grammar.
//!
//! Errors are sentences. Each library raises them in its way. They do not use `Debug`, which writes nothing in a module of
//! WebAssembly: `clients/wasm/build` leaves it out.

use rfcbnf::ParserError;
use rfcbnf::conformance::{self, ProductionSuite, QuickSuite};
use rfcbnf::sentences::TextKind;
use rfcbnf::syntax::{self, Grammar};
use rfcbnf_engine::escape::Quoted;

use crate::production::CheckedProduction;

/// A parser of one production.
pub enum Parser {
    /// One of RFC 1738.
    Generated(rfc1738::Rule),
    /// One of a grammar.
    Prepared(rfcbnf::Parser),
}

/// A question to a production.
pub trait Question {
    /// What it is answered with.
    type Answer;

    /// Asks the production.
    fn ask(self, rule: impl CheckedProduction) -> Self::Answer;
}

impl Parser {
    /// Makes the parser of a production.
    ///
    /// # Errors
    ///
    /// Returns a sentence that says why there is none.
    ///
    /// ```
    /// use rfc1738_views::bindings::{Parser, Question};
    /// use rfc1738_views::production::CheckedProduction;
    ///
    /// struct IsValid<'t>(&'t [u8]);
    ///
    /// impl Question for IsValid<'_> {
    ///     type Answer = Option<bool>;
    ///
    ///     fn ask(self, rule: impl CheckedProduction) -> Option<bool> {
    ///         rule.is_valid(self.0).ok()
    ///     }
    /// }
    ///
    /// let grammar = rfcbnf::read("nest = \"(\" [ nest ] \")\"\n")?;
    /// let parser = Parser::of(&grammar, "nest")?;
    /// assert_eq!(parser.ask(IsValid(b"(())")), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(grammar: &Grammar, name: &str) -> Result<Self, String> {
        let parser = grammar.parser(name).map_err(|error| match error {
            ParserError::Obstacle(obstacle) => format!("{obstacle}; {}", obstacle.help()),
            other => other.to_string(),
        });
        Ok(Self::Prepared(parser?))
    }

    /// Asks the production.
    pub fn ask<Q: Question>(&self, question: Q) -> Q::Answer {
        match self {
            Self::Generated(rule) => question.ask(*rule),
            Self::Prepared(parser) => question.ask(parser.rule()),
        }
    }
}

/// How the texts of a suite are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuiteKind {
    /// Every wrong parser with few enough states fails.
    Complete,
    /// Complete for each production, with its parts as signs.
    Productions,
    /// Each reference once, valid and invalid.
    Quick,
}

/// The texts of a production with the verdicts of a right parser.
pub enum SuiteTexts {
    /// They are made part by part.
    Complete(Box<conformance::Suite<'static>>),
    /// All of them.
    Listed(Vec<conformance::Case>),
}

impl SuiteKind {
    /// Returns the kind of this name: `complete`, `productions` or `quick`.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there is none.
    pub fn of(name: &str) -> Result<Self, String> {
        match name {
            "complete" => Ok(Self::Complete),
            "productions" => Ok(Self::Productions),
            "quick" => Ok(Self::Quick),
            other => Err(format!(
                "kind: there is no suite {}; write \"complete\", \"productions\" or \"quick\"",
                Quoted(other)
            )),
        }
    }
}

impl SuiteTexts {
    /// Plans the suite of a production.
    ///
    /// # Errors
    ///
    /// Returns a sentence that says why there is none.
    ///
    /// ```
    /// use rfc1738_views::bindings::{SuiteKind, SuiteTexts};
    ///
    /// let grammar = rfcbnf::read("bit = \"0\" | \"1\"\n")?;
    /// let suite = SuiteTexts::plan(&grammar, "bit", SuiteKind::Complete, 0, 0)?;
    /// let parts = (0..).map_while(|part| suite.part(part));
    /// let cases: Vec<_> = parts.flatten().collect();
    /// assert_eq!(cases.len() as u64, suite.size());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(
        grammar: &syntax::Grammar,
        name: &str,
        kind: SuiteKind,
        extra_states: u8,
        depth: u32,
    ) -> Result<Self, String> {
        let texts = match kind {
            SuiteKind::Complete => conformance::Suite::to_depth(grammar, name, depth, extra_states)
                .map(|suite| Self::Complete(Box::new(suite))),
            SuiteKind::Productions => ProductionSuite::new(grammar, name, extra_states)
                .map(|suite| Self::Listed(suite.cases().collect())),
            SuiteKind::Quick => {
                QuickSuite::new(grammar, name).map(|suite| Self::Listed(suite.cases().to_vec()))
            }
        };
        texts.map_err(|error| error.to_string())
    }

    /// Returns the depth of the texts whose suite this is; `None` if it is that of all texts.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        match self {
            Self::Complete(suite) => suite.depth(),
            Self::Listed(_) => None,
        }
    }

    /// Returns the number of texts.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Self::Complete(suite) => suite.size(),
            Self::Listed(cases) => cases.len() as u64,
        }
    }

    /// Returns the cases of a part; `None` after the last one. A text on which a recognizer gives up has no
    /// verdict, and is left out.
    #[must_use]
    pub fn part(&self, part: usize) -> Option<Vec<conformance::Case>> {
        match self {
            Self::Listed(cases) => (part == 0).then(|| cases.clone()),
            Self::Complete(suite) => (part < suite.parts()).then(|| {
                let texts = suite.part(part);
                texts.filter_map(|text| suite.case(text).ok()).collect()
            }),
        }
    }
}

/// Returns the kind of texts of this name: `valid`, `invalid` or `cover`.
///
/// # Errors
///
/// Returns a sentence if there is none.
pub fn text_kind(name: &str) -> Result<TextKind, String> {
    match name {
        "valid" => Ok(TextKind::Valid),
        "invalid" => Ok(TextKind::Invalid),
        "cover" => Ok(TextKind::Cover),
        other => Err(format!(
            "kind: there is no kind {} of texts; write \"valid\", \"invalid\" or \"cover\"",
            Quoted(other)
        )),
    }
}

//! All about one production.
//!
//! ```
//! use rfc1738::Rule;
//! use rfc1738_views::explain::{Explanation, page};
//! use rfc1738_views::grammar::NamedGrammar;
//! use rfc1738_views::palette::Palette;
//! use rfcbnf::Prose;
//!
//! let (grammar, readings) = rfcbnf::rfc1738::load(rfcbnf::rfc1738::BNF, rfcbnf::rfc1738::READINGS)?;
//! let named = NamedGrammar { grammar, readings, file: None, has_rfc1738_readings: true };
//! let prose = Prose::from_toml(rfcbnf::rfc1738::PROSE)?;
//! let explanation = Explanation::new(&named, &prose, "port", Rule::Port)?;
//! let mut out = Vec::new();
//! page::write(&mut out, Palette::PLAIN, &explanation)?;
//! assert!(out.starts_with(b"port           = digits\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod page;
pub mod record;

use std::borrow::Cow;

use rfc1738::Rule;
use rfcbnf::automaton::AutomatonError;
use rfcbnf::derivations::{DerivationTree, derivations_without};
use rfcbnf::obstacles::Obstacle;
use rfcbnf::readings::Reading;
use rfcbnf::recognizer::Recognizer;
use rfcbnf::sentences::{RecursiveSentences, Sentences};
use rfcbnf::syntax::Production;
use rfcbnf::{Prose, Remark};

use crate::characters::Next;
use crate::grammar::NamedGrammar;
use crate::production::CheckedProduction;

/// The facts about one production, computed from the grammar and its prose.
///
/// Invariant: nothing here is escaped. A view escapes what it writes.
#[derive(Debug)]
pub struct Explanation<'a, P: CheckedProduction> {
    /// The production.
    pub production: &'a Production,
    /// Its text in the file.
    pub text: Cow<'a, str>,
    /// The section of RFC 1738 that explains it.
    pub section: Option<&'a str>,
    /// The heading above it.
    pub heading: Option<&'a str>,
    /// Remarks of the prose on it.
    pub prose: Vec<&'a Remark>,
    /// The readings that changed it.
    pub readings: Vec<&'a Reading>,
    /// The productions that it uses.
    pub uses: Vec<&'a str>,
    /// The productions that use it.
    pub users: Vec<&'a str>,
    /// What keeps it from having an automaton.
    pub obstacle: Option<Obstacle>,
    /// The characters that its texts begin with; `None` if that is not decided.
    pub first: Option<Next>,
    /// Whether it derives the empty text; `None` if that is not decided.
    pub is_empty_derived: Option<bool>,
    /// A shortest text for each of its first choices.
    pub shortest: Vec<Vec<u8>>,
    /// The number of its choices.
    pub choices: usize,
    /// The tree of a typical text; `None` if the production derives no text.
    pub example: Option<DerivationTree>,
    /// A text one edit away from the example; `None` if there is no example, or if its error is not
    /// decided.
    pub near_miss: Option<NearMiss<P>>,
}

/// A text that the production rejects and that is one edit away from a valid one.
#[derive(Debug)]
pub struct NearMiss<P: CheckedProduction> {
    /// The text.
    pub text: Vec<u8>,
    /// Its error.
    pub error: P::Rejection,
}

impl<'a, P: CheckedProduction> Explanation<'a, P> {
    /// Explains the production with this name, which has an automaton. `rule` parses its texts.
    ///
    /// # Errors
    ///
    /// Fails if the grammar has no such production, or if its automaton is too large.
    pub fn new(
        grammar: &'a NamedGrammar,
        prose: &'a Prose,
        name: &'a str,
        rule: P,
    ) -> Result<Self, AutomatonError> {
        let syntax = &grammar.grammar;
        let sentences = Sentences::new(syntax, name)?;
        let automaton = sentences.automaton();
        let production = syntax.lookup(name)?;
        let example = prose.example(name).map(|text| text.as_bytes().to_vec());
        let example = example.filter(|text| automaton.accepts(text));
        let example = example.or_else(|| sentences.typical());
        let miss = example
            .as_ref()
            .and_then(|text| sentences.near_miss_of(text));
        Ok(Self {
            first: Some(Next::of_state(
                automaton,
                syntax.encoding,
                automaton.start(),
            )),
            is_empty_derived: Some(automaton.is_accepting(automaton.start())),
            shortest: sentences.shortest()?,
            choices: sentences.own_choices(),
            example: example.and_then(|text| tree(grammar, name, &text)),
            near_miss: miss.and_then(|miss| NearMiss::new(miss.text, rule)),
            ..Self::of_production(grammar, prose, production)
        })
    }

    /// Explains a production without an automaton: everything but what only automata know.
    ///
    /// # Errors
    ///
    /// Fails if the grammar has no such production.
    pub fn obstructed(
        grammar: &'a NamedGrammar,
        prose: &'a Prose,
        obstacle: Obstacle,
    ) -> Result<Self, AutomatonError> {
        let name = obstacle.production();
        let production = grammar.grammar.lookup(name)?;
        // Recursion leaves the production recognizable.
        let recognizer = Recognizer::new(&grammar.grammar, name).ok();
        let beginning = recognizer.as_ref().and_then(|it| it.recognize(b"").ok());
        let first = recognizer.as_ref().zip(beginning.as_ref());
        // Examples are valid whatever lengths they give.
        let certain = grammar.grammar.certain();
        let sentences = RecursiveSentences::new(&certain, name).ok();
        let example = sentences.as_ref().map(RecursiveSentences::typical);
        Ok(Self {
            shortest: sentences.iter().map(RecursiveSentences::shortest).collect(),
            example: example.and_then(|text| tree(grammar, name, &text)),
            first: first.map(|(recognizer, found)| Next::first(recognizer, found)),
            is_empty_derived: beginning.map(|it| it.can_end),
            obstacle: Some(obstacle),
            ..Self::of_production(grammar, prose, production)
        })
    }

    /// Explains what does not depend on the texts.
    fn of_production(
        grammar: &'a NamedGrammar,
        prose: &'a Prose,
        production: &'a Production,
    ) -> Self {
        let (syntax, name) = (&grammar.grammar, production.name.as_str());
        let readings = grammar.readings.iter();
        Self {
            production,
            text: syntax.text(production),
            section: grammar.namesake(name).map(Rule::section),
            heading: production
                .heading
                .map(|heading| syntax.headings[heading].text.as_str()),
            prose: prose.remarks(name).collect(),
            readings: readings
                .filter(|reading| production.readings.contains(&reading.id))
                .collect(),
            uses: production.uses(),
            users: syntax.users(name).iter().map(|it| &*it.name).collect(),
            obstacle: None,
            first: None,
            is_empty_derived: None,
            shortest: Vec::new(),
            choices: 0,
            example: None,
            near_miss: None,
        }
    }
}

impl<P: CheckedProduction> NearMiss<P> {
    fn new(text: Vec<u8>, rule: P) -> Option<Self> {
        let error = rule.error_of(&text)?;
        Some(Self { text, error })
    }
}

/// Returns the tree of the text. The tree leaves out the productions for single characters, unless
/// `name` is one of them.
fn tree(grammar: &NamedGrammar, name: &str, text: &[u8]) -> Option<DerivationTree> {
    let characters = grammar.character_productions();
    let is_about_one = characters.contains(name);
    let leaves_out = |name: &str| !is_about_one && characters.contains(name);
    let trees = derivations_without(&grammar.grammar, name, text, leaves_out);
    trees.ok().and_then(|mut trees| trees.next())
}

//! The facts about a production, computed from the grammar and its prose.
//!
//! Invariant: nothing here is escaped. A view escapes what it writes.

use rfc1738::{CharacterSet, Rule, SyntaxError, parse};
use rfcbnf::automaton::{Automaton, AutomatonError};
use rfcbnf::derivations::{Tree, derivations_without};
use rfcbnf::sentences::Sentences;
use rfcbnf::syntax::Production;
use rfcbnf::{Prose, Reading, Remark};

use crate::grammar::NamedGrammar;
use crate::mismatch::Mismatch;

/// The facts about one production.
#[derive(Debug)]
pub struct Explanation<'a> {
    /// The production.
    pub production: &'a Production,
    /// Its text in the file.
    pub text: &'a str,
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
    /// The characters that its texts begin with.
    pub first: CharacterSet,
    /// Whether it derives the empty text.
    pub is_empty_derived: bool,
    /// A shortest text for each of its first choices.
    pub shortest: Vec<String>,
    /// The number of its choices.
    pub choices: usize,
    /// The tree of a typical text; `None` if the production derives no text.
    pub example: Option<Tree>,
    /// A text one edit away from the example; `None` if there is no example.
    pub near_miss: Option<NearMiss>,
}

/// A text that the production rejects and that is one edit away from a valid one.
#[derive(Debug)]
pub struct NearMiss {
    /// The text.
    pub text: String,
    /// Its error.
    pub error: NearMissError,
}

/// The error of a near miss.
#[derive(Debug)]
pub enum NearMissError {
    /// The error of a parser for RFC 1738.
    Own(SyntaxError),
    /// The error of the automaton, for any other grammar.
    Other(Mismatch),
}

impl<'a> Explanation<'a> {
    /// Explains the production with this name.
    ///
    /// # Errors
    ///
    /// Fails if the grammar has no such production, or if its automaton is too large.
    pub fn new(
        grammar: &'a NamedGrammar,
        prose: &'a Prose,
        name: &'a str,
    ) -> Result<Self, AutomatonError> {
        let NamedGrammar {
            grammar: syntax,
            readings,
            ..
        } = grammar;
        let sentences = Sentences::new(syntax, name)?;
        let automaton = sentences.automaton();
        let production = syntax.production(name);
        let production = production.ok_or_else(|| AutomatonError::UnknownProduction {
            name: name.to_owned(),
        })?;
        let rule = grammar.rule(name);
        let heading = production.heading;
        let readings = readings.iter();
        let example = prose.example(name).map(str::to_owned);
        let example = example.or_else(|| sentences.typical());
        let miss = example
            .as_ref()
            .and_then(|text| sentences.near_miss_of(text));
        Ok(Self {
            production,
            text: syntax.text(production),
            section: rule.map(Rule::section),
            heading: heading.map(|heading| syntax.headings[heading].text.as_str()),
            prose: prose.remarks(name).collect(),
            readings: readings
                .filter(|reading| production.readings.contains(&reading.id))
                .collect(),
            uses: production.uses(),
            users: syntax.users(name).iter().map(|it| &*it.name).collect(),
            first: automaton.next(automaton.start()).chars().collect(),
            is_empty_derived: automaton.is_accepting(automaton.start()),
            shortest: sentences.shortest()?,
            choices: sentences.own_choices(),
            example: example.and_then(|text| tree(grammar, name, &text)),
            near_miss: miss.and_then(|miss| NearMiss::new(miss.text, rule, automaton)),
        })
    }
}

impl NearMiss {
    fn new(text: String, rule: Option<Rule>, automaton: &Automaton) -> Option<Self> {
        let error = match rule {
            Some(rule) => NearMissError::Own(parse(rule, &text).err()?),
            None => NearMissError::Other(Mismatch::new(automaton, &text)),
        };
        Some(Self { text, error })
    }
}

/// Returns the tree of the text. The tree leaves out the productions for single characters, unless
/// `name` is one of them.
fn tree(grammar: &NamedGrammar, name: &str, text: &str) -> Option<Tree> {
    let characters = grammar.character_productions();
    let is_about_one = characters.contains(name);
    let leaves_out = |name: &str| !is_about_one && characters.contains(name);
    let trees = derivations_without(&grammar.grammar, name, text, leaves_out);
    trees.ok().and_then(|mut trees| trees.next())
}

//! What is known of a production.
//!
//! Invariant: nothing here is escaped; who shows it does that.

use rfc1738::{CharacterSet, Rule, SyntaxError, parse};
use rfcbnf::automaton::{Automaton, AutomatonError};
use rfcbnf::derivations::{Tree, derivations_without};
use rfcbnf::sentences::Sentences;
use rfcbnf::syntax::Production;
use rfcbnf::{Prose, Reading, Remark};

use crate::chosen_grammar::ChosenGrammar;
use crate::mismatch::Mismatch;

/// All about one production.
pub(super) struct Explanation<'a> {
    pub(super) production: &'a Production,
    /// As the file has it.
    pub(super) text: &'a str,
    pub(super) section: Option<&'a str>,
    pub(super) heading: Option<&'a str>,
    pub(super) prose: Vec<&'a Remark>,
    pub(super) readings: Vec<&'a Reading>,
    pub(super) uses: Vec<&'a str>,
    pub(super) users: Vec<&'a str>,
    /// The characters that its texts begin with.
    pub(super) first: CharacterSet,
    /// Whether the empty text is derived.
    pub(super) is_empty_derived: bool,
    pub(super) shortest: Vec<String>,
    /// How many choices of the production there are, of which the shortest texts show the first.
    pub(super) choices: usize,
    /// A typical text. Nothing where no text is derived.
    pub(super) example: Option<Tree>,
    /// Nothing where there is no example.
    pub(super) near_miss: Option<NearMiss>,
}

/// A text that is not derived, though one edit makes it of the example.
pub(super) struct NearMiss {
    pub(super) text: String,
    pub(super) error: Error,
}

/// What is wrong with a text.
pub(super) enum Error {
    /// As the parsers of RFC 1738 say it.
    Own(SyntaxError),
    /// As the automaton of any other grammar says it.
    Other(Mismatch),
}

impl<'a> Explanation<'a> {
    /// What is known of the production of that name, which there has to be.
    pub(super) fn new(
        chosen: &'a ChosenGrammar,
        prose: &'a Prose,
        name: &'a str,
    ) -> Result<Self, AutomatonError> {
        let grammar = &chosen.grammar;
        let sentences = Sentences::new(grammar, name)?;
        let automaton = sentences.automaton();
        let production = grammar.production(name);
        let production = production.ok_or_else(|| AutomatonError::UnknownProduction {
            name: name.to_owned(),
        })?;
        let rule = chosen.rule(name);
        let heading = production.heading;
        let readings = chosen.readings.iter();
        let example = prose.example(name).map(str::to_owned);
        let example = example.or_else(|| sentences.typical());
        let miss = example
            .as_ref()
            .and_then(|text| sentences.near_miss_of(text));
        Ok(Self {
            production,
            text: grammar.text(production),
            section: rule.map(Rule::section),
            heading: heading.map(|heading| grammar.headings[heading].text.as_str()),
            prose: prose.remarks(name).collect(),
            readings: readings
                .filter(|reading| production.readings.contains(&reading.id))
                .collect(),
            uses: production.uses(),
            users: grammar.users(name).iter().map(|it| &*it.name).collect(),
            first: automaton.next(automaton.start()).chars().collect(),
            is_empty_derived: automaton.is_accepting(automaton.start()),
            shortest: sentences.shortest()?,
            choices: sentences.own_choices(),
            example: example.and_then(|text| tree(chosen, name, &text)),
            near_miss: miss.and_then(|miss| NearMiss::new(miss.text, rule, automaton)),
        })
    }
}

impl NearMiss {
    fn new(text: String, rule: Option<Rule>, automaton: &Automaton) -> Option<Self> {
        let error = match rule {
            Some(rule) => Error::Own(parse(rule, &text).err()?),
            None => Error::Other(Mismatch::new(automaton, &text)),
        };
        Some(Self { text, error })
    }
}

/// The tree of the text, without the productions for single characters, unless it is about one
/// of them.
fn tree(chosen: &ChosenGrammar, name: &str, text: &str) -> Option<Tree> {
    let characters = chosen.character_productions();
    let is_about_one = characters.contains(name);
    let leaves_out = |name: &str| !is_about_one && characters.contains(name);
    let trees = derivations_without(&chosen.grammar, name, text, leaves_out);
    trees.ok().and_then(|mut trees| trees.next())
}

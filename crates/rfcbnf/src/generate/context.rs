//! The sources that a generated line may depend on.

use std::collections::HashMap;

use rfcbnf_engine::combinators::SearchState;

use super::dfas::Dfas;
use super::error::GenerateError;
use crate::automaton::Automaton;
use crate::layout::{Layout, is_module_name};
use crate::octets::OctetSet;
use crate::plan::Plan;
use crate::program::{Definition, Part, Program};
use crate::prose::Prose;
use crate::readings::Readings;
use crate::recognizer::{Recognition, Recognizer};
use crate::resolved::ResolvedGrammar;
use crate::sentences::RecursiveSentences;
use crate::syntax::{Grammar, Production};

/// The module of the productions above the first heading.
const NO_HEADING: &str = "productions";

/// A module of the generated code: its name and its productions in file order.
pub(super) type Module<'g> = (String, Vec<&'g Production>);

/// The sources of the generated code.
pub(super) struct Context<'g> {
    /// All productions.
    pub(super) whole: &'g Grammar,
    /// The productions without combinators, by their names.
    pub(super) recognized: HashMap<&'g str, Recognized>,
    /// The plan of the productions that have combinators.
    pub(super) plan: &'g Plan<'g>,
    /// The plan of the productions that other productions use in either case.
    pub(super) any_case: &'g Plan<'g>,
    /// Both plans as combinators.
    pub(super) program: &'g Program,
    pub(super) dfas: Dfas<'g>,
    pub(super) readings: &'g Readings,
    pub(super) prose: &'g Prose,
    pub(super) layout: &'g Layout,
}

impl<'g> Context<'g> {
    /// Returns the path to the root of the generated code, from a module that lies this many levels below it.
    pub(super) fn root(&self, depth: usize) -> String {
        if self.layout.is_module() {
            vec!["super"; depth].join("::")
        } else {
            "crate".to_owned()
        }
    }

    /// Returns the path of `alloc` in the files of tables. In a module, `extern crate` defines it in the root only.
    pub(super) fn alloc(&self) -> &'static str {
        if self.layout.is_module() {
            "super::super::alloc"
        } else {
            "alloc"
        }
    }

    /// Returns the path of `nom`, which a crate with a module need not depend on.
    pub(super) fn nom(&self) -> &'static str {
        if self.layout.is_module() {
            "rfcbnf_engine::nom"
        } else {
            "nom"
        }
    }

    pub(super) fn resolved(&self) -> &'g ResolvedGrammar<'g> {
        self.plan.resolved()
    }

    /// Returns the grammar of all productions.
    pub(super) fn grammar(&self) -> &'g Grammar {
        self.whole
    }

    /// Returns the grammar of the productions that have combinators. Ids of productions are those of
    /// this grammar.
    pub(super) fn regular(&self) -> &'g Grammar {
        self.resolved().grammar()
    }

    /// Returns whether there are productions without combinators.
    pub(super) fn has_recursion(&self) -> bool {
        !self.recognized.is_empty()
    }

    /// Returns a production that has no combinators.
    pub(super) fn recognized(&self, production: &Production) -> Option<&Recognized> {
        self.recognized.get(production.name.as_str())
    }

    /// Returns the octets that texts of a production begin with.
    pub(super) fn first(&self, production: &Production) -> Result<OctetSet, GenerateError> {
        match self.recognized(production) {
            Some(recognized) => Ok(recognized.read(b"")?.next.into()),
            None => Ok(self.automaton(production)?.first()),
        }
    }

    /// Returns the length of the longest prefix that a production derives.
    pub(super) fn longest_prefix(
        &self,
        production: &Production,
        text: &[u8],
    ) -> Result<Option<usize>, GenerateError> {
        match self.recognized(production) {
            Some(recognized) => Ok(recognized.read(text)?.longest),
            None => Ok(self.automaton(production)?.longest_prefix(text)),
        }
    }

    /// Returns the length of the viable prefix of a text; `None` if the production derives the text.
    pub(super) fn viable_prefix(
        &self,
        production: &Production,
        text: &[u8],
    ) -> Result<Option<usize>, GenerateError> {
        if let Some(recognized) = self.recognized(production) {
            let found = recognized.read(text)?;
            return Ok((!found.accepts_all()).then_some(found.furthest));
        }
        let automaton = self.automaton(production)?;
        let length = automaton.viable_prefix(text).length();
        Ok((!automaton.accepts(text)).then_some(length))
    }

    /// Returns the modules in file order.
    pub(super) fn modules(&self) -> Vec<Module<'g>> {
        let mut modules: Vec<Module<'_>> = Vec::new();
        for production in &self.grammar().productions {
            let name = self.module_of(production);
            match modules.iter_mut().find(|(module, _)| *module == name) {
                Some((_, productions)) => productions.push(production),
                None => modules.push((name, vec![production])),
            }
        }
        modules
    }

    fn module_of(&self, production: &Production) -> String {
        let Some(heading) = production.heading else {
            return NO_HEADING.to_owned();
        };
        let name = self.layout.module(&self.grammar().headings[heading].text);
        if is_module_name(&name) {
            name
        } else {
            name + "_rules"
        }
    }

    /// Returns the section of the RFC that explains a production.
    pub(super) fn section(&self, production: &Production) -> Option<&'g str> {
        let heading = &self.grammar().headings[production.heading?];
        self.layout.section(&heading.text)
    }

    /// Returns the automaton of a production that derives a text.
    pub(super) fn automaton(
        &self,
        production: &Production,
    ) -> Result<&'g Automaton, GenerateError> {
        let id = self.resolved().find(&production.name);
        let automaton = id.map(|id| self.plan.automaton(id));
        let automaton = automaton.filter(|automaton| !automaton.is_empty());
        automaton.ok_or_else(|| GenerateError::Empty(production.name.clone()))
    }

    /// Returns the name of the definition's DFA, if it has one.
    pub(super) fn dfa(&self, definition: &Definition) -> Option<String> {
        let name = self.dfas.name(&definition.name);
        name.filter(|_| !definition.is_in_any_case)
    }

    /// Returns the type of the texts that trees refer to: `str` if every production derives text.
    pub(super) fn tree_text(&self) -> &'static str {
        if self.grammar().derives_text() {
            "str"
        } else {
            "[u8]"
        }
    }

    /// Returns a text in Rust: a string, or octets if trees refer to octets.
    pub(super) fn quoted(&self, text: &[u8]) -> String {
        match std::str::from_utf8(text) {
            Ok(text) if self.tree_text() == "str" => format!("{text:?}"),
            _ => format!("b\"{}\".as_slice()", text.escape_ascii()),
        }
    }

    /// Returns the production of the examples: the start, or the first if there is no start.
    pub(super) fn start(&self) -> Result<&'g Production, GenerateError> {
        let grammar = self.grammar();
        let start = grammar.start().or(grammar.productions.first());
        start.ok_or(GenerateError::NoProductions)
    }

    /// Returns the definition of a production in exact case.
    pub(super) fn definition(
        &self,
        production: &Production,
    ) -> Result<&'g Definition, GenerateError> {
        let mut definitions = self.program.productions();
        let found = definitions.find(|definition| definition.name == production.name);
        found.ok_or_else(|| GenerateError::Empty(production.name.clone()))
    }

    /// Returns the states of a production that is matched by search.
    pub(super) fn search_states(&self, definition: &Definition) -> Option<&'g [SearchState]> {
        match self.program.part(definition.body) {
            Part::Search(states) => Some(states),
            _ => None,
        }
    }

    /// Returns whether a production is matched by search.
    pub(super) fn has_search(&self) -> bool {
        let mut definitions = self.program.definitions().iter();
        definitions.any(|definition| self.search_states(definition).is_some())
    }

    /// Returns whether every production has a table of the character productions inside.
    pub(super) fn has_all_character_tables(&self) -> bool {
        !self.has_recursion() && self.program.character_tables().are_complete()
    }

    /// Returns whether trees leave the production out unless asked for it.
    pub(super) fn is_character(&self, production: &str) -> bool {
        self.layout.is_character(production)
    }
}

/// The number of texts that are made; one of them is shown.
const MADE: usize = 300;

/// The greatest length in octets of a text that people like to read.
const READABLE: usize = 16;

/// A production without combinators.
pub(super) struct Recognized {
    name: String,
    recognizer: Recognizer,
    /// A text that the production derives.
    pub(super) sample: Vec<u8>,
}

impl Recognized {
    /// Prepares the productions of a grammar that are not in the part with combinators.
    pub(super) fn all<'g>(
        whole: &'g Grammar,
        regular: &ResolvedGrammar<'_>,
    ) -> Result<HashMap<&'g str, Self>, GenerateError> {
        let names = whole.productions.iter().map(|one| one.name.as_str());
        let names = names.filter(|name| regular.find(name).is_none());
        let all = names.map(|name| {
            let prepared = Self::new(whole, name);
            let empty = || GenerateError::Empty(name.to_owned());
            Ok((name, prepared.ok_or_else(empty)?))
        });
        all.collect()
    }

    fn new(whole: &Grammar, name: &str) -> Option<Self> {
        let sentences = RecursiveSentences::new(whole, name).ok()?;
        let is_readable =
            |text: &Vec<u8>| text.len() <= READABLE && text.iter().all(u8::is_ascii_graphic);
        let texts = sentences.random(1).take(MADE).filter(is_readable);
        let longest = texts.max_by_key(Vec::len);
        Some(Self {
            name: name.to_owned(),
            recognizer: Recognizer::new(whole, name).ok()?,
            sample: longest.unwrap_or_else(|| sentences.typical()),
        })
    }

    /// Reads a text.
    fn read(&self, text: &[u8]) -> Result<Recognition, GenerateError> {
        let found = self.recognizer.recognize(text);
        found.map_err(|_| GenerateError::Empty(self.name.clone()))
    }
}

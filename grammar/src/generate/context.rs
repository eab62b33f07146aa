//! The sources that a generated line may depend on.

use super::dfas::Dfas;
use super::error::GenerateError;
use crate::automaton::Automaton;
use crate::layout::Layout;
use crate::plan::Plan;
use crate::prose::Prose;
use crate::readings::Readings;
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::syntax::{Grammar, Production};

/// A module of the generated code: its name and its productions in file order.
pub(super) type Module<'g> = (String, Vec<&'g Production>);

/// The sources of the generated code.
pub(super) struct Context<'g> {
    pub(super) plan: &'g Plan<'g>,
    pub(super) dfas: Dfas<'g>,
    pub(super) readings: &'g Readings,
    pub(super) prose: &'g Prose,
    pub(super) layout: &'g Layout,
}

impl<'g> Context<'g> {
    pub(super) fn resolved(&self) -> &'g ResolvedGrammar<'g> {
        self.plan.resolved()
    }

    pub(super) fn grammar(&self) -> &'g Grammar {
        self.resolved().grammar()
    }

    /// Returns the productions in file order.
    pub(super) fn productions(&self) -> impl Iterator<Item = (ProductionId, &'g Production)> {
        let productions = self.grammar().productions.iter();
        productions
            .filter_map(|production| Some((self.resolved().find(&production.name)?, production)))
    }

    /// Returns the modules in file order.
    pub(super) fn modules(&self) -> Result<Vec<Module<'g>>, GenerateError> {
        let mut modules: Vec<Module<'_>> = Vec::new();
        for production in &self.grammar().productions {
            let name = self.module_of(production)?;
            match modules.iter_mut().find(|(module, _)| *module == name) {
                Some((_, productions)) => productions.push(production),
                None => modules.push((name, vec![production])),
            }
        }
        Ok(modules)
    }

    fn module_of(&self, production: &Production) -> Result<String, GenerateError> {
        let heading = production
            .heading
            .ok_or_else(|| GenerateError::NoHeading(production.name.clone()))?;
        let name = self.layout.module(&self.grammar().headings[heading].text);
        // The generator writes files of these names.
        let is_taken = matches!(name.as_str(), "mod" | "descriptions" | "dfas");
        Ok(if is_taken { name + "_rules" } else { name })
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
        let empty = || GenerateError::Empty(production.name.clone());
        let id = self.resolved().find(&production.name).ok_or_else(empty)?;
        let automaton = self.plan.automaton(id);
        if automaton.is_empty() {
            Err(empty())
        } else {
            Ok(automaton)
        }
    }

    /// Returns whether trees leave the production out unless asked for it.
    pub(super) fn is_character(&self, production: &str) -> bool {
        self.layout.is_character(production)
    }
}

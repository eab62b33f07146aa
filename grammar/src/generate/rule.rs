//! The enum of all productions and what is known of each.

use std::fmt::Write as _;

use super::module::formatted;
use super::{GenerateError, Generator, HEADER, names};
use crate::syntax::Production;

impl Generator<'_> {
    /// `enum Rule`.
    pub(super) fn rule_enum(&self) -> String {
        let mut variants = String::new();
        for production in &self.grammar.productions {
            let text = self.grammar.text(production);
            let lines = text.lines().fold(String::new(), |lines, line| {
                lines + "/// " + line.trim_end() + "\n"
            });
            let _ = write!(
                variants,
                "/// ```bnf\n{lines}/// ```\n{},\n",
                names::variant(&production.name)
            );
        }
        format!(
            "/// A production of the grammar.\n\
             #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]\npub enum Rule {{ {variants} }}"
        )
    }

    /// `Rule::ALL`.
    pub(super) fn all_rules(&self) -> String {
        let productions = &self.grammar.productions;
        let rules = productions
            .iter()
            .map(|production| format!("Self::{}", names::variant(&production.name)));
        format!(
            "impl Rule {{ /// All productions, in the order of the grammar file.\npub const ALL: [Self; {}] = [{}]; }}",
            productions.len(),
            rules.collect::<Vec<_>>().join(", ")
        )
    }

    /// What is known of each production, and the readings.
    pub(super) fn descriptions(&self) -> Result<String, GenerateError> {
        let mut text = HEADER.to_owned();
        text.push_str("//! The description of each production.\n\n");
        text.push_str("use super::Rule;\nuse crate::description::{Description, Reading};\nuse crate::engine::CharacterSet;\n");
        for reading in self.readings.iter() {
            let code = format!(
                "static {}: Reading = Reading {{ id: {:?}, section: {:?}, decision: {:?}, why: {:?} }};",
                names::constant(&reading.id),
                reading.id,
                reading.section,
                reading.decision,
                reading.why
            );
            let _ = write!(text, "\n{}", formatted(&reading.id, &code)?);
        }
        let mut entries = String::new();
        for production in &self.grammar.productions {
            let _ = write!(entries, "{},", self.description(production)?);
        }
        let count = self.grammar.productions.len();
        let code = format!(
            "/// In the order of the productions.\npub(crate) static DESCRIPTIONS: [Description<Rule>; {count}] = [{entries}];"
        );
        let _ = write!(text, "\n{}", formatted("DESCRIPTIONS", &code)?);
        Ok(text)
    }

    fn description(&self, production: &Production) -> Result<String, GenerateError> {
        let language = self.language(production)?;
        let heading = production
            .heading
            .map(|heading| self.grammar.headings[heading].text.as_str());
        let comments: Vec<&str> = production
            .comments
            .iter()
            .map(|comment| comment.text.as_str())
            .collect();
        let readings = self
            .readings
            .iter()
            .filter(|reading| production.readings.contains(&reading.id));
        let readings: Vec<String> = readings
            .map(|reading| format!("&{}", names::constant(&reading.id)))
            .collect();
        let uses = production.uses().into_iter();
        let uses: Vec<String> = uses
            .map(|name| format!("Rule::{}", names::variant(name)))
            .collect();
        Ok(format!(
            "Description {{ name: {:?}, production: {:?}, heading: {:?}, section: {:?}, comments: &{comments:?}, \
             readings: &[{}], uses: &[{}], is_character: {}, first: CharacterSet::of({:?}), example: {:?} }}",
            production.name,
            self.grammar.text(production),
            heading.unwrap_or_default(),
            self.section(production).unwrap_or_default(),
            readings.join(", "),
            uses.join(", "),
            self.layout.is_character(&production.name),
            language.first(),
            self.sample(&production.name).unwrap_or_default(),
        ))
    }
}

//! A generated module, and the module that holds them all.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::production::Item;
use super::{GenerateError, Generator, HEADER, names};
use crate::syntax::Production;

/// What the module that holds the others begins with.
const ROOT: &str = r#"//! The productions of the grammar: a module for each heading, a function for each production.
//!
//! Each function is a nom parser. It consumes the longest prefix that its production derives,
//! returns that prefix, and leaves the rest.
//!
//! # Errors
//!
//! Each function fails if its production derives no prefix of the input. The error is nom's for
//! the last attempt; [`parse`](crate::parse()) returns an exact one.
#![allow(clippy::missing_errors_doc, reason = "the module documents the errors of all functions")]

"#;

impl<'g> Generator<'g> {
    /// The modules in file order, each with its productions in file order.
    pub(super) fn modules(&self) -> Result<Vec<(String, Vec<&'g Production>)>, GenerateError> {
        let mut modules: Vec<(String, Vec<&Production>)> = Vec::new();
        for production in &self.grammar.productions {
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
        let name = self.layout.module(&self.grammar.headings[heading].text);
        // Files of these names are there already.
        let taken = matches!(name.as_str(), "mod" | "descriptions" | "scans");
        Ok(if taken { name + "_rules" } else { name })
    }

    /// The text of a module.
    pub(super) fn module(
        &self,
        name: &str,
        productions: &[&'g Production],
    ) -> Result<String, GenerateError> {
        let mut items = Vec::new();
        let mut any_case: BTreeSet<&str> = BTreeSet::new();
        for production in productions {
            let item = self.function(name, production)?;
            any_case.extend(&item.calls_any_case);
            items.push(item);
        }
        self.add_any_case_variants(&mut items, any_case)?;
        let mut headings: Vec<&str> = Vec::new();
        for heading in productions
            .iter()
            .filter_map(|production| production.heading)
        {
            let heading = self.grammar.headings[heading].text.as_str();
            if !headings.contains(&heading) {
                headings.push(heading);
            }
        }
        let mut text = HEADER.to_owned();
        for (index, heading) in headings.iter().enumerate() {
            text.push_str(if index > 0 { "//!\n" } else { "" });
            let _ = writeln!(text, "//! {heading}");
        }
        text.push('\n');
        let code: Vec<String> = items
            .iter()
            .flat_map(|item| &item.text)
            .filter(|code| !code.is_empty())
            .cloned()
            .collect();
        text.push_str(&self.imports(&code.join("\n"), &items, productions)?);
        for code in code {
            let _ = write!(text, "\n{}", formatted(name, &code)?);
        }
        Ok(text)
    }

    /// Adds the variants without regard to case, and those that they need in turn.
    fn add_any_case_variants(
        &self,
        items: &mut Vec<Item<'g>>,
        wanted: BTreeSet<&'g str>,
    ) -> Result<(), GenerateError> {
        let mut waiting: Vec<&str> = wanted.iter().copied().collect();
        let mut added = wanted;
        while let Some(name) = waiting.pop() {
            let Some(production) = self.grammar.production(name) else {
                continue;
            };
            let item = self.any_case_variant(production)?;
            waiting.extend(
                item.calls_any_case
                    .iter()
                    .filter(|&&name| added.insert(name)),
            );
            items.push(item);
        }
        Ok(())
    }

    /// The text of the module that holds the others.
    pub(super) fn root(&self) -> Result<String, GenerateError> {
        let modules = self.modules()?;
        let mut text = HEADER.to_owned();
        text.push_str(ROOT);
        let mut declarations = String::new();
        for (name, _) in &modules {
            let _ = writeln!(declarations, "pub mod {};", names::function(name));
        }
        declarations.push_str("pub(crate) mod descriptions;\nmod scans;\n");
        text.push_str(&declarations);
        text.push_str(
            "\nuse nom::IResult;\nuse nom::error::ParseError;\n\nuse crate::engine::Text;\n",
        );
        let _ = write!(text, "\n{}", formatted("Rule", &self.rule_enum())?);
        let _ = write!(text, "\n{}", formatted("Rule::ALL", &self.all_rules())?);
        let _ = write!(
            text,
            "\n{}",
            formatted("parse_prefix", &dispatch(&modules))?
        );
        Ok(text)
    }
}

/// The function that calls the function of a production.
fn dispatch(modules: &[(String, Vec<&Production>)]) -> String {
    let mut arms = String::new();
    for (module, productions) in modules {
        for production in productions {
            let (variant, function) = (
                names::variant(&production.name),
                names::function(&production.name),
            );
            let _ = write!(
                arms,
                "Rule::{variant} => {}::{function}(input),",
                names::function(module)
            );
        }
    }
    format!(
        "/// Runs the parser of a production that is chosen at run time.\n///\n\
         /// ```\n/// use rfc1738::{{Rule, rules}};\n///\n\
         /// let rule: Rule = \"url\".parse()?;\n\
         /// assert_eq!(rules::parse_prefix::<_, ()>(rule, \"news:* and more\"), Ok((\" and more\", \"news:*\")));\n\
         /// # Ok::<(), rfc1738::UnknownRule>(())\n/// ```\n\
         pub fn parse_prefix<I: Text, E: ParseError<I>>(rule: Rule, input: I) -> IResult<I, I, E> {{ match rule {{ {arms} }} }}"
    )
}

/// The code as rustfmt likes it, or nearly.
pub(super) fn formatted(what: &str, code: &str) -> Result<String, GenerateError> {
    Ok(prettyplease::unparse(&checked(what, code)?))
}

/// The code, if it is Rust.
pub(super) fn checked(what: &str, code: &str) -> Result<syn::File, GenerateError> {
    syn::parse_file(code).map_err(|error| GenerateError::NotRust(what.to_owned(), error))
}

//! The `use` lines of a generated module.

use std::collections::BTreeSet;

use super::module::formatted;
use super::production::Item;
use super::{GenerateError, Generator, names};
use crate::syntax::Production;

/// What the generated code may use of nom, and where that is.
const NOM: [(&str, &[&str]); 5] = [
    ("nom", &["IResult"]),
    ("nom::branch", &["alt"]),
    ("nom::combinator", &["opt", "recognize"]),
    ("nom::error", &["ParseError"]),
    ("nom::multi", &["many0_count", "many1_count"]),
];

/// Where the combinators of the engine are.
const ENGINE: &str = "crate::engine::combinators";

/// The combinators of the engine.
const COMBINATORS: &[&str] = &[
    "CharacterSet",
    "Text",
    "any_of",
    "any_of_any_case",
    "character",
    "except",
    "give_back",
    "literal",
    "literal_any_case",
    "longest",
    "predicted",
    "production",
    "ranked",
    "repeat",
    "run",
    "scanned",
    "shortest",
    "shortest_within",
];

/// Whether a function of a production would be mistaken for something else of that name.
pub(super) fn is_taken(name: &str) -> bool {
    let nom = NOM.iter().flat_map(|(_, names)| names.iter());
    name == "input" || nom.chain(COMBINATORS).any(|taken| *taken == name)
}

impl<'g> Generator<'g> {
    /// The `use` lines for what the code mentions, from nom, from this crate, and from the
    /// modules beside it.
    pub(super) fn imports(
        &self,
        code: &str,
        items: &[Item<'g>],
        here: &[&Production],
    ) -> Result<String, GenerateError> {
        let words: BTreeSet<&str> = code
            .lines()
            .filter(|line| !line.starts_with("///"))
            .flat_map(|line| line.split(|character: char| !is_word(character)))
            .collect();
        let mentioned = |names: &[&str]| -> Vec<String> {
            let names = names.iter().filter(|name| words.contains(*name));
            names.map(|name| (*name).to_owned()).collect()
        };
        let nom = NOM.map(|(path, names)| line(path, &mentioned(names)));
        let own = line(ENGINE, &mentioned(COMBINATORS));
        let mut beside = vec![line("super", &["Rule".to_owned()])];
        for (module, productions) in self.modules()? {
            if !productions
                .iter()
                .any(|production| here.contains(production))
            {
                beside.push(line(
                    &format!("super::{}", names::function(&module)),
                    &called(&productions, items),
                ));
            }
        }
        let scans: BTreeSet<String> = here
            .iter()
            .filter_map(|production| self.scans.name(&production.name))
            .collect();
        beside.push(line("super::scans", &Vec::from_iter(scans)));
        let groups = [nom.concat(), own, beside.concat()];
        let groups = groups.iter().filter(|group| !group.is_empty());
        let groups: Result<Vec<String>, GenerateError> =
            groups.map(|group| formatted("use", group)).collect();
        Ok(groups?.join("\n"))
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The names of these productions that the items mention: sets first, then functions.
fn called(productions: &[&Production], items: &[Item]) -> Vec<String> {
    let names = || {
        productions
            .iter()
            .map(|production| production.name.as_str())
    };
    let sets = names().filter(|name| items.iter().any(|item| item.sets.contains(name)));
    let calls = names().filter(|name| items.iter().any(|item| item.calls.contains(name)));
    sets.map(names::constant)
        .chain(calls.map(names::function))
        .collect()
}

fn line(path: &str, names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => format!("use {path}::{name};\n"),
        _ => format!("use {path}::{{{}}};\n", names.join(", ")),
    }
}

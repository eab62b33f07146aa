//! The methods of the enum of all productions.

use super::context::Context;
use super::error::GenerateError;
use super::names;
use super::rust::checked;
use super::template::filled;
use crate::syntax::{Encoding, Production};

/// The file, without the names in its examples.
const TEMPLATE: &str = include_str!("templates/rule.rs");

/// What the file uses if all productions have bodies.
const PARSE_IMPORTS: &str = "use rfcbnf_engine::spelling::nearest;
use rfcbnf_engine::{
    CharacterProduction, CharacterSet, CharacterTable, Collector, Description, Parse, Production,
    ProductionId, Reading, SyntaxError,
};

use super::character_tables::character_table;
use super::descriptions::DESCRIPTIONS;
use super::errors;
use crate::rules::{Rule, bodies};
";

/// How the engine runs bodies.
const PARSE: &str = "/// How the engine runs a production.
impl Parse for Rule {
    const HAS_CHARACTER_TABLES: bool = %has-tables%;

    fn read<C: Collector>(self, collector: &mut C, at: usize) -> Option<usize> {
        match self {
%arms%        }
    }

    fn error(self, text: &[u8]) -> SyntaxError<Self> {
        errors::error(self, text)
    }

    fn character_table((): &(), production: ProductionId) -> Option<&CharacterTable> {
        %character-table%
    }
}
";

/// What the file uses if productions recurse.
const RECOGNIZE_IMPORTS: &str = "use alloc::sync::Arc;

use rfcbnf_engine::recognizer::{Cache, Network, Recognize};
use rfcbnf_engine::spelling::nearest;
use rfcbnf_engine::{
    CharacterProduction, CharacterSet, Description, Production, ProductionId, Reading,
};

use super::descriptions::DESCRIPTIONS;
use super::network;
use crate::rules::Rule;
";

/// How the engine reads the network.
const RECOGNIZE: &str = "/// How the engine reads a text.
impl Recognize for Rule {
    fn with_network<T>(self, run: impl FnOnce(&Arc<Network>, &mut Cache) -> T) -> T {
        network::with_network(run)
    }
}
";

/// How the engine finds the characters after a viable prefix, in a grammar of characters.
const CHARACTERS_AFTER: &str = r"
    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        %module%::characters_after(self, prefix)
    }
";

/// The examples of productions, if they are text.
const PACKED_EXAMPLES: &str = "rfcbnf_engine::texts!(EXAMPLES, DESCRIPTIONS, example);";

/// The examples of productions, if they are octets.
const EXAMPLES: &str =
    "static EXAMPLES: [&[u8]; Rule::ALL.len()] = Description::examples(&DESCRIPTIONS);";

/// The greatest number of users in an example.
const USERS: usize = 3;

/// Returns the text of the file.
pub(super) fn methods(context: &Context<'_>) -> Result<String, GenerateError> {
    let productions = &context.grammar().productions;
    let (Some(meant), Some(short)) = (
        productions.first(),
        productions.iter().min_by_key(|one| one.span.len()),
    ) else {
        return Err(GenerateError::NoProductions);
    };
    let named = productions.iter().find(|one| is_changed(one));
    let named = named.unwrap_or(meant);
    let (used, users) = used(productions);
    let (narrow, first) = narrow(context)?;
    let table = "character_table(production.into())";
    let has_tables = context.has_all_character_tables();
    let table = if has_tables {
        format!("Some({table})")
    } else {
        table.to_owned()
    };
    let parts = [
        ("has-tables", has_tables.to_string()),
        ("character-table", table),
        ("arms", arms(productions)),
    ];
    let parts = parts
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let [imports, run] = if context.has_recursion() {
        [RECOGNIZE_IMPORTS, RECOGNIZE].map(str::to_owned)
    } else {
        [PARSE_IMPORTS, PARSE].map(|template| filled(template, &parts))
    };
    let (vec, ranges, characters_after) = match context.grammar().encoding {
        Encoding::Utf8 => {
            let module = if context.has_recursion() {
                "rfcbnf_engine::recognizer"
            } else {
                "errors"
            };
            let [vec, ranges] = ["use alloc::vec::Vec;\n", "use core::ops::RangeInclusive;\n"];
            (vec, ranges, filled(CHARACTERS_AFTER, &[("module", module)]))
        }
        Encoding::Octets => ("", "", String::new()),
    };
    let viable_prefix = if context.has_recursion() {
        "rfcbnf_engine::recognizer::viable_prefix(self, text)"
    } else {
        "Some(errors::viable_prefix(self, text))"
    };
    let (examples, example) = if context.tree_text() == "str" {
        (PACKED_EXAMPLES, "EXAMPLES.get(self as usize)")
    } else {
        (EXAMPLES, "EXAMPLES[self as usize]")
    };
    let text = filled(
        TEMPLATE,
        &[
            ("imports", &imports),
            ("run", &run),
            ("use-vec", vec),
            ("use-ranges", ranges),
            ("viable-prefix", viable_prefix),
            ("characters-after", &characters_after),
            ("crate", &context.layout.crate_identifier()),
            ("title", context.layout.title()),
            ("text", context.tree_text()),
            ("examples", examples),
            ("example", example),
            ("named-variant", &names::variant(&named.name)),
            ("named-name", &format!("{:?}", named.name)),
            ("short-variant", &names::variant(&short.name)),
            (
                "short-production",
                &format!("{:?}", context.grammar().text(short)),
            ),
            ("used-variant", &names::variant(&used.name)),
            ("users", &users.join(", ")),
            ("first-variant", &names::variant(&narrow.name)),
            ("first", &format!("{first:?}")),
            (
                "unknown",
                &format!("{:?}", misspelt(productions, &meant.name)),
            ),
            ("meant", &meant.name),
            ("meant-variant", &names::variant(&meant.name)),
        ],
    );
    checked("rule", &text)?;
    Ok(text)
}

/// Returns the arms of the match that runs the body of a production.
fn arms(productions: &[Production]) -> String {
    let arms = productions.iter().map(|production| {
        let (variant, body) = (
            names::variant(&production.name),
            names::function(&production.name),
        );
        format!("            Self::{variant} => bodies::{body}(collector, at),\n")
    });
    arms.collect()
}

/// Returns whether the name of the production is not one word in lower case.
fn is_changed(production: &Production) -> bool {
    !production
        .name
        .bytes()
        .all(|octet| octet.is_ascii_lowercase())
}

/// Returns the first production that a few others use, and these; the last one if there is none.
fn used(productions: &[Production]) -> (&Production, Vec<String>) {
    let users = |used: &Production| -> Vec<String> {
        let users = productions.iter();
        let users = users.filter(|user| user.uses().contains(&used.name.as_str()));
        users
            .map(|user| format!("Rule::{}", names::variant(&user.name)))
            .collect()
    };
    let few = productions
        .iter()
        .find(|production| (1..=USERS).contains(&users(production).len()));
    let used = few.unwrap_or(&productions[productions.len() - 1]);
    (used, users(used))
}

/// Returns the first production with the smallest FIRST set, and that set.
fn narrow<'g>(context: &Context<'g>) -> Result<(&'g Production, String), GenerateError> {
    let mut narrow: Option<(&Production, String)> = None;
    for production in &context.grammar().productions {
        let first = context.first(production)?.characters();
        if narrow
            .as_ref()
            .is_none_or(|(_, least)| first.len() < least.len())
        {
            narrow = Some((production, first));
        }
    }
    narrow.ok_or(GenerateError::NoProductions)
}

/// Returns a name that no production has in any case, and that differs from the given one by a
/// character at its end.
fn misspelt(productions: &[Production], name: &str) -> String {
    let is_free = |misspelt: &String| {
        let mut names = productions.iter().map(|production| &production.name);
        !names.any(|name| name.eq_ignore_ascii_case(misspelt))
    };
    let endings = ('a'..='z').chain('0'..='9');
    let mut misspelt = endings.map(|ending| format!("{name}{ending}"));
    misspelt.find(is_free).unwrap_or_else(|| format!("{name}/"))
}

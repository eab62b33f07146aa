//! The enum of all productions, and the description of each with the methods that read it.

use std::fmt::Write as _;

use super::context::{Context, Module};
use super::documentation::sample;
use super::error::GenerateError;
use super::rust::{checked, filled, flag, formatted, set_of};
use super::{markdown, names};
use crate::readings::Reading;
use crate::syntax::{Encoding, Production};

/// The file of the enum, without the productions.
const RULE: &str = include_str!("templates/rule.rs");

/// The file of the descriptions, without these.
const DESCRIPTIONS: &str = include_str!("templates/descriptions.rs");

/// The greatest number of users in an example.
const USERS: usize = 3;

/// Returns the text of the file of the enum.
pub(super) fn rule(context: &Context<'_>) -> Result<String, GenerateError> {
    let productions = &context.grammar().productions;
    let text = filled(
        RULE,
        &[
            ("variants", &variants(context)),
            ("count", &productions.len().to_string()),
            ("all", &all(productions)),
            ("non-exhaustive", flag(context.layout.is_non_exhaustive())),
            ("crate", &context.layout.crate_identifier()),
        ],
    );
    checked("rule", &text)?;
    Ok(text)
}

/// Returns the text of the file of the descriptions: the methods that read them, the readings, and the descriptions.
pub(super) fn descriptions(context: &Context<'_>) -> Result<String, GenerateError> {
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
    let text = filled(
        DESCRIPTIONS,
        &[
            ("recursive", flag(context.has_recursion())),
            ("notes", flag(context.prose.notes().next().is_some())),
            ("utf8", flag(context.grammar().encoding == Encoding::Utf8)),
            ("octets", flag(context.tree_text() != "str")),
            ("crate", &context.layout.crate_identifier()),
            ("title", context.layout.title()),
            ("alloc", context.alloc()),
            ("text", context.tree_text()),
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
            ("descriptions", &table(context)?),
        ],
    );
    checked("descriptions", &text)?;
    Ok(text)
}

/// Returns the lines of the variants, in the order of the grammar.
fn variants(context: &Context<'_>) -> String {
    let modules = context.modules();
    let module_of = |production: &Production| {
        let has = |(_, all): &&Module<'_>| all.iter().any(|one| one.name == production.name);
        modules.iter().find(has).map_or("", |(module, _)| module)
    };
    let root = context.root(2);
    let mut variants = String::new();
    for production in &context.grammar().productions {
        let name = &production.name;
        // A link names an identifier without its mark.
        let [module, function] =
            [module_of(production), name].map(|name| names::function(name).replace("r#", ""));
        let _ = writeln!(
            variants,
            "    /// [{}](fn@{root}::rules::{module}::{function})\n    {},",
            markdown::code(name),
            names::variant(name)
        );
    }
    variants
}

/// Returns the lines of the array of all productions.
fn all(productions: &[Production]) -> String {
    let lines = productions
        .iter()
        .map(|production| format!("        Self::{},\n", names::variant(&production.name)));
    lines.collect()
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

/// Returns the readings, then the descriptions of the productions.
fn table(context: &Context<'_>) -> Result<String, GenerateError> {
    let mut text = String::new();
    let productions = &context.grammar().productions;
    let is_applied = |reading: &&Reading| {
        let mut productions = productions.iter();
        productions.any(|production| production.readings.contains(&reading.id))
    };
    for reading in context.readings.iter().filter(is_applied) {
        let code = format!(
            "static {}: Reading = Reading {{ id: {:?}, section: {:?}, decision: {:?}, why: {:?} }};",
            names::constant(&reading.id),
            reading.id,
            reading.section,
            reading.decision,
            reading.why
        );
        text += &formatted(&reading.id, &code)?;
        text.push('\n');
    }
    let mut entries = String::new();
    for production in productions {
        let _ = write!(entries, "{},", description(context, production)?);
    }
    let count = productions.len();
    let code = format!(
        "/// In the order of the productions.\npub(crate) static DESCRIPTIONS: [Description<Rule>; {count}] = [{entries}];"
    );
    text += &formatted("DESCRIPTIONS", &code)?;
    Ok(text)
}

fn description(context: &Context<'_>, production: &Production) -> Result<String, GenerateError> {
    let first = context.first(production)?;
    let heading = production
        .heading
        .map(|heading| context.grammar().headings[heading].text.as_str());
    let comments: Vec<&str> = production
        .comments
        .iter()
        .map(|comment| comment.text.as_str())
        .collect();
    let readings = context
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
         readings: &[{}], uses: &[{}], is_character: {}, first: {}, example: {} }}",
        production.name,
        context.grammar().text(production),
        heading.unwrap_or_default(),
        context.section(production).unwrap_or_default(),
        readings.join(", "),
        uses.join(", "),
        context.is_character(&production.name),
        set_of(first.iter().collect()),
        context.quoted(&sample(context, production).unwrap_or_default()),
    ))
}

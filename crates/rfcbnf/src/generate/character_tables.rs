//! The tables by which trees receive their character productions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rfcbnf_engine::{CharacterChain, CharacterTable, ProductionId};

use super::context::Context;
use super::documentation::wrapping;
use super::error::GenerateError;
use super::names;
use super::rust::{checked, formatted, set_of};

/// The documentation of the file.
const ROOT: &str = r"//! The character productions inside the nodes of each production.
//!
//! A tree with character productions is made from the tree without them. Each line names octets,
//! and the character productions above each of them, the outermost first. The number before
//! these productions is that of the octets that they derive. If it is not 1, the table of the last
//! one describes what is inside it. Octets that no line names are children of no character
//! production.
";

/// How a line of a table makes its chain.
const CHAIN: &str = "
/// Returns the chain of these productions, which derives `length` octets from one of `begins` on.
const fn chain(begins: CharacterSet, length: u8, rules: &[Rule]) -> CharacterChain {
    let mut chain = CharacterChain::new(begins, length);
    let mut index = 0;
    while index < rules.len() {
        chain = chain.with(rules[index].id());
        index += 1;
    }
    chain
}
";

/// Returns the text of the file.
pub(super) fn character_tables(context: &Context<'_>) -> Result<String, GenerateError> {
    let tables = context.program.character_tables();
    let mut users: BTreeMap<Option<usize>, Vec<&str>> = BTreeMap::new();
    for (production, index) in context.grammar().productions.iter().zip(tables.indexes()) {
        users.entry(*index).or_default().push(&production.name);
    }
    let mut arms = String::new();
    let mut statics = String::new();
    for (index, users) in &users {
        let variants = users
            .iter()
            .map(|name| format!("Rule::{}", names::variant(name)));
        let variants = variants.collect::<Vec<_>>().join(" | ");
        let Some(table) = index.map(|index| &tables.shared()[index]) else {
            let _ = write!(arms, "{variants} => None,");
            continue;
        };
        let name = names::constant(users[0]);
        let value = if tables.are_complete() {
            format!("&{name}")
        } else {
            format!("Some(&{name})")
        };
        let _ = write!(arms, "{variants} => {value},");
        statics += &table_static(context, &name, users, table);
    }
    let chain = if statics.contains(" chain(") {
        CHAIN
    } else {
        ""
    };
    let types = ["CharacterChain", "CharacterSet", "CharacterTable"];
    let types = types
        .into_iter()
        .filter(|name| *name == types[2] || !chain.is_empty());
    let (sentence, result) = if tables.are_complete() {
        (
            "Returns the table of a production.",
            "&'static CharacterTable",
        )
    } else {
        (
            "Returns the table of a production; `None` if an octet alone does not decide.",
            "Option<&'static CharacterTable>",
        )
    };
    let function = format!(
        "/// {sentence}\n\
         pub(crate) fn character_table(rule: Rule) -> {result} {{ match rule {{ {arms} }} }}"
    );
    let text = format!(
        "{ROOT}\nuse rfcbnf_engine::{{{}}};\n\nuse super::rule::Rule;\n\n{}{chain}{statics}",
        types.collect::<Vec<_>>().join(", "),
        formatted("character_table", &function)?
    );
    checked("character_tables", &text)?;
    Ok(text)
}

/// Returns the static of a table.
fn table_static(
    context: &Context<'_>,
    name: &str,
    users: &[&str],
    table: &CharacterTable,
) -> String {
    let users = users.iter().map(|name| format!("`{name}`"));
    let users = users.collect::<Vec<_>>().join(", ");
    let users = textwrap::fill(&users, wrapping()).replace('\n', "\n/// ");
    let lines = |chains: &[CharacterChain], indentation: &str| {
        let lines = chains.iter().fold(String::new(), |lines, one| {
            lines + indentation + "    " + &line(context, one) + ",\n"
        });
        if lines.is_empty() {
            "&[]".to_owned()
        } else {
            format!("&[\n{lines}{indentation}]")
        }
    };
    let value = if table.first() == table.later() {
        format!("anywhere({})", lines(table.first(), ""))
    } else {
        let [first, later] = [table.first(), table.later()].map(|chains| lines(chains, "    "));
        format!(
            "new(\n    // The first octet of a node.\n    {first},\n    // Later octets.\n    {later},\n)"
        )
    };
    format!("\n/// {users}\nstatic {name}: CharacterTable = CharacterTable::{value};\n")
}

fn line(context: &Context<'_>, chain: &CharacterChain) -> String {
    let productions = &context.grammar().productions;
    let rule =
        |id: &ProductionId| format!("Rule::{}", names::variant(&productions[id.index()].name));
    let rules: Vec<String> = chain.productions().iter().map(rule).collect();
    format!(
        "chain({}, {}, &[{}])",
        set_of(chain.begins()),
        chain.length(),
        rules.join(", ")
    )
}

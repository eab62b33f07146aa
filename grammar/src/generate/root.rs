//! The module that holds the others, and the enum of all productions.

use std::fmt::Write as _;

use super::context::{Context, Module};
use super::documentation::{Example, module_example};
use super::error::GenerateError;
use super::markdown;
use super::names;
use super::production::Items;
use super::rust::formatted;
use super::template::filled;

/// The documentation of the module.
const ROOT: &str = r#"//! The productions of the grammar: a module for each heading, a function for each production.
//!
//! Each function consumes the longest prefix that its production derives, returns that prefix, and leaves the
//! rest.
//!
//! ```
%example%
//! ```
//!
//! A production is a combinator of nom. nom runs its body, and so does everything else: verdicts, trees, spans and
//! traces. The tables of the productions are apart, under their names.
//!
//! # Errors
//!
//! Each function fails with `Err::Error` if its production derives no prefix of the input. The input of the error
//! begins where the longest viable prefix ends; its kind is `Eof` if that is the end of the input, and else
//! `OneOf`. [`parse`](crate::parse()) returns an error that says what could stand there.
#![allow(clippy::missing_errors_doc, reason = "the module documents the errors of all functions")]

"#;

/// The documentation of `enum Rule`.
const RULE: &str = r#"/// A production of the grammar.
///
/// ```
/// use %crate%::Rule;
///
/// let is_longer = |rule: &Rule| !rule.is_character();
/// for rule in Rule::ALL.into_iter().filter(is_longer) {
///     println!("{} stands under {:?}", rule.name(), rule.heading());
///     println!("{} (Section {})", rule.production(), rule.section());
///     println!("it uses {:?} and derives {:?}", rule.uses(), rule.example());
///     println!("{:?} {:?}", rule.comments(), rule.readings());
/// }
/// ```
"#;

/// How the engine names productions: the end of `impl Rule`, and the conversions.
const ENGINE_IDS: &str = r#"
/// Returns the id by which the engine knows the production.
#[inline]
pub(crate) const fn id(self) -> ProductionId {
    const { assert!(Self::ALL.len() <= ProductionSet::LIMIT, "a crate has at most 1024 productions"); }
    ProductionId::new(self as u16)
}

/// Returns the productions as a set, such as
/// [`Selection::PRODUCTIONS`](rfcbnf_engine::spans::Selection::PRODUCTIONS).
#[must_use]
pub const fn set(rules: &[Self]) -> ProductionSet {
    let mut set = ProductionSet::EMPTY;
    let mut index = 0;
    while index < rules.len() {
        set = set.with(rules[index].id());
        index += 1;
    }
    set
}
}

#[doc(hidden)]
impl From<Rule> for ProductionId {
    #[inline]
    fn from(rule: Rule) -> Self { rule.id() }
}

#[doc(hidden)]
impl From<ProductionId> for Rule {
    #[inline]
    fn from(production: ProductionId) -> Self { Self::ALL[production.index()] }
}
"#;

/// Returns the text of the module.
pub(super) fn root(context: &Context<'_>, items: &Items<'_>) -> Result<String, GenerateError> {
    let modules = context.modules();
    let start = context.start()?;
    let module = modules.iter().find(|(_, all)| all.contains(&start));
    let (module, _) = module.ok_or(GenerateError::NoProductions)?;
    let example = module_example(context, module, start)?;
    let mut text = filled(ROOT, &[("example", example.trim_end())]);
    for (name, _) in &modules {
        let _ = writeln!(text, "pub mod {};", names::function(name));
    }
    let uses = if context.has_recursion() {
        ""
    } else {
        "Parse as _, "
    };
    let _ = writeln!(
        text,
        "\nuse nom::IResult;\nuse nom::error::ParseError;\nuse rfcbnf_engine::{{{uses}ProductionId, ProductionSet, Text}};\n\nuse crate::tables;"
    );
    for (what, code) in [
        ("Rule", rule_enum(context, &modules)),
        ("Rule::ALL", all_rules(context)),
        ("parse_prefix", parse_prefix(context, &modules)?),
        ("bodies", bodies(context, &modules, items)),
    ] {
        let _ = write!(text, "\n{}", formatted(what, &code)?);
    }
    Ok(text)
}

/// Returns `enum Rule`, in the order of the grammar.
fn rule_enum(context: &Context<'_>, modules: &[Module<'_>]) -> String {
    let module_of = |name: &str| {
        let has = |(_, all): &&Module<'_>| all.iter().any(|one| one.name == name);
        modules.iter().find(has).map_or("", |(module, _)| module)
    };
    let mut variants = String::new();
    for production in &context.grammar().productions {
        let name = &production.name;
        let (module, function) = (names::function(module_of(name)), names::function(name));
        // A link names an identifier without its mark.
        let [module, function] = [module, function].map(|name| name.replace("r#", ""));
        let _ = writeln!(
            variants,
            "/// [{}](fn@{module}::{function})\n{},",
            markdown::code(name),
            names::variant(name)
        );
    }
    let own = context.layout.crate_identifier();
    let documentation = filled(RULE, &[("crate", &own)]);
    format!(
        "{documentation}\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]\npub enum Rule {{ {variants} }}"
    )
}

/// Returns `Rule::ALL`, and the names that the engine has for productions.
fn all_rules(context: &Context<'_>) -> String {
    let productions = &context.grammar().productions;
    let rules = productions
        .iter()
        .map(|production| format!("Self::{}", names::variant(&production.name)));
    format!(
        "impl Rule {{ /// All productions, in the order of the grammar file.\npub const ALL: [Self; {}] = [{}];\n{ENGINE_IDS}",
        productions.len(),
        rules.collect::<Vec<_>>().join(", ")
    )
}

/// Returns the function of nom for a production that is chosen at run time.
fn parse_prefix(context: &Context<'_>, modules: &[Module<'_>]) -> Result<String, GenerateError> {
    let body = if context.has_recursion() {
        let all = modules
            .iter()
            .flat_map(|(module, all)| all.iter().map(move |one| (module, one)));
        let arms = all.map(|(module, production)| {
            let (variant, function) = (
                names::variant(&production.name),
                names::function(&production.name),
            );
            let module = names::function(module);
            format!("Rule::{variant} => {module}::{function}(input),")
        });
        format!("match rule {{ {} }}", arms.collect::<String>())
    } else {
        "rule.parse_prefix(input)".to_owned()
    };
    let start = context.start()?;
    let Example {
        text,
        matched,
        rest,
        ..
    } = Example::of(context, start)?;
    let (own, name) = (context.layout.crate_identifier(), &start.name);
    Ok(format!(
        "/// Runs the nom function of a production that is chosen at run time.\n///\n\
         /// ```\n/// use {own}::{{Rule, rules}};\n///\n\
         /// let rule: Rule = {name:?}.parse()?;\n\
         /// assert_eq!(rules::parse_prefix::<_, ()>(rule, {text}), Ok(({rest}, {matched})));\n\
         /// # Ok::<(), {own}::UnknownRule>(())\n/// ```\n\
         pub fn parse_prefix<I: Text, E: ParseError<I>>(rule: Rule, input: I) -> IResult<I, I, E> {{ {body} }}"
    ))
}

/// Returns the module of all bodies.
fn bodies(context: &Context<'_>, modules: &[Module<'_>], items: &Items<'_>) -> String {
    let mut uses = String::new();
    for (module, productions) in modules {
        let module = names::function(module);
        let with_bodies = productions
            .iter()
            .filter(|one| context.recognized(one).is_none());
        for production in with_bodies {
            let name = names::function(&production.name);
            let _ = writeln!(uses, "pub use super::{module}::{name}::{name};");
            if items.in_any_case().any(|name| name == production.name) {
                let name = names::any_case_function(&production.name);
                let _ = writeln!(uses, "pub(super) use super::{module}::{name}::{name};");
            }
        }
    }
    format!(
        "/// The bodies of the productions, by which they name each other.\n\
         #[doc(hidden)]\npub mod bodies {{ {uses} }}"
    )
}

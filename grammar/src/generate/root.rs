//! The module that holds the others, and the enum of all productions.

use std::fmt::Write as _;

use super::context::{Context, Module};
use super::documentation::{Example, module_example};
use super::error::GenerateError;
use super::markdown;
use super::names;
use super::rust::formatted;
use super::template::filled;

/// The documentation of the module.
const ROOT: &str = r#"//! The productions of the grammar: a module for each heading, a function for each production.
//!
//! Each function is a nom parser. It consumes the longest prefix that its production derives,
//! returns that prefix, and leaves the rest.
//!
//! ```
%example%
//! ```
//!
//! # Errors
//!
//! Each function fails if its production derives no prefix of the input. The error is nom's for
//! the last attempt; [`parse`](crate::parse()) returns an exact one.
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
pub(super) fn root(context: &Context<'_>) -> Result<String, GenerateError> {
    let modules = context.modules();
    let start = context.start()?;
    let module = modules.iter().find(|(_, all)| all.contains(&start));
    let (module, _) = module.ok_or(GenerateError::NoProductions)?;
    let example = module_example(context, module, start)?;
    let mut text = filled(ROOT, &[("example", example.trim_end())]);
    for (name, _) in &modules {
        let _ = writeln!(text, "pub mod {};", names::function(name));
    }
    text.push_str(if context.has_recursion() {
        "pub(crate) mod descriptions;\nmod dfas;\nmod network;\npub(crate) mod rule;\n"
    } else {
        "mod character_tables;\npub(crate) mod descriptions;\nmod dfas;\npub(crate) mod errors;\npub(crate) mod rule;\n#[doc(hidden)]\npub mod spans;\n"
    });
    text.push_str("\nuse nom::IResult;\nuse nom::error::ParseError;\nuse rfcbnf_engine::{ProductionId, ProductionSet, Text};\n");
    for (what, code) in [
        ("Rule", rule_enum(context)),
        ("Rule::ALL", all_rules(context)),
        ("parse_prefix", dispatch(context, &modules)?),
    ] {
        let _ = write!(text, "\n{}", formatted(what, &code)?);
    }
    Ok(text)
}

/// Returns `enum Rule`.
fn rule_enum(context: &Context<'_>) -> String {
    let mut variants = String::new();
    for production in &context.grammar().productions {
        let text = markdown::block(&context.grammar().text(production));
        let lines = text
            .lines()
            .fold(String::new(), |lines, line| lines + "/// " + line + "\n");
        let _ = writeln!(variants, "{lines}{},", names::variant(&production.name));
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

/// Returns the function that calls the function of a production.
fn dispatch(context: &Context<'_>, modules: &[Module<'_>]) -> Result<String, GenerateError> {
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
    let start = context.start()?;
    let Example {
        text,
        matched,
        rest,
        ..
    } = Example::of(context, start)?;
    let (own, name) = (context.layout.crate_identifier(), &start.name);
    Ok(format!(
        "/// Runs the parser of a production that is chosen at run time.\n///\n\
         /// ```\n/// use {own}::{{Rule, rules}};\n///\n\
         /// let rule: Rule = {name:?}.parse()?;\n\
         /// assert_eq!(rules::parse_prefix::<_, ()>(rule, {text}), Ok(({rest}, {matched})));\n\
         /// # Ok::<(), {own}::UnknownRule>(())\n/// ```\n\
         pub fn parse_prefix<I: Text, E: ParseError<I>>(rule: Rule, input: I) -> IResult<I, I, E> {{ match rule {{ {arms} }} }}"
    ))
}

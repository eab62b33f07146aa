//! A type for the nodes of each production, with a method for each production in its definition.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::context::Context;
use super::documentation::Example;
use super::error::GenerateError;
use super::rust::{checked, filled};
use super::{markdown, names};
use crate::syntax::{Expression, Kind, Production};

/// The beginning of the file.
const ROOT: &str = r"//! A type for the nodes of each production, with a method for each production in its definition.
//!
//! A value is a node whose production is known, so it has the methods of [`Node`](%root%::Node), and
//! `try_from` makes one of a node. A method returns the child itself if each node of the production has one,
//! an `Option` if some have none, and an iterator if some have several.
";

/// An example, for a start that has a type.
const EXAMPLE: &str = r"//!
//! ```
//! use %crate%::{Rule, parse, typed};
//!
//! let tree = parse(Rule::%start%, %text%)?;
//! let root = typed::%start%::try_from(tree.root()).unwrap();
//! assert_eq!(root.text(), %text%);
//! # Ok::<(), %crate%::%error%>(())
//! ```
";

/// How many children of a production a node can have.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Count {
    least: u32,
    /// [`u32::MAX`] if there is no limit.
    most: u32,
}

impl Count {
    const NONE: Self = Self { least: 0, most: 0 };

    fn and(self, other: Self) -> Self {
        Self {
            least: self.least.saturating_add(other.least),
            most: self.most.saturating_add(other.most),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    fn times(self, least: u32, most: Option<u32>) -> Self {
        Self {
            least: self.least.saturating_mul(least),
            most: self.most.saturating_mul(most.unwrap_or(u32::MAX)),
        }
    }

    /// Returns the word for it in `typed_nodes!`.
    fn word(self) -> &'static str {
        match (self.least, self.most) {
            (_, 2..) => "each",
            (0, _) => "optional",
            _ => "one",
        }
    }
}

/// How many children of each production a node can have. Trees leave the character productions out, so the
/// children of such a child count in its place.
struct Counts<'c, 'g> {
    context: &'c Context<'g>,
    /// The character productions around, none of which is counted again.
    around: Vec<&'g str>,
    /// The children, in the order of the definition.
    names: Vec<&'g str>,
}

impl<'g> Counts<'_, 'g> {
    fn of(&mut self, expression: &'g Expression) -> HashMap<&'g str, Count> {
        match &expression.kind {
            Kind::Alternation(members) => self.joined(members, Count::or),
            Kind::Sequence(members) => self.joined(members, Count::and),
            Kind::Optional(body) => repeated(self.of(body), 0, Some(1)),
            Kind::Repetition { least, most, body } => repeated(self.of(body), *least, *most),
            Kind::Reference { name, .. } if self.context.is_character(name) => self.within(name),
            Kind::Reference { name, .. } => {
                if !self.names.contains(&name.as_str()) {
                    self.names.push(name);
                }
                HashMap::from([(name.as_str(), Count { least: 1, most: 1 })])
            }
            Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => {
                HashMap::new()
            }
        }
    }

    fn joined(
        &mut self,
        members: &'g [Expression],
        join: fn(Count, Count) -> Count,
    ) -> HashMap<&'g str, Count> {
        let counts: Vec<_> = members.iter().map(|member| self.of(member)).collect();
        let names = counts.iter().flat_map(HashMap::keys);
        let of = |name: &str| {
            let each = counts.iter();
            let each = each.map(|count| count.get(name).copied().unwrap_or(Count::NONE));
            each.reduce(join).unwrap_or(Count::NONE)
        };
        names.map(|&name| (name, of(name))).collect()
    }

    fn within(&mut self, character: &'g str) -> HashMap<&'g str, Count> {
        let production = self.context.grammar().production(character);
        let Some(production) = production.filter(|_| !self.around.contains(&character)) else {
            return HashMap::new();
        };
        self.around.push(character);
        let counts = self.of(&production.body);
        self.around.pop();
        counts
    }
}

fn repeated(
    mut counts: HashMap<&str, Count>,
    least: u32,
    most: Option<u32>,
) -> HashMap<&str, Count> {
    for count in counts.values_mut() {
        *count = count.times(least, most);
    }
    counts
}

/// Returns the text of the file.
pub(super) fn typed(context: &Context<'_>) -> Result<String, GenerateError> {
    let root = context.root(1);
    let mut text = filled(ROOT, &[("root", &root)]);
    let start = context.start()?;
    if !context.is_character(&start.name) {
        let values = [
            ("crate", &*context.layout.crate_identifier()),
            ("start", &names::variant(&start.name)),
            ("text", &Example::of(context, start)?.matched),
            (
                "error",
                if context.has_recursion() {
                    "ParseError"
                } else {
                    "SyntaxError"
                },
            ),
        ];
        text += &filled(EXAMPLE, &values);
    }
    let _ = writeln!(text, "\nrfcbnf_engine::typed_nodes! {{ {root}::Rule;");
    let productions = context.grammar().productions.iter();
    for production in productions.filter(|one| !context.is_character(&one.name)) {
        let bnf = markdown::block(&context.grammar().text(production));
        for line in bnf.lines() {
            let _ = writeln!(text, "{}", format!("    /// {line}").trim_end());
        }
        let mut counts = Counts {
            context,
            around: Vec::new(),
            names: Vec::new(),
        };
        let count = counts.of(&production.body);
        let _ = write!(text, "    {} {{", names::variant(&production.name));
        for &name in &counts.names {
            let (word, function) = (count[name].word(), names::function(name));
            let _ = write!(
                text,
                "\n        {word} {function}: {},",
                names::variant(name)
            );
        }
        let is_leaf = counts.names.is_empty();
        text += if is_leaf { "}\n" } else { "\n    }\n" };
    }
    text += "}\n";
    text += &alternatives(context, &root);
    checked("typed", &text)?;
    Ok(text)
}

/// Returns the enums of the alternations of productions; nothing if there are none.
fn alternatives(context: &Context<'_>, root: &str) -> String {
    let mut enums = String::new();
    for production in &context.grammar().productions {
        let Some(members) = members(context, production) else {
            continue;
        };
        let bnf = markdown::block(&context.grammar().text(production));
        for line in bnf.lines() {
            let _ = writeln!(enums, "{}", format!("    /// {line}").trim_end());
        }
        if context.layout.is_non_exhaustive() {
            enums += "    #[non_exhaustive]\n";
        }
        let members: Vec<String> = members.into_iter().map(names::variant).collect();
        let name = names::variant(&production.name);
        let _ = writeln!(enums, "    {name} {{ {}, }}", members.join(", "));
    }
    if enums.is_empty() {
        return enums;
    }
    format!("\nrfcbnf_engine::typed_alternatives! {{ {root}::Rule;\n{enums}}}\n")
}

/// Returns the productions of which a production is an alternation; `None` if it is something else, or if trees leave one of
/// them out.
fn members<'g>(context: &Context<'g>, production: &'g Production) -> Option<Vec<&'g str>> {
    let Kind::Alternation(members) = &production.body.kind else {
        return None;
    };
    let mut names: Vec<&str> = Vec::new();
    for member in members {
        let Kind::Reference { name, .. } = &member.kind else {
            return None;
        };
        // The method of a child would have the name of the method that returns the enum.
        if context.is_character(name) || names::function(name) == "alternative" {
            return None;
        }
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    (!context.is_character(&production.name)).then_some(names)
}

//! The declarations of types in a file of TypeScript.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of records and of the types that they name, in the order of their names.
///
/// ```
/// use rfc1738_views::typescript::{Declarations, Fix};
///
/// let mut types = Declarations::new();
/// assert_eq!(types.add::<Vec<Fix>>(), "Array<Fix>");
/// assert!(types.written().contains("export type Fix = {"));
/// ```
#[derive(Debug, Default)]
pub struct Declarations {
    declared: BTreeMap<String, String>,
}

impl Declarations {
    /// Returns an empty file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Declares a type and all types that it names, and returns what it is called.
    ///
    /// # Panics
    ///
    /// Panics if another type has the name of one of them.
    pub fn add<T: TS + 'static>(&mut self) -> String {
        self.visit::<T>();
        T::visit_generics(self);
        T::name(&config())
    }

    /// Returns all declarations.
    #[must_use]
    pub fn written(&self) -> String {
        let declared: Vec<&str> = self.declared.values().map(String::as_str).collect();
        declared.join("\n")
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() {
            return;
        }
        let config = config();
        let (docs, declaration) = (T::docs().unwrap_or_default(), T::decl(&config));
        let declared = with_short_comments(&format!("{docs}export {declaration}\n"));
        let other = self.declared.insert(T::ident(&config), declared.clone());
        match other {
            Some(other) => assert_eq!(other, declared, "two types have one name"),
            None => T::visit_dependencies(self),
        }
    }
}

/// JSON has one kind of number, so all of them are `number`.
fn config() -> Config {
    Config::new().with_large_int("number")
}

/// Leaves the first paragraph of each comment, on one line.
fn with_short_comments(declared: &str) -> String {
    let mut parts = declared.split("/**");
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (comment, rest) = part.split_once("*/").unwrap_or((part, ""));
        let lines = comment
            .lines()
            .map(|line| line.trim_start_matches([' ', '*']));
        let lines = lines
            .skip_while(|line| line.is_empty())
            .take_while(|line| !line.is_empty());
        let comment = lines.collect::<Vec<_>>().join(" ");
        let comment = comment.replace("`None`", "`null`");
        let (indent, begin) = match short.strip_suffix(" \n") {
            Some(begin) => ("  ", begin.len()),
            None => ("", short.len()),
        };
        short.truncate(begin);
        let line = if indent.is_empty() { "" } else { "\n" };
        short.extend([
            line,
            indent,
            "/** ",
            &comment,
            " */\n",
            indent,
            rest.trim_start(),
        ]);
    }
    short.replace(", }", " }")
}

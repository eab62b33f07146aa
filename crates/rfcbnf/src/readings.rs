//! Readings: decisions that the prose makes where a grammar leaves a choice.
//!
//! ```
//! let mut grammar = rfcbnf::read("old = \"ab:\"\nnew = \"ab:\" | \"cd:\"\n")?;
//! let readings = rfcbnf::Readings::from_toml(r#"
//!     [[reading]]
//!     id = "no-old"
//!     productions = ["new"]
//!     section = "1"
//!     decision = "What is old is not new."
//!     why = "Section 1 says so."
//!     apply = { exclude = { names-under = "old" } }
//! "#)?;
//! readings.apply(&mut grammar)?;
//! assert!(!rfcbnf::automaton::Automaton::new(&grammar, "new")?.accepts(b"ab:"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::Deserialize;
use thiserror::Error;

use crate::reader::{BareLiteral, Reader};
use crate::syntax::{Case, Expression, Grammar, Kind, Notation, Quantifier};

/// The readings of one grammar, in the order of their file.
///
/// ```
/// let readings = rfcbnf::Readings::from_toml(r#"
///     [[reading]]
///     id = "names-first"
///     productions = ["entry"]
///     section = "2"
///     decision = "What can be a name is a name."
///     why = "Section 2 says so."
///     apply = { first = "name" }
/// "#)?;
/// assert_eq!(readings.iter().next().unwrap().id, "names-first");
/// # Ok::<(), rfcbnf::ReadingsError>(())
/// ```
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readings {
    #[serde(default)]
    reading: Vec<Reading>,
}

/// A decision of the prose.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The name of the decision, in lower case with hyphens.
    pub id: String,
    /// The productions that it changes. [`Apply`] can add more.
    pub productions: Vec<String>,
    /// The section of the document.
    pub section: String,
    /// The decision, in a sentence.
    pub decision: String,
    /// The reason, in a sentence.
    pub why: String,
    /// The change to the grammar.
    pub apply: Apply,
}

/// The change that a reading makes to its productions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Apply {
    /// The text is a literal although it has no quotation marks.
    Quote(String),
    /// `<…>` is a literal.
    Angle(String),
    /// Letters match in any case: all letters of the productions themselves, and those of the
    /// literals that [`Names`] finds.
    IgnoreCase(Names),
    /// Letters of literals match as written, except in the literals that [`Names`] finds.
    MatchCase(Names),
    /// No match begins with one of the [`Names`], in any case of letters.
    Exclude(Names),
    /// This alternative comes first.
    First(String),
    /// References to these productions are lazy wherever something follows them.
    Shortest(Vec<String>),
}

/// The names that alternatives of a production begin with: for each, the literal up to and
/// including its colon. An alternative that begins otherwise has no name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Names {
    /// The production whose alternatives have the names.
    pub names_under: String,
}

/// The reason why readings cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadingsError {
    /// The text is not TOML, or has unknown or missing keys.
    #[error("the readings cannot be read: {0}")]
    Malformed(#[from] toml::de::Error),
    /// The grammar contains nothing for a reading to decide.
    #[error("reading `{id}` changes nothing in production `{production}`: {missing}")]
    Unused {
        /// The reading.
        id: String,
        /// The production that it names.
        production: String,
        /// What the production lacks.
        missing: String,
    },
}

impl Readings {
    /// Reads a file of readings: an array `reading` of tables with the fields of [`Reading`].
    ///
    /// # Errors
    ///
    /// [`ReadingsError::Malformed`] if the text does not have that form.
    pub fn from_toml(text: &str) -> Result<Self, ReadingsError> {
        Ok(toml::from_str(text)?)
    }

    /// Returns the readings in file order.
    pub fn iter(&self) -> impl Iterator<Item = &Reading> {
        self.reading.iter()
    }

    /// Returns the literals without quotation marks, which a [`Reader`] has to
    /// know in advance.
    #[must_use]
    pub fn bare_literals(&self) -> Vec<BareLiteral> {
        let mut bare = Vec::new();
        for reading in &self.reading {
            if let Apply::Quote(text) = &reading.apply {
                for production in &reading.productions {
                    bare.push(BareLiteral {
                        production: production.clone(),
                        text: text.clone(),
                    });
                }
            }
        }
        bare
    }

    /// Returns the reader of grammars that these readings are for. Without a notation, it finds it out.
    #[must_use]
    pub fn reader(&self, notation: Option<Notation>) -> Reader {
        Reader {
            bare_literals: self.bare_literals(),
            notation,
            expected: None,
        }
    }

    /// Applies the readings to the grammar, in file order.
    ///
    /// # Errors
    ///
    /// [`ReadingsError::Unused`] for the first reading that finds nothing to decide in one of its
    /// productions.
    pub fn apply(&self, grammar: &mut Grammar) -> Result<(), ReadingsError> {
        for reading in &self.reading {
            for name in &reading.productions {
                reading.apply_to(name, grammar)?;
            }
        }
        Ok(())
    }

    /// Applies the readings as far as possible to a grammar that resembles the one that they were
    /// written for. Returns an error of [`Self::apply`] for each production in which a reading
    /// does not find everything that it decides.
    pub fn apply_where_possible(&self, grammar: &mut Grammar) -> Vec<ReadingsError> {
        let mut unused = Vec::new();
        for reading in &self.reading {
            for name in &reading.productions {
                unused.extend(reading.apply_to(name, grammar).err());
            }
        }
        unused
    }
}

impl Reading {
    fn apply_to(&self, name: &str, grammar: &mut Grammar) -> Result<(), ReadingsError> {
        let unused = |missing: String| ReadingsError::Unused {
            id: self.id.clone(),
            production: name.to_owned(),
            missing,
        };
        let openings = match &self.apply {
            Apply::IgnoreCase(names) | Apply::MatchCase(names) | Apply::Exclude(names) => {
                let openings = openings(grammar, &names.names_under);
                if openings.is_empty() {
                    return Err(unused(format!(
                        "no alternative of `{}` begins with a name",
                        names.names_under
                    )));
                }
                openings
            }
            _ => Vec::new(),
        };
        let Some(production) = grammar
            .productions
            .iter_mut()
            .find(|production| production.name == name)
        else {
            return Err(unused("there is no such production".to_owned()));
        };
        let body = &mut production.body;
        match &self.apply {
            Apply::Quote(text) | Apply::Angle(text) => {
                if !has_literal(body, text) {
                    return Err(unused(format!("it does not contain {text}")));
                }
            }
            Apply::IgnoreCase(_) => body.ignore_case(),
            Apply::MatchCase(_) => {
                let has_names = openings.iter().any(|(opened, _)| opened == name);
                let has_letters = if has_names {
                    match_case_after_names(body)
                } else {
                    match_case(body)
                };
                if !has_letters {
                    return Err(unused(
                        "it has no literal with letters, except for names".to_owned(),
                    ));
                }
            }
            Apply::Exclude(_) => {
                for (_, name) in &openings {
                    if !production.excluded.contains(name) {
                        production.excluded.push(name.clone());
                    }
                }
            }
            Apply::First(first) => {
                if !put_first(body, first) {
                    return Err(unused(format!(
                        "`{first}` is not one of its later alternatives"
                    )));
                }
            }
            Apply::Shortest(names) => {
                for shortened in names {
                    if !shorten(body, shortened) {
                        return Err(unused(format!("nothing follows `{shortened}` in it")));
                    }
                }
            }
        }
        production.readings.push(self.id.clone());
        if let Apply::IgnoreCase(names) | Apply::Exclude(names) = &self.apply {
            production.named_under.push(names.names_under.clone());
        }
        if matches!(self.apply, Apply::IgnoreCase(_)) {
            self.open_without_case(grammar, &openings);
        }
        Ok(())
    }

    /// Lets the literals that these productions begin with match in any case.
    fn open_without_case(&self, grammar: &mut Grammar, openings: &[(String, String)]) {
        for (opened, _) in openings {
            let opened = grammar
                .productions
                .iter_mut()
                .find(|production| production.name == *opened);
            let Some(production) = opened else { continue };
            open_in_any_case(&mut production.body);
            if !production.readings.contains(&self.id) {
                production.readings.push(self.id.clone());
                if let Apply::IgnoreCase(names) = &self.apply {
                    production.named_under.push(names.names_under.clone());
                }
            }
        }
    }
}

/// Returns the productions that have an alternative with a name, each with that name. Searches
/// `name` and the productions that its alternatives consist of.
fn openings(grammar: &Grammar, name: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![name.to_owned()];
    while let Some(name) = waiting.pop() {
        let Some(production) = grammar.production(&name) else {
            continue;
        };
        for alternative in alternatives(&production.body) {
            if let Some(name) = opening(alternative)
                && !found.contains(&(production.name.clone(), name.to_owned()))
            {
                found.push((production.name.clone(), name.to_owned()));
            }
        }
        for alternative in alternatives(&production.body).iter().rev() {
            if let Kind::Reference { name, .. } = &alternative.kind {
                waiting.push(name.clone());
            }
        }
    }
    found
}

fn alternatives(body: &Expression) -> &[Expression] {
    match &body.kind {
        Kind::Alternation(members) => members,
        _ => std::slice::from_ref(body),
    }
}

/// Returns the name that an alternative begins with, including the colon.
fn opening(alternative: &Expression) -> Option<&str> {
    match &alternative.kind {
        Kind::Literal { text, .. } => text.find(':').map(|colon| &text[..=colon]),
        Kind::Sequence(members) => opening(members.first()?),
        _ => None,
    }
}

/// Lets the names that the alternatives begin with match in any case.
fn open_in_any_case(body: &mut Expression) {
    if let Kind::Alternation(members) = &mut body.kind {
        members.iter_mut().for_each(open_in_any_case);
    } else if opening(body).is_some() {
        let first = match &mut body.kind {
            Kind::Sequence(members) => members.first_mut().map(|member| &mut member.kind),
            kind => Some(kind),
        };
        if let Some(Kind::Literal { case, .. }) = first {
            *case = Case::Ignored;
        }
    }
}

/// Lets the letters of literals match as written, except in the names that the alternatives begin
/// with. Returns whether there are such letters.
fn match_case_after_names(body: &mut Expression) -> bool {
    let begins_with_name = opening(body).is_some();
    let mut found = false;
    match &mut body.kind {
        Kind::Alternation(members) => {
            for member in members {
                found |= match_case_after_names(member);
            }
        }
        Kind::Literal { .. } if begins_with_name => {}
        Kind::Sequence(members) if begins_with_name => {
            for member in &mut members[1..] {
                found |= match_case(member);
            }
        }
        _ => found = match_case(body),
    }
    found
}

/// Lets the letters of all literals match as written. Returns whether there are any.
fn match_case(expression: &mut Expression) -> bool {
    let mut found = false;
    if let Kind::Literal { text, case, .. } = &mut expression.kind
        && text.contains(|character: char| character.is_ascii_alphabetic())
    {
        *case = Case::Exact;
        found = true;
    }
    for child in expression.children_mut() {
        found |= match_case(child);
    }
    found
}

fn has_literal(expression: &Expression, wanted: &str) -> bool {
    let mut found = false;
    expression.walk(&mut |expression| {
        found |= matches!(&expression.kind, Kind::Literal { text, .. } if text == wanted);
    });
    found
}

fn put_first(expression: &mut Expression, first: &str) -> bool {
    let Kind::Alternation(members) = &mut expression.kind else {
        return false;
    };
    let is_first =
        |member: &Expression| matches!(&member.kind, Kind::Reference { name, .. } if name == first);
    match members.iter().position(is_first) {
        Some(index) if index > 0 => {
            members[..=index].rotate_right(1);
            true
        }
        _ => false,
    }
}

/// Makes the references to a production lazy that something follows in their sequence.
/// Returns whether there are any.
fn shorten(expression: &mut Expression, wanted: &str) -> bool {
    let mut found = false;
    if let Kind::Sequence(members) = &mut expression.kind {
        let followed = members.len().saturating_sub(1);
        for member in &mut members[..followed] {
            if let Kind::Reference {
                name, quantifier, ..
            } = &mut member.kind
                && name == wanted
            {
                *quantifier = Quantifier::Lazy;
                found = true;
            }
        }
    }
    for child in expression.children_mut() {
        found |= shorten(child, wanted);
    }
    found
}

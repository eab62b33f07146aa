//! Conventions that a document gives in sentences, and not in its grammar: how a text is to be read before the grammar applies.
//!
//! RFC 5545 says that long lines are folded, and that its grammar is about the text without that. RFC 5228 has a grammar of tokens,
//! and white space and comments between them are in a sentence. A file beside the grammar says so in a few words:
//!
//! ```
//! use rfcbnf::conventions::Conventions;
//!
//! let mut grammar = rfcbnf::Grammar::from_abnf("start = *line\nline = 1*ALPHA CRLF\n")?;
//! let conventions = Conventions::from_toml("line-ends = \"crlf\"\nunfold = \"calendar\"\n")?;
//! conventions.apply(&mut grammar)?;
//! let parser = grammar.parser("start")?;
//! let tree = parser.parse("ab\n c\nd\n")?;
//! let lines: Vec<&[u8]> = tree.root().children().map(|line| line.text()).collect();
//! assert_eq!(lines, [&b"ab\n c\n"[..], b"d\n"]);
//! assert_eq!(parser.parse("a\n 1\n").unwrap_err().syntax().unwrap().offset(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: verdicts are those of the text as it was read, and spans and offsets those of the text as it was.

use std::collections::HashSet;

use serde::Deserialize;
use thiserror::Error;

use crate::lookup::UnknownProduction;
use crate::syntax::{Expression, Grammar, Kind};
pub use crate::syntax::{Folding, LineEnds, TextConventions};

/// The conventions of a grammar.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Conventions {
    /// How line ends are written.
    pub line_ends: Option<LineEnds>,
    /// How long lines are folded.
    pub unfold: Option<Folding>,
    /// Whether a `=` at the end of a line is a soft line break of quoted-printable: RFC 2045, Section 6.7.
    #[serde(default)]
    pub quoted_printable: bool,
    /// The tokens that white space separates.
    pub tokens: Option<Tokens>,
}

/// A grammar of tokens.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tokens {
    /// The production of whole texts. Those that it leads to are made of tokens, and what is skipped can be at its end.
    pub start: String,
    /// The productions that are tokens. So are the literals in productions that are made of tokens.
    pub productions: Vec<String>,
    /// The production whose texts are skipped before each token, any number of times.
    pub skip: String,
}

/// Why conventions cannot be used.
///
/// ```
/// use rfcbnf::conventions::Conventions;
///
/// let error = Conventions::from_toml("unfold = \"origami\"\n").unwrap_err();
/// assert!(error.to_string().starts_with("the conventions cannot be read: "));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConventionsError {
    /// The file has another form.
    #[error("the conventions cannot be read: {0}")]
    Form(#[from] toml::de::Error),
    /// The grammar does not have a production that they name.
    #[error("tokens: {0}")]
    Unknown(#[from] UnknownProduction),
}

impl Conventions {
    /// Reads a file of conventions, with the fields of [`Conventions`].
    ///
    /// # Errors
    ///
    /// Returns [`ConventionsError`] if the text does not have that form.
    pub fn from_toml(text: &str) -> Result<Self, ConventionsError> {
        Ok(toml::from_str(text)?)
    }

    /// Makes the grammar read texts as the conventions say.
    ///
    /// # Errors
    ///
    /// Returns [`ConventionsError`] for the first production that the grammar does not have.
    ///
    /// ```
    /// use rfcbnf::conventions::Conventions;
    ///
    /// let mut grammar = rfcbnf::Grammar::from_abnf("start = *(word \";\")\nword = 1*ALPHA\nblank = \" \"\n")?;
    /// let tokens = "[tokens]\nstart = \"start\"\nproductions = [\"word\"]\nskip = \"blank\"\n";
    /// Conventions::from_toml(tokens)?.apply(&mut grammar)?;
    /// assert!(grammar.parser("start")?.is_valid(" a ;b; ")?);
    /// assert!(!grammar.parser("word")?.is_valid(" a")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(&self, grammar: &mut Grammar) -> Result<(), ConventionsError> {
        grammar.conventions = TextConventions {
            line_ends: self.line_ends,
            unfold: self.unfold,
            quoted_printable: self.quoted_printable,
        };
        match &self.tokens {
            Some(tokens) => tokens.apply(grammar),
            None => Ok(()),
        }
    }
}

impl Tokens {
    fn apply(&self, grammar: &mut Grammar) -> Result<(), ConventionsError> {
        let name = |name: &String| Ok::<_, UnknownProduction>(grammar.lookup(name)?.name.clone());
        let skip = name(&self.skip)?;
        let start = name(&self.start)?;
        let tokens = self.productions.iter().map(name);
        let mut tokens: Vec<String> = tokens.collect::<Result<_, _>>()?;
        tokens.push(skip.clone());
        let owned = |names: HashSet<&str>| -> HashSet<String> {
            names.into_iter().map(str::to_owned).collect()
        };
        let lexical = owned(grammar.reachable_from(tokens.iter().map(String::as_str)));
        let all = owned(grammar.reachable_from([start.as_str()]));
        let separated = Separated {
            lexical: &lexical,
            skip: &skip,
        };
        for production in &mut grammar.productions {
            if !all.contains(&production.name) || lexical.contains(&production.name) {
                continue;
            }
            separated.separate(&mut production.body);
            if production.name == start {
                let end = production.body.span.end;
                let body = production.body.clone();
                production.body.kind = sequence([body, separated.gap(end)]);
            }
        }
        Ok(())
    }
}

/// A grammar whose tokens are separated.
struct Separated<'s> {
    /// The productions that are tokens, or parts of them.
    lexical: &'s HashSet<String>,
    skip: &'s str,
}

impl Separated<'_> {
    /// Returns what can be before a token at an offset.
    fn gap(&self, at: usize) -> Expression {
        let span = at..at;
        let skip = Expression {
            kind: Kind::reference(self.skip.to_owned()),
            span: span.clone(),
        };
        let kind = Kind::Repetition {
            least: 0,
            most: None,
            body: Box::new(skip),
        };
        Expression { kind, span }
    }

    /// Puts a gap before each token of a body.
    fn separate(&self, part: &mut Expression) {
        let is_token = match &part.kind {
            Kind::Literal { text, .. } => !text.is_empty(),
            Kind::Range { .. } | Kind::Prose(_) => true,
            Kind::Reference { name, .. } => self.lexical.contains(name),
            _ => false,
        };
        if is_token {
            let gap = self.gap(part.span.start);
            part.kind = sequence([gap, part.clone()]);
            return;
        }
        for child in part.children_mut() {
            self.separate(child);
        }
        if let Kind::Sequence(members) = &mut part.kind {
            part.kind = sequence(std::mem::take(members));
        }
    }
}

/// Returns a sequence of these parts, none of which is one itself.
fn sequence(parts: impl IntoIterator<Item = Expression>) -> Kind {
    let parts = parts.into_iter().flat_map(|part| match part.kind {
        Kind::Sequence(members) => members,
        kind => vec![Expression {
            kind,
            span: part.span,
        }],
    });
    Kind::Sequence(parts.collect())
}

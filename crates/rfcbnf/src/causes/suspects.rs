//! Texts that parsers are known to take or to refuse, whatever the grammar says.
//!
//! No suite of a grammar has `NaN`, which a dozen parsers of JSON accept. People know such texts, and a file
//! beside the grammar has them: `rfc8259.suspects.toml`. The verdict about each text is that of the grammar;
//! the file does not say whether it is valid.

use std::collections::HashSet;

use serde::Deserialize;
use thiserror::Error;

use super::Budget;
use super::peer::{Repeated, Substitute};
use crate::conformance::{Context, contexts};
use crate::library;
use crate::octets::from_hex;
use crate::resolved::ResolvedGrammar;
use crate::sentences::{RecursiveSentences, Shortest};
use crate::syntax::Grammar;

/// The greatest number of contexts in which a text is asked about.
pub(super) const CONTEXTS: usize = 3;

/// The greatest number of texts of a production of another grammar.
const TEXTS: usize = 60;

/// What parsers of a grammar are known to take or to refuse.
///
/// ```
/// use rfcbnf::causes::{Budget, Suspects};
///
/// let suspects = Suspects::from_toml(r#"
///     [[suspect]]
///     production = "value"
///     texts = ["NaN"]
///     why = "JavaScript has it"
/// "#)?;
/// let json = rfcbnf::library::find("rfc8259").unwrap().read().into_result()?;
/// let mut budget = Budget::default();
/// suspects.add_to(&mut budget, &json, "array");
/// assert!(budget.corpus.contains(&b"[NaN]".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suspects {
    #[serde(default)]
    suspect: Vec<Suspect>,
}

/// Texts that a parser may take for a production, or refuse as one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suspect {
    /// The name of the production in whose place they are.
    pub production: String,
    /// Why they are suspect, in a few words.
    pub why: String,
    /// The texts.
    #[serde(default)]
    pub texts: Vec<String>,
    /// Texts that are no UTF-8, each as hexadecimal digits.
    #[serde(default)]
    pub octets: Vec<String>,
    /// A text with many repetitions.
    #[serde(default)]
    pub repeat: Option<Repetition>,
    /// A production of another grammar, whose texts a parser may take for this one.
    #[serde(default)]
    pub language: Option<Language>,
}

/// A text with many repetitions, such as brackets in brackets.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repetition {
    /// The text before the repetitions.
    #[serde(default)]
    pub before: String,
    /// What is repeated.
    pub text: String,
    /// The text in the middle.
    #[serde(default)]
    pub middle: String,
    /// What is repeated as often after it.
    #[serde(default)]
    pub end: String,
    /// The text after the repetitions.
    #[serde(default)]
    pub after: String,
    /// The number of repetitions.
    pub times: usize,
}

/// A production of a grammar of the library.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The name of the grammar, such as `rfc3986`.
    pub from: String,
    /// The name of the production.
    pub production: String,
}

/// The reason why a file of suspects cannot be used.
///
/// ```
/// let error = rfcbnf::causes::Suspects::from_toml("[[suspect]]\n").unwrap_err();
/// assert!(error.to_string().starts_with("the suspects cannot be read: "));
/// ```
#[derive(Debug, Error)]
pub enum SuspectsError {
    /// The file has another form.
    #[error("the suspects cannot be read: {0}")]
    Form(#[from] toml::de::Error),
    /// A text is no row of pairs of hexadecimal digits.
    #[error("the suspects cannot be read: `{0}` is not hexadecimal digits, two for each octet")]
    Octets(String),
    /// The library has no such production.
    #[error(
        "the suspects cannot be read: the library has no production `{production}` of `{from}`"
    )]
    Language {
        /// The name of the grammar.
        from: String,
        /// The name of the production.
        production: String,
    },
}

impl Suspects {
    /// Reads a file of suspects: an array `suspect` of tables with the fields of [`Suspect`].
    ///
    /// # Errors
    ///
    /// Returns [`SuspectsError`] if the text does not have that form.
    pub fn from_toml(text: &str) -> Result<Self, SuspectsError> {
        let suspects: Self = toml::from_str(text)?;
        for suspect in &suspects.suspect {
            for octets in &suspect.octets {
                octets_of(octets).ok_or_else(|| SuspectsError::Octets(octets.clone()))?;
            }
            if let Some(Language { from, production }) = &suspect.language {
                let found = library::find(from).map(|found| found.read().grammar);
                let found = found.and_then(|found| found.lookup(production).is_ok().then_some(()));
                found.ok_or_else(|| SuspectsError::Language {
                    from: from.clone(),
                    production: production.clone(),
                })?;
            }
        }
        Ok(suspects)
    }

    /// Returns the suspects in file order.
    pub fn iter(&self) -> impl Iterator<Item = &Suspect> {
        self.suspect.iter()
    }

    /// Adds the texts to what a search for the causes of a production asks about: those of all productions that
    /// it leads to, each within shortest texts around it. A suspect of another production is left out.
    pub fn add_to(&self, budget: &mut Budget, grammar: &Grammar, production: &str) {
        let Ok(start) = grammar.lookup(production) else {
            return;
        };
        let grammar = grammar.part([start.name.as_str()]);
        let resolved = ResolvedGrammar::new(&grammar);
        let shortest = Shortest::of(&resolved);
        let Ok(start) = resolved.lookup(&start.name) else {
            return;
        };
        let all = contexts(&resolved, start, &shortest);
        let known = budget.corpus.iter().cloned();
        let mut known: HashSet<Vec<u8>> = known.collect();
        for suspect in &self.suspect {
            let Ok(production) = grammar.lookup(&suspect.production) else {
                continue;
            };
            let Ok(production) = resolved.lookup(&production.name) else {
                continue;
            };
            let contexts = &all[production.index()];
            let name = resolved.production(production).name();
            let texts = suspect.short();
            for text in &texts {
                let texts = contexts.iter().take(CONTEXTS).map(|it| it.with(text));
                budget
                    .corpus
                    .extend(texts.filter(|text| known.insert(text.clone())));
            }
            budget.substitutes.push(Substitute {
                production: name.to_owned(),
                texts,
            });
            let long = suspect.repeat.iter().zip(contexts.first());
            budget
                .repeated
                .extend(long.map(|(text, context)| text.within(context)));
        }
    }
}

impl Suspect {
    /// Returns the texts that are no longer than a person writes.
    fn short(&self) -> Vec<Vec<u8>> {
        let texts = self.texts.iter().map(|text| text.as_bytes().to_vec());
        let octets = self.octets.iter().filter_map(|text| octets_of(text));
        let language = self.language.iter().flat_map(Language::texts);
        texts.chain(octets).chain(language).collect()
    }
}

impl Language {
    /// Returns some texts of the production, the shortest first.
    fn texts(&self) -> Vec<Vec<u8>> {
        let grammar = library::find(&self.from).and_then(|it| it.with_imports().ok());
        let Some(grammar) = grammar.map(|joined| joined.grammar) else {
            return Vec::new();
        };
        let Ok(sentences) = RecursiveSentences::new(&grammar, &self.production) else {
            return Vec::new();
        };
        let mut texts = sentences.cover(0);
        texts.sort_by_key(Vec::len);
        texts.truncate(TEXTS);
        texts
    }
}

impl Repetition {
    fn within(&self, context: &Context) -> Repeated {
        Repeated {
            before: [&context.before, self.before.as_bytes()].concat(),
            text: self.text.as_bytes().to_vec(),
            middle: self.middle.as_bytes().to_vec(),
            end: self.end.as_bytes().to_vec(),
            after: [self.after.as_bytes(), &context.after].concat(),
            times: self.times,
        }
    }
}

/// Returns the octets of a row of pairs of hexadecimal digits. Blanks between the pairs are left out.
fn octets_of(text: &str) -> Option<Vec<u8>> {
    let words: Option<Vec<_>> = text.split_whitespace().map(from_hex).collect();
    Some(words?.concat())
}

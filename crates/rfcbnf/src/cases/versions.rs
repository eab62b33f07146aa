//! The cases of a grammar that somebody is writing.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rfcbnf_engine::escape::Printable;

use super::{Case, Outcome, check_with};
use crate::parser::Parser;
use crate::syntax::Grammar;

/// Checks cases on versions of a grammar. What a change does not concern is not checked again: neither a case nor a parser of a
/// production that leads to no production that changed.
///
/// ```
/// use rfcbnf::cases::{CaseFile, Outcome, Versions};
///
/// let mut cases = CaseFile::read("# port\n\n=== a number\n80\n---\n")?.cases;
/// let mut versions = Versions::default();
/// for (text, is_passed) in [("port = 1*DIGIT\n", true), ("port = 1*ALPHA\n", false)] {
///     let grammar = rfcbnf::Grammar::from_abnf(text)?;
///     versions.update(&grammar);
///     cases[0].resolve(&grammar)?;
///     assert_eq!(versions.check(&cases[0]).outcome == Outcome::Passed, is_passed);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Versions {
    grammar: Option<Grammar>,
    characters: HashSet<String>,
    /// The parsers of productions, or why there is none.
    parsers: HashMap<String, Result<Parser, String>>,
    /// What is known of the texts of productions, with the cases that they are in.
    checked: HashMap<(String, Vec<u8>), Vec<Known>>,
}

/// A case and how it ended.
struct Known {
    case: Case,
    checked: CheckedVersion,
}

/// How a case ended on a version of the grammar.
#[derive(Debug, Clone)]
pub struct CheckedVersion {
    /// How it ended.
    pub outcome: Outcome,
    /// The productions in the tree of a valid text, each once.
    pub reached: Arc<[String]>,
    /// Whether the production cannot be parsed at all, for example because a part of it cannot be read.
    pub has_no_parser: bool,
}

impl Versions {
    /// Takes another version of the grammar.
    pub fn update(&mut self, grammar: &Grammar) {
        let characters = grammar.character_productions();
        let characters: HashSet<String> =
            characters.iter().map(|name| (*name).to_owned()).collect();
        let before = self.grammar.replace(grammar.clone());
        let before = before.filter(|before| {
            self.characters == characters
                && (before.notation, before.encoding) == (grammar.notation, grammar.encoding)
        });
        self.characters = characters;
        let Some(before) = before else {
            self.parsers.clear();
            self.checked.clear();
            return;
        };
        let changed = changed(&before, grammar);
        if changed.is_empty() {
            return;
        }
        let concerned = |name: &String| {
            // One that a version does not define is not reachable there.
            [&before, grammar].iter().any(|version| {
                let reachable = version.reachable_from([name.as_str()]);
                changed
                    .iter()
                    .any(|one| reachable.contains(one) || one == name)
            })
        };
        let tested: HashSet<String> = self.parsers.keys().cloned().collect();
        let concerned: HashSet<String> = tested.into_iter().filter(concerned).collect();
        self.parsers.retain(|name, _| !concerned.contains(name));
        self.checked
            .retain(|(name, _), _| !concerned.contains(name));
    }

    /// Checks a case, whose production is [resolved](Case::resolve), on the last version.
    pub fn check(&mut self, case: &Case) -> CheckedVersion {
        let production = case.production.clone().unwrap_or_default();
        let key = (production, case.octets().to_vec());
        let is_same = |known: &&Known| {
            (&known.case.expected, known.case.shows_characters)
                == (&case.expected, case.shows_characters)
        };
        let known = self.checked.entry(key.clone()).or_default();
        if let Some(known) = known.iter().find(is_same) {
            return known.checked.clone();
        }
        let parser = self.parsers.entry(key.0).or_insert_with_key(|name| {
            let grammar = self.grammar.as_ref().ok_or("there is no grammar")?;
            grammar.parser(name).map_err(|error| error.to_string())
        });
        let checked = match parser {
            Ok(parser) => {
                let mut reached = Vec::new();
                let checked = check_with(parser, case, |tree| {
                    let mut seen = HashSet::new();
                    let names = tree.iter().map(|node| node.rule().to_string());
                    reached = names.filter(|name| seen.insert(name.clone())).collect();
                });
                CheckedVersion {
                    outcome: checked.outcome,
                    reached: reached.into(),
                    has_no_parser: false,
                }
            }
            Err(error) => CheckedVersion {
                outcome: Outcome::Undecided(Printable(error.as_bytes()).to_string()),
                reached: [].into(),
                has_no_parser: true,
            },
        };
        known.push(Known {
            case: case.clone(),
            checked: checked.clone(),
        });
        checked
    }

    /// Forgets the texts that are in none of these cases, so that no more is kept than there is.
    pub fn keep<'c>(&mut self, cases: impl IntoIterator<Item = &'c Case>) {
        let texts: HashSet<&[u8]> = cases.into_iter().map(Case::octets).collect();
        self.checked
            .retain(|(_, text), _| texts.contains(text.as_slice()));
    }
}

/// Returns the names of productions that differ between two versions, or that only one of them has.
fn changed<'g>(before: &'g Grammar, after: &'g Grammar) -> Vec<&'g str> {
    let by_name: HashMap<&str, _> = { before.productions.iter() }
        .map(|one| (one.name.as_str(), one))
        .collect();
    let mut changed = Vec::new();
    let mut left = by_name.clone();
    for production in &after.productions {
        let is_same = left.remove(production.name.as_str()).is_some_and(|known| {
            known.body.derives_like(&production.body)
                && (&known.excluded, &known.length) == (&production.excluded, &production.length)
        });
        if !is_same {
            changed.push(production.name.as_str());
        }
    }
    changed.extend(left.keys());
    changed
}

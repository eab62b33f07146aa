//! What an answer is checked by, and what is known of it.

use std::fmt;

use rfcbnf_engine::escape::{Escaped, Quoted};

use crate::GrammarErrors;
use crate::analysis::UnambiguityProof;
use crate::derivations::DerivationTree;
use crate::tables::{Alternative, Conflict, Row};

/// What an answer is checked by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// It is a grammar.
    Readable,
    /// It derives the texts of the solution, and no others.
    Language,
    /// It derives a text.
    Valid(String),
    /// It does not derive a text.
    Invalid(String),
    /// Every text has one tree.
    Unambiguous,
    /// No production begins with itself.
    NoLeftRecursion,
    /// It has at most so many productions.
    Productions(usize),
    /// The next character decides which alternative is taken.
    Ll1,
}

/// A condition, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was checked.
    pub condition: Condition,
    /// What is known.
    pub verdict: Verdict,
}

/// What is known of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Proved(Proof),
    /// It does not hold.
    Refuted(Evidence),
    /// It holds in all texts up to a length. Whether it holds in longer ones is not known.
    UpTo {
        /// The length in octets.
        length: usize,
    },
    /// It is not known, for this reason.
    Undecided(String),
}

/// Why a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// It was computed without a search: a text was parsed, productions were counted.
    Computed,
    /// Both grammars have the same minimal automaton.
    Automata,
    /// The productions of both have the same bodies, up to names.
    Bodies,
    /// By induction on the length of a text, over so many pairs of sentential forms that are equal because of each other.
    Induction {
        /// The number of pairs.
        pairs: usize,
    },
    /// No text has two trees.
    Unambiguous(UnambiguityProof),
}

/// Why a condition does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Evidence {
    /// It cannot be read.
    Errors(GrammarErrors),
    /// It derives another language.
    Differs {
        /// A text of the solution that it does not derive.
        misses: Option<Missed>,
        /// A text that it derives and the solution does not.
        derives: Option<Derived>,
        /// Whether no shorter text is missed, or derived. A text that was found by chance can be longer.
        is_shortest: bool,
    },
    /// It does not derive a text.
    Missed(Missed),
    /// It derives a text.
    Derived(Derived),
    /// A text has several trees.
    Trees {
        /// The text.
        text: Vec<u8>,
        /// Two trees, or one, if all others repeat a node or an empty round.
        trees: Vec<DerivationTree>,
        /// Whether there are infinitely many.
        is_infinite: bool,
    },
    /// Productions that begin with each other. The last name repeats the first.
    Circle(Vec<String>),
    /// It has so many productions.
    Count(usize),
    /// The next character does not decide between two alternatives.
    Conflict {
        /// The row of the table.
        row: Box<Row>,
        /// The first conflict.
        conflict: Conflict,
        /// The number of conflicts.
        count: usize,
    },
}

/// A text that an answer does not derive, and how far it comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// The text.
    pub text: Vec<u8>,
    /// The length in octets of the longest part from the beginning that a text of the answer begins with; `None` if that is
    /// undecided.
    pub offset: Option<usize>,
    /// What the answer expects there, for people; empty if that is undecided.
    pub expected: String,
}

/// A text that an answer derives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// The text.
    pub text: Vec<u8>,
    /// Its first tree; `None` if that takes too much.
    pub tree: Option<DerivationTree>,
}

impl Finding {
    /// Returns whether the condition is known not to hold.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        matches!(self.verdict, Verdict::Refuted(_))
    }

    /// Returns what is wrong, each in a few words that are the same for the same mistake: `misses "()()"`. Returns none
    /// if nothing is known to be wrong.
    #[must_use]
    pub fn mistakes(&self) -> Vec<String> {
        let Verdict::Refuted(evidence) = &self.verdict else {
            return Vec::new();
        };
        match (evidence, &self.condition) {
            (Evidence::Errors(_), _) => vec!["cannot be read".to_owned()],
            (
                Evidence::Differs {
                    misses, derives, ..
                },
                _,
            ) => {
                let misses = misses
                    .iter()
                    .map(|one| format!("misses {}", named(&one.text)));
                let derives = derives.iter();
                let derives = derives.map(|one| format!("also derives {}", named(&one.text)));
                misses.chain(derives).collect()
            }
            (Evidence::Missed(one), _) => vec![format!("misses {}", named(&one.text))],
            (Evidence::Derived(one), _) => vec![format!("also derives {}", named(&one.text))],
            (Evidence::Trees { text, .. }, _) => vec![format!("ambiguous: {}", named(text))],
            (Evidence::Circle(_), _) => vec!["left recursion".to_owned()],
            (Evidence::Count(_), _) => vec!["too many productions".to_owned()],
            (Evidence::Conflict { .. }, _) => vec!["not LL(1)".to_owned()],
        }
    }
}

/// Returns a text in quotation marks, or what the empty one is called.
fn named(text: &[u8]) -> String {
    if text.is_empty() {
        return "the empty text".to_owned();
    }
    Quoted(text).to_string()
}

impl fmt::Display for Condition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Readable => formatter.write_str("a grammar"),
            Self::Language => formatter.write_str("the same language"),
            Self::Valid(text) => write!(formatter, "derives {}", named(text.as_bytes())),
            Self::Invalid(text) => write!(formatter, "does not derive {}", named(text.as_bytes())),
            Self::Unambiguous => formatter.write_str("unambiguous"),
            Self::NoLeftRecursion => formatter.write_str("no left recursion"),
            Self::Productions(1) => formatter.write_str("at most 1 production"),
            Self::Productions(most) => write!(formatter, "at most {most} productions"),
            Self::Ll1 => formatter.write_str("LL(1)"),
        }
    }
}

/// Writes the condition and what is known on one line. Everything from the answer is escaped.
impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.condition, self.verdict)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proved(proof) => write!(formatter, "yes{proof}"),
            Self::Refuted(evidence) => write!(formatter, "no, {evidence}"),
            Self::UpTo { length } => {
                let octets = if *length == 1 { "octet" } else { "octets" };
                write!(
                    formatter,
                    "in all texts up to {length} {octets}, and not known beyond"
                )
            }
            Self::Undecided(reason) => {
                write!(formatter, "undecided, {}", Escaped(reason.as_bytes()))
            }
        }
    }
}

/// Writes what follows a yes.
impl fmt::Display for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Computed => "",
            Self::Automata => ", both have the same automaton",
            Self::Bodies => ", the bodies are the same up to names",
            Self::Induction { .. } => ", proved by induction",
            Self::Unambiguous(UnambiguityProof::Ll1) => ", it is LL(1)",
            Self::Unambiguous(UnambiguityProof::Lr1) => ", it is LR(1)",
            Self::Unambiguous(UnambiguityProof::AllTexts) => ", each of its texts has one tree",
        })
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Errors(errors) => match errors.iter().next() {
                Some(first) => write!(formatter, "{}", Escaped(first.to_string().as_bytes())),
                None => formatter.write_str("it cannot be read"),
            },
            Self::Differs {
                misses,
                derives,
                is_shortest,
            } => {
                if let Some(one) = misses {
                    write!(formatter, "it misses {}", named(&one.text))?;
                }
                if let Some(one) = derives {
                    let joint = if misses.is_some() { ", and" } else { "it" };
                    write!(formatter, "{joint} also derives {}", named(&one.text))?;
                }
                if !is_shortest {
                    formatter.write_str("; there may be shorter texts")?;
                }
                Ok(())
            }
            Self::Missed(one) => write!(formatter, "it misses {}", named(&one.text)),
            Self::Derived(one) => write!(formatter, "it also derives {}", named(&one.text)),
            Self::Trees {
                text, is_infinite, ..
            } => {
                let count = if *is_infinite {
                    "infinitely many"
                } else {
                    "two"
                };
                write!(formatter, "{} has {count} trees", named(text))
            }
            Self::Circle(names) => {
                let names = names
                    .iter()
                    .map(|name| Escaped(name.as_bytes()).to_string());
                let names: Vec<String> = names.collect();
                write!(formatter, "{}", names.join(" begins with "))
            }
            Self::Count(count) => write!(formatter, "it has {count}"),
            Self::Conflict { row, conflict, .. } => {
                let [first, second] = conflict
                    .alternatives
                    .map(|index| &row.alternatives()[index]);
                let name = Escaped(row.name().as_bytes());
                let next = next(conflict);
                let (first, second) = (written(first), written(second));
                write!(formatter, "{name} before {next} is {first} or {second}")
            }
        }
    }
}

/// Names a character of a conflict, or the end of the text.
fn next(conflict: &Conflict) -> String {
    match conflict.characters.readable() {
        Some(character) => named(character.to_string().as_bytes()),
        None => "the end of the text".to_owned(),
    }
}

/// Returns a right side in backticks.
fn written(alternative: &Alternative) -> String {
    let parts = alternative.parts.iter();
    let parts: Vec<String> = parts
        .map(|part| Escaped(part.text.as_bytes()).to_string())
        .collect();
    if parts.is_empty() {
        return "empty".to_owned();
    }
    format!("`{}`", parts.join(" "))
}

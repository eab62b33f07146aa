//! An obstacle, and the sentence on it.

use std::fmt;

use thiserror::Error;

use crate::error::line::{Clipped, Listed};
use crate::limits::{DEPTH, EMPTY_DERIVATION, NESTED_ROUNDS};
use crate::syntax::{GivenLength, Span};

/// The number of names that a path or a cycle shows from each end.
const SHOWN_ENDS: usize = 4;

/// What keeps a program from deciding about the texts of a production.
///
/// Its `Display` is one line that needs no context.
///
/// ```
/// let document = rfcbnf::Reader::default().read("a = \"x\" b\nb = c\nd = \"y\"\n");
/// let grammar = document.grammar;
/// let obstacle = grammar.obstacle("a").unwrap();
/// assert_eq!(
///     obstacle.to_string(),
///     "production `a` uses `b`, which uses `c`, which the grammar does not define"
/// );
/// assert!(grammar.obstacle("d").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", Sentence(self))]
pub struct Obstacle {
    pub(super) path: Vec<String>,
    pub(super) kind: ObstacleKind,
    pub(super) span: Span,
    /// Whether it is recursion at one end of the alternatives.
    pub(super) is_one_sided: bool,
}

/// The kinds of obstacle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObstacleKind {
    /// A part of the production cannot be read.
    Unreadable {
        /// The line of that part, counted from 1.
        line: usize,
    },
    /// The production uses a name that the grammar does not define.
    Undefined {
        /// The name.
        name: String,
    },
    /// The production uses prose.
    Prose {
        /// The text between the angle brackets.
        text: String,
    },
    /// The production is recursive.
    Recursion {
        /// The names on a shortest cycle, in the order of reference. The last repeats the first.
        cycle: Vec<String>,
    },
    /// The production derives no text, because no derivation of it ends.
    NoText {
        /// The names of productions that derive no text. Each needs the next, and the last repeats
        /// one before it, or is `…`.
        chain: Vec<String>,
    },
    /// The production, with those that it uses, has more than [`DEPTH`] expressions inside each
    /// other.
    TooDeep,
    /// A derivation of the empty text from the production has more than [`EMPTY_DERIVATION`]
    /// expressions.
    EmptyTooLarge,
    /// The counts of repetitions inside each other multiply to more than [`NESTED_ROUNDS`], or are
    /// around recursion, and one of them is above [`NESTED_COUNT`](crate::limits::NESTED_COUNT).
    TooManyRounds,
    /// The production has a length that another part of the text gives. That keeps its texts from being valid, and
    /// is no obstacle to its language: [`Obstacles::length`](super::Obstacles::length) returns it.
    Length {
        /// The reason.
        length: GivenLength,
    },
}

impl Obstacle {
    pub(super) fn new(path: Vec<String>, kind: ObstacleKind, span: Span) -> Self {
        Self {
            path,
            kind,
            span,
            is_one_sided: false,
        }
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> &ObstacleKind {
        &self.kind
    }

    /// Returns the name of the production that was asked for.
    #[must_use]
    pub fn production(&self) -> &str {
        self.path.first().map_or("", String::as_str)
    }

    /// Returns the names on a shortest way from the production that was asked for to the one that
    /// contains the obstacle. If that is the same one, the path is its name.
    #[must_use]
    pub fn path(&self) -> &[String] {
        &self.path
    }

    /// Returns the part of the file that is the obstacle, in byte offsets: the prose, the undefined
    /// name, or the reference that closes a cycle.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Returns whether recursion is all that keeps a program from deciding, also recursion that
    /// never ends. Every production on the way is complete.
    #[must_use]
    pub fn is_recursion(&self) -> bool {
        matches!(
            self.kind,
            ObstacleKind::Recursion { .. } | ObstacleKind::NoText { .. }
        )
    }

    /// Returns whether it is recursion at one end of the alternatives only. That is no obstacle to an
    /// automaton, and a repetition can take its place.
    ///
    /// ```
    /// let grammar = rfcbnf::read("a = \"x\" a | \"y\"\nb = \"(\" b \")\" | \"y\"\n")?;
    /// assert!(grammar.obstacle("a").unwrap().is_one_sided());
    /// assert!(!grammar.obstacle("b").unwrap().is_one_sided());
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.is_one_sided
    }

    /// Returns whether the production that was asked for derives no text, because no derivation of
    /// it ends. Every text is invalid then.
    ///
    /// ```
    /// let grammar = rfcbnf::Reader::default().read("a = \"x\" a\nb = \"x\" b | \"y\"\n").grammar;
    /// assert!(grammar.obstacle("a").unwrap().derives_no_text());
    /// assert!(!grammar.obstacle("b").unwrap().derives_no_text());
    /// ```
    #[must_use]
    pub fn derives_no_text(&self) -> bool {
        self.path.len() == 1 && matches!(self.kind, ObstacleKind::NoText { .. })
    }

    /// Returns whether the production uses prose or a name without a definition, so that only people know
    /// some of its texts.
    ///
    /// ```
    /// let grammar = rfcbnf::Reader::default().read("a = b / \"x\"\nc = \"y\" c / \"z\"\n").grammar;
    /// assert!(grammar.obstacle("a").unwrap().is_unknown_text());
    /// assert!(!grammar.obstacle("c").unwrap().is_unknown_text());
    /// ```
    #[must_use]
    pub fn is_unknown_text(&self) -> bool {
        matches!(
            self.kind,
            ObstacleKind::Undefined { .. } | ObstacleKind::Prose { .. }
        )
    }

    /// Returns whether the obstacle is an error of the grammar file. Prose and recursion are not.
    #[must_use]
    pub fn is_error(&self) -> bool {
        !self.is_recursion()
            && !matches!(
                self.kind,
                ObstacleKind::Prose { .. } | ObstacleKind::Length { .. }
            )
    }

    /// Returns what to do about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self.kind {
            ObstacleKind::Unreadable { .. } => "fix the production",
            ObstacleKind::Undefined { .. } => "define the name or import the grammar that has it",
            ObstacleKind::Prose { .. } => "write a production in place of the prose",
            ObstacleKind::Recursion { .. } if self.is_one_sided => {
                "write a repetition in place of the recursion"
            }
            ObstacleKind::Recursion { .. } => {
                "no repetition can take its place, so parse single texts"
            }
            ObstacleKind::NoText { .. } => "add an alternative that ends the recursion",
            ObstacleKind::TooDeep => {
                "put the bodies of productions that only use the next one in place of their names"
            }
            ObstacleKind::EmptyTooLarge => "let fewer parts of a sequence derive the empty text",
            ObstacleKind::TooManyRounds => "write one of the counts as `*`, or smaller",
            ObstacleKind::Length { .. } => "check the length in a program",
        }
    }
}

/// The sentence about an obstacle.
struct Sentence<'a>(&'a Obstacle);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Obstacle { path, kind, .. } = self.0;
        write!(formatter, "production `{}`", Clipped(self.0.production()))?;
        let further = path.get(1..).unwrap_or_default();
        let omitted = further.len().saturating_sub(2 * SHOWN_ENDS);
        for (index, name) in further.iter().enumerate() {
            let joint = if index == 0 { "" } else { ", which" };
            let name = Clipped(name);
            match index.checked_sub(SHOWN_ENDS) {
                Some(0) if omitted > 0 => {
                    write!(formatter, "{joint} leads through {omitted} others")?;
                }
                Some(after) if after < omitted => {}
                Some(after) if after == omitted && omitted > 0 => {
                    write!(formatter, " to `{name}`")?;
                }
                _ => write!(formatter, "{joint} uses `{name}`")?,
            }
        }
        if !further.is_empty() {
            formatter.write_str(", which")?;
        }
        match kind {
            ObstacleKind::Unreadable { line } => {
                write!(formatter, " cannot be read (line {line})")
            }
            ObstacleKind::Undefined { name } => {
                let name = Clipped(name);
                write!(
                    formatter,
                    " uses `{name}`, which the grammar does not define"
                )
            }
            ObstacleKind::Prose { text } => write!(formatter, " uses prose: <{}>", Clipped(text)),
            ObstacleKind::Recursion { cycle } => {
                write!(formatter, " is recursive: {}", Listed(&shown(cycle)))
            }
            ObstacleKind::NoText { chain } => write!(
                formatter,
                " derives no text, because each of these needs the next: {}",
                Listed(chain)
            ),
            ObstacleKind::TooDeep => write!(
                formatter,
                ", with those that it uses, is more than {DEPTH} expressions deep"
            ),
            ObstacleKind::EmptyTooLarge => write!(
                formatter,
                " derives the empty text from more than {EMPTY_DERIVATION} expressions"
            ),
            ObstacleKind::TooManyRounds => write!(
                formatter,
                " has counts inside each other, or around recursion, for more than {NESTED_ROUNDS} rounds"
            ),
            ObstacleKind::Length { length } => write!(
                formatter,
                " has a length that the grammar does not check: {}",
                Clipped(&length.to_string())
            ),
        }
    }
}

/// Returns the names of a cycle, with `…` for the middle of a long one.
fn shown(cycle: &[String]) -> Vec<String> {
    if cycle.len() <= 2 * SHOWN_ENDS + 1 {
        return cycle.to_vec();
    }
    let first = cycle[..SHOWN_ENDS].iter().cloned();
    let last = cycle[cycle.len() - SHOWN_ENDS..].iter().cloned();
    first.chain(["…".to_owned()]).chain(last).collect()
}

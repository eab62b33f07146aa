//! The kinds of error, what each says and what would put it right.

use thiserror::Error;

use super::excerpt::{Clipped, Listed};
use crate::notation::COUNT_LIMIT;

/// What is wrong with a grammar file. Its `Display` is one sentence without the place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GrammarErrorKind {
    /// The file holds no rule, nor anything that was meant as one.
    #[error("the grammar has no rules")]
    NoRules,
    /// Text that is no comment and stands in no rule.
    #[error("this text belongs to no rule")]
    TextOutsideRules,
    /// What stands before the `=` is no name.
    #[error("`{}` cannot name a rule", Clipped(name))]
    InvalidName {
        /// What stands before the `=`.
        name: String,
    },
    /// Nothing but white space and comments follows the `=`.
    #[error("the rule `{}` has no body", Clipped(name))]
    MissingBody {
        /// The name of the rule.
        name: String,
    },
    /// A quotation mark without another on the same line.
    #[error("the literal is not closed")]
    UnclosedLiteral,
    /// `""`.
    #[error("the literal is empty")]
    EmptyLiteral,
    /// A literal that holds something else than printable ASCII.
    #[error("the literal holds U+{:04X}, which is no printable ASCII character", u32::from(*character))]
    InvalidCharacter {
        /// The first such character.
        character: char,
    },
    /// A `<` without a `>` in the rest of the rule.
    #[error("the `<` is not closed")]
    UnclosedProse,
    /// `<words>`: what they derive is for people to know.
    #[error("a description in words, between `<` and `>`, is not supported")]
    ProseUnsupported,
    /// `#x`: a list with commas.
    #[error("the list notation `#` is not supported")]
    ListUnsupported,
    /// Characters that mean nothing in the notation.
    #[error("`{}` has no meaning here", Clipped(text))]
    StrayText {
        /// The characters.
        text: String,
    },
    /// Nothing stands between an alternative separator and what is next to it.
    #[error("an alternative next to `{separator}` is empty")]
    EmptyAlternative {
        /// `|` or `/`.
        separator: char,
    },
    /// A bracket or parenthesis that the rule does not close.
    #[error("the `{bracket}` is not closed")]
    UnclosedBracket {
        /// `[` or `(`.
        bracket: char,
    },
    /// A closing bracket or parenthesis without its opening one.
    #[error("the `{bracket}` was never opened")]
    UnopenedBracket {
        /// `]` or `)`.
        bracket: char,
    },
    /// Brackets or parentheses with nothing between them.
    #[error("nothing stands between `{open}` and `{close}`")]
    EmptyBrackets {
        /// `[` or `(`.
        open: char,
        /// `]` or `)`.
        close: char,
    },
    /// Brackets within brackets, beyond what the reader follows.
    #[error("the brackets are nested more than {limit} deep")]
    NestedTooDeep {
        /// The greatest depth that is read.
        limit: usize,
    },
    /// A repetition that no element follows.
    #[error("the repetition has nothing to repeat")]
    NothingRepeated,
    /// A repetition count that is too great to be written out.
    #[error("the count is greater than {COUNT_LIMIT}")]
    CountTooGreat,
    /// `n*m` where `n` is greater than `m`.
    #[error("the repetition asks for at least {least} times and at most {most}")]
    CountsReversed {
        /// The count before the star.
        least: u32,
        /// The count after the star.
        most: u32,
    },
    /// A repetition whose greatest count is 0.
    #[error("the repetition allows nothing but 0 times")]
    NeverRepeated,
    /// A second rule of one name.
    #[error("the rule `{}` is already defined", Clipped(name))]
    DuplicateRule {
        /// The name.
        name: String,
    },
    /// A name that no rule defines. Reported once, at its first use.
    #[error("the rule `{}` is used{} and never defined", Clipped(name), times(*uses))]
    UndefinedRule {
        /// The name.
        name: String,
        /// How often the grammar uses it.
        uses: usize,
        /// The defined name most like it, if any is like it.
        nearest: Option<String>,
    },
    /// A rule that derives itself, at once or through others.
    #[error("a rule refers to itself: {}", Listed(cycle))]
    Recursion {
        /// The names in the order of reference; the last is the first again.
        /// `…` stands for the middle of a long cycle.
        cycle: Vec<String>,
    },
    /// A repetition of what can be empty, so that the number of times says nothing.
    #[error("what is repeated can be empty")]
    EmptyRepetition,
}

impl GrammarErrorKind {
    /// What would put it right, where that can be said.
    pub(super) fn help(&self) -> Option<String> {
        let help = match self {
            Self::TextOutsideRules => {
                "a rule is written `name = body`, its further lines indented deeper than its name"
            }
            Self::InvalidName { .. } => {
                "a name is a letter, followed by letters, digits, `-`, `_` and `+`"
            }
            Self::MissingBody { .. } => "what the rule derives follows the `=`",
            Self::UnclosedLiteral => {
                "a literal ends with a quotation mark on its own line; a quotation mark itself is written <\">"
            }
            Self::EmptyLiteral => "what may be left out stands in brackets: `[ x ]`",
            Self::ProseUnsupported => {
                "write it with literals and names; only <\"> may stand between `<` and `>`"
            }
            Self::ListUnsupported => "write `1#x` as `x *( \",\" x )`",
            Self::StrayText { text } => return stray_help(text),
            Self::EmptyAlternative { separator } => {
                return Some(format!(
                    "a literal \"{separator}\" needs quotation marks; without them `{separator}` separates alternatives"
                ));
            }
            Self::NothingRepeated => "a repetition stands before what it repeats: `*x`",
            Self::UndefinedRule { nearest, .. } => {
                return nearest
                    .as_ref()
                    .map(|name| format!("there is a rule `{}`", Clipped(name)));
            }
            Self::Recursion { .. } => "write it with repetition: recursion is not supported",
            Self::EmptyRepetition => {
                "how often it stands there would say nothing; let it derive at least one character"
            }
            _ => return None,
        };
        Some(help.to_owned())
    }
}

fn stray_help(text: &str) -> Option<String> {
    match text.chars().next()? {
        '=' => Some("a rule begins on a line of its own".to_owned()),
        '\'' => Some("literals stand in double quotation marks".to_owned()),
        '%' => Some("write a character as a literal: \"x\"".to_owned()),
        first if first.is_ascii_graphic() => {
            Some(format!("a literal needs quotation marks: \"{first}\""))
        }
        _ => None,
    }
}

fn times(uses: usize) -> String {
    if uses == 1 {
        String::new()
    } else {
        format!(" {uses} times")
    }
}

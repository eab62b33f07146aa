//! What other notations have and BNF cannot say.

use std::fmt;

/// A construct of ANTLR, of pest or of a parsing expression grammar without a counterpart in BNF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoCounterpart {
    /// `&x` or `!x`, unless it excludes single characters from others.
    Lookahead,
    /// `{…}?`, a condition in a programming language.
    Predicate,
    /// `*?`: as few rounds as possible.
    NonGreedy,
    /// `.` or `~X` in a rule of ANTLR's parser: any other token.
    OtherTokens,
    /// `mode X;` and commands that change how tokens are made.
    Mode,
    /// `PUSH(x)` and `POP`: a text that was matched before.
    Stack,
    /// `!.`, `EOI` or `EOF` at another place than the end of the first rule.
    End,
    /// `import X;`.
    Import,
    /// A rule of pest that is used by atomic rules, where nothing may occur between its parts, and by others.
    TwoMeanings,
}

impl NoCounterpart {
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Lookahead => {
                "only `!x y` is read, where `x` and `y` are sets of characters; write the texts that are meant in its place"
            }
            Self::Predicate => "write the texts that the condition allows",
            Self::NonGreedy => {
                "write the repeated part so that it cannot contain what follows: `~[\\r\\n]*`"
            }
            Self::OtherTokens => "list the tokens that are meant",
            Self::Mode => "write the tokens of one mode only",
            Self::Stack => "write a production for each text that can be on the stack",
            Self::End => "leave it out: a text is always matched to its end",
            Self::Import => "copy the rules of the other grammar",
            Self::TwoMeanings => "write the rule twice, once with `@`",
        }
    }
}

/// Writes the construct: `a lookahead`.
impl fmt::Display for NoCounterpart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Lookahead => "a lookahead",
            Self::Predicate => "a condition of a program",
            Self::NonGreedy => "as few rounds as possible",
            Self::OtherTokens => "any other token",
            Self::Mode => "a change of the lexer's mode",
            Self::Stack => "a text that was matched before",
            Self::End => "the end of the text in the middle of a rule",
            Self::Import => "the import of another grammar",
            Self::TwoMeanings => "a rule that is also used by atomic ones",
        })
    }
}

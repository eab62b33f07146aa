//! The names of the kinds of error in reports.

use super::kind::GrammarErrorKind;

/// The id of the limits of this program.
pub(super) const LIMIT: &str = "limit";

impl GrammarErrorKind {
    /// Returns the name of the kind in reports: `undefined-production`. It stays the same from release
    /// to release.
    ///
    /// ```
    /// let errors = rfcbnf::read("a = b\n").unwrap_err();
    /// assert_eq!(errors.errors()[0].kind().id(), "undefined-production");
    /// ```
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Self::NoRules => "no-productions",
            Self::NoGrammar { .. } => "no-grammar",
            Self::Document { .. } => "document",
            Self::ForeignNotation { .. } => "foreign-notation",
            Self::NoCounterpart { .. } => "no-counterpart",
            Self::TwoNotations { .. } => "two-notations",
            Self::Damaged(_) => "damaged-file",
            Self::TextOutsideRules => "text-outside-productions",
            Self::InvalidName { .. } => "invalid-name",
            Self::MissingBody { .. } => "missing-body",
            Self::UnclosedLiteral => "unclosed-literal",
            Self::EmptyLiteral => "empty-literal",
            Self::InvalidCharacter { .. } => "invalid-character",
            Self::ControlCharacter { .. } => "control-character",
            Self::InvalidNumber { .. } => "invalid-number",
            Self::UnclosedProse => "unclosed-prose",
            Self::StrayText { .. } => "stray-text",
            Self::EmptyAlternative { .. } => "empty-alternative",
            Self::UnclosedBracket { .. } => "unclosed-bracket",
            Self::UnopenedBracket { .. } => "unopened-bracket",
            Self::EmptyBrackets { .. } => "empty-brackets",
            Self::BareProse => "bare-prose",
            Self::CurlyBrackets => "curly-brackets",
            Self::NothingRepeated => "nothing-repeated",
            Self::CountTooGreat => "count-too-great",
            Self::CountsReversed { .. } => "counts-reversed",
            Self::DuplicateRule { .. } => "duplicate-production",
            Self::AdditionFirst { .. } => "addition-first",
            Self::UndefinedRule { .. } => "undefined-production",
            Self::NestedTooDeep { .. }
            | Self::FileTooLong { .. }
            | Self::NameTooLong { .. }
            | Self::TooManyRules { .. }
            | Self::TooManyExpressions { .. }
            | Self::TooDeep { .. }
            | Self::EmptyTooLarge { .. }
            | Self::TooManyRounds { .. } => LIMIT,
        }
    }
}

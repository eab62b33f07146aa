//! The kinds of error, with the message, the help and the id of each.

use std::fmt;

use thiserror::Error;

use super::damage::Damage;
use super::line::Clipped;
use crate::limits::REPETITION_COUNT;
use crate::syntax::Notation;

/// What is wrong with a grammar file. Its `Display` is one line without the position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GrammarErrorKind {
    /// The file contains no rule, and nothing meant as one.
    #[error("the grammar has no productions")]
    NoRules,
    /// The file is a text of another kind, such as an essay or a program.
    #[error(
        "this is not a grammar: {}",
        if *has_rules { "most lines are not productions, and most productions cannot be read" } else { "no line begins a production" }
    )]
    NoGrammar {
        /// Whether lines look like the beginning of a rule.
        has_rules: bool,
    },
    /// The file has the signs of two notations. It is read in the one that it uses more often.
    #[error(
        "the file is written in two notations: `{}` is {notation}, and the rest is {read_as}",
        Clipped(shown_by)
    )]
    TwoNotations {
        /// The notation that the file uses less often.
        notation: Notation,
        /// The first text that shows it.
        shown_by: String,
        /// The notation that the file is read in.
        read_as: Notation,
    },
    /// The file is a document: one in HTML or XML, or a whole RFC or Internet-Draft as text.
    #[error("this is {}, not a grammar", document(*form))]
    Document {
        /// The form of the document.
        form: Form,
    },
    /// The file is a document that prints no rule.
    #[error("{reason}")]
    NothingPrinted {
        /// A sentence without a full stop.
        reason: String,
    },
    /// The file is in a notation that is recognized and not read.
    #[error("this is a grammar {notation}, which is not read here")]
    ForeignNotation {
        /// The notation.
        notation: ForeignNotation,
    },
    /// The rule has something that BNF cannot say.
    #[error("BNF cannot say this: {construct}")]
    NoCounterpart {
        /// What the rule has.
        construct: NoCounterpart,
    },
    /// The file was damaged when it was copied.
    #[error("{0}")]
    Damaged(Damage),
    /// The text is neither a comment nor part of a rule.
    #[error("this text belongs to no production")]
    TextOutsideRules,
    /// The text before the `=` is not a name.
    #[error("`{}` cannot name a production", Clipped(name))]
    InvalidName {
        /// The text before the `=`.
        name: String,
    },
    /// Only white space and comments follow the `=`.
    #[error("the production `{}` has no body", Clipped(name))]
    MissingBody {
        /// The name of the rule.
        name: String,
    },
    /// The line ends before a second quotation mark.
    #[error("the literal is not closed")]
    UnclosedLiteral,
    /// A further quotation mark directly follows the literal `""`.
    #[error("the literal is empty, and a quotation mark directly follows it")]
    EmptyLiteral,
    /// The literal contains a character outside printable ASCII.
    #[error("the literal contains U+{:04X}, which is not a printable ASCII character", u32::from(*character))]
    InvalidCharacter {
        /// The first such character.
        character: char,
    },
    /// The file contains a control character outside of literals.
    #[error("the control character U+{:04X} has no meaning here", u32::from(*character))]
    ControlCharacter {
        /// The first such character.
        character: char,
    },
    /// The number of a character is not one.
    #[error("`{}` {problem}", Clipped(text))]
    InvalidNumber {
        /// The number with its `%`.
        text: String,
        /// What is wrong with it.
        problem: NumberProblem,
    },
    /// No `>` follows the `<` in the rule.
    #[error("the `<` is not closed")]
    UnclosedProse,
    /// The notation gives no meaning to these characters.
    #[error("`{}` has no meaning here", Clipped(text))]
    StrayText {
        /// The characters.
        text: String,
    },
    /// An alternative beside a separator is empty.
    #[error("an alternative next to `{separator}` is empty")]
    EmptyAlternative {
        /// `|` or `/`.
        separator: char,
    },
    /// The rule does not close a bracket or parenthesis.
    #[error("the `{bracket}` is not closed")]
    UnclosedBracket {
        /// `[` or `(`.
        bracket: char,
    },
    /// A closing bracket or parenthesis has no opening one.
    #[error("the `{bracket}` was never opened")]
    UnopenedBracket {
        /// `]` or `)`.
        bracket: char,
    },
    /// Brackets or parentheses are empty.
    #[error("`{open}` and `{close}` enclose nothing")]
    EmptyBrackets {
        /// `[` or `(`.
        open: char,
        /// `]` or `)`.
        close: char,
    },
    /// Brackets are nested more deeply than the reader follows.
    #[error("brackets are nested more than {limit} deep")]
    NestedTooDeep {
        /// The greatest depth that the reader follows.
        limit: usize,
    },
    /// No element follows a repetition.
    #[error("the repetition has nothing to repeat")]
    NothingRepeated,
    /// A repetition count is too large: an automaton has states for each round.
    #[error("the repetition count is greater than {REPETITION_COUNT}")]
    CountTooGreat,
    /// In `n*m`, `n` is greater than `m`.
    #[error("the repetition requires at least {least} rounds and allows at most {most}")]
    CountsReversed {
        /// The count before the star.
        least: u32,
        /// The count after the star.
        most: u32,
    },
    /// Another rule has the same name.
    #[error("the production `{}` is already defined", Clipped(name))]
    DuplicateRule {
        /// The name.
        name: String,
    },
    /// `=/` adds alternatives to a rule before its definition, or without one.
    #[error(
        "`=/` adds to the production `{}`, which is not yet defined",
        Clipped(name)
    )]
    AdditionFirst {
        /// The name.
        name: String,
    },
    /// A sentence is in the body of a production.
    #[error("these words are prose, and not the names of productions")]
    BareProse,
    /// Curly brackets enclose a part, as some notations write a repetition. It is read as one.
    #[error("`{{` and `}}` are not brackets of this notation")]
    CurlyBrackets,
    /// No rule defines the name. Reported once, at its first use.
    #[error("the production `{}` is used{} and never defined", Clipped(name), times(*uses))]
    UndefinedRule {
        /// The name.
        name: String,
        /// The number of uses in the grammar.
        uses: usize,
        /// The two defined names that the name consists of, if it does.
        run_together: Vec<String>,
        /// The defined names that are similar, the most similar first.
        similar: Vec<String>,
    },
    /// The file is longer than the reader reads.
    #[error("the grammar file is longer than {limit} octets")]
    FileTooLong {
        /// The greatest length.
        limit: usize,
    },
    /// The name of the rule is too long.
    #[error("the name `{}` is longer than {limit} octets", Clipped(name))]
    NameTooLong {
        /// The name.
        name: String,
        /// The greatest length.
        limit: usize,
    },
    /// The file has more rules than the reader reads.
    #[error("the grammar has more than {limit} productions")]
    TooManyRules {
        /// The greatest number.
        limit: usize,
    },
    /// The rules have more expressions than the reader reads.
    #[error(
        "the productions have more than {limit} literals, names, brackets and other expressions"
    )]
    TooManyExpressions {
        /// The greatest number.
        limit: usize,
    },
    /// The rule, with the rules that it uses, has too many expressions inside each other.
    #[error(
        "the production `{}`, with those that it uses, is more than {limit} expressions deep",
        Clipped(name)
    )]
    TooDeep {
        /// The name of the rule.
        name: String,
        /// The greatest depth.
        limit: usize,
    },
    /// The derivation of the empty text from the rule has too many expressions.
    #[error(
        "the production `{}` derives the empty text from more than {limit} expressions",
        Clipped(name)
    )]
    EmptyTooLarge {
        /// The name of the rule.
        name: String,
        /// The greatest number.
        limit: usize,
    },
    /// The rule, with the rules that it uses, has counts inside each other, or around recursion, for
    /// too many rounds.
    #[error(
        "the production `{}` has counts inside each other, or around recursion, for more than {limit} rounds",
        Clipped(name)
    )]
    TooManyRounds {
        /// The name of the rule.
        name: String,
        /// The greatest number.
        limit: usize,
    },
}

impl GrammarErrorKind {
    /// Returns whether one error stands for all errors of the kind, because they have one cause.
    pub(super) fn is_grouped(&self) -> bool {
        matches!(self, Self::ControlCharacter { .. })
    }

    /// Returns whether the error is a limit of this program: the grammar can be right.
    pub(super) fn is_limit(&self) -> bool {
        let is_number_too_great = matches!(
            self,
            Self::CountTooGreat
                | Self::InvalidNumber {
                    problem: NumberProblem::TooGreat,
                    ..
                }
        );
        is_number_too_great || self.id() == LIMIT
    }

    /// Returns what to do about the error, if that is known.
    pub(super) fn help(&self) -> Option<String> {
        let help = match self {
            Self::Damaged(damage) => damage.help(),
            Self::Document { .. } => {
                "take the grammar out of it with `grammar extract`, or copy the rules only"
            }
            Self::NothingPrinted { .. } => {
                "name the document that prints the grammar, or say of its blocks that they are one: `~~~ abnf`, \
                 `<sourcecode type=\"abnf\">`"
            }
            Self::ForeignNotation { notation } => notation.help(),
            Self::NoCounterpart { construct } => construct.help(),
            Self::TextOutsideRules => {
                "write a production as `name = body`, with further lines indented deeper than the name"
            }
            Self::InvalidName { .. } => {
                "a name is a letter, followed by letters, digits, `-`, `_` or `+`"
            }
            Self::MissingBody { .. } => "write the body of the production after the `=`",
            Self::UnclosedLiteral => {
                "close the literal on the same line; write a quotation mark itself as <\">"
            }
            Self::EmptyLiteral => {
                "write a quotation mark itself as <\"> or %x22, and a space behind an empty literal"
            }
            Self::NoGrammar { .. } => {
                "write a production as `name = body` or `<name> ::= body`, with further lines indented deeper than the name"
            }
            Self::TwoNotations { .. } => {
                "choose one with --notation: rfc822, abnf or bnf; or write all productions in the same"
            }
            Self::ControlCharacter { .. } => {
                "remove it; write a control character of the language as a number: %x0D"
            }
            Self::InvalidNumber { problem, .. } => problem.help(),
            Self::CountsReversed { .. } => "write the smaller count first",
            Self::DuplicateRule { .. } => {
                "give one of them another name, or add alternatives with `=/`"
            }
            Self::AdditionFirst { .. } => {
                "define the production with `=`, above those that add to it with `=/`, or import the grammar that defines it"
            }
            Self::StrayText { text } => return stray_help(text),
            Self::EmptyAlternative { separator } => {
                return Some(format!(
                    "a literal \"{separator}\" needs quotation marks; without them `{separator}` separates alternatives"
                ));
            }
            Self::BareProse => {
                "write a comment behind a semicolon; put angle brackets around what describes texts"
            }
            Self::CurlyBrackets => {
                "a repetition is `*( x )`, and an optional part `[ x ]`; it is read as a repetition"
            }
            Self::NothingRepeated => "write a repetition before the repeated element: `*x`",
            Self::UndefinedRule {
                run_together,
                similar,
                ..
            } => return undefined_help(run_together, similar),
            Self::FileTooLong { .. } => "keep the grammar and remove the text around it",
            Self::TooManyRules { .. } | Self::TooManyExpressions { .. } => {
                "split the grammar into several files"
            }
            Self::NameTooLong { .. } => "choose a shorter name",
            Self::NestedTooDeep { .. } => "give the inner brackets a production of their own",
            Self::TooDeep { .. } => {
                "put the bodies of productions that only use the next one in place of their names"
            }
            Self::EmptyTooLarge { .. } => "let fewer parts of a sequence derive the empty text",
            Self::TooManyRounds { .. } => "write one of the counts as `*`, or smaller",
            Self::CountTooGreat => "write the repetition without a count, or with a smaller one",
            _ => return None,
        };
        Some(help.to_owned())
    }
}

fn undefined_help(run_together: &[String], similar: &[String]) -> Option<String> {
    let quoted = |names: &[String]| {
        let names = names.iter().map(|name| format!("`{}`", Clipped(name)));
        names.collect::<Vec<_>>().join(", ")
    };
    match (run_together, similar) {
        ([first, second], _) => Some(format!(
            "two names run together? `{} {}`",
            Clipped(first),
            Clipped(second)
        )),
        (_, []) => None,
        (_, [_]) => Some(format!(
            "a production with a similar name exists: {}",
            quoted(similar)
        )),
        (_, several) => Some(format!(
            "productions with similar names exist: {}",
            quoted(several)
        )),
    }
}

fn stray_help(text: &str) -> Option<String> {
    match text.chars().next()? {
        '*' => Some("write a repetition before the repeated element: `*x`".to_owned()),
        '/' => Some("write a comment behind a semicolon".to_owned()),
        '"' => Some("a literal has one quotation mark on either side".to_owned()),
        '=' => Some("begin each production on a line of its own".to_owned()),
        '\'' => Some("write literals in double quotation marks".to_owned()),
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

fn document(form: Form) -> String {
    match form {
        Form::Text => "a whole RFC or Internet-Draft".to_owned(),
        form => format!("a document in {form}"),
    }
}

/// The id of the limits of this program.
const LIMIT: &str = "limit";

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
            Self::NothingPrinted { .. } => "nothing-printed",
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

/// What is wrong with `%x…`, `%d…` or `%b…`. Its `Display` follows the text of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NumberProblem {
    /// Another letter than `x`, `d` or `b` follows the `%`.
    #[error("is not a number: `x`, `d` or `b` stands behind a `%`")]
    UnknownBase,
    /// `%s` or `%i` without a quotation mark after it.
    #[error("has no literal in quotation marks behind it")]
    NoLiteral,
    /// A number without digits.
    #[error("has no {} digits", in_words(*base))]
    NoDigits {
        /// 16, 10 or 2.
        base: u32,
    },
    /// A character that is not a digit of the base.
    #[error("is not a number: `{character}` is not a {} digit", in_words(*base))]
    NoDigit {
        /// The character.
        character: char,
        /// 16, 10 or 2.
        base: u32,
    },
    /// The number is above that of the last character.
    #[error("is greater than the number of the last character, %x10FFFF")]
    TooGreat,
    /// The number is from D800 to DFFF.
    #[error("is not the number of a character: %xD800 to %xDFFF are halves of UTF-16 pairs")]
    Surrogate,
    /// The first number of a range is greater than the last.
    #[error("is an empty range: its first number is greater than its last")]
    Reversed,
    /// A range between more than two numbers, or between texts of several characters.
    #[error("is not a range: a range has one number on each side of the `-`")]
    RangeOfSeveral,
}

impl NumberProblem {
    /// Returns what to do about the problem.
    fn help(self) -> &'static str {
        match self {
            Self::UnknownBase => {
                "write a hexadecimal number as `%x41`, a decimal one as `%d65`, a binary one as `%b1000001`"
            }
            Self::NoLiteral => {
                "write `%s\"text\"` to compare letters exactly, or a number as `%x41`"
            }
            Self::NoDigits { .. } | Self::NoDigit { .. } => {
                "write the number of a character, such as `%x41`, or of several: `%x0D.0A`"
            }
            Self::TooGreat => "write a number from %x0 to %x10FFFF",
            Self::Surrogate => {
                "write the numbers of whole characters; a range around the halves is two ranges: `%x80-D7FF / %xE000-10FFFF`"
            }
            Self::Reversed => "write the smaller number first",
            Self::RangeOfSeveral => "write the parts one behind the other: `%x41-5A %x61`",
        }
    }
}

fn in_words(base: u32) -> &'static str {
    match base {
        16 => "hexadecimal",
        10 => "decimal",
        _ => "binary",
    }
}

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
    fn help(self) -> &'static str {
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

/// A notation that is recognized by name. Files in it have one error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForeignNotation {
    /// Yacc and Bison: `name : body ;` after `%%`.
    Yacc,
    /// Lark: `name: body`, with `%import` and terminals between slashes.
    Lark,
    /// Ohm: `Name { rule = body }`.
    Ohm,
    /// tree-sitter: a program that calls `grammar({ … })`.
    TreeSitter,
}

impl ForeignNotation {
    /// Returns what to do about a file in the notation.
    fn help(self) -> &'static str {
        match self {
            Self::Yacc | Self::Lark | Self::Ohm | Self::TreeSitter => {
                "leave out actions, and write `name = body` with `/` between alternatives (ABNF), or \
                 `name ::= body` with `|` (EBNF of the W3C)"
            }
        }
    }
}

/// Writes what a grammar in the notation is: `of Yacc`.
impl fmt::Display for ForeignNotation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Yacc => "of Yacc",
            Self::Lark => "of Lark",
            Self::Ohm => "of Ohm",
            Self::TreeSitter => "of tree-sitter",
        })
    }
}

/// The form of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Text, with or without pages.
    Text,
    /// HTML: text in `<pre>`, as the RFC Editor and the Datatracker print it, or the output of xml2rfc.
    Html,
    /// The source of xml2rfc, version 2 or 3.
    Xml,
}

/// Writes the name of the form, such as `HTML`.
impl fmt::Display for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Text => "text",
            Self::Html => "HTML",
            Self::Xml => "XML",
        })
    }
}

//! The arguments of `grammar extract`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use rfcbnf::extract::Keep;

const HELP: &str = "\
Takes an RFC, or any document that prints rules, as text, Markdown, HTML or XML
(xml2rfc), and writes the grammar to standard output: each rule with the number of
its line, below the section that prints it. Headers and footers of pages, figures,
captions, paragraphs, and rules that a paragraph only mentions are left out, and so
are ASN.1, pseudo-code and statements of programs.

Standard error says what needs a decision:
  - A name with several definitions. Documents print rules in their sections and
    collect them at the end, so --keep last is the default. Definitions that derive
    the same texts are one, and an example takes the place of no definition.
  - A verified erratum on a page of errata, or within the document: its corrected
    text takes the place of the original. Other errata are left out.
  - A body in words: it is written in angle brackets.
  - A comment that was wrapped: a semicolon is written before its further lines.
  - A definition that calls functions, which is left out.
  - A rule that cannot be read: the document itself is wrong there.
  - A line of a block that says that it is a grammar, or one directly after a rule and
    like a body, that belongs to no rule.

Names that the grammar does not define are those of other documents: `rfc1738 grammar
check` shows them, and --import of other commands imports them.

Examples:
  rfc1738 grammar extract rfc3261.txt > sip.abnf
  rfc1738 grammar extract --keep first rfc9110.html
  rfc1738 grammar extract --format json draft.xml
  curl -s https://www.rfc-editor.org/rfc/rfc9051.txt | rfc1738 grammar extract -";

const EXIT_STATUS: &str = "\
Exit status:
  0  all rules that were found can be read
  1  some rules cannot be read, or some lines that should be those of rules; their
     places are on standard error
  2  wrong use, a file that cannot be read, or a document without rules";

/// The arguments of `grammar extract`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExtractArguments {
    /// Which of several definitions of a name to take
    #[arg(long, value_enum, default_value = "last")]
    pub(crate) keep: KeptDefinition,

    /// How to write the rules
    #[arg(long, value_enum, default_value = "grammar")]
    pub(crate) format: ExtractedFormat,

    /// The document (- for standard input)
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
}

/// Which of several definitions of a name to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeptDefinition {
    /// The first in the document
    First,
    /// The last in the document
    Last,
}

impl From<KeptDefinition> for Keep {
    fn from(kept: KeptDefinition) -> Self {
        match kept {
            KeptDefinition::First => Self::First,
            KeptDefinition::Last => Self::Last,
        }
    }
}

/// How to write the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExtractedFormat {
    /// A grammar file
    Grammar,
    /// One object a line for each rule: name, line, section, text
    Json,
}

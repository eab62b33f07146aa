//! The arguments of `grammar check`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use rfc1738_views::grammar_check::{Findings, Selection};
use rfcbnf::fixes::KINDS;

use crate::arguments::exit_status::EXIT_STATUS;
use crate::arguments::findings::FindingsParser;
use crate::arguments::notation::NotationName;
use crate::arguments::number::number;
use crate::arguments::suggestion::suggestions;

const HELP: &str = "\
Shows errors on standard error. If a file has none, shows findings on standard
output. The last line counts all findings, and the productions in which automata
cannot look for some of them, or not beyond the depth of --depth, and why.

Findings, in groups:
  suspicious      unreferenced-production, unreferenced-cycle, no-text,
                  dead-alternative, shadowed-alternative, ambiguity (with a text
                  that has several derivations, and two of them),
                  overlapping-ranges, letter-range (from A to z, with what is
                  between the cases), literal-case (ABNF ignores the case that a
                  comment calls significant), mixed-octets (UTF-8 spelled in
                  octets, beside a number above FF). Always shown.
  ordered-choice  prefix-alternative, greedy-repetition, greedy-option,
                  several-ends, empty-round: where a parser that takes the first
                  alternative and the longest repetition is wrong.
  undecided-part  prose, recursion, undecided: what automata do not decide about.

--show and --deny take a group, a kind, or all. Denied findings are shown as
errors and make the command fail; other findings do not.

With --fix, files are replaced in which an error or a finding has a fix that
removes it and deletes nothing: a name that is one letter off another, two names
run together, a literal that is not closed or has apostrophes, a bracket that is
not closed, reversed counts and ranges, overlapping ranges, %s before a literal
whose case matters. --fix=KIND makes the fixes of this kind of error or finding
alone, also those that delete: of two separators in a row (empty-alternative), of a
second definition that is the same as the first (duplicate-production), of an
alternative that never matches (dead-alternative) or that an earlier one shadows
(shadowed-alternative), of what surrounds the grammar (damaged-file). Several kinds
are separated by commas, and all is all. The fixes are repeated while each round
leaves fewer errors or findings. --diff shows what they would change.

Formats:
  human   As above.
  json    One object a line for each file: \"errors\" and \"findings\" with place,
          message, help, fix (changes in byte offsets) and, of an ambiguity, two
          \"derivations\", \"hidden\" counts the findings that are not shown,
          \"unexamined\" has the productions that were not examined.
  sarif   SARIF 2.1.0: one log for all files.
  github  Workflow commands of GitHub Actions.

A grammar in FILE is read to the letter; --readings applies readings where they
fit. RFC 1738 as printed needs its readings: --readings rfc1738. Without FILE
they are applied.

Examples:
  rfc1738 grammar check
  rfc1738 grammar check --show ordered-choice my-grammar.bnf
  rfc1738 grammar check --deny suspicious --format github grammars/*.abnf
  rfc1738 grammar check --diff my-grammar.abnf
  rfc1738 grammar check --fix my-grammar.abnf
  rfc1738 grammar check --fix=shadowed-alternative,dead-alternative my-grammar.abnf
  rfc1738 grammar check --readings rfc1738 grammar/rfc1738.bnf
  rfc1738 grammar check - < my-grammar.bnf";

/// The arguments of `grammar check`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct GrammarCheckArguments {
    /// The notation of the grammar files [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION", requires = "files")]
    pub(crate) notation: Option<NotationName>,

    /// Take what a file does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR", requires = "files")]
    pub(crate) imports: Vec<OsString>,

    /// Apply the readings in FILE to the grammar; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE", requires = "files")]
    pub(crate) readings: Option<OsString>,

    /// Of recursive productions, examine texts with up to N of them inside each other, not
    /// counting left and right recursion
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>)]
    pub(crate) depth: u32,

    /// Show these findings, beside the suspicious ones; can be repeated
    #[arg(long, value_name = "FINDINGS", value_parser = FindingsParser)]
    pub(crate) show: Vec<Findings>,

    /// Show these findings as errors, and fail if there are any; can be repeated
    #[arg(long, value_name = "FINDINGS", value_parser = FindingsParser)]
    pub(crate) deny: Vec<Findings>,

    /// Replace files by what their fixes make of them: the fixes of KINDS, or all that delete nothing
    #[arg(long, value_name = "KINDS", num_args = 0..=1, require_equals = true,
        default_missing_value = "", value_parser = FixedKinds::parse,
        requires = "files", conflicts_with = "readings")]
    pub(crate) fix: Option<FixedKinds>,

    /// Show what --fix would change, as a unified diff, and change nothing
    #[arg(long, requires = "files", conflicts_with_all = ["readings", "format"])]
    pub(crate) diff: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckedFormat,

    /// The grammar files (- for standard input), in a notation that --notation lists
    /// [default: the grammar of RFC 1738 with its readings]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
}

/// The kinds of errors and findings whose fixes are made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum FixedKinds {
    /// All kinds, but no fix that deletes.
    #[default]
    WithoutDeletions,
    /// All kinds.
    All,
    /// These kinds.
    Only(Vec<String>),
}

impl FixedKinds {
    /// Parses kinds that commas separate.
    fn parse(text: &str) -> Result<Self, String> {
        let kinds: Vec<&str> = text.split(',').collect();
        match kinds[..] {
            [""] => return Ok(Self::WithoutDeletions),
            ["all"] => return Ok(Self::All),
            _ => {}
        }
        let unknown = kinds.iter().find(|kind| !KINDS.contains(kind));
        if let Some(unknown) = unknown {
            let suggestions = suggestions(unknown, KINDS.into_iter());
            return Err(format!(
                "no fix is known for errors or findings of the kind {unknown:?}; kinds with fixes: {}, all{suggestions}",
                KINDS.join(", ")
            ));
        }
        Ok(Self::Only(kinds.into_iter().map(str::to_owned).collect()))
    }

    /// Returns whether the fixes of a kind are made, of one that deletes or not.
    pub(super) fn include(&self, kind: &str, deletes: bool) -> bool {
        match self {
            Self::WithoutDeletions => !deletes,
            Self::All => true,
            Self::Only(kinds) => kinds.iter().any(|one| one == kind),
        }
    }
}

/// The output format of `grammar check`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckedFormat {
    /// Excerpts of the files, for people
    #[default]
    Human,
    /// One object a file
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

impl GrammarCheckArguments {
    /// Returns which findings are shown and denied.
    pub(super) fn selection(&self) -> Selection {
        Selection {
            shown: self.show.clone(),
            denied: self.deny.clone(),
        }
    }
}

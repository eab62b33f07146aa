//! The arguments of `grammar crate`.

use std::ffi::OsString;

use clap::Args;

use crate::arguments::notation::NotationName;

const HELP: &str = "\
The crate has the enum of all productions, a nom parser for each, functions to
parse a text to a verdict, a tree, an error or a trace, and copies of FILE and
of the readings. Its tests compare the parsers with the automata and the
derivations that the package rfcbnf computes from the copies.

The layout names the modules of the parsers, and the productions for single
characters, which trees leave out:

  [[module]]
  name = \"uri\"
  section = \"A\"
  headings = [\"RFC 2396, Appendix A: Collected BNF for URI\"]

  [characters]
  productions = [\"alpha\", \"digit\"]

Without a layout, the first word of a heading names its module, and trees leave
out the productions whose alternatives are single characters.

A grammar that imports others is written as one file of ABNF, and the crate has a
copy of that.

Productions that use prose or a name without a definition are left out, and named
on standard error. A production that is recursive, or too large for
combinators, is read by a recognizer. That can give up on a text, so the functions
of such a crate return that as an answer of its own.

Nothing is written unless all of it can be generated and written. DIR is
created; if it holds files already, they are only replaced with --overwrite.
Symbolic links below DIR are not followed.

Examples:
  rfc1738 grammar crate dates.bnf --out dates
  rfc1738 grammar crate rfc2396.bnf --layout layout.toml --checkout . --out uri";

const EXIT_STATUS: &str = "\
Exit status:
  0  written
  2  wrong use, a grammar that cannot be read, readings or a layout that do not
     fit it, a grammar without productions that have parsers in Rust, or a folder
     that cannot be written";

/// The arguments of `grammar crate`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct CrateArguments {
    /// The grammar file (- for standard input), in a notation that --notation lists
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,

    /// Take what the grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR")]
    pub(crate) imports: Vec<OsString>,

    /// The notation of the grammar file [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(crate) notation: Option<NotationName>,

    /// Write a crate for this production and those that it uses [default: all]
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// Apply the readings in FILE to the grammar; each has to fit
    #[arg(long, value_name = "FILE")]
    pub(crate) readings: Option<OsString>,

    /// Take the names of modules and the character productions from FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) layout: Option<OsString>,

    /// Call the crate NAME [default: the name in the layout, or that of the grammar file]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Depend on the packages in this checkout of the project, not on those in the registry
    #[arg(long, value_name = "DIR")]
    pub(crate) checkout: Option<OsString>,

    /// Write the crate to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: OsString,

    /// Replace files that are there, and remove generated ones that are left over
    #[arg(long)]
    pub(crate) overwrite: bool,
}

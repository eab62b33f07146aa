//! `rfc1738 grammar check`: errors and findings.

mod fix;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rfc1738_views::grammar_check::record::CheckedRecord;
use rfc1738_views::grammar_check::{CheckedFile, Findings, Selection, annotations};
use rfc1738_views::{analysis, json};
use rfcbnf::analysis::{Analysis, analyse_to_depth};
use rfcbnf::fixes::KINDS;
use rfcbnf::{GrammarDocument, GrammarError, NotationSign};

use crate::arguments::{EXIT_STATUS, FindingsParser, NotationName, number, suggestions};
use crate::input::grammar_files::{
    ChosenReadings, apply_readings, is_spoilt, own_grammar, read_document, read_text,
    show_all_errors, with_imports,
};
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};

const HELP: &str = "\
Shows errors on standard error. If a file has none, shows findings on standard
output. The last line counts all findings, and the productions in which automata
cannot look for some of them, or not beyond the depth of --depth, and why.

Findings, in groups:
  suspicious      unreferenced-production, unreferenced-cycle, no-text,
                  dead-alternative, shadowed-alternative, same-alternative
                  (written twice), ambiguity (with a text that has several
                  derivations, and two of them),
                  overlapping-ranges, letter-range (from A to z, with what is
                  between the cases), literal-case (ABNF ignores the case that a
                  comment calls significant), mixed-octets (UTF-8 spelled in
                  octets, beside a number above FF), redefined-production (a
                  document defines it in another way, too), unused-import (it
                  defines nothing that the grammar needs). Always shown.
  ordered-choice  prefix-alternative, greedy-repetition, greedy-option,
                  several-ends, empty-round: where a parser that takes the first
                  alternative and the longest repetition is wrong.
  undecided-part  prose, recursion, undecided: what automata do not decide about.
  notation        not-rfc5234: what this command reads in ABNF and other tools do not:
                  names with _, |, the lists 1#item of HTTP, and indented rules.

--show, --deny and --allow take a group, a kind, or all. Denied findings are shown as
errors and make the command fail; other findings do not. Allowed ones are neither shown
nor denied. A comment above or beside a rule allows findings about it:

  ; allow ambiguity: the first derivation is the one that is meant

The reason after the colon has to be there. Such findings are counted.

If there are more than 12 findings, one of each kind that --show and --deny do not name
is shown, and the others are counted.

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

A document that prints a grammar, such as a draft in Markdown, XML, HTML or text, is
read as one: all its blocks are one grammar, and places are those of the document.
What it does not define is looked for in the RFCs that it refers to, if this program
has them, after what --import and NAME.imports.toml give. --fix changes what it can
change exactly.

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
    notation: Option<NotationName>,

    /// Take what a file does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR", requires = "files")]
    imports: Vec<OsString>,

    /// Apply the readings in FILE to the grammar; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE", requires = "files")]
    readings: Option<OsString>,

    /// Of recursive productions, examine texts with up to N of them inside each other, not
    /// counting left and right recursion
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>)]
    depth: u32,

    /// Show these findings, beside the suspicious ones; can be repeated
    #[arg(long, value_name = "FINDINGS", value_parser = FindingsParser)]
    show: Vec<Findings>,

    /// Show these findings as errors, and fail if there are any; can be repeated
    #[arg(long, value_name = "FINDINGS", value_parser = FindingsParser)]
    deny: Vec<Findings>,

    /// Neither show nor deny these findings; can be repeated
    #[arg(long, value_name = "FINDINGS", value_parser = FindingsParser)]
    allow: Vec<Findings>,

    /// Replace files by what their fixes make of them: the fixes of KINDS, or all that delete nothing
    #[arg(long, value_name = "KINDS", num_args = 0..=1, require_equals = true,
        default_missing_value = "", value_parser = FixedKinds::parse,
        requires = "files", conflicts_with = "readings")]
    fix: Option<FixedKinds>,

    /// Show what --fix would change, as a unified diff, and change nothing
    #[arg(long, requires = "files", conflicts_with_all = ["readings", "format"])]
    diff: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: CheckedFormat,

    /// The grammar files (- for standard input), in a notation that --notation lists, and documents
    /// that print a grammar [default: the grammar of RFC 1738 with its readings]
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
}

/// The kinds of errors and findings whose fixes are made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum FixedKinds {
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
    fn include(&self, kind: &str, deletes: bool) -> bool {
        match self {
            Self::WithoutDeletions => !deletes,
            Self::All => true,
            Self::Only(kinds) => kinds.iter().any(|one| one == kind),
        }
    }
}

/// The output format of `grammar check`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum CheckedFormat {
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
    fn selection(&self) -> Selection {
        Selection {
            shown: self.show.clone(),
            denied: self.deny.clone(),
            allowed: self.allow.clone(),
        }
    }
}

/// The name of the grammar inside this program.
const OWN_NAME: &str = "rfc1738.bnf";

/// A file that was checked.
struct Checked {
    /// The escaped name.
    name: String,
    path: Option<PathBuf>,
    document: GrammarDocument,
    /// What was found; `None` if there are errors.
    analysis: Option<Analysis>,
}

impl Checked {
    fn new(name: String, path: Option<PathBuf>, document: GrammarDocument, depth: u32) -> Self {
        let is_sound = document.errors.is_none();
        let grammar = &document.grammar;
        let analysis = is_sound.then(|| analyse_to_depth(grammar, depth).without_imported(grammar));
        Self {
            name,
            path,
            document,
            analysis,
        }
    }
}

/// Shows the errors of each grammar, or its findings if there are none.
pub(crate) fn run(arguments: &GrammarCheckArguments) -> Result<Verdict, Failure> {
    let mut files: Vec<Option<&OsStr>> = arguments.files.iter().map(|it| Some(&**it)).collect();
    let hyphens = files.iter().copied().chain([arguments.readings.as_deref()]);
    refuse_two_hyphens(&hyphens.collect::<Vec<_>>())?;
    let readings = ChosenReadings::read(arguments.readings.as_deref())?;
    if files.is_empty() {
        files.push(None);
    }
    let mut verdict = Verdict::Valid;
    let mut kept = Vec::new();
    for file in files {
        let checked = match file {
            Some(file) => checked(file, &readings, arguments)?,
            None => Some((own(arguments.depth)?, String::new())),
        };
        let Some((mut checked, text)) = checked else {
            verdict = verdict.max(Verdict::Invalid);
            continue;
        };
        if let Some(file) = file
            && (arguments.diff || arguments.fix.is_some())
        {
            let kinds = arguments.fix.clone().unwrap_or_default();
            let source = Source::new(file);
            if arguments.diff {
                let changes = fix::show_diff(source, &text, checked, arguments, &kinds)?;
                verdict = verdict.max(Verdict::of(!changes));
                continue;
            }
            checked = fix::fixed(source, &text, checked, arguments, &kinds)?;
        }
        let fails = write(&checked, arguments)?;
        let mut errors = checked.document.errors.iter().flatten().peekable();
        // What only a limit of this program refuses can be right.
        let is_undecided = errors.peek().is_some() && errors.all(GrammarError::is_limit);
        verdict = verdict.max(match (fails, is_undecided) {
            (true, true) => Verdict::Unreadable,
            (true, false) => Verdict::Invalid,
            (false, _) => Verdict::Valid,
        });
        if arguments.format == CheckedFormat::Sarif {
            kept.push(checked);
        }
    }
    if arguments.format == CheckedFormat::Sarif {
        let files = kept.iter().map(|one| view(one, arguments));
        let files: Vec<CheckedFile<'_>> = files.collect();
        flushed(plain_output(), |out| annotations::write_sarif(out, &files))?;
    }
    Ok(verdict)
}

/// Reads and checks a file, and returns its text, too. Writes an error and returns `None` if it is not UTF-8.
fn checked(
    file: &OsStr,
    readings: &ChosenReadings,
    arguments: &GrammarCheckArguments,
) -> Result<Option<(Checked, String)>, Failure> {
    let source = Source::new(file);
    let Some(text) = read_text(source)? else {
        return Ok(None);
    };
    let document = read_document(source, &text, &readings.readings, arguments.notation)?;
    let imports = (&*arguments.imports, &readings.readings);
    let Some(mut document) = with_imports(source, document, imports)? else {
        return Ok(None);
    };
    let is_usable = document.errors.is_none() || !is_spoilt(&document.grammar);
    if is_usable {
        apply_readings(source, readings, &mut document.grammar)?;
    }
    let name = source.name();
    let checked = Checked::new(name.shown, name.path, document, arguments.depth);
    Ok(Some((checked, text)))
}

/// Checks the grammar inside this program.
fn own(depth: u32) -> Result<Checked, Failure> {
    let (grammar, _) = own_grammar()?;
    let document = GrammarDocument {
        grammar,
        errors: None,
        sign: NotationSign::Shown,
    };
    Ok(Checked::new(OWN_NAME.to_owned(), None, document, depth))
}

fn view<'a>(checked: &'a Checked, arguments: &GrammarCheckArguments) -> CheckedFile<'a> {
    let path = checked.path.as_deref().map(Path::new);
    let analysis = checked.analysis.as_ref();
    let (name, document) = (&checked.name, &checked.document);
    CheckedFile::new(name, path, document, analysis, &arguments.selection())
}

/// Writes what is known about a file. Returns whether the command fails because of it.
fn write(checked: &Checked, arguments: &GrammarCheckArguments) -> io::Result<bool> {
    let file = view(checked, arguments);
    match arguments.format {
        CheckedFormat::Human => write_for_people(checked, arguments)?,
        CheckedFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &CheckedRecord::new(&file))
        })?,
        CheckedFormat::Github => {
            flushed(plain_output(), |out| annotations::write_github(out, &file))?;
        }
        CheckedFormat::Sarif => {}
    }
    Ok(file.fails())
}

fn write_for_people(checked: &Checked, arguments: &GrammarCheckArguments) -> io::Result<()> {
    let (name, grammar) = (&checked.name, &checked.document.grammar);
    let Some(analysis) = &checked.analysis else {
        return show_all_errors(name, grammar, checked.document.errors.as_ref());
    };
    flushed(Output::new(), |out| {
        let palette = out.palette();
        if arguments.files.len() > 1 {
            writeln!(out, "{}{name}:{:#}", palette.file, palette.file)?;
        }
        let selection = arguments.selection();
        analysis::write(out, palette, name, grammar, analysis, &selection)
    })
}

//! `rfc1738 grammar crate`: a crate of parsers for a grammar.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use clap::Args;
use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfcbnf::generate::{
    CRATE_HEADER, CrateError, CrateSources, Dependencies, Files, GenerateError, Proposal,
};
use rfcbnf::obstacles::Obstacle;
use rfcbnf::syntax::{Grammar, Notation};
use rfcbnf::{Layout, LayoutError, NotationSign, Readings, export};
use rfcbnf_engine::escape::Printable;

use crate::arguments::{NotationName, unknown_production};
use crate::input::grammar_files::{
    read_document, read_text, readings_text, remark_on_errors, show_errors, with_imports,
};
use crate::input::source::{Source, refuse_two_hyphens};
use crate::input::toml_file::{escaped_lines, read_toml};
use crate::outcome::{Failure, Verdict};
use crate::output::new_folder::NewFolder;
use crate::output::streams::{Output, flushed, show_remark};

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
out the productions whose alternatives are single characters. Standard error says
which others a layout could list: characters that can be encoded, and blanks.

The prose has remarks, which the documentation shows, and notes about errors:

  [[note]]
  id = \"space\"
  section = \"2.1\"
  message = \"a space is written %20\"
  found = { characters = \" \" }

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
    file: OsString,

    /// Take what the grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR")]
    imports: Vec<OsString>,

    /// The notation of the grammar file [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationName>,

    /// Write a crate for this production and those that it uses [default: all]
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// Apply the readings in FILE to the grammar; each has to fit
    #[arg(long, value_name = "FILE")]
    readings: Option<OsString>,

    /// Take the names of modules and the character productions from FILE
    #[arg(long, value_name = "FILE")]
    layout: Option<OsString>,

    /// Take remarks on the productions and notes about errors from FILE
    #[arg(long, value_name = "FILE")]
    prose: Option<OsString>,

    /// Call the crate NAME [default: the name in the layout, or that of the grammar file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Depend on the packages in this checkout of the project, not on those in the registry
    #[arg(long, value_name = "DIR")]
    checkout: Option<OsString>,

    /// Write the crate to this folder
    #[arg(long, value_name = "DIR")]
    out: OsString,

    /// Replace files that are there, and remove generated ones that are left over
    #[arg(long)]
    overwrite: bool,
}

/// The most productions that are left out and named.
const LEFT_OUT_SHOWN: usize = 10;

/// Writes the crate, and says what it wrote.
pub(crate) fn run(arguments: &CrateArguments) -> Result<Verdict, Failure> {
    let out = Path::new(&arguments.out);
    refuse_files(out, arguments.overwrite)?;
    let Some((name, files)) = generated(arguments)? else {
        return Ok(Verdict::Unreadable);
    };
    write_files(out, &files)?;
    report(out, &name, &files)?;
    Ok(Verdict::Valid)
}

/// Returns the name of the crate and its files.
///
/// Writes the errors of the grammar to standard error and returns `None` if it has any.
fn generated(arguments: &CrateArguments) -> Result<Option<(String, Files)>, Failure> {
    let file = arguments.file.as_os_str();
    let (readings, layout) = (arguments.readings.as_deref(), arguments.layout.as_deref());
    let prose = arguments.prose.as_deref();
    refuse_two_hyphens(&[Some(file), readings, layout, prose])?;
    let checkout = arguments.checkout.as_deref().map(Path::new);
    let checkout = checkout.map(|checkout| path_from(Path::new(&arguments.out), checkout));
    let checkout = checkout.transpose()?;
    let readings = readings.map(readings_text).transpose()?;
    let layout = layout.map(|name| read_toml(name, "a layout file"));
    let layout = layout.transpose()?;
    let prose = prose.map(|name| read_toml(name, "a file of prose"));
    let prose = prose.transpose()?;
    let Some(grammar) = read_text(Source::new(file))? else {
        return Ok(None);
    };
    let name = name(arguments, layout.as_deref())?;
    let readings_of_file = Readings::from_toml(readings.as_deref().unwrap_or_default());
    let readings_of_file = readings_of_file.unwrap_or_default();
    let document = read_document(
        Source::new(file),
        &grammar,
        &readings_of_file,
        arguments.notation,
    )?;
    // A file that shows its notation can show two, which is an error that the generator finds.
    let is_open = document.sign != NotationSign::Shown;
    let notation = is_open.then_some(document.grammar.notation);
    let imports = (&*arguments.imports, &readings_of_file);
    let Some(mut joined) = with_imports(Source::new(file), document, imports)? else {
        return Ok(None);
    };
    let lengths = without_lengths(&mut joined.grammar);
    let of_one = joined.grammar.character_productions();
    let names = joined.grammar.productions.iter().map(|one| &one.name);
    let characters: Vec<String> = names
        .filter(|name| of_one.contains(&***name))
        .cloned()
        .collect();
    let refused = match &arguments.rule {
        Some(rule) => lengths
            .iter()
            .find(|one| one.production().eq_ignore_ascii_case(rule)),
        None if joined.grammar.productions.is_empty() => lengths.first(),
        None => None,
    };
    if let Some(obstacle) = refused {
        return Err(Failure::Unusable {
            name: Source::new(file).to_string(),
            reason: format!("{obstacle}; no code is written for it"),
        });
    }
    let joined = in_one_file(file, &joined.grammar, !lengths.is_empty())?;
    let sources = CrateSources {
        name: &name,
        grammar: joined.as_ref().unwrap_or(&grammar),
        notation: joined.as_ref().map(|_| Notation::Abnf).or(notation),
        // They are applied to the joined grammar.
        readings: readings.as_deref().filter(|_| joined.is_none()),
        layout: layout.as_deref(),
        prose: prose.as_deref(),
        rule: arguments.rule.as_deref(),
        dependencies: checkout
            .as_deref()
            .map_or(Dependencies::Published, Dependencies::Checkout),
    };
    match sources.generate() {
        Ok(generated) => {
            remark_on_errors(&Source::new(file).to_string(), generated.errors)?;
            let lengths = lengths.iter().map(Obstacle::to_string);
            remark_on_left_out(&lengths.chain(generated.left_out).collect::<Vec<_>>())?;
            remark_on_proposals(&characters, &generated.proposals)?;
            Ok(Some((name, generated.files)))
        }
        Err(CrateError::Grammar(errors)) => {
            show_errors(&Source::new(file).to_string(), &errors)?;
            Ok(None)
        }
        Err(error) => Err(failure(&error, arguments)),
    }
}

/// Leaves out the productions that use a length which another part of the text gives, and returns why: the parser of
/// a crate would say that a text is valid where that is not known.
fn without_lengths(grammar: &mut Grammar) -> Vec<Obstacle> {
    let obstacles = grammar.obstacles();
    let productions = grammar.productions.iter();
    let found = productions.filter_map(|one| obstacles.length(&one.name));
    let found: Vec<Obstacle> = found.collect();
    let names: HashSet<&str> = found.iter().map(Obstacle::production).collect();
    grammar
        .productions
        .retain(|one| !names.contains(&*one.name));
    found
}

/// Returns a grammar with what it imports as one file of ABNF; `None` if it imports nothing and is
/// as its file says.
fn in_one_file(
    file: &OsStr,
    grammar: &Grammar,
    is_changed: bool,
) -> Result<Option<String>, Failure> {
    if grammar.imported.is_empty() && !is_changed {
        return Ok(None);
    }
    let written = export::abnf_with_own_names(grammar).map_err(|error| Failure::Unusable {
        name: Source::new(file).to_string(),
        reason: Printable(error.to_string().as_bytes()).to_string(),
    })?;
    Ok(Some(written))
}

/// Writes lines to standard error about the productions that are left out.
fn remark_on_left_out(reasons: &[String]) -> io::Result<()> {
    for why in reasons.iter().take(LEFT_OUT_SHOWN) {
        let why = Printable(why.as_bytes());
        show_remark("note", &format!("left out: {why}"))?;
    }
    let rest = reasons.len().saturating_sub(LEFT_OUT_SHOWN);
    if rest > 0 {
        show_remark("note", &format!("{rest} more are left out"))?;
    }
    Ok(())
}

/// Writes lines to standard error about productions whose nodes a program can do without, and the lines of a layout that leaves
/// them out of trees, as it does `characters`.
fn remark_on_proposals(characters: &[String], proposals: &[Proposal]) -> io::Result<()> {
    for proposal in proposals {
        let proposal = proposal.to_string();
        let proposal = Printable(proposal.as_bytes());
        show_remark(
            "note",
            &format!("{proposal}; a layout can leave its nodes out of trees"),
        )?;
    }
    if proposals.is_empty() {
        return Ok(());
    }
    let proposed = proposals.iter().map(Proposal::production);
    let names: Vec<&str> = characters
        .iter()
        .map(String::as_str)
        .chain(proposed)
        .collect();
    let lines = format!("[characters]\nproductions = {names:?}");
    show_remark(
        "note",
        &format!("the layout that leaves them out:\n{lines}"),
    )
}

/// Returns the name of the crate: the one that is asked for, that of the layout, or that of the
/// grammar file.
fn name(arguments: &CrateArguments, layout: Option<&str>) -> Result<String, Failure> {
    if let Some(name) = &arguments.name {
        return Ok(name.clone());
    }
    // A layout that cannot be read is an error of the generator.
    let layout = layout.and_then(|text| Layout::from_toml(text).ok());
    if let Some(name) = layout.as_ref().and_then(Layout::crate_name) {
        return Ok(name.to_owned());
    }
    if arguments.file == "-" {
        let reason = "standard input has no file name that the crate could take; add --name NAME";
        return Err(Failure::WrongUse(reason.to_owned()));
    }
    let stem = Path::new(&arguments.file).file_stem();
    let stem = stem.unwrap_or_default().to_string_lossy();
    Ok(stem.to_ascii_lowercase())
}

/// Returns the failure of the file that the error is about.
fn failure(error: &CrateError, arguments: &CrateArguments) -> Failure {
    if let CrateError::Generate(GenerateError::Unknown(unknown)) = error {
        let file = Source::new(&arguments.file);
        let command = format!("rfc1738 rules --grammar {file}");
        return Failure::WrongUse(unknown_production(unknown, &command));
    }
    let source = match error {
        CrateError::Layout(LayoutError::CrateName(_)) => {
            let reason = Printable(error.to_string().as_bytes()).to_string();
            return Failure::WrongUse(format!("{reason}; choose one with --name"));
        }
        CrateError::Readings(_) => arguments.readings.as_ref(),
        CrateError::Layout(_) => arguments.layout.as_ref(),
        CrateError::Prose(_) => arguments.prose.as_ref(),
        _ => None,
    };
    Failure::Unusable {
        name: Source::new(source.unwrap_or(&arguments.file)).to_string(),
        reason: escaped_lines(error),
    }
}

/// Says which files were written, and what to do with them.
fn report(out: &Path, name: &str, files: &Files) -> Result<(), Failure> {
    let folder = escaped(out.as_os_str());
    flushed(Output::new(), |output| {
        let Palette { number, .. } = output.palette();
        let count = counted(files.len(), "file", "files", number);
        writeln!(output, "wrote the crate {name}, {count} in {folder}:")?;
        for path in files.keys() {
            writeln!(output, "  {path}")?;
        }
        writeln!(output, "next: run `cargo test` in {folder}")
    })?;
    Ok(())
}

/// Returns the name of a file or folder as people see it.
fn escaped(name: &OsStr) -> String {
    Printable(name.as_encoded_bytes()).to_string()
}

/// The packages that a crate depends on.
const PACKAGES: [&str; 2] = ["crates/engine", "crates/rfcbnf"];

/// Returns the path from the folder `out`, which need not exist yet, to the checkout. It has slashes
/// on every system.
fn path_from(out: &Path, checkout: &Path) -> Result<String, Failure> {
    let name = escaped(checkout.as_os_str());
    for package in PACKAGES {
        if !checkout.join(package).join("Cargo.toml").is_file() {
            return Err(Failure::WrongUse(format!(
                "{name} is not a checkout of this project: {package}/Cargo.toml is missing"
            )));
        }
    }
    let unreadable = |name: &Path, error: &io::Error| Failure::Unreadable {
        name: escaped(name.as_os_str()),
        reason: error.to_string(),
    };
    let to = fs::canonicalize(checkout).map_err(|error| unreadable(checkout, &error))?;
    let from = canonical(out).map_err(|error| unreadable(out, &error))?;
    let path = relative(&from, &to).unwrap_or(to);
    let parts: Option<Vec<&str>> = path.components().map(text_of).collect();
    let path = parts.map(|parts| parts.join("/").replacen("//", "/", 1));
    path.ok_or_else(|| Failure::Unusable {
        name,
        reason: "the path is not UTF-8".to_owned(),
    })
}

fn text_of(component: Component<'_>) -> Option<&str> {
    component.as_os_str().to_str()
}

/// Returns the absolute path of a folder, without symbolic links as far as it exists.
fn canonical(folder: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(folder)?;
    for ancestor in absolute.ancestors() {
        if let Ok(exists) = fs::canonicalize(ancestor) {
            let rest = absolute.strip_prefix(ancestor).unwrap_or(Path::new(""));
            return Ok(exists.join(rest));
        }
    }
    Ok(absolute)
}

/// Returns the path from one folder to another; `None` if they are on different drives.
fn relative(from: &Path, to: &Path) -> Option<PathBuf> {
    let is_shared = |(one, other): &(Component<'_>, Component<'_>)| one == other;
    let shared = from.components().zip(to.components());
    let shared = shared.take_while(is_shared).count();
    if shared == 0 {
        return None;
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(shared)).collect();
    let is_same = path.as_os_str().is_empty();
    Some(if is_same { PathBuf::from(".") } else { path })
}

/// The folder of the generated modules.
const RULES: &str = "src/rules";

/// Fails if the folder is a file, or holds files that are not to be replaced.
fn refuse_files(out: &Path, overwrite: bool) -> Result<(), Failure> {
    let mut entries = match fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::unwritable_file(out, error)),
    };
    if overwrite || entries.next().is_none() {
        return Ok(());
    }
    let name = escaped(out.as_os_str());
    Err(Failure::WrongUse(format!(
        "{name} is not empty; add --overwrite to replace the files of the crate in it"
    )))
}

/// Writes the files below the folder, and removes the modules of an earlier grammar; all of it or
/// nothing.
fn write_files(out: &Path, files: &Files) -> Result<(), Failure> {
    let new = NewFolder {
        files: files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_bytes()))
            .collect(),
        removed: left_over(out, files),
    };
    new.write(out)
}

/// Returns the paths of the modules of an earlier grammar.
fn left_over(out: &Path, files: &Files) -> Vec<String> {
    let entries = fs::read_dir(out.join(RULES)).into_iter().flatten();
    let is_generated = |path: &Path| {
        let text = fs::read_to_string(path);
        text.is_ok_and(|text| text.starts_with(CRATE_HEADER))
    };
    let left_over = entries.flatten().filter_map(|entry| {
        let path = format!("{RULES}/{}", entry.file_name().to_str()?);
        (!files.contains_key(&path) && is_generated(&entry.path())).then_some(path)
    });
    left_over.collect()
}

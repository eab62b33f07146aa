//! `rfc1738 grammar check`: errors and findings.

pub(crate) mod arguments;
mod fix;

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rfc1738_views::analysis;
use rfc1738_views::grammar_check::record::CheckedRecord;
use rfc1738_views::grammar_check::{CheckedFile, github, sarif};
use rfc1738_views::json;
use rfcbnf::analysis::{Analysis, analyse_to_depth};
use rfcbnf::{Document, GrammarError, NotationSign};

use crate::input::grammar_file::{
    apply_readings, is_spoilt, own_grammar, read_document, read_text, show_all_errors,
};
use crate::input::grammar_files::with_imports;
use crate::input::readings::ChosenReadings;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};
use arguments::{CheckedFormat, GrammarCheckArguments};

/// The name of the grammar inside this program.
const OWN_NAME: &str = "rfc1738.bnf";

/// A file that was checked.
struct Checked {
    /// The escaped name.
    name: String,
    path: Option<PathBuf>,
    document: Document,
    /// What was found; `None` if there are errors.
    analysis: Option<Analysis>,
}

impl Checked {
    fn new(name: String, path: Option<PathBuf>, document: Document, depth: u32) -> Self {
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
        flushed(plain_output(), |out| sarif::write(out, &files))?;
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
    let document = Document {
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
        CheckedFormat::Github => flushed(plain_output(), |out| github::write(out, &file))?,
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

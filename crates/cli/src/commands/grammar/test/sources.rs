//! Where the cases of a grammar are: beside it, in files and in folders.
//!
//! `NAME.cases.txt` beside `NAME.abnf` has cases in the layout of [`rfcbnf::cases`], and the folder `NAME.cases` has files. A file
//! below a folder called `valid` or `invalid`, or beside a file with `.expected` after its name, is a text. Other folders above it
//! are called like its production.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use rfc1738_views::grammar_test::CaseSource;
use rfcbnf::cases::{Case, CaseFile, CasesError, Constraint, Expectation};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::Printable;

use super::{documents, foreign};
use crate::input::folder;
use crate::input::source::Source;
use crate::outcome::Failure;

/// The end of the name of a file of cases beside a grammar.
const CASES: &str = "cases.txt";

/// The end of the name of a folder of cases beside a grammar.
const FOLDER: &str = "cases";

/// The end of the name of a file with what is expected of a text.
const EXPECTED: &str = ".expected";

/// The greatest length in octets of a file of cases or of a text.
const LENGTH: usize = 1 << 26;

/// Cases from one place.
pub(super) struct FoundCases {
    pub(super) source: CaseSource,
    pub(super) cases: Vec<Case>,
    pub(super) constraints: Vec<Constraint>,
    /// Where what is expected can be written.
    pub(super) place: Place,
}

/// Where what is expected of cases is written.
pub(super) enum Place {
    /// In a file of cases with this content.
    File {
        path: PathBuf,
        file: CaseFile,
        content: String,
    },
    /// In a file for one text.
    Beside(PathBuf),
    /// In another format, which this program does not write.
    Foreign,
}

/// Returns the cases that the names lead to, or those beside the grammar without any.
pub(super) fn read(
    grammar: &Grammar,
    file: &OsStr,
    names: &[OsString],
) -> Result<Vec<FoundCases>, Failure> {
    let mut paths: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
    if paths.is_empty() {
        paths = beside(file);
    }
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut reader = Folder {
                grammar,
                all: &mut all,
                files: 0,
            };
            reader.read(&path, &Known::default(), 0)?;
            if reader.files == 0 {
                return Err(unusable(&path, "the folder has no cases"));
            }
        } else {
            all.push(file_of_cases(&path, grammar)?);
        }
    }
    let of_document = documents::of_document(grammar, Source::new(file), &mut all)?;
    all.retain(|found: &FoundCases| !found.cases.is_empty());
    all.extend(of_document);
    if all.is_empty() {
        return Err(without_cases(grammar, file));
    }
    Ok(all)
}

/// Returns the paths of the file and the folder of cases beside a grammar that are there.
fn beside(file: &OsStr) -> Vec<PathBuf> {
    let path = Path::new(file);
    let candidates = [path.with_extension(CASES), path.with_extension(FOLDER)];
    let is_file = file != "-";
    { candidates.into_iter() }
        .filter(|path| is_file && path.exists())
        .collect()
}

/// Returns the failure if there are no cases.
fn without_cases(grammar: &Grammar, file: &OsStr) -> Failure {
    let of_document = match grammar.document {
        Some(_) => ", or give a block of the document the name `PRODUCTION/valid/TITLE`",
        None => "",
    };
    if file == "-" {
        return Failure::WrongUse("name files of cases after the grammar".to_owned());
    }
    let cases = Path::new(file).with_extension(CASES);
    let name = Printable(cases.as_os_str().as_encoded_bytes());
    Failure::WrongUse(format!(
        "there are no cases: write some into {name}, or name files of cases after the grammar{of_document}"
    ))
}

fn unusable(path: &Path, reason: impl Into<String>) -> Failure {
    Failure::Unusable {
        name: Printable(path.as_os_str().as_encoded_bytes()).to_string(),
        reason: reason.into(),
    }
}

/// Returns the failure of a file whose cases cannot be read.
pub(super) fn unreadable(name: &str, error: &CasesError) -> Failure {
    Failure::Unusable {
        name: format!("{name}:{}", error.line()),
        reason: Printable(error.what().as_bytes()).to_string(),
    }
}

/// Reads a file in the format that its name tells of.
fn file_of_cases(path: &Path, grammar: &Grammar) -> Result<FoundCases, Failure> {
    let source = Source::new(path.as_os_str());
    let octets = source.read_limited(LENGTH, "a file of cases")?;
    let content = String::from_utf8(octets).map_err(|_| unusable(path, "is not UTF-8"))?;
    // Some editors write a byte order mark.
    let content = match content.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => content,
    };
    let name = source.to_string();
    let failed = |error: CasesError| unreadable(&name, &error);
    let (mut constraints, mut place) = (Vec::new(), Place::Foreign);
    let extension = path.extension().map(OsStr::to_ascii_lowercase);
    let cases = match extension.as_deref().and_then(OsStr::to_str) {
        Some("yaml" | "yml") => {
            let yaml = foreign::yaml(&content).map_err(failed)?;
            constraints = yaml.constraints;
            yaml.cases
        }
        Some("jsonl" | "ndjson") => foreign::json_lines(&content).map_err(failed)?,
        Some("csv") => foreign::csv(&content, grammar.encoding).map_err(failed)?,
        _ => {
            let file = CaseFile::read(&content).map_err(failed)?;
            let cases = file.cases.clone();
            let content = content.clone();
            place = Place::File {
                path: path.to_owned(),
                file,
                content,
            };
            cases
        }
    };
    if cases.is_empty() {
        return Err(unusable(
            path,
            "there are no cases: a case begins with `===` and a title",
        ));
    }
    let holds_texts = matches!(place, Place::File { .. });
    let path = source.name().path;
    let source = CaseSource::new(name, path, content.into_bytes(), holds_texts);
    Ok(FoundCases {
        source,
        cases,
        constraints,
        place,
    })
}

/// What the folders above a file say about it.
#[derive(Clone, Default)]
struct Known {
    is_valid: Option<bool>,
    production: Option<String>,
}

/// A folder whose files are read.
struct Folder<'a> {
    grammar: &'a Grammar,
    all: &'a mut Vec<FoundCases>,
    files: usize,
}

impl Folder<'_> {
    fn read(&mut self, folder: &Path, known: &Known, depth: usize) -> Result<(), Failure> {
        let paths = folder::entries(folder, depth)?;
        for path in &paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                self.read(path, &self.below(path, known)?, depth + 1)?;
                continue;
            }
            let beside = PathBuf::from(
                [path.as_os_str(), OsStr::new(EXPECTED)]
                    .into_iter()
                    .collect::<OsString>(),
            );
            let is_markdown = path
                .extension()
                .is_some_and(|it| it.eq_ignore_ascii_case("md"));
            if let Some(text) = name.strip_suffix(EXPECTED) {
                if !paths.contains(&folder.join(text)) {
                    return Err(unusable(
                        path,
                        format!("there is no {} beside it", Printable(text.as_bytes())),
                    ));
                }
            } else if beside.is_file() || known.is_valid.is_some() {
                self.add_text(path, &beside, known)?;
            } else if !is_markdown {
                self.all.push(file_of_cases(path, self.grammar)?);
                self.files += 1;
            }
        }
        Ok(())
    }

    /// Returns what is known in a folder below.
    fn below(&self, folder: &Path, known: &Known) -> Result<Known, Failure> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let mut known = known.clone();
        match &*name {
            "valid" => known.is_valid = Some(true),
            "invalid" => known.is_valid = Some(false),
            name => {
                let production = self.grammar.lookup(name).map_err(|error| {
                    unusable(
                        folder,
                        format!("{error}; a folder is called valid, invalid, or like the production of its texts"),
                    )
                })?;
                known.production = Some(production.name.clone());
            }
        }
        Ok(known)
    }

    /// Adds the case of a text.
    fn add_text(&mut self, path: &Path, beside: &Path, known: &Known) -> Result<(), Failure> {
        let source = Source::new(path.as_os_str());
        let octets = source.read_limited(LENGTH, "a text")?;
        let mut expected = Vec::new();
        if beside.is_file() {
            let of_expected = Source::new(beside.as_os_str());
            let content = of_expected.read_limited(LENGTH, "what is expected of a text")?;
            let content =
                String::from_utf8(content).map_err(|_| unusable(beside, "is not UTF-8"))?;
            expected = Expectation::read(&content, false)
                .map_err(|what| unusable(beside, Printable(what.as_bytes()).to_string()))?;
        }
        match known.is_valid {
            Some(true) => expected.push(Expectation::Valid),
            Some(false) => expected.push(Expectation::Invalid),
            None => {}
        }
        let title = path.file_name().unwrap_or_default().to_string_lossy();
        let mut case = Case::new(title.into_owned(), octets.clone(), expected);
        case.production.clone_from(&known.production);
        let name = source.name();
        self.files += 1;
        self.all.push(FoundCases {
            source: CaseSource::new(name.shown, name.path, octets, true),
            cases: vec![case],
            constraints: Vec::new(),
            place: Place::Beside(beside.to_owned()),
        });
        Ok(())
    }
}

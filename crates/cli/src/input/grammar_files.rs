//! The files that a grammar is put together from, and their readings.
//!
//! A file with the name of the grammar and the extension `.imports.toml` says what the grammar imports, and which of its
//! productions have a length that another part of the text gives.
//! The value of `--import` and of `from` in such a file is the name of a grammar inside this program, such
//! as `rfc3986`, or a file. A file with such a name is called `./rfc3986`.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rfc1738_views::count::counted;
use rfc1738_views::diagnostic::grammar_file::{self, grammar_error, not_utf8};
use rfc1738_views::palette::Palette;
use rfcbnf::extract::TextEncoding;
use rfcbnf::imports::{Imports, Joined, Part, PartSource, join};
use rfcbnf::limits::{ERRORS_SHOWN, FILE_LENGTH};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::{Grammar, Notation};
use rfcbnf::{
    GrammarDocument, GrammarError, GrammarErrorKind, GrammarErrors, Reader, Readings, library,
};
use rfcbnf_engine::escape::Printable;

use crate::arguments::{GrammarChoice, GrammarFile, NotationName};
use crate::input::source::Source;
use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::Failure;
use crate::output::streams::{self, show_remark, write_diagnostic};

/// The end of the name of a file of imports.
const IMPORTS: &str = "imports.toml";

/// How files are read that a grammar imports, and where remarks about them go.
pub(crate) trait Files {
    /// Returns the text of a file; `None` if it is not UTF-8, which was reported.
    fn text(&self, source: Source<'_>) -> Result<Option<String>, Failure>;

    /// Takes a remark about a file.
    fn remark(&self, remark: &str) -> io::Result<()>;
}

/// The files as they are, with remarks on standard error.
struct Stored;

impl Files for Stored {
    fn text(&self, source: Source<'_>) -> Result<Option<String>, Failure> {
        read_text(source)
    }

    fn remark(&self, remark: &str) -> io::Result<()> {
        show_remark("note", remark)
    }
}

/// The files of a grammar, and how they are read.
pub(crate) struct GrammarFiles<'a> {
    /// The files that all productions are taken from. Without any, the grammar is that of RFC 1738.
    pub(crate) files: Vec<&'a OsStr>,
    /// What the files import beside what they say themselves.
    pub(crate) imports: &'a [OsString],
    /// The notation of the files.
    pub(crate) notation: Option<NotationName>,
    /// The readings of the grammar.
    pub(crate) readings: Option<&'a OsStr>,
}

impl<'a> From<&'a GrammarChoice> for GrammarFiles<'a> {
    fn from(choice: &'a GrammarChoice) -> Self {
        Self {
            files: choice.files.iter().map(OsString::as_os_str).collect(),
            imports: &choice.imports,
            notation: choice.notation,
            readings: choice.readings.as_deref(),
        }
    }
}

impl<'a> From<&'a GrammarFile> for GrammarFiles<'a> {
    fn from(choice: &'a GrammarFile) -> Self {
        Self {
            files: choice.file.iter().map(OsString::as_os_str).collect(),
            imports: &choice.imports,
            notation: choice.notation,
            readings: choice.readings.as_deref(),
        }
    }
}

impl<'a> GrammarFiles<'a> {
    /// Returns the arguments that can be `-`.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Option<&'a OsStr>> {
        let imports = self.imports.iter().map(|one| Some(one.as_os_str()));
        let files = self.files.clone().into_iter().map(Some);
        files.chain([self.readings]).chain(imports)
    }
}

/// A grammar, as far as its files can be read.
pub(crate) struct ReadGrammar {
    pub(crate) grammar: Grammar,
    /// The escaped name of each file, and the number of its errors. They spoil the productions that
    /// lead to them.
    errors: Vec<(String, usize)>,
}

impl ReadGrammar {
    /// Returns a grammar without errors.
    pub(crate) fn sound(grammar: Grammar) -> Self {
        Self {
            grammar,
            errors: Vec::new(),
        }
    }

    /// Writes a line to standard error for each file with errors.
    pub(crate) fn remark(&self) -> io::Result<()> {
        let mut errors = self.errors.iter();
        errors.try_for_each(|(name, count)| remark_on_errors(name, *count))
    }
}

/// Reads a grammar as far as it can be read, and applies the readings where they fit. Without a
/// notation, finds it out from each file. Fails if the readings of RFC 1738 fit nowhere.
///
/// Writes the errors of the grammar to standard error and returns `None` if they leave no
/// production to use.
pub(crate) fn read_grammar(
    chosen: &GrammarFiles<'_>,
    readings: &ChosenReadings,
) -> Result<Option<ReadGrammar>, Failure> {
    let mut loader = Loader::new(&Stored, &readings.readings);
    for name in &chosen.files {
        let source = Source::new(name);
        let Some(text) = read_text(source)? else {
            return Ok(None);
        };
        let document = read_document(source, &text, &readings.readings, chosen.notation)?;
        if !loader.add_whole(source, document)? {
            return Ok(None);
        }
    }
    if !loader.import(chosen.imports)? {
        return Ok(None);
    }
    let Joined {
        mut grammar,
        errors,
    } = loader.joined()?;
    let sources = chosen.files.iter().map(|name| Source::new(name));
    let has_errors = errors.iter().any(Option::is_some);
    if has_errors && is_spoilt(&grammar) {
        for (source, errors) in sources.zip(&errors) {
            show_all_errors(&source.to_string(), &grammar, errors.as_ref())?;
        }
        return Ok(None);
    }
    for source in sources.clone().take(1) {
        apply_readings(source, readings, &mut grammar)?;
    }
    let count = |errors: &Option<GrammarErrors>| errors.iter().flatten().count();
    let errors = sources.zip(&errors);
    let errors = errors.map(|(source, errors)| (source.to_string(), count(errors)));
    Ok(Some(ReadGrammar {
        errors: errors.collect(),
        grammar,
    }))
}

/// Returns the document of a file with what it imports, which is read with the readings. Writes an error to standard
/// error and returns `None` if an imported file is not UTF-8.
pub(crate) fn with_imports(
    source: Source<'_>,
    document: GrammarDocument,
    imports: (&[OsString], &Readings),
) -> Result<Option<GrammarDocument>, Failure> {
    let with_imports = with_imports_from(&Stored, source, document, imports)?;
    Ok(with_imports.map(|it| it.document))
}

/// A file with what it imports.
pub(crate) struct WithImports {
    /// The file.
    pub(crate) document: GrammarDocument,
    /// The files that it imports, directly or through others, each with its name in
    /// [`Grammar::imported`]. Grammars inside this program are left out.
    #[cfg_attr(not(feature = "lsp"), expect(dead_code, reason = "editors ask for it"))]
    pub(crate) files: Vec<(String, PathBuf)>,
}

/// Returns the document of a file with what it imports. Returns `None` if an imported file is not UTF-8.
pub(crate) fn with_imports_from(
    files: &dyn Files,
    source: Source<'_>,
    document: GrammarDocument,
    (imports, readings): (&[OsString], &Readings),
) -> Result<Option<WithImports>, Failure> {
    let sign = document.sign;
    let mut loader = Loader::new(files, readings);
    if !loader.add_whole(source, document)? || !loader.import(imports)? {
        return Ok(None);
    }
    let files = loader.imported_files();
    if loader.parts.len() == 1 {
        let part = loader.parts.pop();
        return Ok(part.map(|Part { document, .. }| WithImports { document, files }));
    }
    let Joined { grammar, errors } = loader.joined()?;
    let document = GrammarDocument {
        grammar,
        errors: errors.into_iter().next().flatten(),
        sign,
    };
    Ok(Some(WithImports { document, files }))
}

/// Reads files, and what they import.
struct Loader<'l> {
    stored: &'l dyn Files,
    /// The readings. Some say whether a text without quotation marks is a literal.
    readings: &'l Readings,
    parts: Vec<Part>,
    /// The parts that others import, by the names of grammars inside this program or the paths of files.
    known: HashMap<PathBuf, usize>,
    /// The escaped name of each part.
    files: Vec<String>,
}

impl<'l> Loader<'l> {
    fn new(stored: &'l dyn Files, readings: &'l Readings) -> Self {
        Self {
            stored,
            readings,
            parts: Vec::new(),
            known: HashMap::new(),
            files: Vec::new(),
        }
    }

    /// Returns the files that others import, each with the name of its part.
    fn imported_files(&self) -> Vec<(String, PathBuf)> {
        let known = self.known.iter();
        let files = known.filter(|(path, _)| path.to_str().and_then(library::find).is_none());
        let files = files.map(|(path, &part)| (self.parts[part].name.clone(), path.clone()));
        files.collect()
    }

    /// Adds a file that all productions are taken from, and what it imports. Writes an error and returns
    /// `false` if an imported file is not UTF-8.
    fn add_whole(
        &mut self,
        source: Source<'_>,
        document: GrammarDocument,
    ) -> Result<bool, Failure> {
        let path = source.name().path.unwrap_or_default();
        let index = self.add(&path, source.to_string(), document);
        self.parts[index].is_whole = true;
        self.add_sources(index, &path)
    }

    fn add(&mut self, path: &Path, file: String, document: GrammarDocument) -> usize {
        self.files.push(file);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        self.parts.push(Part {
            is_common: false,
            ..Part::new(&stem, document)
        });
        self.parts.len() - 1
    }

    /// Adds what the file beside a grammar says that it imports.
    fn add_sources(&mut self, part: usize, path: &Path) -> Result<bool, Failure> {
        let file = path.with_extension(IMPORTS);
        if path.as_os_str().is_empty() || !file.is_file() {
            return Ok(true);
        }
        let text = read_toml(file.as_os_str(), "a file of imports")?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        self.add_imports(part, &text, file.as_os_str(), &folder)
    }

    /// Adds what the text of a file of imports says. Names of files are relative to the folder.
    fn add_imports(
        &mut self,
        part: usize,
        text: &str,
        file: &OsStr,
        folder: &Path,
    ) -> Result<bool, Failure> {
        let imports = Imports::from_toml(text);
        let imports = imports.map_err(|error| unusable(file, escaped_lines(&error)))?;
        let document = &mut self.parts[part].document;
        let marked = imports.mark_lengths(&mut document.grammar);
        // A production of a grammar with errors can be one that could not be read.
        if let (Err(error), None) = (marked, &document.errors) {
            let reason = format!("length: {}", escaped_lines(&error));
            return Err(unusable(file, reason));
        }
        for import in imports.iter() {
            let place = format!("{}: from", Source::new(file));
            let Some(index) = self.imported(&place, OsStr::new(&import.from), folder)? else {
                return Ok(false);
            };
            self.parts[part].sources.push(PartSource {
                part: index,
                names: import.names.clone(),
            });
        }
        Ok(true)
    }

    /// Returns the index of an imported part. `place` is where its name is from.
    fn imported(
        &mut self,
        place: &str,
        name: &OsStr,
        folder: &Path,
    ) -> Result<Option<usize>, Failure> {
        let shipped = name.to_str().and_then(library::find);
        let path = match shipped {
            Some(shipped) => PathBuf::from(shipped.name()),
            None => folder.join(name),
        };
        if let Some(&known) = self.known.get(&path) {
            return Ok(Some(known));
        }
        let document = match shipped {
            Some(shipped) => shipped.read(),
            None => match self.read_file(place, &path)? {
                Some(document) => document,
                None => return Ok(None),
            },
        };
        let file = Source::new(path.as_os_str()).to_string();
        let index = self.add(&path, file, document);
        self.known.insert(path.clone(), index);
        let is_complete = match shipped {
            Some(shipped) => {
                let imports = shipped.imports().unwrap_or_default();
                self.add_imports(index, imports, path.as_os_str(), Path::new(""))?
            }
            None => self.add_sources(index, &path)?,
        };
        Ok(is_complete.then_some(index))
    }

    /// Adds the values of `--import`. Returns `false` if an imported file is not UTF-8.
    fn import(&mut self, imports: &[OsString]) -> Result<bool, Failure> {
        for import in imports {
            match self.imported("--import", import, Path::new(""))? {
                Some(index) => self.parts[index].is_common = true,
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Returns the grammar of all parts, with the errors of the files that all productions are taken
    /// from.
    fn joined(self) -> Result<Joined, Failure> {
        let joined = join(&self.parts).map_err(|error| Failure::Unusable {
            name: self.files.first().cloned().unwrap_or_default(),
            reason: Printable(error.to_string().as_bytes()).to_string(),
        })?;
        let mut of_wholes = Vec::new();
        for ((part, file), errors) in self.parts.iter().zip(&self.files).zip(joined.errors) {
            if part.is_whole {
                of_wholes.push(errors);
            } else if let Some(errors) = errors {
                // A name that is not needed can be undefined in a file that is imported.
                let is_undefined =
                    |kind: &_| matches!(kind, GrammarErrorKind::UndefinedRule { .. });
                let count = errors.iter().filter(|error| !is_undefined(error.kind()));
                if let Some(note) = errors_note(file, count.count()) {
                    self.stored.remark(&note)?;
                }
            }
        }
        Ok(Joined {
            errors: of_wholes,
            grammar: joined.grammar,
        })
    }

    /// Reads a file that is imported. Returns `None` if it is not UTF-8.
    fn read_file(&self, place: &str, path: &Path) -> Result<Option<GrammarDocument>, Failure> {
        let source = Source::new(path.as_os_str());
        if !path.exists() && path.as_os_str() != "-" {
            let names: Vec<&str> = library::names().collect();
            return Err(Failure::WrongUse(format!(
                "{place} {source}: there is no such file, and this program has no grammar of this \
                 name; it has {}",
                names.join(", ")
            )));
        }
        let Some(text) = self.stored.text(source)? else {
            return Ok(None);
        };
        let document = reader(source, self.readings, None).read(&text);
        if let Some(note) = choice_note(source, &document) {
            self.stored.remark(&note)?;
        }
        Ok(Some(document))
    }
}

/// The remedy for the one error of the RFC's own text.
const BARE_SLASH: &str = "\
the `/` of gopherurl stands without quotation marks, as RFC 1738 prints it; write \"/\",
      or apply the readings of RFC 1738 with --readings rfc1738";

/// Returns the grammar of RFC 1738 inside this program, and the readings that were applied to it.
pub(crate) fn own_grammar() -> Result<(Grammar, Readings), Failure> {
    load(BNF, READINGS).map_err(|error| Failure::OwnGrammar(error.to_string()))
}

/// Writes one line to standard error that counts the errors of a grammar file, if there are any.
pub(crate) fn remark_on_errors(name: &str, count: usize) -> io::Result<()> {
    errors_note(name, count).map_or(Ok(()), |note| show_remark("note", &note))
}

/// Returns a line that counts the errors of a grammar file, if there are any.
fn errors_note(name: &str, count: usize) -> Option<String> {
    let counted = counted(count, "error", "errors", Palette::COLORED.number);
    (count > 0).then(|| {
        format!(
            "{name} holds {counted}, and the productions without them are used; \
             `rfc1738 grammar check` shows them"
        )
    })
}

/// Applies readings where they fit. Fails if those of RFC 1738 fit nowhere.
pub(crate) fn apply_readings(
    source: Source,
    ChosenReadings { readings, are_own }: &ChosenReadings,
    grammar: &mut Grammar,
) -> Result<(), Failure> {
    let name = source.to_string();
    let unused = readings.apply_where_possible(grammar);
    let decisions: usize = readings.iter().map(|one| one.productions.len()).sum();
    if *are_own && unused.len() == decisions {
        let reason = "the readings of RFC 1738 apply to none of its productions; omit \
                      --readings rfc1738, or name a file of readings for this grammar";
        return Err(Failure::Unusable {
            name,
            reason: reason.to_owned(),
        });
    }
    for unused in unused {
        show_remark("note", &format!("{name}: {}", escaped_lines(&unused)))?;
    }
    Ok(())
}

/// Reads the text of a grammar file. Writes a remark to standard error if the file leaves its notation
/// open and the choice decides how letters match.
pub(crate) fn read_document(
    source: Source,
    text: &str,
    readings: &Readings,
    notation: Option<NotationName>,
) -> io::Result<GrammarDocument> {
    let document = reader(source, readings, notation).read(text);
    if let Some(note) = choice_note(source, &document) {
        show_remark("note", &note)?;
    }
    Ok(document)
}

pub(crate) fn reader(
    source: Source,
    readings: &Readings,
    notation: Option<NotationName>,
) -> Reader {
    Reader {
        expected: source.notation(),
        ..readings.reader(notation.map(Notation::from))
    }
}

/// Returns a remark if the file leaves its notation open and the choice decides how letters match.
fn choice_note(source: Source, document: &GrammarDocument) -> Option<String> {
    // The name says that letters match as written, as in all notations that came before ABNF.
    let is_said = source.is_bnf() && document.grammar.notation != Notation::Abnf;
    let choice = document.open_choice().filter(|_| !is_said)?;
    let other = NotationName::from(choice.other());
    Some(format!(
        "{source} {choice}; --notation {other} chooses that"
    ))
}

/// Returns whether errors leave no production to use.
pub(crate) fn is_spoilt(grammar: &Grammar) -> bool {
    let obstacles = grammar.obstacles();
    let mut productions = grammar.productions.iter();
    productions.all(|production| {
        let obstacle = obstacles.of(&production.name);
        obstacle.is_some_and(|obstacle| obstacle.is_error())
    })
}

/// Writes the errors of a grammar file to standard error, the remedy if one remedy is enough, and the
/// notation if the errors leave no production to use.
pub(crate) fn show_all_errors(
    name: &str,
    grammar: &Grammar,
    errors: Option<&GrammarErrors>,
) -> io::Result<()> {
    let Some(errors) = errors else {
        return Ok(());
    };
    show_errors(name, errors)?;
    if lacks_only_quotation_marks(errors) {
        show_remark("help", BARE_SLASH)?;
    }
    let notation = grammar.notation;
    if notation != Notation::default() && is_spoilt(grammar) {
        show_remark("note", &format!("{name} is read as {notation}"))?;
    }
    Ok(())
}

/// Whether the only errors are literals without quotation marks that the readings of RFC 1738
/// know.
fn lacks_only_quotation_marks(errors: &GrammarErrors) -> bool {
    let is_candidate =
        |error: &GrammarError| matches!(error.kind(), GrammarErrorKind::EmptyAlternative { .. });
    if !errors.iter().all(is_candidate) {
        return false;
    }
    let readings = Readings::from_toml(READINGS);
    readings.is_ok_and(|readings| readings.reader(None).read(errors.source()).errors.is_none())
}

/// Reads the text of a grammar file. Writes an error and returns `None` if it is not UTF-8.
pub(crate) fn read_text(source: Source) -> Result<Option<String>, Failure> {
    let octets = source.read_limited(
        FILE_LENGTH,
        "a grammar file; keep the grammar and remove the text around it",
    )?;
    let encoding = TextEncoding::of(&octets);
    if matches!(encoding, TextEncoding::Utf16Le | TextEncoding::Utf16Be) {
        let error = format!(
            "{source} is in {encoding}, and a grammar file is in UTF-8; convert it: \
             iconv -f {encoding} -t UTF-8"
        );
        show_remark("error", &error)?;
        return Ok(None);
    }
    match String::from_utf8(octets) {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let name = source.to_string();
            write_diagnostic(&not_utf8(&name, error.as_bytes(), offset))?;
            Ok(None)
        }
    }
}

/// Writes the errors of a grammar file and their number to standard error. The name is escaped.
pub(crate) fn show_errors(name: &str, errors: &GrammarErrors) -> io::Result<()> {
    let file = grammar_file::GrammarFile::new(name, errors.source().as_bytes());
    let Palette { error, number, .. } = Palette::COLORED;
    let count = counted(errors.errors().len(), "error", "errors", number);
    let cut = if errors.errors().len() > ERRORS_SHOWN {
        format!(", the first {ERRORS_SHOWN} are shown")
    } else {
        String::new()
    };
    streams::message(|out| {
        for error in errors.iter().take(ERRORS_SHOWN) {
            let error = grammar_error(&file, error);
            writeln!(out, "{}\n", error.render(Palette::COLORED))?;
        }
        writeln!(out, "{error}error:{error:#} {name} holds {count}{cut}")
    })
}

/// The value of `--readings` that stands for the readings of RFC 1738. A file with this name is
/// called `./rfc1738`.
const OWN: &str = "rfc1738";

/// Readings, and where they are from.
#[derive(Default)]
pub(crate) struct ChosenReadings {
    pub(crate) readings: Readings,
    /// Whether they are those of RFC 1738.
    pub(crate) are_own: bool,
}

impl ChosenReadings {
    /// Reads the readings that the argument chooses. Without an argument there are none.
    pub(crate) fn read(name: Option<&OsStr>) -> Result<Self, Failure> {
        let Some(name) = name else {
            return Ok(Self::default());
        };
        let text = readings_text(name)?;
        let readings = Readings::from_toml(&text);
        Ok(Self {
            readings: readings.map_err(|error| unusable(name, escaped_lines(&error)))?,
            are_own: are_own(name),
        })
    }
}

/// Returns the text of the readings that the argument chooses.
pub(crate) fn readings_text(name: &OsStr) -> Result<String, Failure> {
    if are_own(name) {
        return Ok(READINGS.to_owned());
    }
    read_toml(name, "a file of readings")
}

fn are_own(name: &OsStr) -> bool {
    name == OWN
}

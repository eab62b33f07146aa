//! The files that a grammar is put together from, and their readings.
//!
//! A file with the name of the grammar and the extension `.imports.toml` says what the grammar imports, and which of its
//! productions have a length that another part of the text gives.
//! The value of `--import` and of `from` in such a file is the name of a grammar inside this program, such
//! as `rfc3986`, or a file. A file with such a name is called `./rfc3986`.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rfc1738_views::count::counted;
use rfc1738_views::diagnostic::grammar_file::{self, grammar_error, not_utf8};
use rfc1738_views::extracted_grammar::remarks;
use rfc1738_views::palette::Palette;
use rfcbnf::extract::{Keep, TextEncoding, extract, is_document};
use rfcbnf::imports::{self, FilesError, Loaded, Loader, Referred};
use rfcbnf::library::LibraryGrammar;
use rfcbnf::limits::{ERRORS_SHOWN, FILE_LENGTH};
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::{Grammar, Notation};
use rfcbnf::{
    GrammarDocument, GrammarError, GrammarErrorKind, GrammarErrors, NotationSign, Reader, Readings,
    library,
};
use rfcbnf_engine::escape::Printable;

use crate::arguments::{GrammarChoice, GrammarFile, NotationName};
use crate::input::source::Source;
use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::Failure;
use crate::output::streams::{self, show_remark, write_diagnostic};

/// How files are read that a grammar imports, and where remarks about them go.
pub(crate) trait Files {
    /// Returns the text of a file; `None` if it is not UTF-8, which was reported.
    fn text(&self, source: Source<'_>) -> Result<Option<String>, Failure>;

    /// Returns whether there is such a file.
    fn is_there(&self, path: &Path) -> bool {
        path.exists()
    }

    /// Returns the grammar of a file, with what was decided about it; `None` if it is not UTF-8, which was reported.
    fn document(
        &self,
        source: Source<'_>,
        reader: &Reader,
    ) -> Result<Option<(GrammarDocument, Vec<String>)>, Failure> {
        let text = self.text(source)?;
        Ok(text.map(|text| read_file(source, &text, reader)))
    }

    /// Returns the text of a file of TOML beside a grammar; `None` if there is no such file.
    fn imports(&self, path: &Path) -> Result<Option<String>, Failure> {
        let read = || read_toml(path.as_os_str(), "a file beside a grammar");
        path.is_file().then(read).transpose()
    }

    /// Returns a grammar of the library.
    fn of_library(&self, grammar: &'static LibraryGrammar) -> GrammarDocument {
        grammar.read()
    }

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
    let found = Found::new(&Stored, &readings.readings);
    let read = |loader: &mut Loader<Found<'_>>| {
        for name in &chosen.files {
            let source = Source::new(name);
            let text = found.text(source).map_err(FilesError::File)?;
            let document = read_document(source, &text, &readings.readings, chosen.notation);
            let document = document.map_err(|error| FilesError::File(error.into()))?;
            loader.add(&source.name().path.unwrap_or_default(), document)?;
        }
        import(loader, chosen.imports)?;
        loader.import_references()
    };
    let mut loader = Loader::new(found);
    let sources = chosen.files.iter().map(|name| Source::new(name));
    let Some(referred) = usable(read(&mut loader), sources.clone().next())? else {
        return Ok(None);
    };
    for source in sources.clone().take(1) {
        remark_on_references(&Stored, source, &referred)?;
    }
    let joined = loader.join();
    let Some(joined) = found.joined(joined, sources.clone().next())? else {
        return Ok(None);
    };
    let Loaded {
        mut grammar,
        errors,
        ..
    } = joined;
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
    let loaded = LoadedFiles::load(&Stored, source, document, imports)?;
    loaded.map_or(Ok(None), LoadedFiles::join)
}

/// The files as they are, without remarks.
struct Quiet;

impl Files for Quiet {
    fn text(&self, source: Source<'_>) -> Result<Option<String>, Failure> {
        read_text(source)
    }

    fn remark(&self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the document of a file with what it imports, as [`with_imports`] does, without remarks.
pub(crate) fn with_imports_quietly(
    source: Source<'_>,
    document: GrammarDocument,
    imports: (&[OsString], &Readings),
) -> Result<Option<GrammarDocument>, Failure> {
    let loaded = LoadedFiles::load(&Quiet, source, document, imports)?;
    loaded.map_or(Ok(None), LoadedFiles::join)
}

/// A file and what it imports, before they are put together.
pub(crate) struct LoadedFiles<'f> {
    source: Source<'f>,
    sign: NotationSign,
    found: Found<'f>,
    loader: Loader<Found<'f>>,
}

impl<'f> LoadedFiles<'f> {
    /// Reads what a document imports. Returns `None` if an imported file is not UTF-8.
    pub(crate) fn load(
        files: &'f dyn Files,
        source: Source<'f>,
        document: GrammarDocument,
        (imports, readings): (&[OsString], &'f Readings),
    ) -> Result<Option<Self>, Failure> {
        let sign = document.sign;
        let found = Found::new(files, readings);
        let mut loader = Loader::new(found);
        let path = source.name().path.unwrap_or_default();
        let read = loader.add(&path, document);
        let read = read.and_then(|()| import(&mut loader, imports));
        let read = read.and_then(|()| loader.import_references());
        let Some(referred) = usable(read, Some(source))? else {
            return Ok(None);
        };
        remark_on_references(files, source, &referred)?;
        Ok(Some(Self {
            source,
            sign,
            found,
            loader,
        }))
    }

    /// Returns what names and prose of the document mean in other files.
    #[cfg(feature = "lsp")]
    pub(crate) fn links<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> imports::Links {
        self.loader.links(names)
    }

    /// Puts the files together. Returns `None` if that was reported.
    pub(crate) fn join(self) -> Result<Option<GrammarDocument>, Failure> {
        let loader = match self.loader.single() {
            Ok(document) => return Ok(Some(document)),
            Err(loader) => loader,
        };
        let joined = self.found.joined(loader.join(), Some(self.source))?;
        Ok(joined.map(|joined| GrammarDocument {
            grammar: joined.grammar,
            errors: joined.errors.into_iter().next().flatten(),
            sign: self.sign,
        }))
    }
}

/// The most names that a remark lists.
const NAMED: usize = 8;

/// Takes a remark that says which names of a document are those of RFCs that it refers to.
fn remark_on_references(
    files: &dyn Files,
    source: Source<'_>,
    referred: &[Referred],
) -> io::Result<()> {
    let Some(first) = referred.first() else {
        return Ok(());
    };
    let names = referred.iter().map(|one| {
        let shown = one.names.iter().take(NAMED);
        let shown = shown.map(|name| Printable(name.as_bytes()).to_string());
        let mut names = shown.collect::<Vec<_>>().join(", ");
        if let Some(more @ 1..) = one.names.len().checked_sub(NAMED) {
            names.extend([" and ".to_owned(), more.to_string(), " more".to_owned()]);
        }
        format!("{names} from {}", one.rfc)
    });
    let names = names.collect::<Vec<_>>().join("; ");
    files.remark(&format!(
        "{source} refers to RFCs that define what it does not: {names}; --import {} or a file of imports says so for good",
        first.rfc
    ))
}

/// Adds the values of `--import`.
fn import<F: imports::FileSource>(
    loader: &mut Loader<F>,
    imports: &[OsString],
) -> Result<(), FilesError<F::Error>> {
    let mut imports = imports.iter();
    imports.try_for_each(|name| loader.import(Path::new(name)))
}

/// Where the files are that a grammar imports.
#[derive(Clone, Copy)]
struct Found<'l> {
    stored: &'l dyn Files,
    /// The readings. Some say whether a text without quotation marks is a literal.
    readings: &'l Readings,
}

/// Why an imported file cannot be used.
enum NotFound {
    /// It is not UTF-8, which was reported.
    Reported,
    Failed(Failure),
}

impl From<Failure> for NotFound {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<io::Error> for NotFound {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl imports::FileSource for Found<'_> {
    type Error = NotFound;

    fn grammar(&mut self, path: &Path) -> Result<Option<GrammarDocument>, NotFound> {
        if !self.stored.is_there(path) && path.as_os_str() != "-" {
            return Ok(None);
        }
        let source = Source::new(path.as_os_str());
        let reader = reader(source, self.readings, None);
        let document = self.stored.document(source, &reader)?;
        let (document, notes) = document.ok_or(NotFound::Reported)?;
        for note in notes {
            self.stored.remark(&note)?;
        }
        Ok(Some(document))
    }

    fn imports(&mut self, path: &Path) -> Result<Option<String>, NotFound> {
        Ok(self.stored.imports(path)?)
    }

    fn of_library(&mut self, grammar: &'static LibraryGrammar) -> GrammarDocument {
        self.stored.of_library(grammar)
    }
}

impl<'l> Found<'l> {
    fn new(stored: &'l dyn Files, readings: &'l Readings) -> Self {
        Self { stored, readings }
    }

    fn text(&self, source: Source<'_>) -> Result<String, NotFound> {
        self.stored.text(source)?.ok_or(NotFound::Reported)
    }

    /// Returns what was put together, as [`usable`] does, and remarks on the errors of what is imported.
    fn joined(
        &self,
        joined: Result<Loaded, FilesError<NotFound>>,
        first: Option<Source<'_>>,
    ) -> Result<Option<Loaded>, Failure> {
        let joined = usable(joined, first)?;
        for one in joined.iter().flat_map(|joined| &joined.imported) {
            // A name that is not needed can be undefined in a file that is imported.
            let is_undefined = |kind: &_| matches!(kind, GrammarErrorKind::UndefinedRule { .. });
            let errors = one.errors.iter().flatten();
            let count = errors.filter(|error| !is_undefined(error.kind())).count();
            let file = Source::new(one.path.as_os_str()).to_string();
            if let Some(note) = errors_note(&file, count) {
                self.stored.remark(&note)?;
            }
        }
        Ok(joined)
    }
}

/// Returns what was read; `None` if why it cannot be used was reported. The first file is named if files do not fit
/// together.
fn usable<T>(
    read: Result<T, FilesError<NotFound>>,
    first: Option<Source<'_>>,
) -> Result<Option<T>, Failure> {
    let unusable = |path: PathBuf, reason| Err(unusable(path.as_os_str(), reason));
    match read {
        Ok(read) => Ok(Some(read)),
        Err(FilesError::File(NotFound::Reported)) => Ok(None),
        Err(FilesError::File(NotFound::Failed(failure))) => Err(failure),
        Err(FilesError::Missing { importer, name }) => Err(missing(importer.as_deref(), &name)),
        Err(FilesError::Imports { path, error }) => unusable(path, escaped_lines(&error)),
        Err(FilesError::Conventions { path, error }) => unusable(path, escaped_lines(&error)),
        Err(FilesError::Length { path, error }) => {
            unusable(path, format!("length: {}", escaped_lines(&error)))
        }
        Err(FilesError::Join(error)) => Err(Failure::Unusable {
            name: first.map(|one| one.to_string()).unwrap_or_default(),
            reason: Printable(error.to_string().as_bytes()).to_string(),
        }),
    }
}

/// Returns the failure for an imported file that is missing.
fn missing(importer: Option<&Path>, name: &Path) -> Failure {
    let place = match importer {
        Some(file) => format!("{}: from", Source::new(file.as_os_str())),
        None => "--import".to_owned(),
    };
    let source = Source::new(name.as_os_str());
    let names: Vec<&str> = library::names().collect();
    Failure::WrongUse(format!(
        "{place} {source}: there is no such file, and this program has no grammar of this name; it has {}",
        names.join(", ")
    ))
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
    let (document, notes) = read_file(source, text, &reader(source, readings, notation));
    for note in notes {
        show_remark("note", &note)?;
    }
    Ok(document)
}

/// Reads the text of a grammar file, as [`read_document`] does, without remarks.
pub(crate) fn read_quietly(
    source: Source,
    text: &str,
    readings: &Readings,
    notation: Option<NotationName>,
) -> GrammarDocument {
    read_file(source, text, &reader(source, readings, notation)).0
}

/// Reads the text of a grammar file, or of a document that prints a grammar, and returns it with what was decided about it.
fn read_file(source: Source, text: &str, reader: &Reader) -> (GrammarDocument, Vec<String>) {
    let mut notes = Vec::new();
    let document = if is_document(source.path(), text) {
        let extraction = extract(text, Keep::Last);
        for remark in remarks(&extraction, false) {
            let remark = Printable(remark.as_bytes());
            notes.push(format!("{source}: {remark}"));
        }
        extraction.read(reader, text)
    } else {
        reader.read(text)
    };
    notes.extend(choice_note(source, &document));
    (document, notes)
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

/// The length in octets of the longest document: that of the longest RFC as XML, many times.
pub(crate) const DOCUMENT_LENGTH: usize = 1 << 22;

/// Reads the text of a grammar file, or of a document that prints a grammar. Writes an error and returns `None` if it is not UTF-8.
pub(crate) fn read_text(source: Source) -> Result<Option<String>, Failure> {
    let octets = source.read_beginning(DOCUMENT_LENGTH)?;
    let is_printed = |octets: &[u8]| {
        let text = std::str::from_utf8(octets);
        octets.len() <= DOCUMENT_LENGTH && text.is_ok_and(|text| is_document(source.path(), text))
    };
    if octets.len() > FILE_LENGTH && !is_printed(&octets) {
        let what = "a grammar file; keep the grammar and remove the text around it";
        return Err(source.too_long(FILE_LENGTH, what));
    }
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
    let file = grammar_file::GrammarFile::of_errors(name, errors);
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

//! Grammar files, and what they import.
//!
//! Invariant: every file is read once, however many others import it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use rfcbnf_engine::escape::Printable;
use thiserror::Error;

use super::references::referred;
use super::{Imports, ImportsError, JoinError, Joined, Part, PartSource, Referred, join};
use crate::conventions::{Conventions, ConventionsError};
use crate::error::GrammarErrors;
use crate::library;
use crate::limits::FILE_LENGTH;
use crate::lookup::UnknownProduction;
use crate::reader::{GrammarDocument, Reader};
use crate::readings::Readings;
use crate::syntax::{Grammar, Notation};

/// The extension of the file that says what the grammar of that name imports.
const IMPORTS: &str = "imports.toml";

/// The extension of the file that says how texts of the grammar of that name are read.
const CONVENTIONS: &str = "conventions.toml";

/// Where a [`Loader`] finds what a grammar imports.
pub trait FileSource {
    /// Why a file cannot be read.
    type Error;

    /// Reads a grammar file that another one imports; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read. Errors of the grammar are in the document.
    fn grammar(&mut self, path: &Path) -> Result<Option<GrammarDocument>, Self::Error>;

    /// Returns the text of a file of imports or conventions; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn imports(&mut self, path: &Path) -> Result<Option<String>, Self::Error>;

    /// Reads a grammar of the library. An editor keeps what it read.
    fn of_library(&mut self, grammar: &'static library::LibraryGrammar) -> GrammarDocument {
        grammar.read()
    }
}

/// Reads grammar files and what they import, in turn: the grammars of the [`library`], and files.
///
/// What a file imports, and which of its productions have a length that another part of the text gives, is in the file beside
/// it with its name and the extension `.imports.toml`: see [`Imports`]. [`Grammar::from_files`] is the simple form.
#[derive(Debug)]
pub struct Loader<F> {
    files: F,
    pub(super) parts: Vec<Part>,
    /// The path of each part; the name if it is a grammar of the library.
    pub(super) paths: Vec<PathBuf>,
    /// The parts that others import, by their paths.
    known: HashMap<PathBuf, usize>,
}

/// A grammar that a [`Loader`] has put together.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The grammar.
    pub grammar: Grammar,
    /// For each file that was added, its errors, without names that another file defines.
    pub errors: Vec<Option<GrammarErrors>>,
    /// What the files import, directly or through others.
    pub imported: Vec<Imported>,
}

/// A grammar that others import.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The name of its part, as in [`Grammar::imported`].
    pub name: String,
    /// The path of the file; the name if it is a grammar of the library.
    pub path: PathBuf,
    /// Whether it is one of the library.
    pub is_of_library: bool,
    /// Its errors. A name without a definition can be one that nobody needs.
    pub errors: Option<GrammarErrors>,
}

/// Why files are no grammar. `Debug` writes the message, too: it is what a `main` shows that returns the error.
#[derive(Error)]
pub enum FilesError<E> {
    /// A file cannot be read.
    #[error(transparent)]
    File(E),
    /// There is no such file, and the library has no grammar of this name.
    #[error(
        "{}{}: there is no such file, and the library has no grammar of this name; it has {}",
        importer.as_ref().map(|file| format!("{}: from ", shown(file))).unwrap_or_default(),
        shown(name),
        library::names().collect::<Vec<_>>().join(", ")
    )]
    Missing {
        /// The file of imports that has the name; `None` if the caller has it.
        importer: Option<PathBuf>,
        /// The name, or the path of the file.
        name: PathBuf,
    },
    /// A file of imports cannot be used.
    #[error("{}: {error}", shown(path))]
    Imports {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: ImportsError,
    },
    /// A file of conventions cannot be used.
    #[error("{}: {error}", shown(path))]
    Conventions {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: ConventionsError,
    },
    /// A file of imports gives a length to a production that the grammar does not have.
    #[error("{}: length: {error}", shown(path))]
    Length {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: UnknownProduction,
    },
    /// The files do not fit together.
    #[error(transparent)]
    Join(JoinError),
}

impl<E: fmt::Display> fmt::Debug for FilesError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Why a grammar file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    #[error("{}: {error}", shown(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The file is not UTF-8.
    #[error("{}: is not UTF-8 at offset {offset}", shown(path))]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The byte offset of the first octet that is not UTF-8.
        offset: usize,
    },
    /// The grammar has errors.
    #[error("{}:{errors}", shown(path))]
    Grammar {
        /// The file.
        path: PathBuf,
        /// The errors.
        errors: GrammarErrors,
    },
}

/// The path for a message.
fn shown(path: &Path) -> Printable<'_> {
    Printable(path.as_os_str().as_encoded_bytes())
}

impl Reader {
    /// Reads a file: a grammar, or the grammar of a [document](crate::extract::is_document) with the feature `extract`. The
    /// path is empty if there is none.
    #[must_use]
    pub fn read_file(&self, path: impl AsRef<Path>, source: &str) -> GrammarDocument {
        #[cfg(feature = "extract")]
        if crate::extract::is_document(&path, source) {
            return self.read_document(source);
        }
        let _ = path;
        self.read(source)
    }
}

impl Notation {
    /// Returns the notation that the name of a file tells of: `.abnf` is ABNF.
    ///
    /// ```
    /// use rfcbnf::syntax::Notation;
    ///
    /// assert_eq!(Notation::of_file("uri.ABNF"), Some(Notation::Abnf));
    /// assert_eq!(Notation::of_file("uri.txt"), None);
    /// ```
    pub fn of_file(path: impl AsRef<Path>) -> Option<Self> {
        let extension = path.as_ref().extension()?;
        extension.eq_ignore_ascii_case("abnf").then_some(Self::Abnf)
    }
}

impl Grammar {
    /// Reads a grammar file in any notation, with what it imports.
    ///
    /// # Errors
    ///
    /// Those of [`Self::from_files`].
    ///
    /// ```no_run
    /// let grammar = rfcbnf::Grammar::from_file("http.abnf")?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, FilesError<FileError>> {
        Self::from_files([path])
    }

    /// Reads grammar files in any notation, with what they import, and puts them together. All their productions are in the
    /// grammar, and of what is imported, those that they need. What a file imports is in the file beside it with its name and
    /// the extension `.imports.toml`:
    ///
    /// ```toml
    /// [[import]]
    /// from = "rfc3986"
    /// names = { uri-host = "host" }
    /// ```
    ///
    /// An imported grammar with errors is used as far as it can be read.
    ///
    /// # Errors
    ///
    /// Returns [`FilesError`] if a file cannot be read or has errors, or if the files do not fit together.
    pub fn from_files<P: AsRef<Path>>(
        paths: impl IntoIterator<Item = P>,
    ) -> Result<Self, FilesError<FileError>> {
        let readings = Readings::default();
        let mut stored = Stored::new(&readings);
        let mut loader = Loader::new(&mut stored);
        let mut whole = Vec::new();
        for path in paths {
            let path = path.as_ref();
            let document = loader
                .files
                .document(path, None)
                .map_err(FilesError::File)?;
            loader.add(path, document)?;
            whole.push(path.to_owned());
        }
        loader.import_references()?;
        let Loaded {
            grammar, errors, ..
        } = loader.join()?;
        let errors = whole.into_iter().zip(errors);
        let mut errors = errors.filter_map(|(path, errors)| Some((path, errors?)));
        match errors.next() {
            Some((path, errors)) => Err(FilesError::File(FileError::Grammar { path, errors })),
            None => Ok(grammar),
        }
    }
}

/// The files as they are stored.
pub(crate) struct Stored<'r> {
    /// Some say whether a text without quotation marks is a literal.
    readings: &'r Readings,
    /// The files that were read.
    pub(crate) read: Vec<PathBuf>,
}

impl<'r> Stored<'r> {
    pub(crate) fn new(readings: &'r Readings) -> Self {
        let read = Vec::new();
        Self { readings, read }
    }

    /// Reads a grammar file. Without a notation, finds it out.
    pub(crate) fn document(
        &mut self,
        path: &Path,
        notation: Option<Notation>,
    ) -> Result<GrammarDocument, FileError> {
        let reader = Reader {
            expected: Notation::of_file(path),
            ..self.readings.reader(notation)
        };
        Ok(reader.read_file(path, &self.text(path)?))
    }

    fn text(&mut self, path: &Path) -> Result<String, FileError> {
        self.read.push(path.to_owned());
        read_text(path)
    }
}

impl FileSource for &mut Stored<'_> {
    type Error = FileError;

    fn grammar(&mut self, path: &Path) -> Result<Option<GrammarDocument>, FileError> {
        let read = || self.document(path, None);
        path.exists().then(read).transpose()
    }

    fn imports(&mut self, path: &Path) -> Result<Option<String>, FileError> {
        path.is_file().then(|| self.text(path)).transpose()
    }
}

/// Reads no more than a reader of grammars does, so that an endless file has an answer.
pub(crate) fn read_text(path: &Path) -> Result<String, FileError> {
    let unreadable = |error| FileError::Unreadable {
        path: path.to_owned(),
        error,
    };
    let most = u64::try_from(FILE_LENGTH).unwrap_or(u64::MAX);
    let mut octets = Vec::new();
    let mut file = File::open(path).map_err(unreadable)?.take(most + 1);
    file.read_to_end(&mut octets).map_err(unreadable)?;
    String::from_utf8(octets).map_err(|error| FileError::NotUtf8 {
        path: path.to_owned(),
        offset: error.utf8_error().valid_up_to(),
    })
}

/// Puts a grammar of the library together with those that it imports.
pub(crate) fn of_library(grammar: library::LibraryGrammar) -> Result<Joined, JoinError> {
    let mut loader = Loader::new(NoFiles);
    if let Ok(part) = loader.imported(None, Path::new(grammar.name())) {
        loader.parts[part].is_whole = true;
    }
    join(&loader.parts)
}

/// No files: the grammars of the library import each other.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl FileSource for NoFiles {
    type Error = Infallible;

    fn grammar(&mut self, _: &Path) -> Result<Option<GrammarDocument>, Infallible> {
        Ok(None)
    }

    fn imports(&mut self, _: &Path) -> Result<Option<String>, Infallible> {
        Ok(None)
    }
}

impl<F: FileSource> Loader<F> {
    /// Returns a loader without files.
    pub fn new(files: F) -> Self {
        Self {
            files,
            parts: Vec::new(),
            paths: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Adds a file that all productions are taken from, and what it imports. The path is empty if it is none.
    ///
    /// # Errors
    ///
    /// Returns [`FilesError`] if what it imports cannot be used.
    pub fn add(
        &mut self,
        path: &Path,
        document: GrammarDocument,
    ) -> Result<(), FilesError<F::Error>> {
        let part = self.push(path, document);
        self.parts[part].is_whole = true;
        self.add_beside(part, path)
    }

    /// Imports a grammar of the library or a file for all others: names that they do not define are looked for there.
    ///
    /// # Errors
    ///
    /// Returns [`FilesError`] if it cannot be used.
    pub fn import(&mut self, name: &Path) -> Result<(), FilesError<F::Error>> {
        let part = self.imported(None, name)?;
        self.parts[part].is_common = true;
        Ok(())
    }

    /// Imports what documents leave to the grammars of RFCs that they refer to, if the [`library`] has them: names that neither
    /// a document nor what it imports otherwise defines. So this comes after all other imports. Returns what was found.
    ///
    /// # Errors
    ///
    /// Returns [`FilesError`] if a grammar cannot be used. Those of the library can.
    pub fn import_references(&mut self) -> Result<Vec<Referred>, FilesError<F::Error>> {
        if self
            .parts
            .iter()
            .all(|part| part.document.grammar.document.is_none())
        {
            return Ok(Vec::new());
        }
        let referred = referred(&self.parts);
        for Referred { part, rfc, names } in &referred {
            let names = names.iter().map(|name| (name.clone(), name.clone()));
            let source = PartSource {
                part: self.imported(None, Path::new(rfc))?,
                names: names.collect(),
                is_limited: true,
            };
            self.parts[*part].sources.push(source);
        }
        Ok(referred)
    }

    /// Returns the document if it is all that was read; otherwise the loader.
    ///
    /// # Errors
    ///
    /// Returns the loader if something is imported, or if several files were added, or none.
    pub fn single(mut self) -> Result<GrammarDocument, Self> {
        match self.parts.pop() {
            Some(part) if self.parts.is_empty() => Ok(part.document),
            last => {
                self.parts.extend(last);
                Err(self)
            }
        }
    }

    /// Puts the files together.
    ///
    /// # Errors
    ///
    /// Returns [`FilesError::Join`] if they do not fit.
    pub fn join(self) -> Result<Loaded, FilesError<F::Error>> {
        let Joined { grammar, errors } = join(&self.parts).map_err(FilesError::Join)?;
        let mut result = Loaded {
            grammar,
            errors: Vec::new(),
            imported: Vec::new(),
        };
        for ((part, path), errors) in self.parts.into_iter().zip(self.paths).zip(errors) {
            if part.is_whole {
                result.errors.push(errors);
            } else {
                result.imported.push(Imported {
                    name: part.name,
                    is_of_library: library_grammar(&path).is_some(),
                    path,
                    errors,
                });
            }
        }
        Ok(result)
    }

    fn push(&mut self, path: &Path, document: GrammarDocument) -> usize {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        self.paths.push(path.to_owned());
        self.parts.push(Part {
            is_common: false,
            ..Part::new(&stem, document)
        });
        self.parts.len() - 1
    }

    /// Adds what the file beside a grammar says that it imports.
    fn add_beside(&mut self, part: usize, path: &Path) -> Result<(), FilesError<F::Error>> {
        if path.as_os_str().is_empty() {
            return Ok(());
        }
        let file = path.with_extension(CONVENTIONS);
        if let Some(text) = self.files.imports(&file).map_err(FilesError::File)? {
            let document = &mut self.parts[part].document;
            let conventions = Conventions::from_toml(&text);
            let applied = conventions.and_then(|one| one.apply(&mut document.grammar));
            // A production of a grammar with errors can be one that could not be read.
            let is_sound = document.errors.is_none();
            if let Err(error) = applied
                && (is_sound || matches!(error, ConventionsError::Form(_)))
            {
                return Err(FilesError::Conventions { path: file, error });
            }
        }
        let file = path.with_extension(IMPORTS);
        match self.files.imports(&file).map_err(FilesError::File)? {
            Some(text) => {
                let folder = path.parent().unwrap_or(Path::new(""));
                self.add_imports(part, &text, &file, folder)
            }
            None => Ok(()),
        }
    }

    /// Adds what the text of a file of imports says. Names of files are relative to the folder.
    fn add_imports(
        &mut self,
        part: usize,
        text: &str,
        file: &Path,
        folder: &Path,
    ) -> Result<(), FilesError<F::Error>> {
        let imports = Imports::from_toml(text).map_err(|error| FilesError::Imports {
            path: file.to_owned(),
            error,
        })?;
        let document = &mut self.parts[part].document;
        let marked = imports.mark_lengths(&mut document.grammar);
        // A production of a grammar with errors can be one that could not be read.
        if let (Err(error), None) = (marked, &document.errors) {
            let path = file.to_owned();
            return Err(FilesError::Length { path, error });
        }
        for import in imports.iter() {
            let name = Path::new(&import.from);
            let path = match library_grammar(name) {
                Some(_) => name.to_owned(),
                None => folder.join(name),
            };
            let source = PartSource {
                part: self.imported(Some(file), &path)?,
                names: import.names.clone(),
                is_limited: false,
            };
            self.parts[part].sources.push(source);
        }
        Ok(())
    }

    /// Returns the index of an imported part.
    fn imported(
        &mut self,
        importer: Option<&Path>,
        name: &Path,
    ) -> Result<usize, FilesError<F::Error>> {
        let of_library = library_grammar(name);
        let path = of_library.map_or(name, |one| Path::new(one.name()));
        if let Some(&known) = self.known.get(path) {
            return Ok(known);
        }
        let document = match of_library {
            Some(grammar) => Some(self.files.of_library(grammar)),
            None => self.files.grammar(path).map_err(FilesError::File)?,
        };
        let Some(document) = document else {
            return Err(FilesError::Missing {
                importer: importer.map(Path::to_owned),
                name: path.to_owned(),
            });
        };
        let index = self.push(path, document);
        self.known.insert(path.to_owned(), index);
        match of_library.map(library::LibraryGrammar::imports) {
            Some(imports) => {
                self.add_imports(index, imports.unwrap_or_default(), path, Path::new(""))?;
            }
            None => self.add_beside(index, path)?,
        }
        Ok(index)
    }
}

/// Returns the grammar of the library that a path names.
fn library_grammar(path: &Path) -> Option<&'static library::LibraryGrammar> {
    path.to_str().and_then(library::find)
}

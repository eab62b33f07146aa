//! The files of a workspace: as the editor has them if they are open, and otherwise as they are stored.
//!
//! Invariant: a text is read once. What is known about it is kept until the text changes: a file that is not open is looked at
//! again, and read again if its time or its length is another one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use gen_lsp_types::{Position, Range};
use rfc1738_views::editing::GrammarText;
use rfcbnf::extract::is_document;
use rfcbnf::library::LibraryGrammar;
use rfcbnf::limits::FILE_LENGTH;
use rfcbnf::syntax::{SourceDocument, Span};
use rfcbnf::{Condition, GrammarDocument, Reader};

use super::lines::{Lines, Units};
use crate::input::grammar_files::{Files, read_text};
use crate::input::source::Source;
use crate::outcome::Failure;

/// A version of the text of a file, and what was asked about it.
#[derive(Debug)]
pub(super) struct FileText {
    /// The text.
    pub(super) text: String,
    /// Whether it is a document that prints a grammar. The text of the grammar is another one then.
    pub(super) prints: bool,
    /// How it is read as a grammar.
    pub(super) reader: Reader,
    lines: OnceLock<Lines>,
    units: Units,
    condition: OnceLock<Condition>,
    names: OnceLock<GrammarText>,
    document: OnceLock<GrammarDocument>,
}

impl FileText {
    /// Returns a text that nothing is known about. The path is that of its file, if it has one.
    pub(super) fn new(text: String, path: Option<&Path>, reader: Reader, units: Units) -> Self {
        Self {
            prints: is_document(path.unwrap_or(Path::new("")), &text),
            text,
            reader,
            lines: OnceLock::new(),
            units,
            condition: OnceLock::new(),
            names: OnceLock::new(),
            document: OnceLock::new(),
        }
    }

    /// Returns where its lines begin.
    pub(super) fn lines(&self) -> &Lines {
        self.lines
            .get_or_init(|| Lines::new(&self.text, self.units))
    }

    /// Returns the text of the grammar with its names.
    pub(super) fn names(&self) -> &GrammarText {
        self.names.get_or_init(|| {
            if self.prints {
                let grammar = &self.document().grammar;
                let reader = Reader {
                    notation: Some(grammar.notation),
                    ..self.reader.clone()
                };
                return GrammarText::new(grammar.own_source(), &reader);
            }
            let names = self.reader.names_of(&self.text, self.condition());
            GrammarText::with_names(self.text.as_str(), names)
        })
    }

    fn condition(&self) -> Condition {
        let find = || self.reader.condition(&self.text);
        *self.condition.get_or_init(find)
    }

    /// Returns its grammar, without what it imports.
    pub(super) fn document(&self) -> &GrammarDocument {
        self.document.get_or_init(|| {
            if self.prints {
                return self.reader.read_document(&self.text);
            }
            self.reader.read_in(&self.text, self.condition())
        })
    }

    /// Returns where a document has the text of the grammar that it prints.
    fn printed(&self) -> Option<&SourceDocument> {
        let document = self.prints.then(|| self.document());
        document?.grammar.document.as_deref()
    }

    /// Returns the offset in the text of the grammar of a position; `None` where a document has no rule.
    pub(super) fn offset(&self, position: Position) -> Option<usize> {
        let offset = self.lines().offset(&self.text, position);
        match self.printed() {
            Some(document) => document.offset(offset),
            None => Some(offset),
        }
    }

    /// Returns the place of a part of the text of the grammar.
    pub(super) fn range(&self, span: &Span) -> Range {
        let lines = self.lines();
        match self.printed() {
            Some(document) => lines.range(&self.text, &document.span(span.clone())),
            None => lines.range(&self.text, span),
        }
    }
}

/// When a file was changed, and its length.
type Stamp = (Option<SystemTime>, u64);

/// The files that were asked for, by their paths without `..` and symbolic links.
pub(super) struct Store {
    open: HashMap<PathBuf, Arc<FileText>>,
    stored: RefCell<HashMap<PathBuf, (Stamp, Arc<FileText>)>>,
    /// The grammars of the library that were asked for, by their names.
    library: RefCell<HashMap<&'static str, GrammarDocument>>,
    units: Units,
}

impl Store {
    /// Returns a store in which positions count in these units.
    pub(super) fn new(units: Units) -> Self {
        Self {
            open: HashMap::new(),
            stored: RefCell::default(),
            library: RefCell::default(),
            units,
        }
    }

    /// Takes the text of an open file.
    pub(super) fn put(&mut self, path: PathBuf, text: Arc<FileText>) {
        self.open.insert(path, text);
    }

    /// Takes that a file is not open any more.
    pub(super) fn remove(&mut self, path: &Path) {
        self.open.remove(path);
    }

    /// Forgets the files as they were stored.
    pub(super) fn forget_stored(&self) {
        self.stored.borrow_mut().clear();
    }

    /// Returns a file; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is too long.
    pub(super) fn file(&self, path: &Path) -> Result<Option<Arc<FileText>>, Failure> {
        let path = canonical(path.to_owned());
        if let Some(open) = self.open.get(&path) {
            return Ok(Some(Arc::clone(open)));
        }
        let Some(metadata) = fs::metadata(&path).ok().filter(fs::Metadata::is_file) else {
            return Ok(None);
        };
        let stamp = (metadata.modified().ok(), metadata.len());
        if let Some((known, text)) = self.stored.borrow().get(&path)
            && *known == stamp
        {
            return Ok(Some(Arc::clone(text)));
        }
        let text = stored_text(&path)?;
        let text = Arc::new(FileText::new(
            text,
            Some(&path),
            reader(Some(&path), ""),
            self.units,
        ));
        let known = (stamp, Arc::clone(&text));
        self.stored.borrow_mut().insert(path, known);
        Ok(Some(text))
    }
}

/// Reads a file that is not open. One that is not UTF-8 is reported, and has no text.
fn stored_text(path: &Path) -> Result<String, Failure> {
    let source = Source::new(path.as_os_str());
    let is_grammar = source.notation().is_some() || source.is_bnf();
    if is_grammar {
        let text = read_text(source)?;
        return text.ok_or_else(|| not_utf8(source));
    }
    let octets = source.read_limited(FILE_LENGTH, "a file that an editor asks about")?;
    String::from_utf8(octets).map_err(|_| not_utf8(source))
}

fn not_utf8(source: Source<'_>) -> Failure {
    Failure::Unusable {
        name: source.to_string(),
        reason: "is not UTF-8".to_owned(),
    }
}

impl Files for Store {
    fn text(&self, source: Source<'_>) -> Result<Option<String>, Failure> {
        let file = source.name().path.map(|path| self.file(&path));
        let file = file.transpose()?.flatten();
        Ok(file.map(|file| file.text.clone()))
    }

    fn is_there(&self, path: &Path) -> bool {
        self.open.contains_key(&canonical(path.to_owned())) || path.exists()
    }

    fn document(
        &self,
        source: Source<'_>,
        _: &Reader,
    ) -> Result<Option<(GrammarDocument, Vec<String>)>, Failure> {
        let file = source.name().path.map(|path| self.file(&path));
        let file = file.transpose()?.flatten();
        Ok(file.map(|file| (file.document().clone(), Vec::new())))
    }

    fn imports(&self, path: &Path) -> Result<Option<String>, Failure> {
        Ok(self.file(path)?.map(|file| file.text.clone()))
    }

    fn of_library(&self, grammar: &'static LibraryGrammar) -> GrammarDocument {
        let mut library = self.library.borrow_mut();
        let read = || grammar.read();
        library.entry(grammar.name()).or_insert_with(read).clone()
    }

    fn remark(&self, _: &str) -> io::Result<()> {
        // The errors of an imported file are shown where it is open.
        Ok(())
    }
}

/// Returns how a document is read: by its name as everywhere, or else by the language that the client
/// says.
pub(super) fn reader(path: Option<&Path>, language: &str) -> Reader {
    let source = path.map(|path| Source::new(path.as_os_str()));
    let is_named = source.is_some_and(|source| source.notation().is_some() || source.is_bnf());
    let is_abnf = !is_named && language.eq_ignore_ascii_case("abnf");
    Reader {
        expected: source
            .and_then(Source::notation)
            .or(is_abnf.then_some(rfcbnf::syntax::Notation::Abnf)),
        ..Reader::default()
    }
}

/// Returns the path without `..` and symbolic links, if there is such a file. Without a file, that of its folder counts.
pub(super) fn canonical(path: PathBuf) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let folder = path.parent().map(Path::canonicalize);
    match (folder, path.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Returns whether the name of a file ends so.
pub(super) fn ends_in(path: &Path, end: &str) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| name.ends_with(end))
}

//! The open documents.
//!
//! Invariant: what is known about a document is about the version that the client sent last. A change
//! forgets the rest.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{LanguageKind, TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use rfc1738_views::grammar_check::{Problem, Selection};
use rfcbnf::Reader;
use rfcbnf::syntax::Notation;

use super::analyst::{Analysed, Analyst};
use super::lines::{Lines, Units};
use super::reading::{ReadGrammar, Texts, canonical};
use crate::input::source::Source;

pub(super) struct OpenDocument {
    pub(super) uri: Uri,
    pub(super) version: i32,
    text: String,
    /// The path of its file, if it has one, as the client says it.
    path: Option<PathBuf>,
    /// The same, without symbolic links.
    file: Option<PathBuf>,
    pub(super) reader: Reader,
    /// The text, read; `None` until it is needed.
    reading: Option<Arc<ReadGrammar>>,
    /// The problems that are known.
    pub(super) problems: Vec<Problem>,
    /// Whether they are all problems.
    pub(super) is_complete: bool,
    analyst: Analyst,
}

/// The open documents by their addresses.
pub(super) struct Documents {
    open: BTreeMap<String, OpenDocument>,
    units: Units,
    selection: Selection,
}

impl Documents {
    /// Returns no documents. Positions count in these units, and these findings are shown.
    pub(super) fn new(units: Units, selection: Selection) -> Self {
        Self {
            open: BTreeMap::new(),
            units,
            selection,
        }
    }

    /// Opens a document, or replaces one with this address.
    pub(super) fn open(&mut self, item: TextDocumentItem, analyst: Analyst) {
        let path = path_of(item.uri.as_ref());
        let reader = reader(path.as_deref(), &item.language_id);
        let document = OpenDocument {
            version: item.version,
            text: item.text,
            file: path.clone().map(canonical),
            path,
            reader,
            reading: None,
            problems: Vec::new(),
            is_complete: false,
            analyst,
            uri: item.uri,
        };
        self.open.insert(document.uri.to_string(), document);
    }

    /// Closes a document. Returns whether it was open.
    pub(super) fn close(&mut self, uri: &Uri) -> bool {
        self.open.remove(uri.as_ref()).is_some()
    }

    /// Changes a document. Returns whether it is open.
    pub(super) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> bool {
        let units = self.units;
        let Some(document) = self.open.get_mut(uri.as_ref()) else {
            return false;
        };
        for change in changes {
            apply(&mut document.text, change, units);
        }
        document.version = version;
        document.forget();
        true
    }

    /// Forgets what is known about the documents that import the file of this one, because it changed.
    /// Returns their addresses.
    pub(super) fn forget_importers(&mut self, uri: &Uri) -> Vec<String> {
        let changed = self.open.get(uri.as_ref());
        let Some(changed) = changed.and_then(|one| one.file.clone()) else {
            return Vec::new();
        };
        let imports = |document: &OpenDocument| {
            let reading = document.reading.as_ref();
            reading.is_some_and(|it| it.files.iter().any(|(_, path)| *path == changed))
        };
        self.forget(|document| document.uri != *uri && imports(document))
    }

    /// Forgets what is known about all documents, because files changed. Returns their addresses.
    pub(super) fn forget_all(&mut self) -> Vec<String> {
        self.forget(|_| true)
    }

    fn forget(&mut self, is_meant: impl Fn(&OpenDocument) -> bool) -> Vec<String> {
        let meant = self.open.iter_mut().filter(|(_, one)| is_meant(one));
        let forgotten = meant.map(|(uri, document)| {
            document.forget();
            uri.clone()
        });
        forgotten.collect()
    }

    pub(super) fn get(&self, uri: &str) -> Option<&OpenDocument> {
        self.open.get(uri)
    }

    /// Returns the text of a document, read; `None` if it is not open.
    pub(super) fn reading(&mut self, uri: &str) -> Option<Arc<ReadGrammar>> {
        let document = self.open.get(uri)?;
        if let Some(reading) = &document.reading {
            return Some(Arc::clone(reading));
        }
        let others = self.open.values().filter(|one| one.uri != document.uri);
        let texts = others.filter_map(|one| Some((one.file.as_deref()?, one.text.as_str())));
        let texts = Texts(texts.collect::<HashMap<_, _>>());
        let how = (&document.reader, self.units);
        let reading = ReadGrammar::new(&document.text, document.path.as_deref(), how, &texts);
        let reading = Arc::new(reading);
        let document = self.open.get_mut(uri)?;
        document.reading = Some(Arc::clone(&reading));
        Some(reading)
    }

    /// Finds the problems of a document that need no automaton, and begins the analysis. Returns the
    /// document, if it is open.
    pub(super) fn check(&mut self, uri: &str) -> Option<&OpenDocument> {
        let reading = self.reading(uri)?;
        let document = self.open.get_mut(uri)?;
        document.problems = reading.quick_problems(&self.selection);
        document.is_complete = !reading.is_sound();
        if reading.is_sound() {
            document.analyst.analyse(reading);
        }
        Some(document)
    }

    /// Takes what an analysis found. Returns the document and whether its problems are others now;
    /// `None` if the analysis is of an earlier version.
    pub(super) fn complete(&mut self, analysed: &Analysed) -> Option<(&OpenDocument, bool)> {
        let document = self.open.get_mut(&analysed.uri)?;
        let reading = document.reading.as_ref();
        if !reading.is_some_and(|current| Arc::ptr_eq(current, &analysed.reading)) {
            return None;
        }
        let analysis = Some(&analysed.analysis);
        let problems = analysed.reading.problems(analysis, &self.selection);
        let is_news = problems != document.problems;
        document.problems = problems;
        document.is_complete = true;
        Some((document, is_news))
    }
}

impl OpenDocument {
    fn forget(&mut self) {
        self.analyst.cancel();
        self.reading = None;
        self.problems.clear();
        self.is_complete = false;
    }
}

fn apply(text: &mut String, change: TextDocumentContentChangeEvent, units: Units) {
    match change {
        TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
            *text = whole.text;
        }
        TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
            let lines = Lines::new(text, units);
            let start = lines.offset(text, part.range.start);
            let end = lines.offset(text, part.range.end).max(start);
            text.replace_range(start..end, &part.text);
        }
    }
}

/// Returns how a document is read: by its name as everywhere, or else by the language that the client
/// says.
fn reader(path: Option<&Path>, language: &LanguageKind) -> Reader {
    let source = path.map(|path| Source::new(path.as_os_str()));
    let is_named = source.is_some_and(|source| source.notation().is_some() || source.is_bnf());
    let is_abnf = !is_named && String::from(language.clone()).eq_ignore_ascii_case("abnf");
    Reader {
        expected: source
            .and_then(Source::notation)
            .or(is_abnf.then_some(Notation::Abnf)),
        ..Reader::default()
    }
}

/// Returns the path that an address of a file means; `None` for addresses of other kinds, such as that of
/// a document that was never saved.
fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let octets = rfc1738::decode(path).ok()?.into_owned();
    let path = OsString::from(String::from_utf8(octets).ok()?);
    let path = PathBuf::from(path);
    // `/C:/a.abnf` is `C:/a.abnf`.
    let drive = path.to_str().and_then(|path| path.strip_prefix('/'));
    let drive = drive.filter(|path| cfg!(windows) && path.as_bytes().get(1) == Some(&b':'));
    let path = drive.map_or_else(|| path.clone(), PathBuf::from);
    path.is_absolute().then_some(path)
}

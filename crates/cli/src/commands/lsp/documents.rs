//! The open documents: grammars, the cases beside them, and files of imports.
//!
//! Invariant: what is known about a document is about the version that the client sent last, and about the versions of what it
//! imports. A change forgets the rest.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use rfc1738_views::grammar_check::{Problem, Selection};
use rfc1738_views::sarif;
use rfcbnf::analysis::{Analysis, analyse_until};

use super::cases::{CASES_FILE, CasesJob, CasesRun, cases_of};
use super::lines::Units;
use super::reading::{ReadGrammar, can_import};
use super::store::{FileText, Store, canonical, ends_in, reader};
use super::worker::Worker;
use super::workspace::{EXTENSIONS, IMPORTS, Imported, Workspace, imports_of};
use crate::outcome::Failure;

/// What a document is, by the name of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentKind {
    Grammar,
    /// Cases beside a grammar.
    Cases,
    /// What a grammar imports.
    Imports,
}

pub(super) struct OpenDocument {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) kind: DocumentKind,
    /// The text.
    pub(super) text: Arc<FileText>,
    /// The path of its file, if it has one, as the client says it.
    pub(super) path: Option<PathBuf>,
    /// The same, without symbolic links.
    pub(super) file: Option<PathBuf>,
    /// The grammar with what it imports; `None` until it is needed.
    reading: Option<Arc<ReadGrammar>>,
    /// The problems that are known.
    pub(super) problems: Vec<Problem>,
    /// Whether they are all problems.
    pub(super) is_complete: bool,
    analyst: Worker<Arc<ReadGrammar>>,
}

/// A version of a document and what was found.
pub(super) struct Analysed {
    /// The address of the document.
    pub(super) uri: String,
    /// What was analysed.
    pub(super) reading: Arc<ReadGrammar>,
    /// What was found, without that about imported productions.
    pub(super) analysis: Analysis,
}

/// What was found by running the cases of a file.
pub(super) struct Tested {
    /// The file of cases.
    pub(super) cases: PathBuf,
    /// What was found.
    pub(super) run: CasesRun,
}

/// The runs of the cases of a file.
struct Tests {
    worker: Worker<CasesJob>,
    /// The versions that run, or that were run last.
    versions: (Arc<ReadGrammar>, Arc<FileText>),
    /// Whether the grammar is that of the run before.
    are_new_cases: bool,
    /// What was found about them; `None` if it is not known yet.
    run: Option<Arc<CasesRun>>,
}

/// Starts the thread that analyses a document. It ends if `report` returns `false`.
pub(super) fn analyst(
    uri: String,
    depth: u32,
    report: impl Fn(Analysed) -> bool + Send + 'static,
) -> Worker<Arc<ReadGrammar>> {
    Worker::start(move |reading: Arc<ReadGrammar>, end| {
        let grammar = reading.grammar();
        let analysis = analyse_until(grammar, depth, end)?.without_imported(grammar);
        Some(report(Analysed {
            uri: uri.clone(),
            reading,
            analysis,
        }))
    })
}

/// The open documents by their addresses.
pub(super) struct Documents {
    open: BTreeMap<String, OpenDocument>,
    pub(super) store: Store,
    workspace: Workspace,
    /// What all grammars import.
    common: Vec<OsString>,
    units: Units,
    selection: Selection,
    /// By the paths of the files of cases.
    tests: BTreeMap<PathBuf, Tests>,
}

impl Documents {
    /// Returns no documents. Positions count in these units, and these findings are shown.
    pub(super) fn new(units: Units, selection: Selection, common: &[OsString]) -> Self {
        Self {
            open: BTreeMap::new(),
            store: Store::new(units),
            workspace: Workspace::new(Vec::new(), common),
            common: common.to_vec(),
            units,
            selection,
            tests: BTreeMap::new(),
        }
    }

    /// Adds folders to the workspace, and removes others.
    pub(super) fn change_folders(&mut self, added: &[Uri], removed: &[Uri]) {
        let paths = |uris: &[Uri]| {
            let paths = uris.iter().filter_map(|uri| path_of(uri.as_ref()));
            paths.map(canonical).collect::<Vec<PathBuf>>()
        };
        let (added, removed) = (paths(added), paths(removed));
        self.workspace.change_folders(added, &removed);
    }

    /// Opens a document, or replaces one with this address.
    pub(super) fn open(&mut self, item: TextDocumentItem, analyst: Worker<Arc<ReadGrammar>>) {
        let path = path_of(item.uri.as_ref());
        let reader = reader(path.as_deref(), &String::from(item.language_id));
        let is_called = |end: &str| path.as_deref().is_some_and(|path| ends_in(path, end));
        let document = OpenDocument {
            version: item.version,
            kind: if is_called(CASES_FILE) {
                DocumentKind::Cases
            } else if is_called(IMPORTS) {
                DocumentKind::Imports
            } else {
                DocumentKind::Grammar
            },
            text: Arc::new(FileText::new(
                item.text,
                path.as_deref(),
                reader,
                self.units,
            )),
            file: path.clone().map(canonical),
            path,
            reading: None,
            problems: Vec::new(),
            is_complete: false,
            analyst,
            uri: item.uri,
        };
        if let Some(file) = &document.file {
            self.store.put(file.clone(), Arc::clone(&document.text));
        }
        // A folder that nobody looked into can be that of the document.
        self.workspace.forget();
        self.open.insert(document.uri.to_string(), document);
    }

    /// Closes a document, and returns it if it was open.
    pub(super) fn close(&mut self, uri: &Uri) -> Option<OpenDocument> {
        let closed = self.open.remove(uri.as_ref())?;
        if let Some(file) = &closed.file {
            self.store.remove(file);
        }
        let is_needed = |tests: &PathBuf| {
            let mut open = self.open.values();
            open.any(|one| one.cases().as_ref() == Some(tests))
        };
        let unneeded = closed.cases().filter(|tests| !is_needed(tests));
        if let Some(tests) = unneeded {
            self.tests.remove(&tests);
        }
        Some(closed)
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
        let reader = document.text.reader.clone();
        let mut text = Arc::clone(&document.text);
        for change in changes {
            let after = changed(&text, change);
            let path = document.path.as_deref();
            text = Arc::new(FileText::new(after, path, reader.clone(), units));
        }
        if let Some(file) = &document.file {
            self.store.put(file.clone(), Arc::clone(&text));
        }
        document.text = text;
        document.version = version;
        document.forget();
        true
    }

    /// Forgets what is known about the grammars that import the file of this document, because it changed.
    /// Returns their addresses.
    pub(super) fn forget_importers(&mut self, uri: &Uri) -> Vec<String> {
        let changed = self.open.get(uri.as_ref());
        let Some((kind, changed)) = changed.and_then(|one| Some((one.kind, one.file.clone()?)))
        else {
            return Vec::new();
        };
        let is_common = |path: &OsString| canonical(path.into()) == changed;
        let is_common = self.common.iter().any(is_common);
        self.forget(|document| {
            let Some(reading) = &document.reading else {
                return false;
            };
            let mut files = reading.links.files.iter();
            document.uri != *uri
                && match kind {
                    DocumentKind::Grammar => {
                        // Without what it imports, nobody knows what that is.
                        is_common
                            || reading.failure.is_some()
                            || files.any(|file| file.path == changed)
                    }
                    // Files that it imports can import others.
                    DocumentKind::Imports => true,
                    DocumentKind::Cases => false,
                }
        })
    }

    /// Forgets what is known about all documents and files, because files changed. Returns the addresses of the documents.
    pub(super) fn forget_all(&mut self) -> Vec<String> {
        self.store.forget_stored();
        self.workspace.forget();
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

    /// Returns the document of a file without `..` and symbolic links, if it is open.
    pub(super) fn of_file(&self, file: &Path) -> Option<&OpenDocument> {
        let mut open = self.open.values();
        open.find(|one| one.file.as_deref() == Some(file))
    }

    /// Returns the address of a file: that of its document, if it is open.
    pub(super) fn uri_of(&self, file: &Path) -> Uri {
        let open = self.of_file(file).map(|one| one.uri.clone());
        open.unwrap_or_else(|| sarif::uri(file).into())
    }

    /// Returns the grammar of a document with what it imports; `None` if it is not open.
    pub(super) fn reading(&mut self, uri: &str) -> Option<Arc<ReadGrammar>> {
        let document = self.open.get_mut(uri)?;
        if let Some(reading) = &document.reading {
            return Some(Arc::clone(reading));
        }
        let text = Arc::clone(&document.text);
        let others = (&self.store, self.common.as_slice());
        let reading = Arc::new(ReadGrammar::new(text, document.path.as_deref(), others));
        document.reading = Some(Arc::clone(&reading));
        Some(reading)
    }

    /// Returns the grammar of a document that can import others. The answers to what needs only names do not read others.
    pub(super) fn importing(&mut self, uri: &str) -> Option<Arc<ReadGrammar>> {
        let document = self.open.get(uri)?;
        let path = document.path.as_deref();
        let can = can_import(&document.text, path, (&self.store, &self.common));
        can.then(|| self.reading(uri)).flatten()
    }

    /// Returns the grammar of a file with what it imports, if there is such a file.
    pub(super) fn reading_of_file(
        &mut self,
        file: &Path,
    ) -> Result<Option<Arc<ReadGrammar>>, Failure> {
        if let Some(uri) = self.of_file(file).map(|one| one.uri.to_string()) {
            return Ok(self.reading(&uri));
        }
        let Some(text) = self.store.file(file)? else {
            return Ok(None);
        };
        let others = (&self.store, self.common.as_slice());
        Ok(Some(Arc::new(ReadGrammar::new(text, Some(file), others))))
    }

    /// Returns the grammar files that import a file or a grammar of the library. `is_told` says whether the client tells of
    /// files that change.
    pub(super) fn importers(&mut self, imported: &Imported, is_told: bool) -> BTreeSet<PathBuf> {
        if !is_told {
            self.workspace.forget();
        }
        let grammars = self.open.values();
        let grammars = grammars.filter(|one| one.kind == DocumentKind::Grammar);
        let open: BTreeSet<PathBuf> = grammars.filter_map(|one| one.file.clone()).collect();
        self.workspace.importers(&self.store, &open, imported)
    }

    /// Finds the problems of a document that need no automaton, and begins the analysis. Returns the
    /// document, if it is an open grammar.
    pub(super) fn check(&mut self, uri: &str) -> Option<(&OpenDocument, Arc<ReadGrammar>)> {
        let document = self.open.get(uri)?;
        if document.kind != DocumentKind::Grammar {
            return None;
        }
        let reading = self.reading(uri)?;
        let document = self.open.get_mut(uri)?;
        document.problems = reading.quick_problems(&self.selection);
        document.is_complete = !reading.is_sound();
        if reading.is_sound() {
            document.analyst.begin(Arc::clone(&reading));
        }
        Some((document, reading))
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

/// The cases of the documents.
impl Documents {
    /// Begins to run the cases of a document: those beside a grammar, or those that it has. Cases that run on the same versions
    /// go on. `report` takes what is found.
    pub(super) fn begin_cases(
        &mut self,
        uri: &str,
        report: impl Fn(Tested) -> bool + Send + 'static,
    ) {
        let Some(path) = self.open.get(uri).and_then(OpenDocument::cases) else {
            return;
        };
        let Some(job) = self.cases_job(uri) else {
            self.tests.remove(&path);
            return;
        };
        let versions = (Arc::clone(&job.reading), Arc::clone(&job.cases));
        match self.tests.get_mut(&path) {
            Some(tests)
                if Arc::ptr_eq(&tests.versions.0, &versions.0)
                    && Arc::ptr_eq(&tests.versions.1, &versions.1) => {}
            Some(tests) => {
                tests.are_new_cases = Arc::ptr_eq(&tests.versions.0, &versions.0);
                (tests.versions, tests.run) = (versions, None);
                tests.worker.begin(job);
            }
            None => {
                let cases = path.clone();
                let mut kept = rfcbnf::cases::Versions::default();
                let mut worker = Worker::start(move |job, end| {
                    let run = CasesRun::new(job, &mut kept, end)?;
                    let cases = cases.clone();
                    Some(report(Tested { cases, run }))
                });
                worker.begin(job);
                let tests = Tests {
                    worker,
                    versions,
                    are_new_cases: false,
                    run: None,
                };
                self.tests.insert(path, tests);
            }
        }
    }

    /// Returns the cases of a file and the grammar that they are beside, if there are both.
    fn cases_job(&mut self, uri: &str) -> Option<CasesJob> {
        let (grammar, cases) = self.case_files(self.open.get(uri)?)?;
        let cases = self.store.file(&cases).ok().flatten()?;
        let reading = self.reading_of_file(&grammar).ok().flatten()?;
        Some(CasesJob { reading, cases })
    }

    /// Takes what a run found. Returns whether only the cases are new; `None` if it is of earlier versions.
    pub(super) fn take_cases(&mut self, tested: Tested) -> Option<bool> {
        let tests = self.tests.get_mut(&tested.cases)?;
        let (reading, file) = &tests.versions;
        let is_current =
            Arc::ptr_eq(reading, &tested.run.reading) && Arc::ptr_eq(file, &tested.run.file);
        is_current.then(|| {
            tests.run = Some(Arc::new(tested.run));
            tests.are_new_cases
        })
    }

    /// Returns what is known about the cases of a document and its version; `None` if they run, or if there are none.
    pub(super) fn cases(&self, document: &OpenDocument) -> Option<Arc<CasesRun>> {
        let run = self.tests.get(&document.cases()?)?.run.clone()?;
        let is_current = match document.kind {
            DocumentKind::Cases => Arc::ptr_eq(&run.file, &document.text),
            _ => Arc::ptr_eq(&run.reading, document.reading.as_ref()?),
        };
        is_current.then_some(run)
    }

    /// Returns the paths of the grammar and of the cases that a document is about.
    pub(super) fn case_files(&self, document: &OpenDocument) -> Option<(PathBuf, PathBuf)> {
        let cases = document.cases()?;
        let open = self
            .open
            .values()
            .filter(|one| one.kind == DocumentKind::Grammar);
        let mut open = open.filter(|one| one.cases().as_ref() == Some(&cases));
        let open = open.find_map(|one| one.file.clone());
        let grammar = open.or_else(|| beside(&cases).into_iter().find(|path| path.is_file()))?;
        Some((grammar, cases))
    }

    /// Returns whether the cases of a document run.
    pub(super) fn are_running(&self, document: &OpenDocument) -> bool {
        let tests = document.cases().and_then(|path| self.tests.get(&path));
        tests.is_some_and(|tests| tests.run.is_none())
    }

    /// Returns the addresses of the documents that a file of cases is about: itself, and its grammar.
    pub(super) fn about_cases(&self, cases: &Path) -> Vec<String> {
        let open = self.open.values();
        let about = open.filter(|one| one.cases().as_deref() == Some(cases));
        about.map(|one| one.uri.to_string()).collect()
    }
}

impl OpenDocument {
    fn forget(&mut self) {
        self.analyst.cancel();
        self.reading = None;
        self.problems.clear();
        self.is_complete = false;
    }

    /// Returns the path of the file of cases that it is, or that is beside it.
    fn cases(&self) -> Option<PathBuf> {
        let file = self.file.as_deref()?;
        match self.kind {
            DocumentKind::Grammar => Some(cases_of(file)),
            DocumentKind::Cases => Some(file.to_owned()),
            DocumentKind::Imports => None,
        }
    }

    /// Returns the path of the file of imports beside a grammar.
    pub(super) fn imports(&self) -> Option<PathBuf> {
        self.file.as_deref().map(imports_of)
    }
}

/// Returns the paths of grammars that a file of cases can belong to.
fn beside(cases: &Path) -> Vec<PathBuf> {
    let stem = cases
        .to_str()
        .and_then(|path| path.strip_suffix(CASES_FILE));
    let stem = stem.into_iter();
    let paths = stem.flat_map(|stem| EXTENSIONS.map(|one| PathBuf::from(format!("{stem}.{one}"))));
    paths.collect()
}

/// Returns the text after a change.
fn changed(text: &FileText, change: TextDocumentContentChangeEvent) -> String {
    match change {
        TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => whole.text,
        TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
            let (lines, text) = (text.lines(), text.text.as_str());
            let start = lines.offset(text, part.range.start);
            let end = lines.offset(text, part.range.end).max(start);
            [&text[..start], &part.text, &text[end..]].concat()
        }
    }
}

/// Returns the path that an address of a file means; `None` for addresses of other kinds, such as that of
/// a document that was never saved.
pub(super) fn path_of(uri: &str) -> Option<PathBuf> {
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

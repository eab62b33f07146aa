//! A version of a grammar, read with what it imports: everything that answers need and no automaton.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use rfc1738_views::editing::GrammarText;
use rfc1738_views::grammar_check::{CheckedFile, Problem, ProblemLevel, Selection};
use rfcbnf::analysis::{Analysis, structure};
use rfcbnf::imports::Links;
use rfcbnf::syntax::{Grammar, Span};
use rfcbnf::{GrammarDocument, GrammarError, GrammarErrorKind, Readings};
use rfcbnf_engine::Document;

use super::lines::Lines;
use super::store::{FileText, Store, canonical};
use super::workspace::imports_of;
use crate::input::grammar_files::LoadedFiles;
use crate::input::source::Source;
use crate::outcome::Failure;

/// The id of the problem that what a file imports cannot be read.
const IMPORTS: &str = "imports";

/// A version of a grammar, read.
#[derive(Debug)]
pub(super) struct ReadGrammar {
    /// The file.
    pub(super) file: Arc<FileText>,
    /// What its names mean in other files. Paths have no `..` and no symbolic links.
    pub(super) links: Links,
    /// The grammar with what it imports; `None` if it imports nothing.
    joined: Option<GrammarDocument>,
    /// Why what it imports cannot be read.
    pub(super) failure: Option<String>,
}

impl ReadGrammar {
    /// Reads a text. `path` is that of its file, beside which a file of imports can be; `common` is what all files import.
    pub(super) fn new(
        file: Arc<FileText>,
        path: Option<&Path>,
        (store, common): (&Store, &[OsString]),
    ) -> Self {
        let mut reading = Self::alone(file);
        if !can_import(&reading.file, path, (store, common)) {
            return reading;
        }
        match reading.load(path.unwrap_or(Path::new("")), store, common) {
            Ok(Some(document)) => reading.joined = Some(document),
            Ok(None) => reading.failure = Some("a file that it imports is not UTF-8".to_owned()),
            Err(failure) => reading.failure = Some(failure.to_string()),
        }
        reading
    }

    /// Returns a text that imports nothing.
    pub(super) fn alone(file: Arc<FileText>) -> Self {
        Self {
            links: Links::default(),
            joined: None,
            failure: None,
            file,
        }
    }

    fn load(
        &mut self,
        path: &Path,
        store: &Store,
        common: &[OsString],
    ) -> Result<Option<GrammarDocument>, Failure> {
        let readings = Readings::default();
        let own = canonical(path.to_owned());
        // A file that all others import does not import itself.
        let others = common.iter().filter(|one| canonical(one.into()) != own);
        let others: Vec<OsString> = others.cloned().collect();
        let (source, document) = (Source::new(path.as_os_str()), self.file.document().clone());
        let loaded = LoadedFiles::load(store, source, document, (&others, &readings))?;
        let Some(loaded) = loaded else {
            return Ok(None);
        };
        let rules = self.file.names().names().rules.iter();
        let names = rules.flat_map(|rule| std::iter::once(&rule.name).chain(&rule.references));
        self.links = loaded.links(names.map(|name| name.text.as_str()));
        for file in &mut self.links.files {
            if !file.is_of_library {
                file.path = canonical(std::mem::take(&mut file.path));
            }
        }
        loaded.join()
    }

    /// Returns the text and its names.
    pub(super) fn text(&self) -> &GrammarText {
        self.file.names()
    }

    /// Returns the lines of the text.
    pub(super) fn lines(&self) -> &Lines {
        self.file.lines()
    }

    /// Returns the grammar with what it imports.
    pub(super) fn document(&self) -> &GrammarDocument {
        let joined = self.joined.as_ref();
        joined.unwrap_or_else(|| self.file.document())
    }

    /// Returns the grammar with what it imports, as far as it can be read.
    pub(super) fn grammar(&self) -> &Grammar {
        &self.document().grammar
    }

    /// Returns whether there is something to analyse.
    pub(super) fn is_sound(&self) -> bool {
        self.failure.is_none() && self.document().errors.is_none()
    }

    /// Returns the problems of the text that need no automaton: its errors, or else the findings about
    /// its structure.
    pub(super) fn quick_problems(&self, selection: &Selection) -> Vec<Problem> {
        if let Some(failure) = &self.failure {
            return vec![at_first_line(&self.file.text, IMPORTS, failure.clone())];
        }
        let grammar = self.grammar();
        let analysis = self
            .is_sound()
            .then(|| structure(grammar).without_imported(grammar));
        self.problems(analysis.as_ref(), selection)
    }

    /// Returns the problems of the text, as `grammar check` shows them.
    pub(super) fn problems(
        &self,
        analysis: Option<&Analysis>,
        selection: &Selection,
    ) -> Vec<Problem> {
        let document = self.document();
        let errors = document.errors.iter().flatten();
        let prints_nothing =
            |error: &GrammarError| matches!(error.kind(), GrammarErrorKind::NothingPrinted { .. });
        // An editor opens documents of all kinds.
        if errors.into_iter().any(prints_nothing) {
            return Vec::new();
        }
        let file = CheckedFile::new("", None, document, analysis, selection);
        file.problems().to_vec()
    }
}

/// Returns whether a file can import others. A document imports those that it refers to.
pub(super) fn can_import(
    file: &FileText,
    path: Option<&Path>,
    (store, common): (&Store, &[OsString]),
) -> bool {
    let beside = path.map(|path| store.file(&imports_of(path)));
    file.prints || !common.is_empty() || beside.is_some_and(|beside| !matches!(beside, Ok(None)))
}

/// Returns an error about a whole text, at its first line.
pub(super) fn at_first_line(text: &str, id: &'static str, message: String) -> Problem {
    let span: Span = 0..text.lines().next().unwrap_or_default().len();
    let index = Document::new(text);
    Problem {
        id,
        level: ProblemLevel::Error,
        production: None,
        start: index.position(span.start),
        end: index.position(span.end),
        span,
        message,
        help: None,
        derivations: Vec::new(),
        notes: Vec::new(),
        related: Vec::new(),
        fix: None,
    }
}

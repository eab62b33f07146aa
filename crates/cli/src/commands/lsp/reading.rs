//! A version of a document, read: everything that answers need and no automaton.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use rfc1738_views::editing::GrammarText;
use rfc1738_views::grammar_check::{CheckedFile, Problem, ProblemLevel, Selection};
use rfcbnf::analysis::{Analysis, structure};
use rfcbnf::syntax::Span;
use rfcbnf::{GrammarDocument, Reader, Readings};
use rfcbnf_engine::Document;

use super::lines::{Lines, Units};
use crate::input::grammar_files::{Files, read_text, with_imports_from};
use crate::input::source::Source;
use crate::outcome::Failure;

/// The id of the problem that what a file imports cannot be read.
const IMPORTS: &str = "imports";

/// A version of a document, read.
#[derive(Debug)]
pub(super) struct ReadGrammar {
    /// The text and its names.
    pub(super) text: GrammarText,
    /// The lines of the text.
    pub(super) lines: Lines,
    /// The grammar, with what it imports.
    pub(super) document: GrammarDocument,
    /// The files that it imports, with their names in the grammar.
    pub(super) files: Vec<(String, PathBuf)>,
    /// Why what it imports cannot be read.
    failure: Option<String>,
}

/// The texts of files: those of open documents, and of the others as they are stored.
pub(super) struct Texts<'d>(pub(super) HashMap<&'d Path, &'d str>);

impl Files for Texts<'_> {
    fn text(&self, source: Source<'_>) -> Result<Option<String>, Failure> {
        let open = source.name().path;
        let find = |path: PathBuf| self.0.get(path.as_path()).copied();
        let open = open.and_then(|path| find(canonical(path)));
        match open {
            Some(text) => Ok(Some(text.to_owned())),
            None => read_text(source),
        }
    }

    fn remark(&self, _: &str) -> io::Result<()> {
        // The errors of an imported file are shown where it is open.
        Ok(())
    }
}

impl ReadGrammar {
    /// Reads a text. `path` is that of its file, beside which a file of imports can be.
    pub(super) fn new(
        text: &str,
        path: Option<&Path>,
        (reader, units): (&Reader, Units),
        texts: &Texts<'_>,
    ) -> Self {
        let document = reader.read(text);
        let joined = match path {
            None => Ok((document, Vec::new())),
            Some(path) => {
                let imports = (&[][..], &Readings::default());
                match with_imports_from(texts, Source::new(path.as_os_str()), document, imports) {
                    Ok(Some(joined)) => {
                        let files = joined.files.into_iter();
                        let files = files.map(|(name, path)| (name, canonical(path)));
                        Ok((joined.document, files.collect()))
                    }
                    Ok(None) => Err("a file that it imports is not UTF-8".to_owned()),
                    Err(failure) => Err(failure.to_string()),
                }
            }
        };
        let (document, files, failure) = match joined {
            Ok((document, files)) => (document, files, None),
            Err(failure) => (reader.read(text), Vec::new(), Some(failure)),
        };
        Self {
            text: GrammarText::new(text, reader),
            lines: Lines::new(text, units),
            document,
            files,
            failure,
        }
    }

    /// Returns whether there is something to analyse.
    pub(super) fn is_sound(&self) -> bool {
        self.failure.is_none() && self.document.errors.is_none()
    }

    /// Returns the problems of the text that need no automaton: its errors, or else the findings about
    /// its structure.
    pub(super) fn quick_problems(&self, selection: &Selection) -> Vec<Problem> {
        if let Some(failure) = &self.failure {
            return vec![self.failed(failure)];
        }
        let grammar = &self.document.grammar;
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
        let file = CheckedFile::new("", None, &self.document, analysis, selection);
        file.problems().to_vec()
    }

    /// Returns the problem that what the file imports cannot be read. It is at the first line.
    fn failed(&self, failure: &str) -> Problem {
        let text = self.text.text();
        let span: Span = 0..text.lines().next().unwrap_or_default().len();
        let index = Document::new(text);
        Problem {
            id: IMPORTS,
            level: ProblemLevel::Error,
            production: None,
            start: index.position(span.start),
            end: index.position(span.end),
            span,
            message: failure.to_owned(),
            help: None,
            derivations: Vec::new(),
            notes: Vec::new(),
            related: Vec::new(),
            fix: None,
        }
    }
}

/// Returns the path without `..` and symbolic links, if there is such a file.
pub(super) fn canonical(path: PathBuf) -> PathBuf {
    path.canonicalize().unwrap_or(path)
}

//! What is wrong with the cases of a grammar, for tools that show it beside the files of the cases.

use std::io::{self, Write};

use rfcbnf::cases::Outcome;
use rfcbnf_engine::{Document, LineColumn};

use super::{TestedCase, TestedGrammar, label_of};
use crate::annotation::{Annotation, Level, Region};
use crate::diagnostic::grammar_file::GrammarFile;
use crate::{github, sarif};

/// The kinds of what can be wrong, in order.
const KINDS: [(&str, &str); 3] = [
    ("case-failed", "a text is not what its case expects"),
    (
        "case-undecided",
        "it could not be decided whether a text is what its case expects",
    ),
    ("coverage", "the cases reach too little of the grammar"),
];

impl TestedGrammar<'_> {
    /// Writes a workflow command of GitHub Actions for each case that did not pass.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_github(&self, out: &mut impl Write) -> io::Result<()> {
        for annotation in self.annotations() {
            let (kind, _) = annotation.rule;
            github::write(out, &annotation, kind, &annotation.message)?;
        }
        Ok(())
    }

    /// Writes a log in SARIF 2.1.0 on one line: a result for each case that did not pass.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_sarif(&self, out: &mut impl Write) -> io::Result<()> {
        let report = sarif::SarifReport {
            rules: KINDS
                .iter()
                .map(|(id, text)| (*id, (*text).to_owned()))
                .collect(),
            is_successful: true,
            of_run: Vec::new(),
            annotations: self.annotations(),
        };
        sarif::write(out, report)
    }

    fn annotations(&self) -> Vec<Annotation<'_>> {
        let documents = self
            .sources
            .iter()
            .map(|source| Document::new(&source.octets));
        let documents: Vec<Document<'_>> = documents.collect();
        let grammar = GrammarFile::of_grammar(self.name, self.grammar);
        let cases = self.cases.iter();
        let of_cases = cases.filter_map(|tested| self.annotation(tested, &documents, &grammar));
        let coverage = self.coverage_error().map(|message| Annotation {
            level: Level::Error,
            rule: (KINDS[2].0, 2),
            message,
            place: self.path.map(|path| {
                (
                    path,
                    Region {
                        lines: (1, 1),
                        within: None,
                    },
                )
            }),
            production: None,
            related: Vec::new(),
            fix: None,
            fingerprint: None,
            accepted: None,
        });
        of_cases.chain(coverage).collect()
    }

    fn annotation<'a>(
        &'a self,
        tested: &'a TestedCase,
        documents: &[Document<'_>],
        grammar: &GrammarFile<'_>,
    ) -> Option<Annotation<'a>> {
        let mut message = Self::sentence(tested)?;
        let source = self.sources.get(tested.source)?;
        let document = documents.get(tested.source)?;
        let (kind, level, production) = match &tested.outcome {
            Outcome::Failed(mismatch) => {
                message.extend(["; ", mismatch.label.as_str()]);
                (0, Level::Error, mismatch.production.as_str())
            }
            _ => (1, Level::Warning, tested.production.as_str()),
        };
        let suspects = tested.suspects();
        for one in &suspects {
            let LineColumn { line, column, .. } = grammar.position(one.span.start);
            let label = label_of(one, tested);
            let place = format!("; {}:{line}:{column}: {label}", self.name);
            message.push_str(&place);
        }
        if suspects.is_empty()
            && let Some(span) = self.definition(production)
        {
            let LineColumn { line, column, .. } = grammar.position(span.start);
            let place = format!(
                "; `{production}` is defined at {}:{line}:{column}",
                self.name
            );
            message.push_str(&place);
        }
        let region = match &tested.outcome {
            Outcome::Failed(mismatch) if source.holds_texts => {
                let span = tested.case.text.in_file(mismatch.span.clone());
                let (start, end) = (document.position(span.start), document.position(span.end));
                Region::new(&span, start, end)
            }
            _ => Region {
                lines: (tested.case.line, tested.case.line),
                within: None,
            },
        };
        Some(Annotation {
            level,
            rule: (KINDS[kind].0, kind),
            message,
            place: source.path.as_deref().map(|path| (path, region)),
            production: Some(production),
            related: Vec::new(),
            fix: None,
            fingerprint: None,
            accepted: None,
        })
    }
}

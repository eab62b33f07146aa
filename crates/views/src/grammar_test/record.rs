//! A tested grammar for programs.

use rfcbnf::cases::Outcome;
use rfcbnf_engine::{Document, LineColumn};
use serde::Serialize;

use super::{TestedCase, TestedGrammar, label_of};
use crate::coverage::{kind, written};
use crate::diagnostic::grammar_file::GrammarFile;
use crate::json::{Object, Octets, digits};

impl TestedGrammar<'_> {
    /// Returns everything, for programs.
    #[must_use]
    pub fn record(&self) -> impl Serialize + use<> {
        let [passed, failed, undecided] = self.counts();
        let grammar = GrammarFile::of_grammar(self.name, self.grammar);
        let cases = self.cases.iter().map(|one| self.case(one, &grammar));
        let cases: Vec<Object> = cases.collect();
        let coverage = self.reached().map(|reached| {
            let missing = reached.missing.iter().map(|one| {
                Object::new()
                    .with("production", &one.part.production)
                    .with("kind", kind(one.part.kind))
                    .with("part", written(self.grammar, &one.part))
                    .with("line", one.start.line)
                    .with("column", one.start.column)
            });
            let missing: Vec<Object> = missing.collect();
            Object::new()
                .with("reached", reached.reached)
                .with("all", reached.all)
                .with("missing", missing)
        });
        Object::new()
            .with("grammar", self.name)
            .with("ok", self.passes() && undecided == 0)
            .with("passed", passed)
            .with("failed", failed)
            .with("undecided", undecided)
            .with("cases", cases)
            .with("coverage", coverage)
    }

    fn case(&self, tested: &TestedCase, grammar: &GrammarFile<'_>) -> Object {
        let TestedCase {
            case,
            production,
            outcome,
            ..
        } = tested;
        let source = self.sources.get(tested.source);
        let failed = match outcome {
            Outcome::Failed(mismatch) => Some(mismatch),
            _ => None,
        };
        let reason = match outcome {
            Outcome::Undecided(reason) => Some(reason),
            _ => None,
        };
        let suspects = tested.suspects().into_iter().map(|one| {
            let LineColumn { line, column, .. } = grammar.position(one.span.start);
            Object::new()
                .with("production", &one.production)
                .with("part", self.grammar.source.get(one.span.clone()))
                .with("line", line)
                .with("column", column)
                .with("start", one.text.start)
                .with("end", one.text.end)
                .with("message", label_of(one, tested))
        });
        let suspects: Vec<Object> = suspects.collect();
        let position = failed.map(|one| Document::new(case.octets()).position(one.span.start));
        let object = Object::new()
            .with("file", source.map(|source| &source.name))
            .with("line", case.line)
            .with("title", &case.title)
            .with("rule", production)
            .with("input", Octets(case.octets()))
            .with("hex", digits(case.octets()))
            // Null if it is undecided.
            .with("ok", reason.is_none().then_some(failed.is_none()))
            .with_some("expected", failed.map(|one| &one.expected))
            .with_some("found", failed.map(|one| &one.found))
            .with_some("message", failed.map(|one| &one.label))
            .with_some("start", failed.map(|one| one.span.start))
            .with_some("end", failed.map(|one| one.span.end))
            .with_some("input_line", position.map(|one| one.line))
            .with_some("input_column", position.map(|one| one.column))
            .with_some("production", failed.map(|one| &one.production))
            .with_some("ended", failed.and_then(|one| one.ended.as_ref()))
            .with_some("note", failed.and_then(|one| one.note.as_ref()))
            .with_some("suspects", Some(suspects).filter(|all| !all.is_empty()))
            .with_some("reason", reason);
        match &tested.nearest {
            Some(nearest) => nearest.record().add_to(object),
            None => object,
        }
    }
}

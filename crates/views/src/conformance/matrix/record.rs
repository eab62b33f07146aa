//! The matrix for programs.

use super::{Cell, Fact, Matrix};
use crate::conformance::parts::place_record;
use crate::conformance::saved::SavedRun;
use crate::json::{Object, Octets};

impl Matrix<'_> {
    /// Returns the matrix for programs.
    #[must_use]
    pub fn record(&self) -> impl serde::Serialize {
        let parsers = self.parsers.iter().enumerate().map(|(index, parser)| {
            let run = parser.run.as_ref().ok();
            Object::new()
                .with("name", &parser.name)
                .with("command", &parser.by_hand.command)
                .with("version", &parser.version)
                .with("rule", parser.rule())
                .with("grammar", run.and_then(SavedRun::grammar))
                .with("not_run", parser.run.as_ref().err())
                .with("install", &parser.install)
                .with("ended", &parser.ended)
                .with("unfinished", &parser.unfinished)
                .with("texts", run.map(SavedRun::texts))
                .with("facts", run.map(|_| self.deviations(index)))
        });
        let facts = self.facts.iter().map(|fact| self.fact(fact));
        Object::new()
            .with("parsers", parsers.collect::<Vec<_>>())
            .with("facts", facts.collect::<Vec<_>>())
    }

    fn fact(&self, fact: &Fact<'_>) -> Object {
        let causes = fact.causes.iter().map(|cause| {
            Object::new()
                .with("parser", &self.parsers[cause.parser].name)
                .with("id", cause.id)
                .with("rule", cause.production)
                .with("sentence", &cause.sentence)
        });
        let cells = self.parsers.iter().zip(&fact.cells);
        let cells = cells.map(|(parser, cell)| {
            let answers = fact.texts.iter().map(|text| {
                let reply = parser.answers.get(*text);
                let reply = reply.filter(|_| *cell != Cell::Unknown);
                reply.map(|reply| reply.answer.to_string())
            });
            let places = fact.behavior.part().map(|part| {
                let texts = fact.texts.iter();
                let places = texts.map(|text| parser.place_alone(text, part));
                let places = places.map(|place| place.as_ref().map(place_record));
                places.collect::<Vec<_>>()
            });
            Object::new()
                .with("parser", &parser.name)
                .with("deviates", cell.deviates(fact.behavior))
                .with("answers", answers.collect::<Vec<_>>())
                .with_some("places", places)
        });
        let texts = fact.texts.iter().map(|text| Octets(*text));
        Object::new()
            .with("sentence", fact.sentence())
            .with("behavior", fact.behavior.to_string())
            .with_some("part", fact.behavior.part())
            .with("rule", fact.rule)
            .with("section", fact.section())
            .with_some("source", fact.source)
            .with("witness", Octets(fact.witness()))
            .with("texts", texts.collect::<Vec<_>>())
            .with("causes", causes.collect::<Vec<_>>())
            .with("cells", cells.collect::<Vec<_>>())
    }
}

//! How cases ended, in the words of the protocol: diagnostics, lenses, and places.
//!
//! The sentences are those of `grammar test`.

use std::collections::HashMap;

use gen_lsp_types::{
    Code, CodeLens, Command, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    Location, Range, Uri,
};
use rfc1738_views::count::counted;
use rfc1738_views::grammar_test::{TestedCase, TestedGrammar};
use rfc1738_views::palette::Palette;
use rfcbnf::cases::Outcome;
use rfcbnf::syntax::{Grammar, Production, Span};
use rfcbnf_engine::Document;
use rfcbnf_engine::escape::Printable;
use serde_json::{Value, json};

use super::answers::SOURCE;
use super::cases::{CASES, CasesRun, RanCase, TIME};

/// The command of a lens: shows cases of a production.
pub(super) const SHOW_CASES: &str = "rfc1738.showCases";

/// The most cases that a diagnostic at a rule leads to.
const RELATED: usize = 20;

/// The ids of diagnostics, as `grammar test` has them in SARIF.
const FAILED: &str = "case-failed";
const UNDECIDED: &str = "case-undecided";
const UNREADABLE: &str = "cases";

/// A run of cases, and the addresses of both files.
#[derive(Clone, Copy)]
pub(super) struct Outcomes<'r> {
    pub(super) run: &'r CasesRun,
    pub(super) grammar: &'r Uri,
    pub(super) cases: &'r Uri,
    /// Whether the file of cases is open, and shows what is wrong with it.
    pub(super) is_open: bool,
}

/// What is not as it should be about a case.
struct Trouble<'r> {
    severity: DiagnosticSeverity,
    id: &'static str,
    /// On one line.
    sentence: String,
    /// The part of the file of cases.
    span: Span,
    /// What is there.
    label: String,
    note: Option<String>,
    /// The production in which to look for the cause, if the file of the grammar has one.
    production: Option<&'r Production>,
}

impl<'r> Outcomes<'r> {
    fn grammar(self) -> &'r Grammar {
        self.run.reading.grammar()
    }

    fn ran(self) -> &'r [RanCase] {
        self.run.cases.as_deref().unwrap_or_default()
    }

    /// Returns what is wrong with cases.
    fn troubles(self) -> impl Iterator<Item = Trouble<'r>> {
        self.ran().iter().filter_map(move |ran| self.trouble(ran))
    }

    fn trouble(self, ran: &'r RanCase) -> Option<Trouble<'r>> {
        let case = &ran.case;
        let whole = || case.text.in_file(0..case.octets().len());
        let checked = match &ran.result {
            Ok(checked) => checked,
            Err(what) => {
                return Some(Trouble {
                    severity: DiagnosticSeverity::Error,
                    id: UNREADABLE,
                    sentence: Printable(what.as_bytes()).to_string(),
                    span: self.line(case.line),
                    label: String::new(),
                    note: None,
                    production: None,
                });
            }
        };
        let own = case.production.as_deref();
        match &checked.outcome {
            Outcome::Passed => None,
            Outcome::Failed(mismatch) => Some(Trouble {
                severity: DiagnosticSeverity::Error,
                id: FAILED,
                sentence: self.sentence(ran)?,
                span: case.text.in_file(mismatch.span.clone()),
                label: mismatch.label.clone(),
                note: mismatch.note.clone(),
                production: { [Some(mismatch.production.as_str()), own] }
                    .into_iter()
                    .flatten()
                    .find_map(|name| self.own(name)),
            }),
            // What cannot be read is an error of the grammar.
            Outcome::Undecided(_) if checked.has_no_parser && !self.run.reading.is_sound() => None,
            Outcome::Undecided(_) => Some(Trouble {
                severity: DiagnosticSeverity::Warning,
                id: UNDECIDED,
                sentence: self.sentence(ran)?,
                span: whole(),
                label: String::new(),
                note: None,
                production: own.and_then(|name| self.own(name)),
            }),
        }
    }

    /// Returns the sentence of `grammar test` about a case.
    fn sentence(self, ran: &RanCase) -> Option<String> {
        let tested = TestedCase {
            source: 0,
            production: ran.case.production.clone().unwrap_or_default(),
            case: ran.case.clone(),
            outcome: ran.result.as_ref().ok()?.outcome.clone(),
            new_uses: Vec::new(),
            nearest: None,
        };
        let report = TestedGrammar {
            name: "",
            path: None,
            grammar: self.grammar(),
            sources: &[],
            cases: &[],
            coverage: None,
            least: None,
        };
        report.sentence_of(&tested)
    }

    /// Returns the production of this name, if the file of the grammar has it.
    fn own(self, name: &str) -> Option<&'r Production> {
        let production = self.grammar().lookup(name).ok()?;
        let is_own = self.grammar().is_in_file(production.name_span.start);
        is_own.then_some(production)
    }

    /// Returns the place of a line of the file of cases.
    fn line(self, number: usize) -> Span {
        let text = self.run.file.text.as_str();
        let document = Document::new(text);
        let starts = document.line_starts();
        let index = number.saturating_sub(1).min(starts.len() - 1);
        let start = starts[index];
        start..start + text[start..].lines().next().unwrap_or_default().len()
    }

    fn in_cases(self, span: &Span) -> Range {
        self.run.file.lines().range(&self.run.file.text, span)
    }

    fn in_grammar(self, span: &Span) -> Range {
        self.run.reading.file.range(span)
    }

    fn case_location(self, span: &Span) -> Location {
        Location {
            uri: self.cases.clone(),
            range: self.in_cases(span),
        }
    }

    /// Returns the diagnostics of the file of cases.
    pub(super) fn of_cases(self) -> Vec<Diagnostic> {
        let mut diagnostics: Vec<Diagnostic> = { self.troubles() }
            .map(|trouble| {
                let related = trouble.production.map(|production| {
                    vec![DiagnosticRelatedInformation {
                        location: Location {
                            uri: self.grammar.clone(),
                            range: self.in_grammar(&production.name_span),
                        },
                        message: format!("`{}` is defined here", production.name),
                    }]
                });
                Diagnostic {
                    related_information: related,
                    ..trouble.diagnostic(self.in_cases(&trouble.span), 0)
                }
            })
            .collect();
        diagnostics.extend(self.about_file(|line| self.in_cases(&self.line(line))));
        diagnostics
    }

    /// Returns the diagnostics of the grammar: at each rule in which to look for a cause, the cases that it fails.
    pub(super) fn of_rules(self) -> Vec<Diagnostic> {
        let mut rules: Vec<(Range, Vec<Trouble<'r>>)> = Vec::new();
        for trouble in self.troubles() {
            // Where the file of cases is open, what has no rule is shown there alone.
            let place = match trouble.production {
                Some(production) => self.in_grammar(&production.name_span),
                None if self.is_open => continue,
                None => self.first_line(),
            };
            match rules.iter_mut().find(|(known, _)| *known == place) {
                Some((_, troubles)) => troubles.push(trouble),
                None => rules.push((place, vec![trouble])),
            }
        }
        let mut diagnostics: Vec<Diagnostic> = { rules.into_iter() }
            .map(|(range, mut troubles)| {
                troubles.sort_by_key(|one| one.severity == DiagnosticSeverity::Warning);
                let related = troubles.iter().take(RELATED);
                let related = related.map(|one| DiagnosticRelatedInformation {
                    location: self.case_location(&one.span),
                    message: if one.label.is_empty() {
                        one.sentence.clone()
                    } else {
                        one.label.clone()
                    },
                });
                let related = related.collect();
                Diagnostic {
                    related_information: Some(related),
                    ..troubles[0].diagnostic(range, troubles.len() - 1)
                }
            })
            .collect();
        if !self.is_open {
            diagnostics.extend(self.about_file(|_| self.first_line()));
        }
        diagnostics
    }

    fn first_line(self) -> Range {
        let file = &self.run.reading.file;
        let length = file.text.lines().next().unwrap_or_default().len();
        file.lines().range(&file.text, &(0..length))
    }

    /// Returns the diagnostic about the whole file of cases: it cannot be read, or has too many.
    fn about_file(self, place: impl Fn(usize) -> Range) -> Option<Diagnostic> {
        let (line, severity, message) = match &self.run.cases {
            Err(error) => {
                let what = Printable(error.what().as_bytes());
                let line = error.line();
                let message = format!("the cases cannot be read: line {line}: {what}");
                (line, DiagnosticSeverity::Error, message)
            }
            Ok(_) if self.run.left_out > 0 => {
                let left_out = counted(self.run.left_out, "case", "cases", Palette::PLAIN.number);
                let message = format!(
                    "{left_out} not run: an editor runs {CASES} cases at most, and for {} seconds; \
                     `rfc1738 grammar test` runs all",
                    TIME.as_secs()
                );
                (1, DiagnosticSeverity::Information, message)
            }
            Ok(_) => return None,
        };
        Some(Diagnostic {
            range: place(line),
            severity: Some(severity),
            code: Some(Code::String(UNREADABLE.to_owned())),
            source: Some(SOURCE.to_owned()),
            message: message.into(),
            ..Diagnostic::default()
        })
    }

    /// Returns a lens for each rule of the grammar: how many of its cases are as expected, or in how many valid texts it is.
    pub(super) fn lenses(self) -> Vec<CodeLens> {
        let grammar = self.grammar();
        if self.ran().is_empty() {
            return Vec::new();
        }
        let mut counts: HashMap<&str, Counts> = HashMap::new();
        for ran in self.ran() {
            let own = counts.entry(ran.case.production.as_deref().unwrap_or_default());
            own.or_default().add(ran);
            for name in ran.reached() {
                counts.entry(name).or_default().valid_texts += 1;
            }
        }
        let productions = grammar.productions.iter();
        let productions = productions.filter(|one| self.own(&one.name).is_some());
        let lenses = productions.map(|production| {
            let name = production.name.as_str();
            let range = self.in_grammar(&production.name_span);
            let counts = counts.get(name).copied().unwrap_or_default();
            let command = Command {
                title: counts.title(),
                tooltip: None,
                // Without one, nothing can be shown.
                command: if counts.cases + counts.valid_texts == 0 {
                    String::new()
                } else {
                    SHOW_CASES.to_owned()
                },
                arguments: Some(vec![json!(self.grammar), json!(name), json!(range.start)]),
            };
            CodeLens {
                range,
                command: Some(command),
                data: None,
            }
        });
        lenses.collect()
    }

    fn own_cases(self, name: &str) -> impl Iterator<Item = &'r RanCase> {
        let ran = self.ran().iter();
        ran.filter(move |ran| ran.case.production.as_deref() == Some(name))
    }

    /// Returns the cases that the lens of a rule shows: those of its own that are not as expected, or else all of them, or else
    /// those whose texts have it.
    fn shown(self, name: &str) -> Vec<&'r RanCase> {
        let own: Vec<&RanCase> = self.own_cases(name).collect();
        let failed: Vec<&RanCase> = own
            .iter()
            .filter(|ran| !ran.has_passed())
            .copied()
            .collect();
        match (failed.is_empty(), own.is_empty()) {
            (false, _) => failed,
            (true, false) => own,
            (true, true) => self
                .ran()
                .iter()
                .filter(|ran| ran.reached().iter().any(|one| one == name))
                .collect(),
        }
    }

    /// Returns the places of the cases that the lens of a rule shows, each with what is wrong.
    pub(super) fn places(self, name: &str) -> Vec<(Location, Value)> {
        let shown = self.shown(name).into_iter().map(|ran| {
            let trouble = self.trouble(ran);
            let whole = || ran.case.text.in_file(0..ran.case.octets().len());
            let span = trouble
                .as_ref()
                .map_or_else(whole, |trouble| trouble.span.clone());
            let location = self.case_location(&span);
            let place = json!({
                "uri": location.uri,
                "range": location.range,
                "title": ran.case.title,
                "message": trouble.map(|trouble| trouble.sentence),
            });
            (location, place)
        });
        shown.collect()
    }
}

impl RanCase {
    fn has_passed(&self) -> bool {
        let checked = self.result.as_ref();
        checked.is_ok_and(|checked| checked.outcome == Outcome::Passed)
    }

    /// Returns the productions in the tree of a valid text, each once.
    fn reached(&self) -> &[String] {
        let checked = self.result.as_ref();
        checked.map_or(&[], |checked| &checked.reached)
    }
}

/// The cases of a rule.
#[derive(Clone, Copy, Default)]
struct Counts {
    cases: usize,
    passed: usize,
    /// The cases whose texts are expected to be valid.
    wanted_valid: usize,
    /// The valid texts of all cases that have the rule.
    valid_texts: usize,
}

impl Counts {
    fn add(&mut self, ran: &RanCase) {
        self.cases += 1;
        self.passed += usize::from(ran.has_passed());
        self.wanted_valid += usize::from(ran.case.wants_valid());
    }

    fn title(self) -> String {
        let Self { cases, passed, .. } = self;
        match (cases, self.valid_texts) {
            (0, 0) => "not reached by a valid text".to_owned(),
            (0, 1) => "in 1 valid text".to_owned(),
            (0, count) => format!("in {count} valid texts"),
            _ if self.wanted_valid == cases => format!("valid {passed}/{cases}"),
            _ => format!("{passed}/{cases} as expected"),
        }
    }
}

impl Trouble<'_> {
    /// Returns a diagnostic, with the number of further cases that it stands for.
    fn diagnostic(&self, range: Range, further: usize) -> Diagnostic {
        let mut message = self.sentence.clone();
        if further > 0 {
            let further = counted(further, "case", "cases", Palette::PLAIN.number);
            message = format!("{message} (and {further} more)");
        }
        for line in [
            Some(&self.label).filter(|it| !it.is_empty()),
            self.note.as_ref(),
        ] {
            message.extend(line.map(|line| format!("\n{line}")));
        }
        Diagnostic {
            range,
            severity: Some(self.severity),
            code: Some(Code::String(self.id.to_owned())),
            source: Some(SOURCE.to_owned()),
            message: message.into(),
            ..Diagnostic::default()
        }
    }
}

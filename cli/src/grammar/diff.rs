//! `rfc1738 grammar diff`: where two grammars derive different texts.

use std::io::{self, Write};

use rfcbnf::difference::{
    Compared, Comparison, DifferenceError, Origin, Side, compare, compare_production,
};
use rfcbnf::syntax::Grammar;
use serde::Serialize;

use super::arguments::{DiffArguments, DiffFormat};
use super::file::{read_grammar, read_readings, refuse_two_hyphens};
use crate::escape::{Escaped, Quoted};
use crate::grammar::counted;
use crate::json;
use crate::names::no_production;
use crate::outcome::{Failure, Verdict};
use crate::page::write_labelled;
use crate::source::Source;
use crate::streams::{self, Output};
use crate::style::Palette;

/// Compares two grammar files.
pub(crate) fn run(arguments: &DiffArguments) -> Result<Verdict, Failure> {
    let DiffArguments { a, b, .. } = arguments;
    let readings = arguments.readings.as_deref();
    refuse_two_hyphens(&[Some(a), Some(b), readings])?;
    let readings = read_readings(readings)?;
    let (name_a, name_b) = (Source::new(a).to_string(), Source::new(b).to_string());
    let (a, b) = (read_grammar(a, &readings)?, read_grammar(b, &readings)?);
    let (Some(a), Some(b)) = (a, b) else {
        return Ok(Verdict::Unreadable);
    };
    let compared = compared(&a, &b, arguments.rule.as_deref())
        .map_err(|failure| failure.of_files(&name_a, &name_b))?;
    let report = Report {
        a: name_a,
        b: name_b,
        compared,
    };
    match arguments.format {
        DiffFormat::Human => report.write()?,
        DiffFormat::Json => report.write_json()?,
    }
    Ok(Verdict::of(report.is_equal()))
}

/// Why there is no comparison, before it is known what the files are called.
enum NoComparison {
    UnknownName(String),
    TooLarge(DifferenceError),
}

impl NoComparison {
    fn of_files(self, a: &str, b: &str) -> Failure {
        match self {
            Self::UnknownName(refusal) => Failure::WrongUse(refusal),
            Self::TooLarge(error) => Failure::Unusable {
                name: match error.side() {
                    Some(Side::B) => b.to_owned(),
                    _ => a.to_owned(),
                },
                reason: Escaped(error.to_string().as_bytes()).to_string(),
            },
        }
    }
}

fn compared(a: &Grammar, b: &Grammar, rule: Option<&str>) -> Result<Vec<Compared>, NoComparison> {
    let Some(name) = rule else {
        return compare(a, b).map_err(NoComparison::TooLarge);
    };
    if a.production(name).is_none() && b.production(name).is_none() {
        let productions = a.productions.iter().chain(&b.productions);
        let names = productions.map(|production| production.name.as_str());
        return Err(NoComparison::UnknownName(no_production(name, names)));
    }
    let result = compare_production(a, b, name).map_err(NoComparison::TooLarge)?;
    let name = name.to_owned();
    Ok(vec![Compared { name, result }])
}

/// What is said of two files. Their names are escaped.
struct Report {
    a: String,
    b: String,
    compared: Vec<Compared>,
}

impl Report {
    fn is_equal(&self) -> bool {
        let results = self.compared.iter().map(|compared| &compared.result);
        results
            .into_iter()
            .all(|result| *result == Comparison::Equal)
    }

    fn file(&self, side: Side) -> &str {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    fn write(&self) -> io::Result<()> {
        let mut out = Output::new();
        let mut equal = Vec::new();
        // Causes first: they are few, and what follows from them can be much.
        let mut compared: Vec<&Compared> = self.compared.iter().collect();
        compared.sort_by_key(|compared| !compared.result.is_cause());
        for Compared { name, result } in compared {
            let shown = Escaped(name.as_bytes()).to_string();
            match result {
                Comparison::Equal => equal.push(shown),
                Comparison::Only(side) => self.write_only(&mut out, &shown, *side)?,
                Comparison::Differs {
                    only_a,
                    only_b,
                    origin,
                } => {
                    write_title(&mut out, &shown, &reason(origin))?;
                    self.write_text(&mut out, Side::A, only_a.as_deref())?;
                    self.write_text(&mut out, Side::B, only_b.as_deref())?;
                }
            }
        }
        if !equal.is_empty() {
            write_labelled(&mut out, "Equal", &[equal.join(", ")])?;
        }
        writeln!(out, "{}", self.summary(out.palette()))?;
        out.flush()
    }

    fn write_only(&self, out: &mut Output, name: &str, side: Side) -> io::Result<()> {
        let place = out.palette().place;
        let reason = format!("only in {place}{}{place:#}", self.file(side));
        write_title(out, name, &reason)
    }

    fn write_text(&self, out: &mut Output, side: Side, text: Option<&str>) -> io::Result<()> {
        let place = out.palette().place;
        let file = self.file(side);
        match text {
            Some(text) => writeln!(
                out,
                "  only {place}{file}{place:#} derives {}",
                Quoted(text)
            ),
            None => Ok(()),
        }
    }

    fn summary(&self, palette: Palette) -> String {
        let count = |is_meant: &dyn Fn(&Comparison) -> bool| {
            let results = self.compared.iter().map(|compared| &compared.result);
            results
                .into_iter()
                .filter(|result| is_meant(result))
                .count()
        };
        let (number, place) = (palette.number, palette.place);
        let equal = count(&|result| *result == Comparison::Equal);
        let causes = count(&Comparison::is_cause);
        let (only_a, only_b) = (
            count(&|result| *result == Comparison::Only(Side::A)),
            count(&|result| *result == Comparison::Only(Side::B)),
        );
        let others = self.compared.len() - equal - causes - only_a - only_b;
        let total = counted(self.compared.len(), "production", "productions", number);
        let (equal, causes) = (
            counted(equal, "equal", "equal", number),
            counted(causes, "differs by itself", "differ by themselves", number),
        );
        let others = counted(
            others,
            "differs because of others",
            "differ because of others",
            number,
        );
        let only = |count, file: &str| {
            let in_file = format!("only in {place}{file}{place:#}");
            counted(count, &in_file, &in_file, number)
        };
        let (only_a, only_b) = (only(only_a, &self.a), only(only_b, &self.b));
        format!("{total}: {equal}, {causes}, {others}, {only_a}, {only_b}")
    }

    fn write_json(&self) -> io::Result<()> {
        let mut out = streams::plain_output();
        let record = Record {
            a: &self.a,
            b: &self.b,
            equal: self.is_equal(),
            productions: self.compared.iter().map(ProductionRecord::new).collect(),
        };
        json::write(&mut out, &record)?;
        out.flush()
    }
}

fn write_title(out: &mut Output, name: &str, reason: &str) -> io::Result<()> {
    let style = out.palette().name;
    writeln!(out, "{style}{name}{style:#}: {reason}")
}

fn reason(origin: &Origin) -> String {
    match origin {
        Origin::Body => "differs".to_owned(),
        Origin::Exclusion => "differs in what the readings exclude".to_owned(),
        Origin::Others(causes) => {
            format!(
                "differs because of {}",
                Escaped(causes.join(", ").as_bytes())
            )
        }
    }
}

/// What programs are told.
#[derive(Serialize)]
struct Record<'a> {
    a: &'a str,
    b: &'a str,
    equal: bool,
    productions: Vec<ProductionRecord<'a>>,
}

#[derive(Serialize)]
struct ProductionRecord<'a> {
    rule: &'a str,
    result: &'static str,
    #[serde(flatten)]
    difference: Option<DifferenceRecord<'a>>,
}

#[derive(Serialize)]
struct DifferenceRecord<'a> {
    only_a: Option<&'a str>,
    only_b: Option<&'a str>,
    origin: &'static str,
    causes: &'a [String],
}

impl<'a> ProductionRecord<'a> {
    fn new(compared: &'a Compared) -> Self {
        let (result, difference) = match &compared.result {
            Comparison::Equal => ("equal", None),
            Comparison::Only(Side::A) => ("only_a", None),
            Comparison::Only(Side::B) => ("only_b", None),
            Comparison::Differs {
                only_a,
                only_b,
                origin,
            } => {
                let (origin, causes) = match origin {
                    Origin::Body => ("body", &[][..]),
                    Origin::Exclusion => ("exclusion", &[][..]),
                    Origin::Others(causes) => ("others", causes.as_slice()),
                };
                let (only_a, only_b) = (only_a.as_deref(), only_b.as_deref());
                let difference = DifferenceRecord {
                    only_a,
                    only_b,
                    origin,
                    causes,
                };
                ("differs", Some(difference))
            }
        };
        Self {
            rule: &compared.name,
            result,
            difference,
        }
    }
}

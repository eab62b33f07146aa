//! `rfc1738 grammar diff`: where two grammars derive different texts.

pub(crate) mod arguments;

use rfc1738_views::difference::GrammarDifference;
use rfc1738_views::difference::record::DifferenceRecord;
use rfc1738_views::json;
use rfcbnf::difference::{Compared, DifferenceError, Side, compare, compare_production};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::Escaped;

use crate::arguments::suggestion::no_production;
use crate::input::grammar_file::{ReadGrammar, own_grammar, read_grammar};
use crate::input::readings::ChosenReadings;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};
use arguments::{DiffArguments, DiffFormat};

/// The name of the grammar inside this program.
const OWN_NAME: &str = "RFC 1738";

/// Compares two grammar files, or the grammar of RFC 1738 with one.
pub(crate) fn run(arguments: &DiffArguments) -> Result<Verdict, Failure> {
    let (a, b) = match &arguments.b {
        Some(b) => (Some(arguments.a.as_os_str()), b),
        None => (None, &arguments.a),
    };
    let (readings, notation) = (arguments.readings.as_deref(), arguments.notation);
    refuse_two_hyphens(&[a, Some(b), readings])?;
    let readings = ChosenReadings::read(readings)?;
    let name_a = a.map_or_else(|| OWN_NAME.to_owned(), |a| Source::new(a).to_string());
    let name_b = Source::new(b).to_string();
    let a = match a {
        Some(a) => read_grammar(a, &readings, notation)?,
        None => Some(ReadGrammar {
            grammar: own_grammar()?.0,
            errors: None,
        }),
    };
    let (Some(a), Some(b)) = (a, read_grammar(b, &readings, notation)?) else {
        return Ok(Verdict::Unreadable);
    };
    a.remark(&name_a)?;
    b.remark(&name_b)?;
    let compared = compared(&a.grammar, &b.grammar, arguments.rule.as_deref())
        .map_err(|error| error.of_files(&name_a, &name_b))?;
    let difference = GrammarDifference {
        a: name_a,
        b: name_b,
        compared,
    };
    match arguments.format {
        DiffFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            difference.write(out, palette)
        })?,
        DiffFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &DifferenceRecord::new(&difference))
        })?,
    }
    Ok(Verdict::of(difference.is_equal()))
}

/// Why two grammars cannot be compared, without the names of their files.
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

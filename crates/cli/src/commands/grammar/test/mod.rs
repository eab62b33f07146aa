//! `rfc1738 grammar test`: the texts beside a grammar.

mod documents;
mod foreign;
mod sources;

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;

use clap::{Args, ValueEnum};
use rfc1738_views::count::counted;
use rfc1738_views::grammar_test::{CaseSource, NearestText, TestedCase, TestedGrammar};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfcbnf::Parser;
use rfcbnf::cases::{Case, CasesError, Checked, Constraint, Outcome, check_with};
use rfcbnf::conformance::{Coverage, NewUse};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::Detail;
use rfcbnf_engine::escape::{Escaped, Printable};

use crate::arguments::NotationName;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::grammar_files::GrammarFiles;
use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};
use crate::output::junit;
use crate::output::new_file::replace_file;
use crate::output::streams::{Output, flushed, plain_output, show_remark};
use sources::{FoundCases, Place, unreadable};

const HELP: &str = "\
A mistake such as a lost / leaves a grammar that is a grammar. Examples find it.
NAME.cases.txt beside NAME.abnf has texts, with what is expected of each:

  # hostport

  === name and port
  localhost:80
  --- host=localhost port=80

  === letter in the port
  localhost:8o
  --- error at 11

# and a name begin the cases of a production; without them, they are of the first
production. === begins a case with its title, the lines up to --- are the text,
without the last line end, and what follows is expected:
  nothing, valid     The production derives the text.
  host=a.b port=80   The text of each node of these productions, in order. Of a
                     text with spaces, NAME = TEXT on a line of its own. A name
                     alone: no such node.
  tree               The whole tree. On each line below, a production, two spaces
                     deeper for each level, and its text in quotation marks if
                     that is compared.
  invalid            The production does not derive the text.
  error at 11        It is wrong there: all octets before it begin a valid text.
                     error at 3:1 has a line and a column. \", incomplete\" after it:
                     what is before is no valid text; \", complete\": it is.
  expected DIGIT or end of text
                     What could stand there, as `parse` names it, in any order.
  ambiguous, unambiguous, 3 derivations
                     The number of derivations.
  undecided          The grammar leaves it to prose, or it takes too much.
  ?                  Not written yet; --update writes what is.
Several of them are on lines of their own.

A document that prints a grammar has cases in itself: a block with the name
NAME/valid/TITLE or NAME/invalid/TITLE, or with the type NAME, is a text of that
production. With the mark [blocks], each line of a case is the type or the name of
blocks of the document, and these are the texts.

Marks after a title, or after # NAME for all its cases: [lines] each line is a text;
[crlf] and [cr] line ends; [escapes] \\n, \\r, \\t, \\\\ and \\xFF; [characters] a tree with
the productions of single characters. A text with lines such as --- stands between
==== and ----. Other lines after # are remarks.

NAME.cases beside NAME.abnf is a folder of files: texts, below folders called valid
or invalid, or beside a file with .expected after its name, and files of cases. Other
folders above a text are called like its production.

CASES are such files and folders. Files ending in .yaml have TestCases of Name, Rule,
Input, FailAt and Expect, as the test runner of OData reads them, and Constraints;
.jsonl and .csv are what `conformance export` writes.

The cases reach a part of the grammar if the tree of a valid text has the production
and takes the alternative. What none reaches is listed.

Formats:
  human   Each case that fails, with the text, its place, the production in which to
          look, the nearest valid text to one that should be valid, what is not
          reached, and counts.
  json    One object: \"ok\", \"passed\", \"failed\", \"undecided\", \"cases\" (each with \"file\",
          \"line\", \"title\", \"rule\", \"input\", \"hex\", and \"ok\", which is null if undecided;
          of a failed one \"expected\", \"found\", \"start\" and \"end\" in the text in bytes,
          \"production\" and \"repairs\", as `parse` has them), and \"coverage\" (\"reached\", \"all\", \"missing\").
  junit   A test case for each case, in the XML of JUnit.
  sarif   SARIF 2.1.0.
  github  Workflow commands of GitHub Actions.

Examples:
  rfc1738 grammar test uri.abnf
  rfc1738 grammar test uri.abnf cases/ more.yaml
  rfc1738 grammar test --update uri.abnf
  rfc1738 grammar test --coverage=90% --format github uri.abnf
  rfc1738 grammar test --readings rfc1738 grammar/rfc1738.bnf tests/corpus";

const EXIT_STATUS: &str = "\
Exit status:
  0  all cases pass
  1  a case fails, or the cases reach less than --coverage
  2  a case is undecided, wrong use, or cases, a grammar or output that cannot be
     read or written";

/// The most cases whose nearest texts are looked for.
const NEAREST: usize = 100;

/// The arguments of `grammar test`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct TestArguments {
    /// Take what the grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR")]
    imports: Vec<OsString>,

    /// The notation of the grammar file [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    notation: Option<NotationName>,

    /// Apply the readings in FILE to the grammar; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE")]
    readings: Option<OsString>,

    /// Write what is in the place of what is expected in the cases that fail; read the difference
    #[arg(long)]
    update: bool,

    /// Fail if the valid texts reach less than PERCENT of the productions and alternatives
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    coverage: Option<f64>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: TestFormat,

    /// The grammar file (- for standard input), in a notation that --notation lists, or a document
    /// that prints a grammar
    #[arg(value_name = "GRAMMAR")]
    grammar: OsString,

    /// Files and folders of cases [default: NAME.cases.txt and NAME.cases beside the grammar]
    #[arg(value_name = "CASES")]
    cases: Vec<OsString>,
}

/// The output format of `grammar test`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum TestFormat {
    /// Excerpts of the cases, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
    /// A test case for each case, in the XML of `JUnit`
    Junit,
    /// SARIF 2.1.0
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// Parses `90` and `90%`.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse();
    let number = number.ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "it is a number from 0 to 100, such as 90%".to_owned())
}

/// Checks the cases, and reports those that do not pass.
pub(crate) fn run(arguments: &TestArguments) -> Result<Verdict, Failure> {
    let files = GrammarFiles {
        files: vec![&arguments.grammar],
        imports: &arguments.imports,
        notation: arguments.notation,
        readings: arguments.readings.as_deref(),
    };
    let Some(chosen) = ChosenGrammar::read(&files)? else {
        return Ok(Verdict::Unreadable);
    };
    let grammar = &chosen.named()?.grammar;
    let mut all = sources::read(grammar, &arguments.grammar, &arguments.cases)?;
    let mut coverage = Coverage::of_grammar(grammar);
    let mut tested = Vec::new();
    let mut parsers = Parsers::new();
    let mut updated = Counts::default();
    for (source, cases) in all.iter_mut().enumerate() {
        let checked = check_all(grammar, cases, (&mut parsers, &mut coverage))?;
        let is_updated = if arguments.update {
            update(cases, &checked, &mut updated)?
        } else {
            vec![false; checked.len()]
        };
        let checked = cases.cases.iter().zip(checked).zip(is_updated);
        tested.extend(checked.map(|((case, checked), is_updated)| TestedCase {
            source,
            production: case.production.clone().unwrap_or_default(),
            case: case.clone(),
            outcome: if is_updated {
                Outcome::Passed
            } else {
                checked.outcome
            },
            new_uses: Vec::new(),
            nearest: None,
        }));
    }
    for one in &mut tested {
        one.new_uses = new_uses(&parsers, &coverage, one);
    }
    add_nearest(&parsers, &mut tested, |source| {
        all[source].constraints.is_empty()
    });
    updated.remark()?;
    let sources: Vec<CaseSource> = all.into_iter().map(|cases| cases.source).collect();
    let name = Source::new(&arguments.grammar).name();
    let report = TestedGrammar {
        name: &name.shown,
        path: name.path.as_deref(),
        grammar,
        sources: &sources,
        cases: &tested,
        coverage: Some(&coverage),
        least: arguments.coverage,
    };
    write(report, arguments.format)?;
    let undecided = report.has_undecided().then_some(Verdict::Unreadable);
    Ok(Verdict::of(report.passes()).max(undecided.unwrap_or(Verdict::Valid)))
}

/// The parsers of productions, or why there is none.
type Parsers = HashMap<String, Result<Parser, String>>;

/// Checks the cases of a source. The parsers are those of the grammar without constraints.
fn check_all(
    grammar: &Grammar,
    cases: &mut FoundCases,
    (parsers, coverage): (&mut Parsers, &mut Coverage<'_>),
) -> Result<Vec<Checked>, Failure> {
    let name = cases.source.name().to_owned();
    for case in &mut cases.cases {
        let line = case.line;
        let resolved = case.resolve(grammar);
        resolved.map_err(|what| unreadable(&name, &CasesError::new(line, what)))?;
    }
    let has_constraints = !cases.constraints.is_empty();
    let constrained = has_constraints.then(|| Constraint::apply(&cases.constraints, grammar));
    let unknown = constrained
        .as_ref()
        .map(|(_, unknown)| &**unknown)
        .unwrap_or_default();
    if let Some(first) = unknown.first() {
        let more = unknown.len() - 1;
        let first = Printable(first.as_bytes());
        let and = if more > 0 {
            format!(" and {more} others")
        } else {
            String::new()
        };
        let remark = format!(
            "{name}: the grammar has no production `{first}`{and}; constraints on it have no effect"
        );
        show_remark("note", &remark)?;
    }
    let mut of_constrained = Parsers::new();
    let (grammar, parsers) = match &constrained {
        None => (grammar, parsers),
        Some((constrained, _)) => (constrained, &mut of_constrained),
    };
    let checked = cases.cases.iter().map(|case: &Case| {
        let production = case.production.as_deref().unwrap_or_default();
        if !parsers.contains_key(production) {
            let parser = grammar
                .parser(production)
                .map_err(|error| error.to_string());
            parsers.insert(production.to_owned(), parser);
        }
        match parsers.get(production) {
            Some(Ok(parser)) => check_with(parser, case, |tree| {
                if !case.expects_invalid() {
                    coverage.add_valid(tree);
                }
            }),
            Some(Err(error)) => Checked {
                outcome: Outcome::Undecided(Printable(error.as_bytes()).to_string()),
                written: None,
            },
            None => Checked {
                outcome: Outcome::Undecided("there is no parser".to_owned()),
                written: None,
            },
        }
    });
    Ok(checked.collect())
}

/// Returns what a text that should be invalid uses in another way than the valid ones.
fn new_uses(parsers: &Parsers, coverage: &Coverage<'_>, tested: &TestedCase) -> Vec<NewUse> {
    let is_wrong = matches!(tested.outcome, Outcome::Failed(_)) && tested.case.expects_invalid();
    let parser = parsers.get(&tested.production).filter(|_| is_wrong);
    let Some(Ok(parser)) = parser else {
        return Vec::new();
    };
    let tree = parser.parse_in_detail(tested.case.octets(), Detail::Characters);
    tree.map_or_else(|_| Vec::new(), |tree| coverage.new_uses(&tree))
}

/// Adds the nearest valid texts to those that should be valid, up to [`NEAREST`]. The parsers know no constraints, so
/// they do not know what is nearest where a source has some.
fn add_nearest(parsers: &Parsers, tested: &mut [TestedCase], is_free: impl Fn(usize) -> bool) {
    let mut found = 0;
    for one in tested.iter_mut().filter(|one| is_free(one.source)) {
        if found == NEAREST {
            return;
        }
        if let Some(Ok(parser)) = parsers.get(&one.production) {
            one.nearest = NearestText::of(parser, &one.case, &one.outcome);
            found += usize::from(one.nearest.is_some());
        }
    }
}

/// The numbers of cases that were updated, and of those that were not.
#[derive(Default)]
struct Counts {
    updated: usize,
    others: usize,
}

impl Counts {
    fn remark(&self) -> io::Result<()> {
        let count = |count| counted(count, "case", "cases", Palette::COLORED.number);
        if self.updated > 0 {
            show_remark(
                "note",
                &format!("{} updated; read the difference", count(self.updated)),
            )?;
        }
        if self.others > 0 {
            let remark = format!(
                "{} not updated: what is expected there is of other lines, too, cannot be written, or is in another format",
                count(self.others)
            );
            show_remark("note", &remark)?;
        }
        Ok(())
    }
}

/// Writes what is in the place of what is expected in the cases that fail. Returns which were updated.
fn update(
    cases: &FoundCases,
    checked: &[Checked],
    counts: &mut Counts,
) -> Result<Vec<bool>, Failure> {
    let fails = |at: usize| matches!(checked[at].outcome, Outcome::Failed(_));
    let written = |at: usize| checked[at].written.clone().filter(|_| fails(at));
    let updated: Vec<bool> = match &cases.place {
        Place::File {
            path,
            file,
            content,
        } => {
            let can = |at: usize| written(at).is_some() && file.cases[at].is_alone();
            let updated: Vec<bool> = (0..checked.len()).map(can).collect();
            if updated.contains(&true) {
                let text = file.updated(content, written);
                replace_file(path, text.as_bytes())?;
            }
            updated
        }
        Place::Beside(path) => {
            let text = written(0);
            if let Some(text) = &text {
                replace_file(path, format!("{text}\n").as_bytes())?;
            }
            vec![text.is_some()]
        }
        Place::Foreign => vec![false; checked.len()],
    };
    counts.updated += updated.iter().filter(|one| **one).count();
    counts.others += (0..checked.len())
        .filter(|at| fails(*at) && !updated[*at])
        .count();
    Ok(updated)
}

fn write(report: TestedGrammar<'_>, format: TestFormat) -> io::Result<()> {
    match format {
        TestFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            report.write(out, palette)
        }),
        TestFormat::Json => flushed(plain_output(), |out| json::write(out, &report.record())),
        TestFormat::Junit => flushed(plain_output(), |out| write_junit(out, report)),
        TestFormat::Sarif => flushed(plain_output(), |out| report.write_sarif(out)),
        TestFormat::Github => flushed(plain_output(), |out| report.write_github(out)),
    }
}

/// The name of the report in the XML of `JUnit`.
const NAME: &str = "rfc1738 grammar test";

fn write_junit(out: &mut impl io::Write, report: TestedGrammar<'_>) -> io::Result<()> {
    let rendered = report.rendered().into_iter();
    let cases = rendered.map(|(tested, lines)| {
        let kind = match tested.outcome {
            Outcome::Failed(_) => Some(junit::Kind::Failure),
            Outcome::Undecided(_) => Some(junit::Kind::Error),
            Outcome::Passed => None,
        };
        let message = report.sentence_of(tested).unwrap_or_default();
        junit::Case {
            name: Escaped(tested.case.title.as_bytes()).to_string(),
            outcome: kind.map_or(junit::Outcome::Success, |kind| junit::Outcome::Other {
                kind,
                message,
                lines,
            }),
            output: None,
            class: Some(Escaped(tested.production.as_bytes()).to_string()),
        }
    });
    let coverage = report.coverage_error();
    let coverage =
        coverage.map(|what| junit::Case::new("coverage", Some(junit::Kind::Failure), what));
    let cases: Vec<junit::Case> = cases.chain(coverage).collect();
    junit::write_report(out, NAME, report.name, &cases)
}

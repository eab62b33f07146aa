//! `rfc1738 conformance cover`: what the texts of a file reach.

use std::ffi::{OsStr, OsString};
use std::io;

use clap::{Args, ValueEnum};
use rfc1738_views::coverage::{CoverageView, TextCounts};
use rfc1738_views::production::CheckedProduction;
use rfc1738_views::{json, lines};
use rfcbnf::conformance::{Coverage, Missing};
use rfcbnf_engine::Detail;

use crate::arguments::{ProductionChoice, number};
use crate::commands::check::arguments::RecordArguments;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::records::{Batch, Buffers, Content, LazyAutomaton, RecordError, RecordFormat};
use crate::input::source::Source;
use crate::input::text_argument::TEXT;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output, show_remark};

const HELP: &str = "\
Says what a file of texts reaches in a production and in all that it leads to:
  productions   those in the tree of a valid text
  alternatives  those that the tree takes; an optional part is present or absent
  transitions   those of the smallest automaton along the valid beginning of a text,
                an invalid one too; none if the production recurses in the middle or
                is too large
Then it makes valid texts that reach the rest, as far as it finds any. An alternative
that no tree takes, because an earlier one has its texts, has none.

The files are read as `check` reads them. Texts that are not decided, or too long to
be kept, are counted as undecided.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Formats:
  human  The numbers, each part that no text reaches, and the shortest of the texts
         that reach more, as far as --most allows.
  json   One object: \"rule\", \"texts\" (\"valid\", \"invalid\", \"undecided\"),
         \"productions\", \"alternatives\" and \"transitions\" (\"reached\" and \"all\";
         null without an automaton), \"uses\" (every part with its \"production\",
         \"kind\", \"part\" and number of \"texts\"), and \"missing\" (each text as
         \"input\" and \"hex\", with its new \"uses\" and number of \"transitions\").
  txt    The texts that reach more, one a line. A line cannot hold a text that has LF
         in it or ends in CR; a note counts those that were left out.

Examples:
  rfc1738 conformance cover urls.txt
  rfc1738 conformance cover --rule hostport hosts.txt
  rfc1738 conformance cover --format txt urls.txt >> urls.txt
  rfc1738 conformance cover --csv url --format json access.csv
  rfc1738 conformance cover --grammar json.abnf texts.txt";

const EXIT_STATUS: &str = "\
Exit status:
  0  no text is known that reaches more
  1  texts are known that reach more
  2  wrong use, a file or grammar that cannot be read, or a text that is not decided";

/// The arguments of `conformance cover`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct CoverArguments {
    #[command(flatten)]
    production: ProductionChoice,

    #[command(flatten)]
    records: RecordArguments,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: CoverFormat,

    /// Show at most N texts that reach more
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<usize>)]
    most: usize,

    /// The files, or - for standard input [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
}

/// The output format of `conformance cover`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum CoverFormat {
    /// Numbers, parts and texts, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
    /// The texts that reach more
    Txt,
}

/// The number of batches in memory.
const BATCHES: usize = 2;

/// Reads the texts, and reports what they reach.
pub(crate) fn run(arguments: &CoverArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let reads_input = arguments.files.is_empty() || arguments.files.iter().any(|file| file == "-");
    let input = reads_input.then_some(OsStr::new("-"));
    let Some(chosen) = ChosenGrammar::of(grammar, input)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let records = arguments.records.format(LazyAutomaton::new(|| None))?;
    let coverage = Coverage::new(&chosen.named()?.grammar, name);
    let coverage = coverage.map_err(|error| chosen.unusable(&error))?;
    let task = CoverTask {
        arguments,
        chosen: &chosen,
        name,
        records,
        corpus: Corpus {
            coverage,
            texts: TextCounts::default(),
            is_complete: true,
        },
    };
    chosen.run(name, &[], task)
}

struct CoverTask<'a> {
    arguments: &'a CoverArguments,
    chosen: &'a ChosenGrammar,
    name: &'a str,
    records: RecordFormat,
    corpus: Corpus<'a>,
}

/// The texts so far.
struct Corpus<'g> {
    coverage: Coverage<'g>,
    texts: TextCounts,
    /// Whether everything was read.
    is_complete: bool,
}

impl ProductionTask for CoverTask<'_> {
    fn run<P: CheckedProduction>(mut self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        for source in Source::all(&self.arguments.files) {
            match self.read(rule, source) {
                Err(failure @ Failure::Unreadable { .. }) => {
                    failure.write()?;
                    self.corpus.is_complete = false;
                }
                read => read?,
            }
        }
        self.report()
    }
}

impl CoverTask<'_> {
    fn read<P: CheckedProduction>(&mut self, rule: P, source: Source<'_>) -> Result<(), Failure> {
        let reader = source.open()?.reader;
        let buffers = Buffers::new(BATCHES);
        let mut batches = self.records.batches(source, reader, &buffers);
        while let Some(batch) = batches.next_batch()? {
            self.corpus.add(rule, &self.records, &batch, source)?;
        }
        Ok(())
    }

    fn report(self) -> Result<Verdict, Failure> {
        let Corpus {
            coverage, texts, ..
        } = &self.corpus;
        let missing = coverage.missing();
        let view = CoverageView {
            grammar: &self.chosen.named()?.grammar,
            production: self.name,
            texts: *texts,
            coverage,
            missing: &missing,
        };
        match self.arguments.format {
            CoverFormat::Human => flushed(Output::new(), |out| {
                let palette = out.palette();
                view.write(out, palette, self.arguments.most)
            })?,
            CoverFormat::Json => flushed(plain_output(), |out| json::write(out, &view.record()))?,
            CoverFormat::Txt => write_texts(&missing)?,
        }
        Ok(if texts.undecided > 0 || !self.corpus.is_complete {
            Verdict::Unreadable
        } else {
            Verdict::of(missing.is_empty())
        })
    }
}

fn write_texts(missing: &[Missing]) -> Result<(), Failure> {
    let (whole, others): (Vec<&Missing>, Vec<&Missing>) = missing
        .iter()
        .partition(|missing| lines::fits(&missing.text));
    flushed(plain_output(), |out| -> io::Result<()> {
        let mut texts = whole.iter();
        texts.try_for_each(|missing| lines::write(out, &missing.text))
    })?;
    if !others.is_empty() {
        let remark = format!("{} texts that no line can hold are left out", others.len());
        show_remark("note", &remark)?;
    }
    Ok(())
}

impl Corpus<'_> {
    fn add<P: CheckedProduction>(
        &mut self,
        rule: P,
        records: &RecordFormat,
        batch: &Batch,
        source: Source<'_>,
    ) -> Result<(), Failure> {
        records.each(batch, |content| {
            match content {
                Content::Text(record) if record.condensed.is_some() => self.texts.undecided += 1,
                Content::Text(record) if record.text.len() > TEXT => {
                    self.texts.undecided += 1;
                    let reason = RecordError::TooLong(TEXT);
                    show_remark("note", &format!("{source}:{}: {reason}", record.line))?;
                }
                Content::Text(record) => self.add_text(rule, &record.text),
                Content::Null => {}
                Content::Error(error) => {
                    self.is_complete = false;
                    let failure = Failure::Unreadable {
                        name: format!("{source}:{}", error.position()),
                        reason: error.error.to_string(),
                    };
                    failure.write()?;
                }
            }
            Ok(())
        })
    }

    fn add_text<P: CheckedProduction>(&mut self, rule: P, text: &[u8]) {
        match rule.check_in_detail(text, Detail::Characters) {
            Ok(Ok(tree)) => {
                self.texts.valid += 1;
                self.coverage.add_valid(&tree);
            }
            Ok(Err(_)) => {
                self.texts.invalid += 1;
                self.coverage.add_invalid(text);
            }
            Err(_) => self.texts.undecided += 1,
        }
    }
}

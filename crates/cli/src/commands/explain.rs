//! `rfc1738 explain`: all about one production.

use std::io;

use clap::{Args, ValueEnum};
use rfc1738_views::explain::record::ExplanationRecord;
use rfc1738_views::explain::{Explanation, page};
use rfc1738_views::json;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::obstacles::Obstacle;
use rfcbnf::rfc1738::PROSE;
use rfcbnf::{Prose, Rule};

use crate::arguments::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};

const HELP: &str = "\
Shows the production as the grammar has it; its section, its heading, and the
comments and prose on it; the productions that it uses and that use it; the
characters that its texts begin with; its railroad diagram; a shortest example
for each of its first 32 choices; a typical example with its tree; and a text
one edit away from a valid one, with its error. All of this is computed from the
grammar, except for the prose and for typical URLs.

A grammar in FILE is read to the letter and has no prose; --readings applies
readings where they fit. The readings of RFC 1738 bring its prose with them.

Formats:
  human  A page.
  json   One object on one line:
         {\"rule\":…,\"production\":…,\"section\":…,\"heading\":…,
         \"comments\":[…],\"prose\":[{\"section\":…,\"text\":…}],\"readings\":[{\"id\":…,
         \"section\":…,\"decision\":…,\"why\":…}],\"uses\":[…],\"used_by\":[…],\"first\":…,
         \"empty\":…,\"diagram\":[…],\"shortest\":[…],\"example\":{\"text\":…,\"tree\":…},
         \"near_miss\":{\"text\":…,\"error\":…}}. \"section\" and \"heading\" can be null;
         \"first\" holds the characters, and \"empty\" says whether the empty text
         is derived. The tree and the error are those of `parse`.

Examples:
  rfc1738 explain httpurl
  rfc1738 explain hostname --format json
  rfc1738 explain date --grammar dates.bnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  explained
  2  wrong use, or a grammar that cannot be read or has errors";

/// The arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    production: ProductionChoice,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: ExplainFormat,

    /// The production to explain; the same as --rule
    #[arg(conflicts_with = "rule")]
    name: Option<String>,
}

/// The output format of `explain`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// A page, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}

/// Explains the production.
pub(crate) fn run(arguments: &ExplainArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = arguments.name.as_ref().or(rule.as_ref());
    let name = chosen.production(name.map(String::as_str))?;
    let task = ExplainTask {
        chosen: &chosen,
        name,
        format: arguments.format,
    };
    let obstacle = chosen.obstacle_to_texts(name)?;
    match obstacle.map_or_else(|| chosen.length(name), |one| Ok(Some(one)))? {
        Some(obstacle) => task.show_obstructed(obstacle),
        None => chosen.run(name, &[], task),
    }
}

struct ExplainTask<'a> {
    chosen: &'a ChosenGrammar,
    name: &'a str,
    format: ExplainFormat,
}

impl ProductionTask for ExplainTask<'_> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let (named, prose) = (self.chosen.named()?, self.prose()?);
        let explanation = Explanation::new(named, &prose, self.name, rule);
        let explanation = explanation.map_err(|error| self.chosen.unusable(&error))?;
        self.show(&explanation)?;
        Ok(Verdict::Valid)
    }
}

impl ExplainTask<'_> {
    /// Explains all but the texts of the production.
    fn show_obstructed(&self, obstacle: Obstacle) -> Result<Verdict, Failure> {
        let (named, prose) = (self.chosen.named()?, self.prose()?);
        let explanation = Explanation::<Rule>::obstructed(named, &prose, obstacle);
        let explanation = explanation.map_err(|error| self.chosen.unusable(&error))?;
        self.show(&explanation)?;
        Ok(Verdict::Valid)
    }

    fn prose(&self) -> Result<Prose, Failure> {
        if self.chosen.named()?.has_rfc1738_readings {
            own_prose()
        } else {
            Ok(Prose::default())
        }
    }

    fn show<P: CheckedProduction>(&self, explanation: &Explanation<'_, P>) -> io::Result<()> {
        match self.format {
            ExplainFormat::Human => flushed(Output::new(), |out| {
                let palette = out.palette();
                page::write(out, palette, explanation)
            }),
            ExplainFormat::Json => flushed(plain_output(), |out| {
                json::write(out, &ExplanationRecord::new(explanation))
            }),
        }
    }
}

fn own_prose() -> Result<Prose, Failure> {
    Prose::from_toml(PROSE).map_err(|error| Failure::OwnGrammar(error.to_string()))
}

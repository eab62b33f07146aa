//! `rfc1738 explain`: all about one production.

pub(crate) mod arguments;

use std::io;

use rfc1738_views::explain::explanation::Explanation;
use rfc1738_views::explain::page;
use rfc1738_views::explain::record::ExplanationRecord;
use rfc1738_views::json;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::Prose;
use rfcbnf::interpret::Rule;
use rfcbnf::obstacles::Obstacle;
use rfcbnf::rfc1738::PROSE;

use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};
use arguments::{ExplainArguments, ExplainFormat};

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

//! `rfc1738 rules`: the productions.

use std::io;

use clap::Args;
use rfc1738::Rule;
use rfc1738_views::rules::{Describe, DescribedProduction, write_list, write_page};

use crate::arguments::ProductionChoice;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed};

const HELP: &str = "\
Lists all productions under their headings, or shows the page of one.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 rules
  rfc1738 rules gopherurl
  rfc1738 rules --grammar dates.bnf

`rfc1738 explain` shows more about one production.";

/// The arguments of `rules`.
#[derive(Debug, Args)]
#[command(after_help = HELP, mut_arg("rule", |rule| rule.help("Show this production [default: list all]")))]
pub(crate) struct RulesArguments {
    #[command(flatten)]
    production: ProductionChoice,

    /// The production to show; the same as --rule
    #[arg(conflicts_with = "rule")]
    name: Option<String>,
}

/// Shows all productions, or the page of one.
pub(crate) fn run(arguments: &RulesArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = arguments.name.as_ref().or(rule.as_ref());
    let name = name.map(|name| chosen.production(Some(name)));
    let name = name.transpose()?;
    if chosen.is_own() {
        show(&Rule::ALL, name)?;
    } else {
        show(&DescribedProduction::all(chosen.named()?), name)?;
    }
    Ok(Verdict::Valid)
}

/// Shows the production with this name; all of them without a name.
fn show(productions: &[impl Describe], name: Option<&str>) -> io::Result<()> {
    let Some(name) = name else {
        return flushed(Output::new(), |out| {
            let palette = out.palette();
            write_list(out, palette, productions)
        });
    };
    let mut productions = productions.iter().filter(|one| one.name() == name);
    flushed(Output::new(), |out| {
        let palette = out.palette();
        productions.try_for_each(|one| write_page(out, palette, one))
    })
}

//! `rfc1738 parse`: one text.

pub(crate) mod arguments;

use std::io::{self, Write as _};

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::diagnostic::syntax_error::private_rejection;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{Checked, CheckedProduction};
use rfc1738_views::{advice, json, tree};
use rfcbnf_engine::{Production, Tree};

use crate::advice::{Advice, AdvicePolicy};
use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::mistaken_file;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, Output, flushed, write_diagnostic};
use crate::output::undecided::write_undecided;
use arguments::{ParseArguments, TreeFormat};

/// Parses the text and shows its tree and advice, or its error.
pub(crate) fn run(arguments: &ParseArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, arguments.input())? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let own = chosen.rule(name);
    AdvicePolicy::refuse(false, &arguments.deny, own)?;
    let shows_advice = !arguments.no_advice && arguments.format.shows_advice();
    let task = ParseTask {
        arguments,
        policy: AdvicePolicy::new(shows_advice, &arguments.deny, own),
    };
    chosen.run_with_unknown(name, &[], task)
}

struct ParseTask<'a> {
    arguments: &'a ParseArguments,
    policy: AdvicePolicy,
}

impl ProductionTask for ParseTask<'_> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let arguments = self.arguments;
        let text = arguments.read_text()?;
        let text = text.of(rule);
        let result = match rule.check_in_detail(text, arguments.detail.into()) {
            Ok(result) => result,
            Err(undecided) => {
                return write_undecided(arguments.format.is_json(), rule, text, &undecided);
            }
        };
        let advice = self.policy.on(result.as_ref().ok());
        match (arguments.format, &result) {
            (TreeFormat::Json, _) | (TreeFormat::Jsonl, Err(_)) => {
                write_json(rule, text, &result, &advice)?;
            }
            (_, Err(error)) => {
                write_diagnostic(&private_rejection(text, error))?;
                let meant = arguments.text.as_deref().and_then(mistaken_file::meant);
                if let Some(meant) = meant {
                    streams::message(|out| writeln!(out, "  help: {meant}"))?;
                }
            }
            (TreeFormat::Tree, Ok(tree)) => {
                flushed(Output::new(), |out| write_tree(out, tree, &advice))?;
                write_denied(tree, &advice)?;
            }
            (TreeFormat::Jsonl, Ok(tree)) => {
                flushed(streams::plain_output(), |out| {
                    tree::json_lines::write(out, tree.root())
                })?;
                write_denied(tree, &advice)?;
            }
            (TreeFormat::Sexp, Ok(tree)) => {
                flushed(streams::plain_output(), |out| {
                    tree::sexp::write(out, tree.root())
                })?;
                write_denied(tree, &advice)?;
            }
        }
        Ok(Verdict::of(result.is_ok() && !advice.is_denied()))
    }
}

fn write_tree<P: Production>(
    out: &mut Output,
    tree: &Tree<'_, P>,
    advice: &Advice,
) -> io::Result<()> {
    let palette = out.palette();
    tree::text::write(out, palette, tree.root())?;
    advice
        .allowed()
        .try_for_each(|finding| advice::write(out, palette, tree.octets(), finding, false))
}

/// Writes denied advice to standard error: it makes the command fail.
fn write_denied<P: Production>(tree: &Tree<'_, P>, advice: &Advice) -> io::Result<()> {
    streams::message(|out| {
        advice.denied().try_for_each(|finding| {
            advice::write(out, Palette::COLORED, tree.octets(), finding, true)
        })
    })
}

fn write_json<P: CheckedProduction>(
    rule: P,
    text: &[u8],
    result: &Checked<'_, P>,
    advice: &Advice,
) -> io::Result<()> {
    let result = result.as_ref().map(|tree| Some(tree.root()));
    let advice = Some(advice.findings()).filter(|findings| !findings.is_empty());
    flushed(streams::plain_output(), |out| {
        let record = CheckRecord::new(text, rule, result);
        json::write(out, &record.with_advice(advice))
    })
}

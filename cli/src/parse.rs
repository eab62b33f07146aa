//! `rfc1738 parse`: one text.

use std::io::{self, BufWriter, Write};

use rfc1738::{SyntaxError, Tree, parse_in_detail};

use crate::advice::{Advice, Policy};
use crate::arguments::{ParseArguments, TreeFormat};
use crate::diagnostic::{rejection, render_for_error};
use crate::outcome::{Failure, Verdict};
use crate::source::text_argument;
use crate::streams::{Output, flushed};
use crate::style::Palette;
use crate::{advice, json, sexp, streams, tree};

/// Takes the text apart and shows the tree and the advice, or the error.
pub(crate) fn run(arguments: &ParseArguments) -> Result<Verdict, Failure> {
    Policy::refuse(false, &arguments.deny, arguments.rule)?;
    run_on(arguments, &text_argument(&arguments.text)?)
}

fn run_on(arguments: &ParseArguments, text: &[u8]) -> Result<Verdict, Failure> {
    let result = parse_in_detail(arguments.rule, text, arguments.detail.into());
    // Nested lists have no place for it.
    let shows_advice = !arguments.no_advice && arguments.format != TreeFormat::Sexp;
    let policy = Policy::new(shows_advice, &arguments.deny, arguments.rule);
    let advice = policy.on(result.as_ref().ok());
    match (arguments.format, &result) {
        (TreeFormat::Json, _) => write_json(arguments, text, &result, &advice)?,
        (_, Err(error)) => writeln!(
            streams::error(),
            "{}",
            render_for_error(&rejection(text, error))
        )?,
        (TreeFormat::Tree, Ok(tree)) => {
            flushed(Output::new(), |out| write_tree(out, tree, &advice))?;
            write_denied(tree, &advice)?;
        }
        (TreeFormat::Sexp, Ok(tree)) => {
            flushed(streams::plain_output(), |out| sexp::write(out, tree.root()))?;
            write_denied(tree, &advice)?;
        }
    }
    Ok(Verdict::of(result.is_ok() && !advice.is_denied()))
}

fn write_tree(out: &mut Output, tree: &Tree, advice: &Advice) -> io::Result<()> {
    let palette = out.palette();
    tree::write(out, palette, tree.root())?;
    advice
        .allowed()
        .try_for_each(|finding| advice::write(out, palette, tree.text(), finding, false))
}

/// Says on standard error why a text that is derived is no good all the same.
fn write_denied(tree: &Tree, advice: &Advice) -> io::Result<()> {
    let mut out = BufWriter::new(streams::error());
    advice.denied().try_for_each(|finding| {
        advice::write(&mut out, Palette::COLORED, tree.text(), finding, true)
    })?;
    out.flush()
}

fn write_json(
    arguments: &ParseArguments,
    text: &[u8],
    result: &Result<Tree, SyntaxError>,
    advice: &Advice,
) -> io::Result<()> {
    let result = result.as_ref().map(|tree| Some(tree.root()));
    let advice = Some(advice.findings()).filter(|findings| !findings.is_empty());
    flushed(streams::plain_output(), |out| {
        let record = json::Record::new(None, text, arguments.rule, result);
        json::write(out, &record.with_advice(advice))
    })
}

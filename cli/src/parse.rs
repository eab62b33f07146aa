//! `rfc1738 parse`: one text.

use std::io::{self, Write};

use rfc1738::{SyntaxError, Tree, parse_in_detail};

use crate::arguments::{ParseArguments, TreeFormat};
use crate::diagnostic::{rejection, render_for_error};
use crate::outcome::{Failure, Verdict};
use crate::source::text_argument;
use crate::streams::{Output, flushed};
use crate::{json, sexp, streams, tree};

/// Takes the text apart and shows the tree or the error.
pub(crate) fn run(arguments: &ParseArguments) -> Result<Verdict, Failure> {
    run_on(arguments, &text_argument(&arguments.text)?)
}

fn run_on(arguments: &ParseArguments, text: &[u8]) -> Result<Verdict, Failure> {
    let result = parse_in_detail(arguments.rule, text, arguments.detail.into());
    match (arguments.format, &result) {
        (TreeFormat::Json, _) => write_json(arguments, text, &result)?,
        (_, Err(error)) => writeln!(
            streams::error(),
            "{}",
            render_for_error(&rejection(text, error))
        )?,
        (TreeFormat::Tree, Ok(tree)) => {
            flushed(Output::new(), |out| tree::write(out, tree.root()))?;
        }
        (TreeFormat::Sexp, Ok(tree)) => {
            flushed(streams::plain_output(), |out| sexp::write(out, tree.root()))?;
        }
    }
    Ok(Verdict::of(result.is_ok()))
}

fn write_json(
    arguments: &ParseArguments,
    text: &[u8],
    result: &Result<Tree, SyntaxError>,
) -> io::Result<()> {
    let result = result.as_ref().map(|tree| Some(tree.root()));
    flushed(streams::plain_output(), |out| {
        json::write(out, &json::Record::new(None, text, arguments.rule, result))
    })
}

//! `rfc1738 inspect`: all about one URL.

pub(crate) mod arguments;
mod client;
mod facts;
mod page;
mod record;

use std::io::Write as _;

use rfc1738::Url;

use crate::diagnostic::{rejection, render_for_error};
use crate::json;
use crate::outcome::{Failure, Verdict};
use crate::source::text_argument;
use crate::streams::{self, Output, flushed};
use arguments::{InspectArguments, InspectFormat};

/// Shows the page of the URL, or why the text is none.
pub(crate) fn run(arguments: &InspectArguments) -> Result<Verdict, Failure> {
    let text = text_argument(&arguments.text)?;
    let address = arguments
        .email
        .as_ref()
        .map(|email| email.as_encoded_bytes());
    let result = Url::parse(&*text);
    match (arguments.format, &result) {
        (InspectFormat::Human, Ok(url)) => {
            flushed(Output::new(), |out| page::write(out, url, address))?;
        }
        (InspectFormat::Human, Err(error)) => writeln!(
            streams::error(),
            "{}",
            render_for_error(&rejection(&text, error))
        )?,
        (InspectFormat::Json, Ok(url)) => flushed(streams::plain_output(), |out| {
            json::write(out, &record::Record::new(url, address))
        })?,
        (InspectFormat::Json, Err(error)) => flushed(streams::plain_output(), |out| {
            json::write(
                out,
                &json::Record::new(None, &text, error.rule(), Err(error)),
            )
        })?,
    }
    Ok(Verdict::of(result.is_ok()))
}

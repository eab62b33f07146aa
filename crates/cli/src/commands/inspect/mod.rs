//! `rfc1738 inspect`: all about one URL.

pub(crate) mod arguments;

use rfc1738::Url;
use rfc1738::url::MailAddress;
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::diagnostic::syntax_error::private_rejection;
use rfc1738_views::inspect::client::Choices;
use rfc1738_views::inspect::page;
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::json;

use crate::input::text_argument::{TEXT, TextArgument};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output, write_diagnostic};
use arguments::{InspectArguments, InspectFormat};

/// Parses the URL and shows all about it, or its error.
pub(crate) fn run(arguments: &InspectArguments) -> Result<Verdict, Failure> {
    let text = TextArgument::read(&arguments.text, false, TEXT)?;
    let text = text.without_line_end();
    let email = arguments.email.as_ref();
    let address = email.map(|email| MailAddress::new(email.as_encoded_bytes()));
    let refused = |error| Failure::WrongUse(format!("--email: {error}"));
    let choices = Choices {
        address: address.transpose().map_err(refused)?,
        decodes_delimiters: arguments.decode_delimiters,
    };
    let result = Url::parse(text);
    match (arguments.format, &result) {
        (InspectFormat::Human, Ok(url)) => flushed(Output::new(), |out| {
            let palette = out.palette();
            page::write(out, palette, url, choices)
        })?,
        (InspectFormat::Human, Err(error)) => write_diagnostic(&private_rejection(text, error))?,
        (InspectFormat::Json, Ok(url)) => flushed(plain_output(), |out| {
            json::write(out, &InspectionRecord::new(url, choices))
        })?,
        (InspectFormat::Json, Err(error)) => flushed(plain_output(), |out| {
            let record = CheckRecord::new(text, error.rule(), Err(error));
            json::write(out, &record)
        })?,
    }
    Ok(Verdict::of(result.is_ok()))
}

//! `rfc1738 inspect`: all about one URL.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use rfc1738::Url;
use rfc1738::url::MailAddress;
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::diagnostic::syntax_error::private_rejection;
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::inspect::{Choices, page};
use rfc1738_views::json;

use crate::arguments::EXIT_STATUS;
use crate::input::text_argument::{TEXT, TextArgument};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output, write_diagnostic};

const HELP: &str = "\
Formats:
  human  A page: the components and what they stand for, what a client does,
         advice, and the normal form. Unprintable characters are escaped.
  json   One object on one line: {\"input\":…,\"scheme\":…,\"rule\":…,
         \"components\":[{\"name\":…,\"start\":…,\"end\":…,\"raw\":…,\"decoded\":…}],
         \"port\":…,\"client\":[…],\"advice\":[…],\"normal\":…,\"item_type\":…,
         \"password_source\":…,\"refused\":[{\"delimiter\":…,\"component\":…,
         \"start\":…,\"end\":…,\"section\":…,\"message\":…}]}. \"port\" is the one to
         connect to. \"client\" is what a client sends, in order, where the RFC
         specifies it: for ftp and gopher. It is empty if \"refused\" is not.
         \"item_type\" is that of a gopher item, 1 if the URL names none.
         \"password_source\" is \"url\", \"user\" (the client asks) or \"address\" (the
         e-mail address), for ftp. A path has \"segments\" too, each decoded. Bytes
         are text if they are UTF-8, and {\"hex\":…} otherwise. A text that is no
         URL gets the object of `parse`.

A URL can embed delimiters of the protocol, such as %0D%0A, which simulate
another command once they are decoded (Section 6). They are shown, and nothing
is sent, unless you ask for it with --decode-delimiters.

Examples:
  rfc1738 inspect 'ftp://my%40me@host.dom/%2Fetc/motd;type=i'
  rfc1738 inspect --email me@here.dom ftp://ds.internic.net/rfc/rfc1738.txt
  rfc1738 inspect --format json 'gopher://h/7find%09words'";

/// The arguments of `inspect`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct InspectArguments {
    /// The e-mail address to give as the password of anonymous FTP
    #[arg(long, value_name = "ADDRESS")]
    email: Option<OsString>,

    /// Show what a client sends if it decodes delimiters of the protocol
    #[arg(long)]
    decode_delimiters: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: InspectFormat,

    /// The URL; - reads standard input, without its last line end
    text: OsString,
}

/// The output format of `inspect`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum InspectFormat {
    /// A page, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}

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

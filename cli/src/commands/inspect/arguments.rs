//! The arguments of `inspect`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::arguments::exit_status::EXIT_STATUS;

const HELP: &str = "\
Formats:
  human  A page: the components with what they stand for, what a client does,
         and the normal form. What does not print is escaped.
  json   One object on one line: {\"input\":…,\"scheme\":…,\"rule\":…,
         \"components\":[{\"name\":…,\"start\":…,\"end\":…,\"raw\":…,\"decoded\":…}],
         \"port\":…,\"client\":[…],\"advice\":[…],\"normal\":…}. \"port\" is the one
         to connect to; \"client\" is what goes over the wire, in order, where
         the RFC says it: for ftp and gopher. Octets are text where they are UTF-8, and {\"hex\":…} elsewhere.
         A text that is no URL is the object that `parse` gives.

Examples:
  rfc1738 inspect 'ftp://my%40me@host.dom/%2Fetc/motd;type=i'
  rfc1738 inspect --email me@here.dom ftp://ds.internic.net/rfc/rfc1738.txt
  rfc1738 inspect --format json 'gopher://h/7find%09words'";

/// The arguments of `inspect`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct InspectArguments {
    /// The e-mail address that anonymous FTP gives for a password
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) email: Option<OsString>,

    /// How to show it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: InspectFormat,

    /// The URL; - for all of standard input without the line end that closes it
    pub(crate) text: OsString,
}

/// How `inspect` shows a URL.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectFormat {
    /// A page, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}

//! The arguments of `inspect`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::arguments::exit_status::EXIT_STATUS;

const HELP: &str = "\
Formats:
  human  A page: the components and what they stand for, what a client does,
         advice, and the normal form. Unprintable characters are escaped.
  json   One object on one line: {\"input\":…,\"scheme\":…,\"rule\":…,
         \"components\":[{\"name\":…,\"start\":…,\"end\":…,\"raw\":…,\"decoded\":…}],
         \"port\":…,\"client\":[…],\"advice\":[…],\"normal\":…}. \"port\" is the one to
         connect to. \"client\" is what a client sends, in order, where the RFC
         specifies it: for ftp and gopher. Bytes are text if they are UTF-8, and
         {\"hex\":…} otherwise. A text that is no URL gets the object of `parse`.

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
    pub(crate) email: Option<OsString>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: InspectFormat,

    /// The URL; - reads standard input, without its last line end
    pub(crate) text: OsString,
}

/// The output format of `inspect`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum InspectFormat {
    /// A page, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}

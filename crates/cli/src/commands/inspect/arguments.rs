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
    pub(crate) email: Option<OsString>,

    /// Show what a client sends if it decodes delimiters of the protocol
    #[arg(long)]
    pub(crate) decode_delimiters: bool,

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

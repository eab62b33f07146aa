//! What the logs of all commands in SARIF 2.1.0 have in common, the format of OASIS for the results of static
//! analysis.
//!
//! Invariant: an object has the properties that the schema requires. Only those that a command can fill are
//! written.

use std::path::Path;

use rfc1738::{CharacterSet, encode};
use serde::Serialize;

/// The characters of a path that a URI need not encode.
const LITERAL: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";

/// The address of the schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns the log of one run of the command.
pub(crate) fn log<R>(
    rules: Vec<Rule<'_>>,
    is_successful: bool,
    notifications: Vec<Notification>,
    results: Vec<R>,
) -> Log<'_, R> {
    Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "rfc1738",
                    version: env!("CARGO_PKG_VERSION"),
                    information_uri: env!("CARGO_PKG_REPOSITORY"),
                    rules,
                },
            },
            invocations: [Invocation {
                execution_successful: is_successful,
                notifications,
            }],
            results,
        }],
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Log<'a, R> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a, R>; 1],
}

#[derive(Debug, Serialize)]
struct Run<'a, R> {
    tool: Tool<'a>,
    invocations: [Invocation; 1],
    results: Vec<R>,
}

#[derive(Debug, Serialize)]
struct Tool<'a> {
    driver: Driver<'a>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver<'a> {
    name: &'static str,
    version: &'static str,
    information_uri: &'static str,
    rules: Vec<Rule<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Rule<'a> {
    id: &'a str,
    short_description: Message,
}

#[derive(Debug, Serialize)]
pub(crate) struct Message {
    text: String,
}

impl Message {
    pub(crate) fn new(text: String) -> Self {
        Self { text }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(rename = "toolExecutionNotifications")]
    notifications: Vec<Notification>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Notification {
    level: &'static str,
    message: Message,
}

/// Where a result is: in a file, in a production, or in both. `R` is a region of a file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Location<'a, R> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) physical_location: Option<PhysicalLocation<R>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) logical_locations: Option<[LogicalLocation<'a>; 1]>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PhysicalLocation<R> {
    pub(crate) artifact_location: ArtifactLocation,
    pub(crate) region: R,
}

#[derive(Debug, Serialize)]
pub(crate) struct ArtifactLocation {
    pub(crate) uri: String,
}

/// The production, which has a name and no file in any case.
#[derive(Debug, Serialize)]
pub(crate) struct LogicalLocation<'a> {
    pub(crate) name: &'a str,
}

impl<'a> Rule<'a> {
    pub(crate) fn named(id: &'a str, text: String) -> Self {
        Self {
            id,
            short_description: Message { text },
        }
    }
}

impl Notification {
    pub(crate) fn new(level: &'static str, text: String) -> Self {
        let message = Message::new(text);
        Self { level, message }
    }
}

/// Returns the path as a reference of RFC 3986: a relative one for a relative path.
///
/// ```
/// use std::path::Path;
/// use rfc1738_views::sarif::uri;
///
/// assert_eq!(uri(Path::new("my grammars/a.abnf")), "my%20grammars/a.abnf");
/// # #[cfg(unix)]
/// assert_eq!(uri(Path::new("/etc/a.abnf")), "file:///etc/a.abnf");
/// ```
#[must_use]
pub fn uri(path: &Path) -> String {
    let octets = path.as_os_str().as_encoded_bytes();
    let start = match octets {
        _ if !path.is_absolute() => "",
        [b'/', ..] => "file://",
        _ => "file:///",
    };
    let with_slashes = octets.iter().map(|&octet| match octet {
        b'\\' if cfg!(windows) => b'/',
        octet => octet,
    });
    let octets: Vec<u8> = with_slashes.collect();
    format!("{start}{}", encode(&octets, CharacterSet::of(LITERAL)))
}

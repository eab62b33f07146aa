//! Annotations in SARIF 2.1.0, the format of OASIS for the results of static analysis.
//!
//! Invariant: an object has the properties that the schema requires. Only those that a command can fill are
//! written.

use std::io;
use std::path::Path;

use rfc1738::{CharacterSet, encode};
use rfcbnf::fixes::Fix;
use rfcbnf::syntax::Span;

use crate::annotation::{Annotation, Level, Region};
use crate::json::{self, Object};

/// The characters of a path that a URI need not encode.
const LITERAL: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";

/// The address of the schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What a run of the command found.
pub(crate) struct SarifReport<'a> {
    /// The names of what can be wrong, each with what it means.
    pub(crate) rules: Vec<(&'a str, String)>,
    pub(crate) is_successful: bool,
    /// What went wrong with the run itself.
    pub(crate) of_run: Vec<(Level, String)>,
    pub(crate) annotations: Vec<Annotation<'a>>,
}

/// Writes the log of one run of the command on one line: a result for each annotation.
pub(crate) fn write(out: &mut impl io::Write, report: SarifReport<'_>) -> io::Result<()> {
    let rules = report.rules.into_iter();
    let rules = rules.map(|(id, text)| {
        let rule = Object::new().with("id", id);
        rule.with("shortDescription", message(&text))
    });
    let notifications = report.of_run.iter().map(|(level, text)| {
        let notification = Object::new().with("level", name(*level));
        notification.with("message", message(text))
    });
    let driver = Object::new()
        .with("name", "rfc1738")
        .with("version", env!("CARGO_PKG_VERSION"))
        .with("informationUri", env!("CARGO_PKG_REPOSITORY"))
        .with("rules", rules.collect::<Vec<_>>());
    let invocation = Object::new()
        .with("executionSuccessful", report.is_successful)
        .with(
            "toolExecutionNotifications",
            notifications.collect::<Vec<_>>(),
        );
    let results: Vec<Object> = report.annotations.iter().map(result).collect();
    let run = Object::new()
        .with("tool", Object::new().with("driver", driver))
        .with("invocations", [invocation])
        .with("results", results);
    let log = Object::new()
        .with("$schema", SCHEMA)
        .with("version", "2.1.0")
        .with("runs", [run]);
    json::write(out, &log)
}

fn name(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    }
}

fn message(text: &str) -> Object {
    Object::new().with("text", text)
}

fn result(annotation: &Annotation<'_>) -> Object {
    let (id, index) = annotation.rule;
    let place = annotation.place.as_ref();
    let file = place.map(|(file, _)| *file);
    // Where it is: in a file, in a production, or in both.
    let production = annotation.production;
    let location = Object::new()
        .with_some(
            "physicalLocation",
            place.map(|(file, region)| physical(file, region)),
        )
        .with_some(
            "logicalLocations",
            production.map(|name| [Object::new().with("name", name)]),
        );
    let related = file.into_iter().flat_map(|file| {
        let related = annotation.related.iter();
        related.map(move |(region, remark)| {
            let location = Object::new().with("physicalLocation", physical(file, region));
            location.with("message", message(remark))
        })
    });
    let related: Vec<Object> = related.collect();
    let fix = file.zip(annotation.fix).map(|(file, it)| [fix(file, it)]);
    // The number in the name changes if the ids of causes do.
    let fingerprint = annotation.fingerprint;
    let fingerprint = fingerprint.map(|id| Object::new().with("causeId/v1", id));
    // The baseline is external to the grammar.
    let suppression = annotation.accepted.map(|reason| {
        let suppression = Object::new().with("kind", "external");
        [suppression.with("justification", reason)]
    });
    Object::new()
        .with("ruleId", id)
        .with("ruleIndex", index)
        .with("level", name(annotation.level))
        .with("message", message(&annotation.message))
        .with("locations", [location])
        .with_some("relatedLocations", (!related.is_empty()).then_some(related))
        .with_some("fixes", fix)
        .with_some("partialFingerprints", fingerprint)
        .with_some("suppressions", suppression)
}

fn artifact(file: &Path) -> Object {
    Object::new().with("uri", uri(file))
}

fn physical(file: &Path, region: &Region) -> Object {
    let (first, last) = region.lines;
    let within = region.within.as_ref();
    let region = Object::new()
        .with("startLine", first)
        .with_some("startColumn", within.map(|((start, _), _)| start))
        .with("endLine", last)
        .with_some("endColumn", within.map(|((_, end), _)| end));
    let location = Object::new().with("artifactLocation", artifact(file));
    location.with("region", in_octets(region, within.map(|(_, span)| span)))
}

/// Adds the octets of a region, if they are known.
fn in_octets(region: Object, span: Option<&Span>) -> Object {
    region
        .with_some("byteOffset", span.map(|span| span.start))
        .with_some("byteLength", span.map(Span::len))
}

fn fix(file: &Path, fix: &Fix) -> Object {
    let replacements = fix.changes().iter().map(|(span, text)| {
        let replacement = Object::new();
        replacement
            .with("deletedRegion", in_octets(Object::new(), Some(span)))
            .with("insertedContent", message(text))
    });
    let change = Object::new()
        .with("artifactLocation", artifact(file))
        .with("replacements", replacements.collect::<Vec<_>>());
    Object::new()
        .with("description", message(fix.description()))
        .with("artifactChanges", [change])
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

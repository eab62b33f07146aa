//! Grammars of RFCs that are right have no suspicious findings, except for those that are listed here with their
//! reason: what is true of the grammar, and no mistake of the file.

use rfcbnf::analysis::{FindingGroup, analyse_to_depth};
use rfcbnf::library;
use rfcbnf::syntax::Grammar;

/// The kind and the production of each finding.
type Listed = &'static [(&'static str, &'static str)];

macro_rules! right {
    ($name:literal, $listed:expr) => {
        (
            $name,
            include_str!(concat!("../grammars/right/", $name)),
            &$listed,
        )
    };
}

/// Grammars whose first lines say where they are from.
const FILES: [(&str, &str, Listed); 19] = [
    right!("rfc1459.bnf", []),
    right!("rfc2397.abnf", []),
    right!("rfc4122.abnf", []),
    right!("rfc4151.abnf", []),
    // The last line end is that of the last record, or one that ends the file.
    right!(
        "rfc4180.abnf",
        [("ambiguity", "file"), ("ambiguity", "file")]
    ),
    right!("rfc4514.abnf", []),
    // `-` is a name too, if nobody says that it is none.
    right!(
        "rfc5424.abnf",
        [
            ("ambiguity", "HOSTNAME"),
            ("ambiguity", "APP-NAME"),
            ("ambiguity", "PROCID"),
            ("ambiguity", "MSGID")
        ]
    ),
    // Known parameters look like others.
    right!(
        "rfc5870.abnf",
        [
            ("ambiguity", "p"),
            ("ambiguity", "p"),
            ("ambiguity", "crslabel")
        ]
    ),
    right!("rfc6454.abnf", []),
    right!("rfc6570.abnf", []),
    right!("rfc6797.abnf", []),
    right!("rfc6901.abnf", []),
    right!("rfc6920.abnf", []),
    right!("rfc7239.abnf", []),
    right!("rfc7468.abnf", []),
    // `?` can be within a component, so what begins the second one can be in the first.
    right!("rfc8141.abnf", [("ambiguity", "rq-components")]),
    // White space is both around values and around the signs between them.
    right!("rfc8259.abnf", [("ambiguity", "JSON-text")]),
    // White space can be around what is empty.
    right!("rfc8288.abnf", [("ambiguity", "Link")]),
    // Three starts.
    right!("rfc8941.abnf", [("unreferenced-production", "sf-list")]),
];

fn compare(name: &str, grammar: &Grammar, listed: Listed) {
    let analysis = analyse_to_depth(grammar, 2).without_imported(grammar);
    let findings = analysis.findings().iter();
    let findings = findings.filter(|one| one.kind().group() == FindingGroup::Suspicious);
    let found: Vec<_> = findings
        .map(|one| (one.kind().id(), one.production()))
        .collect();
    assert_eq!(found, listed, "{name}");
}

/// The suspicious findings of grammars as RFCs print them. The other grammars of the library are ambiguous in many
/// places: obsolete forms of mail contain the present ones, and names of extensions the known names.
const LIBRARY: [(&str, Listed); 11] = [
    ("rfc1034", &[]),
    ("rfc3339", &[]),
    ("rfc3629", &[]),
    (
        "rfc3986",
        &[
            // Starts and lists for other documents.
            ("unreferenced-production", "absolute-URI"),
            // `1.2.3.4` is a name too; Section 3.2.2 says that the first match counts.
            ("ambiguity", "host"),
            // Five forms with texts in common, for prose that tells them apart.
            ("unreferenced-production", "path"),
            ("shadowed-alternative", "path"),
            ("ambiguity", "path"),
            ("shadowed-alternative", "path"),
            ("unreferenced-production", "reserved"),
        ],
    ),
    (
        "rfc3987",
        &[
            // As in RFC 3986.
            ("unreferenced-production", "absolute-IRI"),
            ("ambiguity", "ihost"),
            ("unreferenced-production", "ipath"),
            ("shadowed-alternative", "ipath"),
            ("ambiguity", "ipath"),
            ("shadowed-alternative", "ipath"),
        ],
    ),
    // Two starts.
    ("rfc4288", &[("unreferenced-production", "subtype-name")]),
    (
        "rfc4647",
        &[("unreferenced-production", "extended-language-range")],
    ),
    // Some grandfathered tags look like others.
    ("rfc5646", &[("ambiguity", "Language-Tag")]),
    // It adds to a production of RFC 5321 that is prose there.
    ("rfc6531", &[("unreferenced-production", "esmtp-value")]),
    // Field values: starts.
    (
        "rfc9111",
        &[
            ("unreferenced-production", "Age"),
            ("unreferenced-production", "Cache-Control"),
        ],
    ),
    (
        "rfc9112",
        &[
            ("unreferenced-production", "Transfer-Encoding"),
            ("unreferenced-production", "chunked-body"),
            // `0` with zeros before it is `last-chunk`, and not a chunk without data.
            ("ambiguity", "chunked-body"),
            // White space around a value that can be empty.
            ("ambiguity", "field-line"),
            ("unreferenced-production", "obs-fold"),
            // The form depends on the method.
            ("ambiguity", "request-target"),
        ],
    ),
];

#[test]
fn right_grammars_have_no_suspicious_findings_but_the_listed_ones() {
    for (name, listed) in LIBRARY {
        let found = library::find(name).expect("it is in the library");
        let grammar = found.with_imports().expect("they can be joined").grammar;
        compare(name, &grammar, listed);
    }
    for (name, text, listed) in FILES {
        let grammar = rfcbnf::read(text).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        compare(name, &grammar, listed);
    }
}

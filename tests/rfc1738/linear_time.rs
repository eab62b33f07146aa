//! Tests that parsing takes linear time.
//!
//! They count the steps of the engine and of its collectors while the library's own functions run,
//! so they find slow collectors as well as slow parsers.

use rfc1738::{Detail, Rule, Url, is_valid, parse_in_detail, trace};
use rfcbnf_engine::{diagnose, steps};

use crate::extent::few_or_many;

/// A function of the library that runs a parser.
struct Path {
    name: &'static str,
    /// The bound on the steps per octet, just above the most that a text of this module takes.
    /// Parsing a production once more exceeds it.
    most_steps: usize,
    parse: fn(Rule, &str),
}

const PATHS: [Path; 6] = [
    Path {
        name: "verdict",
        most_steps: 4,
        parse: |rule, text| {
            is_valid(rule, text);
        },
    },
    Path {
        name: "tree",
        most_steps: 70,
        parse: |rule, text| {
            let read = parse_in_detail(rule, text, Detail::Rules);
            read.map_or_else(|error| error.offset(), |tree| tree.root().span().end);
        },
    },
    Path {
        name: "tree with characters",
        most_steps: 76,
        parse: |rule, text| {
            let read = parse_in_detail(rule, text, Detail::Characters);
            read.map_or_else(|error| error.offset(), |tree| tree.root().span().end);
        },
    },
    Path {
        name: "error",
        most_steps: 60,
        parse: |rule, text| {
            diagnose(rule, text.as_bytes());
        },
    },
    Path {
        name: "trace",
        most_steps: 60,
        parse: |rule, text| {
            trace(rule, text, Detail::Rules);
        },
    },
    Path {
        name: "typed URL",
        most_steps: 70,
        parse: |rule, text| {
            if rule == Rule::Url {
                Url::parse(text).map_or_else(|error| error.offset(), |url| url.as_str().len());
            }
        },
    },
];

/// Prefixes of the texts: the empty one, so that the production begins with the run, and prefixes
/// of URLs that a long run can follow.
const BEGINNINGS: [&str; 19] = [
    "",
    "a",
    "1.2.",
    "//",
    "//h/",
    "http://",
    "http://h/",
    "http://h/a?",
    "ftp://",
    "ftp://h/",
    "news:",
    "nntp://h/",
    "gopher://h/1",
    "mailto:",
    "wais://h/",
    "file://",
    "prospero://h/",
    "x:",
    "x://",
];

/// Repeated texts, chosen because several parts of the grammar match them.
const RUNS: [&str; 17] = [
    "a", "1", ".", "-", "/", ":", ";", "@", "=", "?", "a.", "1.", "a-", "%09", "%41", ";a=b", "a:",
];

/// Ends of the texts: the empty one, and characters that most productions reject.
const ENDS: [&str; 3] = ["", "@", "\""];

#[test]
fn the_number_of_steps_grows_no_faster_than_the_text() {
    const SHORT: usize = 150;
    // Each production has its own part of the shapes.
    let every = few_or_many(13, 1);
    for rule in Rule::ALL {
        for (begin, run, end) in shapes().skip(rule as usize % every).step_by(every) {
            let text = |runs| format!("{begin}{}{end}", run.repeat(runs));
            let (short, long) = (text(SHORT), text(4 * SHORT));
            for Path { name, parse, .. } in PATHS {
                let few = steps::of(|| parse(rule, &short));
                let many = steps::of(|| parse(rule, &long));
                assert!(
                    many <= 4 * few + SHORT,
                    "{name} of {}: {begin:?}, then {run:?} repeated, then {end:?}: {few} steps, \
                     but {many} for four times the length",
                    rule.name()
                );
            }
        }
    }
}

#[test]
fn the_number_of_steps_for_each_octet_is_limited() {
    for (begin, run, end) in shapes() {
        let text = format!("{begin}{}{end}", run.repeat(200));
        for Path {
            name,
            most_steps,
            parse,
        } in PATHS
        {
            let steps = steps::of(|| parse(Rule::Url, &text));
            assert!(
                steps <= most_steps * text.len(),
                "{name} of {begin}{run}{end}: {steps} steps for {} octets",
                text.len()
            );
        }
    }
}

fn shapes() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    BEGINNINGS.into_iter().flat_map(|begin| {
        let ends = move |run| ENDS.map(move |end| (begin, run, end));
        RUNS.into_iter().flat_map(ends)
    })
}

#[test]
fn an_error_reads_its_text_when_it_is_asked() {
    let text = format!("http://h/{} ", "a".repeat(1_000));
    let mut error = None;
    let made = steps::of(|| error = Url::parse(&text).err());
    let error = error.expect("the text ends with a space");
    let asked = steps::of(|| assert_eq!(error.offset(), text.len() - 1));
    let again = steps::of(|| assert_eq!(error.expected_list(), "xchar or end of text"));
    assert!(asked >= text.len() - 1, "{asked}");
    assert!(made < 2 * text.len(), "{made}");
    assert_eq!(again, 0);
}

//! The beginning of the page about a run: what was tested, and a table of the causes.

use std::fmt::{self, Write};

use crate::conformance::markup::{escaped, link, markup};
use crate::conformance::rows::Row;
use crate::conformance::run_result::RunResult;
use crate::conformance::tested::Tested;
use crate::production::CheckedProduction;

/// Writes the command, the production, the grammar, the number of texts, and the version of this program.
/// `has_diagram` says that the page has a diagram of the production.
pub(super) fn write_tested(
    out: &mut String,
    tested: Tested<'_>,
    result: RunResult<'_, impl CheckedProduction>,
    has_diagram: bool,
) -> fmt::Result {
    let rule = result.tally.rule().to_string();
    let production = if has_diagram {
        link(&tested.grammar.grammar, &rule)
    } else {
        escaped(&rule)
    };
    let texts = result.size.texts;
    let suite = match (result.quick, result.extra_states) {
        (true, _) => "a quick suite".to_owned(),
        (false, 0) => "a suite without extra states".to_owned(),
        (false, 1) => "a suite with 1 extra state".to_owned(),
        (false, states) => format!("a suite with {states} extra states"),
    };
    let search = match result.explanation {
        Some(explanation) => format!(", and {} of the search for causes", explanation.questions),
        None => String::new(),
    };
    writeln!(out, "<dl class=\"tested\">")?;
    for (term, value) in [
        (
            "Command",
            format!("<code>{}</code>", markup(tested.command_line)),
        ),
        ("Production", format!("<code>{production}</code>")),
        ("Grammar", escaped(tested.grammar.title())),
        ("Texts", format!("{texts} of {suite}{search}")),
        (
            "Tested by",
            concat!("rfc1738 ", env!("CARGO_PKG_VERSION")).to_owned(),
        ),
    ] {
        writeln!(out, "<dt>{term}</dt><dd>{value}</dd>")?;
    }
    writeln!(out, "</dl>")
}

/// Writes a table of the causes and groups, each with its sentence and a link to what the page says about
/// it.
pub(super) fn write_rows<'a>(
    out: &mut String,
    rows: &[Row<'a>],
    sentence: impl Fn(Row<'a>) -> String,
) -> fmt::Result {
    writeln!(
        out,
        "<table class=\"causes\">\n<tr><th>texts</th><th>cause</th><th>id</th><th>baseline</th></tr>"
    )?;
    for row in rows {
        let accepted = match row.accepted() {
            Some(_) => "accepted",
            None => "new",
        };
        writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{accepted}</td></tr>",
            row.texts(),
            markup(&sentence(*row)),
            reference(row.id())
        )?;
    }
    writeln!(out, "</table>")
}

/// Writes the place that links to a cause or a group lead to. No production has its id as a name: an id
/// has a slash.
pub(super) fn write_anchor(out: &mut String, id: &str) -> fmt::Result {
    writeln!(out, "<div class=\"anchor\" id=\"{}\"></div>", escaped(id))
}

/// Returns a link to a cause or a group.
pub(super) fn reference(id: &str) -> String {
    // A fragment is decoded before it is looked up.
    let fragment = escaped(&id.replace('%', "%25"));
    format!("<a href=\"#{fragment}\"><code>{}</code></a>", escaped(id))
}

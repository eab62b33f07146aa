//! The section of `--report html` about the causes of crashes or of hangs.

use std::fmt::{self, Write};

use rfcbnf::syntax::Grammar;

use crate::conformance::causes::{NamedCause, NamedGroup};
use crate::conformance::markup::{
    cut, escaped, in_capitals, link, markup, texts, witness, write_examples, write_opening,
    write_reason,
};
use crate::conformance::overview::{write_anchor, write_rows};
use crate::conformance::reactions::sentence::{conclusion, expression, of_cause, of_group, of_row};
use crate::conformance::reactions::{Reaction, ReactionCauses};
use crate::conformance::rows::{Row, rows};

/// The greatest length of a regular expression.
const EXPRESSION: usize = 4_000;

/// The most bytes shown of a text.
const TEXT: usize = 200;

/// Writes a section about the causes of the reaction.
pub(in crate::conformance) fn write(
    out: &mut String,
    grammar: &Grammar,
    causes: &ReactionCauses,
) -> fmt::Result {
    let ReactionCauses {
        reaction,
        explanation,
    } = causes;
    let heading = in_capitals(&reaction.words().heading);
    let message = in_capitals(&markup(&conclusion(causes)));
    writeln!(
        out,
        "<section>\n<h2>{heading}</h2>\n<p class=\"conclusion\">{message}.</p>"
    )?;
    let rows = rows(explanation);
    if !rows.is_empty() {
        write_rows(out, &rows, |row| of_row(*reaction, row))?;
    }
    for row in rows {
        write_anchor(out, row.id())?;
        match row {
            Row::Cause(cause) => write_cause(out, grammar, *reaction, cause)?,
            Row::Group(group) => write_group(out, *reaction, group)?,
        }
    }
    for vanished in &explanation.vanished {
        let (id, reason) = (escaped(&vanished.id), escaped(&vanished.reason));
        writeln!(out, "<p>No longer found: <code>{id}</code> {reason}</p>")?;
    }
    writeln!(out, "</section>")
}

fn write_cause(
    out: &mut String,
    grammar: &Grammar,
    reaction: Reaction,
    named: &NamedCause,
) -> fmt::Result {
    let cause = &named.cause;
    let sentence = markup(&of_cause(reaction, cause));
    let (texts, id) = (texts(cause.texts), escaped(&named.id));
    write_opening(out, &sentence, named.accepted.as_deref())?;
    writeln!(
        out,
        "<p class=\"facts\">{texts} · <code>{id}</code> · production {}</p>",
        link(grammar, &cause.production)
    )?;
    write_reason(out, named.accepted.as_deref())?;
    writeln!(out, "<pre class=\"witness\">{}</pre>", witness(cause))?;
    write_examples(out, &cause.examples)?;
    if let Some(texts) = expression(cause, EXPRESSION) {
        let part = escaped(&cause.part);
        let verb = reaction.words().before_text;
        let texts = escaped(&texts);
        writeln!(
            out,
            "<dl>\n<dt>As <code>{part}</code>, the parser {verb}</dt>\n<dd><code>{texts}</code></dd>\n</dl>"
        )?;
    }
    writeln!(out, "</article>")
}

fn write_group(out: &mut String, reaction: Reaction, named: &NamedGroup) -> fmt::Result {
    let group = &named.group;
    let sentence = markup(&of_group(reaction, group));
    let (texts, id) = (texts(group.texts), escaped(&named.id));
    write_opening(out, &sentence, named.accepted.as_deref())?;
    writeln!(out, "<p class=\"facts\">{texts} · <code>{id}</code></p>")?;
    write_reason(out, named.accepted.as_deref())?;
    writeln!(out, "<pre>{}</pre>", cut(&group.witness, TEXT))?;
    write_examples(out, &group.examples)?;
    writeln!(out, "</article>")
}

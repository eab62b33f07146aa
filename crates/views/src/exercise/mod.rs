//! Exercises: what is known of an answer, whether an exercise is ready, and tables of hand-ins.
//!
//! ```
//! use rfc1738_views::exercise;
//! use rfc1738_views::palette::Palette;
//! use rfcbnf::exercise::Exercise;
//!
//! let exercise = Exercise {
//!     title: "Brackets".to_owned(),
//!     solution: "s = *( \"(\" s \")\" )\n".to_owned(),
//!     ..Exercise::default()
//! };
//! let mut out = Vec::new();
//! exercise::write_answer(&mut out, Palette::PLAIN, &exercise.answer("s = \"(\" s \")\" / \"\"\n", None))?;
//! assert_eq!(String::from_utf8(out)?, "\
//! ✗ the same language: no, it misses \"()()\"
//!   yours goes as far as offset 2 and expects end of text
//! not solved
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod grades;
#[cfg(feature = "packed")]
pub mod packed;
pub mod record;

use std::io::{self, Write};

use rfcbnf::derivations::DerivationTree;
use rfcbnf::exercise::{Answer, Check, Derived, Evidence, Finding, Missed, Outcome, Verdict};
use rfcbnf_engine::escape::Escaped;

use crate::palette::Palette;
use crate::tree::text;

/// The most trees that are shown of one finding.
const TREES: usize = 2;

/// Writes each condition with what is known of it, the trees that show it, and whether the exercise is solved.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_answer(out: &mut impl Write, palette: Palette, answer: &Answer) -> io::Result<()> {
    for finding in &answer.findings {
        write_finding(out, palette, finding)?;
    }
    writeln!(out, "{}", outcome(answer.outcome()))
}

/// Writes whether an exercise is ready, and if not, why.
///
/// # Errors
///
/// Fails if the output does.
pub fn write_check(
    out: &mut impl Write,
    palette: Palette,
    title: &str,
    check: &Check,
) -> io::Result<()> {
    let problems = check.problems();
    let (style, word) = if problems.is_empty() {
        (palette.note, "ready")
    } else {
        (palette.error, "not ready")
    };
    let (name, title) = (palette.name, Escaped(title.as_bytes()));
    writeln!(out, "{name}{title}{name:#}: {style}{word}{style:#}")?;
    for problem in problems {
        writeln!(out, "  {problem}")?;
    }
    Ok(())
}

/// Says whether an exercise is solved.
pub(crate) fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Solved => "solved".to_owned(),
        Outcome::UpTo { length } => format!("solved, as far as texts up to {length} octets show"),
        Outcome::Undecided => "undecided".to_owned(),
        Outcome::Wrong => "not solved".to_owned(),
    }
}

fn write_finding(out: &mut impl Write, palette: Palette, finding: &Finding) -> io::Result<()> {
    let (style, mark) = match finding.verdict {
        Verdict::Proved(_) => (palette.note, "✓"),
        Verdict::Refuted(_) => (palette.error, "✗"),
        Verdict::UpTo { .. } => (palette.note, "~"),
        Verdict::Undecided(_) => (palette.warning, "?"),
    };
    writeln!(out, "{style}{mark}{style:#} {finding}")?;
    let Verdict::Refuted(evidence) = &finding.verdict else {
        return Ok(());
    };
    match evidence {
        Evidence::Differs {
            misses, derives, ..
        } => {
            misses.iter().try_for_each(|one| write_missed(out, one))?;
            derives
                .iter()
                .try_for_each(|one| write_derived(out, palette, one))
        }
        Evidence::Missed(missed) => write_missed(out, missed),
        Evidence::Derived(derived) => write_derived(out, palette, derived),
        Evidence::Trees { trees, .. } => trees
            .iter()
            .take(TREES)
            .try_for_each(|tree| write_tree(out, palette, tree)),
        Evidence::Errors(_)
        | Evidence::Circle(_)
        | Evidence::Count(_)
        | Evidence::Conflict { .. } => Ok(()),
    }
}

fn write_missed(out: &mut impl Write, missed: &Missed) -> io::Result<()> {
    let Some(offset) = missed.offset else {
        return Ok(());
    };
    let expected = Escaped(missed.expected.as_bytes());
    writeln!(
        out,
        "  yours goes as far as offset {offset} and expects {expected}"
    )
}

fn write_derived(out: &mut impl Write, palette: Palette, derived: &Derived) -> io::Result<()> {
    derived
        .tree
        .iter()
        .try_for_each(|tree| write_tree(out, palette, tree))
}

fn write_tree(out: &mut impl Write, palette: Palette, tree: &DerivationTree) -> io::Result<()> {
    text::write_indented(out, palette, tree.root(), "    ")
}

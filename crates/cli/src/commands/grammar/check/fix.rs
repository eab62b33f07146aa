//! `grammar check --fix` and `--diff`: the fixes of errors, then those of findings, while they help.
//!
//! Invariant: what is written has fewer errors than the file, or no errors and fewer findings. A fix that deletes
//! something is made only if its kind was named.

use std::io::{self, Write as _};

use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfcbnf::Readings;
use rfcbnf::analysis::FindingKind;
use rfcbnf::fixes::{self, Fix};
use rfcbnf_engine::escape::Printable;
use similar::TextDiff;

use super::{Checked, FixedKinds, GrammarCheckArguments};
use crate::input::grammar_files::{read_quietly, with_imports_quietly};
use crate::input::source::Source;
use crate::outcome::Failure;
use crate::output::new_file::replace_file;
use crate::output::streams::{flushed, plain_output, show_remark};

/// The most rounds of fixes. A fix can bring to light what has another one.
const ROUNDS: usize = 20;

/// What the fixes made of a file.
pub(super) struct Fixed {
    /// What is left of its problems.
    pub(super) checked: Checked,
    text: String,
    /// The number of fixes that were made.
    count: usize,
}

/// Fixes the file, and returns what is left of its problems. Fails for standard input.
pub(super) fn fixed(
    source: Source,
    text: &str,
    checked: Checked,
    arguments: &GrammarCheckArguments,
    kinds: &FixedKinds,
) -> Result<Checked, Failure> {
    let Some(path) = checked.path.clone() else {
        let reason = "--fix replaces files, and standard input is none; name a file, or add --diff";
        return Err(Failure::WrongUse(reason.to_owned()));
    };
    let fixed = with_fixes(source, text, checked, arguments, kinds)?;
    if fixed.count > 0 {
        replace_file(&path, fixed.text.as_bytes())?;
    }
    remark(&fixed, "written")?;
    remark_on_deletions(&fixed, arguments, kinds)?;
    Ok(fixed.checked)
}

/// Shows what the fixes would change, and returns whether they would change anything.
pub(super) fn show_diff(
    source: Source,
    text: &str,
    checked: Checked,
    arguments: &GrammarCheckArguments,
    kinds: &FixedKinds,
) -> Result<bool, Failure> {
    let fixed = with_fixes(source, text, checked, arguments, kinds)?;
    let name = &fixed.checked.name;
    let diff = TextDiff::from_lines(text, &fixed.text);
    let mut unified = diff.unified_diff();
    let unified = unified.header(name, name).to_string();
    flushed(plain_output(), |out| {
        let mut lines = unified.split_inclusive('\n');
        lines.try_for_each(|line| {
            let (line, end) = match line.strip_suffix('\n') {
                Some(line) => (line, "\n"),
                None => (line, ""),
            };
            // A tab stays as it is, as in other diffs.
            let parts: Vec<String> = line
                .split('\t')
                .map(|part| Printable(part.as_bytes()).to_string())
                .collect();
            write!(out, "{}{end}", parts.join("\t"))
        })
    })?;
    remark(&fixed, "shown")?;
    remark_on_deletions(&fixed, arguments, kinds)?;
    Ok(fixed.count > 0)
}

/// Makes the fixes of a file, round by round.
fn with_fixes(
    source: Source,
    text: &str,
    mut checked: Checked,
    arguments: &GrammarCheckArguments,
    kinds: &FixedKinds,
) -> Result<Fixed, Failure> {
    let mut text = text.to_owned();
    let mut count = 0;
    for _ in 0..ROUNDS {
        let fixes = fixes_of(&checked, arguments).into_iter();
        let fixes = fixes.filter(|(kind, fix)| kinds.include(kind, fix.deletes(&text)));
        let fixes: Vec<Fix> = fixes.map(|(_, fix)| fix).collect();
        let changed = fixes::apply(&text, &fixes);
        if changed == text {
            break;
        }
        let (name, path, depth) = (checked.name.clone(), checked.path.clone(), arguments.depth);
        let readings = Readings::default();
        let document = read_quietly(source, &changed, &readings, arguments.notation);
        let imports = (&*arguments.imports, &readings);
        let Some(document) = with_imports_quietly(source, document, imports)? else {
            break;
        };
        let after = Checked::new(name, path, document, depth);
        if problems(&after) >= problems(&checked) {
            break;
        }
        count += fixes.len();
        (checked, text) = (after, changed);
    }
    Ok(Fixed {
        checked,
        text,
        count,
    })
}

/// Returns the kind that `--fix` names for findings of a kind.
fn fixed_as(kind: FindingKind) -> &'static str {
    kind.part_of().unwrap_or(kind).id()
}

/// Returns the fixes of the errors, or else those of the findings that are shown, each with the kind of its problem.
fn fixes_of(checked: &Checked, arguments: &GrammarCheckArguments) -> Vec<(&'static str, Fix)> {
    let selection = arguments.selection();
    let document = checked.document.grammar.document.as_ref();
    // In a document, only a fix that can be made there exactly is made.
    let in_file = |fix: &Fix| match document {
        Some(document) => fix.in_document(document),
        None => Some(fix.clone()),
    };
    match &checked.analysis {
        None => {
            let fixes = fixes::of_errors(&checked.document).into_iter();
            let errors = checked.document.errors.iter().flatten();
            let kinds = errors.map(|error| error.kind().id());
            let fixes = kinds.zip(fixes);
            fixes
                .filter_map(|(kind, fix)| Some((kind, in_file(&fix?)?)))
                .collect()
        }
        Some(analysis) => {
            let findings = analysis.findings().iter();
            let shown = findings.filter(|finding| selection.shows(finding.kind()));
            shown
                .filter_map(|one| Some((fixed_as(one.kind()), in_file(one.fix()?)?)))
                .collect()
        }
    }
}

/// Returns the number of errors and that of findings. Findings are unknown while there are errors.
fn problems(checked: &Checked) -> (usize, usize) {
    let errors = checked.document.errors.as_ref();
    let errors = errors.map_or(0, |errors| errors.errors().len());
    let analysis = checked.analysis.as_ref();
    let findings = analysis.map_or(usize::MAX, |one| one.findings().len());
    (errors, findings)
}

fn remark(fixed: &Fixed, done: &str) -> io::Result<()> {
    let count = counted(fixed.count, "fix", "fixes", Palette::COLORED.number);
    show_remark("note", &format!("{}: {count} {done}", fixed.checked.name))
}

/// Says which fixes were left out because they delete, and how to make them.
fn remark_on_deletions(
    fixed: &Fixed,
    arguments: &GrammarCheckArguments,
    kinds: &FixedKinds,
) -> io::Result<()> {
    let all = fixes_of(&fixed.checked, arguments).into_iter();
    let left = all.filter(|(kind, fix)| {
        let deletes = fix.deletes(&fixed.text);
        deletes && !kinds.include(kind, deletes)
    });
    let mut left: Vec<&str> = left.map(|(kind, _)| kind).collect();
    let count = left.len();
    left.sort_unstable();
    left.dedup();
    if left.is_empty() {
        return Ok(());
    }
    let number = Palette::COLORED.number;
    let counted = counted(count, "fix", "fixes", number);
    let (are, delete, them) = match count {
        1 => ("is", "it deletes", "it"),
        _ => ("are", "they delete", "them"),
    };
    let kinds = left.join(",");
    let name = &fixed.checked.name;
    show_remark(
        "note",
        &format!(
            "{name}: {counted} {are} left out, because {delete} text; --diff --fix={kinds} shows {them}, \
             --fix={kinds} makes {them}"
        ),
    )
}

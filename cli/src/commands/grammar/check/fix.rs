//! `grammar check --fix`: the fixes of errors, then those of findings, while they help.
//!
//! Invariant: what is written has fewer errors than the file, or no errors and fewer findings.

use std::io;

use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfcbnf::Readings;
use rfcbnf::fixes::{self, Fix};

use super::Checked;
use super::arguments::GrammarCheckArguments;
use crate::input::grammar_file::read_document;
use crate::input::grammar_files::with_imports;
use crate::input::source::Source;
use crate::outcome::Failure;
use crate::output::new_file::replace_file;
use crate::output::streams::show_remark;

/// The most rounds of fixes. A fix can bring to light what has another one.
const ROUNDS: usize = 20;

/// Fixes the file, and returns what is left of its problems. Fails for standard input.
pub(super) fn fixed(
    source: Source,
    mut text: String,
    mut checked: Checked,
    arguments: &GrammarCheckArguments,
) -> Result<Checked, Failure> {
    let Some(path) = checked.path.clone() else {
        let reason = "--fix replaces files, and standard input is none; name a file";
        return Err(Failure::WrongUse(reason.to_owned()));
    };
    let mut count = 0;
    for _ in 0..ROUNDS {
        let fixes = fixes_of(&checked, arguments);
        let changed = fixes::apply(&text, &fixes);
        if changed == text {
            break;
        }
        let (name, depth) = (checked.name.clone(), arguments.depth);
        let readings = Readings::default();
        let document = read_document(source, &changed, &readings, arguments.notation)?;
        let Some(document) = with_imports(source, document, (&arguments.imports, &readings))?
        else {
            break;
        };
        let after = Checked::new(name, Some(path.clone()), document, depth);
        if problems(&after) >= problems(&checked) {
            break;
        }
        count += fixes.len();
        (checked, text) = (after, changed);
    }
    if count > 0 {
        replace_file(&path, text.as_bytes())?;
    }
    remark(&checked.name, count)?;
    Ok(checked)
}

/// Returns the fixes of the errors, or else those of the findings that are shown.
fn fixes_of(checked: &Checked, arguments: &GrammarCheckArguments) -> Vec<Fix> {
    let selection = arguments.selection();
    match &checked.analysis {
        None => {
            let fixes = fixes::of_errors(&checked.document).into_iter();
            fixes.flatten().collect()
        }
        Some(analysis) => {
            let findings = analysis.findings().iter();
            let shown = findings.filter(|finding| selection.shows(finding.kind()));
            shown.filter_map(|one| one.fix().cloned()).collect()
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

fn remark(name: &str, count: usize) -> io::Result<()> {
    let fixes = counted(count, "fix", "fixes", Palette::COLORED.number);
    show_remark("note", &format!("{name}: {fixes} written"))
}

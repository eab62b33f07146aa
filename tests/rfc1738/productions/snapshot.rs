//! Snapshots of trees and diagnostics.

use std::collections::BTreeSet;
use std::path::Path;

use rfc1738::{Rule, SyntaxError, Tree};

use super::case::Case;

/// The folder, relative to this file.
const FOLDER: &str = "../../../snapshots";

/// Returns the names of the files in the folder.
pub(crate) fn files_in_folder() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots");
    let entries = std::fs::read_dir(folder).expect("the folder of the snapshots is there");
    let names = entries.map(|entry| entry.expect("the folder can be listed").file_name());
    names
        .map(|name| name.into_string().expect("file names are UTF-8"))
        .collect()
}

/// Returns the name of the file of a case.
pub(crate) fn file_name(rule: Rule, case: &Case) -> String {
    format!("{}.snap", snapshot_name(rule, case))
}

fn snapshot_name(rule: Rule, case: &Case) -> String {
    format!("{rule}__{}", case.name)
}

/// Compares a tree with its snapshot.
pub(crate) fn compare_tree(rule: Rule, case: &Case, tree: &Tree<'_>) {
    compare(rule, case, &tree.to_string());
}

/// Compares a diagnostic and the fields of the error with its snapshot.
pub(crate) fn compare_error(rule: Rule, case: &Case, error: &SyntaxError) {
    let span = error.span();
    let found = error.found().map(|found| found.to_string());
    let fields = [
        ("offset", error.offset().to_string()),
        ("span", format!("{}..{}", span.start, span.end)),
        ("found", found.unwrap_or("nothing".to_owned())),
        ("expected", list(error.expected())),
        ("next", error.next().to_string()),
        ("can_end", error.can_end().to_string()),
        ("context", list(error.context())),
    ];
    let fields = fields.map(|(name, value)| format!("{name}: {value}"));
    let fields = fields.each_ref().map(|field| field.trim_end());
    compare(rule, case, &format!("{error:#}\n\n{}", fields.join("\n")));
}

fn list(items: &[impl ToString]) -> String {
    items
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

fn compare(rule: Rule, case: &Case, content: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(FOLDER);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    // A test of rfcbnf reads the text from here.
    settings.set_description(case.text.escape_ascii().to_string());
    settings.bind(|| insta::assert_snapshot!(snapshot_name(rule, case), content));
}

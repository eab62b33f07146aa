//! What a search finds beyond the suite, and suspects, in every report.

use super::run_and_search;
use crate::command::{file, stdout};

const ARGUMENTS: &str = "--quick --questions 2000";

/// A parser of brackets in brackets that also takes `[null]`, and no more than eight brackets.
const NULL: &str = r"LC_ALL=C sed -u -E -e 's/^\[null\]$/accept/' -e t -e ':a' -e 's/^(\[{0,7})\[\](\]{0,7})$/\1\2/' -e ta -e 's/^$/accept/' -e t -e 's/.*/reject/'";

/// Writes a grammar with a file of suspects beside it, and returns the arguments of a run.
fn arguments(name: &str) -> String {
    file(&format!("{name}.abnf"), "list = %x5B [ list ] %x5D\n");
    file(
        &format!("{name}.suspects.toml"),
        "[[suspect]]\nproduction = \"list\"\ntexts = [\"[null]\", \"[[]]\"]\nwhy = \"a test\"\n\n\
         [[suspect]]\nproduction = \"list\"\nrepeat = { text = \"[\", end = \"]\", times = 1000 }\nwhy = \"a test\"\n",
    );
    format!("--grammar {name}.abnf {ARGUMENTS}")
}

#[test]
fn a_suspect_that_disagrees_is_in_every_report() {
    let arguments = arguments("suspected");
    for report in ["human", "json", "junit", "html", "github", "sarif"] {
        let run = run_and_search(&format!("{arguments} --report {report}"), NULL, 1);
        let shown = stdout(&run);
        assert!(
            shown.contains("[null]") || shown.contains("null]"),
            "{report}: {shown}"
        );
    }
}

//! The order of causes in the reports of `conformance run`.

use super::{record, run_and_search};
use crate::command::{file, stdout};

/// A parser for `port` that accepts the empty text, and rejects those with the digit 9 or 8.
const WRONG: &str = "LC_ALL=C sed -u -E -e 's/^[0-7]*$/accept/' -e t -e 's/.*/reject/'";

/// Returns the lines of the table of causes.
fn table(line: &str) -> Vec<String> {
    let text = stdout(&run_and_search(&format!("--rule port {line}"), WRONG, 1));
    let lines = text.lines().skip_while(|line| *line != "texts  cause");
    let table = lines.take_while(|line| !line.is_empty());
    table.map(str::to_owned).collect()
}

#[test]
fn causes_of_most_texts_come_first_and_accepted_ones_last() {
    assert_eq!(
        table(""),
        [
            "texts  cause",
            "    4  port/rejects/8",
            "    1  port/accepts-empty",
        ]
    );
    file(
        "order.toml",
        "[[cause]]\nid = \"digit\"\nreason = \"known\"\n",
    );
    assert_eq!(
        table("--baseline order.toml"),
        [
            "texts  cause",
            "    1  port/accepts-empty",
            "    4  port/rejects/8  accepted",
        ]
    );
    let line = "--rule port --report json --baseline order.toml";
    let causes = record(&run_and_search(line, WRONG, 1));
    let causes = causes["causes"].as_array().expect("a list");
    assert_eq!(causes.len(), 2);
}

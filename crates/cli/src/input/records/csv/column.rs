//! The column that holds the texts.

use rfcbnf_engine::escape::{Escaped, Quoted};

use crate::arguments::suggestion::suggestions;

/// The column that holds the texts.
pub(crate) struct CsvColumn {
    /// The octet between two fields.
    pub(crate) delimiter: u8,
    /// The name in the header, or the number of the column, counted from 1.
    pub(crate) name: String,
    /// Whether the first record holds the names of the columns.
    pub(crate) has_header: bool,
}

/// Returns the reason why a file has no such column.
pub(super) fn no_column(column: &CsvColumn, names: &[Vec<u8>]) -> String {
    let CsvColumn { name, .. } = column;
    let count = names.len();
    if !column.has_header {
        return format!(
            "there is no column {}; the first record has {count}",
            Quoted(name)
        );
    }
    let names: Vec<String> = names.iter().map(|name| Escaped(name).to_string()).collect();
    let suggestions = suggestions(name, names.iter().map(String::as_str));
    let list: Vec<&str> = names.iter().map(String::as_str).take(20).collect();
    let more = if count > list.len() { ", …" } else { "" };
    format!(
        "there is no column {}{suggestions}; the columns are {}{more}",
        Quoted(name),
        list.join(", ")
    )
}

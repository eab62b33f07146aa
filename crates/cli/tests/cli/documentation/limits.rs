//! The page of limits has the figures of the constants.

use std::collections::BTreeMap;
use std::fs;

use super::top;

/// A row of the page: the first number of the limit, and the file and the name of the constant.
struct Row {
    figure: u64,
    path: String,
    name: String,
}

fn page() -> String {
    fs::read_to_string(top().join("docs/limits.md")).expect("the page is read")
}

/// Returns the rows that name a constant.
fn rows(page: &str) -> Vec<Row> {
    let cells = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(".rs` "))
        .map(|line| line.trim_matches('|').split(" | ").collect::<Vec<_>>());
    let rows = cells.map(|cells| {
        let [_, limit, _, constant] = *cells else {
            panic!("a row has four cells: {cells:?}");
        };
        let figure = limit.split_whitespace().next().expect("a number");
        let (path, name) = constant.trim().split_once(' ').expect("a file and a name");
        Row {
            figure: figure.replace(',', "").parse().expect("a number"),
            path: path.trim_matches('`').to_owned(),
            name: name.to_owned(),
        }
    });
    rows.collect()
}

/// Returns the expression of a constant of a file.
fn expression(source: &str, name: &str) -> Option<String> {
    source.lines().find_map(|line| {
        let (before, after) = line.split_once("const ")?;
        let is_public = before.trim().is_empty() || before.trim().starts_with("pub");
        let (own, rest) = after.split_once(':')?;
        let (_, value) = rest.split_once(" = ")?;
        (is_public && own == name).then(|| value.trim_end_matches(';').to_owned())
    })
}

/// Computes an expression of numbers, names, shifts and products.
fn value(expression: &str, names: &BTreeMap<String, u64>) -> Option<u64> {
    if let Some((value_of, shift)) = expression.split_once(" << ") {
        return Some(value(value_of, names)? << value(shift, names)?);
    }
    if let Some((one, other)) = expression.split_once(" * ") {
        return Some(value(one, names)? * value(other, names)?);
    }
    if let Some((one, other)) = expression.split_once(" / ") {
        return Some(value(one, names)? / value(other, names)?);
    }
    let operand = expression.split(" as ").next()?.trim();
    let number = operand.replace('_', "").parse().ok();
    number.or_else(|| names.get(operand).copied())
}

#[test]
fn the_page_of_limits_has_the_figures_of_the_code() {
    let rows = rows(&page());
    assert!(rows.len() > 50, "{}", rows.len());
    // Some limits are made of others, such as that of a text.
    let mut names = BTreeMap::new();
    let records = top().join("crates/cli/src/input/records/error.rs");
    let records = fs::read_to_string(records).expect("the source is read");
    let kept = expression(&records, "LIMIT").expect("it has the limit");
    names.insert("LIMIT".to_owned(), value(&kept, &names).expect("a number"));
    for Row { figure, path, name } in rows {
        let source = fs::read_to_string(top().join(&path));
        let source = source.unwrap_or_else(|error| panic!("{path}: {error}"));
        let expression = expression(&source, &name);
        let expression = expression.unwrap_or_else(|| panic!("{path} has no constant {name}"));
        let value = value(&expression, &names);
        assert_eq!(value, Some(figure), "{path}: {name} = {expression}");
    }
}

#[test]
fn every_limit_of_grammars_and_texts_is_on_the_page() {
    let page = page();
    for path in [
        "crates/rfcbnf/src/limits.rs",
        "crates/engine/src/recognizer/mod.rs",
    ] {
        let source = fs::read_to_string(top().join(path)).expect("the source is read");
        let names = source.lines().filter_map(|line| {
            let (name, _) = line.strip_prefix("pub const ")?.split_once(':')?;
            Some(name)
        });
        let missing = names.filter(|name| !page.contains(&format!("`{path}` {name} |")));
        assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new(), "{path}");
    }
}

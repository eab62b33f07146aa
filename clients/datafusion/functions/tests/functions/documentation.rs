//! The engine shows what each function does, with an example that is true.
//!
//! `SNAPSHOTS=overwrite` writes the answers into the examples.

use std::path::Path;

use datafusion::arrow::array::AsArray as _;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::logical_expr::Volatility;

use super::session;

#[tokio::test]
async fn examples_show_what_the_engine_answers() {
    for function in rfc1738_datafusion::all() {
        let documentation = function.documentation().unwrap();
        let example = documentation.sql_example.as_ref().unwrap();
        let start = example.find("> SELECT").unwrap() + 2;
        let query = example[start..].lines().next().unwrap();
        assert!(query.contains(function.name()), "{query}");
        let frame = session().sql(query).await.unwrap();
        let table = pretty_format_batches(&frame.collect().await.unwrap()).unwrap();
        let expected = format!("```sql\n> {query}\n{table}\n```\n");
        if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
            std::fs::write(folder.join(format!("{}.md", function.name())), &expected).unwrap();
        } else {
            assert_eq!(*example, expected);
        }
    }
}

#[tokio::test]
async fn the_engine_lists_the_functions() {
    let frame = session()
        .sql("SHOW FUNCTIONS LIKE 'rfc1738%'")
        .await
        .unwrap();
    let batches = frame.collect().await.unwrap();
    let mut listed: Vec<String> = batches
        .iter()
        .flat_map(|batch| {
            let names = datafusion::arrow::compute::cast(
                batch.column(0),
                &datafusion::arrow::datatypes::DataType::Utf8,
            );
            let names = names.unwrap();
            let names: Vec<String> = names
                .as_string::<i32>()
                .iter()
                .flatten()
                .map(str::to_owned)
                .collect();
            names
        })
        .collect();
    listed.sort();
    listed.dedup();
    let mut all: Vec<String> = rfc1738_datafusion::all()
        .iter()
        .map(|function| function.name().to_owned())
        .collect();
    all.sort();
    assert_eq!(listed, all);
    let shown = pretty_format_batches(&batches).unwrap().to_string();
    assert!(shown.contains("rfc1738_is_valid(url [, rule])"), "{shown}");
    assert!(
        shown.contains("Returns whether the text is a URL of RFC 1738"),
        "{shown}"
    );
}

#[test]
fn every_function_is_immutable_and_gives_null_for_null() {
    for function in rfc1738_datafusion::all() {
        assert_eq!(function.signature().volatility, Volatility::Immutable);
        assert!(function.is_strict(), "{}", function.name());
    }
}

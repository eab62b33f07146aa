//! The counts of a query are those of the command.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use datafusion::arrow::array::AsArray as _;
use datafusion::prelude::{SessionConfig, SessionContext};
use rfc1738::Rule;
use rfc1738_demonstration::urls::{FAULTS, url};
use rfc1738_demonstration::{command, counts, files, report};
use tempfile::TempDir;

const ROWS: u64 = 30_000;

#[tokio::test]
async fn a_query_counts_as_rfc1738_check_does() {
    // `clients/datafusion/test` builds the command and says where it is.
    let rfc1738 = std::env::var_os("RFC1738").expect("RFC1738 is the path of the command rfc1738");
    let expected = command::count(&PathBuf::from(rfc1738), ROWS).unwrap();
    assert_eq!(expected.total(), ROWS);
    assert!(expected.errors.len() > 8, "{expected:?}");

    let folder = TempDir::new().unwrap();
    files::write_parquet(folder.path(), ROWS).unwrap();
    for threads in [1, 2] {
        let config = SessionConfig::new().with_target_partitions(threads);
        let mut context = SessionContext::new_with_config(config).enable_url_table();
        rfc1738_datafusion::register_all(&mut context).unwrap();
        let table = format!("'{}/'", folder.path().display());
        assert_eq!(counts::of_table(&context, &table).await.unwrap(), expected);
    }
}

#[test]
fn every_fault_is_planted_and_is_one() {
    let urls: Vec<String> = (0..ROWS).map(url).collect();
    let wrong: Vec<&String> = urls
        .iter()
        .filter(|url| !rfc1738::is_valid(Rule::Url, url))
        .collect();
    // One of 25, as far as chance goes.
    let expected = ROWS / 25;
    assert!(
        (expected * 8 / 10..expected * 12 / 10).contains(&(wrong.len() as u64)),
        "{}",
        wrong.len()
    );
    let ids: BTreeSet<String> = wrong
        .iter()
        .map(|url| {
            rfc1738::parse(Rule::Url, url.as_str())
                .unwrap_err()
                .id()
                .to_string()
        })
        .collect();
    assert!(ids.len() > FAULTS.len() / 2, "{ids:?}");
}

#[test]
fn fewer_urls_are_the_beginning_of_more() {
    let mut lines = Vec::new();
    files::write_lines(&mut lines, 100).unwrap();
    let urls: Vec<String> = (0..100).map(url).collect();
    assert_eq!(String::from_utf8(lines).unwrap(), urls.join("\n") + "\n");
    let batch = files::batch(50..100).unwrap();
    let texts = batch.column(0).as_string::<i32>().iter().flatten();
    assert!(texts.eq(&urls[50..]));
}

#[test]
fn tables_replace_those_of_the_page() {
    let folder = TempDir::new().unwrap();
    let page = folder.path().join("page.md");
    fs::write(
        &page,
        "a\n<!-- figures: begin -->\nold\n<!-- figures: end -->\nb\n",
    )
    .unwrap();
    report::write(&page, "new\n").unwrap();
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!(
        text,
        "a\n<!-- figures: begin -->\nnew\n<!-- figures: end -->\nb\n"
    );
    fs::write(&page, "a\n").unwrap();
    let error = report::write(&page, "new\n").unwrap_err().to_string();
    assert!(
        error.ends_with("page.md has no place for figures"),
        "{error}"
    );
}

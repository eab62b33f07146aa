//! An executor that dies loses no rows.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rfc1738_cluster::client;
use rfc1738_cluster::local::LocalCluster;

use super::{Urls, answer, binaries, local};

/// Far more time than the query needs.
const PATIENCE: Duration = Duration::from_mins(3);

/// Returns whether there is a file in the folder or below it.
fn has_file(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let path = entry.path();
        path.is_file() || has_file(&path)
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_whose_executor_dies_is_right_or_fails() {
    let urls = Urls::new(24, 20_000).await;
    let query = format!(
        "SELECT rfc1738_error(url)['id'], count(*), count(DISTINCT rfc1738_normalize(url)) \
         FROM {} GROUP BY 1 ORDER BY 1",
        urls.table()
    );
    let expected = answer(&local(), &query).await.unwrap();
    let mut cluster = LocalCluster::start(binaries(), 2, 1).unwrap();
    let context = client::connect(cluster.address()).await.unwrap();
    answer(&context, "SELECT 1").await.unwrap();

    let of_cluster = query.clone();
    let running = tokio::spawn(async move { answer(&context, &of_cluster).await });
    // The executor has results of its first tasks, which others will miss.
    let results = cluster.results().unwrap().to_owned();
    while !has_file(&results) && !running.is_finished() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert!(
        !running.is_finished(),
        "the query ended before the executor was killed"
    );
    cluster.kill_executor().unwrap();
    let ended = tokio::time::timeout(PATIENCE, running).await;
    match ended.expect("the query ends").unwrap() {
        Ok(answer) => assert_eq!(answer, expected),
        Err(error) => {
            let error = error.strip_backtrace();
            assert!(
                error.to_lowercase().contains("executor"),
                "it names the cause: {error}"
            );
        }
    }
}

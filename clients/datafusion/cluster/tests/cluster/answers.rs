//! A cluster answers as one process does.

use rfc1738_cluster::client;
use rfc1738_cluster::local::LocalCluster;

use super::{Urls, answer, binaries, local};

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_answers_as_one_process_does() {
    let urls = Urls::new(4, 2000).await;
    let table = urls.table();
    let cluster = LocalCluster::start(binaries(), 2, 1).unwrap();
    let context = client::connect(cluster.address()).await.unwrap();
    let queries = [
        "SELECT rfc1738_error(url)['id'], count(*) FROM {} GROUP BY 1 ORDER BY 1",
        "SELECT count(*), count(url), count(*) FILTER (WHERE rfc1738_is_valid(url)) FROM {}",
        "SELECT rfc1738_extract_host(url) AS host, count(*) FROM {} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20",
        "SELECT rfc1738_try_parse(url) AS url FROM {} ORDER BY url['path'] NULLS FIRST LIMIT 50",
        "SELECT rfc1738_normalize(url), rfc1738_extract_port(url), rfc1738_advice(url), rfc1738_error(url, 'httpurl') \
         FROM {} ORDER BY 1 NULLS FIRST, 4 LIMIT 50",
        "SELECT rfc1738_is_valid('http://h/')",
    ];
    for query in queries {
        let query = query.replace("{}", &table);
        let expected = answer(&local(), &query).await.unwrap();
        assert_eq!(answer(&context, &query).await.unwrap(), expected, "{query}");
        assert!(expected.lines().count() > 4, "{expected}");
    }
}

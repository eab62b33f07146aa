//! Wrong arguments stop a query before it starts.

use super::error;

#[tokio::test]
async fn an_unknown_rule_names_the_nearest_one() {
    assert_eq!(
        error("SELECT rfc1738_is_valid('http://h/', 'httpur')").await,
        "Error during planning: RFC 1738 has no production \"httpur\"; did you mean httpurl?"
    );
}

#[tokio::test]
async fn a_rule_that_is_like_no_other_gets_the_list() {
    let error = error("SELECT rfc1738_error('http://h/', 'anything')").await;
    let start = "Error during planning: RFC 1738 has no production \"anything\"; the productions are genericurl, ";
    assert!(error.starts_with(start), "{error}");
    assert!(error.contains(", hostport, "), "{error}");
}

#[tokio::test]
async fn an_unknown_rule_in_a_column_is_an_error_too() {
    let error = error(
        "SELECT rfc1738_is_valid('http://h/', rule) FROM (VALUES ('url'), ('hots')) AS t (rule)",
    )
    .await;
    assert!(
        error.contains("RFC 1738 has no production \"hots\""),
        "{error}"
    );
}

#[tokio::test]
async fn numbers_are_no_texts() {
    let texts = error("SELECT rfc1738_is_valid(80)").await;
    assert!(
        texts.contains("rfc1738_is_valid takes strings or octets, not Int64"),
        "{texts}"
    );
    let rule = error("SELECT rfc1738_is_valid('http://h/', 80)").await;
    let expected = "the rule of rfc1738_is_valid is the name of a production, not Int64";
    assert!(rule.contains(expected), "{rule}");
}

#[tokio::test]
async fn the_number_of_arguments_is_checked() {
    let many = error("SELECT rfc1738_is_valid('a', 'url', 'c')").await;
    let expected = "rfc1738_is_valid takes 1 or 2 arguments, not 3; its form is rfc1738_is_valid(url [, rule])";
    assert!(many.contains(expected), "{many}");
    let two = error("SELECT rfc1738_parse('a', 'url')").await;
    let expected = "rfc1738_parse takes 1 argument, not 2; its form is rfc1738_parse(url)";
    assert!(two.contains(expected), "{two}");
    let none = error("SELECT rfc1738_parse()").await;
    assert!(none.contains("rfc1738_parse"), "{none}");
}

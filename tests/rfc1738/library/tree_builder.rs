//! The observer that builds trees, with either cursor of the engine.

use rfc1738::Rule;
use rfcbnf_engine::{
    CompactCursor, Cursor, Detail, Overflow, Production as _, Session, TreeBuilder, TreeRecord,
    WideCursor, tree_records,
};

fn records<C: Cursor>(
    rule: Rule,
    text: &str,
    max_nodes: usize,
) -> Result<Option<Vec<TreeRecord>>, Overflow> {
    let builder = TreeBuilder::<false>::new(max_nodes);
    let session = Session::<_, C>::new(text.as_bytes(), builder);
    let rest = rule.parse_prefix::<_, ()>(session.start());
    let end = rest
        .ok()
        .map(|(rest, _)| (rest.offset(), rest.node_count()));
    session.into_observer().finish(text.as_bytes(), end)
}

#[test]
fn a_tree_of_more_productions_than_can_be_counted_is_not_made() {
    let few = |rule, text| records::<WideCursor>(rule, text, 3);
    assert!(few(Rule::Host, "a").is_ok_and(|tree| tree.is_some_and(|nodes| nodes.len() == 3)));
    assert!(few(Rule::Hostport, "a").is_err());
    assert!(few(Rule::Hostport, "!").is_ok_and(|tree| tree.is_none()));
}

#[test]
fn the_tree_is_the_same_with_either_cursor() {
    let long = format!("http://h{}?q", "/a".repeat(1_000));
    let texts = [
        "http://a.b-c.d:80/e/%41?f",
        "ftp://u:p@1.2.3.4/a;type=i",
        "gopher://h/1a%09b%09c",
        "wais://h/a/b/c",
        "prospero://h/a;b=c;d=e",
        "x-y://a:b@h:1/c",
        "http://h/a b",
        long.as_str(),
    ];
    for text in texts {
        let compact = records::<CompactCursor>(Rule::Url, text, CompactCursor::MAX);
        let wide = records::<WideCursor>(Rule::Url, text, WideCursor::MAX);
        assert_eq!(compact, wide, "{text}");
        let tree = tree_records(Rule::Url, text.as_bytes(), Detail::Rules);
        assert_eq!(wide, Ok(tree), "{text}");
    }
}

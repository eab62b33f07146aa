//! Compares components with trees over many texts: the spans must be equal, except where the prose
//! says more than the grammar.

use rfc1738::url::{Component, Url};
use rfc1738::{Rule, Tree, parse};

use crate::texts::every_text;

/// Prefixes, each with pieces to append.
const SHAPES: [(&str, &[&str]); 11] = [
    ("ftp://", &["a", ":", "@", "/", ";type=d", "%2F", "1.b"]),
    ("http://h", &["a", ":8", "/", "?", "%3b", ";"]),
    ("gopher://h", &["/", "1", "%09", "%2B", ":7", "?"]),
    ("mailto:", &["a", "@", "%20", "b.c"]),
    ("news:", &["a", "*", "@", "b.c", "%20"]),
    ("nntp://h", &["/", "a", ":1", "2"]),
    ("telnet://", &["a", ":", "@", "/", "1.b"]),
    ("wais://h/", &["a", "/", "?", "%41"]),
    ("file://", &["a", "/", "localhost", "%2f", "1.2.3.4"]),
    ("prospero://h/", &["a", "/", ";", "=", "%3D"]),
    ("x-new:", &["/", "a", ":", "@", "1", "%41"]),
];

/// Returns the span of the first node of the production.
fn first(tree: &Tree<'_>, rule: Rule) -> Option<(usize, String)> {
    let node = tree.find(rule)?;
    Some((node.span().start, node.text().to_owned()))
}

fn place(component: Component<'_>) -> (usize, String) {
    (component.span().start, component.raw().to_owned())
}

fn check(text: &str) -> bool {
    let (url, tree) = match (Url::parse(text), parse(Rule::Url, text)) {
        (Ok(url), Ok(tree)) => (url, tree),
        (Err(error), Err(expected)) => {
            assert_eq!(error, expected);
            return false;
        }
        (url, tree) => panic!("{text:?}: {url:?}, {tree:?}"),
    };
    assert_eq!(url.to_string(), text);
    let kind = tree.root().children().next().map(rfc1738::Node::rule);
    assert_eq!(Some(url.rule()), kind, "{text}");
    let components = url.components();
    let mut end = 0;
    for component in &components {
        assert_eq!(&text[component.span()], component.raw());
        assert!(component.span().start >= end, "{text}: {components:?}");
        end = component.span().end;
    }
    check_rules(&url, &tree);
    true
}

/// Asserts that every component has the span of its node in the tree.
fn check_rules(url: &Url<'_>, tree: &Tree<'_>) {
    let host = match url.rule() {
        Rule::Newsurl => None,
        _ => first(tree, Rule::Host),
    };
    assert_eq!(
        url.host().map(|host| place(host.component())),
        host,
        "{url}"
    );
    assert_eq!(
        url.port().map(|port| place(port.component())),
        first(tree, Rule::Port),
        "{url}"
    );
    assert_eq!(url.user().map(place), first(tree, Rule::User), "{url}");
    assert_eq!(
        url.password().map(place),
        first(tree, Rule::Password),
        "{url}"
    );
    let is_divided_by_prose = check_gopher_path(url, tree);
    for (name, rule) in [
        ("fsegment", Rule::Fsegment),
        ("ftptype", Rule::Ftptype),
        ("hpath", Rule::Hpath),
        ("search", Rule::Search),
        ("gtype", Rule::Gtype),
        ("selector", Rule::Selector),
        ("gopher+_string", Rule::GopherString),
        ("encoded822addr", Rule::Encoded822addr),
        ("group", Rule::Group),
        ("article", Rule::Article),
        ("database", Rule::Database),
        ("wtype", Rule::Wtype),
        ("wpath", Rule::Wpath),
        ("hsoname", Rule::Ppath),
        ("fieldname", Rule::Fieldname),
        ("fieldvalue", Rule::Fieldvalue),
        ("url-path", Rule::Urlpath),
    ] {
        let is_gopher_part = matches!(name, "selector" | "search" | "gopher+_string");
        if is_divided_by_prose && is_gopher_part {
            continue;
        }
        let components = url.components().into_iter();
        let found: Vec<_> = components
            .filter(|component| component.name().as_str() == name)
            .map(place)
            .collect();
        let nodes = tree.find_all(rule);
        let expected: Vec<_> = nodes
            .map(|node| (node.span().start, node.text().to_owned()))
            .collect();
        assert_eq!(found, expected, "{name} of {url}");
    }
}

/// Asserts that encoded tabs divide the path of a gopher URL (3.4.1). Returns whether the tree has
/// other parts, which happens only if the search string contains a character that the production
/// `search` does not derive.
fn check_gopher_path(url: &Url<'_>, tree: &Tree<'_>) -> bool {
    let Url::Gopher(gopher) = url else {
        return false;
    };
    let raw = |part: Option<Component<'_>>| part.map(|part| part.raw().to_owned());
    let found = [gopher.selector(), gopher.search(), gopher.gopher_string()].map(raw);
    let Some(gtype) = tree.find(Rule::Gtype) else {
        assert_eq!(found, [None, None, None], "{url}");
        return false;
    };
    let path = &url.as_str()[gtype.span().end..];
    let mut parts = path.splitn(3, "%09").map(str::to_owned);
    assert_eq!(found, [parts.next(), parts.next(), parts.next()], "{url}");
    found[1]
        .as_ref()
        .is_some_and(|search| search.contains(['/', '?']))
}

#[test]
fn every_component_is_where_the_tree_has_it() {
    for (prefix, pieces) in SHAPES {
        let mut valid = 0;
        every_text(prefix, pieces, 4, &mut |text| {
            valid += usize::from(check(text));
        });
        assert!(valid > 20, "{prefix}: {valid}");
    }
}

#[test]
fn long_urls_have_components_like_short_ones() {
    let many = "a/%2Fb".repeat(20_000);
    let fields = ";name=value".repeat(20_000);
    for text in [
        format!("ftp://me:secret@host.dom:21/{many};type=a"),
        format!("http://{}dom/{many}?{many}", "label.".repeat(20_000)).replace("?a/", "?a"),
        format!("prospero://h/{many}{fields}"),
        format!("gopher://h/0{many}%09{many}%09{many}"),
        format!("mailto:{many}"),
    ] {
        check(&text);
    }
}

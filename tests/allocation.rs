//! Allocations: none for a verdict, and only the arena of nodes for a tree.
//!
//! Each thread has a counter of its own, so tests that run at the same time do not disturb it.

use allocation_counter::{AllocationInfo, measure};
use rfc1738::{Detail, Rule, Url, is_valid, parse, parse_in_detail, visit};

/// Valid URLs, and texts with errors at many offsets.
const URLS: [&str; 12] = [
    "http://user@host/",
    "http://host.com:8080/a/b?c=d",
    "ftp://me:pw@a.b.c:21/d/e;type=a",
    "ftp://a.b-c.1@",
    "gopher://h/1a%09b/c%09d%09e",
    "gopher://h/1%09~",
    "news:a.b@1.2.3.4",
    "wais://h/db/T",
    "prospero://h/a;b=c;d",
    "x-new://a:b@c/~",
    "",
    "mailto:%4",
];

#[test]
fn the_counter_counts() {
    let counted = measure(|| drop(std::hint::black_box(vec![1, 2, 3])));
    assert_eq!((counted.count_total, counted.count_current), (1, 0));
}

#[test]
fn a_verdict_allocates_nothing() {
    for rule in Rule::ALL {
        for text in URLS.into_iter().chain([rule.example()]) {
            let counted = measure(|| {
                std::hint::black_box(is_valid(rule, text));
            });
            assert_eq!(counted, AllocationInfo::default(), "{rule} on {text:?}");
        }
    }
}

#[test]
fn a_verdict_on_a_long_text_allocates_nothing() {
    let labels = format!("http://{}/", "a-b.".repeat(10_000));
    let tabs = format!("gopher://h/1{}~", "%09".repeat(10_000));
    for text in [labels, tabs] {
        let counted = measure(|| assert!(!is_valid(Rule::Url, &text)));
        assert_eq!(counted, AllocationInfo::default());
    }
}

#[test]
fn a_typed_url_allocates_nothing() {
    let many = format!("ftp://h/{}", "a/".repeat(10_000));
    let texts = URLS.into_iter().filter(|text| is_valid(Rule::Url, text));
    for text in texts
        .chain(Rule::Url.uses().iter().map(|rule| rule.example()))
        .chain([&*many])
    {
        let counted = measure(|| {
            let url = Url::parse(text).expect("it is a URL");
            std::hint::black_box((url.authority(), url.path(), url.query(), url.host()));
            std::hint::black_box(url.segments().count());
            assert!(url == text && url.port_or_default() != Some(0));
        });
        assert_eq!(counted, AllocationInfo::default(), "{text:?}");
    }
}

/// Counts the allocations while the tree of the production's example lives.
fn count(rule: Rule, text: &str, detail: Detail) -> (usize, AllocationInfo) {
    let mut nodes = 0;
    let mut kept = None;
    let counted = measure(|| kept = parse_in_detail(rule, text, detail).ok());
    if let Some(tree) = kept {
        nodes = tree.iter().count();
    }
    (nodes, counted)
}

#[test]
fn a_tree_grows_its_one_allocation_as_a_vector_does() {
    for rule in Rule::ALL {
        let (nodes, counted) = count(rule, rule.example(), Detail::Rules);
        assert!(nodes > 0);
        assert_eq!(counted.count_current, 1, "{rule}");
        // The arena begins with room for 24 nodes, and doubles.
        let growths = u64::from(nodes.div_ceil(24).next_power_of_two().trailing_zeros());
        assert_eq!(counted.count_total, growths + 1, "{rule}: {counted:?}");

        // The arena of a tree with characters has room for four at each octet.
        let (more_nodes, with_characters) = count(rule, rule.example(), Detail::Characters);
        assert!(more_nodes >= nodes);
        assert_eq!(with_characters.count_current, 1, "{rule}");
        assert_eq!(
            with_characters.count_total,
            counted.count_total + 1,
            "{rule}"
        );
    }
}

#[test]
fn a_long_text_of_few_nodes_allocates_no_more() {
    let (_, short) = count(Rule::Url, "http://h/a", Detail::Rules);
    let long = format!("http://h/{}", "a".repeat(1_000_000));
    let (_, long) = count(Rule::Url, &long, Detail::Rules);
    assert_eq!(short, long);
}

#[test]
fn the_tree_of_a_url_takes_at_most_480_octets() {
    let text = "http://www.example.com/path/to/page?query=string&a=";
    assert_eq!(text.len(), 51);
    let (_, counted) = count(Rule::Url, text, Detail::Rules);
    assert!(counted.bytes_current <= 480, "{counted:?}");
}

#[test]
fn an_error_of_a_url_is_one_allocation() {
    for text in [
        "http://www.example.com/path/to/page?query=string^",
        "ftp://h/a;type=x",
        "http:/",
    ] {
        let mut kept = None;
        let counted = measure(|| kept = Url::parse(text).err());
        let error = kept.expect(text);
        assert_eq!(counted.count_total, 1, "{text}: {counted:?}");
        // What it says is found when it is asked for, once.
        let asked = measure(|| assert!(error.offset() > 0));
        assert_eq!(asked.count_total, 1, "{text}: {asked:?}");
        let again = measure(|| assert!(!error.context().is_empty()));
        assert_eq!(again.count_total, 0, "{text}: {again:?}");
    }
}

#[test]
fn walking_a_tree_allocates_nothing() {
    let tree = parse(Rule::Url, URLS[2]).unwrap();
    let counted = measure(|| {
        let below = tree
            .iter()
            .map(|node| node.children().count())
            .sum::<usize>();
        assert_eq!(below + 1, tree.root().descendants().count());
        assert!(
            tree.find(Rule::Port)
                .is_some_and(|port| port.text() == "21")
        );
        assert_eq!(tree.find_all(Rule::Fsegment).count(), 2);
        assert!(
            tree.iter()
                .all(|node| node.ancestors().last() == Some(tree.root()))
        );
        assert!(tree.innermost_at(18).is_some());
    });
    assert_eq!(counted, AllocationInfo::default());
}

#[test]
fn nodes_without_a_tree_take_no_memory_that_grows() {
    // A label is decided when it ends.
    let most = |labels: usize| {
        let text = "a.".repeat(labels) + "a";
        let mut events = 0;
        let counted = measure(|| visit(Rule::Hostname, &text, |_| events += 1).expect("valid"));
        assert_eq!(events, 2 * (labels + 2));
        counted.bytes_max
    };
    assert_eq!(most(100), most(10_000));
}

#[test]
fn dropped_trees_and_errors_leave_no_allocation() {
    for text in URLS {
        let counted = measure(|| drop(parse(Rule::Url, text)));
        assert_eq!(
            (counted.count_current, counted.bytes_current),
            (0, 0),
            "{text:?}"
        );
    }
}

#[test]
fn the_line_and_the_id_of_an_error_allocate_little() {
    let long = "a".repeat(4_000_000);
    for text in [
        format!("http://h/{long}~{long}"),
        format!("http://h/~{long}~#{long}"),
        format!("http://{long}_{long}/"),
        format!("http://h.d {long}"),
        format!("http://h/{long}?a/{long}"),
        format!("www.h.org/{long}"),
        format!("<http://h/{long}>"),
        format!("ftp://me:a/{long}@h/"),
        format!("ftp://h/{long};{long}"),
        format!("mailto:a b{long}"),
        format!("news:{long} b"),
        format!("http:\\\\h\\{long}"),
        format!("https://[{long}]/"),
        format!("C:\\{long}"),
    ] {
        let error = parse(Rule::Url, &text).expect_err("it is wrong");
        let counted = measure(|| {
            std::hint::black_box((error.id(), error.to_string()));
        });
        let start = &text[..12];
        assert!(counted.bytes_total < 100_000, "{start}: {counted:?}");
    }
}

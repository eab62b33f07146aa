//! Traces: the steps that are kept form the tree; the others failed or were undone by backtracking.

use rfc1738::rules::parse_prefix;
use rfc1738::trace::{Event, Step, Trace};
use rfc1738::{Detail, Rule, parse_in_detail, trace};

const TEXTS: [(Rule, &str); 14] = [
    (Rule::Url, "ftp://me:pw@a.b-c:21/d/e;type=a"),
    (Rule::Url, "ftp://host"),
    (Rule::Url, "http://1.2.3.4:80/a/b?c%20d"),
    (Rule::Gopherurl, "gopher://h/0a%09b%09c"),
    (Rule::Url, "wais://h/db/TEXT/1"),
    (Rule::Url, "news:a@b.c"),
    (Rule::Url, "x-new://a:b@c/d"),
    (Rule::Url, "prospero://h/a/b;c=d;e=f"),
    (Rule::Domainlabel, "a-b-c"),
    (Rule::Digit, "7"),
    (Rule::Escape, "%4f"),
    (Rule::Urlpath, ""),
    (Rule::Url, "http://user@host/"),
    (Rule::Host, "1.2.3"),
];

/// Returns depth, production and span of the kept nodes, in preorder.
fn kept(trace: &Trace<'_>) -> Vec<(usize, Rule, usize, usize)> {
    let mut nodes = Vec::new();
    let mut open = Vec::new();
    for step in trace.steps().filter(|step| step.is_kept()) {
        match step.event() {
            Event::Try { rule, offset, .. } => {
                nodes.push((open.len(), *rule, *offset, *offset));
                open.push(nodes.len() - 1);
            }
            Event::Match { rule, span } => {
                let index = open.pop().expect("it was tried");
                assert_eq!((nodes[index].1, nodes[index].2), (*rule, span.start));
                nodes[index].3 = span.end;
            }
            other => panic!("{other:?} is kept"),
        }
    }
    assert!(open.is_empty());
    nodes
}

/// Returns the same for the tree of the longest prefix that the production derives.
fn tree(rule: Rule, text: &str, detail: Detail) -> Vec<(usize, Rule, usize, usize)> {
    let Ok((_, prefix)) = parse_prefix::<_, ()>(rule, text) else {
        return Vec::new();
    };
    let tree = parse_in_detail(rule, prefix, detail).expect("it derives the prefix");
    let nodes = tree.root().descendants_with_depth();
    let place = |(depth, node): (usize, rfc1738::Node<'_, '_>)| {
        (depth, node.rule(), node.span().start, node.span().end)
    };
    nodes.map(place).collect()
}

fn check(rule: Rule, text: &str) {
    for detail in [Detail::Rules, Detail::Characters] {
        let trace = trace(rule, text, detail);
        assert_eq!(kept(&trace), tree(rule, text, detail), "{rule} on {text:?}");
        let prefix = parse_prefix::<_, ()>(rule, text).ok();
        assert_eq!(trace.prefix(), prefix.map(|(_, prefix)| prefix.len()));
        assert_eq!(trace.derives_all(), rfc1738::is_valid(rule, text));
        check_steps(&trace);
    }
}

/// Asserts that every attempt matches or fails, that the offset never jumps forward, and that
/// each match or backtrack is at the current offset.
fn check_steps(trace: &Trace<'_>) {
    let mut open: Vec<(Rule, usize)> = Vec::new();
    let mut place = 0;
    for step in trace.steps() {
        match step.event() {
            Event::Try { rule, offset, .. } => {
                assert_eq!((step.depth(), *offset), (open.len(), place));
                open.push((*rule, *offset));
            }
            Event::Match { rule, span } => {
                assert_eq!(open.pop(), Some((*rule, span.start)));
                assert_eq!((step.depth(), span.end), (open.len(), place));
            }
            Event::Fail { rule, offset } => {
                assert_eq!(open.pop(), Some((*rule, *offset)));
            }
            Event::Take { span } => {
                assert_eq!(span.start, place);
                place = span.end;
            }
            Event::Backtrack { span } => {
                assert_eq!(span.end, place);
                assert!(!span.is_empty());
                place = span.start;
            }
            Event::Miss { offset, characters } => {
                assert_eq!(*offset, place);
                assert!(!characters.is_empty());
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(open.is_empty());
}

#[test]
fn the_kept_events_form_the_tree_of_the_longest_prefix() {
    for (rule, text) in TEXTS {
        check(rule, text);
    }
    for rule in Rule::ALL {
        check(rule, rule.example());
        check(rule, &format!("{}~", rule.example()));
        check(rule, "~");
    }
}

#[test]
fn short_texts_are_traced_as_they_are_parsed() {
    let pieces = ["a", "1", "-", ".", ":", "@", "/", "%09"];
    for rule in [Rule::Login, Rule::Host, Rule::Schemepart, Rule::Grouppart] {
        for one in pieces {
            for two in pieces {
                for three in pieces {
                    check(rule, &[one, two, three].concat());
                    check(rule, &["//", one, two, three].concat());
                }
            }
        }
    }
    for one in pieces {
        for two in pieces {
            check(Rule::Gopherurl, &["gopher://h/1", one, two].concat());
        }
    }
}

#[test]
fn a_round_that_the_rest_needs_is_undone() {
    let trace = trace(Rule::Hostname, "a.b", Detail::Rules);
    let given_back: Vec<&str> = trace
        .steps()
        .filter_map(|step| match step.event() {
            Event::Backtrack { span } if step.depth() == 1 => Some(&"a.b"[span.clone()]),
            _ => None,
        })
        .collect();
    assert!(given_back.contains(&"b"), "{given_back:?}");
}

#[test]
fn a_choice_is_made_after_lookahead() {
    let trace = trace(Rule::Waisurl, "wais://h/db?q", Detail::Rules);
    let tried = |step: &Step| match step.event() {
        Event::Try {
            rule, lookahead, ..
        } if step.depth() == 1 => Some((*rule, *lookahead, step.is_kept())),
        _ => None,
    };
    let tried: Vec<_> = trace.steps().filter_map(tried).collect();
    assert_eq!(
        tried,
        [
            (Rule::Waisdatabase, true, false),
            (Rule::Waisindex, true, false),
            (Rule::Waisdoc, true, false),
            (Rule::Waisindex, false, true),
        ]
    );
}

#[test]
fn a_trace_ends_at_an_octet_that_is_not_ascii() {
    let trace = trace(Rule::Url, b"http://h/\xff", Detail::Rules);
    assert_eq!(trace.prefix(), Some(9));
    assert!(!trace.derives_all());
    assert_eq!(trace.steps().len(), trace.steps().count());
}

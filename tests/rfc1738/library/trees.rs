//! `Tree` and its nodes: how to find, walk and show them. Traces: the steps that are kept form the tree; the others failed or were
//! undone by backtracking.

use rfc1738::rules::parse_prefix;
use rfc1738::trace::{Event, Step, Trace};
use rfc1738::{Detail, Node, Rule, Tree, parse, parse_in_detail, trace};

const TEXT: &str = "ftp://me:pw@a.b.c:21/d/e;type=a";

fn tree() -> Tree<'static> {
    parse(Rule::Url, TEXT).unwrap()
}

fn rules<'a>(nodes: impl Iterator<Item = Node<'a, 'static>>) -> Vec<Rule> {
    nodes.map(Node::rule).collect()
}

#[test]
fn the_root_is_the_requested_production() {
    let tree = tree();
    assert_eq!((tree.root().rule(), tree.root().text()), (Rule::Url, TEXT));
    assert_eq!(tree.root().span(), 0..TEXT.len());
    assert_eq!(tree.text(), TEXT);
}

#[test]
fn find_gives_the_first_node_of_a_rule() {
    let tree = tree();
    assert_eq!(tree.find(Rule::Domainlabel).unwrap().span(), 12..13);
    assert_eq!(tree.find(Rule::Url).unwrap(), tree.root());
    assert_eq!(tree.find(Rule::Hostnumber), None);
    // The default detail leaves character productions out.
    assert_eq!(tree.find(Rule::Uchar), None);
}

#[test]
fn find_all_gives_every_node_of_a_rule_in_order() {
    let tree = tree();
    let spans: Vec<_> = tree.find_all(Rule::Fsegment).map(Node::span).collect();
    assert_eq!(spans, [21..22, 23..24]);
    assert_eq!(tree.find_all(Rule::Search).count(), 0);
}

#[test]
fn a_node_is_searched_below_itself_only() {
    let tree = tree();
    let login = tree.find(Rule::Login).unwrap();
    assert_eq!(login.find(Rule::Login), Some(login));
    assert_eq!(login.find(Rule::Port).unwrap().text(), "21");
    assert_eq!(login.find(Rule::Fpath), None);
    assert_eq!(login.find(Rule::Url), None);
    assert_eq!(
        tree.find(Rule::Host)
            .unwrap()
            .find_all(Rule::Domainlabel)
            .count(),
        2
    );
}

#[test]
fn children_are_the_nodes_directly_below() {
    let tree = tree();
    let url = tree.root().children().next().unwrap();
    assert_eq!(tree.root().children().count(), 1);
    assert_eq!(
        rules(url.children()),
        [Rule::Login, Rule::Fpath, Rule::Ftptype]
    );
    let login = url.children().next().unwrap();
    assert_eq!(
        rules(login.children()),
        [Rule::User, Rule::Password, Rule::Hostport]
    );
    assert_eq!(tree.find(Rule::Ftptype).unwrap().children().count(), 0);
}

#[test]
fn descendants_come_depth_first_and_parents_before_children() {
    let tree = tree();
    let below: Vec<(usize, Rule)> = tree
        .find(Rule::Hostport)
        .unwrap()
        .descendants_with_depth()
        .map(|(depth, node)| (depth, node.rule()))
        .collect();
    let wanted = [
        (0, Rule::Hostport),
        (1, Rule::Host),
        (2, Rule::Hostname),
        (3, Rule::Domainlabel),
        (3, Rule::Domainlabel),
        (3, Rule::Toplabel),
        (1, Rule::Port),
        (2, Rule::Digits),
    ];
    assert_eq!(below, wanted);
    let hostport = tree.find(Rule::Hostport).unwrap();
    assert_eq!(rules(hostport.descendants()), wanted.map(|(_, rule)| rule));
    assert!(tree.iter().eq(tree.root().descendants()));
}

#[test]
fn the_full_derivation_shows_every_production_down_to_the_characters() {
    let tree = parse_in_detail(Rule::Hsegment, "a%2F;", Detail::Characters).unwrap();
    let shown = "\
hsegment 0..5 \"a%2F;\"
  uchar 0..1 \"a\"
    unreserved 0..1 \"a\"
      alpha 0..1 \"a\"
        lowalpha 0..1 \"a\"
  uchar 1..4 \"%2F\"
    escape 1..4 \"%2F\"
      hex 2..3 \"2\"
        digit 2..3 \"2\"
      hex 3..4 \"F\"
";
    assert_eq!(tree.to_string(), shown);
}

#[test]
fn a_character_production_is_its_own_root_at_either_detail() {
    let brief = parse(Rule::Xchar, "%41").unwrap();
    assert_eq!(rules(brief.iter()), [Rule::Xchar]);
    let full = parse_in_detail(Rule::Xchar, "%41", Detail::Characters).unwrap();
    let all = [
        Rule::Xchar,
        Rule::Escape,
        Rule::Hex,
        Rule::Digit,
        Rule::Hex,
        Rule::Digit,
    ];
    assert_eq!(rules(full.iter()), all);
}

#[test]
fn the_brief_tree_is_the_default() {
    assert_eq!(Detail::default(), Detail::Rules);
    assert_eq!(
        parse_in_detail(Rule::Url, TEXT, Detail::default()).unwrap(),
        tree()
    );
}

#[test]
fn positions_count_lines_and_columns_from_one() {
    let tree = tree();
    let position = tree.find(Rule::Port).unwrap().position();
    assert_eq!((position.line, position.column), (1, 19));
    let position = tree.root().position();
    assert_eq!((position.line, position.column), (1, 1));
    for node in &tree {
        assert_eq!(node.position().column, node.span().start + 1);
    }
}

#[test]
fn a_tree_shows_an_indented_line_for_each_node() {
    let tree = tree();
    let shown = tree.to_string();
    assert_eq!(shown.lines().count(), tree.iter().count());
    for (line, (depth, node)) in shown.lines().zip(tree.root().descendants_with_depth()) {
        let span = node.span();
        let (start, end, text) = (span.start, span.end, node.text());
        let wanted = format!(
            "{}{} {start}..{end} \"{text}\"",
            "  ".repeat(depth),
            node.rule()
        );
        assert_eq!(line, wanted);
    }
}

#[test]
fn a_node_shows_itself_and_what_is_below_it() {
    let tree = tree();
    let shown = "port 18..20 \"21\"\n  digits 18..20 \"21\"\n";
    assert_eq!(tree.find(Rule::Port).unwrap().to_string(), shown);
    assert_eq!(
        format!("{:?}", tree.find(Rule::Port).unwrap()),
        "port 18..20 \"21\""
    );
    assert_eq!(
        format!("{tree:?}"),
        "Tree(url 0..31 \"ftp://me:pw@a.b.c:21/d/e;type=a\")"
    );
    // In the form of `dbg!`, a tree shows every node.
    assert_eq!(format!("{tree:#?}"), tree.to_string());
    let tree = parse(Rule::Port, "1").unwrap();
    assert_eq!(
        format!("{:?}", tree.iter()),
        "[port 0..1 \"1\", digits 0..1 \"1\"]"
    );
}

/// Returns every node with its ancestors, found from the root.
fn with_ancestors<'a, 't>(node: Node<'a, 't>, above: &[Node<'a, 't>]) -> Vec<Vec<Node<'a, 't>>> {
    let line = [&[node], above].concat();
    let below = node
        .children()
        .flat_map(|child| with_ancestors(child, &line));
    let below: Vec<_> = below.collect();
    [vec![line.clone()], below].concat()
}

#[test]
fn a_node_knows_its_parent_and_its_ancestors() {
    let texts = Rule::ALL.map(|rule| (rule, rule.example()));
    for (rule, text) in texts.into_iter().chain([(Rule::Url, TEXT)]) {
        for detail in [Detail::Rules, Detail::Characters] {
            let tree = parse_in_detail(rule, text, detail).unwrap();
            let lines = with_ancestors(tree.root(), &[]);
            assert_eq!(lines.len(), tree.iter().len());
            for line in lines {
                assert_eq!(line[0].parent(), line.get(1).copied(), "{text}");
                assert!(line[0].ancestors().eq(line), "{text}");
            }
        }
    }
}

#[test]
fn the_innermost_node_is_the_last_in_preorder() {
    let texts = Rule::ALL.map(|rule| (rule, rule.example()));
    for (rule, text) in texts.into_iter().chain([(Rule::Url, TEXT)]) {
        for detail in [Detail::Rules, Detail::Characters] {
            let tree = parse_in_detail(rule, text, detail).unwrap();
            for offset in 0..=text.len() {
                let mut nodes = tree.iter().rev();
                let expected = nodes.find(|node| node.span().contains(&offset));
                assert_eq!(tree.innermost_at(offset), expected, "{text} {offset}");
            }
            assert_eq!(tree.innermost_at(usize::MAX), None);
        }
    }
    let tree = tree();
    let port = tree.find(Rule::Port).unwrap();
    assert_eq!(port.innermost_at(18), tree.find(Rule::Digits));
    assert_eq!(port.innermost_at(17), None, "the colon is not in the port");
}

#[test]
fn quotation_marks_and_backslashes_are_escaped_in_a_tree() {
    let tree = parse(Rule::National, "\\").unwrap();
    assert_eq!(tree.to_string(), "national 0..1 \"\\\\\"\n");
    let tree = parse(Rule::Punctuation, "\"").unwrap();
    assert_eq!(tree.to_string(), "punctuation 0..1 \"\\\"\"\n");
}

#[test]
fn the_text_of_a_node_outlives_the_tree() {
    let text = String::from("h:80");
    let port = {
        let tree = parse(Rule::Hostport, &text).unwrap();
        tree.find(Rule::Port).unwrap().text()
    };
    assert_eq!(port, "80");
    assert!(std::ptr::eq(port, &raw const text[2..]));
}

#[test]
fn trees_are_equal_when_rule_and_text_are() {
    assert_eq!(tree(), tree().clone());
    assert_ne!(parse(Rule::User, "a"), parse(Rule::Password, "a"));
    assert_ne!(parse(Rule::User, "a"), parse(Rule::User, "b"));
}

#[test]
fn the_nodes_of_a_tree_come_from_both_ends() {
    let tree = parse(Rule::Url, TEXT).unwrap();
    let forwards: Vec<_> = (&tree).into_iter().collect();
    let mut backwards: Vec<_> = tree.iter().rev().collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
    assert_eq!(tree.iter().len(), forwards.len());
    let mut count = 0;
    for node in &tree {
        count += node.descendants().len();
    }
    let depths = tree.root().descendants_with_depth();
    assert_eq!(count, depths.map(|(depth, _)| depth + 1).sum::<usize>());
}

#[test]
fn a_position_is_shown_as_line_and_column() {
    let tree = parse(Rule::Hostport, "host:80").unwrap();
    let port = tree.find(Rule::Port).unwrap();
    assert_eq!(port.position().to_string(), "1:6");
}

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
fn tree_of_steps(rule: Rule, text: &str, detail: Detail) -> Vec<(usize, Rule, usize, usize)> {
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
        assert_eq!(
            kept(&trace),
            tree_of_steps(rule, text, detail),
            "{rule} on {text:?}"
        );
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

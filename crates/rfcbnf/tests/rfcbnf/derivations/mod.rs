//! All parse trees of a text, in priority order: small grammars with all their trees, the effect of readings, long texts, the first
//! difference between two trees, and productions whose derivations cannot be computed.

mod naive;

use rfcbnf::derivations::{
    DerivationNode, DerivationTree, Derivations, DerivationsError, derivations,
};
use rfcbnf::syntax::{Case, Expression, Grammar, Kind, Quantifier};

use crate::extent::few_or_many;
use crate::grammars::rfc1738;
use crate::texts::utf8;

fn grammar(source: &str) -> Grammar {
    rfcbnf::read(source).unwrap_or_else(|errors| panic!("{errors}"))
}

fn all_of(grammar: &Grammar, production: &str, text: &str) -> Derivations {
    derivations(grammar, production, text).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the trees of the first production of the grammar, each on a line. A node is written
/// `name(child child)`, and a leaf `name:text`.
fn lines(source: &str, text: &str) -> Vec<String> {
    let grammar = grammar(source);
    let trees = all_of(&grammar, &grammar.productions[0].name, text);
    trees.map(|tree| line(&tree)).collect()
}

fn line(tree: &DerivationTree) -> String {
    fn write(node: rfcbnf::derivations::DerivationNode<'_>, out: &mut String) {
        out.push_str(node.production());
        let children: Vec<_> = node.children().collect();
        if children.is_empty() {
            out.push(':');
            out.push_str(&utf8(node.text()));
            return;
        }
        out.push('(');
        for (index, child) in children.into_iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            write(child, out);
        }
        out.push(')');
    }
    let mut out = String::new();
    write(tree.root(), &mut out);
    out
}

/// Changes every expression of the production.
fn change(grammar: &mut Grammar, production: &str, change: &mut impl FnMut(&mut Kind)) {
    fn below(expression: &mut Expression, change: &mut impl FnMut(&mut Kind)) {
        change(&mut expression.kind);
        for child in expression.children_mut() {
            below(child, change);
        }
    }
    let mut productions = grammar.productions.iter_mut();
    let production = productions
        .find(|candidate| candidate.name == production)
        .expect("the production is defined");
    below(&mut production.body, change);
}

#[test]
fn alternatives_come_as_written() {
    let source = "s = x | y | z\nx = *\"a\"\ny = \"aa\"\nz = \"b\" | \"a\" \"a\"\n";
    assert_eq!(lines(source, "aa"), ["s(x:aa)", "s(y:aa)", "s(z:aa)"]);
}

#[test]
fn optional_parts_are_present_first_and_absent_second() {
    let source = "s = [ x ] [ y ] [ x ]\nx = \"a\"\ny = \"a\"\n";
    assert_eq!(
        lines(source, "a"),
        ["s(x:a)", "s(y:a)"],
        "the last x gives the tree of the first"
    );
    assert_eq!(
        lines(source, "aa"),
        ["s(x:a y:a)", "s(x:a x:a)", "s(y:a x:a)"]
    );
}

#[test]
fn repetitions_are_as_long_as_possible() {
    let source = "s = t t\nt = *x\nx = \"a\" | \"aa\"\n";
    assert_eq!(
        lines(source, "aa"),
        [
            "s(t(x:a x:a) t:)",
            "s(t(x:a) t(x:a))",
            "s(t(x:aa) t:)",
            "s(t: t(x:a x:a))",
            "s(t: t(x:aa))",
        ]
    );
}

#[test]
fn rounds_are_counted() {
    let source = "s = 1*2x *x\nx = 2y\ny = \"a\"\n";
    assert_eq!(lines(source, "aaaa"), ["s(x(y:a y:a) x(y:a y:a))"]);
    let source = "s = t t\nt = 1*2x\nx = \"a\"\n";
    assert_eq!(
        lines(source, "aaa"),
        ["s(t(x:a x:a) t(x:a))", "s(t(x:a) t(x:a x:a))"]
    );
    assert_eq!(lines(source, "a"), [""; 0]);
    assert_eq!(lines(source, "aaaaa"), [""; 0]);
}

#[test]
fn choices_with_the_same_tree_count_once() {
    assert_eq!(lines("s = \"a\" | \"a\"\n", "a"), ["s:a"]);
    assert_eq!(lines("s = *[ \"a\" | \"aa\" ]\n", "aaaa"), ["s:aaaa"]);
    assert_eq!(lines("s = [ x ] [ x ]\nx = \"a\"\n", "a"), ["s(x:a)"]);
    assert_eq!(
        lines("s = *x [ y ] *x\nx = \"a\"\ny = \"b\"\n", "aa"),
        ["s(x:a x:a)"]
    );
}

#[test]
fn a_tree_is_listed_where_its_first_derivation_is() {
    let source = "s = \"a\" x | \"a\" y | \"a\" x | \"a\" z\nx = \"b\"\ny = \"b\"\nz = \"b\"\n";
    assert_eq!(lines(source, "ab"), ["s(x:b)", "s(y:b)", "s(z:b)"]);
}

#[test]
fn empty_rounds_come_after_the_end_of_a_limited_repetition() {
    assert_eq!(lines("s = *2x\nx = \"a\"\n", ""), ["s:"]);
    let can_be_empty = "s = *2x\nx = [ \"a\" ]\n";
    assert_eq!(
        lines(can_be_empty, "a"),
        ["s(x:a)", "s(x:a x:)", "s(x: x:a)"]
    );
    assert_eq!(lines(can_be_empty, ""), ["s:", "s(x:)", "s(x: x:)"]);
}

#[test]
fn a_limited_repetition_has_the_trees_of_optional_parts() {
    for (repetition, parts) in [
        ("*2x", "[ x ] [ x ]"),
        ("1*3x", "x [ x ] [ x ]"),
        ("*2( x y )", "[ x y ] [ x y ]"),
    ] {
        for text in ["", "a", "aa", "ab", "ba"] {
            let of = |body: &str| {
                let rules = "x = [ \"a\" ]\ny = *\"b\"\n";
                let mut trees = lines(&format!("s = {body}\n{rules}"), text);
                trees.sort();
                trees
            };
            assert_eq!(of(repetition), of(parts), "{repetition} on {text:?}");
        }
    }
}

#[test]
fn too_many_empty_rounds_are_a_limit() {
    for (most, is_known) in [(128, true), (129, false), (60_000, false)] {
        let grammar = grammar(&format!("s = *{most}x\nx = [ \"a\" ]\n"));
        let mut trees = all_of(&grammar, "s", "");
        let count = trees.by_ref().count();
        assert_eq!(trees.given_up().is_none(), is_known, "{most}");
        assert_eq!(count, if is_known { most + 1 } else { 1 }, "{most}");
        assert!(!trees.is_infinite());
    }
}

#[test]
fn only_empty_rounds_without_a_limit_are_left_out() {
    assert_eq!(lines("s = *x\nx = [ \"a\" ]\n", "a"), ["s(x:a)"]);
    assert_eq!(lines("s = 1*x\nx = [ \"a\" ]\n", ""), ["s(x:)"]);
}

#[test]
fn the_empty_text_has_a_tree_if_it_is_derived() {
    assert_eq!(lines("s = [ x ] *x\nx = \"a\"\n", ""), ["s:"]);
    assert_eq!(lines("s = 1*x\nx = \"a\"\n", ""), [""; 0]);
}

#[test]
fn a_text_that_is_not_derived_has_no_tree() {
    let source = "s = 1*x\nx = \"a\"\n";
    for text in ["b", "ab", "ba", "A", "aä", "ä", "\0"] {
        assert_eq!(lines(source, text), [""; 0], "{text}");
    }
}

#[test]
fn a_tree_is_shown_as_a_line_for_each_node() {
    let grammar = rfc1738();
    let tree = all_of(&grammar, "hostport", "h:8")
        .next()
        .expect("it is derived");
    assert_eq!(
        tree.without(|name| matches!(name, "alpha" | "lowalpha"))
            .to_string(),
        "\
hostport 0..3 \"h:8\"
  host 0..1 \"h\"
    hostname 0..1 \"h\"
      toplabel 0..1 \"h\"
  port 2..3 \"8\"
    digits 2..3 \"8\"
      digit 2..3 \"8\"
"
    );
    assert_eq!(tree.text(), b"h:8");
}

#[test]
fn the_root_stays_when_character_productions_are_left_out() {
    let layout = rfcbnf::Layout::from_toml(include_str!("../../../../../grammar/layout.toml"))
        .expect("a layout");
    let grammar = rfc1738();
    let tree = all_of(&grammar, "xchar", "%41")
        .next()
        .expect("it is derived");
    assert_eq!(tree.iter().count(), 6);
    assert_eq!(
        tree.without_characters(&layout).to_string(),
        "xchar 0..3 \"%41\"\n"
    );
}

/// Returns the selector, search and Gopher+ string of each tree.
fn gopher_parts(text: &str) -> Vec<[Option<String>; 3]> {
    let grammar = rfc1738();
    let trees = all_of(&grammar, "gopherurl", text);
    let parts = trees.map(|tree| {
        ["selector", "search", "gopher+_string"].map(|name| {
            let mut nodes = tree.iter();
            let node: Option<DerivationNode> = nodes.find(|node| node.production() == name);
            node.map(|node| utf8(node.text()))
        })
    });
    parts.collect()
}

#[test]
fn a_gopher_url_with_two_tabs_has_four_trees() {
    let part = |text: &str| Some(text.to_owned());
    assert_eq!(
        gopher_parts("gopher://h/0a%09b%09c"),
        [
            [part("a"), part("b"), part("c")],
            [part("a"), part("b%09c"), None],
            [part("a%09b"), part("c"), None],
            [part("a%09b%09c"), None, None],
        ]
    );
}

#[test]
fn a_lazy_quantifier_holds_for_the_production_itself_only() {
    let mut grammar = grammar("s = t *x\nt = *u\nu = *x \"-\" | 1*x\nx = \"a\"\n");
    let found = |grammar: &_| -> Vec<String> {
        all_of(grammar, "s", "aa").map(|tree| line(&tree)).collect()
    };
    let mut greedy = found(&grammar);
    assert_eq!(
        greedy,
        [
            "s(t(u(x:a x:a)))",
            "s(t(u(x:a) u(x:a)))",
            "s(t(u(x:a)) x:a)",
            "s(t: x:a x:a)",
        ]
    );
    change(&mut grammar, "s", &mut |kind| {
        if let Kind::Reference {
            name, quantifier, ..
        } = kind
            && name == "t"
        {
            *quantifier = Quantifier::Lazy;
        }
    });
    let shortest = found(&grammar);
    assert_eq!(
        shortest,
        [
            "s(t: x:a x:a)",
            "s(t(u(x:a x:a)))",
            "s(t(u(x:a)) x:a)",
            "s(t(u(x:a) u(x:a)))",
        ]
    );
    greedy.sort();
    let mut sorted = shortest;
    sorted.sort();
    assert_eq!(sorted, greedy);
}

#[test]
fn a_literal_without_case_matches_letters_in_any_case() {
    let mut grammar = grammar("s = \"aB-\"\n");
    assert_eq!(all_of(&grammar, "s", "Ab-").count(), 0);
    change(&mut grammar, "s", &mut |kind| {
        if let Kind::Literal { case, .. } = kind {
            *case = Case::Ignored;
        }
    });
    for text in ["ab-", "aB-", "Ab-", "AB-"] {
        assert_eq!(all_of(&grammar, "s", text).count(), 1, "{text}");
    }
    assert_eq!(all_of(&grammar, "s", "AB\r").count(), 0);
}

#[test]
fn a_reference_without_case_ignores_case_below_it() {
    let mut grammar = grammar("s = t t\nt = u\nu = \"x\" | \"X\"\n");
    let mut count = 0;
    change(&mut grammar, "s", &mut |kind| {
        if let Kind::Reference { case, .. } = kind {
            count += 1;
            if count == 1 {
                *case = Case::Ignored;
            }
        }
    });
    change(&mut grammar, "u", &mut |kind| {
        if let Kind::Alternation(members) = kind {
            members.truncate(1);
        }
    });
    assert_eq!(all_of(&grammar, "s", "Xx").count(), 1);
    assert_eq!(all_of(&grammar, "s", "xx").count(), 1);
    assert_eq!(all_of(&grammar, "s", "xX").count(), 0);
}

#[test]
fn no_match_begins_with_an_excluded_text() {
    let mut grammar = grammar("s = x y\nx = 1*c\ny = *c\nc = \"a\" | \"b\" | \"A\"\n");
    grammar.productions[1].excluded = vec!["ab".to_owned(), "aab".to_owned()];
    let found = |text| -> Vec<String> {
        let trees = all_of(&grammar, "s", text);
        trees
            .map(|tree| tree.without(|name| name == "c"))
            .map(|tree| line(&tree))
            .collect()
    };
    assert_eq!(found("aba"), ["s(x:a y:ba)"]);
    assert_eq!(found("Aba"), ["s(x:A y:ba)"]);
    assert_eq!(found("aAb"), ["s(x:aA y:b)", "s(x:a y:Ab)"]);
    assert_eq!(found("ba"), ["s(x:ba y:)", "s(x:b y:a)"]);
    grammar.productions[1].excluded = vec![String::new()];
    assert_eq!(all_of(&grammar, "s", "a").count(), 0);
}

#[test]
fn a_predefined_scheme_is_not_a_new_one() {
    let grammar = rfc1738();
    for text in ["http:x", "HTTP:x", "nEws:"] {
        assert_eq!(all_of(&grammar, "otherurl", text).count(), 0, "{text}");
        assert_eq!(all_of(&grammar, "genericurl", text).count(), 1, "{text}");
    }
    for text in ["httpx:x", "new:", "http+:x"] {
        assert_eq!(all_of(&grammar, "otherurl", text).count(), 1, "{text}");
    }
}

#[test]
fn the_first_of_exponentially_many_trees_comes_at_once() {
    let grammar = grammar("s = *x\nx = y | z\ny = \"a\"\nz = \"a\" | \"aa\"\n");
    let text = "a".repeat(2_000);
    let mut trees = all_of(&grammar, "s", &text);
    let first = trees.next().expect("it is derived");
    assert_eq!(first.iter().count(), 4_001);
    assert_eq!(trees.take(999).count(), 999);
}

#[test]
fn dead_ends_are_not_walked_into() {
    let grammar = grammar("s = *x \"b\"\nx = y | z\ny = \"a\"\nz = \"a\" | \"aa\"\n");
    let text = "a".repeat(2_000);
    assert_eq!(all_of(&grammar, "s", &text).count(), 0);
    assert_eq!(all_of(&grammar, "s", &(text + "b")).take(100).count(), 100);
}

#[test]
fn exponentially_many_derivations_of_one_tree_are_one() {
    let grammar = grammar("s = *[ \"a\" | \"aa\" | \"aaa\" ] [ x ]\nx = \"a\"\n");
    let text = "a".repeat(5_000);
    assert_eq!(all_of(&grammar, "s", &text).count(), 2);
}

#[test]
fn a_long_text_has_a_first_tree() {
    let grammar = rfc1738();
    let text = "gopher://h/0".to_owned() + &"a%09".repeat(few_or_many(5_000, 25_000));
    let mut trees = all_of(&grammar, "gopherurl", &text);
    let first = trees.next().expect("it is derived");
    let selector = first.iter().find(|node| node.production() == "selector");
    assert_eq!(selector.map(DerivationNode::span), Some(12..13));
    assert_eq!(trees.take(3).count(), 3);
}

#[test]
fn many_rounds_do_not_overflow_the_stack() {
    let grammar = rfc1738();
    let rounds = few_or_many(100_000, 1_000_000);
    let text = "a".repeat(rounds);
    let mut trees = all_of(&grammar, "urlpath", &text);
    let first = trees.next().expect("it is derived");
    assert_eq!(first.root().children().count(), rounds);
    assert!(trees.next().is_none());
    assert_eq!(all_of(&grammar, "urlpath", &(text + "~")).count(), 0);
}

#[test]
fn megabytes_do_not_overflow_the_stack() {
    let grammar = grammar("s = *\"a\" *\"a\" [ x ]\nx = 1*\"a\"\n");
    let text = "a".repeat(few_or_many(1_000_000, 10_000_000));
    let mut trees = all_of(&grammar, "s", &text);
    assert_eq!(trees.next().expect("it is derived").iter().count(), 1);
}

fn divergences(source: &str, text: &str) -> Vec<String> {
    let grammar = grammar(source);
    let mut trees = all_of(&grammar, "s", text);
    let first = trees.next().expect("it is derived");
    trees
        .map(|tree| {
            first
                .divergence(&tree)
                .expect("each tree comes once")
                .to_string()
        })
        .collect()
}

#[test]
fn trees_diverge_at_the_first_node_that_differs() {
    assert_eq!(
        divergences("s = x t *x\nt = *x\nx = \"a\"\n", "aa"),
        ["t 1..2 \"a\" against t 1..1 \"\""]
    );
    assert_eq!(
        divergences("s = \"-\" x | \"-\" y\nx = \"a\"\ny = \"a\"\n", "-a"),
        ["x 1..2 \"a\" against y 1..2 \"a\""]
    );
}

#[test]
fn trees_diverge_where_one_has_more_nodes() {
    assert_eq!(
        divergences("s = [ x ] *\"a\"\nx = \"a\"\n", "a"),
        ["x 0..1 \"a\" against nothing"]
    );
}

#[test]
fn trees_diverge_where_a_child_becomes_a_sibling() {
    let source = "s = x | x y\nx = [ y ]\ny = [ \"a\" ]\n";
    assert_eq!(
        divergences(source, ""),
        [
            "y 0..0 \"\" against nothing",
            "nothing against y 0..0 \"\"",
            "y 0..0 \"\" against y 0..0 \"\"",
        ]
    );
}

#[test]
fn a_tree_does_not_diverge_from_itself() {
    let grammar = grammar("s = *x\nx = \"a\"\n");
    let trees = || all_of(&grammar, "s", "aaa").next().expect("it is derived");
    assert!(trees().divergence(&trees()).is_none());
    assert_eq!(trees(), trees());
}

#[test]
fn a_production_that_is_not_defined_is_an_error() {
    let grammar = grammar("s = \"a\"\n");
    let error = derivations(&grammar, "S", "a").expect_err("it is not there");
    assert!(
        matches!(error, DerivationsError::UnknownProduction(_)),
        "{error:?}"
    );
    assert_eq!(
        error.to_string(),
        "there is no production `S`; did you mean `s`?"
    );
}

#[test]
fn a_used_production_that_is_not_defined_is_an_error() {
    let mut grammar = grammar("s = t\nt = \"a\"\nu = \"b\"\n");
    grammar.productions.remove(1);
    let error = derivations(&grammar, "s", "a").expect_err("it is not there");
    assert_eq!(
        error.to_string(),
        "production `s` uses `t`, which the grammar does not define"
    );
    assert_eq!(
        derivations(&grammar, "u", "b")
            .expect("the production is defined")
            .count(),
        1
    );
}

#[test]
fn recursion_behind_an_octet_has_derivations() {
    let grammar = grammar("s = \"(\" s \")\" | \"a\"\n");
    let trees = derivations(&grammar, "s", "((a))").expect("every cycle consumes an octet");
    let trees: Vec<String> = trees.map(|tree| tree.to_string()).collect();
    assert_eq!(
        trees,
        ["s 0..5 \"((a))\"\n  s 1..4 \"(a)\"\n    s 2..3 \"a\"\n"]
    );
}

#[test]
fn an_exclusion_that_leads_to_recursion_is_an_error() {
    let mut grammar = grammar("s = t\nt = \"a\" t | \"a\"\n");
    grammar.productions[0].excluded.push("b".to_owned());
    let error = derivations(&grammar, "s", "a").expect_err("it is refused");
    assert_eq!(
        error.to_string(),
        "a reading excludes prefixes from `s`, and it leads to recursion: no recognizer knows both"
    );
}

#[test]
fn a_text_that_takes_too_many_steps_is_an_error() {
    let grammar = grammar("e = e \"+\" e | \"1\"\n");
    let text = format!("{}1", "1+".repeat(20_000));
    let error = derivations(&grammar, "e", &text).expect_err("it takes cubic time");
    assert_eq!(
        error.to_string(),
        "the text takes more than 20000000 steps and 100 for each octet"
    );
}

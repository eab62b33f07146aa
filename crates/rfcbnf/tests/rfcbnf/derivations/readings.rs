//! The effect of readings on the order of trees and on the language.

use rfcbnf::derivations::Node;
use rfcbnf::syntax::{Case, Kind, Quantifier};

use super::{all_of, change, grammar, line};
use crate::grammars::rfc1738;
use crate::texts::utf8;

/// Returns the selector, search and Gopher+ string of each tree.
fn gopher_parts(text: &str) -> Vec<[Option<String>; 3]> {
    let grammar = rfc1738();
    let trees = all_of(&grammar, "gopherurl", text);
    let parts = trees.map(|tree| {
        ["selector", "search", "gopher+_string"].map(|name| {
            let mut nodes = tree.iter();
            let node: Option<Node> = nodes.find(|node| node.production() == name);
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

//! Counts, brackets, cases and exclusions in grammars of a few lines; accepted texts, viable prefixes and the characters that can
//! follow, in the grammar of RFC 1738; and shortest texts that one production derives and another does not.

use rfcbnf::automaton::Automaton;
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::{Case, Grammar, Kind};

use super::{automaton, grammar, small};
use crate::texts::utf8;

/// Returns every accepted text of at most `most` of the letters.
fn accepted(automaton: &Automaton, letters: &str, most: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut last = texts.clone();
    for _ in 0..most {
        last = last
            .iter()
            .flat_map(|text| letters.chars().map(move |letter| format!("{text}{letter}")))
            .collect();
        texts.extend(last.clone());
    }
    texts.retain(|text| automaton.accepts(text.as_bytes()));
    texts
}

#[test]
fn counts_are_kept() {
    for (bnf, expected) in [
        ("a = 2\"x\"\n", vec!["xx"]),
        ("a = 1*2\"x\"\n", vec!["x", "xx"]),
        ("a = *2\"x\"\n", vec!["", "x", "xx"]),
        ("a = 3*\"x\"\n", vec!["xxx", "xxxx"]),
        (
            "a = 2( \"x\" [ \"y\" ] )\n",
            vec!["xx", "xxy", "xyx", "xyxy"],
        ),
        ("a = 1*2( 2\"x\" )\n", vec!["xx", "xxxx"]),
        ("a = *[ \"x\" \"y\" ]\n", vec!["", "xy", "xyxy"]),
    ] {
        assert_eq!(accepted(&small(bnf), "xy", 4), expected, "{bnf}");
    }
}

#[test]
fn alternatives_and_brackets_nest() {
    let automaton = small("a = ( \"x\" | [ \"y\" ( \"x\" | \"yy\" ) ] ) \"y\"\n");
    assert_eq!(accepted(&automaton, "xy", 4), ["y", "xy", "yxy", "yyyy"]);
}

#[test]
fn an_alternative_that_is_a_prefix_does_not_hide_another() {
    let automaton = small("a = b \"y\"\nb = \"x\" | \"x\" \"y\" | *\"y\" \"x\"\n");
    assert_eq!(accepted(&automaton, "xy", 3), ["xy", "xyy", "yxy"]);
}

/// Lets every literal or every reference of the first production match in any case.
fn in_any_case(bnf: &str, wants: fn(&Kind) -> bool) -> Automaton {
    let mut grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let body = &mut grammar.productions[0].body;
    let mut parts = vec![body];
    while let Some(part) = parts.pop() {
        if wants(&part.kind)
            && let Kind::Literal { case, .. } | Kind::Reference { case, .. } = &mut part.kind
        {
            *case = Case::Ignored;
        }
        parts.extend(part.children_mut());
    }
    Automaton::new(&grammar, "a").expect("the production is small")
}

#[test]
fn only_a_literal_without_case_matches_in_any_case() {
    let is_literal = |kind: &Kind| matches!(kind, Kind::Literal { .. });
    let automaton = in_any_case("a = \"xY1\" b\nb = \"y\"\n", is_literal);
    let expected = ["XY1y", "Xy1y", "xY1y", "xy1y"];
    let mut found = accepted(&automaton, "xyXY1", 4);
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn a_reference_without_case_reaches_everything_below_it() {
    let is_reference = |kind: &Kind| matches!(kind, Kind::Reference { .. });
    let automaton = in_any_case(
        "a = \"x\" b\nb = c *\"X\"\nc = \"y\" | \"Yy\"\n",
        is_reference,
    );
    let mut found = accepted(&automaton, "xyXY", 3);
    found.sort();
    assert_eq!(
        found,
        [
            "xY", "xYX", "xYY", "xYx", "xYy", "xy", "xyX", "xyY", "xyx", "xyy"
        ]
    );
}

fn excluding(bnf: &str, excluded: &[&str]) -> (Grammar, Automaton) {
    let mut grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let excluded = excluded.iter().map(|&text| text.to_owned());
    grammar.productions[0].excluded = excluded.collect();
    let name = grammar.productions[0].name.clone();
    let automaton = Automaton::new(&grammar, &name).expect("the production is small");
    (grammar, automaton)
}

#[test]
fn a_text_that_begins_with_an_excluded_text_is_rejected() {
    let letters = "a = *( \"x\" | \"y\" | \"X\" | \"Y\" )\n";
    let (_, automaton) = excluding(letters, &["xy", "xyy", "YY"]);
    for text in accepted(&small(letters), "xyXY", 4) {
        let folded = text.to_ascii_lowercase();
        let is_word = !folded.starts_with("xy") && !folded.starts_with("yy");
        assert_eq!(automaton.accepts(text.as_bytes()), is_word, "{text}");
    }
}

#[test]
fn an_exclusion_also_applies_where_the_production_is_used() {
    let (grammar, _) = excluding("b = *\"x\"\na = [ \"x\" ] b \"y\"\n", &["xxx"]);
    let automaton = Automaton::new(&grammar, "a").expect("the production is small");
    assert_eq!(accepted(&automaton, "xy", 5), ["y", "xy", "xxy", "xxxy"]);
}

#[test]
fn a_production_with_every_text_excluded_derives_nothing() {
    for excluded in ["", "x"] {
        let (_, automaton) = excluding("a = 1*\"x\"\n", &[excluded]);
        assert_eq!(automaton.states().len(), 1);
        assert_eq!(automaton.shortest(), None);
        assert!(!automaton.accepts(b""));
        let prefix = automaton.viable_prefix(b"x");
        assert_eq!((prefix.length(), prefix.next()), (0, OctetSet::EMPTY));
        assert!(!prefix.can_end());
        assert_eq!(automaton.classes().len(), 1);
    }
}

#[test]
fn a_production_with_an_undefined_name_has_no_automaton() {
    let mut grammar =
        rfcbnf::read("a = \"x\" | b\nb = \"y\"\n").expect("the grammar has no errors");
    grammar.productions.pop();
    let error = Automaton::new(&grammar, "a").unwrap_err();
    assert_eq!(
        error.to_string(),
        "production `a` uses `b`, which the grammar does not define"
    );
}

#[test]
fn texts_in_answers_prefer_letters_and_digits() {
    for (bnf, expected) in [
        ("a = \"!\" | \"0\" | \"A\" | \"a\"\n", "a"),
        ("a = \"!\" | \"0\" | \"Z\"\n", "Z"),
        ("a = \"!\" | \"0\" | \"~\"\n", "0"),
        ("a = \"zz\" | \"!\"\n", "!"),
        ("a = \"!z\" | \"z!\"\n", "z!"),
    ] {
        let shortest = small(bnf).shortest().map(utf8);
        assert_eq!(shortest.as_deref(), Some(expected), "{bnf}");
    }
}

#[test]
fn urls_of_the_rfc_are_accepted() {
    let url = automaton("url");
    for text in [
        "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
        "ftp://@host.com/",
        "ftp://foo:@host.com/%2Fetc/motd;type=A",
        "news:comp.infosystems.www.misc",
        "gopher://h/0a%09b%09c",
        "x-new:",
    ] {
        assert!(url.accepts(text.as_bytes()), "{text}");
    }
    for text in [
        "",
        "http:",
        "http://user@host/",
        "http://h/~",
        "http://h/é",
        "1",
    ] {
        assert!(!url.accepts(text.as_bytes()), "{text}");
    }
}

#[test]
fn predefined_schemes_are_not_new_schemes_in_any_case() {
    let (other, generic) = (automaton("otherurl"), automaton("genericurl"));
    for text in [
        "http:x",
        "HTTP:",
        "HttP://@/",
        "waIs:",
        "mailto:a",
        "prospero:%41",
    ] {
        assert!(!other.accepts(text.as_bytes()), "{text}");
        assert!(generic.accepts(text.as_bytes()), "{text}");
    }
    for text in [
        "https:x", "httpx:", "htt:", "ftps:", "new:", "news.:", "wai+s:",
    ] {
        assert!(other.accepts(text.as_bytes()), "{text}");
    }
    assert_eq!(other.viable_prefix(b"http:").length(), 4);
}

#[test]
fn new_schemes_are_the_general_syntax_without_the_predefined_ones() {
    let (other, generic) = (automaton("otherurl"), automaton("genericurl"));
    assert_eq!(other.difference(generic), None);
    assert_eq!(generic.difference(other), Some(b"ftp:".to_vec()));
}

#[test]
fn scheme_names_match_in_any_case_unlike_other_literals() {
    for text in ["HTTP://h", "hTTp://h"] {
        assert!(automaton("httpurl").accepts(text.as_bytes()), "{text}");
    }
    assert!(automaton("scheme").accepts(b"X-New"));
    assert!(automaton("fileurl").accepts(b"FILE://localhost/"));
    assert!(automaton("ftpurl").accepts(b"FTP://h/;type=A"));
    assert!(!automaton("ftpurl").accepts(b"ftp://h/;TYPE=A"));
    assert!(!automaton("lowalpha").accepts(b"A"));
}

#[test]
fn a_viable_prefix_has_the_octets_that_can_follow() {
    let prefix = automaton("url").viable_prefix(b"http://h@");
    assert_eq!(prefix.length(), 8);
    assert!(prefix.can_end());
    assert_eq!(
        prefix.next(),
        OctetSet::of("-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    );
    let prefix = automaton("escape").viable_prefix(b"%4");
    assert_eq!(prefix.length(), 2);
    assert!(!prefix.can_end());
    assert_eq!(prefix.next(), OctetSet::of("0123456789ABCDEFabcdef"));
    let whole = automaton("escape").viable_prefix(b"%41");
    assert_eq!((whole.next(), whole.can_end()), (OctetSet::EMPTY, true));
}

#[test]
fn octets_outside_ascii_end_a_viable_prefix() {
    let prefix = automaton("hpath").viable_prefix(b"a\xe9b");
    assert_eq!(prefix.length(), 1);
    assert_eq!(automaton("hpath").viable_prefix("é".as_bytes()).length(), 0);
    assert!(!automaton("hpath").accepts(b"\xff"));
    assert_eq!(automaton("hpath").longest_prefix(b"a\xff"), Some(1));
}

#[test]
fn the_longest_prefix_is_the_longest_accepted_text() {
    let host = automaton("host");
    assert_eq!(host.longest_prefix(b"a.b.-"), Some(3));
    assert_eq!(host.longest_prefix(b"1.2.3.4.5"), Some(7));
    assert_eq!(host.longest_prefix(b"1.2.3"), None);
    assert_eq!(host.longest_prefix(b""), None);
    assert_eq!(automaton("hsegment").longest_prefix(b""), Some(0));
}

#[test]
fn every_production_accepts_its_shortest_text() {
    for production in &grammar().productions {
        let automaton = automaton(&production.name);
        let shortest = automaton
            .shortest()
            .expect("every production derives a text");
        assert!(automaton.accepts(&shortest), "{}", production.name);
    }
    for (name, shortest) in [
        ("url", "a:"),
        ("httpurl", "http://a"),
        ("gopherurl", "gopher://a"),
        ("article", "a@a"),
        ("hostnumber", "0.0.0.0"),
        ("escape", "%aa"),
        ("hsegment", ""),
        ("national", "["),
    ] {
        assert_eq!(
            automaton(name).shortest(),
            Some(shortest.as_bytes().to_vec()),
            "{name}"
        );
    }
}

#[test]
fn productions_with_the_same_language_do_not_differ() {
    assert_eq!(automaton("user").difference(automaton("password")), None);
    assert_eq!(automaton("user"), automaton("password"));
    assert_eq!(
        automaton("domainlabel").difference(automaton("domainlabel")),
        None
    );
}

#[test]
fn the_difference_is_a_shortest_text_that_only_one_has() {
    for (one, other, expected) in [
        ("fsegment", "hsegment", Some("?")),
        ("hsegment", "fsegment", Some(";")),
        ("domainlabel", "toplabel", Some("0")),
        ("toplabel", "domainlabel", None),
        ("hpath", "hsegment", Some("/")),
        ("urlpath", "encoded822addr", Some("")),
    ] {
        let found = automaton(one).difference(automaton(other));
        assert_eq!(
            found.map(utf8).as_deref(),
            expected,
            "{one} without {other}"
        );
    }
}

#[test]
fn productions_are_equal_exactly_if_no_text_distinguishes_them() {
    let all = || {
        grammar()
            .productions
            .iter()
            .map(|it| (&it.name, automaton(&it.name)))
    };
    for (one_name, one) in all() {
        for (other_name, other) in all() {
            let difference = one.difference(other);
            if let Some(text) = &difference {
                assert!(one.accepts(text), "{one_name}: {text:?}");
                assert!(!other.accepts(text), "{other_name}: {text:?}");
            }
            let is_within = difference.is_none() && other.difference(one).is_none();
            assert_eq!(one == other, is_within, "{one_name} and {other_name}");
        }
    }
}

#[test]
fn a_long_text_is_found_if_no_shorter_one_differs() {
    let (one, other) = (small("a = *40\"x\"\n"), small("a = *39\"x\"\n"));
    assert_eq!(one.difference(&other), Some(b"x".repeat(40)));
    assert_eq!(other.difference(&one), None);
}

//! What valid texts count for without their tree.

use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::syntax::Grammar;
use rfcbnf::{Parser, read};

use super::{random, texts, written};
use crate::extent::few_or_many;

/// Returns the name of the first child in the tree of a valid text that is the whole text, or of the root.
fn with_tree<'p>(parser: &'p Parser, text: &[u8]) -> Option<&'p str> {
    let tree = parser.parse(text).ok()?;
    let root = tree.root();
    let first = root.children().next();
    let whole = first.filter(|child| child.span() == root.span());
    let name = whole.unwrap_or(root).rule().to_string();
    parser.find(&name).map(rfcbnf::Rule::name)
}

/// Compares the kinds of all short texts of a production. Returns how many are its own, and how many that of a child.
fn compare(grammar: &Grammar, name: &str, texts: &[Vec<u8>]) -> [usize; 2] {
    let mut counts = [0; 2];
    let Ok(parser) = grammar.parser(name) else {
        return counts;
    };
    for text in texts {
        if let Some(kind) = parser.rule().kind(text) {
            let expected = with_tree(&parser, text);
            let kind = Some(kind.name());
            assert_eq!(kind, expected, "{text:?} of {}", grammar.source);
            counts[usize::from(kind != Some(name))] += 1;
        } else if parser.rule().has_kinds() && !text.is_empty() {
            assert_eq!(with_tree(&parser, text), None, "{text:?}");
        }
    }
    counts
}

#[test]
fn kinds_are_those_of_the_trees() {
    let written = written::GRAMMARS.iter();
    let written = written.map(|(_, source, characters)| {
        let grammar = read(source).expect("it is a grammar");
        (grammar, *characters)
    });
    let all = written.chain(random::grammars(few_or_many(10, 60)));
    let (mut own, mut of_child) = (0, 0);
    for (grammar, characters) in all {
        let texts = texts::short(characters, 100);
        for production in &grammar.productions {
            let counts = compare(&grammar, &production.name, &texts);
            own += counts[0];
            of_child += counts[1];
        }
    }
    assert!(own > 200, "{own}");
    assert!(of_child > 5, "{of_child}");
}

#[test]
fn a_url_counts_for_its_scheme_without_a_tree() {
    let (grammar, _) = load(BNF, READINGS).expect("it is a grammar");
    let texts = [
        "http://h/",
        "ftp://h",
        "mailto:a@b",
        "wais://h/d",
        "x:y",
        "no",
    ];
    let texts = texts.map(|text| text.as_bytes().to_vec());
    assert_eq!(compare(&grammar, "url", &texts), [0, 5]);
    assert_eq!(compare(&grammar, "genericurl", &texts), [5, 0]);
    assert_eq!(compare(&grammar, "port", &[b"80".to_vec()]), [0, 1]);
    let hosts = ["h.de", "1.2.3.4", "1.2.3.4.de"].map(|text| text.as_bytes().to_vec());
    compare(&grammar, "host", &hosts);
}

#[test]
fn only_the_tree_tells_where_derivations_depend_on_more() {
    for source in [
        // Each derives itself, so what is below depends on what is above.
        "s = t / \"x\"\nt = s\n",
        // The first alternative need not be the first derivation.
        "s = t \"b\" / u\nt = \"a\"\nu = \"ab\" / \"c\"\n",
        "s = [ t ] u\nt = \"a\"\nu = *\"b\"\n",
        // Only people know.
        "s = t / u\nt = <a name>\nu = \"b\"\n",
    ] {
        let grammar = read(source).expect("it is a grammar");
        let parser = grammar.parser("s").expect("it has a parser");
        let is_known = parser.rule().has_kinds();
        assert!(!is_known, "{source}");
        assert_eq!(parser.rule().kind(b"ab"), None, "{source}");
    }
    let empty = read("s = *t\nt = \"a\" \"b\"\n").expect("it is a grammar");
    let parser = empty.parser("s").expect("it has a parser");
    assert_eq!(parser.rule().kind(b""), None);
}

//! Where the names of a file are.

use std::collections::BTreeSet;

use rfcbnf::syntax::{Kind, Notation};
use rfcbnf::{Names, Reader, library};

fn names(text: &str) -> Names {
    Reader::default().names(text)
}

/// Returns the names of each rule: the one that it defines, and those that it refers to.
fn shown(text: &str) -> Vec<String> {
    let names = names(text);
    let rules = names.rules.iter().map(|rule| {
        let references = rule.references.iter().map(|name| &text[name.span.clone()]);
        let defined = &text[rule.name.span.clone()];
        format!("{defined}: {}", references.collect::<Vec<_>>().join(" "))
    });
    rules.collect()
}

#[test]
fn every_library_grammar_has_the_references_of_its_tree() {
    for name in library::names() {
        let grammar = library::find(name).expect("it is there").read().grammar;
        let end = grammar.productions.iter().map(|one| one.span.end).max();
        let source = &grammar.source[..end.unwrap_or(0)];
        let reader = Reader {
            notation: Some(grammar.notation),
            ..Reader::default()
        };
        let mut in_tree = BTreeSet::new();
        for production in &grammar.productions {
            production.body.walk(&mut |part| {
                if let Kind::Reference { .. } = part.kind {
                    let text = &source[part.span.clone()];
                    let bracket = usize::from(text.starts_with('<'));
                    in_tree.insert((part.span.start + bracket, part.span.end - bracket));
                }
            });
        }
        let names = reader.names(source);
        let found = names.rules.iter().flat_map(|rule| &rule.references);
        let found = found.map(|name| (name.span.start, name.span.end));
        assert_eq!(found.collect::<BTreeSet<_>>(), in_tree, "{name}");
        let defined: BTreeSet<usize> = names
            .rules
            .iter()
            .map(|rule| rule.name.span.start)
            .collect();
        for production in &grammar.productions {
            assert!(
                defined.contains(&production.name_span.start),
                "{name}: {}",
                production.name
            );
        }
    }
}

#[test]
fn second_definitions_and_unreadable_rules_keep_their_names() {
    let text = "a = b (c\na = d \"x\n1st = e\nb =/ *\n";
    assert_eq!(shown(text), ["a: b c", "a: d", "1st: e", "b: "]);
}

#[test]
fn names_of_damaged_files_are_at_their_places() {
    let text = "  1  a = b “x”\n  2  b = c\n  3  c = %x30\n";
    assert_eq!(shown(text), ["a: b", "b: c", "c: "]);
}

#[test]
fn names_in_brackets_are_without_them() {
    let bnf = "<URN chars> ::= <one> | \"x\"\n<one> ::= <URN chars>\n";
    assert_eq!(names(bnf).notation, Notation::Bnf);
    assert_eq!(shown(bnf), ["URN chars: one", "one: URN chars"]);
    assert_eq!(names(bnf).rules[0].name.text, "URN-chars");
    let abnf = "a = <b> / <any one> / <DIGIT> / %x31\nb = %x30\n";
    assert_eq!(shown(abnf), ["a: b DIGIT", "b: "]);
}

#[test]
fn literals_comments_and_prose_have_no_names() {
    let text = "; a = b\na = \"b\" %x31 ; b c\n    <b, see Section 1>\n\n; c\n";
    assert_eq!(shown(text), ["a: "]);
    assert_eq!(names(text).headings.len(), 1);
}

#[test]
fn a_file_beyond_the_limit_has_no_names() {
    let text = "a = b\n".repeat(rfcbnf::limits::FILE_LENGTH / 6 + 1);
    assert_eq!(names(&text), Names::default());
}

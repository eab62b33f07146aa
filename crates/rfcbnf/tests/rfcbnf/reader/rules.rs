//! What no case in `tests/corpus/` can show of rules: spans, what readings decide later, bare literals, files without a last line
//! end, whole files, and the texts that rules derive.

use rfcbnf::automaton::Automaton;
use rfcbnf::fixes;
use rfcbnf::interpret::Interpreter;
use rfcbnf::syntax::Notation::Rfc822;
use rfcbnf::syntax::{Case, Grammar, Kind, Quantifier};
use rfcbnf::{Reader, read};
use rfcbnf_engine::is_valid;

use super::tree;
use crate::grammars::{self, read_abnf};

fn names(grammar: &Grammar) -> Vec<&str> {
    let productions = grammar.productions.iter();
    productions.map(|production| &*production.name).collect()
}

fn headings(grammar: &Grammar) -> Vec<&str> {
    grammar
        .headings
        .iter()
        .map(|heading| heading.text.as_str())
        .collect()
}

/// Returns the comments on the production of that name.
fn comments<'a>(grammar: &'a Grammar, name: &str) -> Vec<&'a str> {
    let production = grammar.production(name).expect(name);
    production
        .comments
        .iter()
        .map(|comment| comment.text.as_str())
        .collect()
}

/// Reads rules as printed in an RFC and compares each with its structure.
#[track_caller]
fn reads_as(source: &str, expected: &[(&str, &str)]) {
    let grammar = read(source).unwrap_or_else(|errors| panic!("{errors}"));
    for (name, body) in expected {
        assert_eq!(
            tree(&grammar.production(name).expect(name).body),
            *body,
            "{name}"
        );
    }
}

#[test]
fn decisions_of_readings_are_not_anticipated() {
    let grammar = read("a = x \"X\"\nx = \"x\"\n").unwrap();
    let production = &grammar.productions[0];
    assert!(production.excluded.is_empty() && production.readings.is_empty());
    let children = production.body.children();
    assert!(matches!(
        children[0].kind,
        Kind::Reference {
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
            ..
        }
    ));
    assert!(matches!(
        children[1].kind,
        Kind::Literal {
            case: Case::Exact,
            ..
        }
    ));
}

#[test]
fn a_bare_literal_is_read_in_its_production_only() {
    let bare = [super::quoted_slash()];
    let grammar = super::read_with("gopherurl = / \"a\" / b\nb = \"c\" / \"d\"\n", &bare).unwrap();
    assert_eq!(
        tree(&grammar.productions[0].body),
        "(bare / \"a\" bare / b)"
    );
    assert_eq!(tree(&grammar.productions[1].body), "{\"c\" | \"d\"}");
}

#[test]
fn a_bare_literal_that_occurs_nowhere_changes_nothing() {
    let source = "a = \"x\" / \"y\"\n";
    let bare = ["", " ", "\u{e9}", "\n", "@"].map(|text| rfcbnf::BareLiteral {
        production: "a".to_owned(),
        text: text.to_owned(),
    });
    assert_eq!(super::read_with(source, &bare), read(source));
}

#[test]
fn the_parts_of_a_list_have_its_span() {
    let source = "a = x 1#( x y )\nx = \"x\"\ny = \"y\"\n";
    let grammar = read(source).expect("no errors");
    let mut commas = 0;
    grammar.productions[0].body.walk(&mut |part| {
        if matches!(&part.kind, Kind::Literal { text, .. } if text == ",") {
            assert_eq!(&source[part.span.clone()], "1#( x y )");
            commas += 1;
        }
    });
    assert_eq!(commas, 3);
}

#[test]
fn rules_are_read_as_rfc_1945_prints_them() {
    let source = include_str!("../../grammars/rfc1945.bnf");
    reads_as(
        source,
        &[
            ("HTTP-Version", "(\"HTTP\" \"/\" 1*DIGIT \".\" 1*DIGIT)"),
            ("LWS", "(?CRLF 1*{SP | HT})"),
            ("quoted-string", "(<\"> 0*{token | SP} <\">)"),
            (
                "Full-Request",
                "(Request-Line 0*{General-Header | Entity-Header} CRLF ?Entity-Body)",
            ),
            (
                "Method",
                "{\"GET\" | \"HEAD\" | \"POST\" | extension-method}",
            ),
            ("date1", "(2*2DIGIT SP month SP 4*4DIGIT)"),
            ("extension-code", "3*3DIGIT"),
        ],
    );
}

#[test]
fn rules_are_read_as_rfc_2396_prints_them() {
    let source = include_str!("../../grammars/rfc2396.bnf");
    reads_as(
        source,
        &[
            (
                "URI-reference",
                "(?{absoluteURI | relativeURI} ?(\"#\" fragment))",
            ),
            ("absoluteURI", "(scheme \":\" {hier_part | opaque_part})"),
            ("hier_part", "({net_path | abs_path} ?(\"?\" query))"),
            ("net_path", "(\"//\" authority ?abs_path)"),
            (
                "scheme",
                "(alpha 0*{alpha | digit | \"+\" | \"-\" | \".\"})",
            ),
            (
                "pchar",
                "{unreserved | escaped | \":\" | \"@\" | \"&\" | \"=\" | \"+\" | \"$\" | \",\"}",
            ),
            ("delims", "{\"<\" | \">\" | \"#\" | \"%\" | <\">}"),
        ],
    );
}

#[test]
fn the_last_line_needs_no_line_end() {
    reads_as("a = \"x\" |\n \"y\"", &[("a", "{\"x\" | \"y\"}")]);
}

#[test]
fn line_ends_of_two_octets_read_like_those_of_one() {
    let source = super::RFC1738.replace('\n', "\r\n");
    let grammar = super::read_with(&source, &[super::quoted_slash()]).unwrap();
    let expected = super::rfc1738();
    let plain = |grammar: &Grammar| -> Vec<String> {
        let productions = grammar.productions.iter();
        productions
            .map(|production| format!("{} = {}", production.name, tree(&production.body)))
            .collect()
    };
    assert_eq!(plain(&grammar), plain(&expected));
    assert_eq!(headings(&grammar), headings(&expected));
    assert_eq!(
        comments(&grammar, "urlpath"),
        ["depends on protocol see section 3.1"]
    );
    let span = grammar.production("urlpath").unwrap().comments[0]
        .span
        .clone();
    assert_eq!(&source[span], "; depends on protocol see section 3.1");
}

#[test]
fn grammars_of_this_project_are_in_rfc_822_style() {
    let files = [
        include_str!("../../grammars/dates.bnf"),
        include_str!("../../grammars/phone.bnf"),
        include_str!("../../grammars/rfc1945.bnf"),
        include_str!("../../grammars/rfc2396.bnf"),
    ];
    for source in files {
        assert_eq!(grammars::read(source).notation, Rfc822);
    }
    let own = Reader::default().read(super::RFC1738);
    assert_eq!(own.grammar.notation, Rfc822);
}

#[test]
fn repetitions_without_rounds_derive_the_empty_text() {
    let rules = [
        ("c", "0\"z\" / \"y\"", vec!["", "y"]),
        ("d", "\"x\" 0\"z\" \"y\"", vec!["xy"]),
        ("g", "0<c>", vec![""]),
    ];
    let source = rules
        .iter()
        .map(|(name, body, _)| format!("{name} = {body}\n"));
    let grammar = read_abnf(&source.collect::<String>()).grammar;
    let interpreter = Interpreter::new(&grammar).expect("every part is known");
    let texts = ["", "x", "y", "xy", "xz", "xx"];
    for (name, body, valid) in rules {
        let automaton = Automaton::new(&grammar, name).expect("it is small");
        let accepted = texts
            .into_iter()
            .filter(|text| automaton.accepts(text.as_bytes()));
        assert_eq!(accepted.collect::<Vec<_>>(), valid, "{body}");
        let parser = || interpreter.find(name).expect("a production");
        let accepted = texts.into_iter().filter(|text| is_valid(parser(), *text));
        assert_eq!(accepted.collect::<Vec<_>>(), valid, "{body}");
    }
}

#[test]
fn core_rules_stand_behind_the_file() {
    let source = "  number = 1*digit [ CRLF ]";
    let grammar = read_abnf(source).grammar;
    assert_eq!(names(&grammar), ["number", "CR", "CRLF", "DIGIT", "LF"]);
    assert!(grammar.source.starts_with(source));
    let heading = grammar.headings.last().expect("a heading");
    assert_eq!(heading.text, "Core rules: RFC 5234, Appendix B.1");
    for production in &grammar.productions[1..] {
        assert_eq!(production.heading, Some(0));
        assert!(production.span.start > heading.span.end);
        assert!(grammar.text(production).starts_with(&production.name));
    }
    assert_eq!(
        grammar.text(&grammar.productions[3]),
        "DIGIT          =  %x30-39"
    );
}

#[test]
fn alternatives_are_added_wherever_they_stand() {
    let source = "a = \"x\" ; one\nb = DIGIT\nc = a / b\n\n; Far away\n\nA =/ \"y\" / b ; two\na =/ \"z\" c\n";
    let document = Reader::default().read(source);
    let a = &document.grammar.productions[0];
    assert_eq!(tree(&a.body), "{\"x\" | \"y\" | b | (\"z\" c)}");
    assert_eq!(&source[a.span.clone()], "a = \"x\"");
    let additions: Vec<&str> = a
        .additions
        .iter()
        .map(|span| &source[span.clone()])
        .collect();
    assert_eq!(additions, ["A =/ \"y\" / b", "a =/ \"z\" c"]);
    assert_eq!(
        document.grammar.text(a),
        "a = \"x\"\nA =/ \"y\" / b\na =/ \"z\" c"
    );
    let comments: Vec<&str> = a.comments.iter().map(|comment| &*comment.text).collect();
    assert_eq!(comments, ["one", "two"]);
    assert_eq!(names(&document.grammar), ["a", "b", "c", "DIGIT"]);
}

#[test]
fn a_sentence_instead_of_a_body_is_one_error() {
    let source = "<server> ::= <host>\n\
                  <host> ::= see RFC 952 [DNS:4] for details on allowed hostnames\n";
    let document = Reader::default().read(source);
    let errors = document.errors.as_ref().expect("an error").errors();
    let ids: Vec<&str> = errors.iter().map(|error| error.kind().id()).collect();
    assert_eq!(ids, ["bare-prose"]);
    let fixes = fixes::of_errors(&document);
    let after = fixes::apply(source, fixes.iter().flatten());
    assert!(after.ends_with("<see RFC 952 [DNS:4] for details on allowed hostnames>\n"));
    assert!(Reader::default().read(&after).errors.is_none());
}

//! The division of lines into rules, headings and comments, in the styles of several RFCs.

use rfcbnf::read;
use rfcbnf::syntax::Grammar;

use super::tree;

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
fn a_line_indented_deeper_than_the_name_continues_its_rule() {
    let source = "   a = \"x\"\n       | \"y\"\n\n\x0c\n    | \"z\"\n   b = a\n";
    reads_as(source, &[("a", "{\"x\" | \"y\" | \"z\"}"), ("b", "a")]);
}

#[test]
fn a_tab_reaches_to_the_next_multiple_of_eight() {
    reads_as("       a = \"x\"\n\t| \"y\"\n", &[("a", "{\"x\" | \"y\"}")]);
}

#[test]
fn a_body_may_begin_below_its_name() {
    reads_as("a =\n  \"x\"\n", &[("a", "\"x\"")]);
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
fn a_byte_order_mark_is_ignored() {
    let grammar = read("\u{feff}; Heading\n\na = \"x\"\n").unwrap();
    assert_eq!(headings(&grammar), ["Heading"]);
    let errors = read("\u{feff}a = )\n").unwrap_err();
    assert_eq!(
        errors.errors()[0].to_string(),
        "1:5: the `)` was never opened"
    );
}

#[test]
fn comment_lines_above_a_blank_line_are_a_heading() {
    let grammar = read("; One\n;; two\n\n; Three\n\na = \"x\"\n; Four").unwrap();
    assert_eq!(headings(&grammar), ["One two", "Three", "Four"]);
    assert_eq!(grammar.headings[0].span, 0..12);
    assert_eq!(grammar.productions[0].heading, Some(1));
    assert!(grammar.productions[0].comments.is_empty());
}

#[test]
fn a_production_above_every_heading_has_none() {
    let grammar = read("a = \"x\"\n\n; Heading\n\nb = \"y\"\n").unwrap();
    assert_eq!(grammar.productions[0].heading, None);
    assert_eq!(grammar.productions[1].heading, Some(0));
}

#[test]
fn a_line_of_semicolons_alone_is_not_a_heading() {
    assert_eq!(headings(&read(";;;;;\n\na = \"x\"\n").unwrap()), [""; 0]);
}

#[test]
fn comments_above_beside_and_within_a_production_annotate_it() {
    let source = "; above\n;  more \na = \"x\" ; beside\n ; within\n | \"y\" ; behind\n   ; below\n\n; Heading\n";
    let grammar = read(source).unwrap();
    assert_eq!(
        comments(&grammar, "a"),
        ["above", "more", "beside", "within", "behind", "below"]
    );
    assert_eq!(headings(&grammar), ["Heading"]);
    for comment in &grammar.productions[0].comments {
        let text = &source[comment.span.clone()];
        assert_eq!(
            text.strip_prefix(';').map(str::trim),
            Some(comment.text.as_str())
        );
    }
}

#[test]
fn a_production_ends_with_its_body_and_not_its_comments() {
    let grammar = read("a = \"x\" |\n  \"y\"  ; comment\n").unwrap();
    assert_eq!(
        grammar.text(&grammar.productions[0]),
        "a = \"x\" |\n  \"y\""
    );
}

#[test]
fn a_comment_line_between_two_rules_annotates_the_second() {
    let grammar = read("  a = \"x\"\n  ; on b\n  b = \"y\"\n").unwrap();
    assert_eq!(comments(&grammar, "a"), [""; 0]);
    assert_eq!(comments(&grammar, "b"), ["on b"]);
}

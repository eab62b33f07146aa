//! Fixes of errors and of findings. `tests/corpus/fixes.txt` has what the fixes of errors make of small grammars.

use crate::grammars::read_abnf;
use rfcbnf::analysis::{Finding, analyse};
use rfcbnf::fixes::{self, Fix};
use rfcbnf::{GrammarDocument, Reader};

fn read(source: &str) -> GrammarDocument {
    Reader::default().read(source)
}

#[test]
fn a_shadowed_alternative_is_removed_with_its_separator() {
    let source = "a = \"x\" / %x41-5A / \"B\"\n";
    let document = read_abnf("a = %x41-5A / %x42 / \"1\"\n");
    let analysis = analyse(&document.grammar);
    let fixes: Vec<&Fix> = analysis
        .findings()
        .iter()
        .filter_map(Finding::fix)
        .collect();
    let rest = fixes::apply("a = %x41-5A / %x42 / \"1\"\n", fixes);
    assert_eq!(rest, "a = %x41-5A / \"1\"\n");
    assert!(read(source).errors.is_none());
}

#[test]
fn an_alternative_behind_a_comment_stays() {
    let source = "a = %x41-5A ; letters\n  / %x42 ; one of them\n";
    let analysis = analyse(&read(source).grammar);
    let kinds: Vec<&str> = analysis
        .findings()
        .iter()
        .map(|it| it.kind().id())
        .collect();
    assert_eq!(kinds, ["shadowed-alternative"]);
    assert_eq!(analysis.findings()[0].fix(), None);
}

/// RFC 9110, Section 9.1, says that methods are case-sensitive.
#[test]
fn a_literal_that_a_comment_calls_case_sensitive_is_fixed() {
    let source =
        "method = \"GET\" / %s\"HEAD\" ; case-sensitive\nname = \"Host\" ; case-insensitive\n";
    let analysis = analyse(&read(source).grammar);
    let findings = analysis.findings().iter();
    let found: Vec<(&str, &str)> = findings
        .map(|one| (one.kind().id(), &source[one.span()]))
        .filter(|(kind, _)| *kind == "literal-case")
        .collect();
    assert_eq!(found, [("literal-case", "\"GET\"")]);
    let fixes = analysis.findings().iter().filter_map(Finding::fix);
    assert_eq!(
        fixes::apply(source, fixes),
        "method = %s\"GET\" / %s\"HEAD\" ; case-sensitive\nname = \"Host\" ; case-insensitive\n"
    );
}

#[test]
fn fixes_that_overlap_one_before_them_are_left_out() {
    let source = "a = digt\ndigit = \"0\"\n";
    let fixes = fixes::of_errors(&read(source));
    let fix = fixes[0].as_ref().expect("a fix");
    assert_eq!(
        fixes::apply(source, [fix, fix]),
        "a = digit\ndigit = \"0\"\n"
    );
    assert_eq!(fixes::apply("a", [fix]), "a");
}

/// Deeper texts are unknown, so the alternative cannot be said to be shadowed.
#[test]
fn equal_alternatives_of_a_recursive_production_are_an_ambiguity() {
    let source = "s = \"(\" s \")\" / %x61 / %x61\n";
    let analysis = rfcbnf::analysis::analyse_to_depth(&read(source).grammar, 2);
    let messages: Vec<&str> = analysis.findings().iter().map(Finding::message).collect();
    assert!(
        messages.contains(&"alternatives 2 and 3 both derive \"a\""),
        "{messages:?}"
    );
}

#[test]
fn no_fix_is_without_changes() {
    // The bar of the second line is read as if the line were indented, and lies in no body of the file as it is.
    let document = read("a = %x41 / \"|\"\n| b\n");
    let errors = document.errors.as_ref().expect("errors").errors();
    assert_eq!(errors[0].kind().id(), "two-notations");
    for fix in fixes::of_errors(&document).into_iter().flatten() {
        assert!(!fix.changes().is_empty(), "{fix:?}");
    }
}

#[test]
fn the_fixes_of_thousands_of_errors_are_found_in_time() {
    // Once for each error, the productions of the file would be found for minutes.
    let lines = (0..5000).map(|index| format!("r{index} = \"x\" / \"y\"+\n"));
    let source: String = lines.collect();
    let document = read(&source);
    let fixes = fixes::of_errors(&document);
    assert_eq!(fixes.iter().flatten().count(), 5000);
}

#[test]
fn thousands_of_sentences_are_distinguished_from_names_in_time() {
    let lines = (0..5000).map(|index| format!("r{index} = see the rules of names\n"));
    let source: String = lines.collect();
    let document = read(&source);
    let errors = document.errors.as_ref().expect("errors").errors();
    assert_eq!(errors.len(), 5000);
    assert!(errors.iter().all(|one| one.kind().id() == "bare-prose"));
}

#[test]
fn a_sentence_around_a_page_break_has_no_fix() {
    let source = "a = 1*b\nb = \"x\" / c\nc = the words of a sentence that goes on\n\n\n\n\n\
                  Myers                       Standards Track                     [Page 4]\n\x0c\n\
                  RFC 2087                         QUOTA                      January 1997\n\n\n    \
                  behind the page and ends here\n";
    let document = Reader::default().read(source);
    let errors = document.errors.iter().flatten();
    let fixes = fixes::of_errors(&document);
    let found = errors.zip(fixes);
    let found: Vec<_> = found
        .map(|(error, fix)| (error.kind().id(), fix.is_some()))
        .collect();
    assert_eq!(found, [("bare-prose", false), ("damaged-file", true)]);
}

#[test]
fn a_fix_that_deletes_something_says_so() {
    let cases = [
        ("a = \"x\" / / \"y\"\n", "empty-alternative", true),
        ("a = \"x\"\na = \"x\"\n", "duplicate-production", true),
        (
            "1 a = b\n2\n3 b = c\n4 c = d\n5 d = \"x\"\n6 e = d\n",
            "damaged-file",
            true,
        ),
        ("a = 1*digt\ndigit = \"0\"\n", "undefined-production", false),
        ("a = \"x\n", "unclosed-literal", false),
        ("a = ( \"x\"\n", "unclosed-bracket", false),
        ("a = \u{201c}x\u{201d}\n", "damaged-file", false),
        ("a = 3*2\"x\"\n", "counts-reversed", false),
    ];
    for (source, kind, deletes) in cases {
        let document = read(source);
        let errors = document.errors.as_ref().expect("an error").errors();
        let fixes = fixes::of_errors(&document);
        let (error, fix) = { errors.iter().zip(&fixes) }
            .find(|(error, _)| error.kind().id() == kind)
            .expect("the error is there");
        assert!(fixes::KINDS.contains(&error.kind().id()));
        let fix = fix.as_ref().expect("a fix");
        assert_eq!(fix.deletes(source), deletes, "{source}");
    }
}

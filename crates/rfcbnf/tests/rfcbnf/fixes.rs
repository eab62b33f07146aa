//! Planted mistakes are found at their place, and the fix undoes them.

use crate::grammars::read_abnf;
use rfcbnf::analysis::{Finding, analyse};
use rfcbnf::fixes::{self, Fix};
use rfcbnf::{Document, Reader};

/// RFC 3986, Section 3.2.2 and Appendix A, with the separators of RFC 5234.
const SOUND: &str = "\
IPv4address = dec-octet 3( \".\" dec-octet )
dec-octet   = DIGIT                 ; 0-9
            / %x31-39 DIGIT         ; 10-99
            / \"1\" 2DIGIT            ; 100-199
            / \"2\" %x30-34 DIGIT     ; 200-249
            / \"25\" %x30-35          ; 250-255
port        = *DIGIT
authority   = IPv4address [ \":\" 1*5DIGIT ] [ \"=port=\" port ]
";

fn read(source: &str) -> Document {
    Reader::default().read(source)
}

/// Plants a mistake, which has to be the only error, at its place, and applies its fix.
#[track_caller]
fn undone(sound: &str, planted: &str, place: &str) -> String {
    assert_eq!(
        SOUND.matches(sound).count(),
        1,
        "`{sound}` is not one place"
    );
    let source = SOUND.replace(sound, planted);
    let document = read(&source);
    let errors = document.errors.as_ref().expect("an error");
    assert_eq!(errors.errors().len(), 1, "{errors}");
    let error = &errors.errors()[0];
    assert_eq!(&source[error.span()], place);
    let fixes = fixes::of_errors(&document);
    let fix = fixes[0].as_ref().expect("a fix");
    fixes::apply(&source, [fix])
}

#[test]
fn the_fix_of_an_error_undoes_the_mistake() {
    let mistakes = [
        ("[ \"=port=\" port ]", "[ \"=port=\" prot ]", "prot"),
        ("3( \".\" dec-octet )", "3( \".\" dec-octe )", "dec-octe"),
        ("\"1\" 2DIGIT ", "'1' 2DIGIT ", "'1'"),
        ("1*5DIGIT", "5*1DIGIT", "5*1"),
        (
            "[ \":\" 1*5DIGIT ]",
            "[ \": 1*5DIGIT ]",
            "\": 1*5DIGIT ] [ \"=port=\"",
        ),
    ];
    for (sound, planted, place) in &mistakes[..4] {
        assert_eq!(undone(sound, planted, place), SOUND, "{planted}");
    }
    // The quotation marks behind it pair off the other way round, and no fix is offered.
    let source = SOUND.replace(mistakes[4].0, mistakes[4].1);
    assert!(read(&source).errors.is_some());
}

#[test]
fn an_unclosed_literal_at_a_line_end_is_closed() {
    let source = "a = b\nb = \"x / \"y\n";
    let document = read("a = b\nb = \"x\n");
    let fixes = fixes::of_errors(&document);
    let closed = fixes::apply("a = b\nb = \"x\n", fixes.iter().flatten());
    assert_eq!(closed, "a = b\nb = \"x\"\n");
    assert!(read(source).errors.is_some());
}

#[test]
fn joined_names_and_every_use_of_misspelt_names_are_fixed() {
    let source = "a = portdigit / digt digt\nport = \"1\"\ndigit = \"0\" / digt\n";
    let document = read(source);
    let fixes = fixes::of_errors(&document);
    assert_eq!(
        fixes::apply(source, fixes.iter().flatten()),
        "a = port digit / digit digit\nport = \"1\"\ndigit = \"0\" / digit\n"
    );
    let descriptions: Vec<&str> = fixes.iter().flatten().map(Fix::description).collect();
    assert_eq!(descriptions, ["write `port digit`", "write `digit`"]);
}

#[test]
fn no_fix_is_offered_where_several_are_as_likely() {
    let document = read("a = port3 / port1 / port2\nport1 = \"1\"\nport2 = \"2\"\n");
    assert_eq!(fixes::of_errors(&document), [None]);
    let document = read("a = \"x\" )\n");
    assert_eq!(fixes::of_errors(&document), [None]);
}

#[test]
fn a_bracket_is_closed_before_the_one_around_it() {
    let closed = |source: &str| {
        let fixes = fixes::of_errors(&read(source));
        fixes::apply(source, fixes.iter().flatten())
    };
    assert_eq!(
        closed("a = ( \"x\" [ \"y;)\" )\n"),
        "a = ( \"x\" [ \"y;)\" ] )\n"
    );
    assert_eq!(
        closed("a = ( \"x\" ; ( one\n  \"y\" ; two )\n"),
        "a = ( \"x\" ; ( one\n  \"y\" ) ; two )\n"
    );
    assert_eq!(closed("a = *( \"x\" ] \"y\"\n"), "a = *( \"x\" ) \"y\"\n");
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
fn an_undefined_name_like_a_defined_one_is_no_number() {
    for (defined, undefined) in [("x1", "x2"), ("x1", "xa1"), ("X1", "X3"), ("y", "x2")] {
        let source = format!("a = {defined} / {undefined}\n{defined} = \"1\"\n");
        let document = read(&source);
        let fixes = fixes::of_errors(&document);
        let after = fixes::apply(&source, fixes.iter().flatten());
        assert!(!after.contains('%'), "{after}");
    }
    let source = "a = x0D\n";
    let document = read(source);
    let fixes = fixes::of_errors(&document);
    let after = fixes::apply(source, fixes.iter().flatten());
    assert_eq!(after, "a = %x0D\n");
}

#[test]
fn a_sentence_between_productions_is_not_made_one() {
    for sentence in [
        "Note that hosts and names differ.",
        "Note: hosts and names differ.",
        "host is a name",
        "zebra is a number",
    ] {
        let source = format!("a = host zebra\nb = a\nhost = \"x\"\n\n{sentence}\n");
        let document = read(&source);
        let errors = document.errors.as_ref().expect("errors").errors();
        let undefined = |id| id == "undefined-production";
        assert!(errors.iter().any(|one| undefined(one.kind().id())));
        assert_eq!(fixes::of_errors(&document), [None, None], "{sentence}");
    }
}

#[test]
fn a_production_without_a_sign_is_known_by_its_use() {
    let source = "a = port\nb = a\n\nport 1*DIGIT\n";
    let document = read(source);
    let fixes = fixes::of_errors(&document);
    let after = fixes::apply(source, fixes.iter().flatten());
    assert_eq!(after, "a = port\nb = a\n\nport = 1*DIGIT\n");
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
fn a_lost_quotation_mark_within_brackets_is_one_error() {
    for (source, fixed) in [
        ("a = ( b / \"c / d )\n", "a = ( b / \"c\" / d )\n"),
        ("a = [ b ( \"c ) ]\n  / d\n", "a = [ b ( \"c\" ) ]\n  / d\n"),
        ("a = b \"c ( d\n  / b )\n", "a = b \"c\" ( d\n  / b )\n"),
    ] {
        let rest = "b = %x41\nd = %x42\n";
        let source = format!("{source}{rest}");
        let document = read(&source);
        let errors = document.errors.as_ref().expect("an error");
        assert_eq!(errors.errors().len(), 1, "{errors}");
        assert_eq!(errors.errors()[0].message(), "the literal is not closed");
        let fixes = fixes::of_errors(&document);
        let result = fixes::apply(&source, fixes.iter().flatten());
        assert_eq!(result, format!("{fixed}{rest}"));
    }
}

#[test]
fn a_separator_or_a_bracket_in_apostrophes_is_one_error() {
    let source = "a = [ '/' b ] '(' 'x'\nb = %x41\n";
    let document = read(source);
    assert_eq!(
        document.errors.as_ref().map(|all| all.errors().len()),
        Some(3)
    );
    let fixes = fixes::of_errors(&document);
    assert_eq!(
        fixes::apply(source, fixes.iter().flatten()),
        "a = [ \"/\" b ] \"(\" \"x\"\nb = %x41\n"
    );
}

#[test]
fn each_of_two_kinds_of_damage_has_its_fix() {
    // The no-break space hides the sign of the second rule from the search for rules on one line.
    let source = "a = “x” b b\u{a0}= \"y\" c c\u{a0}= \"z\"\n";
    let document = read(source);
    let fixes = fixes::of_errors(&document);
    assert_eq!(fixes.len(), 2, "{:?}", document.errors);
    assert!(fixes.iter().all(Option::is_some), "{fixes:?}");
    let repaired = fixes::apply(source, fixes.iter().flatten());
    assert_eq!(repaired, "a = \"x\" b \nb = \"y\" c \nc = \"z\"\n");
    assert!(read(&repaired).errors.is_none());
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

#[test]
fn a_literal_without_a_character_is_not_closed() {
    let document = read("a = \":\" / \"\n    <\"> / \"/\"\n");
    assert_eq!(fixes::of_errors(&document), [None]);
}

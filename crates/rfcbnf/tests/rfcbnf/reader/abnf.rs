//! The forms of ABNF: RFC 5234 and RFC 7405.

use rfcbnf::automaton::Automaton;
use rfcbnf::interpret::Interpreter;
use rfcbnf::syntax::{Case, Encoding, Expression, Grammar, Kind, Notation};
use rfcbnf::{GrammarErrors, Reader};
use rfcbnf_engine::is_valid;

use super::tree;
use crate::grammars::read_abnf;

fn read(source: &str) -> Result<Grammar, GrammarErrors> {
    read_abnf(source).into_result()
}

#[track_caller]
fn grammar(source: &str) -> Grammar {
    read(source).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Returns the body of the first rule.
#[track_caller]
fn body(source: &str) -> String {
    tree(&grammar(source).productions[0].body)
}

fn names(grammar: &Grammar) -> Vec<&str> {
    let productions = grammar.productions.iter();
    productions.map(|production| &*production.name).collect()
}

/// Returns how the letters of each literal compare, in file order.
fn cases(expression: &Expression) -> Vec<(&str, Case)> {
    let mut cases = Vec::new();
    expression.walk(&mut |part| {
        if let Kind::Literal { text, case, .. } = &part.kind {
            cases.push((text.as_str(), *case));
        }
    });
    cases
}

#[track_caller]
fn errors(source: &str) -> Vec<String> {
    let errors = read(source).expect_err(source);
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn quoted_letters_match_in_any_case_by_default() {
    let grammar = grammar("a = \"x\" %s\"y\" %i\"z\" %S\"Y\" %I\"Z\" %x41\n");
    let expected = [
        ("x", Case::Ignored),
        ("y", Case::Exact),
        ("z", Case::Ignored),
        ("Y", Case::Exact),
        ("Z", Case::Ignored),
        ("A", Case::Exact),
    ];
    assert_eq!(cases(&grammar.productions[0].body), expected);
}

#[test]
fn numbers_are_read_in_each_base() {
    assert_eq!(body("a = %x41\n"), "numbers \"A\"");
    assert_eq!(body("a = %d13.10\n"), "numbers \"\\r\\n\"");
    assert_eq!(body("a = %b1010\n"), "numbers \"\\n\"");
    assert_eq!(body("a = %X4a.4B.0000004c\n"), "numbers \"JKL\"");
    assert_eq!(body("a = %x41-5A\n"), "'A'-'Z'");
    assert_eq!(
        body("a = %d48-57 / %B0-1111111\n"),
        "{'0'-'9' | '\\0'-'\\u{7f}'}"
    );
    assert_eq!(body("a = %x5D-10FFFF\n"), "']'-'\\u{10ffff}'");
    assert_eq!(
        body("a = %x41%x42\"c\"%d68\n"),
        "(numbers \"A\" numbers \"B\" \"c\" numbers \"D\")"
    );
}

#[test]
fn numbers_above_255_make_texts_utf_8() {
    assert_eq!(grammar("a = %xFF / %x80-FF\n").encoding, Encoding::Octets);
    assert_eq!(grammar("a = %xFF / %x80-100\n").encoding, Encoding::Utf8);
    assert_eq!(grammar("a = OCTET %x263A\n").encoding, Encoding::Utf8);
}

#[test]
fn brackets_behind_a_count_make_optional() {
    assert_eq!(body("a = *[ \"x\" ]\n"), "0*?\"x\"");
    assert_eq!(body("a = 1*2( \"x\" \"y\" )\n"), "1*2(\"x\" \"y\")");
}

#[test]
fn a_repetition_can_allow_no_rounds() {
    assert_eq!(body("path-empty = 0<pchar>\npchar = \"a\"\n"), "0*0pchar");
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
    let grammar = grammar(&source.collect::<String>());
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
fn references_have_the_spelling_of_the_definition() {
    let grammar = grammar("rule = OTHER / other / digit\nOther = RULENAME\nruleName = \"x\"\n");
    assert_eq!(names(&grammar), ["rule", "Other", "ruleName", "DIGIT"]);
    assert_eq!(
        tree(&grammar.productions[0].body),
        "{Other | Other | DIGIT}"
    );
    assert_eq!(tree(&grammar.productions[1].body), "ruleName");
}

#[test]
fn an_undefined_name_in_two_cases_is_one_error() {
    assert_eq!(
        errors("a = nothing NOTHING\n"),
        ["1:5: the production `nothing` is used 2 times and never defined"]
    );
}

#[test]
fn definitions_that_differ_only_in_case_are_an_error() {
    let document = Reader::default().read("a = DIGIT\nA = \"x\"\nb = a A\n");
    let errors = document.errors.expect("an error");
    assert_eq!(
        errors.to_string(),
        "\
2:1: the production `A` is already defined
 2 | A = \"x\"
   | ^
1:1: the first definition is here
 1 | a = DIGIT
   | ^
help: give one of them another name, or add alternatives with `=/`"
    );
    assert_eq!(names(&document.grammar), ["a", "b", "DIGIT"]);
    assert_eq!(tree(&document.grammar.productions[1].body), "(a a)");
}

#[test]
fn core_rules_stand_behind_the_file() {
    let source = "  number = 1*digit [ CRLF ]";
    let grammar = grammar(source);
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

/// Compares with Appendix B.1, as the members of each rule.
#[test]
fn every_core_rule_is_that_of_the_rfc() {
    let rules = [
        ("ALPHA", "{'A'-'Z' | 'a'-'z'}"),
        ("BIT", "{\"0\" | \"1\"}"),
        ("CHAR", "'\\u{1}'-'\\u{7f}'"),
        ("CR", "numbers \"\\r\""),
        ("CRLF", "(CR LF)"),
        ("CTL", "{'\\0'-'\\u{1f}' | numbers \"\\u{7f}\"}"),
        ("DIGIT", "'0'-'9'"),
        ("DQUOTE", "numbers \"\\\"\""),
        (
            "HEXDIG",
            "{DIGIT | \"A\" | \"B\" | \"C\" | \"D\" | \"E\" | \"F\"}",
        ),
        ("HTAB", "numbers \"\\t\""),
        ("LF", "numbers \"\\n\""),
        ("LWSP", "0*{WSP | (CRLF WSP)}"),
        ("OCTET", "'\\0'-'ÿ'"),
        ("SP", "numbers \" \""),
        ("VCHAR", "'!'-'~'"),
        ("WSP", "{SP | HTAB}"),
    ];
    let used: Vec<&str> = rules.iter().map(|(name, _)| *name).collect();
    let document = Reader::default().read(&format!("all = {}\n", used.join(" / ")));
    assert_eq!(names(&document.grammar)[1..], used);
    for (name, body) in rules {
        let production = document.grammar.production(name).expect(name);
        assert_eq!(tree(&production.body), body, "{name}");
    }
    let hexdig = document.grammar.production("HEXDIG").expect("a rule");
    assert!(
        cases(&hexdig.body)
            .iter()
            .all(|(_, case)| *case == Case::Ignored)
    );
}

#[test]
fn a_rule_of_the_file_replaces_the_core_rule() {
    let grammar = grammar("line = HEXDIG crlf\nCrlf = %x0A\nDigit = \"7\"\n");
    assert_eq!(names(&grammar), ["line", "Crlf", "Digit", "HEXDIG"]);
    assert_eq!(tree(&grammar.productions[0].body), "(HEXDIG Crlf)");
    assert!(tree(&grammar.productions[3].body).starts_with("{Digit | "));
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
fn an_addition_before_the_definition_is_reported_once_and_read() {
    let document = Reader::default().read("a =/ \"y\"\na =/ \"z\"\na = \"x\"\n");
    let errors = document.errors.expect("an error");
    assert_eq!(
        errors.to_string(),
        "\
1:1: `=/` adds to the production `a`, which is not yet defined
 1 | a =/ \"y\"
   | ^
3:1: the definition is here
 3 | a = \"x\"
   | ^
help: define the production with `=`, above those that add to it with `=/`, or import the grammar that defines it"
    );
    let production = &document.grammar.productions[0];
    assert_eq!(tree(&production.body), "{\"x\" | \"y\" | \"z\"}");
}

#[test]
fn an_addition_without_a_definition_is_reported_and_misses_alternatives() {
    let document = Reader::default().read("b = a\na =/ \"y\"\na =/ \"z\"\n");
    let errors: Vec<String> = document
        .errors
        .iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        errors,
        ["2:1: `=/` adds to the production `a`, which is not yet defined"]
    );
    let production = document.grammar.production("a").expect("the rule");
    assert_eq!(tree(&production.body), "{unreadable | \"y\" | \"z\"}");
}

#[test]
fn text_in_angle_brackets_is_prose_or_a_name() {
    let grammar = grammar("a = <B> / <c> / <digit> / <any other  character>\nb = \"b\"\n");
    assert_eq!(
        tree(&grammar.productions[0].body),
        "{b | prose \"c\" | DIGIT | prose \"any other character\"}"
    );
}

#[test]
fn prose_within_a_rule_leaves_the_other_alternatives_whole() {
    assert_eq!(
        body("a = \"x\" / <prose> \"y\" / DIGIT\n"),
        "{\"x\" | (prose \"prose\" \"y\") | DIGIT}"
    );
}

#[test]
fn rules_are_read_as_rfcs_indent_them() {
    let source = "\
   date-fullyear   = 4DIGIT
   date-mday       = 2DIGIT  ; 01-28, 01-29, 01-30, 01-31 based on
                             ; month/year
   time-numoffset  = (\"+\" / \"-\") time-hour \":\" time-minute

   time-hour
                   = 2DIGIT
   time-minute     =
       2DIGIT
";
    let grammar = grammar(&source.replace('\n', "\r\n"));
    let bodies: Vec<String> = grammar
        .productions
        .iter()
        .map(|one| tree(&one.body))
        .collect();
    assert_eq!(
        bodies,
        [
            "4*4DIGIT",
            "2*2DIGIT",
            "({\"+\" | \"-\"} time-hour \":\" time-minute)",
            "2*2DIGIT",
            "2*2DIGIT",
            "'0'-'9'",
        ]
    );
}

#[test]
fn control_characters_can_be_written_in_rfc_822_style_too() {
    let grammar = rfcbnf::read("line = *( \"a\" | %x09 ) %x0D.0A\n").expect("no errors");
    assert_eq!(grammar.notation, Notation::Rfc822);
    assert_eq!(
        tree(&grammar.productions[0].body),
        "(0*{\"a\" | numbers \"\\t\"} numbers \"\\r\\n\")"
    );
    assert_eq!(cases(&grammar.productions[0].body)[0], ("a", Case::Exact));
}

#[test]
fn impossible_numbers_are_reported_and_the_rest_is_read() {
    let problems = [
        (
            "%x110000",
            "`%x110000` is greater than the number of the last character, %x10FFFF",
            "write a number from %x0 to %x10FFFF",
        ),
        (
            "%xFFFFFFFFFF",
            "`%xFFFFFFFFFF` is greater than the number of the last character, %x10FFFF",
            "write a number from %x0 to %x10FFFF",
        ),
        (
            "%xD800",
            "`%xD800` is not the number of a character: %xD800 to %xDFFF are halves of UTF-16 pairs",
            "write the numbers of whole characters; a range around the halves is two ranges: `%x80-D7FF / %xE000-10FFFF`",
        ),
        (
            "%x61-41",
            "`%x61-41` is an empty range: its first number is greater than its last",
            "write the smaller number first",
        ),
        (
            "%x41-5A.61",
            "`%x41-5A.61` is not a range: a range has one number on each side of the `-`",
            "write the parts one behind the other: `%x41-5A %x61`",
        ),
        (
            "%x",
            "`%x` has no hexadecimal digits",
            "write the number of a character, such as `%x41`, or of several: `%x0D.0A`",
        ),
        (
            "%d13.",
            "`%d13.` has no decimal digits",
            "write the number of a character, such as `%x41`, or of several: `%x0D.0A`",
        ),
        (
            "%xGG",
            "`%xGG` is not a number: `G` is not a hexadecimal digit",
            "write the number of a character, such as `%x41`, or of several: `%x0D.0A`",
        ),
        (
            "%b12",
            "`%b12` is not a number: `2` is not a binary digit",
            "write the number of a character, such as `%x41`, or of several: `%x0D.0A`",
        ),
        (
            "%q1",
            "`%q1` is not a number: `x`, `d` or `b` stands behind a `%`",
            "write a hexadecimal number as `%x41`, a decimal one as `%d65`, a binary one as `%b1000001`",
        ),
        (
            "%s",
            "`%s` has no literal in quotation marks behind it",
            "write `%s\"text\"` to compare letters exactly, or a number as `%x41`",
        ),
    ];
    for (number, message, help) in problems {
        let source = format!("a = \"x\" / {number} / \"y\"\nb = DIGIT\n");
        let document = Reader::default().read(&source);
        let errors = document.errors.expect(number);
        let [error] = errors.errors() else {
            panic!("{errors}");
        };
        assert_eq!(error.to_string(), format!("1:11: {message}"));
        assert_eq!(&source[error.span()], number);
        assert_eq!(error.help().as_deref(), Some(help));
        let bodies: Vec<String> = document
            .grammar
            .productions
            .iter()
            .map(|one| tree(&one.body))
            .collect();
        assert_eq!(bodies, ["{\"x\" | unreadable | \"y\"}", "DIGIT", "'0'-'9'"]);
    }
}

#[test]
fn reversed_counts_are_reported_and_the_rest_is_read() {
    assert_eq!(
        errors("a = 5*2x / \"y\"\nx = \"x\"\n"),
        ["1:5: the repetition requires at least 5 rounds and allows at most 2"]
    );
}

#[test]
fn a_rule_with_an_invalid_name_is_left_out() {
    let document = Reader::default().read("a.b = DIGIT\n1st = DIGIT\nc = DIGIT\n");
    let errors: Vec<String> = document
        .errors
        .iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        errors,
        [
            "1:1: `a.b` cannot name a production",
            "2:1: `1st` cannot name a production"
        ]
    );
    assert_eq!(names(&document.grammar), ["c", "DIGIT"]);
}

#[test]
fn control_characters_between_lexemes_are_one_error() {
    let source = "a = DIGIT \u{7}\u{8}\"x\" \u{1b}\nb = \0 DIGIT\n";
    let errors = Reader::default().read(source).errors.expect("an error");
    assert_eq!(
        errors.to_string(),
        "\
1:11: the control character U+0007 has no meaning here, and 2 more of this kind
 1 | a = DIGIT \\u{7}\\u{8}\"x\" \\u{1b}
   |           ^^^^^^^^^^
help: remove it; write a control character of the language as a number: %x0D"
    );
    assert_eq!(errors.errors()[0].more(), 2);
}

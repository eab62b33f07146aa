//! The notation of a file is found out from its rules.

use rfcbnf::syntax::Notation::{self, Abnf, Bnf, Rfc822};
use rfcbnf::{Document, NotationSign, Reader};

use super::tree;

#[track_caller]
fn notation(source: &str) -> Notation {
    let Document {
        grammar, errors, ..
    } = Reader::default().read(source);
    assert!(errors.is_none(), "{}", errors.expect("errors"));
    grammar.notation
}

fn only_error(source: &str) -> String {
    let errors = Reader::default().read(source).errors.expect(source);
    assert_eq!(errors.errors().len(), 1, "{errors}");
    errors.to_string()
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
        assert_eq!(notation(source), Rfc822);
    }
    let own = Reader::default().read(super::RFC1738);
    assert_eq!(own.grammar.notation, Rfc822);
}

/// RFC 822, Section 5.1, with the digits of Section 3.3 written as literals.
#[test]
fn a_definition_of_a_core_rule_shows_rfc_822() {
    let source = "\
date        =  1*2DIGIT month 2DIGIT        ; day month year
month       =  \"Jan\"  /  \"Feb\" /  \"Mar\"  /  \"Apr\"
DIGIT       =  \"0\" / \"1\" / \"2\" / \"3\" / \"4\" / \"5\" / \"6\" / \"7\" / \"8\" / \"9\"
";
    assert_eq!(notation(source), Rfc822);
}

/// RFC 822, Section 3.3.
#[test]
fn prose_and_lists_are_those_of_rfc_822() {
    let source = "\
quoted-string = <\"> *(qtext/quoted-pair) <\">; Regular qtext or
                                            ;   quoted chars.
qtext       =  <any CHAR excepting <\">,     ; may be folded
                \"\\\" & CR, and including
                linear-white-space>
quoted-pair =  \"\\\" <any character>            ; may quote any char
group       =  \"g\" \":\" [#quoted-string] \";\"
";
    assert_eq!(notation(source), Rfc822);
}

/// RFC 7239, Section 4.
#[test]
fn slashes_alone_are_those_of_abnf() {
    let source = "\
     forwarded-pair    = name \"=\" value
     value             = name / \"\\\" name
     name              = \"for\" / \"by\"
";
    assert_eq!(notation(source), Abnf);
}

#[test]
fn core_rules_that_are_not_defined_are_those_of_abnf() {
    assert_eq!(notation("year = 4DIGIT\n"), Abnf);
    assert_eq!(
        notation("sign = \"+\" / \"-\"\noffset = sign 2DIGIT\n"),
        Abnf
    );
    assert_eq!(notation("year = 4DIGIT\nDIGIT = \"0\" | \"1\"\n"), Rfc822);
}

#[test]
fn additions_cases_and_numbers_are_those_of_abnf() {
    assert_eq!(notation("a = \"x\"\na =/ \"y\"\n"), Abnf);
    assert_eq!(notation("a = %s\"x\"\n"), Abnf);
    assert_eq!(notation("a = %i\"x\"\n"), Abnf);
    assert_eq!(notation("a = %x41-5A\n"), Abnf);
    assert_eq!(notation("a = \"x\" / %x41\n"), Abnf);
}

#[test]
fn bars_are_those_of_rfc_822_style_even_beside_numbers() {
    assert_eq!(notation("a = \"x\" | %x41\n"), Rfc822);
    assert_eq!(notation("a = \"x\" | b / \"y\"\nb = \"b\"\n"), Rfc822);
}

#[test]
fn colons_are_those_of_bnf() {
    assert_eq!(notation("<a> ::= <b> | \"x\"\n<b> ::= \"y\"\n"), Bnf);
    assert_eq!(notation("a ::= b / %x41\nb::=\"y\"\n"), Bnf);
}

#[test]
fn a_file_that_shows_nothing_is_in_rfc_822_style() {
    assert_eq!(notation("a = \"x\" *b\nb = \"y\"\n"), Rfc822);
}

#[test]
fn rfc_822_style_beside_abnf_is_one_error() {
    let source = "a = \"x\" | b\nb = %x41 / \"y\" / DIGIT\n";
    assert_eq!(
        only_error(source),
        "\
1:9: the file is written in two notations: `|` is RFC 822 style, and the rest is ABNF
 1 | a = \"x\" | b
   |         ^
2:5: this is ABNF
 2 | b = %x41 / \"y\" / DIGIT
   |     ^^^^
help: choose one with --notation: rfc822, abnf or bnf; or write all productions in the same"
    );
    let grammar = Reader::default().read(source).grammar;
    assert_eq!(tree(&grammar.productions[0].body), "{\"x\" | b}");
    assert_eq!(grammar.productions.len(), 3);
}

#[test]
fn bnf_and_another_notation_in_one_file_are_one_error() {
    let error = only_error("a ::= b | \"x\"\nb ::= \"y\"\nc = \"z\"\n");
    assert!(
        error.starts_with(
            "3:3: the file is written in two notations: `=` is RFC 822 style, and the rest is BNF\n"
        ),
        "{error}"
    );
    let error = only_error("a = DIGIT\nb = \"y\"\nc ::= \"z\"\n");
    assert!(
        error.starts_with(
            "3:3: the file is written in two notations: `::=` is BNF, and the rest is ABNF\n"
        ),
        "{error}"
    );
}

#[test]
fn a_notation_that_is_said_is_not_found_out() {
    let source = "a = \"x\" | b\nb = %x41 / \"y\"\nb =/ \"z\"\nc ::= a\n";
    for notation in [Rfc822, Abnf, Bnf] {
        let reader = Reader {
            notation: Some(notation),
            ..Reader::default()
        };
        let Document {
            grammar, errors, ..
        } = reader.read(source);
        assert!(errors.is_none(), "{}", errors.expect("errors"));
        assert_eq!(grammar.notation, notation);
        assert_eq!(
            tree(&grammar.productions[1].body),
            "{numbers \"A\" | \"y\" | \"z\"}"
        );
    }
}

#[test]
fn text_of_another_kind_is_one_error() {
    let essay = "\
It was the best of times, it was the worst of times.
It was the age of wisdom, it was the age of foolishness.

We had everything before us; we had nothing before us.
";
    let program = "\
#include <stdio.h>

int main(int argc, char **argv) {
    int i;
    const char *name = \"x\";
    i = 0;
    name = \"y\";
    while (i < argc) {
        printf(\"%s: %s\\n\", name, argv[i]);
        i = i + 1;
    }
    return 0;
}
";
    let without_signs = "\
URI           scheme \":\" hier-part [ \"?\" query ] [ \"#\" fragment ]
scheme        ALPHA *( ALPHA / DIGIT / \"+\" / \"-\" / \".\" )
";
    let cases = [
        (
            essay,
            "1:1: this is not a grammar: no line begins a production",
        ),
        (
            program,
            "1:1: this is not a grammar: most lines are not productions, and most productions cannot be read",
        ),
        (
            without_signs,
            "1:1: this is not a grammar: no line begins a production",
        ),
    ];
    for (source, expected) in cases {
        let error = only_error(source);
        assert_eq!(error.lines().next(), Some(expected));
        assert!(
            error.ends_with(
                "help: write a production as `name = body` or `<name> ::= body`, with further lines \
                 indented deeper than the name"
            ),
            "{error}"
        );
        assert!(
            Reader::default()
                .read(source)
                .grammar
                .productions
                .is_empty()
        );
    }
}

#[test]
fn rules_among_prose_are_read() {
    let source = "\
This section gives the grammar. It uses the notation of RFC 5234.
The rules are few.
They follow.

   pair = 2DIGIT
   triple = 3DIGIT

That was all.
It is enough.
";
    let Document {
        grammar, errors, ..
    } = Reader::default().read(source);
    assert_eq!(grammar.notation, Abnf);
    assert_eq!(grammar.productions.len(), 3);
    assert!(errors.is_some());
}

#[track_caller]
fn expecting_abnf(source: &str) -> Document {
    let reader = Reader {
        expected: Some(Abnf),
        ..Reader::default()
    };
    reader.read(source)
}

#[test]
fn an_expected_notation_is_that_of_files_that_show_none() {
    let sources = [
        "a = \"x\" \"y\"\n",
        "DIGIT = \"0\" / \"1\"\n",
        "quote = <\"> \"a\" <\">\n",
    ];
    for source in sources {
        assert_eq!(notation(source), Rfc822, "{source}");
        let document = expecting_abnf(source);
        assert_eq!(document.grammar.notation, Abnf, "{source}");
        assert_eq!(document.sign, NotationSign::Expected, "{source}");
    }
}

#[test]
fn a_file_that_shows_another_notation_is_read_in_it() {
    let shown = expecting_abnf("a = \"x\" | \"y\"\n");
    assert_eq!(
        (shown.grammar.notation, shown.sign),
        (Rfc822, NotationSign::Shown)
    );
    let shown = expecting_abnf("<a> ::= \"x\"\n");
    assert_eq!(
        (shown.grammar.notation, shown.sign),
        (Bnf, NotationSign::Shown)
    );
}

#[test]
fn an_open_choice_is_reported_where_it_decides_case() {
    let choice = |source: &str| {
        let choice = Reader::default().read(source).open_choice();
        choice.map(|choice| choice.to_string())
    };
    let told = [
        (
            "a = \"x\" \"y\"\n",
            "is read in RFC 822 style, because nothing in it shows a notation: `x` matches as \
             written only, and in ABNF in either case",
        ),
        (
            "a = \"1\" / \"y\"\n",
            "is read as ABNF, because `/` separates its alternatives: `y` matches in either case, \
             and in RFC 822 style as written only",
        ),
        (
            "DIGIT = \"0\" / \"1\"\na = \"x\" DIGIT\n",
            "is read in RFC 822 style, because it defines core rules of ABNF itself, or writes \
             <\">: `x` matches as written only, and in ABNF in either case",
        ),
    ];
    for (source, expected) in told {
        assert_eq!(choice(source).as_deref(), Some(expected), "{source}");
    }
    let not_told = [
        "a = \"1\" \"2\"\n",
        "a = \"x\" | \"y\"\n",
        "<a> ::= \"x\"\n",
        "a = %x61 \"x\"\n",
        "a = \"x\" DIGIT\n",
    ];
    for source in not_told {
        assert_eq!(choice(source), None, "{source}");
    }
    assert!(expecting_abnf("a = \"x\"\n").open_choice().is_none());
}

#[test]
fn the_quotation_mark_is_defined_as_rfc_2616_prints_it() {
    let source = "HT = <US-ASCII HT, horizontal-tab (9)>\n\
                  <\">            = <US-ASCII double-quote mark (34)>\n\
                  quoted = <\"> | HT\n";
    assert_eq!(notation(source), Rfc822);
}

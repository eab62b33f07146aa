//! One pass finds every error and invents none.

use rfcbnf::{GrammarErrorKind, read};

/// Returns the errors of a file, one line each.
fn errors(source: &str) -> Vec<String> {
    read(source)
        .expect_err(source)
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn errors_of_every_layer_come_in_file_order() {
    let source = "\
prose before the rules

a = \"x\" | | \"y\" ] e
b =
a = *c <words>
c = [ d ] $
d = c \"unclosed
";
    assert_eq!(
        errors(source),
        [
            "1:1: this text belongs to no production",
            "3:11: an alternative next to `|` is empty",
            "3:17: the `]` was never opened",
            "3:19: the production `e` is used and never defined",
            "4:1: the production `b` has no body",
            "5:1: the production `a` is already defined",
            "6:11: `$` has no meaning here",
            "7:7: the literal is not closed",
        ]
    );
}

#[test]
fn a_rule_with_an_unreadable_body_still_defines_its_name() {
    assert_eq!(
        errors("a = b c\nb = (\nc = $\n"),
        ["2:5: the `(` is not closed", "3:5: `$` has no meaning here"]
    );
    assert_eq!(
        errors("a = b\nb =\n"),
        ["2:1: the production `b` has no body"]
    );
}

#[test]
fn a_rule_is_still_checked_after_a_fault() {
    assert_eq!(
        errors("a = [ ] x ) y\n"),
        [
            "1:5: `[` and `]` enclose nothing",
            "1:9: the production `x` is used and never defined",
            "1:11: the `)` was never opened",
            "1:13: the production `y` is used and never defined",
        ]
    );
}

#[test]
fn a_fault_in_place_of_an_element_is_one_error() {
    for body in [
        "$",
        "[ $ ]",
        "$ | $",
        "*$",
        "*( $ )",
        "\"\"\"\"",
        ")",
        "*( [ $ ] $ )",
        "99999999999$",
    ] {
        let source = format!("a = {body}\n");
        let errors = errors(&source);
        let faults = body.matches(['$', ')']).count();
        assert!(errors.len() <= faults.max(2), "{body}: {errors:?}");
        assert!(
            !errors
                .iter()
                .any(|error| error.contains("nothing") || error.contains("no body")),
            "{errors:?}"
        );
    }
}

#[test]
fn errors_count_columns_in_characters() {
    let source = "a = \"\u{e9}\" \u{e9} )\r\n\t; comment\n\u{20ac} = \"x\"\n";
    let found = read(source).unwrap_err();
    let places: Vec<_> = found
        .iter()
        .map(|error| (error.line(), error.column()))
        .collect();
    assert_eq!(places, [(1, 6), (1, 9), (1, 11), (3, 1)]);
    let texts: Vec<&str> = found.iter().map(|error| &source[error.span()]).collect();
    assert_eq!(texts, ["\u{e9}", "\u{e9}", ")", "\u{20ac}"]);
    assert_eq!(found.source(), source);
}

#[test]
fn a_long_line_is_shown_only_around_the_span() {
    let source = format!("a = {}$ {}\n", "\"x\" ".repeat(1000), "\"y\" ".repeat(1000));
    let shown = read(&source).unwrap_err().to_string();
    assert!(
        shown.lines().all(|line| line.chars().count() < 200),
        "{shown}"
    );
    let lines: Vec<&str> = shown.lines().collect();
    let caret = lines[2].find('^').unwrap();
    assert_eq!(lines[1].chars().nth(caret), Some('$'));
    assert!(
        lines[1].starts_with(" 1 | …") && lines[1].ends_with('…'),
        "{shown}"
    );
}

#[test]
fn a_long_name_is_clipped() {
    let errors = errors(&format!("a = {}\n", "n".repeat(1000)));
    assert_eq!(
        errors,
        [format!(
            "1:5: the production `{}…` is used and never defined",
            "n".repeat(80)
        )]
    );
}

#[test]
fn only_a_similar_name_is_suggested() {
    let nearest = |name: &str| {
        let source = format!("user = \"u\"\nuchar = {name}\nA = user\n");
        match read(&source).unwrap_err().errors()[0].kind() {
            GrammarErrorKind::UndefinedRule { similar, .. } => similar.join(" "),
            kind => panic!("{kind}"),
        }
    };
    assert_eq!(nearest("usr"), "user");
    assert_eq!(nearest("USER"), "user");
    assert_eq!(nearest("a"), "A");
    assert_eq!(nearest("b"), "");
    assert_eq!(nearest("hostport"), "");
}

#[test]
fn joined_names_and_names_that_begin_alike_are_suggested() {
    let help = |name: &str| {
        let source = format!(
            "escape = \"%\" {name} alphadigit\nhex = \"0\"\nalphadigit = alpha\nalpha = \"a\"\n"
        );
        read(&source).unwrap_err().errors()[0].help()
    };
    let said = |text: &str| Some(text.to_owned());
    assert_eq!(help("hexhex"), said("two names run together? `hex hex`"));
    assert_eq!(
        help("hexalpha"),
        said("two names run together? `hex alpha`")
    );
    assert_eq!(
        help("alphanum"),
        said("productions with similar names exist: `alpha`, `alphadigit`")
    );
    assert_eq!(help("hexhexhex"), None);
}

#[test]
fn errors_can_be_taken_one_by_one() {
    let found = read("a = )\nb = ]\n").unwrap_err();
    let spans: Vec<_> = (&found)
        .into_iter()
        .map(rfcbnf::GrammarError::span)
        .collect();
    assert_eq!(spans, [4..5, 10..11]);
    let error: &dyn std::error::Error = &found;
    assert!(error.source().is_none());
    assert_eq!(found.clone().into_iter().count(), 2);
}

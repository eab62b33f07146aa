//! A grammar beyond a limit is refused, and the error names the limit. Messages about long lines and names are short.

use std::fmt::Write as _;

use rfcbnf::limits::{ERRORS_SHOWN, EXPRESSIONS, FILE_LENGTH, NESTING, RULES};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::{GrammarErrors, Reader, read};

/// Returns the only error of the grammar, with its help.
#[track_caller]
fn only_error(errors: &GrammarErrors) -> String {
    let [error] = errors.errors() else {
        panic!("{} errors", errors.errors().len());
    };
    let help = error.help().expect("a help");
    format!("{error}; {help}")
}

#[track_caller]
fn refused(source: &str) -> String {
    only_error(&read(source).expect_err("the grammar is beyond a limit"))
}

/// Returns a chain of rules, in which `link` makes the body of each from the name of the next.
fn chain(length: usize, link: impl Fn(&str) -> String) -> String {
    let mut source = String::new();
    for number in 1..length {
        let next = link(&format!("r{}", number + 1));
        let _ = writeln!(source, "r{number} = {next}");
    }
    source + &format!("r{length} = \"x\"\n")
}

#[test]
fn a_file_that_is_too_long_is_refused_unread() {
    let rule = "a = \"x\"\n";
    let longest = format!("{rule};  {}\n", "é".repeat((FILE_LENGTH - 12) / 2));
    assert_eq!(longest.len(), FILE_LENGTH);
    assert!(read(&longest).is_ok());
    let errors = read(&longest.repeat(2)).expect_err("the file is too long");
    assert_eq!(
        only_error(&errors),
        "1:1: the grammar file is longer than 1048576 octets; \
         keep the grammar and remove the text around it"
    );
    assert_eq!(errors.source().len(), FILE_LENGTH);
}

#[test]
fn a_file_of_nul_characters_has_one_error() {
    let errors = read(&"\0".repeat(FILE_LENGTH)).expect_err("there is no rule");
    assert_eq!(
        only_error(&errors),
        "1:1: this is not a grammar: no line begins a production; write a production as `name = body` or \
         `<name> ::= body`, with further lines indented deeper than the name"
    );
    assert!(errors.to_string().len() < 2_000);
}

#[test]
fn too_many_rules_are_refused_at_the_first_excess_rule() {
    let rules = |count: usize| -> String {
        let rules = (0..count).map(|number| format!("r{number} = \"x\"\n"));
        rules.collect()
    };
    assert!(read(&rules(RULES)).is_ok());
    assert_eq!(
        refused(&rules(3 * RULES)),
        "5001:1: the grammar has more than 5000 productions; split the grammar into several files"
    );
}

#[test]
fn too_many_expressions_are_refused_in_the_excess_rule() {
    let wide = |count: usize| format!("a = \"x\"\nb = {}\n", vec!["a"; count].join(" | "));
    // The literal, and the alternation.
    assert!(read(&wide(EXPRESSIONS - 2)).is_ok());
    assert_eq!(
        refused(&wide(EXPRESSIONS - 1)),
        "2:1: the productions have more than 50000 literals, names, brackets and other expressions; \
         split the grammar into several files"
    );
}

#[test]
fn a_chain_of_rules_that_is_too_long_is_refused() {
    let help = "put the bodies of productions that only use the next one in place of their names";
    let plain = |length| chain(length, str::to_owned);
    assert!(read(&plain(500)).is_ok());
    assert_eq!(
        refused(&plain(501)),
        format!(
            "1:1: the production `r1`, with those that it uses, is more than 500 expressions deep; {help}"
        )
    );
    assert_eq!(
        refused(&plain(RULES)),
        format!(
            "4500:1: the production `r4500`, with those that it uses, is more than 500 expressions deep; {help}"
        )
    );
    let sequences = |length| chain(length, |next| format!("\"a\" {next}"));
    assert!(read(&sequences(250)).is_ok());
    assert!(refused(&sequences(251)).starts_with("1:1: the production `r1`, "));
}

#[test]
fn nested_counts_above_1000_are_bounded_by_their_product() {
    let help = "write one of the counts as `*`, or smaller";
    assert!(read("a = 65536\"x\"\n").is_ok());
    assert!(read("a = *64b\nb = 1024*1024\"x\"\n").is_ok());
    assert!(read("a = *1000b\nb = *1000\"x\"\n").is_ok());
    assert_eq!(
        refused("a = *65b\nb = 1024*1024\"x\"\n"),
        format!(
            "1:1: the production `a` has counts inside each other, or around recursion, for more than \
             65536 rounds; {help}"
        )
    );
    assert!(read("a = \"(\" *1000a \")\"\n").is_ok());
    assert_eq!(
        refused("a = \"(\" *1001a \")\"\n"),
        format!(
            "1:1: the production `a` has counts inside each other, or around recursion, for more than \
             65536 rounds; {help}"
        )
    );
}

/// RFC 5804 has such a production.
#[test]
fn a_large_count_beside_recursion_is_not_nested() {
    let source =
        "data = item *( \",\" item )\nitem = \"(\" [ data ] \")\" | atom\natom = 1*1024\"x\"\n";
    let grammar = read(source).expect("it is within the limits");
    let recognizer = Recognizer::new(&grammar, "data").expect("it has a recognizer");
    for (count, is_valid) in [(1, true), (1024, true), (1025, false)] {
        let text = format!("(x,({}))", "x".repeat(count));
        assert_eq!(recognizer.rule().is_valid(text.as_bytes()), Ok(is_valid));
    }
    for around in ["1*1024item", "*65( 1*1024\"x\" )", "*1024( \"y\" atom )"] {
        let source = source.replace("1*1024\"x\"", &format!("\"x\" | {around}"));
        assert!(
            refused(&source).contains("for more than 65536 rounds"),
            "{around}"
        );
    }
}

#[test]
fn brackets_and_rules_together_are_bounded() {
    let nested = |next: &str| format!("{}{next}{}", "[\"a\" ".repeat(90), "]".repeat(90));
    assert!(read(&chain(3, nested)).is_ok());
    assert!(refused(&chain(4, nested)).starts_with("1:1: the production `r1`, "));
}

#[test]
fn a_derivation_of_the_empty_text_is_bounded() {
    let twice = |depth: usize| {
        let mut source = String::new();
        for number in 0..depth {
            let _ = writeln!(source, "r{number} = r{0} r{0}", number + 1);
        }
        source + &format!("r{depth} = *\"x\"\n")
    };
    assert!(read(&twice(10)).is_ok());
    let help = "let fewer parts of a sequence derive the empty text";
    assert_eq!(
        refused(&twice(60)),
        format!(
            "49:1: the production `r48` derives the empty text from more than 10000 expressions; {help}"
        )
    );
    assert_eq!(
        refused("p = 100q\nq = 100r\nr = 100s\ns = *\"x\"\n"),
        format!(
            "2:1: the production `q` derives the empty text from more than 10000 expressions; {help}"
        )
    );
    // A text that is not empty costs what it is long.
    assert!(read("p = 1000q\nq = 1000r\nr = *5( 1*\"x\" )\ns = [ 1000p ]\n").is_err());
    assert!(read("p = 1000q\nq = 1000r\nr = 1*\"x\"\n").is_ok());
}

#[test]
fn a_name_that_is_too_long_is_refused() {
    assert!(read(&format!("{} = \"x\"\n", "a".repeat(200))).is_ok());
    let refusal = refused(&format!("{} = \"x\"\n", "a".repeat(201)));
    assert_eq!(
        refusal,
        format!(
            "1:1: the name `{}…` is longer than 200 octets; choose a shorter name",
            "a".repeat(80)
        )
    );
}

#[test]
fn the_first_errors_are_written_and_the_others_counted() {
    for source in [
        "a = ".to_owned() + &"' ".repeat(40_000),
        "a = ?\n\n".repeat(4_900),
        "a = \"x\"\n".repeat(RULES),
    ] {
        let errors = read(&source).expect_err("everything is wrong");
        let count = errors.errors().len();
        assert!(count > 4_000);
        let text = errors.to_string();
        let last = format!("\n\nand {} further errors", count - ERRORS_SHOWN);
        assert!(text.ends_with(&last), "{}", &text[text.len() - 100..]);
        assert!(text.len() < 400 * ERRORS_SHOWN, "{}", text.len());
    }
}

#[test]
fn an_error_in_a_long_line_or_name_is_short() {
    for source in [
        format!("{} = \"x\" ?\n", "a".repeat(500_000)),
        format!("a = \"{}\n", "x".repeat(500_000)),
        format!("a = {}\n", "x".repeat(500_000)),
        format!("a = \"x\" ; {}\na = a\n", "x".repeat(500_000)),
    ] {
        let errors = read(&source).expect_err("it is wrong");
        assert!(errors.to_string().len() < 1_500, "{errors}");
    }
}

#[test]
fn brackets_nested_too_deep_are_reported() {
    let nested = |depth: usize| format!("a = {}\"x\"{}\n", "(".repeat(depth), ")".repeat(depth));
    assert!(read(&nested(100)).is_ok());
    let errors = read(&nested(101)).unwrap_err();
    assert_eq!(errors.errors().len(), 1);
    let error = &errors.errors()[0];
    assert_eq!(
        error.to_string(),
        "1:105: brackets are nested more than 100 deep"
    );
    assert_eq!(error.span(), 104..105);
    assert_eq!(
        error.help().as_deref(),
        Some("give the inner brackets a production of their own")
    );
}

/// Every level doubles the element.
#[test]
fn lists_in_lists_are_bounded() {
    let nested =
        |depth: usize| format!("a = {}\"x\"{}\n", "1#( ".repeat(depth), " )".repeat(depth));
    assert!(read(&nested(8)).is_ok());
    let errors = read(&nested(90)).expect_err("it is too large");
    assert!(
        errors
            .iter()
            .all(|error| error.message().contains(&EXPRESSIONS.to_string())),
        "{errors}"
    );
}

#[test]
fn brackets_of_ebnf_are_nested_to_the_limit() {
    let nested = |depth| {
        format!(
            "a = {}\"x\"{} ;\nb = a , a ;\n",
            "(".repeat(depth),
            ")".repeat(depth)
        )
    };
    let limit = NESTING;
    assert!(Reader::default().read(&nested(limit)).errors.is_none());
    assert!(Reader::default().read(&nested(limit + 1)).errors.is_some());
    assert!(Reader::default().read(&nested(100_000)).errors.is_some());
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
    let errors = read(&format!("a = {}\n", "n".repeat(1000))).unwrap_err();
    assert_eq!(
        errors.errors()[0].to_string(),
        format!(
            "1:5: the production `{}…` is used and never defined",
            "n".repeat(80)
        )
    );
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

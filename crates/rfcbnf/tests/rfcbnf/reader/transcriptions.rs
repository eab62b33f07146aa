//! Files that were damaged when they were copied: one error for each cause, and the grammar is read
//! as if nothing had happened.

use std::fmt::Write as _;

use rfcbnf::{Damage, GrammarDocument, GrammarErrorKind, Reader};

use super::{RFC1738, quoted_slash, rfc1738, tree};

fn document(source: &str) -> GrammarDocument {
    let reader = Reader {
        bare_literals: vec![quoted_slash()],
        ..Reader::default()
    };
    reader.read(source)
}

/// Reads a damaged Section 5. Checks that every production is whole and that nothing but damage is
/// reported, and returns the messages.
#[track_caller]
fn messages(damaged: &str) -> Vec<String> {
    let GrammarDocument {
        grammar, errors, ..
    } = document(damaged);
    let expected = rfc1738();
    let trees = |grammar: &rfcbnf::syntax::Grammar| -> Vec<String> {
        let productions = grammar.productions.iter();
        productions
            .map(|one| format!("{} = {}", one.name, tree(&one.body)))
            .collect()
    };
    assert_eq!(trees(&grammar), trees(&expected));
    let errors = errors.expect("the damage is an error");
    for error in &errors {
        assert!(
            matches!(error.kind(), GrammarErrorKind::Damaged(_)),
            "{error}"
        );
        assert!(damaged.get(error.span()).is_some(), "{error}");
        assert!(error.help().is_some(), "{error}");
    }
    errors.iter().map(ToString::to_string).collect()
}

fn changed(change: impl Fn(usize, &str) -> String) -> String {
    let lines = RFC1738.lines().enumerate();
    lines.fold(String::new(), |text, (index, line)| {
        text + &change(index, line) + "\n"
    })
}

#[test]
fn line_numbers_with_or_without_separators_are_one_error() {
    let count = RFC1738.lines().filter(|line| !line.is_empty()).count();
    for separator in ["", " ", ": ", "\t", "| "] {
        let damaged = changed(|index, line| {
            if line.is_empty() {
                return String::new();
            }
            format!("{}{separator}{line}", index + 1)
        });
        let expected = format!("1:1: {count} lines begin with line numbers");
        assert_eq!(messages(&damaged), [expected], "{separator:?}");
    }
}

#[test]
fn pages_of_an_rfc_are_one_error() {
    let damaged = changed(|index, line| match index {
        30 | 80 => format!(
            "{line}\n\n\nBerners-Lee, Masinter & McCahill                               [Page 19]\n\
             \u{c}\nRFC 1738            Uniform Resource Locators (URL)        December 1994\n\n"
        ),
        _ => line.to_owned(),
    });
    assert_eq!(
        messages(&damaged),
        ["34:1: 4 page headers or footers in the grammar"]
    );
}

#[test]
fn code_fences_are_one_error() {
    assert_eq!(
        messages(&format!("```bnf\n{RFC1738}```\n")),
        ["1:1: 2 code fences in the grammar"]
    );
}

#[test]
fn lost_indentation_is_one_error() {
    let damaged = changed(|_, line| line.trim_start().to_owned());
    let lines = RFC1738.lines().filter(|line| line.starts_with(' ')).count();
    let found = messages(&damaged);
    assert_eq!(found.len(), 1, "{found:?}");
    let end = format!(" {lines} lines that continue a production are not indented deeper than it");
    assert!(found[0].ends_with(&end), "{found:?}");
}

#[test]
fn a_grammar_on_one_line_is_one_error() {
    let damaged: Vec<&str> = RFC1738.split_whitespace().collect();
    let damaged = damaged.join(" ");
    assert!(damaged.starts_with(';'));
    assert_eq!(
        messages(&damaged),
        ["1:33: 67 productions begin within a line"]
    );
}

#[test]
fn footers_and_headers_on_one_line_are_one_error_more() {
    let page = |number: usize| {
        format!(
            "Berners-Lee, Masinter & McCahill [Page {number}] RFC 1738 Uniform Resource Locators (URL) \
             December 1994"
        )
    };
    let damaged = changed(|index, line| match index {
        30 => format!("{line}\n{}", page(19)),
        80 => format!("{line}\n{}", page(20)),
        _ => line.to_owned(),
    });
    let damaged: Vec<&str> = damaged.split_whitespace().collect();
    let found = messages(&damaged.join(" "));
    let ends = [
        "2 page headers or footers in the grammar",
        "67 productions begin within a line",
    ];
    assert_eq!(found.len(), 2, "{found:?}");
    for end in ends {
        assert!(found.iter().any(|one| one.ends_with(end)), "{found:?}");
    }
}

#[test]
fn html_entities_are_one_error() {
    let damaged = RFC1738
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    let found = messages(&damaged);
    let [message] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(
        message.ends_with("HTML entities are in the grammar, such as `&quot;`"),
        "{message}"
    );
    let damaged = "&lt;a&gt; ::= &lt;b&gt; | &#34;x&#x22;\n&lt;b&gt;&nbsp;::= &quot;y&quot;\n";
    let errors = document(damaged).errors.expect("the damage");
    assert_eq!(errors.errors().len(), 1, "{errors}");
}

#[test]
fn entities_in_literals_and_comments_belong_to_the_grammar() {
    let source = "a = \"&lt;\" / b ; not &quot;\nb = \"&amp;\"\n";
    assert!(document(source).errors.is_none());
}

#[test]
fn literals_and_comments_in_any_notation_are_no_damage() {
    for source in [
        "a = <\">  \"&lt;\" | \"&gt;\" ; &amp; \"\n",
        "a = <any \" but none> \"&lt;\" | \"x\"\n",
        "a ::= \"&lt;\" [^\"&] '\"' \"&gt;\"\n/* &lt; and \" */\nb ::= '&quot;' a\n",
        "a = \"Smith [Page 3]\" / \"b\"\n",
        "a = \"b\"\n    / \"c\" ; as on [Page 3]\n",
        "; as on [Page 3]\na = \"b\" / \"c\"\n",
        "a = \"b\" / \"[Page 3]\" \"[Page 4]\" ; [Page 5]\n",
    ] {
        let errors = document(source).errors;
        assert!(errors.is_none(), "{source}{errors:?}");
    }
}

#[test]
fn comments_without_semicolons_are_one_error() {
    let source = "\
value = token       ; the same as that of the request, which is
                    what a client has to send
token = 1*ALPHA     ; letters
";
    let document = document(source);
    let errors = document.errors.expect("the damage");
    let [error] = errors.errors() else {
        panic!("{errors}");
    };
    assert_eq!(
        error.to_string(),
        "2:21: 1 line continues a comment without a semicolon"
    );
    assert_eq!(document.grammar.productions[0].uses(), ["token"]);
}

#[test]
fn paragraphs_of_a_document_are_one_error() {
    let damaged = changed(|index, line| match (index, line) {
        (30 | 50 | 70, _) => format!(
            "{line}\n\n   The rule above is one of those that this section prints, and the\n   \
             host = name of a machine that one can find in the example.\n\n   Figure {index}: Rules\n"
        ),
        _ => line.to_owned(),
    });
    let found = messages(&damaged);
    let [message] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(
        message.ends_with("9 lines around the productions are text, not grammar"),
        "{message}"
    );
}

#[test]
fn characters_that_look_like_ascii_are_one_error() {
    let damaged = RFC1738
        .replacen("hostport", "h\u{43e}stport", 1)
        .replace("\"$\" | \"-\"", "\u{201c}$\u{201d} | \"\u{2013}\"")
        .replace("\"~\"", "\u{a0}\"~\"");
    assert_eq!(
        messages(&damaged),
        [
            "26:49: characters that only look like ASCII: U+043E for `o`, U+201C for `\"`, \
          U+201D for `\"`, U+2013 for `-` and 1 other, in 5 places"
        ]
    );
}

#[test]
fn several_kinds_of_damage_are_one_error_each() {
    let damaged = changed(|index, line| match line {
        "" => String::new(),
        _ => format!("{}{}", index + 1, line.trim_start().replace('"', "”")),
    });
    let damaged = format!("~~~\n{damaged}~~~\n");
    let found = messages(&damaged);
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn numbers_and_signs_of_a_grammar_are_no_damage() {
    for source in [
        "a = 2b\n    3b\n    4b\n    5b\n    6b\n    7b\nb = \"x\"\n",
        "a = \"x\" ; where b = c and “d” is –\n",
        "; a = b, c = d, e = f\na = \"b\"\n",
        "a = \"b = c\" ; d\n",
        "a =\n  \"b\"\n",
    ] {
        let GrammarDocument { errors, .. } = document(source);
        assert_eq!(errors, None, "{source}");
    }
}

#[test]
fn an_error_beside_damage_has_its_position_in_the_file() {
    let mut damaged = String::new();
    for (number, line) in (1..).zip(["a = b", "b = \"x\" c", "d = e", "e = f", "f = \"g\""]) {
        writeln!(damaged, "{number}{line}").expect("a string takes everything");
    }
    let errors = document(&damaged).errors.expect("there are errors");
    let found: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "1:1: 5 lines begin with line numbers",
            "2:10: the production `c` is used and never defined"
        ]
    );
}

#[test]
fn the_message_says_what_to_do() {
    let errors = document("```\na = \"x\"\n```\n").errors.expect("an error");
    assert_eq!(
        errors.to_string(),
        "\
1:1: 2 code fences in the grammar
 1 | ```
   | ^^^
3:1: also here
 3 | ```
   | ^^^
help: remove the fences; the rest was read without them"
    );
    let [error] = errors.errors() else {
        panic!("{errors}");
    };
    assert_eq!(
        *error.kind(),
        GrammarErrorKind::Damaged(Damage::CodeFences { lines: 2 })
    );
}

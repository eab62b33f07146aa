use rfc1738::{Rule, parse};
use rfc1738_views::analysis;
use rfc1738_views::diagnostic::grammar_file::{GrammarFile, grammar_error, not_utf8};
use rfc1738_views::diagnostic::syntax_error::{rejection, wrong_rejection};
use rfc1738_views::grammar_check::Selection;
use rfc1738_views::palette::Palette;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};

use crate::{grammar, lines};

#[test]
fn a_rejection_shows_the_error_in_a_bounded_excerpt() {
    let text = format!("http://{}_{}", "h".repeat(100_000), "x".repeat(100_000));
    let error = parse(Rule::Url, &text).expect_err("it is no URL");
    let shown = rejection(text.as_bytes(), &error).render(Palette::PLAIN);
    assert!(shown.contains("at offset 100007"), "{shown}");
    assert!(shown.len() < 2_000, "{}", shown.len());
}

#[test]
fn nothing_of_a_text_reaches_a_diagnostic_unescaped() {
    let text = b"http://h/\x1b[31m\xe2\x80\xae\xff\n";
    let error = parse(Rule::Url, text).expect_err("it is no URL");
    let shown = rejection(text, &error).render(Palette::PLAIN);
    assert!(shown.contains("\\u{1b}[31m\\u{202e}\\xff\\n"), "{shown}");
    assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'));
}

#[test]
fn the_remedies_can_be_left_out() {
    let error = parse(Rule::Port, "8o").expect_err("it is no port");
    let diagnostic = rejection(b"8o", &error);
    assert!(diagnostic.render(Palette::PLAIN).contains("  help: "));
    let without = diagnostic.without_help().render(Palette::PLAIN);
    assert!(!without.contains("  help: "), "{without}");
    assert!(without.contains("  note: in "), "{without}");
}

#[test]
fn a_wrong_rejection_marks_the_offset_that_the_parser_gives() {
    let here = wrong_rejection(b"host", Rule::Host, Some(2)).render(Palette::PLAIN);
    assert!(here.starts_with("note: a valid host\n"), "{here}");
    assert!(here.contains(" 1 | host\n   |   ^\n"), "{here}");
    assert!(here.contains("rejected here"), "{here}");
    let beyond = wrong_rejection(b"host", Rule::Host, Some(9)).render(Palette::PLAIN);
    assert!(!beyond.contains("rejected here"), "{beyond}");
}

#[test]
fn an_error_of_a_grammar_shows_all_its_positions() {
    let text = "\u{feff}a = \"x\"\nb = a\na = \"\u{e9}\" c\n";
    let errors = rfcbnf::read(text).expect_err("a is defined twice, c is not");
    let file = GrammarFile::new("g.bnf", text.as_bytes());
    let shown: Vec<String> = errors
        .into_iter()
        .map(|error| grammar_error(&file, &error).render(Palette::PLAIN))
        .collect();
    let twice = shown.iter().find(|text| text.contains("g.bnf:3:1"));
    let twice = twice.expect("the second definition is shown");
    assert!(twice.contains("g.bnf:1:"), "{twice}");
}

#[test]
fn a_byte_outside_utf8_has_a_line_and_a_column() {
    let shown = not_utf8("g.bnf", b"a = b\nc = \xff\n", 10).render(Palette::PLAIN);
    assert!(
        shown.starts_with("error: the file is not UTF-8\n"),
        "{shown}"
    );
    assert!(shown.contains("g.bnf:2:5"), "{shown}");
    assert!(shown.contains("\\xff"), "{shown}");
}

#[test]
fn the_findings_of_a_grammar_end_with_their_counts() {
    let grammar = grammar("a = \"x\" | \"x\" \"y\"\n");
    let analysis = rfcbnf::analysis::analyse(&grammar.grammar);
    assert_eq!(analysis.findings().len(), 1);
    let shown = lines(|out| {
        analysis::write(
            out,
            Palette::PLAIN,
            "g.bnf",
            &grammar.grammar,
            &analysis,
            &Selection::all(),
        )
    });
    assert!(shown.starts_with("warning: "), "{shown}");
    let last = shown.lines().last().expect("there are lines");
    assert!(
        last.starts_with("1 production, 0 headings, 1 place "),
        "{last}"
    );
    assert!(last.ends_with(", 0 errors"), "{last}");
}

#[test]
fn an_excerpt_ends_between_characters() {
    let text = "é".repeat(20);
    for before in 0..8 {
        let limits = ExcerptLimits {
            before,
            within: 3,
            after: 3,
            keeps_lines: false,
        };
        let excerpt = Excerpt::new(text.as_bytes(), 20..22, limits);
        assert_eq!(&excerpt.text[excerpt.mark.clone()], "é");
        let without_marks = excerpt.text.replace(['é', '…'], "");
        assert_eq!(without_marks, "", "{}", excerpt.text);
    }
}

#[test]
fn an_excerpt_keeps_line_ends_only_if_asked() {
    let limits = ExcerptLimits {
        before: 9,
        within: 9,
        after: 9,
        keeps_lines: true,
    };
    let kept = Excerpt::new(b"a\r\n\tb", 4..5, limits);
    assert_eq!(kept.text, "a\n    b");
    let limits = ExcerptLimits {
        keeps_lines: false,
        ..limits
    };
    let escaped = Excerpt::new(b"a\r\n\tb", 4..5, limits);
    assert_eq!(escaped.text, "a\\r\\n\\tb");
}

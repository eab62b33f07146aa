//! `SyntaxError` as a value, on a terminal, as a report of miette, and in an error of serde: no raw input, the caret under the
//! error, and nothing said twice.

use std::error::Error;

use miette::{
    Diagnostic as _, GraphicalReportHandler, GraphicalTheme, NamedSource, Report, SourceCode as _,
};
use rfc1738::{
    CharacterSet, Document, DocumentDiagnostic, Expected, Found, OwnedUrl, Rule, SyntaxError, Tree,
    UnknownRule, Url, is_valid, parse,
};
use serde_json::Value;

use super::notes::CASES;

fn error_in(rule: Rule, text: &str) -> SyntaxError {
    parse(rule, text).expect_err(text)
}

fn can_go_anywhere<T: Error + Send + Sync + Clone + PartialEq + 'static>() {}

fn can_be_shared<T: Send + Sync>() {}

#[test]
fn errors_are_static_and_trees_can_be_shared_between_threads() {
    can_go_anywhere::<SyntaxError>();
    can_go_anywhere::<UnknownRule>();
    can_be_shared::<Tree<'static>>();
}

#[test]
fn an_error_outlives_its_text_and_can_be_boxed() {
    let error = {
        let text = String::from("news:");
        parse(Rule::Url, &text).map(|_| ()).unwrap_err()
    };
    let message = error.to_string();
    let boxed: Box<dyn Error + Send + Sync> = error.into();
    assert_eq!(boxed.to_string(), message);
    assert!(boxed.source().is_none());
    assert!(boxed.downcast_ref::<SyntaxError>().is_some());
}

#[test]
fn the_question_mark_operator_propagates_it() {
    fn port(text: &str) -> Result<u16, Box<dyn Error>> {
        let tree = parse(Rule::Hostport, text)?;
        let port = tree.find(Rule::Port).map_or("80", |port| port.text());
        Ok(port.parse()?)
    }
    assert_eq!(port("h:8080").unwrap(), 8080);
    assert!(port("h:").unwrap_err().is::<SyntaxError>());
}

#[test]
fn a_result_is_no_larger_than_a_tree() {
    assert_eq!(size_of::<SyntaxError>(), size_of::<usize>());
    assert_eq!(
        size_of::<Result<Tree<'_>, SyntaxError>>(),
        size_of::<Tree<'_>>()
    );
    assert!(size_of::<Tree<'_>>() <= 5 * size_of::<usize>());
}

#[test]
fn equal_failures_are_equal_errors() {
    assert_eq!(
        error_in(Rule::Url, "news:a b"),
        error_in(Rule::Url, "news:a b")
    );
    assert_ne!(
        error_in(Rule::Url, "news:a b"),
        error_in(Rule::Url, "news:ab ")
    );
    assert_ne!(error_in(Rule::User, "a b"), error_in(Rule::Password, "a b"));
}

#[test]
fn the_summary_is_the_first_line_of_the_long_form() {
    for rule in Rule::ALL {
        let error = parse(rule, "\0").unwrap_err();
        let shown = format!("{error:#}");
        assert_eq!(shown.lines().next(), Some(error.summary().as_str()));
    }
}

#[test]
fn the_summary_lists_what_was_expected_and_what_was_found() {
    let error = error_in(Rule::Ftpurl, "ftp://h/;type=x");
    let summary = "expected \"A\", \"D\", \"I\", \"a\", \"d\" or \"i\", found \"x\" at offset 14";
    assert_eq!(error.summary(), summary);
    let error = error_in(Rule::Port, "8o");
    assert_eq!(
        error.summary(),
        "expected digit or end of text, found \"o\" at offset 1"
    );
    let error = error_in(Rule::Port, "");
    assert_eq!(
        error.summary(),
        "expected digit, found the end of the text at offset 0"
    );
    let error = error_in(Rule::Telneturl, "telnet://h/a");
    assert_eq!(
        error.summary(),
        "expected end of text, found \"a\" at offset 11"
    );
}

#[test]
fn expected_items_are_written_as_in_the_grammar() {
    assert_eq!(
        Expected::Production(Rule::GopherString).to_string(),
        "gopher+_string"
    );
    assert_eq!(Expected::Character('/').to_string(), "\"/\"");
    assert_eq!(Expected::EndOfText.to_string(), "end of text");
    assert_eq!(Found::Character('/').to_string(), "\"/\"");
    assert_eq!(Found::Octet(0x0f).to_string(), "octet 0F");
}

#[test]
fn the_context_leads_from_the_requested_rule_to_the_error() {
    let context = |rule, text| error_in(rule, text).context().to_vec();
    assert_eq!(
        context(Rule::Url, "http://h:x"),
        [
            Rule::Url,
            Rule::Httpurl,
            Rule::Hostport,
            Rule::Port,
            Rule::Digits
        ]
    );
    assert_eq!(
        context(Rule::Ftpurl, "ftp://h/a;type=x"),
        [Rule::Ftpurl, Rule::Ftptype]
    );
    assert_eq!(context(Rule::Uchar, "%x"), [Rule::Uchar, Rule::Escape]);
}

#[test]
fn the_context_is_known_even_where_nothing_was_looked_for() {
    let context = |rule, text| {
        let error = error_in(rule, text);
        let names = error.context().iter().map(|rule| rule.name());
        names.collect::<Vec<_>>().join(" ")
    };
    for (rule, text, expected) in [
        (Rule::Url, "telnet://h/x", "url telneturl"),
        (Rule::Url, "ftp://h/;type=ab", "url ftpurl ftptype"),
        (
            Rule::Url,
            "news:1@h_",
            "url newsurl grouppart article host hostname toplabel",
        ),
        (Rule::Host, "h_", "host hostname toplabel"),
        (Rule::Uchar, "ab", "uchar"),
        (Rule::Digit, "11", "digit"),
    ] {
        assert_eq!(context(rule, text), expected, "{text}");
    }
}

#[test]
fn the_span_takes_in_the_unfinished_escape() {
    let place = |text| {
        let error = error_in(Rule::Url, text);
        (error.offset(), error.span())
    };
    assert_eq!(place("http://h/a%"), (11, 10..11));
    assert_eq!(place("http://h/a%4"), (12, 10..12));
    assert_eq!(place("http://h/a%zz"), (11, 10..12));
    assert_eq!(place("http://h/a%4z"), (12, 10..13));
    assert_eq!(place("http://h/a%41~"), (13, 13..14));
    assert_eq!(place("ftp://a%@h"), (8, 7..9));
    assert_eq!(place("gopher://h/1a%0"), (15, 13..15));
}

#[test]
fn a_finished_character_before_the_error_is_outside_the_span() {
    for (rule, text) in [
        (Rule::Lowalpha, "ab"),
        (Rule::Xchar, "a~"),
        (Rule::Uchar, "aa"),
    ] {
        assert_eq!(error_in(rule, text).span(), 1..2, "{rule}");
    }
    for rule in [Rule::Escape, Rule::Uchar, Rule::Xchar, Rule::Gtype] {
        assert_eq!(error_in(rule, "%41b").span(), 3..4, "{rule}");
        let shown = format!("{:#}", error_in(rule, "%41b"));
        assert!(shown.contains("\n  |    ^ in "), "{rule}");
    }
}

#[test]
fn the_position_counts_from_one() {
    let position = error_in(Rule::Url, "news:a b").position();
    assert_eq!((position.line, position.column), (1, 7));
    let position = error_in(Rule::Url, "\n").position();
    assert_eq!((position.line, position.column), (1, 1));
}

#[test]
fn a_repair_by_what_was_expected_gets_further() {
    let mut text = String::from("ftp://h:");
    for _ in 0..3 {
        let error = error_in(Rule::Ftpurl, &format!("{text}\0"));
        text.push(error.next().iter().next().expect("something can follow"));
    }
    let error = error_in(Rule::Ftpurl, &format!("{text}\0"));
    assert_eq!(error.offset(), text.len());
    assert_eq!(error.can_end(), is_valid(Rule::Ftpurl, &text));
}

#[test]
fn character_sets_are_sets() {
    let set = CharacterSet::of("cabba");
    assert_eq!((set.to_string(), set.len()), ("abc".to_owned(), 3));
    assert!(
        set.contains(b'a') && !set.contains(b'd') && !set.contains(0xe9) && !set.contains(0xc3)
    );
    assert_eq!(set.union(CharacterSet::of("d~")).to_string(), "abcd~");
    assert_eq!(set.without(CharacterSet::of("b")).to_string(), "ac");
    assert!(CharacterSet::of("ac").is_subset(set) && !set.is_subset(CharacterSet::of("ac")));
    assert_eq!(
        CharacterSet::of("a[@`{Z").any_case().to_string(),
        "@AZ[`az{"
    );
    assert!(CharacterSet::EMPTY.is_empty() && !set.is_empty());
    assert_eq!(
        CharacterSet::of("\0\u{7f}").iter().collect::<String>(),
        "\0\u{7f}"
    );
    assert_eq!(format!("{set:?}"), "CharacterSet(\"abc\")");
}

#[test]
fn the_members_of_a_set_from_either_end_rebuild_it() {
    for set in [
        CharacterSet::EMPTY,
        CharacterSet::of("\0"),
        CharacterSet::of("\u{7f}"),
        CharacterSet::of("a\u{7f}\0-9"),
        (0..=255_u8).map(char::from).collect(),
    ] {
        let members: String = set.into_iter().collect();
        assert_eq!(members, set.to_string());
        assert_eq!(set.iter().len(), set.len());
        let backwards: String = set.iter().rev().collect();
        assert_eq!(backwards, members.chars().rev().collect::<String>());
        assert_eq!(
            members.chars().chain(['\u{100}']).collect::<CharacterSet>(),
            set
        );
        let (mut ends, mut met) = (set.iter(), 0);
        while ends.next().is_some() {
            met += 1 + usize::from(ends.next_back().is_some());
            assert_eq!(ends.len(), set.len() - met);
        }
        assert_eq!((met, ends.next_back()), (set.len(), None));
    }
}

#[test]
fn sets_are_joined_and_subtracted_with_operators() {
    let (one, other) = (CharacterSet::of("abc"), CharacterSet::of("cd"));
    assert_eq!((one | other).to_string(), "abcd");
    assert_eq!((one - other).to_string(), "ab");
}

/// Returns whether a character must not reach a terminal: controls, and characters that reverse or
/// hide other text.
fn is_dangerous(character: char) -> bool {
    let marks = [
        '\u{ad}', '\u{61c}', '\u{180e}', '\u{feff}', '\u{2028}', '\u{2029}',
    ];
    let ranges = [
        '\u{200b}'..='\u{200f}',
        '\u{202a}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
    ];
    let marked = marks.contains(&character);
    character.is_control() || marked || ranges.iter().any(|range| range.contains(&character))
}

/// Returns the lines of a diagnostic: summary, bar, excerpt, caret, and one for each note
/// and each fix.
fn lines(error: &SyntaxError) -> [String; 4] {
    let shown = format!("{error:#}");
    let mut lines: Vec<String> = shown.split('\n').map(str::to_owned).collect();
    let notes = lines.split_off(4.min(lines.len()));
    let expected: Vec<String> = error
        .notes()
        .iter()
        .flat_map(|note| {
            let fixes = note.fix_lines().map(|line| format!("  = help: {line}"));
            std::iter::once(format!("  = note: {note}")).chain(fixes)
        })
        .collect();
    assert_eq!(notes, expected);
    lines
        .try_into()
        .unwrap_or_else(|lines| panic!("not four lines: {lines:?}"))
}

/// Returns a diagnostic without its line ends, and the one line.
fn shown(error: &SyntaxError) -> String {
    let lines = format!("{error:#}");
    lines.split('\n').chain([&*error.to_string()]).collect()
}

/// Returns the part of the excerpt above the caret, and the part before it.
fn underlined(error: &SyntaxError) -> (String, String) {
    let [_, _, excerpt, caret] = lines(error);
    let start = caret
        .chars()
        .position(|character| character == '^')
        .expect("there is a caret");
    let width = caret
        .chars()
        .skip(start)
        .take_while(|&character| character == '^')
        .count();
    let above = excerpt.chars().skip(start).take(width).collect();
    (excerpt.chars().take(start).collect(), above)
}

#[test]
fn no_character_of_the_input_reaches_the_terminal_raw() {
    let dangerous = ('\0'..=char::MAX).filter(|&character| is_dangerous(character));
    let mut count = 0;
    for character in dangerous {
        count += 1;
        let texts = [
            format!("http://h/{character}"),
            format!("http://h/ {character}"),
            format!("http://h/%{character}{character}"),
            format!("{character}"),
        ];
        for text in texts {
            let error = parse(Rule::Url, &text).unwrap_err();
            let found = error.found().expect("something is there").to_string();
            for shown in [shown(&error), error.summary(), found, format!("{error:?}")] {
                assert!(!shown.contains(is_dangerous), "{shown:?}");
            }
        }
    }
    // All characters for which `is_dangerous` holds.
    assert_eq!(count, 97);
}

#[test]
fn no_octet_of_the_input_reaches_the_terminal_raw() {
    for octet in (0..=u8::MAX).filter(|octet| !octet.is_ascii() || octet.is_ascii_control()) {
        for text in [
            vec![octet],
            vec![b' ', octet, octet],
            [b"x:", &[octet; 40][..]].concat(),
        ] {
            let error = parse(Rule::Url, &text).unwrap_err();
            assert!(!shown(&error).contains(is_dangerous), "octet {octet:02X}");
        }
    }
}

#[test]
fn the_caret_is_under_what_was_found_in_every_excerpt() {
    let wrong = [
        ("~", "~"),
        (" ", " "),
        ("\"", "\""),
        ("\\", "\\\\"),
        ("é", "é"),
        ("\t", "\\t"),
        ("\0", "\\0"),
        ("\u{1b}", "\\u{1b}"),
        ("\u{7f}", "\\u{7f}"),
        ("\u{9b}", "\\u{9b}"),
        ("\u{202e}", "\\u{202e}"),
        ("%4", "%4"),
        ("%\u{1b}", "%\\u{1b}"),
        ("%4é", "%4é"),
    ];
    for length in 0..130 {
        for (text, shown) in wrong {
            for after in ["", "b", "\nb", " \t\u{202e}b", &"b".repeat(100)] {
                if text == "%4" && after.starts_with('b') {
                    continue; // That would finish the escape.
                }
                let prefix = "a".repeat(length);
                let error = parse(Rule::Urlpath, &format!("{prefix}{text}{after}")).unwrap_err();
                let (before, above) = underlined(&error);
                let escape_before_more = text == "%4" && !after.is_empty();
                let wanted = if escape_before_more {
                    above.starts_with(shown)
                } else {
                    above == shown
                };
                assert!(wanted, "{above:?} for {text:?} in\n{error:#}");
                let before = before
                    .strip_prefix("  | ")
                    .expect("the excerpt has a margin");
                assert!(
                    prefix.ends_with(before.trim_start_matches('…')),
                    "{error:#}"
                );
                assert_eq!(before.starts_with('…'), before != prefix, "{error:#}");
            }
        }
    }
}

#[test]
fn the_caret_stands_behind_the_text_where_something_is_missing() {
    for length in 0..130 {
        let text = format!("news:{}", "a".repeat(length));
        let error = parse(Rule::Article, &text).unwrap_err();
        let [_, _, excerpt, caret] = lines(&error);
        assert_eq!(
            caret.find('^'),
            Some(excerpt.replace('…', ".").len()),
            "{error:#}"
        );
        assert_eq!(caret.matches('^').count(), 1);
    }
}

#[test]
fn the_summary_names_the_offset_and_the_productions() {
    for rule in Rule::ALL {
        let text = format!("{} \u{7}", rule.example());
        let error = parse(rule, &text).unwrap_err();
        let [summary, bar, _, caret] = lines(&error);
        assert!(
            summary.ends_with(&format!("at offset {}", error.offset())),
            "{summary}"
        );
        assert_eq!(bar, "  |");
        let names: Vec<&str> = error.context().iter().map(|rule| rule.name()).collect();
        assert!(
            caret.ends_with(&format!("^ in {}", names.join(", "))),
            "{caret}"
        );
    }
}

#[test]
fn a_diagnostic_is_short_however_long_the_text() {
    let long = "a".repeat(100_000);
    for wrong in ["~", "\0", "%~", "é"] {
        let error = parse(Rule::Urlpath, &format!("{long}{wrong}{long}")).unwrap_err();
        for line in lines(&error) {
            assert!(line.chars().count() < 120, "{line}");
        }
    }
    let many = [b"x:", vec![0xff; 100_000].as_slice()].concat();
    let error = parse(Rule::Url, &many).unwrap_err();
    assert!(lines(&error).iter().all(|line| line.chars().count() < 160));
}

#[test]
fn only_the_line_of_the_error_is_shown() {
    let error = parse(Rule::Url, "news:a b\nsecond\nthird").unwrap_err();
    let [_, _, excerpt, _] = lines(&error);
    assert_eq!(excerpt, "  | news:a b");
}

fn rendered(report: &Report) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor());
    let handler = handler.with_wrap_lines(false).with_links(false);
    let mut shown = String::new();
    handler
        .render_report(&mut shown, report.as_ref())
        .expect("a string takes all");
    shown
}

const CONFIGURATION: &str = "# feeds\nmirror = http://me@host/\nnews   = news:*\n";

fn config_error() -> SyntaxError {
    Url::parse("http://me@host/").unwrap_err()
}

#[test]
fn a_wrong_url_is_shown_in_its_file() {
    let document = Document::named("feeds.conf", CONFIGURATION);
    let report = Report::from(config_error().in_document(&document, 17));
    assert_eq!(
        rendered(&report),
        r#"rfc1738::http-user (https://www.rfc-editor.org/rfc/rfc1738#section-3.3)

  × not a valid url: found "@"; no user name or password is allowed in an http URL (RFC 1738, 3.3)
   ╭─[feeds.conf:2:19]
 1 │ # feeds
 2 │ mirror = http://me@host/
   ·                   ┬
   ·                   ╰── expected alphadigit, "-", ".", ":", "/" or end of text
 3 │ news   = news:*
   ╰────
  help: write http://host/
        hostport       = host [ ":" port ]
"#
    );
}

#[test]
fn the_question_mark_operator_returns_the_report() {
    fn read(text: &str) -> miette::Result<()> {
        let document = Document::named("feeds.conf", text);
        let parsed = Url::parse(&text[17..32]).map_err(|error| error.in_document(&document, 17));
        parsed.map(|_| ())?;
        Ok(())
    }
    let report = read(CONFIGURATION).unwrap_err();
    assert_eq!(report.code().unwrap().to_string(), "rfc1738::http-user");
    let address = report.url().unwrap().to_string();
    assert_eq!(
        address,
        "https://www.rfc-editor.org/rfc/rfc1738#section-3.3"
    );
    let diagnostic = report.downcast_ref::<DocumentDiagnostic>().unwrap();
    assert_eq!(diagnostic.error().name(), Some("feeds.conf"));
}

#[test]
fn a_report_says_nothing_twice() {
    for (rule, wrong, _) in CASES.iter() {
        let error = parse(*rule, wrong).expect_err(wrong);
        let text = format!("first\n{wrong}\nlast");
        let document = Document::new(&text);
        let placed = Report::from(error.clone().in_document(&document, 6));
        // The renderer marks nothing after the end of the last line.
        let source = NamedSource::new("text", format!("{wrong}\n"));
        let plain = Report::new(error.clone()).with_source_code(source);
        for shown in [rendered(&placed), rendered(&plain)] {
            // Each thing that the error says is in one line of the report.
            let expected = format!("expected {}", error.expected_list());
            let notes = error.notes();
            let remarks = notes.iter().map(ToString::to_string);
            let fixes = notes
                .iter()
                .flat_map(|note| note.fix_lines().collect::<Vec<_>>());
            for said in remarks.chain(fixes).chain([expected]) {
                let times = shown.lines().filter(|line| line.ends_with(&said)).count();
                assert_eq!(times, 1, "{said}\n{shown}");
            }
        }
    }
}

#[test]
fn a_report_holds_no_character_that_does_not_print() {
    let wrong = "http://h/\u{1b}[2J";
    let text = format!("\u{9b}\u{202e} \u{0} {wrong}\u{e0001}\u{7f}\n\u{1b}");
    let text = [text.as_bytes(), b"\xff\xc3"].concat();
    let document = Document::named("a\u{1b}\n", &text);
    let mut parts = text.windows(wrong.len());
    let start = parts.position(|part| part == wrong.as_bytes());
    let error = Url::parse(wrong).unwrap_err();
    let report = Report::from(error.in_document(&document, start.expect("it is in there")));
    let shown = rendered(&report);
    assert!(!shown.contains(|character: char| character != '\n' && character.is_control()));
    assert!(!shown.contains(['\u{202e}', '\u{e0001}']), "{shown}");
    assert!(shown.contains(r"[a\u{1b}\n:1:15]"), "{shown}");
    assert!(
        shown.contains(" 1 │ ¿\u{fffd} ? http://h/?[2J\u{1f533}?\n"),
        "{shown}"
    );
}

#[test]
fn the_head_of_a_report_has_the_error_position() {
    let mail = "first\n<URL:http://h/%4\n zz>";
    let found = rfc1738::extract(mail).next().expect("a wrapper");
    let error = found.parse().unwrap_err();
    let placed = error.in_document(&Document::named("mail", mail), &found);
    let head = format!("[mail:{}]", placed.position());
    assert_eq!(head, "[mail:3:2]");
    let shown = rendered(&Report::from(placed));
    assert!(shown.contains(&head), "{shown}");
    assert!(shown.contains("\n 2 │ "), "{shown}");
}

#[test]
fn a_carriage_return_alone_ends_a_line_of_a_report() {
    let text = "# first\rmirror = http://me@h/\rlast\r\n";
    let document = Document::named("f.conf", text);
    let error = Url::parse("http://me@h/").unwrap_err();
    let shown = rendered(&Report::from(error.in_document(&document, 17)));
    assert!(!shown.contains('\r'), "{shown:?}");
    assert!(shown.contains("[f.conf:2:19]\n 1 │ # first\n 2 │ mirror = http://me@h/\n"));
}

#[test]
fn a_span_outside_the_kept_lines_is_out_of_bounds() {
    let long = format!("{}\n{CONFIGURATION}", "x\n".repeat(3000));
    let start = 6001 + 17;
    let document = Document::new(&long);
    let diagnostic = DocumentDiagnostic::from(config_error().in_document(&document, start));
    let label = diagnostic.labels().unwrap().next().unwrap();
    assert_eq!(label.offset(), start + 9);
    let read = diagnostic.read_span(label.inner(), 1, 1).expect("inside");
    assert_eq!(read.line(), 3001);
    assert!(
        std::str::from_utf8(read.data())
            .unwrap()
            .starts_with("# feeds\nmirror")
    );
    for outside in [0, 5000, long.len() + 5] {
        assert!(diagnostic.read_span(&(outside, 1).into(), 1, 1).is_err());
    }
}

#[test]
fn the_error_of_a_wrong_url_keeps_notes_and_fixes() {
    for (rule, wrong, _) in CASES.iter() {
        if *rule != Rule::Url {
            continue;
        }
        let error = parse(*rule, wrong).expect_err(wrong);
        let value = Value::String((*wrong).to_owned());
        let lent = serde::Deserialize::deserialize(&value).map(|_: Url<'_>| ());
        let owned = serde_json::from_value::<OwnedUrl>(value.clone());
        let message = owned.expect_err(wrong).to_string();
        assert_eq!(message, lent.expect_err(wrong).to_string());
        assert!(!message.contains('\n'), "{message}");
        assert!(message.starts_with(&error.to_string()), "{message}");
        assert!(
            message.ends_with(&format!(" [{}]", error.id())),
            "{message}"
        );
        for note in error.notes() {
            let fixes = note.fix_lines().chain([note.to_string()]);
            for said in fixes {
                let parts = [format!("; {said}; "), format!("; {said} [")];
                let times = parts.iter().map(|part| message.matches(part).count());
                assert_eq!(times.sum::<usize>(), 1, "{said} in {message}");
            }
        }
    }
}

#[test]
fn the_error_has_the_position_of_the_string() {
    let error =
        serde_json::from_str::<Vec<OwnedUrl>>("[\n \"news:*\",\n \"news:\"\n]").unwrap_err();
    assert_eq!((error.line(), error.column()), (3, 8));
    let error = serde_json::from_str::<Vec<Rule>>("[\n \"url\",\n \"uri\"\n]").unwrap_err();
    assert_eq!((error.line(), error.column()), (3, 6));
    assert!(
        serde_json::from_str::<OwnedUrl>("1")
            .unwrap_err()
            .to_string()
            .contains("a URL of RFC 1738")
    );
}

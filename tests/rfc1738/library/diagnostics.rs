//! `SyntaxError` on a terminal: no raw input, and the caret under the error.

use rfc1738::{Rule, SyntaxError, parse};

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

//! `SyntaxError` as a value.

use std::error::Error;

use rfc1738::{
    CharacterSet, Expected, Found, Rule, SyntaxError, Tree, UnknownRule, is_valid, parse,
};

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

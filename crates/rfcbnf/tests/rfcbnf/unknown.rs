//! Productions of unknown texts: prose, and names without a definition.

use rfcbnf::recognizer::Recognizer;
use rfcbnf_engine::Detail;

fn recognizer(text: &str, production: &str) -> Recognizer {
    let document = rfcbnf::Reader::default().read(text);
    let recognizer = Recognizer::with_unknown(&document.grammar, production, |_| false);
    recognizer.expect("the production has a recognizer")
}

/// Returns the verdict in a word, and why there is none.
fn verdict(recognizer: &Recognizer, text: &str) -> String {
    let rule = recognizer.rule();
    let checked = rule.check(text.as_bytes(), Detail::Rules);
    let verdict = match &checked {
        Ok(Ok(_)) => "valid".to_owned(),
        Ok(Err(error)) => format!("invalid: {}", error.summary()),
        Err(undecided) => undecided.to_string(),
    };
    // All ways to ask have one answer.
    let is_valid = checked.map(|result| result.is_ok());
    assert_eq!(rule.is_valid(text.as_bytes()), is_valid.clone());
    let traced = rule.trace(text.as_bytes(), Detail::Rules);
    assert_eq!(traced.map(|_| ()), is_valid.map(|_| ()));
    verdict
}

#[test]
fn a_text_with_a_derivation_without_unknown_productions_is_valid() {
    let call = recognizer("call = name [ \"@\" host ]\nname = 1*%x61-7A\n", "call");
    assert_eq!(verdict(&call, "bob"), "valid");
}

#[test]
fn a_text_that_could_need_an_unknown_production_is_undecided() {
    let call = recognizer("call = name [ \"@\" host ]\nname = 1*%x61-7A\n", "call");
    assert_eq!(
        verdict(&call, "bob@h"),
        "the text is valid only if a part of it at offset 4 is derived by `host`, which the grammar does \
         not define"
    );
}

#[test]
fn a_text_that_no_derivation_reaches_is_invalid() {
    let call = recognizer("call = name [ \"@\" host ]\nname = 1*%x61-7A\n", "call");
    assert_eq!(
        verdict(&call, "b0b@h"),
        "invalid: expected an octet from %x61 to %x7A, \"@\" or end of text, found \"0\" at offset 1"
    );
}

#[test]
fn what_follows_an_unknown_production_has_to_be_there() {
    let list = recognizer("list = \"(\" day \")\"\n", "list");
    assert!(verdict(&list, "(1)").starts_with("the text is valid only if"));
    assert!(verdict(&list, "(1").starts_with("invalid: "));
    assert!(verdict(&list, "()").starts_with("the text is valid only if"));
}

#[test]
fn an_unknown_production_can_derive_the_empty_text() {
    let pair = recognizer("pair = \"x\" day\n", "pair");
    assert_eq!(
        verdict(&pair, "x"),
        "the text is valid only if a part of it at offset 1 is derived by `day`, which the grammar does \
         not define"
    );
}

#[test]
fn prose_is_named_by_its_text() {
    let user = recognizer("user = \"@\" word\nword = %x61 / <any word>\n", "user");
    assert_eq!(verdict(&user, "@a"), "valid");
    assert_eq!(
        verdict(&user, "@b"),
        "the text is valid only if a part of it at offset 1 is what the grammar describes in prose: \
         <any word>"
    );
    assert!(verdict(&user, "b").starts_with("invalid: "));
}

#[test]
fn prose_that_does_not_print_is_escaped() {
    let word = recognizer("word = %x100 / <any\u{202e} word>\n", "word");
    let checked = word.rule().check(b"a\xff", Detail::Rules);
    let error = checked.expect("it is decided").expect_err("no character");
    let names: Vec<String> = error.context().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["word", r"<any\u{202e} word>"]);
}

#[test]
fn recursion_around_unknown_productions_has_the_same_answers() {
    let list = recognizer("list = \"(\" *list \")\" / atom\n", "list");
    assert_eq!(verdict(&list, "(()())"), "valid");
    assert_eq!(
        verdict(&list, "(x)"),
        "the text is valid only if a part of it at offset 1 is derived by `atom`, which the grammar does \
         not define"
    );
}

#[test]
fn unknown_characters_of_a_grammar_of_characters_are_characters() {
    let text = recognizer("text = \"<\" day \">\" / %x100\n", "text");
    assert!(verdict(&text, "<é>").starts_with("the text is valid only if"));
    assert_eq!(verdict(&text, "Ā"), "valid");
}

#[test]
fn a_grammar_without_unknown_productions_decides_all() {
    let pair = recognizer("pair = \"(\" [ pair ] \")\"\n", "pair");
    assert_eq!(verdict(&pair, "(())"), "valid");
}

#[test]
fn an_error_after_prose_is_where_what_follows_is_wrong() {
    let lines = "m = \"A\" p CRLF \"B\" CRLF\np = <a value>\n";
    let lines = recognizer(lines, "m");
    for (text, expected) in [
        (
            "A1\r\nX\r\n",
            "expected \"B\", \"b\" or more of <a value>, found \"X\" at offset 4",
        ),
        (
            "A1",
            "expected more of <a value> or \"\\r\", found the end of the text at offset 2",
        ),
        (
            "A1\r\nB",
            "expected \"\\r\" or more of <a value>, found the end of the text at offset 5",
        ),
        ("B1", "expected \"A\" or \"a\", found \"B\" at offset 0"),
    ] {
        assert_eq!(verdict(&lines, text), format!("invalid: {expected}"));
    }
    let version = "\
m = \"V:\" ( \"2\" / low \";\" high ) CRLF 1*( %x61-63 CRLF )
low = <a version>
high = <a version>
";
    let version = recognizer(version, "m");
    for (text, offset) in [("V:2\r\na\r\nX\r\n", 8), ("V:1;2\r\na\r\nX\r\n", 10)] {
        assert_eq!(
            verdict(&version, text),
            format!(
                "invalid: expected \"a\", \"b\", \"c\", more of <a version> or end of text, found \"X\" at \
                 offset {offset}"
            )
        );
    }
}

#[test]
fn a_calendar_has_its_error_after_the_version() {
    let grammar = rfcbnf::library::find("rfc5545").expect("the library has it");
    let grammar = grammar.with_imports().expect("they fit together").grammar;
    let calendar = Recognizer::with_unknown(&grammar, "icalobject", |_| false);
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID 1\r\n";
    let found = verdict(&calendar.expect("it has a recognizer"), text);
    let version = "more of <A IANA-registered iCalendar version identifier>";
    assert!(found.contains(version), "{found}");
    let place = text.find("UID ").expect("it is there") + 3;
    assert!(
        found.ends_with(&format!("found \" \" at offset {place}")),
        "{found}"
    );
}

/// The offset and what is expected, against the grammar in which the prose is what it is taken for: everything
/// before the octets that can follow it.
#[test]
fn errors_beside_prose_agree_with_the_shortest_texts() {
    for (known, unknown) in [
        ("s = \"a\" u \"b\" / \"c\"\n", "u = *( %x61 / %x63 )\n"),
        ("s = u \"a\" u\n", "u = *( %x62-63 )\n"),
        ("s = [ u ] %x61-62 s / \"c\"\n", "u = *%x63\n"),
        ("s = *( u \"a\" ) \"b\"\n", "u = *%x62-63\n"),
    ] {
        let undefined = recognizer(known, "s");
        let defined = rfcbnf::read(&format!("{known}{unknown}")).expect("a grammar");
        let defined = Recognizer::new(&defined, "s").expect("it has a recognizer");
        let mut wrong = 0;
        for length in 0..=5 {
            for number in 0..3_u32.pow(length) {
                let letter = |place| b"abc"[(number / 3_u32.pow(place) % 3) as usize];
                let text: Vec<u8> = (0..length).map(letter).collect();
                let Ok(Err(found)) = undefined.rule().check(&text[..], Detail::Rules) else {
                    continue;
                };
                let error = defined.rule().check(&text[..], Detail::Rules);
                let error = error.expect("it is short").expect_err("it is wrong");
                assert_eq!(found.offset(), error.offset(), "{known} {text:?}");
                assert_eq!(found.can_end(), error.can_end(), "{known} {text:?}");
                let next = |error: rfcbnf_engine::CharacterSet| {
                    let letters = rfcbnf_engine::CharacterSet::of("abc");
                    error.intersection(letters).to_string()
                };
                assert_eq!(next(found.next()), next(error.next()), "{known} {text:?}");
                wrong += 1;
            }
        }
        assert!(wrong > 5, "{known}: {wrong}");
    }
}

#[test]
fn unreadable_text_is_not_unknown() {
    let document = rfcbnf::Reader::default().read("a = b\nb = \"x\n");
    let error = Recognizer::with_unknown(&document.grammar, "a", |_| false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "production `a` uses `b`, which cannot be read (line 2)"
    );
}

/// Every text of `a` and `b` up to five letters, against the same question about all that the unknown
/// production could be, as far as that has three texts.
#[test]
fn undecided_texts_depend_on_the_missing_definition() {
    let grammar = "s = \"a\" u \"b\" / \"b\" s / u \"a\" u / \"ab\"\n";
    let unknown = recognizer(grammar, "s");
    let definitions = [
        "%x61",
        "%x62",
        "\"ab\" / \"ba\"",
        "*%x61-62",
        "\"\"",
        "%x7A",
    ];
    let known = definitions.map(|body| {
        let text = format!("{grammar}u = {body}\n");
        let grammar = rfcbnf::read(&text).expect("a grammar");
        Recognizer::new(&grammar, "s").expect("it has a recognizer")
    });
    for length in 0..=5 {
        for bits in 0..1_u32 << length {
            let text: String = (0..length)
                .map(|place| if bits >> place & 1 == 0 { 'a' } else { 'b' })
                .collect();
            let answers = known
                .each_ref()
                .map(|one| one.rule().is_valid(text.as_bytes()));
            let valid = answers.iter().filter(|one| **one == Ok(true)).count();
            match unknown.rule().is_valid(text.as_bytes()) {
                Ok(true) => assert_eq!(valid, answers.len(), "{text:?}"),
                Ok(false) => assert_eq!(valid, 0, "{text:?}"),
                Err(_) => assert!(0 < valid && valid < answers.len(), "{text:?}"),
            }
        }
    }
}

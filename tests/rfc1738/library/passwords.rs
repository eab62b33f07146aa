//! No `Debug`, message or serialized error shows a password.

use std::collections::BTreeMap;
use std::fmt::Debug;

use rfc1738::password::{Masked, in_document, span};
use rfc1738::url::{ComponentName, Url};
use rfc1738::{Builder, Document, Note, OwnedUrl, Rule, SyntaxError, extract, parse};

const PASSWORD: &str = "secret";

/// Texts with a password that are no URLs: the error is before it, in it, and after it.
const WRONG: [&str; 7] = [
    "f_p://user:secret@host/",
    "ftp://us_er[:secret@host/",
    "ftp://user:secret secret@host/",
    "ftp://user:secret@ho_st/",
    "http://user:secret@host/",
    "ftp://user:secret@host/a b",
    "//user:secret@host",
];

fn error(text: &str) -> SyntaxError {
    Url::parse(text).expect_err(text)
}

/// Checks that a text stands for the password and does not hold it.
fn assert_hides(shown: &str) {
    assert!(!shown.contains(PASSWORD), "{shown}");
    assert!(shown.contains("***"), "{shown}");
}

#[test]
fn the_first_colon_and_last_at_sign_delimit_a_password() {
    let password = |text: &'static str| span(text.as_bytes()).map(|span| &text[span]);
    assert_eq!(password("ftp://u:p@h/a:b@c"), Some("p"));
    assert_eq!(password("ftp://u:p@q:r@h"), Some("p@q:r"));
    assert_eq!(password("//u:p w@h"), Some("p w"));
    assert_eq!(password("http://h:80/a@b"), None);
    assert_eq!(password("ftp://u@h:21/"), None);
    assert_eq!(password("ftp://u:@h/"), None);
    assert_eq!(password("mailto:u:p@h"), None);
    // A slash does not end one that goes on to an "@", unless it is a port.
    assert_eq!(password("ftp://u:pa/ss@h/"), Some("pa/ss"));
    assert_eq!(password("ftp://h:21/ss@h/"), None);
    // The author may have forgotten a slash, or written one too many.
    assert_eq!(password("ftp:/u:p@h/"), Some("p"));
    assert_eq!(password("http:///u:p@h/"), Some("p"));
    assert_eq!(password("http:u:p@h/"), Some("p"));
    assert_eq!(password("<URL:ftp:/u:p@h/>"), Some("p"));
    assert_eq!(password("http://x/?telnet:u:p@h"), Some("p"));
    assert_eq!(password("http://ftp:80/a:b@c"), None);
    assert_eq!(password("hftp:u:p@h/"), None);
    assert_eq!(password("file:///u:p@h/"), None);
    assert_eq!(password("http://ftp://u:p@h/"), Some("p"));
}

#[test]
fn spans_follow_the_text_behind_a_hidden_password() {
    let text = b"ftp://u:secret@h_/";
    let masked = Masked::new(text, span(text));
    assert_eq!(masked.octets(), b"ftp://u:***@h_/");
    assert_eq!(masked.span(16..17), 13..14);
    assert_eq!(masked.span(18..18), 15..15);
    assert_eq!(masked.span(10..11), 8..11);
    assert_eq!(masked.span(6..7), 6..7);
}

#[test]
fn all_passwords_of_a_document_are_hidden() {
    let document = br#"a = "ftp://u:p@h/" b = 'http:\/\/v:q@h\/' c = http://h:80/ d:e@f"#;
    let masked = Masked::new(document, in_document(document));
    assert_eq!(
        str::from_utf8(masked.octets()).unwrap(),
        r#"a = "ftp://u:***@h/" b = 'http:\/\/v:***@h\/' c = http://h:80/ d:e@f"#
    );
    let document = b"//u:it's@h/ //u:a<b@h/ <a href='//h:80'>a:b@c</a> //u:a/b@h/";
    let masked = Masked::new(document, in_document(document));
    assert_eq!(
        str::from_utf8(masked.octets()).unwrap(),
        "//u:***@h/ //u:***@h/ <a href='//h:80'>a:b@c</a> //u:***@h/"
    );
}

#[test]
fn debug_of_a_url_hides_the_password() {
    let text = "ftp://user:secret@host/a";
    let url = Url::parse(text).unwrap();
    let Url::Ftp(ftp) = url else { panic!() };
    let builder = Builder::new("ftp").user("user").password(PASSWORD);
    let found = extract("<URL:ftp://user:secret@host/a>").next().unwrap();
    let commands: Vec<_> = ftp.commands().unwrap().collect();
    let values: [&dyn Debug; 8] = [
        &url,
        &ftp,
        &url.to_owned(),
        &ftp.password(),
        &url.authority(),
        &url.to_builder(),
        &builder.host("host"),
        &commands,
    ];
    for value in values {
        assert_hides(&format!("{value:?}"));
    }
    assert_hides(&format!("{found:?}"));
    for component in url.components() {
        assert!(!format!("{component:?}").contains(PASSWORD));
    }
}

#[test]
fn the_text_of_a_url_keeps_the_password() {
    let text = "ftp://user:secret@host/a";
    let url: OwnedUrl = text.parse().unwrap();
    assert_eq!((url.as_str(), url.to_string().as_str()), (text, text));
    let password = Url::parse(text).unwrap().password().unwrap();
    assert_eq!(
        (password.name(), password.raw()),
        (ComponentName::Password, PASSWORD)
    );
}

#[test]
fn a_message_hides_the_password_where_parsing_fails() {
    for text in WRONG {
        let error = error(text);
        assert_hides(&format!("{error:#}"));
        let fixes = error.notes();
        let fixes = fixes.iter().flat_map(Note::fix_lines);
        let fixes = fixes.collect::<Vec<_>>().join("\n");
        for shown in [
            format!("{error}"),
            format!("{error:?}"),
            format!("{:?}", error.notes()),
            fixes,
        ] {
            assert!(!shown.contains(PASSWORD), "{shown}");
        }
    }
}

#[test]
fn carets_follow_the_text_behind_a_hidden_password() {
    let excerpt = |text: &str| format!("{:#}", error(text));
    assert!(
        excerpt("ftp://user:secret@ho_st/")
            .contains("  | ftp://user:***@ho_st/\n  |                  ^ in ")
    );
    // All that stands for the password is marked if the error is in it.
    assert!(
        excerpt("ftp://user:secret secret@host/")
            .contains("  | ftp://user:***@host/\n  |            ^^^ in ")
    );
}

#[test]
fn an_error_in_a_document_hides_the_passwords_around_it() {
    for text in WRONG {
        let before = "a = \"ftp://v:secret@h/\"\nb = ";
        let lines = format!("{before}{text}\nc = http:\\/\\/w:secret@h\\/\n");
        let document = Document::named("feeds", lines.as_str());
        let error = error(text).in_document(&document, before.len());
        assert_hides(&format!("{error:#}"));
        for shown in [format!("{error}"), format!("{error:?}")] {
            assert!(!shown.contains(PASSWORD), "{shown}");
        }
    }
}

#[test]
fn a_report_hides_the_passwords_and_marks_the_error() {
    for text in WRONG {
        let before = "a = \"ftp://v:secret@h/\"\nb = ";
        let lines = format!("{before}{text}\n");
        let document = Document::named("feeds", lines.as_str());
        let report = miette::Report::from(error(text).in_document(&document, before.len()));
        assert_hides(&format!("{report:?}"));
    }
}

#[test]
fn a_serialized_error_hides_the_password() {
    for text in WRONG {
        let json = serde_json::to_string(&error(text)).unwrap();
        assert!(!json.contains(PASSWORD), "{json}");
        let text = serde_json::to_string(text).unwrap();
        for message in [
            serde_json::from_str::<OwnedUrl>(&text)
                .unwrap_err()
                .to_string(),
            serde_json::from_str::<Url<'_>>(&text)
                .unwrap_err()
                .to_string(),
        ] {
            assert!(!message.contains(PASSWORD), "{message}");
        }
    }
    let escaped = r#""ftp:\/\/user:secret@host\/""#;
    let message = serde_json::from_str::<Url<'_>>(escaped)
        .unwrap_err()
        .to_string();
    assert!(!message.contains(PASSWORD), "{message}");
}

/// Texts around a password, valid and not, in schemes with and without a user.
const AROUND: [(Rule, &str, &str); 37] = [
    (Rule::Url, "ftp://u:", "@h/"),
    (Rule::Url, "ftp://u:", "@h_/"),
    (Rule::Url, "ftp://u:", "@h/~;type=x"),
    (Rule::Url, "ftp://:", "@:/"),
    (Rule::Url, "http://u:", "@h/"),
    (Rule::Url, "http://u:1", "@h/?<"),
    (Rule::Url, "gopher://u:", "@h/1"),
    (Rule::Url, "telnet://u:", "@h/x"),
    (Rule::Url, "nntp://u:", "@h/g/1"),
    (Rule::Url, "wais://u:", "@h/d"),
    (Rule::Url, "prospero://u:", "@h/o"),
    (Rule::Url, "file://u:", "@h/f"),
    (Rule::Url, "x-new://u:", "@h/"),
    (Rule::Url, "x-new://u:", "@h_/ "),
    (Rule::Url, "http://ftp://u:", "@h/"),
    (Rule::Url, "f_p://u:", "@h/"),
    (Rule::Url, "ftp:/u:", "@h/"),
    (Rule::Url, "ftp:u:", "@h/"),
    (Rule::Url, "http:///u:", "@h/"),
    (Rule::Url, "<URL:ftp://u:", "@h/>"),
    (Rule::Url, "<URL:ftp:/u:", "@h/>"),
    (Rule::Url, "\"ftp:u:", "@h/\""),
    (Rule::Url, "(telnet:u:", "@h)"),
    (Rule::Url, "telnet:u:", "@h/"),
    (Rule::Url, "prospero:/u:", "@h/o"),
    (Rule::Url, "gopher:u:", "@h/"),
    (Rule::Url, "imap:u:", "@h/["),
    (Rule::Url, "http://x/?ftp:/u:", "@h["),
    (Rule::IpSchemepart, "u:", "@h"),
    (Rule::Login, "//u:", "@h"),
    (Rule::User, "ftp://u:", "@h/"),
    (Rule::Host, "ftp:u:", "@h/"),
    (Rule::Ftpurl, "ftp//u:", "@h/"),
    (Rule::Httpurl, "//u:", "@h/"),
    (Rule::Login, "u:", "@h"),
    (Rule::Hostport, "u:", "@h"),
    (Rule::Password, "", ""),
];

/// Everything that shows an error of a text, and does not show the text itself because somebody asked for it.
fn shown(error: &SyntaxError) -> Vec<String> {
    use miette::Diagnostic as _;

    let notes = error.notes();
    let fixes: Vec<_> = notes.iter().flat_map(Note::fixes).collect();
    let json = |value: &dyn erased::Json| value.json();
    let mut shown = vec![
        format!("{error}"),
        format!("{error:#}"),
        format!("{error:?}"),
        error.found_name(),
        error.summary(),
        format!("{:?}", error.id()),
        format!("{:?}", error.headline()),
        format!("{notes:?}"),
        format!("{} {:?}", error.as_ref(), error.as_ref()),
        json(error),
        json(error.as_ref()),
        json(&notes),
        json(&fixes),
        format!("{:?}", error.labels().unwrap().collect::<Vec<_>>()),
        error.help().unwrap().to_string(),
    ];
    shown.extend(notes.iter().map(ToString::to_string));
    shown.extend(notes.iter().flat_map(Note::fix_lines));
    let before = "a = \"ftp://v:q@h/\"\nb = ";
    let after = [before.as_bytes(), error.text(), b"\nc = http://h/\n"].concat();
    let document = Document::named("feeds", &after);
    let placed = error.clone().in_document(&document, before.len());
    shown.extend([
        format!("{placed}"),
        format!("{placed:#}"),
        format!("{placed:?}"),
        json(&placed),
        json(&placed.fixes()),
    ]);
    let report = miette::Report::from(placed);
    shown.extend([format!("{report:?}"), format!("{report:#}")]);
    shown
}

mod erased {
    pub(super) trait Json {
        fn json(&self) -> String;
    }

    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).unwrap()
        }
    }
}

/// What errors of texts with passwords of one length may differ in: where they and their fixes are, and what could
/// stand there.
fn facts(error: &SyntaxError) -> String {
    let (offset, span, context) = (error.offset(), error.span(), error.context());
    let notes = error.notes();
    let fixes = notes.iter().flat_map(Note::fixes);
    let fixes: Vec<_> = fixes.map(|fix| (fix.span(), fix.is_certain())).collect();
    format!(
        "{offset} {span:?} {} {context:?} {fixes:?}",
        error.expected_list()
    )
}

/// Passwords of one length, with each character at each place. `:`, `@` and `/` delimit what is around a password,
/// and line ends the lines that are shown, so the place of those is no secret.
fn passwords() -> impl Iterator<Item = String> {
    let characters = (0..0x80)
        .map(char::from)
        .filter(|one| !":@/\n\r".contains(*one));
    characters.flat_map(|one| {
        (0..5).map(move |place| {
            let mut password: Vec<char> = "12abc".chars().collect();
            password[place] = one;
            password.into_iter().collect()
        })
    })
}

#[test]
fn nothing_shown_of_an_error_depends_on_the_password() {
    let mut compared = 0;
    for (rule, before, after) in AROUND {
        let mut first: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
        for password in passwords() {
            // Without slashes after the scheme, a backslash can be one.
            if password.contains('\\') && !before.contains("://") {
                continue;
            }
            let text = format!("{before}{password}{after}");
            let Err(error) = parse(rule, &text) else {
                continue;
            };
            let shown = shown(&error);
            let of_facts = first.entry(facts(&error));
            let (other, expected) = of_facts.or_insert_with(|| (text.clone(), shown.clone()));
            for (one, other_one) in shown.iter().zip(expected.iter()) {
                assert_eq!(one, other_one, "{text:?} and {other:?}");
            }
            assert_eq!(shown.len(), expected.len(), "{text:?} and {other:?}");
            compared += 1;
        }
    }
    assert!(compared > 8000, "{compared}");
}

#[test]
fn no_message_tells_which_delimiter_a_password_has() {
    let mut compared = 0;
    for (rule, before, after) in AROUND {
        let mut first: BTreeMap<String, (String, Vec<String>)> = BTreeMap::new();
        for password in ["{}q", "a{}q", "1a{}q", "aq{}", "a{}{}q", "a{}1"] {
            for delimiter in [":", "/", "@"] {
                let password = password.replace("{}", delimiter);
                // A second URL begins at two slashes.
                if password.contains("//") {
                    continue;
                }
                let text = format!("{before}{password}{after}");
                let Err(error) = parse(rule, &text) else {
                    continue;
                };
                let shown = shown(&error);
                let of_facts = first.entry(facts(&error));
                let (other, expected) = of_facts.or_insert_with(|| (text.clone(), shown.clone()));
                assert_eq!(&shown, expected, "{text:?} and {other:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn a_long_line_of_schemes_takes_linear_time() {
    let names = |length: usize| "ftp:".repeat(length);
    for end in ["", "//@", "/x", "1/@", " u:p@h", "@"] {
        let text = format!("{}{end}", names(250_000));
        let start = std::time::Instant::now();
        let shown = in_document(text.as_bytes()).len() + span(text.as_bytes()).into_iter().count();
        assert!(shown <= 2);
        // Quadratic time would take hours.
        assert!(start.elapsed().as_secs() < 20, "{end}");
    }
}

#[test]
fn no_width_tells_the_length_of_a_password() {
    let excerpt = |password: &str| {
        let text = format!("ftp://u:{password}@h_/");
        let error = error(&text);
        let lines: Vec<String> = format!("{error:#}")
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect();
        let fixes: Vec<String> = error.notes().iter().flat_map(Note::fix_lines).collect();
        (lines, fixes)
    };
    let short = excerpt("s");
    for length in [2, 3, 4, 30, 60, 200, 2000] {
        assert_eq!(excerpt(&"s".repeat(length)), short);
    }
    let wrong = |password: &str| {
        let text = format!("ftp://u:{password}@h/");
        let notes = error(&text).notes();
        notes.iter().flat_map(Note::fix_lines).collect::<Vec<_>>()
    };
    assert_eq!(wrong("<"), ["write ftp://u:***@h/"]);
    assert_eq!(wrong(&"<".repeat(100)), ["write ftp://u:***@h/"]);
}

#[test]
fn no_advice_depends_on_the_password() {
    let findings = |password: &str| {
        let mut shown = Vec::new();
        for around in [
            "ftp://u:{}@h/",
            "URL:telnet://u:{}@h:1/",
            "x://u:{}@h/%41",
            "x://u:{}@h_/",
        ] {
            let text = around.replace("{}", password);
            let url = Url::parse(&text).unwrap();
            for finding in rfc1738::advise(&url) {
                shown.push(format!("{finding} {finding:?}"));
                shown.push(serde_json::to_string(&finding).unwrap());
                shown.extend(finding.fix_lines());
            }
        }
        shown
    };
    for [one, other] in [
        ["%41b", "%61z"],
        ["%0Ab", "%0Dz"],
        ["%00b", "%0dz"],
        ["a(c", "b;d"],
    ] {
        assert_eq!(findings(one), findings(other));
    }
}

#[test]
fn a_long_password_before_the_error_is_hidden() {
    let secret = "Qz".repeat(3000);
    let line = format!("ftp://v:{secret}@h/ http://h_/ ftp://w:{secret}@h/");
    let document = Document::new(&line);
    let start = line.find("http").unwrap();
    let error = error("http://h_/").in_document(&document, start);
    assert!(!format!("{error:#}").contains("Qz"), "{error:#}");
    let report = miette::Report::from(error);
    assert!(!format!("{report:?}").contains("Qz"), "{report:?}");
}

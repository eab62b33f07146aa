//! No `Debug`, message or serialized error shows a password.

use std::fmt::Debug;

use rfc1738::password::{Masked, in_document, span};
use rfc1738::url::{ComponentName, Url};
use rfc1738::{Builder, Document, Note, OwnedUrl, SyntaxError, extract};

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

use rfc1738::Url;
use rfc1738::url::MailAddress;
use rfc1738_views::inspect::client::{Choices, sent};
use rfc1738_views::inspect::facts::facts;
use rfc1738_views::inspect::page;
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::palette::Palette;
use serde_json::json;

use crate::{fields, lines, value};

#[test]
fn a_page_shows_components_requests_advice_and_normal_form() {
    let url = Url::parse("FTP://me:secret@host.dom/%2Fetc/motd").expect("it is a URL");
    let shown = lines(|out| page::write(out, Palette::PLAIN, &url, Choices::default()));
    let headings = [
        "Components",
        "What a client does",
        "What it sends",
        "Advice",
        "Normal form",
    ];
    let mut rest = shown.as_str();
    for heading in headings {
        let section = format!("\n\n{heading}\n");
        let (_, behind) = rest.split_once(&section).expect(heading);
        rest = behind;
    }
    assert!(shown.contains(" stands for \"/etc\"\n"), "{shown}");
    assert!(rest.starts_with("  ftp://me:secret@host.dom/"), "{rest}");
}

#[test]
fn a_record_holds_octets_that_are_not_utf8_as_hex() {
    let url = Url::parse("http://h/%FF").expect("it is a URL");
    let record = InspectionRecord::new(&url, Choices::default());
    assert_eq!(
        fields(&record),
        [
            "input",
            "scheme",
            "rule",
            "components",
            "port",
            "client",
            "advice",
            "normal",
            "item_type",
            "password_source",
            "refused"
        ]
    );
    let record = value(&record);
    assert_eq!(record["port"], 80);
    let components = record["components"].as_array().expect("it is a list");
    assert!(
        components
            .iter()
            .any(|it| it["decoded"] == json!({"hex": "2fff"})
                || it["decoded"] == json!({"hex": "ff"}))
    );
}

#[test]
fn anonymous_ftp_uses_the_user_address_as_its_password() {
    let url = Url::parse("ftp://host.dom/motd").expect("it is a URL");
    let choices = Choices {
        address: Some(MailAddress::new(b"me@here.dom").expect("it holds no delimiter")),
        ..Choices::default()
    };
    let lines = sent(&url, choices).expect("there is no delimiter");
    assert!(lines.contains(&b"PASS me@here.dom".to_vec()));
    let lines = sent(&url, Choices::default()).expect("there is no delimiter");
    assert!(lines.contains(&b"PASS <e-mail address>".to_vec()));
}

#[test]
fn facts_are_escaped() {
    let url = Url::parse("wais://h/d%1B").expect("it is a URL");
    assert!(
        facts(&url, Choices::default())
            .iter()
            .all(|fact| !fact.contains('\u{1b}'))
    );
}

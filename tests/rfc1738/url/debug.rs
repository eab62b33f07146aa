//! `{:?}` shows texts and no internals.

use rfc1738::Builder;
use rfc1738::url::{Component, Url};

use super::url;

#[test]
fn a_url_shows_its_kind_and_its_text() {
    for (text, expected) in [
        ("ftp://h", "Ftp(\"ftp://h\")"),
        ("http://h/a", "Http(\"http://h/a\")"),
        ("gopher://h", "Gopher(\"gopher://h\")"),
        ("mailto:a", "Mailto(\"mailto:a\")"),
        ("news:*", "News(\"news:*\")"),
        ("nntp://h/g", "Nntp(\"nntp://h/g\")"),
        ("telnet://h", "Telnet(\"telnet://h\")"),
        ("wais://h/d", "Wais(\"wais://h/d\")"),
        ("file:///a", "File(\"file:///a\")"),
        ("prospero://h/a", "Prospero(\"prospero://h/a\")"),
        ("x:a", "Other(\"x:a\")"),
    ] {
        assert_eq!(format!("{:?}", url(text)), expected);
        // It stays on one line in `dbg!`.
        assert_eq!(format!("{:#?}", url(text)), expected);
        assert_eq!(
            format!("{:?}", url(text).to_owned()),
            format!("OwnedUrl({text:?})")
        );
    }
    let Url::Http(http) = url("http://h/a") else {
        panic!()
    };
    assert_eq!(format!("{http:?}"), "HttpUrl(\"http://h/a\")");
}

#[test]
fn a_component_shows_its_name_its_span_and_its_text() {
    let components = |text| format!("{:?}", url(text).components());
    assert_eq!(
        components("http://h:80/%41?b"),
        "[scheme 0..4 \"http\", host 7..8 \"h\", port 9..11 \"80\", hpath 12..15 \"%41\", search 16..17 \"b\"]"
    );
    assert_eq!(
        format!("{:?}", url("http://h").user().map(Component::raw)),
        "None"
    );
    let shown = |text| format!("{:?} {:?}", url(text).host().unwrap(), url(text).port());
    assert_eq!(
        shown("http://h.dom:80"),
        "Name(\"h.dom\") Some(Port(\"80\"))"
    );
    assert_eq!(shown("http://1.2.3.4"), "Number(\"1.2.3.4\") None");
}

#[test]
fn commands_and_gopher_strings_show_text() {
    let Url::Ftp(ftp) = url("ftp://h/a%FF/b;type=i") else {
        panic!()
    };
    let commands: Vec<_> = ftp.commands_decoding_delimiters().collect();
    assert_eq!(
        format!("{commands:?}"),
        "[FtpCommand(\"USER anonymous\"), FtpCommand(\"PASS <e-mail address>\"), FtpCommand(\"CWD a\\xff\"), FtpCommand(\"TYPE I\"), FtpCommand(\"RETR b\")]"
    );
    for (string, expected) in [
        ("+", "DefaultView"),
        ("?", "Form"),
        ("%FF", "Other"),
        (
            "+text/plain",
            "View { view: \"text/plain\", language: None }",
        ),
        ("+a%20en", "View { view: \"a\", language: Some(\"en\") }"),
        ("!", "ItemAttributes { names: [] }"),
        (
            "$+A%20%22",
            "DirectoryAttributes { names: [\"+A\", \"\\\"\"] }",
        ),
        (
            "+%091%0D%0A+-1%0D%0Aa%FF%0D%0A.%0D%0A",
            "FilledForm { values: [\"a\\xff\"] }",
        ),
    ] {
        let text = format!("gopher://h/0%09%09{string}");
        let Url::Gopher(gopher) = url(&text) else {
            panic!("{text}")
        };
        assert_eq!(format!("{:?}", gopher.gopher_plus().unwrap()), expected);
    }
}

#[test]
fn a_builder_shows_its_components_by_method_names() {
    let builder = Builder::new("prospero").host("h").hsoname(b"a\xff\"");
    let builder = builder.field("b", "c d");
    assert_eq!(
        format!("{builder:?}"),
        "Builder { scheme: \"prospero\", host: \"h\", hsoname: \"a\\xff\\\"\", fields: [(\"b\", \"c d\")] }"
    );
    let builder = url("ftp://u@h/%7e/b;type=i").to_builder().segment("c%");
    assert_eq!(
        format!("{builder:?}"),
        "Builder { scheme: \"ftp\", user: u, host: h, ftptype: i, segments: [%7e, b, \"c%\"] }"
    );
    let builder = Builder::new("mailto").address("é@h");
    assert_eq!(
        format!("{builder:?}"),
        "Builder { scheme: \"mailto\", address: \"é@h\" }"
    );
}

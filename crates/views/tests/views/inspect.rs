//! What the views show of a URL, and what a client does with one. The table is judged by hand from the RFC. One row for
//! each URL: where the client connects to, and what it sends, refuses to send, or does.

use rfc1738::Url;
use rfc1738::url::MailAddress;
use rfc1738_views::inspect::facts::facts;
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::inspect::{Choices, page, refused, sent};
use rfc1738_views::palette::Palette;
use rfcbnf_engine::escape::Escaped;
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

/// The URL, the host and port that the client connects to, and what it sends. In a scheme for which
/// the RFC specifies no octets, what it does. `-` before a name and a span is a delimiter that it
/// refuses to send.
type Row = (&'static str, &'static str, &'static [&'static str]);

const FTP: &[Row] = &[
    // The examples of Sections 3.1 and 3.2.2.
    (
        "ftp://myname@host.dom/%2Fetc/motd",
        "host.dom 21",
        &["USER myname", "CWD /etc", "RETR motd"],
    ),
    (
        "ftp://myname@host.dom/etc/motd",
        "host.dom 21",
        &["USER myname", "CWD etc", "RETR motd"],
    ),
    (
        "ftp://myname@host.dom//etc/motd",
        "host.dom 21",
        &["USER myname", "CWD ", "CWD etc", "RETR motd"],
    ),
    ("ftp://@host.com/", "host.com 21", &["USER ", "NLST"]),
    (
        "ftp://host.com/",
        "host.com 21",
        &["USER anonymous", "PASS <e-mail address>", "NLST"],
    ),
    (
        "ftp://foo:@host.com/",
        "host.com 21",
        &["USER foo", "PASS ", "NLST"],
    ),
    // The whole path may be omitted.
    (
        "ftp://h",
        "h 21",
        &["USER anonymous", "PASS <e-mail address>"],
    ),
    ("ftp://a:b@h:2121", "h 2121", &["USER a", "PASS b"]),
    // The typecode.
    (
        "ftp://a:b@h/c/d;type=i",
        "h 21",
        &["USER a", "PASS b", "CWD c", "TYPE I", "RETR d"],
    ),
    (
        "ftp://a:b@h/c/d;type=A",
        "h 21",
        &["USER a", "PASS b", "CWD c", "TYPE A", "RETR d"],
    ),
    (
        "ftp://a:b@h/c/d;type=d",
        "h 21",
        &["USER a", "PASS b", "CWD c", "NLST d"],
    ),
    (
        "ftp://a:b@h/c/;type=d",
        "h 21",
        &["USER a", "PASS b", "CWD c", "NLST"],
    ),
    (
        "ftp://a:b@h/;type=a",
        "h 21",
        &["USER a", "PASS b", "TYPE A", "NLST"],
    ),
    // Encoded characters that the path reserves, and others.
    ("ftp://a@h/b%3Btype=d", "h 21", &["USER a", "RETR b;type=d"]),
    (
        "ftp://a%40b:c%3Ad%2Fe@h/f%20g/..",
        "h 21",
        &["USER a@b", "PASS c:d/e", "CWD f g", "RETR .."],
    ),
    (
        "ftp://;?&=:;?&=@h/?:@&=/",
        "h 21",
        &["USER ;?&=", "PASS ;?&=", "CWD ?:@&=", "NLST"],
    ),
    ("ftp://a@h/%E9%C3%A9", "h 21", &["USER a", "RETR \\xe9é"]),
    (
        "FTP://a@10.0.0.1:0021/%2F",
        "10.0.0.1 21",
        &["USER a", "RETR /"],
    ),
    // Section 6.
    (
        "ftp://a@h/b%0D%0ADELE%20c",
        "h 21",
        &["- cr 11..14", "- lf 14..17"],
    ),
    ("ftp://a%0aPASS%20b@h/c", "h 21", &["- lf 7..10"]),
    ("ftp://a:%00@h/c", "h 21", &["- nul 8..11"]),
    (
        "ftp://a@h/%FF%F2/b;type=d",
        "h 21",
        &["- telnet-command 10..13"],
    ),
];

const GOPHER: &[Row] = &[
    ("gopher://h", "h 70", &["\\r\\n"]),
    ("gopher://h/", "h 70", &["\\r\\n"]),
    ("gopher://h/1", "h 70", &["\\r\\n"]),
    ("gopher://h:7070/0/a/b", "h 7070", &["/a/b\\r\\n"]),
    // A selector that begins with a copy of the type.
    ("gopher://h/00/about", "h 70", &["0/about\\r\\n"]),
    (
        "gopher://h/1a%20b;c/?d:@&=",
        "h 70",
        &["a b;c/?d:@&=\\r\\n"],
    ),
    ("gopher://h/0%C3%A9%FF", "h 70", &["é\\xff\\r\\n"]),
    // A search.
    (
        "gopher://h/7s%09two%20words",
        "h 70",
        &["s\\ttwo words\\r\\n"],
    ),
    ("gopher://h/7s%09", "h 70", &["s\\t\\r\\n"]),
    ("gopher://h/7%09a", "h 70", &["\\ta\\r\\n"]),
    ("gopher://h/7s%09a/b", "h 70", &["s\\ta/b\\r\\n"]),
    ("gopher://h/7s%09a/b%09+", "h 70", &["s\\ta/b\\t+\\r\\n"]),
    ("gopher://h/7s%09a%3fb", "h 70", &["s\\ta?b\\r\\n"]),
    // Gopher+.
    ("gopher://h/0s%09%09+", "h 70", &["s\\t\\t+\\r\\n"]),
    ("gopher://h/0s%09%09", "h 70", &["s\\t\\t\\r\\n"]),
    ("gopher://h/0s%09%09!", "h 70", &["s\\t\\t!\\r\\n"]),
    ("gopher://h/1s%09%09$", "h 70", &["s\\t\\t$\\r\\n"]),
    (
        "gopher://h/0s%09%09!+ABSTRACT%20+SMELL",
        "h 70",
        &["s\\t\\t!+ABSTRACT +SMELL\\r\\n"],
    ),
    (
        "gopher://h/0s%09%09+application/postscript%20Es_ES",
        "h 70",
        &["s\\t\\t+application/postscript Es_ES\\r\\n"],
    ),
    ("gopher://h/0s%09%09?", "h 70", &["s\\t\\t!+ASK\\r\\n"]),
    // No view name, so it is no view; it is sent as it is.
    (
        "gopher://h/0s%09%09+%20Es_ES",
        "h 70",
        &["s\\t\\t+ Es_ES\\r\\n"],
    ),
    (
        "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%0D%0A.%0D%0A",
        "h 70",
        &["s\\t+\\t1\\r\\n+-1\\r\\none\\r\\ntwo\\r\\n.\\r\\n"],
    ),
    (
        "gopher://h/0s%09lost%09+%091%0D%0A+-1%0D%0A%0D%0A.%0D%0A",
        "h 70",
        &["s\\t+\\t1\\r\\n+-1\\r\\n\\r\\n.\\r\\n"],
    ),
    // Section 6.
    (
        "gopher://h:25/0HELO%20x%0D%0AQUIT",
        "h 25",
        &["- cr 23..26", "- lf 26..29"],
    ),
    ("gopher://h/7s%09a%0Ab", "h 70", &["- lf 17..20"]),
    ("gopher://h/0s%09%09+%091", "h 70", &["- tab 20..23"]),
    ("gopher://h/0%00", "h 70", &["- nul 12..15"]),
    (
        "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0ADELE%20x%0D%0A.%0D%0A",
        "h 70",
        &["- form-end 39..40"],
    ),
];

const OTHERS: &[Row] = &[
    ("http://h", "h 80", &["ask for /"]),
    ("http://h/", "h 80", &["ask for /"]),
    (
        "http://h:8080/a%20b/c;d?e=%2F",
        "h 8080",
        &["ask for /a%20b/c;d?e=%2F"],
    ),
    ("http://h/?", "h 80", &["ask for /?"]),
    // Stays encoded, so there is nothing to refuse.
    (
        "http://h/a%0D%0AHost:%20b",
        "h 80",
        &["ask for /a%0D%0AHost:%20b"],
    ),
    (
        "mailto:a%25b@host.dom",
        "",
        &["send mail to \"a%b@host.dom\""],
    ),
    (
        "mailto:a%0D%0ARCPT@b",
        "",
        &[
            "refuse to send mail to \"a\\r\\nRCPT@b\"",
            "- cr 8..11",
            "- lf 11..14",
        ],
    ),
    ("news:*", "", &["show all available news groups"]),
    (
        "news:comp.infosystems.www.misc",
        "",
        &["show the news group \"comp.infosystems.www.misc\""],
    ),
    ("news:1@host.dom", "", &["show the article \"1@host.dom\""]),
    (
        "news:1%3E%0D@host.dom",
        "",
        &[
            "refuse to show the article \"1>\\r@host.dom\"",
            "- angle-bracket 6..9",
            "- cr 9..12",
        ],
    ),
    (
        "nntp://h/alt.test/12",
        "h 119",
        &["show the article 12 of the news group \"alt.test\""],
    ),
    (
        "nntp://h:1119/alt.test",
        "h 1119",
        &["show the news group \"alt.test\""],
    ),
    ("telnet://h", "h 23", &[]),
    (
        "telnet://me:pw%21@h:2323/",
        "h 2323",
        &["advise the user of the user name \"me\" and the password \"pw!\""],
    ),
    ("wais://h/db", "h 210", &["search the database \"db\""]),
    (
        "wais://h:2100/d%2Fb?two%20words",
        "h 2100",
        &["search the database \"d/b\" for \"two words\""],
    ),
    (
        "wais://h/db/TEXT/1%3D2",
        "h 210",
        &["retrieve the document \"1=2\" of type \"TEXT\" from the database \"db\""],
    ),
    ("file:///etc/motd", "", &["open /etc/motd"]),
    ("file://localhost/etc/motd", "", &["open /etc/motd"]),
    (
        "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "",
        &["open no file: the file is on the host \"vms.host.edu\", which may be another machine"],
    ),
    (
        "file:///a%00b",
        "",
        &["open no file: \"a%00b\" does not decode to the name of a file or directory"],
    ),
    (
        "file:///a/..%2Fb",
        "",
        &["open no file: \"..%2Fb\" does not decode to the name of a file or directory"],
    ),
    (
        "prospero://host.dom//pros/name",
        "host.dom 1525",
        &["ask how to get at \"/pros/name\""],
    ),
    (
        "prospero://h:1526/a%3Bb;OBJECT-VERSION=1;x=%3D",
        "h 1526",
        &[
            "ask how to get at \"a;b\"",
            "where \"OBJECT-VERSION\" is \"1\"",
            "where \"x\" is \"=\"",
        ],
    ),
    (
        "prospero://h/a;b=%0A",
        "h 1525",
        &[
            "refuse to ask how to get at \"a\"",
            "where \"b\" is \"\\n\"",
            "- lf 17..20",
        ],
    ),
    (
        "z39.50://h:210/db",
        "",
        &["look up the scheme z39.50: the RFC does not define it"],
    ),
    (
        "x-new:a%0D%0A",
        "",
        &["look up the scheme x-new: the RFC does not define it"],
    ),
];

/// Returns where the client connects to, and what it sends, refuses to send, or does.
fn judged(text: &str) -> (String, Vec<String>) {
    let url = Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let choices = Choices::default();
    let mut facts = facts(&url, choices);
    let is_connection = |fact: &String| fact.starts_with("connect to ");
    let connection = facts
        .first()
        .filter(|fact| is_connection(fact))
        .map(|fact| fact["connect to ".len()..].replace(", port", ""));
    facts.retain(|fact| !is_connection(fact));
    let mut does = match (&url, sent(&url, choices)) {
        (Url::Ftp(_) | Url::Gopher(_), Ok(sent)) => {
            let escaped = sent.iter().map(|octets| Escaped(octets).to_string());
            escaped.collect()
        }
        (Url::Ftp(_) | Url::Gopher(_), Err(_)) => Vec::new(),
        _ => facts,
    };
    does.extend(refused(&url, choices).iter().map(|embedded| {
        let span = embedded.span();
        format!("- {} {}..{}", embedded.delimiter(), span.start, span.end)
    }));
    (connection.unwrap_or_default(), does)
}

#[test]
fn a_client_follows_the_rfc_and_its_section_6_warnings() {
    for &(text, connection, does) in [FTP, GOPHER, OTHERS].into_iter().flatten() {
        let expected: Vec<String> = does.iter().map(|&line| line.to_owned()).collect();
        assert_eq!(judged(text), (connection.to_owned(), expected), "{text}");
    }
}

//! Statements of the RFC that no other test shows directly, in the order of its sections.
//!
//! `docs/statements.md` lists all statements, each with the test that shows it.

use rfc1738::extract::{Kind, Options, extract_with};
use rfc1738::url::{Component, ComponentName, FtpUrl, Host, Port, Wais};
use rfc1738::{
    AdviceId, Builder, Node, Rule, Url, advise, decode, extract, is_valid, literal_characters,
    parse,
};

fn url(text: &str) -> Url<'_> {
    Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn is_url(text: impl AsRef<[u8]>) -> bool {
    Url::parse(text.as_ref()).is_ok()
}

/// Returns the names and the texts of the components, without the scheme.
fn components(text: &str) -> Vec<(&'static str, &str)> {
    let components = url(text).components().into_iter().skip(1);
    components
        .map(|part| (part.name().as_str(), part.raw()))
        .collect()
}

fn raw(component: Option<Component<'_>>) -> Option<&str> {
    component.map(Component::raw)
}

/// The texts before and after a place where URLs of the schemes hold encoded octets.
const PLACES: [(&str, &str); 17] = [
    ("ftp://", "@h/"),
    ("ftp://a:", "@h/"),
    ("ftp://h/", ""),
    ("http://h/", ""),
    ("http://h/?", ""),
    ("gopher://h/", ""),
    ("gopher://h/0", ""),
    ("gopher://h/0a%09", ""),
    ("gopher://h/0a%09b%09", ""),
    ("mailto:", ""),
    ("news:", "@h"),
    ("telnet://", "@h"),
    ("wais://h/", ""),
    ("wais://h/a/b/", ""),
    ("file:///", ""),
    ("prospero://h/", ""),
    ("x-new:", ""),
];

/// The characters that are unsafe because transport agents change them, and those that are around
/// or after URLs.
const UNSAFE: &str = " <>\"#{}|\\^~[]`";

#[test]
fn the_first_colon_ends_the_scheme() {
    let tree = parse(Rule::Genericurl, "z39.50:a:b").unwrap();
    assert_eq!(tree.find(Rule::Scheme).map(Node::text), Some("z39.50"));
    assert_eq!(tree.find(Rule::Schemepart).map(Node::text), Some("a:b"));
    assert!(!is_valid(Rule::Genericurl, "z39.50"));
    assert!(!is_valid(Rule::Genericurl, ":a"));
}

#[test]
fn a_scheme_name_has_letters_digits_plus_period_and_hyphen() {
    for octet in 0..=u8::MAX {
        let allowed = octet.is_ascii_alphanumeric() || b"+.-".contains(&octet);
        assert_eq!(is_valid(Rule::Scheme, [octet]), allowed, "{octet:02X}");
    }
    assert!(!is_valid(Rule::Scheme, ""));
}

#[test]
fn every_escape_stands_for_the_octet_of_its_two_digits() {
    for octet in 0..=u8::MAX {
        for escape in [format!("%{octet:02X}"), format!("%{octet:02x}")] {
            assert!(is_valid(Rule::Escape, &escape), "{escape}");
            assert_eq!(decode(&escape).unwrap(), [octet].as_slice());
            let text = format!("mailto:{escape}");
            assert_eq!(*url(&text).components()[1].decoded(), [octet]);
        }
    }
    for digits in ["", "4", "4G", "G4", " 4", "+4", "4%"] {
        assert!(!is_valid(Rule::Escape, format!("%{digits}")), "{digits}");
    }
}

#[test]
fn a_character_represents_its_us_ascii_octet() {
    for octet in 0..128_u8 {
        if is_valid(Rule::Unreserved, [octet]) {
            let text = format!("ftp://h/{}", char::from(octet));
            assert_eq!(*url(&text).components()[2].decoded(), [octet]);
        }
    }
}

#[test]
fn octets_without_a_graphic_character_stand_only_encoded() {
    for octet in (0..=0x1f).chain(0x7f..=0xff) {
        for (before, after) in PLACES {
            let literal = [before.as_bytes(), &[octet], after.as_bytes()].concat();
            assert!(!is_url(literal), "{before}, octet {octet:02X}");
            let encoded = format!("{before}%{octet:02X}{after}");
            assert!(is_url(&encoded), "{encoded}");
        }
    }
}

#[test]
fn unsafe_characters_stand_only_encoded() {
    for character in UNSAFE.chars() {
        for (before, after) in PLACES {
            assert!(!is_url(format!("{before}{character}{after}")));
            let encoded = format!("{before}%{:02X}{after}", u32::from(character));
            assert!(is_url(&encoded), "{encoded}");
        }
    }
}

#[test]
fn a_percent_sign_only_begins_an_escape() {
    for (before, after) in PLACES {
        for wrong in ["%", "%4", "%zz"] {
            assert!(!is_url(format!("{before}{wrong}{after}")));
        }
        assert!(is_url(format!("{before}%25{after}")));
    }
}

#[test]
fn seven_characters_can_be_reserved_and_no_others() {
    for octet in 0..=u8::MAX {
        let is_listed = b";/?:@=&".contains(&octet);
        assert_eq!(is_valid(Rule::Reserved, [octet]), is_listed, "{octet:02X}");
    }
}

#[test]
fn alphanumerics_and_eleven_special_characters_stand_unencoded_everywhere() {
    for octet in 0..=u8::MAX {
        let is_listed = octet.is_ascii_alphanumeric() || b"$-_.+!*'(),".contains(&octet);
        assert_eq!(
            is_valid(Rule::Unreserved, [octet]),
            is_listed,
            "{octet:02X}"
        );
        if is_listed {
            for (before, after) in PLACES {
                let text = format!("{before}{}{after}", char::from(octet));
                assert!(is_url(&text), "{text}");
            }
        }
    }
}

#[test]
fn characters_that_need_no_escape_may_be_encoded() {
    for octet in 0x21..0x7f_u8 {
        for (before, after) in PLACES {
            let text = format!("{before}%{octet:02x}{after}");
            assert!(is_url(&text), "{text}");
        }
    }
}

#[test]
fn no_escape_is_allowed_in_a_scheme_host_or_port() {
    for text in [
        "%68ttp://h/",
        "http://%68/",
        "http://1%2E2.3.4/",
        "http://h:%38/",
        "nntp://h/%61/1",
        "nntp://h/a/%31",
        "news:%61",
        "news:1@%68",
        "ftp://h/a;type=%61",
    ] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn a_relative_link_is_no_url() {
    for text in ["a", "a/b.html", "../a", "./a:b", "/a", "//h/a", "?a", ""] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn slashes_separate_the_levels_of_ftp_http_and_file_urls() {
    for (text, level) in [
        ("ftp://h/a/b%2Fc/d", Rule::Fsegment),
        ("http://h/a/b%2Fc/d", Rule::Hsegment),
        ("file:///a/b%2Fc/d", Rule::Fsegment),
    ] {
        let tree = parse(Rule::Url, text).unwrap();
        let levels: Vec<&str> = tree.find_all(level).map(Node::text).collect();
        assert_eq!(levels, ["a", "b%2Fc", "d"], "{text}");
    }
    assert_eq!(components("mailto:a/b"), [("encoded822addr", "a/b")]);
}

#[test]
fn the_parts_of_the_common_syntax_stand_in_their_order() {
    assert_eq!(
        components("x-new://me:secret@host.dom:7/some/path"),
        [
            ("user", "me"),
            ("password", "secret"),
            ("host", "host.dom"),
            ("port", "7"),
            ("url-path", "some/path"),
        ]
    );
}

#[test]
fn each_part_around_the_host_may_be_left_out() {
    for (login, user, password) in [
        ("", None, None),
        ("me@", Some("me"), None),
        ("me:pw@", Some("me"), Some("pw")),
    ] {
        for (colon_port, port) in [("", None), (":7", Some(7))] {
            for path in ["", "/"] {
                for scheme in ["ftp", "telnet", "x-new"] {
                    let text = format!("{scheme}://{login}h{colon_port}{path}");
                    let url = url(&text);
                    assert_eq!((raw(url.user()), raw(url.password())), (user, password));
                    assert_eq!(url.host().map(Host::raw), Some("h"), "{text}");
                    assert_eq!(url.port().and_then(Port::number), port, "{text}");
                }
            }
        }
    }
    assert!(!is_url("ftp:///a"), "the host is required");
}

#[test]
fn delimiters_are_encoded_in_a_user_name_and_a_password() {
    for text in [":", "@", "/"] {
        assert!(!is_valid(Rule::User, text) && !is_valid(Rule::Password, text));
    }
    let url = url("ftp://a%3Ab%40c%2Fd:e%3Af%40g%2Fh@host.dom/");
    assert_eq!(*url.user().unwrap().decoded(), *b"a:b@c/d");
    assert_eq!(*url.password().unwrap().decoded(), *b"e:f@g/h");
}

#[test]
fn an_at_sign_follows_a_user_name_and_a_password() {
    let empty = url("ftp://:pw@h/");
    assert_eq!(
        (raw(empty.user()), raw(empty.password())),
        (Some(""), Some("pw"))
    );
    assert!(!is_url("ftp://me:pw"), "the at sign is missing");
    assert!(!is_url("ftp://me:pw/"), "the at sign is missing");
    assert!(!is_url("ftp://me@"), "the host is missing");
}

#[test]
fn labels_begin_alphanumerically_and_the_last_with_a_letter() {
    for host in ["h", "a-b.c--d.e", "3com.com", "4.5.6.h7", "1.2.3.4", "A.B"] {
        assert!(is_valid(Rule::Host, host), "{host}");
    }
    for host in [
        "-a.b",
        "a-.b",
        "a.b-",
        "a..b",
        ".a",
        "a.",
        "a_b.c",
        "a.1b",
        "1",
        "1.2",
        "1.2.3",
        "1.2.3.4.5",
        "a.4",
        "[::1]",
        "0x7f.1",
        "",
    ] {
        assert!(!is_valid(Rule::Host, host), "{host}");
    }
}

/// Sections 3.2 to 3.11 refer to this one for the host and the port.
#[test]
fn hosts_and_ports_are_the_same_in_every_scheme() {
    for (scheme, path) in [
        ("ftp", ""),
        ("http", ""),
        ("gopher", ""),
        ("nntp", "/a"),
        ("telnet", ""),
        ("wais", "/a"),
        ("prospero", "/a"),
    ] {
        for (host, port) in [
            ("h", None),
            ("a-b.c1:7", Some(7)),
            ("1.2.3.4:65535", Some(65535)),
        ] {
            let text = format!("{scheme}://{host}{path}");
            assert_eq!(url(&text).host().map(Host::raw), host.split(':').next());
            let number = url(&text).port().and_then(Port::number);
            assert_eq!(number, port, "{text}");
        }
        for host in ["", "a_b", "a-", "a.1", "1.2.3", "h:", "h:a", ":7", "[::1]"] {
            assert!(
                !is_url(format!("{scheme}://{host}{path}")),
                "{scheme} {host}"
            );
        }
    }
}

#[test]
fn names_are_distinguished_from_addresses_by_the_last_label() {
    let is_name = |text| matches!(url(text).host(), Some(Host::Name(_)));
    assert!(is_name("http://1.2.3.d4/"));
    assert!(!is_name("http://1.2.3.4/"));
}

#[test]
fn a_port_is_decimal_and_stands_after_a_colon() {
    for text in [
        "http://h:8a/",
        "http://h:0x50/",
        "http://h:-1/",
        "http://h:/",
    ] {
        assert!(!is_url(text), "{text}");
    }
    assert_eq!(url("http://h:0099/").port_or_default(), Some(99));
}

#[test]
fn the_slash_after_the_host_is_outside_the_path() {
    assert_eq!(components("ftp://h/a")[1], ("fsegment", "a"));
    assert_eq!(components("ftp://h:7//a")[2], ("fsegment", ""));
    assert_eq!(components("http://h/a/")[1], ("hpath", "a/"));
    assert_eq!(components("nntp://h/a")[1], ("group", "a"));
    assert_eq!(components("wais://h/a")[1], ("database", "a"));
    assert_eq!(components("prospero://h//a")[1], ("hsoname", "/a"));
    assert_eq!(components("x-new://h//a")[1], ("url-path", "/a"));
}

#[test]
fn the_scheme_decides_what_the_path_means() {
    assert_eq!(components("ftp://h/a?b")[1..], [("fsegment", "a?b")]);
    let http = [("hpath", "a"), ("search", "b")];
    assert_eq!(components("http://h/a?b")[1..], http);
    let gopher = [("gtype", "a"), ("selector", "?b")];
    assert_eq!(components("gopher://h/a?b")[1..], gopher);
    let wais = [("database", "a"), ("search", "b")];
    assert_eq!(components("wais://h/a?b")[1..], wais);
    assert_eq!(components("prospero://h/a?b")[1..], [("hsoname", "a?b")]);
    assert!(!is_url("nntp://h/a?b") && !is_url("telnet://h/a?b"));
}

/// The other schemes name a host, but the forms of their sections have no user.
#[test]
fn only_ftp_telnet_and_new_schemes_have_user_names() {
    for (scheme, path) in [
        ("http", ""),
        ("gopher", ""),
        ("nntp", "a"),
        ("wais", "a"),
        ("file", "a"),
        ("prospero", "a"),
    ] {
        for user in ["me@", "me:pw@", "@"] {
            assert!(!is_url(format!("{scheme}://{user}h/{path}")), "{scheme}");
        }
        assert!(is_url(format!("{scheme}://h/{path}")), "{scheme}");
    }
    for scheme in ["ftp", "telnet", "x-new"] {
        let text = format!("{scheme}://me:pw@h/");
        assert_eq!(Url::parse(&text).unwrap().user().unwrap().raw(), "me");
    }
}

fn ftp(text: &str) -> FtpUrl<'_> {
    let Url::Ftp(ftp) = url(text) else {
        panic!("{text}")
    };
    ftp
}

#[test]
fn an_ftp_url_has_all_parts_of_the_common_syntax() {
    assert_eq!(
        components("ftp://me:pw@h:2121/a/b/c;type=i"),
        [
            ("user", "me"),
            ("password", "pw"),
            ("host", "h"),
            ("port", "2121"),
            ("fsegment", "a"),
            ("fsegment", "b"),
            ("fsegment", "c"),
            ("ftptype", "i"),
        ]
    );
}

#[test]
fn the_typecode_is_a_i_or_d_after_the_name() {
    for code in ('\0'..='\u{7f}').map(String::from) {
        let is_listed = ["a", "i", "d", "A", "I", "D"].contains(&code.as_str());
        assert_eq!(is_url(format!("ftp://h/f;type={code}")), is_listed);
    }
    for wrong in [";type=ai", ";type=", ";type", ";TYPE=a", ";type=a;type=a"] {
        assert!(!is_url(format!("ftp://h/f{wrong}")), "{wrong}");
    }
    assert!(!is_url("ftp://h;type=a"), "the path is missing");
}

#[test]
fn slash_and_semicolon_are_encoded_in_a_name() {
    assert!(!is_url("ftp://h/a;b"));
    assert!(!is_url("ftp://h/a;b/c"));
    let names = |text| {
        let names = ftp(text).segments();
        names
            .map(|name| name.decoded().into_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names("ftp://h/a%3Bb%2Fc/d"), [&b"a;b/c"[..], b"d"]);
}

/// Returns the commands after USER and PASS.
fn after_the_login(text: &str) -> Vec<String> {
    let commands = ftp(text).commands().expect("the URL embeds no delimiter");
    let commands = commands.map(|command| command.to_string());
    commands.skip(2).collect()
}

#[test]
fn commands_change_one_directory_at_a_time() {
    assert_eq!(
        after_the_login("ftp://h/a/b/c/d;type=a"),
        ["CWD a", "CWD b", "CWD c", "TYPE A", "RETR d"]
    );
}

#[test]
fn an_ftp_path_is_no_unix_file_name() {
    assert_eq!(
        after_the_login("ftp://h/a/.././/b"),
        ["CWD a", "CWD ..", "CWD .", "CWD ", "RETR b"]
    );
}

#[test]
fn commands_begin_with_the_login_for_each_url() {
    for text in ["ftp://me:pw@h/a/b", "ftp://me:pw@h/a/c"] {
        let commands = ftp(text).commands().expect("the URL embeds no delimiter");
        let commands = commands.map(|command| command.to_string());
        let commands: Vec<String> = commands.take(3).collect();
        assert_eq!(commands, ["USER me", "PASS pw", "CWD a"]);
    }
}

#[test]
fn the_path_and_the_search_part_may_be_left_out() {
    assert_eq!(
        components("http://h:8080"),
        [("host", "h"), ("port", "8080")]
    );
    assert_eq!(components("http://h/")[1..], [("hpath", "")]);
    assert_eq!(components("http://h/a/b")[1..], [("hpath", "a/b")]);
    let both = [("hpath", "a"), ("search", "b")];
    assert_eq!(components("http://h/a?b")[1..], both);
    let search = [("hpath", ""), ("search", "b")];
    assert_eq!(components("http://h/?b")[1..], search);
    assert!(!is_url("http://h?b"), "only without both the slash may go");
}

#[test]
fn slash_semicolon_and_question_mark_are_reserved() {
    for component in [ComponentName::Hpath, ComponentName::Search] {
        let literal = literal_characters(Rule::Httpurl, component).unwrap();
        for reserved in b"/;?" {
            assert!(!literal.contains(*reserved));
        }
    }
    let built = Builder::new("http").host("h").segment("a/;?").search("/;?");
    assert_eq!(
        built.build().unwrap().as_str(),
        "http://h/a%2F%3B%3F?%2F%3B%3F"
    );
    for (literal, encoded) in [
        ("http://h/a/b", "http://h/a%2Fb"),
        ("http://h/a;b", "http://h/a%3Bb"),
        ("http://h/a?b", "http://h/a%3Fb"),
        ("http://h/?a;b", "http://h/?a%3Bb"),
    ] {
        assert!(!url(literal).is_equivalent(&url(encoded)), "{literal}");
    }
}

#[test]
fn encoded_line_ends_are_requested_encoded() {
    let Url::Http(http) = url("http://h/a%0D%0Ab?c%00") else {
        panic!()
    };
    assert_eq!(http.request_target(), "/a%0D%0Ab?c%00");
}

#[test]
fn a_gopher_path_has_one_of_three_forms() {
    let type_and_selector = [("gtype", "7"), ("selector", "find")];
    assert_eq!(components("gopher://h/7find")[1..], type_and_selector);
    assert_eq!(
        components("gopher://h/7find%09words")[1..],
        [("gtype", "7"), ("selector", "find"), ("search", "words")]
    );
    assert_eq!(
        components("gopher://h/7find%09words%09+text")[1..],
        [
            ("gtype", "7"),
            ("selector", "find"),
            ("search", "words"),
            ("gopher+_string", "+text"),
        ]
    );
}

#[test]
fn no_character_is_reserved_in_a_gopher_path() {
    assert!(is_url("gopher://h/0;/?:@=&"));
    assert_eq!(components("gopher://h/;/?:@=&")[1], ("gtype", ";"));
    assert_eq!(components("gopher://h/;/?:@=&")[2], ("selector", "/?:@=&"));
    let encoded = url("gopher://h/0%3B%2F%3F%3A%40%3D%26");
    assert!(encoded.is_equivalent(&url("gopher://h/0;/?:@=&")));
}

/// The example of Section 3.4.8.
#[test]
fn the_name_and_the_language_of_a_view_are_sent() {
    let text = "gopher://h/0sel%09%09+application/postscript%20Es_ES";
    let Url::Gopher(gopher) = url(text) else {
        panic!()
    };
    let request = gopher.request().expect("the URL embeds no delimiter");
    assert_eq!(request, b"sel\t\t+application/postscript Es_ES\r\n");
}

#[test]
fn a_mailto_url_holds_an_address_and_nothing_else() {
    for address in ["a@b.c", "a@b?subject=c", "//h/a"] {
        let text = format!("mailto:{address}");
        assert_eq!(components(&text), [("encoded822addr", address)]);
    }
    assert!(!is_url("mailto:"));
}

#[test]
fn no_character_is_reserved_in_a_mailto_url() {
    let encoded = url("mailto:%3B%2F%3F%3A%40%3D%26");
    assert!(encoded.is_equivalent(&url("mailto:;/?:@=&")));
}

#[test]
fn mail_and_news_name_no_host_to_connect_to() {
    for text in ["mailto:a@b.c", "news:alt.test", "news:1@b.c", "news:*"] {
        let url = url(text);
        assert!(url.host().is_none() && url.port_or_default().is_none());
        assert!(url.user().is_none() && url.password().is_none());
    }
}

#[test]
fn a_message_id_has_one_at_sign_before_a_domain() {
    assert_eq!(components("news:1%40x@b.c"), [("article", "1%40x@b.c")]);
    for text in ["news:<1@b.c>", "news:1@", "news:@b.c", "news:1@x@b.c"] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn no_more_characters_are_reserved_in_a_message_id() {
    let encoded = url("news:a%3B%2F%3F%3A%3D%26b@h");
    assert!(encoded.is_equivalent(&url("news:a;/?:=&b@h")));
    assert!(!url("news:a%40b@h").is_equivalent(&url("news:ab@h")));
}

#[test]
fn a_group_begins_with_a_letter_and_may_contain_periods() {
    for group in ["comp.infosystems.www.misc", "a", "a.1", "a..b", "a."] {
        let text = format!("news:{group}");
        assert_eq!(components(&text), [("group", group)]);
    }
    for group in ["", ".a", "3com", "comp.*", "a,b", "a/b"] {
        assert!(!is_url(format!("news:{group}")), "{group}");
    }
}

#[test]
fn an_nntp_url_names_a_host_group_and_article() {
    assert_eq!(
        components("nntp://h:1119/comp.lang.c++/00042"),
        [
            ("host", "h"),
            ("port", "1119"),
            ("group", "comp.lang.c++"),
            ("digits", "00042"),
        ]
    );
    for text in [
        "nntp://h/a/x",
        "nntp://h/a/1x",
        "nntp://h/a/",
        "nntp://h/1@b.c",
        "nntp://h/*",
        "nntp://h/",
        "nntp:a",
    ] {
        assert!(!is_url(text), "{text}");
    }
}

/// The section prefers news URLs for articles. An nntp URL can be what its author means.
#[test]
fn an_nntp_url_gets_no_advice_about_news() {
    assert_eq!(advise(&url("nntp://h/alt.test/42")).count(), 0);
}

#[test]
fn a_telnet_url_has_nothing_after_the_slash() {
    let parts = [
        ("user", "me"),
        ("password", "pw"),
        ("host", "h"),
        ("port", "2323"),
    ];
    for text in ["telnet://me:pw@h:2323", "telnet://me:pw@h:2323/"] {
        assert_eq!(components(text), parts);
    }
    for text in ["telnet://h/a", "telnet://h//", "telnet://h/?", "telnet:///"] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn a_wais_url_has_one_of_three_forms() {
    let host = ("host", "h");
    assert_eq!(components("wais://h/db"), [host, ("database", "db")]);
    assert_eq!(
        components("wais://h:2100/db?words"),
        [
            host,
            ("port", "2100"),
            ("database", "db"),
            ("search", "words")
        ]
    );
    assert_eq!(
        components("wais://h/db/TEXT/1"),
        [host, ("database", "db"), ("wtype", "TEXT"), ("wpath", "1")]
    );
    for text in ["wais://h", "wais://h/db/TEXT", "wais:///db", "wais:db"] {
        assert!(!is_url(text), "{text}");
    }
}

/// The id is one component, whatever it encodes.
#[test]
fn the_id_of_a_wais_document_is_not_taken_apart() {
    let Url::Wais(wais) = url("wais://h/db/TEXT/0%3D1%2F2%3B%3F") else {
        panic!()
    };
    let Wais::Document { wpath, .. } = wais.wais() else {
        panic!()
    };
    assert_eq!(*wpath.decoded(), *b"0=1/2;?");
    assert!(!is_url("wais://h/db/TEXT/0=1"));
    assert!(!is_url("wais://h/db/TEXT/1/2"));
}

#[test]
fn a_file_url_has_an_optional_host_and_a_path() {
    assert_eq!(
        components("file://vms.host.edu/disk$user/my/notes/note12345.txt"),
        [
            ("host", "vms.host.edu"),
            ("fsegment", "disk$user"),
            ("fsegment", "my"),
            ("fsegment", "notes"),
            ("fsegment", "note12345.txt"),
        ]
    );
    assert_eq!(components("file:///a"), [("fsegment", "a")]);
    for text in ["file:/a", "file:a", "file://h", "file://h:80/a", "file://"] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn a_semicolon_in_an_object_name_is_encoded_unlike_slashes() {
    assert!(!is_url("prospero://h/a;b"));
    let encoded = [("host", "h"), ("hsoname", "a%3Bb")];
    assert_eq!(components("prospero://h/a%3Bb"), encoded);
    assert_eq!(components("prospero://h//a/b/")[1], ("hsoname", "/a/b/"));
    assert!(!url("prospero://h/a%3Bb=c").is_equivalent(&url("prospero://h/a;b=c")));
    assert!(url("prospero://h/a%2Fb").is_equivalent(&url("prospero://h/a/b")));
}

#[test]
fn fields_stand_after_semicolons_and_values_after_equal_signs() {
    assert_eq!(
        components("prospero://h:1526/a;OBJECT-VERSION=2;b=c"),
        [
            ("host", "h"),
            ("port", "1526"),
            ("hsoname", "a"),
            ("fieldname", "OBJECT-VERSION"),
            ("fieldvalue", "2"),
            ("fieldname", "b"),
            ("fieldvalue", "c"),
        ]
    );
    for text in [
        "prospero://h/a;b",
        "prospero://h/a;",
        "prospero://h/a;b=c=d",
    ] {
        assert!(!is_url(text), "{text}");
    }
}

#[test]
fn the_seven_proposed_schemes_have_the_general_syntax() {
    for scheme in ["afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50"] {
        for rest in ["//h:7/a", "a@b"] {
            let text = format!("{scheme}:{rest}");
            let url = url(&text);
            assert!(matches!(url, Url::Other(_)), "{text}");
            assert_eq!(url.default_port(), None, "{text}");
            assert!(advise(&url).any(|finding| finding.id() == AdviceId::ProposedScheme));
        }
    }
}

/// Returns the texts of the URLs in the document.
fn found(document: &str) -> Vec<String> {
    let found = extract(document).map(|found| found.text().to_owned());
    found
        .map(|octets| String::from_utf8(octets).expect("these are text"))
        .collect()
}

#[test]
fn brackets_separate_a_url_from_the_punctuation_around_it() {
    assert_eq!(found("(<URL:news:a>, <URL:news:b>.)"), ["news:a", "news:b"]);
    assert_eq!(found("Is it \"<URL:http://h/a.>\"?"), ["http://h/a."]);
}

#[test]
fn the_brackets_and_the_prefix_are_outside_the_url() {
    assert!(!is_valid(Rule::Url, "<URL:news:*>"));
    assert!(!is_valid(Rule::Url, "<news:*>"));
    let document = "see <URL:news:*>";
    let found = extract(document).next().unwrap();
    assert_eq!(&document[found.span()], "news:*");
}

/// Here the delimiters are those of another syntax, so there is no wrapper.
#[test]
fn a_url_needs_no_wrapper_where_a_context_delimits_it() {
    let document = "<a href=\"http://h/a\">";
    let mut found = extract_with(document, Options::default().bare(true));
    let url = found.next().unwrap();
    assert_eq!((url.text(), url.kind()), (&b"http://h/a"[..], Kind::Bare));
    assert!(found.next().is_none());
}

#[test]
fn encoded_white_space_is_kept() {
    assert_eq!(
        found("<URL:http://h/a%20 b%0A\n c-%09\n>"),
        ["http://h/a%20b%0Ac-%09"]
    );
}

#[test]
fn white_space_around_a_hyphenated_line_end_is_ignored() {
    let document = "<URL:http://h/a- \t\r\n\t b>";
    assert_eq!(found(document), ["http://h/a-b"]);
    let found = extract(document).next().unwrap();
    let others: Vec<_> = found.alternatives().collect();
    assert_eq!(others.len(), 1);
    assert_eq!(others[0].octets(), b"http://h/ab");
}

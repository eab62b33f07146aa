//! Each scheme: the request or the commands of a client, and the paths that are safe to open (Sections 3.2 to 3.11 and 4).

use rfc1738::url::{
    Component, ComponentName, Delimiter, FileUrl, FtpCommand, FtpUrl, GopherPlus, GopherUrl,
    MailAddress, News, PasswordSource, PathError, Typecode, Url, Wais,
};

use super::{raw, url};

#[test]
fn http_requests_the_encoded_path_and_the_encoded_search() {
    for (text, path, search, target) in [
        ("http://h", None, None, "/"),
        ("http://h/", Some(""), None, "/"),
        (
            "http://h:80/a%2Fb/c;d",
            Some("a%2Fb/c;d"),
            None,
            "/a%2Fb/c;d",
        ),
        ("http://h/?", Some(""), Some(""), "/?"),
        ("http://h/a?b%3Fc", Some("a"), Some("b%3Fc"), "/a?b%3Fc"),
    ] {
        let Url::Http(url) = url(text) else {
            panic!("{text}")
        };
        assert_eq!(
            (raw(url.path()), raw(url.search())),
            (path, search),
            "{text}"
        );
        assert_eq!(url.request_target(), target);
    }
}

#[test]
fn mailto_holds_an_address_that_is_decoded() {
    let Url::Mailto(url) = url("mailto:%22a%20b%22%25c@host.dom") else {
        panic!()
    };
    assert_eq!(url.address().text().as_deref(), Some("\"a b\"%c@host.dom"));
}

#[test]
fn news_is_all_groups_a_group_or_an_article() {
    let news = |text| match url(text) {
        Url::News(url) => url.news(),
        other => panic!("{other:?}"),
    };
    assert!(matches!(news("news:*"), News::AllGroups(all) if all.span() == (5..6)));
    assert!(
        matches!(news("news:comp.infosystems.www.misc"), News::Group(group) if group.raw() == "comp.infosystems.www.misc")
    );
    assert!(matches!(news("news:12345@foo.com"), News::Article(id) if id.raw() == "12345@foo.com"));
    assert!(matches!(news("news:*@foo.com"), News::Article(_)));
}

#[test]
fn nntp_names_a_group_and_perhaps_an_article() {
    let Url::Nntp(article) = url("nntp://h/alt.test/0042") else {
        panic!()
    };
    assert_eq!(
        (article.group().raw(), raw(article.digits())),
        ("alt.test", Some("0042"))
    );
    let Url::Nntp(group) = url("nntp://h:1119/alt.test") else {
        panic!()
    };
    assert_eq!(
        (group.group().raw(), raw(group.digits())),
        ("alt.test", None)
    );
}

#[test]
fn telnet_suggests_a_user_name_and_a_password() {
    let Url::Telnet(url) = url("telnet://guest:guest%21@h:2323/") else {
        panic!()
    };
    assert_eq!(raw(url.user()), Some("guest"));
    assert_eq!(
        url.password().and_then(Component::text).as_deref(),
        Some("guest!")
    );
    assert_eq!(url.port_or_default(), Some(2323));
}

#[test]
fn wais_designates_a_database_a_search_or_a_document() {
    let wais = |text| match url(text) {
        Url::Wais(url) => url.wais(),
        other => panic!("{other:?}"),
    };
    assert!(matches!(wais("wais://h/db"), Wais::Database { database } if database.raw() == "db"));
    assert!(matches!(wais("wais://h/db?"), Wais::Search { search, .. } if search.raw().is_empty()));
    assert!(matches!(wais("wais://h/db/TEXT/0%201"),
        Wais::Document { database, wtype, wpath } if (database.raw(), wtype.raw(), wpath.raw()) == ("db", "TEXT", "0%201")));
    assert!(matches!(wais("wais://h/"), Wais::Database { database } if database.raw().is_empty()));
}

/// Section 3.11: the slash from the URL, and the one that begins the name.
#[test]
fn prospero_names_an_object_and_fields() {
    let Url::Prospero(plain) = url("prospero://host.dom//pros/name") else {
        panic!()
    };
    assert_eq!(plain.hsoname().raw(), "/pros/name");
    assert_eq!(plain.fields().count(), 0);
    let text = "prospero://h/a%3Bb;OBJECT-VERSION=1;=;x=%3D";
    let Url::Prospero(fields) = url(text) else {
        panic!()
    };
    let found: Vec<(&str, &str)> = fields
        .fields()
        .map(|field| (field.name.raw(), field.value.raw()))
        .collect();
    assert_eq!(found, [("OBJECT-VERSION", "1"), ("", ""), ("x", "%3D")]);
    for field in fields.fields() {
        assert_eq!(
            (&text[field.name.span()], &text[field.value.span()]),
            (field.name.raw(), field.value.raw())
        );
    }
}

#[test]
fn other_schemes_may_have_the_common_internet_scheme_syntax() {
    let Url::Other(ip) = url("afs://me:pw@h:7/a/b?c") else {
        panic!()
    };
    assert!(ip.is_ip_based());
    assert_eq!(
        (raw(ip.user()), raw(ip.password()), raw(ip.url_path())),
        (Some("me"), Some("pw"), Some("a/b?c"))
    );
    assert_eq!(ip.schemepart().raw(), "//me:pw@h:7/a/b?c");
    let Url::Other(opaque) = url("mid:a@b//c") else {
        panic!()
    };
    assert!(!opaque.is_ip_based() && opaque.host().is_none() && opaque.user().is_none());
    assert_eq!(opaque.schemepart().raw(), "a@b//c");
    let Url::Other(nearly) = url("x-new://a;b@c:d/") else {
        panic!()
    };
    assert!(!nearly.is_ip_based(), "the port is no number");
}

fn file(text: &str) -> FileUrl<'_> {
    match Url::parse(text) {
        Ok(Url::File(url)) => url,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_empty_host_and_localhost_are_this_machine() {
    for text in ["file:///a", "file://localhost/a", "file://LOCALHOST/a"] {
        assert!(file(text).is_local(), "{text}");
    }
    for text in [
        "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "file://127.0.0.1/a",
    ] {
        assert!(!file(text).is_local(), "{text}");
        let Err(PathError::OtherHost { host, span }) = file(text).to_file_path() else {
            panic!("{text}")
        };
        assert_eq!(text[span], host);
    }
    let error = file("file://vms.host.edu/a").to_file_path().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file is on the host \"vms.host.edu\", which may be another machine"
    );
}

#[test]
fn the_segments_are_the_texts_between_slashes() {
    let segments = |text| {
        file(text)
            .segments()
            .map(|part| part.raw().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(segments("file:///a/b%2Fc/"), ["a", "b%2Fc", ""]);
    assert_eq!(segments("file:///"), [""]);
}

#[cfg(unix)]
#[test]
fn a_local_path_is_made_of_decoded_segments() {
    use std::os::unix::ffi::OsStrExt as _;

    let path = |text| {
        file(text)
            .to_file_path()
            .expect("it is safe")
            .as_os_str()
            .as_bytes()
            .to_vec()
    };
    assert_eq!(path("file:///etc/motd"), b"/etc/motd");
    assert_eq!(path("file://localhost/a%20b/%FF"), b"/a b/\xff");
    assert_eq!(path("file:///etc/"), b"/etc/");
    assert_eq!(path("file:///"), b"/");
    assert_eq!(path("file:///..."), b"/...");
}

#[test]
fn a_segment_that_is_no_plain_name_makes_no_path() {
    for (segment, text) in [
        ("..%2F..%2Fetc", "file:///a/..%2F..%2Fetc"),
        ("%2Fetc", "file:///%2Fetc/motd"),
        ("..", "file:///a/../b"),
        ("%2E%2e", "file:///a/%2E%2e/b"),
        (".", "file:///./a"),
        ("a%00", "file:///a%00/b"),
        ("", "file:////etc"),
        ("", "file:///a//b"),
        ("", "file:///a//"),
    ] {
        let error = file(text).to_file_path().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("\"{segment}\" does not decode to the name of a file or directory")
        );
        let PathError::NoName { span, .. } = error else {
            panic!("{error:?}")
        };
        assert_eq!(&text[span], segment);
    }
}

#[test]
fn the_error_of_a_path_outlives_the_url() {
    fn fails() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let text = String::from("file:///a%00");
        file(&text).to_file_path()?;
        Ok(())
    }
    let error = fails().unwrap_err();
    assert!(error.is::<PathError>(), "{error}");
}

fn ftp(text: &str) -> FtpUrl<'_> {
    match Url::parse(text) {
        Ok(Url::Ftp(url)) => url,
        other => panic!("{other:?}"),
    }
}

fn commands(text: &str) -> Vec<String> {
    ftp(text)
        .commands()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .map(|command| command.to_string())
        .collect()
}

/// Section 3.2.2 distinguishes these three URLs.
#[test]
fn a_slash_at_the_start_means_three_different_things() {
    assert_eq!(
        commands("ftp://myname@host.dom/%2Fetc/motd"),
        ["USER myname", "CWD /etc", "RETR motd"]
    );
    assert_eq!(
        commands("ftp://myname@host.dom/etc/motd"),
        ["USER myname", "CWD etc", "RETR motd"]
    );
    assert_eq!(
        commands("ftp://myname@host.dom//etc/motd"),
        ["USER myname", "CWD ", "CWD etc", "RETR motd"]
    );
}

#[test]
fn anonymous_ftp_conventions_apply_without_a_user_name() {
    assert_eq!(
        commands("ftp://h/a"),
        ["USER anonymous", "PASS <e-mail address>", "RETR a"]
    );
    let commands = ftp("ftp://h/a").commands().map(Iterator::collect);
    let commands: Vec<_> = commands.expect("the URL embeds no delimiter");
    let pass = &commands[1];
    assert_eq!(*pass, FtpCommand::PassAddress);
    assert_eq!(
        pass.line(MailAddress::new(b"me@here.dom").expect("it holds no delimiter")),
        b"PASS me@here.dom"
    );
}

#[test]
fn an_empty_user_name_is_sent_without_a_password() {
    assert_eq!(commands("ftp://@h/a"), ["USER ", "RETR a"]);
    assert_eq!(commands("ftp://me:@h/a"), ["USER me", "PASS ", "RETR a"]);
    assert_eq!(
        commands("ftp://me:se%3Acret@h/a"),
        ["USER me", "PASS se:cret", "RETR a"]
    );
}

/// Section 3.2.1: "If the URL supplies a user name but no password", the program asks the user.
#[test]
fn the_password_comes_from_the_url_the_user_or_conventions() {
    for (text, source, name) in [
        ("ftp://me:pw@h", PasswordSource::Url, "url"),
        ("ftp://me:@h", PasswordSource::Url, "url"),
        ("ftp://me@h", PasswordSource::User, "user"),
        ("ftp://@h", PasswordSource::User, "user"),
        ("ftp://h", PasswordSource::Address, "address"),
    ] {
        assert_eq!(ftp(text).password_source(), source, "{text}");
        assert_eq!(source.as_str(), name);
    }
}

#[test]
fn the_typecode_says_how_the_name_is_accessed() {
    assert_eq!(
        commands("ftp://me@h/etc/motd;type=i"),
        ["USER me", "CWD etc", "TYPE I", "RETR motd"]
    );
    assert_eq!(
        commands("ftp://me@h/motd;type=A"),
        ["USER me", "TYPE A", "RETR motd"]
    );
    assert_eq!(
        commands("ftp://me@h/etc/rc.d;type=d"),
        ["USER me", "CWD etc", "NLST rc.d"]
    );
    assert_eq!(ftp("ftp://h/a").typecode(), None);
    assert_eq!(
        ftp("ftp://h/a;type=D").typecode(),
        Some(Typecode::Directory)
    );
    assert_eq!(Typecode::Directory.argument(), None);
}

#[test]
fn an_omitted_path_differs_from_an_empty_one() {
    assert_eq!(commands("ftp://me@h"), ["USER me"]);
    assert_eq!(commands("ftp://me@h/"), ["USER me", "NLST"]);
    assert_eq!(commands("ftp://me@h/;type=d"), ["USER me", "NLST"]);
    assert_eq!(commands("ftp://me@h/a/"), ["USER me", "CWD a", "NLST"]);
    assert!(ftp("ftp://h").url_path().is_none() && ftp("ftp://h").name().is_none());
    assert_eq!(
        ftp("ftp://h/a/b;type=a")
            .url_path()
            .map(rfc1738::url::Component::raw),
        Some("a/b;type=a")
    );
}

#[test]
fn unprintable_octets_are_shown_escaped_and_sent_unchanged() {
    assert_eq!(
        commands("ftp://me@h/caf%E9%7F%09;type=a"),
        ["USER me", "TYPE A", "RETR caf\\xe9\\x7f\\t"]
    );
    let access = ftp("ftp://me@h/%E9").commands().map(Iterator::last);
    let access = access.expect("the URL embeds no delimiter");
    assert_eq!(
        access.map(|access| access.line(MailAddress::PLACEHOLDER)),
        Some(b"RETR \xE9".to_vec())
    );
}

/// Section 6: "Care should be taken when URLs contain embedded encoded delimiters for a given
/// protocol".
#[test]
fn delimiters_of_the_control_connection_are_not_decoded_and_sent() {
    use ComponentName::{Fsegment, Password, User};
    for (text, delimiter, component, start) in [
        ("ftp://me%0D:pw@h/a", Delimiter::CarriageReturn, User, 8),
        ("ftp://me:pw%0a@h/a", Delimiter::LineFeed, Password, 11),
        ("ftp://h/a%00/b", Delimiter::Nul, Fsegment, 9),
        (
            "ftp://h/a/b%0D%0ADELE%20c",
            Delimiter::CarriageReturn,
            Fsegment,
            11,
        ),
        (
            "ftp://h/%ff%f4;type=d",
            Delimiter::TelnetCommand,
            Fsegment,
            8,
        ),
    ] {
        let error = ftp(text).commands().err().expect(text);
        let first = error.delimiters().next().expect("there is one");
        assert_eq!(
            (first.delimiter(), first.component(), first.span()),
            (delimiter, component, start..start + 3),
            "{text}"
        );
        assert_eq!(error.span(), start..start + 3);
    }
    let error = ftp("ftp://%00@h/%0D%0A").commands().err();
    let error = error.expect("there are three delimiters");
    assert_eq!(error.delimiters().count(), 3);
    assert_eq!(
        error.to_string(),
        "not sent: at offset 6, the user holds NUL, which many programs take for the end (RFC 1738, 6); correct the URL, or decode its delimiters on purpose"
    );
}

#[test]
fn ftp_delimiters_are_sent_if_the_caller_asks_for_it() {
    let url = ftp("ftp://me@h/a%0D%0ADELE%20b");
    let lines: Vec<_> = url
        .commands_decoding_delimiters()
        .map(|command| command.line(MailAddress::PLACEHOLDER))
        .collect();
    assert_eq!(lines, [&b"USER me"[..], b"RETR a\r\nDELE b"]);
}

#[test]
fn cwds_are_all_segments_but_the_last() {
    let url = ftp("ftp://h/a/b/c");
    assert_eq!(
        url.cwds()
            .map(rfc1738::url::Component::raw)
            .collect::<Vec<_>>(),
        ["a", "b"]
    );
    assert_eq!(url.name().map(rfc1738::url::Component::span), Some(12..13));
}

fn gopher(text: &str) -> GopherUrl<'_> {
    match Url::parse(text) {
        Ok(Url::Gopher(url)) => url,
        other => panic!("{other:?}"),
    }
}

fn request(text: &str) -> String {
    let request = gopher(text).request();
    let request = request.unwrap_or_else(|error| panic!("{text}: {error}"));
    String::from_utf8(request).expect("these are text")
}

fn plus(string: &str) -> GopherPlus {
    let text = format!("gopher://h/0sel%09%09{string}");
    gopher(&text)
        .gopher_plus()
        .expect("it has a gopher+ string")
}

#[test]
fn the_selector_is_sent_and_the_type_is_not() {
    assert_eq!(request("gopher://h/00/a%20b"), "0/a b\r\n");
    assert_eq!(gopher("gopher://h/00/a").item_type(), b'0');
    assert_eq!(gopher("gopher://h/%49x").item_type(), b'I');
}

#[test]
fn without_a_path_the_top_level_directory_is_meant() {
    for text in ["gopher://h", "gopher://h/", "gopher://h/1"] {
        assert_eq!(request(text), "\r\n", "{text}");
        assert_eq!(gopher(text).item_type(), b'1', "{text}");
    }
    assert!(gopher("gopher://h/").selector().is_none());
    assert_eq!(
        gopher("gopher://h/1").selector().map(Component::raw),
        Some("")
    );
}

#[test]
fn a_search_follows_a_tab() {
    assert_eq!(
        request("gopher://h/7find%09two%20words"),
        "find\ttwo words\r\n"
    );
    assert_eq!(request("gopher://h/7find%09"), "find\t\r\n");
    assert_eq!(request("gopher://h/7a?b%09c"), "a?b\tc\r\n");
}

#[test]
fn a_gopher_plus_string_follows_a_second_tab() {
    assert_eq!(request("gopher://h/0sel%09%09+"), "sel\t\t+\r\n");
    assert_eq!(
        request("gopher://h/7sel%09words%09!+ABSTRACT"),
        "sel\twords\t!+ABSTRACT\r\n"
    );
}

/// Section 3.4.9.
#[test]
fn a_completed_form_is_sent_after_the_selector() {
    let form = "+%091%0D%0A+-1%0D%0Aone%0D%0Atwo%20words%0d%0a.%0D%0A";
    let text = format!("gopher://h/0sel%09%09{form}");
    assert_eq!(
        request(&text),
        "sel\t+\t1\r\n+-1\r\none\r\ntwo words\r\n.\r\n"
    );
    let values = vec![b"one".to_vec(), b"two words".to_vec()];
    assert_eq!(plus(form), GopherPlus::FilledForm { values });
    let values = Vec::new();
    assert_eq!(
        plus("+%091%0D%0A+-1%0D%0A.%0D%0A"),
        GopherPlus::FilledForm { values }
    );
    for broken in [
        "+%091%0D%0A+-1%0D%0Aone",
        "+%091%0D%0A.%0D%0A",
        "+%091%0A+-1%0A.%0A",
    ] {
        assert_eq!(plus(broken), GopherPlus::Other, "{broken}");
    }
}

/// Sections 3.4.4 to 3.4.8.
#[test]
fn the_forms_of_a_gopher_plus_string_are_distinguished() {
    assert_eq!(plus("+"), GopherPlus::DefaultView);
    assert_eq!(plus("?"), GopherPlus::Form);
    let all = Vec::new();
    assert_eq!(plus("!"), GopherPlus::ItemAttributes { names: all.clone() });
    assert_eq!(plus("$"), GopherPlus::DirectoryAttributes { names: all });
    let names = vec![b"+ABSTRACT".to_vec(), b"+SMELL".to_vec()];
    assert_eq!(
        plus("!+ABSTRACT%20+SMELL"),
        GopherPlus::ItemAttributes {
            names: names.clone()
        }
    );
    assert_eq!(
        plus("$+ABSTRACT%20+SMELL"),
        GopherPlus::DirectoryAttributes { names }
    );
    let (view, language) = (b"application/postscript".to_vec(), Some(b"Es_ES".to_vec()));
    assert_eq!(
        plus("+application/postscript%20Es_ES"),
        GopherPlus::View { view, language }
    );
    let (view, language) = (b"text".to_vec(), None);
    assert_eq!(plus("%2Btext"), GopherPlus::View { view, language });
    for other in [
        "",
        "x",
        "?x",
        "+a%20b%20c",
        "+a%00",
        "+%20De",
        "+text%20",
        "+%20",
        "!%20",
        "!%20+A",
        "!+A%20%20+B",
        "$+A%20",
        "$+A%7F",
    ] {
        assert_eq!(plus(other), GopherPlus::Other, "{other}");
    }
    assert_eq!(gopher("gopher://h/0a%09b").gopher_plus(), None);
}

/// Section 3.4.1: a selector contains no tab, and no character is reserved in the path. So encoded
/// tabs alone divide the path.
#[test]
fn encoded_tabs_end_the_selector_and_the_search_string() {
    for (text, parts) in [
        (
            "gopher://h/7s%09a/b%09+",
            [Some("s"), Some("a/b"), Some("+")],
        ),
        ("gopher://h/7s%09a/b", [Some("s"), Some("a/b"), None]),
        (
            "gopher://h/7s%09a?b%09?",
            [Some("s"), Some("a?b"), Some("?")],
        ),
        ("gopher://h/7s/t%09/", [Some("s/t"), Some("/"), None]),
        ("gopher://h/7%09/%09/", [Some(""), Some("/"), Some("/")]),
        ("gopher://h/7s%09%09", [Some("s"), Some(""), Some("")]),
        ("gopher://h/7s%09%09/", [Some("s"), Some(""), Some("/")]),
        ("gopher://h/7s%09", [Some("s"), Some(""), None]),
        // The Gopher+ string takes all further tabs.
        (
            "gopher://h/7s%09a/%09b%09c%09",
            [Some("s"), Some("a/"), Some("b%09c%09")],
        ),
        ("gopher://h/7s%09%09%09", [Some("s"), Some(""), Some("%09")]),
        // The type is a single character, even if it is an encoded tab.
        ("gopher://h/%09s", [Some("s"), None, None]),
        ("gopher://h/%09%09a/b", [Some(""), Some("a/b"), None]),
        ("gopher://h//%09/", [Some(""), Some("/"), None]),
        // An encoded percent sign is not the beginning of a tab.
        ("gopher://h/7s%2509a", [Some("s%2509a"), None, None]),
        ("gopher://h/7", [Some(""), None, None]),
        ("gopher://h/", [None, None, None]),
        ("gopher://h", [None, None, None]),
    ] {
        let url = gopher(text);
        let found = [url.selector(), url.search(), url.gopher_string()];
        assert_eq!(found.map(|part| part.map(Component::raw)), parts, "{text}");
        for part in found.into_iter().flatten() {
            assert_eq!(&text[part.span()], part.raw(), "{text}");
        }
    }
    assert_eq!(request("gopher://h/7s%09a/b%09+"), "s\ta/b\t+\r\n");
    assert_eq!(request("gopher://h/7s%09a%2Fb%09+"), "s\ta/b\t+\r\n");
}

/// Section 3.4.5: the "?" tag says that the client has to fetch the form. 3.4.7 says how.
#[test]
fn an_item_with_a_form_is_retrieved_through_the_form() {
    assert_eq!(request("gopher://h/0sel%09%09?"), "sel\t\t!+ASK\r\n");
    assert_eq!(request("gopher://h/0sel%09%09%3F"), "sel\t\t!+ASK\r\n");
    assert_eq!(request("gopher://h/0sel%09%09?x"), "sel\t\t?x\r\n");
}

/// Section 3.4.9 shows what is sent: there is no search string in it.
#[test]
fn a_completed_form_leaves_no_room_for_a_search_string() {
    assert_eq!(
        request("gopher://h/0sel%09words%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A"),
        "sel\t+\t1\r\n+-1\r\na\r\n.\r\n"
    );
}

#[test]
fn delimiters_are_not_decoded_and_sent() {
    const FORM: &str = "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A";
    let form = |values: &str| format!("{FORM}{values}.%0D%0A");
    let at = FORM.len();
    for (text, delimiter, span) in [
        (
            "gopher://h/0a%0Db".to_owned(),
            Delimiter::CarriageReturn,
            13..16,
        ),
        ("gopher://h/0a%0ab".to_owned(), Delimiter::LineFeed, 13..16),
        ("gopher://h/0%00".to_owned(), Delimiter::Nul, 12..15),
        (
            "gopher://h/0a%09b/%0D".to_owned(),
            Delimiter::CarriageReturn,
            18..21,
        ),
        (
            "gopher://h/0a%09b%09+c%09d".to_owned(),
            Delimiter::Tab,
            22..25,
        ),
        (
            "gopher://h/0a%09b%09!%0A".to_owned(),
            Delimiter::LineFeed,
            21..24,
        ),
        // Not a whole form.
        (
            "gopher://h/0a%09%09+%091%0D%0A".to_owned(),
            Delimiter::Tab,
            20..23,
        ),
        // Values with half a line end, with NUL, and one that ends the form.
        (form("a%0Ab%0D%0A"), Delimiter::LineFeed, at + 1..at + 4),
        (
            form("a%0D%0D%0A"),
            Delimiter::CarriageReturn,
            at + 1..at + 4,
        ),
        (form("%00%0D%0A"), Delimiter::Nul, at..at + 3),
        (
            form(".%0D%0ADELE%20x%0D%0A"),
            Delimiter::FormEnd,
            at..at + 1,
        ),
        (
            form("a%0d%0a%2e%0d%0a"),
            Delimiter::FormEnd,
            at + 7..at + 10,
        ),
    ] {
        let error = gopher(&text).request().expect_err(&text);
        let first = error.delimiters().next().expect("there is one");
        assert_eq!(
            (first.delimiter(), first.span()),
            (delimiter, span),
            "{text}"
        );
    }
    // The type is not sent.
    assert_eq!(request("gopher://h/%0Da"), "a\r\n");
    assert_eq!(
        request(&form("..%0D%0A.a%0D%0Ab.%0D%0A")),
        "s\t+\t1\r\n+-1\r\n..\r\n.a\r\nb.\r\n.\r\n"
    );
}

#[test]
fn gopher_delimiters_are_sent_if_the_caller_asks_for_it() {
    let url = gopher("gopher://h:25/0HELO%20a%0D%0AQUIT");
    assert_eq!(url.request_decoding_delimiters(), b"HELO a\r\nQUIT\r\n");
    let url = gopher("gopher://h/0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0Ax%0D%0A.%0D%0A");
    assert_eq!(
        url.request_decoding_delimiters(),
        b"s\t+\t1\r\n+-1\r\n.\r\nx\r\n.\r\n"
    );
}

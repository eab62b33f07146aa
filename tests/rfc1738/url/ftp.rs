//! Section 3.2: the commands of a client for an ftp URL.

use rfc1738::url::{
    ComponentName, Delimiter, FtpCommand, FtpUrl, MailAddress, PasswordSource, Typecode, Url,
};

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
fn delimiters_are_sent_if_the_caller_asks_for_it() {
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

//! Section 3.2: the commands of a client for an ftp URL.

use rfc1738::url::{FtpCommand, FtpUrl, Typecode, Url};

fn ftp(text: &str) -> FtpUrl<'_> {
    match Url::parse(text) {
        Ok(Url::Ftp(url)) => url,
        other => panic!("{other:?}"),
    }
}

fn commands(text: &str) -> Vec<String> {
    ftp(text)
        .commands()
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
fn without_a_user_name_the_conventions_for_anonymous_ftp_are_used() {
    assert_eq!(
        commands("ftp://h/a"),
        ["USER anonymous", "PASS <e-mail address>", "RETR a"]
    );
    let pass = ftp("ftp://h/a").commands().nth(1).expect("there are three");
    assert_eq!(pass, FtpCommand::PassAddress);
    assert_eq!(pass.line(b"me@here.dom"), b"PASS me@here.dom");
}

#[test]
fn an_empty_user_name_is_sent_and_a_password_only_if_there_is_one() {
    assert_eq!(commands("ftp://@h/a"), ["USER ", "RETR a"]);
    assert_eq!(commands("ftp://me:@h/a"), ["USER me", "PASS ", "RETR a"]);
    assert_eq!(
        commands("ftp://me:se%3Acret@h/a"),
        ["USER me", "PASS se:cret", "RETR a"]
    );
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
    assert_eq!(commands("ftp://me@h/"), ["USER me", "RETR "]);
    assert_eq!(commands("ftp://me@h/;type=d"), ["USER me", "NLST "]);
    assert_eq!(commands("ftp://me@h/a/"), ["USER me", "CWD a", "RETR "]);
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
    let url = ftp("ftp://me@h/a%0D%0ADELE%20b");
    let access = url.commands().nth(1).expect("there are two");
    assert_eq!(access.to_string(), "RETR a\\r\\nDELE b");
    assert_eq!(access.line(b""), b"RETR a\r\nDELE b");
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

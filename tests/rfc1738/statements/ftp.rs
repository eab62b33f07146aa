//! Section 3.2: ftp URLs.

use rfc1738::Url;
use rfc1738::url::FtpUrl;

use super::{components, is_url, url};

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

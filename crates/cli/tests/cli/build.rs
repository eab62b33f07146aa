//! `rfc1738 build`.

use assert_cmd::assert::Assert;

use crate::command::{given, stderr, stdout, typed};

fn build(line: &str) -> Assert {
    typed(&format!("build {line}")).assert()
}

/// Asserts that the command writes the URL and nothing else.
fn assert_built(arguments: &str, url: &str) {
    let line = format!("{url}\n");
    build(arguments).code(0).stderr("").stdout(line);
}

/// Asserts that the command builds no URL and names the reason.
fn assert_refused(arguments: &str, reason: &str) {
    let line = format!("error: {reason}\n");
    build(arguments).code(2).stderr(line).stdout("");
}

#[test]
fn every_component_has_an_option_and_is_encoded() {
    for (arguments, url) in [
        (
            "ftp --user my@me --password a:b --host h.dom --port 2121 --path e;c/motd --ftptype i",
            "ftp://my%40me:a%3Ab@h.dom:2121/e%3Bc/motd;type=i",
        ),
        (
            "ftp --host h --segment /etc --segment motd",
            "ftp://h/%2Fetc/motd",
        ),
        (
            "HTTP --host h --path a;b/c --search d;e/f?",
            "http://h/a%3Bb/c?d%3Be%2Ff%3F",
        ),
        (
            "gopher --host h --gtype 0 --selector s;/ --search t --gopher-string +u",
            "gopher://h/0s;/%09t%09+u",
        ),
        ("mailto --address a%b@h", "mailto:a%25b@h"),
        ("news --group *", "news:*"),
        ("news --article a#b@h", "news:a%23b@h"),
        (
            "nntp --host h --group alt.test --digits 42",
            "nntp://h/alt.test/42",
        ),
        ("telnet --user u --host 1.2.3.4", "telnet://u@1.2.3.4/"),
        (
            "wais --host h --database d/b --search w",
            "wais://h/d%2Fb?w",
        ),
        (
            "wais --host h --database db --wtype T --wpath 1/2",
            "wais://h/db/T/1%2F2",
        ),
        ("file --path etc/motd", "file:///etc/motd"),
        (
            "prospero --host h --hsoname /a;b --field c=d=e --field f=",
            "prospero://h//a%3Bb;c=d%3De;f=",
        ),
        ("nfs --host h --path a/b?c", "nfs://h/a/b%3Fc"),
        (
            "https --host h --path a --search b=c&d",
            "https://h/a?b=c&d",
        ),
        ("cid --schemepart part1@host", "cid:part1@host"),
    ] {
        assert_built(arguments, url);
    }
}

#[test]
fn the_names_of_the_rfc_are_options_too() {
    assert_built("http --host h --hpath a", "http://h/a");
    assert_built("nfs --host h --url-path a", "nfs://h/a");
    assert_built("ftp --host h --fsegment a", "ftp://h/a");
    assert_built("mailto --encoded822addr a@b", "mailto:a@b");
    for option in ["--gopher+_string", "--gopher_string"] {
        assert_built(
            &format!("gopher --host h --gtype 0 {option} +"),
            "gopher://h/0%09%09+",
        );
    }
}

#[test]
fn values_may_be_empty_or_begin_with_a_hyphen() {
    assert_built("ftp --host h --user '' --path ''", "ftp://@h/");
    assert_built("http --host h --path=--x", "http://h/--x");
}

#[test]
fn a_line_end_and_a_letter_outside_ascii_are_octets() {
    build("mailto --address é\r\n")
        .code(0)
        .stdout("mailto:%C3%A9%0D%0A\n");
}

#[test]
fn a_suspicious_value_gets_advice_on_standard_error() {
    for (arguments, url, advice) in [
        (
            "http --host h --port 99999",
            "http://h:99999",
            "warning[impossible-port] 9..14 \"99999\": a port is a number of 16 bits, at most 65535 (RFC 793, 3.1)",
        ),
        (
            "mailto --address 'Joe <joe@h>'",
            "mailto:Joe%20%3Cjoe@h%3E",
            "warning[addr-spec] 7..24 \"Joe%20%3Cjoe@h%3E\": the address is not an addr-spec of RFC 822: \"%20\" is not allowed at offset 10 (RFC 1738, 3.5)",
        ),
        (
            "file --path /etc/motd",
            "file:////etc/motd",
            "note: --path begins with \"/\", so the first segment is empty and the URL has \"//\"; for the path 'etc/motd', write --path 'etc/motd' (RFC 1738, 3.1)",
        ),
        (
            "htpp --host h",
            "htpp://h",
            "warning[near-scheme] 0..4 \"htpp\": \"htpp\" is not a registered scheme, but \"http\" is (RFC 1738, 4); write http://h",
        ),
    ] {
        build(arguments)
            .code(0)
            .stdout(format!("{url}\n"))
            .stderr(format!("{advice}\n"));
    }
    for scheme in ["ftp", "http", "x-new"] {
        let advice = stderr(&build(&format!("{scheme} --host h --path 'a\r\nDELE b'")).code(0));
        let dangers = advice.matches("danger[encoded-delimiter]");
        assert_eq!(dangers.count(), 2, "{advice}");
    }
}

#[test]
fn what_an_option_says_by_its_name_gets_no_advice() {
    assert_built("ftp --host h --user me --password p", "ftp://me:p@h");
    assert_built("http --host h --port 8080", "http://h:8080");
}

#[cfg(unix)]
#[test]
fn octets_that_are_not_utf8_are_taken_as_they_are() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let octets: Vec<u8> = (0x80..=0xff).collect();
    let expected: Vec<String> = octets.iter().map(|octet| format!("%{octet:02X}")).collect();
    typed("build http --host h --path")
        .arg(OsStr::from_bytes(&octets))
        .assert()
        .code(0)
        .stderr("")
        .stdout(format!("http://h/{}\n", expected.concat()));
    typed("build http --host h --port")
        .arg(OsStr::from_bytes(b"\xff"))
        .assert()
        .code(2)
        .stdout("");
}

#[test]
fn a_value_that_no_url_can_hold_is_named() {
    assert_refused(
        "http --host a/b",
        "--host \"a/b\": invalid value, expected alphadigit, \"-\", \".\" or end of text, found \"/\" \
         at offset 1; a host name is labels of letters, digits and \"-\", separated by \".\", \
         and each begins and ends with a letter or a digit (RFC 1738, 3.1)",
    );
    assert_refused(
        "http --user me --host h",
        "--user: no user name or password is allowed in an http URL (RFC 1738, 3.3); http URLs have \
         host, port, path and search",
    );
    assert_refused(
        "ftp --host h --password p",
        "--password: requires user (RFC 1738, 3.1); give user as well",
    );
    assert_refused(
        "mailto",
        "--address: missing, and the URL needs one (RFC 1738, 3.5); an address is at least one octet",
    );
    assert_refused(
        "prospero --host h --hsoname a --field \u{1b}[1m",
        "--field \\u{1b}[1m: no \"=\" separates the name from the value (RFC 1738, 3.11); write \
         NAME=VALUE",
    );
}

#[test]
fn a_refusal_names_the_option_and_a_wrong_value() {
    for (arguments, start) in [
        ("1x: --host h", "SCHEME \"1x:\": invalid value, "),
        ("http --host h --port 8o", "--port \"8o\": invalid value, "),
        (
            "ftp --host h --path a --ftptype xx",
            "--ftptype \"xx\": invalid value, ",
        ),
        (
            "gopher --host h --gtype ab",
            "--gtype \"ab\": invalid value, ",
        ),
        (
            "gopher --host h --gtype 0 --search 'a\tb'",
            "--search \"a\\tb\": invalid value, ",
        ),
        (
            "gopher --host h --gtype 0 --selector '\u{1b}\t'",
            "--selector \"\\u{1b}\\t\": invalid value, ",
        ),
        ("mailto --address ''", "--address \"\": invalid value, "),
        ("news --group 1", "--group \"1\": invalid value, "),
        ("news --article a", "--article \"a\": invalid value, "),
        (
            "nntp --host h --group g --digits 1a",
            "--digits \"1a\": invalid value, ",
        ),
        ("news", "--group: missing, "),
        ("x", "--schemepart: missing, "),
        ("file --host h", "--path: missing, "),
        ("ftp --host h --password p", "--password: requires user "),
        (
            "x --host h --schemepart a",
            "--schemepart: conflicts with host ",
        ),
        ("mailto --path a", "--path: mailto URLs have none "),
        ("mailto --segment a", "--segment: mailto URLs have none "),
        (
            "http --host h --gopher-string a",
            "--gopher-string: http URLs have none ",
        ),
        ("http --host h --field a=b", "--field: http URLs have none "),
    ] {
        let error = stderr(&build(arguments).code(2).stdout(""));
        let start = format!("error: {start}");
        assert!(error.starts_with(&start), "{arguments}: {error}");
    }
}

#[test]
fn a_path_is_given_as_a_whole_or_in_segments() {
    let run = build("ftp --host h --path a --segment b");
    let error = stderr(&run.code(2).stdout(""));
    assert!(
        error.contains("'--path <PATH>' cannot be used with '--segment <SEGMENT>'"),
        "{error}"
    );
}

/// The other commands accept the output of `build`.
#[test]
fn built_urls_are_valid() {
    let run = build("ftp --user % --host h --path 'a b'").code(0);
    given(run.get_output().stdout.clone(), "check", 0);
}

#[test]
fn the_help_has_examples_that_work() {
    let help = stdout(&build("--help").code(0));
    let examples = help
        .lines()
        .filter_map(|line| line.strip_prefix("  rfc1738 build "));
    let mut count = 0;
    for example in examples {
        build(example).code(0).stderr("");
        count += 1;
    }
    assert!(count >= 5);
    assert!(help.lines().all(|line| line.chars().count() <= 80));
}

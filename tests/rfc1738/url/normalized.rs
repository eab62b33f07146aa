//! Normal form and equivalence: Sections 2.1, 2.2 and 3.1 to 3.11.
//!
//! The independent answer is `meaning`: the meaning of a URL by the prose, from its text alone. It uses strings, and nothing of the
//! library. Two URLs mean the same exactly if their meanings are equal.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rfc1738::{Rule, Url, parse};

use super::url;
use crate::texts::every_text;

fn normalized(text: &str) -> String {
    url(text).normalized().into_string()
}

/// Asserts that all texts have this normal form.
fn check_class(normal: &str, texts: &[&str]) {
    assert_eq!(normalized(normal), normal);
    for text in texts {
        assert_eq!(normalized(text), normal, "{text}");
        assert!(url(text).is_equivalent(&url(normal)), "{text}");
    }
}

/// Asserts that no two of the texts are equivalent.
fn check_apart(texts: &[&str]) {
    for (index, one) in texts.iter().enumerate() {
        for other in &texts[index + 1..] {
            assert!(!url(one).is_equivalent(&url(other)), "{one} {other}");
            assert!(!url(other).is_equivalent(&url(one)), "{other} {one}");
        }
    }
}

#[test]
fn names_and_paths_keep_their_case_unlike_schemes_and_hosts() {
    assert_eq!(
        normalized("HTTP://Host.DOM/Path?Search"),
        "http://host.dom/Path?Search"
    );
    assert_eq!(
        normalized("FTP://User:Pass@H/A;type=I"),
        "ftp://User:Pass@h/A;type=i"
    );
    assert_eq!(normalized("MailTo:Me%41@Host.DOM"), "mailto:MeA@Host.DOM");
    assert_eq!(normalized("NEWS:Alt.Test"), "news:Alt.Test");
    assert_eq!(normalized("X-New:Part"), "x-new:Part");
}

/// Section 3.1 refers to RFC 1034, 3.5: upper and lower case make no difference in a domain name.
#[test]
fn hosts_in_either_case_are_equivalent_in_every_scheme() {
    for (upper, lower) in [
        ("ftp://Me@HOST.Dom/A", "ftp://Me@host.dom/A"),
        ("http://HOST.Dom/A", "http://host.dom/A"),
        ("gopher://HOST.Dom/0A", "gopher://host.dom/0A"),
        ("nntp://HOST.Dom/Alt.A", "nntp://host.dom/Alt.A"),
        ("telnet://Me@HOST.Dom/", "telnet://Me@host.dom/"),
        ("wais://HOST.Dom/A", "wais://host.dom/A"),
        ("file://HOST.Dom/A", "file://host.dom/A"),
        ("prospero://HOST.Dom/A", "prospero://host.dom/A"),
        ("https://HOST.Dom/A", "https://host.dom/A"),
        ("x-new://Me@HOST.Dom/A", "x-new://Me@host.dom/A"),
    ] {
        check_class(lower, &[upper]);
    }
    // A message id is compared by its octets, and a mail address names no host to connect to.
    check_apart(&["news:1@HOST", "news:1@host", "news:1@Host"]);
    check_apart(&["mailto:me@HOST", "mailto:me@host", "mailto:Me@host"]);
    check_apart(&["x-new:HOST", "x-new:host"]);
}

#[test]
fn the_default_port_is_left_out_however_it_is_written() {
    for (with, without) in [
        ("ftp://a:b@h:21/c", "ftp://a:b@h/c"),
        ("ftp://h:21", "ftp://h"),
        ("http://h:80", "http://h/"),
        ("http://h:0080/", "http://h/"),
        ("gopher://h:70/0", "gopher://h/0"),
        ("nntp://h:119/a.b/1", "nntp://h/a.b/1"),
        ("telnet://u@h:23/", "telnet://u@h/"),
        ("wais://h:210/db", "wais://h/db"),
        ("prospero://h:1525/a", "prospero://h/a"),
        ("HTTPS://h:0443/a", "https://h/a"),
    ] {
        check_class(without, &[with]);
    }
    for kept in [
        "http://h:8080/",
        "http://h:443/",
        "https://h:80/",
        "http://h:21/",
        "http://h:65616/",
        "http://h:0/",
        "x-new://h:80/",
        "https:h:443",
    ] {
        assert_eq!(normalized(kept), kept);
    }
}

#[test]
fn zeros_before_a_port_number_mean_nothing() {
    check_class("http://h:8080/", &["http://h:08080/", "http://h:0008080"]);
    check_class("x-new://h:7", &["x-new://h:07"]);
    check_class("http://h:0/", &["http://h:00/"]);
    check_class("http://h:65616/", &["http://h:065616/"]);
    // An address and the number of an article keep their zeros.
    check_apart(&["http://10.0.0.1/", "http://010.0.0.1/"]);
    check_apart(&["nntp://h/a/1", "nntp://h/a/01"]);
}

#[test]
fn an_http_url_means_the_same_without_the_slash() {
    check_class("http://h/", &["http://h", "HTTP://H:80"]);
    check_class("http://h:81/", &["http://h:81"]);
    check_apart(&["http://h", "http://h//", "http://h/?", "http://h/%2F"]);
}

#[test]
fn an_https_url_with_a_host_follows_the_http_rules() {
    check_class(
        "https://h/",
        &["https://h", "HTTPS://H", "https://h:443", "https://h:0443/"],
    );
    check_class("https://me@h:444/", &["https://me@H:0444"]);
    check_apart(&["https://h", "http://h", "https://h//", "https://h/?"]);
    for without_host in ["https:h", "https:/H:443", "https://h?a", "https://H:443@"] {
        assert_eq!(normalized(without_host), without_host);
    }
}

#[test]
fn a_telnet_url_means_the_same_without_the_slash() {
    check_class("telnet://h/", &["telnet://h", "telnet://H:23"]);
    check_class("telnet://a:b@h:24/", &["telnet://a:b@h:24"]);
    check_apart(&["telnet://h", "telnet://@h", "telnet://:@h"]);
}

#[test]
fn a_gopher_path_of_only_the_default_type_is_omitted() {
    check_class(
        "gopher://h/",
        &[
            "gopher://h",
            "gopher://h/1",
            "gopher://h/%31",
            "GOPHER://H:70/1",
        ],
    );
    check_apart(&[
        "gopher://h",
        "gopher://h/0",
        "gopher://h/11",
        "gopher://h/1/",
        "gopher://h/1%09",
        "gopher://h/1%09%09",
        "gopher://h/1%09%09+",
    ]);
}

#[test]
fn a_typecode_means_the_same_in_either_case() {
    for code in ["a", "i", "d"] {
        check_class(
            &format!("ftp://h/f;type={code}"),
            &[&format!("ftp://h/f;type={}", code.to_uppercase())],
        );
    }
    check_apart(&["ftp://h/f;type=a", "ftp://h/f;type=i", "ftp://h/f"]);
}

#[test]
fn localhost_equals_an_empty_host_only_in_file_urls() {
    check_class(
        "file:///a",
        &["file://localhost/a", "file://LocalHost/a", "FILE:///%61"],
    );
    check_apart(&["file:///a", "file://localhost.dom/a", "file://127.0.0.1/a"]);
    assert_eq!(normalized("http://LocalHost/"), "http://localhost/");
}

/// What servers often treat alike, and no section equates.
#[test]
fn what_no_section_equates_stays_apart() {
    // The second URL has a name, which is empty (3.2.2).
    check_apart(&["ftp://h", "ftp://h/", "ftp://h//"]);
    check_apart(&["ftp://h/", "ftp://@h/", "ftp://anonymous@h/"]);
    check_apart(&[
        "ftp://h/a/b",
        "ftp://h/a%2Fb",
        "ftp://h/A/b",
        "ftp://h/%2Fa/b",
    ]);
    check_apart(&["http://h/a/../b", "http://h/b", "http://h/./b"]);
    check_apart(&["wais://h/db", "wais://h/db?", "wais://h/DB"]);
    check_apart(&["prospero://h/a;b=c;d=e", "prospero://h/a;d=e;b=c"]);
    check_apart(&["nntp://h/a", "nntp://h/A", "news:a"]);
}

#[test]
fn unneeded_escapes_are_decoded_and_others_are_in_upper_case() {
    for (text, expected) in [
        (
            "ftp://%61%3a:%3b%2f@h/%41%3b%2f/%7e%3a",
            "ftp://a%3A:;%2F@h/A%3B%2F/%7E:",
        ),
        (
            "http://h/%61%2f%3b%3f%40%3d%26%3a/b;c",
            "http://h/a%2F%3B%3F@=&:/b;c",
        ),
        ("http://h/?%2f%3b%3f%40;", "http://h/?%2F%3B%3F@;"),
        (
            "gopher://h/%31%2fa%3b%09%3b%2f%09%2b%2f%0d%0a",
            "gopher://h/1/a;%09;%2F%09+/%0D%0A",
        ),
        ("gopher://h/%09%41", "gopher://h/%09A"),
        ("mailto:%61%2f%40%3b%25", "mailto:a/@;%25"),
        ("news:%61%40%2f@h", "news:a%40/@h"),
        ("telnet://%2e:%40@h", "telnet://.:%40@h/"),
        ("wais://h/%2fa/%3b/%3f%62", "wais://h/%2Fa/%3B/%3Fb"),
        ("wais://h/db?%3b%2f", "wais://h/db?;%2F"),
        ("file:///%2f%3b%3f%c3%a9", "file:///%2F%3B?%C3%A9"),
        (
            "prospero://h/%2f%3b%3d;%2f%3d%3f=%3b%3d%26",
            "prospero://h//%3B=;%2F%3D?=%3B%3D&",
        ),
        ("x-new://%61%3b@h/%2f%61%3a", "x-new://a%3B@h/%2Fa%3A"),
        ("cid:%61%40%2c", "cid:a%40,"),
    ] {
        assert_eq!(normalized(text), expected, "{text}");
    }
}

/// Section 2.2: all octets that need encoding, in a component of each scheme.
#[test]
fn characters_that_need_encoding_stay_encoded() {
    let octets = (0..=0x20).chain(*b"<>\"#%{}|\\^~[]`").chain(0x7f..=0xff);
    for octet in octets {
        for start in [
            "ftp://h/",
            "http://h/",
            "gopher://h/0",
            "mailto:",
            "wais://h/",
            "file:///",
            "prospero://h/",
            "x-new:",
        ] {
            let text = format!("{start}%{octet:02X}");
            assert_eq!(normalized(&text), text);
        }
    }
}

/// Normalization decodes no character that an unknown scheme may reserve, and makes no part a host
/// that was none.
#[test]
fn a_text_after_two_slashes_does_not_become_a_host() {
    assert_eq!(normalized("x-new://%61b/%7e"), "x-new://%61b/%7E");
    assert_eq!(normalized("x-new://a_%62/"), "x-new://a_b/");
    assert_eq!(normalized("x-new:/%2Fa"), "x-new:/%2Fa");
    // All that would have the same host get the same escape.
    check_class(
        "x-new://u@%61b:7/c",
        &["x-new://u@a%62:7/%63", "x-new://%75@%61%62:7/c"],
    );
    check_class("https://%68", &["https://%68"]);
}

#[test]
fn urls_are_equivalent_exactly_if_their_normal_forms_are_equal() {
    for (one, other, expected) in [
        ("http://h/%7euser", "HTTP://h:80/%7Euser", true),
        ("http://h/a;b", "http://h/a%3Bb", false),
        ("http://h/a/b", "http://h/a%2Fb", false),
        ("gopher://h/1a%3Bb", "gopher://h/1a;b", true),
        // No character is reserved in a gopher path (3.4.1).
        ("gopher://h/7a%09b%2Fc", "gopher://h/7a%09b/c", true),
        (
            "gopher://h/7a%09b%3fc%09+",
            "gopher://h/7a%09b?c%09%2B",
            true,
        ),
        ("gopher://h/7a%09b%2Fc", "gopher://h/7a%2509b/c", false),
        ("http://h", "http://H", true),
    ] {
        assert_eq!(
            url(one).is_equivalent(&url(other)),
            expected,
            "{one} {other}"
        );
        assert_eq!(
            url(other).is_equivalent(&url(one)),
            expected,
            "{other} {one}"
        );
    }
}

/// Returns what a client does with a URL.
fn access(url: &Url<'_>) -> String {
    match url {
        Url::Ftp(url) => format!(
            "{:?} {}",
            url.commands_decoding_delimiters().collect::<Vec<_>>(),
            url.commands().is_ok()
        ),
        Url::Gopher(url) => format!(
            "{:?} {:?} {:?} {}",
            url.item_type(),
            url.request_decoding_delimiters(),
            url.gopher_plus(),
            url.request().is_ok()
        ),
        Url::File(url) => format!("{:?}", url.to_file_path().ok()),
        _ => String::new(),
    }
}

/// Prefixes, each with pieces to append: delimiters, other characters, and escapes of both.
const SHAPES: [(&str, &[&str]); 12] = [
    (
        "ftp://",
        &["a", "A", ":", "@", "/", ";type=d", ";type=D", "%2f", "%3B"],
    ),
    (
        "HTTP://h",
        &["a", "A", ":080", ":08", "/", "?", "%3b", ";", "%2F", "%61"],
    ),
    (
        "gopher://h",
        &["/", "1", "%31", "%09", "%2f", ":70", "?", "%3F", "%61"],
    ),
    ("mailto:", &["a", "A", "@", "%40", "%61", "%25", "/"]),
    ("news:", &["a", "A", "*", "@", "b.c", "%40", "%2A", "%61"]),
    ("nntp://h", &["/", "a", "A", ":119", ":0", "2", "%61"]),
    ("telnet://", &["a", "A", ":", "@", "/", ":23", "%3a", "%61"]),
    ("wais://h/", &["a", "A", "/", "?", "%41", "%2f", "%3f"]),
    (
        "file://",
        &["a", "A", "/", "localhost", "LocalHost", "%2f", "%61", "%3b"],
    ),
    (
        "prospero://h/",
        &["a", "A", "/", ";", "=", "%3d", "%3B", "%2f"],
    ),
    (
        "X-new:",
        &["/", "a", "A", ":", "@", "1", "%41", "%61", "%2f", "%3a"],
    ),
    (
        "https://",
        &["h", "H", "@", ":443", ":0", "/", "?", "%2f", "%68", "."],
    ),
];

/// Asserts that a URL and its normal form mean the same. Returns whether they differ, or `None` if
/// the text is not a URL.
fn check(text: &str) -> Option<bool> {
    let url = Url::parse(text).ok()?;
    let normalized = url.normalized();
    let again = Url::parse(normalized.as_str()).unwrap();
    assert_eq!(again.rule(), url.rule(), "{text} {normalized}");
    assert_eq!(
        meaning(text),
        meaning(normalized.as_str()),
        "{text} {normalized}"
    );
    assert_eq!(access(&url), access(&again), "{text} {normalized}");
    assert_eq!(again.normalized(), normalized, "{text}");
    Some(normalized.as_str() != text)
}

#[test]
fn a_normal_form_is_equivalent_and_its_own_normal_form() {
    for (prefix, pieces) in SHAPES {
        let (mut valid, mut changed) = (0, 0);
        every_text(prefix, pieces, 4, &mut |text| {
            let is_changed = check(text);
            valid += usize::from(is_changed.is_some());
            changed += usize::from(is_changed == Some(true));
        });
        assert!(valid > 20 && changed > 4, "{prefix}: {valid}, {changed}");
    }
}

/// Returns a number below the bound, by the generator `SplitMix64`.
fn below(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    let bound = u64::try_from(bound).expect("a small bound");
    usize::try_from(mixed % bound).expect("smaller than the bound")
}

/// Returns a random URL that begins with the prefix.
fn walk(prefix: &str, state: &mut u64) -> String {
    let mut text = prefix.to_owned();
    loop {
        // No text contains NUL, so the error lists the characters that can follow.
        let error = parse(Rule::Url, &format!("{text}\0")).unwrap_err();
        let next: Vec<char> = error.next().iter().collect();
        let alike = |character: &char| character.is_ascii_alphanumeric();
        let delimiters: Vec<char> = next.iter().copied().filter(|next| !alike(next)).collect();
        if error.can_end() && (next.is_empty() || below(state, 6) == 0) {
            return text;
        }
        let delimits = !delimiters.is_empty() && below(state, 4) > 0;
        let from = if delimits { delimiters } else { next };
        // Begins an escape in half of the positions that allow one.
        let escapes = from.contains(&'%') && below(state, 2) == 0;
        text.push(if escapes {
            '%'
        } else {
            from[below(state, from.len())]
        });
    }
}

/// The test above shows that URLs with the same normal form mean the same.
#[test]
fn urls_that_mean_the_same_have_the_same_normal_form() {
    for (prefix, pieces) in SHAPES {
        let mut normal_forms = HashMap::new();
        let mut others = 0;
        every_text(prefix, pieces, 4, &mut |text| {
            let Ok(url) = Url::parse(text) else { return };
            let normalized = url.normalized().into_string();
            let known = normal_forms.entry(meaning(text));
            others += usize::from(matches!(known, Entry::Occupied(_)));
            let known = known.or_insert_with(|| normalized.clone());
            assert_eq!(*known, normalized, "{text}");
        });
        assert!(others > 4, "{prefix}: {others}");
    }
}

#[test]
fn random_urls_mean_the_same_as_their_normal_forms() {
    let mut changed = 0;
    for (prefix, _) in SHAPES {
        let mut state = u64::from(prefix.as_bytes()[0]);
        for _ in 0..30 {
            changed += usize::from(check(&walk(prefix, &mut state)).expect("it is a URL"));
        }
    }
    // The walks depend on nothing but their seeds.
    assert_eq!(changed, 279);
}

#[test]
fn long_urls_have_normal_forms_like_short_ones() {
    let many = "/%61%2f".repeat(20_000);
    assert_eq!(
        normalized(&format!("http://h{many}")),
        format!("http://h{}", "/a%2F".repeat(20_000))
    );
    let fields = ";%61=%3b".repeat(20_000);
    assert_eq!(
        normalized(&format!("prospero://h/{fields}")),
        format!("prospero://h/{}", ";a=%3B".repeat(20_000))
    );
}

/// The default ports of the schemes that have one. That of https is by RFC 2818.
const PORTS: [(&str, &str); 8] = [
    ("ftp", "21"),
    ("gopher", "70"),
    ("http", "80"),
    ("https", "443"),
    ("nntp", "119"),
    ("prospero", "1525"),
    ("telnet", "23"),
    ("wais", "210"),
];

/// The schemes of Section 3 whose URLs begin with a host.
const WITH_HOST: [&str; 7] = [
    "ftp", "gopher", "http", "nntp", "prospero", "telnet", "wais",
];

/// The characters that a scheme can reserve (2.2).
const RESERVED: &str = ";/?:@=&";

/// Returns the meaning of a URL. The text has to be one.
pub(super) fn meaning(text: &str) -> Vec<String> {
    let (scheme, rest) = text.split_once(':').expect("a URL has a scheme");
    let scheme = scheme.to_lowercase();
    let meaning = match scheme.as_str() {
        "mailto" => vec![octets(rest, "")],
        "news" => news(rest),
        "file" => file(rest),
        _ => match rest
            .strip_prefix("//")
            .filter(|rest| WITH_HOST.contains(&scheme.as_str()) || begins_with_login(rest))
        {
            Some(rest) => internet(&scheme, rest),
            None => vec!["without a host".to_owned(), octets(rest, RESERVED)],
        },
    };
    [vec![scheme], meaning].concat()
}

/// Returns the octets of a text, two digits each. Reserved characters that are not encoded stay.
fn octets(text: &str, reserved: &str) -> String {
    let plain = |text: &str| {
        let octet = |character: char| {
            if reserved.contains(character) {
                character.to_string()
            } else {
                format!("{:02x}", u32::from(character))
            }
        };
        text.chars().map(octet).collect::<Vec<_>>().concat()
    };
    let mut parts = text.split('%');
    let mut octets = plain(parts.next().unwrap_or_default());
    for part in parts {
        octets.push_str(&part[..2].to_lowercase());
        octets.push_str(&plain(&part[2..]));
    }
    octets
}

fn news(rest: &str) -> Vec<String> {
    match rest.split_once('@') {
        Some((unique, domain)) => vec![octets(unique, ""), domain.to_owned()],
        None => vec![rest.to_owned()],
    }
}

fn file(rest: &str) -> Vec<String> {
    let (host, path) = rest[2..].split_once('/').expect("a file URL has a path");
    let host = host.to_lowercase();
    let host = if host == "localhost" { "" } else { &host };
    vec![host.to_owned(), octets(path, "/")]
}

/// Returns the meaning of what follows `//`, where a host is.
fn internet(scheme: &str, rest: &str) -> Vec<String> {
    let (login, path) = match rest.split_once('/') {
        Some((login, path)) => (login, Some(path)),
        None => (rest, None),
    };
    let (user, hostport) = match login.split_once('@') {
        Some((user, hostport)) => (Some(user), hostport),
        None => (None, login),
    };
    let user = user.map(|user| match scheme {
        "ftp" | "telnet" => octets(user, ":"),
        _ => octets(user, RESERVED),
    });
    let (host, port) = match hostport.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (hostport, None),
    };
    let default = PORTS.iter().find(|(name, _)| *name == scheme);
    let default = default.map(|(_, port)| (*port).to_owned());
    // A port can have more digits than any integer.
    let number = |port: &str| match port.trim_start_matches('0') {
        "" => "0".to_owned(),
        port => port.to_owned(),
    };
    let port = port.map(number).or(default);
    let path = match (scheme, path) {
        ("telnet", _) => None,
        ("http" | "https" | "gopher", None) => Some(""),
        (_, path) => path,
    };
    let mut meaning = vec![format!("{user:?} {} {port:?}", host.to_lowercase())];
    meaning.extend(path.map(|path| self::path(scheme, path)));
    meaning
}

/// Returns the meaning of what follows the slash after the host and port.
fn path(scheme: &str, path: &str) -> String {
    match scheme {
        "ftp" => match path.split_once(";type=") {
            Some((path, code)) => format!("{};type={}", octets(path, "/"), code.to_lowercase()),
            None => octets(path, "/"),
        },
        "http" => octets(path, "/;?"),
        "nntp" => path.to_owned(),
        "wais" => octets(path, "/?"),
        "prospero" => match path.split_once(';') {
            Some((name, fields)) => format!("{};{}", octets(name, ""), octets(fields, ";=")),
            None => octets(path, ""),
        },
        "gopher" => {
            // The type and the selector, the search string, and the Gopher+ string.
            let parts = path.splitn(3, "%09").map(|part| octets(part, ""));
            match parts.collect::<Vec<_>>().join("\t") {
                top if top.is_empty() => octets("1", ""),
                path => path,
            }
        }
        _ => octets(path, RESERVED),
    }
}

/// Returns whether the text begins with a login, and a slash or nothing follows it (3.1).
fn begins_with_login(rest: &str) -> bool {
    let login = rest.split('/').next().unwrap_or_default();
    let (user, hostport) = login.split_once('@').unwrap_or(("", login));
    let (host, port) = hostport.split_once(':').unwrap_or((hostport, "0"));
    let is_number =
        |text: &str| !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    let is_label = |label: &str| {
        let may_end = |end: Option<char>| end.is_some_and(|end| end.is_ascii_alphanumeric());
        may_end(label.chars().next())
            && may_end(label.chars().last())
            && label
                .chars()
                .all(|inside| inside.is_ascii_alphanumeric() || inside == '-')
    };
    let labels: Vec<&str> = host.split('.').collect();
    let is_address = labels.len() == 4 && labels.iter().all(|label| is_number(label));
    let last = labels.last().and_then(|label| label.chars().next());
    let is_name = labels.iter().all(|label| is_label(label))
        && last.is_some_and(|first| first.is_ascii_alphabetic());
    user.matches(':').count() < 2 && (is_address || is_name) && is_number(port)
}

#[test]
fn the_meaning_is_what_the_prose_says_by_hand() {
    assert_eq!(meaning("MailTo:a%40"), ["mailto", "6140"]);
    assert_eq!(meaning("news:a%2B@H"), ["news", "612b", "H"]);
    assert_eq!(meaning("file://LocalHost/a/%2f"), ["file", "", "61/2f"]);
    assert_eq!(meaning("http://H:080"), ["http", "None h Some(\"80\")", ""]);
    assert_eq!(meaning("x:a%3a:"), ["x", "without a host", "613a:"]);
    assert_eq!(meaning("x://h"), ["x", "None h None"]);
    assert_eq!(meaning("x://-h"), ["x", "without a host", "//2d68"]);
    assert_eq!(
        meaning("gopher://h/%31%091"),
        ["gopher", "None h Some(\"70\")", "31\t31"]
    );
    assert_eq!(meaning("gopher://h")[2], "31");
    assert_eq!(meaning("ftp://a:@h/b;type=D")[2], "62;type=d");
    assert_eq!(meaning("prospero://h/a/=;b==")[2], "612f3d;62==");
}

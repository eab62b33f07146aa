//! Normal form and equivalence: Sections 2.1 and 2.2.

use rfc1738::url::{Component, ComponentName};
use rfc1738::{Rule, Url, parse};

use crate::texts::every_text;

fn url(text: &str) -> Url<'_> {
    Url::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn normalized(text: &str) -> String {
    url(text).normalized().into_string()
}

#[test]
fn the_scheme_is_in_lower_case_and_nothing_else_changes_case() {
    assert_eq!(
        normalized("HTTP://Host.DOM/Path?Search"),
        "http://Host.DOM/Path?Search"
    );
    assert_eq!(
        normalized("FTP://User:Pass@H/A;type=I"),
        "ftp://User:Pass@H/A;type=I"
    );
    assert_eq!(normalized("MailTo:Me@Host"), "mailto:Me@Host");
    assert_eq!(normalized("NEWS:Alt.Test"), "news:Alt.Test");
    assert_eq!(normalized("X-New:Part"), "x-new:Part");
}

#[test]
fn the_default_port_is_left_out_however_it_is_written() {
    for (with, without) in [
        ("ftp://a:b@h:21/c", "ftp://a:b@h/c"),
        ("http://h:80", "http://h"),
        ("http://h:0080/", "http://h/"),
        ("gopher://h:70/1", "gopher://h/1"),
        ("nntp://h:119/a.b/1", "nntp://h/a.b/1"),
        ("telnet://u@h:23/", "telnet://u@h/"),
        ("wais://h:210/db", "wais://h/db"),
        ("prospero://h:1525/a", "prospero://h/a"),
    ] {
        assert_eq!(normalized(with), without);
    }
    for kept in [
        "http://h:8080/",
        "http://h:21/",
        "http://h:08080/",
        "http://h:65616/",
        "http://h:0/",
        "x-new://h:80/",
    ] {
        assert_eq!(normalized(kept), kept);
    }
}

#[test]
fn unneeded_escapes_are_decoded_and_the_others_are_in_upper_case() {
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
        ("telnet://%2e:%40@h", "telnet://.:%40@h"),
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
        ("http://h", "http://H", false),
        ("http://h/a/../b", "http://h/b", false),
        ("ftp://@h/", "ftp://h/", false),
        ("ftp://h/", "ftp://h", false),
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

/// The contents of a component. If the prose reserves a character, its encoded and its literal form
/// differ. Otherwise only the octets count.
fn tokens(url: &Url<'_>, component: Component<'_>) -> Vec<(bool, u8)> {
    let reserved: &[u8] = match (url, component.name()) {
        (Url::Http(_), _) => b";/?",
        (_, ComponentName::Fsegment) => b";/",
        (_, ComponentName::Hsoname) => b";",
        (Url::Other(_), _) => b";/?:@=&",
        _ => b"",
    };
    let raw = component.raw();
    let octets = raw.as_bytes();
    let mut tokens = Vec::new();
    let mut place = 0;
    while let Some(&octet) = octets.get(place) {
        if octet == b'%' {
            let value = u8::from_str_radix(&raw[place + 1..place + 3], 16).unwrap();
            tokens.push((false, value));
            place += 3;
        } else {
            tokens.push((reserved.contains(&octet), octet));
            place += 1;
        }
    }
    tokens
}

/// Returns the meaning of a URL: its scheme and the contents of its components.
fn meaning(url: &Url<'_>) -> String {
    let port = url.port_or_default().map_or_else(
        || url.port().map(|port| port.raw().to_owned()),
        |port| Some(port.to_string()),
    );
    let components: Vec<_> = url
        .components()
        .into_iter()
        .filter(|part| !matches!(part.name().as_str(), "scheme" | "port"))
        .map(|part| (part.name(), tokens(url, part)))
        .collect();
    let client = match url {
        Url::Ftp(url) => format!(
            "{:?} {}",
            url.commands_decoding_delimiters().collect::<Vec<_>>(),
            url.commands().is_ok()
        ),
        Url::Gopher(url) => format!(
            "{:?} {:?} {}",
            url.request_decoding_delimiters(),
            url.gopher_plus(),
            url.request().is_ok()
        ),
        Url::File(url) => format!("{:?}", url.to_file_path().ok()),
        Url::Other(url) => format!("{:?}", url.is_ip_based()),
        _ => String::new(),
    };
    format!("{:?} {port:?} {components:?} {client}", url.rule())
}

/// Prefixes, each with pieces to append: delimiters, other characters, and escapes of both.
const SHAPES: [(&str, &[&str]); 11] = [
    (
        "ftp://",
        &["a", ":", "@", "/", ";type=d", "%2f", "%3a", "%3B"],
    ),
    (
        "HTTP://h",
        &["a", ":080", "/", "?", "%3b", ";", "%2F", "%61"],
    ),
    (
        "gopher://h",
        &["/", "1", "%09", "%2f", ":70", "?", "%3F", "%61"],
    ),
    ("mailto:", &["a", "@", "%40", "%61", "%25", "/"]),
    ("news:", &["a", "*", "@", "b.c", "%40", "%2A", "%61"]),
    ("nntp://h", &["/", "a", ":119", "2", "%61"]),
    ("telnet://", &["a", ":", "@", "/", ":23", "%3a", "%61"]),
    ("wais://h/", &["a", "/", "?", "%41", "%2f", "%3f"]),
    ("file://", &["a", "/", "localhost", "%2f", "%61", "%3b"]),
    ("prospero://h/", &["a", "/", ";", "=", "%3d", "%3B", "%2f"]),
    ("X-new:", &["/", "a", ":", "@", "1", "%41", "%2f", "%3a"]),
];

/// Asserts that a URL and its normal form mean the same. Returns whether they differ, or `None` if
/// the text is not a URL.
fn check(text: &str) -> Option<bool> {
    let url = Url::parse(text).ok()?;
    let normalized = url.normalized();
    let again = Url::parse(normalized.as_str()).unwrap();
    assert_eq!(meaning(&url), meaning(&again), "{text} {normalized}");
    assert_eq!(again.normalized(), normalized, "{text}");
    Some(normalized.as_str() != text)
}

#[test]
fn a_url_and_its_normal_form_mean_the_same_and_it_is_its_own_normal_form() {
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
    assert_eq!(changed, 231);
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

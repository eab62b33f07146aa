//! The text that a builder writes, derived by hand from Section 3.

use rfc1738::Builder;
use rfc1738::url::ComponentName;

use super::built;

/// Returns the octets from 0 to 127 as a component writes them that leaves the given reserved
/// characters literal.
fn all_ascii(reserved: &str) -> String {
    let plain = |octet: u8| {
        octet.is_ascii_alphanumeric()
            || b"$-_.+!*'(),".contains(&octet)
            || reserved.as_bytes().contains(&octet)
    };
    (0..128_u8)
        .map(|octet| {
            if plain(octet) {
                char::from(octet).to_string()
            } else {
                format!("%{octet:02X}")
            }
        })
        .collect()
}

#[test]
fn exactly_the_characters_that_need_encoding_are_encoded() {
    let ascii: Vec<u8> = (0..128).collect();
    let tabless: Vec<u8> = (0..128).filter(|&octet| octet != b'\t').collect();
    let lineless: Vec<u8> = (0..128)
        .filter(|octet| !b"\t\n\r".contains(octet))
        .collect();
    let all = |reserved: &str| all_ascii(reserved);
    let all_tabless = |reserved: &str| all_ascii(reserved).replace("%09", "");
    let new = |scheme: &str| Builder::new(scheme).host("h");
    for (builder, start, written) in [
        (new("ftp").user(&ascii), "ftp://", all(";?&=") + "@h"),
        (
            new("ftp").user("").password(&ascii),
            "ftp://:",
            all(";?&=") + "@h",
        ),
        (new("ftp").segment(&ascii), "ftp://h/", all("?:@&=")),
        (new("ftp").path(&ascii), "ftp://h/", all("/?:@&=")),
        (new("http").segment(&ascii), "http://h/", all(":@&=")),
        (new("http").path(&ascii), "http://h/", all("/:@&=")),
        (new("http").search(&ascii), "http://h/?", all(":@&=")),
        (
            new("gopher").gtype("0").selector(&lineless),
            "gopher://h/0",
            all_tabless(";/?:@&=").replace("%0A", "").replace("%0D", ""),
        ),
        (
            new("gopher").gtype("0").search(&tabless),
            "gopher://h/0%09",
            all_tabless(";:@&="),
        ),
        (
            new("gopher").gtype("0").gopher_string(&ascii),
            "gopher://h/0%09%09",
            all(";/?:@&="),
        ),
        (
            Builder::new("mailto").address(&ascii),
            "mailto:",
            all(";/?:@&="),
        ),
        (
            Builder::new("news").article([&ascii[..], b"@h"].concat()),
            "news:",
            all(";/?:&=") + "@h",
        ),
        (new("telnet").user(&ascii), "telnet://", all(";?&=") + "@h/"),
        (new("wais").database(&ascii), "wais://h/", all("")),
        (
            new("wais").database("").search(&ascii),
            "wais://h/?",
            all(";:@&="),
        ),
        (
            new("wais").database("").wtype(&ascii).wpath(""),
            "wais://h//",
            all("") + "/",
        ),
        (
            new("wais").database("").wtype("").wpath(&ascii),
            "wais://h///",
            all(""),
        ),
        (new("file").segment(&ascii), "file://h/", all("?:@&=")),
        (
            new("prospero").hsoname(&ascii),
            "prospero://h/",
            all("/?:@&="),
        ),
        (
            new("prospero").hsoname("").field(&ascii, ""),
            "prospero://h/;",
            all("?:@&") + "=",
        ),
        (
            new("prospero").hsoname("").field("", &ascii),
            "prospero://h/;=",
            all("?:@&"),
        ),
        (new("x-new").user(&ascii), "x-new://", all("") + "@h"),
        (new("x-new").segment(&ascii), "x-new://h/", all("")),
        (new("x-new").path(&ascii), "x-new://h/", all("/")),
        (new("x-new").search(&ascii), "x-new://h/?", all(":@&=")),
        (
            Builder::new("x-new").schemepart(&ascii),
            "x-new:",
            all(";/?:@&="),
        ),
    ] {
        assert_eq!(built(&builder), format!("{start}{written}"));
    }
}

#[test]
fn octets_outside_ascii_are_encoded_everywhere() {
    let octets: Vec<u8> = (128..=255).collect();
    let encoded: Vec<String> = octets.iter().map(|octet| format!("%{octet:02X}")).collect();
    let encoded = encoded.concat();
    let url = Builder::new("mailto").address(&octets);
    assert_eq!(built(&url), format!("mailto:{encoded}"));
    let url = Builder::new("http").host("h").path("é").search("é");
    assert_eq!(built(&url), "http://h/%C3%A9?%C3%A9");
}

/// Section 3.2.2 distinguishes these three URLs.
#[test]
fn the_paths_of_the_rfc_are_distinguished() {
    let ftp = || Builder::new("ftp").user("myname").host("host.dom");
    let url = ftp().segment("/etc").segment("motd");
    assert_eq!(built(&url), "ftp://myname@host.dom/%2Fetc/motd");
    assert_eq!(
        built(&ftp().path("etc/motd")),
        "ftp://myname@host.dom/etc/motd"
    );
    assert_eq!(
        built(&ftp().segment("").segment("etc").segment("motd")),
        "ftp://myname@host.dom//etc/motd"
    );
}

/// Section 3.1 distinguishes absent and empty.
#[test]
fn empty_components_are_written_and_absent_ones_are_not() {
    let ftp = || Builder::new("ftp").host("host.com");
    assert_eq!(built(&ftp()), "ftp://host.com");
    assert_eq!(built(&ftp().path("")), "ftp://host.com/");
    assert_eq!(built(&ftp().user("").path("")), "ftp://@host.com/");
    assert_eq!(
        built(&ftp().user("foo").password("").path("")),
        "ftp://foo:@host.com/"
    );
    let http = || Builder::new("http").host("h");
    assert_eq!(built(&http()), "http://h");
    assert_eq!(built(&http().path("")), "http://h/");
    assert_eq!(built(&http().search("")), "http://h/?");
    let gopher = || Builder::new("gopher").host("h");
    assert_eq!(built(&gopher()), "gopher://h");
    assert_eq!(built(&gopher().gtype("1")), "gopher://h/1");
    assert_eq!(built(&gopher().gtype("1").selector("")), "gopher://h/1");
    assert_eq!(built(&gopher().gtype("1").search("")), "gopher://h/1%09");
    let file = || Builder::new("file").path("a");
    assert_eq!(built(&file()), "file:///a");
    assert_eq!(built(&file().host("")), "file:///a");
    assert_eq!(built(&file().host("localhost")), "file://localhost/a");
    assert_eq!(built(&Builder::new("x-new").schemepart("")), "x-new:");
}

#[test]
fn each_scheme_has_its_form() {
    let new = |scheme: &str| Builder::new(scheme).host("h.dom").port(99);
    for (builder, expected) in [
        (
            new("FTP").user("u").password("p").path("a/b").ftptype("D"),
            "ftp://u:p@h.dom:99/a/b;type=D",
        ),
        (new("http").path("a/b").search("c"), "http://h.dom:99/a/b?c"),
        (
            new("gopher")
                .gtype("7")
                .selector("s")
                .search("t u")
                .gopher_string("+v"),
            "gopher://h.dom:99/7s%09t%20u%09+v",
        ),
        (
            new("gopher").gtype("0").gopher_string("!"),
            "gopher://h.dom:99/0%09%09!",
        ),
        (
            new("gopher").gtype("\t").selector("a"),
            "gopher://h.dom:99/%09a",
        ),
        (Builder::new("mailto").address("a%b@c"), "mailto:a%25b@c"),
        (Builder::new("news").group("*"), "news:*"),
        (Builder::new("news").group("alt.test"), "news:alt.test"),
        (Builder::new("news").article("*@1.2.3.4"), "news:*@1.2.3.4"),
        (Builder::new("news").article("a@b@c.d"), "news:a%40b@c.d"),
        (new("nntp").group("alt.test"), "nntp://h.dom:99/alt.test"),
        (
            new("nntp").group("alt.test").digits(42),
            "nntp://h.dom:99/alt.test/42",
        ),
        (new("telnet"), "telnet://h.dom:99/"),
        (new("wais").database("db"), "wais://h.dom:99/db"),
        (
            new("wais").database("d/b").search("w x"),
            "wais://h.dom:99/d%2Fb?w%20x",
        ),
        (
            new("wais").database("db").wtype("T").wpath("1/2"),
            "wais://h.dom:99/db/T/1%2F2",
        ),
        (
            new("prospero").hsoname("/pros/name"),
            "prospero://h.dom:99//pros/name",
        ),
        (
            new("prospero").hsoname("a").field("b", "c=d").field("", ""),
            "prospero://h.dom:99/a;b=c%3Dd;=",
        ),
        (new("z39.50").path("a/b"), "z39.50://h.dom:99/a/b"),
        (
            Builder::new("https").host("h").segment("a").search("b=c&d"),
            "https://h/a?b=c&d",
        ),
        (
            Builder::new("https").host("h").search("b c/d?e;f"),
            "https://h/?b%20c%2Fd%3Fe%3Bf",
        ),
        (
            Builder::new("CID").schemepart("part1@host"),
            "cid:part1@host",
        ),
        (Builder::new("x").schemepart("//h/a?b c"), "x://h/a?b%20c"),
    ] {
        assert_eq!(built(&builder), expected);
    }
}

#[test]
fn the_last_value_counts_and_segments_add_up() {
    let url = Builder::new("ftp")
        .host("a")
        .host("b")
        .port(1)
        .encoded(ComponentName::Port, "0021");
    let url = url.path("c/d").segment("e/f");
    assert_eq!(built(&url), "ftp://b:0021/c/d/e%2Ff");
    assert_eq!(built(&url.path("g")), "ftp://b:0021/g");
}

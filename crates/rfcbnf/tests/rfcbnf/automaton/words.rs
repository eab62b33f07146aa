//! Accepted texts, viable prefixes and the characters that can follow, in the grammar of RFC 1738.

use rfcbnf::octets::OctetSet;

use super::support::{automaton, grammar};

#[test]
fn urls_of_the_rfc_are_accepted() {
    let url = automaton("url");
    for text in [
        "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
        "ftp://@host.com/",
        "ftp://foo:@host.com/%2Fetc/motd;type=A",
        "news:comp.infosystems.www.misc",
        "gopher://h/0a%09b%09c",
        "x-new:",
    ] {
        assert!(url.accepts(text.as_bytes()), "{text}");
    }
    for text in [
        "",
        "http:",
        "http://user@host/",
        "http://h/~",
        "http://h/é",
        "1",
    ] {
        assert!(!url.accepts(text.as_bytes()), "{text}");
    }
}

#[test]
fn predefined_schemes_are_not_new_schemes_in_any_case() {
    let (other, generic) = (automaton("otherurl"), automaton("genericurl"));
    for text in [
        "http:x",
        "HTTP:",
        "HttP://@/",
        "waIs:",
        "mailto:a",
        "prospero:%41",
    ] {
        assert!(!other.accepts(text.as_bytes()), "{text}");
        assert!(generic.accepts(text.as_bytes()), "{text}");
    }
    for text in [
        "https:x", "httpx:", "htt:", "ftps:", "new:", "news.:", "wai+s:",
    ] {
        assert!(other.accepts(text.as_bytes()), "{text}");
    }
    assert_eq!(other.viable_prefix(b"http:").length(), 4);
}

#[test]
fn new_schemes_are_the_general_syntax_without_the_predefined_ones() {
    let (other, generic) = (automaton("otherurl"), automaton("genericurl"));
    assert_eq!(other.difference(generic), None);
    assert_eq!(generic.difference(other), Some(b"ftp:".to_vec()));
}

#[test]
fn scheme_names_match_in_any_case_unlike_other_literals() {
    for text in ["HTTP://h", "hTTp://h"] {
        assert!(automaton("httpurl").accepts(text.as_bytes()), "{text}");
    }
    assert!(automaton("scheme").accepts(b"X-New"));
    assert!(automaton("fileurl").accepts(b"FILE://localhost/"));
    assert!(automaton("ftpurl").accepts(b"FTP://h/;type=A"));
    assert!(!automaton("ftpurl").accepts(b"ftp://h/;TYPE=A"));
    assert!(!automaton("lowalpha").accepts(b"A"));
}

#[test]
fn a_viable_prefix_has_the_octets_that_can_follow() {
    let prefix = automaton("url").viable_prefix(b"http://h@");
    assert_eq!(prefix.length(), 8);
    assert!(prefix.can_end());
    assert_eq!(
        prefix.next(),
        OctetSet::of("-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    );
    let prefix = automaton("escape").viable_prefix(b"%4");
    assert_eq!(prefix.length(), 2);
    assert!(!prefix.can_end());
    assert_eq!(prefix.next(), OctetSet::of("0123456789ABCDEFabcdef"));
    let whole = automaton("escape").viable_prefix(b"%41");
    assert_eq!((whole.next(), whole.can_end()), (OctetSet::EMPTY, true));
}

#[test]
fn octets_outside_ascii_end_a_viable_prefix() {
    let prefix = automaton("hpath").viable_prefix(b"a\xe9b");
    assert_eq!(prefix.length(), 1);
    assert_eq!(automaton("hpath").viable_prefix("é".as_bytes()).length(), 0);
    assert!(!automaton("hpath").accepts(b"\xff"));
    assert_eq!(automaton("hpath").longest_prefix(b"a\xff"), Some(1));
}

#[test]
fn the_longest_prefix_is_the_longest_accepted_text() {
    let host = automaton("host");
    assert_eq!(host.longest_prefix(b"a.b.-"), Some(3));
    assert_eq!(host.longest_prefix(b"1.2.3.4.5"), Some(7));
    assert_eq!(host.longest_prefix(b"1.2.3"), None);
    assert_eq!(host.longest_prefix(b""), None);
    assert_eq!(automaton("hsegment").longest_prefix(b""), Some(0));
}

#[test]
fn every_production_accepts_its_shortest_text() {
    for production in &grammar().productions {
        let automaton = automaton(&production.name);
        let shortest = automaton
            .shortest()
            .expect("every production derives a text");
        assert!(automaton.accepts(&shortest), "{}", production.name);
    }
    for (name, shortest) in [
        ("url", "a:"),
        ("httpurl", "http://a"),
        ("gopherurl", "gopher://a"),
        ("article", "a@a"),
        ("hostnumber", "0.0.0.0"),
        ("escape", "%aa"),
        ("hsegment", ""),
        ("national", "["),
    ] {
        assert_eq!(
            automaton(name).shortest(),
            Some(shortest.as_bytes().to_vec()),
            "{name}"
        );
    }
}

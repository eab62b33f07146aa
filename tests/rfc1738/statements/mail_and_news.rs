//! Sections 3.5 to 3.8: mailto, news, nntp and telnet URLs.

use rfc1738::advise;

use super::{components, is_url, url};

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

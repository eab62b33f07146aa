//! The other schemes: Sections 3.3, 3.5 to 3.9, 3.11 and 4.

use rfc1738::url::{Component, News, Url, Wais};

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

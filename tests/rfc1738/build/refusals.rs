//! Values that no URL of the scheme can contain: each error names the component.

use rfc1738::url::ComponentName as Name;
use rfc1738::{BuildErrorKind, Builder};

/// Asserts that the builder refuses with the expected reason.
fn check(builder: &Builder, expected: &str) {
    let error = builder.build().unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.kind(), BuildErrorKind::Inexpressible);
}

#[test]
fn an_invalid_host_or_port_is_refused() {
    let new = |scheme: &str| Builder::new(scheme).host("h");
    for (builder, expected) in [
        (
            Builder::new("http").host("a/b"),
            "host: invalid value, expected alphadigit, \"-\", \".\" or end of text, found \"/\" at offset 1; a host name is labels of letters, digits and \"-\", separated by \".\", and each begins and ends with a letter or a digit (RFC 1738, 3.1)",
        ),
        (
            Builder::new("http").host(""),
            "host: invalid value, expected alphadigit, found the end of the text at offset 0; a host is a domain name, or four numbers separated by dots",
        ),
        (
            Builder::new("http").host("é"),
            "host: invalid value, expected alphadigit, found \"é\" at offset 0; \"é\" is not a US-ASCII character, and ToASCII of RFC 3490 writes a host name in ASCII (RFC 1738, 2.2)",
        ),
        (
            Builder::new("http").host(b"a\xff"),
            "host: invalid value, expected alphadigit, \"-\", \".\" or end of text, found octet FF at offset 1; a host name is labels of letters, digits and \"-\", separated by \".\", and each begins and ends with a letter or a digit (RFC 1738, 3.1)",
        ),
        (
            Builder::new("http").host("1.2.3"),
            "host: invalid value, expected alphadigit, \"-\" or \".\", found the end of the text at offset 5; the rightmost label of a host name cannot begin with a digit, unless the host is an IP address of four numbers (RFC 1738, 3.1)",
        ),
        (
            Builder::new("file").host("a b").path(""),
            "host: invalid value, expected alphadigit, \"-\", \".\" or end of text, found \" \" at offset 1; a host name is labels of letters, digits and \"-\", separated by \".\", and each begins and ends with a letter or a digit (RFC 1738, 3.1)",
        ),
        (
            new("http").encoded(Name::Port, "80a"),
            "port: invalid value, expected digit or end of text, found \"a\" at offset 2; a port is decimal digits",
        ),
        (
            new("http").encoded(Name::Port, ""),
            "port: invalid value, expected digit, found the end of the text at offset 0; a port is decimal digits",
        ),
        (
            new("http").encoded(Name::Port, "-1"),
            "port: invalid value, expected digit, found \"-\" at offset 0; a port is decimal digits",
        ),
    ] {
        check(&builder, expected);
    }
}

#[test]
fn a_component_that_no_encoding_can_express_is_refused() {
    let new = |scheme: &str| Builder::new(scheme).host("h");
    for (builder, expected) in [
        (
            new("ftp").path("").ftptype("x"),
            "ftptype: invalid value, expected \"A\", \"D\", \"I\", \"a\", \"d\" or \"i\", found \"x\" at offset 0; a typecode is \"a\", \"i\" or \"d\"",
        ),
        (
            new("ftp").path("").ftptype(""),
            "ftptype: invalid value, expected \"A\", \"D\", \"I\", \"a\", \"d\" or \"i\", found the end of the text at offset 0; a typecode is \"a\", \"i\" or \"d\"",
        ),
        (
            new("gopher").gtype(""),
            "gtype: invalid value, it has 0 octets; a gopher type is one octet",
        ),
        (
            new("gopher").gtype("é"),
            "gtype: invalid value, it has 2 octets; a gopher type is one octet",
        ),
        (
            new("gopher").gtype("0").selector("abc\td"),
            "selector: invalid value, the tab at offset 3 would end it (RFC 1738, 3.4.1); a selector holds no tab, LF or CR",
        ),
        (
            new("gopher").gtype("0").selector("\nQUIT\r"),
            "selector: invalid value, it cannot contain LF, which is at offset 0 (RFC 1738, 3.4.1); a selector holds no tab, LF or CR",
        ),
        (
            new("gopher").gtype("0").selector("ab\r\n"),
            "selector: invalid value, it cannot contain CR, which is at offset 2 (RFC 1738, 3.4.1); a selector holds no tab, LF or CR",
        ),
        (
            new("gopher").gtype("0").search("\t"),
            "search: invalid value, the tab at offset 0 would end it (RFC 1738, 3.4.1); a search string holds no tab",
        ),
        (
            Builder::new("mailto").address(""),
            "address: invalid value, expected xchar, found the end of the text at offset 0; an address is at least one octet",
        ),
    ] {
        check(&builder, expected);
    }
}

#[test]
fn an_invalid_group_article_or_scheme_is_refused() {
    for (builder, expected) in [
        (
            Builder::new("news").group("a b"),
            "group: invalid value, expected alphadigit, \"+\", \"-\", \".\", \"_\" or end of text, found \" \" at offset 1; a group is a letter and then letters, digits, \"-\", \".\", \"+\" and \"_\"",
        ),
        (
            Builder::new("news").group(""),
            "group: invalid value, expected alpha, found the end of the text at offset 0; a group is a letter and then letters, digits, \"-\", \".\", \"+\" and \"_\"",
        ),
        (
            Builder::new("nntp").host("h").group("*"),
            "group: invalid value, expected alpha, found \"*\" at offset 0; a group is a letter and then letters, digits, \"-\", \".\", \"+\" and \"_\"",
        ),
        (
            Builder::new("nntp")
                .host("h")
                .group("a")
                .encoded(Name::Digits, "4 2"),
            "digits: invalid value, expected digit or end of text, found \" \" at offset 1; the number of an article is decimal digits",
        ),
        (
            Builder::new("news").article("<a%b"),
            "article: invalid value, expected xchar, found the end of the text at offset 4; a message id is at least one octet, \"@\" and a host",
        ),
        (
            Builder::new("news").article("a% b@"),
            "article: invalid value, expected alphadigit, found the end of the text at offset 5; a message id is at least one octet, \"@\" and a host",
        ),
        (
            Builder::new("news").article("@h"),
            "article: invalid value, expected uchar, \"&\", \"/\", \":\", \";\", \"=\" or \"?\", found \"@\" at offset 0; a message id is at least one octet, \"@\" and a host",
        ),
        (
            Builder::new("news").article("a b@c_d"),
            "article: invalid value, expected alphadigit, \"-\", \".\" or end of text, found \"_\" at offset 5; a message id is at least one octet, \"@\" and a host",
        ),
        (
            Builder::new("no scheme"),
            "scheme: invalid value, expected alphadigit, \"+\", \"-\", \".\" or end of text, found \" \" at offset 2; a scheme is letters, digits, \"+\", \"-\" and \".\"",
        ),
        (
            Builder::new(""),
            "scheme: invalid value, expected alphadigit, \"+\", \"-\" or \".\", found the end of the text at offset 0; a scheme is letters, digits, \"+\", \"-\" and \".\"",
        ),
        (
            Builder::new(b"\x1b[1m"),
            "scheme: invalid value, expected alphadigit, \"+\", \"-\" or \".\", found \"\\u{1b}\" at offset 0; a scheme is letters, digits, \"+\", \"-\" and \".\"",
        ),
    ] {
        check(&builder, expected);
    }
}

#[test]
fn a_missing_component_is_named() {
    for (builder, expected) in [
        (
            Builder::new("ftp"),
            "host: missing, and the URL needs one (RFC 1738, 3.2); a host is a domain name, or four numbers separated by dots",
        ),
        (
            Builder::new("http").path(""),
            "host: missing, and the URL needs one (RFC 1738, 3.3); a host is a domain name, or four numbers separated by dots",
        ),
        (
            Builder::new("mailto"),
            "address: missing, and the URL needs one (RFC 1738, 3.5); an address is at least one octet",
        ),
        (
            Builder::new("news"),
            "group: missing, and the URL needs one (RFC 1738, 3.6); give a group, \"*\" for all groups, or an article",
        ),
        (
            Builder::new("nntp").host("h").digits(1),
            "group: missing, and the URL needs one (RFC 1738, 3.7); a group is a letter and then letters, digits, \"-\", \".\", \"+\" and \"_\"",
        ),
        (
            Builder::new("wais").host("h"),
            "database: missing, and the URL needs one (RFC 1738, 3.9); it may be empty",
        ),
        (
            Builder::new("file"),
            "path: missing, and the URL needs one (RFC 1738, 3.10); a path is at least one segment, which may be empty",
        ),
        (
            Builder::new("prospero").host("h"),
            "hsoname: missing, and the URL needs one (RFC 1738, 3.11); it may be empty",
        ),
        (
            Builder::new("x-new"),
            "schemepart: missing, and the URL needs one (RFC 1738, 2.1); give a schemepart, or a host and what goes with it",
        ),
        (
            Builder::new("x-new").path("a"),
            "host: missing, and the URL needs one (RFC 1738, 2.1); a host is a domain name, or four numbers separated by dots",
        ),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.kind(), BuildErrorKind::Missing);
    }
}

#[test]
fn conflicting_or_incomplete_components_are_refused() {
    let new = |scheme: &str| Builder::new(scheme).host("h");
    let wais = || new("wais").database("");
    for (builder, kind, expected) in [
        (
            new("ftp").password("p"),
            BuildErrorKind::Needs(Name::User),
            "password: requires user (RFC 1738, 3.1); give user as well",
        ),
        (
            new("telnet").password(""),
            BuildErrorKind::Needs(Name::User),
            "password: requires user (RFC 1738, 3.1); give user as well",
        ),
        (
            new("ftp").ftptype("a"),
            BuildErrorKind::Needs(Name::UrlPath),
            "ftptype: requires path (RFC 1738, 3.2.2); give path as well",
        ),
        (
            new("gopher").selector(""),
            BuildErrorKind::Needs(Name::Gtype),
            "selector: requires gtype (RFC 1738, 3.4.1); give gtype as well",
        ),
        (
            new("gopher").search("a"),
            BuildErrorKind::Needs(Name::Gtype),
            "search: requires gtype (RFC 1738, 3.4.1); give gtype as well",
        ),
        (
            new("gopher").gopher_string("+"),
            BuildErrorKind::Needs(Name::Gtype),
            "gopher_string: requires gtype (RFC 1738, 3.4.1); give gtype as well",
        ),
        (
            wais().wtype("T"),
            BuildErrorKind::Needs(Name::Wpath),
            "wtype: requires wpath (RFC 1738, 3.9); give wpath as well",
        ),
        (
            wais().wpath("1"),
            BuildErrorKind::Needs(Name::Wtype),
            "wpath: requires wtype (RFC 1738, 3.9); give wtype as well",
        ),
        (
            wais().search("").wtype("T"),
            BuildErrorKind::Excludes(Name::Search),
            "wtype: conflicts with search (RFC 1738, 3.9); leave one out",
        ),
        (
            wais().search("").wpath("1"),
            BuildErrorKind::Excludes(Name::Search),
            "wpath: conflicts with search (RFC 1738, 3.9); leave one out",
        ),
        (
            Builder::new("news").group("a").article("a@b"),
            BuildErrorKind::Excludes(Name::Group),
            "article: conflicts with group (RFC 1738, 3.6); leave one out",
        ),
        (
            new("x-new").schemepart("a"),
            BuildErrorKind::Excludes(Name::Host),
            "schemepart: conflicts with host (RFC 1738, 3.1); leave one out",
        ),
        (
            Builder::new("x-new").schemepart("a").path("b"),
            BuildErrorKind::Excludes(Name::UrlPath),
            "schemepart: conflicts with path (RFC 1738, 3.1); leave one out",
        ),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.kind(), kind);
    }
}

#[test]
fn a_component_that_the_scheme_does_not_have_is_refused() {
    for (builder, expected) in [
        (
            Builder::new("ftp").search(""),
            "search: ftp URLs have none (RFC 1738, 3.2); ftp URLs have user, password, host, port, path and ftptype",
        ),
        (
            Builder::new("http").user("me"),
            "user: no user name or password is allowed in an http URL (RFC 1738, 3.3); http URLs have host, port, path and search",
        ),
        (
            Builder::new("http").gtype("1"),
            "gtype: http URLs have none (RFC 1738, 3.3); http URLs have host, port, path and search",
        ),
        (
            Builder::new("gopher").path(""),
            "path: the path of gopher URLs consists of other components (RFC 1738, 3.4); gopher URLs have host, port, gtype, selector, search and gopher_string",
        ),
        (
            Builder::new("mailto").host("h"),
            "host: mailto URLs have none (RFC 1738, 3.5); mailto URLs have address",
        ),
        (
            Builder::new("news").port(1),
            "port: news URLs have none (RFC 1738, 3.6); news URLs have group and article",
        ),
        (
            Builder::new("nntp").user("u"),
            "user: an nntp URL names a host and a port, but no user (RFC 1738, 3.7); nntp URLs have host, port, group and digits",
        ),
        (
            Builder::new("telnet").path(""),
            "path: telnet URLs have none (RFC 1738, 3.8); telnet URLs have user, password, host and port",
        ),
        (
            Builder::new("wais").password("u"),
            "password: a wais URL names a host and a port, but no user (RFC 1738, 3.9); wais URLs have host, port, database, search, wtype and wpath",
        ),
        (
            Builder::new("file").port(1),
            "port: a file URL names a host, but neither a user nor a port (RFC 1738, 3.10); file URLs have host and path",
        ),
        (
            Builder::new("prospero").user("u"),
            "user: no user name or password is allowed in a prospero URL (RFC 1738, 3.11); prospero URLs have host, port, hsoname and field",
        ),
        (
            Builder::new("http").field("a", "b"),
            "field: http URLs have none (RFC 1738, 3.3); http URLs have host, port, path and search",
        ),
        (
            Builder::new("x-new").database("a"),
            "database: x-new URLs have none (RFC 1738, 2.1); x-new URLs have user, password, host, port, path, search and schemepart",
        ),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.kind(), BuildErrorKind::Foreign);
    }
}

/// Calls each setter with each scheme: the URL contains the value, or the error names it.
#[test]
fn no_given_component_is_dropped() {
    type Give = fn(Builder, &'static str) -> Builder;
    let setters: [(Name, Give); 19] = [
        (Name::User, Builder::user),
        (Name::Password, Builder::password),
        (Name::Host, Builder::host),
        (Name::Port, |builder, port| {
            builder.encoded(Name::Port, port)
        }),
        (Name::UrlPath, Builder::segment),
        (Name::Ftptype, Builder::ftptype),
        (Name::Search, Builder::search),
        (Name::Gtype, Builder::gtype),
        (Name::Selector, Builder::selector),
        (Name::GopherString, Builder::gopher_string),
        (Name::Encoded822addr, Builder::address),
        (Name::Group, Builder::group),
        (Name::Article, Builder::article),
        (Name::Digits, |builder, number| {
            builder.encoded(Name::Digits, number)
        }),
        (Name::Database, Builder::database),
        (Name::Wtype, Builder::wtype),
        (Name::Wpath, Builder::wpath),
        (Name::Hsoname, Builder::hsoname),
        (Name::Schemepart, Builder::schemepart),
    ];
    let new = |scheme: &str| Builder::new(scheme).host("h");
    let mut refusals = 0;
    for complete in [
        new("ftp"),
        new("http"),
        new("gopher").gtype("1"),
        Builder::new("mailto").address("a"),
        Builder::new("news"),
        new("nntp").group("a"),
        new("telnet"),
        new("wais").database(""),
        new("file").path(""),
        new("prospero").hsoname(""),
        new("x-new"),
    ] {
        for (name, give) in setters {
            match give(complete.clone(), "\u{7f}").build() {
                Ok(url) => assert!(url.as_str().contains("%7F"), "{url}"),
                Err(error) => {
                    assert_eq!(error.component(), name);
                    refusals += usize::from(error.kind() == BuildErrorKind::Foreign);
                }
            }
        }
    }
    // The schemes have 6, 4, 6, 1, 2, 4, 4, 6, 2, 3 and 7 of them.
    assert_eq!(refusals, 11 * 19 - 45);
}

#[test]
fn a_path_that_begins_with_the_slash_is_refused() {
    let builder = Builder::new("http").host("h").path("/a");
    let error = builder.build().unwrap_err();
    assert_eq!(
        (error.component(), error.kind()),
        (Name::UrlPath, BuildErrorKind::LeadingSlash)
    );
    let encoded = Builder::new("http").host("h").encoded(Name::Hpath, "/a");
    assert_eq!(encoded.build().unwrap_err(), error);
    // The last path counts.
    assert_eq!(builder.path("a").build().unwrap(), "http://h/a");
}

#[test]
fn an_encoded_component_with_a_lone_percent_sign_is_refused() {
    for (component, builder) in [
        (
            Name::UrlPath,
            Builder::new("http")
                .host("h")
                .encoded(Name::UrlPath, "a/50%"),
        ),
        (
            Name::Search,
            Builder::new("http").host("h").encoded(Name::Search, "%zz"),
        ),
        (
            Name::User,
            Builder::new("ftp").host("h").encoded(Name::User, "%4"),
        ),
    ] {
        let error = builder.build().unwrap_err();
        assert_eq!(
            (error.component(), error.kind()),
            (component, BuildErrorKind::Inexpressible)
        );
    }
}

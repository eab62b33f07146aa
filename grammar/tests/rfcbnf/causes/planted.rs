//! Faults planted in RFC 1738, one and several at a time: each is a cause of its own, at the
//! production that was changed, or at the smallest that nobody can tell apart from it.

use super::support::{Edit, ids, planted};

/// A production with planted faults, and the ids of the causes.
type Planted = (&'static str, &'static [Edit], &'static [&'static str]);

fn check(planted_faults: &[Planted]) {
    for (production, edits, causes) in planted_faults {
        let findings = planted(production, edits);
        assert_eq!(ids(&findings), *causes, "{production} {edits:?}");
    }
}

#[test]
fn a_character_too_many_is_found_where_it_was_planted() {
    check(&[
        (
            "httpurl",
            &[("hsegment       = *[", "hsegment       = *[ \"<\" |")],
            &["hsegment/accepts/x3c"],
        ),
        (
            "httpurl",
            &[("search         = *[", "search         = *[ \"#\" |")],
            &["search/accepts/x23"],
        ),
        (
            "httpurl",
            &[("alphadigit     =", "alphadigit     = \"_\" |")],
            &["alphadigit/accepts/x5f"],
        ),
        (
            "httpurl",
            &[(
                "toplabel       = alpha |",
                "toplabel       = alpha | digit |",
            )],
            &["toplabel/accepts/0..9"],
        ),
        (
            "httpurl",
            &[(
                "domainlabel    = alphadigit |",
                "domainlabel    = alphadigit | \"-\" |",
            )],
            &["domainlabel/accepts/x2d"],
        ),
        (
            "ftpurl",
            &[("ftptype        =", "ftptype        = \"B\" |")],
            &["ftptype/accepts/B"],
        ),
        // Nothing but `uchar` uses `extra` in an http URL, so no text tells them apart.
        (
            "httpurl",
            &[("extra          =", "extra          = \"^\" |")],
            &["uchar/accepts/x5e"],
        ),
        // The segment ends the path there, and a wrong one is a wrong end of the path.
        (
            "ftpurl",
            &[("fsegment       = *[", "fsegment       = *[ \";\" |")],
            &["ftpurl/accepts/x3b/after/ftp%3a%2f%2fa%2f"],
        ),
    ]);
}

#[test]
fn a_character_too_few_is_found_where_it_was_planted() {
    check(&[
        (
            "httpurl",
            &[("extra          = \"!\" |", "extra          =")],
            &["extra/rejects/x21"],
        ),
        (
            "httpurl",
            &[("safe           = \"$\" |", "safe           =")],
            &["safe/rejects/x24"],
        ),
        (
            "httpurl",
            &[("\"%\" hex hex", "\"%\" digit hex")],
            &["escape/rejects/A..F,a..f/after/%25"],
        ),
        ("ftpurl", &[("| \"D\" |", "|")], &["ftptype/rejects/D"]),
        (
            "gopherurl",
            &[("gtype          = xchar", "gtype          = digit")],
            &["gtype/rejects"],
        ),
    ]);
}

#[test]
fn an_end_too_early_is_found_where_it_was_planted() {
    check(&[
        (
            "httpurl",
            &[("port           = digits", "port           = [ digits ]")],
            &["port/accepts/end"],
        ),
        (
            "httpurl",
            &[("\"%\" hex hex", "\"%\" hex")],
            &["uchar/accepts/end/after/%25a"],
        ),
        (
            "httpurl",
            &[("\"%\" hex hex", "\"%\" [ hex hex ]")],
            &["hex/accepts/end"],
        ),
        (
            "httpurl",
            &[("= host [ \":\"", "= [ host ] [ \":\"")],
            &["host/accepts/end"],
        ),
        (
            "httpurl",
            &[("] toplabel", "] toplabel [ \".\" ]")],
            &["hostname/accepts/end/after/a."],
        ),
        (
            "ftpurl",
            &[("\";type=\" ftptype", "\";type=\" [ ftptype ]")],
            &["ftptype/accepts/end"],
        ),
        (
            "mailtourl",
            &[("1*xchar", "*xchar")],
            &["xchar/accepts/end"],
        ),
    ]);
}

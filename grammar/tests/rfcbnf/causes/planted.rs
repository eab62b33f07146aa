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
            &["gopherurl/rejects/x21,x24..x2f,x3a..x3b,x~98c47be3/after/gopher%3a%2f%2fa%2f"],
        ),
        (
            "httpurl",
            &[("\"F\" |\n                 \"a\" |", "\"F\" |")],
            &["hex/rejects/a"],
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
            &["escape/accepts/end/after/%25a"],
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

#[test]
fn a_part_too_many_is_one_cause() {
    check(&[
        (
            "httpurl",
            &[(
                "\"http://\" hostport",
                "\"http://\" [ user \"@\" ] hostport",
            )],
            &["host/accepts/x40"],
        ),
        (
            "httpurl",
            &[("[ \"?\" search ]]", "[ \"?\" search ]] [ \"#\" *uchar ]")],
            &["httpurl/accepts/x23/after/http%3a%2f%2fa"],
        ),
        (
            "httpurl",
            &[(
                "digits \".\" digits",
                "digits [ \".\" digits ] \".\" digits",
            )],
            &["hostnumber/accepts/x2e/after/0.0.0.0"],
        ),
        (
            "httpurl",
            &[("hpath [ \"?\" search ]]", "hpath ] [ \"?\" search ]")],
            &["httpurl/accepts/x3f/after/http%3a%2f%2fa"],
        ),
        // A part that may be left out shows at its end and at what may follow it.
        (
            "prosperourl",
            &[(
                "fieldname \"=\" fieldvalue",
                "fieldname [ \"=\" fieldvalue ]",
            )],
            &["prosperourl/accepts/end/after/prospero%3a%2f%2fa%2f%3b"],
        ),
    ]);
}

#[test]
fn a_part_too_few_is_one_cause() {
    check(&[
        (
            "httpurl",
            &[("hpath [ \"?\" search ]]", "hpath ]")],
            &["httpurl/rejects/x3f/after/http%3a%2f%2fa%2f"],
        ),
        (
            "ftpurl",
            &[("fsegment *[ \"/\" fsegment ]", "fsegment")],
            &["fpath/rejects/x2f"],
        ),
        (
            "newsurl",
            &[("\"*\" | group", "group")],
            &["grouppart/rejects/end/after/%2a"],
        ),
        (
            "newsurl",
            &[("\"@\" host\n", "\"@\" hostname\n")],
            &["hostnumber/rejects/0..9"],
        ),
    ]);
}

#[test]
fn a_part_that_must_be_there_is_one_cause() {
    check(&[
        (
            "httpurl",
            &[(
                "hostport [ \"/\" hpath [ \"?\" search ]]",
                "hostport \"/\" hpath [ \"?\" search ]",
            )],
            &["httpurl/rejects/end/after/http%3a%2f%2fa"],
        ),
        (
            "ftpurl",
            &[("user           = *[", "user           = 1*[")],
            &["user/rejects/end"],
        ),
        (
            "httpurl",
            &[("hsegment       = *[", "hsegment       = 1*[")],
            &["hsegment/rejects/end"],
        ),
    ]);
}

#[test]
fn a_limit_is_found_beyond_the_states_of_the_suite() {
    check(&[
        (
            "httpurl",
            &[("port           = digits", "port           = 1*5digit")],
            &["port/rejects/0..9/after/00000"],
        ),
        (
            "nntpurl",
            &[("[ \"/\" digits ]", "[ \"/\" digit ]")],
            &["nntpurl/rejects/0..9/after/nntp%3a%2f%2fa%2fa%2f0"],
        ),
    ]);
}

#[test]
fn several_faults_are_several_causes() {
    check(&[
        (
            "httpurl",
            &[
                ("extra          =", "extra          = \"^\" |"),
                ("port           = digits", "port           = [ digits ]"),
                (
                    "domainlabel    = alphadigit |",
                    "domainlabel    = alphadigit | \"-\" |",
                ),
                ("search         = *[", "search         = *[ \"#\" |"),
            ],
            &[
                "domainlabel/accepts/x2d",
                "port/accepts/end",
                "search/accepts/x23",
                "uchar/accepts/x5e",
            ],
        ),
        (
            "ftpurl",
            &[
                ("| \"D\" |", "|"),
                ("user           = *[", "user           = 1*["),
                ("= host [ \":\"", "= [ host ] [ \":\""),
            ],
            &["ftptype/rejects/D", "host/accepts/end", "user/rejects/end"],
        ),
        (
            "httpurl",
            &[
                (
                    "toplabel       = alpha |",
                    "toplabel       = alpha | digit |",
                ),
                ("search         = *[", "search         = *[ \"#\" |"),
            ],
            &["search/accepts/x23", "toplabel/accepts/0..9"],
        ),
        (
            "ftpurl",
            &[
                ("ftptype        =", "ftptype        = \"B\" |"),
                ("] \"@\" ] hostport", "] \"@\" ] host"),
            ],
            &["ftptype/accepts/B", "hostport/rejects/x3a/after/a"],
        ),
    ]);
}

#[test]
fn a_fault_of_the_whole_production_leaves_those_below_it_where_they_were_planted() {
    const QUERY: Edit = ("hpath [ \"?\" search ]]", "hpath ] [ \"?\" search ]");
    const DOT: Edit = ("] toplabel", "] toplabel [ \".\" ]");
    check(&[
        (
            "httpurl",
            &[QUERY, DOT],
            &[
                "hostname/accepts/end/after/a.",
                "httpurl/accepts/x3f/after/http%3a%2f%2fa",
            ],
        ),
        (
            "httpurl",
            &[QUERY, ("alphadigit     =", "alphadigit     = \"_\" |")],
            &[
                "alphadigit/accepts/x5f",
                "httpurl/accepts/x3f/after/http%3a%2f%2fa",
            ],
        ),
        (
            "httpurl",
            &[
                QUERY,
                ("port           = digits", "port           = [ digits ]"),
            ],
            &[
                "httpurl/accepts/x3f/after/http%3a%2f%2fa",
                "port/accepts/end",
            ],
        ),
    ]);
}

#[test]
fn rejected_octets_are_causes_of_the_productions_that_lack_them() {
    check(&[
        (
            "httpurl",
            &[
                ("extra          = \"!\" |", "extra          ="),
                ("safe           = \"$\" |", "safe           ="),
            ],
            &["extra/rejects/x21", "safe/rejects/x24"],
        ),
        (
            "httpurl",
            &[
                ("hpath [ \"?\" search ]]", "hpath ]"),
                ("| \".\" | \"+\"\nextra", "| \".\"\nextra"),
            ],
            &[
                "httpurl/rejects/x3f/after/http%3a%2f%2fa%2f",
                "safe/rejects/x2b",
            ],
        ),
    ]);
}

#[test]
fn a_part_left_out_is_one_cause_and_so_is_a_delimiter_that_most_places_cannot_show() {
    check(&[(
        "url",
        &[
            ("= host [ \":\"", "= [ host ] [ \":\""),
            ("fsegment       = *[", "fsegment       = *[ \";\" |"),
        ],
        &["fsegment/accepts/x3b", "hostport/accepts/end"],
    )]);
}

#[test]
fn faults_that_no_text_of_the_suite_shows_are_found() {
    for (before, after, id) in [
        (
            "port           = digits",
            "port           = 1*5digit",
            "port/rejects/0..9/after/00000",
        ),
        (
            "domainlabel    = alphadigit |",
            "domainlabel    = alphadigit | \"-\" |",
            "domainlabel/accepts/x2d",
        ),
    ] {
        let findings = planted("httpurl", &[(before, after)]);
        assert_eq!(ids(&findings), [id]);
        assert_eq!(findings.causes[0].texts, 0, "{id}");
    }
}

#[test]
fn faults_in_parts_of_every_kind_of_url_are_found_where_they_were_planted() {
    check(&[(
        "url",
        &[
            ("alphadigit     =", "alphadigit     = \"_\" |"),
            ("port           = digits", "port           = [ digits ]"),
            ("search         = *[", "search         = *[ \"#\" |"),
            ("ftptype        =", "ftptype        = \"B\" |"),
        ],
        &[
            "alphadigit/accepts/x5f",
            "ftptype/accepts/B",
            "port/accepts/end",
            "search/accepts/x23",
        ],
    )]);
}

#[test]
fn the_id_of_a_cause_does_not_depend_on_other_faults() {
    let faults: [Edit; 4] = [
        ("port           = digits", "port           = 1*5digit"),
        ("] toplabel", "] toplabel [ \".\" ]"),
        ("extra          =", "extra          = \"^\" |"),
        // So no witness begins with the letter that stands in the ids.
        ("lowalpha       = \"a\" |", "lowalpha       ="),
    ];
    let mut alone: Vec<String> = faults
        .iter()
        .flat_map(|&fault| ids(&planted("httpurl", &[fault])))
        .collect();
    alone.sort();
    assert_eq!(
        alone,
        [
            "hostname/accepts/end/after/a.",
            "lowalpha/rejects/a",
            "port/rejects/0..9/after/00000",
            "uchar/accepts/x5e",
        ]
    );
    assert_eq!(ids(&planted("httpurl", &faults)), alone);
}

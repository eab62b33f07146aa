//! Faults planted in RFC 1738, one and several at a time: each is a cause of its own, at the
//! production that was changed, or at the smallest that nobody can tell apart from it.

use super::support::{Edit, ids, planted, planted_in_source};
use crate::extent::few_or_many;

/// A production with planted faults, and the ids of the causes.
type Planted = (&'static str, &'static [Edit], &'static [&'static str]);

fn check(planted_faults: &[Planted]) {
    for (production, edits, causes) in planted_faults {
        let findings = planted(production, edits);
        assert_eq!(ids(&findings), *causes, "{production} {edits:?}");
    }
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_character_too_many_is_found_where_it_was_planted() {
    check(&[
        (
            "httpurl",
            &[("hsegment       = *[", "hsegment       = *[ \"<\" |")],
            &["hsegment"],
        ),
        (
            "httpurl",
            &[("search         = *[", "search         = *[ \"#\" |")],
            &["search"],
        ),
        (
            "httpurl",
            &[("alphadigit     =", "alphadigit     = \"_\" |")],
            &["alphadigit"],
        ),
        (
            "httpurl",
            &[(
                "toplabel       = alpha |",
                "toplabel       = alpha | digit |",
            )],
            &["toplabel"],
        ),
        (
            "httpurl",
            &[(
                "domainlabel    = alphadigit |",
                "domainlabel    = alphadigit | \"-\" |",
            )],
            &["domainlabel"],
        ),
        (
            "ftpurl",
            &[("ftptype        =", "ftptype        = \"B\" |")],
            &["ftptype"],
        ),
        // Nothing but `uchar` uses `extra` in an http URL, so no text tells them apart.
        (
            "httpurl",
            &[("extra          =", "extra          = \"^\" |")],
            &["uchar"],
        ),
        // The segment ends the path there, and a wrong one is a wrong end of the path.
        (
            "ftpurl",
            &[("fsegment       = *[", "fsegment       = *[ \";\" |")],
            &["fsegment"],
        ),
    ]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_character_too_few_is_found_where_it_was_planted() {
    check(&[
        (
            "httpurl",
            &[("extra          = \"!\" |", "extra          =")],
            &["extra"],
        ),
        (
            "httpurl",
            &[("safe           = \"$\" |", "safe           =")],
            &["safe"],
        ),
        (
            "httpurl",
            &[("\"%\" hex hex", "\"%\" digit hex")],
            &["escape/part-2"],
        ),
        ("ftpurl", &[("| \"D\" |", "|")], &["ftptype"]),
        (
            "gopherurl",
            &[("gtype          = xchar", "gtype          = digit")],
            &["gtype"],
        ),
        (
            "httpurl",
            &[("\"F\" |\n                 \"a\" |", "\"F\" |")],
            &["hex"],
        ),
    ]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn an_end_too_early_is_found_where_it_was_planted() {
    check(&[
        (
            "httpurl",
            &[("port           = digits", "port           = [ digits ]")],
            &["port"],
        ),
        (
            "httpurl",
            &[("\"%\" hex hex", "\"%\" hex")],
            &["escape/part-2"],
        ),
        (
            "httpurl",
            &[("\"%\" hex hex", "\"%\" [ hex hex ]")],
            &["hex"],
        ),
        (
            "httpurl",
            &[("= host [ \":\"", "= [ host ] [ \":\"")],
            &["host"],
        ),
        (
            "httpurl",
            &[("] toplabel", "] toplabel [ \".\" ]")],
            &["hostname/gap-3"],
        ),
        (
            "ftpurl",
            &[("\";type=\" ftptype", "\";type=\" [ ftptype ]")],
            &["ftptype"],
        ),
        ("mailtourl", &[("1*xchar", "*xchar")], &["encoded822addr"]),
    ]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_part_too_many_is_one_cause() {
    check(&[
        (
            "httpurl",
            &[(
                "\"http://\" hostport",
                "\"http://\" [ user \"@\" ] hostport",
            )],
            &["httpurl/gap-2"],
        ),
        // What ends the part may be in it, too.
        (
            "httpurl",
            &[(
                "\"http://\" hostport",
                "\"http://\" *[ *[ uchar | \":\" ] \"@\" ] hostport",
            )],
            &["httpurl/gap-2"],
        ),
        (
            "httpurl",
            &[("[ \"?\" search ]]", "[ \"?\" search ]] [ \"#\" *uchar ]")],
            &["httpurl/gap-4"],
        ),
        (
            "httpurl",
            &[(
                "digits \".\" digits",
                "digits [ \".\" digits ] \".\" digits",
            )],
            &["hostnumber/gap-1"],
        ),
        (
            "httpurl",
            &[("hpath [ \"?\" search ]]", "hpath ] [ \"?\" search ]")],
            &["httpurl/part-3"],
        ),
        // A part that may be left out shows at its end and at what may follow it.
        (
            "prosperourl",
            &[(
                "fieldname \"=\" fieldvalue",
                "fieldname [ \"=\" fieldvalue ]",
            )],
            &["fieldspec"],
        ),
    ]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_part_too_few_is_one_cause() {
    check(&[
        (
            "httpurl",
            &[("hpath [ \"?\" search ]]", "hpath ]")],
            &["httpurl/part-3.1.3"],
        ),
        (
            "ftpurl",
            &[("fsegment *[ \"/\" fsegment ]", "fsegment")],
            &["fpath/part-2"],
        ),
        ("newsurl", &[("\"*\" | group", "group")], &["grouppart"]),
        (
            "newsurl",
            &[("\"@\" host\n", "\"@\" hostname\n")],
            &["host"],
        ),
    ]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_part_that_must_be_there_is_one_cause() {
    check(&[
        (
            "httpurl",
            &[(
                "hostport [ \"/\" hpath [ \"?\" search ]]",
                "hostport \"/\" hpath [ \"?\" search ]",
            )],
            &["httpurl/part-3"],
        ),
        (
            "ftpurl",
            &[("user           = *[", "user           = 1*[")],
            &["user"],
        ),
        (
            "httpurl",
            &[("hsegment       = *[", "hsegment       = 1*[")],
            &["hsegment"],
        ),
    ]);
}

/// News with few letters.
const NEWS: &str = "nntpurl = \"n://\" host [ \":\" digits ] \"/\" group [ \"/\" digits ]\n\
    host = letter *( \".\" letter )\ngroup = letter *( letter | \".\" )\n\
    digits = 1*digit\nletter = \"a\" | \"b\"\ndigit = \"0\" | \"1\"\n";

#[test]
fn a_limit_is_found_beyond_the_states_of_the_suite() {
    let edits: [Edit; 1] = [("[ \"/\" digits ]", "[ \"/\" digit ]")];
    let findings = planted_in_source(NEWS, "nntpurl", &edits);
    assert_eq!(ids(&findings), ["nntpurl/part-6.1.2"]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_limit_of_rfc_1738_is_found_beyond_the_suite() {
    check(&[(
        "nntpurl",
        &[("[ \"/\" digits ]", "[ \"/\" digit ]")],
        &["nntpurl/part-5.1.2"],
    )]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn several_faults_are_several_causes() {
    check(&[(
        "httpurl",
        &[
            (
                "toplabel       = alpha |",
                "toplabel       = alpha | digit |",
            ),
            ("search         = *[", "search         = *[ \"#\" |"),
        ],
        &["search", "toplabel"],
    )]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn up_to_four_faults_are_as_many_causes() {
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
            &["domainlabel", "port", "search", "uchar"],
        ),
        (
            "ftpurl",
            &[
                ("| \"D\" |", "|"),
                ("user           = *[", "user           = 1*["),
                ("= host [ \":\"", "= [ host ] [ \":\""),
            ],
            &["ftptype", "host", "user"],
        ),
        (
            "ftpurl",
            &[
                ("ftptype        =", "ftptype        = \"B\" |"),
                ("] \"@\" ] hostport", "] \"@\" ] host"),
            ],
            &["ftptype", "hostport/part-2"],
        ),
    ]);
}

const QUERY: Edit = ("hpath [ \"?\" search ]]", "hpath ] [ \"?\" search ]");

/// URLs with few letters.
const URL: &str = "url = \"h://\" host [ \"/\" path [ \"?\" search ] ]\nhost = 1*letter\n\
    path = *[ letter | \";\" ]\nsearch = *letter\nletter = \"a\" | \"b\"\n";

#[test]
fn a_fault_of_a_production_does_not_move_faults_below() {
    let edits: [Edit; 2] = [
        ("path [ \"?\" search ] ]", "path ] [ \"?\" search ]"),
        ("letter = ", "letter = \"_\" | "),
    ];
    let findings = planted_in_source(URL, "url", &edits);
    assert_eq!(ids(&findings), ["letter", "url/part-3"]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_fault_of_a_url_does_not_move_faults_below() {
    check(&[(
        "httpurl",
        &[QUERY, ("alphadigit     =", "alphadigit     = \"_\" |")],
        &["alphadigit", "httpurl/part-3"],
    )]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_fault_of_a_production_does_not_move_parts_below() {
    const DOT: Edit = ("] toplabel", "] toplabel [ \".\" ]");
    check(&[
        (
            "httpurl",
            &[QUERY, DOT],
            &["hostname/gap-3", "httpurl/part-3"],
        ),
        (
            "httpurl",
            &[
                QUERY,
                ("port           = digits", "port           = [ digits ]"),
            ],
            &["httpurl/part-3", "port"],
        ),
    ]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn rejected_octets_are_causes_of_the_productions_that_lack_them() {
    check(&[
        (
            "httpurl",
            &[
                ("extra          = \"!\" |", "extra          ="),
                ("safe           = \"$\" |", "safe           ="),
            ],
            &["extra", "safe"],
        ),
        (
            "httpurl",
            &[
                ("hpath [ \"?\" search ]]", "hpath ]"),
                ("| \".\" | \"+\"\nextra", "| \".\"\nextra"),
            ],
            &["httpurl/part-3.1.3", "safe"],
        ),
    ]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn an_omitted_part_or_a_hidden_delimiter_is_one_cause() {
    check(&[(
        "url",
        &[
            ("= host [ \":\"", "= [ host ] [ \":\""),
            ("fsegment       = *[", "fsegment       = *[ \";\" |"),
        ],
        &["fsegment", "hostport/part-1"],
    )]);
}

#[test]
fn faults_that_no_text_of_the_suite_shows_are_found() {
    let faults = [
        (
            "port           = digits",
            "port           = 1*5digit",
            "port",
        ),
        (
            "domainlabel    = alphadigit |",
            "domainlabel    = alphadigit | \"-\" |",
            "domainlabel",
        ),
    ];
    // A port is in every URL with a host, and such a URL takes longer.
    let (production, most) = few_or_many(("hostport", 1), ("httpurl", 2));
    for (before, after, id) in faults.into_iter().take(most) {
        let findings = planted(production, &[(before, after)]);
        assert_eq!(ids(&findings), [id]);
        assert_eq!(findings.causes[0].texts, 0, "{id}");
    }
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn faults_are_found_where_planted_in_every_kind_of_url() {
    check(&[(
        "url",
        &[
            ("alphadigit     =", "alphadigit     = \"_\" |"),
            ("port           = digits", "port           = [ digits ]"),
            ("search         = *[", "search         = *[ \"#\" |"),
            ("ftptype        =", "ftptype        = \"B\" |"),
        ],
        &["alphadigit", "ftptype", "port", "search"],
    )]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn the_id_of_a_cause_is_independent_of_other_faults() {
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
    assert_eq!(alone, ["hostname/gap-3", "lowalpha", "port", "uchar",]);
    assert_eq!(ids(&planted("httpurl", &faults)), alone);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_limit_between_the_texts_of_the_suite_is_one_cause() {
    // No suite has a text with six segments and an escape between them.
    check(&[(
        "httpurl",
        &[(
            "hsegment *[ \"/\" hsegment ]",
            "hsegment *5( \"/\" hsegment )",
        )],
        &["hpath/part-2"],
    )]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_limit_in_each_place_is_one_cause() {
    check(&[
        (
            "httpurl",
            &[(
                "digits \".\" digits \".\" digits \".\" digits",
                "d \".\" d \".\" d \".\" d\nd = *\"0\" ( digit | digit digit | \"1\" digit digit | \"2\" ( \"0\" | \"1\" | \"2\" | \"3\" | \"4\" ) digit | \"25\" ( \"0\" | \"1\" ) )",
            )],
            &["hostnumber/each-digits"],
        ),
        (
            "httpurl",
            &[(
                "hsegment *[ \"/\" hsegment ]",
                "hsegment [ \"/\" hsegment [ \"/\" hsegment ] ]",
            )],
            &["hpath/part-2"],
        ),
    ]);
}

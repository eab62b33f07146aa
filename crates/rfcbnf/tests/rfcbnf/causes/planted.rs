//! Faults planted in RFC 1738, one and several at a time: each is a cause of its own, at the
//! production that was changed, or at the smallest that nobody can tell apart from it.

use super::{Edit, ids, planted, planted_in_source};
use crate::extent::few_or_many;

/// Checks the causes of planted faults. A production with the ids of the causes is above its edits: each is a text of the
/// grammar and what replaces it. `\n` is a line end, and `//` begins a comment.
fn check(table: &str) {
    let lines = table.lines().filter(|line| !line.starts_with("//"));
    let lines: Vec<String> = lines.map(|line| line.replace("\\n", "\n")).collect();
    for fault in lines.chunk_by(|_, next| next.starts_with("  ")) {
        let (production, causes) = fault[0].split_once(": ").expect("a production and ids");
        let edits = fault[1..]
            .iter()
            .map(|line| line.trim_start().split_once(" → "));
        let edits: Option<Vec<Edit<'_>>> = edits.collect();
        let edits = edits.expect("each edit has two texts");
        let causes: Vec<&str> = causes.split(' ').collect();
        assert_eq!(
            ids(&planted(production, &edits)),
            causes,
            "{production} {edits:?}"
        );
    }
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_character_too_many_is_found_where_it_was_planted() {
    check(
        "\
httpurl: hsegment
  hsegment       = *[ → hsegment       = *[ \"<\" |
httpurl: search
  search         = *[ → search         = *[ \"#\" |
httpurl: alphadigit
  alphadigit     = → alphadigit     = \"_\" |
httpurl: toplabel
  toplabel       = alpha | → toplabel       = alpha | digit |
httpurl: domainlabel
  domainlabel    = alphadigit | → domainlabel    = alphadigit | \"-\" |
ftpurl: ftptype
  ftptype        = → ftptype        = \"B\" |
// Nothing but `uchar` uses `extra` in an http URL, so no text tells them apart.
httpurl: uchar
  extra          = → extra          = \"^\" |
// The segment ends the path there, and a wrong one is a wrong end of the path.
ftpurl: fsegment
  fsegment       = *[ → fsegment       = *[ \";\" |
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_character_too_few_is_found_where_it_was_planted() {
    check(
        "\
httpurl: extra
  extra          = \"!\" | → extra          =
httpurl: safe
  safe           = \"$\" | → safe           =
httpurl: escape/part-2
  \"%\" hex hex → \"%\" digit hex
ftpurl: ftptype
  | \"D\" | → |
gopherurl: gtype
  gtype          = xchar → gtype          = digit
httpurl: hex
  \"F\" |\\n                 \"a\" | → \"F\" |
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn an_end_too_early_is_found_where_it_was_planted() {
    check(
        "\
httpurl: port
  port           = digits → port           = [ digits ]
httpurl: escape/part-2
  \"%\" hex hex → \"%\" hex
httpurl: hex
  \"%\" hex hex → \"%\" [ hex hex ]
httpurl: host
  = host [ \":\" → = [ host ] [ \":\"
httpurl: hostname/gap-3
  ] toplabel → ] toplabel [ \".\" ]
ftpurl: ftptype
  \";type=\" ftptype → \";type=\" [ ftptype ]
mailtourl: encoded822addr
  1*xchar → *xchar
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_part_too_many_is_one_cause() {
    check(
        "\
httpurl: httpurl/gap-2
  \"http://\" hostport → \"http://\" [ user \"@\" ] hostport
// What ends the part may be in it, too.
httpurl: httpurl/gap-2
  \"http://\" hostport → \"http://\" *[ *[ uchar | \":\" ] \"@\" ] hostport
httpurl: httpurl/gap-4
  [ \"?\" search ]] → [ \"?\" search ]] [ \"#\" *uchar ]
httpurl: hostnumber/gap-1
  digits \".\" digits → digits [ \".\" digits ] \".\" digits
httpurl: httpurl/part-3
  hpath [ \"?\" search ]] → hpath ] [ \"?\" search ]
// A part that may be left out shows at its end and at what may follow it.
prosperourl: fieldspec
  fieldname \"=\" fieldvalue → fieldname [ \"=\" fieldvalue ]
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_part_too_few_is_one_cause() {
    check(
        "\
httpurl: httpurl/part-3.1.3
  hpath [ \"?\" search ]] → hpath ]
ftpurl: fpath/part-2
  fsegment *[ \"/\" fsegment ] → fsegment
newsurl: grouppart
  \"*\" | group → group
newsurl: host
  \"@\" host\\n → \"@\" hostname\\n
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_part_that_must_be_there_is_one_cause() {
    check(
        "\
httpurl: httpurl/part-3
  hostport [ \"/\" hpath [ \"?\" search ]] → hostport \"/\" hpath [ \"?\" search ]
ftpurl: user
  user           = *[ → user           = 1*[
httpurl: hsegment
  hsegment       = *[ → hsegment       = 1*[
",
    );
}

/// News with few letters.
const NEWS: &str = "nntpurl = \"n://\" host [ \":\" digits ] \"/\" group [ \"/\" digits ]\n\
    host = letter *( \".\" letter )\ngroup = letter *( letter | \".\" )\n\
    digits = 1*digit\nletter = \"a\" | \"b\"\ndigit = \"0\" | \"1\"\n";

#[test]
fn a_limit_is_found_beyond_the_states_of_the_suite() {
    let edits: [Edit<'_>; 1] = [("[ \"/\" digits ]", "[ \"/\" digit ]")];
    let findings = planted_in_source(NEWS, "nntpurl", &edits);
    assert_eq!(ids(&findings), ["nntpurl/part-6.1.2"]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_limit_of_rfc_1738_is_found_beyond_the_suite() {
    check(
        "\
nntpurl: nntpurl/part-5.1.2
  [ \"/\" digits ] → [ \"/\" digit ]
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn several_faults_are_several_causes() {
    check(
        "\
httpurl: search toplabel
  toplabel       = alpha | → toplabel       = alpha | digit |
  search         = *[ → search         = *[ \"#\" |
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn up_to_four_faults_are_as_many_causes() {
    check(
        "\
httpurl: domainlabel port search uchar
  extra          = → extra          = \"^\" |
  port           = digits → port           = [ digits ]
  domainlabel    = alphadigit | → domainlabel    = alphadigit | \"-\" |
  search         = *[ → search         = *[ \"#\" |
ftpurl: ftptype host user
  | \"D\" | → |
  user           = *[ → user           = 1*[
  = host [ \":\" → = [ host ] [ \":\"
ftpurl: ftptype hostport/part-2
  ftptype        = → ftptype        = \"B\" |
  ] \"@\" ] hostport → ] \"@\" ] host
",
    );
}

/// URLs with few letters.
const URL: &str = "url = \"h://\" host [ \"/\" path [ \"?\" search ] ]\nhost = 1*letter\n\
    path = *[ letter | \";\" ]\nsearch = *letter\nletter = \"a\" | \"b\"\n";

#[test]
fn a_fault_of_a_production_does_not_move_faults_below() {
    let edits: [Edit<'_>; 2] = [
        ("path [ \"?\" search ] ]", "path ] [ \"?\" search ]"),
        ("letter = ", "letter = \"_\" | "),
    ];
    let findings = planted_in_source(URL, "url", &edits);
    assert_eq!(ids(&findings), ["letter", "url/part-3"]);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_fault_of_a_url_does_not_move_faults_below() {
    check(
        "\
httpurl: alphadigit httpurl/part-3
  hpath [ \"?\" search ]] → hpath ] [ \"?\" search ]
  alphadigit     = → alphadigit     = \"_\" |
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_fault_of_a_production_does_not_move_parts_below() {
    check(
        "\
httpurl: hostname/gap-3 httpurl/part-3
  hpath [ \"?\" search ]] → hpath ] [ \"?\" search ]
  ] toplabel → ] toplabel [ \".\" ]
httpurl: httpurl/part-3 port
  hpath [ \"?\" search ]] → hpath ] [ \"?\" search ]
  port           = digits → port           = [ digits ]
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn rejected_octets_are_causes_of_the_productions_that_lack_them() {
    check(
        "\
httpurl: extra safe
  extra          = \"!\" | → extra          =
  safe           = \"$\" | → safe           =
httpurl: httpurl/part-3.1.3 safe
  hpath [ \"?\" search ]] → hpath ]
  | \".\" | \"+\"\\nextra → | \".\"\\nextra
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn an_omitted_part_or_a_hidden_delimiter_is_one_cause() {
    check(
        "\
url: fsegment hostport/part-1
  = host [ \":\" → = [ host ] [ \":\"
  fsegment       = *[ → fsegment       = *[ \";\" |
",
    );
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
    check(
        "\
url: alphadigit ftptype port search
  alphadigit     = → alphadigit     = \"_\" |
  port           = digits → port           = [ digits ]
  search         = *[ → search         = *[ \"#\" |
  ftptype        = → ftptype        = \"B\" |
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn the_id_of_a_cause_is_independent_of_other_faults() {
    let faults: [Edit<'_>; 4] = [
        ("port           = digits", "port           = 1*5digit"),
        ("] toplabel", "] toplabel [ \".\" ]"),
        ("extra          =", "extra          = \"^\" |"),
        // So no witness begins with the letter in the ids.
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
fn a_limit_between_texts_of_the_suite_is_one_cause() {
    // No suite has a text with six segments and an escape between them.
    check(
        "\
httpurl: hpath/part-2
  hsegment *[ \"/\" hsegment ] → hsegment *5( \"/\" hsegment )
",
    );
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn a_limit_in_each_place_is_one_cause() {
    check(
        "\
httpurl: hostnumber/each-digits
  digits \".\" digits \".\" digits \".\" digits → d \".\" d \".\" d \".\" d\\nd = *\"0\" ( digit | digit digit | \"1\" digit digit | \"2\" ( \"0\" | \"1\" | \"2\" | \"3\" | \"4\" ) digit | \"25\" ( \"0\" | \"1\" ) )
httpurl: hpath/part-2
  hsegment *[ \"/\" hsegment ] → hsegment [ \"/\" hsegment [ \"/\" hsegment ] ]
",
    );
}

#[test]
fn a_part_is_read_with_the_causes_inside_of_it() {
    const TIME: &str = r#"time = hour offset
offset = "z" | "+" hour ":" hour
hour = digit digit
digit = "0" | "1" | "2" | "3"
"#;
    let found = planted_in_source(
        TIME,
        "time",
        &[
            ("hour = digit digit", "hour = (\"0\" | \"1\" | \"2\") digit"),
            ("offset = \"z\" |", "offset = %x5A *\"!\" | %x7A |"),
            (
                "\"+\" hour \":\" hour",
                "\"+\" hour \":\" (\"1\" | \"2\") digit",
            ),
        ],
    );
    assert_eq!(ids(&found), ["hour/part-1", "offset", "offset/part-2.4"]);
}

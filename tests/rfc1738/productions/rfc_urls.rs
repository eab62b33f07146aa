//! Every URL that RFC 1738 prints as `<URL:…>`, with its section.

use std::path::Path;

use rfc1738::Rule;

use super::case::{Case, Outcome, accepted, complete, rejected};
use super::check;

/// A URL as printed, without the white space that breaks it.
struct Printed {
    /// The section, or the reference by its number.
    place: &'static str,
    case: Case,
}

const fn printed(place: &'static str, case: Case) -> Printed {
    Printed { place, case }
}

const PRINTED: &[Printed] = &[
    printed(
        "Section 1",
        accepted(
            "rfc_1_archive_of_the_working_group",
            "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
            &[
                (Rule::Host, &["www.acl.lanl.gov"]),
                (
                    Rule::Hsegment,
                    &["URI", "archive", "uri-archive.index.html"],
                ),
            ],
        ),
    ),
    printed(
        "Section 3.1",
        accepted(
            "rfc_3_1_empty_user",
            "ftp://@host.com/",
            &[
                (Rule::User, &[""]),
                (Rule::Password, &[]),
                (Rule::Host, &["host.com"]),
            ],
        ),
    ),
    printed(
        "Section 3.1",
        accepted(
            "rfc_3_1_no_user",
            "ftp://host.com/",
            &[
                (Rule::User, &[]),
                (Rule::Password, &[]),
                (Rule::Host, &["host.com"]),
            ],
        ),
    ),
    printed(
        "Section 3.1",
        accepted(
            "rfc_3_1_empty_password",
            "ftp://foo:@host.com/",
            &[
                (Rule::User, &["foo"]),
                (Rule::Password, &[""]),
                (Rule::Host, &["host.com"]),
            ],
        ),
    ),
    printed(
        "Section 3.2.2",
        accepted(
            "rfc_3_2_2_escaped_slash",
            "ftp://myname@host.dom/%2Fetc/motd",
            &[
                (Rule::User, &["myname"]),
                (Rule::Fsegment, &["%2Fetc", "motd"]),
            ],
        ),
    ),
    printed(
        "Section 3.2.2",
        accepted(
            "rfc_3_2_2_relative_directory",
            "ftp://myname@host.dom/etc/motd",
            &[(Rule::Fsegment, &["etc", "motd"])],
        ),
    ),
    printed(
        "Section 3.2.2",
        accepted(
            "rfc_3_2_2_empty_directory",
            "ftp://myname@host.dom//etc/motd",
            &[(Rule::Fsegment, &["", "etc", "motd"])],
        ),
    ),
    printed(
        "Section 3.6",
        accepted(
            "rfc_3_6_all_news_groups",
            "news:*",
            &[(Rule::Grouppart, &["*"])],
        ),
    ),
    printed(
        "Section 3.10",
        accepted(
            "rfc_3_10_vms_file",
            "file://vms.host.edu/disk$user/my/notes/note12345.txt",
            &[
                (Rule::Host, &["vms.host.edu"]),
                (
                    Rule::Fsegment,
                    &["disk$user", "my", "notes", "note12345.txt"],
                ),
            ],
        ),
    ),
    printed(
        "Section 3.11",
        accepted(
            "rfc_3_11_name_that_begins_with_a_slash",
            "prospero://host.dom//pros/name",
            &[
                (Rule::Ppath, &["/pros/name"]),
                (Rule::Psegment, &["", "pros", "name"]),
            ],
        ),
    ),
    printed(
        "Appendix",
        accepted(
            "rfc_appendix_broken_before_type",
            "ftp://info.cern.ch/pub/www/doc;type=d",
            &[(Rule::Fpath, &["pub/www/doc"]), (Rule::Ftptype, &["d"])],
        ),
    ),
    printed(
        "Appendix",
        accepted(
            "rfc_appendix_broken_inside_a_label",
            "ftp://ds.internic.net/rfc",
            &[
                (Rule::Domainlabel, &["ds", "internic"]),
                (Rule::Toplabel, &["net"]),
            ],
        ),
    ),
    // A fragment is not part of a URL: "#" must always be encoded.
    printed(
        "Appendix",
        rejected(
            "rfc_appendix_fragment",
            "http://ds.internic.net/instructions/overview.html#WARNING",
            complete(49),
        ),
    ),
    printed(
        "Reference 1",
        accepted(
            "rfc_reference_1_gopher",
            "ftp://ds.internic.net/rfc/rfc1436.txt;type=a",
            &[(Rule::Ftptype, &["a"])],
        ),
    ),
    printed(
        "Reference 2",
        accepted(
            "rfc_reference_2_gopher_plus",
            "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt",
            &[(
                Rule::Fsegment,
                &["pub", "gopher", "gopher_protocol", "Gopher+", "Gopher+.txt"],
            )],
        ),
    ),
    printed(
        "Reference 3",
        accepted(
            "rfc_reference_3_universal_identifiers",
            "ftp://ds.internic.net/rfc/rfc1630.txt",
            &[(Rule::Fsegment, &["rfc", "rfc1630.txt"])],
        ),
    ),
    printed(
        "Reference 4",
        accepted(
            "rfc_reference_4_http",
            "ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z",
            &[(Rule::Fsegment, &["pub", "www", "doc", "http-spec.txt.Z"])],
        ),
    ),
    printed(
        "Reference 5",
        accepted(
            "rfc_reference_5_internet_hosts",
            "ftp://ds.internic.net/rfc/rfc1123.txt",
            &[(Rule::Fsegment, &["rfc", "rfc1123.txt"])],
        ),
    ),
    printed(
        "Reference 6",
        accepted(
            "rfc_reference_6_mail",
            "ftp://ds.internic.net/rfc/rfc822.txt",
            &[(Rule::Fsegment, &["rfc", "rfc822.txt"])],
        ),
    ),
    printed(
        "Reference 7",
        accepted(
            "rfc_reference_7_wais",
            "ftp://quake.think.com/pub/wais/doc/protspec.txt",
            &[(Rule::Fsegment, &["pub", "wais", "doc", "protspec.txt"])],
        ),
    ),
    printed(
        "Reference 8",
        accepted(
            "rfc_reference_8_news",
            "ftp://ds.internic.net/rfc/rfc1036.txt",
            &[(Rule::Fsegment, &["rfc", "rfc1036.txt"])],
        ),
    ),
    printed(
        "Reference 10",
        accepted(
            "rfc_reference_10_document_identifiers",
            "ftp://quake.think.com/pub/wais/doc/doc-ids.txt",
            &[(Rule::Fsegment, &["pub", "wais", "doc", "doc-ids.txt"])],
        ),
    ),
    printed(
        "Reference 11",
        accepted(
            "rfc_reference_11_nntp",
            "ftp://ds.internic.net/rfc/rfc977.txt",
            &[(Rule::Fsegment, &["rfc", "rfc977.txt"])],
        ),
    ),
    printed(
        "Reference 12",
        accepted(
            "rfc_reference_12_requirements_for_locators",
            "ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt",
            &[(
                Rule::Fsegment,
                &["internet-drafts", "draft-ietf-uri-irl-fun-req-02.txt"],
            )],
        ),
    ),
    printed(
        "Reference 13",
        accepted(
            "rfc_reference_13_domain_names",
            "ftp://ds.internic.net/rfc/rfc1034.txt",
            &[(Rule::Fsegment, &["rfc", "rfc1034.txt"])],
        ),
    ),
    printed(
        "Reference 14",
        accepted(
            "rfc_reference_14_prospero",
            "ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z",
            &[
                (Rule::Prosperourl, &[]),
                (Rule::Host, &["prospero.isi.edu"]),
            ],
        ),
    ),
    printed(
        "Reference 15",
        accepted(
            "rfc_reference_15_ftp",
            "ftp://ds.internic.net/rfc/rfc959.txt",
            &[(Rule::Fsegment, &["rfc", "rfc959.txt"])],
        ),
    ),
    printed(
        "Reference 16",
        accepted(
            "rfc_reference_16_requirements_for_names",
            "ftp://ds.internic.net/rfc/rfc1737.txt",
            &[(Rule::Fsegment, &["rfc", "rfc1737.txt"])],
        ),
    ),
    printed(
        "Reference 17",
        accepted(
            "rfc_reference_17_wais_over_z39_50",
            "ftp://ds.internic.net/rfc/rfc1625.txt",
            &[(Rule::Fsegment, &["rfc", "rfc1625.txt"])],
        ),
    ),
    printed(
        "Reference 18",
        accepted(
            "rfc_reference_18_networked_retrieval",
            "ftp://uu.psi.com/wp/nir.txt",
            &[(Rule::Fsegment, &["wp", "nir.txt"])],
        ),
    ),
];

/// Returns them as cases of `url`, like those of its table.
pub(crate) fn cases() -> impl Iterator<Item = (Rule, &'static Case)> {
    PRINTED.iter().map(|printed| (Rule::Url, &printed.case))
}

#[test]
fn only_a_fragment_makes_a_url_of_the_rfc_invalid() {
    for (rule, case) in cases() {
        check::check(rule, case);
    }
    let rejected = PRINTED
        .iter()
        .filter(|row| matches!(row.case.outcome, Outcome::Rejected(_)));
    let places: Vec<&str> = rejected.map(|row| row.place).collect();
    assert_eq!(places, ["Appendix"]);
}

#[test]
fn every_url_that_the_rfc_prints_has_its_scheme() {
    for printed in PRINTED
        .iter()
        .filter(|row| matches!(row.case.outcome, Outcome::Accepted(_)))
    {
        let text = std::str::from_utf8(printed.case.text).unwrap();
        let tree = rfc1738::parse(Rule::Url, text).unwrap();
        let below = tree.root().children().next().unwrap().rule().name();
        let scheme = text.split(':').next().unwrap();
        assert_eq!(below, format!("{scheme}url"), "{}: {text}", printed.place);
    }
}

/// The RFC calls file URLs of limited use between hosts, and prints one.
#[test]
fn there_is_advice_on_one_url_that_the_rfc_prints() {
    let accepted = PRINTED
        .iter()
        .filter(|row| matches!(row.case.outcome, Outcome::Accepted(_)));
    let advice = accepted.flat_map(|printed| {
        let url = rfc1738::Url::parse(printed.case.text).unwrap();
        rfc1738::advise(&url).map(|finding| (printed.place, finding.id().as_str(), finding.span()))
    });
    assert_eq!(
        advice.collect::<Vec<_>>(),
        [("Section 3.10", "remote-file", 7..19)]
    );
}

/// The RFC is not part of the project: the test runs if it lies beside the checkout.
#[test]
fn the_table_misses_no_url_that_the_rfc_prints() {
    let rfc = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/rfc1738.txt");
    let Ok(rfc) = std::fs::read_to_string(&rfc) else {
        eprintln!(
            "{} is not there: the table is not compared with it",
            rfc.display()
        );
        return;
    };
    let urls = rfc.split("<URL:").skip(1).map(|after| {
        let (url, _) = after.split_once('>').expect("the wrapper is closed");
        url.split_whitespace().collect::<String>()
    });
    let table = PRINTED
        .iter()
        .map(|row| String::from_utf8_lossy(row.case.text).into_owned());
    assert_eq!(urls.collect::<Vec<_>>(), table.collect::<Vec<_>>());
}

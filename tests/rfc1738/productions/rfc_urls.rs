//! Every URL that RFC 1738 prints as `<URL:…>`, with its section.

use std::path::Path;

use rfc1738::Rule;

use super::case::{Case, Outcome, accepted, complete, rejected};
use super::check;

/// Each name begins with the section, or the number of the reference. The texts have no white space that breaks them.
const PRINTED: &[Case] = &[
    accepted(
        "rfc_1_archive_of_the_working_group",
        "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
        "host=www.acl.lanl.gov hsegment=URI hsegment=archive hsegment=uri-archive.index.html",
    ),
    accepted(
        "rfc_3_1_empty_user",
        "ftp://@host.com/",
        "user= password host=host.com",
    ),
    accepted(
        "rfc_3_1_no_user",
        "ftp://host.com/",
        "user password host=host.com",
    ),
    accepted(
        "rfc_3_1_empty_password",
        "ftp://foo:@host.com/",
        "user=foo password= host=host.com",
    ),
    accepted(
        "rfc_3_2_2_escaped_slash",
        "ftp://myname@host.dom/%2Fetc/motd",
        "user=myname fsegment=%2Fetc fsegment=motd",
    ),
    accepted(
        "rfc_3_2_2_relative_directory",
        "ftp://myname@host.dom/etc/motd",
        "fsegment=etc fsegment=motd",
    ),
    accepted(
        "rfc_3_2_2_empty_directory",
        "ftp://myname@host.dom//etc/motd",
        "fsegment= fsegment=etc fsegment=motd",
    ),
    accepted("rfc_3_6_all_news_groups", "news:*", "grouppart=*"),
    accepted(
        "rfc_3_10_vms_file",
        "file://vms.host.edu/disk$user/my/notes/note12345.txt",
        "host=vms.host.edu fsegment=disk$user fsegment=my fsegment=notes fsegment=note12345.txt",
    ),
    accepted(
        "rfc_3_11_name_that_begins_with_a_slash",
        "prospero://host.dom//pros/name",
        "ppath=/pros/name psegment= psegment=pros psegment=name",
    ),
    accepted(
        "rfc_appendix_broken_before_type",
        "ftp://info.cern.ch/pub/www/doc;type=d",
        "fpath=pub/www/doc ftptype=d",
    ),
    accepted(
        "rfc_appendix_broken_inside_a_label",
        "ftp://ds.internic.net/rfc",
        "domainlabel=ds domainlabel=internic toplabel=net",
    ),
    // A fragment is not part of a URL: "#" must always be encoded.
    rejected(
        "rfc_appendix_fragment",
        "http://ds.internic.net/instructions/overview.html#WARNING",
        complete(49),
    ),
    accepted(
        "rfc_reference_1_gopher",
        "ftp://ds.internic.net/rfc/rfc1436.txt;type=a",
        "ftptype=a",
    ),
    accepted(
        "rfc_reference_2_gopher_plus",
        "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt",
        "fsegment=pub fsegment=gopher fsegment=gopher_protocol fsegment=Gopher+ fsegment=Gopher+.txt",
    ),
    accepted(
        "rfc_reference_3_universal_identifiers",
        "ftp://ds.internic.net/rfc/rfc1630.txt",
        "fsegment=rfc fsegment=rfc1630.txt",
    ),
    accepted(
        "rfc_reference_4_http",
        "ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z",
        "fsegment=pub fsegment=www fsegment=doc fsegment=http-spec.txt.Z",
    ),
    accepted(
        "rfc_reference_5_internet_hosts",
        "ftp://ds.internic.net/rfc/rfc1123.txt",
        "fsegment=rfc fsegment=rfc1123.txt",
    ),
    accepted(
        "rfc_reference_6_mail",
        "ftp://ds.internic.net/rfc/rfc822.txt",
        "fsegment=rfc fsegment=rfc822.txt",
    ),
    accepted(
        "rfc_reference_7_wais",
        "ftp://quake.think.com/pub/wais/doc/protspec.txt",
        "fsegment=pub fsegment=wais fsegment=doc fsegment=protspec.txt",
    ),
    accepted(
        "rfc_reference_8_news",
        "ftp://ds.internic.net/rfc/rfc1036.txt",
        "fsegment=rfc fsegment=rfc1036.txt",
    ),
    accepted(
        "rfc_reference_10_document_identifiers",
        "ftp://quake.think.com/pub/wais/doc/doc-ids.txt",
        "fsegment=pub fsegment=wais fsegment=doc fsegment=doc-ids.txt",
    ),
    accepted(
        "rfc_reference_11_nntp",
        "ftp://ds.internic.net/rfc/rfc977.txt",
        "fsegment=rfc fsegment=rfc977.txt",
    ),
    accepted(
        "rfc_reference_12_requirements_for_locators",
        "ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt",
        "fsegment=internet-drafts fsegment=draft-ietf-uri-irl-fun-req-02.txt",
    ),
    accepted(
        "rfc_reference_13_domain_names",
        "ftp://ds.internic.net/rfc/rfc1034.txt",
        "fsegment=rfc fsegment=rfc1034.txt",
    ),
    accepted(
        "rfc_reference_14_prospero",
        "ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z",
        "prosperourl host=prospero.isi.edu",
    ),
    accepted(
        "rfc_reference_15_ftp",
        "ftp://ds.internic.net/rfc/rfc959.txt",
        "fsegment=rfc fsegment=rfc959.txt",
    ),
    accepted(
        "rfc_reference_16_requirements_for_names",
        "ftp://ds.internic.net/rfc/rfc1737.txt",
        "fsegment=rfc fsegment=rfc1737.txt",
    ),
    accepted(
        "rfc_reference_17_wais_over_z39_50",
        "ftp://ds.internic.net/rfc/rfc1625.txt",
        "fsegment=rfc fsegment=rfc1625.txt",
    ),
    accepted(
        "rfc_reference_18_networked_retrieval",
        "ftp://uu.psi.com/wp/nir.txt",
        "fsegment=wp fsegment=nir.txt",
    ),
];

/// Returns them as cases of `url`, like those of its table.
pub(crate) fn cases() -> impl Iterator<Item = (Rule, &'static Case)> {
    PRINTED.iter().map(|case| (Rule::Url, case))
}

#[test]
fn only_a_fragment_makes_a_url_of_the_rfc_invalid() {
    for (rule, case) in cases() {
        check::check(rule, case);
    }
    let rejected = PRINTED
        .iter()
        .filter(|case| matches!(case.outcome, Outcome::Rejected(_)));
    let names: Vec<&str> = rejected.map(|case| case.name).collect();
    assert_eq!(names, ["rfc_appendix_fragment"]);
}

#[test]
fn every_url_that_the_rfc_prints_has_its_scheme() {
    for case in PRINTED
        .iter()
        .filter(|case| matches!(case.outcome, Outcome::Accepted(_)))
    {
        let text = std::str::from_utf8(case.text).unwrap();
        let tree = rfc1738::parse(Rule::Url, text).unwrap();
        let below = tree.root().children().next().unwrap().rule().name();
        let scheme = text.split(':').next().unwrap();
        assert_eq!(below, format!("{scheme}url"), "{}: {text}", case.name);
    }
}

/// The RFC calls file URLs of limited use between hosts, and prints one.
#[test]
fn there_is_advice_on_one_url_that_the_rfc_prints() {
    let accepted = PRINTED
        .iter()
        .filter(|case| matches!(case.outcome, Outcome::Accepted(_)));
    let advice = accepted.flat_map(|case| {
        let url = rfc1738::Url::parse(case.text).unwrap();
        rfc1738::advise(&url).map(|finding| (case.name, finding.id().as_str(), finding.span()))
    });
    assert_eq!(
        advice.collect::<Vec<_>>(),
        [("rfc_3_10_vms_file", "remote-file", 7..19)]
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
        .map(|case| String::from_utf8_lossy(case.text).into_owned());
    assert_eq!(urls.collect::<Vec<_>>(), table.collect::<Vec<_>>());
}

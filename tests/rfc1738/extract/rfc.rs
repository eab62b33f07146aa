//! The URLs in the text of the RFC. The text is not part of the project: the tests run if it lies
//! beside the checkout.

use std::path::Path;

use rfc1738::Rule;
use rfc1738::extract::{Kind, Match};

use super::{all, marked, texts};

fn rfc() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/rfc1738.txt");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("{} is not there: nothing is searched", path.display());
    }
    text
}

#[test]
fn every_wrapper_of_the_rfc_contains_a_url() {
    let Some(rfc) = rfc() else { return };
    let finds = marked(&rfc);
    let wrapped = rfc.split("<URL:").skip(1).map(|after| {
        let (content, _) = after.split_once('>').expect("the wrapper is closed");
        let url = content.split('#').next().unwrap_or_default();
        url.split_whitespace().collect::<String>()
    });
    assert_eq!(texts(&finds), wrapped.collect::<Vec<_>>());
    assert_eq!(finds.len(), 30);
    assert!(finds.iter().all(|find| find.kind() == Kind::Wrapped));
    assert!(finds.iter().all(Match::is_valid));
}

#[test]
fn one_of_them_is_not_a_url_with_its_fragment() {
    let Some(rfc) = rfc() else { return };
    let finds = marked(&rfc);
    let mut fragments = finds.iter().filter(|find| find.fragment().is_some());
    let find = fragments.next().expect("one URL has a fragment");
    assert_eq!(fragments.count(), 0);
    let whole = [find.text(), b"#", find.fragment().unwrap_or_default()].concat();
    assert!(!rfc1738::is_valid(Rule::Url, &whole));
}

#[test]
fn the_rfc_prints_no_url_outside_a_wrapper() {
    let Some(rfc) = rfc() else { return };
    assert_eq!(all(&rfc), marked(&rfc));
}

/// The URLs in wrappers, in the order of the text.
const MARKED: [&str; 30] = [
    "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
    "ftp://@host.com/",
    "ftp://host.com/",
    "ftp://foo:@host.com/",
    "ftp://myname@host.dom/%2Fetc/motd",
    "ftp://myname@host.dom/etc/motd",
    "ftp://myname@host.dom//etc/motd",
    "news:*",
    "file://vms.host.edu/disk$user/my/notes/note12345.txt",
    "prospero://host.dom//pros/name",
    "ftp://info.cern.ch/pub/www/doc;type=d",
    "ftp://ds.internic.net/rfc",
    "http://ds.internic.net/instructions/overview.html",
    "ftp://ds.internic.net/rfc/rfc1436.txt;type=a",
    "ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt",
    "ftp://ds.internic.net/rfc/rfc1630.txt",
    "ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z",
    "ftp://ds.internic.net/rfc/rfc1123.txt",
    "ftp://ds.internic.net/rfc/rfc822.txt",
    "ftp://quake.think.com/pub/wais/doc/protspec.txt",
    "ftp://ds.internic.net/rfc/rfc1036.txt",
    "ftp://quake.think.com/pub/wais/doc/doc-ids.txt",
    "ftp://ds.internic.net/rfc/rfc977.txt",
    "ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt",
    "ftp://ds.internic.net/rfc/rfc1034.txt",
    "ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z",
    "ftp://ds.internic.net/rfc/rfc959.txt",
    "ftp://ds.internic.net/rfc/rfc1737.txt",
    "ftp://ds.internic.net/rfc/rfc1625.txt",
    "ftp://uu.psi.com/wp/nir.txt",
];

#[test]
fn the_urls_that_readers_mark_in_the_rfc_are_found() {
    let Some(rfc) = rfc() else { return };
    assert_eq!(texts(&all(&rfc)), MARKED);
}

#[test]
fn the_rfc_in_comments_or_html_has_the_same_urls() {
    let Some(rfc) = rfc() else { return };
    let in_each_line = |mark: &str| rfc.replace('\n', &format!("\n{mark}"));
    for mark in ["> ", ">", ">> ", "| ", "// ", "# ", " * ", "> # "] {
        let found = all(&in_each_line(mark));
        assert_eq!(texts(&found), MARKED, "{mark}");
        assert!(found.iter().all(Match::is_valid));
    }
    let crlf = rfc.replace('\n', "\r\n");
    assert_eq!(texts(&all(&crlf)), MARKED);
    let html = rfc.replace('&', "&amp;");
    let html = html.replace('<', "&lt;").replace('>', "&gt;");
    assert_eq!(texts(&all(&html)), MARKED);
}

/// Returns the text with a replacement for one line end within a wrapper, for each of them.
fn with_each_break<'a>(rfc: &'a str, replacement: &'a str) -> impl Iterator<Item = String> + 'a {
    let line_ends = rfc.match_indices('\n').map(|(offset, _)| offset);
    let is_within = |offset: &usize| {
        let before = &rfc[..*offset];
        before.rfind("<URL:") > before.rfind('>')
    };
    line_ends.filter(is_within).map(move |offset| {
        let (before, after) = rfc.split_at(offset);
        format!("{before}{replacement}{}", &after[1..])
    })
}

#[test]
fn a_page_can_end_within_a_wrapper_unlike_a_paragraph() {
    let Some(rfc) = rfc() else { return };
    let page = "\n\nBerners-Lee, Masinter & McCahill            [Page 22]\n\x0c\n\
        RFC 1738     Uniform Resource Locators (URL)     December 1994\n\n";
    let mut count = 0;
    for document in with_each_break(&rfc, page) {
        let found = marked(&document);
        assert_eq!(texts(&found), MARKED);
        assert_eq!(found.iter().flat_map(Match::repairs).count(), 1);
        count += 1;
    }
    assert_eq!(count, 6);
    for document in with_each_break(&rfc, "\n\n") {
        let found = marked(&document);
        let broken = found.iter().filter(|found| found.fault().is_some());
        assert_eq!(broken.count(), 1);
        assert_eq!(found.len(), MARKED.len());
    }
}

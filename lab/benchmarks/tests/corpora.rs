//! The corpora are the same in every run, and have the documented properties.

use std::collections::{BTreeSet, HashSet};

use rfc1738::{Rule, is_valid};
use rfc1738_benchmarks::corpus::Corpus;

/// Returns the FNV-1a hash, which is the same on every machine.
fn hash(texts: &[String]) -> u64 {
    let octets = texts.iter().flat_map(|text| text.bytes().chain([b'\n']));
    octets.fold(0xcbf2_9ce4_8422_2325, |hash, octet| {
        (hash ^ u64::from(octet)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn schemes(corpus: &Corpus) -> BTreeSet<&str> {
    let schemes = corpus.urls.iter().filter_map(|url| url.split(':').next());
    schemes.collect()
}

#[test]
fn the_corpora_are_the_same_each_time() {
    let hashes = Corpus::all().map(|corpus| hash(&corpus.urls));
    assert_eq!(
        hashes,
        [
            8_409_451_040_877_730_448,
            7_783_924_919_853_713_631,
            14_553_684_858_471_703_844
        ]
    );
    let broken = Corpus::all().map(|corpus| hash(&corpus.broken()));
    assert_eq!(
        broken,
        [
            16_035_747_126_038_179_845,
            11_312_666_754_752_749_957,
            6_663_394_490_905_832_872
        ]
    );
}

#[test]
fn the_logs_are_of_http_and_ftp() {
    let logs = Corpus::logs();
    assert_eq!(schemes(&logs), BTreeSet::from(["ftp", "http"]));
    assert_eq!(logs.average_length(), 63);
}

#[test]
fn the_mail_has_the_ten_schemes_and_others() {
    let mail = Corpus::mail();
    let schemes = schemes(&mail);
    for scheme in [
        "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero",
        "cid",
    ] {
        assert!(schemes.contains(scheme), "{scheme}");
    }
    assert!(schemes.iter().any(|scheme| scheme.starts_with("x-")));
}

#[test]
fn the_sentences_differ() {
    let sentences = Corpus::sentences();
    let different: HashSet<&String> = sentences.urls.iter().collect();
    assert_eq!(different.len(), sentences.urls.len());
}

#[test]
fn a_broken_url_is_invalid_and_keeps_its_length() {
    for corpus in Corpus::all() {
        for (broken, url) in corpus.broken().iter().zip(&corpus.urls) {
            assert!(!is_valid(Rule::Url, broken), "{broken}");
            assert_eq!(broken.len(), url.len());
        }
    }
}

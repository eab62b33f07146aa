//! The languages, the sources and the results of the peers.

use rfc1738::{Rule, parse};
use rfc1738_benchmarks::corpus::Corpus;
use rfc1738_benchmarks::grammars::interpreted;
use rfc1738_benchmarks::peers::{self, Peer, REFERENCE};
use rfc1738_benchmarks::versions;

/// The languages that contain every corpus.
fn accepts_all(peer: &Peer) -> bool {
    ["RFC 1738", "RFC 3986"].contains(&peer.language)
}

#[test]
fn parsers_of_rfc_1738_or_rfc_3986_accept_every_corpus() {
    for peer in peers::all().into_iter().filter(accepts_all) {
        for corpus in Corpus::all() {
            let accepted = peer.accepted(&corpus.urls);
            assert_eq!(
                accepted,
                corpus.urls.len(),
                "{} on {}",
                peer.name,
                corpus.name
            );
        }
    }
}

#[test]
fn every_peer_accepts_nearly_all_of_the_logs() {
    let logs = Corpus::logs();
    for peer in peers::all() {
        let accepted = peer.accepted(&logs.urls);
        assert!(
            accepted * 100 >= logs.urls.len() * 99,
            "{}: {accepted}",
            peer.name
        );
    }
}

#[test]
fn parsers_that_check_a_grammar_reject_broken_urls() {
    for peer in peers::all().into_iter().filter(accepts_all) {
        for corpus in Corpus::all() {
            assert_eq!(
                peer.accepted(&corpus.broken()),
                0,
                "{} on {}",
                peer.name,
                corpus.name
            );
        }
    }
}

#[test]
fn one_peer_is_the_reference_and_no_name_occurs_twice() {
    let mut names: Vec<&str> = peers::all().iter().map(|peer| peer.name).collect();
    assert!(names.contains(&REFERENCE));
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}

#[test]
fn every_peer_has_one_version() {
    for peer in peers::all() {
        assert_eq!(
            versions::of_package(peer.package()).len(),
            1,
            "{}",
            peer.name
        );
    }
}

#[test]
fn interpreted_and_generated_parsers_return_the_same_trees() {
    for corpus in Corpus::all() {
        for url in &corpus.urls {
            let tree = rfcbnf_engine::parse(interpreted(), url).unwrap();
            assert_eq!(tree.to_string(), parse(Rule::Url, url).unwrap().to_string());
        }
    }
}

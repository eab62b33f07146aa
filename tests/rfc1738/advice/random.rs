//! Advice on random URLs, the same in every run.

use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rfc1738::{AdviceId, Finding, Rule, Url, advise};

use crate::exactness::strategies::word;

/// Returns whether the text of a finding fits its id.
fn is_apt(id: AdviceId, about: &str) -> bool {
    let is_number = about.bytes().all(|octet| octet.is_ascii_digit());
    match id {
        AdviceId::UpperCaseScheme => about.to_ascii_lowercase() != about,
        AdviceId::NeedlessEscape | AdviceId::EncodedDelimiter | AdviceId::GopherSelector => {
            about.len() == 3 && about.starts_with('%')
        }
        AdviceId::GopherFormEnd => matches!(about, "." | "%2E" | "%2e"),
        AdviceId::DoubleSlash => about == "//",
        AdviceId::HostNumberAbove255 => is_number && about.trim_start_matches('0').len() > 2,
        AdviceId::HostNumberLeadingZero => is_number && about.starts_with('0'),
        AdviceId::NonDefaultPort | AdviceId::ReservedPort | AdviceId::ImpossiblePort => is_number,
        _ => !about.is_empty(),
    }
}

fn check(text: &str) -> usize {
    let url = Url::parse(text).expect("it is a URL");
    let components = url.components();
    let findings: Vec<Finding> = advise(&url).collect();
    assert!(advise(&url).eq(findings.iter().cloned()), "{text}");
    let mut last = 0;
    for finding in &findings {
        let span = finding.span();
        let mut spans = components.iter().map(|component| component.span());
        let inside = spans.any(|whole| whole.start <= span.start && span.end <= whole.end);
        assert!(inside && last <= span.start, "{text}: {finding:?}");
        assert!(
            is_apt(finding.id(), &text[span.clone()]),
            "{text}: {finding:?}"
        );
        let is_plain = |octet: u8| matches!(octet, b' '..=b'~');
        assert!(finding.message().bytes().all(is_plain), "{finding}");
        last = span.start;
    }
    // An escape is needless if and only if the normal form decodes it.
    let count = |id| findings.iter().filter(|finding| finding.id() == id).count();
    // The normal form encodes slashes and question marks of a Gopher search string.
    let added = match url {
        Url::Gopher(url) => url
            .search()
            .map_or(0, |it| it.raw().matches(['/', '?']).count()),
        _ => 0,
    };
    let gone = text.matches('%').count() + added - url.normalized().as_str().matches('%').count();
    if count(AdviceId::DoubleSlash) == 0 || url.rule() != Rule::Otherurl {
        assert_eq!(count(AdviceId::NeedlessEscape), gone, "{text}");
    }
    findings.len()
}

#[test]
fn findings_lie_in_components_in_order_and_never_change() {
    for rule in Rule::Url.uses() {
        let mut runner = TestRunner::new(Config {
            rng_seed: RngSeed::Fixed(1738),
            ..Config::default()
        });
        let words = word(*rule);
        let (mut urls, mut findings) = (0, 0);
        while urls < 100 {
            let text = words
                .new_tree(&mut runner)
                .expect("there are words")
                .current();
            if rfc1738::is_valid(Rule::Url, &text) {
                urls += 1;
                findings += check(&text);
            }
        }
        // An nntp URL contains only a host, a port and names without escapes.
        assert!(findings > 20, "{rule}: {findings}");
    }
}

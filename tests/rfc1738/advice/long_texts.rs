//! Advice on long URLs: work that is not linear would take minutes here.

use rfc1738::{AdviceId, Url, advise};

/// Returns how many findings of each id the URL gets.
fn counts(text: &str) -> Vec<(AdviceId, usize)> {
    let url = Url::parse(text).expect("it is a URL");
    let mut counts = AdviceId::ALL.map(|id| (id, 0));
    for finding in advise(&url) {
        counts[finding.id() as usize].1 += 1;
        assert!(finding.message().len() < 200, "{}", finding.message());
    }
    counts.into_iter().filter(|(_, count)| *count > 0).collect()
}

const MANY: usize = 20_000;

#[test]
fn many_escapes_take_linear_time() {
    let delimiters = "%0D%0A".repeat(MANY);
    assert_eq!(
        counts(&format!("gopher://h/0{delimiters}")),
        [
            (AdviceId::GopherSelector, 2 * MANY),
            (AdviceId::EncodedDelimiter, 2 * MANY)
        ]
    );
    assert_eq!(
        counts(&format!(
            "gopher://h/0a%09%09+%091%0D%0A+-1%0D%0A{delimiters}.%0D%0A"
        )),
        []
    );
    assert_eq!(
        counts(&format!("ftp://h/{}", "%41/".repeat(MANY))),
        [(AdviceId::NeedlessEscape, MANY)]
    );
}

#[test]
fn long_addresses_take_linear_time() {
    for address in [
        format!("{}@b", "a.".repeat(MANY)),
        format!("%22{}", "%5C%22".repeat(MANY)),
        format!("a@{}", "%5B%5D".repeat(MANY)),
        "%20".repeat(MANY),
    ] {
        assert_eq!(
            counts(&format!("mailto:{address}")),
            [(AdviceId::AddrSpec, 1)]
        );
    }
}

#[test]
fn hosts_ports_and_schemes() {
    let numbers = format!("http://0.{}.1.1:{}/", "1".repeat(MANY), "0".repeat(MANY));
    assert_eq!(
        counts(&numbers),
        [
            (AdviceId::HostNumberAbove255, 1),
            (AdviceId::ImpossiblePort, 1)
        ]
    );
    assert_eq!(
        counts(&format!("ftp://{}a/", "a.".repeat(MANY))),
        [(AdviceId::LongHost, 1)]
    );
    assert_eq!(
        counts(&format!("X-{}://_", "X".repeat(MANY))),
        [
            (AdviceId::UpperCaseScheme, 1),
            (AdviceId::DoubleSlash, 1),
            (AdviceId::ExperimentalScheme, 1)
        ]
    );
    assert_eq!(
        counts(&format!("new://{}_", "a.".repeat(MANY))),
        [(AdviceId::DoubleSlash, 1)]
    );
}

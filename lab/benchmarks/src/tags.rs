//! Tags of languages, for the crate that `grammar crate` generated from RFC 5646 and for the interpreter.

use fastrand::Rng;
use rfcbnf::sentences::Sentences;

use crate::grammars::{interpreted_tag, language_tags};
use crate::peers::{Peer, made};

/// The number of tags.
const SIZE: usize = 1_700;

const LANGUAGES: [&str; 12] = [
    "de", "en", "fr", "zh", "sr", "sl", "es", "pt", "ja", "gsw", "zh-cmn", "zh-yue",
];

const SCRIPTS: [&str; 5] = ["Latn", "Cyrl", "Hant", "Hans", "Jpan"];

const REGIONS: [&str; 8] = ["DE", "US", "CH", "TW", "RS", "BR", "419", "150"];

const REST: [&str; 7] = [
    "-1996",
    "-rozaj-biske",
    "-u-co-phonebk",
    "-u-ca-buddhist-nu-thai",
    "-t-it-m0-xxx-und",
    "-x-private",
    "-a-extend1-x-whatever",
];

/// Returns tags as in documents and settings, in turn with random texts of `Language-Tag`.
///
/// # Panics
///
/// Panics if the grammar of RFC 5646 cannot be read.
#[must_use]
pub fn tags() -> Vec<String> {
    let mut random = Rng::with_seed(5646);
    let grammar = language_tags();
    let sentences = Sentences::new(&grammar, "Language-Tag").expect("the grammar has tags");
    let texts = sentences.random(5646);
    let texts = texts.map(|text| String::from_utf8(text).expect("tags are ASCII"));
    let usual = std::iter::repeat_with(|| usual(&mut random));
    let pairs = usual.zip(texts).flat_map(|(one, other)| [one, other]);
    pairs.take(SIZE).collect()
}

fn usual(random: &mut Rng) -> String {
    let mut tag = LANGUAGES[random.usize(..LANGUAGES.len())].to_owned();
    if random.u8(..4) == 0 {
        tag = format!("{tag}-{}", SCRIPTS[random.usize(..SCRIPTS.len())]);
    }
    if random.u8(..3) != 0 {
        tag = format!("{tag}-{}", REGIONS[random.usize(..REGIONS.len())]);
    }
    if random.u8(..4) == 0 {
        tag += REST[random.usize(..REST.len())];
    }
    tag
}

/// Returns the verdict and the tree of the generated crate, each followed by that of the interpreter.
#[must_use]
pub fn peers() -> [Peer; 4] {
    let tag = interpreted_tag();
    [
        Peer::new("rfc5646 is_valid", "RFC 5646", "verdict", |text| {
            rfc5646::is_valid(rfc5646::Rule::LanguageTag, text)
        }),
        Peer::new(
            "rfc5646 is_valid, interpreted",
            "RFC 5646",
            "verdict",
            move |text| rfcbnf_engine::is_valid(tag, text),
        ),
        Peer::new("rfc5646 parse", "RFC 5646", "tree", |text| {
            made(rfc5646::parse(rfc5646::Rule::LanguageTag, text))
        }),
        Peer::new(
            "rfc5646 parse, interpreted",
            "RFC 5646",
            "tree",
            move |text| made(rfcbnf_engine::parse(tag, text)),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parsers_accept_every_tag_and_return_the_same_trees() {
        let tags = tags();
        for peer in peers() {
            assert_eq!(peer.accepted(&tags), SIZE, "{}", peer.name);
        }
        for tag in &tags {
            let tree = rfcbnf_engine::parse(interpreted_tag(), tag).expect("it is one");
            let generated = rfc5646::parse(rfc5646::Rule::LanguageTag, tag).expect("it is one");
            assert_eq!(tree.to_string(), generated.to_string());
        }
    }

    #[test]
    fn a_tag_with_an_underscore_is_none() {
        let tags = ["en_US".to_owned()];
        assert!(peers().iter().all(|peer| peer.accepted(&tags) == 0));
    }
}

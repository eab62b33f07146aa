//! The results of one run of the measuring program.

use std::hint::black_box;

use rfc1738::{Rule, is_valid, parse};
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::peers;
use crate::timing::{Contender, Series, interleaved};

/// The lengths of the URLs for the cost of one octet.
pub const LENGTHS: [usize; 2] = [1_000, 10_000_000];

/// The results for one build of the measuring program.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Measurement {
    /// The corpora.
    pub corpora: Vec<OfCorpus>,
    /// Nanoseconds per octet of `is_valid`, for a URL of each of the [`LENGTHS`].
    pub octets: Vec<Series>,
}

/// The results for a corpus, in nanoseconds per URL.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OfCorpus {
    /// Its name.
    pub name: String,
    /// The number of URLs.
    pub urls: usize,
    /// The average length of a URL, in octets.
    pub average_length: usize,
    /// The results of each peer, in the order of [`peers::all`].
    pub peers: Vec<OfPeer>,
    /// The time of `parse` on the valid texts.
    pub right: Series,
    /// The time of `parse` if one octet of each text is wrong, including the full error.
    pub wrong: Series,
}

/// The results for a peer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OfPeer {
    /// Its name.
    pub name: String,
    /// The number of texts that it accepts.
    pub accepted: usize,
    /// Its times.
    pub times: Series,
}

impl Measurement {
    /// Measures in `rounds` rounds.
    ///
    /// # Panics
    ///
    /// Panics if `rounds` is zero.
    #[must_use]
    pub fn take(rounds: usize) -> Self {
        Self {
            corpora: Corpus::all()
                .iter()
                .map(|corpus| OfCorpus::take(corpus, rounds))
                .collect(),
            octets: octets(rounds),
        }
    }

    /// Returns the ratio of the time per octet of the long URL to that of the short one.
    #[must_use]
    pub fn long(&self) -> f64 {
        self.octets[1].ratio(&self.octets[0])
    }
}

impl OfCorpus {
    /// Returns the results of the peer with this name.
    ///
    /// # Panics
    ///
    /// Panics if no peer has this name.
    #[must_use]
    pub fn peer(&self, name: &str) -> &OfPeer {
        let mut peers = self.peers.iter();
        peers
            .find(|peer| peer.name == name)
            .expect("there is a peer of that name")
    }

    fn take(corpus: &Corpus, rounds: usize) -> Self {
        let peers = peers::all();
        let urls = &corpus.urls;
        let contenders: Vec<Contender> = peers
            .iter()
            .map(|peer| {
                Contender::new(urls.len(), || {
                    black_box(peer.accepted(urls));
                })
            })
            .collect();
        let peers = interleaved(rounds, &contenders)
            .into_iter()
            .zip(&peers)
            .map(|(times, peer)| OfPeer {
                name: peer.name.to_owned(),
                accepted: peer.accepted(urls),
                times,
            });
        let broken = corpus.broken();
        let [right, wrong] = [urls, &broken].map(|texts| {
            Contender::new(texts.len(), move || {
                for text in texts {
                    drop(black_box(parse(Rule::Url, black_box(text))));
                }
            })
        });
        let mut times = interleaved(rounds, &[right, wrong]).into_iter();
        let (right, wrong) = times.next().zip(times.next()).expect("there are two");
        Self {
            name: corpus.name.to_owned(),
            urls: urls.len(),
            average_length: corpus.average_length(),
            peers: peers.collect(),
            right,
            wrong,
        }
    }
}

fn octets(rounds: usize) -> Vec<Series> {
    let urls = LENGTHS.map(|length| {
        let url = "http://host.dom/".to_owned();
        let rest = length - url.len();
        url + &"directory/".repeat(rest.div_ceil(10))[..rest]
    });
    let contenders = urls.each_ref().map(|url| {
        Contender::new(url.len(), move || {
            assert!(is_valid(Rule::Url, black_box(url)), "the URL is valid");
        })
    });
    interleaved(rounds, &contenders)
}

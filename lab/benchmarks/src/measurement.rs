//! The costs of each function and peer in one build: times, or instructions.

use std::hint::black_box;

use rfc1738::{Rule, is_valid, parse};
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::peers;
use crate::tags;
use crate::timing::{Contender, Series};

/// The lengths of the URLs for the cost of one octet.
pub const LENGTHS: [usize; 2] = [1_000, 10_000_000];

/// The costs in one build of the measuring programs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Measurement<C = Series> {
    /// The corpora.
    pub corpora: Vec<OfCorpus<C>>,
    /// The costs per octet of `is_valid`, for a URL of each of the [`LENGTHS`].
    pub octets: Vec<C>,
    /// The costs of a tag of a language, in the order of [`tags::peers`].
    pub tags: Vec<C>,
}

/// The costs per URL of a corpus.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OfCorpus<C = Series> {
    /// Its name.
    pub name: String,
    /// The number of URLs.
    pub urls: usize,
    /// The average length of a URL, in octets.
    pub average_length: usize,
    /// The results of each peer, in the order of [`peers::all`].
    pub peers: Vec<OfPeer<C>>,
    /// The cost of `parse` on the valid texts.
    pub right: C,
    /// The cost of `parse` if one octet of each text is wrong, including the full error.
    pub wrong: C,
}

/// The costs of a peer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OfPeer<C = Series> {
    /// Its name.
    pub name: String,
    /// The number of texts that it accepts.
    pub accepted: usize,
    /// Its cost per URL.
    pub cost: C,
}

/// Measures the cost of a unit of each contender.
pub type Meter<'m, C> = dyn FnMut(&[Contender]) -> Vec<C> + 'm;

impl<C> Measurement<C> {
    /// Measures everything with this meter.
    ///
    /// # Panics
    ///
    /// Panics if the meter does not return a cost for each contender.
    #[must_use]
    pub fn take(meter: &mut Meter<C>) -> Self {
        let corpora = Corpus::all();
        Self {
            corpora: corpora
                .iter()
                .map(|corpus| OfCorpus::take(corpus, meter))
                .collect(),
            octets: octets(meter),
            tags: of_tags(meter),
        }
    }

    /// Converts every cost.
    pub fn map<D>(self, mut convert: impl FnMut(C) -> D) -> Measurement<D> {
        let corpora = self.corpora.into_iter();
        Measurement {
            corpora: corpora.map(|corpus| corpus.map(&mut convert)).collect(),
            octets: self.octets.into_iter().map(&mut convert).collect(),
            tags: self.tags.into_iter().map(&mut convert).collect(),
        }
    }
}

impl Measurement {
    /// Returns the ratio of the cost per octet of the long URL to that of the short one.
    #[must_use]
    pub fn long(&self) -> f64 {
        self.octets[1].ratio(&self.octets[0])
    }

    /// Returns the ratios of the verdict and of the tree of the interpreter to those of the crate for RFC 5646.
    #[must_use]
    pub fn tag_ratios(&self) -> [f64; 2] {
        [0, 2].map(|generated| self.tags[generated + 1].ratio(&self.tags[generated]))
    }
}

impl<C> OfCorpus<C> {
    /// Returns the costs of the peer with this name.
    ///
    /// # Panics
    ///
    /// Panics if no peer has this name.
    #[must_use]
    pub fn peer(&self, name: &str) -> &OfPeer<C> {
        let mut peers = self.peers.iter();
        peers
            .find(|peer| peer.name == name)
            .expect("there is a peer of that name")
    }

    fn take(corpus: &Corpus, meter: &mut Meter<C>) -> Self {
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
        let peers = meter(&contenders)
            .into_iter()
            .zip(&peers)
            .map(|(cost, peer)| OfPeer {
                name: peer.name.to_owned(),
                accepted: peer.accepted(urls),
                cost,
            });
        let broken = corpus.broken();
        let contenders = [urls, &broken].map(|texts| {
            Contender::new(texts.len(), move || {
                for text in texts {
                    drop(black_box(parse(Rule::Url, black_box(text))));
                }
            })
        });
        let mut costs = meter(&contenders).into_iter();
        let (right, wrong) = costs.next().zip(costs.next()).expect("there are two");
        Self {
            name: corpus.name.to_owned(),
            urls: urls.len(),
            average_length: corpus.average_length(),
            peers: peers.collect(),
            right,
            wrong,
        }
    }

    fn map<D>(self, convert: &mut impl FnMut(C) -> D) -> OfCorpus<D> {
        let peers = self.peers.into_iter().map(|peer| OfPeer {
            name: peer.name,
            accepted: peer.accepted,
            cost: convert(peer.cost),
        });
        OfCorpus {
            name: self.name,
            urls: self.urls,
            average_length: self.average_length,
            peers: peers.collect(),
            right: convert(self.right),
            wrong: convert(self.wrong),
        }
    }
}

fn octets<C>(meter: &mut Meter<C>) -> Vec<C> {
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
    meter(&contenders)
}

fn of_tags<C>(meter: &mut Meter<C>) -> Vec<C> {
    let (tags, peers) = (tags::tags(), tags::peers());
    let contenders = peers.iter().map(|peer| {
        Contender::new(tags.len(), || {
            black_box(peer.accepted(&tags));
        })
    });
    meter(&contenders.collect::<Vec<_>>())
}

//! The corpora of URLs, the same in every run.
//!
//! Invariant: every text of a corpus is a URL of RFC 1738 and of RFC 3986. No parser saves time by
//! rejecting it early.

use fastrand::Rng;
use fluent_uri::Uri;
use rfc1738::{Rule, is_valid};
use rfcbnf::sentences::Sentences;

use crate::grammars::grammar;

/// The size of a corpus in URLs.
const SIZE: usize = 1_700;

/// Words for the names of hosts, directories and files.
const WORDS: [&str; 40] = [
    "about", "archive", "articles", "assets", "blog", "catalog", "cgi-bin", "contact", "data",
    "docs", "download", "events", "faq", "files", "forum", "gallery", "guide", "help", "home",
    "images", "index", "info", "library", "linux", "mail", "media", "mirror", "news", "papers",
    "people", "pictures", "products", "pub", "report", "search", "software", "static", "support",
    "users", "weather",
];

const TOP_LEVEL: [&str; 8] = ["com", "org", "net", "edu", "de", "fr", "co.uk", "gov"];

const EXTENSIONS: [&str; 10] = [
    ".html", ".htm", ".txt", ".gif", ".jpg", ".tar.gz", ".pdf", ".zip", ".css", "",
];

/// A named list of URLs.
#[derive(Debug, Clone)]
pub struct Corpus {
    /// The name in the tables.
    pub name: &'static str,
    /// The URLs.
    pub urls: Vec<String>,
}

impl Corpus {
    /// Returns all corpora.
    #[must_use]
    pub fn all() -> [Self; 3] {
        [Self::logs(), Self::mail(), Self::sentences()]
    }

    /// Returns `http` and `ftp` URLs with the lengths and shapes of a web server's logs: 63 octets on
    /// average.
    #[must_use]
    pub fn logs() -> Self {
        let mut random = Rng::with_seed(1738);
        Self::new("logs", |_| match random.u8(..10) {
            0..8 => http(&mut random),
            _ => ftp(&mut random),
        })
    }

    /// Returns URLs of the ten schemes and of others, as in mail and in news.
    #[must_use]
    pub fn mail() -> Self {
        let mut random = Rng::with_seed(1994);
        Self::new("mail", |_| mixed(&mut random))
    }

    /// Returns random texts of `url`.
    ///
    /// # Panics
    ///
    /// Panics if the grammar of RFC 1738 cannot be read.
    #[must_use]
    pub fn sentences() -> Self {
        let grammar = grammar();
        let sentences = Sentences::new(&grammar, "url").expect("the grammar has such URLs");
        let texts = sentences.random(1738);
        let texts = texts.filter_map(|text| String::from_utf8(text).ok());
        // RFC 3986 has no scheme that begins with a digit, and no second `@` before a path.
        let mut texts = texts.filter(|text| Uri::parse(text.as_str()).is_ok());
        Self::new("sentences", |_| {
            texts.next().expect("there are infinitely many")
        })
    }

    fn new(name: &'static str, url: impl FnMut(usize) -> String) -> Self {
        let urls: Vec<String> = (0..SIZE).map(url).collect();
        for url in &urls {
            assert!(is_valid(Rule::Url, url), "not in RFC 1738: {url}");
            assert!(Uri::parse(url.as_str()).is_ok(), "not in RFC 3986: {url}");
        }
        Self { name, urls }
    }

    /// Replaces one octet of each URL, at varying offsets, by one that no URL contains.
    #[must_use]
    pub fn broken(&self) -> Vec<String> {
        let mut random = Rng::with_seed(404);
        let break_one = |url: &String| {
            let place = random.usize(..url.len());
            format!("{} {}", &url[..place], &url[place + 1..])
        };
        self.urls.iter().map(break_one).collect()
    }

    /// Returns the average length in octets.
    #[must_use]
    pub fn average_length(&self) -> usize {
        self.urls.iter().map(String::len).sum::<usize>() / self.urls.len()
    }
}

fn word(random: &mut Rng) -> &'static str {
    WORDS[random.usize(..WORDS.len())]
}

fn host(random: &mut Rng) -> String {
    if random.u8(..25) == 0 {
        let mut number = || random.u8(1..255);
        return format!("{}.{}.{}.{}", number(), number(), number(), number());
    }
    let first = ["www.", "www.", "www.", "", "", "ftp.", "web2."][random.usize(..7)];
    let hyphenated = if random.u8(..5) == 0 {
        format!("-{}", word(random))
    } else {
        String::new()
    };
    let top = TOP_LEVEL[random.usize(..TOP_LEVEL.len())];
    format!("{first}{}{hyphenated}.{top}", word(random))
}

fn hostport(random: &mut Rng) -> String {
    let port = ["", "", "", "", "", "", "", ":8080", ":8000"][random.usize(..9)];
    host(random) + port
}

/// Returns a file name, sometimes with a number, an encoded space or a date.
fn file(random: &mut Rng) -> String {
    let stem = match random.u8(..8) {
        0 => format!("{}%20{}", word(random), word(random)),
        1 => format!("{}_{}", word(random), random.u16(1..2000)),
        2 => format!("1994-{:02}-{:02}", random.u8(1..13), random.u8(1..29)),
        3 => format!("{:x}", random.u32(..)),
        _ => word(random).to_owned(),
    };
    stem + EXTENSIONS[random.usize(..EXTENSIONS.len())]
}

fn directories(random: &mut Rng) -> String {
    let names: Vec<&str> = (0..random.usize(1..8)).map(|_| word(random)).collect();
    names.join("/") + "/"
}

fn query(random: &mut Rng) -> String {
    let pairs: Vec<String> = (0..random.usize(1..4))
        .map(|_| format!("{}={}", word(random), random.u32(..100_000)))
        .collect();
    format!("?{}", pairs.join("&"))
}

fn http(random: &mut Rng) -> String {
    let mut url = format!("http://{}", hostport(random));
    match random.u8(..10) {
        0 => {}
        1 => url.push('/'),
        others => {
            url = format!("{url}/{}{}", directories(random), file(random));
            if others < 5 {
                url += &query(random);
            }
        }
    }
    url
}

fn ftp(random: &mut Rng) -> String {
    let login = ["", "", "", "anonymous@", "anna:s%3Acret@"][random.usize(..5)];
    let typecode = ["", "", ";type=i", ";type=a"][random.usize(..4)];
    let path = format!("{}{}", directories(random), file(random));
    format!("ftp://{login}{}/{path}{typecode}", hostport(random))
}

fn mixed(random: &mut Rng) -> String {
    let (one, two) = (word(random), word(random));
    let number = random.u32(1..100_000);
    let host = host(random);
    match random.u8(..20) {
        0..6 => http(random),
        6..9 => ftp(random),
        9 => format!("gopher://{host}/11/{one}/{two}"),
        10 => format!("gopher://{host}:70/7{one}%09{two}%20{one}"),
        11 | 12 => format!("mailto:{one}.{two}@{host}"),
        13 => format!("news:comp.{one}.{two}"),
        14 => format!("news:{number}.{one}@{host}"),
        15 => format!("nntp://{host}/comp.{one}.{two}/{number}"),
        16 => format!("telnet://{one}:{two}@{host}:23/"),
        17 => format!("wais://{host}/{one}?{two}"),
        18 => format!("file://{host}/{one}/{two}/{}", file(random)),
        _ => match random.u8(..3) {
            0 => format!("prospero://{host}:1525/{one}/{two};version={number}"),
            1 => format!("x-{one}:{two}/{number}"),
            _ => format!("cid:{number}.{one}@{two}"),
        },
    }
}

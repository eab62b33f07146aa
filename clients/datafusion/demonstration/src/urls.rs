//! The URLs: a mixture as in the index of a crawler, with planted faults.
//!
//! Invariant: a URL depends on its number alone, so fewer URLs are the beginning of more.

use fastrand::Rng;

/// A fault: how it changes a valid http URL.
#[derive(Debug, Clone, Copy)]
pub struct Fault {
    /// What is wrong.
    pub name: &'static str,
    plant: fn(host: &str, path: &str) -> String,
}

/// The faults.
pub const FAULTS: [Fault; 14] = [
    Fault {
        name: "a user name",
        plant: |host, path| format!("http://me@{host}/{path}"),
    },
    Fault {
        name: "a tilde",
        plant: |host, path| format!("http://{host}/~{path}"),
    },
    Fault {
        name: "a space",
        plant: |host, path| format!("http://{host}/{path} index"),
    },
    Fault {
        name: "a fragment",
        plant: |host, path| format!("http://{host}/{path}#top"),
    },
    Fault {
        name: "letters in the port",
        plant: |host, path| format!("http://{host}:http/{path}"),
    },
    Fault {
        name: "an empty port",
        plant: |host, path| format!("http://{host}:/{path}"),
    },
    Fault {
        name: "an underscore in the host",
        plant: |host, path| format!("http://my_{host}/{path}"),
    },
    Fault {
        name: "an IPv6 address",
        plant: |_, path| format!("http://[2001:db8::1]/{path}"),
    },
    Fault {
        name: "an incomplete escape",
        plant: |host, path| format!("http://{host}/{path}%2"),
    },
    Fault {
        name: "a character that is not ASCII",
        plant: |host, path| format!("http://{host}/{path}/caf\u{e9}"),
    },
    Fault {
        name: "a second query",
        plant: |host, path| format!("http://{host}/{path}?a=b?c"),
    },
    Fault {
        name: "a typecode of ftp that does not exist",
        plant: |host, path| format!("ftp://{host}/{path};type=x"),
    },
    Fault {
        name: "no scheme",
        plant: |host, path| format!("//{host}/{path}"),
    },
    Fault {
        name: "no text",
        plant: |_, _| String::new(),
    },
];

const WORDS: [&str; 24] = [
    "about",
    "archive",
    "article",
    "blog",
    "cart",
    "category",
    "contact",
    "docs",
    "download",
    "en",
    "events",
    "forum",
    "gallery",
    "help",
    "images",
    "index.html",
    "item",
    "login",
    "news",
    "pages",
    "products",
    "search",
    "static",
    "users",
];

const TOPS: [&str; 8] = ["com", "org", "net", "de", "edu", "co.uk", "jp", "info"];

/// Ports that http URLs name, and some that should not be there.
const PORTS: [&str; 8] = ["8080", "8080", "8000", "81", "8443", "25", "22", "99999"];

/// Returns the URL with the number. One of 25 has a fault.
///
/// ```
/// use rfc1738_demonstration::urls::url;
///
/// let urls: Vec<String> = (0..1000).map(url).collect();
/// let wrong = urls.iter().filter(|url| !rfc1738::is_valid(rfc1738::Rule::Url, url)).count();
/// assert!((20..60).contains(&wrong));
/// assert_eq!(url(999), urls[999]);
/// ```
#[must_use]
pub fn url(number: u64) -> String {
    // The generator is a good hash, too: its first values of neighbouring seeds differ.
    let mut rng = Rng::with_seed(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let host = host(&mut rng);
    let path = path(&mut rng);
    if rng.u8(..25) == 0 {
        return (FAULTS[rng.usize(..FAULTS.len())].plant)(&host, &path);
    }
    match rng.u8(..100) {
        0..80 => http(&mut rng, "http", &host, &path),
        80..88 => format!("https://{host}/{path}"),
        88..93 => format!("ftp://{host}/{path}"),
        93..95 => format!("mailto:{}@{host}", word(&mut rng)),
        95..97 => format!("gopher://{host}/1{path}"),
        97..98 => format!("news:comp.{}.{}", word(&mut rng), rng.u16(..)),
        98..99 => format!("telnet://{host}:23"),
        _ => format!("file://{host}/{path}"),
    }
}

fn http(rng: &mut Rng, scheme: &str, host: &str, path: &str) -> String {
    let mut url = format!("{scheme}://{host}");
    if rng.u8(..50) == 0 {
        url = format!("{url}:{}", PORTS[rng.usize(..PORTS.len())]);
    }
    url = format!("{url}/{path}");
    match rng.u8(..10) {
        0..2 => format!("{url}?{}={}", word(rng), rng.u32(..100_000)),
        2 => format!("{url}?q=caf%C3%A9&{}={}", word(rng), rng.u16(..)),
        _ => url,
    }
}

/// Returns a host: few have many pages, and many have few.
fn host(rng: &mut Rng) -> String {
    let rank = rng.f64().powi(3) * 50_000.0;
    // The rank is far below the greatest integer.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is from 0 to 50,000"
    )]
    let rank = rank as usize;
    let top = TOPS[rank % TOPS.len()];
    match rank % 5 {
        0 => format!("site{rank}.{top}"),
        1 => format!("10.{}.{}.{}", rank % 7, rank % 200, rank % 251),
        _ => format!("www.example{rank}.{top}"),
    }
}

fn path(rng: &mut Rng) -> String {
    let mut path = String::new();
    for _ in 0..rng.u8(..5) {
        path.push_str(word(rng));
        path.push('/');
    }
    match rng.u8(..3) {
        0 => path.push_str(word(rng)),
        1 => {
            let (word, number) = (word(rng), rng.u32(..1_000_000).to_string());
            path.extend([word, "-", &number, ".html"]);
        }
        _ => {}
    }
    path
}

fn word(rng: &mut Rng) -> &'static str {
    WORDS[rng.usize(..WORDS.len())]
}

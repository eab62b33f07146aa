//! The meaning of a URL by the prose of Sections 2 and 3, from its text alone.
//!
//! This is the independent answer for the normal form: it uses strings, and nothing of the library.
//! Two URLs mean the same exactly if their meanings are equal.

/// The default ports of the schemes that have one. That of https is by RFC 2818.
const PORTS: [(&str, &str); 8] = [
    ("ftp", "21"),
    ("gopher", "70"),
    ("http", "80"),
    ("https", "443"),
    ("nntp", "119"),
    ("prospero", "1525"),
    ("telnet", "23"),
    ("wais", "210"),
];

/// The schemes of Section 3 whose URLs begin with a host.
const WITH_HOST: [&str; 7] = [
    "ftp", "gopher", "http", "nntp", "prospero", "telnet", "wais",
];

/// The characters that a scheme can reserve (2.2).
const RESERVED: &str = ";/?:@=&";

/// Returns the meaning of a URL. The text has to be one.
pub(super) fn meaning(text: &str) -> Vec<String> {
    let (scheme, rest) = text.split_once(':').expect("a URL has a scheme");
    let scheme = scheme.to_lowercase();
    let meaning = match scheme.as_str() {
        "mailto" => vec![octets(rest, "")],
        "news" => news(rest),
        "file" => file(rest),
        _ => match rest
            .strip_prefix("//")
            .filter(|rest| WITH_HOST.contains(&scheme.as_str()) || begins_with_login(rest))
        {
            Some(rest) => internet(&scheme, rest),
            None => vec!["without a host".to_owned(), octets(rest, RESERVED)],
        },
    };
    [vec![scheme], meaning].concat()
}

/// Returns the octets of a text, two digits each. Reserved characters that are not encoded stay.
fn octets(text: &str, reserved: &str) -> String {
    let plain = |text: &str| {
        let octet = |character: char| {
            if reserved.contains(character) {
                character.to_string()
            } else {
                format!("{:02x}", u32::from(character))
            }
        };
        text.chars().map(octet).collect::<Vec<_>>().concat()
    };
    let mut parts = text.split('%');
    let mut octets = plain(parts.next().unwrap_or_default());
    for part in parts {
        octets.push_str(&part[..2].to_lowercase());
        octets.push_str(&plain(&part[2..]));
    }
    octets
}

fn news(rest: &str) -> Vec<String> {
    match rest.split_once('@') {
        Some((unique, domain)) => vec![octets(unique, ""), domain.to_owned()],
        None => vec![rest.to_owned()],
    }
}

fn file(rest: &str) -> Vec<String> {
    let (host, path) = rest[2..].split_once('/').expect("a file URL has a path");
    let host = host.to_lowercase();
    let host = if host == "localhost" { "" } else { &host };
    vec![host.to_owned(), octets(path, "/")]
}

/// Returns the meaning of what follows `//`, where a host is.
fn internet(scheme: &str, rest: &str) -> Vec<String> {
    let (login, path) = match rest.split_once('/') {
        Some((login, path)) => (login, Some(path)),
        None => (rest, None),
    };
    let (user, hostport) = match login.split_once('@') {
        Some((user, hostport)) => (Some(user), hostport),
        None => (None, login),
    };
    let user = user.map(|user| match scheme {
        "ftp" | "telnet" => octets(user, ":"),
        _ => octets(user, RESERVED),
    });
    let (host, port) = match hostport.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (hostport, None),
    };
    let default = PORTS.iter().find(|(name, _)| *name == scheme);
    let default = default.map(|(_, port)| (*port).to_owned());
    // A port can have more digits than any integer.
    let number = |port: &str| match port.trim_start_matches('0') {
        "" => "0".to_owned(),
        port => port.to_owned(),
    };
    let port = port.map(number).or(default);
    let path = match (scheme, path) {
        ("telnet", _) => None,
        ("http" | "https" | "gopher", None) => Some(""),
        (_, path) => path,
    };
    let mut meaning = vec![format!("{user:?} {} {port:?}", host.to_lowercase())];
    meaning.extend(path.map(|path| self::path(scheme, path)));
    meaning
}

/// Returns the meaning of what follows the slash after the host and port.
fn path(scheme: &str, path: &str) -> String {
    match scheme {
        "ftp" => match path.split_once(";type=") {
            Some((path, code)) => format!("{};type={}", octets(path, "/"), code.to_lowercase()),
            None => octets(path, "/"),
        },
        "http" => octets(path, "/;?"),
        "nntp" => path.to_owned(),
        "wais" => octets(path, "/?"),
        "prospero" => match path.split_once(';') {
            Some((name, fields)) => format!("{};{}", octets(name, ""), octets(fields, ";=")),
            None => octets(path, ""),
        },
        "gopher" => {
            // The type and the selector, the search string, and the Gopher+ string.
            let parts = path.splitn(3, "%09").map(|part| octets(part, ""));
            match parts.collect::<Vec<_>>().join("\t") {
                top if top.is_empty() => octets("1", ""),
                path => path,
            }
        }
        _ => octets(path, RESERVED),
    }
}

/// Returns whether the text begins with a login, and a slash or nothing follows it (3.1).
fn begins_with_login(rest: &str) -> bool {
    let login = rest.split('/').next().unwrap_or_default();
    let (user, hostport) = login.split_once('@').unwrap_or(("", login));
    let (host, port) = hostport.split_once(':').unwrap_or((hostport, "0"));
    let is_number =
        |text: &str| !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    let is_label = |label: &str| {
        let may_end = |end: Option<char>| end.is_some_and(|end| end.is_ascii_alphanumeric());
        may_end(label.chars().next())
            && may_end(label.chars().last())
            && label
                .chars()
                .all(|inside| inside.is_ascii_alphanumeric() || inside == '-')
    };
    let labels: Vec<&str> = host.split('.').collect();
    let is_address = labels.len() == 4 && labels.iter().all(|label| is_number(label));
    let last = labels.last().and_then(|label| label.chars().next());
    let is_name = labels.iter().all(|label| is_label(label))
        && last.is_some_and(|first| first.is_ascii_alphabetic());
    user.matches(':').count() < 2 && (is_address || is_name) && is_number(port)
}

#[test]
fn the_meaning_is_what_the_prose_says_by_hand() {
    assert_eq!(meaning("MailTo:a%40"), ["mailto", "6140"]);
    assert_eq!(meaning("news:a%2B@H"), ["news", "612b", "H"]);
    assert_eq!(meaning("file://LocalHost/a/%2f"), ["file", "", "61/2f"]);
    assert_eq!(meaning("http://H:080"), ["http", "None h Some(\"80\")", ""]);
    assert_eq!(meaning("x:a%3a:"), ["x", "without a host", "613a:"]);
    assert_eq!(meaning("x://h"), ["x", "None h None"]);
    assert_eq!(meaning("x://-h"), ["x", "without a host", "//2d68"]);
    assert_eq!(
        meaning("gopher://h/%31%091"),
        ["gopher", "None h Some(\"70\")", "31\t31"]
    );
    assert_eq!(meaning("gopher://h")[2], "31");
    assert_eq!(meaning("ftp://a:@h/b;type=D")[2], "62;type=d");
    assert_eq!(meaning("prospero://h/a/=;b==")[2], "612f3d;62==");
}

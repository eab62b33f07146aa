//! Notes on the part between `//` and the next `/`: Section 3.1, and what each scheme allows.

use rfcbnf_engine::ProductionSet;

use super::{Note, Rejection};
use crate::error::Found;
use crate::rules::Rule;

const SECTION: &str = "3.1";

/// The productions whose errors concern the user, the password, the host or the port.
const PARTS: ProductionSet = Rule::set(&[
    Rule::Login,
    Rule::Hostport,
    Rule::Host,
    Rule::Hostname,
    Rule::Hostnumber,
    Rule::Domainlabel,
    Rule::Toplabel,
    Rule::Fileurl,
]);

/// The URLs that name no user, each with the section that says so.
const WITHOUT_USER: [(Rule, &str, &str); 6] = [
    (
        Rule::Httpurl,
        "3.3",
        "no user name or password is allowed in an http URL",
    ),
    (
        Rule::Prosperourl,
        "3.11",
        "no user name or password is allowed in a prospero URL",
    ),
    (
        Rule::Gopherurl,
        "3.4.1",
        "a gopher URL names a host and a port, but no user",
    ),
    (
        Rule::Nntpurl,
        "3.7",
        "an nntp URL names a host and a port, but no user",
    ),
    (
        Rule::Waisurl,
        "3.9",
        "a wais URL names a host and a port, but no user",
    ),
    (
        Rule::Fileurl,
        "3.10",
        "a file URL names a host, but neither a user nor a port",
    ),
];

/// Returns the note that URLs of the scheme name no user, if they do not.
pub(crate) fn without_user(url: Rule) -> Option<Note> {
    let mut schemes = WITHOUT_USER.into_iter();
    let (_, section, message) = schemes.find(|(rule, ..)| *rule == url)?;
    Some(Note::new(section, message))
}

/// Returns what the prose says about the offset.
pub(super) fn note(rejection: Rejection<'_>) -> Option<Note> {
    double_slash(rejection).or_else(|| {
        let authority = Authority::around(rejection)?;
        authority
            .user()
            .or_else(|| authority.port())
            .or_else(|| authority.slash())
            .or_else(|| authority.label())
    })
}

/// Returns a note if the slashes after the scheme are missing.
fn double_slash(rejection: Rejection<'_>) -> Option<Note> {
    let before = rejection.before();
    let before = before.strip_suffix(b"/").unwrap_or(before);
    let name = before.strip_suffix(b":")?;
    let is_missing = !name.contains(&b':') && rejection.next.iter().eq(['/']);
    if is_missing && rejection.is_in(Rule::Fileurl) {
        let message = "a file URL takes the form file://<host>/<path>, and the host can be empty";
        return Some(Note::new("3.10", message));
    }
    is_missing.then(|| {
        let message = "a scheme that takes an Internet host is followed by \"://\"";
        Note::new(SECTION, message)
    })
}

/// An offset between `//` and the next `/`.
struct Authority<'a> {
    rejection: Rejection<'a>,
    before: &'a [u8],
    after: &'a [u8],
}

impl<'a> Authority<'a> {
    /// Returns the surroundings of the offset, if it is in that part.
    fn around(rejection: Rejection<'a>) -> Option<Self> {
        if !PARTS.intersects(&rejection.open) {
            return None;
        }
        let before = rejection.before();
        let slash = before.iter().position(|&octet| octet == b'/');
        let before = slash.map_or(before, |index| &before[index..]);
        let before = before.strip_prefix(b"//").unwrap_or(before);
        let after = rejection.after().split(|&octet| octet == b'/').next()?;
        (!before.contains(&b'/')).then_some(Self {
            rejection,
            before,
            after,
        })
    }

    fn user(&self) -> Option<Note> {
        let has_user = self.after.contains(&b'@');
        let has_port = self.rejection.is_in(Rule::Fileurl) && self.after.first() == Some(&b':');
        if !has_user && !has_port {
            return None;
        }
        let mut open = self.rejection.context.iter();
        if let Some(note) = open.find_map(|&rule| without_user(rule)) {
            return Some(note);
        }
        let delimits = matches!(self.after.first(), Some(b':' | b'@'));
        (delimits && self.rejection.is_in(Rule::Login)).then(|| {
            let message =
                "in a user name and a password, \":\", \"@\" and \"/\" are encoded: %3A, %40, %2F";
            Note::new(SECTION, message)
        })
    }

    fn port(&self) -> Option<Note> {
        let is_missing = self.before.ends_with(b":") && self.after.is_empty();
        is_missing.then(|| {
            let message = "if the port is omitted, the colon is omitted as well";
            Note::new(SECTION, message)
        })
    }

    /// Returns a note if the slash between the host and the search part is missing.
    fn slash(&self) -> Option<Note> {
        let is_missing = self.rejection.is_in(Rule::Httpurl)
            && self.rejection.next.contains(b'/')
            && self.after.first() == Some(&b'?');
        is_missing.then(|| {
            let message = "the \"/\" after the host and port can be omitted only if neither a path nor a search part follows";
            Note::new("3.3", message)
        })
    }

    fn label(&self) -> Option<Note> {
        let host = self.before.rsplit(|&octet| octet == b'@').next()?;
        let label = host.rsplit(|&octet| octet == b'.').next()?;
        let is_of_host = |octet: &u8| octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.');
        if !host.iter().all(is_of_host) {
            return None;
        }
        let ends = matches!(self.after.first(), None | Some(b':' | b'@'));
        if ends && label.first().is_some_and(u8::is_ascii_digit) && !label.ends_with(b"-") {
            return Some(Note::new(
                SECTION,
                "the rightmost label of a host name cannot begin with a digit, unless the host is an IP address of four numbers",
            ));
        }
        let is_unfinished = label.ends_with(b"-") || (label.is_empty() && !host.is_empty());
        (is_unfinished || self.has_strange_character()).then(|| {
            Note::new(
                SECTION,
                "a host name is labels of letters, digits and \"-\", separated by \".\", and each begins and ends with a letter or a digit",
            )
        })
    }

    /// Returns whether the character can neither be in a label nor plausibly follow the host.
    fn has_strange_character(&self) -> bool {
        let is_host = !self.rejection.next.contains(b'%');
        match self.rejection.found {
            Some(Found::Character(found)) if is_host => {
                !matches!(
                    found,
                    '/' | ':' | '@' | ';' | '?' | '#' | ' ' | '<' | '>' | '"'
                ) && !found.is_ascii_control()
                    && !found.is_ascii_alphanumeric()
            }
            _ => false,
        }
    }
}

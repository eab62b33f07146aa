//! Notes on the part between `//` and the next `/`: Section 3.1, and what each scheme allows.

use alloc::string::ToString as _;
use core::mem;
use core::ops::Range;

use rfcbnf_engine::{CharacterSet, ProductionSet};

use super::candidate::{Candidate, Piece};
use super::character::closes;
use super::draft::Draft;
#[cfg(feature = "build")]
use super::draft::Note;
use super::form;
use super::id::NoteId;
use super::octets::{self, find, find_last};
use super::rejection::Rejection;
use crate::error::Found;
use crate::rules::Rule;
use crate::verdict::verdict;

/// The productions whose errors concern the user, the password, the host or the port.
const PARTS: ProductionSet = Rule::set(&[
    Rule::Login,
    Rule::Hostport,
    Rule::Host,
    Rule::Hostname,
    Rule::Hostnumber,
    Rule::Domainlabel,
    Rule::Toplabel,
    Rule::Port,
    Rule::Fileurl,
]);

/// The characters that a user name and a password hold encoded.
const LOGIN_RESERVED: CharacterSet = CharacterSet::of(":@/");

/// Returns the note that URLs of the scheme name no user, if they do not.
#[cfg(feature = "build")]
pub(crate) fn without_user(url: Rule) -> Option<Note> {
    Some(Draft::new(user_note(url)?).without_fixes())
}

fn user_note(url: Rule) -> Option<NoteId> {
    Some(match url {
        Rule::Httpurl => NoteId::HttpUser,
        Rule::Prosperourl => NoteId::ProsperoUser,
        Rule::Gopherurl => NoteId::GopherUser,
        Rule::Nntpurl => NoteId::NntpUser,
        Rule::Waisurl => NoteId::WaisUser,
        Rule::Fileurl => NoteId::FileUser,
        _ => return None,
    })
}

/// Returns what the prose says about the offset.
pub(super) fn note<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let authority = Authority::around(rejection)?;
    if let Some(placeholder) = authority.placeholder() {
        return Some(placeholder);
    }
    let ends = rejection.found == Some(Found::Character('#')) || closes(rejection.after());
    if ends && !rejection.is_secret {
        return None;
    }
    authority
        .user()
        .or_else(|| authority.white_space())
        .or_else(|| authority.delimiter())
        .or_else(|| authority.slash())
        .or_else(|| authority.host())
        .or_else(|| authority.port())
        .or_else(|| authority.path())
}

/// Returns whether the text may be a URL of a scheme that the RFC does not define. If `//` follows
/// its colon, it announces the common Internet scheme syntax.
fn is_other(rejection: &Rejection<'_>) -> bool {
    rejection.is_in(Rule::Otherurl)
}

/// Returns whether the text after too many slashes begins with a host, and not with a path: it has
/// a dot, and a path follows, or it begins with `www.`.
fn begins_with_host(text: &[u8]) -> bool {
    let host = octets::before(text, b'/');
    let is_followed = host.len() < text.len() || host.starts_with(b"www.");
    is_followed && host.contains(&b'.') && verdict(Rule::Hostport, host)
}

/// Returns whether the host or the port holds a placeholder: `<host>`, `{host}`, `[host]`, `$HOST`,
/// `%s` or `%(host)`.
fn is_template(hostport: &[u8]) -> bool {
    const MARKS: CharacterSet = CharacterSet::of("$%<{[");
    if !hostport.iter().any(|octet| MARKS.contains(*octet)) {
        return false;
    }
    let is_name = |octet: Option<&u8>| {
        octet.is_some_and(|&octet| octet.is_ascii_alphabetic() || octet == b'_')
    };
    let encloses = |open: usize, close, least: usize| {
        let inside = octets::before(&hostport[open + 1..], close);
        let is_closed = open + 1 + inside.len() < hostport.len();
        is_closed && inside.len() >= least && inside.iter().any(u8::is_ascii_alphabetic)
    };
    // After a letter, or with a shorter name, an angle bracket begins a tag of HTML.
    let begins = |open: usize| {
        let before = hostport[..open].last();
        before.is_none_or(|octet| b".-_:".contains(octet))
    };
    let is_variable = hostport.windows(2).any(|pair| {
        matches!(pair, [b'$', b'{' | b'('] | [b'%', b's' | b'(' | b'{'])
            || pair[0] == b'$' && is_name(pair.get(1))
    });
    let brackets = hostport.strip_prefix(b"[");
    is_variable
        || find(hostport, b'<').is_some_and(|open| begins(open) && encloses(open, b'>', 3))
        || find(hostport, b'{').is_some_and(|open| encloses(open, b'}', 1))
        || brackets.is_some_and(|name| is_name(name.first()) && !name.contains(&b':'))
}

/// Returns whether the text begins with an address of IPv6 in brackets, or with what looks like one: colons
/// between hexadecimal numbers, perhaps an address of four numbers at the end (RFC 2373, 2.2), and a zone
/// (RFC 6874).
fn is_ipv6(text: &[u8]) -> bool {
    let Some(inside) = text.strip_prefix(b"[") else {
        return false;
    };
    let address = octets::before(octets::before(inside, b']'), b'%');
    let is_of_address = |octet: &u8| octet.is_ascii_hexdigit() || matches!(octet, b':' | b'.');
    address.contains(&b':') && address.iter().all(is_of_address)
}

/// An offset in that part, or at its end.
struct Authority<'r, 'a> {
    rejection: &'r Rejection<'a>,
    /// The part, as byte offsets in the text.
    span: Range<usize>,
    /// Where the host begins: after the last `@` before the offset.
    host: usize,
}

impl<'r, 'a> Authority<'r, 'a> {
    /// Returns the surroundings of the offset, if it is in that part.
    fn around(rejection: &'r Rejection<'a>) -> Option<Self> {
        if !PARTS.intersects(&rejection.open) && !is_other(rejection) {
            return None;
        }
        let before = rejection.before();
        let at = find_last(before, b'@');
        let start = if rejection.is_in(Rule::Article) {
            at? + 1
        } else {
            match find(before, b'/') {
                Some(slash) if before[slash..].starts_with(b"//") => slash + 2,
                None if !rejection.is_url() => 0,
                _ => return None,
            }
        };
        if before[start..].contains(&b'/') {
            return None;
        }
        let length = find(rejection.after(), b'/');
        let end = length.map_or(rejection.text.len(), |length| rejection.offset + length);
        Some(Self {
            rejection,
            span: start..end,
            host: at.map_or(start, |at| start.max(at + 1)),
        })
    }

    /// Returns the part before the offset.
    fn before(&self) -> &'a [u8] {
        &self.rejection.text[self.span.start..self.rejection.offset]
    }

    /// Returns the part from the offset on.
    fn after(&self) -> &'a [u8] {
        &self.rejection.text[self.rejection.offset..self.span.end]
    }

    /// Returns the offset of the last `@` of the part, at the offset of the error or after it.
    fn at(&self) -> Option<usize> {
        let after = find_last(self.after(), b'@');
        after.map(|index| self.rejection.offset + index)
    }

    fn user(&self) -> Option<Draft<'a>> {
        let rejection = self.rejection;
        let has_port = rejection.is_in(Rule::Fileurl) && self.after().first() == Some(&b':');
        if self.at().is_none() && !has_port {
            return None;
        }
        let mut open = rejection.context.iter();
        let id = open.find_map(|&rule| user_note(rule))?;
        let host = self.at().map_or(self.span.start, |at| at + 1);
        let without_port = (has_port && self.at().is_none()).then(|| {
            let host = &rejection.text[host.min(rejection.offset)..rejection.offset];
            rejection.replaced(self.span.start..self.span.end, host)
        });
        let without_user = rejection.replaced(self.span.start..host, "");
        Some(
            Draft::new(id)
                .candidate(without_user)
                .candidates(without_port),
        )
    }

    /// Returns a note on white space in a host or a port of a scheme that the RFC does not define.
    /// In other schemes, the grammar excludes an escape there.
    fn white_space(&self) -> Option<Draft<'a>> {
        let rejection = self.rejection;
        let is_white = rejection
            .octet()
            .is_some_and(|octet| octet.is_ascii_whitespace());
        (is_white && is_other(rejection) && self.at().is_none()).then(|| {
            let after = rejection.after().trim_ascii_start();
            let candidate = [rejection.before().into(), after.into()].into();
            let joined = Piece::Joined(rejection.text).into();
            Draft::new(NoteId::WhiteSpace).first_of([candidate, joined])
        })
    }

    /// Returns a note on a delimiter in a user name or a password.
    fn delimiter(&self) -> Option<Draft<'a>> {
        let rejection = self.rejection;
        if !rejection.is_in(Rule::Login) {
            return None;
        }
        let after = match rejection.octet()? {
            b':' | b'@' => self.after(),
            // The note on a password is the same for each of the three.
            b'/' if rejection.is_secret
                || self.is_in_password()
                || rejection.rule == Rule::Login =>
            {
                rejection.after()
            }
            _ if self.before().contains(&b'@') => self.after(),
            _ => return None,
        };
        let at = find_last(after, b'@')?;
        let at = rejection.offset + at;
        let inside = &rejection.text[rejection.offset..at];
        let encoded = Piece::Encoded(inside, LOGIN_RESERVED);
        let candidate = rejection.replaced(rejection.offset..at, encoded);
        // If the first "@" was meant to be in the user name, it is before the offset.
        let begin = &rejection.text[self.span.start..at];
        let (user, password) = match find(begin, b':') {
            Some(colon) => (&begin[..colon], Some(&begin[colon + 1..])),
            None => (begin, None),
        };
        let whole = Candidate::from([
            (&rejection.text[..self.span.start]).into(),
            Piece::Encoded(user, LOGIN_RESERVED),
            (if password.is_some() { ":" } else { "" }).into(),
            Piece::Encoded(password.unwrap_or_default(), LOGIN_RESERVED),
            (&rejection.text[at..]).into(),
        ]);
        Some(Draft::new(NoteId::LoginReserved).first_of([candidate, whole]))
    }

    /// Returns whether the text before the offset looks like a password, and not like a port.
    fn is_in_password(&self) -> bool {
        let colon = find(self.before(), b':');
        let password = colon.and_then(|colon| self.before().get(colon + 1));
        password.is_some_and(|octet| !octet.is_ascii_digit())
    }

    /// Returns a note if the slash before a path or a search part is missing.
    fn slash(&self) -> Option<Draft<'a>> {
        let rejection = self.rejection;
        let offset = rejection.offset;
        let with_slash = |at: usize| rejection.replaced(at..at, "/");
        if rejection.is_in(Rule::Httpurl) && rejection.next.contains(b'/') {
            return match rejection.octet()? {
                b'?' => Some(Draft::new(NoteId::HttpSlash).candidate(with_slash(offset))),
                b';' | b'&' | b'=' => {
                    Some(Draft::new(NoteId::HttpForm).candidate(with_slash(offset)))
                }
                b'\\' => {
                    let slashes = Piece::Slashes(rejection.text);
                    Some(Draft::new(NoteId::HttpForm).candidate(slashes))
                }
                _ => None,
            };
        }
        let is_ftp = rejection.is_in(Rule::Ftpurl) && rejection.is_in(Rule::User);
        let delimiter = self
            .before()
            .iter()
            .position(|octet| matches!(octet, b';' | b'?'));
        let delimiter = self.span.start + delimiter.filter(|_| is_ftp && self.at().is_none())?;
        let host = &rejection.text[self.span.start..delimiter];
        verdict(Rule::Host, host)
            .then(|| Draft::new(NoteId::FtpForm).candidate(with_slash(delimiter)))
    }

    fn host(&self) -> Option<Draft<'a>> {
        let rejection = self.rejection;
        let name = &rejection.text[self.host..self.span.end];
        let name = octets::before(name, b':');
        let end = self.host + name.len();
        let is_in_login = rejection.is_in(Rule::Login) || rejection.is_in(Rule::Article);
        let is_in_login = is_in_login || is_other(rejection);
        let is_user = is_in_login && self.at().is_some();
        let is_port = rejection.rule == Rule::Port;
        if is_port || is_user || rejection.offset > end && !self.is_login_unfinished() {
            return None;
        }
        let is_label = matches!(rejection.rule, Rule::Domainlabel | Rule::Toplabel);
        if name.is_empty() && !is_label {
            let after = rejection.text[end..].iter();
            let count = after.take_while(|&&octet| octet == b'/').count();
            let is_missing = !rejection.is_in(Rule::Fileurl);
            let begins = count > 0 && begins_with_host(&rejection.text[end + count..]);
            return is_missing.then(|| {
                let candidate = begins.then(|| rejection.replaced(end..end + count, ""));
                Draft::new(NoteId::HostMissing).candidates(candidate)
            });
        }
        let id = self.problem_of_host(name)?;
        if rejection.is_in(Rule::Fileurl) && matches!(name, b"." | b".." | b"~") {
            return Some(Draft::new(NoteId::FilePath));
        }
        let replaced = |host| rejection.replaced(self.host..end, host);
        if id == NoteId::HostLabel
            && let Some(found @ Found::Character(character)) = rejection.found
            && !character.is_ascii()
        {
            let id = NoteId::NotUsAscii;
            let message = id.sentence().replace("{found}", &found.to_string());
            return Some(
                Draft::new(id)
                    .message(message + ", and ToASCII of RFC 3490 writes a host name in ASCII")
                    .candidate(replaced(Piece::Ascii(name))),
            );
        }
        let has_empty_label = name.split(|octet| *octet == b'.').any(<[u8]>::is_empty);
        let mut draft = Draft::new(id);
        let mut is_tried = false;
        for (changes, piece) in [
            (name.contains(&b'%'), Piece::Decoded(name)),
            (has_empty_label, Piece::Labels(name)),
            (
                name.iter().any(u8::is_ascii_whitespace),
                Piece::Joined(name),
            ),
        ] {
            // To try the same name once is enough.
            if changes || !mem::replace(&mut is_tried, true) {
                draft = draft.candidate(replaced(piece));
            }
        }
        Some(draft)
    }

    /// Returns a note if the host or the port is a placeholder of a template.
    fn placeholder(&self) -> Option<Draft<'a>> {
        let part = octets::after_last(&self.rejection.text[self.span.clone()], b'@');
        is_template(part).then(|| Draft::new(NoteId::Placeholder))
    }

    /// Returns the note on a host that no host name is like; `None` if it is one.
    fn problem_of_host(&self, name: &[u8]) -> Option<NoteId> {
        let rejection = self.rejection;
        if rejection.rule == Rule::Hostnumber {
            return Some(NoteId::IpAddress);
        }
        let is_name = rejection.rule == Rule::Hostname;
        let host = if is_name { Rule::Hostname } else { Rule::Host };
        let follows =
            |octet: &u8| matches!(octet, b';' | b'?' | b'&' | b'=' | b' ' | b'<' | b'>' | b'"');
        let plausible = name.iter().position(follows).unwrap_or(name.len());
        let is_shorter = plausible < name.len();
        if verdict(host, name) || is_shorter && verdict(host, &name[..plausible]) {
            return None;
        }
        let is_of_host = |octet: &u8| octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.');
        let last = octets::after_last(name, b'.');
        let begins_with_digit = last.first().is_some_and(u8::is_ascii_digit);
        let is_rightmost = begins_with_digit && !last.ends_with(b"-");
        let bracketed = &rejection.text[self.host..self.span.end];
        Some(if is_ipv6(bracketed) {
            NoteId::Ipv6Address
        } else if name.starts_with(b"[") {
            NoteId::IpAddress
        } else if name.iter().all(is_of_host) && is_rightmost {
            NoteId::RightmostLabel
        } else {
            NoteId::HostLabel
        })
    }

    /// Returns whether the text before the offset could be a user name or a password, but no `@`
    /// follows.
    fn is_login_unfinished(&self) -> bool {
        let rejection = self.rejection;
        let is_open = rejection.is_in(Rule::User) || rejection.is_in(Rule::Password);
        let is_open = is_open || is_other(rejection);
        is_open && self.at().is_none()
    }

    fn port(&self) -> Option<Draft<'a>> {
        let rejection = self.rejection;
        let colon = find_last(self.before(), b':');
        let is_open = rejection.is_in(Rule::Port) || rejection.rule == Rule::Port;
        // An "@" follows a password, and no port.
        if rejection.is_secret || !is_open && (colon.is_none() || !self.is_login_unfinished()) {
            return None;
        }
        if let Some(colon) = colon
            && colon + 1 == self.before().len()
            && self.after().is_empty()
        {
            let colon = self.span.start + colon;
            let candidate = rejection.replaced(colon..colon + 1, "");
            return Some(Draft::new(NoteId::EmptyPort).candidate(candidate));
        }
        let candidate = Piece::Joined(rejection.text);
        Some(Draft::new(NoteId::PortDigits).candidate(candidate))
    }

    /// Returns a note if the text ends after the host, and a path has to follow.
    fn path(&self) -> Option<Draft<'a>> {
        let rejection = self.rejection;
        let is_missing = rejection.found.is_none() && rejection.next.contains(b'/');
        let is_path_missing = is_missing && !rejection.can_end && rejection.is_url();
        is_path_missing.then(|| {
            let text = [rejection.text.into(), "/".into()];
            Draft::new(form::of(rejection)).candidate(text)
        })
    }
}

//! Notes on the part between `//` and the next `/`: Section 3.1, and what each scheme allows.

use alloc::vec;
use alloc::vec::Vec;

use core::ops::Range;

use rfcbnf_engine::{CharacterSet, ProductionSet};

use super::character::{closes, slashes, without_white_space};
use super::draft::{Draft, Note};
use super::fix::encoded_with;
use super::form;
use super::id::NoteId;
use super::octets::{self, concat, find, find_last};
use super::rejection::Rejection;
use crate::encoding::decode;
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
pub(crate) fn without_user(url: Rule) -> Option<Note> {
    Some(Draft::new(user_note(url)?).finish(url, &[]))
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
pub(super) fn note(rejection: &Rejection<'_>) -> Option<Draft> {
    let authority = Authority::around(rejection)?;
    if rejection.octet() == Some(b'#') || closes(rejection.after()) {
        return None;
    }
    authority
        .user()
        .or_else(|| authority.delimiter())
        .or_else(|| authority.slash())
        .or_else(|| authority.host())
        .or_else(|| authority.port())
        .or_else(|| authority.path())
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
        if !PARTS.intersects(&rejection.open) {
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

    fn user(&self) -> Option<Draft> {
        let rejection = self.rejection;
        let has_port = rejection.is_in(Rule::Fileurl) && self.after().first() == Some(&b':');
        if self.at().is_none() && !has_port {
            return None;
        }
        let mut open = rejection.context.iter();
        let id = open.find_map(|&rule| user_note(rule))?;
        let host = self.at().map_or(self.span.start, |at| at + 1);
        let without_port = (has_port && self.at().is_none()).then(|| {
            let text = rejection.replaced(rejection.offset..self.span.end, "");
            concat(&[
                &text[..self.span.start],
                &text[host.min(rejection.offset)..],
            ])
        });
        let mut without_user = vec![rejection.replaced(self.span.start..host, "")];
        if let Some(at) = self.at() {
            without_user.push(rejection.replaced(at..at + 1, ""));
        }
        Some(
            Draft::new(id)
                .first_of(without_user)
                .candidates(without_port),
        )
    }

    /// Returns a note on a delimiter in a user name or a password.
    fn delimiter(&self) -> Option<Draft> {
        let rejection = self.rejection;
        if !rejection.is_in(Rule::Login) {
            return None;
        }
        let after = match rejection.octet()? {
            b':' | b'@' => self.after(),
            b'/' if self.is_in_password() || rejection.rule == Rule::Login => rejection.after(),
            _ if self.before().contains(&b'@') => self.after(),
            _ => return None,
        };
        let at = find_last(after, b'@')?;
        let at = rejection.offset + at;
        let inside = &rejection.text[rejection.offset..at];
        let candidate =
            rejection.replaced(rejection.offset..at, encoded_with(inside, LOGIN_RESERVED));
        // If the first "@" was meant to be in the user name, it is before the offset.
        let begin = &rejection.text[self.span.start..at];
        let (user, password) = match find(begin, b':') {
            Some(colon) => (&begin[..colon], Some(&begin[colon + 1..])),
            None => (begin, None),
        };
        let mut login = encoded_with(user, LOGIN_RESERVED);
        if let Some(password) = password {
            login.push(':');
            login.push_str(&encoded_with(password, LOGIN_RESERVED));
        }
        let whole = rejection.replaced(self.span.start..at, login);
        Some(Draft::new(NoteId::LoginReserved).first_of(vec![candidate, whole]))
    }

    /// Returns whether the text before the offset looks like a password, and not like a port.
    fn is_in_password(&self) -> bool {
        let colon = find(self.before(), b':');
        let password = colon.and_then(|colon| self.before().get(colon + 1));
        password.is_some_and(|octet| !octet.is_ascii_digit())
    }

    /// Returns a note if the slash before a path or a search part is missing.
    fn slash(&self) -> Option<Draft> {
        let rejection = self.rejection;
        let offset = rejection.offset;
        let with_slash = |at: usize| rejection.replaced(at..at, "/");
        if rejection.is_in(Rule::Httpurl) && rejection.next.contains(b'/') {
            return match rejection.octet()? {
                b'?' => Some(Draft::new(NoteId::HttpSlash).candidate(with_slash(offset))),
                b';' | b'&' | b'=' => {
                    Some(Draft::new(NoteId::HttpForm).candidate(with_slash(offset)))
                }
                b'\\' => Some(Draft::new(NoteId::HttpForm).candidate(slashes(rejection.text))),
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

    fn host(&self) -> Option<Draft> {
        let rejection = self.rejection;
        let name = &rejection.text[self.host..self.span.end];
        let name = octets::before(name, b':');
        let end = self.host + name.len();
        let is_in_login = rejection.is_in(Rule::Login) || rejection.is_in(Rule::Article);
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
            return is_missing.then(|| {
                let candidate = rejection.replaced(end..end + count, "");
                Draft::new(NoteId::HostMissing).candidates((count > 0).then_some(candidate))
            });
        }
        let id = self.problem_of_host(name)?;
        let replaced = |host: Vec<u8>| rejection.replaced(self.host..end, host);
        let decoded = decode(name).ok().map(|host| replaced(host.into_owned()));
        let labels = without_empty_labels(name);
        Some(
            Draft::new(id)
                .candidates(decoded)
                .candidate(replaced(labels))
                .candidate(replaced(without_white_space(name))),
        )
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
        if verdict(host, name) || verdict(host, &name[..plausible]) {
            return None;
        }
        let is_of_host = |octet: &u8| octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.');
        let last = octets::after_last(name, b'.');
        let begins_with_digit = last.first().is_some_and(u8::is_ascii_digit);
        let is_rightmost = begins_with_digit && !last.ends_with(b"-");
        Some(if name.starts_with(b"[") {
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
        is_open && self.at().is_none()
    }

    fn port(&self) -> Option<Draft> {
        let rejection = self.rejection;
        let colon = find_last(self.before(), b':');
        let is_open = rejection.is_in(Rule::Port) || rejection.rule == Rule::Port;
        if !is_open && (colon.is_none() || !self.is_login_unfinished()) {
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
        let candidate = without_white_space(rejection.text);
        Some(Draft::new(NoteId::PortDigits).candidate(candidate))
    }

    /// Returns a note if the text ends after the host, and a path has to follow.
    fn path(&self) -> Option<Draft> {
        let rejection = self.rejection;
        let is_missing = rejection.found.is_none() && rejection.next.contains(b'/');
        let is_path_missing = is_missing && !rejection.can_end && rejection.is_url();
        is_path_missing.then(|| {
            let text = concat(&[rejection.text, b"/"]);
            Draft::new(form::of(rejection)).candidate(text)
        })
    }
}

/// Returns the host with single dots, and none at its ends.
fn without_empty_labels(host: &[u8]) -> Vec<u8> {
    let mut labels = Vec::with_capacity(host.len());
    for &octet in host {
        if octet != b'.' || labels.last().is_some_and(|&last| last != b'.') {
            labels.push(octet);
        }
    }
    if labels.ends_with(b".") {
        labels.pop();
    }
    labels
}

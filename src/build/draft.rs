//! The text of a URL under construction, in the form that Section 3 gives for its scheme.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::Builder;
use super::error::BuildError;
use super::scheme::Scheme;
use super::value::Value;
use crate::encoding::push_encoded;
use crate::literal_characters::{derived_characters, literal_characters};
use crate::parse::parse;
use crate::rules::Rule;
use crate::url::{ComponentName as Name, OwnedUrl};

type Result<T = ()> = core::result::Result<T, BuildError>;

/// The part of a URL that is already written.
pub(super) struct Draft<'b> {
    builder: &'b Builder,
    scheme: Scheme<'b>,
    text: String,
}

impl<'b> Draft<'b> {
    /// Returns a draft with only the scheme and its colon.
    pub(super) fn new(builder: &'b Builder, scheme: Scheme<'b>) -> Self {
        let text = format!("{}:", scheme.written());
        Self {
            builder,
            scheme,
            text,
        }
    }

    /// Writes the rest and parses the URL.
    pub(super) fn finish(mut self) -> Result<OwnedUrl> {
        match self.scheme.rule() {
            Rule::Ftpurl => self.ftp(),
            Rule::Httpurl => self.http(),
            Rule::Gopherurl => self.gopher(),
            Rule::Mailtourl => self.mailto(),
            Rule::Newsurl => self.news(),
            Rule::Nntpurl => self.nntp(),
            Rule::Telneturl => self.telnet(),
            Rule::Waisurl => self.wais(),
            Rule::Fileurl => self.file(),
            Rule::Prosperourl => self.prospero(),
            _ => self.other(),
        }?;
        OwnedUrl::try_from(self.text)
            .map_err(|error| BuildError::underived(Name::Schemepart, &error))
    }

    fn ftp(&mut self) -> Result {
        self.login()?;
        self.path();
        if let Some(typecode) = self.get(Name::Ftptype) {
            if self.builder.segments.is_empty() {
                return Err(BuildError::needs(Name::Ftptype, Name::UrlPath, "3.2.2"));
            }
            self.text.push_str(";type=");
            self.literal(Name::Ftptype, Rule::Ftptype, typecode)?;
        }
        Ok(())
    }

    fn http(&mut self) -> Result {
        self.hostport()?;
        self.path_and_search();
        Ok(())
    }

    fn gopher(&mut self) -> Result {
        self.hostport()?;
        let (selector, search) = (self.get(Name::Selector), self.get(Name::Search));
        let string = self.get(Name::GopherString);
        let Some(gtype) = self.get(Name::Gtype) else {
            if self.builder.has_slash == Some(true) {
                self.text.push('/');
            }
            let parts = [
                (Name::Selector, selector),
                (Name::Search, search),
                (Name::GopherString, string),
            ];
            let given = parts.into_iter().find(|(_, part)| part.is_some());
            return given.map_or(Ok(()), |(name, _)| {
                Err(BuildError::needs(name, Name::Gtype, "3.4.1"))
            });
        };
        self.text.push('/');
        self.gtype(gtype)?;
        if let Some(selector) = selector {
            self.selector(selector)?;
        }
        if search.is_some() || string.is_some() {
            self.text.push_str("%09");
            // A Gopher+ string without a search string follows an empty one (3.4.3).
            if let Some(search) = search {
                self.search(search)?;
            }
        }
        if let Some(string) = string {
            self.text.push_str("%09");
            self.encoded(Name::GopherString, string);
        }
        Ok(())
    }

    fn gtype(&mut self, gtype: &Value) -> Result {
        let length = gtype.octets().len();
        if length != 1 {
            let reason = format!("it has {length} octets");
            return Err(BuildError::inexpressible(Name::Gtype, &reason));
        }
        self.encoded(Name::Gtype, gtype);
        Ok(())
    }

    /// Writes the selector of a gopher path. It can contain any octets but three (3.4.1). The
    /// production derives two of them as escapes, so they stay in the text of a URL.
    fn selector(&mut self, selector: &Value) -> Result {
        let octets = match selector {
            Value::Octets(octets) => octets.as_slice(),
            Value::Encoded(_) => &[],
        };
        let mut octets_with_offsets = octets.iter().enumerate();
        let excluded = octets_with_offsets.find_map(|(offset, octet)| match octet {
            b'\t' => Some(format!("the tab at offset {offset} would end it")),
            b'\n' => Some(format!("it cannot contain LF, which is at offset {offset}")),
            b'\r' => Some(format!("it cannot contain CR, which is at offset {offset}")),
            _ => None,
        });
        if let Some(reason) = excluded {
            let reason = format!("{reason} (RFC 1738, 3.4.1)");
            return Err(BuildError::inexpressible(Name::Selector, &reason));
        }
        self.encoded(Name::Selector, selector);
        Ok(())
    }

    /// Writes the search string of a gopher path. A tab would end it.
    fn search(&mut self, search: &Value) -> Result {
        if let Some(offset) = search.octets().iter().position(|&octet| octet == b'\t') {
            let reason = format!("the tab at offset {offset} would end it (RFC 1738, 3.4.1)");
            return Err(BuildError::inexpressible(Name::Search, &reason));
        }
        self.encoded(Name::Search, search);
        Ok(())
    }

    fn mailto(&mut self) -> Result {
        let address = self.required(Name::Encoded822addr)?;
        derived(
            Name::Encoded822addr,
            Rule::Encoded822addr,
            &placeholders(&address.octets()),
        )?;
        self.encoded(Name::Encoded822addr, address);
        Ok(())
    }

    fn news(&mut self) -> Result {
        match (self.get(Name::Group), self.get(Name::Article)) {
            (Some(_), Some(_)) => Err(BuildError::excludes(Name::Article, Name::Group, "3.6")),
            (Some(group), None) if group.unencoded() == b"*" => {
                self.text.push('*');
                Ok(())
            }
            (Some(group), None) => self.literal(Name::Group, Rule::Group, group),
            (None, Some(article)) => self.article(article),
            (None, None) => Err(BuildError::missing(Name::Grouppart, self.scheme)),
        }
    }

    /// Writes the message id. A host follows the last `@` and cannot be encoded; any other `@` is.
    fn article(&mut self, article: &Value) -> Result {
        let Value::Octets(article) = article else {
            return self.literal(Name::Article, Rule::Article, article);
        };
        let at = article.iter().rposition(|&octet| octet == b'@');
        let (unique, host) = article.split_at(at.unwrap_or(article.len()));
        let example = [&placeholders(unique), host].concat();
        let example = derived(Name::Article, Rule::Article, &example)?;
        let literal = literal_characters(Rule::Newsurl, Name::Article).unwrap_or_default();
        push_encoded(&mut self.text, unique, literal);
        self.text.push_str(&example[unique.len()..]);
        Ok(())
    }

    fn nntp(&mut self) -> Result {
        self.hostport()?;
        let group = self.required(Name::Group)?;
        self.text.push('/');
        self.literal(Name::Group, Rule::Group, group)?;
        if let Some(number) = self.get(Name::Digits) {
            self.text.push('/');
            self.literal(Name::Digits, Rule::Digits, number)?;
        }
        Ok(())
    }

    fn telnet(&mut self) -> Result {
        self.login()?;
        if self.builder.has_slash != Some(false) {
            self.text.push('/');
        }
        Ok(())
    }

    fn wais(&mut self) -> Result {
        self.hostport()?;
        let database = self.required(Name::Database)?;
        self.text.push('/');
        self.encoded(Name::Database, database);
        let (wtype, wpath) = (self.get(Name::Wtype), self.get(Name::Wpath));
        match (self.get(Name::Search), wtype, wpath) {
            (None, None, None) => {}
            (Some(search), None, None) => {
                self.text.push('?');
                self.encoded(Name::Search, search);
            }
            (None, Some(wtype), Some(wpath)) => {
                self.text.push('/');
                self.encoded(Name::Wtype, wtype);
                self.text.push('/');
                self.encoded(Name::Wpath, wpath);
            }
            (Some(_), Some(_), _) => {
                return Err(BuildError::excludes(Name::Wtype, Name::Search, "3.9"));
            }
            (Some(_), None, Some(_)) => {
                return Err(BuildError::excludes(Name::Wpath, Name::Search, "3.9"));
            }
            (None, Some(_), None) => {
                return Err(BuildError::needs(Name::Wtype, Name::Wpath, "3.9"));
            }
            (None, None, Some(_)) => {
                return Err(BuildError::needs(Name::Wpath, Name::Wtype, "3.9"));
            }
        }
        Ok(())
    }

    fn file(&mut self) -> Result {
        self.text.push_str("//");
        let host = self.get(Name::Host);
        if let Some(host) = host.filter(|host| !host.unencoded().is_empty()) {
            self.literal(Name::Host, Rule::Host, host)?;
        }
        if self.builder.segments.is_empty() {
            return Err(BuildError::missing(Name::UrlPath, self.scheme));
        }
        self.path();
        Ok(())
    }

    fn prospero(&mut self) -> Result {
        self.hostport()?;
        let hsoname = self.required(Name::Hsoname)?;
        self.text.push('/');
        self.encoded(Name::Hsoname, hsoname);
        for (name, value) in &self.builder.fields {
            self.text.push(';');
            self.encoded(Name::Fieldname, name);
            self.text.push('=');
            self.encoded(Name::Fieldvalue, value);
        }
        Ok(())
    }

    fn other(&mut self) -> Result {
        let mut given = self.builder.given();
        let Some(schemepart) = self.get(Name::Schemepart) else {
            if given.next().is_none() {
                return Err(BuildError::missing(Name::Schemepart, self.scheme));
            }
            self.login()?;
            self.path_and_search();
            return Ok(());
        };
        if let Some(other) = given.find(|&name| name != Name::Schemepart) {
            return Err(BuildError::excludes(Name::Schemepart, other, "3.1"));
        }
        // The caller knows which characters the scheme reserves, so they stay as given.
        let literal = Rule::Xchar.first();
        schemepart.push_to(&mut self.text, literal, literal);
        Ok(())
    }

    /// Writes `//`, the user, the password, the host and the port (3.1).
    fn login(&mut self) -> Result {
        let (user, password) = (self.get(Name::User), self.get(Name::Password));
        self.text.push_str("//");
        if let Some(user) = user {
            self.encoded(Name::User, user);
            if let Some(password) = password {
                self.text.push(':');
                self.encoded(Name::Password, password);
            }
            self.text.push('@');
        } else if password.is_some() {
            return Err(BuildError::needs(Name::Password, Name::User, "3.1"));
        }
        self.host_and_port()
    }

    /// Writes `//`, the host and the port.
    fn hostport(&mut self) -> Result {
        self.text.push_str("//");
        self.host_and_port()
    }

    fn host_and_port(&mut self) -> Result {
        let host = self.required(Name::Host)?;
        self.literal(Name::Host, Rule::Host, host)?;
        if let Some(port) = self.get(Name::Port) {
            self.text.push(':');
            self.literal(Name::Port, Rule::Port, port)?;
        }
        Ok(())
    }

    /// Writes the segments, each after a slash.
    fn path(&mut self) {
        for segment in &self.builder.segments {
            self.text.push('/');
            self.encoded(self.scheme.segment(), segment);
        }
    }

    /// Writes the path, and the search after a question mark. A search needs a slash before it.
    fn path_and_search(&mut self) {
        self.path();
        if let Some(search) = self.get(Name::Search) {
            if self.builder.segments.is_empty() {
                self.text.push('/');
            }
            self.text.push('?');
            self.encoded(Name::Search, search);
        }
    }

    /// Is called in many places, and not inlined there.
    #[inline(never)]
    fn get(&self, name: Name) -> Option<&'b Value> {
        self.builder.components.get(name)
    }

    fn required(&self, name: Name) -> Result<&'b Value> {
        let missing = || BuildError::missing(name, self.scheme);
        self.get(name).ok_or_else(missing)
    }

    /// Writes a component encoded. Is called in many places, and not inlined there.
    #[inline(never)]
    fn encoded(&mut self, name: Name, value: &Value) {
        let rule = self.scheme.rule();
        let literal = literal_characters(rule, name).unwrap_or_default();
        let derived = derived_characters(rule, name).unwrap_or_default();
        value.push_to(&mut self.text, literal, derived);
    }

    /// Writes a component that cannot be encoded.
    fn literal(&mut self, name: Name, rule: Rule, value: &Value) -> Result {
        self.text.push_str(derived(name, rule, value.unencoded())?);
        Ok(())
    }
}

/// Returns the octets as text, if the production derives them.
fn derived(name: Name, rule: Rule, octets: &[u8]) -> Result<&str> {
    let tree = parse(rule, octets).map_err(|error| BuildError::underived(name, &error))?;
    Ok(tree.root().text())
}

/// Returns as many characters that need no encoding as there are octets, so that an error has the
/// same offset in both.
fn placeholders(octets: &[u8]) -> Vec<u8> {
    vec![b'x'; octets.len()]
}

//! FTP URLs: Section 3.2.

use alloc::borrow::Cow;
use alloc::string::ToString as _;
use alloc::vec::Vec;

use super::component::segments;
use super::delimiter::UnsafeRequest;
use super::mail_address::MailAddress;
use super::view::{View, url_type};
use super::{Component, ComponentName, Url};
use crate::rules::Rule;

url_type! {
    /// A file or a directory that is accessible by FTP.
    ///
    /// ```
    /// use rfc1738::Url;
    /// use rfc1738::url::Typecode;
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://me@host.dom/%2Fetc/motd;type=a")? else { panic!() };
    /// assert_eq!(url.user().unwrap(), "me");
    /// assert_eq!(url.port_or_default(), Some(21));
    /// assert_eq!(url.cwds().next().unwrap().decoded(), &b"/etc"[..]);
    /// assert_eq!(url.name().unwrap(), "motd");
    /// assert_eq!(url.ftptype().unwrap(), "a");
    /// assert_eq!(url.typecode(), Some(Typecode::Ascii));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    FtpUrl { user, password, host, port; port 21 }
}

/// The meaning of a typecode (3.2.2).
///
/// ```
/// use rfc1738::url::Typecode;
///
/// assert_eq!(Typecode::Image.argument(), Some("I"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Typecode {
    /// `a`: the file, as text.
    Ascii,
    /// `i`: the file, octet by octet.
    Image,
    /// `d`: a list of the names in a directory.
    Directory,
}

/// The source of the password that a client gives if the server requests one (3.2.1).
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::PasswordSource;
///
/// let Url::Ftp(url) = Url::parse("ftp://host.dom/motd")? else { panic!() };
/// assert_eq!(url.password_source(), PasswordSource::Address);
/// assert_eq!(PasswordSource::Address.as_str(), "address");
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PasswordSource {
    /// The URL contains the password.
    Url,
    /// The URL has a user name and no password, so the client asks the user.
    User,
    /// The URL has no user name. By the conventions of anonymous FTP, the password is the e-mail
    /// address of the user.
    Address,
}

impl PasswordSource {
    /// Returns `url`, `user` or `address`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::User => "user",
            Self::Address => "address",
        }
    }
}

/// A command of the FTP protocol. An argument is the octets to send.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::{FtpCommand, MailAddress};
///
/// let Url::Ftp(url) = Url::parse("ftp://host.dom/etc/motd;type=i")? else { panic!() };
/// let commands: Vec<FtpCommand<'_>> = url.commands()?.collect();
/// assert_eq!(commands[2], FtpCommand::Cwd(b"etc".into()));
/// assert_eq!(commands[2].line(MailAddress::new(b"me@host.dom")?), b"CWD etc");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum FtpCommand<'t> {
    /// `USER`, with the user name, or `anonymous` if the URL has none (3.2.1).
    User(Cow<'t, [u8]>),
    /// `PASS`, with the password.
    Pass(Cow<'t, [u8]>),
    /// `PASS`, with the e-mail address of the end user, which the URL does not contain (3.2.1).
    PassAddress,
    /// `CWD`, with the name of a directory. An empty name is a null argument (3.2.2).
    Cwd(Cow<'t, [u8]>),
    /// `TYPE`.
    Type(Typecode),
    /// `RETR`, with the name of the file.
    Retr(Cow<'t, [u8]>),
    /// `NLST`, with the name of the directory. An empty name is a null argument: the current
    /// directory (RFC 959, 4.1.3).
    Nlst(Cow<'t, [u8]>),
}

impl<'t> FtpUrl<'t> {
    /// Returns the path, the production `fpath`, without the slash before it and without the
    /// typecode after it; `None` if the URL ends before that slash.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://host.dom/etc/motd;type=a")? else { panic!() };
    /// assert_eq!(url.path().unwrap().raw(), "etc/motd");
    /// assert_eq!(url.url_path().unwrap().raw(), "etc/motd;type=a");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "fpath")]
    #[must_use]
    pub fn path(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Fpath, ComponentName::Fpath)
    }

    /// Returns everything after the slash, the typecode included: the url-path of the RFC (3.2.2).
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://host.dom/etc/motd;type=a")? else { panic!() };
    /// assert_eq!(url.url_path().unwrap(), "etc/motd;type=a");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn url_path(&self) -> Option<Component<'t>> {
        let start = self.path()?.span().start;
        Some(self.0.from(start, ComponentName::UrlPath))
    }

    /// Returns the segments of the path, which slashes separate: each `cwd`, and the name.
    #[doc(alias = "path_segments")]
    pub fn segments(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        segments(self.path(), ComponentName::Fsegment)
    }

    /// Returns the directories to change to, in order.
    pub fn cwds(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        let segments = self.segments();
        let count = self.segments().count();
        segments.take(count.saturating_sub(1))
    }

    /// Returns the name of the file or directory: the last segment.
    #[must_use]
    pub fn name(&self) -> Option<Component<'t>> {
        self.segments().last()
    }

    /// Returns the component after `;type=`.
    #[must_use]
    pub fn ftptype(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Ftptype, ComponentName::Ftptype)
    }

    /// Returns the meaning of the component after `;type=`. If it is missing, a client has to guess
    /// (3.2.3).
    #[must_use]
    pub fn typecode(&self) -> Option<Typecode> {
        Some(match self.ftptype()?.raw() {
            "a" | "A" => Typecode::Ascii,
            "i" | "I" => Typecode::Image,
            _ => Typecode::Directory,
        })
    }

    /// Returns the source of the password that a client gives if the server requests one.
    ///
    /// ```
    /// use rfc1738::url::{PasswordSource, Url};
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://myname@host.dom/motd")? else { panic!() };
    /// assert_eq!(url.password_source(), PasswordSource::User);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn password_source(&self) -> PasswordSource {
        match (self.user(), self.password()) {
            (_, Some(_)) => PasswordSource::Url,
            (Some(_), None) => PasswordSource::User,
            (None, None) => PasswordSource::Address,
        }
    }

    /// Returns the commands that a client sends after it connects, in order (3.2.1, 3.2.2).
    ///
    /// After a user name without a password, there is no `PASS`: the client asks the user for a
    /// password if the server requests one. Without a typecode, there is no `TYPE`: the client has
    /// to guess it. If the name is empty, as in `ftp://host/dir/`, the last command is `NLST`
    /// whatever the typecode: 3.2.2 has `RETR` with a null argument there, but RFC 959 requires a
    /// name, and clients list the directory.
    ///
    /// # Errors
    ///
    /// Returns [`UnsafeRequest`] if the user name, the password or the path embeds NUL, CR, LF or
    /// the octet that begins a command of Telnet (6).
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://myname@host.dom/%2Fetc/motd")? else { panic!() };
    /// let commands: Vec<String> = url.commands()?.map(|command| command.to_string()).collect();
    /// assert_eq!(commands, ["USER myname", "CWD /etc", "RETR motd"]);
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://host.dom/motd%0D%0ADELE%20motd")? else { panic!() };
    /// assert!(url.commands().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn commands(
        &self,
    ) -> Result<impl Iterator<Item = FtpCommand<'t>> + use<'t>, UnsafeRequest> {
        UnsafeRequest::check(Url::Ftp(*self).embedded_delimiters())?;
        Ok(self.commands_decoding_delimiters())
    }

    /// Returns the commands like [`Self::commands`], even if they contain delimiters that the URL
    /// embeds. A server may read one argument as several commands, which is what Section 6 warns
    /// of, so the caller has to know and trust the URL.
    ///
    /// ```
    /// use rfc1738::url::{MailAddress, Url};
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://me@host.dom/caf%FF")? else { panic!() };
    /// let last = url.commands_decoding_delimiters().last().unwrap();
    /// assert_eq!(last.line(MailAddress::PLACEHOLDER), b"RETR caf\xFF");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    pub fn commands_decoding_delimiters(&self) -> impl Iterator<Item = FtpCommand<'t>> + use<'t> {
        let decoded = |component: Component<'t>| component.decoded();
        let anonymous = Cow::Borrowed(&b"anonymous"[..]);
        let user = self.user().map(decoded);
        let password = self.password().map(decoded).map(FtpCommand::Pass);
        let address = user.is_none().then_some(FtpCommand::PassAddress);
        let directories = self.cwds().map(decoded).map(FtpCommand::Cwd);
        [FtpCommand::User(user.unwrap_or(anonymous))]
            .into_iter()
            .chain(password.or(address))
            .chain(directories)
            .chain(self.access())
    }

    fn access(&self) -> impl Iterator<Item = FtpCommand<'t>> + use<'t> {
        let typecode = self.typecode();
        let lists = typecode == Some(Typecode::Directory);
        let mode = typecode.filter(|_| !lists).map(FtpCommand::Type);
        let is_nameless = |name: Component<'_>| name.raw().is_empty();
        let access = if lists || self.name().is_some_and(is_nameless) {
            FtpCommand::Nlst
        } else {
            FtpCommand::Retr
        };
        let name = self.name().map(|name| access(name.decoded()));
        mode.into_iter().chain(name)
    }
}

impl Typecode {
    /// Returns the argument of `TYPE`; `None` for a directory, which needs no `TYPE`.
    #[must_use]
    pub fn argument(self) -> Option<&'static str> {
        match self {
            Self::Ascii => Some("A"),
            Self::Image => Some("I"),
            Self::Directory => None,
        }
    }
}

impl FtpCommand<'_> {
    /// Returns the octets to send, without the line end. `address` is the e-mail address of the end
    /// user, which only [`FtpCommand::PassAddress`] sends. The argument of another command is sent as it
    /// is: [`FtpUrl::commands`] has checked it.
    #[must_use]
    pub fn line(&self, address: MailAddress<'_>) -> Vec<u8> {
        let (verb, argument) = match self {
            Self::User(user) => ("USER", &user[..]),
            Self::Pass(password) => ("PASS", &password[..]),
            Self::PassAddress => ("PASS", address.as_bytes()),
            Self::Cwd(directory) => ("CWD", &directory[..]),
            Self::Type(typecode) => ("TYPE", typecode.argument().unwrap_or("").as_bytes()),
            Self::Retr(name) => ("RETR", &name[..]),
            Self::Nlst(name) => ("NLST", &name[..]),
        };
        // Without a name, NLST has no argument at all (RFC 959, 5.3.1).
        let is_alone = matches!(self, Self::Nlst(name) if name.is_empty());
        let blank: &[u8] = if is_alone { b"" } else { b" " };
        [verb.as_bytes(), blank, argument].concat()
    }
}

/// Writes the line, with `<e-mail address>` for that of the end user. Octets that are not printable
/// ASCII are escaped as in Rust.
impl core::fmt::Display for FtpCommand<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.pad(
            &self
                .line(MailAddress::PLACEHOLDER)
                .escape_ascii()
                .to_string(),
        )
    }
}

/// Writes the line of [`Display`](core::fmt::Display) in quotation marks, as in
/// `FtpCommand("RETR motd")`. A password is shown as `***`.
impl core::fmt::Debug for FtpCommand<'_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Pass(_) => write!(formatter, "FtpCommand(\"PASS ***\")"),
            _ => write!(formatter, "FtpCommand(\"{self}\")"),
        }
    }
}

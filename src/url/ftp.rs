//! FTP URLs: Section 3.2.

use std::borrow::Cow;

use super::view::{View, url_type};
use super::{Component, ComponentName};
use crate::rules::Rule;

url_type! {
    /// A file or a directory that is accessible by FTP.
    FtpUrl { user, password, host, port; port 21 }
}

/// What the typecode asks for (3.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Typecode {
    /// `a`: the file, as text.
    Ascii,
    /// `i`: the file, octet by octet.
    Image,
    /// `d`: a list of the names in a directory.
    Directory,
}

/// A step of the FTP protocol. An argument is the octets to send; nothing keeps them from
/// holding a line end, so whoever sends them has to look.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FtpCommand<'t> {
    /// `USER`, with the user name, or with `anonymous` where there is none (3.2.1).
    User(Cow<'t, [u8]>),
    /// `PASS`, with the password.
    Pass(Cow<'t, [u8]>),
    /// `PASS`, with the e-mail address of the end user, which no URL holds (3.2.1).
    PassAddress,
    /// `CWD`, with the name of a directory, which may be empty.
    Cwd(Cow<'t, [u8]>),
    /// `TYPE`.
    Type(Typecode),
    /// `RETR`, with the name of the file.
    Retr(Cow<'t, [u8]>),
    /// `NLST`, with the name of the directory.
    Nlst(Cow<'t, [u8]>),
}

impl<'t> FtpUrl<'t> {
    /// The path, without the slash before it; nothing where the URL ends before that slash.
    #[must_use]
    pub fn url_path(&self) -> Option<Component<'t>> {
        let path = self.0.parts().find(Rule::Fpath)?;
        Some(self.0.from(path.start, ComponentName::UrlPath))
    }

    /// The parts of the path between slashes: each `cwd`, and the name.
    pub fn segments(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        self.0.segments(Rule::Fpath)
    }

    /// The directories to change to, one after the other.
    pub fn cwds(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        let segments = self.segments();
        let count = self.segments().count();
        segments.take(count.saturating_sub(1))
    }

    /// The name of the file or directory: the last segment.
    #[must_use]
    pub fn name(&self) -> Option<Component<'t>> {
        self.segments().last()
    }

    /// The component after `;type=`.
    #[must_use]
    pub fn ftptype(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Ftptype, ComponentName::Ftptype)
    }

    /// What the component after `;type=` means. Where it is missing, a client has to guess
    /// (3.2.3).
    #[must_use]
    pub fn typecode(&self) -> Option<Typecode> {
        Some(match self.ftptype()?.raw() {
            "a" | "A" => Typecode::Ascii,
            "i" | "I" => Typecode::Image,
            _ => Typecode::Directory,
        })
    }

    /// What a client does once it is connected, in order (3.2.1, 3.2.2).
    ///
    /// A user name without a password is followed by no `PASS`: the client asks the user for
    /// one if the server wants one. Without a typecode there is no `TYPE`, because the client
    /// has to guess it.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Ftp(url) = Url::parse("ftp://myname@host.dom/%2Fetc/motd")? else { panic!() };
    /// let commands: Vec<String> = url.commands().map(|command| command.to_string()).collect();
    /// assert_eq!(commands, ["USER myname", "CWD /etc", "RETR motd"]);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    pub fn commands(&self) -> impl Iterator<Item = FtpCommand<'t>> + use<'t> {
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
        let access = if lists {
            FtpCommand::Nlst
        } else {
            FtpCommand::Retr
        };
        let name = self.name().map(|name| access(name.decoded()));
        mode.into_iter().chain(name)
    }
}

impl Typecode {
    /// The argument of the command `TYPE`; nothing for a directory, which needs no such.
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
    /// The octets to send, without the line end. Where the e-mail address of the end user is
    /// called for, `address` is it.
    #[must_use]
    pub fn line(&self, address: &[u8]) -> Vec<u8> {
        let (verb, argument) = match self {
            Self::User(user) => ("USER", &user[..]),
            Self::Pass(password) => ("PASS", &password[..]),
            Self::PassAddress => ("PASS", address),
            Self::Cwd(directory) => ("CWD", &directory[..]),
            Self::Type(typecode) => ("TYPE", typecode.argument().unwrap_or("").as_bytes()),
            Self::Retr(name) => ("RETR", &name[..]),
            Self::Nlst(name) => ("NLST", &name[..]),
        };
        [verb.as_bytes(), b" ", argument].concat()
    }
}

/// The line, with `<e-mail address>` for that of the end user, and with what is not printable
/// ASCII escaped as in Rust.
impl std::fmt::Display for FtpCommand<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(&self.line(b"<e-mail address>").escape_ascii().to_string())
    }
}

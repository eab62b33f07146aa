//! File URLs: Section 3.10.

use std::ops::Range;
use std::path::PathBuf;

use thiserror::Error;

use super::view::{View, url_type};
use super::{Component, Host};
use crate::rules::Rule;

url_type! {
    /// A file on a particular host, without a way to get there.
    FileUrl { }
}

/// Why a file URL is no path that is safe to open. It borrows nothing from the URL.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PathError {
    /// The file is on another host.
    #[error("the file is on another host, \"{host}\"")]
    OtherHost {
        /// The host, as the URL has it.
        host: String,
        /// Where it is in the URL, in octets.
        span: Range<usize>,
    },
    /// A segment is more or less than a name once it is decoded: it holds a separator or a
    /// NUL, or it is `.` or `..`; or no file of this system can have that name.
    #[error("\"{segment}\" does not decode to the name of a file or directory")]
    NoName {
        /// The segment, as the URL has it.
        segment: String,
        /// Where it is in the URL, in octets.
        span: Range<usize>,
    },
}

impl<'t> FileUrl<'t> {
    /// The host; nothing where it is empty.
    #[must_use]
    pub fn host(&self) -> Option<Host<'t>> {
        self.0.host()
    }

    /// Whether the host is the machine on which the URL is interpreted: it is empty, or
    /// `localhost`, in whatever case.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let host = self.host();
        host.is_none_or(|host| host.raw().eq_ignore_ascii_case("localhost"))
    }

    /// The parts of the path between slashes: directories and the name.
    pub fn segments(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        self.0.segments(Rule::Fpath)
    }

    /// The path on this machine, where that is safe: the file is local, and no segment is more
    /// than a name. That the path is hierarchical from the root of the file system is what
    /// this makes of it; the RFC leaves it to the host.
    ///
    /// # Errors
    ///
    /// [`PathError`], where it is not.
    ///
    /// ```
    /// # #[cfg(unix)] {
    /// use rfc1738::url::Url;
    ///
    /// let Url::File(url) = Url::parse("file:///etc/hosts%20old").unwrap() else { panic!() };
    /// assert_eq!(url.path().unwrap(), std::path::Path::new("/etc/hosts old"));
    /// let Url::File(url) = Url::parse("file:///a/..%2Fetc").unwrap() else { panic!() };
    /// assert_eq!(
    ///     url.path().unwrap_err().to_string(),
    ///     "\"..%2Fetc\" does not decode to the name of a file or directory",
    /// );
    /// # }
    /// ```
    pub fn path(&self) -> Result<PathBuf, PathError> {
        if let Some(host) = self.host().filter(|_| !self.is_local()) {
            return Err(PathError::OtherHost {
                host: host.raw().to_owned(),
                span: host.component().span(),
            });
        }
        let no_name = |segment: Component<'_>| PathError::NoName {
            segment: segment.raw().to_owned(),
            span: segment.span(),
        };
        let mut path = PathBuf::from(std::path::MAIN_SEPARATOR_STR);
        for segment in self.segments() {
            path.push(name(segment).ok_or_else(|| no_name(segment))?);
        }
        Ok(path)
    }
}

/// The segment as the name of a file. An empty one is kept: it ends the path with a separator
/// if it is the last, and adds nothing if it is not.
fn name(segment: Component<'_>) -> Option<PathBuf> {
    let octets = segment.decoded();
    let is_special = matches!(&octets[..], b"." | b"..") || octets.contains(&0);
    // What Windows takes for a separator, a drive or a stream.
    let separates = |octet: &u8| *octet == b'/' || (cfg!(windows) && matches!(octet, b'\\' | b':'));
    if is_special || octets.iter().any(separates) {
        return None;
    }
    #[cfg(unix)]
    let name = std::ffi::OsString::from(
        <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(&octets),
    );
    #[cfg(not(unix))]
    let name = String::from_utf8(octets.into_owned()).ok()?;
    Some(PathBuf::from(name))
}

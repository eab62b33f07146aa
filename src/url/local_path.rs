//! The paths of file URLs on this machine.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use core::ops::Range;
use std::path::PathBuf;

use thiserror::Error;

use super::component::Component;
use super::file::FileUrl;

/// The error if a file URL is not a path that is safe to open.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::PathError;
///
/// let Url::File(url) = Url::parse("file://host.dom/etc/motd")? else { panic!() };
/// let Err(PathError::OtherHost { host, span }) = url.to_file_path() else { panic!() };
/// assert_eq!((host.as_str(), span), ("host.dom", 7..15));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PathError {
    /// The file is on a host that the URL names. The URL does not tell whether that is this
    /// machine.
    #[error("the file is on the host \"{host}\", which may be another machine")]
    OtherHost {
        /// The host, as written in the URL.
        host: String,
        /// Its span in the URL, as byte offsets.
        span: Range<usize>,
    },
    /// A segment does not decode to a name: it contains a separator or NUL, it is `.` or `..`, it is empty and
    /// not the last one, or no file of this system can have that name.
    #[error("\"{segment}\" does not decode to the name of a file or directory")]
    NoName {
        /// The segment, as written in the URL.
        segment: String,
        /// Its span in the URL, as byte offsets.
        span: Range<usize>,
    },
}

impl FileUrl<'_> {
    /// Returns the path on this machine, if it is safe: the file is local, and every segment is a
    /// name. The path begins at the root of the file system; the RFC leaves its meaning to the
    /// host. It does not say that an empty segment, as in `file:///a//b`, adds nothing: that URL is not
    /// equivalent to `file:///a/b`, and opens no file.
    ///
    /// # Errors
    ///
    /// Returns a [`PathError`] if the URL names a host other than `localhost`, or if a
    /// segment is not a name.
    ///
    /// ```
    /// # #[cfg(unix)] {
    /// use rfc1738::url::Url;
    ///
    /// let Url::File(url) = Url::parse("file:///etc/hosts%20old").unwrap() else { panic!() };
    /// assert_eq!(url.to_file_path().unwrap(), std::path::Path::new("/etc/hosts old"));
    /// let Url::File(url) = Url::parse("file:///a/..%2Fetc").unwrap() else { panic!() };
    /// assert_eq!(
    ///     url.to_file_path().unwrap_err().to_string(),
    ///     "\"..%2Fetc\" does not decode to the name of a file or directory",
    /// );
    /// # }
    /// ```
    pub fn to_file_path(&self) -> Result<PathBuf, PathError> {
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
        let mut segments = self.segments().peekable();
        while let Some(segment) = segments.next() {
            // An empty last segment ends the path of a directory with a separator.
            let is_named = !segment.raw().is_empty() || segments.peek().is_none();
            let name = name(segment).filter(|_| is_named);
            path.push(name.ok_or_else(|| no_name(segment))?);
        }
        Ok(path)
    }
}

/// Returns the segment as a file name; `None` if it is not one.
fn name(segment: Component<'_>) -> Option<PathBuf> {
    let octets = segment.decoded();
    let is_special = matches!(&octets[..], b"." | b"..") || octets.contains(&0);
    // On Windows, a backslash separates too, and a colon ends the name of a drive or file.
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

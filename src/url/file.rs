//! File URLs: Section 3.10.

use super::component::segments;
use super::view::{View, url_type};
use super::{Component, ComponentName, Host};
use crate::rules::Rule;

url_type! {
    /// A file on a host. The URL does not say how to access that host.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::File(url) = Url::parse("file://vms.host.edu/disk$user/notes.txt")? else { panic!() };
    /// assert_eq!(url.host().unwrap(), "vms.host.edu");
    /// assert!(!url.is_local());
    /// assert_eq!(url.segments().last().unwrap(), "notes.txt");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    FileUrl { }
}

impl<'t> FileUrl<'t> {
    /// Returns the host; `None` if it is empty.
    #[must_use]
    pub fn host(&self) -> Option<Host<'t>> {
        self.0.host()
    }

    /// Returns whether the URL says that the host is the machine that interprets it: the host is
    /// empty, or `localhost` in any case (3.10). Another name may also be that of this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let host = self.host();
        host.is_none_or(|host| host.eq_ignore_ascii_case("localhost"))
    }

    /// Returns the path, the production `fpath`, without the slash before it. To open the file,
    /// take [`Self::to_file_path`].
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::File(url) = Url::parse("file:///etc/hosts%20old")? else { panic!() };
    /// assert_eq!(url.path().raw(), "etc/hosts%20old");
    /// assert_eq!(url.segments().count(), 2);
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "fpath")]
    #[must_use]
    pub fn path(&self) -> Component<'t> {
        self.0.get(Rule::Fpath, ComponentName::Fpath)
    }

    /// Returns the segments of the path, which slashes separate: directories and the file name.
    #[doc(alias = "path_segments")]
    pub fn segments(&self) -> impl Iterator<Item = Component<'t>> + use<'t> {
        segments(Some(self.path()), ComponentName::Fsegment)
    }
}

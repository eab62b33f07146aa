//! The schemes, and the components that their URLs have: Section 3.

use super::error::BuildError;
use crate::parse::parse;
use crate::rules::Rule;
use crate::url::ComponentName as Name;

/// The scheme of a URL to build.
#[derive(Clone, Copy)]
pub(super) struct Scheme<'b> {
    name: &'b str,
    rule: Rule,
}

impl<'b> Scheme<'b> {
    /// Returns the scheme of that name, which has to be in lower case.
    pub(super) fn of(name: &'b [u8]) -> Result<Self, BuildError> {
        let written = parse(Rule::Scheme, name)
            .map_err(|error| BuildError::underived(Name::Scheme, &error))?;
        let name = written.root().text();
        let rule = match name {
            "ftp" => Rule::Ftpurl,
            "http" => Rule::Httpurl,
            "gopher" => Rule::Gopherurl,
            "mailto" => Rule::Mailtourl,
            "news" => Rule::Newsurl,
            "nntp" => Rule::Nntpurl,
            "telnet" => Rule::Telneturl,
            "wais" => Rule::Waisurl,
            "file" => Rule::Fileurl,
            "prospero" => Rule::Prosperourl,
            _ => Rule::Otherurl,
        };
        Ok(Self { name, rule })
    }

    /// Returns the name, in lower case.
    pub(super) fn name(self) -> &'b str {
        self.name
    }

    /// Returns the production of its URLs.
    pub(super) fn rule(self) -> Rule {
        self.rule
    }

    /// Returns the components that its URLs can have, in the order of the RFC.
    pub(super) fn components(self) -> &'static [Name] {
        match self.rule {
            Rule::Ftpurl => &[
                Name::User,
                Name::Password,
                Name::Host,
                Name::Port,
                Name::UrlPath,
                Name::Ftptype,
            ],
            Rule::Httpurl => &[Name::Host, Name::Port, Name::Hpath, Name::Search],
            Rule::Gopherurl => &[
                Name::Host,
                Name::Port,
                Name::Gtype,
                Name::Selector,
                Name::Search,
                Name::GopherString,
            ],
            Rule::Mailtourl => &[Name::Encoded822addr],
            Rule::Newsurl => &[Name::Group, Name::Article],
            Rule::Nntpurl => &[Name::Host, Name::Port, Name::Group, Name::Digits],
            Rule::Telneturl => &[Name::User, Name::Password, Name::Host, Name::Port],
            Rule::Waisurl => &[
                Name::Host,
                Name::Port,
                Name::Database,
                Name::Search,
                Name::Wtype,
                Name::Wpath,
            ],
            Rule::Fileurl => &[Name::Host, Name::UrlPath],
            Rule::Prosperourl => &[
                Name::Host,
                Name::Port,
                Name::Hsoname,
                Name::Fieldname,
                Name::Fieldvalue,
            ],
            _ => &[
                Name::User,
                Name::Password,
                Name::Host,
                Name::Port,
                Name::UrlPath,
                Name::Schemepart,
            ],
        }
    }

    /// Returns whether its URLs can have the component. A path counts under either of its names.
    pub(super) fn has(self, component: Name) -> bool {
        let is_path = component == Name::UrlPath;
        let mut components = self.components().iter();
        components.any(|&name| name == component || is_path && name == Name::Hpath)
    }

    /// Returns the component that a segment of its path belongs to.
    pub(super) fn segment(self) -> Name {
        match self.rule {
            Rule::Ftpurl | Rule::Fileurl => Name::Fsegment,
            Rule::Httpurl => Name::Hpath,
            _ => Name::UrlPath,
        }
    }
}

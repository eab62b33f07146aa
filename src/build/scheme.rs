//! The schemes, and the components that their URLs have: Section 3.

use super::error::BuildError;
use crate::parse::parse;
use crate::rules::Rule;
use crate::url::ComponentName as Name;

/// The schemes that the RFC defines, with the productions of their URLs.
const DEFINED: [(&str, Rule); 10] = [
    ("ftp", Rule::Ftpurl),
    ("http", Rule::Httpurl),
    ("gopher", Rule::Gopherurl),
    ("mailto", Rule::Mailtourl),
    ("news", Rule::Newsurl),
    ("nntp", Rule::Nntpurl),
    ("telnet", Rule::Telneturl),
    ("wais", Rule::Waisurl),
    ("file", Rule::Fileurl),
    ("prospero", Rule::Prosperourl),
];

/// The scheme of a URL to build.
#[derive(Clone, Copy)]
pub(super) struct Scheme<'b> {
    written: &'b str,
    name: &'b str,
    rule: Rule,
}

impl<'b> Scheme<'b> {
    /// Returns the scheme of that name, whatever its case.
    pub(super) fn of(name: &'b [u8]) -> Result<Self, BuildError> {
        let written = parse(Rule::Scheme, name)
            .map_err(|error| BuildError::underived(Name::Scheme, &error))?;
        let written = written.root().text();
        let mut schemes = DEFINED.into_iter();
        let defined = schemes.find(|(name, _)| written.eq_ignore_ascii_case(name));
        let (name, rule) = defined.unwrap_or((written, Rule::Otherurl));
        Ok(Self {
            written,
            name,
            rule,
        })
    }

    /// Returns the text to write.
    pub(super) fn written(self) -> &'b str {
        self.written
    }

    /// Returns the RFC's name of the scheme, or the text of another scheme.
    pub(super) fn name(self) -> &'b str {
        self.name
    }

    /// Returns the production of its URLs.
    pub(super) fn rule(self) -> Rule {
        self.rule
    }

    /// Returns the components that its URLs can have, in the order of the RFC. The path is
    /// `url-path`, and the fields are one `fieldname`.
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
            Rule::Httpurl => &[Name::Host, Name::Port, Name::UrlPath, Name::Search],
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
            Rule::Prosperourl => &[Name::Host, Name::Port, Name::Hsoname, Name::Fieldname],
            _ => &[
                Name::User,
                Name::Password,
                Name::Host,
                Name::Port,
                Name::UrlPath,
                Name::Search,
                Name::Schemepart,
            ],
        }
    }

    /// Returns whether its URLs can have the component.
    pub(super) fn has(self, component: Name) -> bool {
        self.components().contains(&component)
    }

    /// Returns the name of a segment of its path.
    pub(super) fn segment(self) -> Name {
        match self.rule {
            Rule::Ftpurl | Rule::Fileurl => Name::Fsegment,
            Rule::Httpurl => Name::Hsegment,
            _ => Name::UrlPath,
        }
    }
}

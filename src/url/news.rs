//! News URLs: Section 3.6.

use super::view::{View, url_type};
use super::{Component, ComponentName};
use crate::rules::Rule;

url_type! {
    /// News groups or an article of USENET news, on no particular server.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::News(url) = Url::parse("news:alt.test")? else { panic!() };
    /// assert_eq!(url.group().unwrap(), "alt.test");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    NewsUrl { }
}

/// The groups or the article that a news URL refers to.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::News;
///
/// let Url::News(url) = Url::parse("news:*")? else { panic!() };
/// assert!(matches!(url.news(), News::AllGroups(_)));
/// assert_eq!(url.news().component(), "*");
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum News<'t> {
    /// `*`: all available groups.
    AllGroups(Component<'t>),
    /// A group.
    Group(Component<'t>),
    /// An article, by its message id without the angle brackets around it.
    Article(Component<'t>),
}

impl<'t> NewsUrl<'t> {
    /// Returns the groups or the article that it refers to.
    ///
    /// ```
    /// use rfc1738::url::{News, Url};
    ///
    /// let Url::News(url) = Url::parse("news:1995.a@host.dom")? else { panic!() };
    /// assert!(matches!(url.news(), News::Article(id) if id.raw() == "1995.a@host.dom"));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn news(&self) -> News<'t> {
        let all = || {
            let colon = self.0.scheme().span().end;
            self.0.from(colon + 1, ComponentName::Grouppart)
        };
        self.group()
            .map(News::Group)
            .or(self.article().map(News::Article))
            .unwrap_or_else(|| News::AllGroups(all()))
    }

    /// Returns the group, if the URL refers to one. `*` is no group.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::News(url) = Url::parse("news:alt.test")? else { panic!() };
    /// assert_eq!(url.group().unwrap().raw(), "alt.test");
    /// assert!(url.article().is_none());
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn group(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Group, ComponentName::Group)
    }

    /// Returns the message id of the article, if the URL refers to one.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::News(url) = Url::parse("news:1995.a@host.dom")? else { panic!() };
    /// assert_eq!(url.article().unwrap(), "1995.a@host.dom");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn article(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Article, ComponentName::Article)
    }
}

impl<'t> News<'t> {
    /// Returns the component of any kind.
    #[must_use]
    pub fn component(self) -> Component<'t> {
        match self {
            Self::AllGroups(component) | Self::Group(component) | Self::Article(component) => {
                component
            }
        }
    }
}

//! Builders from URLs, to change some of their components.

use alloc::borrow::ToOwned as _;

use super::Builder;
use super::value::Value;
use crate::url::{Component, ComponentName, OwnedUrl, Url};

impl Url<'_> {
    /// Returns a builder with the components of this URL, each as it is written: [`Builder::build`]
    /// returns the same text until a component is replaced.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let url = Url::parse("http://host.dom/%7euser?a&b")?;
    /// assert_eq!(url.to_builder().build()?.as_str(), "http://host.dom/%7euser?a&b");
    /// assert_eq!(
    ///     url.to_builder().port(8080).search("100%").build()?.as_str(),
    ///     "http://host.dom:8080/%7euser?100%25",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_builder(&self) -> Builder {
        Builder::from(*self)
    }
}

impl OwnedUrl {
    /// Returns a builder with the components of this URL: see [`Url::to_builder`].
    ///
    /// ```
    /// use rfc1738::OwnedUrl;
    ///
    /// let url: OwnedUrl = "ftp://host.dom/a;type=i".parse()?;
    /// let url = url.to_builder().path("b/c").build()?;
    /// assert_eq!(url.as_str(), "ftp://host.dom/b/c;type=i");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_builder(&self) -> Builder {
        Builder::from(self)
    }
}

/// Keeps each component as it is written: see [`Url::to_builder`].
impl From<Url<'_>> for Builder {
    fn from(url: Url<'_>) -> Self {
        let mut builder = Self::new("");
        builder.scheme = url.scheme().raw().as_bytes().to_vec();
        builder.has_slash = Some(url.path().is_some());
        builder.segments = url.segments().map(written).collect();
        if let Url::Prospero(url) = url {
            let fields = url.fields();
            builder.fields = fields
                .map(|field| (written(field.name), written(field.value)))
                .collect();
        }
        // The search of another scheme is a part of its `url-path`, not a component.
        let search = url.query().filter(|_| matches!(url, Url::Other(_)));
        for component in url.components().into_iter().chain(search) {
            if let Some(name) = single(component) {
                builder.components.insert(name, written(component));
            }
        }
        builder
    }
}

/// Keeps each component as it is written: see [`Url::to_builder`].
impl From<&OwnedUrl> for Builder {
    fn from(url: &OwnedUrl) -> Self {
        Self::from(url.as_url())
    }
}

fn written(component: Component<'_>) -> Value {
    Value::Encoded(component.raw().to_owned())
}

/// Returns the name under which a builder holds a component that occurs once.
fn single(component: Component<'_>) -> Option<ComponentName> {
    match component.name() {
        ComponentName::Scheme
        | ComponentName::UrlPath
        | ComponentName::Hpath
        | ComponentName::Fsegment
        | ComponentName::Fieldname
        | ComponentName::Fieldvalue => None,
        // An empty selector is written like none, and would keep the type from being removed.
        ComponentName::Selector if component.raw().is_empty() => None,
        ComponentName::Grouppart => Some(ComponentName::Group),
        name => Some(name),
    }
}

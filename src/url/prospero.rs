//! Prospero URLs: Section 3.11.

use super::view::{View, url_type};
use super::{Component, ComponentName};
use crate::rules::Rule;

url_type! {
    /// A resource in the Prospero Directory Service.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::Prospero(url) = Url::parse("prospero://host.dom/pros/name;version=1")? else { panic!() };
    /// assert_eq!((url.host().raw(), url.port_or_default()), ("host.dom", Some(1525)));
    /// assert_eq!(url.hsoname(), "pros/name");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    ProsperoUrl { host, port; port 1525 }
}

/// A field and its value, which qualify the target.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::ProsperoField;
///
/// let Url::Prospero(url) = Url::parse("prospero://host.dom/name;version=1")? else { panic!() };
/// let Some(ProsperoField { name, value }) = url.fields().next() else { panic!() };
/// assert_eq!((name.raw(), value.raw()), ("version", "1"));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProsperoField<'t> {
    /// The name of the field.
    pub name: Component<'t>,
    /// Its value.
    pub value: Component<'t>,
}

impl<'t> ProsperoUrl<'t> {
    /// Returns the host-specific object name. The server decides what slashes in it mean.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Prospero(url) = Url::parse("prospero://h//pros/name;version=1")? else { panic!() };
    /// assert_eq!(url.hsoname().raw(), "/pros/name");
    /// let field = url.fields().next().unwrap();
    /// assert_eq!((field.name.raw(), field.value.raw()), ("version", "1"));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn hsoname(&self) -> Component<'t> {
        self.0.get(Rule::Ppath, ComponentName::Hsoname)
    }

    /// Returns the fields, in the order of the URL.
    pub fn fields(&self) -> impl Iterator<Item = ProsperoField<'t>> + use<'t> {
        let end = self.hsoname().span().end;
        let fields = self.0.from(end, ComponentName::Fieldname);
        // The part before the first semicolon is empty.
        fields
            .split(";", ComponentName::Fieldname)
            .skip(1)
            .map(|field| {
                let mut parts = field.split("=", ComponentName::Fieldname);
                let name = parts.next().unwrap_or(field);
                let value = parts.next().unwrap_or(field);
                ProsperoField {
                    name,
                    value: value.named(ComponentName::Fieldvalue),
                }
            })
    }
}

//! WAIS URLs: Section 3.9.

use super::view::{View, url_type};
use super::{Component, ComponentName};
use crate::rules::Rule;

url_type! {
    /// A WAIS database, a search in it, or a document from it.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::Wais(url) = Url::parse("wais://host.dom/db?words")? else { panic!() };
    /// assert_eq!((url.host().raw(), url.port_or_default()), ("host.dom", Some(210)));
    /// assert_eq!(url.database(), "db");
    /// assert_eq!(url.search().unwrap(), "words");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    WaisUrl { host, port; port 210 }
}

/// The resource that a wais URL designates.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::Wais;
///
/// let Url::Wais(url) = Url::parse("wais://host.dom/db/TEXT/42")? else { panic!() };
/// let Wais::Document { database, wtype, wpath } = url.wais() else { panic!() };
/// assert_eq!((database.raw(), wtype.raw(), wpath.raw()), ("db", "TEXT", "42"));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wais<'t> {
    /// A database that can be searched.
    Database {
        /// Its name.
        database: Component<'t>,
    },
    /// A search.
    Search {
        /// The name of the database.
        database: Component<'t>,
        /// The query.
        search: Component<'t>,
    },
    /// A document.
    Document {
        /// The name of the database.
        database: Component<'t>,
        /// The type of the document.
        wtype: Component<'t>,
        /// The id of the document, which only the server can interpret.
        wpath: Component<'t>,
    },
}

impl<'t> WaisUrl<'t> {
    /// Returns the resource that it designates.
    ///
    /// ```
    /// use rfc1738::url::{Url, Wais};
    ///
    /// let Url::Wais(url) = Url::parse("wais://h/db?words")? else { panic!() };
    /// assert!(matches!(url.wais(), Wais::Search { search, .. } if search.raw() == "words"));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn wais(&self) -> Wais<'t> {
        let database = self.database();
        match (self.search(), self.wtype(), self.wpath()) {
            (Some(search), ..) => Wais::Search { database, search },
            (None, Some(wtype), Some(wpath)) => Wais::Document {
                database,
                wtype,
                wpath,
            },
            _ => Wais::Database { database },
        }
    }

    /// Returns the name of the database.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Wais(url) = Url::parse("wais://h/db/TEXT/42")? else { panic!() };
    /// assert_eq!(url.database().raw(), "db");
    /// assert_eq!(url.wtype().unwrap().raw(), "TEXT");
    /// assert_eq!(url.wpath().unwrap().raw(), "42");
    /// assert!(url.search().is_none());
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn database(&self) -> Component<'t> {
        self.0.get(Rule::Database, ComponentName::Database)
    }

    /// Returns the query, if the URL designates a search.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Wais(url) = Url::parse("wais://h/db?words")? else { panic!() };
    /// assert_eq!(url.search().unwrap(), "words");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[doc(alias = "query")]
    #[must_use]
    pub fn search(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Search, ComponentName::Search)
    }

    /// Returns the type of the document, if the URL designates one.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Wais(url) = Url::parse("wais://h/db/TEXT/42")? else { panic!() };
    /// assert_eq!(url.wtype().unwrap(), "TEXT");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn wtype(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Wtype, ComponentName::Wtype)
    }

    /// Returns the id of the document, if the URL designates one.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Wais(url) = Url::parse("wais://h/db/TEXT/42")? else { panic!() };
    /// assert_eq!(url.wpath().unwrap(), "42");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn wpath(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Wpath, ComponentName::Wpath)
    }

    /// Returns the components of the path.
    pub(super) fn components(&self) -> [Option<Component<'t>>; 4] {
        let database = Some(self.database());
        [database, self.search(), self.wtype(), self.wpath()]
    }
}

//! Gopher URLs: Section 3.4.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use rfcbnf_engine::escape::Quoted;

use super::delimiter::UnsafeRequest;
use super::view::{View, url_type};
use super::{Component, ComponentName, Url};
use crate::rules::Rule;

/// The encoded tab between the parts of a gopher path (3.4.1).
const TAB: &str = "%09";

/// The Gopher+ string that fetches the definition of a form (3.4.5, 3.4.7).
const ASK: &[u8] = b"!+ASK";

url_type! {
    /// An item on a Gopher or Gopher+ server.
    ///
    /// ```
    /// use rfc1738::Url;
    ///
    /// let Url::Gopher(url) = Url::parse("gopher://host.dom/7find%09two%20words%09+")? else { panic!() };
    /// assert_eq!(url.gtype().unwrap(), "7");
    /// assert_eq!(url.item_type(), b'7');
    /// assert_eq!(url.selector().unwrap(), "find");
    /// assert_eq!(url.search().unwrap().decoded(), &b"two words"[..]);
    /// assert_eq!(url.gopher_string().unwrap(), "+");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    ///
    /// A selector contains no tab (3.4.1), so the first encoded tab ends it and the second one ends
    /// the search string. No character is reserved in the path, so a search string can contain `/`
    /// and `?`. The production `search` derives neither: the tree then has a longer selector, as in
    /// `gopher://h/7s%09a/b`.
    GopherUrl { host, port; port 70 }
}

/// The request in a Gopher+ string (3.4.4 to 3.4.9). Names and values are decoded octets.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::GopherPlus;
///
/// let Url::Gopher(url) = Url::parse("gopher://host.dom/0a%09%09+text/plain")? else { panic!() };
/// let Some(GopherPlus::View { view, language }) = url.gopher_plus() else { panic!() };
/// assert_eq!((view, language), (b"text/plain".to_vec(), None));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GopherPlus {
    /// `+`: the default view of the item (3.4.4).
    DefaultView,
    /// `+view%20language`: an alternate view (3.4.8). The language may be missing.
    View {
        /// The name of the view.
        view: Vec<u8>,
        /// The name of the language.
        language: Option<Vec<u8>>,
    },
    /// `?`: the item has an electronic form. The client fetches the form, which is the attribute
    /// `+ASK`, and the user fills it out (3.4.5).
    Form,
    /// `+%091%0D%0A+-1%0D%0A…%0D%0A.%0D%0A`: the form after it is filled out (3.4.9).
    FilledForm {
        /// The values, in the order in which the form asks for them.
        values: Vec<Vec<u8>>,
    },
    /// `!`: attributes of the item, or all of them if none is named (3.4.6, 3.4.7).
    ItemAttributes {
        /// The names of the attributes.
        names: Vec<Vec<u8>>,
    },
    /// `$`: attributes of all items in the directory, or all attributes if none is named (3.4.6,
    /// 3.4.7).
    DirectoryAttributes {
        /// The names of the attributes.
        names: Vec<Vec<u8>>,
    },
    /// A string that the RFC does not describe.
    Other,
}

impl<'t> GopherUrl<'t> {
    /// Returns the type of the item, if the URL names it.
    #[must_use]
    pub fn gtype(&self) -> Option<Component<'t>> {
        self.0.find(Rule::Gtype, ComponentName::Gtype)
    }

    /// Returns the type of the item: one octet, `1` if the URL names none (3.4.1).
    #[must_use]
    pub fn item_type(&self) -> u8 {
        let gtype = self.gtype().map(Component::decoded);
        gtype
            .and_then(|octets| octets.first().copied())
            .unwrap_or(b'1')
    }

    /// Returns the selector; `None` if the URL ends before it. For a server, a missing selector and
    /// an empty one mean the same: the top-level directory.
    #[must_use]
    pub fn selector(&self) -> Option<Component<'t>> {
        self.parts()[0]
    }

    /// Returns the search string, after the first `%09` (3.4.2).
    #[doc(alias = "query")]
    #[must_use]
    pub fn search(&self) -> Option<Component<'t>> {
        self.parts()[1]
    }

    /// Returns the Gopher+ string, after the second `%09` (3.4.3).
    #[must_use]
    pub fn gopher_string(&self) -> Option<Component<'t>> {
        self.parts()[2]
    }

    /// Returns the selector, the search string and the Gopher+ string, as far as the URL has them.
    pub(super) fn parts(&self) -> [Option<Component<'t>>; 3] {
        let Some(gtype) = self.gtype() else {
            return [None; 3];
        };
        let text = self.as_str();
        let path = Component::new(ComponentName::Selector, text, gtype.span().end..text.len());
        let (selector, strings) = path.split_once(TAB, ComponentName::Search);
        let Some(strings) = strings else {
            return [Some(selector), None, None];
        };
        let (search, string) = strings.split_once(TAB, ComponentName::GopherString);
        [Some(selector), Some(search), string]
    }

    /// Returns the request in the Gopher+ string; `None` without such a string.
    ///
    /// ```
    /// use rfc1738::url::{GopherPlus, Url};
    ///
    /// let Url::Gopher(url) = Url::parse("gopher://h/0a%09%09!+ABSTRACT%20+SMELL")? else { panic!() };
    /// let names = vec![b"+ABSTRACT".to_vec(), b"+SMELL".to_vec()];
    /// assert_eq!(url.gopher_plus(), Some(GopherPlus::ItemAttributes { names }));
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn gopher_plus(&self) -> Option<GopherPlus> {
        let string = self.gopher_string()?.decoded();
        Some(match &*string {
            b"+" => GopherPlus::DefaultView,
            b"?" => GopherPlus::Form,
            [b'!', names @ ..] => words(names).map_or(GopherPlus::Other, |names| {
                GopherPlus::ItemAttributes { names }
            }),
            [b'$', names @ ..] => words(names).map_or(GopherPlus::Other, |names| {
                GopherPlus::DirectoryAttributes { names }
            }),
            [b'+', rest @ ..] => filled_form(rest)
                .or_else(|| view(rest))
                .unwrap_or(GopherPlus::Other),
            _ => GopherPlus::Other,
        })
    }

    /// Returns the octets that a client sends: the selector, the search string and the Gopher+
    /// string, as far as the URL has them, with a tab before each string; then CR LF (3.4.1 to
    /// 3.4.3).
    ///
    /// A filled-out form follows the selector and a tab, and contains its own line ends. It leaves
    /// no room for a search string (3.4.9). For an item with a form that is not filled out, the
    /// request fetches the attribute `+ASK`, which defines the form (3.4.5).
    ///
    /// # Errors
    ///
    /// Returns [`UnsafeRequest`] if the selector or a string embeds NUL, CR, LF or a tab, except
    /// for those that a filled-out form needs; or if a value ends the form (6).
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Gopher(url) = Url::parse("gopher://h/7find%09two%20words")? else { panic!() };
    /// assert_eq!(url.request()?, b"find\ttwo words\r\n");
    ///
    /// let Url::Gopher(url) = Url::parse("gopher://h:25/0HELO%0D%0AQUIT")? else { panic!() };
    /// assert_eq!(url.request().unwrap_err().span(), 19..22);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn request(&self) -> Result<Vec<u8>, UnsafeRequest> {
        UnsafeRequest::check(Url::Gopher(*self).embedded_delimiters())?;
        Ok(self.request_decoding_delimiters())
    }

    /// Returns the octets like [`Self::request`], even if they contain delimiters that the URL
    /// embeds. A server may read one string as several requests, which is what Section 6 warns of,
    /// so the caller has to know and trust the URL.
    ///
    /// ```
    /// use rfc1738::url::Url;
    ///
    /// let Url::Gopher(url) = Url::parse("gopher://h/0a%00b")? else { panic!() };
    /// assert_eq!(url.request_decoding_delimiters(), b"a\0b\r\n");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn request_decoding_delimiters(&self) -> Vec<u8> {
        let decoded = |component: Option<Component<'t>>| component.map(Component::decoded);
        let selector = decoded(self.selector()).unwrap_or_default();
        let mut string = decoded(self.gopher_string());
        match (&string, self.gopher_plus()) {
            (Some(form), Some(GopherPlus::FilledForm { .. })) => {
                return [&selector[..], b"\t", form].concat();
            }
            (_, Some(GopherPlus::Form)) => string = Some(Cow::Borrowed(ASK)),
            _ => {}
        }
        let mut request = selector.into_owned();
        for part in [decoded(self.search()), string].into_iter().flatten() {
            request.push(b'\t');
            request.extend_from_slice(&part);
        }
        request.extend_from_slice(b"\r\n");
        request
    }
}

/// Returns the parts between single spaces, or none for the empty text. Returns `None` if a part is
/// empty or contains a control character.
fn words(names: &[u8]) -> Option<Vec<Vec<u8>>> {
    if names.is_empty() {
        return Some(Vec::new());
    }
    let is_word = |word: &[u8]| !word.is_empty() && !word.iter().any(u8::is_ascii_control);
    let mut words = Vec::new();
    for word in names.split(|&octet| octet == b' ') {
        if !is_word(word) {
            return None;
        }
        words.push(word.to_vec());
    }
    Some(words)
}

/// Parses a view and an optional language.
fn view(rest: &[u8]) -> Option<GopherPlus> {
    let mut words = words(rest)?.into_iter();
    let (view, language) = (words.next()?, words.next());
    words
        .next()
        .is_none()
        .then_some(GopherPlus::View { view, language })
}

/// Parses a filled-out form: a tab and `1`; `+-1`; the values; a full stop. Each ends with CR LF.
fn filled_form(rest: &[u8]) -> Option<GopherPlus> {
    let lines = rest.strip_prefix(b"\t1\r\n+-1\r\n")?;
    let mut values = Vec::new();
    let mut left = lines.strip_suffix(b".\r\n")?;
    while !left.is_empty() {
        let end = left.windows(2).position(|pair| pair == b"\r\n")?;
        values.push(left[..end].to_vec());
        left = &left[end + 2..];
    }
    Some(GopherPlus::FilledForm { values })
}

/// Writes names and values as text, as in `ItemAttributes { names: ["+ABSTRACT"] }`.
impl fmt::Debug for GopherPlus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, words) = match self {
            Self::DefaultView => return formatter.write_str("DefaultView"),
            Self::Form => return formatter.write_str("Form"),
            Self::Other => return formatter.write_str("Other"),
            Self::View { view, language } => {
                let language = language.as_deref().map(Octets);
                return formatter
                    .debug_struct("View")
                    .field("view", &Octets(view))
                    .field("language", &language)
                    .finish();
            }
            Self::FilledForm { values } => (("FilledForm", "values"), values),
            Self::ItemAttributes { names } => (("ItemAttributes", "names"), names),
            Self::DirectoryAttributes { names } => (("DirectoryAttributes", "names"), names),
        };
        let words: Vec<Octets<'_>> = words.iter().map(|word| Octets(word)).collect();
        formatter
            .debug_struct(kind.0)
            .field(kind.1, &words)
            .finish()
    }
}

/// Octets that are shown as text in quotation marks.
struct Octets<'a>(&'a [u8]);

impl fmt::Debug for Octets<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Quoted(self.0), formatter)
    }
}

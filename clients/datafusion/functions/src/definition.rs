//! The functions: what each takes, what it gives, and which module answers.

use std::hash::{Hash, Hasher};

use arrow::array::ArrayRef;
use arrow::datatypes::DataType;
use datafusion_common::Result;

use crate::rules::Rules;
use crate::texts::Texts;
use crate::{advice, error, extract, normalize, parse, valid};

#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) name: &'static str,
    /// Whether a second argument may name a production.
    pub(crate) takes_rule: bool,
    pub(crate) gives: fn() -> DataType,
    pub(crate) answer: fn(&Texts, &Rules) -> Result<ArrayRef>,
    /// What it gives, in a sentence or two.
    pub(crate) description: &'static str,
    /// A query and its answer, which a test runs.
    pub(crate) example: &'static str,
}

/// Two functions are equal if they have the same name.
impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Definition {}

impl Hash for Definition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// Writes a definition with its example, from the file that has its name.
macro_rules! define {
    ($name:literal, $takes_rule:literal, $gives:expr, $answer:expr, $description:expr) => {
        Definition {
            name: $name,
            takes_rule: $takes_rule,
            gives: $gives,
            answer: $answer,
            description: $description,
            example: include_str!(concat!("../examples/", $name, ".md")),
        }
    };
}

/// All functions.
pub(crate) static DEFINITIONS: [Definition; 11] = [
    define!(
        "rfc1738_is_valid",
        true,
        || DataType::Boolean,
        |texts, rules| Ok(valid::is_valid(texts, rules)),
        "Returns whether the text is a URL of RFC 1738, or whether the production `rule` derives it."
    ),
    define!(
        "rfc1738_error",
        true,
        error::error_type,
        error::error,
        "Returns the error in a text that is not a URL of RFC 1738, or that the production `rule` \
         does not derive; NULL if it is valid. The fields are those of `rfc1738 check --format json`: \
         a stable `id`, the byte `offset`, what was `found` there (NULL at the end of the text), every \
         character that could stand there (`next`), whether the text could end there (`can_end`), the \
         same in names (`expected`), the productions that were open (`context`), and what the RFC says \
         about it (`note`)."
    ),
    define!(
        "rfc1738_parse",
        false,
        parse::parse_type,
        |texts, _| parse::parse(texts),
        "Takes a URL apart. Stops the query with an error if the text is not a URL of RFC 1738: \
         `rfc1738_try_parse` gives NULL instead. `scheme` is in lower case, everything else is as written. \
         `port` is the number in the URL, `port_or_default` the port to connect to. `components` has \
         all components of all schemes, with the names of the RFC and their spans in bytes."
    ),
    define!(
        "rfc1738_try_parse",
        false,
        parse::parse_type,
        |texts, _| parse::try_parse(texts),
        "Takes a URL apart as `rfc1738_parse` does. Returns NULL if the text is not a URL of RFC 1738."
    ),
    define!(
        "rfc1738_normalize",
        false,
        || DataType::Utf8View,
        |texts, _| Ok(normalize::normalize(texts)),
        "Returns the normal form of a URL, the same text for all URLs that mean the same by the RFC: the \
         scheme and the host in lower case, without the default port and without needless escapes, and \
         with the slash after the host in http, https, telnet and gopher. Returns NULL if the text is not a URL of RFC 1738."
    ),
    define!(
        "rfc1738_extract_scheme",
        false,
        || DataType::Utf8View,
        |texts, _| Ok(extract::scheme(texts)),
        "Returns the scheme of a URL in lower case; NULL if the text is not a URL of RFC 1738."
    ),
    define!(
        "rfc1738_extract_host",
        false,
        || DataType::Utf8View,
        |texts, _| Ok(extract::host(texts)),
        "Returns the host of a URL as written; NULL if the URL has none, or the text is not a URL of RFC 1738."
    ),
    define!(
        "rfc1738_extract_port",
        false,
        || DataType::UInt32,
        |texts, _| Ok(extract::port(texts)),
        "Returns the port in a URL; NULL if it has none, or one above 4294967295, or the text is not a URL of \
         RFC 1738."
    ),
    define!(
        "rfc1738_extract_path",
        false,
        || DataType::Utf8View,
        |texts, _| Ok(extract::path(texts)),
        "Returns the path of a URL as written, without the slash before it; NULL if the URL has none, or \
         the text is not a URL of RFC 1738."
    ),
    define!(
        "rfc1738_extract_search",
        false,
        || DataType::Utf8View,
        |texts, _| Ok(extract::search(texts)),
        "Returns the query of a URL, which the RFC calls search, as written; NULL if the URL has none, or \
         the text is not a URL of RFC 1738."
    ),
    define!(
        "rfc1738_advice",
        false,
        advice::advice_type,
        |texts, _| advice::advice(texts),
        "Returns what the RFC advises about a URL: a list, which can be empty, of the `id`, the `severity` \
         (note, warning or danger) and the span in bytes. Returns NULL if the text is not a URL of RFC 1738."
    ),
];

//! Trees and errors for [`serde`], as the command shows them in JSON.
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use serde::de::{Error as _, Unexpected};
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{CharacterSet, Expected, Found, Node, Note, Rule, SyntaxError, Tree};

/// The RFC's name.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// From the RFC's name.
impl<'de> Deserialize<'de> for Rule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let unexpected =
            || D::Error::invalid_value(Unexpected::Str(&name), &"a production of RFC 1738");
        name.parse().map_err(|_| unexpected())
    }
}

/// The root.
impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

/// `rule`, `start`, `end` and `children`; how deep these go is bounded by the grammar.
///
/// ```
/// let tree = rfc1738::parse(rfc1738::Rule::Hostport, "a:1")?;
/// assert_eq!(
///     serde_json::to_string(&tree.root().find(rfc1738::Rule::Port))?,
///     r#"{"rule":"port","start":2,"end":3,"children":[{"rule":"digits","start":2,"end":3,"children":[]}]}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Node<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.span();
        let mut node = serializer.serialize_struct("Node", 4)?;
        node.serialize_field("rule", &self.rule())?;
        node.serialize_field("start", &span.start)?;
        node.serialize_field("end", &span.end)?;
        node.serialize_field("children", &Children(*self))?;
        node.end()
    }
}

/// The nodes directly below a node.
struct Children<'a, 't>(Node<'a, 't>);

impl Serialize for Children<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.children())
    }
}

/// `offset`, `start` and `end` of the span, `found`, `expected`, `next`, `can_end`, `context`,
/// and `notes` where there are any.
///
/// ```
/// let error = rfc1738::parse(rfc1738::Rule::Port, "8o").unwrap_err();
/// assert_eq!(
///     serde_json::to_string(&error)?,
///     r#"{"offset":1,"start":1,"end":2,"found":"o","expected":["digit","end of text"],"next":"0123456789","can_end":true,"context":["port","digits"]}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for SyntaxError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.span();
        let has_notes = !self.notes().is_empty();
        let mut error = serializer.serialize_struct("SyntaxError", 8 + usize::from(has_notes))?;
        error.serialize_field("offset", &self.offset())?;
        error.serialize_field("start", &span.start)?;
        error.serialize_field("end", &span.end)?;
        error.serialize_field("found", &self.found())?;
        error.serialize_field("expected", self.expected())?;
        error.serialize_field("next", &self.next())?;
        error.serialize_field("can_end", &self.can_end())?;
        error.serialize_field("context", self.context())?;
        if has_notes {
            error.serialize_field("notes", self.notes())?;
        } else {
            error.skip_field("notes")?;
        }
        error.end()
    }
}

/// The character; U+FFFD for an octet that belongs to none.
impl Serialize for Found {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(match self {
            Self::Character(character) => *character,
            Self::Octet(_) => char::REPLACEMENT_CHARACTER,
        })
    }
}

/// As it is displayed.
impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The members as a string, in ASCII order.
impl Serialize for CharacterSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// `section` and `message`.
impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut note = serializer.serialize_struct("Note", 2)?;
        note.serialize_field("section", self.section())?;
        note.serialize_field("message", self.message())?;
        note.end()
    }
}

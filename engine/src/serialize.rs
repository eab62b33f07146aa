//! Trees, traces, errors and sets of characters for [`serde`].
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use alloc::vec::Vec;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::character_set::CharacterSet;
use crate::error::{Expected, Found, SyntaxError};
use crate::production::Production;
use crate::trace::{Event, Step};
use crate::tree::{Node, Tree};

/// Writes the name of a production.
struct Name<P>(P);

impl<P: Production> Serialize for Name<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Writes the members as a string, in ascending order. An octet above 127 is the character with its
/// number.
impl Serialize for CharacterSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes the root.
impl<P: Production> Serialize for Tree<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

/// Writes `rule`, `start`, `end` and `children`. Recurses as deep as the tree is: without recursion in
/// it, a grammar bounds that.
///
/// ```
/// let tree = rfc1738::parse(rfc1738::Rule::Hostport, "a:1")?;
/// assert_eq!(
///     serde_json::to_string(&tree.root().find(rfc1738::Rule::Port))?,
///     r#"{"rule":"port","start":2,"end":3,"children":[{"rule":"digits","start":2,"end":3,"children":[]}]}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<P: Production> Serialize for Node<'_, '_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.span();
        let mut node = serializer.serialize_struct("Node", 4)?;
        node.serialize_field("rule", &Name(self.rule()))?;
        node.serialize_field("start", &span.start)?;
        node.serialize_field("end", &span.end)?;
        node.serialize_field("children", &Children(*self))?;
        node.end()
    }
}

/// The nodes directly below a node.
struct Children<'a, 't, P: Production>(Node<'a, 't, P>);

impl<P: Production> Serialize for Children<'_, '_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.children())
    }
}

/// Writes `event`; `rule`, if the event is about a production; `start`; `end`, if the event has a
/// span; `characters`, if a terminal failed; `depth`; `trial`, if an attempt begins; and `kept`.
///
/// ```
/// let trace = rfc1738::trace(rfc1738::Rule::Port, "8", rfc1738::Detail::Rules);
/// let steps: Vec<String> = trace.steps().map(|step| serde_json::to_string(step).unwrap()).collect();
/// assert_eq!(steps[0], r#"{"event":"try","rule":"port","start":0,"depth":0,"trial":false,"kept":true}"#);
/// assert_eq!(steps[2], r#"{"event":"take","start":0,"end":1,"depth":2,"kept":false}"#);
/// assert_eq!(steps[3], r#"{"event":"miss","start":1,"characters":"0123456789","depth":2,"kept":false}"#);
/// assert_eq!(steps[4], r#"{"event":"match","rule":"digits","start":0,"end":1,"depth":1,"kept":true}"#);
/// ```
impl<P: Production> Serialize for Step<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, rule, start, end) = parts(self.event());
        let mut step = serializer.serialize_struct("Step", 8)?;
        step.serialize_field("event", name)?;
        if let Some(rule) = rule {
            step.serialize_field("rule", &Name(rule))?;
        }
        step.serialize_field("start", &start)?;
        if let Some(end) = end {
            step.serialize_field("end", &end)?;
        }
        if let Event::Miss { characters, .. } = self.event() {
            step.serialize_field("characters", characters)?;
        }
        step.serialize_field("depth", &self.depth())?;
        if let Event::Try { lookahead, .. } = self.event() {
            step.serialize_field("trial", lookahead)?;
        }
        step.serialize_field("kept", &self.is_kept())?;
        step.end()
    }
}

/// Writes `offset`, `start` and `end` of the span, `found`, `expected`, `next`, `can_end` and
/// `context`.
///
/// ```
/// let error = rfcbnf_engine::parse(rfc1738::Rule::Port, "8o").unwrap_err();
/// assert_eq!(
///     serde_json::to_string(&error)?,
///     r#"{"offset":1,"start":1,"end":2,"found":"o","expected":["digit","end of text"],"next":"0123456789","can_end":true,"context":["port","digits"]}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<P: Production> Serialize for SyntaxError<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut error = serializer.serialize_struct("SyntaxError", Self::FIELDS)?;
        self.serialize_fields(&mut error, 0)?;
        error.end()
    }
}

impl<P: Production> SyntaxError<P> {
    /// The number of fields that [`SyntaxError::serialize_fields`] writes.
    pub const FIELDS: usize = 8;

    /// Writes the fields into a struct, to which the caller may add fields of its own. `shift` is
    /// added to the offsets: the number of octets that a longer text has before this one.
    ///
    /// # Errors
    ///
    /// Returns the error of the serializer.
    pub fn serialize_fields<S: SerializeStruct>(
        &self,
        error: &mut S,
        shift: u64,
    ) -> Result<(), S::Error> {
        let span = self.span();
        let shifted = |offset: usize| offset as u64 + shift;
        let context: Vec<Name<P>> = self.context().iter().copied().map(Name).collect();
        error.serialize_field("offset", &shifted(self.offset()))?;
        error.serialize_field("start", &shifted(span.start))?;
        error.serialize_field("end", &shifted(span.end))?;
        error.serialize_field("found", &self.found())?;
        error.serialize_field("expected", self.expected())?;
        error.serialize_field("next", &self.next())?;
        error.serialize_field("can_end", &self.can_end())?;
        error.serialize_field("context", &context)
    }
}

/// Writes the character; U+FFFD for an octet that is not part of one.
impl Serialize for Found {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(match self {
            Self::Character(character) => *character,
            Self::Octet(_) => char::REPLACEMENT_CHARACTER,
        })
    }
}

/// Writes the same as its [`Display`](std::fmt::Display).
impl<P: Production> Serialize for Expected<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Returns the name of the event, its production, its start and its end.
fn parts<P: Copy>(event: &Event<P>) -> (&'static str, Option<P>, usize, Option<usize>) {
    match event {
        Event::Try { rule, offset, .. } => ("try", Some(*rule), *offset, None),
        Event::Match { rule, span } => ("match", Some(*rule), span.start, Some(span.end)),
        Event::Fail { rule, offset } => ("fail", Some(*rule), *offset, None),
        Event::Take { span } => ("take", None, span.start, Some(span.end)),
        Event::Miss { offset, .. } => ("miss", None, *offset, None),
        Event::Backtrack { span } => ("give_back", None, span.start, Some(span.end)),
    }
}

//! Trees, traces, errors and sets of characters for [`serde`].
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use alloc::string::String;
#[cfg(feature = "recognizer")]
use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use serde::ser::{Error as _, SerializeSeq as _, SerializeStruct};
use serde::{Serialize, Serializer};

use crate::character_set::CharacterSet;
use crate::error::{DocumentError, Expected, Found, SyntaxError, TextError};
use crate::password::HIDDEN;
use crate::production::Production;
#[cfg(feature = "recognizer")]
use crate::recognizer::{Edit, ParseError, Repair, Repaired};
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
        // A serializer escapes one string in a fraction of the time of its characters one by one.
        serializer.serialize_str(&self.iter().collect::<String>())
    }
}

/// Writes the root, as [`Node`] is written.
impl<P: Production> Serialize for Tree<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

/// Writes `rule`, `start`, `end` and `children`.
///
/// Serializers recurse as deep as the value is. The tree of a recursive production can be as deep as
/// its text is long, and too deep for the stack of a thread. So a node with more than
/// [`NESTED_LEVELS`] levels is an error, and nothing of it is written. [`Node::flat`] writes any
/// tree.
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
        nested(*self, HasTexts::No, serializer)
    }
}

/// Whether nodes are written with their texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HasTexts {
    No,
    Yes,
}

/// Writes a node and those below it, unless they are too deep.
fn nested<P: Production, S: Serializer>(
    node: Node<'_, '_, P>,
    has_texts: HasTexts,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut depths = node.descendants_with_depth().map(|(depth, _)| depth);
    if depths.any(|depth| depth >= NESTED_LEVELS) {
        return Err(S::Error::custom(format_args!(
            "the tree has more than {NESTED_LEVELS} levels: nested, it could overflow the stack; \
             serialize the list of its nodes (`flat`)"
        )));
    }
    Nested { node, has_texts }.serialize(serializer)
}

/// A node that serializes with its text, and so do those below it: `rule`, `start`, `end`, `text` and `children`.
/// [`Node::with_texts`] returns it.
///
/// A text that is not UTF-8 is a list of octets. A password is in its text, too.
///
/// ```
/// use rfcbnf_engine::WithTexts;
///
/// let tree = rfc1738::parse(rfc1738::Rule::Port, "80")?;
/// let root: WithTexts<rfc1738::Rule> = tree.root().with_texts();
/// assert_eq!(serde_json::to_value(root)?["text"], "80");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct WithTexts<'a, 't, P: Production>(Node<'a, 't, P>);

impl<P: Production> Serialize for WithTexts<'_, '_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        nested(self.0, HasTexts::Yes, serializer)
    }
}

/// Writes a string, or a list of octets if the text is not UTF-8.
struct NodeText<'t>(&'t [u8]);

impl Serialize for NodeText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match core::str::from_utf8(self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.collect_seq(self.0),
        }
    }
}

/// The most levels of a tree that is serialized as nested nodes.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::recognized::{DerivedNode, tree};
/// use rfcbnf_engine::{Detail, NESTED_LEVELS, Production};
///
/// // A tree as that of a recursive production, with this number of levels.
/// let deep = |levels| {
///     let node = |depth| DerivedNode { production: Production::id(Rule::Port), span: 0..1, depth };
///     tree(Rule::Port, "1", Detail::Rules, (1..levels).map(node))
/// };
/// assert!(serde_json::to_string(&deep(NESTED_LEVELS)).is_ok());
///
/// let too_deep = deep(NESTED_LEVELS + 1);
/// assert_eq!(
///     serde_json::to_string(&too_deep).unwrap_err().to_string(),
///     "the tree has more than 512 levels: nested, it could overflow the stack; serialize the list \
///      of its nodes (`flat`)",
/// );
/// assert!(serde_json::to_string(&too_deep.root().flat()).is_ok());
/// ```
pub const NESTED_LEVELS: usize = 512;

/// A node that is not too deep.
struct Nested<'a, 't, P: Production> {
    node: Node<'a, 't, P>,
    has_texts: HasTexts,
}

impl<P: Production> Serialize for Nested<'_, '_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = 4 + usize::from(self.has_texts == HasTexts::Yes);
        let mut node = serializer.serialize_struct("Node", fields)?;
        self.own_fields(&mut node)?;
        let children = Children {
            node: self.node,
            has_texts: self.has_texts,
        };
        node.serialize_field("children", &children)?;
        node.end()
    }
}

impl<P: Production> Nested<'_, '_, P> {
    /// Writes the fields before the children. A function of its own takes less of the stack at each level.
    #[inline(never)]
    fn own_fields<S: SerializeStruct>(&self, out: &mut S) -> Result<(), S::Error> {
        let span = self.node.span();
        out.serialize_field("rule", &Name(self.node.rule()))?;
        out.serialize_field("start", &span.start)?;
        out.serialize_field("end", &span.end)?;
        if self.has_texts == HasTexts::Yes {
            out.serialize_field("text", &NodeText(self.node.octets()))?;
        }
        Ok(())
    }
}

/// The nodes directly below a node.
struct Children<'a, 't, P: Production> {
    node: Node<'a, 't, P>,
    has_texts: HasTexts,
}

impl<P: Production> Serialize for Children<'_, '_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_texts = self.has_texts;
        let children = self.node.children();
        serializer.collect_seq(children.map(|node| Nested { node, has_texts }))
    }
}

impl<'a, 't, P: Production> Node<'a, 't, P> {
    /// Returns the node for serializers with its text and the texts of the nodes below it. With the feature
    /// `serde`.
    ///
    /// ```
    /// let tree = rfc1738::parse(rfc1738::Rule::Port, "80")?;
    /// assert_eq!(
    ///     serde_json::to_string(&tree.root().with_texts())?,
    ///     r#"{"rule":"port","start":0,"end":2,"text":"80","children":[{"rule":"digits","start":0,"end":2,"text":"80","children":[]}]}"#,
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_texts(self) -> WithTexts<'a, 't, P> {
        WithTexts(self)
    }

    /// Returns the list of this node and all nodes below it, for serializers. With the feature
    /// `serde`.
    ///
    /// ```
    /// let tree = rfc1738::parse(rfc1738::Rule::Port, "80")?;
    /// assert_eq!(
    ///     serde_json::to_string(&tree.root().flat())?,
    ///     r#"[{"rule":"port","start":0,"end":2,"depth":0},{"rule":"digits","start":0,"end":2,"depth":1}]"#,
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn flat(self) -> FlatNodes<'a, 't, P> {
        FlatNodes(self)
    }
}

/// The nodes of a tree as a list in preorder, each with `rule`, `start`, `end` and `depth`; the first
/// has the depth 0. A list nests no deeper for a deep tree, so a tree of any depth is serialized.
/// [`Node::flat`] returns it.
///
/// ```
/// use rfcbnf_engine::FlatNodes;
///
/// let tree = rfc1738::parse(rfc1738::Rule::Port, "80")?;
/// let nodes: FlatNodes<rfc1738::Rule> = tree.root().flat();
/// let nodes = serde_json::to_value(nodes)?;
/// assert_eq!(nodes[1]["depth"], 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct FlatNodes<'a, 't, P: Production>(Node<'a, 't, P>);

impl<P: Production> Serialize for FlatNodes<'_, '_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self.0.descendants().len();
        let mut list = serializer.serialize_seq(Some(count))?;
        for (depth, node) in self.0.descendants_with_depth() {
            list.serialize_element(&FlatNode { depth, node })?;
        }
        list.end()
    }
}

/// A node of a list.
struct FlatNode<'a, 't, P: Production> {
    depth: usize,
    node: Node<'a, 't, P>,
}

impl<P: Production> Serialize for FlatNode<'_, '_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let span = self.node.span();
        let mut node = serializer.serialize_struct("Node", 4)?;
        node.serialize_field("rule", &Name(self.node.rule()))?;
        node.serialize_field("start", &span.start)?;
        node.serialize_field("end", &span.end)?;
        node.serialize_field("depth", &self.depth)?;
        node.end()
    }
}

/// Writes these fields, in this order:
///
/// - `event`;
/// - `rule`, if the event is about a production;
/// - `start`, and `end`, if the event has a span;
/// - `characters`, if a terminal failed. If it expects characters above ASCII, `characters` has only those of
///   ASCII, and `ranges` has all: the first and the last character of each range;
/// - `tried`, the number of the attempt, if the parser goes back into a match;
/// - `circle`, if the parser never ends;
/// - `depth`;
/// - `trial`, if an attempt begins;
/// - `kept`.
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
        let ranges = self.characters();
        let has_own_field = matches!(
            self.event(),
            Event::Miss { .. } | Event::Redo { .. } | Event::Endless { .. } | Event::Try { .. }
        );
        let optional = [
            rule.is_some(),
            end.is_some(),
            has_own_field,
            ranges.is_some(),
        ];
        let field_count = 4 + optional.into_iter().filter(|is_there| *is_there).count();
        let mut step = serializer.serialize_struct("Step", field_count)?;
        step.serialize_field("event", name)?;
        if let Some(rule) = rule {
            step.serialize_field("rule", &Name(rule))?;
        }
        step.serialize_field("start", &start)?;
        if let Some(end) = end {
            step.serialize_field("end", &end)?;
        }
        if let Event::Miss { characters, .. } = self.event() {
            let characters = match ranges {
                Some(_) => characters.intersection(CharacterSet::ASCII),
                None => *characters,
            };
            step.serialize_field("characters", &characters)?;
            if let Some(ranges) = ranges {
                let ranges: Vec<(char, char)> =
                    ranges.into_iter().map(RangeInclusive::into_inner).collect();
                step.serialize_field("ranges", &ranges)?;
            }
        }
        if let Event::Redo { tried, .. } = self.event() {
            step.serialize_field("tried", tried)?;
        }
        if let Event::Endless { circle, .. } = self.event() {
            let circle: Vec<Name<P>> = circle.iter().copied().map(Name).collect();
            step.serialize_field("circle", &circle)?;
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
/// `context`. `found` is `***` if the error [hides](SyntaxError::hides_found) it. If a character above ASCII could stand there, `next` has the ASCII characters, and
/// `next_ranges`, after `context`, has all: the first and the last character of each range.
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
        let mut error = serializer.serialize_struct("SyntaxError", self.field_count())?;
        self.serialize_fields(&mut error, 0)?;
        error.end()
    }
}

impl<P: Production> SyntaxError<P> {
    /// Returns the number of fields that [`SyntaxError::serialize_fields`] writes.
    #[must_use]
    pub fn field_count(&self) -> usize {
        let has_ranges = self.ranges_above_ascii().is_some();
        8 + usize::from(self.context_left_out() > 0) + usize::from(has_ranges)
    }

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
        if self.hides_found() {
            error.serialize_field("found", HIDDEN)?;
        } else {
            error.serialize_field("found", &self.found())?;
        }
        error.serialize_field("expected", self.expected())?;
        let ranges = self.ranges_above_ascii();
        let next = match ranges {
            Some(_) => self.next().intersection(CharacterSet::ASCII),
            None => self.next(),
        };
        error.serialize_field("next", &next)?;
        error.serialize_field("can_end", &self.can_end())?;
        error.serialize_field("context", &context)?;
        if self.context_left_out() > 0 {
            error.serialize_field("context_left_out", &self.context_left_out())?;
        }
        match ranges {
            Some(ranges) => error.serialize_field("next_ranges", &ranges),
            None => Ok(()),
        }
    }

    /// Returns the first and the last character of each range of [`SyntaxError::next_characters`], if some
    /// are above ASCII.
    fn ranges_above_ascii(&self) -> Option<Vec<(char, char)>> {
        if self.next().is_ascii() {
            return None;
        }
        let ranges = self.next_characters()?;
        Some(ranges.into_iter().map(RangeInclusive::into_inner).collect())
    }
}

/// Writes the fields of the error, and `repairs`: of each listed text `text`, `distance` and `edits`, which have `start`,
/// `end` and `text`, and those that touch are one. `repairs_count` is the number of texts at the distance, or null if
/// they are too many to be counted. If the texts are not known, `repairs_undecided` says why, instead.
#[cfg(feature = "recognizer")]
impl<P: Production> Serialize for Repaired<SyntaxError<P>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nearest = self.nearest();
        let field_count = self.error().field_count() + if nearest.is_ok() { 2 } else { 1 };
        let mut error = serializer.serialize_struct("Repaired", field_count)?;
        self.error().serialize_fields(&mut error, 0)?;
        match nearest {
            Ok(nearest) => {
                let repairs = nearest.repairs.iter();
                let repairs: Vec<RepairRecord<'_>> = repairs
                    .map(|repair| RepairRecord(repair, nearest.distance))
                    .collect();
                error.serialize_field("repairs", &repairs)?;
                error.serialize_field("repairs_count", &nearest.count.exact())?;
            }
            Err(reason) => error.serialize_field("repairs_undecided", reason)?,
        }
        error.end()
    }
}

/// A repair with its distance.
#[cfg(feature = "recognizer")]
struct RepairRecord<'r>(&'r Repair, u32);

#[cfg(feature = "recognizer")]
impl Serialize for RepairRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(repair, distance) = self;
        let edits: Vec<EditRecord> = repair.joined_edits().into_iter().map(EditRecord).collect();
        let mut record = serializer.serialize_struct("Repair", 3)?;
        record.serialize_field("text", &NodeText(&repair.text))?;
        record.serialize_field("distance", distance)?;
        record.serialize_field("edits", &edits)?;
        record.end()
    }
}

#[cfg(feature = "recognizer")]
struct EditRecord(Edit);

#[cfg(feature = "recognizer")]
impl Serialize for EditRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(edit) = self;
        let mut record = serializer.serialize_struct("Edit", 3)?;
        record.serialize_field("start", &edit.start)?;
        record.serialize_field("end", &edit.end)?;
        record.serialize_field("text", &NodeText(&edit.text))?;
        record.end()
    }
}

/// Writes the error as it writes itself, or an object with the field `undecided`, which says why there is no
/// answer.
///
/// ```
/// use rfcbnf_engine::SyntaxError;
/// use rfcbnf_engine::recognizer::{LimitReached, ParseError, Undecided};
///
/// let error: ParseError<SyntaxError<rfc1738::Rule>> = Undecided::Verdict(LimitReached::Size).into();
/// assert_eq!(
///     serde_json::to_string(&error)?,
///     r#"{"undecided":"the text takes tables of more than 240 megabytes and 80 octets for each octet, or 360 megabytes"}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[cfg(feature = "recognizer")]
impl<E: Serialize> Serialize for ParseError<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Syntax(error) => error.serialize(serializer),
            Self::Undecided(undecided) => {
                let mut object = serializer.serialize_struct("ParseError", 1)?;
                object.serialize_field("undecided", &undecided.to_string())?;
                object.end()
            }
        }
    }
}

/// Writes `document`, its name or `null`; `line` and `column`; `start` and `end` of the span in the
/// document; and `error`, whose offsets are those of its own text.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Document, parse};
///
/// let document = Document::named("ports", "80\n8o\n");
/// let error = parse(Rule::Port, "8o").unwrap_err().in_document(&document, 3);
/// let json = serde_json::to_string(&error)?;
/// assert!(json.starts_with(
///     r#"{"document":"ports","line":2,"column":2,"start":4,"end":5,"error":{"offset":1,"#
/// ));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl<E: TextError + Serialize> Serialize for DocumentError<E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut error = serializer.serialize_struct("DocumentError", Self::FIELD_COUNT)?;
        self.serialize_fields(&mut error)?;
        error.end()
    }
}

impl<E: TextError + Serialize> DocumentError<E> {
    /// The number of fields that [`DocumentError::serialize_fields`] writes.
    pub const FIELD_COUNT: usize = 6;

    /// Writes the fields into a struct, to which the caller may add fields of its own.
    ///
    /// # Errors
    ///
    /// Returns the error of the serializer.
    pub fn serialize_fields<S: SerializeStruct>(&self, error: &mut S) -> Result<(), S::Error> {
        let (position, span) = (self.position(), self.span());
        error.serialize_field("document", &self.name())?;
        error.serialize_field("line", &position.line)?;
        error.serialize_field("column", &position.column)?;
        error.serialize_field("start", &span.start)?;
        error.serialize_field("end", &span.end)?;
        error.serialize_field("error", self.error())
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

/// Writes the same as its [`Display`](std::fmt::Display), except that a quotation mark is between two of
/// its kind, as every other character is.
impl<P: Production> Serialize for Expected<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Character('"') => serializer.serialize_str("\"\"\""),
            _ => serializer.collect_str(self),
        }
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
        Event::Redo { rule, span, .. } => ("redo", Some(*rule), span.start, Some(span.end)),
        Event::Endless { offset, circle } => ("endless", circle.first().copied(), *offset, None),
    }
}

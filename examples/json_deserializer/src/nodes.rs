//! The values of a text, in its order.

use crate::Error;
use crate::rfc8259::{NodeEvent, Rule, visit};

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    False,
    True,
    Number,
    /// Also the name of a member, which its value follows.
    String,
    Array,
    Object,
}

/// A value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// Where it begins in the text.
    pub(crate) start: usize,
    /// Where it ends in the text; for arrays and objects the index after the last node inside.
    pub(crate) end: usize,
}

/// The values of a text, each before those inside.
pub(crate) struct Nodes(pub(crate) Vec<Node>);

impl Nodes {
    /// Returns the values of a text.
    pub(crate) fn of(text: &str) -> Result<Self, Error> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let visited = visit(Rule::JsonText, text, |event| match event {
            NodeEvent::Open { rule, start } => {
                if let Some(kind @ (Kind::Array | Kind::Object)) = kind(rule) {
                    open.push(nodes.len());
                    nodes.push(Node {
                        kind,
                        start,
                        end: start,
                    });
                }
            }
            NodeEvent::Close { rule, span } => match kind(rule) {
                Some(Kind::Array | Kind::Object) => {
                    let end = nodes.len();
                    if let Some(index) = open.pop() {
                        nodes[index].end = end;
                    }
                }
                Some(kind) => nodes.push(Node {
                    kind,
                    start: span.start,
                    end: span.end,
                }),
                None => {}
            },
        });
        visited.map_err(|error| Error::Syntax(Box::new(error)))?;
        Ok(Self(nodes))
    }
}

/// Returns what the values of a production are; `None` if nodes of it are no values.
fn kind(rule: Rule) -> Option<Kind> {
    Some(match rule {
        Rule::Null => Kind::Null,
        Rule::False => Kind::False,
        Rule::True => Kind::True,
        Rule::Number => Kind::Number,
        Rule::String => Kind::String,
        Rule::Array => Kind::Array,
        Rule::Object => Kind::Object,
        _ => return None,
    })
}

//! Trees.
//!
//! A tree is a list of nodes in preorder, which all of its objects in Python share. So a tree of any
//! depth takes no stack, and a node is made when it is first asked for.

use std::fmt::Display;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::tree::json::TreeNode;
use rfc1738_views::tree::{self, text};

use crate::text::{Text, escaped};

/// The nodes of a tree, and its text.
pub(crate) struct Nodes {
    octets: Box<[u8]>,
    is_str: bool,
    /// For each octet and the end, its offset in the argument; `None` if that is the same.
    offsets: Option<Box<[usize]>>,
    names: Vec<String>,
    records: Vec<Record>,
}

/// A node, in octets.
struct Record {
    /// The index of its name.
    name: usize,
    span: Range<usize>,
    /// The index of the first node that is not below it.
    after: usize,
}

impl Nodes {
    /// Copies the tree with this root.
    pub(crate) fn of<N: tree::Node>(root: N, text: &Text<'_>) -> Self {
        let mut nodes = Self {
            octets: text.octets().into(),
            is_str: text.is_str(),
            offsets: text.offsets(),
            names: Vec::new(),
            records: Vec::new(),
        };
        let mut open = vec![(0, std::iter::once(root).collect::<Vec<_>>().into_iter())];
        while let Some((parent, siblings)) = open.last_mut() {
            if let Some(node) = siblings.next() {
                let index = nodes.add(node.production(), node.span());
                open.push((index, node.children().collect::<Vec<_>>().into_iter()));
            } else {
                nodes.close(*parent);
                open.pop();
            }
        }
        nodes
    }

    fn add(&mut self, name: impl Display, span: Range<usize>) -> usize {
        let name = name.to_string();
        let known = self.names.iter().position(|known| *known == name);
        let name = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        self.records.push(Record {
            name,
            span,
            after: 0,
        });
        self.records.len() - 1
    }

    fn close(&mut self, index: usize) {
        self.records[index].after = self.records.len();
    }

    /// Returns the indexes of the nodes directly below a node.
    fn children(&self, index: usize) -> impl Iterator<Item = usize> + use<'_> {
        let end = self.records[index].after;
        let next = |index: &usize| self.records.get(*index).map(|record| record.after);
        std::iter::successors(Some(index + 1), next).take_while(move |index| *index < end)
    }

    /// Returns the span of a node in the unit of the argument. It has at least the characters that its
    /// octets are a part of.
    fn span(&self, index: usize) -> Range<usize> {
        let Range { start, end } = self.records[index].span;
        match &self.offsets {
            None => start..end,
            Some(offsets) if start == end => offsets[start]..offsets[start],
            Some(offsets) => offsets[start]..offsets[end - 1] + 1,
        }
    }

    fn octets(&self, index: usize) -> &[u8] {
        &self.octets[self.records[index].span.clone()]
    }
}

/// A node of a tree: a production, and the part of the text that it derives.
///
/// Offsets are in characters if the text was a str, and in octets if it was bytes. Iterating over a
/// node gives the nodes directly below it, and walk gives all. str(node) draws the tree.
#[pyclass(frozen, module = "rfc1738")]
pub(crate) struct Node {
    nodes: Arc<Nodes>,
    index: usize,
}

#[pymethods]
impl Node {
    /// The name of the production.
    #[getter]
    fn rule(&self) -> &str {
        &self.nodes.names[self.record().name]
    }

    /// The offset at which its text begins.
    #[getter]
    fn start(&self) -> usize {
        self.nodes.span(self.index).start
    }

    /// The offset after its text.
    #[getter]
    fn end(&self) -> usize {
        self.nodes.span(self.index).end
    }

    /// The part of the text that the production derives: a str or bytes, as the text was.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let octets = self.nodes.octets(self.index);
        if self.nodes.is_str {
            return Ok(escaped(py, octets)?.into_any());
        }
        Ok(PyBytes::new(py, octets).into_any())
    }

    /// The nodes directly below, in order.
    #[getter]
    fn children(&self) -> Vec<Self> {
        let indexes = self.nodes.children(self.index);
        indexes.map(|index| self.at(index)).collect()
    }

    /// Returns an iterator over this node and all nodes below it, in the order of a book.
    fn walk(&self) -> NodeIterator {
        NodeIterator {
            nodes: Arc::clone(&self.nodes),
            next: self.index,
            end: self.record().after,
            is_deep: true,
        }
    }

    /// Returns the first node of the production among this one and all below it; None if there is none.
    fn find(&self, rule: &str) -> Option<Self> {
        self.named(rule).next()
    }

    /// Returns all nodes of the production, among this one and all below it.
    fn find_all(&self, rule: &str) -> Vec<Self> {
        self.named(rule).collect()
    }

    /// Returns the tree as JSON, as in the field tree of `rfc1738 parse --format json`.
    fn to_json(&self) -> String {
        json::line(&TreeNode(Handle::of(self)))
    }

    fn __iter__(&self) -> NodeIterator {
        NodeIterator {
            nodes: Arc::clone(&self.nodes),
            next: self.index + 1,
            end: self.record().after,
            is_deep: false,
        }
    }

    fn __str__(&self) -> String {
        let mut lines = Vec::new();
        // A vector takes everything.
        let _ = text::write(&mut lines, Palette::PLAIN, Handle::of(self));
        String::from_utf8_lossy(lines.trim_ascii_end()).into_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Node {} {}..{}>", self.rule(), self.start(), self.end())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>().map(Bound::get);
        other.is_ok_and(|other| self.index == other.index && Arc::ptr_eq(&self.nodes, &other.nodes))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.nodes).addr(), self.index).hash(&mut hasher);
        hasher.finish()
    }
}

impl Node {
    pub(crate) fn root(nodes: Nodes) -> Self {
        Self {
            nodes: Arc::new(nodes),
            index: 0,
        }
    }

    fn record(&self) -> &Record {
        &self.nodes.records[self.index]
    }

    fn at(&self, index: usize) -> Self {
        Self {
            nodes: Arc::clone(&self.nodes),
            index,
        }
    }

    fn named(&self, rule: &str) -> impl Iterator<Item = Self> {
        let name = self.nodes.names.iter().position(|name| name == rule);
        let below = self.index..self.record().after;
        let is_named = move |index: &usize| Some(self.nodes.records[*index].name) == name;
        below.filter(is_named).map(|index| self.at(index))
    }
}

/// An iterator over nodes.
#[pyclass(module = "rfc1738")]
pub(crate) struct NodeIterator {
    nodes: Arc<Nodes>,
    next: usize,
    end: usize,
    is_deep: bool,
}

#[pymethods]
impl NodeIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Node> {
        if self.next >= self.end {
            return None;
        }
        let index = self.next;
        self.next = if self.is_deep {
            index + 1
        } else {
            self.nodes.records[index].after
        };
        Some(Node {
            nodes: Arc::clone(&self.nodes),
            index,
        })
    }
}

/// A node as the views see it.
#[derive(Clone, Copy)]
struct Handle<'n> {
    nodes: &'n Nodes,
    index: usize,
}

impl<'n> Handle<'n> {
    fn of(node: &'n Node) -> Self {
        Self {
            nodes: &node.nodes,
            index: node.index,
        }
    }
}

impl tree::Node for Handle<'_> {
    fn production(&self) -> impl Display {
        &self.nodes.names[self.nodes.records[self.index].name]
    }

    fn span(&self) -> Range<usize> {
        self.nodes.span(self.index)
    }

    fn octets(&self) -> &[u8] {
        self.nodes.octets(self.index)
    }

    fn children(self) -> impl Iterator<Item = Self> {
        let Self { nodes, index } = self;
        let indexes = nodes.children(index);
        indexes.map(move |index| Self { nodes, index })
    }
}

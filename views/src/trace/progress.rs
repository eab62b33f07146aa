//! How far the productions got in a text that is wrong: those that are open where the viable prefix
//! ends, and what they had matched before.

use std::ops::Range;

use rfcbnf_engine::Production;
use rfcbnf_engine::trace::{Event, Trace};
use serde::Serialize;

/// The deepest unfinished tree at an offset, in preorder.
///
/// ```
/// use rfc1738::{Detail, Rule, trace};
/// use rfc1738_views::json;
/// use rfc1738_views::trace::progress::Progress;
///
/// let trace = trace(Rule::Hostport, "a:x", Detail::Rules);
/// let mut line = Vec::new();
/// json::write(&mut line, &Progress::new(&trace, 2))?;
/// let line = String::from_utf8(line)?;
/// assert!(line.starts_with(r#"[["hostport",0,null,0],["host",0,1,1]"#));
/// assert!(line.ends_with("[\"port\",2,null,1],[\"digits\",2,null,2]]\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, Serialize)]
pub struct Progress(Vec<ProgressNode>);

/// The production, the start of its span, its end unless it is still open, and its depth.
#[derive(Debug, Clone, Serialize)]
struct ProgressNode(String, usize, Option<usize>, usize);

/// A node of the tree that the steps of a trace build.
#[derive(Clone, Copy)]
struct Unfinished<P> {
    rule: P,
    start: usize,
    end: Option<usize>,
    depth: usize,
}

/// The nodes in preorder, and the indices of those that are open.
///
/// Invariant: each step takes amortized constant time, however wide or deep the tree is.
struct Builder<P> {
    nodes: Vec<Unfinished<P>>,
    open: Vec<Open>,
    /// The indices of the finished nodes directly below those that are open, in order.
    closed: Vec<usize>,
}

/// An open node.
struct Open {
    index: usize,
    /// The number of nodes in `closed` when it was opened: those after them are its own.
    closed: usize,
}

impl Progress {
    /// Returns the tree of a production that is open, when nothing else is known.
    ///
    /// ```
    /// use rfc1738::Rule;
    /// use rfc1738_views::json;
    /// use rfc1738_views::trace::progress::Progress;
    ///
    /// let mut line = Vec::new();
    /// json::write(&mut line, &Progress::of_root(Rule::Port))?;
    /// assert_eq!(line, b"[[\"port\",0,null,0]]\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_root(rule: impl Production) -> Self {
        Self(vec![ProgressNode(rule.to_string(), 0, None, 0)])
    }

    /// Returns the tree at the first step with the most open productions that misses a character
    /// at the offset.
    #[must_use]
    pub fn new<P: Production>(trace: &Trace<'_, P>, offset: usize) -> Self {
        // The number of open productions alone says which tree to show, so that one is built.
        let mut best = 0;
        let mut deepest = 0;
        for (index, step) in trace.steps().enumerate() {
            let (at, open) = match step.event() {
                Event::Miss { offset, .. } => (*offset, step.depth()),
                Event::Try { offset, .. } => (*offset, step.depth() + 1),
                _ => continue,
            };
            if at == offset && open > deepest {
                deepest = open;
                best = index + 1;
            }
        }
        let mut builder = Builder {
            nodes: Vec::new(),
            open: Vec::new(),
            closed: Vec::new(),
        };
        for step in trace.steps().take(best) {
            builder.follow(step.event());
        }
        let nodes = builder
            .nodes
            .into_iter()
            .map(|node| ProgressNode(node.rule.to_string(), node.start, node.end, node.depth));
        Self(nodes.collect())
    }
}

impl<P: Copy> Builder<P> {
    fn follow(&mut self, event: &Event<P>) {
        match event {
            Event::Try { rule, offset, .. } => {
                self.forget(*offset);
                self.open.push(Open {
                    index: self.nodes.len(),
                    closed: self.closed.len(),
                });
                self.nodes.push(Unfinished {
                    rule: *rule,
                    start: *offset,
                    end: None,
                    depth: self.open.len() - 1,
                });
            }
            Event::Match { span, .. } => self.close(span),
            Event::Fail { .. } => {
                if let Some(open) = self.open.pop() {
                    self.nodes.truncate(open.index);
                    self.closed.truncate(open.closed);
                }
            }
            Event::Miss { offset, .. } => self.forget(*offset),
            Event::Take { span } | Event::Backtrack { span } => self.forget(span.start),
            _ => {}
        }
    }

    fn close(&mut self, span: &Range<usize>) {
        if let Some(open) = self.open.pop() {
            self.nodes[open.index].end = Some(span.end);
            self.closed.truncate(open.closed);
            self.closed.push(open.index);
        }
    }

    /// Drops what the innermost open production had matched behind the offset: it goes on from
    /// there.
    fn forget(&mut self, offset: usize) {
        let own = self.open.last().map_or(0, |open| open.closed);
        while let Some(&last) = self.closed[own..].last()
            && self.nodes[last].end.is_some_and(|end| end > offset)
        {
            self.closed.pop();
            self.nodes.truncate(last);
        }
    }
}

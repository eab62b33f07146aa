//! How far the productions got in a text that is wrong: those that are open where the viable prefix
//! ends, and what they had matched before.

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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Progress(Vec<ProgressNode>);

/// The production, the start of its span, its end unless it is still open, and its depth.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct ProgressNode(String, usize, Option<usize>, usize);

/// A node of the tree that the steps of a trace build.
#[derive(Clone, Copy)]
struct Unfinished<P> {
    rule: P,
    start: usize,
    end: Option<usize>,
    depth: usize,
    /// The number of the step that tried it.
    tried: usize,
    /// The finished node before it below the same node.
    before: Option<usize>,
    /// The last finished node below it.
    last: Option<usize>,
}

/// All nodes that there have been, the indices of those that are open, and the last finished one
/// beside them.
///
/// Invariant: each step takes amortized constant time, however wide or deep the tree is.
struct Builder<P> {
    nodes: Vec<Unfinished<P>>,
    open: Vec<usize>,
    root: Option<usize>,
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
                Event::Endless { .. } => {
                    // Another parser follows, which does end.
                    (best, deepest) = (0, 0);
                    continue;
                }
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
            root: None,
        };
        for (index, step) in trace.steps().take(best).enumerate() {
            builder.follow(index + 1, step.event());
        }
        let nodes = builder.finish();
        let nodes = nodes
            .into_iter()
            .map(|node| ProgressNode(node.rule.to_string(), node.start, node.end, node.depth));
        Self(nodes.collect())
    }
}

impl<P: Copy> Builder<P> {
    fn follow(&mut self, number: usize, event: &Event<P>) {
        match event {
            Event::Try { rule, offset, .. } => {
                self.forget(*offset);
                self.nodes.push(Unfinished {
                    rule: *rule,
                    start: *offset,
                    end: None,
                    depth: self.open.len(),
                    tried: number,
                    before: None,
                    last: None,
                });
                self.open.push(self.nodes.len() - 1);
            }
            Event::Match { span, .. } => self.close(Some(span.end)),
            Event::Fail { .. } => {
                self.open.pop();
            }
            Event::Redo { tried, .. } => self.reopen(*tried),
            Event::Miss { offset, .. } => self.forget(*offset),
            Event::Take { span } | Event::Backtrack { span } => self.forget(span.start),
            Event::Endless { .. } => {
                self.open.clear();
                self.root = None;
            }
            _ => {}
        }
    }

    /// Returns the last finished node below the innermost open one.
    fn last(&mut self) -> &mut Option<usize> {
        match self.open.last() {
            Some(&open) => &mut self.nodes[open].last,
            None => &mut self.root,
        }
    }

    /// Puts the innermost open node below the one around it.
    fn close(&mut self, end: Option<usize>) {
        if let Some(node) = self.open.pop() {
            let before = self.last().replace(node);
            self.nodes[node].end = end;
            self.nodes[node].before = before;
        }
    }

    /// Opens the node of a step again, and drops those after it.
    fn reopen(&mut self, tried: usize) {
        while let Some(node) = *self.last() {
            *self.last() = self.nodes[node].before;
            if self.nodes[node].tried == tried {
                self.nodes[node].end = None;
                self.open.push(node);
                return;
            }
        }
    }

    /// Drops what the innermost open production had matched after the offset: it goes on from
    /// there.
    fn forget(&mut self, offset: usize) {
        while let Some(node) = *self.last()
            && self.nodes[node].end.is_some_and(|end| end > offset)
        {
            *self.last() = self.nodes[node].before;
        }
    }

    /// Returns the nodes in preorder.
    fn finish(mut self) -> Vec<Unfinished<P>> {
        while !self.open.is_empty() {
            self.close(None);
        }
        let mut found = Vec::new();
        // From the last one back: those below a node before the node itself.
        let mut waiting = Vec::from([(self.root, false)]);
        while let Some((node, is_entered)) = waiting.pop() {
            let Some(index) = node else {
                continue;
            };
            let Unfinished { before, last, .. } = self.nodes[index];
            if is_entered {
                found.push(self.nodes[index]);
                waiting.push((before, false));
            } else {
                waiting.extend([(node, true), (last, false)]);
            }
        }
        found.reverse();
        found
    }
}

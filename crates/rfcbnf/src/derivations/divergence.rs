//! The first difference between two trees.

use std::fmt;

use super::{Node, Tree};

/// The first nodes, in preorder, that differ between two trees: in production, span or depth.
#[derive(Debug, Clone, Copy)]
pub struct Divergence<'a> {
    /// The node of the one tree; `None` if it has no further node.
    pub this: Option<Node<'a>>,
    /// The node of the other tree; `None` if it has no further node.
    pub other: Option<Node<'a>>,
}

impl Tree {
    /// Returns the first difference from another tree; `None` if the nodes are equal. Takes time
    /// linear in the nodes before it.
    ///
    /// ```
    /// let grammar = rfcbnf::read("s = t t\nt = *\"a\"\n")?;
    /// let trees: Vec<_> = rfcbnf::derivations::derivations(&grammar, "s", "a")?.collect();
    /// let divergence = trees[0].divergence(&trees[1]).unwrap();
    /// assert_eq!(divergence.this.unwrap().span(), 0..1);
    /// assert_eq!(divergence.other.unwrap().span(), 0..0);
    /// assert_eq!(divergence.to_string(), r#"t 0..1 "a" against t 0..0 """#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn divergence<'a>(&'a self, other: &'a Self) -> Option<Divergence<'a>> {
        let mut ours = self.iter_with_depth();
        let mut theirs = other.iter_with_depth();
        loop {
            let (this, other) = (ours.next(), theirs.next());
            let is_same = match (this, other) {
                (None, None) => return None,
                (Some((depth, this)), Some((other_depth, other))) => {
                    depth == other_depth
                        && this.span() == other.span()
                        && this.production() == other.production()
                }
                _ => false,
            };
            if !is_same {
                return Some(Divergence {
                    this: this.map(|(_, node)| node),
                    other: other.map(|(_, node)| node),
                });
            }
        }
    }
}

/// Writes `this against other`, with `nothing` for a tree that has no further node.
impl fmt::Display for Divergence<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write = |formatter: &mut fmt::Formatter<'_>, node: Option<Node<'_>>| match node {
            Some(node) => node.fmt(formatter),
            None => formatter.write_str("nothing"),
        };
        write(formatter, self.this)?;
        formatter.write_str(" against ")?;
        write(formatter, self.other)
    }
}

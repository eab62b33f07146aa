//! Where two trees part.

use std::fmt;

use super::{Node, Tree};

/// The first node, in preorder, that is not the same in two trees: of another production, of
/// another span, or in another depth.
#[derive(Debug, Clone, Copy)]
pub struct Parting<'a> {
    /// The node of the one tree; nothing where its nodes are at an end.
    pub this: Option<Node<'a>>,
    /// The node of the other tree; nothing where its nodes are at an end.
    pub other: Option<Node<'a>>,
}

impl Tree {
    /// Where the tree parts from another; nothing where they are alike. Takes time linear in
    /// the nodes before that.
    ///
    /// ```
    /// let grammar = rfcbnf::read("s = t t\nt = *\"a\"\n")?;
    /// let trees: Vec<_> = rfcbnf::derivations::derivations(&grammar, "s", "a")?.collect();
    /// let parting = trees[0].parting(&trees[1]).unwrap();
    /// assert_eq!(parting.this.unwrap().span(), 0..1);
    /// assert_eq!(parting.other.unwrap().span(), 0..0);
    /// assert_eq!(parting.to_string(), r#"t 0..1 "a" against t 0..0 """#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn parting<'a>(&'a self, other: &'a Self) -> Option<Parting<'a>> {
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
                return Some(Parting {
                    this: this.map(|(_, node)| node),
                    other: other.map(|(_, node)| node),
                });
            }
        }
    }
}

/// `this against other`, where one is at an end `nothing`.
impl fmt::Display for Parting<'_> {
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

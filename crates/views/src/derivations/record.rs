//! Derivations for programs.

use rfcbnf::derivations::{DerivationNode, DerivationTree, Derivations, FormOrder};
use serde::Serialize;

use crate::derivations::forms::FormsRecord;
use crate::derivations::{Count, CountRecord};
use crate::json::Octets;
use crate::tree::json::{FlatTree, TreeNode};

/// The derivations of one text.
#[derive(Debug, Serialize)]
pub struct DerivationsRecord<'a> {
    input: Octets<&'a [u8]>,
    rule: &'a str,
    ok: bool,
    count: usize,
    #[serde(flatten)]
    known: CountRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    trees: Option<Vec<TreeNode<DerivationNode<'a>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forms: Option<Vec<FormsRecord>>,
}

impl<'a> DerivationsRecord<'a> {
    /// Returns the record of a text with these trees. `count` says whether there are others.
    #[must_use]
    pub fn new(text: &'a [u8], rule: &'a str, trees: &'a [DerivationTree], count: Count) -> Self {
        Self {
            trees: Some(trees.iter().map(|tree| TreeNode(tree.root())).collect()),
            ..Self::without_trees(text, rule, count)
        }
    }

    /// Returns the record of a text whose trees are written elsewhere.
    #[must_use]
    pub fn without_trees(text: &'a [u8], rule: &'a str, count: Count) -> Self {
        Self {
            input: Octets(text),
            rule,
            ok: true,
            count: count.shown,
            known: count.into(),
            trees: None,
            forms: None,
        }
    }

    /// Adds the sentential forms of the trees.
    #[must_use]
    pub fn with_forms(self, trees: &[DerivationTree], order: FormOrder) -> Self {
        let forms = trees.iter().map(|tree| FormsRecord::new(tree, order));
        Self {
            forms: Some(forms.collect()),
            ..self
        }
    }
}

/// The first derivations of a text, and where each diverges from the first one.
///
/// ```
/// use rfc1738_views::derivations::record::DerivationList;
/// use rfc1738_views::json;
///
/// let grammar = rfcbnf::read("s = x | y\nx = \"a\"\ny = \"a\"\n")?;
/// let trees = rfcbnf::derivations::derivations(&grammar, "s", "a")?;
/// let mut line = Vec::new();
/// json::write(&mut line, &DerivationList::new(trees, 100, 1000))?;
/// let line = String::from_utf8(line)?;
/// assert!(line.contains(r#"["y",0,1,1]],"complete":true,"parts_at":1}],"complete":true,"total":2}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DerivationList {
    trees: Vec<ListedDerivation>,
    #[serde(flatten)]
    count: CountRecord,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct ListedDerivation {
    #[serde(flatten)]
    tree: FlatTree,
    /// The index of the first node, in preorder, that differs from the first derivation.
    parts_at: Option<usize>,
}

impl DerivationList {
    /// Takes at most `most` derivations, with at most `nodes` nodes together, and counts the others.
    #[must_use]
    pub fn new(mut derivations: Derivations, most: usize, nodes: usize) -> Self {
        let mut trees: Vec<ListedDerivation> = Vec::new();
        let mut first: Option<DerivationTree> = None;
        let mut left = nodes;
        while trees.len() < most && left > 0 {
            let Some(tree) = derivations.next() else {
                break;
            };
            let parts_at = first.as_ref().map(|first| parting(first, &tree));
            let flat = FlatTree::new(tree.root(), left);
            left -= flat.count();
            trees.push(ListedDerivation {
                tree: flat,
                parts_at,
            });
            first.get_or_insert(tree);
        }
        let count = Count::of(&mut derivations, trees.len());
        Self {
            trees,
            count: count.into(),
        }
    }
}

/// Returns the index of the first node of `tree` that differs from that of `first`.
fn parting(first: &DerivationTree, tree: &DerivationTree) -> usize {
    let nodes = first.iter_with_depth().zip(tree.iter_with_depth());
    let equal = nodes.take_while(|((depth, node), (other_depth, other))| {
        depth == other_depth
            && node.span() == other.span()
            && node.production() == other.production()
    });
    equal.count()
}

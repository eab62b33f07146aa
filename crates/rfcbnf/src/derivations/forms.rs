//! Sentential forms: a derivation step by step, `s ⇒ ( s ) s ⇒ …`.
//!
//! Each step replaces one name by what its node has below it: names and texts. Optional parts, repetitions and groups are
//! replaced together with the name that they are a part of, so `s = *( "(" s ")" )` goes from `s` to `( s ) ( s )` in one
//! step. A form has names and texts in the order of the text, and the last one is the text.

use std::iter::FusedIterator;
use std::ops::Range;

use super::tree::{DerivationNode, DerivationTree};

/// Which name of a sentential form the next step replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormOrder {
    /// The first from the left.
    Leftmost,
    /// The first from the right.
    Rightmost,
}

/// A part of a sentential form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormPart {
    /// A name: the index of a node of the tree in preorder.
    Node(usize),
    /// A part of the text that is derived already, in byte offsets. It is not empty.
    Text(Range<usize>),
}

/// A sentential form of a derivation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SententialForm {
    /// The names and texts.
    pub parts: Vec<FormPart>,
    /// The node that the step to this form replaced; `None` for the first form.
    pub replaced: Option<usize>,
    /// The parts that took its place, as indices into `parts`.
    pub new: Range<usize>,
    /// The index in `parts` of the name that the next step replaces; `None` for the last form.
    pub next: Option<usize>,
}

/// The sentential forms of a tree. See [`DerivationTree::forms`].
#[derive(Debug, Clone)]
pub struct SententialForms<'t> {
    tree: &'t DerivationTree,
    order: FormOrder,
    form: Option<SententialForm>,
}

impl DerivationTree {
    /// Returns the sentential forms from the production to the text. There is one more than nodes.
    ///
    /// ```
    /// use rfcbnf::derivations::{FormOrder, FormPart, derivations};
    ///
    /// let grammar = rfcbnf::read("S → a S b | ε\n")?;
    /// let tree = derivations(&grammar, "S", "ab")?.next().unwrap();
    /// let forms: Vec<_> = tree.forms(FormOrder::Leftmost).collect();
    /// assert_eq!(forms.len(), 3);
    /// assert_eq!(forms[1].parts, [FormPart::Text(0..1), FormPart::Node(1), FormPart::Text(1..2)]);
    /// assert_eq!((forms[1].new.clone(), forms[1].next), (0..3, Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn forms(&self, order: FormOrder) -> SententialForms<'_> {
        SententialForms {
            tree: self,
            order,
            form: Some(SententialForm {
                parts: vec![FormPart::Node(0)],
                replaced: None,
                new: 0..1,
                next: Some(0),
            }),
        }
    }
}

impl SententialForms<'_> {
    /// Returns the form after another one; `None` after the last.
    fn after(&self, form: &SententialForm) -> Option<SententialForm> {
        let at = form.next?;
        let FormPart::Node(index) = form.parts[at] else {
            return None;
        };
        let below = below(self.tree.node(index)?);
        let new = at..at + below.len();
        let mut parts = form.parts.clone();
        parts.splice(at..=at, below);
        let is_name = |part: &FormPart| matches!(part, FormPart::Node(_));
        // No name is before the first one, or after the last one.
        let next = match self.order {
            FormOrder::Leftmost => parts[at..].iter().position(is_name).map(|found| at + found),
            FormOrder::Rightmost => parts[..new.end].iter().rposition(is_name),
        };
        Some(SententialForm {
            parts,
            replaced: Some(index),
            new,
            next,
        })
    }
}

/// Returns what is below a node: its children, and the texts between them.
fn below(node: DerivationNode<'_>) -> Vec<FormPart> {
    let text = |span: Range<usize>| (!span.is_empty()).then_some(FormPart::Text(span));
    let mut parts = Vec::new();
    let mut after = node.span().start;
    for child in node.children() {
        parts.extend(text(after..child.span().start));
        parts.push(FormPart::Node(child.index()));
        after = child.span().end;
    }
    parts.extend(text(after..node.span().end));
    parts
}

impl Iterator for SententialForms<'_> {
    type Item = SententialForm;

    fn next(&mut self) -> Option<SententialForm> {
        let form = self.form.take()?;
        self.form = self.after(&form);
        Some(form)
    }
}

impl FusedIterator for SententialForms<'_> {}

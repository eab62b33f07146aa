//! Sentential forms: `S ⇒ a S b ⇒ a b`.

use std::io::{self, Write};

use rfcbnf::derivations::{DerivationTree, FormOrder, FormPart, SententialForm};
use rfcbnf_engine::escape::Quoted;
use serde::Serialize;

use crate::palette::Palette;
use crate::tree::json::FlatTree;

/// The most names and texts of all forms together.
const PARTS: usize = 100_000;

/// Writes the forms of a tree, a line each, and the name that each step replaces. Texts are in quotation marks. Returns
/// whether all are written: at most `most` are.
///
/// ```
/// use rfc1738_views::derivations::forms;
/// use rfc1738_views::palette::Palette;
/// use rfcbnf::derivations::{FormOrder, derivations};
///
/// let grammar = rfcbnf::read("S → a S b | ε\n")?;
/// let tree = derivations(&grammar, "S", "ab")?.next().unwrap();
/// let mut out = Vec::new();
/// forms::write(&mut out, Palette::PLAIN, &tree, FormOrder::Leftmost, 100)?;
/// assert_eq!(String::from_utf8(out)?, "  S\n⇒ \"a\" S \"b\"\n⇒ \"a\" \"b\"\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the output does.
pub fn write(
    out: &mut impl Write,
    palette: Palette,
    tree: &DerivationTree,
    order: FormOrder,
    most: usize,
) -> io::Result<bool> {
    let mut forms = tree.forms(order);
    for (index, form) in forms.by_ref().take(most).enumerate() {
        let sign = if index == 0 { " " } else { "⇒" };
        write!(out, "{sign} ")?;
        write_form(out, palette, tree, &form)?;
        writeln!(out)?;
    }
    Ok(forms.next().is_none())
}

fn write_form(
    out: &mut impl Write,
    palette: Palette,
    tree: &DerivationTree,
    form: &SententialForm,
) -> io::Result<()> {
    if form.parts.is_empty() {
        return write!(out, "ε");
    }
    for (index, part) in form.parts.iter().enumerate() {
        if index > 0 {
            write!(out, " ")?;
        }
        match part {
            FormPart::Text(span) => write!(out, "{}", Quoted(&tree.text()[span.clone()]))?,
            FormPart::Node(node) => {
                let node = tree.node(*node).map_or("", |node| node.production());
                let is_next = form.next == Some(index);
                let style = if is_next {
                    palette.name
                } else {
                    anstyle::Style::new()
                };
                write!(out, "{style}{node}{style:#}")?;
            }
        }
    }
    Ok(())
}

/// The sentential forms of a tree, for programs.
///
/// ```
/// use rfc1738_views::derivations::forms::FormsRecord;
/// use rfc1738_views::json;
/// use rfcbnf::derivations::{FormOrder, derivations};
///
/// let grammar = rfcbnf::read("S → a S b | ε\n")?;
/// let tree = derivations(&grammar, "S", "ab")?.next().unwrap();
/// let line = json::line(&FormsRecord::new(&tree, FormOrder::Leftmost));
/// assert!(line.contains(r#"{"parts":[[0,1],1,[1,2]],"replaced":0,"new":[0,3],"next":1}"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FormsRecord {
    tree: FlatTree,
    forms: Vec<FormRecord>,
    /// Whether all forms are there.
    complete: bool,
}

/// A sentential form.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct FormRecord {
    /// Names, each the index of a node, and texts, each a start and an end.
    parts: Vec<FormPartRecord>,
    /// The node that the step to this form replaced.
    replaced: Option<usize>,
    /// The parts that took its place: from an index to another one.
    new: (usize, usize),
    /// The index of the part that the next step replaces.
    next: Option<usize>,
}

/// The index of a node, or the start and the end of a text.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
enum FormPartRecord {
    Node(usize),
    Text(usize, usize),
}

impl FormsRecord {
    /// Returns the forms of a tree, as many as have 100,000 names and texts together.
    #[must_use]
    pub fn new(tree: &DerivationTree, order: FormOrder) -> Self {
        let mut forms = tree.forms(order);
        let mut listed = Vec::new();
        let mut parts = 0;
        for form in forms.by_ref() {
            parts += form.parts.len();
            let is_last = form.next.is_none();
            listed.push(FormRecord::from(form));
            if parts > PARTS {
                return Self {
                    tree: FlatTree::new(tree.root(), PARTS),
                    forms: listed,
                    complete: is_last,
                };
            }
        }
        Self {
            tree: FlatTree::new(tree.root(), PARTS),
            forms: listed,
            complete: true,
        }
    }
}

impl From<SententialForm> for FormRecord {
    fn from(form: SententialForm) -> Self {
        let parts = form.parts.into_iter().map(|part| match part {
            FormPart::Node(index) => FormPartRecord::Node(index),
            FormPart::Text(span) => FormPartRecord::Text(span.start, span.end),
        });
        Self {
            parts: parts.collect(),
            replaced: form.replaced,
            new: (form.new.start, form.new.end),
            next: form.next,
        }
    }
}

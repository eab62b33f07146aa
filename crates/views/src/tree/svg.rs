//! A tree of nodes and edges as SVG, as textbooks draw it: productions above, the text below.
//!
//! A node is over the middle of what is below it, and no two parts of the tree overlap: each has the width of its
//! label, or of all that is below it, whichever is more.

use std::ops::Range;

use maud::{Markup, PreEscaped, html};
use rfcbnf_engine::escape::Printable;

use crate::tree::Node;

/// The most nodes and texts of a picture.
pub const MOST: usize = 5_000;

/// Sizes in pixels.
const ROW: usize = 56;
const CHARACTER: usize = 9;
const GAP: usize = 18;
const MARGIN: usize = 16;
const ASCENT: usize = 14;

/// The style of a picture, light and dark.
const STYLE: &str = "text{font:15px ui-monospace,monospace;text-anchor:middle;fill:#1a1a21}\
                     .text{fill:#4a46c9}line{stroke:#8b8b99;stroke-width:1.5}\
                     @media(prefers-color-scheme:dark){text{fill:#ededf2}.text{fill:#a5a3ff}line{stroke:#6d6d7b}}";

/// A node, or a text between nodes.
struct Item {
    label: String,
    /// Whether it is text.
    is_text: bool,
    above: Option<usize>,
    depth: usize,
    width: usize,
    /// Where it begins, and where what is below it goes on.
    left: usize,
    next: usize,
}

/// Returns the picture of a tree; `None` if it has more than [`MOST`] nodes and texts.
///
/// ```
/// use rfc1738_views::tree::svg;
/// use rfcbnf::derivations::derivations;
///
/// let grammar = rfcbnf::read("S → a S b | ε\n")?;
/// let tree = derivations(&grammar, "S", "ab")?.next().unwrap();
/// let picture = svg::draw(tree.root()).unwrap();
/// assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// assert_eq!(picture.matches("<line").count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn draw<N: Node>(root: N) -> Option<String> {
    let mut items = items(root)?;
    for index in (0..items.len()).rev() {
        let own = items[index].label.chars().count() * CHARACTER + GAP;
        let width = items[index].width.max(own);
        items[index].width = width;
        if let Some(above) = items[index].above {
            items[above].width += width;
        }
    }
    let mut below = vec![0; items.len()];
    for item in &items {
        if let Some(above) = item.above {
            below[above] += item.width;
        }
    }
    for index in 0..items.len() {
        let left = match items[index].above {
            Some(above) => {
                let left = items[above].next;
                items[above].next += items[index].width;
                left
            }
            None => MARGIN,
        };
        let item = &mut items[index];
        item.left = left;
        // What is narrower than the label is under the middle of it.
        item.next = left + (item.width - below[index]) / 2;
    }
    Some(picture(&items).into_string())
}

/// Returns the nodes and texts in preorder; `None` if they are too many.
fn items<N: Node>(root: N) -> Option<Vec<Item>> {
    enum Waiting<N> {
        Node(N),
        Text(Range<usize>),
    }
    let whole = root.span().start;
    let octets: Vec<u8> = root.octets().to_vec();
    let mut items: Vec<Item> = Vec::new();
    let mut waiting = vec![(Waiting::Node(root), None)];
    while let Some((next, above)) = waiting.pop() {
        let depth = above.map_or(0, |above: usize| items[above].depth + 1);
        let (label, node) = match next {
            Waiting::Text(span) => (text(&octets[span.start - whole..span.end - whole]), None),
            Waiting::Node(node) => (
                Printable(node.production().to_string().as_bytes()).to_string(),
                Some(node),
            ),
        };
        let index = items.len();
        items.push(Item {
            label,
            is_text: node.is_none(),
            above,
            depth,
            width: 0,
            left: 0,
            next: 0,
        });
        if items.len() > MOST {
            return None;
        }
        let Some(node) = node else {
            continue;
        };
        let span = node.span();
        let mut below = Vec::new();
        let mut after = span.start;
        for child in node.children() {
            if after < child.span().start {
                below.push(Waiting::Text(after..child.span().start));
            }
            after = child.span().end;
            below.push(Waiting::Node(child));
        }
        if after < span.end || below.is_empty() {
            below.push(Waiting::Text(after..span.end));
        }
        waiting.extend(below.into_iter().rev().map(|one| (one, Some(index))));
    }
    Some(items)
}

/// Returns a text with visible blanks, or what stands for the empty one.
fn text(octets: &[u8]) -> String {
    if octets.is_empty() {
        return "ε".to_owned();
    }
    Printable(octets).to_string().replace(' ', "␣")
}

impl Item {
    fn middle(&self) -> usize {
        self.left + self.width / 2
    }

    fn top(&self) -> usize {
        MARGIN + self.depth * ROW
    }
}

fn picture(items: &[Item]) -> Markup {
    let width = items.first().map_or(0, |root| root.width) + 2 * MARGIN;
    let deepest = items.iter().map(Item::top).max().unwrap_or(0);
    let height = deepest + ASCENT + 2 * MARGIN;
    let label = items.first().map_or("", |root| root.label.as_str());
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox={ "0 0 " (width) " " (height) } role="img" aria-label={ "Tree of " (label) } {
            style { (PreEscaped(STYLE)) }
            @for item in items {
                @if let Some(above) = item.above {
                    line x1=(items[above].middle()) y1=(items[above].top() + ASCENT + 6) x2=(item.middle())
                        y2=(item.top() - 4) {}
                }
            }
            @for item in items {
                text class=[item.is_text.then_some("text")] x=(item.middle()) y=(item.top() + ASCENT) { (item.label) }
            }
        }
    }
}

//! Diagrams as SVG.
//!
//! Invariant: what is drawn depends on nothing but the production, the names that are linked
//! and the width.

use std::collections::HashSet;

use railroad::{
    Choice, Comment, Diagram, Empty, End, Link, Node, NodeGeometry, NonTerminal, Optional, Repeat,
    Sequence, Stack, Start, Terminal,
};
use rfcbnf::syntax::Production;

use super::fold::Measure;
use super::track::{Track, cut, line_of};

/// How diagrams look in light and in dark.
pub(crate) const STYLE: &str = include_str!("diagram.css");

/// What the frame and the ends of a diagram take beside its body.
const FRAME: usize = 80;

/// How many units things take, at most.
const MEASURE: Measure = Measure {
    label: |text| text.chars().count() * 9 + 20,
    way_back: |times| times.map_or(0, |times| times.chars().count() * 8 + 10),
    gap: 10,
    rails: 48,
    turns: 60,
};

/// What is drawn of a production.
type Body = Box<dyn Node>;

/// The diagram of a production, at most `width` units wide where the depth of the brackets
/// lets it. Names that are among the linked ones link to `#name`.
pub(crate) fn diagram(
    production: &Production,
    linked: &HashSet<&str>,
    width: usize,
) -> Diagram<Sequence<Body>> {
    let room = width.saturating_sub(FRAME);
    let body = body(&MEASURE.folded(Track::of(&production.body), room), linked);
    let parts: [Body; 3] = [Box::new(Start), body, Box::new(End)];
    let mut diagram = Diagram::new(parts.into_iter().collect());
    // Asking for width and height takes exponential time where things nest.
    let NodeGeometry { width, height, .. } = diagram.compute_geometry();
    let label = format!("Railroad diagram of {}", production.name);
    for (name, value) in [
        ("width", width.to_string()),
        ("height", height.to_string()),
        ("role", "group".to_owned()),
        ("aria-label", label),
    ] {
        diagram.attr(name.to_owned()).or_insert(value);
    }
    diagram
}

fn body(track: &Track, linked: &HashSet<&str>) -> Body {
    let bodies = |parts: &[Track]| {
        parts
            .iter()
            .map(|part| body(part, linked))
            .collect::<Vec<_>>()
    };
    match track {
        Track::Name(name) => named(name, linked),
        Track::Literal(text) => terminal(with_visible_blanks(text)),
        Track::Characters(words) => {
            let words: Vec<String> = words.iter().map(|word| with_visible_blanks(word)).collect();
            terminal(line_of(&words))
        }
        Track::Sequence(members) => Box::new(Sequence::new(bodies(members))),
        Track::Folded(lines) => Box::new(Stack::new(bodies(lines))),
        Track::Choice(members) => Box::new(Choice::new(bodies(members))),
        Track::Optional(inner) => Box::new(Optional::new(body(inner, linked))),
        Track::Loop { body: inner, times } => {
            let way_back: Body = match times {
                Some(times) => Box::new(Comment::new(times.clone())),
                None => Box::new(Empty),
            };
            Box::new(Repeat::new(body(inner, linked), way_back))
        }
    }
}

fn named(name: &str, linked: &HashSet<&str>) -> Body {
    let shown = NonTerminal::new(cut(name));
    if linked.contains(name) {
        Box::new(Link::new(shown, format!("#{name}")))
    } else {
        Box::new(shown)
    }
}

/// Blanks beside each other, or at an end, are not told apart in an SVG.
fn with_visible_blanks(text: &str) -> String {
    text.replace(' ', "␣")
}

fn terminal(text: String) -> Body {
    Box::new(Terminal::new(text))
}

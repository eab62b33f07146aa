//! Diagrams as SVG.
//!
//! Invariant: a drawing depends only on the production, the linked names and the width.

use railroad::{
    Choice, Comment, Diagram, Empty, End, Link, Node, NodeGeometry, NonTerminal, Optional, Repeat,
    Sequence, Stack, Start, Terminal,
};
use rfcbnf::syntax::Production;

use crate::railroad::track::{Measure, Track, cut, line_of};

/// The style sheet of a diagram, light and dark.
pub const STYLE: &str = include_str!("diagram.css");

/// The background of a diagram that is a picture of its own.
const BACKGROUND: &str = include_str!("background.css");

/// The width of the frame and the ends of a diagram.
const FRAME: usize = 80;

/// The greatest widths, in pixels.
const MEASURE: Measure = Measure {
    label: |text| text.chars().count() * 9 + 20,
    way_back: |times| times.map_or(0, |times| times.chars().count() * 8 + 10),
    gap: 10,
    rails: 48,
    turns: 60,
};

/// A part of a drawing.
pub(super) type Body = Box<dyn Node>;

/// Returns the diagram of a production as an `svg` element.
///
/// It is at most `width` pixels wide, unless the brackets nest too deeply. A name
/// for which `is_linked` is true links to `#name`. [`STYLE`] is not part of the element.
///
/// ```
/// use rfcbnf::rfc1738::{BNF, READINGS, load};
/// use rfc1738_views::railroad::svg::draw;
///
/// let (grammar, _) = load(BNF, READINGS)?;
/// let port = grammar.production("port").ok_or("no production")?;
/// let svg = draw(port, &|name| name == "digits", 860);
/// assert!(svg.contains("aria-label=\"Railroad diagram of port\""));
/// assert!(svg.contains("href=\"#digits\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn draw(production: &Production, is_linked: &dyn Fn(&str) -> bool, width: usize) -> String {
    diagram(production, is_linked, width).to_string()
}

/// Returns the diagram of a production as a picture of its own, with [`STYLE`] and a background, without
/// links.
///
/// ```
/// let grammar = rfcbnf::read("sign = \"+\" | \"-\"\n")?;
/// let svg = rfc1738_views::railroad::svg::draw_alone(&grammar.productions[0], 460);
/// assert!(svg.starts_with("<svg ") && svg.contains("<style"));
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn draw_alone(production: &Production, width: usize) -> String {
    let mut diagram = diagram(production, &|_| false, width);
    diagram.add_css(&format!("{STYLE}{BACKGROUND}"));
    diagram.to_string()
}

/// Returns the diagram of a production. A picture adds its position.
pub(super) fn diagram(
    production: &Production,
    is_linked: &dyn Fn(&str) -> bool,
    width: usize,
) -> Diagram<Sequence<Body>> {
    let room = width.saturating_sub(FRAME);
    let track = MEASURE.folded(Track::of(&production.body), room);
    framed(production, body(&track, is_linked))
}

/// Returns the diagram with this body.
fn framed(production: &Production, body: Body) -> Diagram<Sequence<Body>> {
    let parts: [Body; 3] = [Box::new(Start), body, Box::new(End)];
    let mut diagram = Diagram::new(parts.into_iter().collect());
    // `width()` and `height()` take exponential time if parts nest.
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

/// Returns the drawing of a track.
fn body(track: &Track, is_linked: &dyn Fn(&str) -> bool) -> Body {
    let bodies =
        |parts: &[Track]| -> Vec<Body> { parts.iter().map(|part| body(part, is_linked)).collect() };
    match track {
        Track::Part { body: inner, .. } => body(inner, is_linked),
        Track::Name(name) => {
            let shown = NonTerminal::new(cut(name));
            if is_linked(name) {
                Box::new(Link::new(shown, format!("#{name}")))
            } else {
                Box::new(shown)
            }
        }
        Track::Literal(text) => Box::new(Terminal::new(with_visible_blanks(text))),
        Track::Characters(words) => {
            let words = words.iter().map(|word| with_visible_blanks(word));
            Box::new(Terminal::new(line_of(&words.collect::<Vec<_>>())))
        }
        Track::Sequence(members) => Box::new(Sequence::new(bodies(members))),
        Track::Folded(lines) => Box::new(Stack::new(bodies(lines))),
        Track::Choice(members) => Box::new(Choice::new(bodies(members))),
        Track::Optional(inner) => Box::new(Optional::new(body(inner, is_linked))),
        Track::Loop { body: inner, times } => {
            let way_back: Body = match times {
                Some(times) => Box::new(Comment::new(times.clone())),
                None => Box::new(Empty),
            };
            Box::new(Repeat::new(body(inner, is_linked), way_back))
        }
    }
}

/// Makes spaces visible, because SVG collapses them.
fn with_visible_blanks(text: &str) -> String {
    text.replace(' ', "␣")
}

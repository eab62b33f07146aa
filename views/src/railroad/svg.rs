//! Diagrams as SVG.
//!
//! Invariant: a drawing depends only on the production, the linked names and the width.

use std::collections::HashMap;

use railroad::{
    Choice, Comment, Diagram, Empty, End, LabeledBox, Link, Node, NodeGeometry, NonTerminal,
    Optional, Repeat, Sequence, Stack, Start, Terminal,
};
use rfcbnf::syntax::{Grammar, Production, Span};

use crate::railroad::fold::Measure;
use crate::railroad::track::{Track, cut, line_of};

/// The style sheet of a diagram, light and dark.
pub const STYLE: &str = include_str!("diagram.css");

/// The background of a diagram that is a picture of its own.
const BACKGROUND: &str = include_str!("background.css");

/// The width of the frame and the ends of a diagram.
const FRAME: usize = 80;

/// The width of a production that is drawn in place of its name.
const EXPANDED: usize = 640;

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
    let body = Drawing::plain(is_linked).production(production, room);
    framed(production, body)
}

/// Draws a diagram in which names can be expanded in place.
///
/// A name that the grammar defines links to `#name`. Each of the productions `expanded` is drawn
/// in place of its name, in a frame with that name, except inside itself. Each box has an attribute
/// `data-parts` with the parts of the grammar file that it stands for, in byte offsets:
/// `"12-15 18-21"`.
///
/// ```
/// use rfc1738_views::railroad::svg::draw_expanded;
///
/// let grammar = rfcbnf::read("pair = sign sign\nsign = \"+\" | \"-\"\n")?;
/// let svg = draw_expanded(&grammar, &grammar.productions[0], &["sign"], 860);
/// assert!(svg.contains("data-parts=\"24-27\""));
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
#[must_use]
pub fn draw_expanded(
    grammar: &Grammar,
    production: &Production,
    expanded: &[&str],
    width: usize,
) -> String {
    let names: HashMap<&str, &Production> = grammar
        .productions
        .iter()
        .map(|one| (one.name.as_str(), one))
        .collect();
    let expansion = |name: &str| {
        names
            .get(name)
            .copied()
            .filter(|_| expanded.contains(&name))
    };
    let mut drawing = Drawing {
        is_linked: &|name| names.contains_key(name),
        expansion: &expansion,
        has_parts: true,
        around: Vec::new(),
    };
    let body = drawing.production(production, width.saturating_sub(FRAME));
    framed(production, body).to_string()
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

/// What a drawing shows besides the rails.
struct Drawing<'a> {
    is_linked: &'a dyn Fn(&str) -> bool,
    /// Returns the production to draw in place of its name.
    expansion: &'a dyn Fn(&str) -> Option<&'a Production>,
    /// Whether each box says which parts of the grammar file it stands for.
    has_parts: bool,
    /// The productions around the current one that are drawn in place of their names.
    around: Vec<&'a str>,
}

impl<'a> Drawing<'a> {
    fn plain(is_linked: &'a dyn Fn(&str) -> bool) -> Self {
        Self {
            is_linked,
            expansion: &|_| None,
            has_parts: false,
            around: Vec::new(),
        }
    }

    fn production(&mut self, production: &'a Production, room: usize) -> Body {
        self.around.push(&production.name);
        let body = self.body(&MEASURE.folded(Track::of(&production.body), room), &[]);
        self.around.pop();
        body
    }

    /// Returns the drawing of a track, which stands for `spans`.
    fn body(&mut self, track: &Track, spans: &[Span]) -> Body {
        match track {
            Track::Part { spans, body } => self.body(body, spans),
            Track::Name(name) => self.named(name, spans),
            Track::Literal(text) => self.terminal(with_visible_blanks(text), spans),
            Track::Characters(words) => {
                let words = words.iter().map(|word| with_visible_blanks(word));
                self.terminal(line_of(&words.collect::<Vec<_>>()), spans)
            }
            Track::Sequence(members) => Box::new(Sequence::new(self.bodies(members, spans))),
            Track::Folded(lines) => Box::new(Stack::new(self.bodies(lines, spans))),
            Track::Choice(members) => Box::new(Choice::new(self.bodies(members, spans))),
            Track::Optional(inner) => Box::new(Optional::new(self.body(inner, spans))),
            Track::Loop { body, times } => {
                let way_back: Body = match times {
                    Some(times) => Box::new(Comment::new(times.clone())),
                    None => Box::new(Empty),
                };
                Box::new(Repeat::new(self.body(body, spans), way_back))
            }
        }
    }

    fn bodies(&mut self, parts: &[Track], spans: &[Span]) -> Vec<Body> {
        parts.iter().map(|part| self.body(part, spans)).collect()
    }

    fn named(&mut self, name: &str, spans: &[Span]) -> Body {
        let expansion = (self.expansion)(name);
        if let Some(production) = expansion.filter(|it| !self.around.contains(&&*it.name)) {
            let inner = self.production(production, EXPANDED);
            let label = Link::new(Comment::new(cut(name)), format!("#{name}"));
            let mut around = LabeledBox::new(inner, label);
            self.mark(spans, &mut |key, value| {
                around.attr(key).or_insert(value);
            });
            return Box::new(around);
        }
        let mut shown = NonTerminal::new(cut(name));
        self.mark(spans, &mut |key, value| {
            shown.attr(key).or_insert(value);
        });
        if (self.is_linked)(name) {
            Box::new(Link::new(shown, format!("#{name}")))
        } else {
            Box::new(shown)
        }
    }

    fn terminal(&self, text: String, spans: &[Span]) -> Body {
        let mut terminal = Terminal::new(text);
        self.mark(spans, &mut |key, value| {
            terminal.attr(key).or_insert(value);
        });
        Box::new(terminal)
    }

    /// Writes the parts that a box stands for: `data-parts="12-15 18-21"`.
    fn mark(&self, spans: &[Span], set: &mut dyn FnMut(String, String)) {
        if self.has_parts && !spans.is_empty() {
            let spans = spans
                .iter()
                .map(|span| format!("{}-{}", span.start, span.end));
            set("data-parts".to_owned(), spans.collect::<Vec<_>>().join(" "));
        }
    }
}

/// Makes spaces visible, because SVG collapses them.
fn with_visible_blanks(text: &str) -> String {
    text.replace(' ', "␣")
}

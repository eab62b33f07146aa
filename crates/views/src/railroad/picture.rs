//! A picture with the diagrams of a grammar below each other, in SVG.

use maud::{Markup, PreEscaped, html};
use railroad::{Node as _, NodeGeometry};
use rfcbnf::syntax::Production;
use rfcbnf_engine::escape::Printable;

use crate::paragraph::wrapped;
use crate::railroad::svg::{STYLE, diagram};
use crate::railroad::{Diagrams, WIDTH};

/// The style sheet of the texts around the diagrams.
const PICTURE_STYLE: &str = include_str!("picture.css");

/// The width of a heading, in columns.
const COLUMNS: usize = 90;

/// The greatest width of a character, in pixels.
const CHARACTER: usize = 10;

/// The margin, in pixels.
const MARGIN: usize = 20;

/// The height of a line of a heading, and the space above it.
const HEADING: (usize, usize) = (26, 20);

/// The height of a name.
const NAME: usize = 30;

/// The space below a diagram.
const BELOW: usize = 10;

/// Returns the picture.
#[must_use]
pub fn picture(diagrams: &Diagrams<'_>) -> String {
    let mut picture = Picture {
        width: 0,
        height: MARGIN,
    };
    let body = picture.body(diagrams);
    picture.around(&diagrams.title(), &body).into_string()
}

/// The size of what is drawn already, in pixels.
struct Picture {
    width: usize,
    height: usize,
}

impl Picture {
    fn body(&mut self, diagrams: &Diagrams<'_>) -> Markup {
        html! {
            @for (heading, productions) in diagrams.sections() {
                @if let Some(heading) = heading { (self.heading(heading)) }
                @for production in productions {
                    "\n" g id=(production.name) {
                        (self.text("name", &production.name, NAME))
                        (self.diagram(diagrams, production))
                    }
                }
            }
        }
    }

    fn diagram(&mut self, diagrams: &Diagrams<'_>, production: &Production) -> Markup {
        let mut diagram = diagram(production, &|name| diagrams.names.contains(name), WIDTH);
        for (key, value) in [("x", MARGIN), ("y", self.height)] {
            diagram.attr(key.to_owned()).or_insert(value.to_string());
        }
        let size = |units| usize::try_from(units).unwrap_or(0);
        let NodeGeometry { width, height, .. } = diagram.compute_geometry();
        self.width = self.width.max(size(width));
        self.height += size(height) + BELOW;
        PreEscaped(diagram.to_string())
    }

    fn heading(&mut self, heading: &str) -> Markup {
        let (line_height, above) = HEADING;
        self.height += above;
        let heading = Printable(heading.as_bytes()).to_string();
        html! {
            @for line in wrapped(&heading, COLUMNS) {
                "\n" (self.text("heading", &line, line_height))
            }
        }
    }

    fn text(&mut self, class: &str, text: &str, height: usize) -> Markup {
        self.height += height;
        self.width = self.width.max(text.chars().count() * CHARACTER);
        let y = self.height - height / 3;
        html! { text class=(class) x=(MARGIN) y=(y) { (text) } }
    }

    fn around(&self, title: &str, body: &Markup) -> Markup {
        let (width, height) = (self.width + 2 * MARGIN, self.height + MARGIN - BELOW);
        html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
                viewBox={ "0 0 " (width) " " (height) }
            {
                "\n" title { (title) }
                "\n" style { "\n" (PreEscaped(PICTURE_STYLE)) (PreEscaped(STYLE)) }
                "\n" rect class="paper" width="100%" height="100%" {}
                (body) "\n"
            }
            "\n"
        }
    }
}

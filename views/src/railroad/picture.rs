//! A picture with the diagrams of a grammar below each other, in SVG.

use std::fmt::{self, Write};

use railroad::svg::encode_minimal;
use railroad::{Node as _, NodeGeometry};
use rfcbnf_engine::escape::Printable;

use crate::paragraph::wrapped;
use crate::railroad::WIDTH;
use crate::railroad::diagrams::Diagrams;
use crate::railroad::svg::{STYLE, diagram};

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
        body: String::new(),
        width: 0,
        height: MARGIN,
    };
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = picture.draw(diagrams);
    let _ = picture.write(&mut text, &diagrams.title());
    text
}

struct Picture {
    body: String,
    width: usize,
    height: usize,
}

impl Picture {
    fn draw(&mut self, diagrams: &Diagrams<'_>) -> fmt::Result {
        for (heading, productions) in diagrams.sections() {
            if let Some(heading) = heading {
                self.heading(heading)?;
            }
            for production in productions {
                let name = &production.name;
                writeln!(self.body, "<g id=\"{name}\">")?;
                self.text("name", name, NAME)?;
                let mut diagram = diagram(production, &|name| diagrams.names.contains(name), WIDTH);
                let place = [("x", MARGIN), ("y", self.height)];
                for (key, value) in place {
                    diagram.attr(key.to_owned()).or_insert(value.to_string());
                }
                writeln!(self.body, "{diagram}</g>")?;
                let size = |units| usize::try_from(units).unwrap_or(0);
                let NodeGeometry { width, height, .. } = diagram.compute_geometry();
                self.width = self.width.max(size(width));
                self.height += size(height) + BELOW;
            }
        }
        Ok(())
    }

    fn heading(&mut self, heading: &str) -> fmt::Result {
        let (line_height, above) = HEADING;
        self.height += above;
        let heading = Printable(heading.as_bytes()).to_string();
        let lines = wrapped(&heading, COLUMNS);
        lines
            .iter()
            .try_for_each(|line| self.text("heading", line, line_height))
    }

    fn text(&mut self, class: &str, text: &str, height: usize) -> fmt::Result {
        self.height += height;
        self.width = self.width.max(text.chars().count() * CHARACTER);
        let (y, text) = (self.height - height / 3, encode_minimal(text));
        writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{text}</text>"
        )
    }

    fn write(&self, out: &mut String, title: &str) -> fmt::Result {
        let (width, height) = (self.width + 2 * MARGIN, self.height + MARGIN - BELOW);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">"
        )?;
        writeln!(out, "<title>{}</title>", encode_minimal(title))?;
        writeln!(out, "<style>\n{PICTURE_STYLE}{STYLE}</style>")?;
        writeln!(
            out,
            "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>"
        )?;
        writeln!(out, "{}</svg>", self.body)
    }
}

//! All diagrams in one SVG, below each other.

use std::fmt::{self, Write};

use railroad::svg::encode_minimal;
use railroad::{Node as _, NodeGeometry};

use super::{Drawn, WIDTH};
use crate::escape::Escaped;
use crate::page::wrapped;
use crate::railroad::svg::{STYLE, diagram};

/// How the texts around the diagrams look.
const PICTURE_STYLE: &str = include_str!("picture.css");

/// The columns of a heading: what fits the width of a diagram.
const COLUMNS: usize = 90;

/// How wide a character of a heading or a name is, at most.
const CHARACTER: usize = 10;

/// What is left free at the borders.
const MARGIN: usize = 20;

/// How high a line of a heading is, and what is left free above it.
const HEADING: (usize, usize) = (26, 20);

/// How high a name is.
const NAME: usize = 30;

/// What is left free below a diagram.
const BELOW: usize = 10;

/// The picture.
pub(super) fn picture(drawn: &Drawn<'_>) -> String {
    let mut picture = Picture {
        body: String::new(),
        width: 0,
        height: MARGIN,
    };
    let mut text = String::new();
    // A string takes whatever is written.
    let _ = picture.draw(drawn);
    let _ = picture.write(&mut text, &drawn.title());
    text
}

struct Picture {
    body: String,
    width: usize,
    height: usize,
}

impl Picture {
    fn draw(&mut self, drawn: &Drawn<'_>) -> fmt::Result {
        for (heading, productions) in drawn.sections() {
            if let Some(heading) = heading {
                self.heading(heading)?;
            }
            for production in productions {
                let name = &production.name;
                writeln!(self.body, "<g id=\"{name}\">")?;
                self.text("name", name, NAME)?;
                let mut diagram = diagram(production, &drawn.names, WIDTH);
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
        let heading = Escaped(heading.as_bytes()).to_string();
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

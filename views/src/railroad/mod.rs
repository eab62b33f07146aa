//! Railroad diagrams. Follow the rails from left to right: every path spells a text of the
//! production.

mod canvas;
pub mod diagrams;
mod fold;
pub mod page;
pub mod picture;
pub mod svg;
pub mod text;
mod track;

/// The width of a diagram in a page or a picture, in pixels.
const WIDTH: usize = 860;

//! Railroad diagrams of productions: whoever follows the rails from the left end to the right
//! one reads a text that the production derives.

mod canvas;
mod fold;
pub(crate) mod svg;
pub(crate) mod text;
mod track;

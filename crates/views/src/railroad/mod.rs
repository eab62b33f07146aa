//! Railroad diagrams. Follow the rails from left to right: every path spells a text of the
//! production.
//!
//! ```
//! use rfc1738_views::railroad::text::draw;
//!
//! let grammar = rfcbnf::read("sign = \"+\" | \"-\"\n")?;
//! let lines = draw(&grammar.productions[0], 80);
//! assert!(lines.iter().any(|line| line.contains("\"+\"")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod page;
pub mod path;
pub mod picture;
pub mod record;
pub mod svg;
pub mod text;
mod track;

use std::collections::HashSet;
use std::io::{self, Write};

use rfcbnf::syntax::Production;

use crate::grammar::NamedGrammar;
use crate::palette::Palette;
use text::draw;

/// The width of a diagram in a page or a picture, in pixels.
const WIDTH: usize = 860;

/// The width of a diagram in plain characters, in columns.
const COLUMNS: usize = 80;

/// The productions of a grammar that a page or a picture draws: all, or one.
#[derive(Debug)]
pub struct Diagrams<'a> {
    grammar: &'a NamedGrammar,
    /// In the order of the file.
    productions: Vec<&'a Production>,
    names: HashSet<&'a str>,
}

impl<'a> Diagrams<'a> {
    /// Selects the production with this name, or all productions.
    #[must_use]
    pub fn new(grammar: &'a NamedGrammar, only: Option<&str>) -> Self {
        let productions = grammar.grammar.productions.iter();
        let is_meant = |production: &&Production| only.is_none_or(|name| name == production.name);
        let productions: Vec<&Production> = productions.filter(is_meant).collect();
        let names = productions.iter().map(|production| &*production.name);
        Self {
            grammar,
            names: names.collect(),
            productions,
        }
    }

    /// Returns the title of a page or picture.
    fn title(&self) -> String {
        let title = self.grammar.title();
        match self.productions.as_slice() {
            [only] if self.grammar.grammar.productions.len() > 1 => {
                format!("{title}: {}", only.name)
            }
            _ => title.to_owned(),
        }
    }

    /// Returns the headings with their productions. The heading is `None` above the first one.
    /// If only one production is drawn, headings without productions are left out.
    fn sections(&self) -> Vec<(Option<&'a str>, Vec<&'a Production>)> {
        let grammar = &self.grammar.grammar;
        let headings = grammar.headings.iter().enumerate();
        let headings = headings.map(|(index, heading)| (Some(index), Some(&*heading.text)));
        let is_whole = self.productions.len() == grammar.productions.len();
        let mut rest = self.productions.as_slice();
        let mut sections = Vec::new();
        for (index, heading) in [(None, None)].into_iter().chain(headings) {
            let under = rest
                .iter()
                .take_while(|production| production.heading == index);
            let (under, others) = rest.split_at(under.count());
            rest = others;
            if !under.is_empty() || (is_whole && heading.is_some()) {
                sections.push((heading, under.to_vec()));
            }
        }
        sections
    }

    /// Writes each diagram in plain characters, below the name of its production.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write_text(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let style = palette.name;
        for (index, production) in self.productions.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            writeln!(out, "{style}{}{style:#}", production.name)?;
            for line in draw(production, COLUMNS) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }
}

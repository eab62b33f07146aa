//! The counts at the end of `check`.

use std::io::{self, Write};

use rfc1738::{Rule, SyntaxError, Tree};

use crate::style::Palette;

/// The production that a text counts for: a valid one for that directly below the root if it
/// derives all of the text, so that a URL counts as what kind of URL it is; an invalid one for
/// the production that it failed in.
pub(crate) fn production_of(result: &Result<Tree, SyntaxError>) -> Rule {
    match result {
        Ok(tree) => {
            let root = tree.root();
            let only = root
                .children()
                .next()
                .filter(|child| child.span() == root.span());
            only.unwrap_or(root).rule()
        }
        Err(error) => error.innermost(),
    }
}

/// How many lines there were, and of which productions.
#[derive(Default)]
pub(crate) struct Summary {
    valid: Counts,
    invalid: Counts,
}

/// A count for each production.
struct Counts([u64; Rule::ALL.len()]);

impl Default for Counts {
    fn default() -> Self {
        Self([0; Rule::ALL.len()])
    }
}

impl Summary {
    /// Counts a line.
    pub(crate) fn count(&mut self, result: &Result<Tree, SyntaxError>) {
        let counts = match result {
            Ok(_) => &mut self.valid,
            Err(_) => &mut self.invalid,
        };
        counts.add(production_of(result));
    }

    /// Whether no line was invalid.
    pub(crate) fn is_all_valid(&self) -> bool {
        self.invalid.total() == 0
    }

    /// Whether there was no line at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_all_valid() && self.valid.total() == 0
    }

    /// Writes the counts, the greatest first, with styles that the output may take out.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (valid, invalid) = (self.valid.total(), self.invalid.total());
        let lines = valid + invalid;
        let noun = if lines == 1 { "line" } else { "lines" };
        let palette = Palette::COLORED;
        let number = palette.number;
        let mut text = Vec::new();
        writeln!(
            text,
            "{number}{lines}{number:#} {noun}: {number}{valid}{number:#} valid, {number}{invalid}{number:#} invalid"
        )?;
        self.valid.write(&mut text, palette, "valid as")?;
        self.invalid.write(&mut text, palette, "invalid in")?;
        out.write_all(&text)
    }
}

impl Counts {
    fn add(&mut self, rule: Rule) {
        self.0[rule as usize] += 1;
    }

    fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    fn write(&self, out: &mut impl Write, palette: Palette, title: &str) -> io::Result<()> {
        let Palette {
            name,
            number,
            heading,
            ..
        } = palette;
        let counts = Rule::ALL.into_iter().zip(self.0);
        let mut counts: Vec<(Rule, u64)> = counts.filter(|(_, count)| *count > 0).collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        if counts.is_empty() {
            return Ok(());
        }
        writeln!(out, "  {heading}{title}{heading:#}")?;
        let width = counts
            .iter()
            .map(|(rule, _)| rule.name().len())
            .max()
            .unwrap_or(0);
        let digits = counts
            .iter()
            .map(|(_, count)| count.to_string().len())
            .max()
            .unwrap_or(0);
        for (rule, count) in counts {
            writeln!(
                out,
                "    {name}{rule:width$}{name:#}  {number}{count:digits$}{number:#}"
            )?;
        }
        Ok(())
    }
}

//! The counts at the end of `check`.

use std::fmt::Display;
use std::io::{self, Write};

use rfc1738::{AdviceId, Finding};
use rfcbnf_engine::{Production, Tree};

use crate::palette::Palette;
use crate::production::{CheckedProduction, Rejection as _};

/// Returns the production that a text counts for.
///
/// A valid text counts for the production directly below the root, if that derives the whole
/// text: a URL counts for its kind. An invalid text counts for the production that rejects it.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfc1738_views::check::summary::production_of;
///
/// assert_eq!(production_of(&parse(Rule::Url, "http://h/")), Rule::Httpurl);
/// assert_eq!(production_of(&parse(Rule::Url, "http://h:a/")), Rule::Digits);
/// ```
#[must_use]
pub fn production_of<P: CheckedProduction>(result: &Result<Tree<'_, P>, P::Rejection>) -> P {
    match result {
        Ok(tree) => {
            let root = tree.root();
            let only = root
                .children()
                .next()
                .filter(|child| child.span() == root.span());
            only.unwrap_or(root).rule()
        }
        Err(error) => error.facts().innermost(),
    }
}

/// The number of valid and invalid lines, by production, and of the advice on them.
#[derive(Debug)]
pub struct Summary<P> {
    valid: Counts<P>,
    invalid: Counts<P>,
    advice: Counts<AdviceId>,
    denied: u64,
}

/// A count for each production, or for each kind of advice. The index is that of the production in
/// its grammar, so that counts of the same size keep the order of the grammar.
#[derive(Debug)]
struct Counts<K>(Vec<Option<(K, u64)>>);

impl<P> Default for Summary<P> {
    fn default() -> Self {
        Self {
            valid: Counts(Vec::new()),
            invalid: Counts(Vec::new()),
            advice: Counts(Vec::new()),
            denied: 0,
        }
    }
}

impl<P: Production> Summary<P> {
    /// Counts a line for the production, and each finding. A line with denied advice counts as
    /// denied once.
    pub fn count(&mut self, is_valid: bool, production: P, findings: &[Finding], is_denied: bool) {
        let counts = if is_valid {
            &mut self.valid
        } else {
            &mut self.invalid
        };
        counts.add(production.id().index(), production, 1);
        for finding in findings {
            self.advice.add(finding.id() as usize, finding.id(), 1);
        }
        self.denied += u64::from(is_denied);
    }

    /// Adds the counts of another summary.
    pub fn add(&mut self, other: &Self) {
        self.valid.add_all(&other.valid);
        self.invalid.add_all(&other.invalid);
        self.advice.add_all(&other.advice);
        self.denied += other.denied;
    }

    /// Returns whether every line was valid and had no denied advice.
    #[must_use]
    pub fn is_all_fine(&self) -> bool {
        self.invalid.total() == 0 && self.denied == 0
    }

    /// Returns whether no line was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.valid.total() + self.invalid.total() == 0
    }

    /// Writes the counts, the greatest first.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let (valid, invalid) = (self.valid.total(), self.invalid.total());
        let lines = valid + invalid;
        let noun = if lines == 1 { "line" } else { "lines" };
        let number = palette.number;
        let mut text = Vec::new();
        write!(
            text,
            "{number}{lines}{number:#} {noun}: {number}{valid}{number:#} valid, {number}{invalid}{number:#} invalid"
        )?;
        if self.denied > 0 {
            write!(text, ", {number}{}{number:#} denied", self.denied)?;
        }
        writeln!(text)?;
        self.valid.write(&mut text, palette, "valid as")?;
        self.invalid.write(&mut text, palette, "invalid in")?;
        self.advice.write(&mut text, palette, "advice")?;
        out.write_all(&text)
    }
}

impl<K: Copy + Display> Counts<K> {
    fn add(&mut self, index: usize, kind: K, more: u64) {
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        let (_, count) = self.0[index].get_or_insert((kind, 0));
        *count += more;
    }

    fn add_all(&mut self, other: &Self) {
        for (index, kind) in other.0.iter().enumerate() {
            if let Some((kind, count)) = kind {
                self.add(index, *kind, *count);
            }
        }
    }

    fn total(&self) -> u64 {
        self.0.iter().flatten().map(|(_, count)| count).sum()
    }

    fn write(&self, out: &mut impl Write, palette: Palette, title: &str) -> io::Result<()> {
        let Palette {
            name,
            number,
            heading,
            ..
        } = palette;
        let counts = self.0.iter().flatten();
        let counts = counts.map(|(kind, count)| (kind.to_string(), *count));
        let mut counts: Vec<(String, u64)> = counts.collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        if counts.is_empty() {
            return Ok(());
        }
        writeln!(out, "  {heading}{title}{heading:#}")?;
        let width = counts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let digits = counts
            .iter()
            .map(|(_, count)| count.to_string().len())
            .max()
            .unwrap_or(0);
        for (shown, count) in counts {
            writeln!(
                out,
                "    {name}{shown:width$}{name:#}  {number}{count:digits$}{number:#}"
            )?;
        }
        Ok(())
    }
}

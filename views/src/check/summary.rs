//! The counts at the end of `check`.

use std::io::{self, Write};

use rfc1738::{AdviceId, Finding, Rule, SyntaxError, Tree};

use crate::palette::Palette;

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
pub fn production_of(result: &Result<Tree, SyntaxError>) -> Rule {
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

/// Returns the production that a valid URL counts for, without its tree.
///
/// Each of the ten schemes has its own production, and `otherurl` derives none of their URLs.
#[must_use]
pub fn production_of_url(url: &[u8]) -> Rule {
    let scheme = url.split(|octet| *octet == b':').next().unwrap_or_default();
    let is_of_scheme = |kind: &&Rule| {
        let name = kind.name().strip_suffix("url").unwrap_or_default();
        name.as_bytes().eq_ignore_ascii_case(scheme)
    };
    let kind = Rule::Url.uses().iter().find(is_of_scheme);
    kind.copied().unwrap_or(Rule::Otherurl)
}

/// The number of valid and invalid lines, by production, and of the advice on them.
#[derive(Debug, Default)]
pub struct Summary {
    valid: Counts<{ Rule::ALL.len() }>,
    invalid: Counts<{ Rule::ALL.len() }>,
    advice: Counts<{ AdviceId::ALL.len() }>,
    denied: u64,
}

/// A count for each production, or for each kind of advice.
#[derive(Debug)]
struct Counts<const N: usize>([u64; N]);

impl<const N: usize> Default for Counts<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl Summary {
    /// Counts a line for the production, and each finding. A line with denied advice counts as
    /// denied once.
    pub fn count(
        &mut self,
        is_valid: bool,
        production: Rule,
        findings: &[Finding],
        is_denied: bool,
    ) {
        let counts = if is_valid {
            &mut self.valid
        } else {
            &mut self.invalid
        };
        counts.add(production as usize);
        for finding in findings {
            self.advice.add(finding.id() as usize);
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
        let rules = Rule::ALL.map(Rule::name);
        self.valid.write(&mut text, palette, "valid as", rules)?;
        self.invalid
            .write(&mut text, palette, "invalid in", rules)?;
        let ids = AdviceId::ALL.map(AdviceId::as_str);
        self.advice.write(&mut text, palette, "advice", ids)?;
        out.write_all(&text)
    }
}

impl<const N: usize> Counts<N> {
    fn add(&mut self, index: usize) {
        self.0[index] += 1;
    }

    fn add_all(&mut self, other: &Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    fn write(
        &self,
        out: &mut impl Write,
        palette: Palette,
        title: &str,
        names: [&str; N],
    ) -> io::Result<()> {
        let Palette {
            name,
            number,
            heading,
            ..
        } = palette;
        let counts = names.into_iter().zip(self.0);
        let mut counts: Vec<(&str, u64)> = counts.filter(|(_, count)| *count > 0).collect();
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

//! What a corpus reaches: `conformance cover`.

use std::io::{self, Write};

use anstyle::Style;
use rfcbnf::conformance::{Coverage, Missing};
use rfcbnf::sentences::{Use, UseKind};
use rfcbnf::syntax::Grammar;
use rfcbnf_engine::escape::{Printable, Quoted};
use serde::Serialize;

use crate::count::counted;
use crate::json::{Object, Octets, digits};
use crate::palette::Palette;
use crate::table::{Cell, Column, Table};

/// The numbers of the texts of a corpus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct TextCounts {
    /// Those that the production derives.
    pub valid: u64,
    /// Those that it does not derive.
    pub invalid: u64,
    /// Those that are not decided, or whose tree is not to be had.
    pub undecided: u64,
}

/// What a corpus reaches in a production of a grammar.
#[derive(Clone, Copy)]
pub struct CoverageView<'a> {
    /// The grammar.
    pub grammar: &'a Grammar,
    /// The name of the production.
    pub production: &'a str,
    /// The texts of the corpus.
    pub texts: TextCounts,
    /// What they reach.
    pub coverage: &'a Coverage<'a>,
    /// Texts for what they do not reach.
    pub missing: &'a [Missing],
}

/// Some of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
struct Share {
    reached: usize,
    all: usize,
}

impl Share {
    fn of<'u>(uses: impl Iterator<Item = &'u (Use, u64)>) -> Self {
        uses.fold(Self { reached: 0, all: 0 }, |share, (_, texts)| Self {
            reached: share.reached + usize::from(*texts > 0),
            all: share.all + 1,
        })
    }
}

impl CoverageView<'_> {
    /// Writes the shares, and what is not reached: the parts that no text uses, and at most `most` texts for
    /// them.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette, most: usize) -> io::Result<()> {
        let uses = self.coverage.uses();
        let TextCounts {
            valid,
            invalid,
            undecided,
        } = self.texts;
        writeln!(
            out,
            "{valid} valid texts, {invalid} invalid, {undecided} undecided"
        )?;
        writeln!(out)?;
        let reached = Column {
            least: 8,
            ..Column::of_numbers(&["reached"])
        };
        let of = Column {
            least: 6,
            ..Column::of_numbers(&["of"])
        };
        let rows = self.shares(&uses).into_iter().map(|(name, share)| {
            let counts = [share.reached, share.all].map(|it| Cell::plain(&it));
            std::iter::once(Cell::plain(name)).chain(counts).collect()
        });
        let table = Table {
            columns: vec![Column::of_texts(""), reached, of],
            rows: rows.collect(),
        };
        table.write(out, palette, "")?;
        let Palette { heading, .. } = palette;
        let unused: Vec<&Use> = uses
            .iter()
            .filter(|(_, texts)| *texts == 0)
            .map(|(it, _)| it)
            .collect();
        if !unused.is_empty() {
            writeln!(out, "\n{heading}not reached{heading:#}")?;
        }
        for part in unused {
            writeln!(out, "  {}", self.shown(part, palette))?;
        }
        self.write_missing(out, palette, most)
    }

    fn write_missing(&self, out: &mut impl Write, palette: Palette, most: usize) -> io::Result<()> {
        let Palette { heading, faint, .. } = palette;
        if self.missing.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{heading}texts that reach more{heading:#}")?;
        for missing in self.missing.iter().take(most) {
            let parts = match missing.uses.len() {
                0 => String::new(),
                parts => counted(parts, "part, ", "parts, ", Style::new()),
            };
            let transitions = missing.transitions;
            let transitions = counted(transitions, "transition", "transitions", Style::new());
            writeln!(
                out,
                "  {}  {faint}{parts}{transitions}{faint:#}",
                Quoted(&*missing.text)
            )?;
        }
        match self.missing.len().saturating_sub(most) {
            0 => Ok(()),
            more => writeln!(out, "  and {more} more; --format txt writes all"),
        }
    }

    /// Returns the shares of the parts, and of the transitions if there are any.
    fn shares(&self, uses: &[(Use, u64)]) -> Vec<(&'static str, Share)> {
        let is_production = |part: &Use| part.kind == UseKind::Production;
        let productions = uses.iter().filter(|(part, _)| is_production(part));
        let alternatives = uses.iter().filter(|(part, _)| !is_production(part));
        let mut shares = vec![
            ("productions", Share::of(productions)),
            ("alternatives", Share::of(alternatives)),
        ];
        if let Some((reached, all)) = self.coverage.transitions() {
            shares.push(("transitions", Share { reached, all }));
        }
        shares
    }

    fn shown(&self, part: &Use, palette: Palette) -> String {
        let Palette { name, faint, .. } = palette;
        let production = Printable(part.production.as_bytes());
        let production = format!("{name}{production}{name:#}");
        match part.kind {
            UseKind::Production => production,
            kind => {
                let text = self.written(part);
                let text = Printable(text.as_bytes());
                format!("{production}: {text}{faint}{}{faint:#}", suffix(kind))
            }
        }
    }

    /// Returns the part as the grammar has it, on one line.
    fn written(&self, part: &Use) -> String {
        written(self.grammar, part)
    }

    /// Returns everything, for programs.
    #[must_use]
    pub fn record(&self) -> impl Serialize + use<> {
        let uses = self.coverage.uses();
        let shares = self.shares(&uses);
        let share = |name| {
            shares
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, share)| *share)
        };
        let parts = uses
            .iter()
            .map(|(part, texts)| self.part(part).with("texts", texts));
        let missing = self.missing.iter().map(|missing| {
            let uses: Vec<Object> = missing.uses.iter().map(|part| self.part(part)).collect();
            Object::new()
                .with("input", Octets(&missing.text))
                .with("hex", digits(&missing.text))
                .with("uses", uses)
                .with("transitions", missing.transitions)
        });
        Object::new()
            .with("rule", self.production)
            .with("texts", self.texts)
            .with("productions", share("productions"))
            .with("alternatives", share("alternatives"))
            .with("transitions", share("transitions"))
            .with("uses", parts.collect::<Vec<_>>())
            .with("missing", missing.collect::<Vec<_>>())
    }

    fn part(&self, part: &Use) -> Object {
        Object::new()
            .with("production", &part.production)
            .with("kind", kind(part.kind))
            .with("part", self.written(part))
    }
}

/// Returns a part as the grammar has it, on one line.
pub(crate) fn written(grammar: &Grammar, part: &Use) -> String {
    let source = grammar.source.get(part.span.clone()).unwrap_or_default();
    let words: Vec<&str> = source.split_whitespace().collect();
    words.join(" ")
}

pub(crate) fn kind(kind: UseKind) -> &'static str {
    match kind {
        UseKind::Production => "production",
        UseKind::Alternative => "alternative",
        UseKind::Present => "present",
        UseKind::Absent => "absent",
        UseKind::Fewest => "fewest",
        UseKind::Several => "several",
    }
}

pub(crate) fn suffix(kind: UseKind) -> &'static str {
    match kind {
        UseKind::Present => " present",
        UseKind::Absent => " absent",
        UseKind::Fewest => " with the fewest rounds",
        UseKind::Several => " with several rounds",
        _ => "",
    }
}

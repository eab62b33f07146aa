//! The difference between two grammars for people.

use std::io::{self, Write};

use rfcbnf::difference::{Compared, Comparison, Origin, Side};
use rfcbnf::obstacles::Obstacle;
use rfcbnf_engine::escape::{Escaped, Quoted};

use crate::count::counted;
use crate::difference::GrammarDifference;
use crate::palette::Palette;
use crate::paragraph::write_labelled;

impl GrammarDifference {
    /// Writes each production that differs, causes first, then the equal ones, and the counts.
    ///
    /// # Errors
    ///
    /// Fails if the output does.
    pub fn write(&self, out: &mut impl Write, palette: Palette) -> io::Result<()> {
        let mut equal = Vec::new();
        // Causes are few, but many productions can differ because of them.
        let mut compared: Vec<&Compared> = self.compared.iter().collect();
        compared.sort_by_key(|compared| !compared.result.is_cause());
        for Compared { name, result } in compared {
            let shown = Escaped(name.as_bytes()).to_string();
            match result {
                Comparison::Equal => equal.push(shown),
                Comparison::Abstained { side, obstacle } => {
                    self.write_abstained(out, palette, &shown, (*side, obstacle))?;
                }
                Comparison::Only(side) => self.write_only(out, palette, &shown, *side)?,
                Comparison::Differs {
                    only_a,
                    only_b,
                    origin,
                } => {
                    write_title(out, palette, &shown, &reason(origin))?;
                    self.write_text(out, palette, Side::A, only_a.as_deref())?;
                    self.write_text(out, palette, Side::B, only_b.as_deref())?;
                }
            }
        }
        if !equal.is_empty() {
            write_labelled(out, palette, "Equal", &[equal.join(", ")])?;
        }
        writeln!(out, "{}", self.summary(palette))
    }

    fn write_only(
        &self,
        out: &mut impl Write,
        palette: Palette,
        name: &str,
        side: Side,
    ) -> io::Result<()> {
        let file = palette.file;
        let reason = format!("only in {file}{}{file:#}", self.file(side));
        write_title(out, palette, name, &reason)
    }

    fn write_abstained(
        &self,
        out: &mut impl Write,
        palette: Palette,
        name: &str,
        (side, obstacle): (Side, &Obstacle),
    ) -> io::Result<()> {
        let Palette { file, .. } = palette;
        let reason = format!(
            "not compared: in {file}{}{file:#}, {obstacle}",
            self.file(side)
        );
        write_title(out, palette, name, &reason)
    }

    fn write_text(
        &self,
        out: &mut impl Write,
        palette: Palette,
        side: Side,
        text: Option<&[u8]>,
    ) -> io::Result<()> {
        let file = palette.file;
        let name = self.file(side);
        match text {
            Some(text) => writeln!(out, "  only {file}{name}{file:#} derives {}", Quoted(text)),
            None => Ok(()),
        }
    }

    fn summary(&self, palette: Palette) -> String {
        let count = |is_meant: &dyn Fn(&Comparison) -> bool| {
            let results = self.compared.iter().map(|compared| &compared.result);
            results
                .into_iter()
                .filter(|result| is_meant(result))
                .count()
        };
        let Palette { number, file, .. } = palette;
        let equal = count(&|result| *result == Comparison::Equal);
        let causes = count(&Comparison::is_cause);
        let (only_a, only_b) = (
            count(&|result| *result == Comparison::Only(Side::A)),
            count(&|result| *result == Comparison::Only(Side::B)),
        );
        let abstained = count(&Comparison::is_abstained);
        let others = self.compared.len() - equal - causes - only_a - only_b - abstained;
        let total = counted(self.compared.len(), "production", "productions", number);
        let (equal, causes) = (
            counted(equal, "equal", "equal", number),
            counted(causes, "differs by itself", "differ by themselves", number),
        );
        let others = counted(
            others,
            "differs because of others",
            "differ because of others",
            number,
        );
        let only = |count, name: &str| {
            let in_file = format!("only in {file}{name}{file:#}");
            counted(count, &in_file, &in_file, number)
        };
        let (only_a, only_b) = (only(only_a, &self.a), only(only_b, &self.b));
        let mut summary = format!("{total}: {equal}, {causes}, {others}, {only_a}, {only_b}");
        if abstained > 0 {
            let abstained = counted(abstained, "not compared", "not compared", number);
            summary.push_str(&format!(", {abstained}"));
        }
        summary
    }
}

fn write_title(out: &mut impl Write, palette: Palette, name: &str, reason: &str) -> io::Result<()> {
    let style = palette.name;
    writeln!(out, "{style}{name}{style:#}: {reason}")
}

fn reason(origin: &Origin) -> String {
    match origin {
        Origin::Body => "differs".to_owned(),
        Origin::Exclusion => "differs in what the readings exclude".to_owned(),
        Origin::Others(causes) => {
            format!(
                "differs because of {}",
                Escaped(causes.join(", ").as_bytes())
            )
        }
    }
}

//! The difference between two grammars.
//!
//! ```
//! use rfc1738_views::difference::GrammarDifference;
//! use rfc1738_views::palette::Palette;
//!
//! let a = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
//! let b = rfcbnf::read("port = *digit\ndigit = \"0\" | \"1\"\n")?;
//! let compared = rfcbnf::difference::compare(&a, &b, 1)?;
//! let difference = GrammarDifference { a: "a.bnf".to_owned(), b: "b.bnf".to_owned(), compared };
//! assert!(!difference.is_equal());
//! let mut out = Vec::new();
//! difference.write(&mut out, Palette::PLAIN)?;
//! assert!(String::from_utf8(out)?.contains("only b.bnf derives \"\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod pairs;
pub mod record;
mod texts;

use std::io::{self, Write};

use rfcbnf::automaton::AutomatonError;
use rfcbnf::difference::{Compared, Comparison, Origin, Respelled, Side};
use rfcbnf_engine::escape::{Printable, Quoted};

use crate::count::counted;
use crate::palette::Palette;
use crate::paragraph::write_labelled;

/// The productions of two files, compared.
#[derive(Debug)]
pub struct GrammarDifference {
    /// The name of one file, escaped.
    pub a: String,
    /// The name of the other file, escaped.
    pub b: String,
    /// The result for each production.
    pub compared: Vec<Compared>,
}

impl GrammarDifference {
    /// Returns whether all productions are known to be equal.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.compared
            .iter()
            .all(|compared| compared.result == Comparison::Equal)
    }

    /// Returns whether none differs, and some are not known to be equal.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        let mut results = self.compared.iter().map(|compared| &compared.result);
        let is_open = |result: &Comparison| {
            use Comparison::{Abstained, Equal, NoneFound};
            matches!(result, Equal | NoneFound(_) | Abstained { .. })
        };
        !self.is_equal() && results.all(is_open)
    }

    /// Returns the name of the file on this side.
    fn file(&self, side: Side) -> &str {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}

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
        for compared in compared {
            let shown = Printable(compared.name.as_bytes()).to_string();
            match &compared.result {
                Comparison::Equal if compared.respelled.is_empty() => equal.push(shown),
                Comparison::Equal => {
                    write_title(out, palette, &shown, "equal, but spelled differently")?;
                }
                Comparison::NoneFound(searched) => {
                    write_title(out, palette, &shown, &texts::none_found(*searched))?;
                }
                Comparison::Abstained { side, why } => {
                    self.write_abstained(out, palette, &shown, (*side, why))?;
                }
                Comparison::Only { side, other_name } => {
                    self.write_only(out, palette, &shown, (*side, other_name.as_deref()))?;
                }
                Comparison::Differs { texts, origin } => {
                    write_title(out, palette, &shown, &reason(origin))?;
                    texts::write(out, palette, (&self.a, texts, Side::A))?;
                    texts::write(out, palette, (&self.b, texts, Side::B))?;
                }
            }
            for spelling in &compared.respelled {
                self.write_respelled(out, palette, spelling)?;
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
        (side, other_name): (Side, Option<&str>),
    ) -> io::Result<()> {
        let file = palette.file;
        let mut reason = format!("only in {file}{}{file:#}", self.file(side));
        if let Some(other) = other_name {
            let other = Printable(other.as_bytes());
            reason = format!("{reason}; {other} derives the same texts");
        }
        write_title(out, palette, name, &reason)
    }

    fn write_abstained(
        &self,
        out: &mut impl Write,
        palette: Palette,
        name: &str,
        (side, why): (Side, &AutomatonError),
    ) -> io::Result<()> {
        let Palette { file, .. } = palette;
        let why = Printable(why.to_string().as_bytes()).to_string();
        let reason = format!("not compared: in {file}{}{file:#}, {why}", self.file(side));
        write_title(out, palette, name, &reason)
    }

    fn write_respelled(
        &self,
        out: &mut impl Write,
        palette: Palette,
        spelling: &Respelled,
    ) -> io::Result<()> {
        let Palette { file, .. } = palette;
        let (a, b) = (Quoted(spelling.a.as_bytes()), Quoted(spelling.b.as_bytes()));
        let (in_a, in_b) = (&self.a, &self.b);
        writeln!(
            out,
            "  {a} of {file}{in_a}{file:#} is spelled {b} in {file}{in_b}{file:#}"
        )
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
        let of = |wanted: Origin| {
            count(
                &|result| matches!(result, Comparison::Differs { origin, .. } if *origin == wanted),
            )
        };
        let (in_encoding, without_cause) = (of(Origin::Encoding), of(Origin::Undecided));
        let causes = count(&Comparison::is_cause) - in_encoding;
        let (only_a, only_b) = (
            count(&|result| is_only(result, Side::A)),
            count(&|result| is_only(result, Side::B)),
        );
        let undecided = count(&|result| matches!(result, Comparison::NoneFound(_)));
        let abstained = count(&|result| matches!(result, Comparison::Abstained { .. }));
        let others = count(&|result| {
            matches!(
                result,
                Comparison::Differs {
                    origin: Origin::Others(_),
                    ..
                }
            )
        });
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
        let rare = [
            (
                in_encoding,
                "differs in the encoding",
                "differ in the encoding",
            ),
            (
                without_cause,
                "differs without a decided cause",
                "differ without a decided cause",
            ),
        ];
        for (count, one, several) in rare {
            if count > 0 {
                let counted = counted(count, one, several, number);
                summary = format!("{summary}, {counted}");
            }
        }
        if undecided > 0 {
            let undecided = counted(undecided, "undecided", "undecided", number);
            summary = format!("{summary}, {undecided}");
        }
        if abstained > 0 {
            let abstained = counted(abstained, "not compared", "not compared", number);
            summary = format!("{summary}, {abstained}");
        }
        summary
    }
}

fn write_title(out: &mut impl Write, palette: Palette, name: &str, reason: &str) -> io::Result<()> {
    let style = palette.name;
    writeln!(out, "{style}{name}{style:#}: {reason}")
}

fn is_only(result: &Comparison, wanted: Side) -> bool {
    matches!(result, Comparison::Only { side, .. } if *side == wanted)
}

fn reason(origin: &Origin) -> String {
    match origin {
        Origin::Body => "differs".to_owned(),
        Origin::Exclusion => "differs in what the readings exclude".to_owned(),
        Origin::Encoding => {
            "differs in the encoding: its numbers above 7F are octets in one file, and characters \
             in the other, which has a number above FF"
                .to_owned()
        }
        Origin::Undecided => "differs, and the cause is not decided".to_owned(),
        Origin::Others(causes) => {
            format!(
                "differs because of {}",
                Printable(causes.join(", ").as_bytes())
            )
        }
    }
}

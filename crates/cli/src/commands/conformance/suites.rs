//! The suites of productions.

use clap::Args;
use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfcbnf::automaton::{Automaton, AutomatonError};
use rfcbnf::conformance::{
    Case, KeptApart, ProductionSuite, QuickSuite, Suite, SuiteError, SuiteTooLarge,
};
use rfcbnf_engine::escape::Printable;

use crate::arguments::number;
use crate::input::chosen_grammar::{ChosenGrammar, DepthChoice};
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::streams::show_remark;

/// The number of texts above which a note comes before the first.
const MANY: u64 = 1_000_000;

/// The choice of a suite.
#[derive(Debug, Clone, Args)]
pub(crate) struct SuiteChoice {
    /// Find faulty parsers with up to K states more than a right one
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = number::<u8>)]
    pub(crate) extra_states: u8,

    /// Keep productions apart where the smallest automaton has one state for several: those of
    /// these names, separated by commas; without names, all that derive more than a character
    #[arg(
        long,
        value_name = "NAMES",
        num_args = 0..,
        require_equals = true,
        value_delimiter = ','
    )]
    keep_apart: Option<Vec<String>>,

    #[command(flatten)]
    pub(crate) depth: DepthChoice,

    /// Take a small suite, which is not complete: each reference in a valid and in an invalid text
    #[arg(long, conflicts_with_all = ["extra_states", "depth", "keep_apart"])]
    pub(crate) quick: bool,

    /// Take each production on its own, which makes a smaller suite: complete for each, and not for all
    /// together
    #[arg(long, conflicts_with_all = ["depth", "keep_apart", "quick"])]
    by_productions: bool,
}

impl SuiteChoice {
    /// Returns whether the suite is complete for the production.
    pub(crate) fn is_complete(&self) -> bool {
        !self.quick && !self.by_productions
    }
}

/// The suite of a production.
pub(super) enum ChosenSuite {
    /// One that every faulty parser fails if it has few enough states.
    Complete(Box<Suite<'static>>),
    /// That of `--by-productions`.
    ByProductions(Box<ProductionSuite>),
    /// That of `--quick`.
    Quick(QuickSuite),
}

impl ChosenSuite {
    /// Plans the suite of a production. Writes a line to standard error if it is one to a depth, or if
    /// a quick one does not have all references.
    pub(super) fn of(
        chosen: &ChosenGrammar,
        production: &str,
        choice: &SuiteChoice,
    ) -> Result<Self, Failure> {
        if choice.quick {
            return quick(chosen, production).map(Self::Quick);
        }
        if choice.by_productions {
            let suite = by_productions(chosen, production, choice.extra_states)?;
            return Ok(Self::ByProductions(Box::new(suite)));
        }
        complete(chosen, production, choice).map(|suite| Self::Complete(Box::new(suite)))
    }

    /// Returns the number of texts.
    pub(super) fn size(&self) -> u64 {
        match self {
            Self::Complete(suite) => suite.size(),
            Self::ByProductions(suite) => suite.size(),
            Self::Quick(suite) => suite.cases().len() as u64,
        }
    }

    pub(super) fn texts(&self) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
        match self {
            Self::Complete(suite) => Box::new(suite.texts()),
            Self::ByProductions(suite) => Box::new(suite.texts().iter().cloned()),
            Self::Quick(suite) => Box::new(suite.cases().iter().map(|case| case.text().to_vec())),
        }
    }

    /// Returns the texts with their verdicts.
    pub(super) fn cases(&self) -> Box<dyn Iterator<Item = Case> + '_> {
        match self {
            Self::Complete(suite) => Box::new(suite.cases()),
            Self::ByProductions(suite) => Box::new(suite.cases()),
            Self::Quick(suite) => Box::new(suite.cases().iter().cloned()),
        }
    }

    /// Returns the depth of the texts whose suite this is; `None` if it is that of all texts.
    pub(super) fn depth(&self) -> Option<u32> {
        match self {
            Self::Complete(suite) => suite.depth(),
            Self::ByProductions(_) | Self::Quick(_) => None,
        }
    }

    /// Returns the texts that a line can hold.
    pub(super) fn texts_on_lines(&self) -> impl Iterator<Item = Vec<u8>> {
        self.texts().filter(|text| lines::fits(text))
    }

    /// Returns the automaton of the texts to the depth; `None` if the suite is that of all texts.
    pub(super) fn to_depth(&self) -> Option<&Automaton> {
        match self {
            Self::Complete(suite) => suite.depth().map(|_| suite.automaton()),
            Self::ByProductions(_) | Self::Quick(_) => None,
        }
    }

    /// Returns whether an automaton decides about all texts of the production.
    pub(super) fn has_automaton(&self) -> bool {
        match self {
            Self::Complete(suite) => suite.depth().is_none(),
            Self::ByProductions(suite) => suite.has_automaton(),
            Self::Quick(suite) => suite.has_automaton(),
        }
    }

    /// Returns whether a text can have a line end in it.
    pub(super) fn has_line_ends(&self) -> bool {
        match self {
            Self::Complete(suite) => {
                let is_line_end = |octet| matches!(octet, b'\r' | b'\n');
                suite.automaton().contains_any(is_line_end)
            }
            Self::ByProductions(_) | Self::Quick(_) => true,
        }
    }
}

fn complete(
    chosen: &ChosenGrammar,
    production: &str,
    choice: &SuiteChoice,
) -> Result<Suite<'static>, Failure> {
    let &SuiteChoice {
        depth,
        extra_states,
        ref keep_apart,
        ..
    } = choice;
    let kept_apart = keep_apart.as_deref().map(|names| kept_apart(chosen, names));
    let kept_apart = kept_apart.transpose()?;
    let decidable = chosen.decidable(production, depth)?;
    let grammar = &chosen.named()?.grammar;
    let suite = match kept_apart {
        Some(kept) => Suite::keeping_apart(grammar, production, &kept, depth.depth, extra_states),
        None => Suite::to_depth(grammar, production, depth.depth, extra_states),
    };
    suite.map_err(|error| match (error, decidable.depth) {
        (SuiteError::Automaton(AutomatonError::TooLarge { .. }), Some(depth)) => {
            chosen.too_large_to_depth(production, depth)
        }
        (SuiteError::TooLarge(error), depth) => {
            let depth = depth.map_or("", |_| " or --depth");
            too_large(production, extra_states, error, depth)
        }
        (other, _) => chosen.unusable(&other),
    })
}

/// Returns the productions of these names; all if there are none.
fn kept_apart(chosen: &ChosenGrammar, names: &[String]) -> Result<KeptApart, Failure> {
    if names.is_empty() {
        return Ok(KeptApart::All);
    }
    let names = names.iter().map(|name| chosen.production(Some(name)));
    let names = names.map(|name| name.map(str::to_owned));
    Ok(KeptApart::Named(names.collect::<Result<_, _>>()?))
}

fn by_productions(
    chosen: &ChosenGrammar,
    production: &str,
    extra_states: u8,
) -> Result<ProductionSuite, Failure> {
    let suite = ProductionSuite::new(&chosen.named()?.grammar, production, extra_states);
    suite.map_err(|error| match error {
        SuiteError::TooLarge(error) => too_large(production, extra_states, error, ""),
        other => chosen.unusable(&other),
    })
}

fn quick(chosen: &ChosenGrammar, production: &str) -> Result<QuickSuite, Failure> {
    let suite = QuickSuite::new(&chosen.named()?.grammar, production);
    let suite = suite.map_err(|error| chosen.unusable(&error))?;
    let (without, references) = (suite.without_text(), suite.references());
    if without > 0 {
        let production = Printable(production.as_bytes());
        let remark = format!(
            "the quick suite of {production} has no text for {without} of {references} references"
        );
        show_remark("note", &remark)?;
    }
    Ok(suite)
}

/// Writes a note to standard error before suites with many texts, with what makes them smaller. Writes
/// one about the size of each suite to a depth, too.
pub(super) fn remark_on_size(
    suites: &[(&str, &ChosenSuite)],
    choice: &SuiteChoice,
) -> Result<(), Failure> {
    let sizes: Vec<u64> = suites.iter().map(|(_, suite)| suite.size()).collect();
    let total: u64 = sizes.iter().sum();
    let has_depth = suites.iter().any(|(_, suite)| suite.depth().is_some());
    let advice = if total > MANY {
        smaller(choice, has_depth)
    } else {
        String::new()
    };
    if let ([(name, _)], true) = (suites, total > MANY || has_depth) {
        let name = Printable(name.as_bytes());
        let remark = format!("the suite of {name} has {total} texts{advice}");
        return Ok(show_remark("note", &remark)?);
    }
    for ((name, suite), size) in suites.iter().zip(sizes) {
        if suite.depth().is_some() {
            let name = Printable(name.as_bytes());
            show_remark("note", &format!("the suite of {name} has {size} texts"))?;
        }
    }
    if total > MANY {
        let number = suites.len();
        let remark = format!("the {number} suites have {total} texts{advice}");
        show_remark("note", &remark)?;
    }
    Ok(())
}

/// Returns the end of a note, about what makes a suite smaller.
fn smaller(choice: &SuiteChoice, has_depth: bool) -> String {
    let mut ways = Vec::new();
    if choice.extra_states > 0 {
        ways.push("a smaller number for --extra-states");
    }
    if choice.keep_apart.is_some() {
        ways.push("no --keep-apart");
    }
    if has_depth && choice.depth.depth > 0 {
        ways.push("a smaller number for --depth");
    }
    if !choice.by_productions {
        ways.push("--by-productions");
    }
    ways.push("--quick");
    format!(
        "; {} or another production with --rule makes fewer",
        ways.join(", ")
    )
}

fn too_large(production: &str, extra_states: u8, error: SuiteTooLarge, depth: &str) -> Failure {
    let production = Printable(production.as_bytes());
    let plain = Palette::PLAIN.number;
    let extra_states = counted(extra_states, "extra state", "extra states", plain);
    Failure::WrongUse(format!(
        "the suite for {production} and {extra_states} is too large: {error}; \
         take a smaller number for --extra-states{depth}"
    ))
}

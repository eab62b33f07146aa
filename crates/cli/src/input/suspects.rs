//! Suspects: what parsers of a grammar are known to take or to refuse.
//!
//! `NAME.suspects.toml` beside a grammar has them. Without that file, a grammar that is called like one inside this
//! program, such as `rfc8259.abnf`, has the suspects of that one.

use std::ffi::OsStr;
use std::path::Path;

use rfcbnf::causes::{Budget, Suspects};
use rfcbnf::{library, rfc1738};

use crate::arguments::GrammarChoice;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::input::source::Source;
use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::Failure;

/// The end of the name of a file of suspects.
const SUSPECTS: &str = "suspects.toml";

/// The name of the grammar of this program, as that of a file.
const OWN: &str = "rfc1738";

/// Adds the suspects of the grammar to what a search for the causes of a production asks about.
pub(crate) fn add_suspects(
    budget: &mut Budget,
    choice: &GrammarChoice,
    (chosen, production): (&ChosenGrammar, &str),
) -> Result<(), Failure> {
    let mut all = Vec::new();
    if chosen.is_own() {
        all.extend(of_text(OsStr::new(OWN), rfc1738::SUSPECTS)?);
    }
    for name in &choice.files {
        if let Some(path) = Source::new(name).name().path {
            all.extend(beside(&path)?);
        }
    }
    if all.is_empty() {
        return Ok(());
    }
    let grammar = &chosen.named()?.grammar;
    for suspects in all {
        suspects.add_to(budget, grammar, production);
    }
    Ok(())
}

/// Returns the suspects of the grammar in a file.
fn beside(path: &Path) -> Result<Option<Suspects>, Failure> {
    let file = path.with_extension(SUSPECTS);
    if file.is_file() {
        let text = read_toml(file.as_os_str(), "a file of suspects")?;
        return of_text(file.as_os_str(), &text);
    }
    let Some(name) = path.file_stem().and_then(OsStr::to_str) else {
        return Ok(None);
    };
    let text = match library::find(name) {
        Some(found) => found.suspects(),
        None => name.eq_ignore_ascii_case(OWN).then_some(rfc1738::SUSPECTS),
    };
    text.map_or(Ok(None), |text| of_text(OsStr::new(name), text))
}

fn of_text(name: &OsStr, text: &str) -> Result<Option<Suspects>, Failure> {
    let suspects = Suspects::from_toml(text);
    let suspects = suspects.map_err(|error| unusable(name, escaped_lines(&error)))?;
    Ok(Some(suspects))
}

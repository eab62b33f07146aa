//! The generator: its output is `src/rules/`, its code reads like the grammar, and it refuses the
//! grammars that it cannot compile.

mod build;
mod crates;
mod files;
mod hostile_text;

use std::sync::LazyLock;

use rfcbnf::generate::{Files, GenerateError, generate};
use rfcbnf::syntax::Grammar;
use rfcbnf::{Layout, Prose, Readings, rfc1738};

pub(crate) const LAYOUT: &str = include_str!("../../../../../grammar/layout.toml");

static OWN: LazyLock<(Grammar, Readings)> = LazyLock::new(|| {
    rfc1738::load(rfc1738::BNF, rfc1738::READINGS).expect("the grammar has no errors")
});

static FILES: LazyLock<Files> = LazyLock::new(|| {
    let (grammar, readings) = &*OWN;
    let layout = Layout::from_toml(LAYOUT).expect("the layout is well formed");
    let prose = Prose::from_toml(rfc1738::PROSE).expect("the prose is well formed");
    generate(grammar, readings, &prose, &layout).expect("code can be generated")
});

/// Returns the grammar of RFC 1738 with its readings.
pub(crate) fn grammar() -> &'static Grammar {
    &OWN.0
}

/// Returns the files generated from the grammar of RFC 1738.
pub(crate) fn files() -> &'static Files {
    &FILES
}

/// Generates from a small grammar, whose productions are under the heading `Things`.
pub(crate) fn small(bnf: &str, readings: &str) -> Result<Files, GenerateError> {
    let readings = Readings::from_toml(readings).expect("the readings are well formed");
    let mut grammar =
        rfcbnf::read(&format!("; Things\n\n{bnf}")).expect("the grammar has no errors");
    readings.apply(&mut grammar).expect("the readings fit");
    generate(&grammar, &readings, &Prose::default(), &Layout::default())
}

pub(crate) fn things(bnf: &str) -> String {
    let mut files = small(bnf, "").expect("code can be generated");
    files
        .remove("rules/things.rs")
        .expect("there is a module for the heading")
}

pub(crate) fn refusal(bnf: &str) -> String {
    small(bnf, "")
        .expect_err("no code can be generated")
        .to_string()
}

/// Returns the body of a generated function, its white space folded.
pub(crate) fn body(code: &str, function: &str) -> String {
    let start = ["<", " {"]
        .iter()
        .find_map(|after| code.find(&format!("fn {function}{after}")));
    let code = &code[start.expect("the function is there")..];
    let inside =
        &code[code.find('{').expect("it has a body") + 1..code.find("\n    }").expect("it ends")];
    let folded = inside.split_whitespace().collect::<Vec<_>>().join(" ");
    folded
        .replace("( ", "(")
        .replace(", )", ")")
        .replace(" )", ")")
}

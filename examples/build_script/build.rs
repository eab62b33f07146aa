//! Writes the parsers of the grammar.

use rfcbnf::build::{Build, BuildError};

fn main() -> Result<(), BuildError> {
    Build::new("grammar/dates.abnf").write()
}

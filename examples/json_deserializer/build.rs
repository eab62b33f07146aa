//! Writes the parsers of the grammar of JSON.

use rfcbnf::build::{Build, BuildError};

fn main() -> Result<(), BuildError> {
    Build::new("../../crates/rfcbnf/library/rfc8259.abnf")
        .layout("grammar/layout.toml")
        .write()
}

//! `rfc1738 grammar extract`.

use crate::command::given;

#[test]
fn a_grammar_that_is_too_long_has_no_line() {
    let document = format!("   a = \"{}\"\n", "x".repeat(1 << 20));
    given(document, "grammar extract -", 1)
        .stderr("error: <stdin>: the grammar file is longer than 1048576 octets\n");
}

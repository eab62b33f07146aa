//! Divides a file of ANTLR, of pest or with a parsing expression grammar into the tokens of EBNF.
//!
//! What changes no text is left out: actions, labels, options, captures. What BNF cannot say is a fault in
//! the rule that has it. Rules that ANTLR skips between tokens, and those that pest skips between parts, are
//! listed, because the parser puts them there.
//!
//! ```text
//! NL : [\r\n]+ -> skip ;              Name `=` Class `+` `;`, and NL is skipped
//! sum <- term (('+' / '-') term)*     Name `=` Name `(` `(` … `|` … `)` Name `)` `*`
//! ```

mod antlr;
mod atomic;
mod characters;
mod lexer;
mod peg;
mod pest;

use super::lexer::Token;
use crate::error::Fault;
use crate::syntax::Notation;
use lexer::Lexer;

pub(super) use atomic::spread;

/// The tokens of a file.
#[derive(Default)]
pub(super) struct Foreign {
    pub(super) tokens: Vec<Token>,
    pub(super) faults: Vec<Fault>,
    /// The rules whose texts may stand between tokens or parts.
    pub(super) skipped: Vec<String>,
    /// The rules of pest between whose parts nothing may stand.
    pub(super) atomic: Vec<String>,
    /// The rules of pest between whose parts something may stand, also within atomic ones.
    pub(super) spaced: Vec<String>,
}

/// Divides a file into tokens.
pub(super) fn tokens(source: &str, notation: Notation) -> Foreign {
    let mut lexer = Lexer {
        source,
        at: 0,
        notation,
        rule: String::new(),
        is_in_body: false,
        found: Foreign::default(),
    };
    while lexer.skip_space() {
        match notation {
            Notation::Antlr if lexer.is_in_body => lexer.antlr(),
            Notation::Antlr => lexer.antlr_outside(),
            Notation::Pest => lexer.pest(),
            _ => lexer.peg(),
        }
    }
    lexer.found
}

/// Returns whether ANTLR makes tokens by a rule: its name begins with a capital letter.
pub(super) fn is_token(name: &str) -> bool {
    name.starts_with(|one: char| one.is_ascii_uppercase())
}

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

pub(super) use self::antlr::is_token;
pub(super) use self::atomic::spread;
pub(super) use self::lexer::Foreign;
use self::lexer::Lexer;
use crate::syntax::Notation;

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

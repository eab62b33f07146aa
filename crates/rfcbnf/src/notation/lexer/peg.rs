//! What only parsing expression grammars have.

use super::Lexer;
use crate::error::NoCounterpart;
use crate::notation::lexeme::Lexeme;

pub(in crate::notation) fn peg(lexer: &mut Lexer<'_>) -> bool {
    let rest = lexer.rest();
    let name = lexer.name();
    let next = lexer.after(name.len());
    let arrow = ["<-", "\u{2190}"]
        .into_iter()
        .find(|one| next.starts_with(one));
    match (lexer.first(), arrow) {
        (_, Some(arrow)) if !name.is_empty() => {
            lexer.rule = lexer.take_name(name);
            lexer.skip_space();
            lexer.take(arrow.len(), Lexeme::Defines(arrow));
        }
        // A label: `left:expr`.
        _ if !name.is_empty() && rest[name.len()..].starts_with(':') => lexer.at += name.len() + 1,
        _ if !name.is_empty() => {
            lexer.take_name(name);
        }
        ('!' | '&', _) if lexer.after(1).starts_with('{') => {
            let before = rest.find('{').unwrap_or(1);
            lexer.lost(before + lexer.braces(before), NoCounterpart::Predicate);
        }
        ('.', _) => lexer.any(1),
        ('[', _) => lexer.class(),
        ('\'' | '"', _) => lexer.literal(None),
        ('{', _) => lexer.at += lexer.braces(0),
        _ => return false,
    }
    true
}

//! The grammar as a parser reads it, as text.

use rfcbnf::causes::Findings;
use rfcbnf::export::abnf_with_own_names;
use rfcbnf::syntax::{Comment, Grammar};

use super::NamedCause;
use super::sentence::sentence;

/// Returns the grammar of the findings as ABNF, with the sentence of each cause above its production; `None` if there is
/// none.
pub(super) fn written<E>(findings: &Findings<E>, causes: &[NamedCause]) -> Option<String> {
    let grammar = with_sentences(findings.grammar.clone()?, causes);
    let abnf = abnf_with_own_names(&grammar).ok()?;
    let mut head =
        "; What the parser accepts, as far as the search for causes learned it.\r\n".to_owned();
    if !findings.unexplained.is_empty() {
        head.push_str("; Texts without a cause are not in it.\r\n");
    }
    Some(head + &abnf)
}

fn with_sentences(mut grammar: Grammar, causes: &[NamedCause]) -> Grammar {
    for NamedCause { cause, .. } in causes {
        let mut productions = grammar.productions.iter_mut();
        if let Some(production) = productions.find(|one| one.name == cause.production) {
            let mut text = format!("{}.", sentence(cause));
            if !cause.position.is_other_texts() {
                text.push_str(" The rule does not say so.");
            }
            if cause.unconfirmed {
                text.push_str(" That is not confirmed.");
            }
            let span = production.span.start..production.span.start;
            production.comments.push(Comment { text, span });
        }
    }
    grammar
}

//! Literals whose case the author seems to mean, and ABNF ignores.
//!
//! RFC 5234, Section 2.3: `"abc"` matches in either case. Many authors do not know that, and say in a
//! comment that case matters. RFC 7405 has `%s"abc"` for what they mean.

use super::finding::FindingKind;
use super::found::{Findings, Location};
use crate::syntax::{Case, Comment, Grammar, Kind, LiteralForm, Notation};

/// Adds a finding for each literal that matches in either case, in a production with a comment that
/// says that case matters.
pub(super) fn find(grammar: &Grammar, findings: &mut Findings) {
    if grammar.notation != Notation::Abnf {
        return;
    }
    let productions = grammar.productions.iter();
    for production in productions.filter(|one| one.comments.iter().any(says_case_matters)) {
        production.body.walk(&mut |part| {
            let Kind::Literal {
                text,
                case: Case::Ignored,
                form: LiteralForm::Quoted,
            } = &part.kind
            else {
                return;
            };
            // `%i"abc"` says what it means.
            let is_plain = grammar.source[part.span.clone()].starts_with('"');
            if is_plain && text.contains(|letter: char| letter.is_ascii_alphabetic()) {
                let message = "matches in either case, and a comment says that case matters";
                let remedy = "write %s before it (RFC 7405) to match it as written only";
                let location = Location::of(production).at(part);
                let kind = FindingKind::LiteralCase;
                findings.add(location, kind, message.to_owned(), remedy);
            }
        });
    }
}

fn says_case_matters(comment: &Comment) -> bool {
    let text = comment.text.to_ascii_lowercase();
    let words = [
        "case-sensitive",
        "case sensitive",
        "case is significant",
        "case matters",
    ];
    let denials = ["not case", "no case", "isn't case", "never case"];
    words.iter().any(|word| text.contains(word)) && !denials.iter().any(|no| text.contains(no))
}

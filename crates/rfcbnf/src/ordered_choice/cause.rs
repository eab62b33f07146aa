//! Why the naive reading rejects a text that the production derives.
//!
//! The cause is a production that rejects its own part of the text, although the naive reading
//! accepts the parts of the text that the productions below it derive, each on its own. In that
//! production, `fault` follows the naive reading until the derivation cannot go on like it.

use super::Octets;
use super::fault::{Fault, FaultSearch};
use super::run::Run;
use crate::derivations::DerivationNode;
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Span};

/// The production that makes the naive reading reject a text, and what goes wrong in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The production.
    pub production: String,
    /// The part of the text that it derives, in byte offsets.
    pub derives: Octets,
    /// The expression where the naive reading goes wrong, in byte offsets of the grammar file.
    pub part: Span,
    /// The part of the text that the naive reading matches with that expression, in byte
    /// offsets; for a repetition, the round too many. `None` if the expression fails.
    pub took: Option<Octets>,
    /// What goes wrong.
    pub fault: Fault,
}

/// Descends from a node that the naive reading rejects to the innermost such node.
pub(super) fn cause(grammar: &ResolvedGrammar, root: DerivationNode) -> Option<Cause> {
    let (mut node, mut case) = (root, Case::Exact);
    // A part that ends where the one around it does has the same matches, so that recursion at the
    // right end takes linear time.
    let text = root.text();
    let mut run = (text.len(), Run::new(grammar, text));
    loop {
        let body = grammar.production(node.id()).body();
        let rejected = node.children().find_map(|child| {
            let case = case_of(grammar, body, child.id(), case);
            let (start, end) = (child.span().start, child.span().end);
            let mut own = (end != run.0).then(|| (end, Run::new(grammar, &text[..end])));
            let reading = own.as_mut().unwrap_or(&mut run);
            let is_right = reading.1.production(child.id(), case, start) == Some(end);
            if is_right {
                return None;
            }
            if let Some(own) = own {
                run = own;
            }
            Some((child, case))
        });
        if let Some(inner) = rejected {
            (node, case) = inner;
            continue;
        }
        let (part, took, fault) = FaultSearch::new(grammar, body, case, node)?.run()?;
        let start = node.span().start;
        let moved = |octets: Octets| octets.start + start..octets.end + start;
        return Some(Cause {
            production: node.production().to_owned(),
            derives: node.span(),
            part,
            took: took.map(moved),
            fault: match fault {
                Fault::Extent { needed } => Fault::Extent {
                    needed: moved(needed),
                },
                fault => fault,
            },
        });
    }
}

/// Returns how letters compare in a production that the body uses.
fn case_of(
    grammar: &ResolvedGrammar,
    body: ExpressionId,
    used: ProductionId,
    surroundings: Case,
) -> Case {
    let mut found = surroundings;
    grammar.visit(body, &mut |expression| {
        if let ResolvedKind::Reference {
            production, case, ..
        } = grammar.kind(expression)
            && *production == used
        {
            found = case.within(found);
        }
    });
    found
}

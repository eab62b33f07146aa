//! Who is to blame where the naive reading rejects a text that is derived.
//!
//! A production is to blame that rejects its own part of the text though the parts of the text
//! that the productions in it derive are accepted when they stand alone. In it, the naive
//! reading is followed as long as the derivation can still go on like that.

use super::Octets;
use super::inside::Inside;
use super::program::{Program, Run, within};
use crate::derivations::Node;
use crate::syntax::{Case, Expression, Grammar, Kind, Span};

/// Who is to blame, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blame {
    /// The production.
    pub production: String,
    /// What it derives, in octets of the text.
    pub derives: Octets,
    /// The part of it where the naive reading went wrong, in octets of the grammar's source.
    pub part: Span,
    /// What the naive reading of that part took, of a repetition the round too many, in octets
    /// of the text; nothing where it failed.
    pub took: Option<Octets>,
    /// What it did wrong.
    pub fault: Fault,
}

/// What the naive reading can do wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It took an alternative, the part, where a later one is needed.
    Alternative {
        /// The one that is needed, in octets of the grammar's source.
        needed: Span,
    },
    /// It took an optional part that has to be absent.
    Option,
    /// It took another round of a repetition that has to end before.
    Round,
    /// A production derives something else there when it is read alone.
    Extent {
        /// What it has to derive, in octets of the text.
        needed: Octets,
    },
}

/// Goes down from a node that the naive reading rejects to the innermost one.
pub(super) fn blame(grammar: &Grammar, root: Node) -> Option<Blame> {
    let mut program = Program::new(grammar);
    let (mut node, mut case) = (root, Case::Exact);
    loop {
        let production = grammar.production(node.production())?;
        let rejected = node.children().find_map(|child| {
            let case = case_of(&production.body, child.production(), case);
            let start = program.production(child.production(), case);
            let end = Run::new(&program, child.text()).end(start, 0);
            (end != Some(child.text().len())).then_some((child, case))
        });
        if let Some(inner) = rejected {
            (node, case) = inner;
            continue;
        }
        let body = &production.body;
        program.part(body, case);
        let (part, took, fault) = Inside::new(body, case, node, &program).fault()?;
        let start = node.span().start;
        let moved = |octets: Octets| octets.start + start..octets.end + start;
        return Some(Blame {
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

/// How letters compare in a production that the body uses.
fn case_of(body: &Expression, used: &str, around: Case) -> Case {
    let mut case = around;
    body.walk(&mut |part| {
        if let Kind::Reference {
            name, case: own, ..
        } = &part.kind
            && name == used
        {
            case = within(*own, case);
        }
    });
    case
}

//! The end of the text, which some notations write: `EOF`, `EOI`, `!.`.
//!
//! A text is always matched to its end. So the mark says nothing where nothing can follow: at the end of a
//! rule that no other rule uses, or in a rule of its own that is used there only. Anywhere else, BNF cannot say it.

use std::collections::HashMap;

use crate::error::{Fault, GrammarErrorKind, NoCounterpart};
use crate::notation::elements::is_end_of_text;
use crate::notation::outline::Sign;
use crate::syntax::{Case, Expression, Kind, LiteralForm, Production};

/// Leaves out the marks that say nothing, and adds a fault for every other one.
pub(super) fn resolve(rules: &mut [(Production, Sign)], faults: &mut Vec<Fault>) {
    let mut uses: HashMap<String, usize> = HashMap::new();
    for (rule, _) in rules.iter() {
        rule.body.walk(&mut |part| {
            if let Kind::Reference { name, .. } = &part.kind {
                *uses.entry(name.clone()).or_default() += 1;
            }
        });
    }
    // The uses of each rule at the end of a rule that no other one uses.
    let mut last: HashMap<String, usize> = HashMap::new();
    for (rule, _) in rules.iter_mut() {
        if !uses.contains_key(&rule.name) {
            at_the_end(&mut rule.body, &mut last);
        }
    }
    for (rule, _) in rules.iter_mut() {
        if is_end_of_text(&rule.body) && uses.get(&rule.name) == last.get(&rule.name) {
            leave_out(&mut rule.body);
        }
        rule.body.walk(&mut |part| {
            if is_end_of_text(part) {
                let construct = NoCounterpart::End;
                let kind = GrammarErrorKind::NoCounterpart { construct };
                faults.push(Fault::new(kind, part.span.clone()));
            }
        });
    }
}

fn leave_out(part: &mut Expression) {
    part.kind = Kind::Literal {
        text: String::new(),
        case: Case::Exact,
        form: LiteralForm::Quoted,
    };
}

/// Leaves out a mark at the end of an expression, and counts the rule that is used there.
fn at_the_end(part: &mut Expression, last: &mut HashMap<String, usize>) {
    if is_end_of_text(part) {
        return leave_out(part);
    }
    match &mut part.kind {
        Kind::Reference { name, .. } => *last.entry(name.clone()).or_default() += 1,
        Kind::Alternation(members) => members.iter_mut().for_each(|one| at_the_end(one, last)),
        Kind::Sequence(members) => {
            if let Some(member) = members.last_mut() {
                at_the_end(member, last);
            }
        }
        _ => {}
    }
}

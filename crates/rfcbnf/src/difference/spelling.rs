//! Literals that differ in the case of letters only.

use std::collections::BTreeSet;

use crate::syntax::{Expression, Grammar, Kind, LiteralForm, Notation, Production};

/// A literal of one grammar, and its spelling in the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Respelled {
    /// The literal in the first grammar.
    pub a: String,
    /// The literal in the second grammar.
    pub b: String,
}

/// Returns the literals of two productions that differ in the case of letters only. A reading can
/// forgive that, and then the texts do not differ. In ABNF, case has no meaning.
pub(super) fn respelled(a: (&Grammar, &Production), b: (&Grammar, &Production)) -> Vec<Respelled> {
    let is_exact = |grammar: &Grammar| grammar.notation != Notation::Abnf;
    if !is_exact(a.0) || !is_exact(b.0) {
        return Vec::new();
    }
    let (in_a, in_b) = (literals(&a.1.body), literals(&b.1.body));
    let changed = in_a.difference(&in_b).filter_map(|one| {
        let mut others = in_b.difference(&in_a);
        let other = others.find(|other| other.eq_ignore_ascii_case(one))?;
        Some(Respelled {
            a: (*one).to_owned(),
            b: (*other).to_owned(),
        })
    });
    changed.collect()
}

/// Returns the texts in quotation marks. A single letter is an alternative of its own.
fn literals(body: &Expression) -> BTreeSet<&str> {
    let mut texts = BTreeSet::new();
    body.walk(&mut |part| {
        if let Kind::Literal { text, form, .. } = &part.kind
            && *form != LiteralForm::Numbers
            && text.len() > 1
        {
            texts.insert(text.as_str());
        }
    });
    texts
}

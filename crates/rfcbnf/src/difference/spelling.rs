//! Literals and names that two grammars spell in different cases.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

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

/// Returns the second grammar with the names of the first, where these differ in the case of
/// letters only and one of the grammars is ABNF, whose names ignore case. Names that both spell
/// alike stay.
pub(super) fn named_like<'b>(a: &Grammar, b: &'b Grammar) -> Cow<'b, Grammar> {
    if ![a, b].iter().any(|it| it.notation == Notation::Abnf) {
        return Cow::Borrowed(b);
    }
    let in_b: HashSet<&str> = b.productions.iter().map(|one| one.name.as_str()).collect();
    let in_a: HashSet<&str> = a.productions.iter().map(|one| one.name.as_str()).collect();
    // The first production has a name, so the later ones of a grammar that keeps case stay apart.
    let mut by_key: HashMap<String, &str> = HashMap::new();
    for name in a.productions.iter().map(|one| one.name.as_str()) {
        if !in_b.contains(name) {
            by_key.entry(name.to_ascii_lowercase()).or_insert(name);
        }
    }
    let mut renamed: HashMap<String, String> = HashMap::new();
    for name in b.productions.iter().map(|one| one.name.as_str()) {
        if !in_a.contains(name)
            && let Some(spelled) = by_key.remove(&name.to_ascii_lowercase())
        {
            renamed.insert(name.to_owned(), spelled.to_owned());
        }
    }
    if renamed.is_empty() {
        return Cow::Borrowed(b);
    }
    let mut b = b.clone();
    let rename = |name: &mut String| {
        if let Some(spelled) = renamed.get(name) {
            name.clone_from(spelled);
        }
    };
    for production in &mut b.productions {
        rename(&mut production.name);
        production.named_under.iter_mut().for_each(rename);
        rename_in(&mut production.body, &rename);
    }
    Cow::Owned(b)
}

fn rename_in(expression: &mut Expression, rename: &impl Fn(&mut String)) {
    if let Kind::Reference { name, .. } = &mut expression.kind {
        rename(name);
    }
    for child in expression.children_mut() {
        rename_in(child, rename);
    }
}

//! Sentential forms: each step applies one production to one name, and the last form is the text.

use std::collections::BTreeSet;

use rfcbnf::derivations::{DerivationTree, FormOrder, FormPart, SententialForm, derivations};
use rfcbnf::syntax::{Case, Encoding, Expression, Grammar, Kind};

use super::random::grammars;
use super::texts;

/// A name or an octet of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Symbol {
    Name(String),
    Octet(u8),
}

fn symbols(tree: &DerivationTree, parts: &[FormPart]) -> Vec<Symbol> {
    let symbols = parts.iter().flat_map(|part| match part {
        FormPart::Node(index) => {
            let node = tree.node(*index).expect("it is a node");
            vec![Symbol::Name(node.production().to_owned())]
        }
        FormPart::Text(span) => {
            let octets = tree.text()[span.clone()].iter();
            octets.copied().map(Symbol::Octet).collect()
        }
    });
    symbols.collect()
}

/// Returns where an expression can end that begins at an index: it derives symbols in one step.
fn ends(
    expression: &Expression,
    encoding: Encoding,
    symbols: &[Symbol],
    from: usize,
) -> BTreeSet<usize> {
    let each = |expression: &Expression, starts: &BTreeSet<usize>| -> BTreeSet<usize> {
        starts
            .iter()
            .flat_map(|start| ends(expression, encoding, symbols, *start))
            .collect()
    };
    match &expression.kind {
        Kind::Alternation(members) => members
            .iter()
            .flat_map(|one| ends(one, encoding, symbols, from))
            .collect(),
        Kind::Sequence(members) => members
            .iter()
            .fold([from].into(), |starts, member| each(member, &starts)),
        Kind::Optional(body) => {
            let mut found = ends(body, encoding, symbols, from);
            found.insert(from);
            found
        }
        Kind::Repetition { least, most, body } => {
            let most = most.map_or(symbols.len() + *least as usize, |most| most as usize);
            let mut found = BTreeSet::new();
            let mut starts = BTreeSet::from([from]);
            for round in 0..=most {
                if round >= *least as usize {
                    found.extend(&starts);
                }
                starts = each(body, &starts);
            }
            found
        }
        Kind::Literal { text, case, .. } => {
            let octets = encoding.octets(text);
            let fits = |index: usize, octet: &u8| match symbols.get(from + index) {
                Some(Symbol::Octet(own)) if *case == Case::Ignored => {
                    own.eq_ignore_ascii_case(octet)
                }
                Some(Symbol::Octet(own)) => own == octet,
                _ => false,
            };
            let is_here = octets
                .iter()
                .enumerate()
                .all(|(index, octet)| fits(index, octet));
            is_here.then_some(from + octets.len()).into_iter().collect()
        }
        Kind::Range { first, last } => {
            let sequences = encoding.sequences(*first, *last).into_iter();
            let fits = sequences.filter(|sequence| {
                sequence
                    .iter()
                    .enumerate()
                    .all(|(index, range)| match symbols.get(from + index) {
                        Some(Symbol::Octet(own)) => range.contains(own),
                        _ => false,
                    })
            });
            fits.map(|sequence| from + sequence.len()).collect()
        }
        Kind::Reference { name, .. } => {
            let is_here = symbols.get(from) == Some(&Symbol::Name(name.clone()));
            is_here.then_some(from + 1).into_iter().collect()
        }
        Kind::Prose(_) | Kind::Unreadable => panic!("there is no prose"),
    }
}

/// Checks that one production at the right name leads from one form to the next.
fn check_step(
    grammar: &Grammar,
    tree: &DerivationTree,
    order: FormOrder,
    [from, to]: [&SententialForm; 2],
) {
    let (before, after) = (symbols(tree, &from.parts), symbols(tree, &to.parts));
    let is_name = |symbol: &Symbol| matches!(symbol, Symbol::Name(_));
    let at = match order {
        FormOrder::Leftmost => before.iter().position(is_name),
        FormOrder::Rightmost => before.iter().rposition(is_name),
    };
    let at = at.expect("a name is left");
    let Symbol::Name(name) = &before[at] else {
        unreachable!("it is a name");
    };
    let behind = before.len() - at - 1;
    assert_eq!(before[..at], after[..at], "{tree}");
    assert_eq!(before[at + 1..], after[after.len() - behind..], "{tree}");
    let new = &after[at..after.len() - behind];
    assert_eq!(new, symbols(tree, &to.parts[to.new.clone()]), "{tree}");
    let body = &grammar.production(name).expect("it is defined").body;
    let ends = ends(body, grammar.encoding, new, 0);
    assert!(
        ends.contains(&new.len()),
        "{name} does not derive {new:?}\n{}",
        grammar.source
    );
}

#[test]
fn each_step_of_forms_applies_one_production() {
    let mut steps = 0;
    for (grammar, characters) in grammars(10)
        .into_iter()
        .chain(super::tables::random_with("abc"))
    {
        for text in texts::short(characters, 40) {
            let trees = derivations(&grammar, "s", &text).expect("it has no obstacle");
            for tree in trees.take(2) {
                for order in [FormOrder::Leftmost, FormOrder::Rightmost] {
                    let forms: Vec<SententialForm> = tree.forms(order).collect();
                    assert_eq!(forms.len(), tree.iter().count() + 1);
                    assert_eq!(
                        symbols(&tree, &forms[0].parts),
                        [Symbol::Name("s".to_owned())]
                    );
                    for pair in forms.windows(2) {
                        check_step(&grammar, &tree, order, [&pair[0], &pair[1]]);
                        steps += 1;
                    }
                    let last = symbols(&tree, &forms[forms.len() - 1].parts);
                    let octets: Vec<Symbol> = text.iter().copied().map(Symbol::Octet).collect();
                    assert_eq!(last, octets, "{tree}");
                }
            }
        }
    }
    assert!(steps > 2_000, "{steps} steps");
}

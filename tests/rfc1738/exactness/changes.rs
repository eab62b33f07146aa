//! Changes a production in every way of a few kinds, one change at a time. Each change imitates a
//! mistake in a grammar or in a generated parser.

use rfcbnf::syntax::{Case, Expression, Grammar, Kind, LiteralForm, Production};

/// A changed production, and the kind of the change.
pub(crate) struct Change {
    pub(crate) kind: &'static str,
    pub(crate) production: Production,
}

/// Replacements for an expression, each with the kind of the change.
type Replacements = Vec<(&'static str, Expression)>;

/// Returns all changes to the production: to each expression in its body, and to its exclusions.
pub(crate) fn changes(grammar: &Grammar, production: &Production) -> Vec<Change> {
    let mut expressions = Vec::new();
    production
        .body
        .walk(&mut |expression| expressions.push(expression));
    let other = unrelated(grammar, production);
    let mut changes = Vec::new();
    for (index, expression) in expressions.into_iter().enumerate() {
        for (kind, replacement) in replacements(expression, other) {
            let mut production = production.clone();
            let found = nth_mut(&mut production.body, &mut index.clone());
            *found.expect("the expression has the index") = replacement;
            changes.push(Change { kind, production });
        }
    }
    for index in 0..production.excluded.len() {
        let mut production = production.clone();
        production.excluded.remove(index);
        let kind = "beginning no longer excluded";
        changes.push(Change { kind, production });
    }
    changes
}

/// Returns the next production in the file that this one does not name and that does not use this
/// one, directly or through others.
fn unrelated<'g>(grammar: &'g Grammar, production: &Production) -> &'g str {
    let named = production.body.references();
    let others = grammar.productions.iter().cycle();
    let others = others.skip_while(|other| other.name != production.name);
    let mut others = others.skip(1).map(|other| other.name.as_str());
    let is_unrelated = |other: &&str| {
        let used = grammar.reachable_from([*other]);
        !named.contains(other) && !used.contains(production.name.as_str())
    };
    others.find(is_unrelated).expect("digit uses nothing")
}

/// Returns the expression with this number in preorder.
fn nth_mut<'e>(expression: &'e mut Expression, number: &mut usize) -> Option<&'e mut Expression> {
    if *number == 0 {
        return Some(expression);
    }
    *number -= 1;
    let children = expression.children_mut().iter_mut();
    children
        .into_iter()
        .find_map(|child| nth_mut(child, number))
}

/// Returns the changes to the expression itself. Its parts stay as they are.
fn replacements(expression: &Expression, other: &str) -> Replacements {
    let mut made = match &expression.kind {
        Kind::Alternation(members) => of_alternation(members),
        Kind::Sequence(members) => of_sequence(members),
        Kind::Optional(body) => vec![
            ("optional made mandatory", (**body).clone()),
            ("optional made a repetition", repeated(0, None, body)),
        ],
        Kind::Repetition { least, most, body } => of_repetition((*least, *most), body),
        Kind::Literal { text, case, .. } => of_literal(text, *case),
        Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => panic!("not in this grammar"),
        Kind::Reference {
            case, quantifier, ..
        } => vec![(
            "reference swapped",
            made_up(Kind::Reference {
                name: other.to_owned(),
                case: *case,
                quantifier: *quantifier,
            }),
        )],
    };
    if !matches!(expression.kind, Kind::Optional(_)) {
        let optional = Kind::Optional(Box::new(expression.clone()));
        made.push(("made optional", made_up(optional)));
    }
    made
}

fn of_alternation(members: &[Expression]) -> Replacements {
    let mut made = without_each("alternative dropped", members, Kind::Alternation);
    let added = members.iter().cloned().chain([literal("~", Case::Exact)]);
    let added = made_up(Kind::Alternation(added.collect()));
    made.push(("character added", added));
    made
}

fn of_sequence(members: &[Expression]) -> Replacements {
    let mut made = without_each("part dropped", members, Kind::Sequence);
    for index in 1..members.len() {
        let mut members = members.to_vec();
        members.swap(index - 1, index);
        made.push(("parts swapped", made_up(Kind::Sequence(members))));
    }
    made
}

fn of_repetition((least, most): (u32, Option<u32>), body: &Expression) -> Replacements {
    let mut made = vec![("least number raised", repeated(least + 1, most, body))];
    if least > 0 {
        made.push(("least number lowered", repeated(least - 1, most, body)));
    }
    let bounded = repeated(least, Some(least + 1), body);
    made.push(("greatest number changed", bounded));
    made
}

fn of_literal(text: &str, case: Case) -> Replacements {
    let (head, last) = text.split_at(text.len() - 1);
    let another = if last == "x" { "y" } else { "x" };
    let mut made = vec![
        (
            "literal lengthened",
            literal(&format!("{text}{last}"), case),
        ),
        (
            "character changed",
            literal(&format!("{head}{another}"), case),
        ),
    ];
    if !head.is_empty() {
        made.push(("literal shortened", literal(head, case)));
    }
    if text.contains(|character: char| character.is_ascii_alphabetic()) {
        let other = match case {
            Case::Exact => Case::Ignored,
            Case::Ignored => Case::Exact,
        };
        made.push(("regard to case changed", literal(text, other)));
    }
    made
}

/// Returns the expression without each of its members in turn.
fn without_each(
    kind: &'static str,
    members: &[Expression],
    make: fn(Vec<Expression>) -> Kind,
) -> Replacements {
    let without = |index| {
        let mut left = members.to_vec();
        left.remove(index);
        if left.len() == 1 {
            left.remove(0)
        } else {
            made_up(make(left))
        }
    };
    (0..members.len())
        .map(|index| (kind, without(index)))
        .collect()
}

fn repeated(least: u32, most: Option<u32>, body: &Expression) -> Expression {
    let body = Box::new(body.clone());
    made_up(Kind::Repetition { least, most, body })
}

fn literal(text: &str, case: Case) -> Expression {
    made_up(Kind::Literal {
        text: text.to_owned(),
        case,
        form: LiteralForm::Quoted,
    })
}

/// Returns an expression that has no position in the file.
fn made_up(kind: Kind) -> Expression {
    Expression { kind, span: 0..0 }
}

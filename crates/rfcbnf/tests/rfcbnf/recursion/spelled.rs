//! Which characters of a text a grammar spells, as a grammar of its own: where there is one character and no choice of
//! characters side by side, its mark can stand for it.

use std::collections::BTreeSet;

use rfcbnf::syntax::{Case, Encoding, Expression, Grammar, Kind};

/// Returns the mark of a character. No text of these grammars has it.
pub(super) fn mark(character: char, encoding: Encoding) -> char {
    let bit = match encoding {
        Encoding::Octets => 0x80,
        Encoding::Utf8 => 0x4000,
    };
    char::from_u32(u32::from(character) ^ bit).expect("it is a character")
}

/// Returns the grammar of texts in which some characters that the grammar spells are marked.
pub(super) fn marked(grammar: &Grammar) -> Grammar {
    let mut marked = grammar.clone();
    for production in &mut marked.productions {
        production.body = with_marks(&production.body, grammar.encoding);
    }
    marked
}

fn with_marks(expression: &Expression, encoding: Encoding) -> Expression {
    let with_kind = |kind: Kind| Expression {
        kind,
        ..expression.clone()
    };
    let marks = |characters: BTreeSet<char>| {
        let marks = characters.into_iter().map(|one| mark(one, encoding));
        marks.map(|first| with_kind(Kind::Range { first, last: first }))
    };
    let or_marked = |alone: Kind, characters: BTreeSet<char>| {
        let alone = std::iter::once(with_kind(alone));
        with_kind(Kind::Alternation(alone.chain(marks(characters)).collect()))
    };
    match &expression.kind {
        Kind::Alternation(members) => {
            let sides = |one: &Expression, other: &Expression| {
                octets(one, encoding).is_some() && octets(other, encoding).is_some()
            };
            let mut all = Vec::new();
            for side in members.chunk_by(sides) {
                if let [alone] = side {
                    all.push(with_marks(alone, encoding));
                    continue;
                }
                let own = side.iter().filter_map(|one| octets(one, encoding));
                let own: BTreeSet<char> = own.flatten().collect();
                all.extend_from_slice(side);
                all.extend(marks(own.clone()).filter(|_| is_one(&own)));
            }
            with_kind(Kind::Alternation(all))
        }
        Kind::Literal { text, case, form } if !text.is_empty() => {
            let each = text.chars().map(|one| {
                let alone = Kind::Literal {
                    text: one.to_string(),
                    case: *case,
                    form: *form,
                };
                or_marked(alone, compared(one, *case))
            });
            with_kind(Kind::Sequence(each.collect()))
        }
        &Kind::Range { first, last } if first == last => {
            or_marked(expression.kind.clone(), BTreeSet::from([first]))
        }
        Kind::Sequence(members) => {
            let members = members.iter().map(|one| with_marks(one, encoding));
            with_kind(Kind::Sequence(members.collect()))
        }
        Kind::Optional(body) => with_kind(Kind::Optional(Box::new(with_marks(body, encoding)))),
        &Kind::Repetition {
            least,
            most,
            ref body,
        } => with_kind(Kind::Repetition {
            least,
            most,
            body: Box::new(with_marks(body, encoding)),
        }),
        _ => expression.clone(),
    }
}

/// Returns the characters of one octet that an expression derives alone.
fn octets(expression: &Expression, encoding: Encoding) -> Option<BTreeSet<char>> {
    let is_octet = |one: char| encoding == Encoding::Octets || one.is_ascii();
    match &expression.kind {
        Kind::Literal { text, case, .. } => {
            let mut characters = text.chars();
            let (one, rest) = (characters.next()?, characters.next());
            (rest.is_none() && is_octet(one)).then(|| compared(one, *case))
        }
        &Kind::Range { first, last } => is_octet(last).then(|| (first..=last).collect()),
        _ => None,
    }
}

fn compared(one: char, case: Case) -> BTreeSet<char> {
    let mut characters = BTreeSet::from([one]);
    if case == Case::Ignored {
        characters.extend([one.to_ascii_lowercase(), one.to_ascii_uppercase()]);
    }
    characters
}

/// Returns whether there is one character, or a letter in either case.
fn is_one(characters: &BTreeSet<char>) -> bool {
    let letters = characters.iter().map(char::to_ascii_lowercase);
    letters.collect::<BTreeSet<char>>().len() == 1
}

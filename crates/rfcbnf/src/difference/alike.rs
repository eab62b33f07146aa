//! Whether two productions derive the same texts, but for a part that is a cause of a difference.
//!
//! If the `number` of one grammar derives `00` and that of the other does not, every production that uses a number
//! differs, too. So both numbers become one letter that nothing else derives: what still differs has another cause.

use std::borrow::Cow;

use super::equality::{Equality, equality};
use crate::octets::OctetSet;
use crate::syntax::{Case, Expression, Grammar, Kind, LiteralForm};

/// Compares two productions as [`equality`] does, after the productions of each pair of `alike` have become one letter
/// that nothing else derives, the same in both grammars. Lengths count such a part as one octet.
///
/// ```
/// use rfcbnf::Grammar;
/// use rfcbnf::difference::{Equality, equality, equality_with_alike};
///
/// let a = Grammar::from_abnf("sum = number *( \"+\" number )\nnumber = 1*%x30-39\n")?;
/// let b = Grammar::from_abnf("sum = sum \"+\" number / number\nnumber = \"0\" / %x31-39 *%x30-39\n")?;
/// assert!(matches!(equality((&a, "sum"), (&b, "sum")), Equality::Differs { .. }));
/// let rest = equality_with_alike((&a, "sum"), (&b, "sum"), &[("number", "number")]);
/// assert!(matches!(rest, Equality::Proved { .. }));
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
///
/// It is `Unknown` if the two grammars leave no octet for the letter of a pair.
#[must_use]
pub fn equality_with_alike(
    a: (&Grammar, &str),
    b: (&Grammar, &str),
    alike: &[(&str, &str)],
) -> Equality {
    let (of_a, of_b): (Vec<&str>, Vec<&str>) = alike.iter().copied().unzip();
    let mut free = !(used(a.0, &of_a) | used(b.0, &of_b));
    let mut sides = [Cow::Borrowed(a.0), Cow::Borrowed(b.0)];
    for &(in_a, in_b) in alike {
        let Some(letter) = free.lowest().filter(u8::is_ascii) else {
            return Equality::Unknown { length: None };
        };
        free = free & !OctetSet::from(letter..=letter);
        for (side, name) in sides.iter_mut().zip([in_a, in_b]) {
            become_letter(side.to_mut(), name, letter);
        }
    }
    equality((&sides[0], a.1), (&sides[1], b.1))
}

/// Returns the octets that are in a text of the grammar, letters in both cases, without the bodies of some productions.
fn used(grammar: &Grammar, without: &[&str]) -> OctetSet {
    let mut used = OctetSet::EMPTY;
    let own = grammar.productions.iter();
    for production in own.filter(|one| !without.contains(&one.name.as_str())) {
        production.body.walk(&mut |part| match &part.kind {
            Kind::Literal { text, .. } => {
                for octet in grammar.encoding.octets(text).iter() {
                    for one in [octet.to_ascii_lowercase(), octet.to_ascii_uppercase()] {
                        used |= OctetSet::from(one..=one);
                    }
                }
            }
            &Kind::Range { first, last } => {
                let sequences = grammar.encoding.sequences(first, last);
                for range in sequences.into_iter().flatten() {
                    used |= OctetSet::from(range);
                }
            }
            _ => {}
        });
    }
    used
}

fn become_letter(grammar: &mut Grammar, name: &str, letter: u8) {
    let named = grammar.productions.iter_mut().find(|one| one.name == name);
    if let Some(production) = named {
        let kind = Kind::Literal {
            text: char::from(letter).to_string(),
            case: Case::Exact,
            form: LiteralForm::Numbers,
        };
        production.body = Expression {
            kind,
            span: production.body.span.clone(),
        };
        production.excluded.clear();
    }
}

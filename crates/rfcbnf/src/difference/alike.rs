//! Whether two productions derive the same texts, but for a part that is a cause of a difference.
//!
//! If the `number` of one grammar derives `00` and that of the other does not, every production that uses a number
//! differs, too. So both numbers become one letter that nothing else derives: what still differs has another cause.

use std::borrow::Cow;

use super::equality::{Equality, equality};
use crate::octets::OctetSet;
use crate::spare::{sets_of, spare};
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
    let mut sides = [a, b].map(|(grammar, _)| Cow::Borrowed(grammar));
    // The octets of what becomes a letter are free for one.
    for &pair in alike {
        become_text(&mut sides, pair, "");
    }
    let sets = sides.iter().flat_map(|side| {
        let names = side.productions.iter().map(|one| one.name.as_str());
        sets_of(side, names)
    });
    let sets: Vec<OctetSet> = sets.collect();
    let mut free = spare(sets, 0..=0x7f).filter(|letter| letter.twin.is_none());
    for &pair in alike {
        let Some(letter) = free.next() else {
            return Equality::Unknown { length: None };
        };
        become_text(&mut sides, pair, &char::from(letter.octet).to_string());
    }
    equality((&sides[0], a.1), (&sides[1], b.1))
}

/// Lets a production of each grammar derive this text alone.
fn become_text(sides: &mut [Cow<'_, Grammar>; 2], (in_a, in_b): (&str, &str), text: &str) {
    for (side, name) in sides.iter_mut().zip([in_a, in_b]) {
        let mut productions = side.to_mut().productions.iter_mut();
        let Some(production) = productions.find(|one| one.name == name) else {
            continue;
        };
        production.body = Expression {
            kind: Kind::Literal {
                text: text.to_owned(),
                case: Case::Exact,
                form: LiteralForm::Numbers,
            },
            span: production.body.span.clone(),
        };
        production.excluded.clear();
    }
}

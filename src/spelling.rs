//! Spelling mistakes in names.

/// Returns whether the names differ by one octet at most (inserted, deleted or replaced), or by two
/// neighbours that are swapped.
pub(crate) fn is_near(name: &str, known: &str) -> bool {
    let (name, known) = (name.as_bytes(), known.as_bytes());
    let alike = |(one, other): &(&u8, &u8)| one == other;
    let begin = name.iter().zip(known).take_while(alike).count();
    let (name, known) = (&name[begin..], &known[begin..]);
    let ends = name.iter().rev().zip(known.iter().rev());
    let end = ends.take_while(alike).count();
    match (&name[..name.len() - end], &known[..known.len() - end]) {
        ([one, other], [first, second]) => one == second && other == first,
        (left, right) => left.len() <= 1 && right.len() <= 1,
    }
}

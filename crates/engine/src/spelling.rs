//! Spelling mistakes in names.
//!
//! ```
//! use rfcbnf_engine::spelling::nearest;
//!
//! let known = ["host", "port"];
//! let meant = nearest("prot", known.into_iter()).map(|index| known[index]);
//! assert_eq!(meant, Some("port"));
//! ```

/// Returns whether the names differ by one octet at most (inserted, deleted or replaced), or by two
/// neighbours that are swapped.
///
/// ```
/// use rfcbnf_engine::spelling::is_near;
///
/// assert!(is_near("hots", "host"));
/// assert!(!is_near("address", "host"));
/// ```
#[must_use]
pub fn is_near(name: &str, known: &str) -> bool {
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

/// Returns the index of the name that a misspelt one may mean: the name that differs only in case,
/// or else the first that is near to it in any case.
///
/// ```
/// use rfcbnf_engine::spelling::nearest;
///
/// let known = ["port", "host", "Hostport"];
/// assert_eq!(nearest("hostPort", known.into_iter()), Some(2));
/// assert_eq!(nearest("hots", known.into_iter()), Some(1));
/// assert_eq!(nearest("address", known.into_iter()), None);
/// ```
pub fn nearest<'n>(name: &str, mut known: impl Iterator<Item = &'n str> + Clone) -> Option<usize> {
    let same = known.clone().position(|one| one.eq_ignore_ascii_case(name));
    let name = name.to_ascii_lowercase();
    same.or_else(|| known.position(|one| is_near(&name, &one.to_ascii_lowercase())))
}

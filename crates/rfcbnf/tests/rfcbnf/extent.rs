//! How much of a test with random grammars or texts runs.

/// Returns the first number, or the second if the environment has `MANY_ROUNDS`, as in `.ci/slow`.
///
/// More than the first number seldom find anything else, and take long.
pub(crate) fn few_or_many<N>(few: N, many: N) -> N {
    let is_many = std::env::var_os("MANY_ROUNDS").is_some();
    if is_many { many } else { few }
}

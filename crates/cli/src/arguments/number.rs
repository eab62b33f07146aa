//! Numbers on command lines.

use std::num::IntErrorKind;
use std::str::FromStr;

/// Reads a number of an unsigned type. An error says what to write, without the words of Rust.
pub(crate) fn number<N: FromStr>(text: &str) -> Result<N, String> {
    let bits = 8 * size_of::<N>();
    number_to(text, u128::MAX >> (128 - bits))
}

/// Reads a number of at most `most`, which the type can hold.
pub(crate) fn number_to<N: FromStr>(text: &str, most: u128) -> Result<N, String> {
    const OTHER: &str = "not a whole number";
    // A type such as `NonZeroU64` begins with 1.
    let least = i128::from("0".parse::<N>().is_err());
    let too_small = || format!("too small; write {least} or more");
    let too_large = || format!("too large; the limit is {most}");
    match text.parse::<i128>() {
        Ok(number) if number < least => Err(too_small()),
        Ok(number) if number.unsigned_abs() > most => Err(too_large()),
        Ok(_) => text.parse().map_err(|_| OTHER.to_owned()),
        Err(error) => Err(match error.kind() {
            IntErrorKind::PosOverflow => too_large(),
            IntErrorKind::NegOverflow => too_small(),
            _ => OTHER.to_owned(),
        }),
    }
}

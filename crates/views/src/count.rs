//! Numbers with their nouns.
//!
//! ```
//! use anstyle::Style;
//! use rfc1738_views::count::counted;
//!
//! assert_eq!(counted(1, "URL", "URLs", Style::new()), "1 URL");
//! assert_eq!(counted(2, "URL", "URLs", Style::new()), "2 URLs");
//! ```

use std::fmt::Display;

use anstyle::Style;

/// Returns the number, in the style, and the noun in the singular or the plural.
///
/// ```
/// use anstyle::Style;
/// use rfc1738_views::count::counted;
///
/// assert_eq!(counted(1, "error", "errors", Style::new()), "1 error");
/// assert_eq!(counted(2, "error", "errors", Style::new()), "2 errors");
/// ```
#[must_use]
pub fn counted<N>(count: N, one: &str, many: &str, style: Style) -> String
where
    N: Copy + Display + PartialEq + From<u8>,
{
    let noun = if count == N::from(1) { one } else { many };
    format!("{style}{count}{style:#} {noun}")
}

/// Returns `once`, or how many times.
pub(crate) fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

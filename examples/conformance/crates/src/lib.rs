//! Answers for each line of standard input whether a parser accepts it.

use std::io::{self, BufRead as _, Write as _};

/// Writes an answer to each line. `scheme_of` returns the scheme of a text that the parser accepts.
///
/// The arguments of the program are the schemes to accept. Without arguments, every scheme is
/// accepted.
///
/// # Errors
///
/// Fails if standard input or standard output does.
pub fn answer(scheme_of: impl Fn(&str) -> Option<String>) -> io::Result<()> {
    let schemes: Vec<String> = std::env::args().skip(1).collect();
    // Standard output flushes each line.
    let mut out = io::stdout().lock();
    // A line ends with LF. All other octets, including CR, belong to the text.
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        let text = std::str::from_utf8(&line).ok();
        let is_url = text.and_then(&scheme_of).is_some_and(|scheme| {
            schemes.is_empty() || schemes.contains(&scheme.to_ascii_lowercase())
        });
        writeln!(out, "{}", if is_url { "accept" } else { "reject" })?;
    }
    Ok(())
}

//! Divides octets into lines.

use memchr::memchr_iter;

/// A line without its end.
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    /// What it holds. Any octet but a line feed.
    pub(crate) text: &'a [u8],
}

/// The lines, with numbers from the first one's on. A line ends before a line feed, before a
/// carriage return that a line feed follows, or with the octets; where there are none, there is
/// no line.
pub(crate) fn lines(octets: &[u8], first: u64) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    let ends = memchr_iter(b'\n', octets).map(|place| place + 1);
    let last = Some(octets.len()).filter(|_| is_unended(octets));
    ends.chain(last).zip(first..).map(move |(end, number)| {
        let text = without_line_end(&octets[start..end]);
        start = end;
        Line { number, text }
    })
}

/// The number of lines.
pub(crate) fn count(octets: &[u8]) -> u64 {
    memchr_iter(b'\n', octets).count() as u64 + u64::from(is_unended(octets))
}

/// Whether the last line lacks its end.
fn is_unended(octets: &[u8]) -> bool {
    octets.last().is_some_and(|octet| *octet != b'\n')
}

/// The octets before one LF or CR LF at the end.
pub(crate) fn without_line_end(octets: &[u8]) -> &[u8] {
    octets
        .strip_suffix(b"\r\n")
        .or_else(|| octets.strip_suffix(b"\n"))
        .unwrap_or(octets)
}

//! Splits octets into lines, each with its number and its end.

use memchr::memchr_iter;

/// A line without its end.
pub(crate) struct Line<'a> {
    /// Its number, counted from 1.
    pub(crate) number: u64,
    /// Its text: any byte but a line feed.
    pub(crate) text: &'a [u8],
    /// Its end: LF, CR LF, or nothing.
    pub(crate) end: &'a [u8],
}

/// Splits the octets into lines, which are numbered from `first`. A line ends before LF, before
/// CR LF, or with the octets.
pub(crate) fn lines(octets: &[u8], first: u64) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    let ends = memchr_iter(b'\n', octets).map(|offset| offset + 1);
    let last = Some(octets.len()).filter(|_| is_unended(octets));
    ends.chain(last).zip(first..).map(move |(end, number)| {
        let line = &octets[start..end];
        let text = without_line_end(line);
        start = end;
        Line {
            number,
            text,
            end: &line[text.len()..],
        }
    })
}

/// Returns the number of lines.
pub(crate) fn count(octets: &[u8]) -> u64 {
    memchr_iter(b'\n', octets).count() as u64 + u64::from(is_unended(octets))
}

/// Whether the last line lacks its end.
fn is_unended(octets: &[u8]) -> bool {
    octets.last().is_some_and(|octet| *octet != b'\n')
}

/// Removes one LF or CR LF from the end.
pub(crate) fn without_line_end(octets: &[u8]) -> &[u8] {
    octets
        .strip_suffix(b"\r\n")
        .or_else(|| octets.strip_suffix(b"\n"))
        .unwrap_or(octets)
}

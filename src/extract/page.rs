//! Footers and headers: the lines that an RFC prints between the text of two pages.

/// The longest line that can be a footer or a header, in octets.
const LONGEST: usize = 132;

/// The beginnings of the header of a page.
const HEADERS: [&[u8]; 4] = [
    b"RFC ",
    b"Internet-Draft",
    b"INTERNET-DRAFT",
    b"Internet Draft",
];

/// Returns whether the line, without white space at its ends, is the footer of a page. It ends with
/// the number of the page, such as `[Page 12]`.
pub(super) fn is_footer(line: &[u8]) -> bool {
    let number = || {
        let inner = line.strip_suffix(b"]")?;
        let open = inner.iter().rposition(|octet| *octet == b'[')?;
        inner[open + 1..].strip_prefix(b"Page ")
    };
    line.len() <= LONGEST
        && number().is_some_and(|number| {
            !number.is_empty() && number.iter().all(u8::is_ascii_alphanumeric)
        })
}

/// Returns whether the line, without white space at its ends, is the header of a page. It begins
/// with the number of the RFC or the name of a draft, and ends with a year.
pub(super) fn is_header(line: &[u8]) -> bool {
    let begins = HEADERS.iter().any(|header| line.starts_with(header));
    let year = line
        .rsplit(|octet| *octet == b' ')
        .next()
        .unwrap_or_default();
    line.len() <= LONGEST && begins && year.len() == 4 && year.iter().all(u8::is_ascii_digit)
}

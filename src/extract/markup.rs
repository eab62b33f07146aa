//! HTML around and within a URL.

/// The length of the longest character reference that is read, in octets.
pub(super) const REFERENCE: usize = 8;

/// The tags that can occur within a URL without ending a paragraph.
const INLINE: [&[u8]; 12] = [
    b"a", b"b", b"br", b"code", b"em", b"font", b"i", b"samp", b"span", b"strong", b"tt", b"wbr",
];

/// The character that a character reference stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    /// `<`
    Open,
    /// `>`
    Close,
    /// Another character that ends a URL: `"`, a space or a no-break space.
    Delimiter,
    /// Another character of US-ASCII.
    Character(u8),
    /// A character outside US-ASCII, by its number.
    NonAscii,
}

/// The character references with names, in lower case.
const NAMED: [(&[u8], u8); 6] = [
    (b"&amp;", b'&'),
    (b"&apos;", b'\''),
    (b"&gt;", b'>'),
    (b"&lt;", b'<'),
    (b"&nbsp;", b' '),
    (b"&quot;", b'"'),
];

/// Returns the character reference at the start of the octets, and its length.
pub(super) fn reference(octets: &[u8]) -> Option<(Reference, usize)> {
    let octets = &octets[..octets.len().min(REFERENCE)];
    let length = octets.iter().position(|octet| *octet == b';')? + 1;
    let octets = &octets[..length];
    let named = NAMED
        .iter()
        .find(|(name, _)| octets.eq_ignore_ascii_case(name));
    let character = match named {
        Some((_, character)) => u32::from(*character),
        None => numbered(octets)?,
    };
    let Ok(character) = u8::try_from(character) else {
        return Some((Reference::NonAscii, length));
    };
    let reference = match character {
        b'<' => Reference::Open,
        b'>' => Reference::Close,
        b'"' | b' ' | 0xa0 => Reference::Delimiter,
        b'!'..=b'~' => Reference::Character(character),
        0x80.. => Reference::NonAscii,
        _ => return None,
    };
    Some((reference, length))
}

/// Returns the character of a reference such as `&#38;` or `&#x26;`.
fn numbered(reference: &[u8]) -> Option<u32> {
    let number = reference.strip_prefix(b"&#")?.strip_suffix(b";")?;
    let number = core::str::from_utf8(number).ok()?;
    if !number.ends_with(|last: char| last.is_ascii_hexdigit()) {
        return None;
    }
    let hexadecimal = number.strip_prefix(['x', 'X']);
    let (digits, radix) = hexadecimal.map_or((number, 10), |digits| (digits, 16));
    u32::from_str_radix(digits, radix).ok()
}

/// Returns whether the octets end with a reference to `<`.
pub(super) fn ends_with_open_bracket(octets: &[u8]) -> bool {
    let start = octets.iter().rposition(|octet| *octet == b'&');
    start.is_some_and(|start| {
        let length = octets.len() - start;
        reference(&octets[start..]) == Some((Reference::Open, length))
    })
}

/// Returns whether the octets after a `<` begin with the name of a tag that can follow a sentence.
pub(super) fn is_tag(after: &[u8]) -> bool {
    const BLOCKS: [&[u8]; 8] = [b"div", b"hr", b"img", b"li", b"p", b"td", b"tr", b"ul"];
    let is_of_name = |octet: &&u8| octet.is_ascii_alphanumeric();
    let length = after.iter().take_while(is_of_name).count();
    let name = &after[..length];
    let mut names = INLINE.iter().chain(&BLOCKS);
    names.any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns whether the tag, from `<` to `>`, can occur within a URL.
pub(super) fn is_inline_tag(tag: &[u8]) -> bool {
    let name = tag.strip_prefix(b"<").unwrap_or(tag);
    let name = name.strip_prefix(b"/").unwrap_or(name);
    let is_of_name = |octet: &u8| octet.is_ascii_alphanumeric();
    let end = name.iter().position(|octet| !is_of_name(octet));
    let name = &name[..end.unwrap_or(name.len())];
    INLINE
        .iter()
        .any(|inline| inline.eq_ignore_ascii_case(name))
}

//! HTML around and within a URL.

/// The length of the longest character reference that matters, in octets.
pub(super) const REFERENCE: usize = 6;

/// The tags that can stand within a URL without ending a paragraph.
const INLINE: [&[u8]; 12] = [
    b"a", b"b", b"br", b"code", b"em", b"font", b"i", b"samp", b"span", b"strong", b"tt", b"wbr",
];

/// The character that a character reference stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    /// `&`
    Ampersand,
    /// `<`
    Open,
    /// `>`
    Close,
    /// Another character that ends a URL: `"` or a no-break space.
    Delimiter,
}

/// The character references, in lower case.
const REFERENCES: [(&[u8], Reference); 15] = [
    (b"&amp;", Reference::Ampersand),
    (b"&#38;", Reference::Ampersand),
    (b"&#x26;", Reference::Ampersand),
    (b"&lt;", Reference::Open),
    (b"&#60;", Reference::Open),
    (b"&#x3c;", Reference::Open),
    (b"&gt;", Reference::Close),
    (b"&#62;", Reference::Close),
    (b"&#x3e;", Reference::Close),
    (b"&quot;", Reference::Delimiter),
    (b"&#34;", Reference::Delimiter),
    (b"&#x22;", Reference::Delimiter),
    (b"&nbsp;", Reference::Delimiter),
    (b"&#160;", Reference::Delimiter),
    (b"&#xa0;", Reference::Delimiter),
];

/// Returns the character reference at the start of the octets, and its length.
pub(super) fn reference(octets: &[u8]) -> Option<(Reference, usize)> {
    let is_prefix = |name: &[u8]| {
        let prefix = octets.get(..name.len());
        prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(name))
    };
    let found = REFERENCES.iter().find(|(name, _)| is_prefix(name));
    found.map(|(name, reference)| (*reference, name.len()))
}

/// Returns whether the octets end with a reference to `<`.
pub(super) fn ends_with_open_bracket(octets: &[u8]) -> bool {
    REFERENCES.iter().any(|(name, reference)| {
        let start = octets.len().checked_sub(name.len());
        *reference == Reference::Open
            && start.is_some_and(|start| octets[start..].eq_ignore_ascii_case(name))
    })
}

/// Returns whether the tag, from `<` to `>`, can stand within a URL.
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

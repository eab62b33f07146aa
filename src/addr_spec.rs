//! The addr-spec of RFC 822, Section 6.1.
//!
//! ```text
//! addr-spec   =  local-part "@" domain
//! local-part  =  word *("." word)
//! domain      =  sub-domain *("." sub-domain)
//! word        =  atom / quoted-string
//! sub-domain  =  domain-ref / domain-literal
//! domain-ref  =  atom
//! ```
//!
//! The grammar is taken literally. Comments and white space, which header fields allow between the
//! tokens, belong to the field and not to the address. Quoted strings and domain literals have no
//! folded lines, because header fields are unfolded before they are parsed.

/// What begins and ends a quoted part of an address: a quoted string, or a domain literal.
struct Quotes {
    open: u8,
    close: u8,
}

const QUOTED_STRING: Quotes = Quotes {
    open: b'"',
    close: b'"',
};

const DOMAIN_LITERAL: Quotes = Quotes {
    open: b'[',
    close: b']',
};

/// The offset after a part, or of the first octet that does not continue it.
type End = Result<usize, usize>;

/// Returns the offset of the first octet that does not continue an addr-spec, which is the length
/// if the octets end too early. Returns `None` if they are an addr-spec.
pub(crate) fn departure(octets: &[u8]) -> Option<usize> {
    match addr_spec(octets) {
        Ok(end) if end == octets.len() => None,
        Ok(offset) | Err(offset) => Some(offset),
    }
}

fn addr_spec(octets: &[u8]) -> End {
    let end = dotted(octets, 0, &QUOTED_STRING)?;
    let start = one(octets, end, b'@')?;
    dotted(octets, start, &DOMAIN_LITERAL)
}

/// Reads one or more parts, separated by full stops.
fn dotted(octets: &[u8], start: usize, quotes: &Quotes) -> End {
    let mut end = part(octets, start, quotes)?;
    while let Ok(next) = one(octets, end, b'.') {
        end = part(octets, next, quotes)?;
    }
    Ok(end)
}

/// Reads a quoted part or an atom.
fn part(octets: &[u8], start: usize, quotes: &Quotes) -> End {
    if let Ok(inside) = one(octets, start, quotes.open) {
        return quoted(octets, inside, quotes);
    }
    let mut end = start;
    while octets.get(end).copied().is_some_and(is_of_atom) {
        end += 1;
    }
    if end > start { Ok(end) } else { Err(end) }
}

/// Returns whether the octet is neither a special nor a space nor a control character.
fn is_of_atom(octet: u8) -> bool {
    octet.is_ascii_graphic() && !b"()<>@,;:\\\".[]".contains(&octet)
}

/// Reads plain characters and quoted pairs up to the closing delimiter.
fn quoted(octets: &[u8], start: usize, quotes: &Quotes) -> End {
    let mut end = start;
    while one(octets, end, quotes.close).is_err() {
        let is_pair = octets.get(end) == Some(&b'\\');
        end += usize::from(is_pair);
        let is_plain = |octet: u8| is_pair || octet != quotes.open && octet != b'\r';
        match octets.get(end) {
            Some(&octet) if octet.is_ascii() && is_plain(octet) => end += 1,
            _ => return Err(end),
        }
    }
    Ok(end + 1)
}

/// Reads one octet.
fn one(octets: &[u8], start: usize, octet: u8) -> End {
    if octets.get(start) == Some(&octet) {
        Ok(start + 1)
    } else {
        Err(start)
    }
}

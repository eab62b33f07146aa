//! How a parser reads a part of a text: as octets of the text, as another text, or as absent.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// How a parser reads a part of a text that it accepts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The text does not have the part.
    Absent,
    /// The part is these octets of the text.
    Span(Range<usize>),
    /// The part equals this text, up to the [`Changes`] of the parser. Where it is, the parser does not say.
    Text(Vec<u8>),
}

/// What a parser changes in a part before it gives it out, in no order.
///
/// ```
/// use rfcbnf::parts::Changes;
///
/// let changes = Changes::read(["lowercase", "decoded"])?;
/// assert_eq!(changes.changed(b"A%2Eb"), b"a.b");
/// assert_eq!(changes.occurrences(b"http://A%2Eb/", b"a.b"), [7..12]);
/// let error = Changes::read(["upside-down"]).unwrap_err();
/// assert_eq!(error, "there is no change `upside-down`; there are `lowercase`, `decoded` and `address`");
/// let address = Changes::read(["address"])?;
/// assert_eq!(address.changed(b"127.1"), b"127.0.0.1");
/// assert_eq!(address.changed(b"0:0:0:0:0:0:0:1"), b"::1");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Changes {
    lowercase: bool,
    decoded: bool,
    #[serde(default)]
    address: bool,
}

/// The length in octets of the longest text that is looked for as an address.
const ADDRESS: usize = 48;

impl Changes {
    /// All changes.
    const ALL: Self = Self {
        lowercase: true,
        decoded: true,
        address: true,
    };

    /// Reads the names of changes: `lowercase` for letters of ASCII, `decoded` for `%` and two hexadecimal digits,
    /// `address` for another text of the same IP address. An IPv4 address is one to four numbers as `inet_aton` reads them:
    /// decimal, octal after `0`, or hexadecimal after `0x`; the last fills the octets that are left, and a dot may follow.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with a name that is none of these.
    pub fn read<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Self, String> {
        let mut changes = Self::default();
        for name in names {
            match name {
                "lowercase" => changes.lowercase = true,
                "decoded" => changes.decoded = true,
                "address" => changes.address = true,
                other => {
                    let other = other.escape_debug();
                    return Err(format!(
                        "there is no change `{other}`; there are `lowercase`, `decoded` and `address`"
                    ));
                }
            }
        }
        Ok(changes)
    }

    /// Returns the fewest changes up to which two texts are equal; none if they are not up to all of them.
    pub(super) fn between(text: &[u8], part: &[u8]) -> Self {
        let of = |number: u8| Self {
            lowercase: number & 1 != 0,
            decoded: number & 2 != 0,
            address: number & 4 != 0,
        };
        // Single changes come first.
        let mut all = [1, 2, 4, 3, 5, 6, 7].map(of).into_iter();
        let found = all.find(|changes| changes.changed(text) == changes.changed(part));
        found.unwrap_or_default()
    }

    /// Returns the changes of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            lowercase: self.lowercase || other.lowercase,
            decoded: self.decoded || other.decoded,
            address: self.address || other.address,
        }
    }

    /// Returns whether there are no changes.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns the text with all changes.
    #[must_use]
    pub fn changed(self, text: &[u8]) -> Vec<u8> {
        let changed = self.changed_octets(text);
        match address(&changed).filter(|_| self.address) {
            Some(address) => address.to_string().into_bytes(),
            None => changed,
        }
    }

    fn changed_octets(self, text: &[u8]) -> Vec<u8> {
        let mut changed = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some((octet, length)) = self.next(rest) {
            changed.push(octet);
            rest = &rest[length..];
        }
        changed
    }

    /// Returns where the text has a part that equals `part` up to the changes, the first first.
    #[must_use]
    pub fn occurrences(self, text: &[u8], part: &[u8]) -> Vec<Range<usize>> {
        let part = self.changed_octets(part);
        if let Some(address) = address(&part).filter(|_| self.address) {
            return self.addresses(text, address);
        }
        let starts = 0..=text.len();
        let found = starts.filter_map(|start| Some(start..self.end(text, start, &part)?));
        found.collect()
    }

    /// Returns where the text has this address, as the longest texts.
    fn addresses(self, text: &[u8], wanted: IpAddr) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut start = 0;
        while start < text.len() {
            let ends = start + 1..=text.len().min(start + ADDRESS);
            let is_wanted =
                |end: &usize| address(&self.changed_octets(&text[start..*end])) == Some(wanted);
            let end = ends.rev().find(is_wanted);
            found.extend(end.map(|end| start..end));
            start = end.unwrap_or(start + 1);
        }
        found
    }

    /// Returns the end of the part of the text that begins at `start` and equals a changed part.
    fn end(self, text: &[u8], start: usize, part: &[u8]) -> Option<usize> {
        let mut end = start;
        for octet in part {
            let (next, length) = self.next(&text[end..])?;
            if next != *octet {
                return None;
            }
            end += length;
        }
        Some(end)
    }

    /// Returns the first octet of a text after all changes, and how many octets it is of the text.
    fn next(self, text: &[u8]) -> Option<(u8, usize)> {
        let (&first, rest) = text.split_first()?;
        let escaped = (first == b'%' && self.decoded)
            .then(|| escaped(rest))
            .flatten();
        let (octet, length) = escaped.map_or((first, 1), |octet| (octet, 3));
        let octet = if self.lowercase {
            octet.to_ascii_lowercase()
        } else {
            octet
        };
        Some((octet, length))
    }
}

/// Returns whether two texts differ, and are equal up to all changes there are.
fn is_changed(text: &[u8], part: &[u8], changes: Changes) -> bool {
    let equal = |changes: Changes| changes.changed(text) == changes.changed(part);
    !equal(changes) && equal(Changes::ALL)
}

/// Returns the IP address that a text is.
fn address(text: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(text).ok()?;
    if text.contains(':') {
        return text.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    }
    let numbers = text.strip_suffix('.').unwrap_or(text).split('.');
    let numbers: Vec<u32> = numbers.map(number).collect::<Option<_>>()?;
    let (last, first) = numbers.split_last()?;
    let is_in_range = first.len() < 4
        && first.iter().all(|number| *number <= 0xff)
        && last
            .checked_shr(32 - 8 * u32::try_from(first.len()).ok()?)
            .unwrap_or(0)
            == 0;
    let octets = first.iter().zip([24, 16, 8]);
    let octets = octets.map(|(number, place)| number << place);
    is_in_range.then(|| Ipv4Addr::from(octets.sum::<u32>() + last).into())
}

/// Returns a number as `inet_aton` reads it.
fn number(text: &str) -> Option<u32> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match (hexadecimal, text.strip_prefix('0')) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (text, 10),
    };
    // Browsers read `0x` as 0.
    if digits.is_empty() && radix == 16 {
        return Some(0);
    }
    let is_number = digits.chars().all(|digit| digit.is_digit(radix));
    u32::from_str_radix(digits, radix)
        .ok()
        .filter(|_| is_number)
}

/// Returns the octet that two hexadecimal digits are.
fn escaped(digits: &[u8]) -> Option<u8> {
    let digit = |index: usize| char::from(*digits.get(index)?).to_digit(16);
    u8::try_from(16 * digit(0)? + digit(1)?).ok()
}

/// Writes the names of the changes.
impl fmt::Display for Changes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (self.lowercase, "lowercase"),
            (self.decoded, "decoded"),
            (self.address, "address"),
        ];
        let names = names.into_iter().filter(|(is_made, _)| *is_made);
        let names: Vec<&str> = names.map(|(_, name)| name).collect();
        formatter.write_str(&names.join(", "))
    }
}

/// Where a part is in a text, as one of the two that are compared reads it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// The text does not have the part.
    Absent,
    /// The part is these octets of the text.
    Span(Range<usize>),
    /// The part is no part of the text, whatever the changes: this text.
    Changed(Vec<u8>),
}

impl Place {
    /// Returns the place that a reading means, the nearest one to `near` if a text occurs more than once, and how often
    /// it occurs.
    ///
    /// ```
    /// use rfcbnf::parts::{Changes, Place, Reading};
    ///
    /// let reading = Reading::Text(b"h".to_vec());
    /// let (place, times) = Place::of(&reading, Changes::default(), b"h://h", Some(&(4..5)));
    /// assert_eq!((place, times), (Place::Span(4..5), 2));
    /// ```
    #[must_use]
    pub fn of(
        reading: &Reading,
        changes: Changes,
        text: &[u8],
        near: Option<&Range<usize>>,
    ) -> (Self, usize) {
        match reading {
            Reading::Absent => (Self::Absent, 1),
            Reading::Span(span) => (Self::Span(span.clone()), 1),
            // By chance, what it was changed to can be elsewhere in the text.
            Reading::Text(part)
                if near.is_some_and(|near| is_changed(&text[near.clone()], part, changes)) =>
            {
                (Self::Changed(part.clone()), 0)
            }
            Reading::Text(part) => {
                let found = changes.occurrences(text, part);
                let times = found.len();
                let distance = |span: &Range<usize>| {
                    near.map_or(0, |near| {
                        near.start.abs_diff(span.start) + near.end.abs_diff(span.end)
                    })
                };
                let nearest = found.into_iter().min_by_key(distance);
                let place = nearest.map_or_else(|| Self::Changed(part.clone()), Self::Span);
                (place, times)
            }
        }
    }

    /// Returns the octets of the text.
    #[must_use]
    pub fn span(&self) -> Option<&Range<usize>> {
        match self {
            Self::Span(span) => Some(span),
            Self::Absent | Self::Changed(_) => None,
        }
    }
}

/// A place is a reading: what is no part of the text is a text.
impl From<Place> for Reading {
    fn from(place: Place) -> Self {
        match place {
            Place::Absent => Self::Absent,
            Place::Span(span) => Self::Span(span),
            Place::Changed(part) => Self::Text(part),
        }
    }
}

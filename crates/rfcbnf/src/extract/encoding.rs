//! The encodings that files come in.

use std::fmt;

/// How the octets of a file are text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextEncoding {
    /// UTF-8, which includes ASCII.
    Utf8,
    /// UTF-16 with the low octet first.
    Utf16Le,
    /// UTF-16 with the high octet first.
    Utf16Be,
    /// ISO 8859-1. Every file can be read as such, so this is a guess.
    Latin1,
}

/// Writes the name that `iconv` knows.
impl fmt::Display for TextEncoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16Le => "UTF-16LE",
            Self::Utf16Be => "UTF-16BE",
            Self::Latin1 => "ISO-8859-1",
        })
    }
}

impl TextEncoding {
    /// Returns the encoding of a file. UTF-16 shows itself by a byte order mark, or by zeros in every
    /// other place, as ASCII has them there.
    ///
    /// ```
    /// use rfcbnf::extract::TextEncoding;
    ///
    /// assert_eq!(TextEncoding::of(b"\xff\xfea\0"), TextEncoding::Utf16Le);
    /// assert_eq!(TextEncoding::of(b"\0a\0 \0=\0b"), TextEncoding::Utf16Be);
    /// assert_eq!(TextEncoding::of("ä".as_bytes()), TextEncoding::Utf8);
    /// assert_eq!(TextEncoding::of(b"\xe4"), TextEncoding::Latin1);
    /// ```
    #[must_use]
    pub fn of(octets: &[u8]) -> Self {
        let zeros = |offset: usize| {
            let places = octets.iter().skip(offset).step_by(2);
            let (mut all, mut zeros) = (0_usize, 0);
            for octet in places {
                all += 1;
                zeros += usize::from(*octet == 0);
            }
            all > 1 && 4 * zeros > 3 * all
        };
        match octets {
            [0xff, 0xfe, ..] => Self::Utf16Le,
            [0xfe, 0xff, ..] => Self::Utf16Be,
            _ if zeros(1) && !zeros(0) => Self::Utf16Le,
            _ if zeros(0) && !zeros(1) => Self::Utf16Be,
            _ if std::str::from_utf8(octets).is_ok() => Self::Utf8,
            _ => Self::Latin1,
        }
    }
}

/// Returns the text of a file, and the encoding that it has.
///
/// ```
/// let (text, encoding) = rfcbnf::extract::decode(b"\xff\xfea\0=\0".to_vec());
/// assert_eq!((&*text, encoding.to_string()), ("a=", "UTF-16LE".to_owned()));
/// ```
#[must_use]
pub fn decode(octets: Vec<u8>) -> (String, TextEncoding) {
    let encoding = TextEncoding::of(&octets);
    let units = |unit: fn([u8; 2]) -> u16| {
        let pairs = octets.chunks_exact(2);
        let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
        let text = String::from_utf16_lossy(&units);
        text.trim_start_matches('\u{feff}').to_owned()
    };
    let text = match encoding {
        TextEncoding::Utf16Le => units(u16::from_le_bytes),
        TextEncoding::Utf16Be => units(u16::from_be_bytes),
        TextEncoding::Utf8 => String::from_utf8(octets).unwrap_or_default(),
        TextEncoding::Latin1 => octets.into_iter().map(char::from).collect(),
    };
    (text, encoding)
}

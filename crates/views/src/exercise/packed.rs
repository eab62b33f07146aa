//! Hand-ins that a page packed into a link: `2.`, a checksum, and deflated JSON.
//!
//! The form is that of the links of the page: the version, the Adler-32 of the JSON in base 36, and the JSON, deflated
//! without a header (RFC 1951), in the alphabet of URLs (RFC 4648, Section 5) without `=`. The parts are separated by dots.
//! The checksum finds accidents. It keeps nobody from writing a hand-in of their own.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use rfcbnf::exercise::{HandIn, HandInError};

/// The version of the form.
const VERSION: &str = "2";

/// The most octets that a hand-in may hold. Deflated, a thousand times as many fit into a link.
const MOST: usize = 1_000_000;

/// The digits of RFC 4648, Section 5.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// How hard to compress: the most that is worth its time.
const LEVEL: u8 = 9;

/// Packs a hand-in. `#hand-in=` goes before it in a link.
///
/// ```
/// use rfc1738_views::exercise::packed::{pack, unpack};
/// use rfcbnf::exercise::HandIn;
///
/// let hand_in = HandIn::from_toml("[hand-in]\nname = \"Ada\"\n")?;
/// let packed = pack(&hand_in);
/// assert!(packed.starts_with("2."));
/// assert_eq!(unpack(&packed)?, hand_in);
/// # Ok::<(), rfcbnf::exercise::HandInError>(())
/// ```
#[must_use]
pub fn pack(hand_in: &HandIn) -> String {
    // Strings, numbers and lists are JSON whatever is in them.
    let octets = serde_json::to_vec(hand_in).unwrap_or_default();
    let sum = in_base_36(checksum(&octets));
    format!(
        "{VERSION}.{sum}.{}",
        encoded(&compress_to_vec(&octets, LEVEL))
    )
}

/// Unpacks a hand-in. Nothing in it is believed but the grammars, which are answered again.
///
/// # Errors
///
/// [`HandInError`] if it has another version, is damaged or cut off, or holds something else or too much.
///
/// ```
/// use rfc1738_views::exercise::packed::unpack;
///
/// let error = unpack("2.3.q1YqSixJLVKy").unwrap_err();
/// assert_eq!(error.to_string(), "the packed hand-in cannot be read: it ends too early");
/// ```
pub fn unpack(packed: &str) -> Result<HandIn, HandInError> {
    let refused = |why: &str| HandInError::Packed(why.to_owned());
    let mut parts = packed.split('.');
    if parts.next() != Some(VERSION) {
        return Err(refused("it was packed by another version of the page"));
    }
    let (Some(sum), Some(digits), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(refused("it has not the three parts that it should have"));
    };
    let small = decoded(digits).ok_or_else(|| refused("it has characters that no link has"))?;
    let octets =
        decompress_to_vec_with_limit(&small, MOST).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => HandInError::TooLong(MOST + 1),
            TINFLStatus::FailedCannotMakeProgress => refused("it ends too early"),
            _ => refused("it is damaged"),
        })?;
    if in_base_36(checksum(&octets)) != sum {
        return Err(refused("it is damaged: its checksum is another one"));
    }
    serde_json::from_slice(&octets)
        .map_err(|error| refused(&format!("it holds no hand-in: {error}")))
}

/// Returns the Adler-32 of octets (RFC 1950, Section 9).
fn checksum(octets: &[u8]) -> u32 {
    let (mut low, mut high) = (1, 0);
    for &octet in octets {
        low = (low + u32::from(octet)) % 65_521;
        high = (high + low) % 65_521;
    }
    high << 16 | low
}

fn in_base_36(mut number: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.extend(char::from_digit(number % 36, 36));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

fn encoded(octets: &[u8]) -> String {
    let mut text = String::new();
    for chunk in octets.chunks(3) {
        let number = chunk
            .iter()
            .fold(0_usize, |number, octet| number << 8 | usize::from(*octet));
        let number = number << (8 * (3 - chunk.len()));
        let digits = (0..=chunk.len()).map(|digit| DIGITS[number >> (18 - 6 * digit) & 63]);
        text.extend(digits.map(char::from));
    }
    text
}

/// Returns the octets; `None` if a character is no digit.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut octets = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        let mut number = 0;
        for &digit in chunk {
            number = number << 6 | DIGITS.iter().position(|one| *one == digit)?;
        }
        let number = number << (6 * (4 - chunk.len()));
        let found =
            (0..chunk.len() - 1).map(|octet| u8::try_from(number >> (16 - 8 * octet) & 0xff).ok());
        octets.extend(found.flatten());
    }
    Some(octets)
}

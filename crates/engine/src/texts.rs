//! Texts in one string.

/// A list of texts in one string. A table of `&str` has a pointer for each, which takes 16 octets and
/// 24 more in a program that can be loaded at any address.
///
/// Generated code makes one by [`texts!`](crate::texts!).
///
/// ```
/// use rfcbnf_engine::Texts;
///
/// static NAMES: Texts<3> = Texts::new("urlporthost", [3, 7, 11]);
/// assert_eq!([0, 1, 2, 3].map(|index| NAMES.get(index)), ["url", "port", "host", ""]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Texts<const COUNT: usize> {
    text: &'static str,
    /// Where each text ends.
    ends: [u32; COUNT],
}

impl<const COUNT: usize> Texts<COUNT> {
    /// Returns the texts that end at these offsets of the string, in ascending order.
    #[must_use]
    pub const fn new(text: &'static str, ends: [u32; COUNT]) -> Self {
        Self { text, ends }
    }

    /// Returns the text with this index; an empty one if there is none.
    #[must_use]
    pub fn get(&self, index: usize) -> &'static str {
        let end_of = |index: usize| self.ends.get(index).map(|end| *end as usize);
        let start = index.checked_sub(1).map_or(Some(0), end_of);
        let span = start.zip(end_of(index));
        let text = span.and_then(|(start, end)| self.text.get(start..end));
        text.unwrap_or_default()
    }
}

/// Defines a static with a field of each entry of a table, as [`Texts`].
///
/// ```
/// struct Production {
///     name: &'static str,
/// }
///
/// const TABLE: [Production; 2] = [Production { name: "url" }, Production { name: "port" }];
/// rfcbnf_engine::texts!(NAMES, TABLE, name);
/// assert_eq!([NAMES.get(0), NAMES.get(1)], ["url", "port"]);
/// ```
#[macro_export]
macro_rules! texts {
    ($name:ident, $table:ident, $field:ident) => {
        static $name: $crate::Texts<{ $table.len() }> = {
            const LENGTH: usize = {
                let (mut length, mut index) = (0, 0);
                while index < $table.len() {
                    length += $table[index].$field.len();
                    index += 1;
                }
                assert!(length <= u32::MAX as usize, "the texts are too long");
                length
            };
            static TEXTS: ([u8; LENGTH], [u32; $table.len()]) = {
                let (mut octets, mut ends) = ([0; LENGTH], [0; $table.len()]);
                let (mut length, mut index) = (0, 0);
                while index < $table.len() {
                    let text = $table[index].$field.as_bytes();
                    let mut at = 0;
                    while at < text.len() {
                        octets[length] = text[at];
                        length += 1;
                        at += 1;
                    }
                    ends[index] = length as u32;
                    index += 1;
                }
                (octets, ends)
            };
            match ::core::str::from_utf8(&TEXTS.0) {
                Ok(text) => $crate::Texts::new(text, TEXTS.1),
                Err(_) => panic!("texts in a row are a text"),
            }
        };
    };
}

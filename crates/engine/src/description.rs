//! The types of the table of productions that the generator writes, and of the texts in it.

use crate::character_set::CharacterSet;
use crate::production::{CharacterProduction, Production, ProductionId};

/// The entry of one production in the table. The generator writes the table, and the methods of its
/// `Rule` show the entries, such as [`first`](Self::first):
///
/// ```
/// use rfc1738::Rule;
///
/// assert_eq!(Rule::Port.first().to_string(), "0123456789");
/// ```
#[derive(Debug)]
pub struct Description<R: Production + 'static> {
    /// The name that the grammar gives the production.
    pub name: &'static str,
    /// The production as the grammar prints it.
    pub production: &'static str,
    /// The heading above the production; empty if there is none.
    pub heading: &'static str,
    /// The section of the document whose prose explains the production; empty if none is known.
    pub section: &'static str,
    /// The comments of the grammar on the production.
    pub comments: &'static [&'static str],
    /// The readings that apply to the production.
    pub readings: &'static [&'static Reading],
    /// The productions that its body names, in the order of their first mention.
    pub uses: &'static [R],
    /// Whether it is a production for a single character, encoded or not.
    pub is_character: bool,
    /// The characters that its matches can begin with: its FIRST set.
    pub first: CharacterSet,
    /// A text that it derives.
    pub example: &'static R::Text,
}

impl<R: Production> Description<R> {
    /// Returns the productions that each body names, in a table of their own, so that a program that asks
    /// for them need not hold the others.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if the table has another length.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// assert_eq!(Rule::Hostport.uses(), [Rule::Host, Rule::Port]);
    /// ```
    #[must_use]
    pub const fn uses<const COUNT: usize>(table: &[Self]) -> [&'static [R]; COUNT] {
        assert!(table.len() == COUNT, "the table has another length");
        let mut uses: [&[R]; COUNT] = [&[]; COUNT];
        let mut index = 0;
        while index < COUNT {
            uses[index] = table[index].uses;
            index += 1;
        }
        uses
    }

    /// Returns the FIRST sets in a table of their own.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if the table has another length.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// assert_eq!(Rule::IpSchemepart.first().to_string(), "/");
    /// ```
    #[must_use]
    pub const fn first_sets<const COUNT: usize>(table: &[Self]) -> [CharacterSet; COUNT] {
        assert!(table.len() == COUNT, "the table has another length");
        let mut sets = [CharacterSet::EMPTY; COUNT];
        let mut index = 0;
        while index < COUNT {
            sets[index] = table[index].first;
            index += 1;
        }
        sets
    }

    /// Returns a text that each production derives, in a table of their own.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if the table has another length.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// assert_eq!(Rule::Port.example(), "0");
    /// ```
    #[must_use]
    pub const fn examples<const COUNT: usize>(table: &[Self]) -> [&'static R::Text; COUNT] {
        assert!(table.len() == COUNT, "the table has another length");
        let mut examples = [table[0].example; COUNT];
        let mut index = 0;
        while index < COUNT {
            examples[index] = table[index].example;
            index += 1;
        }
        examples
    }

    /// Returns which productions are for a single character, in a table of their own.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if the table has another length.
    ///
    /// ```
    /// use rfc1738::Rule;
    ///
    /// assert!(Rule::Digit.is_character() && !Rule::Port.is_character());
    /// ```
    #[must_use]
    pub const fn characters<const COUNT: usize>(table: &[Self]) -> [bool; COUNT] {
        assert!(table.len() == COUNT, "the table has another length");
        let mut characters = [false; COUNT];
        let mut index = 0;
        while index < COUNT {
            characters[index] = table[index].is_character;
            index += 1;
        }
        characters
    }
}

impl CharacterProduction {
    /// Returns the number of character productions in a table of all productions.
    #[must_use]
    pub const fn count<R: Production>(productions: &[Description<R>]) -> usize {
        let mut count = 0;
        let mut index = 0;
        while index < productions.len() {
            count += productions[index].is_character as usize;
            index += 1;
        }
        count
    }

    /// Returns the character productions in a table of all productions, at compile time, in the order of
    /// the grammar. Generated code fills a static with them.
    ///
    /// # Panics
    ///
    /// Panics if their number is not `COUNT`, or if the table has more productions than a grammar
    /// can have.
    #[must_use]
    pub const fn all<R: Production, const COUNT: usize>(
        productions: &[Description<R>],
    ) -> [Self; COUNT] {
        assert!(productions.len() <= ProductionId::LIMIT);
        let mut all = [const { Self::new(ProductionId::new(0), CharacterSet::EMPTY) }; COUNT];
        let mut count = 0;
        let mut index: u16 = 0;
        while (index as usize) < productions.len() {
            let production = &productions[index as usize];
            if production.is_character {
                all[count] = Self::new(ProductionId::new(index), production.first);
                count += 1;
            }
            index += 1;
        }
        assert!(count == COUNT);
        all
    }
}

/// A decision by the prose of a document, on a question that its grammar leaves open.
///
/// ```
/// let reading = rfc1738::Rule::Otherurl.readings()[0];
/// assert_eq!((reading.id(), reading.section()), ("new-schemes", "5"));
/// assert_eq!(reading.decision(), "Derives no URL whose scheme is one of the predefined ones.");
/// assert!(reading.why().starts_with("The comment above the production says"));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Reading {
    #[doc(hidden)]
    pub id: &'static str,
    #[doc(hidden)]
    pub section: &'static str,
    #[doc(hidden)]
    pub decision: &'static str,
    #[doc(hidden)]
    pub why: &'static str,
}

impl Reading {
    /// Returns the name of the reading, such as `scheme-case`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the section of the document that decides.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.section
    }

    /// Returns the decision of the section.
    #[must_use]
    pub fn decision(&self) -> &'static str {
        self.decision
    }

    /// Returns the reason for the decision.
    #[must_use]
    pub fn why(&self) -> &'static str {
        self.why
    }
}

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

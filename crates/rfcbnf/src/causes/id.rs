//! The ids of causes, and of disagreements without one.
//!
//! Invariants:
//! - An id consists of letters, digits and `/ , . _ % ~ -`, so shells and TOML take it as it is.
//! - The id of a cause depends on its witness and on the grammar only, not on the production that the search blames.

use std::fmt::Write as _;

use super::{Cause, Deviation, Position, Unexplained};
use crate::fnv::short_hash;
use crate::octets::OctetSet;

/// The greatest length of the part of an id that names octets or a text. A hash replaces the rest.
const LENGTH: usize = 32;

impl Cause {
    /// Returns the id of the cause: the outermost production that can consist of the part alone, whether the
    /// parser accepts or rejects too much, and the shortest text of the part: `port/accepts/x`, and
    /// `port/accepts-empty` for the empty text. So it is the same whatever production the search blames, and other
    /// faults seldom change it. The id of what is not learned is that of the place.
    ///
    /// ```
    /// use rfcbnf::causes::{Cause, Deviation, Direction, Position};
    /// use rfcbnf::syntax::Encoding;
    ///
    /// let mut cause = Cause {
    ///     production: "digits".to_owned(),
    ///     position: Position::Whole,
    ///     part: "digits".to_owned(),
    ///     direction: Direction::WronglyAccepted,
    ///     deviation: Deviation::End,
    ///     texts: 4,
    ///     witness: b"http://h:".to_vec(),
    ///     span: 9..9,
    ///     offset: 9,
    ///     examples: Vec::new(),
    ///     learnt: None,
    ///     outermost: Some("port".to_owned()),
    ///     unconfirmed: false,
    ///     encoding: Encoding::Octets,
    /// };
    /// assert_eq!(cause.id(), "port/accepts-empty");
    /// assert_eq!(cause.place_id(), "digits");
    /// cause.position = Position::Expression(vec![2, 0]);
    /// assert_eq!(cause.place_id(), "digits/part-3.1");
    /// cause.position = Position::IpLiteral;
    /// assert_eq!(cause.id(), "digits/ip-literal");
    /// ```
    #[must_use]
    pub fn id(&self) -> String {
        match self.position {
            Position::Length | Position::IpLiteral | Position::Ignored => return self.place_id(),
            Position::Whole
            | Position::Expression(_)
            | Position::Gap(..)
            | Position::References(_) => {}
        }
        let production = of_production(self.outermost.as_ref().unwrap_or(&self.production));
        let direction = self.direction;
        match self.witness.get(self.span.clone()) {
            None | Some([]) => format!("{production}/{direction}-empty"),
            Some(text) => format!("{production}/{direction}/{}", shortened(escaped(text))),
        }
    }

    /// Returns the id of the part: `port`, `httpurl/part-1`, `httpurl/gap-3`. A part has one cause at most.
    /// Earlier versions of this package had it as the id of the cause.
    #[must_use]
    pub fn place_id(&self) -> String {
        of_production(&self.production) + &self.position.to_string()
    }
}

impl Unexplained {
    /// Returns the id of the group: `httpurl/unexplained/accepts/x2f,x5c/after/http%3a%2f%2f`.
    #[must_use]
    pub fn id(&self) -> String {
        let [before, after] = self.around_octets();
        let octets = match self.deviation {
            Deviation::Octets(octets) => shortened(named(octets)),
            Deviation::End => "end".to_owned(),
        };
        before + &octets + &after
    }

    /// Returns whether the id is that of a group at the same place, with these octets at least. A search
    /// that asks about fewer texts finds fewer of them.
    ///
    /// ```
    /// use rfcbnf::causes::{Deviation, Direction, Unexplained};
    /// use rfcbnf::octets::OctetSet;
    /// use rfcbnf::syntax::Encoding;
    ///
    /// let group = Unexplained {
    ///     production: "host".to_owned(),
    ///     direction: Direction::WronglyAccepted,
    ///     deviation: Deviation::Octets(OctetSet::of("%")),
    ///     place: b"h".to_vec(),
    ///     within: Vec::new(),
    ///     texts: 1,
    ///     witness: b"h%".to_vec(),
    ///     offset: 1,
    ///     examples: Vec::new(),
    ///     encoding: Encoding::Octets,
    ///     repeats: None,
    /// };
    /// assert!(group.is_within("host/unexplained/accepts/x25,x2e/after/h"));
    /// assert!(!group.is_within("host/unexplained/accepts/x2e/after/h"));
    /// ```
    #[must_use]
    pub fn is_within(&self, id: &str) -> bool {
        let [before, after] = self.around_octets();
        let named = id.strip_prefix(&before);
        let named = named.and_then(|id| id.strip_suffix(&after));
        match (self.deviation, named.and_then(octets_of)) {
            (Deviation::Octets(own), Some(octets)) => own.without(octets).is_empty(),
            _ => id == self.id(),
        }
    }

    /// Returns what is before and after the octets in the id.
    fn around_octets(&self) -> [String; 2] {
        let production = of_production(&self.production);
        let before = format!("{production}/unexplained/{}/", self.direction);
        let after = match self.place.as_slice() {
            [] => String::new(),
            place => format!("/after/{}", shortened(escaped(place))),
        };
        [before, after]
    }
}

/// Returns the name of a production in an id.
pub(super) fn of_production(name: &str) -> String {
    shortened(escaped(name.as_bytes()))
}

/// Returns the ranges of the octets: `a..f,x2e`.
pub(super) fn named(octets: OctetSet) -> String {
    let one = |octet: u8| match octet {
        letter if letter.is_ascii_alphanumeric() => char::from(letter).to_string(),
        other => format!("x{other:02x}"),
    };
    let ranges = octets.ranges().map(|range| {
        let (first, last) = range.into_inner();
        if first == last {
            one(first)
        } else {
            format!("{}..{}", one(first), one(last))
        }
    });
    ranges.collect::<Vec<_>>().join(",")
}

/// Returns the octets of the ranges; `None` if a hash replaces some.
pub(super) fn octets_of(named: &str) -> Option<OctetSet> {
    let one = |name: &str| match name.as_bytes() {
        [letter] if letter.is_ascii_alphanumeric() => Some(*letter),
        [b'x', _, _] => u8::from_str_radix(&name[1..], 16).ok(),
        _ => None,
    };
    let mut octets = OctetSet::EMPTY;
    for range in named.split(',') {
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        octets |= OctetSet::range(one(first)?, one(last)?);
    }
    Some(octets)
}

/// Returns the text with all but letters, digits and `. _ -` as `%` and two digits.
pub(crate) fn escaped(text: &[u8]) -> String {
    let mut escaped = String::new();
    for &octet in text {
        if octet.is_ascii_alphanumeric() || b"._-".contains(&octet) {
            escaped.push(char::from(octet));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "%{octet:02x}");
        }
    }
    escaped
}

/// Replaces the end of a long part by a hash of the whole.
pub(crate) fn shortened(part: String) -> String {
    if part.len() <= LENGTH {
        return part;
    }
    let hash = short_hash(part.as_bytes());
    format!("{}~{hash:08x}", &part[..LENGTH - 9])
}

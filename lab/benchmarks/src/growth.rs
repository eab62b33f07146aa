//! Texts of any length, for curves of time against length.
//!
//! The rejected texts are those that take a parser longest: nearly all of the text is a viable
//! prefix, and much of it is ambiguous.

use rfc1738::Rule;

/// The lengths in octets, from 16 to 16 million. Each is eight times the one before.
pub const LENGTHS: [usize; 8] = [
    16,
    128,
    1 << 10,
    1 << 13,
    1 << 16,
    1 << 19,
    1 << 22,
    1 << 24,
];

/// A family of texts of any length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// The production to match.
    pub rule: Rule,
    /// Whether the production derives the texts.
    pub valid: bool,
    begin: &'static str,
    /// The repeated unit.
    run: &'static str,
    end: &'static str,
}

impl Family {
    const fn valid(name: &'static str, rule: Rule, [begin, run, end]: [&'static str; 3]) -> Self {
        let valid = true;
        Self {
            name,
            rule,
            valid,
            begin,
            run,
            end,
        }
    }

    const fn rejected(name: &'static str, rule: Rule, parts: [&'static str; 3]) -> Self {
        Self {
            valid: false,
            ..Self::valid(name, rule, parts)
        }
    }

    /// Returns a text of about this length, with a whole number of units and at least one.
    #[must_use]
    pub fn text(&self, length: usize) -> String {
        let rest = length.saturating_sub(self.begin.len() + self.end.len());
        let runs = (rest / self.run.len()).max(1);
        format!("{}{}{}", self.begin, self.run.repeat(runs), self.end)
    }
}

/// The families, for each production with long texts of its own, or for the URL that contains it.
pub const FAMILIES: [Family; 30] = [
    Family::valid("http: one segment", Rule::Httpurl, ["http://h/", "a", ""]),
    Family::valid("http: segments", Rule::Httpurl, ["http://h/", "a/", ""]),
    Family::valid("http: escapes", Rule::Httpurl, ["http://h/", "%41", ""]),
    Family::valid("http: labels", Rule::Httpurl, ["http://", "a.", "a"]),
    Family::valid("http: numbers", Rule::Httpurl, ["http://1.2.3.", "1", ""]),
    Family::valid("ftp: user", Rule::Ftpurl, ["ftp://", "a;", "@h"]),
    Family::valid("gopher: %09", Rule::Gopherurl, ["gopher://h/1", "%09", ""]),
    Family::valid("mailto", Rule::Mailtourl, ["mailto:", "a@", ""]),
    Family::valid(
        "prospero: fields",
        Rule::Prosperourl,
        ["prospero://h/a", ";a=b", ""],
    ),
    Family::valid("other: @", Rule::Otherurl, ["x://", "@", ""]),
    Family::rejected("label of hyphens", Rule::Domainlabel, ["a", "-", ""]),
    Family::rejected("hostname: labels", Rule::Hostname, ["", "a-a.", ""]),
    Family::rejected("hostname: digits and dots", Rule::Hostname, ["", "1.", "1"]),
    Family::rejected("hostnumber: digits", Rule::Hostnumber, ["", "1", ""]),
    Family::rejected("host: digits and dots", Rule::Host, ["a.", "1.", "1"]),
    Family::rejected("login: users", Rule::Login, ["", "a;", ""]),
    Family::rejected("login: password", Rule::Login, ["a:", "1", "@"]),
    Family::rejected("schemepart: @", Rule::Schemepart, ["//", "@", "~"]),
    Family::rejected("schemepart: labels", Rule::Schemepart, ["//", "a.", "~"]),
    Family::rejected(
        "otherurl: labels and @",
        Rule::Otherurl,
        ["x://", "a.a@", "~"],
    ),
    Family::rejected("http: labels", Rule::Url, ["http://", "a.", "@"]),
    Family::rejected("ftp: ;", Rule::Url, ["ftp://", "a;", "/"]),
    Family::rejected("ftp: typecodes", Rule::Url, ["ftp://h/", "a/", ";type="]),
    Family::rejected("gopher: %09", Rule::Url, ["gopher://h/1", "%09", "~"]),
    Family::rejected("news: group or article", Rule::Url, ["news:", "a.", "~"]),
    Family::rejected("news: host of article", Rule::Url, ["news:a@", "1.", "~"]),
    Family::rejected("nntp: digits", Rule::Url, ["nntp://h/a/", "1", "a"]),
    Family::rejected("wais: database", Rule::Url, ["wais://h/", "%41", "~"]),
    Family::rejected("wais: document", Rule::Url, ["wais://h/a/b/", "a", "/"]),
    Family::rejected("prospero: ;", Rule::Url, ["prospero://h/a", ";a=b", ";"]),
];

#[cfg(test)]
mod tests {
    use rfc1738::is_valid;

    use super::*;

    #[test]
    fn texts_of_any_length_are_valid_as_their_family_says() {
        for family in FAMILIES {
            for length in [0, 16, 17, 18, 19, 1000] {
                let text = family.text(length);
                assert_eq!(is_valid(family.rule, &text), family.valid, "{text}");
            }
        }
    }

    #[test]
    fn the_texts_are_about_as_long_as_asked_for() {
        for family in FAMILIES {
            for length in LENGTHS.into_iter().filter(|length| *length > 64) {
                let text = family.text(length);
                assert!(text.len().abs_diff(length) < 8, "{}: {length}", family.name);
            }
        }
    }
}

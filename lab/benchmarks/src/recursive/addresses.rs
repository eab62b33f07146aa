//! Addresses of RFC 5322, the same in every run.
//!
//! Invariant: every address is valid by construction, as its form says.

use fastrand::Rng;

const NAMES: [&str; 12] = [
    "anna", "bela", "carol", "dmitri", "erin", "frank", "grete", "hugo", "ines", "jorge", "kim",
    "lena",
];

const DOMAINS: [&str; 8] = [
    "example.org",
    "example.com",
    "mail.example.net",
    "a.b.c.example",
    "xn--bcher-kva.example",
    "host-1.example.edu",
    "localhost",
    "news.example.co.uk",
];

/// A way to write an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// `local@domain`.
    Plain,
    /// A display name of atoms, and the address in angle brackets.
    Named,
    /// A display name in quotation marks.
    QuotedName,
    /// A local part in quotation marks.
    QuotedLocalPart,
    /// An IP address in brackets.
    DomainLiteral,
    /// Comments, also nested ones.
    Comments,
    /// A line break before a blank.
    Folded,
    /// A name and a list of addresses.
    Group,
    /// Obsolete: a route before the address in angle brackets.
    Route,
    /// Obsolete: a dot in the display name.
    DotInName,
    /// Obsolete: blanks around the dots of the local part.
    BlanksAroundDots,
    /// Obsolete: two line breaks in a quoted string, with only blanks between them.
    FoldedTwice,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 12] = [
        Self::Plain,
        Self::Named,
        Self::QuotedName,
        Self::QuotedLocalPart,
        Self::DomainLiteral,
        Self::Comments,
        Self::Folded,
        Self::Group,
        Self::Route,
        Self::DotInName,
        Self::BlanksAroundDots,
        Self::FoldedTwice,
    ];

    /// Returns the description in the tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Named => "display name",
            Self::QuotedName => "quoted display name",
            Self::QuotedLocalPart => "quoted local part",
            Self::DomainLiteral => "domain literal",
            Self::Comments => "comments",
            Self::Folded => "folded",
            Self::Group => "group",
            Self::Route => "route",
            Self::DotInName => "dot in a display name",
            Self::BlanksAroundDots => "blanks around a dot",
            Self::FoldedTwice => "folded twice",
        }
    }
}

/// Returns this number of addresses with their forms. Every form occurs if there are 30 or more.
#[must_use]
pub fn all(number: usize) -> Vec<(Form, String)> {
    let mut random = Rng::with_seed(5322);
    let forms = [Form::Plain, Form::Named].into_iter().cycle();
    // Plain addresses and display names are most of the addresses in mail.
    let forms = Form::ALL.into_iter().chain(forms.take(18)).cycle();
    let addresses = forms.map(|form| (form, address(&mut random, form)));
    addresses.take(number).collect()
}

fn address(random: &mut Rng, form: Form) -> String {
    let (one, two) = (name(random), name(random));
    let number = random.u8(1..255);
    let plain = plain(random);
    let domain = domain(random);
    match form {
        Form::Plain => plain,
        Form::Named => format!("{one} {two} <{plain}>"),
        Form::QuotedName => format!("\"{two}, {one} \\\"{number}\\\"\" <{plain}>"),
        Form::QuotedLocalPart => format!("\"{one} {two}, @{number}\"@{domain}"),
        Form::DomainLiteral => match number % 2 {
            0 => format!("{one}@[192.0.2.{number}]"),
            _ => format!("{one}@[IPv6:2001:db8::{number:x}]"),
        },
        Form::Comments => format!("{one}(at (real) work)@{domain} (room {number} (not \\)))"),
        Form::Folded => format!("{one}\r\n {two} <{plain}>"),
        Form::Group => format!("{one} list: {plain}, {two} <{one}.{number}@{domain}>;"),
        Form::Route => format!("{two} <@{domain},@relay.example:{plain}>"),
        Form::DotInName => format!("{one} Q. {two} <{plain}>"),
        Form::BlanksAroundDots => format!("{one} . {two} . n{number}@{domain}"),
        Form::FoldedTwice => format!("\"{one} \r\n \r\n {two}\" <{plain}>"),
    }
}

fn name(random: &mut Rng) -> &'static str {
    NAMES[random.usize(..NAMES.len())]
}

fn domain(random: &mut Rng) -> &'static str {
    DOMAINS[random.usize(..DOMAINS.len())]
}

fn plain(random: &mut Rng) -> String {
    let (one, two) = (name(random), name(random));
    let number = random.u16(..10_000);
    let local_part = match random.u8(..4) {
        0 => one.to_owned(),
        1 => format!("{one}.{two}"),
        2 => format!("{one}+{two}{number}"),
        _ => format!("{one}{number}"),
    };
    format!("{local_part}@{}", domain(random))
}

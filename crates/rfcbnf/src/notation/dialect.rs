//! What distinguishes the notations.
//!
//! One lexer and one builder of expressions read all of them. Everything that they do differently is in a row of
//! [`DIALECTS`], but for the lexemes that signs cannot say: a file of the lexer has those of each of [`Lexemes`].

use std::borrow::Cow;
use std::fmt;

use super::lexeme::Lexeme;
use super::outline::{is_blank, is_line_end};
use crate::syntax::{Case, Notation};

/// What a notation writes, and what it means.
#[expect(clippy::struct_excessive_bools, reason = "each is a column of a table")]
pub(super) struct Dialect {
    /// The name by which people know the notation.
    name: &'static str,
    /// The name for options, links and programs.
    id: &'static str,
    /// Whether it is one of those that RFCs print, with a rule on lines of its own.
    pub(super) is_of_rfcs: bool,
    /// How comments begin and end; "" is the end of the line.
    pub(super) comments: &'static [(&'static str, &'static str)],
    /// Characters around the text of a comment.
    pub(super) is_comment_mark: fn(char) -> bool,
    pub(super) is_white: fn(char) -> bool,
    /// What names can begin with besides letters, and have besides letters and digits.
    pub(super) name_marks: (&'static str, &'static str),
    /// The signs that mean what they mean elsewhere.
    pub(super) signs: &'static str,
    /// Other signs, each with its lexeme, and `None` for one that changes no text. The first that fits counts.
    pub(super) own_signs: &'static [Sign],
    /// Whose lexemes it has besides signs.
    pub(super) lexemes: Lexemes,
    /// Whether a sign ends each rule.
    pub(super) ends_rules: bool,
    /// Whether an alternative without elements, or a body, derives the empty text.
    pub(super) has_empty_alternatives: bool,
    /// How letters compare in a literal in quotation marks: RFC 5234, Section 2.3.
    pub(super) case_of_literals: Case,
    /// Whether the brackets of `*[ x ]` only group. RFC 1738 has `*[ x ]` in this sense.
    pub(super) only_groups_after_counts: bool,
    /// Whether the core rules of RFC 5234, Appendix B.1, are part of every grammar.
    has_core_rules: bool,
    /// Whether `<name>` refers to a rule even if none has the name.
    has_names_in_angle_brackets: bool,
    /// Whether `{ x }` is any number of `x`, as in RFC 1459.
    pub(super) has_curly_brackets: bool,
    /// Whether `1,31` are counts, as in RFC 2141, and `'x'` is a literal, as in RFC 1779.
    pub(super) has_commas_and_apostrophes: bool,
    /// Whether `"x"i` and `[a]i` match letters in either case, and `[^a]` any other character.
    pub(super) has_caseless_marks: bool,
    has_ordered_choice: bool,
}

/// The notations that have lexemes of their own, which signs cannot say.
#[derive(Clone, Copy)]
pub(super) enum Lexemes {
    Rfcs,
    Ebnf,
    Antlr,
    Peg,
    Pest,
    Textbook,
}

type Sign = (&'static str, Option<Lexeme<'static>>);

const SEPARATOR: Option<Lexeme<'static>> = Some(Lexeme::Separator('|'));

const RFC822: Dialect = Dialect {
    name: "RFC 822 style",
    id: "rfc822",
    is_of_rfcs: true,
    comments: &[(";", "")],
    is_comment_mark: char::is_whitespace,
    is_white: |one| is_blank(one) || is_line_end(one),
    name_marks: ("", "-_+"),
    signs: "()[]{}|/",
    own_signs: &[],
    lexemes: Lexemes::Rfcs,
    ends_rules: false,
    has_empty_alternatives: false,
    case_of_literals: Case::Exact,
    only_groups_after_counts: true,
    has_core_rules: true,
    has_names_in_angle_brackets: false,
    has_curly_brackets: false,
    has_commas_and_apostrophes: false,
    has_caseless_marks: false,
    has_ordered_choice: false,
};

const W3C: Dialect = Dialect {
    name: "EBNF of the W3C",
    id: "w3c",
    is_of_rfcs: false,
    comments: &[("/*", "*/")],
    is_white: |one| one.is_whitespace() || one == '\u{feff}',
    name_marks: ("_", "_-."),
    signs: "|-?*+()",
    own_signs: &[
        ("::=", Some(Lexeme::Defines("::="))),
        (":=", Some(Lexeme::Defines(":="))),
        ("=", Some(Lexeme::Defines("="))),
    ],
    lexemes: Lexemes::Ebnf,
    only_groups_after_counts: false,
    has_core_rules: false,
    has_curly_brackets: true,
    ..RFC822
};

const ANTLR: Dialect = Dialect {
    name: "ANTLR",
    id: "antlr",
    comments: &[("//", ""), ("/*", "*/")],
    is_comment_mark: |one| "/*#! \r".contains(one),
    name_marks: ("_", "_"),
    signs: "|()?*+~",
    own_signs: &[],
    lexemes: Lexemes::Antlr,
    ends_rules: true,
    has_empty_alternatives: true,
    ..W3C
};

/// The notations, in the order of [`Notation`].
static DIALECTS: [Dialect; 9] = [
    RFC822,
    Dialect {
        name: "ABNF",
        id: "abnf",
        case_of_literals: Case::Ignored,
        only_groups_after_counts: false,
        ..RFC822
    },
    Dialect {
        name: "BNF",
        id: "bnf",
        has_core_rules: false,
        has_names_in_angle_brackets: true,
        has_curly_brackets: true,
        has_commas_and_apostrophes: true,
        ..RFC822
    },
    W3C,
    Dialect {
        name: "EBNF of ISO 14977",
        id: "iso",
        comments: &[("(*", "*)")],
        name_marks: ("_", "_-"),
        signs: ";,|-*+()[]{}",
        own_signs: &[
            ("::=", Some(Lexeme::Defines("::="))),
            (":=", Some(Lexeme::Defines(":="))),
            ("=", Some(Lexeme::Defines("="))),
            (".", Some(Lexeme::Ends)),
            ("/", SEPARATOR),
            ("!", SEPARATOR),
        ],
        ends_rules: true,
        has_empty_alternatives: true,
        ..W3C
    },
    ANTLR,
    Dialect {
        name: "PEG",
        id: "peg",
        comments: &[("#", ""), ("//", ""), ("/*", "*/")],
        signs: "()?*+!&",
        // Captures, and the end of a rule, change nothing.
        own_signs: &[
            ("/", SEPARATOR),
            ("<", None),
            (">", None),
            (";", None),
            ("$", None),
        ],
        lexemes: Lexemes::Peg,
        ends_rules: false,
        has_empty_alternatives: false,
        has_caseless_marks: true,
        has_ordered_choice: true,
        ..ANTLR
    },
    Dialect {
        name: "pest",
        id: "pest",
        signs: "|()?*+!&",
        own_signs: &[
            ("~", None),
            ("..", Some(Lexeme::Dots(".."))),
            ("}", Some(Lexeme::Ends)),
        ],
        lexemes: Lexemes::Pest,
        has_empty_alternatives: false,
        has_ordered_choice: true,
        ..ANTLR
    },
    Dialect {
        name: "the notation of textbooks",
        id: "textbook",
        comments: &[("//", ""), ("#", "")],
        name_marks: ("", "_"),
        // Brackets and the signs of repetition are these only in files with literals in quotation marks.
        signs: "|()[]?*+",
        own_signs: &[(";", None)],
        lexemes: Lexemes::Textbook,
        ends_rules: false,
        ..ANTLR
    },
];

impl Notation {
    pub(super) fn dialect(self) -> &'static Dialect {
        &DIALECTS[self as usize]
    }

    /// All notations.
    pub const ALL: [Self; 9] = [
        Self::Rfc822,
        Self::Abnf,
        Self::Bnf,
        Self::W3c,
        Self::Iso,
        Self::Antlr,
        Self::Peg,
        Self::Pest,
        Self::Textbook,
    ];

    /// Returns the name of the notation for options and links: `textbook`. For people, it has a `Display`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.dialect().id
    }

    /// Returns the notation with an [`id`](Self::id).
    ///
    /// ```
    /// use rfcbnf::syntax::Notation;
    ///
    /// assert_eq!(Notation::with_id("w3c"), Some(Notation::W3c));
    /// assert_eq!(Notation::with_id("EBNF"), None);
    /// ```
    #[must_use]
    pub fn with_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.id() == id)
    }

    /// Returns whether the notation is one of those that RFCs print, with a rule on lines of its own.
    #[must_use]
    pub fn is_of_rfcs(self) -> bool {
        self.dialect().is_of_rfcs
    }

    /// Returns whether the first alternative that matches is the only one. The reader keeps every alternative.
    #[must_use]
    pub fn has_ordered_choice(self) -> bool {
        self.dialect().has_ordered_choice
    }

    /// Returns the part of a name that distinguishes it from others: RFC 5234, Section 2.1.
    pub(crate) fn name_key(self, name: &str) -> Cow<'_, str> {
        match self {
            Self::Abnf => Cow::Owned(name.to_ascii_lowercase()),
            _ => Cow::Borrowed(name),
        }
    }

    /// Returns whether the core rules of RFC 5234, Appendix B.1, are part of every grammar.
    pub(crate) fn has_core_rules(self) -> bool {
        self.dialect().has_core_rules
    }

    /// Returns whether `<name>` refers to a rule even if none has the name.
    pub(crate) fn has_names_in_angle_brackets(self) -> bool {
        self.dialect().has_names_in_angle_brackets
    }
}

/// Writes the name by which people know the notation.
impl fmt::Display for Notation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.dialect().name)
    }
}

//! Why a file is read in its notation, and whether that changes what matches.

use std::fmt;

use crate::error::line::Clipped;
use crate::syntax::{Grammar, Kind, LiteralForm, Notation};

/// Why a file is read in its notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationSign {
    /// [`Reader::notation`](crate::Reader::notation) says so.
    Chosen,
    /// The rules show it: `::=`, `|`, numbers, `%s"x"`, or a core rule that the file does not define.
    Shown,
    /// The rules show none, and [`Reader::expected`](crate::Reader::expected) names it.
    Expected,
    /// `/` separates alternatives. Most such files are ABNF.
    Slashes,
    /// The file defines core rules of ABNF itself, or writes `<">`. Most such files are older than
    /// ABNF.
    CoreRules,
    /// Nothing shows a notation.
    Absent,
}

/// The choice of a notation that the file leaves open, and that decides how letters match.
///
/// Its `Display` is one line that needs no context, without the name of the file.
///
/// ```
/// let document = rfcbnf::Reader::default().read("a = \"x\" \"y\"\n");
/// assert_eq!(
///     document.open_choice().unwrap().to_string(),
///     "is read in RFC 822 style, because nothing in it shows a notation: `x` matches as \
///      written only, and in ABNF in either case"
/// );
/// assert!(rfcbnf::Reader::default().read("a = %x61 \"y\"\n").open_choice().is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotationChoice {
    notation: Notation,
    sign: NotationSign,
    literal: String,
}

impl NotationChoice {
    /// Returns the choice, if another notation would change how letters match.
    pub(crate) fn of(grammar: &Grammar, sign: NotationSign) -> Option<Self> {
        let is_open = matches!(
            sign,
            NotationSign::Slashes | NotationSign::CoreRules | NotationSign::Absent
        );
        let productions = grammar.productions.iter().filter(|_| is_open);
        let literal = productions.filter_map(|production| {
            let mut found = None;
            production.body.walk(&mut |part| match &part.kind {
                Kind::Literal {
                    text,
                    form: LiteralForm::Quoted,
                    ..
                } if text.contains(|character: char| character.is_ascii_alphabetic()) => {
                    found.get_or_insert_with(|| text.clone());
                }
                _ => {}
            });
            found
        });
        let literal = { literal }.next()?;
        Some(Self {
            notation: grammar.notation,
            sign,
            literal,
        })
    }

    /// Returns the notation that would make letters match in the other way.
    #[must_use]
    pub fn other(&self) -> Notation {
        match self.notation {
            Notation::Abnf => Notation::Rfc822,
            _ => Notation::Abnf,
        }
    }
}

impl fmt::Display for NotationChoice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let because = match self.sign {
            NotationSign::Slashes => "`/` separates its alternatives",
            NotationSign::CoreRules => "it defines core rules of ABNF itself, or writes <\">",
            _ => "nothing in it shows a notation",
        };
        let literal = Clipped(&self.literal);
        match self.notation {
            Notation::Abnf => write!(
                formatter,
                "is read as ABNF, because {because}: `{literal}` matches in either case, and in \
                 {} as written only",
                self.other()
            ),
            notation => write!(
                formatter,
                "is read in {notation}, because {because}: `{literal}` matches as written only, \
                 and in {} in either case",
                self.other()
            ),
        }
    }
}

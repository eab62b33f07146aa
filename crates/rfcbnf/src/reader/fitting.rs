//! The notations in which a file can be read without an error, where they give it different meanings.
//!
//! `S ::= a S b | c` has four errors as BNF, where `a` is a name that nothing defines, and none as a textbook reads it.
//! `list = { item }` is one `item` in pest, and any number of them in EBNF. Detection takes the likelier notation; who
//! wrote the file knows better.

use super::Reader;
use crate::notation::choice::NotationSign;
use crate::notation::ebnf::{is_w3c, visible};
use crate::notation::lexer::ARROWS;
use crate::syntax::{Expression, Grammar, Kind, Notation};

/// The longest file in bytes that is read in every notation: what is longer was made with a tool, and shows its notation.
const LENGTH: usize = 20_000;

impl Reader {
    /// Returns the grammars of the notations in which a file can be read without an error, if they give it different
    /// meanings. The first is that of the notation that [`read`](Self::read) takes, if it has no error. The list is empty
    /// if the file leaves no choice: only the notation that `read` takes fits, or none, or the file shows it by what no
    /// other has. How letters compare is a choice of its own: [`GrammarDocument::open_choice`](super::GrammarDocument::open_choice).
    ///
    /// ```
    /// use rfcbnf::Reader;
    /// use rfcbnf::syntax::Notation;
    ///
    /// let fitting = |source| {
    ///     let grammars = Reader::default().fitting(source).into_iter();
    ///     grammars.map(|one| one.notation).collect::<Vec<_>>()
    /// };
    /// assert_eq!(fitting("list = { item }\nitem = { \"x\" }\n"), [Notation::Pest, Notation::Iso]);
    /// assert_eq!(fitting("S ::= a S b | c\n"), [Notation::Textbook]);
    /// assert!(fitting("S -> a S b | c\n").is_empty());
    /// ```
    #[must_use]
    pub fn fitting(&self, source: &str) -> Vec<Grammar> {
        let detected = self.read(source);
        let is_own = detected.errors.is_none();
        let is_shown = shows(&detected.grammar, detected.sign, source);
        if source.len() > LENGTH || (is_own && is_shown) {
            return Vec::new();
        }
        let visible = visible(source);
        let own = detected.grammar;
        let taken = own.notation;
        let mut found = if is_own { vec![own] } else { Vec::new() };
        let others = Notation::ALL.into_iter().rev().filter(|&one| one != taken);
        for notation in others.filter(|&one| can_be(one, &visible)) {
            let reader = Self {
                notation: Some(notation),
                ..self.clone()
            };
            let Ok(grammar) = reader.read(source).into_result() else {
                continue;
            };
            let is_whole =
                is_written_out(&grammar) && !found.iter().any(|one| means(one, &grammar));
            if is_whole {
                found.push(grammar);
            }
        }
        let has_choice = found.len() > 1 || (!is_own && !found.is_empty());
        if has_choice { found } else { Vec::new() }
    }
}

/// Returns whether a file without errors shows its notation by what no other notation has.
fn shows(grammar: &Grammar, sign: NotationSign, source: &str) -> bool {
    let has = |marks: &[&str]| marks.iter().any(|mark| source.contains(mark));
    match grammar.notation {
        Notation::Textbook => has(&["->", "\u{2192}", "\u{27f6}", "\u{21d2}", "=>", "\u{3b5}"]),
        Notation::Peg => has(&["<-", "\u{2190}"]),
        Notation::Antlr => has(&["grammar ", "fragment ", "->", ".."]),
        Notation::Pest => has(&["_{", "@{", "${", "!{", "~"]),
        Notation::Iso => has(&["(*", ","]),
        Notation::W3c => has(&["/*", "#x"]),
        Notation::Bnf => has(&["<"]),
        Notation::Abnf | Notation::Rfc822 => !matches!(sign, NotationSign::Absent),
    }
}

/// Returns whether a file has what every file of a notation has outside of literals and comments, so that it is worth
/// reading.
fn can_be(notation: Notation, visible: &str) -> bool {
    let has = |marks: &[&str]| marks.iter().any(|mark| visible.contains(mark));
    match notation {
        Notation::Textbook => has(&ARROWS),
        Notation::Peg => has(&["<-", "\u{2190}"]),
        Notation::Antlr => has(&[":"]) && has(&[";"]),
        Notation::Pest => has(&["{"]),
        Notation::Iso => has(&[";", ",", "{"]),
        Notation::W3c => is_w3c(visible) || has(&["'"]),
        Notation::Bnf => has(&["::="]),
        Notation::Abnf | Notation::Rfc822 => has(&["="]),
    }
}

/// Returns whether no rule has prose in place of texts.
fn is_written_out(grammar: &Grammar) -> bool {
    let mut is = true;
    for production in &grammar.productions {
        production.body.walk(&mut |part| {
            is &= !matches!(part.kind, Kind::Prose(_) | Kind::Unreadable);
        });
    }
    is
}

/// Returns whether two readings of a file have the same productions, but for how letters compare.
fn means(one: &Grammar, other: &Grammar) -> bool {
    let (mine, yours) = (own(one), own(other));
    let mut pairs = mine.iter().zip(&yours);
    mine.len() == yours.len()
        && pairs.all(|((one, body), (other, theirs))| one == other && body.is_written_like(theirs))
}

/// Returns the productions of the file itself, without the core rules after it.
fn own(grammar: &Grammar) -> Vec<(&str, &Expression)> {
    let end = grammar.own_end();
    let own = grammar
        .productions
        .iter()
        .filter(|one| one.span.start < end);
    own.map(|one| (one.name.as_str(), &one.body)).collect()
}

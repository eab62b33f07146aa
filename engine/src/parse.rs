//! Parsing: from a text to a verdict, a tree or an error.

use nom::IResult;
use nom::error::ParseError;

use crate::as_input::AsInput;
use crate::cursor::WideCursor;
use crate::error::{Diagnosis, FurthestOffset, SyntaxError};
use crate::observed_input::Session;
use crate::observer::DynObserver;
use crate::production::Production;
use crate::production_set::ProductionId;
use crate::text::Text;
use crate::tree::{
    CharacterTable, Detail, Tree, TreeCollector, TreeText as _, derives, tree_records,
};
use crate::utf8::viable_prefix;

/// A production with a parser, which decides about every text: the production derives it, or does
/// not and there is an error. Every function that runs a parser asks for this trait, such as
/// [`parse`](crate::parse()). [`Production`] has an example.
pub trait Parse: Production {
    /// Returns the error in a text that the production does not derive.
    ///
    /// The default is [`error_by_combinators`]. A production that has an
    /// [`ErrorTable`](crate::ErrorTable) takes one run over it.
    fn error(self, text: &[u8]) -> SyntaxError<Self> {
        error_by_combinators(self, text)
    }

    /// Returns the table of the character productions inside a production's nodes, by which
    /// [`parse_in_detail`](crate::parse_in_detail) adds them to a tree. Without a table, which is
    /// the default, combinators parse the text of each of its nodes once more.
    ///
    /// `rfcbnf` computes tables, and has none for a production whose octets do not decide alone.
    fn character_table(
        grammar: &Self::Grammar,
        production: ProductionId,
    ) -> Option<&CharacterTable> {
        let _ = (grammar, production);
        None
    }

    /// Returns whether the production derives the text.
    ///
    /// The default runs [`Parse::parse_prefix`]. Generated code takes [`derives`](crate::spans::derives),
    /// which has no input to hand on.
    fn derives(self, text: &[u8]) -> bool {
        derives(self, text)
    }

    /// Parses the text of a tree, and returns whether the production derives all of it.
    ///
    /// The default is [`TreeCollector::by_combinators`]. Generated code takes
    /// [`TreeCollector::by_spans`] if all productions have tables of their character productions: it is
    /// faster, and takes a quarter of the time to compile.
    fn parse_tree(self, tree: &mut TreeCollector<'_>) -> bool {
        tree.by_combinators(self)
    }

    /// Consumes the longest prefix that the production derives, and returns it.
    ///
    /// # Errors
    ///
    /// Returns nom's error for the last attempt if the production derives no prefix of the input.
    fn parse_prefix<I: Text, E: ParseError<I>>(self, input: I) -> IResult<I, I, E>;
}

/// Returns whether the production derives the text. Allocates only for productions that are matched
/// by [`first_derivation`](crate::combinators::first_derivation()).
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::is_valid;
///
/// assert!(is_valid(Rule::Url, "news:comp.infosystems.www.misc"));
/// assert!(!is_valid(Rule::Url, b"news:\xff"));
/// ```
#[inline]
pub fn is_valid<P: Parse>(production: P, text: impl AsRef<[u8]>) -> bool {
    production.derives(text.as_ref())
}

/// Returns the longest prefix of the input that the production derives, and the rest, in the order
/// of [`str::split_at`]; `None` if it derives no prefix.
///
/// [`Parse::parse_prefix`](crate::Parse::parse_prefix) does the same as a parser of nom, which returns the rest first.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::match_prefix;
///
/// assert_eq!(match_prefix(Rule::Hostport, "host:80/a"), Some(("host:80", "/a")));
/// assert_eq!(match_prefix(Rule::Hostport, &b"-"[..]), None);
/// ```
pub fn match_prefix<P: Parse, I: Text>(production: P, input: I) -> Option<(I, I)> {
    let (rest, matched) = production.parse_prefix::<_, ()>(input).ok()?;
    Some((matched, rest))
}

/// Parses the text as the production. The tree leaves out the character productions.
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the production does not derive the text.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::parse;
///
/// let tree = parse(Rule::Hostport, "ds.internic.net:80")?;
/// assert_eq!(tree.find(Rule::Port).unwrap().span(), 16..18);
/// # Ok::<(), rfcbnf_engine::SyntaxError<Rule>>(())
/// ```
pub fn parse<P: Parse, T: AsInput + ?Sized>(
    production: P,
    text: &T,
) -> Result<Tree<'_, P>, SyntaxError<P>> {
    parse_in_detail(production, text, Detail::Rules)
}

/// Parses the text as the production, with or without the character productions in the tree.
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the production does not derive the text.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Detail, parse_in_detail};
///
/// let tree = parse_in_detail(Rule::Port, "80", Detail::Characters)?;
/// assert_eq!(tree.iter().filter(|node| node.rule() == Rule::Digit).count(), 2);
/// # Ok::<(), rfcbnf_engine::SyntaxError<Rule>>(())
/// ```
#[inline]
pub fn parse_in_detail<P: Parse, T: AsInput + ?Sized>(
    production: P,
    text: &T,
    detail: Detail,
) -> Result<Tree<'_, P>, SyntaxError<P>> {
    // A production whose trees refer to a `str` derives nothing else.
    let tree = P::Text::of(text).and_then(|text| {
        let records = tree_records(production, text.as_octets(), detail)?;
        Some(Tree::new(text, production.grammar(), records))
    });
    tree.ok_or_else(|| diagnose(production, text.as_input()))
}

/// Returns the error in a text that the production does not derive.
///
/// [`parse`] and [`parse_in_detail`] return the same error. Callers that need no tree ask for the
/// error alone if [`is_valid`] returns false.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{diagnose, parse};
///
/// assert_eq!(diagnose(Rule::Port, b"8o"), parse(Rule::Port, "8o").unwrap_err());
/// ```
pub fn diagnose<P: Parse>(production: P, text: &[u8]) -> SyntaxError<P> {
    production.error(text)
}

/// Returns the error in a text that the production does not derive, by two runs of its parser: one
/// finds the furthest offset, the other the characters expected there.
///
/// The offset and what is expected are those of [`diagnose`]; in a grammar of characters, the first octets
/// of the characters. If several derivations lead to the offset, the context can be that of another one.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{diagnose, error_by_combinators};
///
/// assert_eq!(error_by_combinators(Rule::Port, b"8o"), diagnose(Rule::Port, b"8o"));
/// ```
pub fn error_by_combinators<P: Parse>(production: P, text: &[u8]) -> SyntaxError<P> {
    let is_of_characters = P::is_of_characters(&production.grammar());
    let (_, (reached, end, read)) = viable_prefix(is_of_characters, text, |read| {
        let reached = FurthestOffset::new();
        let session = Session::<_, WideCursor>::new(read, DynObserver::new(&reached));
        let end = match_end(production, &session);
        (reached.offset(), (reached, end, read))
    });
    let diagnosis = Diagnosis::at(&reached, production);
    let second = Session::<_, WideCursor>::new(read, DynObserver::new(&diagnosis));
    let _ = match_end(production, &second);
    diagnosis.finish(production, text, end)
}

/// Returns the end of the longest match, if the production matches.
fn match_end<P: Parse>(
    production: P,
    session: &Session<'_, DynObserver<'_>, WideCursor>,
) -> Option<usize> {
    let (rest, _) = production.parse_prefix::<_, ()>(session.start()).ok()?;
    Some(rest.offset())
}

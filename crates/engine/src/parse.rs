//! Parsing: from a text to a verdict, a tree or an error, and whether more input can change the answer.
//!
//! The longest prefix that a production derives can be another one with more input exactly if all of the
//! input so far is a viable prefix that an octet can follow. The automaton of the production's errors
//! decides that: it finds the longest viable prefix, and what can follow it.

use nom::error::ParseError;
use nom::{Err, IResult, Needed};

use crate::collector::Collector;
use crate::error::{ExpectedSets, Next, SyntaxError};
use crate::nom_function::longest_prefix;
use crate::production::{Production, ProductionId};
use crate::spans;
use crate::text::{AsInput, Text, TreeText as _};
use crate::tree::{CharacterTable, Detail, Tree, tree_records};
use crate::utf8::start_of_character;

/// A production with a body, which decides about every text: the production derives it, or does
/// not and there is an error. Every function that runs a parser asks for this trait, such as
/// [`parse`](crate::parse()). [`Production`] has an example.
pub trait Parse: Production {
    /// Whether every production has a [character table](Parse::character_table). Then the compiler makes no
    /// code for trees with character productions by bodies.
    const HAS_CHARACTER_TABLES: bool = false;

    /// Runs the body of the production at an offset. Returns the offset after the longest match; `None` if the
    /// production derives no prefix of the rest.
    fn read<C: Collector>(self, collector: &mut C, at: usize) -> Option<usize>;

    /// Returns the error in a text that the production does not derive: that of [`Parse::body_error`], or the
    /// same by an [`ErrorTable`](crate::ErrorTable), which takes one run over the text.
    fn error(self, text: &[u8]) -> SyntaxError<Self> {
        self.body_error(text)
    }

    /// Returns the error in a text that the production does not derive, as the body finds it: the offset and
    /// what is expected are exact, in a grammar of characters as the first octets of the characters. If
    /// several derivations lead to the offset, the context is one of them.
    ///
    /// ```
    /// use rfc1738::Rule;
    /// use rfcbnf_engine::{Parse as _, diagnose};
    ///
    /// assert_eq!(Rule::Port.body_error(b"8o"), diagnose(Rule::Port, b"8o"));
    /// ```
    fn body_error(self, text: &[u8]) -> SyntaxError<Self> {
        let (sets, end) = ExpectedSets::read(self, text);
        sets.error(text, end)
    }

    /// Returns the length of the longest viable prefix of a text, in octets, as the body finds it.
    fn body_viable_prefix(self, text: &[u8]) -> usize {
        ExpectedSets::read(self, text).0.furthest()
    }

    /// Returns the table of the character productions inside a production's nodes, by which
    /// [`parse_in_detail`](crate::parse_in_detail) adds them to a tree. Without a table, which is
    /// the default, the body parses the text of each of its nodes once more.
    ///
    /// `rfcbnf` computes tables, and has none for a production whose octets do not decide alone.
    fn character_table(
        grammar: &Self::Grammar,
        production: ProductionId,
    ) -> Option<&CharacterTable> {
        let _ = (grammar, production);
        None
    }

    /// Returns whether the production derives the text. By default, the body decides.
    #[inline]
    fn derives(self, text: &[u8]) -> bool {
        spans::derives(text, |verdict, at| self.read(verdict, at))
    }

    /// Consumes the longest prefix that the production derives, and returns it: the nom function of the
    /// production.
    ///
    /// # Errors
    ///
    /// Returns an error if the production derives no prefix of the input. [`production!`](crate::production!)
    /// says where it is.
    #[inline]
    fn parse_prefix<I: Text, E: ParseError<I>>(self, input: I) -> IResult<I, I, E> {
        longest_prefix(self, input, |verdict, at| self.read(verdict, at))
    }
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

/// Returns what can follow a text, for completion: after a text that the production derives, too. [`Next`] has an example.
///
/// # Errors
///
/// Returns the error if no text of the production begins with this one.
pub fn next<P: Parse>(production: P, text: &[u8]) -> Result<Next<P>, SyntaxError<P>> {
    // What an error says is a function of the viable prefix, and that can be the whole of a text.
    Next::of(production.error(text))
}

/// Returns a parser of nom that consumes the longest prefix that the production derives, and says
/// `Incomplete` where more input could change its answer: a longer prefix, or a match in place of an error.
///
/// An answer of [`Parse::parse_prefix`] is about the input as it is. At the end of a stream, ask that.
///
/// # Errors
///
/// Returns `Err::Incomplete`, or the error of [`Parse::parse_prefix`].
///
/// ```
/// use nom::{Err, Needed};
/// use rfc1738::Rule;
/// use rfcbnf_engine::streaming;
///
/// let mut port = streaming::<_, &str, ()>(Rule::Port);
/// assert_eq!(port("80"), Err(Err::Incomplete(Needed::Unknown)));
/// assert_eq!(port("80 "), Ok((" ", "80")));
/// assert_eq!(port("x"), Err(Err::Error(())));
/// ```
pub fn streaming<P: Parse, I: Text, E: ParseError<I>>(
    production: P,
) -> impl FnMut(I) -> IResult<I, I, E> {
    move |input| {
        if can_continue(production, input.octets()) {
            return Err(Err::Incomplete(Needed::Unknown));
        }
        production.parse_prefix(input)
    }
}

/// Returns whether all of the text is a viable prefix of the production's texts, and an octet can follow:
/// whether more text can make another prefix the longest one that the production derives.
///
/// A character that is not finished counts as one that can follow if its first octet does.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::can_continue;
///
/// assert!(can_continue(Rule::Url, b"http:/"));
/// assert!(can_continue(Rule::Url, b"http://host/"));
/// assert!(!can_continue(Rule::Url, b"http://host/ "));
/// assert!(!can_continue(Rule::Escape, b"%41"));
/// ```
pub fn can_continue<P: Parse>(production: P, text: &[u8]) -> bool {
    let is_of_characters = P::is_of_characters(&production.grammar());
    let end = if is_of_characters {
        start_of_character(text)
    } else {
        text.len()
    };
    let (text, begun) = text.split_at(end);
    // What an error says is a function of the viable prefix, and that can be the whole of a text.
    let error = production.error(text);
    let next = error.next();
    let follows = match begun.first() {
        Some(&first) => next.contains(first),
        None => !next.is_empty(),
    };
    error.offset() == text.len() && follows
}

//! From the body of a production to a combinator of nom.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult};

use crate::production::Production;
use crate::spans::Verdict;
use crate::text::Text;
use crate::utf8::start_of_character;

/// Consumes the longest prefix of the input that the body of the production matches. It is what functions made by
/// [`production!`](crate::production!) call.
#[doc(hidden)]
#[inline]
pub fn longest_prefix<P: Production, I: Text, E: ParseError<I>>(
    production: P,
    input: I,
    body: impl FnOnce(&mut Verdict<'_>, usize) -> Option<usize>,
) -> IResult<I, I, E> {
    match body(&mut Verdict::new(input.octets()), 0) {
        Some(length) if input.divides_at(length) => Ok(input.take_split(length)),
        _ => Err(no_match(production, input)),
    }
}

/// Returns the error of a production that derives no prefix of the input: at the end of the longest viable
/// prefix.
#[cold]
pub(crate) fn no_match<P: Production, I: Text, E: ParseError<I>>(
    production: P,
    input: I,
) -> Err<E> {
    // An error without a size does not keep the input.
    if const { size_of::<E>() == 0 } {
        return Err::Error(E::from_error_kind(input, ErrorKind::OneOf));
    }
    let octets = input.octets();
    let viable = production.viable_prefix(octets);
    let kind = if viable == Some(octets.len()) {
        ErrorKind::Eof
    } else {
        ErrorKind::OneOf
    };
    let mut at = viable.unwrap_or(0);
    if P::is_of_characters(&production.grammar()) || !input.divides_at(at) {
        at = start_of_character(&octets[..at]);
    }
    Err::Error(E::from_error_kind(input.take_from(at), kind))
}

/// Defines productions: the body of each, and a function of nom that runs it.
///
/// The body is one of [`production`](crate::combinators::production()), [`with_dfa`](crate::combinators::with_dfa),
/// [`decided`](crate::combinators::decided) and [`character`](crate::combinators::character) over an expression of
/// [`combinators`](crate::combinators), without the table, which is the constant in `tables` of the same
/// name. Other productions are named as in the grammar: their bodies are in `bodies`.
///
/// `recognized()` in place of a body is that of a production that recurses: the recognizer reads the text.
///
/// The function of nom consumes the longest prefix that the production derives, and returns it. Beside it, a module of
/// the same name has the body and a function `is_valid`.
///
/// # Errors
///
/// The function of nom fails with `Err::Error` if the production derives no prefix of the input. The
/// input of the error begins where the longest viable prefix ends. Its kind is `Eof` if that is the end of the input, and
/// `OneOf` if another character stands there than could. A [`Production`](crate::Production) that does not know its
/// viable prefixes has errors at the start. Nothing is computed for an error without a size, such as `()`.
///
/// ```
/// use nom::bytes::complete::tag;
/// use nom::error::{Error, ErrorKind, ParseError};
/// use nom::sequence::delimited;
/// use nom::{Err, IResult, Parser as _};
/// use rfcbnf_engine::{Text, production};
/// # use rfcbnf_engine::{CharacterProduction, Collector, Parse, Production, ProductionId};
/// # #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// # pub enum Rule { List, Item }
/// # impl core::fmt::Display for Rule {
/// #     fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { write!(to, "{self:?}") }
/// # }
/// # impl From<Rule> for ProductionId {
/// #     fn from(rule: Rule) -> Self { Self::new(rule as u16) }
/// # }
/// # impl Production for Rule {
/// #     type Grammar = ();
/// #     type Text = str;
/// #     fn from_id((): (), id: ProductionId) -> Self { [Self::List, Self::Item][id.index()] }
/// #     fn grammar(self) {}
/// #     fn id(self) -> ProductionId { self.into() }
/// #     fn is_character(self) -> bool { false }
/// #     fn character_productions((): &()) -> &[CharacterProduction] { &[] }
/// # }
/// # impl Parse for Rule {
/// #     fn read<C: Collector>(self, collector: &mut C, at: usize) -> Option<usize> {
/// #         match self { Rule::List => bodies::list(collector, at), Rule::Item => bodies::item(collector, at) }
/// #     }
/// # }
///
/// production! {
///     /// `list = item *[ "," item ]`
///     pub fn list<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
///         production((item, many0((literal(","), item))))
///     }
/// }
///
/// production! {
///     /// `item = "a" | "b"`
///     pub fn item<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
///         production(any_of("ab"))
///     }
/// }
///
/// mod tables {
///     use super::Rule;
///     use rfcbnf_engine::Table;
///
///     # #[allow(non_upper_case_globals)]
///     pub const list: Table<Rule> = Table::new(Rule::List);
///     # #[allow(non_upper_case_globals)]
///     pub const item: Table<Rule> = Table::new(Rule::Item);
/// }
///
/// mod bodies {
///     pub use super::{item::item, list::list};
/// }
///
/// # fn main() {
/// assert_eq!(list::<_, ()>("a,b,c"), Ok((",c", "a,b")));
/// assert!(list::is_valid("a,b"));
/// let mut in_brackets = delimited(tag::<_, _, ()>("["), list, tag("]"));
/// assert_eq!(in_brackets.parse("[a,b] c"), Ok((" c", "a,b")));
/// let error = list("c").unwrap_err();
/// assert_eq!(error, Err::Error(Error::new("c", ErrorKind::OneOf)));
/// # }
/// ```
#[macro_export]
macro_rules! production {
    (
        $(#[$documentation:meta])*
        $visibility:vis fn $name:ident<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
            recognized()
        }
    ) => {
        $(#[$documentation])*
        $visibility fn $name<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
            $crate::recognizer::recognized(tables::$name.rule)(input)
        }
    };
    (
        $(#[$documentation:meta])*
        $visibility:vis fn $name:ident<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
            $wrapper:ident($($body:tt)*)
        }
    ) => {
        $(#[$documentation])*
        $visibility fn $name<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
            $crate::longest_prefix(tables::$name.rule, input, |verdict, at| {
                bodies::$name(verdict, at)
            })
        }

        #[doc = concat!("The verdict on texts of `", stringify!($name), "`, and its body.")]
        $visibility mod $name {
            $crate::production!(@body $name, $wrapper($($body)*));

            /// Returns whether the production derives the text. Allocates only if the production is
            /// matched by a search.
            #[inline]
            pub fn is_valid(text: impl AsRef<[u8]>) -> bool {
                $crate::spans::derives(text.as_ref(), |verdict, at| $name(verdict, at))
            }
        }
    };
    (
        $(#[$documentation:meta])*
        in_any_case fn $name:ident {
            $wrapper:ident($($body:tt)*)
        }
    ) => {
        $(#[$documentation])*
        pub(super) mod $name {
            $crate::production!(@body $name, $wrapper($($body)*));
        }
    };
    (@body $name:ident, $wrapper:ident($($body:tt)*)) => {
        #[allow(unused_imports, reason = "a body uses some of them")]
        use $crate::combinators::*;
        #[allow(unused_imports, reason = "a body uses some of them")]
        use super::{bodies::*, tables};

        /// Runs the body.
        #[doc(hidden)]
        pub fn $name<C: $crate::Collector>(collector: &mut C, at: usize) -> Option<usize> {
            $wrapper(tables::$name, $($body)*)(collector, at)
        }
    };
}

/// Makes a class of characters of strings and character productions.
///
/// `chars!(uchar | ";:@&=")` is what `uchar` matches, and the five characters. The characters that `uchar`
/// matches alone are in its constant in `tables`. It stands in the body of a [`production!`](crate::production!).
#[macro_export]
macro_rules! chars {
    ($member:tt) => {
        $crate::combinators::chars(
            const { $crate::chars!(@alone $member) },
            $crate::chars!(@step $member),
        )
    };
    ($($member:tt)|+) => {
        $crate::combinators::chars(
            const { $crate::CharacterSet::EMPTY$(.union($crate::chars!(@alone $member)))+ },
            $crate::combinators::alt(($($crate::chars!(@step $member),)+)),
        )
    };
    (@alone $string:literal) => { $crate::CharacterSet::of($string) };
    (@alone $production:ident) => { tables::$production.facts.alone };
    (@step $string:literal) => { $crate::combinators::any_of($string) };
    (@step $production:ident) => { $production };
}

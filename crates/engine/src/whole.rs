//! A text inside another nom grammar: a delimited text that has to be a whole text of a production.

use alloc::vec::Vec;
use core::fmt;

use nom::error::{ContextError, ErrorKind, FromExternalError, ParseError};
use nom::{Err, IResult, Parser};

use crate::error::{ErrorOffset, list};
use crate::text::Text;

/// Returns a nom parser for a delimited text that `parse` has to accept as a whole.
///
/// `delimited` finds the text, for instance up to the next space; `parse` parses it: `parse` of a grammar
/// with a production, or in `rfc1738` `Url::parse` and `str::parse::<OwnedUrl>`. The parser of a
/// production consumes the longest prefix instead: of `http://user@h/`, that of `url` consumes `http://user`.
///
/// The output is what `parse` returns. The parser leaves the rest after `delimited`.
///
/// # Errors
///
/// Fails with the error of `delimited`, or, if `parse` fails, with nom's `Err::Error`, made by
/// [`FromExternalError`] from the error of `parse`. Its input is the outer one from the offset of that
/// error on, or all of it if `delimited` returns no part of it. [`WholeError`]
/// keeps both; `nom::error::Error` keeps the input. Use
/// [`nom::combinator::cut`] if no alternative can follow.
///
/// A line of a configuration file:
///
/// ```
/// use nom::bytes::complete::{is_not, tag};
/// use nom::character::complete::{alphanumeric1, space0};
/// use nom::sequence::separated_pair;
/// use nom::{Finish, IResult, Parser};
/// use rfc1738::{Document, Url, WholeError, whole};
///
/// fn entry(input: &str) -> IResult<&str, (&str, Url<'_>), WholeError<&str>> {
///     let equals = (space0, tag("="), space0);
///     separated_pair(alphanumeric1, equals, whole(is_not(" \n"), Url::parse)).parse(input)
/// }
///
/// let (rest, (name, url)) = entry("home = http://host/%7Eme\n").finish()?;
/// assert_eq!((name, url.host().unwrap().raw(), rest), ("home", "host", "\n"));
///
/// let line = "home = http://host/~me\n";
/// let failed = entry(line).finish().unwrap_err();
/// assert_eq!(failed.input(), &"~me\n");
/// let start = failed.text_start(&line).unwrap();
/// let error = failed.into_syntax().unwrap();
/// let error = error.in_document(&Document::named("my.conf", line), start);
/// assert!(error.to_string().starts_with("my.conf:1:20: not a valid url: found \"~\"; "));
/// # Ok::<(), WholeError<&str>>(())
/// ```
///
/// A link in Markdown, over an input that counts lines:
///
/// ```
/// use nom::bytes::complete::{is_not, take_until};
/// use nom::character::complete::char;
/// use nom::sequence::delimited;
/// use nom::{Finish, IResult, Parser};
/// use nom_locate::LocatedSpan;
/// use rfc1738::{SyntaxError, Url, WholeError, whole};
///
/// type Span<'a> = LocatedSpan<&'a str>;
///
/// fn url(text: Span<'_>) -> Result<Url<'_>, SyntaxError> {
///     Url::parse(text.into_fragment())
/// }
///
/// fn link(input: Span<'_>) -> IResult<Span<'_>, (Span<'_>, Url<'_>), WholeError<Span<'_>>> {
///     let label = delimited(char('['), is_not("]"), char(']'));
///     let target = delimited(char('('), whole(take_until(")"), url), char(')'));
///     (label, target).parse(input)
/// }
///
/// let (_, (label, url)) = link(Span::new("[RFC](ftp://ds.internic.net/rfc)."))
///     .finish()
///     .unwrap();
/// assert_eq!((*label.fragment(), url.scheme().raw()), ("RFC", "ftp"));
///
/// let failed = link(Span::new("[the\nnews](news:a b)")).finish().unwrap_err();
/// let at = failed.input();
/// assert_eq!((at.location_line(), at.get_utf8_column()), (2, 13));
/// assert_eq!(failed.syntax().map(SyntaxError::offset), Some(6));
/// ```
pub fn whole<I, O, E, F, G>(
    mut delimited: F,
    mut parse: G,
) -> impl FnMut(I) -> IResult<I, O, F::Error>
where
    I: Text,
    E: ErrorOffset,
    F: Parser<I, Output = I>,
    F::Error: FromExternalError<I, E>,
    G: FnMut(I) -> Result<O, E>,
{
    move |input: I| {
        let (rest, text) = delimited.parse(input.clone())?;
        let start = start_in(&input, &text);
        match parse(text) {
            Ok(output) => Ok((rest, output)),
            Err(error) => {
                let at = start.map(|start| start + error.error_offset());
                let at = at.filter(|at| *at <= input.input_len()).unwrap_or(0);
                let at = input.take_from(at);
                let error = F::Error::from_external_error(at, ErrorKind::Verify, error);
                Err(Err::Error(error))
            }
        }
    }
}

/// Returns the offset of a part in the input; `None` if it is no part of it.
fn start_in<I: Text>(input: &I, part: &I) -> Option<usize> {
    let (input, part) = (input.octets(), part.octets());
    let start = part.as_ptr().addr().checked_sub(input.as_ptr().addr())?;
    let end = start.checked_add(part.len())?;
    (end <= input.len()).then_some(start)
}

/// A nom error that keeps the error of [`whole`], which is a `SyntaxError` in most grammars.
///
/// ```
/// use nom::bytes::complete::take_until;
/// use nom::{Finish, Parser};
/// use rfc1738::{Url, WholeError, whole};
///
/// let mut request = whole(take_until::<_, _, WholeError<&str>>(" "), Url::parse);
/// let failed = request.parse("http://me@h/ HTTP/1.0").finish().unwrap_err();
/// assert_eq!(failed.input(), &"@h/ HTTP/1.0");
/// assert_eq!(failed.syntax().unwrap().id().to_string(), "http-user");
/// let failed = request.parse("http://h/").finish().unwrap_err();
/// assert_eq!(failed.to_string(), "nom's parser TakeUntil does not match");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct WholeError<I, E> {
    input: I,
    code: ErrorKind,
    syntax: Option<E>,
    contexts: Vec<&'static str>,
}

/// Leaves the input out: it can be long, and hold passwords.
impl<I, E: fmt::Debug> fmt::Debug for WholeError<I, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut error = formatter.debug_struct("WholeError");
        error.field("code", &self.code);
        error.field("syntax", &self.syntax);
        error.field("contexts", &self.contexts);
        error.finish_non_exhaustive()
    }
}

impl<I, E> WholeError<I, E> {
    /// Returns the input from the error on.
    #[must_use]
    pub fn input(&self) -> &I {
        &self.input
    }

    /// Returns nom's name of the parser that failed: `Verify` for [`whole`].
    #[must_use]
    pub fn code(&self) -> ErrorKind {
        self.code
    }

    /// Returns the error in the delimited text; `None` if another parser failed.
    #[must_use]
    pub fn syntax(&self) -> Option<&E> {
        self.syntax.as_ref()
    }

    /// Returns the names that `nom::error::context` gave to the parsers that failed, from the innermost
    /// outwards.
    ///
    /// ```
    /// use nom::bytes::complete::{tag, take_until};
    /// use nom::error::context;
    /// use nom::{Finish, Parser};
    /// use rfc1738::{Url, WholeError, whole};
    ///
    /// let url = context("target", whole(take_until::<_, _, WholeError<&str>>(" "), Url::parse));
    /// let failed = context("request", (tag("GET "), url)).parse("GET http://h/~ ").finish().unwrap_err();
    /// assert_eq!(failed.contexts(), ["target", "request"]);
    /// assert!(failed.to_string().ends_with(" (in target of request)"));
    /// ```
    #[must_use]
    pub fn contexts(&self) -> &[&'static str] {
        &self.contexts
    }

    /// Consumes this error and returns the one in the delimited text; `None` if another parser
    /// failed.
    #[must_use]
    pub fn into_syntax(self) -> Option<E> {
        self.syntax
    }
}

impl<I: Text, E: ErrorOffset> WholeError<I, E> {
    /// Returns the offset in `outer` at which the delimited text starts. `outer` is the input that
    /// the whole grammar ran over. Returns `None` if the error is in no delimited text, or if that
    /// text is no part of `outer`.
    #[must_use]
    pub fn text_start(&self, outer: &I) -> Option<usize> {
        let syntax = self.syntax.as_ref()?;
        start_in(outer, &self.input)?.checked_sub(syntax.error_offset())
    }
}

impl<I, E> ParseError<I> for WholeError<I, E> {
    fn from_error_kind(input: I, code: ErrorKind) -> Self {
        let syntax = None;
        Self {
            input,
            code,
            syntax,
            contexts: Vec::new(),
        }
    }

    fn append(_input: I, _code: ErrorKind, other: Self) -> Self {
        other
    }
}

/// Keeps the names: see [`WholeError::contexts`].
impl<I, E> ContextError<I> for WholeError<I, E> {
    fn add_context(_input: I, name: &'static str, mut other: Self) -> Self {
        other.contexts.push(name);
        other
    }
}

impl<I, E> FromExternalError<I, E> for WholeError<I, E> {
    fn from_external_error(input: I, code: ErrorKind, error: E) -> Self {
        let syntax = Some(error);
        Self {
            input,
            code,
            syntax,
            contexts: Vec::new(),
        }
    }
}

/// Writes the error in the delimited text, or nom's name of the parser that failed, and the contexts.
impl<I, E: fmt::Display> fmt::Display for WholeError<I, E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.syntax {
            Some(syntax) => syntax.fmt(formatter),
            None => write!(formatter, "nom's parser {:?} does not match", self.code),
        }?;
        if self.contexts.is_empty() {
            return Ok(());
        }
        write!(formatter, " (in {})", list(&self.contexts, " of ", " of "))
    }
}

impl<I, E: fmt::Debug + fmt::Display> core::error::Error for WholeError<I, E> {}

//! The reader of the notation of RFC 822, Section 2, as RFC 1738, 1808, 1945 and 2396 use it.
//!
//! There are three layers. `outline` divides the lines of a file among headings and rules,
//! `lexical` divides the body of a rule into lexemes, and `expression` and `production` build the
//! syntax tree. Each layer accepts every input: it turns unreadable text into a fault and goes on
//! behind it, so one pass finds every error.
//!
//! Invariant: the time is linear in the length of the file, and [`limits`](crate::limits) bounds
//! the length, the number of expressions and their depth.

mod expression;
mod lexical;
mod outline;
mod production;

use nom_locate::LocatedSpan;

use crate::check::check;
use crate::error::{Fault, GrammarErrorKind, GrammarErrors};
use crate::limits::{EXPRESSIONS, FILE_LENGTH, RULES};
use crate::syntax::{Encoding, Grammar, Notation, Span};

/// A part of the file with its offset.
type Input<'a> = LocatedSpan<&'a str>;

/// A literal of one production that has no quotation marks. RFC 1738 lost those of the slash in
/// `gopherurl`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BareLiteral {
    /// The name of the production.
    pub production: String,
    /// The text, which is a literal wherever a lexeme can begin. The reader ignores a text that is
    /// empty, begins with a space or is not printable ASCII.
    pub text: String,
}

/// Reads a grammar file and checks that it can be used.
///
/// Spans are byte offsets into `source`.
///
/// # Errors
///
/// [`GrammarErrors`] with all errors of the file, in file order: unreadable text, rules that are
/// undefined or defined twice, recursion, and repetitions of expressions that can be empty. A
/// grammar beyond one of the [`limits`](crate::limits) has one error, which names the limit.
///
/// # Examples
///
/// ```
/// let grammar = rfcbnf::read("digits = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// assert_eq!(grammar.productions.len(), 2);
///
/// let errors = rfcbnf::read("digits = 1*digit\n").unwrap_err();
/// assert_eq!(errors.errors()[0].to_string(), "1:12: the rule `digit` is used and never defined");
/// # Ok::<(), rfcbnf::GrammarErrors>(())
/// ```
pub fn read(source: &str) -> Result<Grammar, GrammarErrors> {
    Reader::default().read(source).into_result()
}

/// Reads grammar files in a notation, and with readings.
///
/// ```
/// use rfcbnf::Reader;
/// use rfcbnf::syntax::Notation;
///
/// let document = Reader::default().read("digits = 1*digit\nsign = \"-\"\n");
/// assert_eq!(document.grammar.productions.len(), 2);
/// assert_eq!(document.errors.unwrap().errors().len(), 1);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Reader {
    /// The notation; `None` to find it out from the file.
    pub notation: Option<Notation>,
    /// Texts without quotation marks that are literals. One that does not occur is not an error.
    pub bare_literals: Vec<BareLiteral>,
}

/// A grammar file as far as it can be read.
#[derive(Debug, Clone)]
pub struct Document {
    /// The rules that can be read. [`Kind::Unreadable`](crate::syntax::Kind::Unreadable) stands
    /// for text in them that cannot.
    pub grammar: Grammar,
    /// The errors, if there are any.
    pub errors: Option<GrammarErrors>,
}

impl Document {
    /// Returns the grammar, if it has no errors.
    ///
    /// # Errors
    ///
    /// The errors of the file.
    pub fn into_result(self) -> Result<Grammar, GrammarErrors> {
        self.errors.map_or(Ok(self.grammar), Err)
    }
}

impl Reader {
    /// Reads a grammar file as far as possible. A file beyond one of the
    /// [`limits`](crate::limits) has no productions and one error.
    #[must_use]
    pub fn read(&self, source: &str) -> Document {
        match self.read_rules(source) {
            Ok(document) => document,
            Err(errors) => Document {
                grammar: empty(source),
                errors: Some(errors),
            },
        }
    }

    fn read_rules(&self, source: &str) -> Result<Document, GrammarErrors> {
        let bare_literals = &self.bare_literals;
        if source.len() > FILE_LENGTH {
            let kind = GrammarErrorKind::FileTooLong { limit: FILE_LENGTH };
            let mut ends = (0..=FILE_LENGTH).rev();
            let end = ends.find(|&end| source.is_char_boundary(end));
            let shown = &source[..end.unwrap_or(0)];
            return Err(GrammarErrors::one(shown, Fault::new(kind, 0..0)));
        }
        let outline = outline::outline(source);
        if let Some(rule) = outline.rules.get(RULES) {
            let kind = GrammarErrorKind::TooManyRules { limit: RULES };
            let fault = Fault::new(kind, span_of(&rule.name));
            return Err(GrammarErrors::one(source, fault));
        }
        let mut faults: Vec<Fault> = outline
            .stray
            .into_iter()
            .map(|span| Fault::new(GrammarErrorKind::TextOutsideRules, span))
            .collect();
        let mut productions = Vec::with_capacity(outline.rules.len());
        let mut expressions = 0;
        for rule in outline.rules {
            let bare = bare_in(rule.name.fragment(), bare_literals);
            let production = production::read(rule, &bare, &mut faults);
            production.body.walk(&mut |_| expressions += 1);
            if expressions > EXPRESSIONS {
                let kind = GrammarErrorKind::TooManyExpressions { limit: EXPRESSIONS };
                let fault = Fault::new(kind, production.name_span);
                return Err(GrammarErrors::one(source, fault));
            }
            productions.push(production);
        }
        if productions.is_empty() && faults.is_empty() {
            faults.push(Fault::new(GrammarErrorKind::NoRules, 0..0));
        }
        let grammar = Grammar {
            source: source.to_owned(),
            notation: Notation::Rfc822,
            encoding: Encoding::Octets,
            headings: outline.headings,
            productions,
        };
        faults.extend(check(&grammar));
        Ok(Document {
            grammar,
            errors: GrammarErrors::new(source, faults),
        })
    }
}

fn empty(source: &str) -> Grammar {
    Grammar {
        source: source.to_owned(),
        notation: Notation::default(),
        encoding: Encoding::default(),
        headings: Vec::new(),
        productions: Vec::new(),
    }
}

fn bare_in<'a>(name: &str, bare_literals: &'a [BareLiteral]) -> Vec<&'a str> {
    bare_literals
        .iter()
        .filter(|bare| bare.production == name)
        .map(|bare| bare.text.as_str())
        .filter(|text| text.starts_with(|first: char| first.is_ascii_graphic()))
        .filter(|text| text.chars().all(|character| matches!(character, ' '..='~')))
        .collect()
}

fn span_of(input: &Input) -> Span {
    let start = input.location_offset();
    start..start + input.fragment().len()
}

//! A grammar file as far as it can be read, for programs that edit it: its productions with their
//! places in the file, and its errors.

use rfcbnf::limits::ERRORS_SHOWN;
use rfcbnf::obstacles::Obstacles;
use rfcbnf::syntax::{Production, Span};
use rfcbnf::{GrammarError, GrammarErrors, NotationChoice};
use serde::Serialize;

use crate::grammar::NamedGrammar;

/// The outline of a grammar file. Spans are byte offsets.
///
/// ```
/// use rfc1738_views::grammar::NamedGrammar;
/// use rfc1738_views::json;
/// use rfc1738_views::outline::GrammarOutline;
///
/// let text = "sign = \"-\" | plus\n";
/// let document = rfcbnf::Reader::default().read(text);
/// let named = NamedGrammar {
///     grammar: document.grammar,
///     readings: rfcbnf::Readings::default(),
///     file: Some("signs.bnf".to_owned()),
///     has_rfc1738_readings: false,
/// };
/// let mut line = Vec::new();
/// json::write(&mut line, &GrammarOutline::new(&named, document.errors.as_ref(), text.len()))?;
/// let line = String::from_utf8(line)?;
/// assert!(line.contains(r#""name":"sign","name_at":[0,4]"#));
/// assert!(line.contains(r#""errors":[{"start":13,"end":17,"message":"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GrammarOutline<'a> {
    notation: String,
    start: Option<&'a str>,
    productions: Vec<ProductionRecord<'a>>,
    errors: Vec<ErrorRecord>,
    /// The number of errors that are not in the list.
    errors_omitted: usize,
    /// What the notation decides about literals, if another one that the file may be in decides otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    choice: Option<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "OutlinedProduction")
)]
struct ProductionRecord<'a> {
    name: &'a str,
    /// `None` for a core rule that is in no file.
    name_at: Option<[usize; 2]>,
    at: Option<[usize; 2]>,
    heading: Option<&'a str>,
    section: Option<&'a str>,
    uses: Vec<&'a str>,
    character: bool,
    readings: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    obstacle: Option<ObstacleRecord>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct ObstacleRecord {
    message: String,
    help: &'static str,
    recursion: bool,
    /// Whether it is recursion at one end only, which is no obstacle to an automaton.
    automaton: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "GrammarFault"))]
pub(crate) struct ErrorRecord {
    start: usize,
    end: usize,
    message: String,
    help: Option<String>,
    related: Vec<RelatedRecord>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct RelatedRecord {
    start: usize,
    end: usize,
    message: String,
}

impl<'a> GrammarOutline<'a> {
    /// Returns the outline of a grammar whose file has `length` octets.
    #[must_use]
    pub fn new(named: &'a NamedGrammar, errors: Option<&GrammarErrors>, length: usize) -> Self {
        let grammar = &named.grammar;
        let characters = named.character_productions();
        let obstacles = grammar.obstacles();
        let within = |span: &Span| (span.end <= length).then_some([span.start, span.end]);
        let record = |production: &'a Production| ProductionRecord {
            name: &production.name,
            name_at: within(&production.name_span),
            at: within(&production.span),
            heading: production
                .heading
                .map(|heading| &*grammar.headings[heading].text),
            section: named.namesake(&production.name).map(rfc1738::Rule::section),
            uses: production.uses(),
            character: characters.contains(&*production.name),
            readings: &production.readings,
            obstacle: ObstacleRecord::of(&obstacles, &production.name),
        };
        let count = errors.map_or(0, |errors| errors.errors().len());
        let errors = errors.into_iter().flat_map(|errors| errors.iter());
        Self {
            notation: grammar.notation.to_string(),
            start: grammar.start().map(|start| &*start.name),
            productions: grammar.productions.iter().map(record).collect(),
            errors: errors.take(ERRORS_SHOWN).map(Into::into).collect(),
            errors_omitted: count.saturating_sub(ERRORS_SHOWN),
            choice: None,
        }
    }

    /// Adds the choice of the notation, if the file leaves it open.
    ///
    /// ```
    /// use rfc1738_views::grammar::NamedGrammar;
    /// use rfc1738_views::json;
    /// use rfc1738_views::outline::GrammarOutline;
    ///
    /// let text = "word = \"yes\" / \"no\"\n";
    /// let document = rfcbnf::Reader::default().read(text);
    /// let choice = document.open_choice();
    /// let named = NamedGrammar {
    ///     grammar: document.grammar,
    ///     readings: rfcbnf::Readings::default(),
    ///     file: None,
    ///     has_rfc1738_readings: false,
    /// };
    /// let outline = GrammarOutline::new(&named, None, text.len()).with_choice(choice.as_ref());
    /// let mut line = Vec::new();
    /// json::write(&mut line, &outline)?;
    /// assert!(String::from_utf8(line)?.contains("`yes` matches in either case"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_choice(self, choice: Option<&NotationChoice>) -> Self {
        let choice = choice.map(ToString::to_string);
        Self { choice, ..self }
    }
}

impl ObstacleRecord {
    fn of(obstacles: &Obstacles, production: &str) -> Option<Self> {
        let obstacle = obstacles.of(production)?;
        Some(Self {
            message: obstacle.to_string(),
            help: obstacle.help(),
            recursion: obstacle.is_recursion(),
            automaton: obstacles.has_automaton(production),
        })
    }
}

impl From<&GrammarError> for ErrorRecord {
    fn from(error: &GrammarError) -> Self {
        let related = error.related().iter();
        let related = related.map(|(span, message)| RelatedRecord {
            start: span.start,
            end: span.end,
            message: message.clone(),
        });
        Self {
            start: error.span().start,
            end: error.span().end,
            message: error.message(),
            help: error.help(),
            related: related.collect(),
        }
    }
}
